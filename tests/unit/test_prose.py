"""Docstrings are noun phrases or imperatives, not clauses ("What a board shows")."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "py",
    "tools",
    "research",
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").iterdir() if path.is_dir()),
)
SOURCES = sorted((*(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")), ROOT / "dev.py"))

CLAUSE = re.compile(r"(what|where|how|why|whether|when|which|who|whom|whose)\b", re.IGNORECASE)
SECTION = re.compile(r"(Args|Attributes|Raises|Returns|Yields):")
ENTRY = re.compile(r"[\w, .*]+: (.*)")


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield all texts that stand alone, with their lines: of modules, classes, functions, constants and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def clauses(docstring: str) -> Iterator[str]:
    """Yield the beginnings of a docstring and of its entries that are clauses in place of a noun."""
    section = ""
    depth = 0
    for number, line in enumerate(docstring.splitlines()):
        text = line.strip()
        if found := SECTION.fullmatch(text):
            section, depth = found[1], len(line) - len(line.lstrip()) + 4
            continue
        entry = ENTRY.fullmatch(text) if section and len(line) - len(line.lstrip()) == depth else None
        if number == 0 or entry:
            begun = entry[1] if entry else text
            if CLAUSE.match(begun):
                yield begun


def faults(source: str) -> list[str]:
    """Return the clauses in a module's docstrings, with their lines."""
    return [f"line {line}: {clause}" for line, text in docstrings(ast.parse(source)) for clause in clauses(text)]


@pytest.mark.parametrize(
    "source",
    [
        '"""What a game is."""',
        'def f():\n    """How many there are."""',
        'class C:\n    """A value.\n\n    Attributes:\n        open: whether it is open.\n    """',
        'X = 1\n"""Where it stands."""',
    ],
)
def test_clauses_are_found(source: str) -> None:
    assert len(faults(source)) == 1


def test_nouns_and_imperatives_pass() -> None:
    assert not faults(
        'def f(a):\n    """Return whether it is so.\n\n    Args:\n        a: the value, whatever it is.\n    """'
    )


def test_docstrings_are_noun_phrases_or_imperatives() -> None:
    """One test for all files: a test for each would spend most of its time elsewhere than on reading."""
    found = [
        f"{file.relative_to(ROOT).as_posix()}, {fault}"
        for file in SOURCES
        for fault in faults(file.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)
