"""Test how touches, undo, viewing earlier plies and endings change the table. Sensei's rules describe the moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import changes as tables
from ruleboard.app.board import endings, gestures, history
from ruleboard.app.board.animation import board_motions
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.parts import DrawOffer
from ruleboard.app.board.side_notes import current_side_note, has_no_open_note, side_notes
from ruleboard.app.board.table import Table
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import new_timeline, replay
from ruleboard.registry import GAMES
from ruleboard.scene.marks import Motion
from tests.support.tables import replace_parts
from tests.unit.equilibrium.equilibrium_help import create_player, create_position

TURN_TEXTS = ("a1-a4", "b1-b4", "end")
BACK_AND_FORTH_TEXTS = ("a1-a2", "end", "a7-a6", "end", "a2-a1", "end", "a6-a7", "end")
"""Eight actions that repeat the first position."""


def create_table(*actions: str, start: str | None = None) -> Table:
    record = Record("sensei", {"mode": "arashi"}, 0, ("Ann", "Bob"), actions, start=start)
    return Table("x", replay(record, GAMES))


def touch_targets(table: Table, *targets: str) -> Table:
    for target in targets:
        table, _ = gestures.touch(table, target)
    return table


def list_action_texts(table: Table) -> list[str]:
    return [str(entry) for entry in table.timeline.entries]


# --- touching ---------------------------------------------------------------------------------------------------


def test_touch_selects_and_marks_targets() -> None:
    table, action = gestures.touch(create_table(), "a1")
    assert action is None
    assert table.touches.targets == ("a1",)
    assert board_marks(table).selected == ("a1",)
    assert board_marks(table).next_targets == {"a2": "go", "a3": "go", "a4": "go", "a5": "go", "a6": "go"}


def test_second_touch_plays_action() -> None:
    table, action = gestures.touch(touch_targets(create_table(), "a1"), "a4")
    assert str(action) == "a1-a4"
    assert list_action_texts(table) == ["a1-a4"]
    assert table.touches.targets == ()
    assert board_marks(table).last == {"a1", "a4"}


def test_repeated_touch_deselects() -> None:
    table = touch_targets(create_table(), "a1", "a1")
    assert table.touches.targets == ()
    assert not table.touches.refusal.sentence


def test_another_stone_replaces_selection() -> None:
    assert touch_targets(create_table(), "a1", "b1").touches.targets == ("b1",)


@pytest.mark.parametrize("target", ["a7", "d4", "do:end", "z9", "", "<b>"])
def test_refused_first_touch_is_explained(target: str) -> None:
    table = touch_targets(create_table(), target)
    assert table.touches.refused_target == target
    assert table.touches.refusal.sentence.endswith(".")
    assert table.touches.targets == ()
    assert list_action_texts(table) == []


@pytest.mark.parametrize("target", ["b2", "a7", "do:end", "z9"])
def test_refused_second_touch_preserves_selection(target: str) -> None:
    table = touch_targets(create_table(), "a1", target)
    assert table.touches.targets == ("a1",)
    assert table.touches.refusal.sentence.endswith(".")
    assert board_marks(table).refused_target == target
    assert "a2" in board_marks(table).next_targets


def test_next_touch_clears_message() -> None:
    table = touch_targets(create_table(), "a1", "b2", "a4")
    assert (table.touches.refusal.sentence, table.touches.refused_target) == ("", "")
    assert list_action_texts(table) == ["a1-a4"]


def test_button_ends_turn() -> None:
    table = touch_targets(create_table(), "a1", "a4", "do:end")
    assert table.timeline.to_move == 1


def test_escape_reverts_one_touch_and_clears_message() -> None:
    table = gestures.cancel_touch(touch_targets(create_table(), "a1", "b2"))
    assert (table.touches.targets, table.touches.refusal.sentence, table.touches.refused_target) == ((), "", "")
    assert gestures.cancel_touch(create_table()) == create_table()


def test_drag_selects_unselected_piece() -> None:
    assert gestures.begin_drag(create_table(), "a1").touches.targets == ("a1",)
    assert gestures.begin_drag(touch_targets(create_table(), "a1"), "a1").touches.targets == ("a1",)
    assert gestures.begin_drag(touch_targets(create_table(), "a1"), "b1").touches.targets == ("b1",)


@pytest.mark.parametrize("target", ["a7", "d4", "z9"])
def test_undraggable_piece_is_explained_without_selection(target: str) -> None:
    refusal = touch_targets(create_table(), target).touches.refusal
    for before in (create_table(), touch_targets(create_table(), "a1"), touch_targets(create_table(), "a1", "b2")):
        table = gestures.begin_drag(before, target)
        assert (table.touches.targets, table.touches.refused_target, table.touches.refusal) == ((), target, refusal)
        assert gestures.begin_drag(table, "b1").touches.targets == ("b1",)


def test_drop_plays_or_explains_and_next_drag_restarts() -> None:
    table, action = gestures.drop(gestures.begin_drag(create_table(), "a1"), "a4")
    assert str(action) == "a1-a4"
    table, action = gestures.drop(gestures.begin_drag(table, "b1"), "c3")
    assert action is None
    assert (table.touches.targets, table.touches.refused_target) == (("b1",), "c3")
    assert table.touches.refusal.sentence.endswith(".")
    assert gestures.begin_drag(table, "c1").touches.targets == ("c1",)
    assert not gestures.begin_drag(table, "b1").touches.refusal


def test_drop_on_own_stone_does_not_select_it() -> None:
    table, _ = gestures.drop(gestures.begin_drag(create_table(), "a1"), "b1")
    assert (table.touches.targets, table.touches.refused_target) == (("a1",), "b1")


def test_touch_after_refusal_preserves_selection() -> None:
    """After a refusal, touching the same piece and a legal square plays the move."""
    assert list_action_texts(touch_targets(create_table(), "a1", "b2", "a1", "a4")) == ["a1-a4"]
    assert touch_targets(create_table(), "a1", "b2", "a1", "a1").touches.targets == ()


def test_drop_without_selection_does_nothing() -> None:
    assert gestures.drop(create_table(), "a1") == (create_table(), None)


def test_drag_alone_plays_nothing() -> None:
    """Dragging an action button, or dragging from a square that is only a target, plays nothing."""
    assert gestures.begin_drag(create_table(), "do:end").touches.targets == ()
    assert list_action_texts(gestures.begin_drag(touch_targets(create_table(), "a1", "a4"), "do:end")) == ["a1-a4"]
    assert list_action_texts(gestures.begin_drag(touch_targets(create_table(), "a1"), "a4")) == []


def test_unavailable_choice_changes_nothing() -> None:
    table = touch_targets(create_table(), "a1")
    assert gestures.choose_action(table, "a1-a4") == (table, None)
    assert gestures.choose_action(table, "nonsense") == (table, None)


# --- undo and looking back --------------------------------------------------------------------------------------


def test_undo_and_redo_clear_selection() -> None:
    table = history.undo(touch_targets(create_table("a1-a4"), "b1"))
    assert (table.timeline.ply, table.touches.targets) == (0, ())
    table = history.redo(touch_targets(table, "c1"))
    assert (table.timeline.ply, table.touches.targets) == (1, ())


def test_empty_history_has_no_undo_or_redo() -> None:
    assert history.undo(create_table()).timeline == create_table().timeline
    assert history.redo(create_table(*TURN_TEXTS)).timeline == create_table(*TURN_TEXTS).timeline


def test_earlier_ply_is_read_only() -> None:
    table = history.view_at(touch_targets(create_table(*TURN_TEXTS), "a7"), 1)
    assert table.read_only
    assert table.touches.targets == ()
    assert table.viewed_timeline.ply == 1
    assert table.timeline.ply == 3
    assert not board_marks(table).next_targets
    assert replace(touch_targets(table, "b1", "b4"), message="") == table
    assert gestures.begin_drag(table, "b1") == table


@pytest.mark.parametrize(("at", "viewed_ply"), [(-5, 0), (0, 0), (2, 2), (3, None), (99, None)])
def test_viewed_ply_stays_within_game(at: int, viewed_ply: int | None) -> None:
    assert history.view_at(create_table(*TURN_TEXTS), at).display.ply == viewed_ply


@pytest.mark.parametrize(
    ("table", "option"),
    [
        (history.view_at(create_table(*TURN_TEXTS), 1), "play on from here as a new game"),
        (history.view_at(history.undo(create_table(*TURN_TEXTS)), 3), "play on from here."),
        (history.view_at(create_table("a1-a4", "end"), 1), "play on from here as a new game"),
    ],
)
def test_touch_on_earlier_ply_lists_options(table: Table, option: str) -> None:
    after, action = gestures.touch(table, "a1")
    assert action is None
    assert "Go back to the game" in after.message
    assert option in after.message
    assert announcing.touch_text(table, after) == after.message
    assert history.view_at(after, after.timeline.ply).message == ""


def test_undone_moves_can_be_viewed() -> None:
    table = history.view_at(history.undo(create_table(*TURN_TEXTS)), 3)
    assert (table.display.ply, table.viewed_timeline.ply, table.timeline.ply) == (3, 3, 2)
    assert table.read_only


def test_redo_remains_until_new_action() -> None:
    table = history.continue_from_view(history.view_at(create_table(*TURN_TEXTS), 1))
    assert (table.display.ply, table.timeline.ply) == (None, 1)
    assert list_action_texts(table) == list(TURN_TEXTS)
    assert list_action_texts(history.redo(table)) == list(TURN_TEXTS)
    assert list_action_texts(touch_targets(table, "c1", "c3")) == ["a1-a4", "c1-c3"]


def test_repeating_undone_action_clears_redo() -> None:
    """Playing the same action again after undo removes the undone actions that followed it."""
    table = touch_targets(history.continue_from_view(history.view_at(create_table(*TURN_TEXTS), 1)), "b1", "b4")
    assert list_action_texts(table) == ["a1-a4", "b1-b4"]


def test_playing_from_current_ply_changes_nothing() -> None:
    assert history.continue_from_view(create_table(*TURN_TEXTS)) == create_table(*TURN_TEXTS)


# --- endings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1])
def test_player_can_resign(player: int) -> None:
    table = endings.resign(create_table(*TURN_TEXTS), player)
    outcome = table.timeline.outcome
    assert outcome is not None
    assert outcome.winners == (1 - player,)
    assert table.read_only
    assert touch_targets(table, "a7") == table


def test_only_participants_resign_and_only_once() -> None:
    assert endings.resign(create_table(), 2).touches.refusal.sentence.endswith(".")
    table = endings.resign(create_table(), 0)
    table_after_repetition = endings.resign(table, 1)
    assert table_after_repetition.timeline == table.timeline
    assert table_after_repetition.touches.refusal.sentence == "The game is already over."


def test_ending_can_be_undone() -> None:
    table = history.undo(endings.resign(create_table(*TURN_TEXTS), 0))
    assert table.timeline.outcome is None
    assert touch_targets(table, "a7").touches.targets == ("a7",)


def test_draw_offer_is_accepted() -> None:
    table = endings.offer_draw(create_table(*TURN_TEXTS))
    assert table.draw_offer == DrawOffer(1, 0)
    assert list_action_texts(endings.answer_draw_offer(table, True)) == [*TURN_TEXTS, "draw agreed"]


def test_draw_offer_is_declined() -> None:
    table = endings.answer_draw_offer(endings.offer_draw(create_table(*TURN_TEXTS)), False)
    assert table.draw_offer is None
    assert list_action_texts(table) == list(TURN_TEXTS)


def test_answer_without_offer_does_nothing() -> None:
    assert endings.answer_draw_offer(create_table(), True) == create_table()


def test_action_withdraws_draw_offer() -> None:
    assert touch_targets(endings.offer_draw(create_table()), "a1", "a4").draw_offer is None


def test_draw_can_be_claimed_at_third_repetition_only() -> None:
    table = endings.claim_draw(create_table(*BACK_AND_FORTH_TEXTS))
    assert list_action_texts(table) == list(BACK_AND_FORTH_TEXTS)
    assert table.touches.refusal.sentence == "There’s no draw to claim here."
    table = endings.claim_draw(create_table(*BACK_AND_FORTH_TEXTS, *BACK_AND_FORTH_TEXTS))
    assert list_action_texts(table)[-1] == "draw claimed"
    assert table.timeline.outcome is not None
    assert table.timeline.outcome.is_draw


def test_fifth_repetition_is_draw() -> None:
    table = create_table(*BACK_AND_FORTH_TEXTS * 4)
    assert table.timeline.outcome is not None
    assert table.timeline.outcome.is_draw
    assert table.read_only


def test_outcome_is_displayed_on_board() -> None:
    won_table = create_table(start="7/4R2/3g3/7/7/7/3G3 g 21 arashi")
    won_table = touch_targets(won_table, "d5", "d7", "d1", "d7")
    assert won_table.timeline.outcome is not None
    assert won_table.timeline.outcome.winners == (0,)
    assert board_marks(won_table).highlighted == {"d7"}
    assert board_marks(won_table).read_only


# --- names ------------------------------------------------------------------------------------------------------


def test_names_and_title_are_set() -> None:
    table = tables.rename(create_table(*TURN_TEXTS), "Final", ["Carl", ""])
    assert table.timeline.record.players == ("Carl", "")
    assert table.timeline.record.meta["title"] == "Final"
    assert "title" not in tables.rename(table, "", ["", ""]).timeline.record.meta
    assert list_action_texts(table) == list(TURN_TEXTS)


# --- secrets ----------------------------------------------------------------------------------------------------


class HiddenSensei:
    """Sensei in a variant where every decision is hidden."""

    def __getattr__(self, name: str) -> Any:
        return getattr(GAMES["sensei"], name)

    def is_hidden_decision(self, state: object) -> bool:
        return True


def test_handover_screen_appears_between_hidden_decisions() -> None:
    record = Record("sensei", {"mode": "arashi"}, 0, ("", ""))
    table = open_table("x", replay(record, {"sensei": HiddenSensei()}))
    assert table.display.awaits_handover
    assert touch_targets(table, "a1") == table
    table = touch_targets(tables.uncover(table), "a1", "a4")
    assert not table.display.awaits_handover
    assert touch_targets(table, "do:end").display.awaits_handover
    assert history.redo(history.undo(touch_targets(table, "do:end"))).display.awaits_handover


def test_open_games_have_no_handover_screen() -> None:
    assert not open_table("x", create_table().timeline).display.awaits_handover


# --- motions ----------------------------------------------------------------------------------------------------


@pytest.fixture
def motion_requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Replace Sensei's animations by fixed ones. Return a list that records the animated actions with their seats."""
    requests: list[tuple[str, int]] = []

    class AnimatedSensei:
        def motions(self, before: Any, action: Any, after: Any, seat: int) -> tuple[Motion, ...]:
            assert GAMES["sensei"].apply(before, action) == after
            requests.append((action.text, seat))
            return (Motion("old", "new", ((0, 0), (1, 0), (1, 1))),)

    monkeypatch.setattr("ruleboard.app.board.animation.VIEWS", {"sensei": AnimatedSensei()})
    return requests


