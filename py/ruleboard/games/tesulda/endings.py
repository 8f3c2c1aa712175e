"""Detect the end of a game, except by repetition. Implements 'End' (spec)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ruleboard.engine.game import Outcome
from ruleboard.games.tesulda.board import SQUARE_NAMES
from ruleboard.games.tesulda.position import prime_squares
from ruleboard.games.tesulda.state import DRAW_TURN_COUNT, SIDES, State
from ruleboard.i18n import N_, _

_RETURNS_BY_WINNER: Final = ((1.0, -1.0), (-1.0, 1.0))
"""The scores of both sides after a win, by winner."""
_DRAW_RETURNS: Final = (0.0, 0.0)


class Ending(NamedTuple):
    """The end of a game.

    The texts are in English, so that cached endings do not depend on the language.

    Attributes:
        returns: the score of each side, from -1 to 1.
        loser: the losing side; in a draw, the side to move.
        reason: a message with the placeholders ``winner``, ``loser`` and ``n``.
        reason_for_winner: the message for the side that wins, which it calls "you".
        reason_for_loser: the message for the side that loses or cannot move, which it calls "you".
        squares: the names of the squares to mark.
    """

    returns: tuple[float, float]
    loser: int
    reason: str
    reason_for_winner: str
    reason_for_loser: str
    squares: tuple[str, ...] = ()


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a game, or None if the game continues."""
    game_end = find_ending(state)
    if game_end is None:
        return None
    placeholders = {"winner": _(SIDES[1 - game_end.loser]), "loser": _(SIDES[game_end.loser]), "n": DRAW_TURN_COUNT}
    messages = [game_end.reason_for_winner, game_end.reason_for_winner]
    messages[game_end.loser] = game_end.reason_for_loser
    player_reasons = tuple(_(message).format(**placeholders) for message in messages)
    return Outcome(game_end.returns, _(game_end.reason).format(**placeholders), game_end.squares, player_reasons)


@lru_cache(maxsize=256)
def find_ending(state: State) -> Ending | None:
    """Return the end of a game, or None if the game continues or a turn is unfinished."""
    if not state.is_turn_start:
        return None
    position = state.position
    loser = position.crownless_side
    if loser is not None:
        return Ending(
            _RETURNS_BY_WINNER[1 - loser],
            loser,
            N_("{winner} wins: {loser} has no crown left."),
            N_("You win: {loser} has no crown left."),
            N_("{winner} wins: you have no crown left."),
            tuple(SQUARE_NAMES[square] for square in prime_squares(position.figures_of(1 - loser))),
        )
    if not position.goals:
        return _ending_without_move(state)
    if state.quiet_turns >= DRAW_TURN_COUNT:
        reason = N_("It’s a draw: {n} turns have passed without a capture.")
        return Ending(_DRAW_RETURNS, state.side, reason, reason, reason)
    return None


def _ending_without_move(state: State) -> Ending:
    side = state.side
    attacker_pairs = state.position.attackers
    if attacker_pairs:
        square_names = tuple(
            dict.fromkeys(
                SQUARE_NAMES[square] for attacker_pair in attacker_pairs for square in reversed(attacker_pair)
            )
        )
        return Ending(
            _RETURNS_BY_WINNER[1 - side],
            side,
            N_("{winner} wins: no Move can save {loser}’s Prime."),
            N_("You win: no Move can save {loser}’s Prime."),
            N_("{winner} wins: no Move can save your Prime."),
            square_names,
        )
    reason = N_("It’s a draw: {loser} has no Move, but {loser}’s Prime isn’t in danger.")
    return Ending(
        _DRAW_RETURNS,
        side,
        reason,
        reason,
        N_("It’s a draw: you have no Move, but your Prime isn’t in danger."),
        tuple(SQUARE_NAMES[square] for square in prime_squares(state.position.own_figures)),
    )
