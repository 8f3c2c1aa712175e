"""Files of studies: JSON, or PGN in the notation of their games."""

from __future__ import annotations

import re

from ruleboard.engine.errors import StudyError
from ruleboard.engine.game_files import StudyFile, read_file_steps
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import Study
from ruleboard.engine.study_pgn import format_study_pgn
from ruleboard.games.registry import GAMES, MOVE_TOKENS
from ruleboard.i18n import _


def read_study_file_steps(text: str) -> Steps[Study]:
    """Read a study in steps from the text of a file: JSON, or PGN with legal moves.

    Raises:
        StudyError: the text is too long, or not a study.
    """
    file = yield from read_file_steps(text, GAMES, MOVE_TOKENS, as_study=True)
    if not isinstance(file, StudyFile):
        raise StudyError(_("this is not a study"), expected=_("a study as JSON or PGN"))
    return file.study


def format_pgn(study: Study) -> str:
    """Return a study as PGN.

    Raises:
        StudyError: the rules do not allow a move.
    """
    return format_study_pgn(study, GAMES, MOVE_TOKENS)


def file_name(title: str, extension: str = "json") -> str:
    """Return the name of a study's file: its title in lower case, with hyphens, and the extension ``ending``."""
    stem = re.sub(r"\W+", "-", title).strip("-").lower()[:60]
    return f"{stem or 'study'}.{extension}"
