"""Test the sounds and vibrations that the settings enable."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.engine.record import Record, format_record
from tools.fake_browser import Storage, Tab


def open_tab(game: str, *actions: str, sounds: str = "on", haptics: str = "off", **fields: tuple[int, ...]) -> Tab:
    """Return a tab with a game and settings for sounds and haptics."""
    record = Record(game, {}, 1, ("", ""), actions, **fields)  # type: ignore[arg-type]
    settings = json.dumps({"sounds": sounds, "haptics": haptics})
    return Tab(Storage({KEY_PREFIX + "heard": format_record(record), SETTINGS_KEY: settings}), "#/play/heard")


def find_played_sounds(tab: Tab) -> list[str]:
    """Return the sounds that the tab has played so far."""
    return [names for names, _sound, _haptic in tab.browser.signals]


def test_sounds_and_vibration_are_off_by_default() -> None:
    tab = Tab(Storage({KEY_PREFIX + "still": format_record(Record("sensei", {}, 1, ("", "")))}), "#/play/still")
    tab.play("b1-b5 end")
    tab.touch("d4")
    assert not tab.browser.signals


@pytest.mark.parametrize(("sounds", "haptics"), [("on", "off"), ("off", "on"), ("on", "on")])
def test_sound_and_vibration_are_independent(sounds: str, haptics: str) -> None:
    tab = open_tab("sensei", sounds=sounds, haptics=haptics)
    tab.play("b1-b5")
    assert tab.browser.signals == [("piece", sounds == "on", haptics == "on")]


def test_pieces_turn_ends_and_refusals_sound_different() -> None:
    tab = open_tab("sensei")
    tab.play("b1-b5 end")
    tab.touch("b7", "e2")
    assert find_played_sounds(tab) == ["piece", "turn", "refused"]


def test_capture_sounds_in_single_move_game() -> None:
    tab = open_tab("tensor-chess", "e2e4", "d7d5")
    tab.touch("e4", "d5")
    assert find_played_sounds(tab) == ["capture"]


def test_end_sounds_once() -> None:
    tab = open_tab("sensei")
    tab.click("play.resign")
    tab.click("play.undo")
    assert find_played_sounds(tab) == ["end"]


def test_opponents_move_and_own_turn_sound() -> None:
    tab = open_tab("tensor-chess", "e2e4", seats=(0, 1))
    tab.think()
    tab.idle()
    assert find_played_sounds(tab)[-1].split()[-1] == "turn"
    assert tab.timeline.to_move == 0


def test_enabled_sounds_are_previewed() -> None:
    tab = Tab(address="#/settings")
    tab.change("settings.choose.sounds", "on")
    tab.change("settings.choose.sounds", "off")
    assert tab.browser.signals == [("piece", True, False)]


def test_table_turns_sounds_on_and_off() -> None:
    """One button next to the board turns the sounds on, with a sample, and off again."""
    tab = open_tab("sensei", sounds="off")
    pictures = set()
    for value, is_pressed in (("on", "true"), ("off", "false")):
        tab.click("settings.choose.sounds", value)
        (button,) = [part for part in tab.all("button") if "bare sound" in part[1].get("class", "")]
        assert button[1]["aria-pressed"] == is_pressed
        pictures.add(json.dumps(button[2:]))
        assert json.loads(tab.storage.texts[SETTINGS_KEY])["sounds"] == value
    assert find_played_sounds(tab) == ["piece"]
    assert len(pictures) == 2  # silence has its own icon
