"""Test embedded studies: stepping, trying moves, tasks, chapters, and messages to the host page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleboard.embed.messages import MAX_MESSAGE_LENGTH
from ruleboard.embed.parameters import ParameterError, parse_fragment
from ruleboard.engine.game_link import compress
from tests.unit.embed.frame import FakeFrame, Frame
from tools.fake_browser import walk

GAME: dict[str, Any] = {
    "game": "tensor-chess",
    "comment": "First line.\nSecond <b>line</b>.",
    "marks": [{"kind": "arrow", "path": ["e2", "e4"]}, {"kind": "ring", "at": "e7", "color": "red"}],
    "moves": [
        "e2e4",
        {
            "move": "e7e5",
            "glyph": "!",
            "comment": "Well met.",
            "variations": [["d7d5", {"move": "e4d5", "comment": "A pawn."}]],
        },
        "f2f4",
    ],
}
TASK_CHAPTER: dict[str, Any] = {
    "title": "To be found",
    "game": "tensor-chess",
    "task": {
        "accept": [["e2e4", "e7e5", "f2f4"]],
        "ask": "Open the centre.",
        "hint": "The king's pawn.",
        "praise": "So it goes.",
        "wrong": [{"move": "a2a3", "comment": "Too far away."}],
    },
    "moves": ["e2e4", "e7e5", "f2f4", {"move": "e5f4", "comment": "Taken."}],
}


def open_study(*chapters: dict[str, Any], fragment: str = "study=x") -> Frame:
    """Return a frame after the host page has sent a study with these chapters."""
    frame = Frame(fragment)
    frame.send(type="study", text=create_study_text(*chapters))
    return frame


def create_study_text(*chapters: dict[str, Any]) -> str:
    return json.dumps({"format": "ruleboard-study/1", "title": "Openings", "author": "Ada", "chapters": list(chapters)})


def find_moves_text(frame: Frame) -> str:
    return frame.class_text("tree")


# --- stepping ----------------------------------------------------------------------------------------------------


def test_study_starts_after_host_sends_it():
    frame = Frame("study=x")
    assert "Loading" in frame.text
    frame.send(type="study", text=create_study_text(GAME))
    assert "Openings" in frame.text
    assert "by Ada" in frame.text
    assert frame.class_text("comment") == "First line. Second <b>line</b>."
    assert frame.sent_messages("step")[-1] == {
        "ruleboard": 1,
        "type": "step",
        "chapter": 1,
        "ply": 0,
        "comment": GAME["comment"],
        "position": frame.position,
    }


def test_address_contains_the_study():
    text = create_study_text(GAME, TASK_CHAPTER)
    frame = Frame(f"study=~{compress(text)}&chapter=1&start=2")
    frame.idle()
    assert "Openings" in frame.text
    assert frame.sent_messages("step")[-1]["ply"] == 2
    assert not frame.sent_messages("error")


@pytest.mark.parametrize("compressed_text", ["", "1", "1eNq", "2eNq", compress("{}"), compress("x" * 300_000)[:25_000]])
def test_damaged_study_in_address_is_reported(compressed_text):
    frame = Frame(f"study=~{compressed_text}")
    frame.idle()
    assert frame.sent_messages("error")
    assert "alert" in {attrs.get("role") for _tag, attrs, _inside in walk(frame.browser.page)}


@pytest.mark.parametrize("is_printed_at_once", [True, False])
def test_paper_has_diagrams_comments_and_answers_of_all_chapters(is_printed_at_once):
    frame = open_study(GAME, TASK_CHAPTER)
    frame.click("embed.paper")
    assert not [part for part in walk(frame.browser.page) if part[0] == "svg" and "board" in part[1].get("class", "")]
    if is_printed_at_once:
        frame.controller.handle("do", "study.draw_diagrams")
    else:
        frame.idle()
    boards = [part for part in walk(frame.browser.page) if part[0] == "svg" and "board" in part[1].get("class", "")]
    assert len(boards) == 2
    assert "A pawn." in frame.text
    assert "Open the centre." in frame.text
    assert "So it goes." in frame.text
    frame.click("embed.print")
    assert frame.browser.prints == 1
    frame.click("embed.paper")
    frame.click("embed.next")
    assert frame.position


def test_missing_file_does_not_replace_the_study_of_the_host():
    frame = open_study(GAME)
    frame.send(type="study", missing="openings.json")
    assert "Openings" in frame.text
    assert not frame.sent_messages("error")


def test_keys_step_and_announce_moves_with_comments():
    frame = open_study(GAME)
    frame.controller.handle("key", "ArrowRight")
    frame.controller.handle("key", "ArrowRight")
    assert frame.live_text == (
        "Black’s pawn on e7 moves to e5. Good move (!). Well met. Variation: Black’s pawn on d7 moves to d5."
    )
    assert [step["ply"] for step in frame.sent_messages("step")] == [0, 1, 2]
    frame.controller.handle("key", "End")
    assert frame.sent_messages("step")[-1]["ply"] == 3
    frame.controller.handle("key", "ArrowLeft")
    assert frame.class_text("comment") == "Well met."
    frame.controller.handle("key", "Home")
    assert frame.sent_messages("step")[-1]["ply"] == 0


def test_variation_is_listed_and_selectable():
    frame = open_study(GAME)
    assert find_moves_text(frame).split() == ["Moves", "1.", "e4", "e5!", "1…", "d5", "2.", "exd5", "2.", "f4"]
    frame.controller.handle("do", "embed.go", "5")
    assert frame.class_text("comment") == "A pawn."
    frame.click("embed.previous")
    frame.click("embed.previous")
    assert frame.sent_messages("step")[-1]["ply"] == 1


def test_key_switches_variations_and_moves_list_alternatives():
    frame = open_study(GAME, fragment="study=x&start=1")
    frame.controller.handle("key", "v")
    assert frame.sent_messages("step")[-1]["ply"] == 1, "the first move has no alternative"
    frame.click("embed.next")
    frame.controller.handle("key", "v")
    assert frame.live_text == (
        "Black’s pawn on d7 moves to d5. This is a variation. Other moves here: Black’s pawn on e7 moves to e5."
    )
    frame.controller.handle("key", "v")
    assert frame.class_text("comment") == "Well met."


def test_key_switches_variation_of_multi_action_turn():
    """A key switches to a variation that begins within a turn, and a step then plays the rest of the listed turn.

    Here the tree branches at the captured pieces.
    """
    army = "(sck)9/10/10/10/10/10/10/4(tsh)5/3(Ccsh)6/(Sck)9 l - 0"
    first, *alternatives = {"game": "tesulda", "start": army}, "take:s", "take:h"
    moves = ["d2-e3", {"move": alternatives[0], "variations": [[alternatives[1]]]}]
    frame = open_study({**first, "moves": moves})
    frame.click("embed.next")
    frame.click("embed.next")
    before = frame.sent_messages("step")[-1]
    frame.controller.handle("key", "v")
    after = frame.sent_messages("step")[-1]
    assert after["ply"] >= 2
    assert after["position"] != before["position"]
    frame.controller.handle("key", "v")
    assert frame.sent_messages("step")[-1]["position"] == before["position"]


def test_arrows_and_rings_follow_board_squares():
    frame = open_study(GAME)
    page = json.dumps(frame.browser.page)
    assert "drawn-arrow green" in page
    assert "drawn-ring red" in page
    frame.click("embed.next")
    assert "drawn" not in json.dumps(frame.browser.page)


def test_turn_of_several_actions_is_one_step():
    """A step plays a whole turn, and no step consists of "end" alone, which Sensei's move list omits."""
    frame = open_study({"game": "sensei", "moves": ["a1-a4", "end", "a7-a5", "b7-b5", "end"]})
    for _ in range(3):
        frame.click("embed.next")
    assert [step["ply"] for step in frame.sent_messages("step")] == [0, 2, 3, 5]


