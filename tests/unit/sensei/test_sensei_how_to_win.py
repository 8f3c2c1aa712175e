"""The claims of the lessons on how to win at Sensei, judged by the opponents' exact searches."""

from __future__ import annotations

from collections.abc import Callable, Generator

import pytest

from ruleboard.games.courses import lesson
from ruleboard.games.lessons import Step
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.bitboard import TurnEnd, board_tables, find_win, position
from ruleboard.games.sensei.finishes import forced_win
from ruleboard.games.sensei.state import ALL_RAYS, SQUARE_NAMES, State
from tests.unit.sensei.positions import at, play, squares

GAME = PACKAGE.game


def step(id: str, number: int = 1) -> Step:
    """A step of the course, by its lesson and its number from 1."""
    opened_lesson = lesson("sensei", id)
    assert opened_lesson is not None
    return opened_lesson.steps[number - 1]


def one_action_answers(lesson_step: Step) -> set[str]:
    """The accepted answers, each of one action."""
    assert lesson_step.task is not None
    assert all(len(line) == 1 for line in lesson_step.task.accept)
    return {line[0] for line in lesson_step.task.accept}


def ended(state: State, text: str) -> State:
    """The position after an action with which the turn is over."""
    after = play(state, text)
    return after if after.side != state.side else play(after, "end")


def can_win(state: State) -> bool:
    """True if the side to move wins in this turn."""
    return find_win(board_tables(state.mode), position(state)) is not None


def result(searching: Generator[int, None, TurnEnd | None]) -> TurnEnd | None:
    """The result of a search."""
    while True:
        try:
            next(searching)
        except StopIteration as end:
            end_value: TurnEnd | None = end.value
            return end_value


def wins_by_force(state: State, text: str) -> bool:
    """True if after this action, the last of the turn, no answer keeps its side from winning in its next turn."""
    answer = position(ended(state, text))
    return (
        result(
            forced_win(
                board_tables(state.mode), position(state), [TurnEnd(answer.enemy_stones, answer.enemy_character)]
            )
        )
        is not None
    )


def holds(state: State, text: str) -> bool:
    """True if after this action, the last of the turn, the other side does not win in its turn."""
    return not can_win(ended(state, text))


@pytest.mark.parametrize(
    ("id", "number", "claim"),
    [
        ("win-beside", 1, wins_by_force),
        ("win-beside", 2, wins_by_force),
        ("win-pave", 1, wins_by_force),
        ("win-stop", 1, holds),
        ("unfair", 3, holds),
    ],
)
def test_task_accepts_exactly_the_requested_turns(id: str, number: int, claim: Callable[[State, str], bool]) -> None:
    lesson_step = step(id, number)
    state = at(lesson_step.position)
    fulfil = {action.text for action in GAME.legal_actions(state) if claim(state, action.text)}
    assert fulfil == one_action_answers(lesson_step)


def far_squares(square: str) -> set[str]:
    """The squares of Green's far row in line with a square."""
    return {
        SQUARE_NAMES[place]
        for ray in ALL_RAYS[SQUARE_NAMES.index(square)]
        for place in ray
        if SQUARE_NAMES[place].endswith("7")
    }


def test_centre_aligns_with_three_far_edge_squares() -> None:
    """From d1 one is, from d4 three; of the stones in reach no other one sees three."""
    state = at(step("win-edge").position)
    assert far_squares("d1") == squares("d7")
    assert far_squares("d4") == squares("a7 d7 g7")
    goals = {action.text[-2:] for action in GAME.legal_actions(state) if action.text.startswith("@d1-")}
    assert {goal for goal in goals if len(far_squares(goal)) == 3} == {"d4"}
    assert {goal for goal in goals if len(far_squares(goal)) == 2} >= squares("b3 f3")


def test_first_question_precedes_the_second() -> None:
    """Green can win in this turn; were it Red's turn, Red would."""
    green = at(step("win-plan").position)
    red = at(step("win-plan").position.replace(" g ", " r "))
    assert can_win(green)
    assert can_win(red)


def test_stone_reaches_a1_in_two_moves() -> None:
    """Red's threat in the lesson on standing in the way."""
    red = ended(at(step("win-stop").position), "end")
    won = play(red, "b2-a2 a2-a1 @d4-a1")
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert "b2-a1" not in {action.text for action in GAME.legal_actions(red)}
