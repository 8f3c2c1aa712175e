"""Test sessions of the position editor: tools, selection, keys, undo, the text field, and problems."""

from __future__ import annotations

from random import Random

import pytest

from ruleboard.app.editor.session import (
    EditorSession,
    clear,
    open_editor,
    press_key,
    remove_selected,
    reset_to_start,
    touch,
    undo,
    with_field_text,
    with_switch,
    with_tool,
)
from ruleboard.registry import EDITORS, GAMES
from ruleboard.scene.node import targets_in

GAME = GAMES["tensor-chess"]
START = GAME.format_position(GAME.initial({}, 0))
EMPTY_POSITION = "10/10/10/10/10/10/10/10 w - - 0 1"
ENDGAME_POSITION = "9k/10/10/10/10/10/10/R4K4 w Q - 0 1"


def touch_all(session: EditorSession, *targets: str) -> EditorSession:
    """Return the session after touching the targets."""
    for target in targets:
        session = touch(session, target)
    return session


def press_keys(session: EditorSession, *keys: str) -> EditorSession:
    """Return the session after pressing the keys."""
    for key in keys:
        session = press_key(session, key)
    return session


def test_tool_stays_selected_until_next() -> None:
    session = touch_all(with_tool(open_editor("tensor-chess", EMPTY_POSITION), "N"), "a1", "b2")
    session = touch_all(with_tool(session, "q"), "c3")
    assert session.text == "10/10/10/10/10/2q7/1N8/N9 w - - 0 1"
    assert with_tool(session, "q").tool == ""
    assert with_tool(session, "nothing") == session


def test_touches_without_tool_move_pieces() -> None:
    session = touch_all(open_editor("tensor-chess"), "c1")
    assert session.selected_target == "c1"
    assert touch_all(session, "d3").text.startswith("rtnbqkbntr/pppppppppp/10/10/10/3N6/")
    assert touch_all(session, "c1").text == START
    assert touch_all(session, "c1").selected_target == ""
    assert press_keys(session, "Escape").selected_target == ""
    assert touch_all(open_editor("tensor-chess"), "c4").selected_target == ""


def test_piece_dropped_outside_board_is_removed() -> None:
    session = remove_selected(touch_all(open_editor("tensor-chess"), "c1"))
    assert session.text.split()[0].endswith("/RT1BQKBNTR")
    assert remove_selected(session) == session


def test_keys_select_tools() -> None:
    session = open_editor("tensor-chess")
    assert [press_keys(session, key).tool for key in ("N", "n", "Delete", "Backspace")] == ["N", "n", "erase", "erase"]
    assert press_keys(session, "n", "Escape").tool == ""
    assert press_keys(session, "f").is_flipped
    assert press_keys(touch_all(press_keys(session, "n"), "e5"), "u").text == START
    assert press_keys(session, "x") == session


def test_undo_reverts_every_change() -> None:
    session = touch_all(with_tool(open_editor("tensor-chess"), "erase"), "a1")
    session = with_field_text(reset_to_start(clear(with_switch(session, "turn", "1"))), ENDGAME_POSITION)
    assert len(session.undo_stack) == 5
    assert session.text == ENDGAME_POSITION
    for _ in range(5):
        assert session.can_undo
        session = undo(session)
    assert (session.text, session.undo_stack, session.can_undo) == (START, (), False)
    assert undo(session) == session


def test_redo_repeats_changes_until_new_change() -> None:
    session = touch_all(with_tool(open_editor("tensor-chess"), "erase"), "a1", "b1")
    last_text = session.text
    session = press_keys(session, "u", "u")
    assert session.text == START
    assert press_keys(session, "Ctrl+y", "Ctrl+y").text == last_text
    assert press_keys(session, "Ctrl+y", "Ctrl+y", "Ctrl+y", "u", "u").text == START
    changed_session = touch_all(press_keys(session, "Ctrl+y"), "c1")
    assert press_keys(changed_session, "Ctrl+y") == changed_session


def test_well_formed_text_replaces_position() -> None:
    session = with_field_text(open_editor("tensor-chess"), ENDGAME_POSITION[:-2])
    assert (session.text, session.field_text) == (START, ENDGAME_POSITION[:-2])
    assert "6 parts" in session.error
    session = with_field_text(session, ENDGAME_POSITION + " ")
    assert (session.text, session.field_text) == (ENDGAME_POSITION, None)
    assert not session.error
    spaced_session = with_field_text(session, ENDGAME_POSITION.replace(" w", "   w"))
    assert (spaced_session.text, spaced_session.error) == (ENDGAME_POSITION, "")


def test_position_change_replaces_malformed_text() -> None:
    session = with_field_text(open_editor("tensor-chess"), "rubbish")
    assert session.can_undo
    assert undo(session).field_text is None
    assert touch_all(with_tool(session, "N"), "e5").field_text is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (ENDGAME_POSITION, ""),
        (EMPTY_POSITION, "White has no king."),
        ("9k/9k/10/10/10/10/10/K9 w - - 0 1", "Black has 2 kings."),
        ("P8k/10/10/10/10/10/10/K9 w - - 0 1", "There’s a pawn on a8."),
        ("R8k/10/10/10/10/10/10/K9 w - - 0 1", "Black is in check, but it’s White’s turn."),
        ("R8k/8pp/10/10/10/10/10/K9 b - - 0 1", "In this position the game is already over. Checkmate: White wins."),
        ("9k/10/10/10/10/10/10/K8 w - - 0 1", "Rank 1: there are only 9 squares (expected 10)."),
    ],
)
def test_position_problem_is_a_sentence(text: str, problem: str) -> None:
    assert open_editor("tensor-chess", text).error == problem


@pytest.mark.parametrize("id", EDITORS)
def test_every_position_of_a_game_can_be_edited(id: str) -> None:
    game, editor, chance = GAMES[id], EDITORS[id], Random(7)
    state = game.initial({option.id: option.default for option in game.options}, 7)
    for _ in range(40):
        text = game.format_position(game.view(state, None))
        assert editor.normalize(text) == text
        assert editor.picture(text, 1, "").attrs["data-position"] == text
        actions = game.legal_actions(state)
        if not actions:
            break
        state = game.apply(state, chance.choice(actions))
    for changed_text in (editor.start_position(text), editor.empty_position(text)):
        assert editor.normalize(changed_text) == changed_text
    assert open_editor(id, editor.start_position(text)).error == ""


@pytest.mark.parametrize("game", EDITORS)
def test_any_tool_accepts_any_target(game: str) -> None:
    """The text of the position stays valid, whether or not a tool has an effect at the target."""
    editor = EDITORS[game]
    start = editor.normalize(GAMES[game].format_position(GAMES[game].initial({}, 1)))
    for target in dict.fromkeys(targets_in(editor.picture(start, 0, ""))):
        for tool in ("", *(tool.id for tool in editor.tools)):
            after = editor.apply_tool(start, target, tool)
            assert editor.normalize(after) == after
