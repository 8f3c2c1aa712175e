"""Files of studies, as JSON or as PGN with the notation of the games."""

from __future__ import annotations

import re
from dataclasses import replace

from ruleboard.engine.errors import StudyError
from ruleboard.engine.game_files import StudyFile, read_file_steps
from ruleboard.engine.pgn_notation import UNDECIDED_RESULT
from ruleboard.engine.pgn_records import pgn_result
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import Chapter, Study
from ruleboard.engine.study_pgn import format_study_pgn
from ruleboard.engine.study_tree import open_chapter
from ruleboard.i18n import _
from ruleboard.registry import GAMES, MOVE_TOKENS


def read_study_file_steps(text: str) -> Steps[Study]:
    """Parse the text of a study file in steps. The text is JSON, or PGN with legal moves.

    Raises:
        StudyError: the text is too long, or is not a study.
    """
    file = yield from read_file_steps(text, GAMES, MOVE_TOKENS, as_study=True)
    if not isinstance(file, StudyFile):
        raise StudyError(_("this isn’t a study"), expected=_("a study as JSON or PGN"))
    return file.study


def format_pgn(study: Study) -> str:
    """Format a study as PGN, with the results that its moves lead to.

    Raises:
        StudyError: a move of the study is illegal.
    """
    chapters = tuple(_with_result(chapter, f"chapters[{number}]") for number, chapter in enumerate(study.chapters, 1))
    return format_study_pgn(replace(study, chapters=chapters), GAMES, MOVE_TOKENS)


def _with_result(chapter: Chapter, where: str) -> Chapter:
    """Return a chapter with the tag ``Result`` if its main line ends a game of two players.

    Args:
        chapter: the chapter. Its own tag stays.
        where: the place of the chapter in the study, for errors.

    Raises:
        StudyError: a move of the main line is illegal.
    """
    if chapter.tags.get("Result", UNDECIDED_RESULT) != UNDECIDED_RESULT:
        return chapter
    main_line = tuple(replace(move, variations=()) for move in chapter.moves)
    outcome = open_chapter(replace(chapter, moves=main_line), GAMES, where).lines[0].timeline.outcome
    if outcome is None or len(outcome.returns) > 2:
        return chapter
    return replace(chapter, tags={**chapter.tags, "Result": pgn_result(outcome)})


def file_name(title: str, extension: str = "json") -> str:
    """Return the name of a study's file: its title in lowercase with hyphens, and the extension."""
    stem = re.sub(r"\W+", "-", title).strip("-").lower()[:60]
    return f"{stem or 'study'}.{extension}"
