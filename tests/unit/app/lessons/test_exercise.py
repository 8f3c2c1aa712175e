"""Test exercises: attempts, mistakes, hints and solutions, on boards from the course of Sensei."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import history
from ruleboard.app.board.changes import play_action
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_view import exercise_buttons, exercise_feedback
from ruleboard.app.lessons.session import open_lesson
from ruleboard.app.message_names import LessonMessage
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.learning.courses import course, start_timeline, step_timeline
from ruleboard.learning.lessons import Task, TaskEffect, WrongAction
from ruleboard.registry import GAMES

WINNING_POSITION = "rrrRgrr/3r3/7/7/7/7/ggg1Ggg g 21 arashi"
"""Green's character leaps from e1 to e7 and wins."""


def create_start(position: str = WINNING_POSITION) -> Timeline[object]:
    return replay(Record("sensei", {"mode": "arashi"}, 0, ("", ""), start=position), GAMES)


def create_exercise(task: Task | None, position: str = WINNING_POSITION) -> Exercise:
    return exercises.begin(create_start(position), task, id="x")


def touch_targets(exercise: Exercise, *targets: str) -> Exercise:
    for target in targets:
        exercise = exercises.handle_gesture(exercise, Gesture(GestureKind.TOUCH, target))
    return exercise


LEAP_TASK = Task(
    "Win.", accepted_lines=(("@e1-e7",),), hint="Leap.", praise="Yes!", wrong_actions=(WrongAction("@*", "Not there."),)
)


def test_solution_is_praised_and_ends_exercise() -> None:
    solved_exercise = touch_targets(create_exercise(LEAP_TASK), "e1", "e7")
    assert solved_exercise.is_solved
    assert solved_exercise.feedback == "Yes!"
    assert touch_targets(solved_exercise, "a1") == solved_exercise


def test_wrong_answer_stays_visible_until_undone() -> None:
    exercise_after_miss = touch_targets(create_exercise(LEAP_TASK), "e1", "g1")
    assert exercise_after_miss.shows_wrong_answer
    assert exercise_after_miss.feedback == "Not there."
    assert exercise_after_miss.action_texts == ("@e1-g1",)
    exercise_after_undo_of_miss = exercises.take_back(exercise_after_miss)
    assert not exercise_after_undo_of_miss.shows_wrong_answer
    assert exercise_after_undo_of_miss.action_texts == ()
    assert exercise_after_undo_of_miss.table.touches.targets == ()
    assert (exercise_after_undo_of_miss.miss_count, exercise_after_undo_of_miss.feedback) == (1, "Not there.")
    assert exercises.take_back(exercise_after_undo_of_miss) == exercise_after_undo_of_miss


def test_next_touch_replaces_wrong_answer_and_its_reason() -> None:
    exercise_after_selection = touch_targets(create_exercise(LEAP_TASK), "e1", "g1", "e1")
    assert (
        exercise_after_selection.shows_wrong_answer,
        exercise_after_selection.action_texts,
        exercise_after_selection.table.touches.targets,
    ) == (
        False,
        (),
        ("e1",),
    )
    assert exercise_after_selection.feedback == ""
    assert touch_targets(exercise_after_selection, "e7").is_solved


def test_reason_disappears_with_next_accepted_touch() -> None:
    timeline, _seat = step_timeline("tensor-chess", "beast-capture", 2)
    task = Task(
        "Capture it so that yours ends on d2 again.",
        accepted_lines=(("d2d2xe3",),),
        wrong_actions=(WrongAction("*", "Not so."),),
    )
    exercise_after_miss = touch_targets(exercises.begin(timeline, task, id="x"), "d2", "e3", "f4")
    assert exercise_after_miss.feedback == "Not so."
    exercise_after_selection = touch_targets(exercise_after_miss, "d2")
    assert (exercise_after_selection.table.touches.targets, exercise_after_selection.feedback) == (("d2",), "")


def test_touch_of_piece_moved_by_wrong_answer_only_undoes_answer() -> None:
    exercise_after_miss = touch_targets(create_exercise(LEAP_TASK), "b1", "b3")
    before = touch_targets(exercise_after_miss, "b3")
    assert not before.shows_wrong_answer
    assert not before.table.touches.refusal
    assert before.feedback == exercise_after_miss.feedback != ""
    assert touch_targets(before, "b3").table.touches.refusal