FORWARD_MOTIONS = (Motion("old", "new", ((0, 0), (1, 0), (1, 1))),)
BACKWARD_MOTIONS = (Motion("new", "old", ((1, 1), (1, 0), (0, 0))),)


def test_action_animates_forward_and_undo_backward(motion_requests: list[tuple[str, int]]) -> None:
    before = touch_targets(create_table(), "a1")
    after = touch_targets(before, "a4")
    assert board_motions(before, after, 1) == FORWARD_MOTIONS
    assert motion_requests == [("a1-a4", 1)]
    assert board_motions(after, history.undo(after), 0) == BACKWARD_MOTIONS
    assert board_motions(history.undo(after), history.redo(history.undo(after)), 0) == FORWARD_MOTIONS


def test_one_ply_step_is_animated(motion_requests: list[tuple[str, int]]) -> None:
    table = create_table(*TURN_TEXTS)
    assert board_motions(history.view_at(table, 0), history.view_at(table, 1), 0) == FORWARD_MOTIONS
    assert board_motions(history.view_at(table, 2), history.view_at(table, 1), 0) == BACKWARD_MOTIONS
    assert motion_requests == [("a1-a4", 0), ("b1-b4", 0)]


def test_distant_plies_are_not_animated(motion_requests: list[tuple[str, int]]) -> None:
    table = create_table(*TURN_TEXTS)
    different_table = Table("y", table.timeline)
    assert board_motions(table, history.view_at(table, 0), 0) == ()
    assert board_motions(table, table, 0) == ()
    assert board_motions(table, touch_targets(table, "a7"), 0) == ()
    assert board_motions(history.undo(table), different_table, 0) == ()
    assert board_motions(table, endings.resign(table, 0), 0) == ()
    assert board_motions(endings.resign(table, 0), table, 0) == ()
    assert motion_requests == []


