"""Classify pieces and ask about checks for the quizzes of Tensor Chess."""

from __future__ import annotations

from ruleboard.contract.quizzes import GameQuestion, Quiz, QuizAnswer, Random
from ruleboard.games.tensor_chess.attacks import checkers
from ruleboard.games.tensor_chess.board import EMPTY, SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.refusals import wrong_reasons
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.texts import is_own_piece, piece_kind_at
from ruleboard.i18n import NP_


def _piece_kind(state: State, target: str) -> str:
    """Return the kind of the piece on a square, or an empty text unless it belongs to the player to move."""
    square = SQUARE_NUMBERS.get(target, -1)
    return piece_kind_at(state, square) if square >= 0 and is_own_piece(state, square) else ""


def _ask_checking_piece(state: State, random: Random) -> GameQuestion | None:
    """Ask which of the opponent's pieces gives check. Return None if not exactly one piece does."""
    pieces = [square for square, code in enumerate(state.board) if code != EMPTY and not is_own_piece(state, square)]
    attackers = checkers(state)
    other_squares = random.shuffled([square for square in pieces if square not in attackers])
    if len(attackers) != 1 or len(other_squares) < 2:
        return None
    squares = (SQUARE_NAMES[square] for square in (*attackers, *other_squares))
    return GameQuestion({}, tuple(QuizAnswer(square, "", "check", square) for square in squares))


QUIZ = Quiz(
    _piece_kind,
    {"checker": _ask_checking_piece},
    wrong_reasons,
    win_labels=(NP_("in chess", "White wins"), NP_("in chess", "Black wins")),
)
