"""Tests that the lessons of every game agree with its rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

import pytest

from ruleboard.app.board import changes as play_session
from ruleboard.app.board import exercise as exercise_updates
from ruleboard.app.board import gestures, history
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_view import exercise_board, exercise_feedback
from ruleboard.app.lessons import session as lesson_session
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.ui.prose import prose
from ruleboard.engine.action import Action
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.learning.courses import course, reference, rulings, step_timeline, step_view
from ruleboard.learning.lessons import Lesson, Step, Task, text_blocks
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from tests.support.pictures import iter_nodes
from tests.support.playouts import create_playouts

for_every_game = pytest.mark.parametrize("game", GAMES)

MAX_STEP_WORDS = 90
"""Readers, some of them twelve years old, read a step next to a board."""
MAX_SENTENCE_WORDS = 30


def for_every_step(condition: Callable[[Step], object] = lambda step: True) -> pytest.MarkDecorator:
    """Return a pytest mark that runs a test for every lesson step that meets a condition."""
    cases = [
        pytest.param(game, lesson, step_index, step, id=f"{game}-{lesson.id}-{step_index + 1}")
        for game in GAMES
        for lesson in course(game)
        for step_index, step in enumerate(lesson.steps)
        if condition(step)
    ]
    return pytest.mark.parametrize(("game", "lesson", "step_index", "step"), cases)


def start_exercise(game: str, lesson: Lesson, step_index: int) -> Exercise:
    """Return the exercise of a lesson step before any touch."""
    session = lesson_session.open_lesson(game, lesson.id, step_index)
    assert session is not None
    return session.exercise


def exercise_after_action(exercise: Exercise, text: str) -> Exercise:
    """Return the exercise after touching the targets of an action."""
    exercise = exercise_updates.with_table(exercise, history.skip_replay(exercise.table))
    while exercise.table.touches.targets:
        exercise = exercise_updates.with_table(exercise, gestures.cancel_touch(exercise.table))
    action = next((action for action in exercise.table.actions if action.text == text), None)
    assert action, f"{text} is not legal: {[action.text for action in exercise.table.actions][:40]}"
    ply = exercise.table.timeline.ply
    for target in action.targets:
        exercise = exercise_updates.handle_gesture(exercise, Gesture(GestureKind.TOUCH, target))
    if exercise.table.timeline.ply == ply:
        exercise = exercise_updates.handle_gesture(exercise, Gesture(GestureKind.CHOOSE, text))
    assert exercise.table.timeline.ply > ply
    return exercise


@for_every_game
def test_games_have_course_rules_and_rulings(game: str) -> None:
    assert len(course(game)) >= 5
    assert len(reference(game)) >= 4
    assert len(rulings(game).rulings) >= 5
    assert rulings(game).text


@for_every_step()
def test_steps_show_board_with_targets(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    timeline, seat = step_timeline(game, lesson.id, step_index)
    state = timeline.game.view(timeline.state, timeline.to_move)
    picture = step_view(game, lesson.id, step_index).picture(state, seat, Marks())
    targets = {node.attrs["data-target"] for node in iter_nodes(picture) if "data-target" in node.attrs}
    assert set(step.highlighted) <= targets
    task_targets = {target for target in find_task_targets(timeline, step) if not target.startswith("do:")}
    assert task_targets <= targets, "the targets of the task are in the visible part of the picture"
    assert 0 <= seat < len(timeline.game.sides(timeline.state))
    if step.replays_last_move:
        assert history.latest_replay(play_session.open_table("x", timeline))


def find_task_targets(timeline: Timeline[Any], step: Step) -> set[str]:
    """Return the targets of all accepted first actions of a task."""
    texts = {line[0] for line in step.task.accepted_lines} if step.task else set()
    actions = timeline.game.legal_actions(timeline.state)
    return {target for action in actions if action.text in texts for target in action.targets}


@for_every_step(lambda step: step.selection or step.next_targets is not None)
def test_selected_piece_goes_to_listed_targets(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    timeline, _ = step_timeline(game, lesson.id, step_index)
    selection = select(timeline.game.legal_actions(timeline.state), step.selection)
    assert selection.is_possible
    if step.next_targets is not None:
        assert step.selection, "a step with `goes` has a selection"
        assert {target for target in selection.next_targets if not target.startswith("do:")} == set(step.next_targets)


@for_every_step(lambda step: step.illegal_selections)
def test_refused_touches_have_stated_reason(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    timeline, _ = step_timeline(game, lesson.id, step_index)
    for refusal in step.illegal_selections:
        actions = timeline.game.legal_actions(timeline.state)
        assert select(actions, refusal.touched_targets[:-1]).is_possible
        assert not select(actions, refusal.touched_targets).is_possible
        assert refusal.reason
        assert refusal.reason in timeline.game.explain(timeline.state, refusal.touched_targets).sentence


@for_every_step()
def test_step_is_short_and_its_winner_has_won(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    assert 0 < len(step.text.split()) <= MAX_STEP_WORDS
    for block in text_blocks(step.text):
        for sentence in re.split(r"(?<=[.!?:;])\s", block):
            assert len(sentence.split()) <= MAX_SENTENCE_WORDS, sentence
    assert list(prose(step.text))
    outcome = step_timeline(game, lesson.id, step_index)[0].outcome
    if step.winner is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert outcome.is_draw if step.winner == 0 else outcome.winners == (step.winner - 1,)


@for_every_step(lambda step: step.task)
def test_accepted_lines_solve_tasks(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    assert step.task
    for line in step.task.accepted_lines:
        exercise = start_exercise(game, lesson, step_index)
        while len(exercise.action_texts) < len(line):
            assert exercise.action_texts == line[: len(exercise.action_texts)]
            exercise = exercise_after_action(exercise, line[len(exercise.action_texts)])
            assert not exercise.shows_wrong_answer
        assert exercise.is_solved
        assert exercise.feedback
        outcome = exercise.table.timeline.outcome
        assert outcome is None or not outcome.is_draw or "draw" in step.task.praise
    if step.task.effect:
        assert step.task.accepted_lines or any(
            exercise.is_solved for _, exercise in find_first_answers(game, lesson, step_index)
        )
    assert step.task.hint or step.task.accepted_lines


@for_every_step(lambda step: step.task and step.task.effect and not step.task.effect.checked_actions)
def test_wrong_turn_has_reason(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    """Each action that ends the turn is accepted or has a reason. A task of several actions has a general reason."""
    task = step.task
    assert task is not None
    assert task.effect is not None
    patterns = [wrong_action.action for wrong_action in task.wrong_actions]
    patterns += [task.effect.action, *(line[0] for line in task.accepted_lines if len(line) == 1)]
    timeline, _seat = step_timeline(game, lesson.id, step_index)
    assert "*" in patterns or task.effect.max_decisions == 1
    for action in timeline.game.legal_actions(timeline.state):
        is_turn_over = timeline.play(action).to_move not in (timeline.to_move, None)
        assert not is_turn_over or any(fnmatchcase(action.text, pattern) for pattern in patterns), action.text


@for_every_step(lambda step: step.task)
def test_tasks_have_reachable_wrong_answers(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    """Readers can give each wrong answer that a task lists, and every task has a wrong answer."""
    assert step.task
    all_answers = find_first_answers(game, lesson, step_index)
    if len(all_answers) > 1:
        assert any(not exercise.is_solved for _, exercise in all_answers)
    all_answers += find_second_answers(game, lesson, step_index, step.task)
    all_answers += find_ended_turns(game, lesson, step_index, step.task)
    for wrong_answer in step.task.wrong_actions:
        wrong_exercises = [
            exercise
            for action, exercise in all_answers
            if fnmatchcase(action.text, wrong_answer.action) and exercise.shows_wrong_answer
        ]
        assert wrong_exercises, f"{wrong_answer.action} is no possible wrong answer"
        assert wrong_answer.error_explanation in {exercise.feedback for exercise in wrong_exercises}


def find_first_answers(game: str, lesson: Lesson, step_index: int) -> list[tuple[Action, Exercise]]:
    """Return each possible first action of a step, with the exercise after that action."""
    exercise = start_exercise(game, lesson, step_index)
    return [
        (action, exercise_after_action(exercise, action.text))
        for action in exercise.table.timeline.game.legal_actions(exercise.start.state)
    ]


def find_second_answers(game: str, lesson: Lesson, step_index: int, task: Task) -> list[tuple[Action, Exercise]]:
    """Return each action that is possible after an accepted first action, with the exercise after it."""
    line = next((line for line in task.accepted_lines if len(line) > 1), None)
    exercise = exercise_after_action(start_exercise(game, lesson, step_index), line[0]) if line else None
    if exercise is None or exercise.action_texts != line[:1]:
        return []
    return [(action, exercise_after_action(exercise, action.text)) for action in exercise.table.actions]


def find_ended_turns(game: str, lesson: Lesson, step_index: int, task: Task) -> list[tuple[Action, Exercise]]:
    """Return the last actions of two wrong turns in a task of several actions, each with the exercise after it."""
    answers: list[tuple[Action, Exercise]] = []
    for choice in (0, -1) if task.effect and task.effect.max_decisions > 1 else ():
        exercise = start_exercise(game, lesson, step_index)
        action = exercise.table.actions[0]
        for _number in range(task.effect.max_decisions if task.effect else 0):
            exercise = exercise_after_action(exercise, action.text)
            if exercise.is_locked:
                answers.append((action, exercise))
                break
            action = exercise.table.actions[choice]
    return answers


@for_every_step(lambda step: step.task)
def test_touch_of_hidden_target_undoes_wrong_answer(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    """A touch where a wrong answer has hidden a target takes the answer back, and then the target can be touched."""
    view = step_view(game, lesson.id, step_index)
    for action, exercise_after_miss in find_first_answers(game, lesson, step_index):
        if not exercise_after_miss.shows_wrong_answer:
            continue
        wrong_board = exercise_board(exercise_after_miss, 0, view)
        assert "data-outdated" in wrong_board.attrs
        before = exercise_updates.handle_gesture(exercise_after_miss, Gesture(GestureKind.TOUCH, ""))
        assert (before.shows_wrong_answer, before.feedback) == (False, exercise_after_miss.feedback)
        board = exercise_board(before, 0, view)
        assert "data-outdated" not in board.attrs
        hidden_targets = set(targets_in(board)) - set(targets_in(wrong_board))
        for target in hidden_targets.intersection(before.table.selection.next_targets):
            after = exercise_updates.handle_gesture(before, Gesture(GestureKind.TOUCH, target))
            assert after.table.touches.targets[-1:] == (target,) or after.action_texts != before.action_texts, action


@for_every_step()
def test_each_touch_is_answered(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    """Each touch of a target has an effect or a reason, and so has a second touch of the same target.

    The second touch plays nothing unless the first one did. After the end of the game, the page gives its reason.
    """
    exercise = start_exercise(game, lesson, step_index)
    exercise = exercise_updates.with_table(exercise, history.skip_replay(exercise.table))
    picture = exercise_board(exercise, 0, step_view(game, lesson.id, step_index), shows_hidden=step.shows_hidden)
    touchable_targets = sorted(
        {node.attrs["data-target"] for node in iter_nodes(picture) if "data-target" in node.attrs}
    )
    if exercise.table.timeline.outcome:
        assert any(exercise_feedback(exercise, 0)) or not touchable_targets
        return
    for target in random.Random(f"{lesson.id}{step_index}").sample(touchable_targets, min(len(touchable_targets), 8)):
        touch = Gesture(GestureKind.TOUCH, target)
        exercise_after_touch = exercise_updates.handle_gesture(exercise, touch)
        exercise_after_repeat = exercise_updates.handle_gesture(exercise_after_touch, touch)
        is_first_touch_of_selection = exercise.has_initial_selection and target in exercise.initial_selection
        assert is_first_touch_of_selection or exercise_after_touch != exercise, target
        assert exercise_after_touch.feedback or not exercise_after_touch.shows_wrong_answer, target
        assert (
            exercise_after_repeat.action_texts == exercise.action_texts
            or exercise_after_touch.action_texts != exercise.action_texts
        ), target


@for_every_game
def test_rules_and_rulings_link_to_existing_steps(game: str) -> None:
    lessons = {lesson.id: lesson for lesson in course(game)}
    linked_lessons = set()
    for section in reference(game):
        assert set(section.lessons) <= lessons.keys()
        linked_lessons |= set(section.lessons)
        for diagram in section.diagrams:
            assert 1 <= diagram.step <= len(lessons[diagram.lesson].steps)
    assert linked_lessons == lessons.keys(), "the rules link to every lesson"
    assert len({section.id for section in reference(game)}) == len(reference(game))
    for ruling in rulings(game).rulings:
        assert not ruling.lesson or ruling.lesson in lessons


@for_every_game
def test_refusals_link_to_lessons(game: str) -> None:
    """Every refusal in random games names a rule that a lesson explains."""
    rules, rng = GAMES[game], random.Random(game)
    lessons = {lesson.id for lesson in course(game)}
    refusals: dict[str, str] = {}
    for playout in create_playouts(game):
        for state in rng.sample(playout.states, min(len(playout.states), 12)):
            actions = rules.legal_actions(state)
            if not actions:
                continue
            picture = VIEWS[game].picture(rules.view(state, rules.to_move(state)), 0, Marks())
            targets = [node.attrs["data-target"] for node in iter_nodes(picture) if "data-target" in node.attrs]
            for target in rng.sample(targets, min(len(targets), 10)):
                first_touch = rng.choice(actions).targets[:1]
                for touches in ((target,), (*first_touch, target)):
                    if not select(actions, touches).is_possible:
                        refusal = rules.explain(state, touches)
                        refusals[refusal.sentence] = refusal.lesson
    assert refusals
    sentences_without_lesson = {sentence: rule for sentence, rule in refusals.items() if rule not in lessons}
    assert not sentences_without_lesson


def test_task_questions_are_sentences() -> None:
    """The question of a task ends with a full stop, an exclamation mark or a question mark."""
    tasks: list[Task] = [step.task for game in GAMES for lesson in course(game) for step in lesson.steps if step.task]
    assert all(task.prompt.endswith((".", "!", "?")) for task in tasks)


@for_every_step(lambda step: step.task and step.task.prompt.endswith("?"))
def test_task_with_question_is_answered_on_the_board(game: str, lesson: Lesson, step_index: int, step: Step) -> None:
    """A task ends with a question only if every action is an answer: correct, or wrong for a stated reason."""
    for _action, exercise in find_first_answers(game, lesson, step_index):
        assert exercise.feedback != exercise_updates.OFF_TASK_TEXT


def test_buttons_are_not_below_the_board() -> None:
    """On a wide screen, the buttons are next to the board. On every screen, they are below the task."""
    steps = [step for game in GAMES for lesson in course(game) for step in lesson.steps]
    texts = [text for step in steps for text in (step.text, step.task.hint if step.task else "")]
    assert not [text for text in texts if re.search(r"(button\w*|”)\s+below\s+the\s+board", text)]
