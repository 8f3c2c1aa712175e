"""Test playing on the page: whole games by touch, with a save after each touch and a reload at any time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleboard.app.board.orientation import player_at_bottom
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import SHARE_DIALOG
from ruleboard.app.ui.names import entry_title
from ruleboard.engine.action import Action
from ruleboard.engine.record import MAX_NAME_LENGTH, Record, format_record, parse_record
from ruleboard.engine.rng import randbelow
from ruleboard.registry import GAMES
from ruleboard.scene.marks import Motion
from tests.support.whole_games import SENSEI
from tools.fake_browser import Storage, Tab, begin_sensei, replay_text

GAME = GAMES["sensei"]
MODES = ("arashi", "shizukana", "shizukana-variant", "arashi-expert")
BACK_AND_FORTH_TEXT = "a1-a2 end a7-a6 end a2-a1 end a6-a7 end "


def find_class_lists(tab: Tab, name: str) -> list[set[str]]:
    """Return the CSS classes of each element that has the class ``name``."""
    classes = [set(element[1].get("class", "").split()) for element in tab.all()]
    return [names for names in classes if name in names]


# --- whole games -------------------------------------------------------------------------------------------------


def count_advanced_ranks(action: Action, state: Any) -> int:
    """Return the number of ranks by which an action moves a piece forward."""
    if action.targets == ("do:end",):
        return 0
    (_, start), (_, end) = action.targets
    return (int(end) - int(start)) * (1 if GAME.to_move(state) == 0 else -1)


@pytest.mark.parametrize("mode", MODES)
def test_whole_game_is_played_by_touches(mode: str) -> None:
    """A whole game can be played by touch. ``Tab.check`` checks after every touch that each action has been saved."""
    tab = begin_sensei(mode=mode, green="Ann", red="Bob")
    chance = 3
    for _ in range(200):
        if tab.timeline.outcome:
            break
        before = tab.timeline.state
        sorted_actions = sorted(
            GAME.legal_actions(before), key=lambda action: count_advanced_ranks(action, before), reverse=True
        )
        number, chance = randbelow(min(2, len(sorted_actions)), chance)
        action = sorted_actions[0] if "goal" in sorted_actions[0].kind else sorted_actions[number]
        if action.targets == ("do:end",):
            assert tab.targets == ["do:end"]
        tab.touch(*action.targets)
        assert tab.stored_timeline.entries[-1] == action
        assert tab.announcement.startswith(GAME.describe(before, action))
    outcome = tab.timeline.outcome
    assert outcome is not None, "the game needs more than 200 actions"
    assert outcome.reason in tab.text
    assert "Won" in tab.text
    assert "Lost" in tab.text
    assert tab.shows("play.rematch")
    record = parse_record(tab.storage.texts[KEY_PREFIX + tab.game_id])
    assert record.meta["result"] == outcome.reason
    reloaded_tab = tab.reload()
    assert outcome.reason in reloaded_tab.text
    reloaded_tab.visit("#/")
    assert outcome.reason.removesuffix(".") in reloaded_tab.text


def test_title_bar_names_mode() -> None:
    """The title bar distinguishes modes whose boards look alike."""
    spans = [span for mode in MODES for span in begin_sensei(mode=mode).all("span")]
    names = [text for _tag, attributes, text, *_rest in spans if attributes.get("class") == "mode"]
    assert len(set(names)) == len(names) == len(MODES)


def test_end_explains_result_and_next_options_once() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.click("play.resign")
    verdicts = [paragraph[2] for paragraph in tab.all("p") if paragraph[1].get("class") == "verdict"]
    assert verdicts == ["Green resigned. Red wins."], "the resignation alone does not name the winner"
    assert [element[2] for element in tab.all("strong") if element[1].get("class") == "result"] == ["Won", "Lost"]
    assert tab.shows("play.rematch")
    assert any(button[1].get("data-opens") == SHARE_DIALOG for button in tab.all("button"))
    (board,) = [svg for svg in tab.all("svg") if "data-game" in svg[1]]
    assert "tabindex" not in board[1], "the board accepts no more input"
    assert not tab.shows("play.turn_again"), "there is no action to replay"


@pytest.mark.parametrize("resigns", [False, True])
def test_end_replays_last_turn(resigns: bool) -> None:
    """The replay begins before the last turn with actions and returns to the end."""
    tab = begin_sensei(**{} if resigns else {"mode": "shizukana-variant"})
    actions = "a1-a4 b1-b4 end" if resigns else SENSEI["shizukana-variant"][0]
    tab.play(actions)
    if resigns:
        tab.click("play.resign")
    timeline = tab.timeline
    assert timeline.outcome
    enabled_buttons = [button[1] for button in tab.all("button") if "disabled" not in button[1]]
    buttons = [button.get("data-do") or button.get("data-opens") for button in enabled_buttons]
    order = [name for name in buttons if name in ("play.turn_again", "play.review", "play.rematch", SHARE_DIALOG)]
    assert order[-4:] == ["play.turn_again", "play.review", "play.rematch", SHARE_DIALOG]
    tab.click("play.turn_again")
    start = len(timeline.entries) - (4 if resigns else 1)
    assert tab.position == GAME.format_position(timeline.states[start])
    for _ in range(5):
        tab.idle()
    assert tab.play_page.table.display.ply is None


def test_winner_has_emblem_and_lights_rim() -> None:
    """After the game, emblems replace the figures that show spent moves, and the board has the winner's class."""
    tab = begin_sensei()
    tab.play("a1-a4 end")
    assert len(find_class_lists(tab, "emblem")) == 1, "the card of the player to move"
    tab.click("play.resign")
    assert len(find_class_lists(tab, "emblem")) == 2
    assert not find_class_lists(tab, "used")
    (board_frame,) = find_class_lists(tab, "lit")
    assert {"stage", "p0"} <= board_frame


