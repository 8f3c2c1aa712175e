"""Test the home page with the list of stored games."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from gettext import NullTranslations

import pytest

from ruleboard import i18n as speech
from ruleboard.app.library.session import GamesList, HomePage
from ruleboard.app.library.view import MAX_INITIAL_GAMES, home_page
from ruleboard.app.message_names import LibraryMessage
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import KEY_PREFIX, GameEntry
from ruleboard.app.storage.progress import STORAGE_KEY
from ruleboard.app.study.own import BUILT_IN_STUDIES
from ruleboard.app.ui.components import Shell
from ruleboard.app.ui.thumbnails import small_board_at
from ruleboard.engine.record import format_record
from ruleboard.learning.courses import course, find_problem
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.serialize import to_html
from tests.support.catalogues import load_translations
from tests.support.edited_texts import create_sensei_record
from tools.fake_browser import Storage, Tab, begin_sensei, has_same_content, walk

INITIAL_POSITION = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"


def test_ongoing_games_come_before_finished_games() -> None:
    """Games that people can continue come first, even if a finished game is newer."""
    ongoing_record, finished_record = create_sensei_record(), create_sensei_record("resign 1")
    metadata_by_id = {
        **{f"ongoing{day}": {"changed": f"2026-01-0{day}", "turn": "0"} for day in (1, 2, 3)},
        **{f"over{day}": {"changed": f"2026-02-0{day}", "result": "Red resigned."} for day in (1, 2, 3)},
    }
    texts = {
        f"{KEY_PREFIX}{id}": format_record(replace(finished_record if "result" in meta else ongoing_record, meta=meta))
        for id, meta in metadata_by_id.items()
    }
    tab = Tab(Storage(texts))
    addresses = [link[1].get("href", "") for link in tab.all("a")]
    games = [address for address in addresses if address.startswith(("#/play/", "#/new/sensei"))]
    assert list(dict.fromkeys(games)) == [
        *(f"#/play/ongoing{day}" for day in (3, 2, 1)),
        "#/new/sensei",
        *(f"#/play/over{day}" for day in (3, 2, 1)),
    ]
    assert tab.text.count("Continue") == 3


@pytest.mark.parametrize("actions", [(), ("resign 1",)])
def test_long_game_list_is_truncated_until_expanded(actions: tuple[str, ...]) -> None:
    meta = {"result": "Red resigned."} if actions else {}
    records = [create_sensei_record(*actions, seed=number, meta=meta) for number in range(30)]
    tab = Tab(Storage({f"{KEY_PREFIX}{number}": format_record(record) for number, record in enumerate(records)}))
    count = MAX_INITIAL_GAMES[GamesList.EARLIER if actions else GamesList.ONGOING]
    assert len([link for link in tab.all("a") if link[1].get("href", "").startswith("#/play/")]) == count
    assert f"Show {30 - count} more" in tab.text
    tab.click("library.show_all")
    assert len([link for link in tab.all("a") if link[1].get("href", "").startswith("#/play/")]) == 30


def test_list_entry_has_players_position_and_turn() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end")
    position = tab.position
    tab.visit("#/")
    assert "Ann – Bob" in tab.text
    assert "Bob to move" in tab.text
    (link,) = [link for link in tab.all("a") if "#/play/" in link[1].get("href", "")]
    (board,) = [part for part in walk(link) if part[0] == "svg"]
    expected = small_board_at("sensei", position)
    assert expected is not None
    assert has_same_content(board, expected)
    assert expected != small_board_at("sensei", INITIAL_POSITION)


@pytest.fixture
def set_time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that sets the time zone for the test."""

    def set_variable(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_variable
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("changed_at", "time_zone", "day"),
    [
        ("2026-06-02T01:30:00.000Z", "UTC", "2 June 2026"),
        ("2026-06-02T01:30:00.000Z", "XST+8", "1 June 2026"),  # eight hours west of Greenwich
        ("1970-01-01T11:00:00Z", "XST-14", "2 January 1970"),
        ("2099-12-31T23:00:00.000Z", "XST-5:45", "1 January 2100"),
        ("2026-06-02", "XST+8", "2 June 2026"),  # a date without a time is the same day in every time zone
        ("0001-01-01T00:00:00Z", "XST+8", ""),
        ("<script>alert(1)</script>", "UTC", ""),
        ("", "UTC", ""),
    ],
)
def test_list_entry_has_local_date(
    set_time_zone: Callable[[str], None], changed_at: str, time_zone: str, day: str
) -> None:
    set_time_zone(time_zone)
    html = render_home_with_entry(changed_at)
    day_html = f'\N{NO-BREAK SPACE}· </span><span class="day">{day}' if day else ""  # no line begins with the dot
    assert f'<span class="small"><span>Sensei{day_html}</span></span>' in html