def test_chapter_and_start_set_first_node():
    frame = open_study(GAME, TASK_CHAPTER, fragment="study=x&chapter=2&start=3")
    assert frame.sent_messages("step")[-1]["chapter"] == 2
    assert frame.sent_messages("step")[-1]["ply"] == 3
    frame.controller.handle("do", "embed.chapter", "0")
    assert frame.sent_messages("step")[-1]["chapter"] == 1


# --- trying moves ------------------------------------------------------------------------------------------------


def test_move_of_study_on_board_advances():
    frame = open_study(GAME)
    frame.touch("e2", "e4")
    assert frame.sent_messages("step")[-1]["ply"] == 1
    assert not frame.sent_messages("action")
    frame.touch("d7", "d5")  # the variation
    assert frame.sent_messages("step")[-1]["ply"] == 2


def test_other_move_is_tried_and_undone():
    frame = open_study(GAME)
    start_position = frame.position
    frame.touch("a2", "a3", "a7", "a6")
    assert [message["action"] for message in frame.sent_messages("action")] == ["a2a3", "a7a6"]
    assert "left the study" in frame.text
    assert not frame.class_text("comment")
    frame.click("embed.previous")
    assert "left the study" in frame.text
    frame.click("embed.back_to_study")
    assert frame.position == start_position
    assert frame.class_text("comment")


