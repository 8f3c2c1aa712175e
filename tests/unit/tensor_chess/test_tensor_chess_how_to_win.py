"""Verify the claims of Tensor Chess's lessons on winning by trying all moves and replies."""

from __future__ import annotations

import pytest

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.state import State
from ruleboard.learning.courses import find_lesson

GAME = PACKAGE.game


def find_task(id: str) -> tuple[State, set[str]]:
    """Return the position of a lesson's only step and the moves that its task accepts."""
    opened_lesson = find_lesson("tensor-chess", id)
    assert opened_lesson is not None
    (step,) = opened_lesson.steps
    assert step.task is not None
    return GAME.parse_position(step.position), {line[0] for line in step.task.accepted_lines}


def find_positions_by_move(state: State) -> dict[str, State]:
    """Return the positions after all legal moves, by the texts of the moves."""
    return {action.text: GAME.apply(state, action) for action in GAME.legal_actions(state)}


def has_queen(state: State) -> bool:
    """Return True if Black has a queen."""
    return b"q" in state.board


def can_win_queen(state: State) -> bool:
    """Return True if Black is in check and White captures the queen in the next move after every reply."""
    answers = find_positions_by_move(state).values()
    return (
        in_check(state)
        and bool(answers)
        and all(
            any(not has_queen(state_after_reply) for state_after_reply in find_positions_by_move(answer).values())
            for answer in answers
            if has_queen(answer)
        )
        and all(has_queen(answer) for answer in answers)
    )


@pytest.mark.parametrize("id", ["win-corner", "win-fork"])
def test_one_move_forces_the_win_of_the_queen(id: str) -> None:
    state, accepted_moves = find_task(id)
    assert {
        text for text, next_state in find_positions_by_move(state).items() if can_win_queen(next_state)
    } == accepted_moves


@pytest.mark.parametrize("id", ["win-pair", "win-plan"])
def test_one_move_gives_checkmate(id: str) -> None:
    state, accepted_moves = find_task(id)
    outcomes = {text: GAME.outcome(next_state) for text, next_state in find_positions_by_move(state).items()}
    assert {text for text, outcome in outcomes.items() if outcome and outcome.winners == (0,)} == accepted_moves
