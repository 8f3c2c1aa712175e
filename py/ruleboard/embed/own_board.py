"""A board for a game in a file of the host page. It runs in a worker that can only exchange messages.

static/boot/own_worker.mjs calls ``OwnBoard``. Each message is a JSON list with a name and its values;
static/boot/own_checker.mjs lists the messages and checks them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from time import perf_counter
from typing import Any, Protocol

from ruleboard.app.browser.scripts import Buffer
from ruleboard.app.languages import use_catalogue
from ruleboard.contract.package import Package
from ruleboard.embed import messages
from ruleboard.embed.controller import Controller
from ruleboard.embed.parameters import MAX_TEXT_LENGTH
from ruleboard.embed.view import problem_page
from ruleboard.kit.checking import Fault, check_steps
from ruleboard.kit.source import SAFE_MODULES, SourceError, load_source, source_error
from ruleboard.registry import add_package, remove_package
from ruleboard.scene.diff import node_json
from ruleboard.scene.node import Node
from ruleboard.thinking.messages import Progress, parse_answer
from ruleboard.thinking.request_worker import RequestWorker
from ruleboard.wording import with_full_stop

_SLICE_MS = 25
"""Time for the bot, or for the check of a game, between two checks for other events."""

_FRAME_NAMES = ("src", "game", "host", "poster", "autostart")
"""The parameters of the frame, which the worker does not use, and the game, which the file replaces."""

_call_numbers = count(1)
"""The numbers of delayed calls. A call for an earlier game never has the number of a later one."""


class Host(Protocol):
    """The functions that the worker's script offers to Python."""

    def send(self, message: str) -> None:
        """Send a message to the frame."""
        ...

    def later(self, call_number: int, milliseconds: int) -> None:
        """Call ``OwnBoard.call`` with a number after some time."""
        ...


class WorkerBrowser:
    """The browser of an embedded board (see ``embed.browser.Browser``) as messages to the frame.

    Args:
        host: the worker's script.
        fragment: the fragment of the address, with the game.
        languages: the codes of the reader's languages.
        catalogue: the catalogue of the frame's language.
        styles: the text of the frame's style sheet.
        reduces_motion: True if the system is set to reduce motion.
    """

    def __init__(
        self,
        host: Host,
        fragment: str,
        languages: tuple[str, ...],
        catalogue: bytes,
        styles: str,
        *,
        reduces_motion: bool,
    ) -> None:
        self._host, self._fragment, self._languages = host, fragment, languages
        self._catalogue, self._styles, self._reduces_motion = catalogue, styles, reduces_motion
        self._calls: dict[int, Callable[[], None]] = {}
        self._bot: RequestWorker | None = None
        self._answer: Callable[[str], None] = lambda _text: None

    def _send(self, name: str, *values: str) -> None:
        """Send a message whose values are JSON already."""
        self._host.send(f"[{', '.join((json.dumps(name), *values))}]")

    def seed(self) -> int:
        return random.SystemRandom().getrandbits(32)

    def address(self) -> str:
        return self._fragment

    def report_unknown(self, text: str) -> None:
        """Do nothing: the frame does not show the worker's console."""

    def set_title(self, text: str) -> None:
        self._send("title", json.dumps(text))

    def mount(self, tree: str) -> None:
        self._send("mount", tree)

    def patch(self, operations: str, motions: str) -> None:
        self._send("patch", operations, motions or "[]")

    def read_styles(self, on_answer: Callable[[str], None]) -> None:
        """Answer with the frame's style sheet."""
        on_answer(self._styles)

    def send_picture(self, id: int, picture: Node) -> None:
        """Send a picture to the frame, which makes a file of it for the host page."""
        style = "".join(child.text for child in picture.children if child.tag == "style")
        children = tuple(child for child in picture.children if child.tag != "style")
        tree = node_json(picture._replace(children=children))
        self._send("picture", json.dumps(id), json.dumps(tree), json.dumps(style))

    def set_language(self, language: str, on_answer: Callable[[bytes | None], None]) -> None:
        """Answer with the catalogue that the frame has loaded, since the worker can load no other."""
        on_answer(self._catalogue)

    def set_theme(self, name: str) -> None:
        self._send("theme", json.dumps(name))

    def set_look(self, look: str) -> None:
        self._send("look", look)

    def languages(self) -> tuple[str, ...]:
        return self._languages

    def scroll_into_view(self, selector: str) -> None:
        """Ask the frame to scroll to the current move of a study. No other part scrolls."""
        self._send("scroll")

    def print(self) -> None:
        """Ask the frame to print."""
        self._send("print")

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        call_number = next(_call_numbers)
        self._calls[call_number] = callback
        self._host.later(call_number, milliseconds)

    def call(self, call_number: int) -> None:
        """Make a delayed call, unless it was for an earlier game."""
        if call := self._calls.pop(call_number, None):
            call()

    def prefers_reduced_motion(self) -> bool:
        return self._reduces_motion

    def think(self, request: str, on_answer: Callable[[str], None]) -> None:
        """Choose actions in slices, so that the worker can handle events between them."""
        if self._bot is None:
            self._bot = RequestWorker()
        if not self._bot.is_busy:
            self.call_later(self._continue_thinking, 0)
        self._bot.start(request)
        self._answer = on_answer

    def _continue_thinking(self) -> None:
        if self._bot is None or not self._bot.is_busy:
            return
        text = self._bot.step(_SLICE_MS)
        if isinstance(parse_answer(text), Progress):
            self.call_later(self._continue_thinking, 0)
        else:
            self._answer(text)

    def stop_thinking(self, *, release: bool) -> None:
        if self._bot:
            self._bot.cancel()

    def post(self, message: str) -> None:
        self._send("post", message)

    def set_origin(self, origin: str) -> None:
        """Do nothing: the frame itself knows the host page."""


