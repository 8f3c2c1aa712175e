"""Test the messages that the host page receives about a board, and boards that continue in another frame."""

from __future__ import annotations

import json
from collections import deque
from random import Random
from typing import Any

import pytest

from ruleboard.app.study import opening
from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import parse_parameters
from ruleboard.embed.posters import lesson_positions
from ruleboard.links import format_parameters
from ruleboard.registry import GAMES
from tests.unit.embed.frame import Frame
from tools.fake_browser import walk

MOVES_ATTRIBUTES = "game=tensor-chess&moves=e2e4;e7e5;f1e2"
STUDY = json.dumps(
    {
        "format": "ruleboard-study/1",
        "title": "Mine",
        "chapters": [
            {"game": "tensor-chess", "title": "One", "moves": ["e2e4", "e7e5", "f1e2"]},
            {"game": "tensor-chess", "title": "Two", "moves": ["d2d4"]},
        ],
    }
)


def read_status(frame: Frame) -> dict[str, object]:
    """Return the last status that the host page knows, without the fields of each message."""
    message = frame.sent_messages("change")[-1]
    return {name: value for name, value in message.items() if name not in ("ruleboard", "type")}


def take_events(frame: Frame) -> list[str]:
    """Return the types of the messages about moves, and forget all messages."""
    types = [message["type"] for message in frame.browser.posted]
    frame.browser.posted.clear()
    return [
        type for type in types if type in ("action", "undo", "reset", "step", "missed", "found", "change", "outcome")
    ]


def test_host_page_knows_whole_status() -> None:
    frame = Frame(f"{MOVES_ATTRIBUTES}&at=1")
    first = read_status(frame)
    assert (first["game"], first["ply"], first["player"], first["outcome"]) == ("tensor-chess", 1, 1, None)
    assert first["moves"] == ["e2e4", "e7e5", "f1e2"]
    assert [player["name"] for player in first["players"]] == ["White", "Black"]  # type: ignore[attr-defined]
    assert take_events(frame) == ["change"]
    frame.send(type="go", ply=3)
    assert read_status(frame)["ply"] == 3
    assert take_events(frame) == ["step", "change"]
    frame.send(type="go", ply=4)
    assert frame.sent_messages("error")


def test_undo_reset_and_going_back_are_events() -> None:
    frame = Frame("game=sensei&mode=play")
    frame.touch("a1", "a4")
    assert take_events(frame) == ["change", "action", "change"]
    frame.send(type="undo")
    assert take_events(frame) == ["undo", "change"]
    frame.send(type="go", ply=1)
    assert take_events(frame) == ["action", "change"]
    frame.send(type="go", ply=0)
    frame.send(type="go", ply=1)
    frame.send(type="reset")
    assert take_events(frame) == ["undo", "change", "action", "change", "reset", "change"]
    assert frame.position == GAMES["sensei"].format_position(GAMES["sensei"].initial({}, 0))


@pytest.mark.parametrize("fragment", [f"{MOVES_ATTRIBUTES}&at=1", "study=x&start=1"])
def test_reset_and_new_start_of_board_to_look_at_are_events(fragment: str) -> None:
    """A reset is an event on a board in show mode, and a change of ``at`` or ``start`` is a step."""
    frame = Frame(fragment)
    if "study" in fragment:
        frame.send(type="study", text=STUDY)
    frame.send(type="go", ply=3)
    take_events(frame)
    frame.send(type="reset")
    assert take_events(frame) == ["reset", "step", "change"]
    frame.send(type="reset")
    assert take_events(frame) == []
    parameters = dict(part.split("=") for part in fragment.split("&"))
    name = "start" if "study" in fragment else "at"
    frame.send(type="show", parameters={**parameters, name: 2})
    assert frame.sent_messages("step")[-1]["ply"] == 2
    assert take_events(frame) == ["step", "change"]
    frame.send(type="show", parameters={**parameters, name: 2, "flip": True})
    assert take_events(frame) == []


@pytest.mark.parametrize("fragment", ["game=sensei&mode=play", "game=sensei&moves=a1-a4;end&at=0"])
def test_undo_without_action_is_an_error(fragment: str) -> None:
    """Undo of the moves in the parameters is an error. During a hidden decision, the error reveals no actions."""
    frame = Frame(fragment)
    frame.send(type="undo")
    assert frame.sent_messages("error")
    cards = Frame("game=tensor-cards&mode=play")
    cards.send(type="undo")
    assert not cards.sent_messages("error")


def test_undo_at_start_of_study_is_an_error() -> None:
    frame = Frame("study=mine&game=tensor-chess")
    frame.send(type="study", text=STUDY)
    frame.send(type="undo")
    assert frame.sent_messages("error")


def test_correct_move_after_miss_is_an_event() -> None:
    frame = Frame("game=sensei&mode=find&accept=a1-a4&ask=Which?")
    frame.send(type="play", action="b1-b2")
    take_events(frame)
    frame.send(type="play", action="a1-a4")
    assert take_events(frame) == ["reset", "action", "found", "change"]


