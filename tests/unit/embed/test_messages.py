"""Test messages from the host page, which an embedded board executes, answers with an error, or ignores."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from tests.unit.embed.frame import Frame

START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
POSITION_AFTER_ACTION = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"


def test_host_page_plays_resets_and_sets_position():
    frame = Frame("game=sensei&mode=play")
    frame.send(type="play", action="a1-a4")
    assert frame.position == POSITION_AFTER_ACTION
    assert len(frame.sent_messages("action")) == 1
    frame.send(type="reset")
    assert frame.position == START
    frame.send(type="position", position=POSITION_AFTER_ACTION)
    assert frame.position == POSITION_AFTER_ACTION
    frame.send(type="position", moves="a1-a4;end")
    assert frame.position.split()[1] == "r"
    frame.send(type="show", parameters={"game": "tensor-chess", "caption": "Chess"})
    assert frame.board["data-game"] == "tensor-chess"
    assert [message["game"] for message in frame.sent_messages("ready")] == ["sensei"] * 3 + ["tensor-chess"]
    assert frame.sent_messages("error") == []


def test_host_action_can_solve_puzzle():
    frame = Frame("game=sensei&mode=find&accept=a1-a4|b1-b4;end")
    frame.send(type="play", action="c1-c2")
    assert len(frame.sent_messages("missed")) == 1
    frame.send(type="play", action="a1-a4")
    assert len(frame.sent_messages("found")) == 1
    frame.send(type="play", action="end")
    assert len(frame.sent_messages("error")) == 1


@pytest.mark.parametrize(
    ("message", "where"),
    [
        ({"ruleboard": 2, "type": "reset"}, "ruleboard"),
        ({"ruleboard": True, "type": "reset"}, "ruleboard"),
        ({"type": "dance"}, "type"),
        ({"type": ["reset"]}, "type"),
        ({}, "type"),
        ({"type": "play"}, "action"),
        ({"type": "play", "action": 3}, "action"),
        ({"type": "play", "action": "a" * 500}, "action"),
        ({"type": "reset", "hard": True}, "hard"),
        ({"type": "position"}, "position"),
        ({"type": "position", "position": {"a": 1}}, "position"),
        ({"type": "position", "position": "nonsense"}, "position"),
        ({"type": "show", "parameters": "game=sensei"}, "parameters"),
        ({"type": "show", "parameters": {"game": "sensei", "mode": 1}}, "mode"),
        ({"type": "show", "parameters": {}}, "game"),
    ],
)
def test_invalid_messages_get_errors_without_effect(message, where):
    frame = Frame("game=sensei&mode=play")
    frame.touch("a1", "a4")
    frame.send(**message)
    (error,) = frame.sent_messages("error")
    assert error["where"] == where
    assert error["message"]
    assert frame.position == POSITION_AFTER_ACTION
    frame.touch("do:end")
    assert frame.position.split()[1] == "r"


@pytest.mark.parametrize("text", ["", "hello", "[]", "null", "3", '{"type":"reset"}', '{"a":1}', "[" * 100_000])
def test_foreign_messages_are_ignored(text):
    frame = Frame("game=sensei&mode=play")
    before = list(frame.browser.posted)
    frame.controller.handle("message", text)
    assert frame.browser.posted == before


def test_illegal_move_gets_reason():
    frame = Frame("game=sensei&mode=play")
    frame.send(type="play", action="a1-a7")
    (error,) = frame.sent_messages("error")
    assert error["message"]
    assert frame.position == START


def play_by_touches(frame: Frame, text: str) -> None:
    """Play an action by touching its targets, as a visitor does."""
    board = frame.controller.board
    assert board
    (action,) = (action for action in board.table.actions if action.text == text)
    frame.touch(*action.targets)
    if frame.controller.board and frame.controller.board.table.timeline == board.table.timeline:
        frame.controller.handle("do", "embed.choose", text)


BUILDING_FRAGMENT = "game=tesulda&options=setup:build"
CARDS_FRAGMENT = "game=tensor-cards"


@pytest.mark.parametrize(
    ("board", "decision_action"),
    [
        (BUILDING_FRAGMENT + "&mode=play", ("S>e1",)),
        (CARDS_FRAGMENT + "&mode=play", ("put r1",)),
        (CARDS_FRAGMENT + "&mode=find&accept=lay r1 b2 y3", ("put r1",)),
    ],
)
def test_host_cannot_act_or_spy_during_hidden_decision(board, decision_action):
    """During a hidden decision, the host cannot act, and its errors do not tell occupied squares from free ones."""
    answers = []
    for before in ((), decision_action):
        frame = Frame(board)
        frame.controller.handle("do", "embed.uncover")
        for text in before:
            play_by_touches(frame, text)
        table = frame.controller.board.table
        assert len(table.timeline.entries) == len(before)
        picture = frame.browser.page
        for action in ("S>e1", "k>e1", "fill", "default", "put r1", "take r1", "put r2", "lay r1 b2 y3", "nonsense"):
            frame.send(type="play", action=action)
        assert frame.controller.board.table == table
        assert frame.browser.page == picture
        answers.append(frame.sent_messages("error"))
    assert answers[0] == answers[1]
    assert len({json.dumps(answer) for answer in answers[0]}) == 1


@pytest.mark.parametrize(
    ("board", "decision_action"),
    [
        (BUILDING_FRAGMENT, "S>e1"),
        (CARDS_FRAGMENT, "put r1"),
        (CARDS_FRAGMENT, "lay r1 b2 y3"),
    ],  # the last case ends at the second player's hand-over screen
)
@pytest.mark.parametrize(
    "message",
    [
        {"type": "reset"},
        {"type": "position", "moves": ""},
        {"type": "show", "parameters": {"game": "sensei"}},
        {"type": "study", "text": "{}"},
    ],
)
def test_host_cannot_destroy_hidden_decision(board, decision_action, message):
    """After the first hidden action, the board rejects every message from the host with the same error."""
    frame = Frame(board + "&mode=play")
    frame.click("embed.uncover")
    play_by_touches(frame, decision_action)
    frame.send(type="play", action="nonsense")
    table, picture = frame.controller.board.table, frame.browser.page
    frame.send(**message)
    assert frame.controller.board.table == table
    assert frame.browser.page == picture
    error, answer = frame.sent_messages("error")
    assert answer == error


def test_host_can_restart_without_hidden_progress():
    frame = Frame(CARDS_FRAGMENT + "&mode=play")
    frame.send(type="position", moves="")
    for text in ("lay r1 b2 y3", "lay r1 b2 y3"):  # the second placement reveals both
        frame.click("embed.uncover")
        play_by_touches(frame, text)
    frame.send(type="reset")
    assert frame.sent_messages("error") == []
    assert frame.controller.board.table.timeline.ply == 0


def test_hidden_decision_is_reported_once():
    """A hidden decision is reported once, since the number of its steps would reveal the default army."""
    messages = []
    for steps in (("default", "done"), ("S>e1", "k>e1", "fill", "done")):
        frame = Frame(BUILDING_FRAGMENT + "&mode=play")
        frame.click("embed.uncover")
        for text in steps:
            play_by_touches(frame, text)
        messages.append(frame.sent_messages("action"))
    assert messages[0] == messages[1]
    assert [(message["action"], message["player"]) for message in messages[0]] == [(None, 0)]


def test_host_steps_view_board_through_hidden_decisions():
    frame = Frame(CARDS_FRAGMENT + "&mode=show")
    frame.send(type="play", action="lay r1 b2 y3")
    assert frame.sent_messages("error") == []
    assert len(frame.sent_messages("action")) == 1


def test_invalid_address_is_reported_and_recoverable():
    frame = Frame("game=sensei&position=<img src=x>")
    assert "position" in frame.class_text("trouble")
    assert [message["type"] for message in frame.browser.posted] == ["ready", "error"]
    frame.send(type="reset")
    frame.controller.handle("address", "#game=sensei")
    assert frame.position == START


def test_texts_from_host_are_escaped():
    frame = Frame("game=sensei&caption=" + quote('<img src="x" onerror="alert(1)">'))
    assert '<img src="x" onerror="alert(1)">' in frame.text  # the text of an element, not markup
