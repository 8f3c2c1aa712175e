"""Compare the turns and endings of Tesulda, which use positions with bit masks, with the reference."""

from __future__ import annotations

import random

import pytest

from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.movegen import find_action
from ruleboard.games.tesulda.moves import EndTurn, MoveFigure, Swap
from ruleboard.games.tesulda.position import position_of
from ruleboard.games.tesulda.state import State
from tests.unit.tesulda import reference
from tests.unit.tesulda.positions import create_random_position_text

GAME = PACKAGE.game


def create_random_start(rng: random.Random) -> State:
    """Return a state with a few figures that often attack each other, a random pool and a random count of turns."""
    pool = "".join(sorted(rng.choices("csh", k=rng.randrange(4)), key="csdzhtk".index))
    quiet_turns = rng.choice((0, 0, 7, 149))
    text = create_random_position_text(rng, figure_count=rng.randrange(3, 8)).replace(
        "- 0", f"{pool or '-'} {quiet_turns}"
    )
    return GAME.parse_position(text)


def assert_consistent(state: State) -> None:
    """Compare the masks, the hash and the score, which change with each step, with those of the same board."""
    assert state.position == position_of(state.board, state.side, state.quiet_turns)


@pytest.mark.parametrize("seed", range(2))
def test_random_turns_match_the_reference(seed: int) -> None:
    """All actions of a turn, the positions after them, and the results are the same (A turn, End)."""
    rng = random.Random(seed)
    step_count, kinds = 0, set()
    for _ in range(100):
        state = create_random_start(rng)
        for _ in range(12):
            text = GAME.format_position(state)
            outcome = GAME.outcome(state)
            actions = GAME.legal_actions(state)
            if state.is_turn_start:
                if outcome or rng.random() < 0.2:
                    assert (outcome and outcome.returns) == reference.find_returns(text), text
                    kinds.add(outcome and outcome.returns)
                if not actions:
                    break
                action = rng.choice([candidate for candidate in actions if candidate.kind == "capture"] or actions)
                next_state = GAME.next_state(state, action.move)
                assert GAME.format_position(next_state) == reference.position_after_move(text, action.text), text
            else:
                states = {legal_action.text: GAME.next_state(state, legal_action.move) for legal_action in actions}
                step_count += len(states)
                assert {
                    name: GAME.format_position(each) for name, each in states.items()
                } == reference.positions_after_steps(text), text
                action = rng.choice([candidate for candidate in actions if not isinstance(candidate.move, EndTurn)])
                next_state = states[action.text]
                kinds.add(isinstance(action.move, Swap) and "k" in action.move.pieces)
            assert_consistent(next_state)
            state = next_state
    assert step_count > 1000
    assert kinds >= {None, (0.0, 0.0), (1.0, -1.0), (-1.0, 1.0), True}


def test_single_moves_match_the_legal_actions() -> None:
    """The quick search for one Move finds exactly the legal ones, with their marks."""
    rng = random.Random(1)
    for _ in range(20):
        state = create_random_start(rng)
        actions = {action.move: action for action in GAME.legal_actions(state)}
        moves = [MoveFigure(*rng.choices(range(100), k=2)) for _ in range(50)]
        assert {move: find_action(state, move) for move in (*actions, *moves)} == dict.fromkeys(moves) | actions
