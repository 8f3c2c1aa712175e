"""Test embedded boards with an opponent."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import parse_fragment
from ruleboard.registry import GAMES
from ruleboard.thinking.messages import Failure, Reply, create_request, format_answer
from tests.unit.embed.frame import Frame, create_action_phase


def wait_for_opponents(frame: Frame) -> None:
    """Let the opponent think and act until it is the person's turn."""
    browser = frame.browser
    for _ in range(40):
        while browser.pending_calls:
            browser.pending_calls.pop(0)()
        if not browser.answer_request():
            return


def test_opponent_replies_and_host_gets_its_actions() -> None:
    frame = Frame("game=sensei&mode=play&opponent=1")
    frame.touch("a1", "a2", "do:end")
    assert "Sparrow is thinking" in frame.text
    wait_for_opponents(frame)
    board = frame.controller.board
    assert board
    assert board.table.timeline.to_move == 0
    assert len(frame.sent_messages("action")) == len(board.table.timeline.entries) > 2
    frame.click("embed.undo")
    assert frame.controller.board
    assert frame.controller.board.table.timeline.ply == 1


def test_person_gets_requested_seat_on_near_side() -> None:
    frame = Frame("game=sensei&mode=play&opponent=1&seat=2")
    wait_for_opponents(frame)
    board = frame.controller.board
    assert board
    assert (board.table.timeline.to_move, board.seat) == (1, 1)


def test_host_cannot_move_for_opponent() -> None:
    frame = Frame("game=sensei&mode=play&opponent=1&seat=2")
    board = frame.controller.board
    frame.send(type="play", action="a1-a2")
    assert frame.controller.board == board
    assert frame.sent_messages("error")


def test_game_continues_from_position() -> None:
    game = GAMES["sensei"]
    state = game.initial({}, 0)
    for action in ("a1-a4", "end"):
        state = game.apply(state, game.parse_action(state, action))
    frame = Frame(f"game=sensei&mode=play&opponent=1&position={quote(game.format_position(state))}")
    wait_for_opponents(frame)
    assert frame.controller.board
    assert frame.controller.board.table.timeline.to_move == 0


def test_person_sees_only_own_cards() -> None:
    pages = []
    for choice in ("put r1", "put b5"):
        frame = Frame("game=tensor-cards&mode=play&opponent=1")
        assert not frame.class_text("unseen-now")
        frame.touch("do:row", "card:10", "card:9", "card:8", "do:lay")
        browser = frame.browser
        browser._answer(format_answer(Reply(browser.requests[-1].id, (choice,), 0, (), 1)))
        browser.pending_calls.pop(0)()
        assert frame.controller.board
        assert frame.controller.board.table.timeline.ply == 2
        pages.append(json.dumps([browser.page, browser.posted]))
    assert pages[0] == pages[1]


BUILDING_POSITION = "10/10/10/10/10/10/10/10/10/10 l - 0 build:l:0"
"""A position of Tesulda in which Light builds, without a seed, as links contain it."""


@pytest.mark.parametrize(
    "parameters",
    [
        f"game=equilibrium&mode=play&opponent=1&position={quote(create_action_phase(5))}",
        "game=equilibrium&mode=play&opponent=1&seed=5",
        f"game=tesulda&mode=play&opponent=1&position={quote(BUILDING_POSITION)}",
        "game=tesulda&mode=play&opponent=1&seed=5&options=setup:build",
        "game=tesulda&mode=play&opponent=1&seed=5&options=setup:build&moves=fill",
    ],
)
def test_hidden_information_is_dealt_for_each_reader(parameters: str) -> None:
    """The pile and the shuffled armies differ for each reader and do not depend on the address."""
    boards = [open_board(parse_fragment(parameters), seed, 1) for seed in (1, 2)]
    first, second = (board.table.timeline for board in boards)
    assert first.state != second.state
    assert first.public_state() == second.public_state()


def test_opponents_choices_have_a_seed_of_their_own() -> None:
    """The seed for the opponent's choices differs for each reader and is independent of the hidden information."""
    parameters = parse_fragment(f"game=tesulda&mode=play&opponent=1&seat=2&position={quote(BUILDING_POSITION)}")
    requests = {
        create_request(open_board(parameters, seed, opponent_seed).table.timeline, 1, 1)
        for seed in (1, 2)
        for opponent_seed in (3, 4)
    }
    assert len(requests) == 2


def test_opponent_builds_from_a_building_position() -> None:
    frame = Frame(f"game=tesulda&mode=play&opponent=1&seat=2&position={quote(BUILDING_POSITION)}")
    wait_for_opponents(frame)
    board = frame.controller.board
    assert board is not None
    assert board.table.timeline.to_move == 1
    assert board.table.timeline.is_hidden()


@pytest.mark.parametrize(
    ("parameters", "where"),
    [
        ("game=sensei&opponent=3", "opponent"),
        ("game=sensei&mode=play&opponent=6", "opponent"),
        ("game=sensei&mode=play&opponent=3&seat=3", "seat"),
        ("game=sensei&mode=play&seat=2", "seat"),
    ],
)
def test_incapable_opponent_is_rejected_by_parameter(parameters: str, where: str) -> None:
    frame = Frame(parameters)
    assert frame.controller.board is None
    assert where in frame.text.casefold()


# --- hints -----------------------------------------------------------------------------------------------------------


def test_hints_come_in_three_steps_on_request() -> None:
    """A hint has three steps on request, the piece, the move and the reasons, until the next action (issue 18).

    Screen readers announce each step.
    """
    frame = Frame("game=sensei&mode=play&hints=yes")
    frame.click("embed.advise")
    assert "Looking for a good move" in frame.text
    wait_for_opponents(frame)
    assert "Look here" in frame.class_text("hinted")
    assert "Look here" in frame.live_text
    frame.click("embed.advise")
    assert "Try this" in frame.class_text("hinted")
    second_hint_text = frame.class_text("hinted")
    frame.click("embed.advise")
    assert frame.class_text("hinted") not in ("", second_hint_text)
    frame.touch("a1", "a2")
    assert not frame.class_text("hinted")


def test_threats_are_announced_and_closed() -> None:
    frame = Frame("game=sensei&mode=play&opponent=1&hints=yes")
    frame.controller.handle("do", "embed.advise", "threats")
    assert "any threat" in frame.class_text("hinted")
    frame.controller.handle("do", "embed.advise", "close")
    assert not frame.class_text("hinted")


def test_failed_hint_leaves_game_playable() -> None:
    frame = Frame("game=sensei&mode=play&hints=yes")
    frame.click("embed.advise")
    frame.controller.on_opponent_event(Failure(1, "A reason."))
    assert not frame.class_text("hinted")
    frame.touch("a1", "a2")
    assert len(frame.sent_messages("action")) == 1


def test_hints_are_off_by_default() -> None:
    frame = Frame("game=sensei&mode=play")
    frame.controller.handle("do", "embed.advise", "hint")
    assert not frame.browser.requests
    assert "Hint" not in frame.text
