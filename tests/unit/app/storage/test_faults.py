"""Test faults: unknown addresses, damaged saves, storage that is full, closed or cleared, and a second tab."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.steps import run_to_end
from tests.support.edited_texts import DAMAGED_TEXTS, create_sensei_record
from tools.fake_browser import Storage, Tab, begin_sensei


def without_settings(storage: Storage) -> dict[str, str]:
    return {key: text for key, text in storage.texts.items() if key != SETTINGS_KEY}


def open_other_tab(tab: Tab) -> Tab:
    """Return a second tab at the same address and with the same storage."""
    return Tab(tab.storage, tab.browser.address())


# --- addresses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("#/new/ludo", "There’s no game called “ludo” here. You can play: Sensei"),
        ("#/play/none", "There’s no saved game “none” in this browser."),
        ("#/play/none/3", "There’s no saved game “none” in this browser."),
        ("#/nonsense", "There’s no page at #/nonsense."),
        ("#/play/none/x", "There’s no page at #/play/none/x."),
        ("#/new/" + "x" * 500, "There’s no game called “xxxx"),
        ("#" + "/x" * 500, "There’s no page at #/x"),
        ("#/new/%3Cb%3E", "There’s no game called “<b>” here."),
        ("#/%", "There’s no page at #/%."),
    ],
)
def test_unknown_addresses_display_missing_page(address: str, message: str) -> None:
    storage = Storage({KEY_PREFIX + "x": "kept"})
    tab = Tab(storage, address)
    assert tab.main == "page-missing"
    assert message in tab.text
    assert len(tab.text) < 500
    assert storage.texts == {KEY_PREFIX + "x": "kept"}
    tab.visit("#/")
    assert tab.main == "page-home"
    tab.back()
    assert message in tab.text


def test_pages_can_be_revisited() -> None:
    tab = Tab()
    pages = ["#/new/sensei", "#/settings", "#/help", "#/nowhere", "#/"]
    page_classes = [tab.main]
    for address in pages:
        tab.visit(address)
        page_classes.append(tab.main)
    for expected in reversed(page_classes[:-1]):
        tab.back()
        assert tab.main == expected
    for expected in page_classes[1:]:
        tab.back(-1)
        assert tab.main == expected


def test_back_and_forward_work_at_table() -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    first = tab.game_id
    tab.visit("#/")
    tab.visit(f"#/play/{first}/0")
    assert tab.position.startswith("rrrRrrr/7/7/7/7/7/gggGggg")
    tab.visit(f"#/play/{first}")
    assert tab.position != "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
    tab.back()
    assert tab.shows("play.now")
    tab.back()
    assert tab.main == "page-home"
    tab.back(-1)
    assert tab.game_id == first
    assert tab.stored_timeline.ply == 1


@pytest.mark.parametrize("at", ["1", "2", "99", "999999", "007"])
def test_address_past_end_displays_current_state(at: str) -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    tab.visit(f"#/play/{tab.game_id}/{at}")
    assert tab.shows("play.undo")
    assert Tab(tab.storage, f"#/play/{tab.game_id}/{at}").position == tab.position


def test_viewing_plies_adds_one_history_entry() -> None:
    """After viewing many plies, Back leads to the current state, and from there out of the game."""
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4 end")
    length = len(tab.browser.history)
    for key in "[[[]]]":
        tab.key(key)
    assert len(tab.browser.history) == length + 1


# --- damaged saves -----------------------------------------------------------------------------------------------


def create_damaged_storage() -> Storage:
    return Storage({KEY_PREFIX + id: text for id, text in DAMAGED_TEXTS.items()})


@pytest.mark.parametrize("id", DAMAGED_TEXTS)
def test_damaged_game_is_reported_and_exportable(id: str) -> None:
    storage = create_damaged_storage()
    tab = Tab(storage, f"#/play/{id}")
    assert tab.main == "page-missing"
    assert "This game can’t be opened" in tab.text
    assert "hasn’t changed" in tab.text
    assert tab.not_found_message[:1].isupper()
    assert tab.not_found_message.endswith(".")
    tab.click("library.export")
    assert tab.browser.downloads[0][2] == DAMAGED_TEXTS[id]
    assert storage.texts[KEY_PREFIX + id] == DAMAGED_TEXTS[id]
    tab.click("library.delete")
    assert tab.main == "page-home"
    assert KEY_PREFIX + id not in storage.texts
    tab.click("app.undelete")
    assert storage.texts == create_damaged_storage().texts


def test_damaged_games_are_listed_and_preserved() -> None:
    storage = create_damaged_storage()
    tab = Tab(storage)
    tab.idle()
    tab.click("library.show_all")
    assert tab.text.count("Can’t be opened") == len(DAMAGED_TEXTS)
    for id in DAMAGED_TEXTS:
        tab.click("library.export", id)
        assert tab.browser.downloads[-1][2] == DAMAGED_TEXTS[id]
    tab.visit("#/settings")
    tab.click("library.export_all")
    assert storage.texts == create_damaged_storage().texts


def test_damage_detected_later_is_displayed_immediately() -> None:
    storage = Storage({KEY_PREFIX + "bad": DAMAGED_TEXTS["unplayable"]})
    tab = Tab(storage)
    tab.idle()
    assert "Can’t be opened" in tab.text


@pytest.mark.parametrize("length", range(0, 400, 31))
def test_save_truncated_anywhere_is_reported(length: int) -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4")
    key = KEY_PREFIX + tab.game_id
    text = tab.storage.texts[key]
    tab.storage.texts[key] = text[: len(text) - 1 - length]
    before = dict(tab.storage.texts)
    reloaded_tab = tab.reload()
    assert "This game can’t be opened" in reloaded_tab.text
    reloaded_tab.visit("#/")
    reloaded_tab.idle()
    assert "Can’t be opened" in reloaded_tab.text
    assert tab.storage.texts == before


def test_edited_save_names_unplayable_action() -> None:
    text = format_record(create_sensei_record("a1-a4", "b1-b9"))
    tab = Tab(Storage({KEY_PREFIX + "x": text}), "#/play/x")
    assert "action 2" in tab.text.lower()
    assert "b9" in tab.text


@pytest.mark.parametrize("id", ["", " ", "a/b", "ü", '"><b>', "%2F", "menu", "..", "#"])
def test_unusual_game_ids_work_like_others(id: str) -> None:
    """The app lists, opens and deletes games with unusual ids, such as ids from a browser's console."""
    storage = Storage({KEY_PREFIX + id: format_record(create_sensei_record("a1-a4"))})
    tab = Tab(storage)
    tab.idle()
    (link,) = [a[1]["href"] for a in tab.all("a") if a[1].get("href", "").startswith("#/play/")]
    if id:
        tab.visit(link)
        assert tab.timeline.ply == 1
        tab.play("b1-b4")
        assert tab.stored_timeline.ply == 2
        tab.back()
    tab.click("library.delete", id)
    assert not without_settings(storage)
    tab.click("app.undelete")
    assert KEY_PREFIX + id in storage.texts


