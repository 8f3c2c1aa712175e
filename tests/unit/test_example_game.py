"""Test that the example game, a folder next to those of the five games, registers itself and meets the contract."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "example_game" / "noughts"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources in which noughts and crosses is one of the games."""
    folder = tmp_path_factory.mktemp("six") / "py"
    shutil.copytree(ROOT / "py", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FOLDER, folder / "ruleboard" / "games" / "noughts")
    return folder


def run(sources: Path, *arguments: str, folder: Path = ROOT) -> str:
    """Run Python in a folder with the sources of six games, and return its output."""
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stdout[-3000:] + process.stderr[-3000:]
    return process.stdout


def test_example_game_registers_itself(sources: Path) -> None:
    code = "from ruleboard.app.runtime.prerender import html; print(html())"
    assert "Noughts and crosses" in run(sources, "-c", code)


def test_example_game_passes_conformance_tests(sources: Path) -> None:
    output = run(
        sources,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *("-o", "addopts=--import-mode=importlib", "-o", f"pythonpath={sources} ."),
        *(f"tests/conformance/test_{part}.py" for part in ("games", "views", "bots")),
        *("-k", "noughts"),
    )
    assert " passed" in output
    assert "failed" not in output


def test_example_game_passes_mypy(sources: Path) -> None:
    """The example game passes mypy.

    Paths and settings are those of the project's own check, so that mypy can use its cache.
    """
    settings = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    output = run(sources, "-m", "mypy", *settings, "py/ruleboard/games/noughts", folder=sources.parent)
    assert "Success" in output


def test_example_game_is_short() -> None:
    lines = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in FOLDER.glob("*.py")}
    assert lines["game.py"] <= 110
    assert sum(lines.values()) <= 190
