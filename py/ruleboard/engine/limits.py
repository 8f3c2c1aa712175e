"""Length limits for input. Every parser checks the length before it parses a text."""

from __future__ import annotations

from ruleboard.engine.errors import ActionError, PositionError, RecordError, StudyError
from ruleboard.i18n import _

MAX_PLAYERS = 4
"""Maximum number of players of any game."""
MAX_ACTION_LENGTH = 400
"""Maximum number of characters of an action. The longest action of any game has about forty."""
MAX_ACTIONS = 25_000
"""Maximum number of actions of a game, ten times as many as in the longest real games."""
MAX_MOVE_LIST_LENGTH = 1_000_000
"""Maximum number of characters of a move list, forty for each action."""
MAX_NOTATION_MOVES = 5_000
"""Maximum number of moves of a game in PGN or a similar notation."""
MAX_SCORE_GAMES = 1_000
"""Maximum number of games in one text in PGN or a similar notation."""
MAX_RECORD_LENGTH = 20_000_000
"""Maximum number of characters of a record or of an export of many records, more than a browser can store."""

MAX_STUDY_LENGTH = 500_000
"""Maximum number of characters of a study, enough for two thousand moves with a sentence on each."""
MAX_STUDY_MOVES = 3_000
"""Maximum number of moves of a study's chapter, including variations."""


def check_position_length(text: str, max_length: int) -> None:
    """Check the length of a position text.

    Args:
        text: the text.
        max_length: the maximum number of characters that a position of this game can have.

    Raises:
        PositionError: the text is longer.
    """
    if len(text) > max_length:
        raise PositionError(_("this is too long to be a position"), expected=max_length_phrase(max_length))


def check_action_length(text: str) -> None:
    """Check the length of an action text.

    Raises:
        ActionError: the text is longer than ``MAX_ACTION_LENGTH``.
    """
    if len(text) > MAX_ACTION_LENGTH:
        raise ActionError(_("this is too long to be an action"), expected=max_length_phrase(MAX_ACTION_LENGTH))


def check_move_list_length(text: str) -> None:
    """Check the length of a move list.

    Raises:
        ActionError: the text is longer than ``MAX_MOVE_LIST_LENGTH``.
    """
    if len(text) > MAX_MOVE_LIST_LENGTH:
        raise ActionError(_("this is too long to be a move list"), expected=max_length_phrase(MAX_MOVE_LIST_LENGTH))


def check_record_length(text: str, max_length: int = MAX_RECORD_LENGTH) -> None:
    """Check the length of a record, or of a file with exported records.

    Args:
        text: the text.
        max_length: the maximum number of characters.

    Raises:
        RecordError: the text is longer.
    """
    if len(text) > max_length:
        raise RecordError(_("this is too long to be a saved game"), expected=max_length_phrase(max_length))


def check_study_length(text: str) -> None:
    """Check the length of a study.

    Raises:
        StudyError: the text is longer than ``MAX_STUDY_LENGTH``.
    """
    if len(text) > MAX_STUDY_LENGTH:
        raise StudyError(_("this is too long to be a study"), expected=max_length_phrase(MAX_STUDY_LENGTH))


def max_length_phrase(max_length: int) -> str:
    """Return a phrase for errors about a maximum length, such as "at most 40 characters"."""
    return _("at most {n} characters").format(n=max_length)


def max_count_phrase(max_count: int) -> str:
    """Return a phrase for errors about a maximum count, such as "40 at most"."""
    return _("{n} at most").format(n=max_count)