@pytest.mark.parametrize("key", ["", "u", "Ctrl+z"])
def test_undo_of_finished_game_asks_for_confirmation(key: str) -> None:
    """Undo of a finished game asks for confirmation, by the button or by keys, pressed once or twice."""
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.resign")
    finished_game = tab.storage.texts[KEY_PREFIX + tab.game_id]
    if key:
        tab.key(key)
        tab.key(key)
    else:
        tab.click("play.undo")
    assert tab.announcement.startswith("The game is over. Go back one step?")
    assert tab.storage.texts[KEY_PREFIX + tab.game_id] == finished_game
    tab.key("Escape")
    assert not tab.shows("play.reopen", "undo")
    assert "Red resigned." in tab.text
    tab.click("play.undo")
    tab.click("play.reopen", "")
    assert tab.storage.texts[KEY_PREFIX + tab.game_id] == finished_game
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    assert tab.stored_timeline.outcome is None
    assert tab.stored_timeline.ply == 2


def test_finished_game_continues_as_copy() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.resign")
    first, finished_game = tab.game_id, tab.storage.texts[KEY_PREFIX + tab.game_id]
    tab.click("play.undo")
    tab.click("play.reopen", "copy")
    assert tab.game_id != first
    assert tab.storage.texts[KEY_PREFIX + first] == finished_game
    assert [str(entry) for entry in tab.stored_timeline.entries] == ["a1-a4", "end"]
    assert "“Green – Red, after turn 1”" in tab.text
    tab.send("do", "play.reopen", "undo")  # a second tap has no effect
    assert len(tab.controller.library.ids()) == 2
    assert tab.stored_timeline.ply == 2


def test_page_names_player_and_actions_of_turn() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    assert "this turn" not in tab.text
    tab.play("a1-a4 b1-b4")
    assert "So far this turn: a1-a4, b1-b4" in tab.text
    tab.touch("do:end")
    assert "this turn" not in tab.text
    assert tab.announcement.endswith("Bob to move.")


def test_turn_summary_survives_undo() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4")
    tab.click("play.undo")
    assert "So far this turn: a1-a4" in tab.text
    assert "So far this turn: a1-a4, b1" not in tab.text
    tab.click("play.undo")
    assert "this turn" not in tab.text


def test_turn_summary_returns_after_undone_end() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.undo")
    assert "So far this turn: a1-a4" in tab.text
    tab.play("b1-b4")
    assert "So far this turn: a1-a4, b1-b4" in tab.text


def test_turn_summary_has_no_action_of_past_turn_of_same_player() -> None:
    """A player has turn after turn when the others have passed, and an action and its tweaks are one turn.

    (Equilibrium, spec: Round)
    """
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.start", "1")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")

    def play_action_with_prefix(prefix: str) -> None:
        actions = GAMES["equilibrium"].legal_actions(tab.timeline.state)
        tab.touch(*next(action for action in actions if action.text.startswith(prefix)).targets)

    for prefix in ("setup", "setup", "code sub", "pass"):
        play_action_with_prefix(prefix)
    assert "this turn" not in tab.text
    play_action_with_prefix("run")
    assert "this turn" in tab.text
    while tab.timeline.state.phase.tweaks:
        play_action_with_prefix("tweak")
    assert "Take one action" in tab.announcement
    assert "this turn" not in tab.text
    tab.click("play.undo")
    assert "this turn" in tab.text


def test_automatic_turn_end_is_announced_and_undoable() -> None:
    """After all three actions of a turn, its automatic end is announced and can be undone (Sensei, spec: A turn)."""
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 b1-b4")
    assert "Undo it" not in tab.text
    tab.touch("d1", "e1")
    assert "Ann’s turn is over." in tab.text
    assert tab.announcement.endswith("Ann’s turn is over. Bob to move.")
    assert "Undo it" in tab.text
    tab.click("play.undo")
    assert (tab.timeline.to_move, tab.timeline.ply) == (0, 2)
    assert "Undo it" not in tab.text
    tab.touch("do:end")
    assert "Undo it" not in tab.text


