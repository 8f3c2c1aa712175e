"""Test that caches never return texts in another language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from ruleboard.i18n import _, cached_by_language, current_catalog, use_catalog

PACKAGE = Path(__file__).parents[3] / "py" / "ruleboard"
CACHE_DECORATORS = {"cache", "lru_cache", "memoized"}
"""The decorators whose keys do not include the language."""
ALL_CACHES = {*CACHE_DECORATORS, "cached_by_language"}
TRANSLATION_FUNCTIONS = {"_", "ngettext", "pgettext", "decimal"}


class CapitalTranslations(NullTranslations):
    """A language in capital letters."""

    def gettext(self, message: str) -> str:
        """Translate a text."""
        return message.upper()


@pytest.fixture
def capital_language() -> Iterator[NullTranslations]:
    """Return a catalogue in capital letters, and restore the language after the test."""
    catalog = current_catalog()
    yield CapitalTranslations()
    use_catalog(catalog)


def test_results_are_cached_for_each_language(capital_language: NullTranslations) -> None:
    calls = []

    @cached_by_language(8)
    def format_label(number: int) -> str:
        calls.append(number)
        return f"{_('board')} {number}"

    english = current_catalog()
    texts = []
    for catalog in (english, capital_language, english, capital_language):
        use_catalog(catalog)
        texts.append((format_label(1), format_label(2)))
    assert texts == [("board 1", "board 2"), ("BOARD 1", "BOARD 2")] * 2
    assert calls == [1, 2, 1, 2]


def _name(node: ast.expr) -> str:
    """Return the name of a decorator or of the function in a call."""
    return _name(node.func) if isinstance(node, ast.Call) else node.id if isinstance(node, ast.Name) else ""


def test_functions_with_other_caches_translate_nothing() -> None:
    translating_functions = []
    cached_function_count = 0
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and CACHE_DECORATORS & set(map(_name, node.decorator_list)):
                cached_function_count += 1
                calls = {_name(call) for call in ast.walk(node) if isinstance(call, ast.Call)}
                if calls & TRANSLATION_FUNCTIONS:
                    translating_functions.append(f"{file.name}: {node.name}")
    assert cached_function_count > 100
    assert not translating_functions


def test_no_cached_function_is_generator() -> None:
    """No cached function is a generator, since the cache would return the same generator, exhausted, a second time."""
    generators = [
        f"{file.name}: {node.name}"
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.decorator_list
        if ALL_CACHES & set(map(_name, node.decorator_list))
        if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))
    ]
    assert not generators
