"""Studies as files: JSON, or PGN in the notation of their games."""

from __future__ import annotations

import re

from ruleboard.engine.study import Study
from ruleboard.engine.study_pgn import format_study_pgn, parse_study_pgn
from ruleboard.engine.study_text import parse_study
from ruleboard.games.registry import GAMES, TOKENS


def parse_study_file(text: str) -> Study:
    """Return the study in the text of a file: JSON, or PGN whose moves are checked by the rules.

    Raises:
        StudyError: it cannot be read, or is too long.
    """
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    return parse_study(text) if is_json else parse_study_pgn(text, GAMES, TOKENS)


def format_pgn(study: Study) -> str:
    """Return a study as PGN.

    Raises:
        StudyError: the rules do not allow a move.
    """
    return format_study_pgn(study, GAMES, TOKENS)


def file_name(title: str, ending: str = "json") -> str:
    """Return the name of a study's file: its title in lower case, with hyphens."""
    known = re.sub(r"\W+", "-", title).strip("-").lower()[:60]
    return f"{known or 'study'}.{ending}"