def test_automatic_turn_end_is_undoable_until_next_action() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 @d1-e1")
    assert "Undo it" in tab.reload().text
    tab.touch("a7")
    assert "Undo it" not in tab.text
    tab.touch("a7")
    assert "Undo it" in tab.text
    tab.touch("a7", "a6")
    assert "Undo it" not in tab.text


def find_current_moves(tab: Tab) -> list[str]:
    """Return the texts of the moves marked as current."""
    return [button[2] for button in tab.all("button") if "now" in button[1].get("class", "").split()]


def find_undone_moves(tab: Tab) -> list[str]:
    """Return the texts of the moves marked as undone."""
    return [button[2] for button in tab.all("button") if "gone" in button[1].get("class", "").split()]


def test_move_list_marks_current_ply() -> None:
    """The list marks the move at the current ply. A move and the end of its turn share one item."""
    tab = begin_sensei()
    tab.play("a1-a4 end a7-a5 b7-b5 end")
    marked_moves = []
    for _ in range(6):
        marked_moves.append(find_current_moves(tab))
        tab.key("[")
    assert marked_moves == [["b7-b5"], ["b7-b5"], ["a7-a5"], ["a1-a4"], ["a1-a4"], []]


def test_move_list_marks_undone_moves() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end a7-a5 b7-b5 end")
    marked_moves = []
    for _ in range(6):
        marked_moves.append(find_undone_moves(tab))
        tab.key("u")
    assert marked_moves == [
        [],
        [],
        ["b7-b5"],
        ["a7-a5", "b7-b5"],
        ["a7-a5", "b7-b5"],
        ["a1-a4", "a7-a5", "b7-b5"],
    ]


def test_refusal_is_displayed_and_announced() -> None:
    tab = begin_sensei()
    tab.touch("a7")
    assert "you’re Green" in tab.text
    assert "you’re Green" in tab.announcement
    tab.key("Escape")
    assert "you’re Green" not in tab.text.replace(tab.announcement, "")


def test_drag_plays_an_action() -> None:
    tab = begin_sensei()
    tab.send("take", "a1")
    assert tab.controller.table is not None
    assert tab.controller.table.touches.targets == ("a1",)
    tab.send("drop", "b3")
    assert tab.timeline.ply == 0
    tab.send("take", "a1")
    tab.send("drop", "a4")
    assert tab.stored_timeline.ply == 1


# --- reload ------------------------------------------------------------------------------------------------------


def test_reload_at_any_step_preserves_game() -> None:
    """A reload preserves the game after every touch of two turns, and after every undo and redo."""
    steps = [("touch", target) for target in ["a1", "a4", "b1", "b4", "d1", "a4", "a7", "a5", "do:end"]]
    steps += [("key", "u")] * 6 + [("key", "r")] * 6
    tab = begin_sensei(green="Ann", red="Bob")
    for kind, name in steps:
        tab.send(kind, name)
        reloaded_tab = tab.reload()
        assert (reloaded_tab.timeline.states, reloaded_tab.timeline.entries) == (
            tab.timeline.states,
            tab.timeline.entries,
        )
        assert reloaded_tab.timeline.ply == tab.timeline.ply
        assert reloaded_tab.position == tab.position
        assert reloaded_tab.shows("play.undo") == tab.shows("play.undo") == (tab.timeline.ply > 0)
        assert reloaded_tab.shows("play.redo") == tab.shows("play.redo")
        tab = reloaded_tab if name == "u" else tab
    assert [str(entry) for entry in tab.timeline.entries] == ["a1-a4", "b1-b4", "@d1-a4", "a7-a5", "end"]


def test_reload_preserves_viewed_ply() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    tab.click("play.look", "1")
    reloaded_tab = tab.reload()
    assert reloaded_tab.position == tab.position
    assert reloaded_tab.timeline.ply == 3
    assert reloaded_tab.shows("play.continue")
    reloaded_tab.click("play.now")
    assert reloaded_tab.browser.address() == f"#/play/{reloaded_tab.game_id}"
    assert reloaded_tab.reload().timeline.ply == 3


def test_reload_preserves_finished_game() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.resign")
    reloaded_tab = tab.reload()
    assert "Red resigned." in reloaded_tab.text
    reloaded_tab.click("play.undo")
    reloaded_tab.click("play.reopen", "undo")
    assert reloaded_tab.timeline.outcome is None


# --- undo and the move list --------------------------------------------------------------------------------------


def test_undo_and_redo_buttons_appear_when_usable() -> None:
    tab = begin_sensei()
    assert not tab.shows("play.undo")
    assert not tab.shows("play.redo")
    tab.play("a1-a4 b1-b4 end")
    for ply in (2, 1, 0):
        tab.click("play.undo")
        assert tab.stored_timeline.ply == ply
    assert not tab.shows("play.undo")
    for at in (1, 2, 3):
        tab.click("play.redo")
        assert tab.stored_timeline.ply == at
    assert not tab.shows("play.redo")
    tab.click("play.undo")
    tab.play("@d1-a4")
    assert not tab.shows("play.redo")
    assert [str(entry) for entry in tab.stored_timeline.entries] == ["a1-a4", "b1-b4", "@d1-a4"]


