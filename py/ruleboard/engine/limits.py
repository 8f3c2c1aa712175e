"""Length limits: a text longer than any real one of its kind is refused before it is read."""

from __future__ import annotations

from ruleboard.engine.errors import ActionError, PositionError, RecordError, StudyError
from ruleboard.i18n import _

LONGEST_ACTION = 400
"""Characters of an action; the longest of any game has about forty."""
MOST_ACTIONS = 25_000
"""Actions of a game: ten times as many as anybody has ever played."""
LONGEST_MOVES = 1_000_000
"""Characters of a move list; forty an action."""
MOST_SCORE_MOVES = 5_000
"""Moves of a game in a notation of its own, such as PGN."""
MAX_SCORE_GAMES = 1_000
"""Games of a text in such a notation."""
LONGEST_RECORD = 20_000_000
"""Characters of a record, or of an export of many: more than the storage of a browser holds."""

LONGEST_STUDY = 500_000
"""Characters of a study: some two thousand moves, with a sentence on each."""
MOST_STUDY_MOVES = 3_000
"""Moves of a chapter of a study, variations included."""


def check_position(text: str, longest: int) -> None:
    """Refuse a text that is too long to be a position.

    Args:
        text: the text.
        longest: the most characters that a position of the game may have.

    Raises:
        PositionError: it is longer.
    """
    if len(text) > longest:
        raise PositionError(_("this is too long to be a position"), expected=at_most(longest))


def check_action(text: str) -> None:
    """Refuse a text that is too long to be an action.

    Raises:
        ActionError: it is longer than ``LONGEST_ACTION``.
    """
    if len(text) > LONGEST_ACTION:
        raise ActionError(_("this is too long to be an action"), expected=at_most(LONGEST_ACTION))


def check_moves(text: str) -> None:
    """Refuse a text that is too long to be a move list.

    Raises:
        ActionError: it is longer than ``LONGEST_MOVES``.
    """
    if len(text) > LONGEST_MOVES:
        raise ActionError(_("this is too long to be a move list"), expected=at_most(LONGEST_MOVES))


def check_record(text: str, longest: int = LONGEST_RECORD) -> None:
    """Refuse a text that is too long to be a record, or an export of records.

    Args:
        text: the text.
        longest: the most characters it may have.

    Raises:
        RecordError: it is longer.
    """
    if len(text) > longest:
        raise RecordError(_("this is too long to be a record"), expected=at_most(longest))


def check_study(text: str) -> None:
    """Refuse a text that is too long to be a study.

    Raises:
        StudyError: it is longer than ``LONGEST_STUDY``.
    """
    if len(text) > LONGEST_STUDY:
        raise StudyError(_("this is too long to be a study"), expected=at_most(LONGEST_STUDY))


def at_most(longest: int) -> str:
    """Return a limit of length as a noun phrase."""
    return _("at most {n} characters").format(n=longest)
