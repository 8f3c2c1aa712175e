"""Test announcements for screen readers: during turns, in hidden decisions and at the end. The specs have the rules."""

from __future__ import annotations

import re

import pytest

from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import changes as tables
from ruleboard.app.board import gestures, history
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.table import Table
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import el, targets_in
from tools.fake_browser import begin_sensei


def create_table(
    game: str, *actions: str, start: str | None = None, seats: tuple[int, ...] = (), **options: str
) -> Table:
    names = ("", "") if start or game != "sensei" else ("Ann", "Bob")
    return open_table("x", replay(Record(game, options, 4, names, actions, start=start, seats=seats), GAMES))


def table_after_touches(game: str, *touches: str, **options: str) -> Table:
    table = tables.uncover(create_table(game, **options))
    for target in touches:
        table, _ = gestures.touch(table, target)
    return table


def test_start_of_turn_names_player() -> None:
    assert announcing.situation_text(create_table("sensei"), "Red ends the turn") == "Red ends the turn. Ann to move."
    assert announcing.situation_text(create_table("tensor-chess")) == "White to move."


def test_mid_turn_announcement_lists_remaining_actions() -> None:
    """After two stone moves, the announcement lists only the character's move as remaining (Sensei)."""
    one_stone, two_stones = create_table("sensei", "b1-b5"), create_table("sensei", "b1-b5", "a1-a4")
    assert announcing.situation_text(one_stone) == "Ann to move. Make one more stone move, leap, or end your turn."
    assert announcing.situation_text(two_stones) == "Ann to move. Leap with your character, or end your turn."


def test_only_person_is_told_their_turn_without_their_name() -> None:
    assert "Ann" not in announcing.situation_text(create_table("sensei", seats=(0, 1)))


@pytest.mark.parametrize("seats", [(), (0, 1)])
def test_prompt_follows_action_in_mid_turn(seats: tuple[int, ...]) -> None:
    """In mid-turn, the prompt follows the action directly, since the text of the action has named the player."""
    one_stone = create_table("sensei", "b1-b5", seats=seats)
    prompt = GAMES["sensei"].prompt(one_stone.timeline.state)
    assert announcing.situation_text(one_stone, "Ann moves") == f"Ann moves. {prompt}"


def test_events_in_mid_turn_are_followed_by_name() -> None:
    """After events in mid-turn, the announcement repeats the player's name, since events may name other players."""
    one_stone = create_table("sensei", "b1-b5")
    text = announcing.situation_text(one_stone, "Ann moves", "Bob loses a stone.")
    assert text.startswith("Ann moves. Bob loses a stone. Ann to move. ")


def test_end_is_announced_with_reason() -> None:
    """The announcement of the end gives the reason, here checkmate (Tensor Chess)."""
    table_after_checkmate = create_table("tensor-chess", "j1j8", start="7k2/10/7K2/10/10/10/10/9R w - - 0 1")
    assert announcing.situation_text(table_after_checkmate) == "Checkmate: White wins."


def test_hidden_decision_names_player_then_task() -> None:
    covered_table = create_table("tensor-cards")
    assert announcing.situation_text(covered_table) == "It’s Black’s turn to choose in secret."
    text = announcing.situation_text(tables.uncover(covered_table))
    assert text == "Black to choose. Put a card on each piece. Turn 1 of 3."


def test_selected_piece_is_announced_with_targets() -> None:
    """The announcement lists the targets of a stone.

    Sensei's stones go straight any distance, and here the stone on b1 blocks the row.
    """
    before = table_after_touches("sensei")
    after = table_after_touches("sensei", "a1")
    assert announcing.touch_text(before, after) == "Picked up: a1, green stone. Possible: a2; a3; a4; a5; a6."
    assert announcing.touch_text(after, table_after_touches("sensei")) == "Put down."
    assert announcing.touch_text(after, after) == ""


def test_captures_are_distinguished_from_free_targets() -> None:
    """The announcement of a selected rook lists the possible capture separately from the free squares."""
    start = "9k/10/10/10/10/p9/10/R4K4 w - - 0 1"
    table, _ = gestures.touch(create_table("tensor-chess", start=start), "a1")
    text = announcing.selection_text(table)
    assert text.startswith("Picked up: a1, white rook. Possible: ")
    named_targets = text.removesuffix(".").partition("Possible: ")[2].split("; ")
    assert set(named_targets) == {"a2", "a3, black pawn", "b1", "c1", "d1", "e1"}


PROPEL_POSITION = "2n2k4/10/3t6/10/10/10/10/5K4 b - - 0 1"
"""The knight on c8 bounces off the beast on d6, or sends it on (spec: Bounce, Propel)."""