@pytest.mark.parametrize("fragment", ["game=tesulda&mode=play&options=setup:build", "game=tensor-cards&mode=play"])
def test_host_page_learns_nothing_of_hidden_decision(fragment: str) -> None:
    """The host page gets the same messages, whatever a player touches and chooses in secret."""
    assert request_messages_about_secret(fragment, 1) == request_messages_about_secret(fragment, 2)


def request_messages_about_secret(fragment: str, seed: int) -> list[dict[str, object]]:
    """Return all messages that a host page can request while a player begins a random hidden decision."""
    frame, random = Frame(fragment), Random(seed)
    frame.click("embed.uncover")
    before = frame.sent_messages("change")
    for _number in range(2):
        board = frame.controller.board
        assert board is not None
        timeline = board.table.timeline
        assert timeline.is_hidden()
        actions = timeline.game.legal_actions(timeline.state)
        unfinished_turns = [action for action in actions if timeline.play(action).to_move == timeline.to_move]
        *first_targets, last_target = random.choice(unfinished_turns).targets
        frame.touch(*first_targets)
        frame.send(type="picture", id=3)
        frame.idle()
        frame.touch(last_target)
        for message in (
            {"type": "picture", "id": 4},
            {"type": "undo"},
            {"type": "reset"},
            {"type": "go", "ply": 0},
            {"type": "play", "action": "x"},
            {"type": "position", "at": "0"},
            {"type": "resume", "state": '{"ply": 0, "moves": []}'},
            {"type": "show", "parameters": {"game": "sensei"}},
        ):
            frame.send(**message)
            frame.idle()
    assert frame.sent_messages("change") == before
    assert frame.sent_messages("state") == []
    assert all(message["svg"].startswith("<svg") for message in frame.sent_messages("picture"))
    return frame.browser.posted


def test_calls_without_board_are_errors() -> None:
    frame = Frame("game=sensei&position=nonsense")
    types = ("undo", "reset", "picture")
    messages = [{"type": type} for type in types]
    for number, message in enumerate([*messages, {"type": "go", "ply": 1}, {"type": "play", "action": "a1-a4"}], 2):
        frame.send(**message)
        frame.idle()
        assert len(frame.sent_messages("error")) == number
    (answer,) = frame.sent_messages("picture")
    assert answer["message"]
    assert "svg" not in answer


def test_study_goes_to_ply_and_chapter_without_new_text() -> None:
    frame = Frame("study=mine&game=tensor-chess")
    frame.send(type="study", text=STUDY)
    assert take_events(frame)[-1] == "change"
    frame.send(type="show", parameters={"study": "mine", "start": "2"})
    assert (read_status(frame)["ply"], read_status(frame)["moves"]) == (2, ["e2e4", "e7e5"])
    frame.send(type="go", chapter=2, ply=1)
    assert read_status(frame)["moves"] == ["d2d4"]
    frame.send(type="undo")
    assert read_status(frame)["moves"] == []
    assert frame.sent_messages("error") == []


@pytest.mark.parametrize(
    "fragment",
    ["game=sensei&mode=play", MOVES_ATTRIBUTES, "game=sensei&mode=find&accept=a1-a4;end&ask=Which?", "study=mine"],
)
def test_board_goes_on_in_another_frame(fragment: str) -> None:
    frame, other_frame = Frame(fragment), Frame(fragment)
    random = Random(3)
    for each_frame in (frame, other_frame):
        if fragment.startswith("study"):
            each_frame.send(type="study", text=STUDY)
    for _number in range(4):
        board = frame.controller.board or frame.controller.reader
        assert board is not None
        timeline = board.table.timeline
        legal_actions = timeline.game.legal_actions(timeline.state)
        frame.send(type="play", action=timeline.game.format_action(timeline.state, random.choice(legal_actions)))
    take_events(other_frame)
    other_frame.send(type="resume", state=frame.sent_messages("state")[-1]["state"])
    assert [message["type"] for message in other_frame.browser.posted] in (
        ["change", "state", "resumed"],
        ["state", "resumed"],
    )
    if "find" not in fragment:
        assert read_status(other_frame) == read_status(frame)
    assert other_frame.sent_messages("state")[-1]["state"] == frame.sent_messages("state")[-1]["state"]


def test_study_goes_on_in_long_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_recent_chapters", deque())
    long_chapter = {"game": "tensor-chess", "moves": [{"move": "e2e4", "variations": [["d2d4"]] * 400}]}
    chapters = [{"game": "sensei", "moves": ["a1-a4"]}, long_chapter]
    text = json.dumps({"format": "ruleboard-study/1", "title": "Mine", "chapters": chapters})
    frame, other_frame = Frame("study=mine"), Frame("study=mine")
    for each_frame in (frame, other_frame):
        each_frame.send(type="study", text=text)
        each_frame.idle()
    frame.send(type="go", chapter=2, ply=1)
    frame.idle()
    take_events(other_frame)
    opening._recent_chapters.clear()  # the other frame has not opened the chapter yet
    other_frame.send(type="resume", state=frame.sent_messages("state")[-1]["state"])
    assert not other_frame.browser.posted
    other_frame.idle()
    assert [message["type"] for message in other_frame.browser.posted] == ["change", "state", "resumed"]
    assert read_status(other_frame) == read_status(frame)


