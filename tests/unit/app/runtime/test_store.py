"""Test that the model has one owner, that only effects reach the browser, and that updates read only values."""

from __future__ import annotations

import ast
import dataclasses
from datetime import date
from typing import Any, get_args, get_type_hints

import pytest

from ruleboard.app import context, shared
from ruleboard.app.effects import Effect
from ruleboard.app.shared import Shared
from ruleboard.app.storage.documents import DocumentStore
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.studies import StudyStore
from tools.fake_browser import Tab
from tools.setup import ROOT

APP_FOLDER = ROOT / "py/ruleboard/app"
RUNTIME_FOLDER = APP_FOLDER / "runtime"


def find_assignments(name: str) -> list[str]:
    """Return the places in the app that assign an attribute, as ``module:line``."""
    return [
        f"{path.relative_to(APP_FOLDER)}:{node.lineno}"
        for path in APP_FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr == name
    ]


def test_one_place_assigns_the_model() -> None:
    (place,) = find_assignments("_model") + find_assignments("model")
    assert place.startswith("runtime/app.py:")


def test_effects_are_few() -> None:
    assert len(get_args(Effect)) <= 20


def test_no_part_of_the_app_holds_the_app() -> None:
    """No part of the app refers to the whole app. Parts get only the callbacks that they need."""
    parameters = {
        f"{path.name}:{argument.arg}"
        for path in RUNTIME_FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
        for argument in node.args.args
        if argument.annotation is not None and ast.unparse(argument.annotation) == "App"
    }
    assert not parameters


def test_context_holds_values_only() -> None:
    """Every field of the context, and of the values in it, is a frozen value and not a service."""
    services = (GameStore, StudyStore, DocumentStore, context.Device, context.Services)
    for holder, module in ((context.Context, context), (Shared, shared)):
        assert dataclasses.is_dataclass(holder)
        hints = get_type_hints(holder, vars(module))
        assert not [name for name, hint in hints.items() if {hint, *get_args(hint)} & {*services}]
    values: list[Any] = [Tab().controller._app.context, Tab().controller.model]
    while values:
        value = values.pop()
        if dataclasses.is_dataclass(value):
            assert value.__dataclass_params__.frozen, type(value)  # type: ignore[attr-defined]
            values += [getattr(value, part.name) for part in dataclasses.fields(value)]
        else:
            assert value is None or isinstance(value, str | int | tuple | frozenset | dict | date), type(value)


@pytest.mark.parametrize("event", [("shake", "a1", ""), ("do", "play.fly", ""), ("do", "settings.choose.theme", "red")])
def test_unknown_event_message_or_value_is_reported_and_ignored(event: tuple[str, str, str]) -> None:
    tab = Tab(address="#/settings")
    model = tab.controller.model
    with pytest.raises(AssertionError, match="unknown"):
        tab.send(*event)
    tab.browser.ignores_unknown = True
    tab.send(*event)
    assert tab.controller.model == model
