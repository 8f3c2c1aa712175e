"""Lessons: trying, missing, hints, solving, going on, and what is kept of it. Squares as in the course of Sensei."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.storage.progress import KEY
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.lesson_reader import LessonError, read_lessons, read_reference, read_rulings
from ruleboard.games.lessons import Effect, Task, Wrong, blocks
from ruleboard.games.registry import GAMES
from tools.fake_browser import Storage, Tab

WINNING = "rrrRgrr/3r3/7/7/7/7/ggg1Ggg g 21 arashi"
"""Green's character leaps from e1 to e7 and wins."""


def start(position: str = WINNING) -> Timeline[object]:
    return replay(Record("sensei", {"mode": "arashi"}, 0, ("", ""), start=position), GAMES)


def board(task: Task | None, position: str = WINNING) -> Exercise:
    return exercises.begun(start(position), task, id="x")


def touched(exercise: Exercise, *targets: str) -> Exercise:
    for target in targets:
        exercise = exercises.touched(exercise, target)
    return exercise


FIND = Task("Win.", accept=(("@e1-e7",),), hint="Leap.", praise="Yes!", wrong=(Wrong("@*", "Not there."),))


# --- an exercise ----------------------------------------------------------------------------------------------------


def test_what_is_asked_is_praised_and_nothing_more_can_be_touched() -> None:
    solved = touched(board(FIND), "e1", "e7")
    assert solved.solved
    assert solved.said == "Yes!"
    assert touched(solved, "a1") == solved


def test_a_wrong_answer_stands_until_it_is_taken_back() -> None:
    missed = touched(board(FIND), "e1", "g1")
    assert missed.missed
    assert missed.said == "Not there."
    assert missed.done == ("@e1-g1",)
    again = touched(missed, "a1")
    assert not again.missed
    assert again.done == ()
    assert again.table.touched == ()
    assert again.misses == 1


def test_a_drag_on_a_wrong_answer_takes_it_back() -> None:
    missed = exercises.dropped(exercises.taken_up(board(FIND), "e1"), "g1")
    assert missed.missed
    again = exercises.taken_up(missed, "a1")
    assert (again.missed, again.done, again.table.touched) == (False, (), ())
    assert exercises.dropped(exercises.taken_up(again, "e1"), "e7").solved


def test_an_answer_nobody_foresaw_is_told_to_be_allowed() -> None:
    assert touched(board(FIND), "a1", "a2").said == exercises.NOT_ASKED


def test_what_the_rules_refuse_is_no_miss_and_says_why() -> None:
    refused = touched(board(FIND), "e1", "e4")
    assert refused.misses == 0
    assert "e4 is empty" in refused.table.said.sentence
    assert not refused.missed


def test_a_hint_comes_after_two_misses_or_when_asked_for() -> None:
    once = touched(board(FIND), "a1", "a2")
    assert once.hint == ""
    twice = touched(once, "a1", "a1", "a3")
    assert twice.misses == 2
    assert twice.hint == "Leap."
    assert exercises.hinted(board(FIND)).hint == "Leap."
    assert touched(twice, "a1", "e1", "e7").hint == ""


def test_without_words_for_it_the_hint_is_where_the_answer_begins() -> None:
    hinted = exercises.hinted(board(Task("Win.", accept=(("@e1-e7",),))))
    assert hinted.hinted_at == {"e1"}
    assert hinted.hint == exercises.LOOK_HERE


def test_an_answer_may_take_several_actions_in_any_of_its_orders() -> None:
    task = Task("Go.", accept=(("a1-a2", "b1-b2"), ("b1-b2", "a1-a2")))
    assert touched(board(task), "b1", "b2", "a1", "a2").solved
    assert touched(board(task), "a1", "a2", "c1", "c2").missed


def test_what_the_other_does_in_an_answer_is_done_by_itself() -> None:
    task = Task("Go.", accept=(("a1-a2", "end", "a7-a6", "end", "@e1-e7"),))
    answered = touched(board(task), "a1", "a2", "do:end")
    assert answered.done == ("a1-a2", "end", "a7-a6", "end")
    assert not answered.solved
    assert touched(answered, "e1", "e7").solved


def test_an_effect_is_judged_by_what_was_brought_about() -> None:
    win = Task("Win.", effect=Effect(outcome="win", within=2))
    assert touched(board(win), "e1", "e7").solved
    assert touched(board(win), "a1", "a2", "e1", "e7").solved
    assert touched(board(win), "a1", "a2", "b1", "b2").missed
    stone = Task("Move it.", effect=Effect(action="a1-*"))
    assert touched(board(stone), "a1", "a4").solved
    assert touched(board(stone), "b1", "b4").missed
    there = Task("There.", effect=Effect(position="*/g6/1gg1Ggg *"))
    assert touched(board(there), "a1", "a2").solved
    assert touched(board(there), "a1", "a3").missed


def test_a_board_without_a_task_takes_anything_and_can_be_put_back() -> None:
    free = touched(board(None), "a1", "a4", "b1", "b4")
    assert free.done == ("a1-a4", "b1-b4")
    assert free.changed
    assert not exercises.again(free).changed


# --- a lesson -------------------------------------------------------------------------------------------------------


def opened(id: str, at: int = 0) -> LessonSession:
    found = learnings.opened("sensei", id, at)
    assert found
    return found


def test_a_step_outside_is_held_between_the_first_and_the_last() -> None:
    assert opened("goal", 99).at == 1
    assert opened("goal", -3).at == 0


def test_there_is_no_lesson_of_another_name() -> None:
    assert learnings.opened("sensei", "x") is None
    assert learnings.opened("x", "goal") is None