def test_arbitrary_metadata_does_not_prevent_play() -> None:
    metadata = {"title": "x" * 5000, "changed": "yesterday", "turn": "9" * 5000, "position": "7/7", "result": "<b>"}
    storage = Storage({KEY_PREFIX + "x": format_record(create_sensei_record("a1-a4", meta=metadata))})
    tab = Tab(storage)
    tab.idle()
    tab.visit("#/play/x")
    tab.idle()
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2


def test_thousand_games_are_checked_in_linear_reads() -> None:
    text = format_record(create_sensei_record("a1-a4"))
    storage = Storage({f"{KEY_PREFIX}{number}": text for number in range(1000)} | {KEY_PREFIX + "bad": "x"})
    tab = Tab(storage)
    read_count = 0
    get = tab.browser.store.get

    def counting_get(key: str) -> str | None:
        nonlocal read_count
        read_count += 1
        return get(key)

    tab.browser.store.get = counting_get  # type: ignore[method-assign]
    tab.controller.library.forget_checks()
    run_to_end(tab.controller.library.check_steps())
    assert read_count < 30_000


# --- full storage ------------------------------------------------------------------------------------------------


def test_full_storage_is_announced_and_play_continues() -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    before = dict(tab.storage.texts)
    tab.storage.has_room = False
    tab.play("b1-b4")
    assert any("everything is saved" in notice for notice in tab.notices)
    tab.play("end a7-a5")
    tab.key("u")
    assert tab.timeline.ply == 3
    assert tab.storage.texts == before
    tab.click("library.export_all")
    (game,) = json.loads(tab.browser.downloads[-1][2])["games"]
    assert game["actions"] == ["a1-a4", "b1-b4", "end", "a7-a5"]
    tab.storage.has_room = True
    tab.key("r")
    assert not any("everything is saved" in notice for notice in tab.notices)
    assert tab.stored_timeline.ply == 4


