"""Test replays at the table, which turn cards over step by step. The card game's rules describe positions and cards."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.board import changes as tables
from ruleboard.app.board import endings, history
from ruleboard.app.board.animation import board_motions
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import player_at_bottom
from ruleboard.app.board.prompts import button_targets
from ruleboard.app.board.replay_view import replay_panel
from ruleboard.app.board.table import Table
from ruleboard.app.play.view import game_page as page
from ruleboard.app.share.session import ShareChoices, ShareDialog
from ruleboard.app.share.view import share_dialog
from ruleboard.app.storage.preferences import Flip, Settings
from ruleboard.app.ui.components import Shell
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.scene.diff import node_json
from ruleboard.scene.node import descendants
from ruleboard.scene.serialize import to_svg

BLACK, WHITE = 0, 1
BOTH_PLACEMENTS = ("lay r5 b2 y9", "lay r9 b8 yT")
"""The rulebook's example: red is resolved, and Black has to choose the order on blue."""
TURN_TEXTS = (*BOTH_PLACEMENTS, "order toward-first")


def table_after(*actions: str, **options: str) -> Table:
    return open_table("x", replay(Record("tensor-cards", options, 1, ("Ann", "Bob"), actions), GAMES))


def play(table: Table, text: str) -> Table:
    return tables.play_action(table, table.timeline.game.parse_action(table.timeline.state, text))


def table_after_reveal() -> Table:
    """Return a table on which White has just placed the cards and the replay is starting."""
    return play(tables.uncover(table_after(BOTH_PLACEMENTS[0])), BOTH_PLACEMENTS[1])


def read_frame_texts(table: Table) -> list[str]:
    return [frame.text for frame in history.replay_frames(table, WHITE)]


def render_page_json(table: Table) -> str:
    return json.dumps(node_json(page(Shell(), table, Settings())), ensure_ascii=False)


def test_hidden_placement_starts_no_replay() -> None:
    table = play(tables.uncover(table_after()), BOTH_PLACEMENTS[0])
    assert table.display.replay is None
    assert table.display.awaits_handover
    assert history.latest_replay(table) is None
    assert history.show_replay(table) == table
    assert history.replay_history(table) == ()


def test_reveal_starts_with_first_card() -> None:
    table = table_after_reveal()
    assert table.display.replay is not None
    assert table.display.replay.step == 0
    assert read_frame_texts(table)[0] == "Red: Black 5, White 9. The 9 is higher, so White’s card acts first."
    assert table.read_only
    assert not button_targets(table)


def test_higher_number_acts_first_and_losses_are_announced() -> None:
    texts = read_frame_texts(table_after_reveal())
    assert texts[1].startswith("White’s 9: red goes 1 space toward White")
    assert texts[2] == "Black’s 5 can’t move red: red has no line to Black’s right."
    assert texts[3].startswith("Blue: Black 2, White 8.")


def test_steps_lead_through_replay_and_out() -> None:
    table = table_after_reveal()
    count = len(read_frame_texts(table))
    for step in range(1, count):
        table = history.advance_replay(table, 1)
        assert table.display.replay is not None
        assert table.display.replay.step == step
    assert (
        history.advance_replay(table, -1).display.replay
        == history.advance_replay(history.advance_replay(table, -2), 1).display.replay
    )
    assert history.advance_replay(table, 1).display.replay is None


@pytest.mark.parametrize(("texts", "label"), [(BOTH_PLACEMENTS, "Next"), (TURN_TEXTS, "Done")])
def test_replay_is_done_only_at_the_end_of_the_turn(texts: tuple[str, ...], label: str) -> None:
    """At the last frame before a player's choice, the button says "Next", since the turn goes on."""
    table = history.show_replay(table_after(*texts))
    table = history.advance_replay(table, len(read_frame_texts(table)) - 1)
    panel = replay_panel(table, history.replay_frames(table, WHITE), "step", "skip")
    assert [node.children[-1].text for node in descendants(panel) if node.key == "show-on"] == [label]


def test_first_step_has_no_previous() -> None:
    assert history.advance_replay(table_after_reveal(), -1) == table_after_reveal()


