"""A browser without a browser: shared storage with faults, an address bar, and a page that patches build.

``Storage`` is what all tabs of one browser share. ``Tab`` is a page in it with the app running: tests act through
what the tab shows (a button that is not there, or is disabled, cannot be clicked), and after everything that happens
the tab checks that what the patches have built is what the view gives.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.app.library.session import NotFound
from ruleboard.app.routes import parse_route
from ruleboard.app.runtime.controller import Controller
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.runtime.page import view
from ruleboard.app.runtime.prerender import painted
from ruleboard.app.storage.games import PREFIX
from ruleboard.app.storage.store import StoreFull
from ruleboard.engine.record import parse_record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES
from ruleboard.i18n import spoken
from ruleboard.scene.diff import tree
from ruleboard.scene.marks import Motion
from ruleboard.scene.node import Node
from tools.catalogue import compiled
from tools.setup import ROOT
from tools.styles import bundle

ANEW = 4
"""Every so many looks the page is compared with a picture made for that alone, which must not depend on the time."""

_PAINTED = json.dumps(tree(painted()))  # while English is spoken
Element = list[Any]
"""An element as the page has it: ``[tag, attributes, children or text]``."""


@lru_cache(maxsize=1)
def _styles() -> str:
    """The style sheet as the build writes it."""
    return bundle(ROOT / "static" / "css")


class Storage:
    """localStorage as all tabs of a browser see it.

    Attributes:
        texts: what is kept.
        room: whether a new text still finds room.
        open: whether the browser lets pages use it at all.
        tabs: the stores of the tabs, which are told what the others write.
    """

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self.texts = dict(texts or {})
        self.room = True
        self.open = True
        self.tabs: list[FakeStore] = []

    def clear(self) -> None:
        """What "clear site data" does: no page is told."""
        self.texts.clear()


class FakeStore:
    """The storage as one tab uses it; behaves as ``web.LocalStore``."""

    def __init__(self, storage: Storage, *, lasting: bool = True) -> None:
        self.storage = storage
        self.lasting = lasting
        self.heard: list[tuple[str, str]] = []
        storage.tabs.append(self)

    def get(self, key: str) -> str | None:
        return self.storage.texts.get(key) if self.storage.open else None

    def set(self, key: str, text: str) -> None:
        if not self.storage.open or not self.storage.room:
            raise StoreFull("QuotaExceededError")
        if self.storage.texts.get(key) != text:
            self.storage.texts[key] = text
            self._tell_others(key, text)

    def remove(self, key: str) -> None:
        if self.storage.open and key in self.storage.texts:
            del self.storage.texts[key]
            self._tell_others(key, "")

    def __iter__(self) -> Iterator[str]:
        return iter(list(self.storage.texts) if self.storage.open else [])

    def _tell_others(self, key: str, text: str) -> None:
        for other in self.storage.tabs:
            if other is not self:
                other.heard.append((key, text))


class FakeBrowser:
    """What the controller needs of a browser, recorded."""

    def __init__(self, store: FakeStore, address: str) -> None:
        self.store = store
        self.history = [address]
        self.place = 0
        self.arrivals: list[str] = []
        self.page: Element = ["", {}, ""]
        self.mounted = 0
        self.motions: list[Any] = []
        self.downloads: list[tuple[str, str, str]] = []
        self.titles: list[str] = []
        self.themes: list[str] = []
        self.revealed: list[str] = []
        self.waiting: list[Callable[[], None]] = []
        self.promise: bool | None = False
        self.asked = False
        self.updated = 0
        self.less_motion = False
        self.may_copy = True
        self.copied: list[str] = []
        self.printed = 0
        self.place_of_page = "https://example.org/play/index.html"
        self.shares = False
        self.passed_on: list[tuple[str, str]] = []
        self.painted: list[tuple[str, str]] = []
        self.paints = True
        self.prefers = "en"
        self.language = ""
        self.words: list[Callable[[], None]] = []
        self.online = True
        self.seconds = 0
        self.seeds = 0

    def now(self) -> str:
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        return f"2026-01-{1 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:{seconds:02}Z"

    def seed(self) -> int:
        self.seeds += 1
        return self.seeds

    def address(self) -> str:
        return self.history[self.place]

    def go(self, address: str, *, replace: bool = False) -> None:
        if replace:
            self.history[self.place] = address
        elif address != self.address():
            self.history[self.place + 1 :] = [address]
            self.place += 1
            self.arrivals.append(address)

    def title(self, text: str) -> None:
        self.titles.append(text)

    def adopt(self) -> bool:
        self.mounted += 1
        self.page = json.loads(_PAINTED)
        return True

    def mount(self, tree: str) -> None:
        self.mounted += 1
        self.page = json.loads(tree)

    def patch(self, operations: str, motions: str) -> None:
        for name, *rest in json.loads(operations):
            _OPERATIONS[name](self, *rest)
        if motions:
            self.motions.append(json.loads(motions))

    def theme(self, name: str) -> None:
        self.themes.append(name)

    def speak(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        self.language = self.prefers if language == "system" else language
        if self.language == "en":
            answer(b"")
        else:
            self.words.append(lambda: answer(compiled(self.language) if self.online else None))

    def hear_words(self) -> None:
        """Let the catalogues arrive that were asked for."""
        while self.words:
            self.words.pop(0)()

    def reveal(self, selector: str) -> None:
        self.revealed.append(selector)

    def download(self, name: str, kind: str, text: str) -> None:
        self.downloads.append((name, kind, text))

    def copy(self, field: str, answer: Callable[[bool], None]) -> None:
        (found,) = [element for element in walk(self.page) if element[1].get("id") == field]
        if self.may_copy:
            self.copied.append(found[2])
        self.waiting.append(lambda: answer(self.may_copy))

    def site(self) -> str:
        return self.place_of_page

    def can_share(self) -> bool:
        return self.shares

    def share(self, title: str, address: str) -> None:
        self.passed_on.append((title, address))

    def styles(self, answer: Callable[[str], None]) -> None:
        self.waiting.append(lambda: answer(_styles()))

    def paint(self, name: str, picture: str, answer: Callable[[bool], None]) -> None:
        self.painted.append((name, picture))
        self.waiting.append(lambda: answer(self.paints))

    def print(self) -> None:
        self.printed += 1

    def later(self, call: Callable[[], None], milliseconds: int) -> None:
        self.waiting.append(call)

    def persisted(self, answer: Callable[[bool | None], None], *, ask: bool) -> None:
        self.asked = self.asked or ask
        answer(self.promise)

    def update(self) -> None:
        self.updated += 1

    def calm(self) -> bool:
        return self.less_motion

    # --- the reference for patches, as static/page/dom.js carries them out ---------------------------------------

    def _find(self, path: list[int]) -> Element:
        element = self.page
        for place in path:
            element = element[2][place]
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

    def _insert(self, path: list[int], place: int, made: Element) -> None:
        children = self._children(path)
        assert 0 <= place <= len(children)
        children.insert(place, made)

    def _remove(self, path: list[int], place: int) -> None:
        del self._children(path)[place]

    def _move(self, path: list[int], start: int, end: int) -> None:
        assert end < start
        children = self._children(path)
        children.insert(end, children.pop(start))

    def _replace(self, path: list[int], made: Element) -> None:
        if path:
            self._find(path[:-1])[2][path[-1]] = made
        else:
            self.page = made


_OPERATIONS: dict[str, Callable[..., None]] = {
    "attr": FakeBrowser._attr,
    "text": FakeBrowser._text,
    "insert": FakeBrowser._insert,
    "remove": FakeBrowser._remove,
    "move": FakeBrowser._move,
    "replace": FakeBrowser._replace,
}


class WatchedController(Controller):
    """The app's controller, remembering what it has drawn last and in which language."""

    drawn: tuple[Model, Node, NullTranslations] | None = None

    def draw(self, moved: Sequence[Motion] = ()) -> None:
        super().draw(moved)
        if self._screen._shown is not None:
            self.drawn = self.model, self._screen._shown, spoken()


