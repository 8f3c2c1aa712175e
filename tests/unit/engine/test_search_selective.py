"""Test selective search on noughts and crosses and on small trees with known values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from ruleboard.engine.search.selective import search
from ruleboard.engine.search.tree import FORCED_WIN, WIN, Limits, SearchResult
from ruleboard.engine.steps import run_to_end
from tests.unit.engine.noughts import LINES, NoughtsPosition, NoughtsPositions, run_with_pauses


class Noughts(NoughtsPositions):
    """Noughts and crosses for the search. A side is in check if the other side would win with two turns in a row."""

    margin = 10

    def turns(self, position: NoughtsPosition) -> tuple[Sequence[int], Sequence[int]]:
        return (), self.free_places(position)

    def gain(self, position: NoughtsPosition, turn: int) -> int:
        return 0

    def after_null_move(self, position: NoughtsPosition) -> NoughtsPosition | None:
        return None

    def in_check(self, position: NoughtsPosition) -> bool:
        board, letter = position
        other_letter = "o" if letter == "x" else "x"
        return any(sorted(board[place] for place in line) == [".", other_letter, other_letter] for line in LINES)


def search_result(board: str, letter: str, limits: Limits) -> SearchResult[int]:
    """Run a search, check how often it pauses, and return its result."""
    rules = Noughts()
    answer, counts = run_with_pauses(search(rules, (board, letter), limits, rules.turns((board, letter))[1]))
    assert len(counts) == answer.position_count // limits.positions_per_slice
    return answer


def test_whole_game_is_a_draw() -> None:
    answer = search_result(".........", "x", Limits(9, 1_000_000))
    assert (answer.value, answer.depth) == (0, 9)


def test_search_prefers_an_immediate_win() -> None:
    answer = search_result("xx.oo....", "x", Limits(9, 1_000_000))
    assert (answer.turn, answer.value, answer.line) == (2, WIN - 1, (2,))


def test_search_prevents_an_immediate_loss() -> None:
    assert search_result("xx..o....", "o", Limits(2, 1_000_000)).turn == 2


def test_checks_extend_the_search() -> None:
    """At depth 2 the search finds a fork that wins only after three turns, because checks extend the line."""
    answer = search_result("xo..x...o", "x", Limits(2, 1_000_000))
    assert answer.value == WIN - 3


def test_search_returns_a_turn_within_its_budget() -> None:
    answer = search_result(".........", "x", Limits(9, 100, positions_per_slice=10))
    assert answer.position_count == 100
    assert answer.turn in range(9)


def test_no_turns_give_no_answer() -> None:
    with pytest.raises(ValueError, match="no turn"):
        run_to_end(search(Noughts(), (".........", "x"), Limits(1, 10), ()))  # type: ignore[arg-type]


@dataclass
class Tree:
    """A game given as a tree of named positions. Each turn has the name of the position to which it leads."""

    gaining_turns: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    checks: str = ""
    gains: Mapping[str, int] = field(default_factory=dict)
    margin: int = 10

    def turns(self, position: str) -> tuple[Sequence[str], Sequence[str]]:
        return self.gaining_turns.get(position, ""), self.others.get(position, "")

    def forcing_turns(self, position: str) -> Sequence[str]:
        return self.gaining_turns.get(position, "")

    def gain(self, position: str, turn: str) -> int:
        return self.gains.get(turn, 0)

    def position_after(self, position: str, turn: str) -> str:
        return turn

    def after_null_move(self, position: str) -> str | None:
        return None

    def in_check(self, position: str) -> bool:
        return position in self.checks

    def value(self, position: str) -> int:
        return self.values.get(position, 0)

    def result(self, position: str) -> int | None:
        return None

    def key(self, position: str) -> str:
        return position


def find_best_turn(tree: Tree, depth: int = 1, **more: object) -> SearchResult[str]:
    """Return the result of a search from the position ``r``."""
    gaining_turns, others = tree.turns("r")
    thinking = search(tree, "r", Limits(depth, 1000), (*gaining_turns, *others), **more)  # type: ignore[arg-type]
    answer: SearchResult[str] = run_to_end(thinking)  # type: ignore[arg-type,assignment]
    return answer


def test_side_without_turns_loses_in_check_else_draws() -> None:
    assert find_best_turn(Tree(others={"r": "ab"}, checks="b")).turn == "b"
    assert find_best_turn(Tree(others={"r": "ab"}, checks="b")).value >= FORCED_WIN
    assert find_best_turn(Tree(others={"r": "ab"}, values={"a": -50}), depth=2).value == 0


def test_quiescence_includes_recaptures() -> None:
    """The search prefers the quiet turn ``b`` to the capture ``a``, which the recapture ``c`` answers."""
    tree = Tree(
        gaining_turns={"r": "a", "a": "c"}, others={"r": "b"}, values={"a": -90, "c": -300}, gains={"a": 90, "c": 400}
    )
    assert find_best_turn(tree).turn == "b"


def test_earlier_positions_count_as_draws() -> None:
    tree = Tree(others={"r": "ab"}, values={"a": -200, "b": -100})
    assert (find_best_turn(tree).turn, find_best_turn(tree).value) == ("a", 200)
    assert find_best_turn(tree, repetition_counts={"a": 1}).turn == "b"


def test_noise_shifts_the_choice_but_not_the_value() -> None:
    tree = Tree(others={"r": "ab"}, values={"a": -200, "b": -190})
    answer = find_best_turn(tree, noise=lambda turn: 20 if turn == "b" else 0)
    assert (answer.turn, answer.value) == ("b", 190)
