"""Test the animations of figures and pieces between two pictures of Tesulda."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.board import SQUARE_NUMBERS
from ruleboard.games.tesulda.layout import BOARD
from ruleboard.games.tesulda.state import State
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node
from tests.unit.tesulda.positions import create_position, play

VIEW = PACKAGE.view
GAME = PACKAGE.game

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}


def find_motions(state: State, text: str, seat: int = 0) -> tuple[Motion, ...]:
    """Return the animations of an action."""
    action = GAME.parse_action(state, text)
    return VIEW.motions(state, action, GAME.apply(state, action), seat)


def find_start_and_end_keys(played_motions: tuple[Motion, ...]) -> list[tuple[str, str]]:
    """Return the keys at the start and at the end of each animation."""
    return [(motion.start, motion.end) for motion in played_motions]


def find_keys(state: State, seat: int) -> list[str]:
    """Return all keys in a player's picture of a state."""

    def walk(node: Node) -> Iterator[str]:
        if node.key:
            yield node.key
        for child in node.children:
            yield from walk(child)

    return list(walk(VIEW.picture(state, seat, Marks())))


def test_dodger_animation_bends_at_its_corner() -> None:
    state = create_position({**DISTANT_PRIMES, "e4": "Tcsz", "e5": "tcs"})
    (motion,) = find_motions(state, "e4-f6")
    assert (motion.start, motion.end) == ("light-e4", "light-f6")
    assert len(motion.points) == 3


def test_dodger_animation_takes_the_shortest_path() -> None:
    """The animation takes the shortest path, although two diagonal squares and one square back would be legal, too."""
    state = create_position({**DISTANT_PRIMES, "e4": "Ccsz", "f6": "tcs"})
    (motion, *_other_motions) = find_motions(state, "e4-f6")
    assert motion.points == tuple(BOARD.centre(SQUARE_NUMBERS[square], 0) for square in ("e4", "e5", "f6"))


def test_captured_pieces_move_to_the_displayed_figure() -> None:
    moves = find_motions(create_position({**DISTANT_PRIMES, "e4": "Sc", "e5": "tcs"}), "e4-e5")
    assert find_start_and_end_keys(moves) == [
        ("light-e4", "light-e5"),
        ("dark-e5-c1", "loose-prey:c1"),
        ("dark-e5-s1", "loose-prey:s1"),
    ]
    assert len(moves[0].points) == 2


def test_last_crown_capture_moves_pieces_to_the_pool() -> None:
    state = create_position({"a1": "Ck", "e4": "Sc", "e5": "tck"}, pool="cc")
    assert find_start_and_end_keys(find_motions(state, "e4-e5")) == [
        ("light-e4", "light-e5"),
        ("dark-e5-c1", "pool:c-3"),
        ("dark-e5-k1", "pool:k-1"),
    ]


def test_taken_pieces_move_to_figure_and_others_to_pool() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sc", "e9": "thhcs"}, pool="hh"), "e8-e9")
    moves = find_motions(state, "take:ch")
    assert find_start_and_end_keys(moves)[:2] == [("loose-prey:c1", "light-e9-c2"), ("loose-prey:h1", "light-e9-h1")]
    assert set(find_start_and_end_keys(moves)[2:]) == {
        ("light-e9-c1", "light-e9-c1"),
        ("loose-prey:s1", "pool:s-1"),
        ("loose-prey:h2", "pool:h-3"),
    }


def test_swapped_pieces_move_between_figures() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scch", "d5": "Cs"}), "e4-e5")
    moves = find_motions(state, "swap:e5>d5:cc")
    assert find_start_and_end_keys(moves)[:2] == [("light-e5-c1", "light-d5-c1"), ("light-e5-c2", "light-d5-c2")]
    assert set(find_start_and_end_keys(moves)[2:]) == {("light-d5-s1", "light-d5-s1"), ("light-e5-h1", "light-e5-h1")}


def test_resources_move_from_the_pool() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sc"}, pool="cchhh"), "e8-e9")
    assert find_start_and_end_keys(find_motions(state, "res:hh"))[:2] == [
        ("pool:h-3", "light-e9-h1"),
        ("pool:h-2", "light-e9-h2"),
    ]


def test_exchanged_figures_move_both_ways() -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "S>e1", "T>a2")
    action = next(action for action in GAME.legal_actions(state) if set(action.targets) == {"e1", "a2"})
    moves = VIEW.motions(state, action, GAME.apply(state, action), 0)
    assert set(find_start_and_end_keys(moves)) == {("light-e1", "light-a2"), ("light-a2", "light-e1")}


def test_built_parts_move_from_and_to_the_store() -> None:
    state = GAME.initial({"setup": "build"}, 1)
    assert find_start_and_end_keys(find_motions(state, "S>e1")) == [("base:S-uppermost", "light-e1")]
    state = play(state, "S>e1")
    assert find_start_and_end_keys(find_motions(state, "c>e1")) == [("store:c-uppermost", "light-e1-c1")]
    state = play(state, "c>e1")
    assert find_start_and_end_keys(find_motions(state, "e1:c>store")) == [("light-e1-c1", "store:c-uppermost")]
    assert find_start_and_end_keys(find_motions(state, "e1>store")) == [("light-e1", "base:S-uppermost")]
    assert find_motions(state, "clear") == ()


@pytest.mark.parametrize("seed", range(6))
def test_every_moving_node_is_once_in_both_pictures(seed: int) -> None:
    chance = random.Random(seed)
    state = GAME.initial({"setup": ("default", "shuffled", "build")[seed % 3]}, seed)
    for _ in range(80):
        actions = GAME.legal_actions(state)
        if not actions:
            break
        exchange_actions = [action for action in actions if action.text.startswith(("take:", "swap:", "res:"))]
        attacks = [action for action in actions if action.kind == "capture"]
        action = chance.choice(attacks or exchange_actions or list(actions))
        next_state = GAME.apply(state, action)
        seat = chance.choice((0, 1))
        moves = VIEW.motions(state, action, next_state, seat)
        before_keys, after_keys = find_keys(state, seat), find_keys(next_state, seat)
        assert len(set(after_keys)) == len(after_keys)
        ends = [motion.end for motion in moves]
        assert len(set(ends)) == len(ends)
        assert {motion.start for motion in moves} <= set(before_keys)
        assert set(ends) <= set(after_keys)
        state = next_state