def test_viewing_saves_nothing_and_playing_saves() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    before = dict(tab.storage.texts)
    for value in ("0", "1", "2"):
        tab.click("play.look", value)
        assert tab.timeline.states[int(value)] == GAME.parse_position(tab.position)
        tab.touch("c1", "c4")
    assert tab.storage.texts == before
    tab.click("play.continue")
    assert set(tab.storage.texts) - set(before) == {KEY_PREFIX + tab.game_id}
    assert {key: tab.storage.texts[key] for key in before} == before
    assert tab.stored_timeline.ply == len(tab.stored_timeline.entries) == 2
    assert tab.browser.address() == f"#/play/{tab.game_id}"
    tab.play("@d1-a4")
    assert [str(entry) for entry in tab.stored_timeline.entries] == ["a1-a4", "b1-b4", "@d1-a4"]


def test_undo_and_redo_are_disabled_while_viewing() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    tab.click("play.look", "1")
    for key in ("u", "r", "Ctrl+z", "Ctrl+y", "Ctrl+Shift+z"):
        tab.key(key)
    assert tab.stored_timeline.ply == 3
    assert tab.shows("play.now")


def test_displayed_move_is_scrolled_into_view() -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    tab.key("[")
    tab.idle()
    assert tab.browser.scrolled_to


def test_enlarged_board_scrolls_to_playable_targets() -> None:
    tab = begin_sensei()
    tab.idle()
    assert ".stage [data-legal]" not in tab.browser.scrolled_to
    tab.click("play.whole")
    tab.idle()
    assert tab.browser.scrolled_to[-1] == ".stage [data-legal]"


def test_enlarged_card_table_scrolls_to_either_hand() -> None:
    """The enlarged table scrolls to the cards of either hand, which are below the already visible board."""
    tab = Tab(address="#/new/tensor-cards")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    tab.click("play.uncover")
    tab.click("play.whole")
    hand = ", ".join(sorted(f'.stage [data-target="card:{card}"]' for card in range(1, 11)))
    for _player in range(2):
        tab.idle()
        assert hand in tab.browser.scrolled_to
        tab.browser.scrolled_to.clear()
        for card, piece in ((1, "red"), (2, "blue"), (3, "yellow")):
            tab.touch(f"card:{card}", f"piece:{piece}")
        tab.idle()
        assert hand not in tab.browser.scrolled_to
        tab.touch("do:lay")
        if tab.shows("play.uncover"):
            tab.click("play.uncover")


def test_turn_count_matches_move_list() -> None:
    """The number of turns is the number of rows in the move list, in which each player has one turn.

    A turn of Sensei has up to three actions and its end.
    """
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end a7-a5 b7-b5 end c1-c4 end")
    tab.send("do", "play.look", "5")
    assert "Turn 1 of 2" in tab.text
    tab.send("do", "play.look", "7")
    assert "Turn 2 of 2" in tab.text


def test_zoomed_board_scrolls_to_playable_targets() -> None:
    """The page scrolls to the playable targets in the player's own part or, without any, to all playable targets.

    After a touch, the page scrolls to the next targets.
    """
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.start", "1")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    tab.idle()
    own_part_selector, whole_board_selector = tab.browser.scrolled_to[-1].split(", .stage:not")
    assert own_part_selector == '.stage [data-player="1"]:has([data-legal])'
    assert whole_board_selector == '(:has([data-player="1"] [data-legal])) :is([data-player="1"], [data-legal])'
    tab.touch(next(element[1]["data-target"] for element in tab.all() if "data-legal" in element[1]))
    tab.idle()
    assert tab.browser.scrolled_to[-1] == ".stage [data-legal]"
    scroll_count = len(tab.browser.scrolled_to)
    tab.key("Escape")
    tab.idle()
    assert len(tab.browser.scrolled_to) == scroll_count, "a cancelled selection does not scroll"


# --- keys --------------------------------------------------------------------------------------------------------


def test_keys_control_the_table() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    for key, at in (("u", 2), ("Ctrl+z", 1), ("r", 2), ("Ctrl+y", 3), ("Ctrl+z", 2), ("Ctrl+Shift+z", 3)):
        tab.key(key)
        assert tab.stored_timeline.ply == at
    tab.key("[")
    assert tab.browser.address().endswith("/2")
    tab.key("[")
    tab.key("]")
    assert tab.browser.address().endswith("/2")
    tab.key("Escape")
    assert tab.browser.address() == f"#/play/{tab.game_id}"
    tab.touch("a7")
    assert tab.controller.table is not None
    assert tab.controller.table.touches.targets == ("a7",)
    tab.key("Escape")
    assert tab.controller.table.touches.targets == ()


def test_keys_work_with_caps_lock() -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    tab.key("U")
    assert tab.stored_timeline.ply == 0
    tab.key("R")
    assert tab.stored_timeline.ply == 1


