"""Endings that the players cause: resignations, draw offers, and claims of a draw or of a win on time.

All functions are pure and return a new table.
"""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board.changes import reset_after_change
from ruleboard.app.board.clocks import player_out_of_time
from ruleboard.app.board.parts import DrawOffer
from ruleboard.app.board.table import Table
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN
from ruleboard.engine.errors import Refusal, RuleboardError
from ruleboard.i18n import _
from ruleboard.wording import sentence


def resign(table: Table, player: int) -> Table:
    """Return the table after a player (from 0) resigned."""
    return _with_ending(table, f"{RESIGN} {player + 1}")


def offer_draw(table: Table) -> Table:
    """Return the table after the player to move offered a draw.

    If that player makes a hidden decision, the hand-over screen hides it from the other persons.
    """
    if table.read_only or table.timeline.to_move is None:
        return table
    return offer_draw_by(table, table.timeline.to_move)


def offer_draw_by(table: Table, player: int) -> Table:
    """Return the table after a player (from 0) offered a draw."""
    if table.draw_offer is not None:
        return table
    awaits_handover = table.timeline.is_hidden() and len(table.persons) > 1
    return replace(
        table,
        draw_offer=DrawOffer(player, _next_player(table, player)),
        message="",
        touches=table.touches.without_selection(),
        display=replace(table.display, awaits_handover=awaits_handover),
    )


def _next_player(table: Table, player: int) -> int:
    """Return the number of the player who sits after a player."""
    return (player + 1) % len(table.timeline.game.sides(table.timeline.state))


def answer_draw_offer(table: Table, accepts: bool) -> Table:
    """Return the table after the next player answered a draw offer. The game is drawn if all players accept."""
    offer = table.draw_offer
    if offer is None:
        return table
    if not accepts:
        return _without_offer(table, _("Draw declined."))
    responder = _next_player(table, offer.responder)
    if responder != offer.player:
        return replace(table, draw_offer=replace(offer, responder=responder))
    return _with_ending(table, DRAW_AGREED)


def withdraw_draw_offer(table: Table) -> Table:
    """Return the table after the player withdrew the draw offer."""
    if table.draw_offer is None:
        return table
    return _without_offer(table, _("Draw offer withdrawn."))


def _without_offer(table: Table, message: str) -> Table:
    """Return the table without its draw offer. The selection stays, but an earlier refusal does not."""
    return replace(table, draw_offer=None, message=message, touches=table.touches.with_selection(table.touches.targets))


def claim_draw(table: Table) -> Table:
    """Return the table after the player to move claimed a draw."""
    return _with_ending(table, DRAW_CLAIMED)


def claim_win_on_time(table: Table) -> Table:
    """Return the table after the player who is out of time lost. Otherwise return the table unchanged."""
    player = player_out_of_time(table)
    return table if player is None else _with_ending(table, f"{OUT_OF_TIME} {player + 1}")


def _with_ending(table: Table, entry: str) -> Table:
    try:
        return reset_after_change(replace(table, timeline=table.timeline.end(entry)))
    except RuleboardError as error:
        return replace(table, touches=replace(table.touches, refusal=Refusal(sentence(error.what))))
