"""A fake frame for the tests of embedded boards, whose browser records the messages to the host page."""

from __future__ import annotations

import json
from typing import Any

from ruleboard.embed.controller import Controller
from ruleboard.registry import GAMES
from tools.fake_browser import FakeBrowser, FakeStore, Storage, walk


class FakeFrame(FakeBrowser):
    """A fake browser inside a host page that records the messages to that page."""

    def __init__(self, address: str) -> None:
        self.storage = Storage()
        super().__init__(FakeStore(self.storage), address)
        self.posted: list[dict[str, Any]] = []
        self.host = ""
        self.look: dict[str, str] = {}
        self.reader_languages: tuple[str, ...] = ("en",)

    def post(self, message: str) -> None:
        self.posted.append(json.loads(message))

    def set_origin(self, origin: str) -> None:
        self.host = origin

    def set_look(self, look: str) -> None:
        self.look = json.loads(look)

    def languages(self) -> tuple[str, ...]:
        return self.reader_languages


class Frame:
    """An embedded board, with the actions of its reader and of its host page."""

    def __init__(self, fragment: str) -> None:
        self.browser = FakeFrame("#" + fragment)
        self.controller = Controller(self.browser)
        self.controller.start(lambda: None)

    def touch(self, *targets: str) -> None:
        for target in targets:
            self.controller.handle("touch", target)

    def click(self, do: str) -> None:
        """Click the first enabled button that has a message."""
        for tag, attrs, _inside in walk(self.browser.page):
            if tag == "button" and attrs.get("data-do") == do and "disabled" not in attrs:
                self.controller.handle("do", do, attrs.get("data-value", ""))
                return
        raise AssertionError(f"there is no button for {do} in: {self.text}")

    def idle(self) -> None:
        """Run all callbacks that are waiting for idle time."""
        while self.browser.pending_calls:
            self.browser.pending_calls.pop(0)()

    def send(self, **message: Any) -> None:
        """Send a message from the host page."""
        self.controller.handle("message", json.dumps({"ruleboard": 1, **message}))

    @property
    def text(self) -> str:
        """The texts on the page."""
        return " | ".join(part[2] for part in walk(self.browser.page) if isinstance(part[2], str) and part[2])

    def class_text(self, cls: str) -> str:
        """Return the text in the elements that have a class, which may be empty."""
        elements = [part for part in walk(self.browser.page) if cls in part[1].get("class", "").split()]
        return " ".join(child[2] for part in elements for child in walk(part) if isinstance(child[2], str))

    @property
    def board(self) -> dict[str, str]:
        """The attributes of the board's picture."""
        (svg,) = [part for part in walk(self.browser.page) if part[0] == "svg" and "data-position" in part[1]]
        return dict(svg[1])

    @property
    def position(self) -> str:
        return self.board["data-position"]

    def cells(self, cls: str) -> set[str]:
        """Return the targets of the elements that have a class."""
        return {
            part[1]["data-target"]
            for part in walk(self.browser.page)
            if "data-target" in part[1] and cls in part[1].get("class", "").split()
        }

    @property
    def live_text(self) -> str:
        """The last text of the live region, which screen readers announce."""
        (elements,) = [part for part in walk(self.browser.page) if part[1].get("id") == "live"]
        return str(elements[2])

    def sent_messages(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a type that the frame has sent to the host page."""
        return [message for message in self.browser.posted if message["type"] == kind]


def create_action_phase(seed: int) -> str:
    """Return a position from the first round of Equilibrium, including the order of the pile."""
    game = GAMES["equilibrium"]
    state = game.initial({}, seed)
    while state.phase.kind == "setup":
        state = game.apply(state, game.legal_actions(state)[0])
    return game.format_position(state)
