"""Test that the app reads texts of older versions (in ``tests/saved_games``) and saves them unchanged."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import replace

import pytest

from ruleboard.app.storage.games import KEY_PREFIX, GameStore
from ruleboard.app.storage.preferences import Flip, Settings, Theme, parse_settings
from ruleboard.app.storage.progress import parse_progress
from ruleboard.app.storage.setups import parse_setups
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study_text import parse_study
from ruleboard.registry import GAMES
from tests.support.saved_games import EXPECTED_CONTENT, GAME_IDS, LINKS, TEXTS
from tools.fake_browser import FakeStore, Storage, Tab

FROZEN_DIGEST = "20ab06c67bd0c59e4ca7058dab66d6b44c50f9bbf107addb0d31a33239fdfef3"


def without_change_details(record: Record) -> Record:
    """Return a record without the time of its last change and without the sentence about its result.

    Saving replaces the sentence with that of the current version.
    """
    meta = {name: text for name, text in record.meta.items() if name not in ("changed", "result")}
    return replace(record, meta=meta)


def test_frozen_files_are_unchanged() -> None:
    """The frozen files never change. A new format adds files of its own."""
    all_texts = "".join(f"{key}\n{text}\n" for key, text in sorted({**TEXTS, **LINKS}.items()))
    assert hashlib.sha256(all_texts.encode()).hexdigest() == FROZEN_DIGEST
    assert sorted(EXPECTED_CONTENT) == GAME_IDS


def test_frozen_games_cover_all_kinds_of_records() -> None:
    records = {id: parse_record(TEXTS[KEY_PREFIX + id]) for id in GAME_IDS}
    results_by_game: dict[str, set[bool]] = defaultdict(set)
    for id, record in records.items():
        results_by_game[record.game].add(EXPECTED_CONTENT[id]["winners"] is not None)
    assert {game for game in GAMES if results_by_game[game] == {False, True}} == GAMES.keys()
    used_values = {
        (record.game, option, value) for record in records.values() for option, value in record.options.items()
    }
    for game in GAMES.values():
        for option in game.options:
            values = {(game.id, option.id, choice.value) for choice in option.choices}
            assert len(values & used_values) >= min(2, len(values)), (game.id, option.id)
    assert all(
        any(getattr(record, field) for record in records.values()) for field in ("start", "ply", "players", "clock")
    )
    assert any(record.meta.get("title") for record in records.values())


@pytest.mark.parametrize("id", GAME_IDS)
def test_game_is_opened_and_saved_unchanged(id: str) -> None:
    storage = Storage({KEY_PREFIX + id: TEXTS[KEY_PREFIX + id]})
    library = GameStore(FakeStore(storage), GAMES, lambda: "2030-01-01T00:00:00Z")
    timeline = library.open(id)
    outcome = timeline.outcome
    assert EXPECTED_CONTENT[id] == {
        "position": timeline.game.format_position(timeline.game.view(timeline.state, None)),
        "moves": [text for turn in timeline.turns() for _, text in turn.items],
        "to_move": timeline.to_move,
        "winners": list(outcome.winners) if outcome else None,
    }
    library.save(id, timeline)
    old, new = parse_record(TEXTS[KEY_PREFIX + id]), parse_record(storage.texts[KEY_PREFIX + id])
    assert without_change_details(new) == without_change_details(old)
    storage.summaries.clear()  # forces another replay
    run_to_end(library.check_steps())
    (entry,) = library.entries()
    assert not entry.damage


@pytest.mark.parametrize("id", LINKS)
def test_game_link_opens_at_end_without_saving(id: str) -> None:
    tab = Tab(address=LINKS[id])
    tab.idle()
    outcome = tab.timeline.outcome
    assert outcome
    assert list(outcome.winners) == EXPECTED_CONTENT[id]["winners"]
    assert [text for turn in tab.timeline.turns() for _, text in turn.items] == EXPECTED_CONTENT[id]["moves"]
    assert tab.storage.texts == {}


def test_study_is_opened_and_saved_unchanged() -> None:
    key = "ruleboard/1/study/openings"
    storage = Storage({key: TEXTS[key]})
    tab = Tab(storage, "#/study/openings/1/2")
    for text in ("How to open a game", "2. Stones", "The classical answer", "a3", "dxe4??"):
        assert text in tab.text
    study = parse_study(TEXTS[key])
    assert (study.author, study.chapters[1].seat, study.chapters[1].seed) == ("Zoë \U0001f600", 1, 7)
    studies = StudyStore(FakeStore(storage), lambda: "2030-01-01T00:00:00Z")
    studies.save("openings", studies.open("openings"))
    assert storage.texts[key] == TEXTS[key]


def test_other_documents_are_read() -> None:
    assert parse_settings(TEXTS["ruleboard/1/settings"]) == Settings(
        theme=Theme.DARK,
        flip=Flip.FACE,
        motion=False,
        names=("Anna", "Zoë"),
        language="fr",
        has_requested_persistence=True,
    )
    assert parse_progress(TEXTS["ruleboard/1/progress"]) == {"sensei": ("goal", "draws")}
    setups = parse_setups(TEXTS["ruleboard/1/setups"]) or ()
    assert {(setup.game, setup.name) for setup in setups} == {
        ("tensor-cards", "Meine Tafel \U0001f600"),
        ("tesulda", "Wings"),
        ("tesulda", "Été"),
    }


def test_full_browser_displays_everything_unchanged() -> None:
    storage = Storage(TEXTS)
    tab = Tab(storage)
    tab.idle()
    assert not tab.notices
    assert tab.browser.themes == ["dark"]
    assert tab.browser.language == "fr"
    assert {entry.id for entry in tab.controller.model.shared.entries} == set(GAME_IDS)
    assert not any(entry.damage for entry in tab.controller.model.shared.entries)
    for id in GAME_IDS:
        tab.visit(f"#/play/{id}")
        assert tab.game_id == id
    tab.visit("#/learn/sensei")
    tab.visit("#/boards/tensor-cards")
    assert "Meine Tafel" in tab.text
    assert not tab.notices
    assert storage.texts == TEXTS


def test_armies_and_board_are_usable() -> None:
    tab = Tab(Storage(TEXTS), "#/play/tesulda-building")
    tab.click("play.uncover")
    for name in ("Wings", "Été"):
        tab.click("setups.use", name)
        assert not tab.play_page.setup_problem
    tab.visit("#/boards/tensor-cards/Meine Tafel \U0001f600")
    assert tab.main == "page-bench"
