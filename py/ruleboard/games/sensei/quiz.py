"""Classify pieces and explain wrong answers for the quizzes of Sensei."""

from __future__ import annotations

from ruleboard.contract.quizzes import Quiz
from ruleboard.games.sensei.refusals import wrong_reasons
from ruleboard.games.sensei.state import CHARACTER_LETTERS, SIDE_LETTERS, SQUARE_NUMBERS, State
from ruleboard.i18n import N_


def _piece_kind(state: State, target: str) -> str:
    """Return ``"stone"`` or ``"character"`` for a square with a piece of the player to move, else ``""``."""
    letter = state.board[SQUARE_NUMBERS[target]] if target in SQUARE_NUMBERS else ""
    if letter == CHARACTER_LETTERS[state.side]:
        return "character"
    return "stone" if letter and letter in SIDE_LETTERS[state.side] else ""


QUIZ = Quiz(_piece_kind, wrong_reasons=wrong_reasons, win_labels=(N_("Green wins"), N_("Red wins")))
