"""Test embedded boards as readers use them: viewing, playing, tasks, hidden information and lessons."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from ruleboard.embed.parameters import Parameters, format_fragment
from ruleboard.links import encode_position
from ruleboard.registry import GAMES
from tests.unit.embed.frame import Frame, create_action_phase
from tools.fake_browser import walk

START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
POSITION_AFTER_ACTION = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"


# --- show --------------------------------------------------------------------------------------------------------


def test_show_mode_board_ignores_touches():
    frame = Frame("game=sensei")
    frame.touch("a1", "a4")
    assert frame.position == START
    assert frame.browser.posted[0] == {
        "ruleboard": 1,
        "type": "ready",
        "game": "sensei",
        "position": START,
        "player": 0,
    }
    assert [message["type"] for message in frame.browser.posted[1:]] == ["change", "state"]
    assert "button" not in {part[0] for part in frame.browser.page[2]}


def test_row_of_buttons_keeps_its_room_when_it_is_empty():
    frame = Frame("game=sensei&mode=play")
    rows = []
    for target in ("", "a1", "a4", "do:end"):
        frame.touch(*filter(None, (target,)))
        rows.append([len(node[2]) for node in walk(frame.browser.page) if node[1].get("class") == "choices-of"])
    assert rows[0] == rows[1] == []
    assert rows[2] == [1]
    assert rows[3] == [0]


@pytest.mark.parametrize("body", [None, b"<!doctype html>", b"\xde\x12\x04\x95"], ids=["none", "html", "cut off"])
def test_board_defaults_to_english(body):
    frame = Frame("game=sensei&lang=fr")
    frame.browser.is_online = body is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.fake_browser.compile_language", lambda language: body)
        frame.browser.deliver_catalogues()
    assert frame.position == START
    assert frame.browser.language == ("fr" if body is None else "en")  # without a catalogue, a script sets the language


def test_moves_are_stepped_through_both_ways():
    frame = Frame("game=sensei&moves=a1-a4;end&at=0")
    assert frame.position == START
    assert "0 of 2" in frame.text
    frame.click("embed.step")  # the first enabled button steps forward
    assert frame.position == POSITION_AFTER_ACTION
    assert "a1" in frame.class_text("say")
    assert "a4" in frame.live_text
    frame.controller.handle("key", "]")
    assert "2 of 2" in frame.text
    frame.controller.handle("key", "]")
    assert "2 of 2" in frame.text
    frame.controller.handle("key", "[")
    assert frame.position == POSITION_AFTER_ACTION


def test_all_moves_are_played_by_default():
    assert Frame("game=sensei&moves=a1-a4").position == POSITION_AFTER_ACTION


def test_controls_and_caption_are_optional():
    assert "1 of 1" not in Frame("game=sensei&moves=a1-a4&controls=no").text
    assert "Look here" in Frame("game=sensei&caption=Look%20here").text


def test_highlights_disappear_after_first_action():
    frame = Frame("game=sensei&mode=play&marks=d1;b2")
    assert frame.cells("shown") == {"d1", "b2"}
    frame.touch("a1")
    assert frame.cells("shown") == set()
    frame.touch("a1")
    assert frame.cells("shown") == {"d1", "b2"}


def test_selected_piece_shows_targets_on_static_board():
    """A selected stone shows its targets, which on the a file are all squares up to the opponent's stone."""
    frame = Frame("game=sensei&marks=taken:a1")
    page = json.dumps(frame.browser.page)
    assert page.count("sign dot may go") == 5
    assert "data-target" not in page
    assert "data-legal" not in page
    playable_frame = Frame("game=sensei&mode=play&marks=taken:a1")
    playable_frame.touch("a4")
    assert playable_frame.position == POSITION_AFTER_ACTION
    playable_frame.click("embed.restart")
    playable_frame.touch("a4")
    assert playable_frame.position == POSITION_AFTER_ACTION