def test_bounce_and_propel_are_distinguished_at_selection() -> None:
    table, _ = gestures.touch(create_table("tensor-chess", start=PROPEL_POSITION), "c8")
    text = announcing.selection_text(table)
    assert "Move or bounce to a marked square, or touch the beast to send it on." in text
    named_targets = text.removesuffix(".").partition("Possible: ")[2].split("; ")
    assert {"bounce to e8", "bounce to c4", "e7", "the beast on d6"} <= set(named_targets)
    assert "Bounce" not in announcing.selection_text(table, mentions_targets=False), "it would give a task away"


def test_propel_is_announced_at_second_step() -> None:
    table = create_table("tensor-chess", start=PROPEL_POSITION)
    for target in ("c8", "d6"):
        table, _ = gestures.touch(table, target)
    text = announcing.selection_text(table)
    assert "The knight stays on d6. Where does the beast go?" in text
    assert "the beast to c4; " in text
    assert "the beast to c8; " in text or "the beast to c8." in text


def test_castling_is_listed_among_targets() -> None:
    table, _ = gestures.touch(create_table("tensor-chess", start="9k/10/10/10/10/10/10/R4K4 w Q - 0 1"), "f1")
    assert "castle to b1" in announcing.selection_text(table)


def test_hops_and_captures_in_passing_are_listed_among_targets() -> None:
    """The announcement lists hops and captures en passant, calls no target empty, and names buttons last."""
    table, _ = gestures.touch(create_table("tensor-chess", start="9k/10/10/4p5/10/4p5/3T6/9K w - - 0 1"), "d2")
    text = announcing.selection_text(table)
    assert text.endswith("hop to f4; hop to d6; “Hop by hop”.")
    pawn_start = "9k/10/10/3Pp5/10/10/10/9K w - e6 0 1"
    table, _ = gestures.touch(create_table("tensor-chess", start=pawn_start), "d5")
    assert "Possible: d6; capture in passing on e6." in announcing.selection_text(table)


def test_only_the_refusal_is_announced() -> None:
    before, after = table_after_touches("sensei", "a1"), table_after_touches("sensei", "a1", "b2")
    assert after.touches.refusal
    assert announcing.touch_text(before, after) == after.touches.refusal.sentence


def test_many_targets_are_counted() -> None:
    """The announcement counts targets: nine empty hexes next to own tiles, and eight hexes to hack (Equilibrium)."""
    actions = ("setup I@0,0 A@-1,1", "setup I@0,0 T@0,1", "code add", "download A,S,S", "run add -1,1 I@1,-1")
    actions = (*actions, "tweak S", "tweak V", "load A@-1,1", "pass")
    table = open_table(
        "x", replay(Record("equilibrium", {"players": "2", "start": "1"}, 428, ("", ""), actions), GAMES)
    )
    text = announcing.selection_text(gestures.touch(table, "storage:2:S")[0])
    assert text.startswith("Picked up: a sensor tile.")
    assert text.endswith(" 17 possibilities.")


def test_ambiguous_target_asks_for_choice() -> None:
    """If the beast on d4 hops to d6, the app asks whether it captures the piece on d5 (Tensor Chess)."""
    position = "3q1k4/2p4p2/4bt4/1rttT1Nt2/1R1T1Tn3/4B1T3/2P4P2/3Q1K4 w - - 0 1"
    table = create_table("tensor-chess", start=position)
    for target in ("d4", "d6"):
        table, _ = gestures.touch(table, target)
    text = announcing.selection_text(table)
    assert text.startswith("Chosen: d6, ")
    assert "Which of these? Possible: " in text
    assert "captures" in text


def test_announcement_of_single_button_names_it_without_question() -> None:
    """The announcement names the only button that remains once, and does not ask which one (Tensor)."""
    table = table_after_touches("tensor-cards", "do:row", "card:5", "card:7", "card:9")
    text = announcing.selection_text(table)
    assert text.count("Place these cards") == 1
    assert "?" not in text


def test_bot_to_move_is_named_with_side() -> None:
    """The texts about moves name the side of a bot, so the announcement of its turn names the bot and the side."""
    table = create_table("sensei", "b1-b5", "end", seats=(0, 2))
    assert announcing.situation_text(table) == "Bob (Red) to move."


def test_promotion_pieces_are_listed_with_targets_hidden() -> None:
    """The announcement lists the pieces that a pawn on the last rank can become (Tensor Chess, spec: Moves)."""
    table = create_table("tensor-chess", start="9k/4P5/10/10/10/10/10/K9 w - - 0 1")
    for target in ("e7", "e8"):
        table, _ = gestures.touch(table, target)
    text = announcing.selection_text(table, mentions_targets=False)
    assert "Promote to… Possible: Queen" in text
    assert "Which of these?" not in text
    assert "Rook" in text


