"""Verify the claims of Sensei's lessons on winning with the bot's exact searches."""

from __future__ import annotations

from collections.abc import Callable, Generator

import pytest

from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.bitboard import TurnEnd, board_tables, find_win
from ruleboard.games.sensei.forced_wins import find_forcing_turn
from ruleboard.games.sensei.state import ALL_RAYS, SQUARE_NAMES, State
from ruleboard.learning.courses import find_lesson
from ruleboard.learning.lessons import Step
from tests.unit.sensei.positions import parse_squares, parse_state, play

GAME = PACKAGE.game


def find_step(id: str, number: int = 1) -> Step:
    """Return a step of a lesson by its number, counted from 1."""
    opened_lesson = find_lesson("sensei", id)
    assert opened_lesson is not None
    return opened_lesson.steps[number - 1]


def find_one_action_answers(lesson_step: Step) -> set[str]:
    """Return the accepted answers that consist of one action."""
    assert lesson_step.task is not None
    assert all(len(line) == 1 for line in lesson_step.task.accepted_lines)
    return {line[0] for line in lesson_step.task.accepted_lines}


def position_after(state: State, text: str) -> State:
    """Return the position after an action that ends the turn."""
    next_state = play(state, text)
    return next_state if next_state.side != state.side else play(next_state, "end")


def can_win(state: State) -> bool:
    """Return True if the side to move can win in this turn."""
    return find_win(board_tables(state.mode), state.position) is not None


def run_search(search_steps: Generator[int, None, TurnEnd | None]) -> TurnEnd | None:
    """Run a search to its end and return its result."""
    while True:
        try:
            next(search_steps)
        except StopIteration as stop:
            end_value: TurnEnd | None = stop.value
            return end_value


def can_win_by_force(state: State, text: str) -> bool:
    """Return True if a side that ends its turn with this action can win in its next turn after every reply."""
    answer = position_after(state, text).position
    return (
        run_search(
            find_forcing_turn(
                board_tables(state.mode), state.position, [TurnEnd(answer.enemy_stones, answer.enemy_character)]
            )
        )
        is not None
    )


def can_prevent_win(state: State, text: str) -> bool:
    """Return True if the other side cannot win in its next turn after a side ends its turn with this action."""
    return not can_win(position_after(state, text))


@pytest.mark.parametrize(
    ("id", "number", "claim"),
    [
        ("win-beside", 1, can_win_by_force),
        ("win-beside", 2, can_win_by_force),
        ("win-pave", 1, can_win_by_force),
        ("win-stop", 1, can_prevent_win),
        ("unfair", 3, can_prevent_win),
    ],
)
def test_task_accepts_exactly_the_requested_turns(id: str, number: int, claim: Callable[[State, str], bool]) -> None:
    lesson_step = find_step(id, number)
    state = parse_state(lesson_step.position)
    matching_texts = {action.text for action in GAME.legal_actions(state) if claim(state, action.text)}
    assert matching_texts == find_one_action_answers(lesson_step)


def find_far_squares(square: str) -> set[str]:
    """Return the squares of Green's far row that are in line with a square."""
    return {
        SQUARE_NAMES[place]
        for ray in ALL_RAYS[SQUARE_NAMES.index(square)]
        for place in ray
        if SQUARE_NAMES[place].endswith("7")
    }


def test_centre_aligns_with_three_far_edge_squares() -> None:
    """Three far squares are in line with d4, one with d1, and fewer than three with any other stone in reach."""
    state = parse_state(find_step("win-edge").position)
    assert find_far_squares("d1") == parse_squares("d7")
    assert find_far_squares("d4") == parse_squares("a7 d7 g7")
    goals = {action.text[-2:] for action in GAME.legal_actions(state) if action.text.startswith("@d1-")}
    assert {goal for goal in goals if len(find_far_squares(goal)) == 3} == {"d4"}
    assert {goal for goal in goals if len(find_far_squares(goal)) == 2} >= parse_squares("b3 f3")


def test_first_question_precedes_the_second() -> None:
    """The first question comes first: Green can win in this turn, although Red could win in the next one."""
    green = parse_state(find_step("win-plan").position)
    red = parse_state(find_step("win-plan").position.replace(" g ", " r "))
    assert can_win(green)
    assert can_win(red)


def test_stone_reaches_a1_in_two_moves() -> None:
    """A stone of Red reaches a1 in two moves, which is the threat in the lesson on blocking."""
    red = position_after(parse_state(find_step("win-stop").position), "end")
    winning_state = play(red, "b2-a2 a2-a1 @d4-a1")
    outcome = GAME.outcome(winning_state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert "b2-a1" not in {action.text for action in GAME.legal_actions(red)}
