"""Files of studies, as JSON or as PGN with the notation of the games."""

from __future__ import annotations

import re

from ruleboard.engine.errors import StudyError
from ruleboard.engine.game_files import StudyFile, read_file_steps
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import Study
from ruleboard.engine.study_pgn import format_study_pgn
from ruleboard.i18n import _
from ruleboard.registry import GAMES, MOVE_TOKENS


def read_study_file_steps(text: str) -> Steps[Study]:
    """Parse the text of a study file in steps. The text is JSON, or PGN with legal moves.

    Raises:
        StudyError: the text is too long, or is not a study.
    """
    file = yield from read_file_steps(text, GAMES, MOVE_TOKENS, as_study=True)
    if not isinstance(file, StudyFile):
        raise StudyError(_("this is not a study"), expected=_("a study as JSON or PGN"))
    return file.study


def format_pgn(study: Study) -> str:
    """Format a study as PGN.

    Raises:
        StudyError: a move of the study is illegal.
    """
    return format_study_pgn(study, GAMES, MOVE_TOKENS)


def file_name(title: str, extension: str = "json") -> str:
    """Return the name of a study's file: its title in lowercase with hyphens, and the extension."""
    stem = re.sub(r"\W+", "-", title).strip("-").lower()[:60]
    return f"{stem or 'study'}.{extension}"
