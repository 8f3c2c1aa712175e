"""Test that the example games, copied next to the five games, register themselves and meet the contract."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ruleboard.registry import GAMES
from tests.support.example_games import EXAMPLES, FOLDER, read_registered_text
from tools.newgame import NewGameError, find_missing_parts, write_skeleton
from tools.setup import ROOT

SKELETON_ID = "last-stone"
"""The id of the game that ``dev.py newgame`` begins."""
MAX_LINES = {"noughts": 25, "hex": 25, "fox": 40, "amazons": 60, "sprint": 60, "ghosts": 60}


@pytest.fixture(scope="module")
def sources_with_examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources that has the example games and a skeleton among the games."""
    folder = tmp_path_factory.mktemp("games") / "py"
    shutil.copytree(ROOT / "py", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for order, (name, id) in enumerate(EXAMPLES.items(), 6):
        game_folder = folder / "ruleboard" / "games" / id.replace("-", "_")
        game_folder.mkdir()
        text = read_registered_text(FOLDER / f"{name}.py", order)
        (game_folder / "__init__.py").write_text(text, encoding="utf-8")
    write_skeleton(folder.parent, SKELETON_ID)
    return folder


def run_python(sources_with_examples: Path, *arguments: str, folder: Path = ROOT) -> str:
    """Run Python in a folder with these sources, and return its output."""
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(sources_with_examples)},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stdout[-3000:] + process.stderr[-3000:]
    return process.stdout


def test_example_games_register_themselves(sources_with_examples: Path) -> None:
    code = "from ruleboard.app.runtime.prerender import html; print(html())"
    page = run_python(sources_with_examples, "-c", code)
    assert all(f"#/new/{name}" in page for name in (*EXAMPLES.values(), SKELETON_ID))


def test_example_games_pass_conformance_tests(sources_with_examples: Path) -> None:
    output = run_python(
        sources_with_examples,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *("-o", "addopts=--import-mode=importlib", "-o", f"pythonpath={sources_with_examples} ."),
        *(f"tests/conformance/test_{part}.py" for part in ("games", "views", "bots", "touches", "legends")),
        *("-k", " or ".join(("amazons", "sprint", "ghosts", SKELETON_ID))),
    )
    assert " passed" in output
    assert "failed" not in output


def test_skeleton_passes_mypy(sources_with_examples: Path) -> None:
    """The skeleton passes mypy.

    Paths and settings are those of the project's own check, so that mypy can use its cache.
    """
    settings = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    game = f"py/ruleboard/games/{SKELETON_ID.replace('-', '_')}"
    assert "Success" in run_python(
        sources_with_examples, "-m", "mypy", *settings, game, folder=sources_with_examples.parent
    )


def test_skeleton_passes_its_tests_and_lint(sources_with_examples: Path) -> None:
    folder = SKELETON_ID.replace("-", "_")
    tests = sources_with_examples.parent / "tests" / "unit" / folder
    assert " passed" in run_python(
        sources_with_examples, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tests), str(tests)
    )
    game = sources_with_examples / "ruleboard" / "games" / folder
    settings = ("--config", str(ROOT / "pyproject.toml"), "--no-cache", "--ignore", "I001,RUF012")
    run_python(sources_with_examples, "-m", "ruff", "check", *settings, str(game))
    run_python(sources_with_examples, "-m", "ruff", "format", "--check", *settings[:3], str(game), str(tests))


def test_check_names_missing_files_of_skeleton(sources_with_examples: Path) -> None:
    imports = (
        "import sys; import ruleboard.registry; from pathlib import Path; from tools.newgame import find_missing_parts"
    )
    listing = f"{imports}; print('\\n'.join(find_missing_parts(Path(sys.argv[1]), sys.argv[2])))"
    lines = run_python(
        sources_with_examples, "-c", listing, str(sources_with_examples.parent), SKELETON_ID
    ).splitlines()
    for name in (
        "lessons.toml",
        f"docs/clauses/{SKELETON_ID}.md",
        "tests/e2e/test_colour_blind.py",
        f"{SKELETON_ID}.po",
    ):
        assert any(name in line for line in lines), name
    assert not any("tests/unit" in line for line in lines)


@pytest.mark.parametrize("id", GAMES)
def test_check_finds_nothing_missing_in_merged_games(id: str) -> None:
    assert find_missing_parts(ROOT, id) == []


@pytest.mark.parametrize("id", ["Last stone", "last_stone", "2048", "class", "../x", ""])
def test_ids_must_be_names(tmp_path: Path, id: str) -> None:
    with pytest.raises(NewGameError):
        write_skeleton(tmp_path, id)
    assert not list(tmp_path.iterdir())


def test_skeleton_overwrites_no_game() -> None:
    with pytest.raises(NewGameError):
        write_skeleton(ROOT, "sensei")


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_games_are_short(name: str) -> None:
    lines = (FOLDER / f"{name}.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MAX_LINES[name]