def render_home_with_entry(changed_at: str, today: date | None = None) -> str:
    """Return the HTML of the home page with a game that was last changed at a given time."""
    entry = GameEntry("x", "", create_sensei_record("a1-a4", meta={"changed": changed_at}))
    return to_html(home_page(Shell(), HomePage(), Shared(entries=(entry,), home_day=today)))


@pytest.mark.parametrize(
    ("changed_at", "day"),
    [("2026-06-02T01:30:00Z", "today"), ("2026-06-01T23:30:00Z", "yesterday"), ("2026-05-31T12:00:00Z", "31 May 2026")],
)
def test_list_entry_names_recent_days(set_time_zone: Callable[[str], None], changed_at: str, day: str) -> None:
    set_time_zone("UTC")
    assert f'<span class="day">{day}</span>' in render_home_with_entry(changed_at, date(2026, 6, 2))


def test_first_day_of_a_month_is_an_ordinal_in_french(set_time_zone: Callable[[str], None]) -> None:
    set_time_zone("UTC")
    speech.use_catalog(load_translations("fr"))
    try:
        assert "1er mai 2026" in render_home_with_entry("2026-05-01T12:00:00Z")
        assert "2 mai 2026" in render_home_with_entry("2026-05-02T12:00:00Z")
    finally:
        speech.use_catalog(NullTranslations())


def test_list_entry_addresses_single_person() -> None:
    tab = Tab()
    tab.touch("e7")
    tab.click(LibraryMessage.PLAY_OPPONENT)
    tab.play("a1-a4")
    tab.visit("#/")
    assert "against Sparrow" in tab.text
    assert "Green" not in tab.text
    assert "your move" in tab.text
    assert "Continue" in tab.text


def test_no_full_stop_precedes_separator() -> None:
    meta = {"changed": "2026-06-02T01:30:00Z", "result": "Red resigned. Green wins."}
    entry = GameEntry("x", "", create_sensei_record("a1-a4", meta=meta))
    html = to_html(home_page(Shell(), HomePage(), Shared(entries=(entry,))))
    assert "Red resigned. Green wins\N{NO-BREAK SPACE}·" in html


def test_day_of_a_game_stays_after_the_start() -> None:
    storage = Storage()
    begin_sensei(storage).play("a1-a4")
    tab = Tab(storage)
    assert "today" in tab.text
    tab.idle()
    assert "today" in tab.text


def test_pictures_of_lower_part_come_later() -> None:
    """The page draws the pictures of its lower part after the start, and keeps them: problem of the day and studies."""
    tab = Tab()
    board_count = len([svg for svg in tab.all("svg") if "data-position" in svg[1]])
    assert board_count == 1 + len(GAMES)
    tab.idle()
    later_board_count = len([svg for svg in tab.all("svg") if "data-position" in svg[1]])
    assert later_board_count == board_count + 1 + len(BUILT_IN_STUDIES)
    tab.visit("#/settings")
    tab.visit("#/")
    assert len([svg for svg in tab.all("svg") if "data-position" in svg[1]]) == later_board_count


def test_covers_are_positions_of_problems() -> None:
    for game, view in VIEWS.items():
        assert find_problem(game, view.cover), game


def test_home_page_leads_into_the_courses() -> None:
    """The home page leads newcomers to Sensei's course, and later shows the next lesson of each course."""
    first, second = course("tesulda")[:2]
    assert Tab().text.count("Start here") == 1
    assert "Start here" in Tab(Storage({STORAGE_KEY: json.dumps({"problems/rating": ["1500,200,0.06"]})})).text
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"tesulda": [first.id]})}))
    assert "Start here" not in tab.text
    assert f"Next: {second.title}" in tab.text
    assert any(part[1].get("href") == f"#/learn/tesulda/{second.id}" for part in tab.all("a"))
    assert all(f"Next: {course(game)[0].title}" in tab.text for game in GAMES if game != "tesulda")
