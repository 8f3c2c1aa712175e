"""Choose the tests for a change: the tests of the changed files and of the files that import them.

The tests that are separated from a changed file by the fewest imports run first. Tests that exceed the time limit run
only in the whole suite.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.setup import BUILD, ROOT

DURATIONS_FILE = BUILD / "durations.json"
"""The durations of test files in their latest run, in seconds, written by tests/conftest.py."""
BUDGET_S = 20
"""The seconds for the tests in each process; lint and types get the remainder of a minute."""
UNKNOWN_DURATION_S = 5.0
"""The assumed duration of a test file that was never run, in seconds."""

TEST_FOLDERS = ("tests/unit", "tests/conformance", "tests/perft", "tests/playthroughs")
"""The folders of tests that do not need a browser."""
CONFORMANCE_FOLDER = "tests/conformance"
"""The tests that run for each game in turn."""

_GAMES_FOLDER = "py/ruleboard/games/"
_PYTHON_ROOTS = ("py", "tools", "research", "tests", "dev.py")
_READER_TESTS = {
    "locale/": ("tests/unit/words",),
    "static/": ("tests/unit/test_scripts.py", "tests/unit/test_contract.py"),
    "types/": ("tests/unit/test_scripts.py",),
    "tests/js/": ("tests/unit/test_scripts.py",),
    "static/css/": ("tests/unit/test_diagrams.py", "tests/unit/scene/test_scene_inline_styles.py"),
    "docs/": ("tests/unit/test_clauses.py", "tests/unit/test_formats.py", "tests/unit/package/", "tests/unit/embed/"),
    "CONTRIBUTING.md": ("tests/unit/test_commit_message.py",),
    "tools/glossary.toml": ("tests/unit/test_glossary.py",),
    "examples/": ("tests/unit/test_examples.py",),
    "examples/games/": ("tests/unit/test_example_game.py",),
    "tests/saved_games/": ("tests/unit/app/storage/test_saved_games.py",),
}
"""The tests that read files without importing them, by the path prefixes of these files."""


@dataclass(frozen=True)
class TestChoice:
    """The tests for a change.

    Attributes:
        tests: the test files to run, in the order of their distance from a changed file in imports.
        games: the ids of the games whose conformance tests run.
        skipped_tests: additional test files, which do not run because of the time limit.
        browser_tests: the changed end-to-end test files, which do not run.
    """

    tests: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    skipped_tests: tuple[str, ...] = ()
    browser_tests: tuple[str, ...] = ()


def find_changed_files(root: Path = ROOT) -> list[str]:
    """Return the untracked files and the files that differ from the merge base with main, without deleted files.

    Raises:
        subprocess.CalledProcessError: the folder is not a git checkout.
    """
    base_commit = "HEAD"
    for name in ("main", "origin/main"):
        base_search = subprocess.run(["git", "merge-base", name, "HEAD"], cwd=root, capture_output=True, text=True)
        if base_search.returncode == 0:
            base_commit = base_search.stdout.strip()
            break
    commands = (["diff", "--name-only", "--diff-filter=d", base_commit], ["ls-files", "--others", "--exclude-standard"])
    lines = [line for command in commands for line in _run_git(root, command)]
    return sorted(set(lines))


def _run_git(root: Path, arguments: list[str]) -> list[str]:
    command = ["git", "-c", "core.quotepath=off", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()


def find_files(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the files at some paths. For a folder, return all files in it.

    Raises:
        FileNotFoundError: a path does not exist.
    """
    names = []
    for path in paths:
        full_path = (root / path).resolve()
        if not full_path.exists():
            raise FileNotFoundError(path)
        files = full_path.rglob("*") if full_path.is_dir() else [full_path]
        sources = (file for file in files if file.is_file() and file.suffix != ".pyc")
        names += [file.relative_to(root).as_posix() for file in sources]
    return sorted(set(names))


def build_import_graph(root: Path = ROOT) -> dict[str, frozenset[str]]:
    """Return the project files that each Python file imports, at the top or in functions.

    Importing a module does not count as importing the packages that contain it, since otherwise all games would import
    each other.
    """
    files = [
        file
        for root_name in _PYTHON_ROOTS
        for file in ([root / root_name] if root_name.endswith(".py") else (root / root_name).rglob("*.py"))
    ]
    names = {
        _find_module_name(file.relative_to(root)): file.relative_to(root).as_posix() for file in files if file.exists()
    }
    return {path: frozenset(_find_imported_files(root / path, names)) - {path} for path in names.values()}