def test_immovable_piece_is_rejected_as_selection():
    frame = Frame("game=sensei&marks=taken:a7")
    assert "can’t be picked up" in frame.class_text("trouble")


def test_theme_and_host_reach_the_browser():
    frame = Frame("game=sensei&theme=dark&host=https://example.org")
    assert frame.browser.themes == ["dark"]
    assert frame.browser.host == "https://example.org"


# --- play --------------------------------------------------------------------------------------------------------


def test_both_sides_play_undo_and_restart():
    frame = Frame("game=tensor-chess&mode=play&moves=e2e4")
    start_position = frame.position
    frame.touch("e7", "e5")
    frame.touch("g1", "f3")  # on ten files g1 has no knight, so the touch is refused
    assert frame.position.split()[1] == "w"
    assert [message["action"] for message in frame.sent_messages("action")] == ["e7e5"]
    assert frame.sent_messages("action")[0]["player"] == 1
    assert frame.sent_messages("action")[0]["position"] == frame.position
    frame.click("embed.undo")
    assert frame.position == start_position
    with pytest.raises(AssertionError):  # undo does not revert the moves of the parameters
        frame.click("embed.undo")
    frame.click("embed.redo")
    assert frame.position.split()[1] == "w"
    frame.click("embed.restart")
    assert frame.position == start_position


def test_refusal_is_explained_and_announced():
    frame = Frame("game=sensei&mode=play")
    frame.touch("a1", "g7")
    assert frame.class_text("said")
    assert frame.live_text == frame.class_text("said")


def test_end_of_game_is_announced():
    """The end of a game is announced, here a mate by a rook on the last rank (Tensor Chess)."""
    frame = Frame("game=tensor-chess&mode=play&position=" + quote("7k2/10/7K2/10/10/10/10/9R w - - 0 1"))
    frame.touch("j1", "j8")
    (outcome,) = frame.sent_messages("outcome")
    assert outcome.pop("reason") in frame.class_text("result")
    assert outcome == {"ruleboard": 1, "type": "outcome", "returns": [1, -1], "winners": [0], "draw": False}


def test_embedded_board_stores_nothing():
    frame = Frame("game=sensei&mode=play")
    frame.touch("a1", "a4")
    frame.touch("do:end")
    assert frame.browser.storage.texts == {}


# --- find --------------------------------------------------------------------------------------------------------

TASK_ATTRIBUTES = (
    "game=sensei&mode=find&accept=a1-a4|b1-b4;end&ask=Bring%20a%20stone%20to%20the%20middle.&praise=Well%20done."
)


def test_correct_answer_is_praised():
    frame = Frame(TASK_ATTRIBUTES)
    assert frame.class_text("ask") == "Bring a stone to the middle."
    frame.touch("a1", "a4")
    assert frame.class_text("praise") == "Well done."
    assert frame.sent_messages("found") == [{"ruleboard": 1, "type": "found", "misses": 0}]
    assert "Well done." in frame.live_text
    frame.touch("b1", "b4")
    assert frame.position == POSITION_AFTER_ACTION
    frame.click("embed.restart")
    assert frame.position == START


def test_line_of_several_actions_is_solved_at_end():
    frame = Frame(TASK_ATTRIBUTES)
    frame.touch("b1", "b4")
    assert frame.sent_messages("found") == []
    frame.touch("do:end")
    assert len(frame.sent_messages("found")) == 1


def test_line_of_turns_gets_replies_and_final_verdict():
    frame = Frame("game=sensei&mode=find&goal=position&accept=a1-a2;b1-b2;end;a7-a6;end;c1-c2;end")
    frame.touch("b1", "b2", "a1", "a2")
    assert frame.sent_messages("missed") == [], "another order is correct, too"
    frame.touch("do:end")
    assert " g 21 " in frame.position, "the board plays the reply"
    frame.touch("d1", "e1", "do:end")
    assert len(frame.sent_messages("missed")) == 1
    frame.click("embed.restart")
    frame.touch("a1", "a2", "b1", "b2", "do:end", "c1", "c2", "do:end")
    assert len(frame.sent_messages("found")) == 1