def test_drag_on_wrong_answer_restarts() -> None:
    exercise_after_miss = exercises.handle_gesture(
        exercises.handle_gesture(create_exercise(LEAP_TASK), Gesture(GestureKind.TAKE, "e1")),
        Gesture(GestureKind.DROP, "g1"),
    )
    assert exercise_after_miss.shows_wrong_answer
    exercise_during_drag = exercises.handle_gesture(exercise_after_miss, Gesture(GestureKind.TAKE, "e1"))
    assert (
        exercise_during_drag.shows_wrong_answer,
        exercise_during_drag.action_texts,
        exercise_during_drag.table.touches.targets,
    ) == (
        False,
        (),
        ("e1",),
    )
    assert exercises.handle_gesture(exercise_during_drag, Gesture(GestureKind.DROP, "e7")).is_solved


def test_late_wrong_answer_preserves_earlier_actions() -> None:
    task = Task("Go.", accepted_lines=(("a1-a2", "b1-b2"),))
    exercise_after_undo = exercises.take_back(touch_targets(create_exercise(task), "a1", "a2", "c1", "c2"))
    assert exercise_after_undo.action_texts == ("a1-a2",)
    assert touch_targets(exercise_after_undo, "b1", "b2").is_solved


def test_wrong_answer_for_combined_effect_undoes_all() -> None:
    task = Task("Win.", effect=TaskEffect(outcome="win", max_decisions=2))
    assert exercises.take_back(touch_targets(create_exercise(task), "a1", "a2", "b1", "b2")).action_texts == ()


def test_initial_selection_returns_after_wrong_answer() -> None:
    """After a wrong answer, the character on e1 is selected again and can leap to e7."""
    exercise = exercises.begin(create_exercise(LEAP_TASK).start, LEAP_TASK, ("e1",), id="x")
    exercise_after_undo = exercises.take_back(touch_targets(exercise, "g1"))
    assert exercise_after_undo.table.touches.targets == ("e1",)
    assert exercise_after_undo.has_initial_selection
    assert touch_targets(exercise_after_undo, "e7").is_solved


def test_touched_target_is_described_without_answering() -> None:
    touched_exercise = touch_targets(create_exercise(LEAP_TASK), "a7")
    assert (touched_exercise.described_target, touched_exercise.miss_count, touched_exercise.shows_wrong_answer) == (
        "a7",
        0,
        False,
    )
    assert touch_targets(create_exercise(LEAP_TASK), "e1", "e4").described_target == ""


def test_task_targets_are_visible_on_request() -> None:
    assert not create_exercise(LEAP_TASK).shows_targets
    assert exercises.restart(replace(create_exercise(LEAP_TASK), shows_targets=True)).shows_targets
    assert create_exercise(None).shows_targets
    assert create_exercise(Task("See.", accepted_lines=(("@e1-e7",),), marks_targets=True)).shows_targets
    assert exercises.begin(create_start(), LEAP_TASK, ("e1",)).shows_targets


def test_unlisted_answer_is_called_legal_but_wrong() -> None:
    assert touch_targets(create_exercise(LEAP_TASK), "a1", "a2").feedback == exercises.OFF_TASK_TEXT


def test_refused_touch_explains_without_counting_as_miss() -> None:
    exercise_after_refusal = touch_targets(create_exercise(LEAP_TASK), "e1", "e4")
    assert exercise_after_refusal.miss_count == 0
    assert "e4 is empty" in exercise_after_refusal.table.touches.refusal.sentence
    assert not exercise_after_refusal.shows_wrong_answer


def test_hint_appears_after_two_misses_or_on_request() -> None:
    exercise_after_first_miss = touch_targets(create_exercise(LEAP_TASK), "a1", "a2")
    assert exercise_after_first_miss.hint == ""
    exercise_after_second_miss = touch_targets(exercise_after_first_miss, "a1", "a3")
    assert exercise_after_second_miss.miss_count == 2
    assert exercise_after_second_miss.hint == "Leap."
    assert exercises.show_hint(create_exercise(LEAP_TASK)).hint == "Leap."
    assert touch_targets(exercise_after_second_miss, "e1", "e7").hint == ""


def test_hint_without_text_highlights_first_target() -> None:
    hinted_exercise = exercises.show_hint(create_exercise(Task("Win.", accepted_lines=(("@e1-e7",),))))
    assert hinted_exercise.hint_targets == {"e1"}
    assert "e1" in hinted_exercise.hint


