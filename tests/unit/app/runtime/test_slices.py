"""Test that the app opens and imports long games in slices, and that the page responds between them."""

from __future__ import annotations

import pytest

from ruleboard.app.browser import slices
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.ui.thumbnails import small_board_at
from ruleboard.engine.record import format_record
from tests.support.edited_texts import create_sensei_record
from tests.support.long_games import create_long_record
from tools.fake_browser import FakeStore, Storage, Tab

RECORD_TEXT = format_record(create_long_record())
EVENT_COUNT = 100
"""The number of events per check of the whole page, which replays the stored games."""


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every slice a hundred steps long, whatever the speed of the machine."""
    clock = iter(range(10**9))
    monkeypatch.setattr(slices, "perf_counter", lambda: next(clock) * slices.WORK_SLICE_MS / 1000 / 100)


def with_long_game() -> Tab:
    tab = Tab(Storage({KEY_PREFIX + "x": RECORD_TEXT}), check_interval=EVENT_COUNT)
    tab.idle()
    return tab


def run_slice(tab: Tab) -> None:
    tab.browser.pending_calls.pop(0)()
    tab.check()


def test_long_game_opens_with_visible_progress() -> None:
    tab = with_long_game()
    tab.visit("#/play/x")
    assert tab.main == "page-opening"
    progress_values = set()
    while tab.main == "page-opening":
        (progress_bar,) = tab.all("progress")
        progress_values.add(int(progress_bar[1]["value"]))
        run_slice(tab)
    assert len(progress_values) > 5
    assert tab.main == "page-table"
    assert [str(entry) for entry in tab.timeline.entries] == list(create_long_record().actions)
    assert tab.timeline.is_at_end


def test_address_move_is_displayed() -> None:
    tab = with_long_game()
    tab.visit("#/play/x/7")
    tab.idle()
    assert tab.play_page.table.display.ply == 7


def test_leaving_cancels_opening() -> None:
    tab = with_long_game()
    tab.visit("#/play/x")
    run_slice(tab)
    tab.visit("#/")
    tab.idle()
    assert tab.main == "page-home"


def test_long_damaged_game_explains_damage() -> None:
    actions = (*create_long_record().actions, "a1-a9")
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(create_sensei_record(*actions))}))
    tab.visit("#/play/x")
    tab.idle()
    assert "This game can’t be opened" in tab.text
    assert f"action {len(actions)}" in tab.text.lower()


def test_game_changed_during_opening_opens_in_new_state() -> None:
    """A game that another tab changes while it is being opened opens with the changes.

    A page never replaces a text that it has not read.
    """
    tab = with_long_game()
    tab.visit("#/play/x")
    run_slice(tab)
    FakeStore(tab.storage).set(KEY_PREFIX + "x", format_record(create_sensei_record("a1-a4")))
    tab.receive_storage_events()
    tab.idle()
    assert [str(entry) for entry in tab.timeline.entries] == ["a1-a4"]


def test_long_import_announces_progress() -> None:
    tab = Tab(address="#/settings", check_interval=EVENT_COUNT)
    tab.submit("library.import_pasted", text=RECORD_TEXT)
    notices = set()
    while not tab.storage.texts:
        notices.update(tab.notices)
        run_slice(tab)
    assert len(notices) > 5
    assert all(text.startswith("Importing: ") for text in notices)
    tab.idle()
    assert tab.notices == ["1 game imported."]


def test_imports_continue_in_background_in_sequence() -> None:
    tab = Tab(address="#/settings", check_interval=EVENT_COUNT)
    tab.submit("library.import_pasted", text=RECORD_TEXT)
    tab.submit("library.import_pasted", text=format_record(create_sensei_record("b1-b5", seed=9)))
    tab.visit("#/")
    tab.idle()
    assert "Endless" in tab.text
    assert len(tab.controller.library.ids()) == 2


def test_import_can_be_stopped() -> None:
    tab = Tab(address="#/settings", check_interval=EVENT_COUNT)
    tab.submit("library.import_pasted", text=RECORD_TEXT)
    run_slice(tab)
    tab.click("library.stop_import")
    tab.idle()
    assert not tab.storage.texts
    assert not tab.notices


def test_language_change_reopens_long_game() -> None:
    tab = with_long_game()
    tab.visit("#/play/x")
    tab.idle()
    FakeStore(tab.storage).set("ruleboard/1/settings", '{"language": "fr"}')
    tab.receive_storage_events()
    assert tab.main == "page-opening"
    tab.idle()
    assert tab.main == "page-table"
    assert not tab.notices


def test_home_page_draws_one_picture_at_a_time() -> None:
    small_board_at.cache_clear()
    tab = Tab(Storage())
    counts = []
    while tab.browser.pending_calls:
        earlier_count = small_board_at.cache_info().misses
        tab.browser.pending_calls.pop(0)()
        counts.append(small_board_at.cache_info().misses - earlier_count)
    assert sum(counts) > 2
    assert max(counts) == 1


def test_late_list_of_games_changes_no_other_page() -> None:
    """A list of games that is ready only after the person has left the home page changes no other page."""
    damaged_text = format_record(create_sensei_record("a1-a9"))
    for calls in range(10):
        tab = Tab(Storage({KEY_PREFIX + "x": damaged_text}), check_interval=EVENT_COUNT)
        for _ in range(calls):
            run_slice(tab)
        tab.visit("#/learn")
        entries = tab.controller.model.shared.entries
        tab.idle()
        assert tab.controller.model.shared.entries is entries
