"""Settings, progress and setups that cannot be read, or not all of them: nothing of them is lost, and it is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleboard.app.progress import KEY as PROGRESS
from ruleboard.app.settings import KEY as SETTINGS
from ruleboard.app.setups import KEY as SETUPS
from ruleboard.app.setups import parse_setups
from ruleboard.games import WORKSHOPS
from tests.unit.app.fake_browser import Storage, Tab
from tests.unit.app.test_app_shelf import FULL, change

KEYS = (SETTINGS, PROGRESS, SETUPS)
UNREADABLE = ("broken", '{"theme": "da', "[1, 2]", "null", "12", '"text"', "[" * 5000, '{"a":' + "9" * 5000 + "}")
BOARD = WORKSHOPS["tensor-cards"].fresh()


def told(tab: Tab) -> list[str]:
    """What is told above the page of texts that cannot be read."""
    return [notice for notice in tab.notices if "cannot be read" in notice]


def stored(tab: Tab, key: str) -> Any:
    """What is kept under a key, decoded."""
    return json.loads(tab.storage.texts[key])


# --- what cannot be read at all ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
@pytest.mark.parametrize("key", KEYS)
def test_what_cannot_be_read_is_told_and_stays_when_something_else_is_kept(key: str, text: str) -> None:
    tab = Tab(Storage({key: text}))
    (notice,) = told(tab)
    assert notice.endswith(".")
    tab.click("export-aside")
    assert tab.browser.downloads[-1][2] == text
    change(tab, key)
    assert tab.storage.texts[key] != text
    assert tab.storage.texts[f"{key}-unreadable"] == text
    again = tab.reloaded()
    assert not again.notices, "it is told no longer than it stands there"
    again.visit("#/settings")
    again.click("export-aside")
    assert again.browser.downloads[-1][2] == text


@pytest.mark.parametrize("key", KEYS)
def test_each_says_what_it_is_about(key: str) -> None:
    words = {SETTINGS: "settings", PROGRESS: "lessons", SETUPS: "decks"}
    (notice,) = told(Tab(Storage({key: "broken"})))
    assert words.pop(key) in notice
    assert not any(word in notice for word in words.values())


def test_all_three_are_told_and_handed_out_together() -> None:
    tab = Tab(Storage({key: f"broken {key}" for key in KEYS}))
    assert len(told(tab)) == 3
    tab.click("export-aside")
    assert set(tab.browser.downloads[-1][2].splitlines()) == {f"broken {key}" for key in KEYS}


def test_each_is_said_at_once_to_whoever_listens_and_the_newest_stands_first() -> None:
    """On a phone the others are scrolled to: what has just been told is seen."""
    tab = Tab(Storage(dict.fromkeys(KEYS, "broken")))
    boxes = [box for box in tab.all("div") if box[1].get("class") == "notice warning"]
    assert [box[1]["role"] for box in boxes] == ["alert"] * 3
    assert all(word in notice for word, notice in zip(("decks", "lessons", "settings"), tab.notices, strict=True))
    tab.storage.room = False
    tab.visit("#/settings")
    tab.change("set-theme", "dark")
    assert FULL in tab.notices[0]


def test_it_is_told_in_the_language_that_is_spoken() -> None:
    tab = Tab(Storage({SETTINGS: "broken", PROGRESS: "broken"}), prefers="fr")
    assert len(tab.notices) == 2
    assert not told(tab)
    assert all("réglages" in notice or "leçons" in notice for notice in tab.notices)


def test_the_defaults_apply_where_settings_cannot_be_read() -> None:
    tab = Tab(Storage({SETTINGS: "broken"}), "#/settings")
    assert tab.browser.themes == ["system"]
    tab.change("set-theme", "dark")
    assert stored(tab, SETTINGS)["theme"] == "dark"
    assert tab.reloaded().browser.themes == ["dark"]


@pytest.mark.parametrize("key", KEYS)
def test_what_cannot_be_read_and_finds_no_room_elsewhere_is_not_written_over(key: str) -> None:
    tab = Tab(Storage({key: "broken"}))
    tab.storage.room = False
    tab = tab.reloaded()
    assert told(tab)
    change(tab, key)
    assert tab.storage.texts[key] == "broken"
    assert any(FULL in notice for notice in tab.notices)
    tab.storage.room = True
    tab.visit("#/help")
    assert not any(FULL in notice for notice in tab.notices)
    assert tab.storage.texts[f"{key}-unreadable"] == "broken"
    assert tab.storage.texts[key] != "broken"


@pytest.mark.parametrize("key", KEYS)
def test_a_storage_that_is_full_from_the_start_keeps_what_cannot_be_read(key: str) -> None:
    storage = Storage({key: "broken"})
    storage.room = False
    tab = Tab(storage)
    assert told(tab)
    tab.click("export-aside")
    assert tab.browser.downloads[-1][2] == "broken"
    change(tab, key)
    assert storage.texts == {key: "broken"}


@pytest.mark.parametrize("key", KEYS)
def test_a_storage_that_closes_keeps_what_cannot_be_read(key: str) -> None:
    tab = Tab(Storage({key: "broken"}))
    texts = dict(tab.storage.texts)
    tab.storage.open = False
    change(tab, key)
    tab.storage.open = True
    assert tab.storage.texts == texts
    tab.visit("#/help")
    assert "broken" in tab.storage.texts.values()
    assert not any(FULL in notice for notice in tab.notices)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("heard", [True, False])
def test_what_another_tab_has_broken_is_put_aside_and_told(key: str, heard: bool) -> None:
    tab = Tab(address="#/help")
    change(tab, key)
    tab.storage.texts[key] = "broken"
    if heard:
        tab.hear("stored", key, "broken")
    else:
        tab.visit("#/help")
    assert told(tab)
    assert "broken" in tab.storage.texts.values()
    change(tab.reloaded(), key)
    assert tab.storage.texts[f"{key}-unreadable"] == "broken"


def test_nothing_is_told_of_an_empty_browser() -> None:
    assert not Tab().notices
    assert not Tab(Storage({SETTINGS: "{}", PROGRESS: "{}", SETUPS: '{"setups": []}'})).notices


# --- what can be read in part ------------------------------------------------------------------------------------


def test_settings_of_a_newer_version_stay_until_something_else_is_chosen_in_their_place() -> None:
    kept = {"theme": "sepia", "motion": "off", "sound": {"volume": 3}, "names": ["Ann", 7], "flip": ["turn"]}
    tab = Tab(Storage({SETTINGS: json.dumps(kept)}), "#/settings")
    assert not tab.notices
    assert tab.browser.themes == ["system"]
    tab.change("set-language", "en")
    assert stored(tab, SETTINGS) == {**kept, "language": "en", "asked": False}
    tab.change("set-theme", "dark")
    assert stored(tab, SETTINGS) == {**kept, "language": "en", "asked": False, "theme": "dark"}
    assert tab.controller.model.settings.motion == "off"
    tab.visit("#/new/sensei")
    tab.submit("begin", name_0="Cleo", name_1="Dan")
    assert stored(tab, SETTINGS)["names"] == ["Cleo", "Dan"]
    assert stored(tab, SETTINGS)["sound"] == {"volume": 3}


def test_what_found_no_room_is_not_taken_for_what_was_stored() -> None:
    tab = Tab(Storage({SETTINGS: '{"sound": 3}'}), "#/settings")
    tab.storage.room = False
    tab.change("set-theme", "dark")
    tab.change("set-motion", "off")
    tab.storage.room = True
    tab.visit("#/")
    found = stored(tab, SETTINGS)
    assert (found["sound"], found["theme"], found["motion"]) == (3, "dark", "off")


def test_progress_of_a_newer_version_stays_beside_what_is_learnt_here() -> None:
    kept = {"sensei": ["draws", {"id": "pits", "stars": 3}], "go": ["atari"], "chess": {"done": ["mate"]}}
    tab = Tab(Storage({PROGRESS: json.dumps(kept)}))
    assert not tab.notices
    change(tab, PROGRESS)
    assert stored(tab, PROGRESS) == {**kept, "sensei": ["draws", "goal", {"id": "pits", "stars": 3}]}
    again = tab.reloaded()
    assert again.controller.model.progress["sensei"] == ("draws", "goal")


def test_a_course_whose_progress_is_in_no_known_form_goes_on_and_loses_nothing() -> None:
    tab = Tab(Storage({PROGRESS: '{"sensei": {"done": ["draws"]}}'}))
    change(tab, PROGRESS)
    assert stored(tab, PROGRESS) == {"sensei": ["goal", [{"done": ["draws"]}]]}
    tab.visit("#/learn/sensei/draws")
    assert stored(tab, PROGRESS) == {"sensei": ["goal", "draws", [{"done": ["draws"]}]]}


def test_a_course_begun_anew_leaves_the_others_as_they_stand() -> None:
    tab = Tab(Storage({PROGRESS: '{"sensei": ["goal", 7], "go": {"a": 1}}'}), "#/learn/sensei")
    tab.click("unlearn")
    assert stored(tab, PROGRESS) == {"go": {"a": 1}}


def test_setups_that_can_be_read_are_there_and_the_others_are_put_aside() -> None:
    good = {"game": "tensor-cards", "name": "Mine", "text": BOARD, "hand": ""}
    text = json.dumps({"setups": [good, 7, {"game": "tesulda", "name": "Wings"}, {**good, "name": "B", "text": 5}]})
    tab = Tab(Storage({SETUPS: text}), "#/boards/tensor-cards")
    assert told(tab)
    assert "Mine" in tab.text
    tab.click("bench-new")
    assert "Mine" in {setup.name for setup in parse_setups(tab.storage.texts[SETUPS]) or ()}
    assert tab.storage.texts[f"{SETUPS}-unreadable"] == text
    assert not tab.reloaded().notices


def test_setups_of_a_newer_version_keep_what_more_they_tell() -> None:
    good = {"game": "tensor-cards", "name": "Mine", "text": BOARD, "hand": "", "colour": "red"}
    tab = Tab(Storage({SETUPS: json.dumps({"setups": [good, good], "order": ["Mine"]})}), "#/boards/tensor-cards")
    assert not tab.notices
    tab.click("bench-new")
    found = stored(tab, SETUPS)
    assert found["order"] == ["Mine"]
    assert found["setups"][:2] == [good, {**good, "name": "Mine 2"}]
    assert len(found["setups"]) == 3
