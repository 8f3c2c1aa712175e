"""Test the parsers of lessons, rules and rulings, which divide their texts into blocks."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import RuleboardError
from ruleboard.learning.lesson_reader import LessonError, read_lessons, read_reference, read_rulings
from ruleboard.learning.lessons import text_blocks


def test_text_is_split_into_blocks() -> None:
    text = "One\nand on.\n\n- a point\n  goes on\n- another\n\n| a | b |\n| 1 | 2 |\nEnd."
    assert list(text_blocks(text)) == [
        "One and on.",
        "- a point goes on",
        "- another",
        "| a | b |",
        "| 1 | 2 |",
        "End.",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"lessons": []}, "lessons: "),
        ({"lesson": [{"id": "a"}]}, "lesson[1].title (a)"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": 3}]}]}, "lesson[1].step[1].text (a)"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": "x", "goes": "a1"}]}]}, "lesson[1].step[1].goes (a)"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": "x", "task": {"ask": "?"}}]}]}, "accepts nothing"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": "x", "says": "?"}]}]}, "lesson[1].step[1].says (a)"),
        ({"lesson": [{"id": "a", "title": "A", "step": []}] * 2}, "'a'"),
        ({"lesson": {}}, "lesson: "),
    ],
)
def test_invalid_lesson_file_raises_error_with_path(data: dict[str, object], message: str) -> None:
    with pytest.raises(LessonError) as error:
        read_lessons(data)
    assert message in str(error.value)


def test_unknown_keys_raise_error() -> None:
    with pytest.raises(RuleboardError, match="picture"):
        read_reference({"section": [{"id": "a", "title": "A", "text": "x", "picture": "y"}]})
    with pytest.raises(RuleboardError, match="why"):
        read_rulings({"ruling": [{"question": "?", "ours": "a", "other": "b", "why": "c"}]})