def test_refused_touch_is_explained():
    frame = open_study(GAME)
    frame.touch("e2", "e6")
    assert frame.live_text == frame.class_text("said") != ""


# --- tasks -------------------------------------------------------------------------------------------------------


def test_moves_after_task_stay_hidden_until_solved():
    frame = open_study(TASK_CHAPTER)
    assert frame.class_text("ask") == "Open the centre."
    assert "e4" not in find_moves_text(frame)
    frame.controller.handle("key", "ArrowRight")
    frame.controller.handle("key", "End")
    frame.controller.handle("do", "embed.go", "3")
    assert frame.sent_messages("step")[-1]["ply"] == 0
    frame.touch("e2", "e4")
    assert [message["action"] for message in frame.sent_messages("action")] == ["e2e4", "e7e5"]
    frame.touch("f2", "f4")
    assert frame.class_text("praise") == "So it goes."
    assert frame.sent_messages("found") == [{"ruleboard": 1, "type": "found", "misses": 0}]
    assert "f4" in find_moves_text(frame)
    frame.click("embed.next")
    assert frame.class_text("comment") == "Taken."


def test_expected_wrong_answer_gets_its_comment():
    frame = open_study(TASK_CHAPTER)
    frame.touch("a2", "a3")
    assert frame.class_text("missed") == frame.live_text.rpartition(". ")[2] == "Too far away."
    frame.click("embed.restart")
    frame.touch("b2", "b3")
    assert "asks for something else" in frame.class_text("missed")
    assert frame.class_text("hinted") == "The king's pawn."  # after two misses
    assert [message["misses"] for message in frame.sent_messages("missed")] == [1, 2]


def test_hint_and_answer_appear_on_request():
    frame = open_study(TASK_CHAPTER)
    frame.click("embed.hint")
    assert frame.live_text == "The king's pawn."
    frame.click("embed.show_answer")
    assert frame.sent_messages("step")[-1]["ply"] == 1
    assert not frame.sent_messages("found")


def test_correct_answer_outside_tree_is_praised():
    """A correct answer is praised, although the study's tree continues with another move."""
    chapter = {"game": "tensor-chess", "task": {"accept": ["f2f4"]}, "moves": ["e2e4"]}
    frame = open_study(chapter)
    frame.touch("f2", "f4")
    assert frame.class_text("praise")
    frame.click("embed.next")
    assert frame.sent_messages("step")[-1]["ply"] == 1


def test_next_task_waits_for_praise():
    chapter = {
        "game": "tensor-chess",
        "task": {"accept": ["e2e4"], "praise": "First."},
        "moves": [{"move": "e2e4", "task": {"accept": ["e7e5"], "ask": "And now?"}}, "e7e5"],
    }
    frame = open_study(chapter)
    frame.touch("e2", "e4")
    assert frame.class_text("praise") == "First."
    assert not frame.class_text("ask")
    frame.click("embed.next")
    assert frame.class_text("ask") == "And now?"
    frame.touch("e7", "e5")
    assert len(frame.sent_messages("found")) == 2


# --- errors ------------------------------------------------------------------------------------------------------


def test_illegal_move_is_reported_in_frame_and_to_host():
    frame = open_study({"game": "sensei", "moves": ["a1-a4", "a4-a9"]})
    assert "moves[2]" in frame.class_text("trouble").casefold()
    assert frame.sent_messages("error")[-1]["where"].startswith("chapters[1].moves[2]")


def test_unavailable_study_is_named():
    frame = Frame("study=x")
    frame.send(type="study", missing="./gone.json")
    assert "./gone.json" in frame.class_text("trouble")
    frame.send(type="study", text=create_study_text(GAME))  # a later message may still contain it
    assert "Openings" in frame.text


@pytest.mark.parametrize(
    ("place", "clause"),
    [("chapter=3", "only 2 chapters"), ("chapter=2&start=9", "only 4 moves"), ("start=4", "only 3")],
)
def test_missing_first_place_is_reported_and_the_nearest_is_shown(place: str, clause: str) -> None:
    frame = open_study(GAME, TASK_CHAPTER, fragment=f"study=x&{place}")
    (error,) = frame.sent_messages("error")
    assert clause in error["message"]
    assert error["where"] == place.rpartition("&")[2].partition("=")[0]
    assert frame.text.count("To be found") > 0
    assert frame.sent_messages("ready")
    frame.send(type="show", parameters={"study": "x", "chapter": 5})
    assert "only 2 chapters" in frame.sent_messages("error")[-1]["message"]