def test_branches_are_not_animated_between(motion_requests: list[tuple[str, int]]) -> None:
    """A change between two branches is not animated, as when another tab has undone moves and played different ones."""
    assert board_motions(create_table("c1-c4"), create_table("a1-a4", "b1-b4"), 0) == ()
    assert board_motions(create_table("a1-a4", "b1-b4"), create_table("c1-c4"), 0) == ()


def test_handover_screen_disables_animation(motion_requests: list[tuple[str, int]]) -> None:
    table = replace_parts(create_table(), display={"awaits_handover": True})
    after = create_table("a1-a4")
    assert board_motions(table, after, 0) == ()
    assert board_motions(after, table, 0) == ()


# --- the note pinned next to the board -----------------------------------------------------------------------------


def table_with_preview() -> Table:
    """Return the table of a game of Equilibrium with an open preview, just before the second round ends."""
    record = Record("equilibrium", {"players": "2", "start": "1", "end": "dry"}, 7, ("", ""))
    table = open_table("x", replay(record, GAMES))
    while table.timeline.state.round < 2 or not table.timeline.state.passed_players:
        legal_actions = table.timeline.game.legal_actions(table.timeline.state)
        table = tables.play_action(
            table, next((action for action in legal_actions if action.text == "pass"), legal_actions[0])
        )
    return tables.toggle_note(tables.toggle_note(table, ""), "preview")


