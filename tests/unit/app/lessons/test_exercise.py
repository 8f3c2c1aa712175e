"""Test exercises: attempts, misses, hints and solutions, on squares of the course of Sensei."""

from __future__ import annotations

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.courses import step_timeline
from ruleboard.games.lessons import Task, TaskEffect, WrongAction
from ruleboard.games.registry import GAMES

WINNING = "rrrRgrr/3r3/7/7/7/7/ggg1Ggg g 21 arashi"
"""Green's character leaps from e1 to e7 and wins."""


def start(position: str = WINNING) -> Timeline[object]:
    return replay(Record("sensei", {"mode": "arashi"}, 0, ("", ""), start=position), GAMES)


def board(task: Task | None, position: str = WINNING) -> Exercise:
    return exercises.begin(start(position), task, id="x")


def touched(exercise: Exercise, *targets: str) -> Exercise:
    for target in targets:
        exercise = exercises.touch(exercise, target)
    return exercise


FIND = Task("Win.", accept=(("@e1-e7",),), hint="Leap.", praise="Yes!", wrong=(WrongAction("@*", "Not there."),))


def test_solution_is_praised_and_ends_exercise() -> None:
    solved = touched(board(FIND), "e1", "e7")
    assert solved.is_solved
    assert solved.feedback == "Yes!"
    assert touched(solved, "a1") == solved


def test_wrong_answer_stays_visible_until_undone() -> None:
    missed = touched(board(FIND), "e1", "g1")
    assert missed.shows_wrong_answer
    assert missed.feedback == "Not there."
    assert missed.action_texts == ("@e1-g1",)
    retried = exercises.take_back(missed)
    assert not retried.shows_wrong_answer
    assert retried.action_texts == ()
    assert retried.table.touches.targets == ()
    assert (retried.misses, retried.feedback) == (1, "Not there.")
    assert exercises.take_back(retried) == retried


def test_next_touch_replaces_wrong_answer_and_preserves_reason() -> None:
    selecting = touched(board(FIND), "e1", "g1", "e1")
    assert (selecting.shows_wrong_answer, selecting.action_texts, selecting.table.touches.targets) == (
        False,
        (),
        ("e1",),
    )
    assert selecting.feedback == "Not there."
    assert touched(selecting, "e7").is_solved


def test_reason_disappears_during_next_answer() -> None:
    timeline, _seat = step_timeline("tensor-chess", "beast-capture", 2)
    task = Task(
        "Capture it so that yours ends on d2 again.", accept=(("d2d2xe3",),), wrong=(WrongAction("*", "Not so."),)
    )
    selecting = touched(exercises.begin(timeline, task, id="x"), "d2", "e3", "d2")
    assert (selecting.table.touches.targets, selecting.feedback) == (("d2",), "Not so.")
    assert touched(selecting, "do:hop").feedback == ""


def test_drag_on_wrong_answer_restarts() -> None:
    missed = exercises.drop(exercises.begin_drag(board(FIND), "e1"), "g1")
    assert missed.shows_wrong_answer
    dragging = exercises.begin_drag(missed, "e1")
    assert (dragging.shows_wrong_answer, dragging.action_texts, dragging.table.touches.targets) == (False, (), ("e1",))
    assert exercises.drop(dragging, "e7").is_solved


def test_late_wrong_answer_preserves_earlier_actions() -> None:
    task = Task("Go.", accept=(("a1-a2", "b1-b2"),))
    undone = exercises.take_back(touched(board(task), "a1", "a2", "c1", "c2"))
    assert undone.action_texts == ("a1-a2",)
    assert touched(undone, "b1", "b2").is_solved


def test_wrong_answer_for_combined_effect_undoes_all() -> None:
    task = Task("Win.", effect=TaskEffect(outcome="win", within=2))
    assert exercises.take_back(touched(board(task), "a1", "a2", "b1", "b2")).action_texts == ()


def test_initial_selection_returns_after_wrong_answer() -> None:
    """Sensei's character on e1 leaps to e7. A selection does not return if earlier actions of the answer stay."""
    exercise = exercises.begin(board(FIND).start, FIND, ("e1",), id="x")
    undone = exercises.take_back(touched(exercise, "g1"))
    assert undone.table.touches.targets == ("e1",)
    assert undone.has_initial_selection
    assert touched(undone, "e7").is_solved


def test_touched_target_is_described_without_answering() -> None:
    described = touched(board(FIND), "a7")
    assert (described.read_target, described.misses, described.shows_wrong_answer) == ("a7", 0, False)
    assert touched(board(FIND), "e1", "e4").read_target == ""


