"""Test the imports between the modules of the app."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from tools.setup import ROOT

PACKAGE = "ruleboard.app"
APP_FOLDER = ROOT / "py" / "ruleboard" / "app"


def iter_imported_names(text: str) -> Iterator[str]:
    """Yield the dotted names that a source text imports, both at run time and for the type checker."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module


def import_graph(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Return, for each module, the modules that it imports.

    Args:
        texts: the source texts of the modules by their dotted names.
    """
    return {module: set(iter_imported_names(text)) & texts.keys() - {module} for module, text in texts.items()}


def import_cycle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the modules of an import cycle in order, or an empty list if the graph has no cycle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def read_app_modules() -> dict[str, str]:
    """Return the source texts of the app's modules by their dotted names."""
    return {
        ".".join((PACKAGE, *file.relative_to(APP_FOLDER).with_suffix("").parts)): file.read_text(encoding="utf-8")
        for file in APP_FOLDER.rglob("*.py")
        if file.name != "__init__.py"
    }


def test_import_for_type_checker_counts_as_cycle() -> None:
    texts = {
        "app.table": "from app.guide import Mistake",
        "app.guide": "if TYPE_CHECKING:\n    from app.table import Table",
    }
    assert set(import_cycle(import_graph(texts))) == {"app.table", "app.guide"}


def test_app_has_no_import_cycle() -> None:
    assert import_cycle(import_graph(read_app_modules())) == []
