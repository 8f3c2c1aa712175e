"""Test `dev.py test --quick`, which runs the tests of changed files and of the modules that import them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import quick, test

GAMES_FOLDER = "py/ruleboard/games"
SOURCE_BY_PATH = {
    "py/ruleboard/engine/__init__.py": "",
    "py/ruleboard/engine/grid.py": "",
    "py/ruleboard/engine/picker.py": "import ruleboard.engine.grid",
    f"{GAMES_FOLDER}/__init__.py": "",
    f"{GAMES_FOLDER}/sensei/__init__.py": "",
    f"{GAMES_FOLDER}/sensei/rules.py": "def later():\n    from ruleboard.engine import picker\n",
    f"{GAMES_FOLDER}/tensor_cards/__init__.py": "import ruleboard.games",
    "tests/support/play.py": "from ruleboard.engine.picker import pick",
    "tests/unit/engine/test_grid.py": "from ruleboard.engine import grid, nothing",
    "tests/unit/engine/test_picker.py": "from tests.support.play import pick",
    "tests/unit/sensei/test_sensei_end.py": "",
    "tests/unit/words/test_french.py": "",
    "tests/perft/test_sensei_counts.py": "",
    "tests/conformance/test_games.py": "import ruleboard.games",
    "tests/e2e/test_start.py": "import ruleboard.engine.picker",
    "dev.py": "import json",
}
IMPORT_GRAPH = {path: frozenset[str]() for path in SOURCE_BY_PATH} | {
    "py/ruleboard/engine/picker.py": {"py/ruleboard/engine/grid.py"},
    f"{GAMES_FOLDER}/sensei/rules.py": {"py/ruleboard/engine/picker.py"},
    f"{GAMES_FOLDER}/tensor_cards/__init__.py": {f"{GAMES_FOLDER}/__init__.py"},
    "tests/support/play.py": {"py/ruleboard/engine/picker.py"},
    "tests/unit/engine/test_grid.py": {"py/ruleboard/engine/grid.py", "py/ruleboard/engine/__init__.py"},
    "tests/unit/engine/test_picker.py": {"tests/support/play.py"},
    "tests/conformance/test_games.py": {f"{GAMES_FOLDER}/__init__.py"},
    "tests/e2e/test_start.py": {"py/ruleboard/engine/picker.py"},
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with the sources in this file."""
    for name, text in SOURCE_BY_PATH.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def choose_tests_for(*files: str, budget: float = 100, **seconds: float) -> quick.TestChoice:
    """Return the tests selected for changed files, if some test files take the given number of seconds."""
    durations = {path: seconds.get(Path(path).stem.removeprefix("test_"), 1.0) for path in IMPORT_GRAPH}
    return quick.choose_tests(files, IMPORT_GRAPH, durations, budget)


def test_project_imports_include_those_in_functions(project: Path) -> None:
    assert quick.build_import_graph(project) == IMPORT_GRAPH


def test_nearest_importers_are_tested_first() -> None:
    """The tests of direct importers come before the tests of indirect importers.

    The picker imports the grid, and a module of test support imports the picker.
    """
    choice = choose_tests_for("py/ruleboard/engine/grid.py")
    assert choice.tests == ("tests/unit/engine/test_grid.py", "tests/unit/engine/test_picker.py")
    assert (choice.games, choice.skipped_tests) == ((), ())


def test_tests_of_same_name_come_before_nearer_ones() -> None:
    """A limited run contains the tests that are named after the changed file, even if others come first by name."""
    graph_of_near_tests = {f"tests/unit/app/test_{letter}.py": {"py/ruleboard/engine/record.py"} for letter in "abc"}
    graph = {**graph_of_near_tests, "tests/unit/engine/test_engine_record.py": {"py/ruleboard/engine/record.py"}}
    choice = quick.choose_tests(["py/ruleboard/engine/record.py"], graph, dict.fromkeys(graph, 5.0), 5)
    assert choice.tests == ("tests/unit/engine/test_engine_record.py",)
    assert len(choice.skipped_tests) == 3


def test_unrelated_code_is_not_tested() -> None:
    assert choose_tests_for("tests/support/play.py").tests == ("tests/unit/engine/test_picker.py",)
    assert choose_tests_for("README.md") == quick.TestChoice()


@pytest.mark.parametrize("file", ["rules.py", "lessons.toml"])
def test_game_change_runs_its_tests_and_conformance(file: str) -> None:
    choice = choose_tests_for(f"{GAMES_FOLDER}/sensei/{file}")
    assert choice.tests == ("tests/perft/test_sensei_counts.py", "tests/unit/sensei/test_sensei_end.py")
    assert choice.games == ("sensei",)
    assert choose_tests_for(f"{GAMES_FOLDER}/tensor_cards/state.py").games == ("tensor-cards",)


def test_change_of_shared_code_selects_tests_of_all_games() -> None:
    choice = choose_tests_for(f"{GAMES_FOLDER}/__init__.py")
    assert (choice.tests, choice.games) == (("tests/conformance/test_games.py",), ())


def test_catalogue_change_runs_language_tests() -> None:
    assert choose_tests_for("locale/fr/sensei.po").tests == ("tests/unit/words/test_french.py",)


def test_slow_tests_are_skipped_and_listed() -> None:
    choice = choose_tests_for("py/ruleboard/engine/grid.py", budget=5, grid=9)
    assert choice.tests == ("tests/unit/engine/test_picker.py",)
    assert choice.skipped_tests == ("tests/unit/engine/test_grid.py",)
    assert "1 more" in test.summarize_change_tests(["x"], choice)
    assert choose_tests_for("tests/unit/engine/test_grid.py", budget=5, grid=9).tests == (
        "tests/unit/engine/test_grid.py",
    )


def test_changed_browser_tests_are_listed() -> None:
    choice = choose_tests_for("tests/e2e/test_start.py")
    assert choice == quick.TestChoice(browser_tests=("tests/e2e/test_start.py",))
    assert "tests/e2e/test_start.py" in test.summarize_change_tests(["tests/e2e/test_start.py"], choice)


def test_changed_files_include_uncommitted_ones(project: Path) -> None:
    def run_git(*arguments: str) -> None:
        name = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(["git", *name, *arguments], cwd=project, check=True, capture_output=True)

    run_git("init", "-b", "main")
    (project / ".gitignore").write_text("*.log\n")
    run_git("add", ".")
    run_git("commit", "-m", "all")
    assert quick.find_changed_files(project) == []
    run_git("checkout", "-b", "other")
    (project / "dev.py").write_text("import os")
    run_git("commit", "-am", "one")
    (project / "tests/support/play.py").write_text("")
    (project / "new é.py").write_text("")
    (project / "made.log").write_text("")
    (project / "tests/perft/test_sensei_counts.py").unlink()
    assert quick.find_changed_files(project) == ["dev.py", "new é.py", "tests/support/play.py"]


def test_paths_must_exist(project: Path) -> None:
    assert quick.find_files(["tests/perft", "dev.py"], project) == ["dev.py", "tests/perft/test_sensei_counts.py"]
    with pytest.raises(FileNotFoundError):
        quick.find_files(["nowhere"], project)
