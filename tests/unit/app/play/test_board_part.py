"""Test the part of the board that a small screen shows in games with a panel for each player."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.engine.record import Record, format_record
from tests.support.whole_games import FOUR_PLAYER_GAME, load_game_actions
from tools.fake_browser import Storage, Tab

ACTIONS = load_game_actions(FOUR_PLAYER_GAME)
HACK_PLY = next(index for index, text in enumerate(ACTIONS) if text.startswith("hack"))


def open_tab(
    actions: Sequence[str],
    *,
    players: int = 4,
    seed: int = FOUR_PLAYER_GAME[0],
    seats: tuple[int, ...] = (),
    flip: str = "never",
) -> Tab:
    options, names = {"players": str(players), "start": "1"}, ("Ann", "Bob", "Cleo", "Dora")[:players]
    record = Record("equilibrium", options, seed, names, tuple(actions), seats=seats)
    texts = {KEY_PREFIX + "it": format_record(record), SETTINGS_KEY: json.dumps({"flip": flip})}
    return Tab(Storage(texts), "#/play/it")


def find_visible_players(tab: Tab) -> str:
    panels = [element for element in tab.all("g") if str(element[1].get("class")).startswith("panel")]
    return "".join(str(panel[1]["data-player"]) for panel in panels)


def find_visible_player(tab: Tab) -> str:
    """Return the number of the only player with a panel, and check that only this player's strip is pressed."""
    (number,) = find_visible_players(tab)
    pressed_values = [
        str(element[1]["data-value"]) for element in tab.all("button") if element[1].get("aria-pressed") == "true"
    ]
    assert number in pressed_values
    return number


def test_panel_of_player_to_move_is_shown() -> None:
    tab = open_tab(())
    for number in "1234":
        assert find_visible_player(tab) == number
        action = tab.timeline.game.parse_action(tab.timeline.state, ACTIONS[tab.timeline.ply])
        tab.touch(*action.targets)


def test_strip_opens_and_closes_panel() -> None:
    tab = open_tab(ACTIONS[:9])  # the second player moves
    assert find_visible_player(tab) == "2"
    tab.click("play.pan", "4")
    assert find_visible_player(tab) == "4"
    tab.click("play.pan", "4")
    assert find_visible_player(tab) == "2"
    tab.click("play.pan", "4")
    tab.key("Escape")
    assert find_visible_player(tab) == "2"
    tab.click("play.pan", "4")
    tab.click("play.pan", "2")
    assert find_visible_player(tab) == "2"
    tab.click("play.threats")
    tab.click("play.pan", "4")
    tab.key("Escape")  # closes the panel, which is newer than the threats
    assert find_visible_player(tab) == "2"
    tab.send("do", "play.pan", "9")
    assert find_visible_player(tab) == "2"


def test_open_panel_keeps_selection_and_takes_hack() -> None:
    """A panel opened during a hack keeps the selection. After the hack, the mover's panel returns."""
    tab = open_tab(ACTIONS[:HACK_PLY])
    action = tab.timeline.game.parse_action(tab.timeline.state, ACTIONS[HACK_PLY])
    tab.touch(action.targets[0])
    marked_values = [
        element[1]["data-value"] for element in tab.all("button") if "may" in str(element[1].get("class")).split()
    ]
    assert "4" in marked_values
    tab.click("play.pan", "4")
    assert find_visible_player(tab) == "4"
    tab.touch(*action.targets[1:])
    assert str(tab.timeline.entries[-1]) == ACTIONS[HACK_PLY]
    assert find_visible_player(tab) == str((tab.timeline.to_move or 0) + 1)


def test_needed_panel_opens_by_itself() -> None:
    """The only panel with legal targets for a selected tile opens by itself, and closes after the selection."""
    actions = "setup I@0,0 T@1,-1; setup V@0,0 S@-1,0; setup I@0,0 T@0,-1; download T,A,S; download I,S,S; code add"
    tab = open_tab(actions.split("; "), players=3, seed=1)
    assert find_visible_player(tab) == "1"
    tab.touch("storage:1:T")
    assert find_visible_player(tab) == "2"
    tab.key("Escape")
    assert find_visible_player(tab) == "1"
    tab.send("take", "storage:1:T")  # a drag keeps the panel from which it comes
    assert find_visible_player(tab) == "1"


def test_panel_of_only_person_stays_during_opponents_turns() -> None:
    tab = open_tab(ACTIONS[:9], seats=(1, 1, 0, 1))
    assert find_visible_player(tab) == "3"


def test_past_action_shows_changed_panel() -> None:
    tab = open_tab(ACTIONS[: HACK_PLY + 2])
    tab.key("[")  # the state after the hack
    assert find_visible_player(tab) == "4"
    tab.key("Escape")
    assert find_visible_player(tab) == str((tab.timeline.to_move or 0) + 1)


def test_two_people_face_to_face_see_both_panels() -> None:
    """The page for two people who sit face to face has no strips. A person and a bot are always on the same side."""
    for seats, flip, panels in (((), "never", "1"), ((), "face", "12"), ((0, 1), "face", "1")):
        tab = open_tab((), players=2, seats=seats, flip=flip)
        assert find_visible_players(tab) == panels
        assert tab.shows("play.pan", "2") == (panels == "1")
