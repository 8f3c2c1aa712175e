"""Endings by the players: resigning, draw offers, claims of a draw or of a win on time.

Each function returns another table.
"""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.play.clocks import flagged
from ruleboard.app.play.session import after_change
from ruleboard.app.play.table import Table
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN
from ruleboard.engine.errors import NO_REFUSAL, Refusal, RuleboardError
from ruleboard.i18n import _
from ruleboard.wording import sentence


def resign(table: Table, player: int) -> Table:
    """Return the table after a player (0-based) has resigned."""
    return _end(table, f"{RESIGN} {player + 1}")


def offer_draw(table: Table) -> Table:
    """Return the table after the player to move has offered a draw; secrets are hidden from those who answer."""
    if table.read_only or table.timeline.to_move is None:
        return table
    return offer_draw_by(table, table.timeline.to_move)


def offer_draw_by(table: Table, player: int) -> Table:
    """Return the table after a player (0-based), the one to move, has offered a draw."""
    if table.offer is not None:
        return table
    secret = table.timeline.is_hidden() and len(table.persons) > 1
    return replace(
        table,
        offer=player,
        accepted=0,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        curtain=secret,
    )


def answer_draw_offer(table: Table, yes: bool) -> Table:
    """Return the table after the next player has answered a draw offer: all must accept, one can decline."""
    if table.offer is None:
        return table
    if not yes:
        return replace(table, offer=None, accepted=0, note=_("The draw is declined."))
    accepted = table.accepted + 1
    if accepted + 1 < len(table.timeline.game.sides(table.timeline.state)):
        return replace(table, accepted=accepted)
    return _end(table, DRAW_AGREED)


def withdraw_draw_offer(table: Table) -> Table:
    """Return the table after a draw offer was withdrawn."""
    if table.offer is None:
        return table
    return replace(table, offer=None, accepted=0, note=_("The draw offer is withdrawn."))


def claim_draw(table: Table) -> Table:
    """Return the table after a draw was claimed."""
    return _end(table, DRAW_CLAIMED)


def claim_win_on_time(table: Table) -> Table:
    """Return the table after the player whose time is up has lost; unchanged if nobody's is."""
    player = flagged(table)
    return table if player is None else _end(table, f"{OUT_OF_TIME} {player + 1}")


def _end(table: Table, entry: str) -> Table:
    try:
        return after_change(replace(table, timeline=table.timeline.end(entry)))
    except RuleboardError as error:
        return replace(table, refusal=Refusal(sentence(error.what)))
