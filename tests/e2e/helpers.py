"""Helpers of the end-to-end tests, which play on a page as people do and read the browser's storage."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Error, Locator, Page, Route

from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import GAMES, VIEWS
from tools import setup

DOWNLOADS_FOLDER = setup.BUILD / "e2e-downloads"
"""The folder of Firefox's downloads."""
Result = TypeVar("Result")
KEY_PREFIX = "ruleboard/1/game/"
RECORD = {
    "format": "ruleboard/1",
    "game": "sensei",
    "options": {"mode": "arashi"},
    "seed": 1,
    "players": ["Anna", "Ben"],
    "actions": ["b1-b5", "end", "a7-a3"],
    "meta": {"created": "2026-01-02T03:04:05Z"},
}
"""A saved game."""


HAS_ACTIVE_WORKER_SCRIPT = (
    "() => navigator.serviceWorker.getRegistration().then((registration) => Boolean(registration?.active))"
)
OPENERS_SELECTOR = "[popovertarget]:not([popovertargetaction]), [data-opens]"
"""The buttons that open menus and dialogs."""

OPEN_ELEMENT_SELECTOR = ".menu-list:popover-open, dialog[open]"
"""The open menu or dialog."""

DERIVED_PREFIXES = ("ruleboard/1/summary/", "ruleboard/1/review/", "ruleboard/1/journal")
"""The prefixes of the storage keys whose texts the app computes from other texts."""


def begin_game(page: Page, game: str = "sensei", names: tuple[str, ...] = (), **options: str) -> None:
    """Start a game from the page for new games and wait until the board is visible."""
    page.evaluate("game => { location.hash = '#/new/' + game; }", game)
    page.locator(".page-new h1").wait_for()
    for option, value in options.items():
        page.locator(f'input[name="option-{option}"][value="{value}"]').check()
    page.locator('[data-key="names"]').evaluate("details => { details.open = true; }")
    for number, name in enumerate(names):
        page.locator(f'input[name="name-{number}"]').fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()


def visit(page: Page, url: str) -> None:
    """Open a page and wait until the app or the embedded board is ready."""
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


def wait_until_cached(page: Page) -> None:
    """Wait until the service worker has cached the site."""
    wait_until(page, lambda: page.evaluate(HAS_ACTIVE_WORKER_SCRIPT))


def reload(page: Page) -> None:
    """Reload the page and wait until the app is ready."""
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


def hold_requests(page: Page, file_pattern: str) -> Callable[[], None]:
    """Hold a page's requests for the files that match a pattern. Return a function that continues the requests.

    The contents of the page do not show which files it has requested so far.
    """
    held_routes: list[Route] = []
    handle = held_routes.append

    def release() -> None:
        nonlocal handle
        handle = Route.continue_
        for route in held_routes:
            route.continue_()

    page.route(file_pattern, lambda route: handle(route))
    return release


def kill_and_reopen(page: Page) -> Page:
    """Kill the process of a page, as a system without free memory would, and return a new page at the same address.

    The killed page gets no event. Only Chromium has a special address that kills the process.
    """
    context, address = page.context, page.url
    with page.expect_event("crash"), contextlib.suppress(Error):  # the process ends before it answers
        page.goto("chrome://kill")
    new_page = context.new_page()
    page.close()
    new_page.goto(address)
    new_page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    return new_page


def wait_until(page: Page, condition: Callable[[], Result], seconds: float = 60) -> Result:
    """Call a function repeatedly until its result is truthy, and return this result."""
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < deadline, f"the condition was false for {seconds:.0f} seconds"
        page.wait_for_timeout(50)
    return result


def go(page: Page, address: str) -> None:
    """Go to an address within the page."""
    page.evaluate("address => { location.hash = address; }", address)


def show_all_games(page: Page) -> None:
    """Expand both lists on the home page: the ongoing and the earlier games."""
    page.locator(".entry").first.wait_for()
    show_more = page.locator('[data-do="library.show_all"]')
    for count in range(show_more.count(), 0, -1):
        tap(show_more.first)
        wait_until(page, lambda expected=count - 1: show_more.count() == expected)


def read_whole_storage(page: Page) -> dict[str, str]:
    """Return all texts in localStorage by their keys."""
    return dict(page.evaluate("() => Object.entries(localStorage)"))


def read_storage(page: Page) -> dict[str, str]:
    """Return the texts in localStorage by their keys, without derived texts (summaries and the journal's stamp)."""
    return {key: text for key, text in read_whole_storage(page).items() if not key.startswith(DERIVED_PREFIXES)}


def fill_storage(page: Page, texts: Mapping[str, str]) -> None:
    """Add texts to localStorage under their keys."""
    page.evaluate("texts => { for (const key in texts) localStorage.setItem(key, texts[key]); }", texts)


