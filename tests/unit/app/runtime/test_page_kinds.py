"""Test that one value defines each kind of page, and that no other module checks the type of a page."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path

from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Gesture, Input, Update
from ruleboard.app.runtime.controller import Controller
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, StoredChange, Visit, kinds_by_session_type
from ruleboard.app.runtime.page_kinds import PAGE_KINDS
from ruleboard.app.ui.components import page_frame
from ruleboard.scene.node import el
from tools.fake_browser import FakeBrowser, FakeStore, Storage
from tools.setup import ROOT

RUNTIME_FOLDER = ROOT / "py/ruleboard/app/runtime"


@dataclass(frozen=True, slots=True)
class Diary:
    """A page that lists the events it receives."""

    events: tuple[str, ...] = ()


def with_event(page: Diary, event: str, context: Context) -> Update[Diary]:
    return Update(replace(page, events=(*page.events, event)), context.shared)


def enter_diary(visit: Visit) -> PageEntry | None:
    return PageEntry(Diary()) if visit.route.name == "#/diary" else None


def on_message(page: Diary, message: Input, context: Context, _services: Services) -> Update[Diary]:
    return with_event(page, f"message {message.value}", context)


def on_gesture(page: Diary, event: Gesture, context: Context, _services: Services) -> Update[Diary]:
    return with_event(page, f"{event.kind} {event.target}", context)


def on_key(page: Diary, key: str, context: Context, _services: Services) -> Update[Diary] | None:
    return with_event(page, f"key {key}", context)


def on_stored_change(page: Diary, change: StoredChange, context: Context, _services: Services) -> Update[Diary]:
    return with_event(page, f"stored {change.key}", context)


DIARY_KIND = PageKind(
    Diary,
    render=lambda shell, page, _shared: page_frame(shell, "diary", el("p", text=", ".join(page.events))),
    enter=enter_diary,
    title=lambda page: f"{len(page.events)} events",
    messages={"diary.write": on_message},
    on_gesture=on_gesture,
    on_key=on_key,
    on_stored_change=on_stored_change,
)


def test_one_value_adds_a_kind_of_page() -> None:
    browser = FakeBrowser(FakeStore(Storage()), "#/diary")
    controller = Controller(browser, kinds_by_session_type(DIARY_KIND, *PAGE_KINDS.values()))
    controller.start()
    events = [("do", "diary.write", "x"), ("touch", "a1", ""), ("key", "z", ""), ("stored", "ruleboard/1/x", "")]
    for kind, name, value in events:
        controller.handle(kind, name, value)
    page = controller.model.page
    assert isinstance(page, Diary)
    assert page.events == ("message x", "touch a1", "key z", "stored ruleboard/1/x")
    assert browser.page[1]["class"].split()[1] == "page-diary"
    assert browser.titles[-1].startswith("4 events")


def find_matched_types(path: Path) -> set[str]:
    """Return the types for which a module checks values, by ``isinstance`` or by a class pattern."""
    types: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            types |= {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
            types.add(node.cls.id)
    return types


def test_only_page_kinds_ask_for_the_type_of_a_page() -> None:
    session_types = {session_type.__name__ for session_type in PAGE_KINDS}
    modules = [path for path in (ROOT / "py/ruleboard/app").rglob("*.py") if path.parent != RUNTIME_FOLDER / "pages"]
    assert session_types & find_matched_types(RUNTIME_FOLDER / "pages/play.py")
    assert not {path.name: types for path in modules if (types := find_matched_types(path) & session_types)}
