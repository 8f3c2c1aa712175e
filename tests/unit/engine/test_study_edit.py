"""Test edits of a study: adding, promoting and deleting lines, and making tasks from moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.errors import StudyError
from ruleboard.engine.study import Chapter, Note, StudyMove
from ruleboard.engine.study_edit import create_task_for_move, promote_line, with_moves, with_note, without_move
from ruleboard.engine.study_text import MAX_VARIATION_DEPTH
from ruleboard.engine.study_tree import OpenChapter, open_chapter, with_updated_note
from ruleboard.registry import GAMES
from tests.support.studies import draw_study
from tests.support.work import count_lines

EMPTY_CHAPTER = Chapter("tensor-chess")


def open_study_chapter(chapter: Chapter) -> OpenChapter:
    return open_chapter(chapter, GAMES)


def create_chapter(*lines: str) -> OpenChapter:
    """Return a chapter after adding the lines in order, each from the start of the chapter."""
    chapter = open_study_chapter(EMPTY_CHAPTER)
    for line in lines:
        chapter = open_study_chapter(with_moves(chapter, 0, line.split()))
    return chapter


def format_line(moves: tuple[StudyMove, ...]) -> str:
    """Return a line as text. Variations are in brackets after the move that they replace."""
    return " ".join(move.text + "".join(f" ({format_line(line)})" for line in move.variations) for move in moves)


def find_node(chapter: OpenChapter, texts: str) -> int:
    return chapter.find_node(texts.split())


def test_new_line_extends_or_creates_a_variation():
    assert (
        format_line(create_chapter("e2e4", "e2e4 e7e5", "e2e4 d7d5", "d2d4").chapter.moves) == "e2e4 (d2d4) e7e5 (d7d5)"
    )


def test_existing_line_is_not_duplicated():
    chapter = create_chapter("e2e4 e7e5")
    assert with_moves(chapter, 0, ["e2e4", "e7e5"]) is chapter.chapter


def test_variation_on_a_variation_is_its_sibling():
    chapter = create_chapter("e2e4 e7e5 f2f4", "e2e4 d7d5 e4d5", "e2e4 d7d5 a2a3", "e2e4 a7a6")
    assert format_line(chapter.chapter.moves) == "e2e4 e7e5 (d7d5 e4d5 (a2a3)) (a7a6) f2f4"


def test_promotion_swaps_variation_and_line():
    chapter = create_chapter("e2e4 e7e5 f2f4", "e2e4 d7d5 e4d5", "e2e4 a7a6")
    after = open_study_chapter(promote_line(chapter, find_node(chapter, "e2e4 d7d5 e4d5")))
    assert format_line(after.chapter.moves) == "e2e4 d7d5 (e7e5 f2f4) (a7a6) e4d5"
    assert promote_line(after, find_node(after, "e2e4 d7d5")) is after.chapter
    second = open_study_chapter(promote_line(chapter, find_node(chapter, "e2e4 a7a6")))
    assert format_line(second.chapter.moves) == "e2e4 a7a6 (e7e5 f2f4) (d7d5 e4d5)"


def test_first_variation_replaces_a_deleted_line():
    chapter = create_chapter("e2e4 e7e5 f2f4", "e2e4 d7d5 e4d5", "e2e4 a7a6")
    assert format_line(without_move(chapter, find_node(chapter, "e2e4 e7e5")).moves) == "e2e4 d7d5 (a7a6) e4d5"
    assert format_line(without_move(chapter, find_node(chapter, "e2e4 a7a6")).moves) == "e2e4 e7e5 (d7d5 e4d5) f2f4"
    assert (
        format_line(without_move(chapter, find_node(chapter, "e2e4 e7e5 f2f4")).moves) == "e2e4 e7e5 (d7d5 e4d5) (a7a6)"
    )
    assert format_line(without_move(chapter, find_node(chapter, "e2e4")).moves) == ""


def test_note_changes_only_its_node():
    chapter = create_chapter("e2e4 e7e5", "e2e4 d7d5")
    after = open_study_chapter(with_note(chapter, find_node(chapter, "e2e4 d7d5"), Note("Here.")))
    assert [place.note.comment for place in after.nodes].count("Here.") == 1
    assert after.nodes[find_node(after, "e2e4 d7d5")].note.comment == "Here."
    assert with_note(chapter, 0, Note("First.")).note.comment == "First."


def create_nested_line(state: Any, depth: int) -> tuple[StudyMove, ...]:
    """Return a line of two moves in which variations of the second move are nested to a depth."""
    game = GAMES["tensor-chess"]
    move = game.legal_actions(state)[1]
    after = game.apply(state, move)
    inner = (create_nested_line(after, depth - 1),) if depth else ()
    return StudyMove(move.text), StudyMove(game.legal_actions(after)[0].text, variations=inner)


def test_editor_limits_the_nesting_of_variations():
    """The editor nests variations up to 16 deep (docs/formats.md)."""
    game = GAMES["tensor-chess"]
    chapter = open_study_chapter(
        replace(EMPTY_CHAPTER, moves=create_nested_line(game.initial({}, 0), MAX_VARIATION_DEPTH))
    )
    for line, is_allowed in ((MAX_VARIATION_DEPTH - 1, True), (MAX_VARIATION_DEPTH, False)):
        place = chapter.lines[line].nodes[0]
        third = game.legal_actions(chapter.timeline(place).state)[2].text
        if is_allowed:
            assert open_study_chapter(with_moves(chapter, place, [third])).find_node([*chapter.texts(place), third])
        else:
            with pytest.raises(StudyError, match="nested"):
                with_moves(chapter, place, [third])


def test_task_requires_the_players_whole_turn():
    chapter = open_study_chapter(with_moves(open_study_chapter(Chapter("sensei")), 0, ["a1-a4", "end", "a7-a5", "end"]))
    task = create_task_for_move(chapter, 1)
    assert task is not None
    assert task.accepted_answers == (("a1-a4", "end"),)
    assert create_task_for_move(chapter, 0) is None


@settings(max_examples=20, deadline=None)
@given(draw_study(), st.data())
def test_edited_chapter_equals_the_reloaded_one(study, data):
    """An edited chapter equals the chapter parsed from its text, although the editor does not replay earlier lines."""
    before = open_study_chapter(study.chapters[0])
    place = data.draw(st.integers(0, len(before.nodes) - 1))
    edits = [with_note(before, place, Note("x"))]
    timeline = before.timeline(place)
    if timeline.outcome is None and (actions := timeline.game.legal_actions(timeline.state)):
        edits.append(with_moves(before, place, [data.draw(st.sampled_from(actions[:40])).text]))
    if place:
        edits += [without_move(before, place), promote_line(before, place)]
    note = Note("y", task=before.nodes[place].note.task)
    chapter = with_note(before, place, note)
    assert with_updated_note(before, chapter, place, note) == open_chapter(chapter, GAMES)
    for chapter in edits:
        assert open_chapter(chapter, GAMES, previous_tree=before) == open_chapter(chapter, GAMES)


def test_work_of_reopening_grows_linearly_with_variations() -> None:
    """The number of steps to open a chapter is proportional to the number of its variations."""

    def count_reopening_lines(variation_count: int) -> int:
        game = GAMES["sensei"]
        actions = game.legal_actions(game.initial({}, 0))
        main, *others = (action.text for action in actions)
        moves = (
            StudyMove(
                main, variations=tuple((StudyMove(text),) for text in (others * variation_count)[:variation_count])
            ),
        )
        before = open_study_chapter(Chapter("sensei", moves=moves))
        chapter = with_note(before, 1, Note("x"))
        return count_lines(lambda: open_chapter(chapter, GAMES, previous_tree=before))

    assert count_reopening_lines(400) < 5 * count_reopening_lines(100)