def test_help_key_opens_help_and_back_returns() -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    tab.key("?")
    assert tab.main == "page-help"
    tab.back()
    assert tab.timeline.ply == 1


@pytest.mark.parametrize("address", ["#/", "#/settings", "#/help", "#/new/sensei", "#/nowhere", "#/play/none"])
@pytest.mark.parametrize("kind", ["key", "touch", "take", "drop"])
def test_keys_and_touches_elsewhere_do_nothing(address: str, kind: str) -> None:
    tab = Tab(address=address)
    before = tab.browser.page
    for name in ("Escape", "u", "r", "Ctrl+z", "[", "]", "f", "x", "", "Enter", "a1", "do:end"):
        tab.send(kind, name)
    assert tab.browser.page == before
    assert not tab.storage.texts


# --- endings -----------------------------------------------------------------------------------------------------


def test_resignation_ends_game() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end")
    tab.click("play.resign")
    assert tab.timeline.outcome is not None
    assert tab.timeline.outcome.winners == (0,)
    assert "Red resigned." in tab.announcement
    assert tab.stored_timeline.outcome == tab.timeline.outcome


def test_players_agree_on_draw() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end")
    tab.click("play.offer")
    assert "Bob offers a draw." in tab.text
    tab.click("play.answer", "no")
    assert "offers a draw" not in tab.text
    assert tab.timeline.outcome is None
    tab.click("play.offer")
    tab.click("play.answer", "yes")
    assert "Draw agreed." in tab.text
    assert tab.reload().timeline.outcome == tab.timeline.outcome


def test_draw_by_repetition_can_be_claimed() -> None:
    tab = begin_sensei()
    tab.play(BACK_AND_FORTH_TEXT)
    assert not tab.shows("play.claim")
    tab.play(BACK_AND_FORTH_TEXT[:-4])
    assert not tab.shows("play.claim")
    tab.touch("do:end")
    assert tab.shows("play.claim")
    notice = "This position has come up 3 times. You can claim a draw."
    assert notice in tab.text, "the player sees the claim without opening a menu"
    assert notice in tab.announcement
    tab.touch("a1", "a2")
    assert not tab.shows("play.claim"), "positions in mid-turn do not count"
    tab.key("u")
    tab.click("play.claim")
    assert "Draw claimed. This position has come up 3 times." in tab.text
    assert tab.reload().timeline.outcome == tab.timeline.outcome


def test_fifth_repetition_is_automatic_draw() -> None:
    tab = begin_sensei()
    tab.play(BACK_AND_FORTH_TEXT * 4)
    assert tab.timeline.outcome is not None
    assert "this position has come up 5 times" in tab.text
    assert tab.shows("play.rematch")
    tab.key("u")
    tab.click("play.reopen", "undo")
    assert tab.timeline.outcome is None


def test_rematch_exchanges_sides() -> None:
    tab = begin_sensei(mode="shizukana", green="Ann", red="Bob")
    first = tab.game_id
    tab.play("a1-a2")
    tab.click("play.resign")
    saved_text = tab.storage.texts[KEY_PREFIX + first]
    tab.click("play.rematch")
    assert tab.game_id != first
    assert tab.browser.address() == f"#/play/{tab.game_id}"
    record = tab.timeline.record
    assert (record.players, record.options["mode"], record.actions) == (("Bob", "Ann"), "shizukana", ())
    assert tab.timeline.ply == 0
    assert tab.storage.texts[KEY_PREFIX + first] == saved_text
    tab.back()
    assert tab.game_id == first
    assert "Green resigned." in tab.text


def test_rematch_starts_from_same_position() -> None:
    tab = Tab(address="#/new/sensei")
    start = "rrrRrrr/7/7/7/7/7/gggGggg r 11 shizukana"
    tab.submit("new_game.begin", start=start, name_0="Ann")
    tab.play("a7-a6")
    tab.click("play.rematch")
    assert tab.position == start
    assert tab.timeline.record.players == ("", "Ann")


# --- names, turning, export --------------------------------------------------------------------------------------


def test_game_and_players_can_be_renamed() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4")
    tab.submit("play.rename", title=" Final ", name_0="Carl", name_1="")
    assert tab.stored_timeline.record.players == ("Carl", "")
    assert "Final" in tab.text
    assert tab.browser.titles[-1].startswith("Final")
    reloaded_tab = tab.reload()
    assert "Final" in reloaded_tab.text
    assert "Carl" in reloaded_tab.text
    assert reloaded_tab.timeline.ply == 1
    reloaded_tab.submit("play.rename", title="")
    assert "Final" not in reloaded_tab.text
    assert "Carl – Red" in reloaded_tab.text


def test_long_names_are_stored_as_displayed() -> None:
    tab = begin_sensei(green="A" * 60)
    assert tab.reload().timeline.record.players == tab.timeline.record.players
    tab.submit("play.rename", name_0="B" * 60, title="T" * 60)
    assert tab.reload().timeline.record.players == tab.timeline.record.players
    assert "T" * 40 in tab.text