def test_game_can_start_with_full_storage() -> None:
    storage = Storage()
    storage.has_room = False
    tab = begin_sensei(storage)
    assert any("everything is saved" in notice for notice in tab.notices)
    tab.play("a1-a4")
    assert not storage.texts
    storage.has_room = True
    tab.play("b1-b4")
    assert not tab.notices
    assert tab.stored_timeline.ply == 2


def test_unsaved_game_is_still_listed_at_home() -> None:
    storage = Storage()
    storage.has_room = False
    tab = begin_sensei(storage, green="Ann", red="Bob")
    tab.play("a1-a4")
    address = tab.browser.address()
    tab.visit("#/")
    assert "Ann – Bob" in tab.text
    assert any("everything is saved" in notice for notice in tab.notices)
    tab.visit(address)
    assert tab.timeline.ply == 1
    storage.has_room = True
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2
    assert not tab.notices


def test_unsaved_changes_are_still_available_at_home() -> None:
    tab = begin_sensei()
    address = tab.browser.address()
    tab.storage.has_room = False
    tab.play("a1-a4")
    tab.visit("#/settings")
    tab.click("library.export_all")
    assert '"a1-a4"' in tab.browser.downloads[-1][2]
    tab.visit(address)
    assert tab.timeline.ply == 1


def test_deletion_frees_room_for_waiting_game() -> None:
    storage = Storage()
    begin_sensei(storage, green="Old")
    storage.has_room = False
    tab = begin_sensei(storage, green="New")
    tab.play("a1-a4")
    tab.visit("#/")
    storage.has_room = True
    (old,) = [id for id in tab.controller.library.ids() if KEY_PREFIX + id in storage.texts]
    tab.click("library.delete", old)
    assert not any("everything is saved" in notice for notice in tab.notices)
    (text,) = without_settings(storage).values()
    assert "New" in text


def test_other_tab_overrides_unsaved_changes() -> None:
    tab = begin_sensei()
    second_tab = open_other_tab(tab)
    tab.storage.has_room = False
    tab.play("a1-a4")
    tab.storage.has_room = True
    second_tab.play("b1-b4")
    tab.receive_storage_events()
    tab.click("play.take_over")
    assert [str(entry) for entry in tab.timeline.entries] == ["b1-b4"]
    tab.visit("#/")
    tab.back()
    assert [str(entry) for entry in tab.timeline.entries] == ["b1-b4"]
    assert not tab.notices


def test_unsaved_game_can_be_deleted() -> None:
    storage = Storage()
    storage.has_room = False
    tab = begin_sensei(storage, green="Ann")
    tab.click("library.delete")
    assert tab.main == "page-home"
    tab.click("app.undelete")
    assert "Ann" in tab.text
    assert not storage.texts


