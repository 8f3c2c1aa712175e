"""Test the JSON of studies (docs/formats.md), its errors, and whether the moves of studies are legal."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from ruleboard.engine.errors import NewerStudy, StudyError
from ruleboard.engine.limits import MAX_STUDY_LENGTH, MAX_STUDY_MOVES
from ruleboard.engine.study import Chapter, Study, StudyMove, count_moves
from ruleboard.engine.study_text import format_study, parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.registry import GAMES
from tests.support.studies import draw_study
from tools.setup import ROOT

SCHEMA = json.loads((ROOT / "docs" / "ruleboard-study-1.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def create_study_text(chapter: dict[str, Any], **more: Any) -> str:
    """Return the text of a study with one chapter of Sensei."""
    return json.dumps(
        {"format": "ruleboard-study/1", "title": "T", "chapters": [{"game": "sensei", **chapter}], **more}
    )


# --- the text ----------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(draw_study())
def test_study_survives_json_and_fits_the_schema(study: Study):
    text = format_study(study)
    assert parse_study(text) == study
    VALIDATOR.validate(json.loads(text))
    for chapter in study.chapters:
        assert len(open_chapter(chapter, GAMES).nodes) == 1 + count_moves(chapter.moves)


def test_schema_is_valid():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "file",
    [
        file
        for folder in ("examples", "docs", "tests/saved_games")
        for file in sorted((ROOT / folder).rglob("*.json"))
        if '"ruleboard-study/' in file.read_text(encoding="utf-8") and "schema" not in file.name
    ],
    ids=lambda file: file.name,
)
def test_repository_studies_fit_schema_and_rules(file):
    text = file.read_text(encoding="utf-8")
    VALIDATOR.validate(json.loads(text))
    study = parse_study(text)
    for number, chapter in enumerate(study.chapters, 1):
        open_chapter(chapter, GAMES, f"chapters[{number}]")


def test_documented_study_is_valid():
    examples = re.findall(
        r"```json\n(\{\"format\": \"ruleboard-study.*?)```", (ROOT / "docs/formats.md").read_text(), re.DOTALL
    )
    for text in examples:
        VALIDATOR.validate(json.loads(text))
        open_chapter(parse_study(text).chapters[0], GAMES)
    assert len(examples) == 1


WRONG_CHAPTERS = [
    ({"moves": "a1-a4"}, "chapters[1].moves", "a list"),
    ({"moves": [7]}, "chapters[1].moves[1]", "a move in quotes"),
    ({"moves": [{"comment": "no move"}]}, "chapters[1].moves[1].move", "text in quotes"),
    ({"moves": [{"move": "a1-a4", "coment": "slip"}]}, "chapters[1].moves[1].coment", "comment"),
    ({"moves": [{"move": "a1-a4", "glyph": "+-"}]}, "chapters[1].moves[1].glyph", "!?"),
    ({"moves": [{"move": "a1-a4", "variations": [[]]}]}, "chapters[1].moves[1].variations[1]", "a list of moves"),
    ({"marks": [{"kind": "arrow", "path": ["a1"]}]}, "chapters[1].marks[1].path", "a list of places"),
    ({"marks": [{"kind": "ring", "at": "a1", "color": "pink"}]}, "chapters[1].marks[1].color", "green"),
    ({"marks": [{"kind": "label", "at": "a1"}]}, "chapters[1].marks[1].text", "text in quotes"),
    ({"marks": [{"kind": "label", "at": "a1", "text": "long"}]}, "chapters[1].marks[1].text", "3"),
    ({"marks": [{"kind": "danger", "at": "a1", "color": "red"}]}, "chapters[1].marks[1].color", "at"),
    ({"task": {"accept": []}}, "chapters[1].task.accept", "at least one answer"),
    ({"task": {"accept": ["a1-a4"], "wrong": [{"move": "a1-a3"}]}}, "chapters[1].task.wrong[1].comment", "text"),
    ({"side": 0}, "chapters[1].side", "1"),
    ({"seed": True}, "chapters[1].seed", "0"),
    ({"options": {"mode": 1}}, "chapters[1].options", "an object with text values"),
]


@pytest.mark.parametrize(
    ("chapter", "where", "expected"), WRONG_CHAPTERS, ids=[where for _chapter, where, _expected in WRONG_CHAPTERS]
)
def test_error_reports_position_and_expectation(chapter, where, expected):
    text = create_study_text(chapter)
    with pytest.raises(StudyError) as error_info:
        parse_study(text)
    assert error_info.value.where == where
    assert expected in error_info.value.expected
    assert not VALIDATOR.is_valid(json.loads(text))


def test_truncated_text_reports_its_end():
    with pytest.raises(StudyError, match="line 2, column"):
        parse_study('{"format": "ruleboard-study/1",\n "title": "T')


def test_newer_study_differs_from_a_damaged_one():
    with pytest.raises(NewerStudy, match="newer"):
        parse_study('{"format": "ruleboard-study/2", "anything": "else"}')
    with pytest.raises(StudyError) as error_info:
        parse_study('{"format": "ruleboard/1"}')
    assert not isinstance(error_info.value, NewerStudy)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(" " * (MAX_STUDY_LENGTH + 1), id="length"),
        pytest.param("[" * 10_000, id="brackets"),
        pytest.param(create_study_text({"seed": 0}).replace(" 0}", f" {'9' * 5_000}}}"), id="digits"),
        pytest.param(create_study_text({"moves": ["a1-a4"] * (MAX_STUDY_MOVES + 1)}), id="moves"),
        pytest.param(
            create_study_text({"moves": [{"move": "end", "variations": [["end"] * 2000] * 2}]}), id="variations"
        ),
        pytest.param(create_study_text({"comment": "x" * 4_001}), id="comment"),
    ],
)
def test_too_large_studies_are_refused(text):
    with pytest.raises(StudyError):
        parse_study(text)


def test_nesting_of_variations_is_limited():
    line: list[Any] = ["a1-a4"]
    for _ in range(20):
        line = [{"move": "a1-a4", "variations": [line]}]
    with pytest.raises(StudyError, match="deeply"):
        parse_study(create_study_text({"moves": line}))


# --- the tree ----------------------------------------------------------------------------------------------------


def test_variation_replaces_the_move_at_its_node():
    """The move 1 … e5 after 1 e4, and its variation 1 … d5, are both followed by White's second move."""
    moves = (
        StudyMove("e2e4"),
        StudyMove("e7e5", variations=((StudyMove("d7d5"), StudyMove("e4d5")),)),
        StudyMove("f2f4"),
    )
    chapter = open_chapter(Chapter("tensor-chess", moves=moves), GAMES)
    assert [line.timeline.texts for line in chapter.lines] == [("e2e4", "e7e5", "f2f4"), ("e2e4", "d7d5", "e4d5")]
    assert chapter.nodes[1].children == (2, 4)
    assert chapter.nodes[4].parent == 1
    assert chapter.child_for(1, "d7d5") == 4
    assert chapter.child_for(1, "c7c5") is None
    assert chapter.timeline(5).texts == ("e2e4", "d7d5", "e4d5")
    assert [chapter.main_line_node(at) for at in (0, 2, 9)] == [0, 2, 3]