def find_open_note_id(table: Table) -> str:
    return current_side_note(table).id if current_side_note(table) and not has_no_open_note(table) else ""


def test_pinned_note_stays_open_during_play() -> None:
    table = table_with_preview()
    code = next(action for action in table.actions if action.text.startswith("code"))
    assert find_open_note_id(tables.play_action(table, code)) == "preview"
    assert find_open_note_id(history.undo(tables.play_action(table, code))) == "preview"


def test_pinned_note_returns_after_recent_events() -> None:
    table = table_with_preview()
    pass_action = next(action for action in table.actions if action.text == "pass")
    board_after = tables.play_action(table, pass_action)
    assert board_after.notes.recent_events is not None
    assert find_open_note_id(board_after) == board_after.notes.recent_events.id
    assert find_open_note_id(tables.toggle_note(board_after, "")) == "preview", "closed"
    assert find_open_note_id(tables.play_action(board_after, board_after.actions[0])) == "preview", "played on"
    assert find_open_note_id(tables.toggle_note(board_after, "moves")) == "", "another note is open"


# --- notes that an opponent's reply must not hide --------------------------------------------------------------------


def table_against_bot(person: int, state: str, *actions: str) -> Table:
    """Return the table of a game of Equilibrium from a position.

    ``person`` is the seat of the person, counted from 0. A bot has the other seat.
    """
    seats = (0, 3) if person == 0 else (3, 0)
    record = Record("equilibrium", {"players": "2"}, 7, ("", ""), start=state, seats=seats)
    table = open_table("x", replay(record, GAMES))
    for text in actions:
        table = tables.play_action(table, table.timeline.game.parse_action(table.timeline.state, text))
    return table