def test_deleted_game_without_room_can_be_restored_later() -> None:
    tab = begin_sensei(green="Ann")
    before = without_settings(tab.storage)
    tab.click("library.delete")
    tab.storage.has_room = False
    tab.click("app.undelete")
    assert any("full" in notice for notice in tab.notices)
    assert "Ann" in tab.text
    tab.storage.has_room = True
    tab.click("library.delete")
    tab.click("app.undelete")
    assert without_settings(tab.storage) == before
    assert not tab.notices


def test_unsaved_settings_apply_until_page_closes() -> None:
    tab = Tab(address="#/settings")
    tab.storage.has_room = False
    tab.change("settings.choose.theme", "dark")
    assert tab.browser.themes[-1] == "dark"
    assert not tab.storage.texts


def test_import_without_room_is_reported() -> None:
    tab = Tab(address="#/settings")
    tab.storage.has_room = False
    tab.change("library.import_files", json.dumps([format_record(create_sensei_record("a1-a4"))]))
    assert any("full" in notice for notice in tab.notices)
    assert not tab.storage.texts


# --- no storage --------------------------------------------------------------------------------------------------


def test_games_without_storage_last_until_page_closes() -> None:
    tab = Tab(is_durable=False)
    assert any("doesn’t let the page save anything" in notice for notice in tab.notices)
    tab.click("app.dismiss")
    assert not tab.notices
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin", name_0="Ann")
    tab.play("a1-a4")
    address = tab.browser.address()
    tab.visit("#/")
    assert "Ann – Red" in tab.text
    tab.visit(address)
    assert tab.timeline.ply == 1
    tab.visit("#/settings")
    assert "last until you close the page" in tab.text
    assert not tab.shows("settings.persist")


def test_storage_failure_during_play_is_reported() -> None:
    """If reads return nothing and writes fail, the page shows a notice and stays usable."""
    tab = begin_sensei()
    tab.play("a1-a4")
    before = dict(tab.storage.texts)
    tab.storage.is_open = False
    tab.play("b1-b4")
    assert tab.notices
    tab.storage.is_open = True
    assert tab.storage.texts == before


# --- cleared storage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_informed", [True, False])
def test_cleared_storage_is_announced_and_game_saved_again(is_informed: bool) -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    tab.storage.clear()
    if is_informed:
        tab.send("stored", "")
    else:
        tab.play("b1-b4")
    assert any("no longer saved" in notice for notice in tab.notices)
    assert not without_settings(tab.storage)
    tab.click("play.keep_again")
    assert not tab.notices
    assert tab.stored_timeline.ply == tab.timeline.ply == 1
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2


def test_game_deleted_in_other_tab_can_be_saved_again() -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    second_tab = Tab(tab.storage)
    second_tab.click("library.delete")
    tab.receive_storage_events()
    assert any("no longer saved" in notice for notice in tab.notices)
    tab.click("play.keep_again")
    tab.play("b1-b4")
    second_tab.receive_storage_events()
    assert "Ann" in second_tab.text
    second_tab.click("app.undelete")
    assert tab.stored_timeline.ply == 2, "the saved game is newer than the deleted one"


def test_game_restored_in_other_tab_continues_here() -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    second_tab = Tab(tab.storage)
    second_tab.click("library.delete")
    tab.receive_storage_events()
    second_tab.click("app.undelete")
    tab.receive_storage_events()
    assert not tab.notices
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2


@pytest.mark.parametrize("is_informed", [True, False])
def test_missing_game_can_be_saved_again_in_other_language(is_informed: bool) -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    second_tab = Tab(tab.storage, "#/settings")
    tab.storage.clear()
    if is_informed:
        tab.send("stored", "")
    second_tab.change("settings.choose.language", "fr")
    tab.receive_storage_events()
    (notice,) = tab.notices
    assert "n’est plus enregistrée" in notice
    tab.click("play.keep_again")
    tab.play("b1-b4")
    assert [entry.text for entry in tab.stored_timeline.entries] == ["a1-a4", "b1-b4"]


# --- two tabs ----------------------------------------------------------------------------------------------------


