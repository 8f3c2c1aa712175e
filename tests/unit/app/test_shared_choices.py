"""Test that Share offers every attribute that works for a kind of board: lessons, puzzles and studies."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ruleboard.app.storage.studies import KEY_PREFIX
from ruleboard.embed.parameters import ParameterError, parse_parameters
from ruleboard.learning.courses import course, problems
from tests.support.html_elements import find_attributes
from tools.fake_browser import Storage, Tab

CHOICES = {
    "theme": "dark",
    "language": "fr",
    "width": "720",
    "flipped": "on",
    "coordinates": "on",
    "caption": "A caption",
}
"""The fields of the form, with a value that differs from the usual one."""
ATTRIBUTES = {
    "theme": "dark",
    "lang": "fr",
    "width": "720",
    "flip": "yes",
    "coordinates": "yes",
    "caption": "A caption",
}
"""The attributes that display a board differently and do not depend on its kind."""


def share_study() -> Tab:
    """Return a tab that shares a study."""
    study = {"format": "ruleboard-study/1", "title": "Mine", "chapters": [{"game": "tensor-cards", "moves": []}]}
    storage = Storage()
    storage.texts[f"{KEY_PREFIX}mine"] = json.dumps(study)
    tab = Tab(storage, "#/study/mine")
    tab.click("study.mode", "share")
    tab.change("study.embed.width", "480")
    return tab


def share_lesson() -> Tab:
    """Return a tab that shares a lesson."""
    tab = Tab(address=f"#/learn/tensor-cards/{course('tensor-cards')[0].id}")
    tab.send("do", "lessons.share", "open")
    return tab


def share_problem() -> Tab:
    """Return a tab that shares a puzzle."""
    tab = Tab(address=f"#/problem/tensor-cards/{problems('tensor-cards')[0].id}")
    tab.send("do", "problems.share", "open")
    return tab


def parse_attributes(tab: Tab, field: str) -> dict[str, str]:
    """Return the attributes of the board in the field with the lines for another page."""
    tab.idle()
    (lines,) = [str(inside) for _tag, attrs, inside in tab.all("textarea") if attrs.get("id") == field]
    (attributes,) = find_attributes(lines, "rule-board")
    return attributes


@pytest.mark.parametrize(
    ("open_dialog", "field", "message"),
    [
        (share_lesson, "exercise-snippet", "lessons.share_choice"),
        (share_problem, "exercise-snippet", "problems.share_choice"),
        (share_study, "study-embed", "study.embed"),
    ],
)
def test_share_offers_every_attribute_that_works(open_dialog: Callable[[], Tab], field: str, message: str) -> None:
    tab = open_dialog()
    before = parse_attributes(tab, field)
    messages = {attrs["data-do"] for _tag, attrs, _content in tab.all() if "data-do" in attrs}
    for name, value in CHOICES.items():
        if f"{message}.{name}" in messages:
            tab.change(f"{message}.{name}", value)
    after = parse_attributes(tab, field)
    changed_names = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    parameters = {name: value for name, value in before.items() if name != "width"}
    assert changed_names == {name for name, value in ATTRIBUTES.items() if is_valid({**parameters, name: value})}
    assert is_valid({name: value for name, value in after.items() if name != "width"})


def is_valid(attributes: dict[str, str]) -> bool:
    """Return True if a board can have these attributes."""
    try:
        parse_parameters(attributes)
    except ParameterError:
        return False
    return True