def test_solution_is_accepted_in_each_listed_order() -> None:
    task = Task("Go.", accepted_lines=(("a1-a2", "b1-b2"), ("b1-b2", "a1-a2")))
    assert touch_targets(create_exercise(task), "b1", "b2", "a1", "a2").is_solved
    assert touch_targets(create_exercise(task), "a1", "a2", "c1", "c2").shows_wrong_answer


def test_opponent_actions_in_solution_are_automatic() -> None:
    task = Task("Go.", accepted_lines=(("a1-a2", "end", "a7-a6", "end", "@e1-e7"),))
    answered_exercise = touch_targets(create_exercise(task), "a1", "a2", "do:end")
    assert answered_exercise.action_texts == ("a1-a2", "end", "a7-a6", "end")
    assert not answered_exercise.is_solved
    assert touch_targets(answered_exercise, "e1", "e7").is_solved


def test_any_action_with_required_effect_solves_task() -> None:
    win_task = Task("Win.", effect=TaskEffect(outcome="win", max_decisions=2))
    assert touch_targets(create_exercise(win_task), "e1", "e7").is_solved
    assert touch_targets(create_exercise(win_task), "a1", "a2", "e1", "e7").is_solved
    assert touch_targets(create_exercise(win_task), "a1", "a2", "b1", "b2").shows_wrong_answer
    stone_task = Task("Move it.", effect=TaskEffect(action="a1-*"))
    assert touch_targets(create_exercise(stone_task), "a1", "a4").is_solved
    assert touch_targets(create_exercise(stone_task), "b1", "b4").shows_wrong_answer
    position_task = Task("There.", effect=TaskEffect(position="*/g6/1gg1Ggg *"))
    assert touch_targets(create_exercise(position_task), "a1", "a2").is_solved
    assert touch_targets(create_exercise(position_task), "a1", "a3").shows_wrong_answer


def test_turn_without_required_effect_is_undone() -> None:
    exercise_after_miss = touch_targets(
        create_exercise(Task("Win.", effect=TaskEffect(outcome="win", max_decisions=3))), "a1", "a2", "do:end"
    )
    assert (exercise_after_miss.shows_wrong_answer, exercise_after_miss.feedback) == (True, exercises.NOT_WON_TEXT)
    assert touch_targets(exercise_after_miss, "e1", "e7").is_solved
    placement = TaskEffect(position="*/g6/1gg1Ggg *", max_decisions=3)
    exercise_after_miss = touch_targets(create_exercise(Task("There.", effect=placement)), "b1", "b2", "do:end")
    assert (exercise_after_miss.shows_wrong_answer, exercise_after_miss.feedback) == (True, exercises.TURN_OVER_TEXT)


def test_turn_end_within_listed_solution_is_not_a_mistake() -> None:
    task = Task(
        "Win.",
        accepted_lines=(("a1-a2", "end", "a7-a6", "end", "@e1-e7"),),
        effect=TaskEffect(outcome="win", max_decisions=3),
    )
    assert not touch_targets(create_exercise(task), "a1", "a2", "do:end").shows_wrong_answer


def test_board_without_task_accepts_any_action() -> None:
    free_exercise = touch_targets(create_exercise(None), "a1", "a4", "b1", "b4")
    assert free_exercise.action_texts == ("a1-a4", "b1-b4")
    assert free_exercise.has_changed
    assert not exercises.restart(free_exercise).has_changed


def test_first_touch_on_preselected_piece_preserves_selection() -> None:
    exercise = exercises.begin(create_start(), LEAP_TASK, ("e1",))
    exercise_after_selection = touch_targets(exercise, "e1")
    assert exercise_after_selection.table.touches.targets == ("e1",)
    assert touch_targets(exercise_after_selection, "e7").is_solved
    assert touch_targets(exercise_after_selection, "e1").table.touches.targets == ()


def test_task_about_a_turn_ends_when_every_card_is_face_up() -> None:
    """The task stays open until the turn is over, even while card 2 needs a choice of its order during the reveal."""
    session = open_lesson("tensor-cards", "secret", 1)
    assert session is not None
    position = "short-order first-star r3,0 b2,2 y1,4 W1234 B5679 0-0 1.3"
    timeline = start_timeline("tensor-cards", position, {})
    timeline = timeline.play(timeline.game.parse_action(timeline.state, "lay r5 b9 y6"))
    open_step_count = 0
    for cards in permutations((1, 2, 3, 4), 3):
        exercise = exercises.begin(timeline, session.step.task, id="x")
        for card, piece in zip(cards, ("red", "blue", "yellow"), strict=True):
            exercise = touch_targets(exercise, f"card:{card}", f"piece:{piece}")
        exercise = touch_targets(exercise, "do:lay")
        open_step_count += not exercise.is_solved
        while not exercise.is_solved:
            exercise = exercises.with_table(exercise, history.skip_replay(exercise.table))
            exercise = touch_targets(exercise, next(iter(exercise.table.selection.next_targets)))
        assert exercise.table.timeline.game.key(exercise.table.timeline.state) is not None
    assert open_step_count


