"""Opening the chapters of a study: a short chapter at once, a long one in steps."""

from __future__ import annotations

from collections import deque
from typing import Final

from ruleboard.app.study.tree_view import format_listed_turns
from ruleboard.engine.errors import StudyError
from ruleboard.engine.steps import Steps, scale_progress
from ruleboard.engine.study import Chapter, Study, count_moves
from ruleboard.engine.study_tree import OpenChapter, open_chapter, open_chapter_steps, with_chapter
from ruleboard.registry import GAMES

MAX_MOVES_AT_ONCE: Final = 100
"""The maximum number of moves, including variations, of a chapter that the app opens at once."""
_MAX_TURNS_AT_ONCE: Final = 500
"""The maximum number of entries of a line whose turns a page formats when it draws them."""

_recent_chapters: deque[OpenChapter] = deque(maxlen=4)
"""The latest long chapters that were opened in steps."""


class LongChapter(Exception):
    """Raised if a chapter is too long to open at once. The caller runs the steps, then repeats its change.

    Attributes:
        steps: opens the chapter. The result is None, or the error about an illegal move.
    """

    def __init__(self, steps: Steps[StudyError | None]) -> None:
        super().__init__()
        self.steps = steps


def chapter_at(study: Study, chapter_number: int, previous_chapter: OpenChapter | None = None) -> OpenChapter:
    """Return an opened chapter of a study.

    Args:
        study: the study.
        chapter_number: the number of the chapter, from 0.
        previous_chapter: the chapter before an edit, or None.

    Raises:
        StudyError: a move of the chapter is illegal.
        LongChapter: the chapter is long and has not been opened yet.
    """
    chapter = study.chapters[chapter_number]
    for chapter_tree in (previous_chapter, *_recent_chapters):
        if chapter_tree and _has_same_tree(chapter_tree.chapter, chapter):
            return with_chapter(chapter_tree, chapter)
    if count_moves(chapter.moves) > MAX_MOVES_AT_ONCE:
        raise LongChapter(_open_in_steps(chapter, chapter_number, previous_chapter))
    return open_chapter(chapter, GAMES, f"chapters[{chapter_number + 1}]", previous_chapter)


def _has_same_tree(chapter: Chapter, other_chapter: Chapter) -> bool:
    return (chapter.game, chapter.options, chapter.seed, chapter.start, chapter.note, chapter.moves) == (
        other_chapter.game,
        other_chapter.options,
        other_chapter.seed,
        other_chapter.start,
        other_chapter.note,
        other_chapter.moves,
    )


def _open_in_steps(
    chapter: Chapter, chapter_number: int, previous_chapter: OpenChapter | None
) -> Steps[StudyError | None]:
    try:
        chapter_tree = yield from opening_steps(chapter, chapter_number, previous_chapter)
    except StudyError as error:
        return error
    _recent_chapters.appendleft(chapter_tree)
    return None


def opening_steps(
    chapter: Chapter, chapter_number: int, previous_chapter: OpenChapter | None = None, node: int = 0
) -> Steps[OpenChapter]:
    """Open a chapter in steps, and format the moves for the page's list.

    Args:
        chapter: the chapter.
        chapter_number: its number in the study, from 0.
        previous_chapter: the chapter before an edit, or None.
        node: the node that the page will show first.

    Raises:
        StudyError: a move of the chapter is illegal.
    """
    count = max(1, count_moves(chapter.moves))
    steps = open_chapter_steps(chapter, GAMES, f"chapters[{chapter_number + 1}]", previous_chapter)
    chapter_tree = yield from scale_progress(steps, 0, 0.9 / count)
    for line in chapter_tree.lines:
        if len(line.nodes) > _MAX_TURNS_AT_ONCE:
            yield from scale_progress(line.timeline.format_turns(), 0.9, 0.1)
    yield from format_listed_turns(chapter_tree, node)
    return chapter_tree