@pytest.mark.parametrize(
    ("message", "clause"), [({"ply": 0, "chapter": 3}, "only 2 chapters"), ({"ply": 4, "chapter": 1}, "only 3 moves")]
)
def test_host_cannot_go_to_missing_place(message: dict[str, int], clause: str) -> None:
    frame = open_study(GAME, TASK_CHAPTER, fragment="study=x&start=1")
    text = frame.text
    frame.send(type="go", **message)
    assert clause in frame.sent_messages("error")[-1]["message"]
    assert frame.text == text


def test_long_study_loads_in_cancellable_slices() -> None:
    text = "1. e4 " + "(1. d4) " * 400
    frame = Frame("study=x")
    frame.send(type="study", text=text)
    assert "Loading" in frame.text
    assert not frame.sent_messages("error")
    frame.send(type="study", text=create_study_text(GAME))
    frame.idle()
    assert "Openings" in frame.text
    frame.send(type="study", text=text + "(1. e5)")
    frame.idle()
    (error,) = frame.sent_messages("error")
    assert "1. e5" in error["message"]
    assert "Openings" not in frame.text


def test_late_study_does_not_replace_error_in_address() -> None:
    frame = Frame("study=x")
    frame.send(type="study", text="1. e4 " + "(1. d4) " * 400)
    frame.controller.handle("address", "#game=chess")
    error = frame.class_text("trouble")
    assert error
    frame.idle()
    frame.send(type="study", text=create_study_text(GAME))
    assert frame.class_text("trouble") == error
    assert not frame.sent_messages("step")


def test_long_chapter_opens_in_slices() -> None:
    long_chapter = {"game": "tensor-chess", "moves": [{"move": "e2e4", "variations": [["d2d4"]] * 400}]}
    frame = open_study(GAME, long_chapter)
    frame.idle()
    frame.controller.handle("do", "embed.chapter", "1")
    assert frame.sent_messages("step")[-1]["chapter"] == 1
    frame.idle()
    assert frame.sent_messages("step")[-1]["chapter"] == 2


def test_long_study_is_accepted_and_long_action_rejected():
    comment = "word " * 700
    frame = open_study(*[{**GAME, "comment": comment} for _ in range(40)])
    assert len(create_study_text(*[{**GAME, "comment": comment}] * 40)) > MAX_MESSAGE_LENGTH
    frame.idle()
    assert "Openings" in frame.text
    frame.send(type="play", action="a" * MAX_MESSAGE_LENGTH)
    assert "too long" in frame.sent_messages("error")[-1]["message"]


def test_board_without_study_rejects_study_message():
    frame = Frame("game=sensei")
    frame.send(type="study", text=create_study_text(GAME))
    assert frame.sent_messages("error")
    assert frame.board["data-game"] == "sensei"


@pytest.mark.parametrize("parameter", ["mode=play", "position=x", "moves=a1-a4", "lesson=character", "opponent=1"])
def test_study_excludes_game_parameters(parameter):
    with pytest.raises(ParameterError, match="work with a study"):
        parse_fragment(f"study=x&{parameter}")


def test_chapter_parameter_requires_study():
    with pytest.raises(ParameterError, match="needs a study"):
        parse_fragment("game=sensei&chapter=2")


def test_host_plays_and_restarts():
    frame = open_study(GAME, fragment="study=x&start=1")
    frame.send(type="play", action="d7d5")
    assert frame.sent_messages("step")[-1]["ply"] == 2
    frame.send(type="reset")
    assert frame.sent_messages("step")[-1]["ply"] == 1
    frame.send(type="position", position="x")
    assert frame.sent_messages("error")


def test_study_is_displayed_before_ready_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The study is displayed before the ready event, so that a host page knows the frame's height at the event."""
    study_counts = []
    post = FakeFrame.post

    def count_and_post(browser: FakeFrame, message: str) -> None:
        if '"ready"' in message:
            study_counts.append(str(browser.page).count("study-head"))
        post(browser, message)

    monkeypatch.setattr(FakeFrame, "post", count_and_post)
    open_study(GAME)
    assert study_counts[-1] == 1
