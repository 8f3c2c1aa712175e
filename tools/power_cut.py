"""Power cuts: whole browsers killed shortly after a change of a game or a study, which must survive.

The test kills a browser with a profile on the disk (SIGKILL, all of its processes) a moment after the page has shown a
change, and starts it again with the same profile. Part of ``python3 dev.py soak --power-cut N``.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tools import serve, setup

KILL_DELAY = 0.3
"""Seconds from the moment at which the page shows a change to the end of the browser."""
READY = 120_000
"""Milliseconds that a start may take at most."""
PREFIX = "ruleboard/1/game/"
STUDY_PREFIX = "ruleboard/1/study/"
GAME = {
    "format": "ruleboard/1",
    "game": "sensei",
    "options": {"mode": "arashi"},
    "players": ["Ann", "Ben"],
    "actions": ["a1-a4"],
}
"""A record without its seed."""

Browser = Callable[[Path], Any]
"""Starts a browser with a profile in a folder; returns its context."""


def chromium(playwright: Any) -> Browser:
    """Return the start of Chromium."""
    path = setup.chromium()
    return lambda profile: playwright.chromium.launch_persistent_context(
        profile, executable_path=path, args=["--no-sandbox", "--disable-gpu"], service_workers="block"
    )


def firefox(playwright: Any) -> Browser:
    """Return the start of Debian's Firefox ESR."""
    return lambda profile: playwright.firefox.launch_persistent_context(
        profile, channel="moz-firefox", executable_path="/usr/bin/firefox-esr"
    )


BROWSERS: Mapping[str, Callable[[Any], Browser]] = {"chromium": chromium, "firefox": firefox}


def processes(profile: Path) -> list[int]:
    """Return the ids of the processes whose command line names a profile, their descendants included."""
    parents: dict[int, int] = {}
    pids = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            pid = int(folder.name)
            parents[pid] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if str(profile).encode() in (folder / "cmdline").read_bytes():
                pids.add(pid)
    pids.discard(os.getpid())
    while children := {pid for pid, parent in parents.items() if parent in pids} - pids:
        pids |= children
    return sorted(pids)


def kill_browser(profile: Path) -> None:
    """Kill the browser of a profile, all processes at once, and wait until they are gone."""
    ids = processes(profile)
    for id in ids:
        with suppress(ProcessLookupError):
            os.kill(id, signal.SIGKILL)
    end = time.monotonic() + 20
    while any(Path(f"/proc/{id}/exe").exists() for id in ids) and time.monotonic() < end:
        time.sleep(0.05)
    for lock in ("SingletonLock", "SingletonSocket", "SingletonCookie", "lock", ".parentlock"):
        with suppress(OSError):
            (profile / lock).unlink()


@contextmanager
def running(start: Browser, profile: Path, url: str) -> Iterator[Any]:
    """Start a browser, yield its page when it is ready, and cut the power at the end."""
    context = start(profile)
    context.set_default_timeout(READY)
    page = context.pages[0] if context.pages else context.new_page()
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached")
    try:
        yield page
    finally:
        kill_browser(profile)
        with suppress(Exception):  # it is dead
            context.close()


def texts(page: Any) -> dict[str, str]:
    """Return the texts of the stored games and studies, by key."""
    script = """prefixes => Object.fromEntries(Object.entries(localStorage)
        .filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))))"""
    stored: dict[str, str] = page.evaluate(script, [PREFIX, STUDY_PREFIX])
    return stored


def play(page: Any, _number: int) -> None:
    """Play the next action in the first game of the list."""
    key, text = min((key, text) for key, text in texts(page).items() if key.startswith(PREFIX))
    done = len(json.loads(text)["actions"])
    page.evaluate("id => { location.hash = `#/play/${id}`; }", key.removeprefix(PREFIX))
    page.locator(".page-table").wait_for()
    page.locator("svg [data-legal]").first.click()
    page.locator('svg [data-legal]:not(.taken), [data-target^="do:"]').last.click()
    page.wait_for_function(
        "([key, count]) => JSON.parse(localStorage.getItem(key)).actions.length > count", arg=[key, done]
    )


def import_game(page: Any, number: int) -> None:
    """Import a game by pasting it."""
    page.evaluate("location.hash = '#/settings'")
    form = page.locator('form[data-do="library.import_pasted"]')
    form.locator("textarea").fill(json.dumps({**GAME, "seed": number}))
    form.locator("button[type=submit]").click()
    page.get_by_text("1 game imported.").first.wait_for()


def delete(page: Any, _number: int) -> None:
    """Delete the game changed last."""
    page.evaluate("location.hash = '#/'")
    page.locator(".entry .button").first.click()
    page.locator('.entry [data-do="library.delete"]').first.click()
    page.locator(".notice.undo").wait_for()


def edit_study(page: Any, number: int) -> None:
    """Change the comment of the first study, or make a study."""
    key = min((key for key in texts(page) if key.startswith(STUDY_PREFIX)), default="")
    page.evaluate("id => { location.hash = id ? `#/study/${id}` : '#/'; }", key.removeprefix(STUDY_PREFIX))
    if not key:
        page.get_by_role("button", name="New study").click()
        page.locator("#new-study").get_by_role("button").first.click()
    comment = f"Comment {number}"
    page.locator('textarea[data-do="study.comment"]').fill(comment)
    page.wait_for_function(
        """([prefix, comment]) => Object.entries(localStorage)
            .some(([key, text]) => key.startsWith(prefix) && text.includes(comment))""",
        arg=[STUDY_PREFIX, comment],
    )


CHANGES: Mapping[str, Callable[[Any, int], None]] = {
    "import": import_game,
    "action": play,
    "deletion": delete,
    "study edit": edit_study,
}
"""The changes before each power cut, in turn."""


def cuts(start: Browser, profile: Path, url: str, times: int) -> Iterator[tuple[str, str]]:
    """Cut the power after each change in turn; yield the change and the lost keys, empty if everything survived.

    Args:
        start: starts the browser.
        profile: the folder of its profile.
        url: the address of the app.
        times: the number of cuts after each change.
    """
    with running(start, profile, url) as page:
        for number in (1, 2):  # so that there is always a game
            import_game(page, number)
        page.wait_for_timeout(1000)
        expected = texts(page)
    done = ""
    for number, name in enumerate([*CHANGES] * times + [""]):
        with running(start, profile, url) as page:
            page.wait_for_timeout(500)  # the journal has been read long before
            stored = texts(page)
            if done:
                yield done, ", ".join(key for key in expected.keys() | stored if expected.get(key) != stored.get(key))
            if name:
                CHANGES[name](page, number + 10)
                expected, done = texts(page), name
                time.sleep(KILL_DELAY)


def main(browsers: list[str], times: int) -> int:
    """Cut the power in each browser; print what was lost, and return 1 if anything was."""
    from playwright.sync_api import sync_playwright

    if trouble := serve.rebuild():
        print(trouble)
        return 1
    failed = False
    with sync_playwright() as playwright, serve.serving(setup.ROOT / "dist") as url:
        for name in browsers:
            with tempfile.TemporaryDirectory(prefix="ruleboard-power-", ignore_cleanup_errors=True) as folder:
                lost = dict.fromkeys(CHANGES, 0)
                for action, difference in cuts(BROWSERS[name](playwright), Path(folder), url, times):
                    lost[action] += bool(difference)
                    if difference:
                        print(f"{name}: lost after {action}: {difference}", flush=True)
            for action, count in lost.items():
                print(f"{name}: {times} power cuts {KILL_DELAY} s after {action}, {count} lost something", flush=True)
            failed |= any(lost.values())
    return int(failed)
