"""Kill browsers shortly after a change to a game or a study, and check that the change has been saved.

The test kills all processes of a browser (SIGKILL) a moment after the page has shown a change, and restarts the browser
with the same profile. ``python3 dev.py soak --power-cut N`` runs it.
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

KILL_DELAY_S = 0.3
"""The delay, in seconds, between the change on the page and the end of the browser."""
READY_TIMEOUT_MS = 120_000
"""The time limit of a start, in milliseconds."""
GAME_PREFIX = "ruleboard/1/game/"
STUDY_PREFIX = "ruleboard/1/study/"
GAME_RECORD = {
    "format": "ruleboard/1",
    "game": "sensei",
    "options": {"mode": "arashi"},
    "players": ["Ann", "Ben"],
    "actions": ["a1-a4"],
}
"""A record without its seed."""

BrowserStarter = Callable[[Path], Any]
"""A function that starts a browser with a profile in a folder, and returns the browser's context."""


def create_chromium_starter(playwright: Any) -> BrowserStarter:
    """Return a function that starts Chromium with a given profile."""
    path = setup.find_or_install_chromium()
    return lambda profile: playwright.chromium.launch_persistent_context(
        profile, executable_path=path, args=["--no-sandbox", "--disable-gpu"], service_workers="block"
    )


def create_firefox_starter(playwright: Any) -> BrowserStarter:
    """Return a function that starts Debian's Firefox ESR with a given profile."""
    return lambda profile: playwright.firefox.launch_persistent_context(
        profile, channel="moz-firefox", executable_path="/usr/bin/firefox-esr"
    )


BROWSERS: Mapping[str, Callable[[Any], BrowserStarter]] = {
    "chromium": create_chromium_starter,
    "firefox": create_firefox_starter,
}


def find_process_ids(profile: Path) -> list[int]:
    """Return the ids of all processes whose command line contains a profile path, and of their descendants."""
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
    """Kill all processes of the browser with a profile at once, and wait until they have ended."""
    ids = find_process_ids(profile)
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
def run_browser(start_browser: BrowserStarter, profile: Path, url: str) -> Iterator[Any]:
    """Start a browser and wait until its page is ready, for a ``with`` statement that kills the browser at its end."""
    context = start_browser(profile)
    context.set_default_timeout(READY_TIMEOUT_MS)
    page = context.pages[0] if context.pages else context.new_page()
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached")
    try:
        yield page
    finally:
        kill_browser(profile)
        with suppress(Exception):  # the browser has ended
            context.close()


def read_stored_texts(page: Any) -> dict[str, str]:
    """Return the stored games and studies as texts by key."""
    script = """prefixes => Object.fromEntries(Object.entries(localStorage)
        .filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))))"""
    texts: dict[str, str] = page.evaluate(script, [GAME_PREFIX, STUDY_PREFIX])
    return texts


def play_action(page: Any, _number: int) -> None:
    """Play the next action in the first game of the list."""
    key, text = min((key, text) for key, text in read_stored_texts(page).items() if key.startswith(GAME_PREFIX))
    action_count = len(json.loads(text)["actions"])
    page.evaluate("id => { location.hash = `#/play/${id}`; }", key.removeprefix(GAME_PREFIX))
    page.locator(".page-table").wait_for()
    page.locator("svg [data-legal]").first.click()
    page.locator('svg [data-legal]:not(.taken), [data-target^="do:"]').last.click()
    page.wait_for_function(
        "([key, count]) => JSON.parse(localStorage.getItem(key)).actions.length > count", arg=[key, action_count]
    )


def import_game(page: Any, number: int) -> None:
    """Import a game by pasting its text."""
    page.evaluate("location.hash = '#/settings'")
    form = page.locator('form[data-do="library.import_pasted"]')
    form.locator("textarea").fill(json.dumps({**GAME_RECORD, "seed": number}))
    form.locator("button[type=submit]").click()
    page.get_by_text("1 game imported.").first.wait_for()


def delete_game(page: Any, _number: int) -> None:
    """Delete the first game of the list."""
    page.evaluate("location.hash = '#/'")
    page.locator(".entry [popovertarget]").first.click()
    page.locator('.entry [data-do="library.delete"]').first.click()
    page.locator(".notice.undo").wait_for()


def edit_study(page: Any, number: int) -> None:
    """Change the comment of the first study, or create a study."""
    key = min((key for key in read_stored_texts(page) if key.startswith(STUDY_PREFIX)), default="")
    page.evaluate("id => { location.hash = id ? `#/study/${id}` : '#/'; }", key.removeprefix(STUDY_PREFIX))
    if not key:
        page.get_by_role("button", name="New study").click()
        page.locator("#new-study").get_by_role("menuitem").first.click()
    comment = f"Comment {number}"
    page.locator('textarea[data-do="study.comment"]').fill(comment)
    page.wait_for_function(
        """([prefix, comment]) => Object.entries(localStorage)
            .some(([key, text]) => key.startsWith(prefix) && text.includes(comment))""",
        arg=[STUDY_PREFIX, comment],
    )


CHANGES: Mapping[str, Callable[[Any, int], None]] = {
    "import": import_game,
    "action": play_action,
    "deletion": delete_game,
    "study edit": edit_study,
}
"""The changes before each power cut, in turn."""


def iter_lost_changes(start_browser: BrowserStarter, profile: Path, url: str, times: int) -> Iterator[tuple[str, str]]:
    """Kill the browser after each kind of change in turn. Yield the kind and the keys of lost texts; empty for none.

    Args:
        start_browser: a function that starts the browser.
        profile: the folder of the browser's profile.
        url: the URL of the app.
        times: the number of kills after each kind of change.
    """
    with run_browser(start_browser, profile, url) as page:
        for number in (1, 2):  # so that there is always a game
            import_game(page, number)
        page.wait_for_timeout(1000)
        expected_texts = read_stored_texts(page)
    previous_change = ""
    for number, name in enumerate([*CHANGES] * times + [""]):
        with run_browser(start_browser, profile, url) as page:
            page.wait_for_timeout(500)  # the app reads the journal earlier
            texts = read_stored_texts(page)
            if previous_change:
                yield (
                    previous_change,
                    ", ".join(
                        key for key in expected_texts.keys() | texts if expected_texts.get(key) != texts.get(key)
                    ),
                )
            if name:
                CHANGES[name](page, number + 10)
                expected_texts, previous_change = read_stored_texts(page), name
                time.sleep(KILL_DELAY_S)


def main(browsers: list[str], times: int) -> int:
    """Run the test in each browser and print the losses. Return 1 if a change was lost."""
    from playwright.sync_api import sync_playwright

    if build_error := serve.rebuild():
        print(build_error)
        return 1
    has_failed = False
    with sync_playwright() as playwright, serve.serve_folder(setup.ROOT / "dist") as url:
        for name in browsers:
            with tempfile.TemporaryDirectory(prefix="ruleboard-power-", ignore_cleanup_errors=True) as folder:
                loss_counts = dict.fromkeys(CHANGES, 0)
                for action, lost_keys in iter_lost_changes(BROWSERS[name](playwright), Path(folder), url, times):
                    loss_counts[action] += bool(lost_keys)
                    if lost_keys:
                        print(f"{name}: lost after {action}: {lost_keys}", flush=True)
            for action, count in loss_counts.items():
                print(f"{name}: {times} power cuts {KILL_DELAY_S} s after {action}, {count} lost something", flush=True)
            has_failed |= any(loss_counts.values())
    return int(has_failed)
