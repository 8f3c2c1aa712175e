"""The clock on the page: the players' faces, and the question when a time is up.

The digits of a face are written by static/page/clock.js from its attributes, so that nothing is drawn every second.
"""

from __future__ import annotations

from ruleboard.app.play import clocks
from ruleboard.app.play.table import Table
from ruleboard.app.ui.components import button, item
from ruleboard.app.ui.names import players
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def face(table: Table, player: int) -> Node | None:
    """Return the face of a player's clock; None without a clock, and for an opponent, which has no time to lose."""
    if clocks.clock_of(table) is None or player not in table.persons:
        return None
    to_move = table.timeline.to_move == player
    running = to_move and table.clock_since is not None
    waits = to_move and not running and table.viewed_at is None
    return el(
        "span",
        cls=f"clock{' running' if running else ' waiting' if waits else ''}",
        role="timer",
        key="clock",
        aria_label=_("Remaining time of {player}").format(player=players(table.timeline.record)[player]),
        data_left=str(clocks.left(table, player)),
        data_since=str(table.clock_since) if running else None,
    )


def time_is_up(table: Table, player: int) -> Node | None:
    """Return the words about a time that is up, for the player whose panel asks what is to follow."""
    flag = clocks.flagged(table)
    if flag is None or player != clocks.claimer(table) or table.viewed_at is not None or table.replay:
        return None
    text = _("{player}: out of time.").format(player=players(table.timeline.record)[flag])
    return el("strong", text=text, cls="out-of-time", key="time")


def time_is_up_controls(table: Table, player: int) -> tuple[Node, ...]:
    """Return the buttons for a player to decide what is to follow when a time is up."""
    if time_is_up(table, player) is None:
        return ()
    own = clocks.flagged(table) == player
    return (
        button(_("End the game: lost on time") if own else _("Claim the win on time"), "play.claim_time", key="claim"),
        button(_("Go on without the clock"), "play.drop_clock", key="drop"),
    )


def paused(table: Table, player: int) -> Node | None:
    """Return the button by which the player to move starts a clock that is paused; the first action starts it, too."""
    timeline = table.timeline
    if clocks.clock_of(table) is None or not table.clock_held or table.read_only or clocks.flagged(table) is not None:
        return None
    if timeline.to_move != player or not timeline.at:
        return None
    return button(_("Start the clock"), "play.hold_clock", "no", picture="start", bare=True, key="start-clock")


def pause_item(table: Table, within: str) -> Node | None:
    """Return the entry of the menu that pauses the clock or lets it go on."""
    if clocks.clock_of(table) is None or table.timeline.outcome:
        return None
    if table.clock_held:
        return item(_("Start the clock"), "play.hold_clock", "no", within=within)
    return item(_("Pause the clock"), "play.hold_clock", "yes", within=within)
