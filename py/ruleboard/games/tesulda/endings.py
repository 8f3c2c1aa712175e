"""Detect the end of a game, except by repetition. Implements 'End' (spec)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ruleboard.engine.game import Outcome
from ruleboard.games.tesulda.board import SQUARE_NAMES
from ruleboard.games.tesulda.reach import attackers, can_move
from ruleboard.games.tesulda.state import DRAW_TURN_COUNT, SIDES, State, prime_squares
from ruleboard.i18n import N_, _

_WINNER_RETURNS: Final = ((1.0, -1.0), (-1.0, 1.0))
"""The scores of both sides after a win, by winner."""
_DRAW_RETURNS: Final = (0.0, 0.0)


class Ending(NamedTuple):
    """The end of a game.

    The texts are not translated, so that cached endings do not depend on the language.

    Attributes:
        returns: the score of each side, from -1 to 1.
        loser: the losing side, or the side to move in a draw.
        reason: a message with the placeholders ``winner``, ``loser`` and ``n``.
        squares: the names of the squares to mark.
    """

    returns: tuple[float, float]
    loser: int
    reason: str
    squares: tuple[str, ...] = ()


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a game, or None if the game continues."""
    game_end = ending(state)
    if game_end is None:
        return None
    loser = _(SIDES[game_end.loser])
    winner = _(SIDES[1 - game_end.loser])
    reason = _(game_end.reason).format(winner=winner, loser=loser, n=DRAW_TURN_COUNT)
    return Outcome(game_end.returns, reason, game_end.squares)


@lru_cache(maxsize=256)
def ending(state: State) -> Ending | None:
    """Return the end of a game, or None if the game continues or a turn is unfinished."""
    if not state.is_turn_start:
        return None
    for side in (state.side, 1 - state.side):
        if not prime_squares(state.board, side):
            square_names = tuple(SQUARE_NAMES[square] for square in prime_squares(state.board, 1 - side))
            reason = N_("{winner} wins: {loser} has no crown on the board any more.")
            return Ending(_WINNER_RETURNS[1 - side], side, reason, square_names)
    if not can_move(state.board, state.side):
        return _ending_without_move(state)
    if state.quiet_turns >= DRAW_TURN_COUNT:
        return Ending(_DRAW_RETURNS, state.side, N_("Drawn: {n} turns have gone by without an Attack."))
    return None


def _ending_without_move(state: State) -> Ending:
    """Return the ending when the side to move has no legal Move."""
    side = state.side
    attacker_pairs = attackers(state.board, side)
    if attacker_pairs:
        square_names = tuple(
            dict.fromkeys(SQUARE_NAMES[square] for pair in attacker_pairs for square in reversed(pair))
        )
        reason = N_("{winner} wins: {loser}'s Prime can be attacked, and {loser} has no Move that saves it.")
        return Ending(_WINNER_RETURNS[1 - side], side, reason, square_names)
    reason = N_("Tied: {loser} has no Move, but {loser}'s Prime is not in danger.")
    return Ending(
        _DRAW_RETURNS, side, reason, tuple(SQUARE_NAMES[square] for square in prime_squares(state.board, side))
    )
