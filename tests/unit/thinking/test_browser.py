"""Test how the fake browser handles requests to opponents: tests release the answers, and can cancel requests."""

from __future__ import annotations

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.thinking.messages import Progress, Reply, create_request, format_request, parse_answer
from tools.fake_browser import FakeBrowser, FakeStore, Storage


def request_text(id: int) -> str:
    return format_request(create_request(replay(Record("sensei", {}, id, ("", "")), GAMES), id, 1))


def test_answers_wait_for_release() -> None:
    browser = FakeBrowser(FakeStore(Storage()), "")
    answers: list[str] = []
    browser.think(request_text(1), answers.append)
    assert not answers
    browser.show_progress()
    assert browser.answer_request()
    first, last = map(parse_answer, answers)
    assert isinstance(first, Progress)
    assert isinstance(last, Reply)
    assert not browser.answer_request()


def test_new_request_cancels_previous() -> None:
    browser = FakeBrowser(FakeStore(Storage()), "")
    answers: list[str] = []
    browser.think(request_text(1), answers.append)
    browser.think(request_text(2), answers.append)
    assert browser.answer_request()
    assert [parse_answer(text).id for text in answers] == [2]
    assert [request.id for request in browser.requests] == [1, 2]


def test_cancelled_request_gets_no_answer() -> None:
    browser = FakeBrowser(FakeStore(Storage()), "")
    browser.think(request_text(1), lambda text: None)
    browser.stop_thinking(release=True)
    assert not browser.answer_request()
    assert browser.releases == 1