def store(page: Page, id: str, text: str) -> None:
    """Store a text as a saved game with an id."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY_PREFIX + id, text])


def save_and_open(page: Page, record: Record, id: str = "kept") -> None:
    """Save a game under an id, and open the game."""
    page.evaluate("() => { location.hash = '#/'; }")
    page.locator(".page-home").wait_for()
    store(page, id, format_record(record))
    page.evaluate("id => { location.hash = '#/play/' + id; }", id)
    page.locator(".page-table").wait_for()


def find_target(page: Page, name: str) -> Locator:
    """Return the locator of a target: a square of the board, or a button without its duplicates."""
    return page.locator(f'[data-target="{name}"]:not(.narrow)')


def tap(locator: Locator) -> None:
    """Tap an element with a finger, or click it in a browser without a touch screen.

    Playwright's tap has no effect in Debian's Firefox, which has no touch screen.
    """
    if locator.page.evaluate("() => navigator.maxTouchPoints > 0"):
        locator.tap()
    else:
        locator.click()


def touch(page: Page, name: str) -> None:
    """Touch a target."""
    tap(find_target(page, name))


def download(page: Page, trigger: Callable[[], object]) -> Path:
    """Call a function that triggers a download, and return the downloaded file.

    Playwright does not notice downloads in Debian's Firefox, which writes the file into the folder of downloads.
    """
    assert page.context.browser
    if page.context.browser.browser_type.name != "firefox":
        with page.expect_download() as download_info:
            trigger()
        return Path(download_info.value.path())
    before = set(DOWNLOADS_FOLDER.iterdir())
    trigger()

    def list_finished_downloads() -> set[Path]:
        files = set(DOWNLOADS_FOLDER.iterdir()) - before
        return set() if any(file.suffix == ".part" for file in files) else files

    # Firefox first creates an empty file in its place.
    return max(wait_until(page, list_finished_downloads), key=lambda file: file.stat().st_size)


def read_position(page: Page) -> str:
    """Return the position text of the visible board."""
    return page.locator("svg[data-position]").first.get_attribute("data-position") or ""


def read_saved_games(page: Page) -> dict[str, str]:
    """Return the texts of the saved games by id."""
    entries = page.evaluate(
        "prefix => Object.entries(localStorage).filter(([key]) => key.startsWith(prefix))", KEY_PREFIX
    )
    return {key.removeprefix(KEY_PREFIX): text for key, text in entries}


def read_only_saved_game(page: Page) -> str:
    """Return the text of the only saved game."""
    (text,) = read_saved_games(page).values()
    return text


def replay_saved_game(page: Page) -> Timeline:
    """Replay the only saved game in this process and return its timeline."""
    return replay(parse_record(read_only_saved_game(page)), GAMES)


def play(page: Page, texts: Iterable[str]) -> None:
    """Play actions by touches and check after each one that the app has saved it."""
    timeline = replay_saved_game(page)
    for text in texts:
        action = timeline.game.parse_action(timeline.state, text)
        for name in action.targets:
            _open_part(page, timeline.game.id, name)
            touch(page, name)
        expected = timeline.play(action)
        wait_for_position(page, expected.game.format_position(expected.game.view(expected.state, None)))
        assert json.loads(read_only_saved_game(page))["actions"][timeline.ply :] == [text]
        timeline = expected


def _open_part(page: Page, game: str, name: str) -> None:
    """Open the part of the board with a target if the page shows the part of another player."""
    owner = VIEWS[game].part_owner(name)
    strip = page.locator(".strip").nth(owner or 0)
    if owner is not None and strip.count() and strip.get_attribute("aria-pressed") == "false":
        tap(strip)


def wait_for_position(page: Page, text: str) -> None:
    """Wait until the board shows a position."""
    page.locator(f"svg[data-position={json.dumps(text)}]").first.wait_for()


def open_element(page: Page, index: int) -> bool:
    """Open the menu or dialog of a button, by the button's number on the page, and return True.

    If the button is in a menu, open this menu first. If the button is not visible, return False.
    """
    opener = page.locator(OPENERS_SELECTOR).nth(index)
    menu_id = opener.evaluate("button => button.closest('.menu-list')?.id ?? ''")
    if menu_id:
        menu_button = page.locator(f'[popovertarget="{menu_id}"]:not([popovertargetaction])')
        if not menu_button.is_visible():
            return False
        tap(menu_button)
    if not opener.is_visible():
        return False
    tap(opener)
    page.locator(OPEN_ELEMENT_SELECTOR).wait_for()
    return True


def open_elements(page: Page) -> Iterator[int]:
    """Open each menu and each dialog of a page in turn, and yield the number of its button."""
    for index in range(page.locator(OPENERS_SELECTOR).count()):
        if open_element(page, index):
            yield index


FIND_HIDDEN_CONTROLS_SCRIPT = """selector => {
  scrollTo(0, 0);
  const controls = [...document.querySelectorAll(selector)];
  return controls.filter((control) => control.checkVisibility() && !control.closest(".menu-list")).filter((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return [top + 3, (top + bottom) / 2, bottom - 3].some((y) => {
      const hit = document.elementFromPoint((left + right) / 2, y);
      return !hit || !control.contains(hit);
    });
  }).map((control) => control.getAttribute("aria-label") ?? control.textContent);
}"""


def find_hidden_controls(page: Page, selector: str) -> list[str]:
    """Return the labels of the controls that are covered or outside the window, without scrolling the page."""
    labels: list[str] = page.evaluate(FIND_HIDDEN_CONTROLS_SCRIPT, selector)
    return labels