def test_earlier_ply_announces_action_without_secrets() -> None:
    table = create_table("sensei", "b1-b5", "end")
    assert announcing.past_action_text(history.view_at(table, 1)) == "1 of 2. Green moves the stone on b1 to b5."
    assert announcing.past_action_text(history.view_at(table, 0)) == "0 of 2."
    table_at_earlier_ply = history.view_at(create_table("tensor-cards", "put r5", "take r", "lay r1 b2 y3"), 1)
    assert (
        announcing.past_action_text(table_at_earlier_ply) == "0 of 1."
    )  # Black has decided once, in any number of steps


def test_undo_redo_and_draw_offer_are_announced() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.touch("a1", "a4")
    tab.key("u")
    assert tab.announcement == "Undone. Ann to move."
    tab.key("r")
    assert tab.announcement.startswith("Redone. Ann to move.")
    tab.click("play.offer")
    assert tab.announcement == "Ann offers a draw."
    tab.click("play.answer", "no")
    assert tab.announcement.startswith("Draw declined. Ann to move.")


def test_reveal_is_announced_once_then_by_step() -> None:
    """The end of a round, after all players have passed, is announced once, and later step by step (Equilibrium)."""
    setup = ("setup I@0,0 A@-1,1", "setup I@0,0 T@0,1", "pass")
    before = open_table("x", replay(Record("equilibrium", {"players": "2", "start": "1"}, 428, ("", ""), setup), GAMES))
    after, action = gestures.touch(before, "do:pass")
    assert action is not None
    events = announcing.new_event_text(before, after)
    assert events.startswith("Everybody has passed, so round 1 is over.")
    assert announcing.situation_text(after, "Teal passes", events).startswith("Teal passes. Everybody has passed, ")
    assert announcing.new_event_text(after, after) == ""
    assert announcing.new_event_text(after, tables.go_to_note_step(after, 1)).startswith("Orange. Image: ")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (el("p", el("strong", text="one"), el("span", text="two")), "one two"),
        (el("ul", el("li", text="one"), el("li", text="two.")), "One. Two."),
        (
            el("div", el("svg", el("text", text="x"), role="img", aria_label="a figure"), el("i", text="!")),
            "A figure. !",
        ),
        (el("div", el("svg", el("text", text="x"), aria_hidden="true"), el("p", text="here")), "Here."),
    ],
)
def test_node_text_includes_labels(node, text: str) -> None:
    assert announcing.screen_reader_text(node) == text


@pytest.mark.parametrize("game", ["sensei", "tensor-chess", "tesulda"])
@pytest.mark.parametrize("seat", [0, 1])
def test_pieces_are_announced_by_side_and_kind(game: str, seat: int) -> None:
    """The text names each piece of a side once, after its kind, and the pieces of the nearest side first."""
    table = tables.uncover(create_table(game))
    text = announcing.pieces_text(table, seat)
    state, view = table.timeline.state, VIEWS[game]
    owners = {target: view.owner(state, target) for target in targets_in(view.picture(state, seat, Marks()))}
    squares = {target for target, owner in owners.items() if owner is not None and re.fullmatch(r"[a-z]\d+", target)}
    first = min(squares, key=lambda square: re.search(rf"\b{square}\b", text).start())  # type: ignore[union-attr]
    assert owners[first] == seat
    assert sorted(re.findall(r"\b[a-z]\d+\b", text)) == sorted(squares)


def test_pits_are_announced_after_the_pieces() -> None:
    game = GAMES["sensei"]
    text = VIEWS["sensei"].pieces_text(game.initial({"mode": "arashi-expert"}, 0), 1)
    assert text.endswith(" Pit: b3, f3, d4, b5, f5.")


@pytest.mark.parametrize("seat", [0, 1])
def test_card_pieces_are_announced_from_seat(seat: int) -> None:
    table = tables.uncover(create_table("tensor-cards"))
    texts = [announcing.pieces_text(table, number) for number in (seat, 1 - seat)]
    assert all(color in texts[0].lower() for color in ("red", "blue", "yellow"))
    assert texts[0] != texts[1]


def test_tiles_are_announced_by_network_and_type() -> None:
    game = GAMES["equilibrium"]
    state = game.initial({}, 1)
    view = VIEWS["equilibrium"]
    assert view.pieces_text(state, 0) == ""
    while not all("I" in player.board.upper() or "A" in player.board.upper() for player in state.players):
        state = game.apply(state, game.legal_actions(state)[0])
    text = view.pieces_text(state, 1)
    tile_count = sum(len(player.board) - player.board.count(".") for player in state.players)
    assert text.count("ring") + text.count("centre") == tile_count
    assert text.index("Teal") < text.index("Orange")