def test_older_tab_yields_and_can_take_over() -> None:
    tab = begin_sensei(green="Ann")
    second_tab = open_other_tab(tab)
    second_tab.play("a1-a4")
    tab.receive_storage_events()
    assert any("continued this game in another tab" in notice for notice in tab.notices)
    before = dict(tab.storage.texts)
    tab.play("b1-b4")
    tab.key("u")
    tab.key("r")
    assert tab.storage.texts == before
    tab.click("play.take_over")
    assert not tab.notices
    assert tab.timeline.ply == 1
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2
    second_tab.receive_storage_events()
    assert any("continued this game in another tab" in notice for notice in second_tab.notices)


def test_uninformed_tab_does_not_overwrite() -> None:
    tab = begin_sensei()
    second_tab = open_other_tab(tab)
    second_tab.play("a1-a4")
    before = dict(tab.storage.texts)
    tab.play("c1-c4")
    assert tab.storage.texts == before
    assert any("continued this game in another tab" in notice for notice in tab.notices)
    tab.click("play.take_over")
    assert [str(entry) for entry in tab.timeline.entries] == ["a1-a4"]


@pytest.mark.parametrize("do", ["play.undo", "play.resign", "play.offer"])
def test_buttons_in_uninformed_tab_do_not_overwrite(do: str) -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    second_tab = open_other_tab(tab)
    second_tab.play("b1-b4")
    before = dict(tab.storage.texts)
    tab.click(do)
    if do == "play.offer":
        tab.click("play.answer", "yes")
    assert tab.storage.texts == before
    assert tab.timeline.outcome is None
    assert tab.timeline.ply == 1


def test_renaming_in_uninformed_tab_does_not_overwrite() -> None:
    tab = begin_sensei()
    second_tab = open_other_tab(tab)
    second_tab.play("b1-b4")
    before = without_settings(tab.storage)
    tab.submit("play.rename", title="Mine")
    assert without_settings(tab.storage) == before


def test_notice_about_one_game_is_hidden_at_others() -> None:
    tab = begin_sensei()
    second_tab = open_other_tab(tab)
    second_tab.play("a1-a4")
    tab.receive_storage_events()
    tab.visit("#/")
    assert not any("another tab" in notice for notice in tab.notices)
    tab.back()
    assert not any("another tab" in notice for notice in tab.notices)
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2


def test_takeover_displays_current_state() -> None:
    tab = begin_sensei()
    tab.play("a1-a4 b1-b4")
    second_tab = open_other_tab(tab)
    tab.key("[")
    second_tab.play("end")
    tab.receive_storage_events()
    tab.click("play.take_over")
    assert tab.timeline.ply == 3
    assert tab.browser.address() == f"#/play/{tab.game_id}"


def test_superseded_table_has_no_selection() -> None:
    tab = begin_sensei()
    second_tab = open_other_tab(tab)
    tab.touch("a1")
    second_tab.play("a1-a4")
    tab.receive_storage_events()
    assert tab.controller.table is not None
    assert tab.controller.table.touches.targets == ()
    assert not tab.targets


def test_superseded_game_damaged_by_other_tab_is_reported() -> None:
    tab = begin_sensei()
    key = KEY_PREFIX + tab.game_id
    tab.storage.texts[key] = "rubbish"
    tab.send("stored", key, "rubbish")
    tab.click("play.take_over")
    assert "This game can’t be opened" in tab.text
    assert tab.storage.texts[key] == "rubbish"


def test_table_shows_what_the_journal_has_restored() -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    (key,) = without_settings(tab.storage)
    earlier_text = tab.storage.texts[key]
    tab.play("b1-b4")
    later_text = tab.storage.texts[key]
    tab.storage.texts[key] = earlier_text
    start = open_other_tab(tab)
    assert start.timeline.ply == 1
    start.storage.texts[key] = later_text
    start.send("restored", key)
    assert start.timeline.ply == 2
    assert not start.notices
    start.key("u")
    assert start.stored_timeline.ply == 1


