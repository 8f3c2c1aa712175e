"""A user of WebKitGTK, with the same actions as the Playwright helpers in tests/e2e."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import GAMES
from tests.support.journal import READ_JOURNAL_SCRIPT, REPLACE_STORAGE_SCRIPT
from tests.support.thinking import ASK_SCRIPT
from tools import webkit

GAME_KEY_PREFIX = "ruleboard/1/game/"
TIMEOUT_S = 30.0
"""The time for the effect of a touch, in seconds."""
DATABASE_PAUSE_S = 0.5
"""The time in which a page finishes its work with a database."""

_ERRORS_SCRIPT = """
globalThis.problems = [];
const note = (problem) => problems.push(String(problem));
addEventListener("error", ({ message, target }) => note(message ?? `not loaded: ${target.src ?? target.href}`), true);
addEventListener("unhandledrejection", ({ reason }) => note(reason));
addEventListener("securitypolicyviolation", ({ violatedDirective }) => note(violatedDirective));
"""
_FIND_ELEMENT_SCRIPT = """
const [selector, text] = arguments;
const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
const matches = (element) => text === null || element.textContent.trim() === text;
return [...document.querySelectorAll(selector)].find((element) => isVisible(element) && matches(element));
"""
CENTER_SCRIPT = """
const [element] = arguments;
element.scrollIntoView({ block: "nearest", inline: "nearest" });
const { left, right, top, bottom } = element.getBoundingClientRect();
return [(left + right) / 2, (top + bottom) / 2];
"""
"""Return the centre of an element, which scrolls into view."""


class User:
    """A user who acts on a browser page by WebDriver."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    # --- pages

    def open(self, address: str) -> None:
        """Open a page and wait until the app is ready."""
        webkit.visit(self.driver, address)
        self.driver.execute_script(_ERRORS_SCRIPT)

    def reload(self) -> None:
        """Reload the page and wait until the app is ready."""
        self.driver.refresh()
        webkit.wait_until_ready(self.driver)
        self.driver.execute_script(_ERRORS_SCRIPT)

    def go(self, route: str) -> None:
        """Open a page of the app by its route."""
        self.driver.execute_script("location.hash = arguments[0]", route)

    def errors(self) -> list[str]:
        """Return the script errors since the page is ready."""
        problems: list[str] = self.driver.execute_script("return globalThis.problems ?? []")
        return problems

    @contextmanager
    def in_frame(self, frame: Any) -> Iterator[None]:
        """Run the context in a frame of the page."""
        self.driver.switch_to.frame(frame)
        yield
        self.driver.switch_to.default_content()

    # --- waiting and reading

    def wait_for_script(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns a true value and return the value."""
        end = time.monotonic() + TIMEOUT_S
        while not (result := self.driver.execute_script(script, *arguments)):
            assert time.monotonic() < end, f"false for {TIMEOUT_S:.0f} seconds: {script.strip()} {arguments}"
            time.sleep(0.02)
        return result

    def find(self, selector: str, text: str | None = None) -> Any:
        """Wait for a visible element with a selector and, unless it is None, a text. Return the first."""
        return self.wait_for_script(_FIND_ELEMENT_SCRIPT, selector, text)

    def wait_until_gone(self, selector: str) -> None:
        """Wait until no element matches a selector."""
        self.wait_for_script("return !document.querySelector(arguments[0])", selector)

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until the element with a selector contains a text."""
        script = (
            "const [selector, text] = arguments;"
            "return [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text))"
        )
        self.wait_for_script(script, selector, text)

    def html_attribute(self, name: str) -> str | None:
        """Return an attribute of the ``<html>`` element."""
        value: str | None = self.driver.find_element(By.CSS_SELECTOR, "html").get_attribute(name)
        return value

    def think(self, request: str) -> str:
        """Send a request for a bot's turn to the page's worker and return the reply."""
        self.driver.set_script_timeout(60)
        script = f"{ASK_SCRIPT} ask(arguments[0]).then(arguments[1])"
        answer: str = self.driver.execute_async_script(script, request)
        return answer

    # --- clicks and keys

    def click(self, selector: str, text: str | None = None) -> None:
        """Click an element with a selector."""
        element = self.find(selector, text)
        if element.tag_name == "g":  # which the driver cannot click
            self.wait_until_gone(".travelling")  # a moving element would be elsewhere at the click
            x, y = self.driver.execute_script(CENTER_SCRIPT, element)
            actions = ActionBuilder(self.driver)
            actions.pointer_action.move_to_location(round(x), round(y)).click()
            actions.perform()
        else:
            # A new element under the last click ignores clicks for a moment, and a button is disabled while the board
            # takes back a wrong answer; the driver does not wait.
            script = "return !arguments[0].disabled && getComputedStyle(arguments[0]).pointerEvents !== 'none'"
            self.wait_for_script(script, element)
            element.click()

    def press(self, key: str) -> None:
        """Press a key."""
        self.driver.switch_to.active_element.send_keys(getattr(Keys, key.upper(), key))

    def touch(self, name: str) -> None:
        """Click a target on the board or a button."""
        self.click(f"[data-target={json.dumps(name)}]")

    # --- games

    def open_game(self, record: Record) -> None:
        """Store a game and open it."""
        script = "localStorage.setItem(arguments[0], arguments[1])"
        self.driver.execute_script(script, f"{GAME_KEY_PREFIX}kept", format_record(record))
        self.go("#/play/kept")
        self.find(".page-table")

    def saved_game(self) -> Record:
        """Return the only game in the browser's storage."""
        script = "return Object.entries(localStorage).filter(([key]) => key.startsWith(arguments[0]))"
        ((_, text),) = self.driver.execute_script(script, GAME_KEY_PREFIX)
        return parse_record(text)

    def storage(self) -> dict[str, str]:
        """Return all stored texts by key."""
        texts: dict[str, str] = self.driver.execute_script("return { ...localStorage }")
        return texts

    def wait_for_journal(self, key: str, text: str | None) -> None:
        """Wait until the journal has a text under a key, or has no text for None."""
        self.driver.set_script_timeout(TIMEOUT_S)
        script = f"""{READ_JOURNAL_SCRIPT}
        const [key, text, done] = arguments;
        const look = async () => ((await journal())[key] === text ? done() : setTimeout(look, 20));
        look();"""
        self.driver.execute_async_script(script, key, text)

    def open_with_storage(self, texts: dict[str, str], address: str) -> None:
        """Replace the whole localStorage by texts, as a power cut does, and open a page.

        WebKitGTK sometimes never opens a database again that a page has left in the middle of its work. Therefore this
        method waits until the page has closed the databases that it has read.
        """
        time.sleep(DATABASE_PAUSE_S)
        self.driver.execute_script(f"{REPLACE_STORAGE_SCRIPT} replaceStorage(arguments[0]);", texts)
        self.driver.get("about:blank")
        self.open(address)

    def timeline(self) -> Timeline:
        """Replay the only saved game in this process and return its timeline."""
        return replay(self.saved_game(), GAMES)

    def board_position(self) -> str:
        """Return the position text of the visible board."""
        text: str = self.find("svg[data-position]").get_attribute("data-position")
        return text

    def wait_for_position(self, position: str) -> None:
        """Wait until the board shows a position."""
        self.find(f"svg[data-position={json.dumps(position)}]")

    def play(self, texts: Iterable[str]) -> None:
        """Play actions by clicks and check that the app saves each action."""
        for text in texts:
            timeline = self.timeline()
            action = timeline.game.parse_action(timeline.state, text)
            for name in action.targets:
                self.touch(name)
            expected = timeline.play(action)
            self.wait_for_position(expected.game.format_position(expected.game.view(expected.state, None)))
            assert self.saved_game().actions[timeline.ply :] == (text,)
