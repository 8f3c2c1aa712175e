"""The clocks on the page: the remaining times of the players, and the question when a player is out of time.

static/page/clock.js updates the digits from the attributes of a clock, so that Python does not draw the page every
second.
"""

from __future__ import annotations

from ruleboard.app.board import clocks
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.components import button, menu_item
from ruleboard.app.ui.names import player_names
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def clock_face(table: Table, player: int) -> Node | None:
    """Return the clock of a player, or None for a bot, whose time is unlimited, and for a game without clocks."""
    if clocks.clock_of(table) is None or player not in table.persons:
        return None
    to_move = table.timeline.to_move == player
    is_running = to_move and table.clock.running_since is not None
    is_waiting = to_move and not is_running and table.display.ply is None
    return el(
        "span",
        cls=f"clock{' running' if is_running else ' waiting' if is_waiting else ''}",
        role="timer",
        key="clock",
        aria_label=_("Remaining time: {player}").format(player=player_names(table.timeline.record)[player]),
        data_left=str(clocks.remaining_ms(table, player)),
        data_since=str(table.clock.running_since) if is_running else None,
    )


def time_up_message(table: Table, player: int) -> Node | None:
    """Return the message that a player is out of time, if ``player`` has to decide what happens next, else None."""
    timed_out_player = clocks.player_out_of_time(table)
    if (
        timed_out_player is None
        or player != clocks.time_claimer(table)
        or table.display.ply is not None
        or table.display.replay
    ):
        return None
    text = _("{player} is out of time.").format(player=player_names(table.timeline.record)[timed_out_player])
    return el("strong", text=text, cls="out-of-time", key="time")


def time_up_buttons(table: Table, player: int) -> tuple[Node, ...]:
    """Return the buttons for ``player``'s decision after a player is out of time; may be empty."""
    if time_up_message(table, player) is None:
        return ()
    is_own_time = clocks.player_out_of_time(table) == player
    return (
        button(
            _("End the game as a loss on time") if is_own_time else _("Claim the win on time"),
            PlayMessage.CLAIM_TIME,
            key="claim",
        ),
        button(_("Play on without the clock"), PlayMessage.DROP_CLOCK, key="drop"),
    )


def start_button(table: Table, player: int) -> Node | None:
    """Return the button with which the player to move starts a paused clock. The first action also starts it."""
    timeline = table.timeline
    if (
        clocks.clock_of(table) is None
        or not table.clock.is_paused
        or table.read_only
        or clocks.player_out_of_time(table) is not None
    ):
        return None
    if timeline.to_move != player or not timeline.ply:
        return None
    return button(
        _("Start the clock"), PlayMessage.PAUSE_CLOCK, "no", picture="start", icon_only=True, key="start-clock"
    )


def pause_item(table: Table, menu_id: str) -> Node | None:
    """Return the menu item that pauses or resumes the clock."""
    if clocks.clock_of(table) is None or table.timeline.outcome:
        return None
    if table.clock.is_paused:
        return menu_item(_("Start the clock"), PlayMessage.PAUSE_CLOCK, "no", menu_id=menu_id)
    return menu_item(_("Pause the clock"), PlayMessage.PAUSE_CLOCK, "yes", menu_id=menu_id)
