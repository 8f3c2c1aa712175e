"""Test the summaries of saved games, which may be missing, wrong or damaged, and which only the list uses."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from ruleboard.app.storage.games import KEY_PREFIX, MAX_CHARACTERS_AT_ONCE, GameStore
from ruleboard.app.storage.summaries import CHECK_VALID_DAYS
from ruleboard.app.storage.summaries import KEY_PREFIX as SUMMARY
from ruleboard.engine.record import format_record
from ruleboard.engine.steps import run_to_end
from ruleboard.registry import GAMES
from tests.support.edited_texts import create_sensei_record
from tools.fake_browser import FakeStore, Storage, Tab, begin_sensei

NEW_YEAR = "2026-01-01T00:00:00Z"


def open_store(storage: Storage, now: Callable[[], str] = lambda: NEW_YEAR) -> GameStore:
    return GameStore(FakeStore(storage), GAMES, now)


def list_titles(games: GameStore) -> list[str]:
    return [entry.record.meta["title"] if entry.record else "?" for entry in games.entries()]


def create_storage_with_games(count: int, note: str = "") -> Storage:
    """Return a storage with games and without summaries, as an older version leaves it."""
    times = (f"2025-12-{day:02}T00:00:00Z" for day in range(1, count + 1))
    records = (
        create_sensei_record("a1-a4", seed=seed, meta={"title": f"T{seed}", "changed": time, "note": note})
        for seed, time in enumerate(times)
    )
    return Storage({f"{KEY_PREFIX}{item.seed}": format_record(item) for item in records})


class CountingStore(FakeStore):
    """A store that counts how often games are read."""

    reads = 0

    def get(self, key: str) -> str | None:
        self.reads += key.startswith(KEY_PREFIX)
        return super().get(key)


def test_listing_reads_summaries_instead_of_games() -> None:
    storage = create_storage_with_games(20)
    run_to_end(open_store(storage).check_steps())
    store = CountingStore(storage)
    assert list_titles(GameStore(store, GAMES, lambda: NEW_YEAR)) == [f"T{number}" for number in reversed(range(20))]
    assert store.reads == 0


def test_games_without_summaries_are_listed_gradually() -> None:
    storage = create_storage_with_games(20, note="x" * (MAX_CHARACTERS_AT_ONCE // 4))
    games = open_store(storage)
    first = games.entries()
    assert {entry.is_pending for entry in first} == {False, True}
    assert [entry.is_pending for entry in first] == sorted(entry.is_pending for entry in first), (
        "pending games come last"
    )
    run_to_end(games.check_steps())
    assert list_titles(games) == [f"T{number}" for number in reversed(range(20))]


def test_home_announces_game_being_read() -> None:
    tab = Tab(create_storage_with_games(9, note="x" * (MAX_CHARACTERS_AT_ONCE // 4)))
    assert "A game that’s loading" in tab.text
    tab.idle()
    assert "A game that’s loading" not in tab.text
    assert "T8" in tab.text


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{}", '{"digest":1,"checked":2,"header":3}', "[" * 5000, '{"header":{}}']
)
def test_damaged_summary_is_rebuilt(text: str) -> None:
    storage = create_storage_with_games(1)
    storage.summaries[SUMMARY + "0"] = text
    assert list_titles(open_store(storage)) == ["T0"]
    run_to_end(open_store(storage).check_steps())
    assert json.loads(storage.summaries[SUMMARY + "0"])["header"]["meta"]["title"] == "T0"


def test_wrong_summary_is_listed_but_never_opened() -> None:
    """The list shows a wrong summary, but the game opens correctly.

    A version of the app without summaries has changed the game.
    """
    storage = create_storage_with_games(1)
    run_to_end(open_store(storage).check_steps())
    newer_record = create_sensei_record("b1-b5", "end", meta={"title": "Other", "changed": NEW_YEAR})
    storage.texts[KEY_PREFIX + "0"] = format_record(newer_record)
    games = open_store(storage)
    assert list_titles(games) == ["T0"]
    assert [str(entry) for entry in games.open("0").entries] == ["b1-b5", "end"]
    assert json.loads(games.export_all())["games"][0]["meta"]["title"] == "Other"
    assert games.import_text(format_record(newer_record)).duplicate_count == 1
    run_to_end(games.check_steps())
    assert list_titles(games) == ["Other"]


def test_storage_event_updates_listed_summary() -> None:
    storage = create_storage_with_games(1)
    tab = Tab(storage)
    tab.idle()
    FakeStore(storage).set(KEY_PREFIX + "0", format_record(create_sensei_record("b1-b5", meta={"title": "Theirs"})))
    tab.receive_storage_events()
    assert "Theirs" in tab.text
    FakeStore(storage).remove(KEY_PREFIX + "0")
    tab.receive_storage_events()
    assert "Theirs" not in tab.text
    assert not storage.summaries


def test_orphaned_summary_is_removed() -> None:
    storage = create_storage_with_games(2)
    games = open_store(storage)
    run_to_end(games.check_steps())
    del storage.texts[KEY_PREFIX + "0"]
    run_to_end(games.check_steps())
    assert set(storage.summaries) == {SUMMARY + "1"}
    games.delete("1")
    assert not storage.summaries


def test_summaries_yield_storage_to_games() -> None:
    """A summary stays in memory if the store has no room, so that games can use the room."""
    storage = create_storage_with_games(3)
    storage.has_room = False
    games = open_store(storage)
    run_to_end(games.check_steps())
    assert list_titles(games) == ["T2", "T1", "T0"]
    assert not storage.summaries


def test_saved_game_has_immediate_summary() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end")
    (text,) = tab.storage.summaries.values()
    header = json.loads(text)["header"]
    assert header["players"] == ["Ann", "Bob"]
    assert header["meta"]["turn"] == "1"
    assert not header["actions"]


def test_finished_games_of_same_players_differ_by_turns() -> None:
    """The list distinguishes two games by their numbers of turns, which only the summaries contain."""
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end")
    tab.click("play.resign")
    tab.visit("#/")
    assert "1 turn" in tab.text
    (text,) = (text for key, text in tab.storage.texts.items() if key.startswith(KEY_PREFIX))
    assert "turns" not in text
    tab.storage.summaries.clear()
    reopened_tab = Tab(tab.storage)
    reopened_tab.idle()
    assert "1 turn" in reopened_tab.text


def test_turn_count_of_finished_game_matches_move_list() -> None:
    """The number of turns is that of the move list, where three turns fill two rows."""
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end a7-a5 end b1-b4 end")
    tab.click("play.resign")
    tab.visit("#/")
    assert "2 turns" in tab.text


def test_game_is_verified_again_after_some_days() -> None:
    """The app replays a game again after some days, because a newer version may reject it."""
    storage = create_storage_with_games(1)
    run_to_end(open_store(storage).check_steps())
    check_day = NEW_YEAR
    games = open_store(storage, lambda: check_day)
    calls = []
    sensei = GAMES["sensei"]

    class CountedSensei(type(sensei)):  # type: ignore[misc]
        def parse_action(self, state: object, text: str) -> object:
            calls.append(text)
            return super().parse_action(state, text)

    games._games = {**GAMES, "sensei": CountedSensei()}
    run_to_end(games.check_steps())
    assert not calls
    check_day = f"2026-01-{1 + CHECK_VALID_DAYS:02}T00:00:00Z"
    run_to_end(games.check_steps())
    assert calls == ["a1-a4"]


def test_import_distinguishes_similar_games() -> None:
    """The import keeps different games with equal seeds, but only one copy of equal games."""
    storage = create_storage_with_games(1)
    games = open_store(storage)
    original_record = create_sensei_record("a1-a4", seed=0, meta={"title": "T0"})
    result = games.import_text(
        json.dumps(
            {
                "games": [
                    json.loads(format_record(item))
                    for item in (original_record, replace(original_record, actions=("a1-a5",)))
                ]
            }
        )
    )
    assert (len(result.ids), result.duplicate_count) == (1, 1)


def test_export_includes_unread_games() -> None:
    tab = Tab(create_storage_with_games(9, note="x" * (MAX_CHARACTERS_AT_ONCE // 4)))
    tab.send("do", "library.export_all")
    ((_name, _kind, text),) = tab.browser.downloads
    assert len(json.loads(text)["games"]) == 9
    assert len(tab.notices) == 1, "about the download alone"
