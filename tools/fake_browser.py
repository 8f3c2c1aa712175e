"""A simulated browser with storage, storage errors, a history of addresses, and a page that the app patches.

All tabs of a browser share a ``Storage``. A ``Tab`` runs the app's controller. Tests act on the page of the tab, and
clicks on missing or disabled buttons fail. After every event the tab checks that the patched page equals the view of
the model.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.app.board.table import Table
from ruleboard.app.library.session import NotFoundPage
from ruleboard.app.messages import Update
from ruleboard.app.routes import parse_route
from ruleboard.app.runtime.controller import Controller
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.app.runtime.prerender import prerendered_home
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.summaries import KEY_PREFIX as SUMMARY
from ruleboard.engine.record import parse_record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.i18n import current_catalog
from ruleboard.registry import GAMES
from ruleboard.scene.diff import node_json
from ruleboard.scene.marks import Motion
from ruleboard.scene.node import Node
from ruleboard.thinking.messages import Request, parse_request
from ruleboard.thinking.request_worker import RequestWorker
from tools.catalogue import compile_language
from tools.setup import ROOT
from tools.styles import bundle_styles

FRESH_VIEW_INTERVAL = 4
"""The interval of checks that compare the page with a fresh view instead of the last drawing."""

LATER_MS = 3_600_000
"""A time in milliseconds that is long enough to answer any request."""

_PRERENDERED_HOME = marshal.dumps(
    node_json(prerendered_home())
)  # made before any catalogue is in use; read in half of the time of JSON
Element = list[Any]
"""An element of the page: ``[tag, attributes, children or text]``."""


@lru_cache(maxsize=1)
def _bundle_styles() -> str:
    """Return the style sheet that the build would write."""
    return bundle_styles(ROOT / "static" / "css")


class Storage:
    """The localStorage of a browser, which all tabs share.

    Attributes:
        texts: the stored texts by key, without the summaries of games.
        summaries: the summaries of games by key, which the app can compute from the texts.
        has_room: True if the storage has room for more texts.
        is_open: True if pages may use the storage.
        stores: the stores of the tabs. A store gets an event for each change that another tab makes.
    """

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self.texts = dict(texts or {})
        self.summaries: dict[str, str] = {}
        self.has_room = True
        self.is_open = True
        self.stores: list[FakeStore] = []

    def clear(self) -> None:
        """Remove all texts without sending events, like the browser command that clears site data."""
        self.texts.clear()
        self.summaries.clear()

    def texts_with_key(self, key: str) -> dict[str, str]:
        """Return the dictionary in which texts with this key belong: ``summaries`` or ``texts``."""
        return self.summaries if key.startswith(SUMMARY) else self.texts


class FakeStore:
    """The storage in one tab. It behaves like ``web.LocalStore``.

    Attributes:
        storage: the browser's storage.
        is_durable: True if the storage outlives the page.
        events: the keys and texts that other tabs have changed, of which the page has not been notified yet.
    """

    def __init__(self, storage: Storage, *, is_durable: bool = True) -> None:
        self.storage = storage
        self.is_durable = is_durable
        self.events: list[tuple[str, str]] = []
        storage.stores.append(self)

    def get(self, key: str) -> str | None:
        return self.storage.texts_with_key(key).get(key) if self.storage.is_open else None

    def set(self, key: str, text: str) -> None:
        if not self.storage.is_open or not self.storage.has_room:
            raise StoreFull("QuotaExceededError")
        texts = self.storage.texts_with_key(key)
        if texts.get(key) != text:
            texts[key] = text
            self._notify_others(key, text)

    def remove(self, key: str) -> None:
        texts = self.storage.texts_with_key(key)
        if self.storage.is_open and key in texts:
            del texts[key]
            self._notify_others(key, "")

    def __iter__(self) -> Iterator[str]:
        return iter([*self.storage.texts, *self.storage.summaries] if self.storage.is_open else [])

    def _notify_others(self, key: str, text: str) -> None:
        for store in self.storage.stores:
            if store is not self:
                store.events.append((key, text))


class FakeBrowser:
    """An implementation of ``protocol.Browser`` that records all calls.

    Attributes:
        store: the storage of this tab.
        history: the addresses in the tab's history.
        history_index: the index of the current address in ``history``, from 0.
        pending_addresses: the addresses of hashchange events that the page has not received yet.
        followed_addresses: the addresses passed to ``go_lazily``.
        page: the root element.
        mount_count: the number of calls of ``mount``.
        motions: the animations in all patches.
        pending_calls: the scheduled callbacks that wait for idle time.
        is_persistent: the browser's answer to ``query_persistence``.
        has_reduced_motion: True if the system is set to reduce motion.
        matching_queries: the media queries that match.
        is_clipboard_allowed: True if the page may write to the clipboard.
        can_share_links: True if the system has a dialog for sharing links.
        can_draw_png: True if pictures can be drawn as PNG files.
        preferred_language: the language that the setting "system" selects.
        pending_catalogues: the requests for catalogues that are not answered yet.
        is_online: True if catalogues can be loaded.
        page_url: the page's URL without its fragment.
        request_worker: the object that answers requests for actions. Tests may replace its games.
        ignores_unknown: True if the app may receive unknown messages, events and values.
        requests: the requests so far.
        releases: the number of times that the app has released the worker.
    """

    def __init__(self, store: FakeStore, address: str) -> None:
        self.store = store
        self.history = [address]
        self.history_index = 0
        self.pending_addresses: list[str] = []
        self.followed_addresses: list[str] = []
        self.page: Element = ["", {}, ""]
        self.mount_count = 0
        self.motions: list[Any] = []
        self.downloads: list[tuple[str, str, str]] = []
        self.titles: list[str] = []
        self.themes: list[str] = []
        self.scrolled_to: list[str] = []
        self.glances: list[tuple[str, str]] = []
        self.pending_calls: list[Callable[[], None]] = []
        self.is_persistent: bool | None = False
        self.persistence_requested = False
        self.updates_applied = 0
        self.has_reduced_motion = False
        self.matching_queries: set[str] = set()
        self.is_clipboard_allowed = True
        self.copied: list[str] = []
        self.prints = 0
        self.page_url = "https://example.org/play/index.html"
        self.can_share_links = False
        self.shared: list[tuple[str, str]] = []
        self.pngs: list[tuple[str, str]] = []
        self.can_draw_png = True
        self.preferred_language = "en"
        self.language = ""
        self.pending_catalogues: list[Callable[[], None]] = []
        self.is_online = True
        self.seconds = 0
        self.clock = 0
        self.signals: list[tuple[str, bool, bool]] = []
        self.seeds = 0
        self.request_worker = RequestWorker()
        self.ignores_unknown = False
        self.requests: list[Request] = []
        self.releases = 0
        self._answer: Callable[[str], None] = lambda text: None

    def now(self) -> str:
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        return f"2026-01-{1 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:{seconds:02}Z"

    def milliseconds(self) -> int:
        return self.clock

    def signal(self, names: str, *, plays_sound: bool, vibrates: bool) -> None:
        self.signals.append((names, plays_sound, vibrates))

    def seed(self) -> int:
        self.seeds += 1
        return self.seeds

    def address(self) -> str:
        return self.history[self.history_index]

    def go(self, address: str, *, replace: bool = False) -> None:
        if replace:
            self.history[self.history_index] = address
        elif address != self.address():
            self.history[self.history_index + 1 :] = [address]
            self.history_index += 1
            self.pending_addresses.append(address)

    def go_lazily(self, address: str) -> None:
        self.followed_addresses.append(address)
        self.go(address, replace=True)

    def go_back(self) -> None:
        self.history_index -= 1
        self.pending_addresses.append(self.address())

    def site(self) -> str:
        return self.page_url

    def adopt_prerendered(self, tree: str) -> bool:
        self.mount_count += 1
        self.page = marshal.loads(_PRERENDERED_HOME)
        return True

    def mount(self, tree: str) -> None:
        self.mount_count += 1
        self.page = json.loads(tree)

    def patch(self, operations: str, motions: str) -> None:
        for name, *arguments in json.loads(operations):
            _OPERATIONS[name](self, *arguments)
        if motions:
            self.motions.append(json.loads(motions))

    def scroll_into_view(self, selector: str) -> None:
        self.scrolled_to.append(selector)

    def glance(self, selector: str, then: str) -> None:
        self.glances.append((selector, then))

    def set_title(self, text: str) -> None:
        self.titles.append(text)

    def set_theme(self, name: str) -> None:
        self.themes.append(name)

    def set_language(self, language: str, on_answer: Callable[[bytes | None], None]) -> None:
        self.language = self.preferred_language if language == "system" else language
        if self.language == "en":
            on_answer(b"")
        else:
            self.pending_catalogues.append(
                lambda: on_answer(compile_language(self.language) if self.is_online else None)
            )

    def deliver_catalogues(self) -> None:
        """Deliver all requested catalogues."""
        while self.pending_catalogues:
            self.pending_catalogues.pop(0)()

    def prefers_reduced_motion(self) -> bool:
        return self.has_reduced_motion

    def matches(self, query: str) -> bool:
        return query in self.matching_queries

    def download(self, name: str, kind: str, text: str) -> None:
        self.downloads.append((name, kind, text))

    def download_png(self, name: str, picture: str, on_answer: Callable[[bool], None]) -> None:
        self.pngs.append((name, picture))
        self.pending_calls.append(lambda: on_answer(self.can_draw_png))

    def read_styles(self, on_answer: Callable[[str], None]) -> None:
        self.pending_calls.append(lambda: on_answer(_bundle_styles() if self.is_online else ""))

    def copy(self, field: str, on_answer: Callable[[bool], None]) -> None:
        (input_field,) = [element for element in walk(self.page) if element[1].get("id") == field]
        if self.is_clipboard_allowed:
            self.copied.append(input_field[2])
        self.pending_calls.append(lambda: on_answer(self.is_clipboard_allowed))

    def can_share(self) -> bool:
        return self.can_share_links

    def share(self, title: str, address: str) -> None:
        self.shared.append((title, address))

    def print(self) -> None:
        self.prints += 1

    def query_persistence(self, on_answer: Callable[[bool | None], None], *, requests_first: bool) -> None:
        self.persistence_requested = self.persistence_requested or requests_first
        on_answer(self.is_persistent)

    def think(self, request: str, on_answer: Callable[[str], None]) -> None:
        self.requests.append(parse_request(request))
        self._answer = on_answer
        self.request_worker.start(request)

    def stop_thinking(self, *, release: bool) -> None:
        self.request_worker.cancel()
        self.releases += release

    def show_progress(self) -> None:
        """Run one step of the current request, and send its progress, or the reply after the last step."""
        if self.request_worker.is_busy:
            self._answer(self.request_worker.step(0))

    def answer_request(self) -> bool:
        """Answer the current request. Return False if there is no current request."""
        text = ""
        while self.request_worker.is_busy:
            text = self.request_worker.step(LATER_MS)
        if text:
            self._answer(text)
        return text != ""

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        self.pending_calls.append(callback)

    def apply_update(self) -> None:
        self.updates_applied += 1

    def report_unknown(self, text: str) -> None:
        assert self.ignores_unknown, f"unknown {text}"

    # --- patches: the reference for static/page/dom.js -----------------------------------------------------------

    def _find(self, path: list[int]) -> Element:
        element = self.page
        for index in path:
            element = element[2][index]
        return element

    def _children(self, path: list[int]) -> list[Element]:
        parent = self._find(path)
        if parent[2] == "":
            parent[2] = []
        assert isinstance(parent[2], list), "a text has no children"
        return parent[2]

    def _attr(self, path: list[int], name: str, value: str | None) -> None:
        attributes = self._find(path)[1]
        if value is None:
            del attributes[name]
        else:
            attributes[name] = value

    def _text(self, path: list[int], text: str) -> None:
        element = self._find(path)
        assert element[2] in ("", []) or isinstance(element[2], str), "a text would wipe out children"
        element[2] = text

    def _insert(self, path: list[int], index: int, element: Element) -> None:
        children = self._children(path)
        assert 0 <= index <= len(children)
        children.insert(index, element)

    def _remove(self, path: list[int], index: int) -> None:
        del self._children(path)[index]

    def _move(self, path: list[int], start: int, end: int) -> None:
        children = self._children(path)
        assert start != end
        assert 0 <= end < len(children)
        children.insert(end, children.pop(start))

    def _replace(self, path: list[int], element: Element) -> None:
        if path:
            self._find(path[:-1])[2][path[-1]] = element
        else:
            self.page = element


_OPERATIONS: dict[str, Callable[..., None]] = {
    "attr": FakeBrowser._attr,
    "text": FakeBrowser._text,
    "insert": FakeBrowser._insert,
    "remove": FakeBrowser._remove,
    "move": FakeBrowser._move,
    "replace": FakeBrowser._replace,
}


class WatchedController(Controller):
    """The app's controller, which stores the model, the page and the catalogue of its last drawing."""

    last_drawing: tuple[Model, Node, NullTranslations] | None = None

    def draw(self, motions: Sequence[Motion] | None = None) -> None:
        super().draw(motions)
        if self._screen._page is not None:
            self.last_drawing = self.model, self._screen._page, current_catalog()