class OwnBoard:
    """A board for the game in a file of the host page.

    Args:
        host: the worker's script.
        settings: JSON with ``fragment``, the fragment of the frame's address, ``languages``, ``styles`` and
            ``reducesMotion``.
        catalogue: the catalogue of the frame's language; empty for English.
    """

    def __init__(self, host: Host, settings: str, catalogue: bytes) -> None:
        self._host, self._settings, self._catalogue = host, json.loads(settings), catalogue
        self._package: Package[Any, Any] | None = None
        self._browser: WorkerBrowser | None = None
        self._controller: Controller | None = None
        self._file_name = self._text = ""
        self._error: SourceError | None = None
        self._check: Generator[int, None, tuple[Fault, ...]] | None = None
        use_catalogue(catalogue)

    def load(self, text: str, file_name: str) -> None:
        """Start the game of a file in place of an earlier game. If the file has an error, show the error."""
        self._file_name, self._text = file_name, text
        self._controller = self._error = self._check = None
        if self._package:
            remove_package(self._package.id)
            self._package = None
        with self._report_errors():
            package = load_source(text, file_name, SAFE_MODULES)
            add_package(package)
            self._package = package
            browser = WorkerBrowser(
                self._host,
                _replace_file_in_fragment(self._settings["fragment"], package.id),
                tuple(self._settings["languages"]),
                self._catalogue,
                self._settings["styles"],
                reduces_motion=self._settings["reducesMotion"],
            )
            controller = Controller(browser, browser.send_picture)
            self._browser, self._controller = browser, controller
            controller.start(lambda: None)

    def handle(self, kind: str, name: str, value: str) -> None:
        """Handle an event of the page (see ``Controller.handle``).

        If the file has an error, the board answers the calls of the host page with the error.
        """
        if self._controller is None or self._package is None:
            if kind == "message" and self._error:
                self._reject_message(json.loads(name), self._error)
            return
        with self._report_errors():
            if kind == "message":
                message = json.loads(name)
                if message.get("type") == "check":
                    self._start_check(self._package)
                    return
                name = _add_game_id(name, message, self._package.id)
            self._controller.handle(kind, name, value)

    def _reject_message(self, message: Mapping[str, Any], error: SourceError) -> None:
        if message.get("type") in ("look", "resume"):
            return
        self._post(messages.error_message(error, line=error.line))
        if message.get("type") == "picture":
            self._post(messages.no_picture_message(message.get("id", 0), str(error)))

    def _start_check(self, package: Package[Any, Any]) -> None:
        """Check the game in slices, then send the event ``checked`` with the faults. Cancel an earlier check."""
        assert self._browser is not None
        browser, positions = self._browser, 0
        steps = self._check = check_steps(package)

        def continue_check() -> None:
            nonlocal positions
            slice_end = perf_counter() + _SLICE_MS / 1_000
            while self._check is steps and perf_counter() < slice_end:
                try:
                    positions = next(steps)
                except StopIteration as stop:
                    self._check = None
                    faults = [_format_fault(fault) for fault in stop.value]
                    browser.post(messages.checked_message(faults, positions))
            if self._check is steps:
                browser.call_later(continue_check, 0)

        continue_check()

    def call(self, call_number: int) -> None:
        """Make a delayed call."""
        if self._controller is None or self._browser is None:
            return
        with self._report_errors():
            self._browser.call(call_number)

    @contextmanager
    def _report_errors(self) -> Iterator[None]:
        """Replace the board with an error page if the code in the block raises an error."""
        try:
            yield
        except BaseException as error:  # a file may also raise SystemExit
            self._controller, self._error = None, source_error(error, self._file_name, self._text)
            self._show_error(self._error)

    def _show_error(self, error: SourceError) -> None:
        page = node_json(problem_page(with_full_stop(str(error))))  # the name of a file keeps its small letters
        self._post(messages.ready_message(None))
        self._post(messages.error_message(error, line=error.line))
        self._host.send(json.dumps(["mount", page]))

    def _post(self, message: str) -> None:
        self._host.send(f'["post", {message}]')


def start(host: Host, settings: str, catalogue: Buffer) -> OwnBoard:
    """Return a board for the worker's script; see ``OwnBoard``."""
    return OwnBoard(host, settings, catalogue.to_bytes())


def _replace_file_in_fragment(fragment: str, game: str) -> str:
    """Replace the game's file in an address fragment with the game's id."""
    parts = [part for part in fragment.removeprefix("#").split("&") if part.partition("=")[0] not in _FRAME_NAMES]
    return "&".join((f"game={game}", *filter(None, parts)))


def _format_fault(fault: Fault) -> dict[str, str | int]:
    """Return the fields of a fault for the event, with its texts shortened, since they may quote long texts."""
    return {
        "message": fault.message[:MAX_TEXT_LENGTH],
        "line": fault.line,
        "position": fault.position[:MAX_TEXT_LENGTH],
    }


def _add_game_id(text: str, message: Mapping[str, Any], game: str) -> str:
    """Add the id of the game to a message that shows another board.

    Args:
        text: the message as JSON.
        message: the message.
        game: the id.
    """
    parameters = message.get("parameters")
    if message.get("type") != "show" or not isinstance(parameters, Mapping):
        return text
    other_parameters = {name: part for name, part in parameters.items() if name not in _FRAME_NAMES}
    return json.dumps({**message, "parameters": {**other_parameters, "game": game}})
