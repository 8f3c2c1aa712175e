"""Test that the documentation names files and functions that exist."""

from __future__ import annotations

import pkgutil
import re

import pytest

from tools.setup import ROOT

PAGES = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
FILE_PATTERN = re.compile(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|js|mjs|css|toml))`")
"""A file in code quotes with at least one folder. Pages name files from any folder: `board/table.py`."""
EXAMPLES = {"py/ruleboard/games/noughts/__init__.py", "static/css/games/last-stone.css"}
"""Files of the game that docs/adding-a-game.md builds."""


FUNCTION_PATTERN = re.compile(r"`((?:app|games|kit|learning)\.[a-z_.]+)`")
"""The dotted name of a function, as in the tables of caches."""


@pytest.fixture(scope="module")
def project_paths() -> list[str]:
    """Return the paths of all files of the project, each after a slash."""
    folders = ("docs", "examples", "locale", "py", "research", "static", "tests", "tools")
    return [f"/{path.relative_to(ROOT).as_posix()}" for folder in folders for path in (ROOT / folder).rglob("*")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_names_existing_files(page, project_paths):
    names = {name for name in FILE_PATTERN.findall(page.read_text(encoding="utf-8")) if not name.startswith("build/")}
    assert {name for name in names - EXAMPLES if not any(path.endswith(f"/{name}") for path in project_paths)} == set()


@pytest.mark.parametrize("page", ["docs/performance.md", "research/notes/caches.md"])
def test_page_names_existing_functions(page):
    names = FUNCTION_PATTERN.findall((ROOT / page).read_text(encoding="utf-8"))
    assert names
    for name in names:
        assert pkgutil.resolve_name(f"ruleboard.{name}")