def test_placement_solution_is_revealed_with_task_reply():
    """After a correct answer, the board places the other side's cards and reveals all cards, as the app does.

    The reveal addresses the person who solved the task, whose side stays at the bottom.
    """
    at = "equilibrium-point first-star+own-side r1,3 b6,5 y0,1 W345T B1279 0-0 1.3"
    task_fragment = f"game=tensor-cards&mode=find&goal=position&position={at}"
    frame = Frame(f"{task_fragment}&accept=lay r1 b2 y7;lay r5 b3 y4|lay r2 b1 y7".replace(" ", "%20"))
    lay = GAMES["tensor-cards"].parse_action(GAMES["tensor-cards"].parse_position(at), "lay r1 b2 y7")
    frame.touch(*lay.targets)
    assert len(frame.sent_messages("found")) == 1
    seat, live_text = frame.controller.board.seat, frame.text
    assert live_text.count("took yellow to a star") == 1
    assert "your 1" in live_text
    for _step in range(9):
        last_text = frame.text
        frame.controller.handle("do", "embed.show_step", "1")
    assert "ends on a star, and you win" in last_text
    assert seat == GAMES["tensor-cards"].to_move(GAMES["tensor-cards"].parse_position(at))
    assert "Black has laid" not in frame.text


def test_two_wrong_answers_show_the_start():
    frame = Frame(TASK_ATTRIBUTES)
    frame.touch("c1", "c2")
    assert "asks for something else" in frame.class_text("missed")
    assert frame.sent_messages("missed") == [{"ruleboard": 1, "type": "missed", "misses": 1}]
    assert frame.class_text("hinted") == ""
    frame.click("embed.restart")
    assert frame.position == START
    frame.touch("e1", "e2")
    frame.click("embed.restart")
    frame.touch("c1", "c3")
    frame.click("embed.restart")
    assert frame.class_text("hinted")
    assert "a1" in frame.cells("shown")


def test_hint_has_given_text_on_request():
    frame = Frame(TASK_ATTRIBUTES + "&hint=Try%20the%20a%20file.")
    assert frame.class_text("hinted") == ""
    frame.click("embed.hint")
    assert frame.class_text("hinted") == "Try the a file."
    assert frame.cells("shown") == set()


def test_illegal_move_is_explained_without_counting():
    frame = Frame(TASK_ATTRIBUTES)
    frame.touch("a1", "g7")
    assert frame.class_text("said")
    assert frame.sent_messages("missed") == []


# --- hidden information ------------------------------------------------------------------------------------------


def render_page_and_messages(frame: Frame) -> str:
    return json.dumps([frame.browser.page, frame.browser.posted])


def test_hidden_cards_are_neither_displayed_nor_announced():
    """Until White has placed cards, too, the page neither displays nor announces Black's cards."""
    pages = []
    for lay in ("lay r1 b2 y3", "lay r9 b8 y7"):
        frame = Frame(f"game=tensor-cards&mode=play&moves={quote(lay)}")
        assert frame.board["data-game"] == "tensor-cards"
        pages.append(render_page_and_messages(frame).replace(quote(lay), ""))
    assert pages[0] == pages[1]


def test_hidden_decision_is_announced_without_content():
    messages = []
    for lay in ("lay r1 b2 y3", "lay r9 b8 y7"):
        frame = Frame("game=tensor-cards&mode=play")
        assert frame.class_text("unseen-now")
        frame.click("embed.uncover")
        board = frame.controller.board
        assert board
        (action,) = (action for action in board.table.actions if action.text == lay)
        frame.touch(*action.targets)
        messages.append(frame.sent_messages("action"))
    assert messages[0] == messages[1]
    (message,) = messages[0]
    assert message["action"] is None


