"""Test that the numbers of actions match docs/python.md and that their meaning never changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleboard.adapters.numbering import ACTION_SPACES, UnknownNumber
from ruleboard.adapters.tensors import layout
from ruleboard.adapters.walk import MAX_BUILD_ACTIONS, Setting, Walk
from ruleboard.engine.errors import ActionError, IllegalAction, RecordError
from ruleboard.registry import GAMES

DOCS_TEXT = (Path(__file__).resolve().parents[3] / "docs" / "python.md").read_text(encoding="utf-8")


def find_row(heading: str, id: str) -> str:
    """Return the row of a game in the table below a heading."""
    (line,) = re.findall(rf"(?m)^\| `{id}` .*$", DOCS_TEXT.partition(f"## {heading}")[2].partition("\n## ")[0])
    return line


@pytest.mark.parametrize("id", GAMES)
def test_documented_ranges_are_current(id):
    space, table_row = ACTION_SPACES[id], find_row("The numbers of actions", id)
    assert f"({space.size})" in table_row
    for name, length in space.ranges.items():
        label = f"*{name}*" if name in space.second_ranges else name
        first = space.range_starts[name]
        assert re.search(
            rf"{re.escape(label)} {first}{f'–{first + length - 1}' if length > 1 else ''}(;| \|)", table_row
        )


@pytest.mark.parametrize("id", GAMES)
def test_documented_observation_parts_are_current(id):
    parts_layout, table_row = layout(Setting(id)), find_row("The parts of observations", id)
    assert f"({parts_layout.size})" in table_row
    for name, length in parts_layout.parts.items():
        if name not in ("player", "to move", "second number"):
            assert f"{name} {length}" in table_row


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
def test_action_numbers_use_mixed_radix(id, text, numbers):
    walk = Walk.start(Setting(id), 1)
    for number in numbers[:-1]:
        assert walk.action(number) is None
        walk = walk.step(number)
    action = walk.action(numbers[-1])
    assert action is not None
    assert walk.setting.game.format_action(walk.state, action) == text


def test_action_without_number_raises_error():
    for id in GAMES:
        with pytest.raises(UnknownNumber):
            ACTION_SPACES[id].numbers(object())
    with pytest.raises(UnknownNumber, match="no place 2401"):
        ACTION_SPACES["sensei"].number("stone", 49 * 49)


def test_illegal_action_number_is_rejected():
    walk = Walk.start(Setting("sensei"), 0)
    for number in (1, -1, 5000):
        with pytest.raises(IllegalAction, match="cannot be chosen here"):
            walk.step(number)
    with pytest.raises(ActionError, match="'a1-a4' is not an action number"):
        walk.step("a1-a4")


def test_long_game_is_truncated_as_draw():
    walk = Walk.start(Setting("tensor-chess", {}, 2), 0)
    for text in ("e2e4", "e7e5"):
        walk = walk.step(next(number for number in walk.legal_numbers if walk.text(number) == text))
    assert walk.is_truncated
    assert (walk.player, walk.returns, walk.legal_numbers) == (None, (0.0, 0.0), ())
    with pytest.raises(RecordError, match="not a number of actions"):
        Setting("sensei", {}, 0)


def test_army_building_terminates():
    walk = Walk.start(Setting("tesulda", {"setup": "build"}), 0)
    (shuffle_number,) = (
        number for number in Walk.start(walk.setting, 0).legal_numbers if walk.text(number) == "shuffle"
    )
    for _number in range(MAX_BUILD_ACTIONS):
        walk = walk.step(shuffle_number)
    assert [walk.text(number) for number in walk.legal_numbers] == ["done"]
    assert walk.step(walk.legal_numbers[0]).player == 1


def test_game_without_numbering_gives_readable_error(monkeypatch):
    monkeypatch.delitem(ACTION_SPACES, "sensei")
    with pytest.raises(RecordError, match="the actions of sensei have no numbers"):
        Setting("sensei")
