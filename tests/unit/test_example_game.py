"""Test that the example games, copied next to the five games, register themselves and meet the contract."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.example_games import EXAMPLES, FOLDER
from tools.setup import ROOT

MAX_LINES = {"noughts": 25, "hex": 30, "amazons": 60}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources that has the example games among the games."""
    folder = tmp_path_factory.mktemp("eight") / "py"
    shutil.copytree(ROOT / "py", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in EXAMPLES:
        shutil.copytree(
            FOLDER / name, folder / "ruleboard" / "games" / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    return folder


def run(sources: Path, *arguments: str, folder: Path = ROOT) -> str:
    """Run Python in a folder with the sources of eight games, and return its output."""
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stdout[-3000:] + process.stderr[-3000:]
    return process.stdout


def test_example_games_register_themselves(sources: Path) -> None:
    code = "from ruleboard.app.runtime.prerender import html; print(html())"
    page = run(sources, "-c", code)
    assert all(f"#/new/{name}" in page for name in EXAMPLES)


def test_example_games_pass_conformance_tests(sources: Path) -> None:
    output = run(
        sources,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *("-o", "addopts=--import-mode=importlib", "-o", f"pythonpath={sources} ."),
        *(f"tests/conformance/test_{part}.py" for part in ("games", "views", "bots", "touches", "legends")),
        *("-k", " or ".join(EXAMPLES)),
    )
    assert " passed" in output
    assert "failed" not in output


def test_example_games_pass_mypy(sources: Path) -> None:
    """The example games pass mypy.

    Paths and settings are those of the project's own check, so that mypy can use its cache.
    """
    settings = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    games = (f"py/ruleboard/games/{name}" for name in EXAMPLES)
    assert "Success" in run(sources, "-m", "mypy", *settings, *games, folder=sources.parent)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_games_are_short(name: str) -> None:
    lines = (FOLDER / name / "__init__.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MAX_LINES[name]