def test_resignation_ends_the_game():
    open_chapter(Chapter("sensei", moves=(StudyMove("a1-a4"), StudyMove("resign 1"))), GAMES)
    with pytest.raises(StudyError) as error_info:
        open_chapter(Chapter("sensei", moves=(StudyMove("resign 1"), StudyMove("a1-a4"))), GAMES)
    assert error_info.value.where == "moves[2]"


ILLEGAL_CHAPTERS = [
    ({"moves": ["a1-a4", "a4-a8"]}, "chapters[1].moves[2]"),
    (
        {"moves": ["a1-a4", {"move": "end", "variations": [["b1-b4", "b1-b5"]]}]},
        "chapters[1].moves[2].variations[1][2]",
    ),
    ({"task": {"accept": ["a1-a4", ["a1-a4", "a1-a4"]]}}, "chapters[1].task.accept[2]"),
    ({"task": {"accept": ["a1-a4"], "wrong": [{"move": "a7-a4", "comment": "c"}]}}, "chapters[1].task.wrong[1]"),
    ({"moves": [{"move": "a1-a4", "task": {"accept": ["a1-a2"]}}]}, "chapters[1].moves[1].task.accept[1]"),
    ({"start": "7/7"}, "chapters[1].start"),
    ({"options": {"mode": "none"}}, "chapters[1].options"),
    ({"side": 3}, "chapters[1].side"),
    ({"game": "chess"}, "chapters[1].game"),
]


@pytest.mark.parametrize(("chapter", "where"), ILLEGAL_CHAPTERS, ids=[where for _chapter, where in ILLEGAL_CHAPTERS])
def test_illegal_move_reports_its_position_in_the_text(chapter, where):
    study = parse_study(create_study_text(chapter))
    with pytest.raises(StudyError) as error_info:
        open_chapter(study.chapters[0], GAMES, "chapters[1]")
    assert error_info.value.where.startswith(where)
