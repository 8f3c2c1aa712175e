"""Test that the labels of targets name the marks of the targets."""

from __future__ import annotations

import pytest

from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks, label_with_marks
from tests.support.pictures import iter_nodes


def find_labels(game: str, marks: Marks) -> dict[str, str]:
    """Return the labels of a game's first picture, by target."""
    rules = GAMES[game]
    state = rules.initial({option.id: option.default for option in rules.options}, 5)
    picture = VIEWS[game].picture(state, 0, marks)
    return {
        node.attrs["data-target"]: node.attrs["aria-label"]
        for node in iter_nodes(picture)
        if "data-target" in node.attrs
    }


@pytest.mark.parametrize("game", GAMES)
def test_label_names_each_mark(game: str) -> None:
    plain_labels = find_labels(game, Marks())
    first, second = list(plain_labels)[:2]
    for marks in (Marks(last=frozenset({first})), Marks(danger=frozenset({first})), Marks(refused_target=first)):
        marked_labels = find_labels(game, marks)
        assert marked_labels[first].startswith(f"{plain_labels[first]}; ")
        assert marked_labels[second] == plain_labels[second]
    possible_labels = find_labels(game, Marks(selected=(second,), next_targets={first: "go"}))
    assert possible_labels[first].startswith(f"{plain_labels[first]}; ")


def test_label_does_not_answer_tasks() -> None:
    """A label names a possible next target only if the picture shows it. Otherwise the label would solve the task."""
    assert label_with_marks("e4, empty", "may go", shows_next_targets=False) == "e4, empty"
    assert label_with_marks("e4, empty", "may go", shows_next_targets=True) != "e4, empty"