class Tab:
    """A tab with the app in it, and the person before it."""

    def __init__(
        self,
        storage: Storage | None = None,
        address: str = "",
        *,
        lasting: bool = True,
        prefers: str = "en",
        online: bool = True,
        every: int = 1,
    ) -> None:
        """``every`` so many things that happen it is looked whether the page is what it should be."""
        self.every, self.happened, self.looked = every, 0, 0
        self.storage = storage or Storage()
        self.browser = FakeBrowser(FakeStore(self.storage, lasting=lasting), address)
        self.controller = WatchedController(self.browser)
        self.browser.prefers = prefers
        self.browser.online = online
        self.controller.start()
        self.browser.hear_words()
        self.check()

    # --- what happens ----------------------------------------------------------------------------------------

    def hear(self, kind: str, name: str, value: str = "") -> None:
        """Something happens; then the addresses gone to are arrived at, as ``hashchange`` tells them."""
        self.controller.hear(kind, name, value)
        while self.browser.arrivals:
            self.controller.hear("address", self.browser.arrivals.pop(0))
        self.browser.hear_words()
        self.check()

    def touch(self, *targets: str) -> None:
        """Touch one target after the other."""
        for target in targets:
            self.hear("touch", target)

    def play(self, text: str) -> None:
        """Play actions by touches: ``"a1-a4 @d1-e2 end"``."""
        for action in text.split():
            self.touch(*(["do:end"] if action == "end" else action.removeprefix("@").split("-")))

    def key(self, name: str) -> None:
        """Press a key."""
        self.hear("key", name)

    def click(self, do: str, value: str | None = None) -> None:
        """Click a button that is on the page, by its ``data-do`` and perhaps its value."""
        for button in self.all("button"):
            attributes = button[1]
            if (
                attributes.get("data-do") == do
                and "disabled" not in attributes
                and value in (None, attributes.get("data-value", ""))
            ):
                self.hear("do", do, attributes.get("data-value", ""))
                return
        raise AssertionError(f"there is no button for {do} {value or ''} in: {self.text}")

    def submit(self, do: str, **fields: str) -> None:
        """Fill in a form and send it; fields not given keep what stands in them."""
        form = next(form for form in self.all("form") if form[1].get("data-do") == do)
        filled = {}
        for field in walk(form):
            if "name" in field[1] and (field[1].get("type") != "radio" or "checked" in field[1]):
                filled[field[1]["name"]] = field[1].get("value", "") if field[0] == "input" else field[2]
        assert all(name.replace("_", "-") in filled for name in fields), f"{fields} in {filled}"
        filled |= {name.replace("_", "-"): value for name, value in fields.items()}
        self.hear("do", do, json.dumps(filled))

    def change(self, do: str, value: str) -> None:
        """Change a field that acts at once: choose a radio button, leave a text, give a file."""
        fields = [field for field in self.all() if field[1].get("data-do") == do and field[1].get("data-on")]
        assert fields, f"there is no field for {do}"
        if fields[0][1].get("type") == "radio":
            assert value in [field[1]["value"] for field in fields]
        self.hear("do", do, value)

    def visit(self, address: str) -> None:
        """Follow a link, or type an address."""
        self.browser.go(address)
        while self.browser.arrivals:
            self.hear("address", self.browser.arrivals.pop(0))

    def back(self, by: int = 1) -> None:
        """Go back in the tab's history; forward with -1."""
        self.browser.place -= by
        assert 0 <= self.browser.place < len(self.browser.history)
        self.hear("address", self.browser.address())

    def listen(self) -> None:
        """Hear what other tabs have stored."""
        store = self.browser.store
        while store.heard:
            self.hear("stored", *store.heard.pop(0))

    def idle(self) -> None:
        """Let everything happen that waits for idle time."""
        for _ in range(1000):
            if not self.browser.waiting:
                return
            self.browser.waiting.pop(0)()
            self.check()
        raise AssertionError("there is no end to what is to be done later")

    def reloaded(self) -> Tab:
        """The same address in a tab that knows nothing but what is stored."""
        if self.browser.store in self.storage.tabs:
            self.storage.tabs.remove(self.browser.store)
        return Tab(self.storage, self.browser.address(), lasting=self.browser.store.lasting)

    # --- what there is to see --------------------------------------------------------------------------------

    def all(self, tag: str = "") -> list[Element]:
        """All elements of the page, of one kind if a tag is given."""
        return [element for element in walk(self.browser.page) if tag in ("", element[0])]

    @property
    def text(self) -> str:
        """All words on the page, what is only read out included."""
        return " | ".join(element[2] for element in self.all() if isinstance(element[2], str) and element[2])

    def shows(self, do: str, value: str | None = None) -> bool:
        """Whether the page has a button for this that can be clicked."""
        return any(
            button[1].get("data-do") == do
            and "disabled" not in button[1]
            and value in (None, button[1].get("data-value", ""))
            for button in self.all("button")
        )

    @property
    def buttons(self) -> set[str]:
        """What can be clicked, by ``data-do``."""
        found = [button[1] for button in self.all("button") if "disabled" not in button[1]]
        return {attributes["data-do"] for attributes in found if "data-do" in attributes}

    @property
    def targets(self) -> list[str]:
        """The page's own buttons for targets, such as "do:end"."""
        return [button[1]["data-target"] for button in self.all("button") if "data-target" in button[1]]

    @property
    def notices(self) -> list[str]:
        """What is told above the page."""
        (box,) = [element for element in self.all("div") if element[1].get("class") == "notices"]
        return [element[2] for element in walk(box) if element[0] == "p"]

    @property
    def main(self) -> str:
        """The page's name, from its class: "page-home" …"""
        return str(self.browser.page[1]["class"].split()[1])

    @property
    def announced(self) -> str:
        """What a screen reader was told last."""
        (live,) = [element for element in self.all("p") if element[1].get("id") == "live"]
        return str(live[2])

    @property
    def not_found(self) -> str:
        """Why the page asked for is not shown; empty if it is."""
        page = self.controller.model.page
        return page.reason if isinstance(page, NotFound) else ""

    @property
    def play_page(self) -> PlayPage:
        """The page of the open game."""
        assert isinstance(self.controller.model.page, PlayPage), self.text
        return self.controller.model.page

    @property
    def timeline(self) -> Timeline[Any]:
        """The open game."""
        return self.play_page.table.timeline

    @property
    def game_id(self) -> str:
        """The id of the open game."""
        return self.play_page.table.id

    @property
    def position(self) -> str:
        """The position the page shows."""
        (board,) = [svg for svg in self.all("svg") if "data-position" in svg[1]]
        return str(board[1]["data-position"])

    @property
    def stored(self) -> Timeline[Any]:
        """What is stored of the open game, replayed."""
        return replayed(self.storage.texts[PREFIX + self.game_id])

    # --- what must hold after everything ---------------------------------------------------------------------

    def check(self) -> None:
        """Look, if it is time to."""
        self.happened += 1
        if self.happened % self.every == 0:
            self.look()

    def look(self) -> None:
        """The page is what the view gives; the address names it; what seems saved is saved."""
        model = self.controller.model
        assert same(self.browser.page, self._drawn() or view(model))
        assert self.browser.mounted == 1
        assert parse_route(self.browser.address()) == model.route or self.browser.arrivals
        if model.table and model.table.fresh:
            assert PREFIX + self.game_id not in self.storage.texts, "what nobody has played is not kept"
        elif model.table and not model.table.yielded and self.storage.open:
            self.check_saved()

    def _drawn(self) -> Node | None:
        """Return what was drawn of this very model, but now and then nothing, so that it is drawn anew."""
        self.looked += 1
        drawn, now = self.controller.drawn, self.controller.model
        if drawn is None or self.looked % ANEW == 0:
            return None
        model, node, language = drawn
        return node if model is now and language is spoken() else None

    @property
    def waits(self) -> bool:
        """Whether the open game waits for room in the storage, where no other tab has changed it."""
        entry = self.controller.library.entry(self.game_id)
        return entry is not None and entry.text != self.storage.texts.get(PREFIX + self.game_id)

    def check_saved(self) -> None:
        """Storage holds the open game as it is, or else the library does."""
        library = self.controller.library
        if not library.is_current(self.game_id):
            return  # another tab has it; this one learns so when it is told, or when it next saves
        if self.waits:
            entry = library.entry(self.game_id)
            assert entry is not None
            kept, shown = replayed(entry.text), self.timeline
        else:
            kept, shown = self.stored, self.timeline
        assert (kept.states, kept.entries, kept.at) == (shown.states, shown.entries, shown.at)
        assert kept.record.players == shown.record.players
        assert kept.record.meta.get("title") == shown.record.meta.get("title")


@lru_cache(maxsize=8)
def replayed(text: str) -> Timeline[Any]:
    """The game a stored text holds."""
    return replay(parse_record(text), GAMES)


def walk(element: Element) -> Iterator[Element]:
    """An element and everything in it."""
    yield element
    if isinstance(element[2], list):
        for child in element[2]:
            yield from walk(child)


def same(element: Element, node: Node) -> bool:
    """Whether an element is what a node describes, in which no two siblings may have the same key."""
    tag, attrs, inside = element
    if tag != node.tag or attrs != node.attrs:
        return False
    if not node.children:
        return (inside or "") == node.text
    keys = [(child.tag, child.key) for child in node.children if child.key]
    assert len(keys) == len(set(keys)), "siblings with the same key"
    return len(inside) == len(node.children) and all(map(same, inside, node.children))


def begin(storage: Storage | None = None, mode: str = "arashi", green: str = "", red: str = "") -> Tab:
    """A tab at the table of a game of Sensei that was just begun."""
    tab = Tab(storage, "#/new/sensei")
    tab.change("new_game.option.mode", mode)
    tab.submit("new_game.begin", name_0=green, name_1=red)
    return tab