def test_a_lesson_is_done_with_its_last_task() -> None:
    lesson = opened("goal", 1)
    assert not lesson.is_done
    solved = learnings.touched(learnings.touched(lesson, "touch", "e1"), "touch", "e7")
    assert solved.is_done


def test_the_last_lesson_has_none_after_it() -> None:
    assert opened("draws").following is None
    following = opened("goal").following
    assert following is not None
    assert following.id == "stones"


# --- at the page ----------------------------------------------------------------------------------------------------


def test_a_lesson_is_gone_through_and_remembered() -> None:
    tab = Tab(address="#/learn/sensei/goal")
    assert "1 of 2" in tab.text
    tab.visit("#/learn/sensei/goal/2")
    tab.touch("a1", "a2")
    assert "A stone alone does not win" in tab.text
    assert tab.announced.startswith("A stone alone does not win")
    tab.click("lessons.again")
    tab.touch("e1", "e7")
    assert "That is how a game of Sensei ends" in tab.text
    assert json.loads(tab.storage.texts[KEY]) == {"sensei": ["goal"]}
    tab.visit("#/learn/sensei")
    assert "Go on" in tab.text
    tab.click("lessons.restart")
    assert "Start" in tab.text
    assert json.loads(tab.storage.texts[KEY]) == {}


def test_an_enlarged_board_stays_so_until_the_whole_is_asked_for() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")

    def closer() -> bool:
        shown = next(
            cls for _, attributes, _ in tab.all("div") if "lesson-board" in (cls := attributes.get("class", ""))
        )
        return "closer" in shown.split()

    assert not closer()
    tab.click("lessons.whole")
    assert closer()
    tab.touch("a1", "a2")
    tab.click("lessons.again")
    assert closer()
    tab.click("lessons.whole")
    assert not closer()


def test_nothing_of_a_lesson_is_kept_as_a_game() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")
    tab.touch("e1", "e7")
    assert set(tab.storage.texts) == {KEY}


def test_escape_puts_down_what_was_taken_up() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")
    tab.touch("e1")
    assert "taken" in json.dumps(tab.browser.page)
    tab.key("Escape")
    assert "taken" not in json.dumps(tab.browser.page)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("#/learn/sensei/x", "Sensei has no lesson “x”."),
        ("#/learn/x", "There is no game called “x” here."),
        ("#/rules/x", "There is no game called “x” here."),
        ("#/rulings/x", "There is no game called “x” here."),
    ],
)
def test_what_is_not_there_is_told(address: str, said: str) -> None:
    assert said in Tab(address=address).text


def test_the_rules_are_searched() -> None:
    tab = Tab(address="#/rules/sensei")
    everything = tab.text
    tab.change("lessons.search", "Pit")
    assert "parts have it." in tab.text
    assert "Characters leap over pits" in tab.text
    assert len(tab.text) < len(everything)
    tab.change("lessons.search", "pit queen")
    assert "No part has it." in tab.text
    tab.change("lessons.search", "")
    assert tab.text == everything


def test_the_rule_behind_a_refusal_opens_beside_the_board() -> None:
    tab = Tab(address="#/new/sensei")
    tab.submit("new_game.begin")
    tab.touch("a1", "b2")
    assert tab.shows("play.teach", "stones")
    tab.click("play.teach", "stones")
    assert "Stones glide" in tab.text
    tab.touch("a3")
    assert "Stones glide" in tab.text, "it stays while one plays on"
    tab.click("play.page", "1")
    assert "Stones never go slantwise" in tab.text
    tab.click("play.read", "")
    assert "Stones glide" not in tab.text


def test_another_tabs_progress_is_taken_over() -> None:
    first = Tab(address="#/learn/sensei")
    second = Tab(first.storage, "#/learn/sensei/draws")
    assert second.storage.texts[KEY]
    first.listen()
    assert "Begin the course anew" in first.text


# --- progress and files ---------------------------------------------------------------------------------------------


def test_a_full_store_does_not_keep_anybody_from_learning() -> None:
    storage = Storage()
    tab = Tab(storage, "#/learn/sensei/goal/2")
    storage.room = False
    tab.touch("e1", "e7")
    tab.visit("#/learn/sensei")
    assert "Go on" in tab.text


def test_blocks_of_a_text() -> None:
    text = "One\nand on.\n\n- a point\n  goes on\n- another\n\n| a | b |\n| 1 | 2 |\nEnd."
    assert list(blocks(text)) == ["One and on.", "- a point goes on", "- another", "| a | b |", "| 1 | 2 |", "End."]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"lessons": []}, "no key 'lessons'"),
        ({"lesson": [{"id": "a"}]}, "lesson 1 (a)"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": 3}]}]}, "step 1, text"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": "x", "goes": "a1"}]}]}, "goes"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": "x", "task": {"ask": "?"}}]}]}, "accepts nothing"),
        ({"lesson": [{"id": "a", "title": "A", "step": [{"text": "x", "says": "?"}]}]}, "no key 'says'"),
        ({"lesson": [{"id": "a", "title": "A", "step": []}] * 2}, "two lessons 'a'"),
        ({"lesson": {}}, "no list"),
    ],
)
def test_a_file_that_breaks_its_schema_says_where(data: dict[str, object], said: str) -> None:
    with pytest.raises(LessonError) as error:
        read_lessons(data)
    assert said in str(error.value)


def test_other_files_are_checked_alike() -> None:
    with pytest.raises(RuleboardError, match="no key"):
        read_reference({"section": [{"id": "a", "title": "A", "text": "x", "picture": "y"}]})
    with pytest.raises(RuleboardError, match="no key"):
        read_rulings({"ruling": [{"question": "?", "ours": "a", "other": "b", "why": "c"}]})