def test_restored_text_does_not_replace_play_that_waits_for_room() -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    (key,) = without_settings(tab.storage)
    tab.storage.has_room = False
    tab.play("b1-b4")
    tab.storage.texts[key] = tab.storage.texts[key].replace("Ann", "Eve")
    tab.send("restored", key)
    assert tab.timeline.ply == 2
    assert tab.notices


def test_unrelated_storage_events_are_ignored() -> None:
    tab = begin_sensei()
    open_other_tab(tab).visit("#/new/sensei")
    for key in (KEY_PREFIX + "other", "something", "ruleboard/1/setups"):
        tab.send("stored", key, "x")
    assert not tab.notices
    tab.play("a1-a4")


def test_settings_of_other_tab_apply_here() -> None:
    tab = Tab()
    second_tab = Tab(tab.storage, "#/settings")
    second_tab.change("settings.choose.theme", "dark")
    tab.receive_storage_events()
    assert tab.browser.themes[-1] == "dark"
    tab.storage.texts[SETTINGS_KEY] = "rubbish"
    tab.send("stored", SETTINGS_KEY, "rubbish")
    assert tab.browser.themes[-1] == "system"


def test_game_list_follows_other_tabs() -> None:
    tab = Tab()
    second_tab = begin_sensei(tab.storage, green="Ann")
    tab.receive_storage_events()
    assert "Ann – Red" in tab.text
    assert "Ann to move" in tab.text
    second_tab.play("a1-a4 end")
    tab.receive_storage_events()
    assert "Red to move" in tab.text
    second_tab.click("library.delete")
    tab.receive_storage_events()
    assert "Ann" not in tab.text


# --- deleting ----------------------------------------------------------------------------------------------------


def test_deletion_at_home_can_be_undone() -> None:
    storage = Storage()
    for name in ("Ann", "Bob", "Carl"):
        begin_sensei(storage, green=name)
    before = dict(storage.texts)
    tab = Tab(storage)
    for _ in range(3):
        tab.click("library.delete")
    assert "Your games" not in tab.text
    assert len(tab.notices) == 3
    for _ in range(3):
        tab.click("app.undelete")
    assert storage.texts == before
    assert not tab.notices
    assert all(name in tab.text for name in ("Ann", "Bob", "Carl"))


def test_deletion_at_table_can_be_undone() -> None:
    tab = begin_sensei(green="Ann")
    tab.play("a1-a4")
    address = tab.browser.address()
    before = without_settings(tab.storage)
    tab.click("library.delete")
    assert tab.main == "page-home"
    assert "Ann" not in tab.text.replace("Deleted “Ann – Red”.", "")
    assert not without_settings(tab.storage)
    tab.click("app.undelete")
    assert without_settings(tab.storage) == before
    tab.visit(address)
    assert tab.timeline.ply == 1
    tab.play("b1-b4")
    assert tab.stored_timeline.ply == 2


def test_address_of_deleted_game_reports_it_missing() -> None:
    tab = begin_sensei()
    address = tab.browser.address()
    tab.click("library.delete")
    tab.visit(address)
    assert "There’s no saved game" in tab.text


@pytest.mark.parametrize("do", ["library.delete", "library.export"])
def test_game_deleted_elsewhere_leaves_list_on_use(do: str) -> None:
    """A game that another tab has deleted disappears from an outdated list when a person selects the game.

    "Clear site data" deletes games without a storage event.
    """
    storage = Storage({KEY_PREFIX + id: format_record(Record("sensei", {}, 1, (id, ""))) for id in ("Gone", "Here")})
    tab = Tab(storage)
    del storage.texts[KEY_PREFIX + "Gone"]
    tab.click(do, "Gone")
    assert "Gone" not in tab.text
    assert "Here" in tab.text
    assert not tab.browser.downloads
    (notice,) = tab.notices
    assert "no longer saved" in notice
    assert notice == tab.announcement
    tab.visit("#/help")
    assert not tab.notices