def test_next_decision_waits_for_end_of_replay() -> None:
    table = history.skip_replay(table_after_reveal())
    assert table.display.replay is None
    assert not table.display.awaits_handover  # Black's choice is public
    assert set(board_marks(table).next_targets) == {"2,4", "3,5", "do:toward-first", "do:right-first"}
    next_turn = history.skip_replay(play(table, "order toward-first"))
    assert next_turn.display.awaits_handover  # Black places cards again


def test_replay_contains_consequences_of_one_decision() -> None:
    table = play(history.skip_replay(table_after_reveal()), "order toward-first")
    texts = [frame.text for frame in history.replay_frames(table, BLACK)]
    assert texts[0].startswith("Black’s 2: blue goes")
    assert any(line.startswith("Yellow:") for line in texts)


def test_whole_turn_can_be_replayed() -> None:
    table = history.show_replay(table_after(*TURN_TEXTS))
    assert table.display.replay is not None
    assert read_frame_texts(table)[: len(read_frame_texts(table_after_reveal()))] == read_frame_texts(
        table_after_reveal()
    )
    assert read_frame_texts(table)[len(read_frame_texts(table_after_reveal()))].startswith("Black’s 2: blue goes")
    assert table.display.awaits_handover  # after the replay the table is unchanged
    assert history.skip_replay(table) == table_after(*TURN_TEXTS)


def test_past_turns_are_described_separately() -> None:
    table = table_after(*TURN_TEXTS, "lay r1 b3 y4", "lay r1 b3 y4")
    first, second = history.replay_history(table)
    cards = "1.1 Black: red 5, blue 2, yellow 9 – White: red 9, blue 8, yellow 10"
    assert first.title == f"{cards} Black: blue toward Black first"
    assert second.title == "1.2 Black: red 1, blue 3, yellow 4 – White: red 1, blue 3, yellow 4"
    assert second.texts == (
        "Red: Black 1, White 1.",
        "Equal cards cancel out.",
        "Blue: Black 3, White 3.",
        "Equal cards cancel out.",
        "Yellow: Black 4, White 4.",
        "Equal cards cancel out.",
    )
    replayed_table = history.show_replay(table, first.replay.last_ply)
    assert replayed_table.display.replay == first.replay


def test_looking_back_replays_that_turn() -> None:
    table = history.view_at(table_after(*TURN_TEXTS, "lay r1 b3 y4", "lay r1 b3 y4"), 3)
    replayed_table = history.show_replay(table)
    assert read_frame_texts(replayed_table) == list(history.replay_history(table)[0].texts)
    assert history.skip_replay(replayed_table) == table


def test_undo_is_disabled_during_replay_and_handover() -> None:
    covered_board = play(tables.uncover(table_after()), "put r9")
    for table in (table_after_reveal(), history.show_replay_history(covered_board), table_after("put r9")):
        assert table.display.covers_board
        assert history.undo(table) == table
        assert history.redo(table) == table
    assert history.undo(covered_board) != covered_board


def test_hidden_cards_prevent_playing_from_earlier_ply() -> None:
    table = history.view_at(table_after("put r9", "put b8"), 1)
    assert table.display.awaits_handover
    assert history.continue_from_view(table) == table
    assert "Play on from here" not in render_page_json(table)
    own_turn = history.view_at(tables.uncover(table_after("put r9", "put b8")), 1)
    assert history.continue_from_view(own_turn).timeline.ply == 1


def test_end_is_announced_after_replay() -> None:
    """The end is announced only after the replay, in which White's 9 moves red one step onto White's star."""
    start = "equilibrium-point first-star r5,0 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"
    record = Record("tensor-cards", {}, 1, ("Ann", "Bob"), ("lay r1 b2 y3",), start=start)
    table = play(tables.uncover(open_table("x", replay(record, GAMES))), "lay r9 b8 y7")
    assert table.timeline.outcome is not None
    assert "wins" not in render_page_json(table)
    assert "Rematch" not in render_page_json(history.advance_replay(table, 0)).replace("Rematch with sides swapped", "")
    assert any("ends on a star, and White wins" in line for line in read_frame_texts(table))
    assert "wins" in render_page_json(history.skip_replay(table))


