"""Test the settings page, which saves choices, applies them, and requests persistent storage."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.storage.preferences import SETTING_CHOICES, choice_text
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from tools.fake_browser import Storage, Tab, begin_sensei


def find_selected_value(tab: Tab, name: str) -> str:
    """Return the selected value of a group of radio buttons."""
    (value,) = [
        field[1]["value"] for field in tab.all("input") if field[1].get("name") == name and "checked" in field[1]
    ]
    return str(value)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, choice_text(value)) for name in SETTING_CHOICES if name != "flip" for value in SETTING_CHOICES[name]],
)
def test_setting_is_applied_and_stored(name: str, value: str) -> None:
    tab = Tab(address="#/settings")
    tab.change(f"settings.choose.{name}", value)
    assert find_selected_value(tab, name) == value
    assert find_selected_value(tab.reload(), name) == value


def test_theme_is_set_immediately_and_at_start() -> None:
    tab = Tab(address="#/settings")
    assert tab.browser.themes == ["system"]
    tab.change("settings.choose.theme", "dark")
    assert tab.browser.themes[-1] == "dark"
    assert tab.reload().browser.themes == ["dark"]


def test_enabled_coordinates_appear_on_every_page() -> None:
    tab = Tab(address="#/settings")
    assert "data-coordinates" not in tab.browser.page[1]
    tab.change("settings.choose.coordinates", "on")
    assert "data-coordinates" in tab.browser.page[1]
    tab.visit("#/from/tensor-cards")
    assert "data-coordinates" in tab.browser.page[1]


def test_settings_changes_preserve_names() -> None:
    tab = begin_sensei(green="Ann")
    tab.visit("#/settings")
    tab.change("settings.choose.theme", "dark")
    assert json.loads(tab.storage.texts[SETTINGS_KEY])["names"] == ["Ann", ""]


def test_button_requests_persistent_storage() -> None:
    tab = Tab(address="#/settings")
    assert "can delete your games" in tab.text
    tab.browser.is_persistent = True
    tab.click("settings.persist")
    assert tab.browser.persistence_requested
    assert "promised" in tab.text
    assert not tab.shows("settings.persist")


def test_first_game_requests_persistent_storage_once() -> None:
    """The app requests persistent storage once, after the first game, because some browsers ask the person."""
    tab = Tab(address="#/")
    tab.visit("#/new/sensei")
    tab.visit("#/")
    assert not tab.browser.persistence_requested
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin")
    tab.play("a1-a4")
    assert not tab.browser.persistence_requested
    tab.browser.is_persistent = False
    tab.visit("#/")
    assert tab.browser.persistence_requested
    tab.visit("#/settings")
    assert "hasn’t promised" in tab.text
    assert "Home Screen" in tab.text
    assert tab.shows("settings.persist")
    (address,) = [entry for entry in tab.browser.history if entry.startswith("#/play/")][-1:]
    reopened_tab = Tab(tab.storage, address)
    reopened_tab.visit("#/")
    assert not reopened_tab.browser.persistence_requested


def test_browser_without_persistence_report_is_supported() -> None:
    tab = Tab(address="#/settings")
    tab.browser.is_persistent = None
    tab.click("settings.persist")
    assert "can delete your games" in tab.text


def test_unreadable_settings_use_defaults_and_stay_stored() -> None:
    tab = Tab(Storage({SETTINGS_KEY: "rubbish"}))
    assert tab.browser.themes == ["system"]
    assert tab.storage.texts[SETTINGS_KEY] == "rubbish"