# --- import ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "garbage", "{}", "[]", DAMAGED_TEXTS["cut"], DAMAGED_TEXTS["unplayable"], DAMAGED_TEXTS["deep"]]
)
@pytest.mark.parametrize("method", ["file", "paste"])
def test_invalid_import_explains_error_and_changes_nothing(text: str, method: str) -> None:
    storage = Storage({KEY_PREFIX + "x": format_record(create_sensei_record("a1-a4"))})
    before = dict(storage.texts)
    tab = Tab(storage, "#/settings")
    if method == "file":
        tab.change("library.import_files", json.dumps([text]))
    else:
        tab.submit("library.import_pasted", text=text)
    assert len(tab.notices) == 1
    assert tab.notices[0] == tab.announcement
    assert "mported." in tab.notices[0]
    assert storage.texts == before
    tab.visit("#/")
    assert not tab.notices


def test_import_lists_broken_games() -> None:
    valid_record = json.loads(format_record(create_sensei_record("a1-a4")))
    broken_record = {**valid_record, "actions": ["b1-b9"]}
    tab = Tab(address="#/settings")
    tab.change(
        "library.import_files", json.dumps([json.dumps({"games": [valid_record, *[broken_record] * 5, valid_record]})])
    )
    (notice,) = tab.notices
    assert "1 game imported. 1 game was already here." in notice
    assert "Game 2" in notice
    assert "Game 4" in notice
    assert "2 more items" in notice
    assert len(tab.storage.texts) == 1


def test_unreadable_file_is_reported_and_others_imported() -> None:
    """The app reports a file that it cannot read, for example from a missing drive, and imports the other files."""
    tab = Tab(address="#/settings")
    tab.change("library.import_files", json.dumps([None]))
    reason = "he browser couldn’t read the file, so choose it again or copy it onto this device first."
    assert tab.notices == [f"Nothing was imported. T{reason}"]
    tab.change("library.import_files", json.dumps([format_record(create_sensei_record("a1-a4")), None]))
    assert tab.notices == [f"1 game imported. File 2: t{reason}"]


def test_full_export_reports_unreadable_games() -> None:
    unknown_game = {
        "format": "ruleboard/1",
        "game": "ludo",
        "options": {},
        "seed": 1,
        "players": ["A", "B"],
        "actions": [],
    }
    texts = {
        "good": format_record(create_sensei_record("a1-a4")),
        "newer": NEWER_RECORD,
        "later": json.dumps(unknown_game),
        "cut": '{"format":"rul',
    }
    tab = Tab(Storage({KEY_PREFIX + id: text for id, text in texts.items()}), "#/settings")
    tab.click("library.export_all")
    games = json.loads(tab.browser.downloads[-1][2])["games"]
    assert len(games) == 3
    assert all(json.loads(texts[id]) in games for id in ("good", "newer", "later"))
    notice = tab.notices[-1]
    assert notice.startswith("1 game can’t be read, so it isn’t in the file.")
    import_tab = Tab(address="#/settings")
    import_tab.submit("library.import_pasted", text=tab.browser.downloads[-1][2])
    assert import_tab.notices[0].startswith("1 game imported. Game ")
    tab.click("app.dismiss", "left-out")
    tab.storage.texts.pop(KEY_PREFIX + "cut")
    tab.click("library.export_all")
    assert len(tab.notices) == 1, "about the download alone"


def test_exported_games_import_elsewhere() -> None:
    storage = Storage()
    for name in ("Ann", "Bob"):
        begin_sensei(storage, green=name).play("a1-a4")
    tab = Tab(storage, "#/settings")
    tab.click("library.export_all")
    second_tab = Tab(address="#/settings")
    assert not second_tab.shows("library.export_all")
    second_tab.submit("library.import_pasted", text=tab.browser.downloads[0][2])
    assert second_tab.notices == ["2 games imported."]
    assert second_tab.shows("library.export_all")
    second_tab.visit("#/")
    assert "Ann" in second_tab.text
    assert "Bob" in second_tab.text
    tab.change("library.import_files", json.dumps([tab.browser.downloads[0][2]]))
    assert "2 games were already here." in tab.notices