class Tab:
    """A tab that runs the app. Its methods act like a user."""

    def __init__(
        self,
        storage: Storage | None = None,
        address: str = "",
        *,
        is_durable: bool = True,
        preferred_language: str = "en",
        is_online: bool = True,
        check_interval: int = 1,
    ) -> None:
        """Open the app at an address.

        Args:
            storage: the browser's storage; by default a new one.
            address: the fragment of the URL.
            is_durable: True if the storage outlives the page.
            preferred_language: the language that the browser prefers.
            is_online: True if the tab can load catalogues.
            check_interval: the number of events between two checks of the page.
        """
        self.check_interval, self.events, self.checks = check_interval, 0, 0
        self.storage = storage or Storage()
        self.browser = FakeBrowser(FakeStore(self.storage, is_durable=is_durable), address)
        self.controller = WatchedController(self.browser)
        self.browser.preferred_language = preferred_language
        self.browser.is_online = is_online
        self.controller.start()
        self.browser.deliver_catalogues()
        self.check()

    # --- input -----------------------------------------------------------------------------------------------

    def send(self, kind: str, name: str, value: str = "") -> None:
        """Send an event to the controller (see static/page/dispatch.js), then the events that new addresses cause."""
        self.controller.handle(kind, name, value)
        while self.browser.pending_addresses:
            self.controller.handle("address", self.browser.pending_addresses.pop(0))
        self.browser.deliver_catalogues()
        self.check()

    def touch(self, *targets: str) -> None:
        """Touch targets in the given order."""
        for target in targets:
            self.send("touch", target)

    def play(self, text: str) -> None:
        """Play actions, such as ``"a1-a4 @d1-e2 end"``, by touching their targets."""
        for action in text.split():
            self.touch(*(["do:end"] if action == "end" else action.removeprefix("@").split("-")))

    def key(self, name: str) -> None:
        """Press a key."""
        self.send("key", name)

    def click(self, do: str, value: str | None = None) -> None:
        """Click the first enabled button that has this ``data-do`` and this value (None for any value)."""
        for button in self.all("button"):
            attributes = button[1]
            if (
                attributes.get("data-do") == do
                and "disabled" not in attributes
                and value in (None, attributes.get("data-value", ""))
            ):
                self.send("do", do, attributes.get("data-value", ""))
                return
        raise AssertionError(f"there is no button for {do} {value or ''} in: {self.text}")

    def submit(self, do: str, **fields: str) -> None:
        """Fill in some fields of a form and submit it. All other fields keep their values."""
        form = next(form for form in self.all("form") if form[1].get("data-do") == do)
        field_values = {}
        for field in walk(form):
            if "name" in field[1] and (field[1].get("type") != "radio" or "checked" in field[1]):
                field_values[field[1]["name"]] = field[1].get("value", "") if field[0] == "input" else field[2]
        assert all(name.replace("_", "-") in field_values for name in fields), f"{fields} in {field_values}"
        field_values |= {name.replace("_", "-"): value for name, value in fields.items()}
        self.send("do", do, json.dumps(field_values))

    def change(self, do: str, value: str) -> None:
        """Change a field that takes effect immediately, such as a radio button."""
        fields = [field for field in self.all() if field[1].get("data-do") == do and field[1].get("data-on")]
        assert fields, f"there is no field for {do}"
        if fields[0][1].get("type") == "radio":
            assert value in [field[1]["value"] for field in fields]
        self.send("do", do, value)

    def visit(self, address: str) -> None:
        """Open an address, as a link does."""
        self.browser.go(address)
        while self.browser.pending_addresses:
            self.send("address", self.browser.pending_addresses.pop(0))

    def back(self, step_count: int = 1) -> None:
        """Go back ``step_count`` entries in the tab's history, or forward if ``step_count`` is negative."""
        self.browser.history_index -= step_count
        assert 0 <= self.browser.history_index < len(self.browser.history)
        self.send("address", self.browser.address())

    def receive_storage_events(self) -> None:
        """Handle the storage events that other tabs caused."""
        store = self.browser.store
        while store.events:
            self.send("stored", *store.events.pop(0))

    def idle(self) -> None:
        """Run all callbacks that wait for idle time."""
        for _ in range(1000):
            if not self.browser.pending_calls:
                return
            self.browser.pending_calls.pop(0)()
            self.check()
        raise AssertionError("callbacks add further ones without end")

    def think(self) -> None:
        """Let the worker answer the current request."""
        assert self.browser.answer_request(), "nobody has asked for a choice of actions"
        while self.browser.pending_addresses:
            self.controller.handle("address", self.browser.pending_addresses.pop(0))
        self.check()

    def reload(self) -> Tab:
        """Open a new tab with the same address and storage."""
        if self.browser.store in self.storage.stores:
            self.storage.stores.remove(self.browser.store)
        return Tab(self.storage, self.browser.address(), is_durable=self.browser.store.is_durable)

    def set_table(self, table: Table) -> None:
        """Show a new state of the open game."""
        app = self.controller._app
        app.apply(Update(self.play_page.with_table(table), app.model.shared))

    # --- output ----------------------------------------------------------------------------------------------

    def all(self, tag: str = "") -> list[Element]:
        """Return all elements of the page, or all elements with a tag name."""
        elements = list(walk(self.browser.page))
        return [element for element in elements if element[0] == tag] if tag else elements

    @property
    def text(self) -> str:
        """All texts on the page, including texts that only screen readers read."""
        return " | ".join(element[2] for element in self.all() if isinstance(element[2], str) and element[2])

    def shows(self, do: str, value: str | None = None) -> bool:
        """Return True if an enabled button has this ``data-do`` and this value (None for any value)."""
        return any(
            button[1].get("data-do") == do
            and "disabled" not in button[1]
            and value in (None, button[1].get("data-value", ""))
            for button in self.all("button")
        )

    @property
    def buttons(self) -> set[str]:
        """The ``data-do`` attributes of all enabled buttons."""
        enabled_buttons = [button[1] for button in self.all("button") if "disabled" not in button[1]]
        return {attributes["data-do"] for attributes in enabled_buttons if "data-do" in attributes}

    @property
    def targets(self) -> list[str]:
        """The targets of the buttons next to the board, such as "do:end"."""
        return [button[1]["data-target"] for button in self.all("button") if "data-target" in button[1]]

    @property
    def notices(self) -> list[str]:
        """The texts of all notices."""
        (notice_box,) = [element for element in self.all("div") if element[1].get("class") == "notices"]
        return [element[2] for element in walk(notice_box) if element[0] == "p"]

    @property
    def main(self) -> str:
        """The CSS class that identifies the page, such as "page-home"."""
        return str(self.browser.page[1]["class"].split()[1])

    @property
    def announcement(self) -> str:
        """The text of the ARIA live region."""
        (live_region,) = [element for element in self.all("p") if element[1].get("id") == "live"]
        return str(live_region[2])

    @property
    def not_found_message(self) -> str:
        """The message that the app shows if it has no page for the address; empty on any other page."""
        page = self.controller.model.page
        return page.reason if isinstance(page, NotFoundPage) else ""

    @property
    def play_page(self) -> PlayPage:
        """The model of the page with the open game."""
        assert isinstance(self.controller.model.page, PlayPage), self.text
        return self.controller.model.page

    @property
    def timeline(self) -> Timeline[Any]:
        """The timeline of the open game."""
        return self.play_page.table.timeline

    @property
    def game_id(self) -> str:
        """The id of the open game."""
        return self.play_page.table.id

    @property
    def position(self) -> str:
        """The position text of the only board on the page."""
        (board,) = [svg for svg in self.all("svg") if "data-position" in svg[1]]
        return str(board[1]["data-position"])

    @property
    def stored_timeline(self) -> Timeline[Any]:
        """The timeline of the open game as it is stored."""
        return replay_text(self.storage.texts[KEY_PREFIX + self.game_id])

    # --- invariants ------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Count an event, and check the page after every ``check_interval`` events."""
        self.events += 1
        if self.events % self.check_interval == 0:
            self.check_page()

    def check_page(self) -> None:
        """Check that the page equals the view, the address equals the route, and the game is saved."""
        model = self.controller.model
        assert has_same_content(self.browser.page, self._last_page() or page_view(model))
        assert self.browser.mount_count == 1
        assert parse_route(self.browser.address()) == model.shared.route or self.browser.pending_addresses
        table = self.controller.table
        if table and table.saving.is_unsaved:
            assert KEY_PREFIX + self.game_id not in self.storage.texts, (
                "a game without an action of its player is not saved"
            )
        elif table and not table.saving.is_in_other_tab and self.storage.is_open:
            self.check_stored_game()

    def _last_page(self) -> Node | None:
        """Return the page that the controller drew last, if the model and the language have not changed since.

        Sometimes the method returns None instead, to force a new view.
        """
        self.checks += 1
        last_drawing, now = self.controller.last_drawing, self.controller.model
        if last_drawing is None or self.checks % FRESH_VIEW_INTERVAL == 0:
            return None
        model, node, language = last_drawing
        return node if model is now and language is current_catalog() else None

    @property
    def waits_for_room(self) -> bool:
        """True if the app cannot save the open game until the storage has room."""
        entry = self.controller.library.entry(self.game_id)
        return entry is not None and entry.text != self.storage.texts.get(KEY_PREFIX + self.game_id)

    def check_stored_game(self) -> None:
        """Check that the stored game, or the game that waits for room in the storage, equals the open game."""
        library = self.controller.library
        if not library.is_up_to_date(self.game_id):
            return  # another tab has changed the game, which this tab notices from the event or when it saves
        entry = library.entry(self.game_id)
        saved_timeline = replay_text(entry.text) if entry and self.waits_for_room else self.stored_timeline
        displayed_timeline = self.timeline
        assert (saved_timeline.states, saved_timeline.entries, saved_timeline.ply) == (
            displayed_timeline.states,
            displayed_timeline.entries,
            displayed_timeline.ply,
        )
        assert saved_timeline.record.players == displayed_timeline.record.players
        assert saved_timeline.record.meta.get("title") == displayed_timeline.record.meta.get("title")