def test_task_targets_are_visible_on_request() -> None:
    assert not board(FIND).shows_targets
    assert exercises.show_targets(board(FIND)).shows_targets
    assert exercises.restart(exercises.show_targets(board(FIND))).shows_targets
    assert board(None).shows_targets
    assert board(Task("See.", accept=(("@e1-e7",),), places=True)).shows_targets
    assert exercises.begin(start(), FIND, ("e1",)).shows_targets


def test_unlisted_answer_is_called_legal_but_wrong() -> None:
    assert touched(board(FIND), "a1", "a2").feedback == exercises.NOT_THE_TASK


def test_refused_touch_explains_without_counting_as_miss() -> None:
    refused = touched(board(FIND), "e1", "e4")
    assert refused.misses == 0
    assert "e4 is empty" in refused.table.touches.refusal.sentence
    assert not refused.shows_wrong_answer


def test_hint_appears_after_two_misses_or_on_request() -> None:
    first_miss = touched(board(FIND), "a1", "a2")
    assert first_miss.hint == ""
    second_miss = touched(first_miss, "a1", "a3")
    assert second_miss.misses == 2
    assert second_miss.hint == "Leap."
    assert exercises.show_hint(board(FIND)).hint == "Leap."
    assert touched(second_miss, "e1", "e7").hint == ""


def test_hint_without_text_highlights_first_target() -> None:
    hinted = exercises.show_hint(board(Task("Win.", accept=(("@e1-e7",),))))
    assert hinted.hint_targets == {"e1"}
    assert hinted.hint == exercises.DEFAULT_HINT


def test_solution_is_accepted_in_each_listed_order() -> None:
    task = Task("Go.", accept=(("a1-a2", "b1-b2"), ("b1-b2", "a1-a2")))
    assert touched(board(task), "b1", "b2", "a1", "a2").is_solved
    assert touched(board(task), "a1", "a2", "c1", "c2").shows_wrong_answer


def test_opponent_actions_in_solution_are_automatic() -> None:
    task = Task("Go.", accept=(("a1-a2", "end", "a7-a6", "end", "@e1-e7"),))
    answered = touched(board(task), "a1", "a2", "do:end")
    assert answered.action_texts == ("a1-a2", "end", "a7-a6", "end")
    assert not answered.is_solved
    assert touched(answered, "e1", "e7").is_solved


def test_any_action_with_required_effect_solves_task() -> None:
    win = Task("Win.", effect=TaskEffect(outcome="win", within=2))
    assert touched(board(win), "e1", "e7").is_solved
    assert touched(board(win), "a1", "a2", "e1", "e7").is_solved
    assert touched(board(win), "a1", "a2", "b1", "b2").shows_wrong_answer
    stone = Task("Move it.", effect=TaskEffect(action="a1-*"))
    assert touched(board(stone), "a1", "a4").is_solved
    assert touched(board(stone), "b1", "b4").shows_wrong_answer
    placement = Task("There.", effect=TaskEffect(position="*/g6/1gg1Ggg *"))
    assert touched(board(placement), "a1", "a2").is_solved
    assert touched(board(placement), "a1", "a3").shows_wrong_answer


def test_turn_without_required_effect_is_undone() -> None:
    missed = touched(board(Task("Win.", effect=TaskEffect(outcome="win", within=3))), "a1", "a2", "do:end")
    assert (missed.shows_wrong_answer, missed.feedback) == (True, exercises.TURN_OVER)
    assert touched(missed, "e1", "e7").is_solved


def test_turn_end_within_listed_solution_is_no_miss() -> None:
    task = Task(
        "Win.", accept=(("a1-a2", "end", "a7-a6", "end", "@e1-e7"),), effect=TaskEffect(outcome="win", within=3)
    )
    assert not touched(board(task), "a1", "a2", "do:end").shows_wrong_answer


def test_board_without_task_accepts_any_action() -> None:
    free = touched(board(None), "a1", "a4", "b1", "b4")
    assert free.action_texts == ("a1-a4", "b1-b4")
    assert free.has_changed
    assert not exercises.restart(free).has_changed


def test_first_touch_on_preselected_piece_preserves_selection() -> None:
    exercise = exercises.begin(start(), FIND, ("e1",))
    selecting = touched(exercise, "e1")
    assert selecting.table.touches.targets == ("e1",)
    assert touched(selecting, "e7").is_solved
    assert touched(selecting, "e1").table.touches.targets == ()