@pytest.mark.parametrize("text", ["", "{}", '{"moves": ["a1-a7"], "ply": 0, "flipped": false}', '{"moves": 3}', "[]"])
def test_malformed_state_is_refused(text: str) -> None:
    frame = Frame("game=sensei&mode=play")
    position = frame.position
    frame.send(type="resume", state=text)
    assert frame.sent_messages("error")
    assert frame.position == position


@pytest.mark.parametrize("closed_tasks", [1, [1], [[1]], [[1, 2, 3]], [[0, -1]], [["a", "b"]]])
def test_malformed_tasks_of_study_are_refused(closed_tasks: object) -> None:
    frame = Frame("study=mine")
    frame.send(type="study", text=STUDY)
    state = {"chapter": 0, "node": 1, "closed": closed_tasks, "moves": [], "flipped": False}
    frame.send(type="resume", state=json.dumps(state))
    assert frame.sent_messages("error")[-1]["where"].startswith("closed")
    assert read_status(frame)["ply"] == 0


CARDS_STUDY = STUDY.replace("tensor-chess", "tensor-cards").replace('"e2e4", "e7e5", "f1e2"', "").replace('"d2d4"', "")


@pytest.mark.parametrize("address", ["game=tensor-cards", "study=mine"])
def test_picture_has_coordinates_of_board(address: str) -> None:
    texts = []
    for coordinates in ("no", "yes"):
        frame = Frame(f"{address}&coordinates={coordinates}")
        if frame.controller.board is None:
            frame.send(type="study", text=CARDS_STUDY)
        frame.send(type="picture", id=1)
        frame.idle()
        texts.append(frame.sent_messages("picture")[0]["svg"].count("</text>"))
    assert texts[0] < texts[1]


def test_picture_of_lesson_shows_its_part_of_table() -> None:
    part_of_table = next(id for id, steps in sorted(lesson_positions("equilibrium").items()) if steps[0] is None)
    frame = Frame(f"game=equilibrium&lesson={part_of_table}")
    frame.send(type="picture", id=1)
    frame.idle()
    boxes = [
        attrs["viewBox"]
        for tag, attrs, _inside in walk(frame.browser.page)
        if tag == "svg" and "board" in attrs.get("class", "").split()
    ]
    assert f'viewBox="{boxes[0]}"' in frame.sent_messages("picture")[0]["svg"]


def test_picture_shows_board() -> None:
    frame = Frame("game=sensei&mode=play")
    frame.send(type="picture", id=7)
    frame.touch("a1", "a4")  # before the frame has read its styles
    frame.send(type="picture", id=8)
    frame.idle()
    first, second = frame.sent_messages("picture")
    assert (first["id"], second["id"]) == (7, 8)
    assert first["svg"] != second["svg"]
    assert first["svg"].startswith("<svg")


def test_moves_on_show_mode_board_are_single_steps() -> None:
    """A host page can play a move on a board in show mode, and take it back with undo() or a reset."""
    frame = Frame("game=tensor-chess&moves=e2e4;e7e5;f1e2&at=0")
    frame.send(type="go", ply=2)
    frame.browser.posted.clear()
    frame.send(type="play", action="a2a3")
    assert [message["action"] for message in frame.sent_messages("action")] == ["a2a3"]
    frame.send(type="undo")
    assert not frame.sent_messages("error")
    assert frame.sent_messages("step")[-1]["ply"] == 2
    frame.send(type="reset")
    assert frame.sent_messages("reset")[-1]["ply"] == 0
    frame.send(type="go", ply=3)
    assert frame.sent_messages("change")[-1]["moves"] == ["e2e4", "e7e5", "f1e2"]


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        ({"game": "sensei", "mode": "play"}, [{"type": "play", "action": "a1-a4"}]),
        ({"game": "tensor-chess", "moves": "e2e4;e7e5", "at": "0"}, [{"type": "go", "ply": 1}]),
        ({"game": "sensei", "lesson": "character"}, []),
    ],
)
def test_other_display_keeps_the_game(values: dict[str, str], steps: list[dict[str, Any]]) -> None:
    """A change of orientation, names or style keeps the game on an open board; other changes open the board again."""
    frame = Frame(format_parameters(values))
    for step in steps:
        frame.send(**step)
    position, has_board = frame.position, frame.controller.board
    assert has_board
    frame.send(type="show", parameters={**values, "caption": "Here", "theme": "dark", "controls": "no"})
    assert frame.position == position
    assert "Here" in frame.text
    if "lesson" not in values:
        seat = has_board.seat
        frame.send(type="show", parameters={**values, "flip": "yes"})
        assert frame.position == position
        assert frame.controller.board.seat != seat
        frame.send(type="show", parameters=values)
        assert frame.position == position
    frame.send(type="show", parameters=values)
    assert frame.controller.board.position == open_board(parse_parameters(values)).position