def create_short_pile_position(mover: int) -> str:
    """Return a position in which a Download by the player to move empties the pile."""
    players = [create_player(storage="II", board={"0,0": "A"}) for _ in range(2)]
    return GAMES["equilibrium"].format_position(create_position(*players, pile="T", phase=["action", mover]))


def create_quiet_rounds_position() -> str:
    """Return a position in the second consecutive round in which all players have done nothing but pass."""
    return GAMES["equilibrium"].format_position(create_position(create_player(), create_player(), quiet=1, round=2))


@pytest.mark.parametrize(
    ("person", "state", "actions"),
    [
        (
            0,
            create_short_pile_position(1),
            ("download I", "skip"),
        ),  # the person emptied the pile, and then the opponent acted
        (1, create_short_pile_position(1), ("download I",)),
        (1, create_quiet_rounds_position(), ("pass", "pass", "skip")),  # the person passed last
        (0, create_quiet_rounds_position(), ("pass", "pass")),
    ],
)
def test_end_warning_appears_at_persons_turn(person: int, state: str, actions: tuple[str, ...]) -> None:
    table = table_against_bot(person, state, *actions)
    assert table.timeline.to_move == person
    assert find_open_note_id(table) == "last-actions"
    assert find_open_note_id(tables.play_action(table, table.actions[-1])) != "last-actions", "until the person acts"