@lru_cache(maxsize=8)
def replay_text(text: str) -> Timeline[Any]:
    """Parse the stored text of a game and replay it."""
    return replay(parse_record(text), GAMES)


def walk(element: Element) -> Iterator[Element]:
    """Yield an element and all its descendants."""
    stack = [element]
    while stack:
        current_element = stack.pop()
        yield current_element
        if isinstance(current_element[2], list):
            stack.extend(reversed(current_element[2]))


def has_same_content(element: Element, node: Node) -> bool:
    """Return True if an element equals a node. The children of each node must have different keys."""
    tag, attrs, content = element
    if tag != node.tag or attrs != node.attrs:
        return False
    if not node.children:
        return (content or "") == node.text
    keys = [(child.tag, child.key) for child in node.children if child.key]
    assert len(keys) == len(set(keys)), "siblings with the same key"
    return len(content) == len(node.children) and all(map(has_same_content, content, node.children))


def begin_sensei(storage: Storage | None = None, mode: str = "arashi", green: str = "", red: str = "") -> Tab:
    """Open a tab and start a new game of Sensei in it."""
    tab = Tab(storage, "#/new/sensei")
    tab.change("new_game.option.mode", mode)
    tab.submit("new_game.begin", name_0=green, name_1=red)
    return tab
