"""The numbers of actions are those that docs/python.md has, and never change their meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleboard.adapters.numbering import SPACES, UnknownNumber
from ruleboard.adapters.tensors import layout
from ruleboard.adapters.walk import MAX_BUILD_ACTIONS, Setting, Walk
from ruleboard.engine.errors import ActionError, IllegalAction, RecordError
from ruleboard.games.registry import GAMES

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "python.md").read_text(encoding="utf-8")


def row(heading: str, id: str) -> str:
    """Return the line on a game in the table below a heading."""
    (line,) = re.findall(rf"(?m)^\| `{id}` .*$", DOCS.partition(f"## {heading}")[2].partition("\n## ")[0])
    return line


@pytest.mark.parametrize("id", GAMES)
def test_ranges_are_documented(id):
    space, said = SPACES[id], row("The numbers of actions", id)
    assert f"({space.size})" in said
    for name, length in space.ranges.items():
        shown = f"*{name}*" if name in space.second_ranges else name
        first = space.range_starts[name]
        assert re.search(rf"{re.escape(shown)} {first}{f'–{first + length - 1}' if length > 1 else ''}(;| \|)", said)


@pytest.mark.parametrize("id", GAMES)
def test_parts_of_observations_are_documented(id):
    found, said = layout(Setting(id)), row("The parts of observations", id)
    assert f"({found.size})" in said
    for name, length in found.parts.items():
        if name not in ("player", "to move", "second number"):
            assert f"{name} {length}" in said


@pytest.mark.parametrize(
    ("id", "text", "numbers"),
    [
        ("sensei", "a1-a4", (1 + 0 * 49 + 21,)),
        ("sensei", "@d1-a1", (1 + 49 * 49 + 3 * 49 + 0,)),
        ("tensor-chess", "e2e4", (14 * 80 + 34,)),
        ("tensor-chess", "a1>b1a1", (2 * 6400 + 0 * 80 + 1, 5 * 6400 + 0)),
        ("tesulda", "a2-a4", (1 + 10 * 100 + 30,)),
        ("tensor-cards", "lay r1 b2 y3", (0 * 100 + 1 * 10 + 2,)),
        ("tensor-cards", "lay r9 b8 yT", (8 * 100 + 7 * 10 + 9,)),
    ],
)
def test_numbers_count_the_parts_of_an_action_like_digits(id, text, numbers):
    walk = Walk.start(Setting(id), 1)
    for number in numbers[:-1]:
        assert walk.action(number) is None
        walk = walk.step(number)
    action = walk.action(numbers[-1])
    assert action is not None
    assert walk.setting.game.format_action(walk.state, action) == text


def test_what_has_no_number_is_an_error_and_never_another_action():
    for id in GAMES:
        with pytest.raises(UnknownNumber):
            SPACES[id].numbers(object())
    with pytest.raises(UnknownNumber, match="no place 2401"):
        SPACES["sensei"].number("stone", 49 * 49)


def test_a_number_that_cannot_be_chosen_is_refused():
    walk = Walk.start(Setting("sensei"), 0)
    for number in (1, -1, 5000):
        with pytest.raises(IllegalAction, match="cannot be chosen here"):
            walk.step(number)
    with pytest.raises(ActionError, match="'a1-a4' is no number"):
        walk.step("a1-a4")


def test_a_long_game_is_cut_off_as_a_draw():
    walk = Walk.start(Setting("tensor-chess", {}, 2), 0)
    for text in ("e2e4", "e7e5"):
        walk = walk.step(next(one for one in walk.legal_numbers if walk.text(one) == text))
    assert walk.is_cut_off
    assert (walk.player, walk.returns, walk.legal_numbers) == (None, (0.0, 0.0), ())
    with pytest.raises(RecordError, match="no number of actions"):
        Setting("sensei", {}, 0)


def test_building_an_army_comes_to_an_end():
    walk = Walk.start(Setting("tesulda", {"setup": "build"}), 0)
    (clear,) = (one for one in Walk.start(walk.setting, 0).legal_numbers if walk.text(one) == "shuffle")
    for _number in range(MAX_BUILD_ACTIONS):
        walk = walk.step(clear)
    assert [walk.text(one) for one in walk.legal_numbers] == ["done"]
    assert walk.step(walk.legal_numbers[0]).player == 1


def test_a_game_without_numbers_is_refused_in_words(monkeypatch):
    monkeypatch.delitem(SPACES, "sensei")
    with pytest.raises(RecordError, match="the actions of sensei have no numbers"):
        Setting("sensei")
