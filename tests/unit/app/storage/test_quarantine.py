"""Test unreadable settings, progress and setups, which the app preserves and reports in a notice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS_KEY
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.setups import parse_setups
from ruleboard.registry import BOARD_EDITORS
from tests.support.stored_documents import FULL_STORAGE_TEXT, change
from tools.fake_browser import Storage, Tab

KEYS = (SETTINGS_KEY, PROGRESS_KEY, SETUPS_KEY)
UNREADABLE_TEXTS = ("broken", '{"theme": "da', "[1, 2]", "null", "12", '"text"', "[" * 5000, '{"a":' + "9" * 5000 + "}")
BOARD = BOARD_EDITORS["tensor-cards"].empty_board_text()


def find_unreadable_notices(tab: Tab) -> list[str]:
    """Return the notices about unreadable texts."""
    return [notice for notice in tab.notices if "can’t be read" in notice]


def read_document(tab: Tab, key: str) -> Any:
    """Return the decoded text of a key."""
    return json.loads(tab.storage.texts[key])


# --- unreadable documents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", UNREADABLE_TEXTS, ids=range(len(UNREADABLE_TEXTS)))
@pytest.mark.parametrize("key", KEYS)
def test_unreadable_document_is_announced_and_preserved_on_replacement(key: str, text: str) -> None:
    tab = Tab(Storage({key: text}))
    (notice,) = find_unreadable_notices(tab)
    assert notice.endswith(".")
    tab.click("settings.export_unreadable")
    assert tab.browser.downloads[-1][2] == text
    change(tab, key)
    assert tab.storage.texts[key] != text
    assert tab.storage.texts[f"{key}-unreadable"] == text
    reloaded_tab = tab.reload()
    assert not reloaded_tab.notices, "the notice disappears with the text"
    reloaded_tab.visit("#/settings")
    reloaded_tab.click("settings.export_unreadable")
    assert reloaded_tab.browser.downloads[-1][2] == text


@pytest.mark.parametrize("key", KEYS)
def test_each_notice_names_its_document(key: str) -> None:
    word_by_key = {SETTINGS_KEY: "settings", PROGRESS_KEY: "lessons", SETUPS_KEY: "decks"}
    (notice,) = find_unreadable_notices(Tab(Storage({key: "broken"})))
    assert word_by_key.pop(key) in notice
    assert not any(word in notice for word in word_by_key.values())


def test_three_documents_are_announced_and_exported_together() -> None:
    tab = Tab(Storage({key: f"broken {key}" for key in KEYS}))
    assert len(find_unreadable_notices(tab)) == 3
    tab.click("settings.export_unreadable")
    assert set(tab.browser.downloads[-1][2].splitlines()) == {f"broken {key}" for key in KEYS}


def test_notices_are_alerts_with_newest_first() -> None:
    """Notices are alerts, the newest first, since a phone shows only the first one without scrolling."""
    tab = Tab(Storage(dict.fromkeys(KEYS, "broken")))
    boxes = [box for box in tab.all("div") if box[1].get("class") == "notice warning"]
    assert [box[1]["role"] for box in boxes] == ["alert"] * 3
    assert all(word in notice for word, notice in zip(("decks", "lessons", "settings"), tab.notices, strict=True))
    tab.storage.has_room = False
    tab.visit("#/settings")
    tab.change("settings.choose.theme", "dark")
    assert FULL_STORAGE_TEXT in tab.notices[0]


def test_notice_uses_current_language() -> None:
    tab = Tab(Storage({SETTINGS_KEY: "broken", PROGRESS_KEY: "broken"}), preferred_language="fr")
    assert len(tab.notices) == 2
    assert not find_unreadable_notices(tab)
    assert all("réglages" in notice or "leçons" in notice for notice in tab.notices)


def test_unreadable_settings_use_defaults() -> None:
    tab = Tab(Storage({SETTINGS_KEY: "broken"}), "#/settings")
    assert tab.browser.themes == ["system"]
    tab.change("settings.choose.theme", "dark")
    assert read_document(tab, SETTINGS_KEY)["theme"] == "dark"
    assert tab.reload().browser.themes == ["dark"]


@pytest.mark.parametrize("key", KEYS)
def test_unreadable_document_needs_backup_before_replacement(key: str) -> None:
    tab = Tab(Storage({key: "broken"}))
    tab.storage.has_room = False
    tab = tab.reload()
    assert find_unreadable_notices(tab)
    change(tab, key)
    assert tab.storage.texts[key] == "broken"
    assert any(FULL_STORAGE_TEXT in notice for notice in tab.notices)
    tab.storage.has_room = True
    tab.visit("#/help")
    assert not any(FULL_STORAGE_TEXT in notice for notice in tab.notices)
    assert tab.storage.texts[f"{key}-unreadable"] == "broken"
    assert tab.storage.texts[key] != "broken"


@pytest.mark.parametrize("key", KEYS)
def test_full_storage_preserves_unreadable_texts(key: str) -> None:
    storage = Storage({key: "broken"})
    storage.has_room = False
    tab = Tab(storage)
    assert find_unreadable_notices(tab)
    tab.click("settings.export_unreadable")
    assert tab.browser.downloads[-1][2] == "broken"
    change(tab, key)
    assert storage.texts == {key: "broken"}


@pytest.mark.parametrize("key", KEYS)
def test_closing_storage_preserves_unreadable_texts(key: str) -> None:
    tab = Tab(Storage({key: "broken"}))
    texts = dict(tab.storage.texts)
    tab.storage.is_open = False
    change(tab, key)
    tab.storage.is_open = True
    assert tab.storage.texts == texts
    tab.visit("#/help")
    assert "broken" in tab.storage.texts.values()
    assert not any(FULL_STORAGE_TEXT in notice for notice in tab.notices)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("is_informed", [True, False])
def test_text_broken_by_other_tab_is_quarantined(key: str, is_informed: bool) -> None:
    tab = Tab(address="#/help")
    change(tab, key)
    tab.storage.texts[key] = "broken"
    if is_informed:
        tab.send("stored", key, "broken")
    else:
        tab.visit("#/help")
    assert find_unreadable_notices(tab)
    assert "broken" in tab.storage.texts.values()
    change(tab.reload(), key)
    assert tab.storage.texts[f"{key}-unreadable"] == "broken"


def test_empty_browser_has_no_notices() -> None:
    assert not Tab().notices
    assert not Tab(Storage({SETTINGS_KEY: "{}", PROGRESS_KEY: "{}", SETUPS_KEY: '{"setups": []}'})).notices


# --- partly readable documents -----------------------------------------------------------------------------------


def test_settings_of_newer_version_are_preserved_until_changed() -> None:
    stored_settings = {"theme": "sepia", "motion": "off", "sound": {"volume": 3}, "names": ["Ann", 7], "flip": ["turn"]}
    tab = Tab(Storage({SETTINGS_KEY: json.dumps(stored_settings)}), "#/settings")
    assert not tab.notices
    assert tab.browser.themes == ["system"]
    tab.change("settings.choose.language", "en")
    expected_settings = {"asked": False, "seats": [], "resign": "on", "hints": "on", "sounds": "off", "haptics": "off"}
    expected_settings |= {"coordinates": "off", "figurines": "off", "new_games": {}}
    assert read_document(tab, SETTINGS_KEY) == {**stored_settings, **expected_settings, "language": "en"}
    tab.change("settings.choose.theme", "dark")
    assert read_document(tab, SETTINGS_KEY) == {
        **stored_settings,
        **expected_settings,
        "language": "en",
        "theme": "dark",
    }
    assert tab.controller.model.shared.settings.motion is False
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin", name_0="Cleo", name_1="Dan")
    assert read_document(tab, SETTINGS_KEY)["names"] == ["Cleo", "Dan"]
    assert read_document(tab, SETTINGS_KEY)["sound"] == {"volume": 3}


def test_unsaved_text_is_not_mistaken_for_stored_one() -> None:
    tab = Tab(Storage({SETTINGS_KEY: '{"sound": 3}'}), "#/settings")
    tab.storage.has_room = False
    tab.change("settings.choose.theme", "dark")
    tab.change("settings.choose.motion", "off")
    tab.storage.has_room = True
    tab.visit("#/")
    settings = read_document(tab, SETTINGS_KEY)
    assert (settings["sound"], settings["theme"], settings["motion"]) == (3, "dark", "off")


def test_progress_of_newer_version_is_preserved() -> None:
    stored_progress = {"sensei": ["draws", {"id": "pits", "stars": 3}], "go": ["atari"], "chess": {"done": ["mate"]}}
    tab = Tab(Storage({PROGRESS_KEY: json.dumps(stored_progress)}))
    assert not tab.notices
    change(tab, PROGRESS_KEY)
    assert read_document(tab, PROGRESS_KEY) == {
        **stored_progress,
        "sensei": ["draws", "goal", {"id": "pits", "stars": 3}],
    }
    reloaded_tab = tab.reload()
    assert reloaded_tab.controller.model.shared.progress["sensei"] == ("draws", "goal")


def test_course_with_unknown_progress_continues_without_loss() -> None:
    tab = Tab(Storage({PROGRESS_KEY: '{"sensei": {"done": ["draws"]}}'}))
    change(tab, PROGRESS_KEY)
    assert read_document(tab, PROGRESS_KEY) == {"sensei": ["goal", [{"done": ["draws"]}]]}
    tab.visit("#/learn/sensei/draws/2")
    assert read_document(tab, PROGRESS_KEY) == {"sensei": ["goal", "draws", [{"done": ["draws"]}]]}


def test_course_reset_preserves_other_courses() -> None:
    tab = Tab(Storage({PROGRESS_KEY: '{"sensei": ["goal", 7], "go": {"a": 1}}'}), "#/learn/sensei")
    tab.click("lessons.restart")
    assert read_document(tab, PROGRESS_KEY) == {"go": {"a": 1}}


def test_readable_boards_stay_and_others_are_quarantined() -> None:
    valid_setup = {"game": "tensor-cards", "name": "Mine", "text": BOARD, "hand": ""}
    text = json.dumps(
        {"setups": [valid_setup, 7, {"game": "tesulda", "name": "Wings"}, {**valid_setup, "name": "B", "text": 5}]}
    )
    tab = Tab(Storage({SETUPS_KEY: text}), "#/boards/tensor-cards")
    assert find_unreadable_notices(tab)
    assert "Mine" in tab.text
    tab.click("workshop.new")
    assert "Mine" in {setup.name for setup in parse_setups(tab.storage.texts[SETUPS_KEY]) or ()}
    assert tab.storage.texts[f"{SETUPS_KEY}-unreadable"] == text
    assert not tab.reload().notices


def test_boards_of_newer_version_preserve_unknown_fields() -> None:
    valid_setup = {"game": "tensor-cards", "name": "Mine", "text": BOARD, "hand": "", "colour": "red"}
    tab = Tab(
        Storage({SETUPS_KEY: json.dumps({"setups": [valid_setup, valid_setup], "order": ["Mine"]})}),
        "#/boards/tensor-cards",
    )
    assert not tab.notices
    tab.click("workshop.new")
    document = read_document(tab, SETUPS_KEY)
    assert document["order"] == ["Mine"]
    assert document["setups"][:2] == [valid_setup, {**valid_setup, "name": "Mine 2"}]
    assert len(document["setups"]) == 3


# --- unreadable boards in a readable document --------------------------------------------------------------------

OWN_BOARD = {"game": "tensor-cards", "name": "Mine", "text": BOARD, "hand": ""}
EDITED_BOARD = {**OWN_BOARD, "name": "By hand", "text": BOARD.replace('"o-', '"x-', 1), "colour": "red"}
NEWER_BOARD = {**OWN_BOARD, "name": "From tomorrow", "text": '{"format": "ruleboard/tensor-deck/2"}'}


def open_workshop(*setups: dict[str, str], address: str = "#/boards/tensor-cards") -> Tab:
    """Return a tab with the list of stored custom boards."""
    return Tab(Storage({SETUPS_KEY: json.dumps({"setups": setups})}), address)


def test_unreadable_board_is_listed_with_error_and_export() -> None:
    tab = open_workshop(OWN_BOARD, EDITED_BOARD)
    assert not tab.notices
    assert "By hand" in tab.text
    assert "Can’t be opened: line 12, field drawing[1]: column 1" in tab.text
    tab.click("workshop.export", "By hand")
    assert tab.browser.downloads[-1] == ("tensor-cards-by-hand.json", "application/json", EDITED_BOARD["text"])
    tab.click("workshop.export", "Mine")
    assert tab.browser.downloads[-1][2] == BOARD


def test_board_of_newer_version_is_listed_as_such() -> None:
    tab = open_workshop(NEWER_BOARD)
    assert "From tomorrow" in tab.text
    assert "Can’t be opened: this needs a newer version of Ruleboard, so reload this page" in tab.text
    tab.visit("#/new/tensor-cards")
    assert "From tomorrow" not in tab.text, "the board is not playable"


def test_address_of_unreadable_board_leads_to_list() -> None:
    tab = open_workshop(EDITED_BOARD, address="#/boards/tensor-cards/By%20hand")
    assert tab.main == "page-workshop"
    assert "Can’t be opened: line 12" in tab.text
    assert tab.browser.address() == "#/boards/tensor-cards"


@pytest.mark.parametrize("name", ["Mine", "By hand"])
def test_deleted_board_is_restored_completely(name: str) -> None:
    tab = open_workshop(OWN_BOARD, EDITED_BOARD)
    tab.click("workshop.delete", name)
    assert [setup["name"] for setup in read_document(tab, SETUPS_KEY)["setups"]] == [
        {"Mine": "By hand", "By hand": "Mine"}[name]
    ]
    assert tab.notices == [f"Deleted “{name}”. You can undo this until you go to another page."]
    tab.click("app.undelete")
    assert not tab.notices
    assert sorted(read_document(tab, SETUPS_KEY)["setups"], key=str) == sorted([OWN_BOARD, EDITED_BOARD], key=str)


def test_restoring_board_preserves_its_namesake() -> None:
    tab = open_workshop({**OWN_BOARD, "name": "New board"})
    tab.click("workshop.delete")
    tab.click("workshop.new")
    tab.touch("1,1")
    drawn_board = read_document(tab, SETUPS_KEY)["setups"][0]["text"]
    tab.click("app.undelete")
    boards = {setup["name"]: setup["text"] for setup in read_document(tab, SETUPS_KEY)["setups"]}
    assert boards == {"New board": drawn_board, "New board 2": BOARD}


# --- boards of unknown games -------------------------------------------------------------------------------------

UNKNOWN_GAME_BOARD = {"game": "mancala", "name": "Two rows <b>", "text": "4 4 4/4 4 4", "hand": "", "colour": "red"}
UNUSED_BOARD = {**UNKNOWN_GAME_BOARD, "game": "sensei", "name": "Mine"}


def test_boards_of_unknown_games_are_listed_and_exportable() -> None:
    tab = open_workshop(OWN_BOARD, UNKNOWN_GAME_BOARD, UNUSED_BOARD, address="#/settings")
    assert not tab.notices
    assert "For unknown games" in tab.text
    listed_titles = [part[2] for part in tab.all("strong")]
    assert (listed_titles.count("Two rows <b>"), listed_titles.count("Mine")) == (1, 1), (
        "the settings omit the boards of the workshop"
    )
    tab.click("settings.export_unsupported", json.dumps(["mancala", "Two rows <b>"]))
    assert tab.browser.downloads[-1] == ("mancala-two-rows-b.txt", "text/plain", "4 4 4/4 4 4")
    assert "For unknown games" not in open_workshop(OWN_BOARD, address="#/settings").text


def test_board_of_unknown_game_is_deleted_and_restored() -> None:
    tab = open_workshop(OWN_BOARD, UNKNOWN_GAME_BOARD, address="#/settings")
    tab.click("settings.delete_unsupported")
    assert read_document(tab, SETUPS_KEY)["setups"] == [OWN_BOARD]
    assert "For unknown games" not in tab.text
    assert tab.notices == ["Deleted “Two rows <b>”. You can undo this until you go to another page."]
    tab.click("app.undelete")
    assert read_document(tab, SETUPS_KEY)["setups"] == [OWN_BOARD, UNKNOWN_GAME_BOARD]
    assert tab.shows("settings.delete_unsupported")


def test_missing_board_of_unknown_game_is_tolerated() -> None:
    tab = open_workshop(UNKNOWN_GAME_BOARD, address="#/settings")
    tab.storage.texts[SETUPS_KEY] = json.dumps({"setups": [OWN_BOARD]})
    for do in ("settings.export_unsupported", "settings.delete_unsupported"):
        tab.send("do", do, json.dumps(["mancala", "Two rows <b>"]))
    assert read_document(tab, SETUPS_KEY)["setups"] == [OWN_BOARD]
    assert not tab.browser.downloads


# --- the quarantine on the settings page -------------------------------------------------------------------------

QUARANTINE_HEADING = "What couldn’t be read"


def test_settings_omit_empty_quarantine() -> None:
    tab = Tab(address="#/settings")
    assert QUARANTINE_HEADING not in tab.text
    assert not tab.shows("settings.delete_unreadable")


def test_settings_list_and_export_quarantined_texts() -> None:
    texts = {
        f"{SETTINGS_KEY}-unreadable": "one",
        f"{SETTINGS_KEY}-unreadable-2": "two",
        f"{PROGRESS_KEY}-unreadable": "three",
    }
    tab = Tab(Storage(texts), "#/settings")
    assert not tab.notices
    assert QUARANTINE_HEADING in tab.text
    assert "Lessons you’ve done" in tab.text
    for key, text in texts.items():
        tab.click("settings.export_unreadable", key)
        assert tab.browser.downloads[-1][2] == text
    assert tab.browser.downloads[-1][0] == "ruleboard-progress-unreadable.txt"


def test_quarantined_text_is_deleted_and_restored() -> None:
    texts = {f"{SETTINGS_KEY}-unreadable": "one", f"{SETTINGS_KEY}-unreadable-2": "two"}
    tab = Tab(Storage(texts), "#/settings")
    tab.click("settings.delete_unreadable", f"{SETTINGS_KEY}-unreadable")
    assert tab.storage.texts == {f"{SETTINGS_KEY}-unreadable-2": "two"}
    assert "Deleted “Settings”. You can undo this until you go to another page." in tab.notices
    tab.click("app.undelete")
    assert not tab.notices
    assert tab.storage.texts == texts
    assert tab.shows("settings.delete_unreadable", f"{SETTINGS_KEY}-unreadable")


@pytest.mark.parametrize("key", KEYS)
def test_deleting_quarantined_text_clears_its_original_key(key: str) -> None:
    """Deleting a quarantined text also clears its original key, so that the next visit does not quarantine it again."""
    tab = Tab(Storage({key: "broken"}), "#/settings")
    tab.click("settings.delete_unreadable")
    assert "broken" not in tab.storage.texts.values()
    assert not find_unreadable_notices(tab), "no text is left to download"
    assert QUARANTINE_HEADING not in tab.text
    reloaded_tab = tab.reload()
    assert not reloaded_tab.notices
    assert QUARANTINE_HEADING not in reloaded_tab.text
    tab.click("app.undelete")
    assert tab.storage.texts[f"{key}-unreadable"] == "broken"
    assert QUARANTINE_HEADING in tab.text


def test_readable_boards_survive_deletion_of_unreadable_ones() -> None:
    tab = Tab(Storage({SETUPS_KEY: json.dumps({"setups": [OWN_BOARD, 7]})}), "#/settings")
    assert find_unreadable_notices(tab)
    tab.click("settings.delete_unreadable")
    assert read_document(tab, SETUPS_KEY)["setups"] == [OWN_BOARD]
    assert list(tab.storage.texts) == [SETUPS_KEY]


def test_deleted_text_without_room_can_be_restored_later() -> None:
    tab = Tab(Storage({f"{PROGRESS_KEY}-unreadable": "broken"}), "#/settings")
    tab.click("settings.delete_unreadable")
    tab.storage.has_room = False
    tab.click("app.undelete")
    assert any(FULL_STORAGE_TEXT in notice for notice in tab.notices)
    assert not tab.storage.texts
    tab.storage.has_room = True
    tab.click("app.undelete")
    assert tab.storage.texts == {f"{PROGRESS_KEY}-unreadable": "broken"}


def test_text_without_quarantine_room_is_listed_and_deletable() -> None:
    storage = Storage({SETTINGS_KEY: "broken"})
    storage.has_room = False
    tab = Tab(storage, "#/settings")
    tab.click("settings.export_unreadable", f"{SETTINGS_KEY}-unreadable")
    assert tab.browser.downloads[-1][2] == "broken"
    storage.has_room = True
    tab.click("settings.delete_unreadable")
    assert "broken" not in storage.texts.values()


def test_text_broken_by_other_tab_is_listed_immediately() -> None:
    tab = Tab(address="#/settings")
    tab.storage.texts[PROGRESS_KEY] = "broken"
    tab.send("stored", PROGRESS_KEY, "broken")
    assert tab.shows("settings.delete_unreadable", f"{PROGRESS_KEY}-unreadable")


def test_text_deleted_by_other_tab_is_unlisted() -> None:
    for is_informed in (True, False):
        first = Tab(Storage({f"{SETTINGS_KEY}-unreadable": "broken"}), "#/settings")
        second = Tab(first.storage, "#/settings")
        first.click("settings.delete_unreadable")
        if is_informed:
            second.receive_storage_events()
        else:
            second.click("settings.delete_unreadable")
            assert not second.notices, "the other tab deleted it"
        assert QUARANTINE_HEADING not in second.text


@pytest.mark.parametrize("key", KEYS)
def test_deletion_preserves_newer_text_of_other_tab(key: str) -> None:
    tab = Tab(Storage({key: "broken"}), "#/settings")
    second_tab = Tab(tab.storage)
    change(second_tab, key)
    second_text = tab.storage.texts[key]
    tab.click("settings.delete_unreadable")
    assert tab.storage.texts == {key: second_text}
