"""Helpers of the end-to-end tests: they play recorded actions through the page as people do."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Error, Locator, Page, Route

from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES
from tools import setup

DOWNLOADS = setup.BUILD / "e2e-downloads"
"""The folder of Firefox's downloads."""
Held = TypeVar("Held")
PREFIX = "ruleboard/1/game/"
RECORD = {
    "format": "ruleboard/1",
    "game": "sensei",
    "options": {"mode": "arashi"},
    "seed": 1,
    "players": ["Anna", "Ben"],
    "actions": ["b1-b5", "end", "a7-a3"],
    "meta": {"created": "2026-01-02T03:04:05Z"},
}
"""A game as it was saved some time ago."""


DERIVED = ("ruleboard/1/summary/", "ruleboard/1/review/", "ruleboard/1/journal")
"""The beginnings of the keys of what follows from other texts in the storage."""


def begin(page: Page, game: str = "sensei", names: tuple[str, ...] = (), **options: str) -> None:
    """Begin a game on the page for new games and wait for its table."""
    page.evaluate("game => { location.hash = '#/new/' + game; }", game)
    page.locator(".page-new h1").wait_for()
    for option, value in options.items():
        page.locator(f'input[name="option-{option}"][value="{value}"]').check()
    for number, name in enumerate(names):
        page.locator(f'input[name="name-{number}"]').fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()


def reload(page: Page) -> None:
    """Load the page anew and wait for Python."""
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


def held_back(page: Page, files: str) -> Callable[[], None]:
    """Hold back a page's requests for these files until the returned function is called; later ones pass.

    What can be seen on a page says nothing of which files it has asked for by then.
    """
    waiting: list[Route] = []
    answer = waiting.append

    def let_go() -> None:
        nonlocal answer
        answer = Route.continue_
        for route in waiting:
            route.continue_()

    page.route(files, lambda route: answer(route))
    return let_go


def killed(page: Page) -> Page:
    """Kill a page's process, as a system does that is short of memory, and open the page's address anew.

    Nothing in the page hears of it: no event, no last word. Only Chromium has an address that kills.
    """
    context, address = page.context, page.url
    with page.expect_event("crash"), contextlib.suppress(Error):  # the page is gone before it could answer
        page.goto("chrome://kill")
    again = context.new_page()
    page.close()
    again.goto(address)
    again.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    return again


def until(page: Page, holds: Callable[[], Held], seconds: float = 60) -> Held:
    """Poll a function until its result is true, and return the result; for conditions that no locator describes."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, f"not so for {seconds:.0f} seconds"
        page.wait_for_timeout(50)
    return found


def go(page: Page, address: str) -> None:
    """Go to an address within the page."""
    page.evaluate("address => { location.hash = address; }", address)


def whole_storage(page: Page) -> dict[str, str]:
    """Return all texts in the browser's storage, by key."""
    return dict(page.evaluate("() => Object.entries(localStorage)"))


def storage(page: Page) -> dict[str, str]:
    """Return the texts in the storage, by key, without derived ones (summaries, the journal's stamp)."""
    return {key: text for key, text in whole_storage(page).items() if not key.startswith(DERIVED)}


def fill_storage(page: Page, texts: Mapping[str, str]) -> None:
    """Add texts to the browser's storage, by key."""
    page.evaluate("texts => { for (const key in texts) localStorage.setItem(key, texts[key]); }", texts)


def store(page: Page, id: str, text: str) -> None:
    """Put any text into the browser's storage as a saved game."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [PREFIX + id, text])


def keep(page: Page, record: Record, id: str = "kept") -> None:
    """Put a game into the browser's storage as if it had been played here, and open its table."""
    page.evaluate("() => { location.hash = '#/'; }")
    page.locator(".page-home").wait_for()
    store(page, id, format_record(record))
    page.evaluate("id => { location.hash = '#/play/' + id; }", id)
    page.locator(".page-table").wait_for()


def target(page: Page, name: str) -> Locator:
    """Return the locator of a target's element (a square of the board, a button), not of its duplicates."""
    return page.locator(f'[data-target="{name}"]:not(.narrow)')


def tap(found: Locator) -> None:
    """Touch something with a finger, or click it where there is no touch screen.

    There is none in Debian's Firefox, whatever the profile: Playwright's tap does nothing at all there.
    """
    if found.page.evaluate("() => navigator.maxTouchPoints > 0"):
        found.tap()
    else:
        found.click()


def touch(page: Page, name: str) -> None:
    """Touch a target."""
    tap(target(page, name))


def download(page: Page, act: Callable[[], object]) -> Path:
    """Do something that downloads a file; return the file.

    Playwright does not hear of it in Debian's Firefox, which lays the file into the folder it was given.
    """
    assert page.context.browser
    if page.context.browser.browser_type.name != "firefox":
        with page.expect_download() as caught:
            act()
        return Path(caught.value.path())
    before = set(DOWNLOADS.iterdir())
    act()

    def handed_out() -> set[Path]:
        found = set(DOWNLOADS.iterdir()) - before
        return set() if any(file.suffix == ".part" for file in found) else found

    # its place is taken by an empty one first
    return max(until(page, handed_out), key=lambda file: file.stat().st_size)


def position(page: Page) -> str:
    """Return the text of the position that the board shows."""
    return page.locator("svg[data-position]").first.get_attribute("data-position") or ""


def kept(page: Page) -> dict[str, str]:
    """Return the texts of the games in the browser's storage, by id."""
    found = page.evaluate("prefix => Object.entries(localStorage).filter(([key]) => key.startsWith(prefix))", PREFIX)
    return {key.removeprefix(PREFIX): text for key, text in found}


def only_kept(page: Page) -> str:
    """Return the text of the only game in the browser's storage."""
    (text,) = kept(page).values()
    return text


def replayed(page: Page) -> Timeline:
    """Return the timeline of the only saved game, replayed by the rules under this Python."""
    return replay(parse_record(only_kept(page)), GAMES)


def play(page: Page, texts: Iterable[str]) -> None:
    """Play the actions of these texts, one touch after the other, and check that each is saved at once."""
    timeline = replayed(page)
    for text in texts:
        action = timeline.game.parse_action(timeline.state, text)
        for name in action.targets:
            touch(page, name)
        expected = timeline.play(action)
        wait_for_position(page, expected.game.format_position(expected.game.view(expected.state, None)))
        assert json.loads(only_kept(page))["actions"][timeline.at :] == [text]
        timeline = expected


def wait_for_position(page: Page, text: str) -> None:
    """Wait until the board shows a position."""
    page.locator(f"svg[data-position={json.dumps(text)}]").first.wait_for()
