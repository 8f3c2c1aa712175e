"""Test rules about the app's source that import-linter cannot check."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.setup import ROOT

PACKAGE_FOLDERS = ("py/ruleboard/app", "py/ruleboard/embed")
MODULES = [path for package in PACKAGE_FOLDERS for path in sorted((ROOT / package).rglob("*.py"))]
BROWSER_MODULE = ROOT / "py/ruleboard/app/browser/web.py"
"""The only module that uses JavaScript objects, whose attributes have no types."""


def iter_calls(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line number and the name of every function call in a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Attribute(attr=name) | ast.Name(id=name):
                    yield node.lineno, name


def find_modules_calling(*names: str) -> set[str]:
    call_sites = {(path, line, name) for path in MODULES for line, name in iter_calls(path) if name in names}
    return {f"{path.relative_to(ROOT)}:{line}: {name}" for path, line, name in call_sites if path != BROWSER_MODULE}


def test_app_modules_are_enumerated() -> None:
    assert len(MODULES) > 80
    assert find_modules_calling("public_state")


def test_only_timeline_provides_hidden_views() -> None:
    """Only ``Timeline`` calls ``Game.view`` and ``Game.is_hidden_decision``.

    Two pages have other methods named ``view``.
    """
    pages = ("py/ruleboard/app/runtime/", "py/ruleboard/embed/controller.py")
    assert not {call for call in find_modules_calling("view", "is_hidden_decision") if not call.startswith(pages)}
    methods = {
        f"{path.name}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and node.attr in ("view", "is_hidden_decision")
        and ast.unparse(node.value).endswith("game")
    }
    assert not methods


@pytest.mark.parametrize("name", ["getattr", "hasattr", "setattr"])
def test_attributes_are_accessed_statically(name: str) -> None:
    """Only the tables of choices, settings and parameters, whose keys are field names, access attributes by name."""
    tables = (
        "py/ruleboard/app/ui/choices.py",
        "py/ruleboard/app/storage/preferences.py",
        "py/ruleboard/embed/parameters.py",
    )
    assert not {call for call in find_modules_calling(name) if not (name == "getattr" and call.startswith(tables))}