def _find_module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "py" else parts).removesuffix(".__init__")


def _find_imported_files(file: Path, names: Mapping[str, str]) -> Iterable[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            member_names = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name if name in names else str(node.module) for name in member_names]
        else:
            continue
        yield from (names[name] for name in modules if name in names)


def measure_distances(start_files: Collection[str], graph: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Return the minimum number of imports from each file to one of the start files. Unconnected files are omitted."""
    importers: dict[str, list[str]] = {}
    for importer, imported_files in graph.items():
        for path in imported_files:
            importers.setdefault(path, []).append(importer)
    distance_by_file = dict.fromkeys(start_files, 0)
    pending_files = deque(start_files)
    while pending_files:
        path = pending_files.popleft()
        for importer in importers.get(path, ()):
            if importer not in distance_by_file:
                distance_by_file[importer] = distance_by_file[path] + 1
                pending_files.append(importer)
    return distance_by_file


def choose_tests(
    files: Collection[str], graph: Mapping[str, Collection[str]], durations: Mapping[str, float], budget: float
) -> TestChoice:
    """Choose the tests for changed files: first those with shared names, then by distance in imports.

    Args:
        files: the changed files, as paths relative to the project's folder.
        graph: the imports of each Python file (see ``import_graph``).
        durations: the durations of test files in seconds.
        budget: the maximum total duration of the tests, in seconds.
    """
    game_paths = (path.removeprefix(_GAMES_FOLDER).split("/") for path in files if path.startswith(_GAMES_FOLDER))
    folders = sorted({folder_name for folder_name, *path_parts in game_paths if path_parts})
    distances_to_change = measure_distances(files, graph)
    for path in graph:
        if _is_test(path) and any(_is_test_of_game(path, folder) for folder in folders):
            distances_to_change[path] = min(distances_to_change.get(path, 1), 1)
        for prefix, readers in _READER_TESTS.items():
            if path.startswith(readers) and _is_test(path) and any(file.startswith(prefix) for file in files):
                distances_to_change[path] = min(distances_to_change.get(path, 1), 1)
    games = tuple(folder.replace("_", "-") for folder in folders)
    candidates = sorted(
        (path for path in distances_to_change if _is_test(path)),
        key=lambda path: (-count_shared_words(path, files), distances_to_change[path], path),
    )
    if games:  # the conformance tests of the changed games are run separately
        candidates = [path for path in candidates if not path.startswith(CONFORMANCE_FOLDER) or path in files]
        budget -= (
            sum(durations.get(path, UNKNOWN_DURATION_S) for path in graph if path.startswith(CONFORMANCE_FOLDER))
            * len(games)
            / 5
        )
    tests, skipped_tests = [], []
    for path in candidates:
        duration = durations.get(path, UNKNOWN_DURATION_S)
        if path in files or duration <= budget:
            tests.append(path)
            budget -= duration
        else:
            skipped_tests.append(path)
    browser_tests = tuple(sorted(path for path in files if path.startswith(("tests/e2e/test_", "tests/webkit/test_"))))
    return TestChoice(tuple(tests), games, tuple(skipped_tests), browser_tests)


def count_shared_words(test: str, files: Collection[str]) -> int:
    """Return the largest number of words that the path of a test has in common with the path of one of the files."""
    return max((len(_split_path_words(test) & _split_path_words(file)) for file in files), default=0)


def _split_path_words(path: str) -> set[str]:
    """Return the words in the names of a file and of the folders around it, without the two outermost folders."""
    return set(re.findall(r"[a-z]+", " ".join(Path(path).with_suffix("").parts[2:]))) - {"test", "games"}


def _is_test(path: str) -> bool:
    return path.startswith(TEST_FOLDERS) and path.rsplit("/", 1)[-1].startswith("test_")


def _is_test_of_game(path: str, folder: str) -> bool:
    """Return True if a test file is in the folder of a game, or is named after the game."""
    return path.startswith(f"tests/unit/{folder}/") or path.rsplit("/", 1)[-1].startswith(f"test_{folder}_")


def read_durations() -> dict[str, float]:
    """Return the durations of test files in the latest run, in seconds; empty before the first run."""
    try:
        durations: dict[str, float] = json.loads(DURATIONS_FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return durations
