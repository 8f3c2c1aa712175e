"""Test that no fault, other tab, export or import makes the store lose saved games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.games import KEY_PREFIX, GameStore
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.names import game_title, player_names, side_names
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline
from ruleboard.registry import GAMES
from tests.support.edited_texts import DAMAGED_TEXTS, create_sensei_record
from tools.fake_browser import FakeStore, Storage

GAME = GAMES["sensei"]


def create_clock() -> Callable[[], str]:
    seconds = count()
    return lambda: f"2026-03-01T12:{next(seconds) // 60:02}:{next(seconds) % 60:02}Z"


def create_game_store(storage: Storage | None = None) -> GameStore:
    return GameStore(FakeStore(storage or Storage()), GAMES, create_clock())


def save_games(games: GameStore, *actions: str, **fields: Any) -> str:
    id, timeline = games.begin(create_sensei_record(*actions, **fields))
    games.save(id, timeline)
    return id


def timeline_after(timeline: Timeline[Any], text: str) -> Timeline[Any]:
    return timeline.play(GAME.parse_action(timeline.state, text))


def create_damaged_games() -> tuple[Storage, GameStore]:
    storage = Storage({KEY_PREFIX + id: text for id, text in DAMAGED_TEXTS.items()})
    return storage, create_game_store(storage)


def test_saved_game_can_be_opened() -> None:
    storage = Storage()
    first = create_game_store(storage)
    id, timeline = first.begin(create_sensei_record(players=("Ann", "Bob")))
    for text in ("a1-a4", "@d1-a4", "end"):
        timeline = timeline_after(timeline, text)
        first.save(id, timeline)
        stored_timeline = create_game_store(storage).open(id)
        assert (stored_timeline.states, stored_timeline.entries, stored_timeline.ply) == (
            timeline.states,
            timeline.entries,
            timeline.ply,
        )
        assert stored_timeline.record.players == ("Ann", "Bob")


def test_undone_moves_can_be_redone_after_opening() -> None:
    games = create_game_store()
    id, timeline = games.begin(create_sensei_record("a1-a4", "b1-b4", "end"))
    games.save(id, timeline.undo().undo())
    stored_timeline = games.open(id)
    assert stored_timeline.ply == 1
    assert stored_timeline.redo().redo().state == timeline.state


def test_saving_updates_change_time_only() -> None:
    games = create_game_store()
    id, timeline = games.begin(create_sensei_record())
    games.save(id, timeline)
    entry = games.entry(id)
    assert entry is not None
    assert entry.record is not None
    created_at, changed_at = entry.record.meta["created"], entry.changed_at
    games.save(id, timeline_after(games.open(id), "a1-a4"))
    entry = games.entry(id)
    assert entry is not None
    assert entry.record is not None
    assert entry.record.meta["created"] == created_at
    assert entry.changed_at > changed_at


def test_list_contains_position_turn_and_result() -> None:
    games = create_game_store()
    id, timeline = games.begin(create_sensei_record("a1-a4", "b1-b4", "end"))
    games.save(id, timeline)
    (entry,) = games.entries()
    assert entry.record is not None
    assert GAME.parse_position(entry.record.meta["position"]) == timeline.state
    assert entry.record.meta["turn"] == "1"
    assert entry.record.meta["result"] == ""
    games.save(id, timeline.end("resign 2"))
    (entry,) = games.entries()
    assert entry.record is not None
    assert (entry.record.meta["turn"], entry.record.meta["result"]) == ("", "Red resigned.")


def test_recently_changed_games_come_first_and_damaged_last() -> None:
    _, games = create_damaged_games()
    ids = [save_games(games) for _ in range(4)]
    games.save(ids[1], timeline_after(games.open(ids[1]), "a1-a4"))
    run_to_end(games.check_steps())
    entries = games.entries()
    assert [entry.id for entry in entries[:4]] == [ids[1], ids[3], ids[2], ids[0]]
    assert {entry.id for entry in entries[4:]} == set(DAMAGED_TEXTS)
    assert all(entry.damage for entry in entries[4:])
    assert not any(entry.damage for entry in entries[:4])


def test_other_keys_are_not_listed_as_games() -> None:
    storage = Storage({"ruleboard/1/settings": "{}", "game": "x", "ruleboard/2/game/x": "{}"})
    assert create_game_store(storage).ids() == []


@pytest.mark.parametrize("id", DAMAGED_TEXTS)
def test_damaged_games_are_explained_and_preserved(id: str) -> None:
    storage, games = create_damaged_games()
    with pytest.raises(RecordError) as error:
        games.open(id)
    assert str(error.value)
    run_to_end(games.check_steps())
    entry = games.entry(id)
    assert entry is not None
    assert entry.text == DAMAGED_TEXTS[id]
    assert entry.damage
    games.entries()
    games.export_all()
    save_games(games, "a1-a4")
    games.import_text(format_record(create_sensei_record("b1-b4")))
    assert {key: storage.texts[KEY_PREFIX + key] for key in DAMAGED_TEXTS} == DAMAGED_TEXTS


@pytest.mark.parametrize("id", DAMAGED_TEXTS)
def test_damaged_games_are_restored_byte_for_byte(id: str) -> None:
    storage, games = create_damaged_games()
    text = games.delete(id)
    assert text == DAMAGED_TEXTS[id]
    assert KEY_PREFIX + id not in storage.texts
    games.restore(id, text)
    assert storage.texts[KEY_PREFIX + id] == DAMAGED_TEXTS[id]


def test_damage_is_detected_and_repaired() -> None:
    storage, games = create_damaged_games()
    run_to_end(games.check_steps())
    assert {entry.id for entry in games.entries() if entry.damage} == set(DAMAGED_TEXTS)
    storage.texts[KEY_PREFIX + "cut"] = storage.texts[KEY_PREFIX + "unplayable"] = format_record(
        create_sensei_record("a1-a4")
    )
    run_to_end(games.check_steps())
    assert {entry.id for entry in games.entries() if not entry.damage} == {"cut", "unplayable"}
    assert not any(entry.damage for id in ("cut", "unplayable") if (entry := games.entry(id)))


def test_missing_game_is_neither_listed_nor_opened() -> None:
    games = create_game_store()
    run_to_end(games.check_steps())
    assert games.entry("gone") is None
    with pytest.raises(KeyError):
        games.open("gone")


def test_deleted_game_can_be_restored() -> None:
    games = create_game_store()
    id = save_games(games, "a1-a4")
    text = games.delete(id)
    assert text
    assert games.entries() == []
    games.restore(id, text)
    assert len(games.open(id).entries) == 1
    assert games.delete("gone") is None


def test_restoring_does_not_replace_newer_text() -> None:
    """Restoring a deleted game does not replace the text that another tab has saved since the deletion."""
    storage = Storage()
    first, second = create_game_store(storage), create_game_store(storage)
    id = save_games(first, "a1-a4")
    timeline = second.open(id)
    text = first.delete(id)
    assert text
    second.allow_overwriting(id)
    second.save(id, timeline_after(timeline, "b1-b4"))
    first.restore(id, text)
    assert len(first.open(id).entries) == 2


# --- two tabs ----------------------------------------------------------------------------------------------------


def test_outdated_tab_cannot_save() -> None:
    storage = Storage()
    first, second = create_game_store(storage), create_game_store(storage)
    id = save_games(first)
    first_timeline, second_timeline = first.open(id), second.open(id)
    second.save(id, timeline_after(second_timeline, "a1-a4"))
    text = storage.texts[KEY_PREFIX + id]
    assert not first.is_up_to_date(id)
    with pytest.raises(Conflict):
        first.save(id, timeline_after(first_timeline, "b1-b4"))
    assert storage.texts[KEY_PREFIX + id] == text
    assert second.is_up_to_date(id)
    first.save(id, timeline_after(first.open(id), "b1-b4"))
    assert not second.is_up_to_date(id)


def test_game_deleted_elsewhere_stays_deleted() -> None:
    storage = Storage()
    first, second = create_game_store(storage), create_game_store(storage)
    id = save_games(first)
    second.delete(id)
    with pytest.raises(Conflict):
        first.save(id, first.begin(create_sensei_record("a1-a4"))[1])
    assert not storage.texts
    first.allow_overwriting(id)
    first.save(id, first.begin(create_sensei_record("a1-a4"))[1])
    assert len(first.open(id).entries) == 1


def test_new_game_gets_unused_id(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("aaaaaaaaaaaaaaaabbbbbbbb")
    monkeypatch.setattr("ruleboard.app.storage.games.secrets.choice", lambda _: next(letters))
    games = create_game_store()
    assert [save_games(games), save_games(games)] == ["a" * 8, "b" * 8]


# --- a full store ------------------------------------------------------------------------------------------------


def test_full_store_preserves_old_text_until_room() -> None:
    storage = Storage()
    games = create_game_store(storage)
    id = save_games(games)
    text = storage.texts[KEY_PREFIX + id]
    timeline = timeline_after(games.open(id), "a1-a4")
    storage.has_room = False
    for _ in range(2):
        with pytest.raises(StoreFull):
            games.save(id, timeline)
        assert storage.texts[KEY_PREFIX + id] == text
    storage.has_room = True
    games.save(id, timeline)
    assert len(create_game_store(storage).open(id).entries) == 1


def test_new_game_in_full_store_can_be_saved_later() -> None:
    storage = Storage()
    storage.has_room = False
    games = create_game_store(storage)
    id, timeline = games.begin(create_sensei_record())
    with pytest.raises(StoreFull):
        games.save(id, timeline)
    assert not storage.texts
    storage.has_room = True
    games.save(id, timeline_after(timeline, "a1-a4"))
    assert len(games.open(id).entries) == 1


def test_import_into_full_store_changes_nothing() -> None:
    storage = Storage()
    games = create_game_store(storage)
    save_games(games, "a1-a4")
    before = dict(storage.texts)
    storage.has_room = False
    result = games.import_text(format_record(create_sensei_record("b1-b4")))
    assert (result.ids, result.unsaved_count) == ((), 1)
    assert storage.texts == before


# --- export and import -------------------------------------------------------------------------------------------


def without_times(record_with_times: Record) -> Record:
    return replace(
        record_with_times,
        meta={name: text for name, text in record_with_times.meta.items() if name not in ("changed", "created")},
    )


def format_records(games: GameStore) -> list[str]:
    return sorted(format_record(without_times(entry.record)) for entry in games.entries() if entry.record)


def create_filled_store() -> GameStore:
    games = create_game_store()
    save_games(games, "a1-a4", "b1-b4", "end", players=("Ann", "<b>Bob</b>"), seed=1)
    save_games(games, "a1-a4", "b1-b4", ply=1, seed=2, meta={"title": 'The "first" –\n game'})
    save_games(games, "a1-a4", "resign 1", seed=3)
    save_games(games, start="rrrRrrr/7/7/7/7/7/gggGggg r 11 shizukana", seed=4)
    return games


def test_all_games_are_exported_and_imported() -> None:
    games, second_store = create_filled_store(), create_game_store()
    result = second_store.import_text(games.export_all())
    assert len(result.ids) == 4
    assert (result.duplicate_count, result.errors) == (0, ())
    assert format_records(second_store) == format_records(games)
    assert set(result.ids) == set(second_store.ids())
    assert not set(result.ids) & set(games.ids())


def test_duplicate_games_are_recognised() -> None:
    games = create_filled_store()
    before = format_records(games)
    result = games.import_text(games.export_all())
    assert (result.ids, result.duplicate_count, result.errors) == ((), 4, ())
    assert format_records(games) == before


def test_duplicate_game_without_times_is_recognised() -> None:
    games = create_game_store()
    text = format_record(create_sensei_record("a1-a4", seed=7))
    assert len(games.import_text(text).ids) == 1
    result = games.import_text(text)
    assert (result.ids, result.duplicate_count) == ((), 1)


def test_repeated_game_in_import_is_stored_once() -> None:
    text = format_record(create_sensei_record("a1-a4"))
    result = create_game_store().import_text(f'{{"games":[{text},{text}]}}')
    assert (len(result.ids), result.duplicate_count) == (1, 1)


def test_continued_game_is_not_a_duplicate() -> None:
    games = create_game_store()
    text = games.export_all()
    id = save_games(games, "a1-a4")
    text = games.export_all()
    games.save(id, timeline_after(games.open(id), "b1-b4"))
    assert len(games.import_text(text).ids) == 1
    assert len(games.open(id).entries) == 2


def test_imported_game_can_be_continued() -> None:
    games = create_game_store()
    (id,) = games.import_text(format_record(create_sensei_record("a1-a4"))).ids
    games.save(id, timeline_after(games.open(id), "b1-b4"))
    assert len(games.open(id).entries) == 2


def test_import_lists_broken_games_with_reasons() -> None:
    """The import accepts the valid games, and lists each invalid game with a reason."""
    valid_records = [json.loads(format_record(create_sensei_record("a1-a4", seed=seed))) for seed in range(2)]
    items = [
        valid_records[0],
        None,
        {**valid_records[0], "actions": ["a1-a4", "g7-g9"]},
        valid_records[1],
        {**valid_records[1], "game": "ludo"},
        {**valid_records[1], "options": {"mode": 3}},
    ]
    games = create_game_store()
    result = games.import_text(json.dumps({"games": items}))
    assert len(result.ids) == len(games.ids()) == 2
    assert [reason.partition(",")[0].partition(":")[0] for reason in result.errors] == [
        "game 2",
        "game 3",
        "game 5",
        "game 6",
    ]
    assert "action 2" in result.errors[1]
    assert "g9" in result.errors[1]
    assert "ludo" in result.errors[2]
    assert "options" in result.errors[3]


@pytest.mark.parametrize("text", ["", "hello", "{", "[" * 5000, "9" * 5000, '{"games"', "\ufeff{", "<html></html>"])
def test_non_json_text_is_rejected(text: str) -> None:
    storage = Storage()
    with pytest.raises(RecordError):
        create_game_store(storage).import_text(text)
    assert not storage.texts


@pytest.mark.parametrize(
    "text", ["[]", "null", "{}", '{"games":3}', '{"games":[3,[],"x"]}', "NaN", DAMAGED_TEXTS["deep"]]
)
def test_json_without_record_is_rejected(text: str) -> None:
    storage = Storage()
    try:
        result = create_game_store(storage).import_text(text)
    except RecordError:
        pass
    else:
        assert result.errors
        assert not result.ids
    assert not storage.texts


def test_export_contains_readable_damaged_games() -> None:
    storage, games = create_damaged_games()
    id = save_games(games, "a1-a4")
    games = json.loads(games.export_all())["games"]
    assert json.loads(storage.texts[KEY_PREFIX + id]) in games


# --- any stored text ---------------------------------------------------------------------------------------------

json_values = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=3)
)
good_record = json.loads(
    format_record(
        create_sensei_record("a1-a4", "b1-b4", "end", "resign 2", ply=2, start="rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi")
    )
)


@st.composite
def draw_altered_record(draw: st.DrawFn) -> str:
    """Draw the text of a valid record in which a field or an action is changed or a part is missing."""
    data = json.loads(json.dumps(good_record))
    for _ in range(draw(st.integers(1, 2))):
        if draw(st.booleans()):
            data[draw(st.sampled_from([*good_record, "meta"]))] = draw(json_values)
        elif isinstance(data["actions"], list) and data["actions"]:
            index = draw(st.integers(0, len(data["actions"]) - 1))
            data["actions"][index] = draw(
                st.sampled_from(["end", "resign 3", "resign  1", "draw claimed", "draw agreed", "@d1-a4", "a1-h9", ""])
                | st.text(max_size=8)
            )
    text = json.dumps(data)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


@given(st.text(max_size=20) | draw_altered_record())
def test_any_text_opens_or_stays_unchanged_as_damaged(text: str) -> None:
    storage = Storage({KEY_PREFIX + "x": text})
    games = create_game_store(storage)
    run_to_end(games.check_steps())
    entry = games.entry("x")
    assert entry is not None
    if entry.damage:
        with pytest.raises(RecordError):
            games.open("x")
    else:
        games.open("x")
    games.entries()
    games.export_all()
    assert storage.texts == {KEY_PREFIX + "x": text}


@given(draw_altered_record())
def test_any_import_is_accepted_or_rejected(text: str) -> None:
    storage = Storage()
    games = create_game_store(storage)
    try:
        result = games.import_text(text)
    except RecordError:
        assert not games.ids()
    else:
        assert len(result.ids) + len(result.errors) == 1
    for id in games.ids():
        assert games.open(id).entries == games.open(id).entries
        assert parse_record(storage.texts[KEY_PREFIX + id])


# --- names -------------------------------------------------------------------------------------------------------


def test_players_are_called_by_name_or_side() -> None:
    assert player_names(create_sensei_record(players=("Ann", ""))) == ("Ann", "Red")
    assert game_title(create_sensei_record(players=("", "Bob"))) == "Green – Bob"
    assert game_title(create_sensei_record(meta={"title": "Final"})) == "Final"
    assert side_names(create_sensei_record()) == ("Green", "Red")


@pytest.mark.parametrize("id", DAMAGED_TEXTS)
def test_players_of_damaged_games_have_labels(id: str) -> None:
    try:
        damaged_record = parse_record(DAMAGED_TEXTS[id])
    except RecordError:
        return
    assert all(player_names(damaged_record))
    assert game_title(damaged_record)
