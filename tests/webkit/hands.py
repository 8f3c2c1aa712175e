"""A pair of hands in WebKitGTK: opens pages and clicks, through WebDriver; what tests/e2e/at_table.py is elsewhere."""

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
from ruleboard.games.registry import GAMES
from tests.support.journal import JOURNAL
from tests.support.thinking import ASK
from tools import webkit

PREFIX = "ruleboard/1/game/"
PATIENCE = 30.0
"""Seconds for whatever a touch does."""

_LISTEN = """
globalThis.problems = [];
const note = (problem) => problems.push(String(problem));
addEventListener("error", ({ message, target }) => note(message ?? `not loaded: ${target.src ?? target.href}`), true);
addEventListener("unhandledrejection", ({ reason }) => note(reason));
addEventListener("securitypolicyviolation", ({ violatedDirective }) => note(violatedDirective));
"""
_FIND = """
const [selector, text] = arguments;
const seen = (one) => one.checkVisibility({ visibilityProperty: true });
const meant = (one) => text === null || one.textContent.trim() === text;
return [...document.querySelectorAll(selector)].find((one) => seen(one) && meant(one));
"""
_MIDDLE = """
const [element] = arguments;
element.scrollIntoView({ block: "nearest", inline: "nearest" });
const { left, right, top, bottom } = element.getBoundingClientRect();
return [(left + right) / 2, (top + bottom) / 2];
"""


class Hands:
    """A browser's page, as somebody in front of it has it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    # --- pages

    def open(self, address: str) -> None:
        """Open a page and wait until Python answers."""
        webkit.visit(self.driver, address)
        self.driver.execute_script(_LISTEN)

    def reload(self) -> None:
        """Load the page anew and wait until Python answers."""
        self.driver.refresh()
        webkit.ready(self.driver)
        self.driver.execute_script(_LISTEN)

    def go(self, route: str) -> None:
        """Go to a page of the app."""
        self.driver.execute_script("location.hash = arguments[0]", route)

    def problems(self) -> list[str]:
        """Return the errors on the page since it was ready."""
        found: list[str] = self.driver.execute_script("return globalThis.problems ?? []")
        return found

    @contextmanager
    def within(self, frame: Any) -> Iterator[None]:
        """Be in a frame of the page."""
        self.driver.switch_to.frame(frame)
        yield
        self.driver.switch_to.default_content()

    # --- waiting and looking

    def until(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns something true; give it."""
        end = time.monotonic() + PATIENCE
        while not (found := self.driver.execute_script(script, *arguments)):
            assert time.monotonic() < end, f"in vain for {PATIENCE:.0f} seconds: {script.strip()} {arguments}"
            time.sleep(0.02)
        return found

    def find(self, selector: str, text: str | None = None) -> Any:
        """Wait for what is seen and found by a selector, with this text if one is given; give the first."""
        return self.until(_FIND, selector, text)

    def gone(self, selector: str) -> None:
        """Wait until nothing is found by a selector any more."""
        self.until("return !document.querySelector(arguments[0])", selector)

    def told(self, selector: str, text: str) -> None:
        """Wait until what is found by a selector says something."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].some((one) => one.textContent.includes(arguments[1]))"
        )
        self.until(script, selector, text)

    def html(self, name: str) -> str | None:
        """An attribute of the whole page."""
        found: str | None = self.driver.find_element(By.CSS_SELECTOR, "html").get_attribute(name)
        return found

    def think(self, request: str) -> str:
        """Give the answer of the page's worker to a request to an opponent."""
        self.driver.set_script_timeout(60)
        script = f"{ASK} ask(arguments[0]).then(arguments[1])"
        found: str = self.driver.execute_async_script(script, request)
        return found

    # --- hands

    def click(self, selector: str, text: str | None = None) -> None:
        """Click what is found by a selector."""
        found = self.find(selector, text)
        if found.tag_name == "g":  # which the driver takes for nothing that could be clicked
            self.gone(".travelling")  # it would be somewhere else by then
            x, y = self.driver.execute_script(_MIDDLE, found)
            actions = ActionBuilder(self.driver)
            actions.pointer_action.move_to_location(round(x), round(y)).click()
            actions.perform()
        else:
            # What comes to lie where one has just clicked lets clicks through for a moment; the driver does not wait.
            self.until("return getComputedStyle(arguments[0]).pointerEvents !== 'none'", found)
            found.click()

    def press(self, key: str) -> None:
        """Press a key."""
        self.driver.switch_to.active_element.send_keys(getattr(Keys, key.upper(), key))

    def touch(self, name: str) -> None:
        """Click a target: a square of the board or a button."""
        self.click(f"[data-target={json.dumps(name)}]")

    # --- games

    def sit_down(self, record: Record) -> None:
        """Put a game into the browser's storage as if it had been played here, and sit down at it."""
        script = "localStorage.setItem(arguments[0], arguments[1])"
        self.driver.execute_script(script, f"{PREFIX}kept", format_record(record))
        self.go("#/play/kept")
        self.find(".page-table")

    def kept(self) -> Record:
        """The one game in the browser's storage."""
        script = "return Object.entries(localStorage).filter(([key]) => key.startsWith(arguments[0]))"
        ((_, text),) = self.driver.execute_script(script, PREFIX)
        return parse_record(text)

    def storage(self) -> dict[str, str]:
        """All that is stored, by key."""
        found: dict[str, str] = self.driver.execute_script("return { ...localStorage }")
        return found

    def until_journaled(self, key: str, text: str | None) -> None:
        """Wait until the journal has a text under a key, or None: that there is none any more."""
        self.driver.set_script_timeout(PATIENCE)
        script = f"""{JOURNAL}
        const [key, text, done] = arguments;
        const look = async () => ((await journal())[key] === text ? done() : setTimeout(look, 20));
        look();"""
        self.driver.execute_async_script(script, key, text)

    def after_power_cut(self, stored: dict[str, str], address: str) -> None:
        """Open a page where all that this browser had written of its storage is what is given."""
        script = "localStorage.clear(); for (const key in arguments[0]) localStorage.setItem(key, arguments[0][key])"
        self.driver.execute_script(script, stored)
        self.driver.get("about:blank")
        self.open(address)

    def replayed(self) -> Timeline:
        """The one kept game, replayed by the rules under this Python."""
        return replay(self.kept(), GAMES)

    def position(self) -> str:
        """The position the board shows."""
        found: str = self.find("svg[data-position]").get_attribute("data-position")
        return found

    def shows(self, position: str) -> None:
        """Wait until the board shows a position."""
        self.find(f"svg[data-position={json.dumps(position)}]")

    def play(self, texts: Iterable[str]) -> None:
        """Make the actions of these texts, one click after the other, and see each one saved as it is made."""
        for text in texts:
            timeline = self.replayed()
            action = timeline.game.parse_action(timeline.state, text)
            for name in action.targets:
                self.touch(name)
            expected = timeline.play(action)
            self.shows(expected.game.format_position(expected.game.view(expected.state, None)))
            assert self.kept().actions[timeline.at :] == (text,)