def test_army_being_built_is_hidden():
    pages = [
        render_page_and_messages(
            Frame(f"game=tesulda&options=setup:build&moves={quote(';'.join(actions))}&controls=no")
        )
        for actions in (("S>e1", "k>e1", "h>e1"), ("T>a2", "T>b2", "s>a2"))
    ]
    assert pages[0] == pages[1]


def test_pile_order_stays_out_of_page_and_messages():
    text = create_action_phase(5)
    pile = json.loads(text)["pile"]
    reversed_text = json.dumps(json.loads(text) | {"pile": pile[::-1]}, sort_keys=True, separators=(",", ":"))
    assert text != reversed_text
    pages = [
        Frame("game=equilibrium&mode=play&position=" + encode_position(position)) for position in (text, reversed_text)
    ]
    assert render_page_and_messages(pages[0]) == render_page_and_messages(pages[1])
    assert pile not in render_page_and_messages(pages[0])
    states = [page.controller.board.table.timeline.state for page in pages if page.controller.board]
    assert states[0].pile == states[1].pile  # both piles come from the seed, not from the text


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("mode", ["show", "play", "find"])
def test_every_game_answers_an_action_in_every_mode(game, mode):
    first = GAMES[game].legal_actions(GAMES[game].initial({}, 0))[0].text
    parameters = Parameters(game, mode=mode, accept=((first,),) if mode == "find" else ())
    frame = Frame(format_fragment(parameters))
    assert frame.board["data-game"] == game
    is_rejected = game == "tensor-cards" and mode != "show"  # only the person at the board places hidden cards
    frame.send(type="play", action=first)
    assert len(frame.sent_messages("error")) == is_rejected
    assert len(frame.sent_messages("action")) == (not is_rejected)
    assert len(frame.sent_messages("found")) == (mode == "find" and not is_rejected)


# --- lessons -------------------------------------------------------------------------------------------------------


def test_lesson_runs_in_frame():
    frame = Frame("game=sensei&lesson=goal")
    assert "Cross the garden" in frame.text
    assert "1 of 2" in frame.text
    frame.click("embed.lesson_step")
    assert "2 of 2" in frame.text
    frame.touch("a1", "a2")
    assert "A stone alone doesn’t win" in frame.text
    frame.click("embed.restart")
    frame.touch("e1", "e7")
    assert "That’s how you win at Sensei" in frame.text
    types = [message["type"] for message in frame.browser.posted if message["type"] not in ("change", "state")]
    assert types == ["ready", "action", "missed", "reset", "action", "outcome", "found"]
    assert frame.browser.storage.texts == {}


def test_lesson_starts_at_requested_step_or_last():
    assert "2 of 2" in Frame("game=sensei&lesson=goal&step=2").text
    assert "2 of 2" in Frame("game=sensei&lesson=goal&step=99").text


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        ("game=sensei&lesson=x", "there’s no lesson"),
        ("game=sensei&lesson=goal&position=x", "Position: this parameter doesn’t work with a lesson"),
        ("game=sensei&step=2", "this parameter needs a lesson"),
    ],
)
def test_unavailable_lesson_explains_why(fragment, message):
    assert message.lower() in Frame(fragment).text.lower()


def test_lesson_rejects_position_of_host():
    frame = Frame("game=sensei&lesson=goal")
    frame.send(type="position", position=START)
    assert frame.browser.posted[-1]["type"] == "error"
    assert "Cross the garden" in frame.text


@pytest.mark.parametrize("event", [("shake", "a1"), ("do", "embed.fly")])
def test_unknown_event_or_message_is_reported_and_ignored(event):
    frame = Frame("game=sensei&mode=play")
    board = frame.controller.board
    with pytest.raises(AssertionError, match="unknown"):
        frame.controller.handle(*event)
    frame.browser.ignores_unknown = True
    frame.controller.handle(*event)
    assert frame.controller.board == board
