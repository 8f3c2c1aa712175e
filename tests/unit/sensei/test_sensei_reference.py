"""Compare the rules of Sensei, which use bit masks, with the reference, which uses letters."""

from __future__ import annotations

import random

from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.bitboard import board_tables as tables_of
from ruleboard.games.sensei.bitboard import edge_line, iter_squares, square_name, touching_stones
from ruleboard.games.sensei.notation import Draft, parse_draft_position
from ruleboard.games.sensei.state import MODES, State, turn_start
from tests.unit.sensei import reference
from tests.unit.sensei.positions import create_random_state

GAME = PACKAGE.game


def create_draft(state: State) -> Draft:
    """Return the letters of a state."""
    return parse_draft_position(GAME.format_position(state))


def find_ending(state: State) -> tuple[int | None, set[str]] | None:
    """Return the winner of a state and the highlighted squares, as the reference does."""
    outcome = GAME.outcome(state)
    if outcome is None:
        return None
    return None if outcome.is_draw else outcome.winners[0], set(outcome.squares)


def assert_matches_reference(state: State, rng: random.Random) -> None:
    """Compare the ending of a state, its legal actions in order, and the state after one of them."""
    draft = create_draft(state)
    actions = GAME.legal_actions(state)
    assert find_ending(state) == reference.find_ending(draft)
    assert [action.text for action in actions] == reference.find_legal_actions(draft)
    if actions:
        action = rng.choice(actions)
        assert create_draft(GAME.next_state(state, action.move)) == reference.position_after(draft, action.text)


def test_random_positions_match_the_reference() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        assert_matches_reference(create_random_state(rng), rng)


def test_random_games_match_the_reference() -> None:
    for seed, mode in enumerate([*MODES] * 3):
        rng = random.Random(seed)
        state = GAME.initial({"mode": mode}, 0)
        for _ in range(120):
            assert_matches_reference(state, rng)
            actions = GAME.legal_actions(state)
            if not actions:
                break
            state = GAME.next_state(state, rng.choice(actions).move)


def test_lines_match_the_reference() -> None:
    """The rules and the reference find the same lines and touching stones on nearly full boards."""
    rng = random.Random(2)
    line_count = 0
    for _ in range(1500):
        state = create_random_state(rng, uses_few_ranks=True)
        draft = create_draft(state)
        for side in (0, 1):
            stones, enemy_stones, *_ = turn_start(state, side).position
            expected = reference.find_lines(draft, side)
            assert len(expected) < 2, "a side has too few stones for two lines"
            line_count += len(expected)
            lines = expected[0] if expected else frozenset()
            expected_touching_stones = reference.find_touching_stones(draft, side, lines)
            tables = tables_of(state.mode)
            assert {*map(square_name, iter_squares(edge_line(tables, stones)))} == {
                *map(reference.format_square, lines)
            }
            assert {*map(square_name, iter_squares(touching_stones(tables, stones, enemy_stones)))} == {
                *map(reference.format_square, expected_touching_stones)
            }
    assert line_count > 100