@pytest.mark.parametrize("flip", Flip)
def test_board_turns_after_a_reveal_to_the_player_who_chooses(flip: Flip) -> None:
    settings = Settings(flip=flip)
    assert player_at_bottom(table_after(), settings) == BLACK
    assert player_at_bottom(table_after(BOTH_PLACEMENTS[0]), settings) == WHITE
    assert (
        player_at_bottom(table_after_reveal(), settings) == WHITE
    )  # White has just placed cards and still holds the device
    table_before_choice = history.skip_replay(table_after_reveal())
    assert table_before_choice.timeline.to_move == BLACK
    assert player_at_bottom(table_before_choice, settings) == BLACK
    assert player_at_bottom(table_after(*TURN_TEXTS), settings) == BLACK


def test_each_step_animates_once() -> None:
    before = tables.uncover(table_after(BOTH_PLACEMENTS[0]))
    table = table_after_reveal()
    assert board_motions(before, table, WHITE) == history.replay_frames(table, WHITE)[0].motions
    step = history.advance_replay(table, 1)
    (motion,) = [candidate for candidate in board_motions(table, step, WHITE) if candidate.end == "piece-red"]
    assert len(motion.points) == 2
    assert board_motions(step, table, WHITE) == ()
    assert board_motions(step, step, WHITE) == ()
    assert board_motions(step, history.skip_replay(step), WHITE) == ()
    assert board_motions(table_after(*TURN_TEXTS), history.show_replay(table_after(*TURN_TEXTS)), WHITE) == ()


@pytest.mark.parametrize(("seats", "has_hidden_own_cards"), [((0, 0), True), ((1, 1), True), ((1, 0), False)])
def test_only_person_sees_own_cards_in_each_frame(seats: tuple[int, int], has_hidden_own_cards: bool) -> None:
    """White's cards are face up for the only person in a game. With two persons or two bots they are face down."""
    record = Record("tensor-cards", {}, 1, ("", ""), BOTH_PLACEMENTS, seats=seats)
    table = history.show_replay(open_table("x", replay(record, GAMES)))
    labels = [to_svg(frame.picture) for frame in history.replay_frames(table, WHITE)]
    assert any("White’s card on" in label for label in labels) == has_hidden_own_cards
    assert "Black’s card on" in labels[0]


# --- secrecy: the page is the same for all placements


def render_pages(*placements: tuple[str, ...]) -> set[str]:
    return {render_page_json(table_after(*texts)) for texts in placements}


PLACEMENTS = (("put r9", "put b8", "put y1", "lay r9 b8 y1"), ("put y4", "put yT", "take y", "lay rT b7 y4"))
"""Different placements with equally many actions, because the number of actions is visible when looking back."""


def test_handover_screen_hides_placement() -> None:
    assert len(render_pages(("put r9",), ("put y3",))) == 1
    assert len(render_pages(*PLACEMENTS)) == 1
    assert len({render_page_json(tables.uncover(table_after(*texts))) for texts in PLACEMENTS}) == 1


def test_earlier_plies_hide_placement() -> None:
    boards = [tables.uncover(table_after(*texts)) for texts in PLACEMENTS]
    for at in range(4):
        assert len({render_page_json(history.view_at(table, at)) for table in boards}) == 1


def test_offered_draw_is_answered_without_revealing_cards() -> None:
    table = endings.offer_draw(play(tables.uncover(table_after()), "put r9"))
    assert table.display.awaits_handover
    assert "Accept" in render_page_json(table)
    assert "data-target" not in render_page_json(table)
    assert endings.answer_draw_offer(table, False).display.awaits_handover


def test_superseded_tab_hides_cards() -> None:
    assert tables.lock_for_other_tab(play(tables.uncover(table_after()), "put r9")).display.awaits_handover


def test_copied_texts_hide_placement() -> None:
    for table in (tables.uncover(table_after(BOTH_PLACEMENTS[0])), play(tables.uncover(table_after()), "put r5")):
        share_choices = ShareChoices("text", "https://example.org/")
        dialog_json = json.dumps(
            node_json(share_dialog(ShareDialog(table, share_choices), ("", False), 0)), ensure_ascii=False
        )
        assert "1.1" in dialog_json
        assert "lay r5" not in dialog_json
        assert "put r5" not in dialog_json