def test_board_rotation_is_not_saved() -> None:
    tab = begin_sensei()
    before = dict(tab.storage.texts)
    tab.click("play.turn")
    assert tab.controller.table is not None
    assert tab.controller.table.display.is_flipped
    tab.key("f")
    assert not tab.controller.table.display.is_flipped
    assert tab.storage.texts == before


@pytest.mark.parametrize(
    ("flip", "nearest_after_turn", "nearest_at_start"),
    [("never", "Green", "Green"), ("turn", "Red", "Green"), ("face", "Green", "Green")],
)
def test_near_side_follows_board_setting(flip: str, nearest_after_turn: str, nearest_at_start: str) -> None:
    tab = begin_sensei(Storage({SETTINGS_KEY: json.dumps({"flip": flip})}))

    def find_near_player() -> str:
        (side,) = [element for element in tab.all("div") if element[1].get("class") == "side near"]
        return str(side[2][0][1]["aria-label"])

    assert find_near_player() == nearest_at_start
    tab.play("a1-a4 end")
    assert find_near_player() == nearest_after_turn
    tab.click("play.turn")
    assert find_near_player() != nearest_after_turn


@pytest.mark.parametrize("seats", [(0, 0), (0, 1), (1, 0)])
def test_names_around_the_cards_agree_with_the_hands(seats: tuple[int, int]) -> None:
    """The player whose name is below the board has the hand below the board, also while a player chooses an order."""
    actions = ("lay r5 b2 y9", "lay r9 b8 yT", "order right-first")
    for count in range(len(actions) + 1):
        record = Record("tensor-cards", {}, 0, ("Ann", "Bob"), actions[:count], seats=seats)
        tab = Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x")
        for _turn in range(2):
            (side,) = [element for element in tab.all("div") if element[1].get("class") == "side near"]
            near_player = side[2][0][1]["data-key"].removeprefix("player-")
            assert near_player == str(player_at_bottom(tab.play_page.table, Settings()))
            if not tab.play_page.table.display.is_flipped and seats[tab.timeline.to_move or 0] == 0:
                assert near_player == str(tab.timeline.to_move), "a person who decides sits below the board"
            tab.click("play.turn")


def test_face_to_face_turns_only_far_side() -> None:
    tab = begin_sensei(Storage({SETTINGS_KEY: json.dumps({"flip": "face"})}))
    upside_down_labels = [part[1]["aria-label"] for part in tab.all("section") if "upside" in part[1].get("class", "")]
    assert upside_down_labels == ["Red"]


def test_exported_game_can_be_imported() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4")
    tab.click("library.export")
    ((name, kind, text),) = tab.browser.downloads
    assert name == "sensei-ann-bob.json"
    assert kind == "application/json"
    record = parse_record(text)
    assert record.actions == ("a1-a4",)
    second_tab = Tab(address="#/settings")
    second_tab.change("library.import_files", json.dumps([text]))
    assert second_tab.notices == ["1 game imported."]


def test_exported_record_contains_current_result() -> None:
    """The exported file contains actions that were played after the last reload."""
    tab = begin_sensei().reload()
    tab.play("a1-a4 end")
    tab.click("library.export")
    meta = parse_record(tab.browser.downloads[-1][2]).meta
    assert GAME.parse_position(meta["position"]) == tab.timeline.state
    assert meta["turn"] == "1"


@pytest.mark.parametrize("name", ["///", "..", "<script>", "Ann\0", "\u202e", "C:\\x", "a" * 40])
def test_file_names_are_safe(name: str) -> None:
    tab = begin_sensei(green=name)
    tab.click("library.export")
    file = tab.browser.downloads[-1][0]
    assert file.startswith("sensei-")
    assert file.endswith(".json")
    assert not set(file) & set('/\\:<>|?*"\0\u202e')


def test_moves_are_animated_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    motions = (Motion("a", "b", ((10, 10), (40, 10))), Motion("c", "c", ((0, 0), (5, 0))))
    monkeypatch.setattr("ruleboard.games.sensei.view.SenseiView.motions", lambda *_: motions)
    tab = begin_sensei()
    tab.play("a1-a4")
    assert tab.browser.motions.pop() == [["b", [[-30, 0], [0, 0]]], ["c", [[-5, 0], [0, 0]]]]
    tab.send("take", "b1")
    tab.send("drop", "b4")
    assert tab.browser.motions.pop() == [["c", [[-5, 0], [0, 0]]]], "a dragged piece is already at its target"
    tab.key("u")
    assert tab.browser.motions.pop()[0] == ["a", [[30, 0], [0, 0]]]
    tab.browser.has_reduced_motion = True
    tab.key("r")
    tab.browser.has_reduced_motion = False
    tab.visit("#/settings")
    tab.change("settings.choose.motion", "off")
    tab.back()
    tab.key("u")
    assert tab.browser.motions == []


# --- playing on from an earlier move -----------------------------------------------------------------------------


