"""Test that the praise of a task fits every solution that the task accepts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.lessons.session import open_lesson
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.engine.action import Action
from ruleboard.learning.courses import course
from ruleboard.registry import GAMES

PIECES = ("red", "blue", "yellow")
MAX_RANDOM_ACTIONS = 9


def play_action(exercise: Exercise, action: Action[Any]) -> Exercise:
    table = exercise.table
    table_with_selection = replace(table, touches=table.touches.with_selection(action.targets))
    after = exercises.handle_gesture(
        exercises.with_table(exercise, table_with_selection), Gesture(GestureKind.CHOOSE, action.text)
    )
    assert after.action_texts != exercise.action_texts or after.shows_wrong_answer
    return after


def iter_solutions(exercise: Exercise, action_count: int) -> Iterator[Exercise]:
    """Yield the exercise after solutions of at most some actions.

    If a solution may have several actions, these are the accepted lines and all solutions with a few random actions.
    """
    if exercise.is_solved:
        yield exercise
    elif not exercise.shows_wrong_answer and action_count:
        actions, played_texts = exercise.table.actions, exercise.action_texts
        lines = exercise.task.accepted_lines if exercise.task else ()
        accepted_texts = {line[len(played_texts)] for line in lines if line[: len(played_texts)] == played_texts}
        chosen_actions = actions
        if action_count > 1 or played_texts:
            sample = random.Random(f"{played_texts}").sample(actions, min(len(actions), MAX_RANDOM_ACTIONS))
            chosen_actions = [action for action in actions if action in sample or action.text in accepted_texts]
        for action in chosen_actions:
            yield from iter_solutions(play_action(exercise, action), action_count - 1)


def iter_card_solutions(exercise: Exercise) -> Iterator[Exercise]:
    """Yield the exercise after each placement of three cards that solves it, with every order of the cards' parts."""
    timeline = exercise.start
    hand = timeline.state.hands[timeline.to_move or 0]
    for cards in permutations(hand, len(PIECES)):
        texts = [f"{piece[0]}{'T' if card == 10 else card}" for piece, card in zip(PIECES, cards, strict=True)]
        placement = timeline.game.parse_action(timeline.state, f"lay {' '.join(texts)}")
        exercise_after_placement = play_action(exercise, placement)
        yield from (
            iter_solutions(exercise_after_placement, 3)
            if not exercise_after_placement.is_solved
            else (exercise_after_placement,)
        )


def find_effect_tasks(games: Sequence[str]) -> list[Any]:
    return [
        pytest.param(game, lesson.id, index, id=f"{game}-{lesson.id}-{index + 1}")
        for game in games
        for lesson in course(game)
        for index, step in enumerate(lesson.steps)
        if step.task and step.task.effect
    ]


def find_endings(game: str, lesson: str, step_index: int) -> list[Exercise]:
    """Return the exercise of a lesson step after each solution."""
    session = open_lesson(game, lesson, step_index)
    assert session
    task = session.step.task
    assert task
    assert task.effect
    if task.effect.checked_actions:
        return list(iter_card_solutions(session.exercise))
    return list(iter_solutions(session.exercise, task.effect.max_decisions))


@pytest.mark.parametrize(("game", "lesson", "step_index"), find_effect_tasks(tuple(GAMES)))
def test_praise_fits_all_solutions(game: str, lesson: str, step_index: int) -> None:
    """All solutions end with the same result. If their reasons have different numbers, the praise names no number."""
    exercises_after = find_endings(game, lesson, step_index)
    assert exercises_after
    outcomes = [exercise.table.timeline.outcome for exercise in exercises_after]
    assert len({outcome and outcome.winners for outcome in outcomes}) == 1
    reasons = {outcome.reason_for(0) for outcome in outcomes if outcome}
    numbers = {match for reason in reasons for match in re.findall(r"\b\d+ of your \w+", reason)}
    assert len(numbers) <= 1 or not re.search(r"\d+ of yours?\b", exercises_after[0].feedback)


def feedback_on(game: str, lesson: str, step_index: int, action_text: str) -> str:
    """Return the feedback on a wrong first action of a lesson step."""
    session = open_lesson(game, lesson, step_index)
    assert session
    action = next(action for action in session.exercise.table.actions if action.text == action_text)
    exercise_after = play_action(session.exercise, action)
    assert exercise_after.shows_wrong_answer
    return exercise_after.feedback


@pytest.mark.parametrize(
    ("game", "lesson", "step_index", "action", "other_action"),
    [
        ("sensei", "stones", 1, "d4-c4", "d4-e4"),
        ("tensor-chess", "win-corner", 0, "i7f7", "i7i6"),
        ("tensor-chess", "win-corner", 0, "i7c7", "i7i6"),
        ("tesulda", "ends", 1, "c9-d10", "c9-b10"),
        ("tesulda", "ends", 1, "g9-f10", "g9-h10"),
        ("tesulda", "win-zone", 0, "j4-i4", "j4-j5"),
    ],
)
def test_different_mistakes_have_different_reasons(
    game: str, lesson: str, step_index: int, action: str, other_action: str
) -> None:
    """The reason for one wrong answer would be false for the other, such as "the right direction" for a step left."""
    assert feedback_on(game, lesson, step_index, action) != feedback_on(game, lesson, step_index, other_action)


@pytest.mark.parametrize(
    ("lesson", "step_index", "actions"),
    [
        ("run", 0, ("run sub 0,0", "run sub 1,0")),
        ("multiplication", 1, ("run mul 0,0+1,0 at -2,0+-1,0", "run mul 0,0+1,0 at 0,1+1,1")),
    ],
)
def test_same_mistake_on_each_hex_has_the_same_reason(lesson: str, step_index: int, actions: Sequence[str]) -> None:
    reasons = {feedback_on("equilibrium", lesson, step_index, action) for action in actions}
    assert len(reasons) == 1
    assert exercises.OFF_TASK_TEXT not in reasons