def test_internal_error_is_reported_and_play_continues() -> None:
    tab = begin_sensei()
    tab.controller.report_bug()
    assert any("Something went wrong" in notice for notice in tab.notices)
    tab.play("a1-a4")
    assert tab.stored_timeline.ply == 1


# --- other versions ----------------------------------------------------------------------------------------------

NEWER_RECORD = '{"format":"ruleboard/2","new_field":"text"}'
OLDER_RECORD = '{"format":"ruleboard/0","game":"sensei"}'
RECORD_WITHOUT_FORMAT = '{"game":"sensei","seed":1}'
UNKNOWN_GAME = DAMAGED_TEXTS["unknown-game"]


@pytest.mark.parametrize(
    ("text", "label", "reason"),
    [
        (NEWER_RECORD, "A game from a newer version", "reload this page"),
        (UNKNOWN_GAME, "An unknown game", "this version doesn’t have the game 'ludo'"),
        (OLDER_RECORD, "A damaged game", "isn’t a game that this version can read"),
        (RECORD_WITHOUT_FORMAT, "A damaged game", "isn’t a game that this version can read"),
    ],
)
def test_game_of_other_version_is_named_and_preserved(text: str, label: str, reason: str) -> None:
    storage = Storage({KEY_PREFIX + "x": text})
    tab = Tab(storage)
    tab.idle()
    assert label in tab.text
    assert "Can’t be opened" in tab.text
    is_damaged = label == "A damaged game"
    assert (reason in tab.text) != is_damaged, "only the page of a damaged game gives the reason"
    tab.visit("#/play/x")
    assert "hasn’t changed" in tab.text
    assert "repair it" in tab.text and reason in tab.text if is_damaged else "repair it" not in tab.text
    tab.click("library.export")
    assert tab.browser.downloads[-1][2] == text
    tab.click("library.delete")
    assert any(f"Deleted “{label}”." in notice for notice in tab.notices)
    tab.click("app.undelete")
    assert storage.texts == {KEY_PREFIX + "x": text}


def test_newer_game_explains_only_possible_actions() -> None:
    tab = Tab(Storage({KEY_PREFIX + "x": NEWER_RECORD}), "#/play/x")
    assert tab.not_found_message == ("This needs a newer version of Ruleboard, so reload this page.")


def test_keys_of_other_versions_are_preserved() -> None:
    """The app ignores and preserves keys of other versions and programs."""
    foreign_texts = {
        "ruleboard/0/game/x": NEWER_RECORD,
        "ruleboard/2/game/x": NEWER_RECORD,
        "ruleboard/2/settings": "dark",
        "ruleboard/1x/settings": "{}",
        "ruleboard/settings": "broken",
        "somebody": "else",
    }
    storage = Storage(foreign_texts)
    tab = begin_sensei(storage, green="Ann")
    tab.play("a1-a4")
    tab.visit("#/settings")
    tab.change("settings.choose.theme", "dark")
    tab.click("library.export_all")
    assert len(json.loads(tab.browser.downloads[-1][2])["games"]) == 1
    tab.change("library.import_files", json.dumps([tab.browser.downloads[-1][2]]))
    tab.visit("#/")
    tab.idle()
    tab.click("library.delete")
    assert not any("cannot be read" in notice for notice in tab.notices)
    assert {key: storage.texts.get(key) for key in foreign_texts} == foreign_texts


def test_restore_offer_disappears_when_game_opens() -> None:
    """The offer to restore a game disappears when another game opens, whose buttons it would cover."""
    tab = begin_sensei(green="Ann", red="Bob")
    first = tab.game_id
    tab.visit("#/")
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin")
    tab.click("library.delete", tab.game_id)
    assert any("Deleted" in notice for notice in tab.notices), "the notice stays on the home page"
    tab.visit(f"#/play/{first}")
    assert not tab.notices
    tab.visit("#/")
    assert not tab.notices
    tab.click("library.delete", first)
    assert tab.notices
    tab.visit("#/new/sensei")
    assert not tab.notices