def read_listed_names(tab: Tab) -> list[str]:
    """Return the names of the saved games, starting with the one that changed last."""
    tab.visit("#/")
    return [entry_title(entry) for entry in tab.controller.library.entries()]


def test_playing_from_earlier_move_creates_another_game() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 b1-b4 end")
    tab.click("play.resign")
    first, saved_text = tab.game_id, tab.storage.texts[KEY_PREFIX + tab.game_id]
    tab.click("play.look", "1")
    tab.click("play.continue")
    assert tab.game_id != first
    assert tab.browser.address() == f"#/play/{tab.game_id}"
    assert [str(entry) for entry in tab.stored_timeline.entries] == ["a1-a4"]
    assert tab.stored_timeline.record.meta["title"] == "Ann – Bob, after turn 1"
    assert "Ann – Bob, after turn 1" in tab.announcement
    assert "hasn’t changed" in tab.announcement
    assert tab.text.count("hasn’t changed") == 2, "it is announced, and stands on the page"
    tab.play("c1-c4")
    assert tab.storage.texts[KEY_PREFIX + first] == saved_text
    tab.back()
    assert tab.game_id == first
    assert tab.shows("play.now")
    tab.click("play.now")
    assert "Red resigned." in tab.text
    assert read_listed_names(tab) == ["Ann – Bob, after turn 1", "Ann – Bob"]


def test_running_game_is_preserved_when_branching() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    saved_text = tab.storage.texts[KEY_PREFIX + tab.game_id]
    first = tab.game_id
    tab.click("play.look", "0")
    tab.click("play.continue")
    assert tab.stored_timeline.entries == ()
    assert tab.stored_timeline.record.meta["title"] == "Green – Red, from the start"
    assert tab.storage.texts[KEY_PREFIX + first] == saved_text


def test_copy_of_copy_has_title_of_original() -> None:
    tab = begin_sensei(green="A" * 30, red="B")
    tab.play("a1-a4 b1-b4 end")
    for at in ("2", "1"):
        tab.click("play.look", at)
        tab.click("play.continue")
        title = tab.stored_timeline.record.meta["title"]
        assert title.endswith(", after turn 1")
        assert title.count("after") == 1
        assert len(title) <= MAX_NAME_LENGTH


def test_playing_from_undone_move_continues_same_game() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    tab.click("play.undo")
    tab.click("play.undo")
    first = tab.game_id
    tab.click("play.look", "2")
    tab.click("play.continue")
    assert tab.game_id == first
    assert tab.stored_timeline.ply == 2
    assert len(tab.stored_timeline.entries) == 3


@pytest.mark.parametrize("ending", ["resign", "agreed"])
def test_undone_ending_is_saved_when_game_branches(ending: str) -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 b1-b4 end")
    if ending == "resign":
        tab.click("play.resign")
    else:
        tab.click("play.offer")
        tab.click("play.answer", "yes")
    first, finished_game = tab.game_id, tab.stored_timeline
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    tab.touch("a7", "a6")
    assert tab.game_id != first
    assert tab.browser.address() == f"#/play/{tab.game_id}"
    assert [str(entry) for entry in tab.stored_timeline.entries] == ["a1-a4", "b1-b4", "end", "a7-a6"]
    old_timeline = replay_text(tab.storage.texts[KEY_PREFIX + first])
    assert (old_timeline.entries, old_timeline.ply) == (finished_game.entries, finished_game.ply)
    assert old_timeline.outcome == finished_game.outcome
    assert "Ann – Bob, after turn 1" in tab.announcement
    assert read_listed_names(tab) == ["Ann – Bob, after turn 1", "Ann – Bob"]
    tab.back(2)
    assert tab.game_id == first


def test_repeated_ending_continues_same_game() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.resign")
    first = tab.game_id
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    tab.click("play.resign")
    assert tab.game_id == first
    assert len(tab.controller.library.ids()) == 1


def test_different_ending_creates_another_game() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.resign")
    first = tab.game_id
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    tab.click("play.offer")
    tab.click("play.answer", "yes")
    assert tab.game_id != first
    assert replay_text(tab.storage.texts[KEY_PREFIX + first]).entries[-1] == "resign 2"
    assert tab.stored_timeline.entries[-1] == "draw agreed"


def test_overwritten_ending_is_not_restored() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 end")
    tab.click("play.resign")
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    second_tab = Tab(tab.storage, tab.browser.address())
    second_tab.click("play.redo")
    saved_text = dict(tab.storage.texts)
    tab.touch("a7", "a6")
    assert tab.storage.texts == saved_text
    assert tab.shows("play.take_over")


def test_full_storage_holds_copy_in_memory() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    first = tab.game_id
    tab.click("play.look", "1")
    tab.storage.has_room = False
    tab.click("play.continue")
    assert tab.game_id != first
    assert tab.waits_for_room
    tab.play("b1-b4")
    assert replay_text(tab.storage.texts[KEY_PREFIX + first]).entries[-1] != tab.timeline.entries[-1]