def test_closed_note_stays_closed_after_opponents_action() -> None:
    table = tables.toggle_note(table_against_bot(0, create_short_pile_position(1), "download I"), "")
    after = tables.play_action(table, table.timeline.game.parse_action(table.timeline.state, "skip"))
    assert find_open_note_id(after) == ""
    assert [note.id for note in side_notes(after)] == ["actions", "preview", "last-actions", "since"], (
        "it stays available"
    )


def test_next_action_closes_note_between_people() -> None:
    record = Record("equilibrium", {"players": "2"}, 7, ("", ""), start=create_short_pile_position(1))
    table = open_table("x", replay(record, GAMES))
    for text, note in (("download I", "last-actions"), ("skip", "")):
        table = tables.play_action(table, table.timeline.game.parse_action(table.timeline.state, text))
        assert find_open_note_id(table) == note


def test_part_of_the_store_stays_selected_while_it_lasts() -> None:
    """After a touch places a part, the part stays selected. Each further part needs one touch."""
    table = Table("x", new_timeline(GAMES["tesulda"], GAMES["tesulda"].initial({"setup": "build"}, 0)))
    table = touch_targets(table, "base:T")
    squares = [target for target in table.selection.next_targets if target != "store"]
    count = 0
    while table.touches.targets == ("base:T",):
        table = touch_targets(table, squares[count])
        count += 1
    assert count > 1
    assert [type(entry.move).__name__ for entry in table.timeline.entries[-count:]] == ["PlaceBase"] * count
    assert not table.touches.targets, "the store has no more of them"
    piece = touch_targets(table, "store:c", squares[0])
    assert piece.touches.targets == ("store:c",)
    assert touch_targets(piece, "store:c").touches.targets == ()
    assert touch_targets(piece, "store:s").touches.targets == ("store:s",)
    dragged_table, action = gestures.drop(gestures.begin_drag(table, "store:c"), squares[0])
    assert action
    assert not dragged_table.touches.targets, "a drag ends with its drop"
    assert not touch_targets(table, squares[0], "store:c").touches.targets, "a figure does not stay selected"


def count_taps_for_army(*, copies: bool) -> int:
    """Return the number of taps that build the default army, without the button that loads it.

    With ``copies``, the person builds one figure of each kind and copies it.
    """
    game = GAMES["tesulda"]
    goal = game.apply(start := game.initial({"setup": "build"}, 0), game.parse_action(start, "default")).board
    table, taps = Table("x", new_timeline(game, start)), list[str]()
    squares = {f"{'abcdefghij'[at % 10]}{at // 10 + 1}": figure for at, figure in enumerate(goal[:20])}
    models = {figure: name for name, figure in reversed(squares.items())} if copies else {}
    built_figures = {name: figure for name, figure in squares.items() if models.get(figure, name) == name}
    for kind in "SCT":
        taps += [f"base:{kind}", *(name for name, figure in built_figures.items() if figure[0] == kind)]
    copies_by_model = {
        model: [n for n in squares if squares[n] == figure and n != model] for figure, model in models.items()
    }
    copies_by_model = {model: names for model, names in copies_by_model.items() if names}
    remaining_pieces = {name: figure[1:] for name, figure in built_figures.items()}
    for piece in "hdcszkt":
        names = [name for name, pieces in remaining_pieces.items() for _piece in range(pieces.count(piece))]
        remaining_pieces = {name: pieces.replace(piece, "") for name, pieces in remaining_pieces.items()}
        copied_model = next((name for name in names if not remaining_pieces[name] and name in copies_by_model), "")
        taps += [f"store:{piece}", *sorted(names, key=lambda name: name == copied_model)] if names else []
        taps += ["do:copy", *copies_by_model.pop(copied_model)] if copied_model else []
    for model, names in copies_by_model.items():
        taps += ["do:copy", model, *names]
    for tap in taps:
        table = touch_targets(table, tap) if tap not in table.touches.targets[-1:] else table
        assert not table.touches.refusal, (tap, table.touches.refusal)
    assert table.timeline.state.board == goal
    return len(taps) + 1  # Ready


def test_copies_save_taps_in_the_default_army() -> None:
    counts = count_taps_for_army(copies=False), count_taps_for_army(copies=True)
    assert counts == (82, 70)