def test_touch_of_preview_outline_selects_piece() -> None:
    session = open_lesson("tensor-cards", "laying", 1)
    assert session is not None
    exercise_after_touches = touch_targets(session.exercise, "card:5", "1,2")
    assert (
        exercise_after_touches.action_texts
        == touch_targets(session.exercise, "card:5", "piece:yellow").action_texts
        != ()
    )


def test_touch_during_a_demonstration_shows_its_next_frame() -> None:
    """At the last frame, a touch selects a target if the task needs the board. Otherwise the last frame stays."""
    for lesson, step_index, target in (("either-order", 0, "0,0"), ("goal", 1, "card:5")):
        session = open_lesson("tensor-cards", lesson, step_index)
        assert session is not None
        exercise = session.exercise
        frames = history.replay_frames(exercise.table, session.seat)
        for frame in range(len(frames)):
            assert exercise.table.display.replay is not None
            assert exercise.table.display.replay.step == frame
            if frame < len(frames) - 1:
                exercise = touch_targets(exercise, target)
        after = touch_targets(exercise, target)
        assert after.action_texts == exercise.action_texts
        assert (after.table.display.replay is None) == bool(session.step.task)
        assert bool(after.table.touches.refusal) == bool(session.step.task)


FREE_STEPS = [
    (game, lesson.id, number)
    for game in GAMES
    for lesson in course(game)
    for number, step in enumerate(lesson.steps)
    if step.task is None and not step.replays_last_move
]
"""The steps on whose boards people may play without a task."""


def test_free_boards_do_not_address_readers_in_results_before_an_action() -> None:
    finished_count = 0
    for game, id, number in FREE_STEPS:
        session = open_lesson(game, id, number)
        assert session is not None
        result = next(
            (node for node in exercise_feedback(session.exercise, session.seat) if node and node.key == "outcome"), None
        )
        outcome = session.exercise.table.timeline.outcome
        assert (result and result.text) == (outcome and outcome.reason), (game, id, number)
        finished_count += outcome is not None
    assert finished_count


def test_free_boards_do_not_end_turns() -> None:
    """A board without a task has no button that ends the turn, but the board of a task has one."""
    exercise_without_task, exercise_with_task = (
        touch_targets(create_exercise(task), "a1", "a4")
        for task in (None, Task("", accepted_lines=(("a1-a4", "end"),)))
    )
    free_buttons, task_buttons = (
        json.dumps(exercise_buttons(exercise, LessonMessage.EXERCISE, ()))
        for exercise in (exercise_without_task, exercise_with_task)
    )
    assert "do:end" not in free_buttons
    assert "do:end" in task_buttons


def test_touch_changes_no_row_of_buttons() -> None:
    """A touch enables the button that shows the targets, and the button of a piece counts the pieces that are left."""
    session = open_lesson("tesulda", "resource", 0)
    assert session is not None
    exercises_by_touches = (session.exercise, touch_targets(session.exercise, "pool:c"))
    before, after = (
        [node for node in exercise_buttons(exercise, LessonMessage.EXERCISE, ()) if node]
        for exercise in exercises_by_touches
    )
    assert [node.key for node in before] == [node.key for node in after]
    assert ["disabled" in node.attrs for node in (before[-1], after[-1])] == [True, False]
    assert [node.children[-1].text for node in before[:2]] == ["× 1", "× 2"]
    assert [node.children[-1].text for node in after[:2]] == ["× 0", "× 2"]


def test_demonstration_shows_the_cards_of_the_reader() -> None:
    """The first frame shows the backs of Black's cards, but not of White's, whose side is nearest."""
    timeline = replay(Record("tensor-cards", {}, 0, ("", ""), ("lay r1 b4 y9",)), GAMES)
    exercise = exercises.begin(timeline, Task("Win.", accepted_lines=(("lay r8 b5 y7",),)))
    table = play_action(exercise.table, timeline.game.parse_action(timeline.state, "lay r8 b5 y7"))
    picture = json.dumps(history.replay_frames(table, 1)[0].picture)
    assert "black-back-" in picture
    assert "white-back-" not in picture