def test_game_with_secrets_is_undone_instead_of_copied() -> None:
    """The app undoes moves of a game with secrets, because a copy would reveal the next tiles of the game."""
    tab = Tab(address="#/new/equilibrium")
    tab.submit("new_game.begin")
    for _ in range(2):
        tab.touch(*GAMES["equilibrium"].legal_actions(tab.timeline.state)[0].targets)
    first = tab.game_id
    at = max(tab.timeline.earliest_ply, 1)
    if at < tab.timeline.ply:
        tab.click("play.look", str(at))
        tab.click("play.continue")
        assert tab.game_id == first
        assert tab.stored_timeline.ply == at
        assert "All later moves are undone." in tab.announcement
        assert len(tab.stored_timeline.entries) == 2, "redo is possible"


# --- back ---------------------------------------------------------------------------------------------------------


def test_back_from_game_leads_home() -> None:
    tab = Tab()
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    game = tab.browser.address()
    tab.play("a1-a4")
    tab.back()
    assert tab.main == "page-home"
    assert game in [a[1].get("href") for a in tab.all("a")]
    tab.back(-1)
    assert [str(entry) for entry in tab.timeline.entries] == ["a1-a4"]


def test_back_from_lesson_game_leads_to_lesson() -> None:
    tab = Tab()
    tab.visit("#/learn/sensei")
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin")
    tab.play("a1-a4")
    tab.back()
    assert tab.browser.address() == "#/learn/sensei"


def test_back_from_linked_game_leads_to_origin() -> None:
    tab = Tab(address="#/help")
    tab.visit("#/from/sensei/rrrRrrr%2F7%2F7%2F7%2F7%2F7%2FgggGggg%20g%2021%20arashi")
    tab.play("a1-a4")
    game = tab.browser.address()
    assert game.startswith("#/play/")
    tab.back()
    assert tab.main == "page-help"
    tab.back(-1)
    assert tab.browser.address() == game
    assert tab.timeline.ply == 1


def test_one_back_leaves_game_after_looking_back() -> None:
    tab = Tab(address="#/learn/sensei")
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    game = tab.browser.address()
    tab.play("a1-a4")
    tab.click("play.look", "0")
    assert tab.browser.address() != game
    tab.click("play.now")
    assert tab.browser.address() == game
    assert tab.play_page.table.display.ply is None
    tab.back()
    assert tab.browser.address() == "#/learn/sensei"


def test_panel_names_player_of_past_state_once() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    for action in ("a1-a4", "end", "a7-a6"):
        tab.play(action)
    tab.click("play.look", "2")
    (prompt,) = [element[2] for element in tab.all("span") if element[1].get("class") == "prompt"]
    assert "Bob" in prompt
    assert not find_class_lists(tab, "speaker")


def test_second_look_back_adds_history_entry() -> None:
    tab = Tab()
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    game = tab.browser.address()
    tab.play("a1-a4")
    for _look in range(2):
        tab.click("play.look", "0")
        tab.click("play.now")
    tab.click("play.look", "0")
    tab.back()
    assert tab.browser.address() == game
    tab.back()
    assert tab.main == "page-home"


def test_navigating_to_current_ply_preserves_selection() -> None:
    tab = begin_sensei()
    tab.touch("a1")
    tab.send("address", tab.browser.address())
    assert tab.controller.table is not None
    assert tab.controller.table.touches.targets == ("a1",)


@pytest.mark.parametrize(("starting_player_name", "first"), [("1", "light"), ("0", "dark")])
def test_tesulda_winner_chooses_first_player_of_rematch(starting_player_name: str, first: str) -> None:
    """Bob, who has won as Dark, is Light in the rematch and chooses whether he or Ann begins (spec: Setup)."""
    tab = Tab(address="#/new/tesulda")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    tab.click("play.resign")
    assert "Rematch, winner goes first" in tab.text
    tab.click("play.rematch", starting_player_name)
    record = tab.timeline.record
    assert (record.players, record.options["first"]) == (("Bob", "Ann"), first)
    assert tab.timeline.to_move == ("light", "dark").index(first)


def test_winning_opponent_begins_rematch() -> None:
    tab = Tab(address="#/new/tesulda")
    tab.change("new_game.seat.1", "1")
    tab.submit("new_game.begin")
    tab.click("play.resign")
    assert "loser goes first" not in tab.text
    tab.click("play.rematch")
    assert (tab.timeline.record.seats, tab.timeline.record.options["first"]) == ((1, 0), "light")


def test_back_leads_from_earlier_ply_to_now() -> None:
    """Back leads to the current state and does not leave the game. Viewing more plies adds no history entries."""
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    address, entries = tab.browser.address(), len(tab.browser.history)
    for _again in range(3):
        tab.click("play.look", "1")
        tab.click("play.look", "2")
        tab.click("play.now")
    tab.click("play.look", "1")
    assert tab.browser.address() == f"{address}/1"
    tab.back()
    assert tab.browser.address() == address
    assert not tab.shows("play.now"), "the page displays the current state"
    assert len(tab.browser.history) <= entries + 2
