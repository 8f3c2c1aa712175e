"""Test that a page does a limited amount of work at a time in long studies, and loses no input."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ruleboard.app.browser import slices
from ruleboard.app.storage.studies import KEY_PREFIX
from ruleboard.app.study import opening
from ruleboard.app.study.session import StudySession
from ruleboard.engine.study import Chapter, Study
from ruleboard.engine.study_text import format_compact_study
from tests.support.studies import create_wide_chapter
from tests.support.work import MAX_LINES, count_lines
from tools.fake_browser import Storage, Tab

LONG_CHAPTER = create_wide_chapter(10, 60)
STUDY = Study(
    "Long", chapters=(Chapter("sensei"), LONG_CHAPTER, create_wide_chapter(300, 0), *[Chapter("tensor-chess")] * 20)
)


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each step take a millisecond, so that a slice has a few steps, whatever the speed of the machine."""
    opening._recent_chapters.clear()
    clock = iter(range(10**9))
    monkeypatch.setattr(slices, "perf_counter", lambda: next(clock) / 1000)


@pytest.fixture
def tab() -> Tab:
    tab = Tab(Storage({KEY_PREFIX + "x": format_compact_study(STUDY)}), "#/study/x", check_interval=10**6)
    tab.idle()
    assert tab.main == "page-study"
    return tab


def find_session(tab: Tab) -> StudySession:
    page = tab.controller.model.page
    assert isinstance(page, StudySession)
    return page


def measure_max_work(tab: Tab, *event: str) -> int:
    """Send an event, and return the maximum number of lines that the page executes at a time while handling it."""
    calls: list[Callable[[], None]] = [lambda: tab.controller.handle(*event)]
    line_count = 0
    while calls:
        line_count = max(line_count, count_lines(calls.pop(0)))
        calls += tab.browser.pending_calls
        tab.browser.pending_calls.clear()
    return line_count


def test_chapters_open_and_change_with_limited_work(tab: Tab) -> None:
    events = [
        ("do", "study.chapter", "1"),
        ("do", "study.comment", "At the start"),
        ("do", "study.go", "1"),
        ("do", "study.vary"),
        ("do", "study.glyph", "!"),
        ("do", "study.make_task"),
        ("do", "study.panel", "task"),
        ("do", "study.panel", "chapters"),
        ("do", "study.rename_chapter", "Another title"),
        ("do", "study.move_chapter", "1"),
        ("do", "study.undo"),
        ("do", "study.panel", "moves"),
        ("do", "study.go", "300"),
        ("do", "study.delete_move"),
        ("key", "Ctrl+z"),
        ("do", "study.last"),
        ("do", "study.chapter", "2"),
        ("do", "study.last"),
        ("do", "study.mode", "read"),
        ("do", "study.read.chapter", "1"),
        ("do", "study.read.next"),
        ("do", "study.mode", "edit"),
    ]
    line_count = {event: measure_max_work(tab, *event) for event in events}
    assert find_session(tab).number == 1
    assert {event: lines for event, lines in line_count.items() if lines > MAX_LINES} == {}


def test_long_chapter_can_be_shared(tab: Tab) -> None:
    tab.controller.handle("do", "study.chapter", "1")
    tab.idle()
    tab.controller.handle("do", "study.mode", "share")
    tab.idle()
    embedding = find_session(tab).embedding
    assert embedding is not None
    assert embedding.picture


def test_page_responds_while_chapter_opens(tab: Tab) -> None:
    tab.controller.handle("do", "study.chapter", "1")
    assert find_session(tab).number == 0
    tab.controller.handle("do", "study.comment", "Not lost")
    tab.idle()
    assert find_session(tab).number == 1
    assert find_session(tab).study.chapters[0].note.comment == "Not lost"


def test_latest_of_two_choices_wins(tab: Tab) -> None:
    tab.controller.handle("do", "study.chapter", "1")
    tab.controller.handle("do", "study.chapter", "2")
    tab.idle()
    assert find_session(tab).number == 2


def test_leaving_cancels_opening_of_chapter(tab: Tab) -> None:
    tab.controller.handle("do", "study.chapter", "1")
    tab.visit("#/help")
    tab.idle()
    assert tab.main == "page-help"
    assert not tab.notices


def test_opening_shows_progress(tab: Tab) -> None:
    tab.controller.handle("do", "study.chapter", "1")
    notices = set[str]()
    while tab.browser.pending_calls:
        tab.browser.pending_calls.pop(0)()
        notices.update(tab.notices)
    assert len(notices) > 5
    assert not tab.notices


def test_error_in_long_chapter_is_reported() -> None:
    text = json.loads(format_compact_study(STUDY))
    text["chapters"][1]["moves"][-1] = "a9-a1"
    tab = Tab(Storage({KEY_PREFIX + "x": json.dumps(text)}), "#/study/x")
    tab.idle()
    tab.controller.handle("do", "study.chapter", "1")
    tab.idle()
    assert find_session(tab).number == 0
    assert "a9-a1" in find_session(tab).error


def test_list_shows_damage_of_long_study_after_check_in_slices() -> None:
    text = format_compact_study(STUDY)
    tab = Tab(Storage({KEY_PREFIX + "x": text, KEY_PREFIX + "y": text.replace('"end"', "[]")}), check_interval=10**6)
    titles = [entry.damage for entry in tab.controller.model.shared.studies]
    tab.idle()
    damages = [entry.damage for entry in tab.controller.model.shared.studies]
    assert titles == ["", ""]
    assert [bool(damage) for damage in damages] == [True, False]
