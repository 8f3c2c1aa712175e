"""Find small changes to the code of the rules and the app that no test notices.

``dev.py mutate`` selects mutations by a seed, applies one at a time to a copy of the project, and runs the tests for
the changed file until one fails, the closest tests first. It continues where the last run with the same seed ended.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from research.mutations import Mutation, iter_file_mutations, shuffle_mutations
from tools import quick, setup

SOURCES: Final = "py/ruleboard"
EXCLUDED_FOLDERS: Final = ("py/ruleboard/adapters/",)
"""The folders that the runs skip, because their tests need other packages."""
STATE_FILE: Final = setup.BUILD / "mutations.json"
TABLE_FILE: Final = setup.BUILD / "mutations.md"
TIMEOUT_S: Final = 120
"""The maximum processor time of one run of tests, in seconds. On a busy machine, the clock would mislead."""
CLOCK_SECONDS_PER_CPU_SECOND: Final = 15
"""The seconds of real time for each processor second, after which a run is killed."""
TEST_SECONDS: Final = 180
"""The maximum total seconds of the tests of one mutation, by their recorded durations."""
FIRST_BATCH_SIZE: Final = 3
"""The number of test files in the first batch, which catches most mutations."""

CAUGHT, HANGS, SURVIVED, UNFINISHED = "caught", "hangs", "survived", "unfinished"
"""The outcomes: a test fails; the tests hang; all tests pass; the tests take too long even without the mutation."""


_FAILURES_VARIABLE: Final = "RULEBOARD_FAILURES"
"""The environment variable with the path of the file for the names of failing tests."""


_TIMEOUT_STATUSES: Final = tuple(-getattr(signal, name, 0) for name in ("SIGXCPU", "SIGKILL"))
"""The exit codes of a process that has exceeded its processor time."""


class PytestRun(NamedTuple):
    """One run of pytest.

    Attributes:
        status: the exit code of pytest, or None after a timeout.
        failures: the names of the tests that failed.
    """

    status: int | None
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one mutation.

    Attributes:
        key: the key of the mutation.
        path: the changed file.
        line: the number of the changed line.
        kind: the kind of the change.
        code: the original line, stripped.
        before: the replaced code.
        after: the new code.
        outcome: one of ``CAUGHT``, ``HANGS``, ``SURVIVED``, ``UNFINISHED``.
        test: the id of the failed test, or an empty string.
        seconds: the duration of the tests, in seconds.
    """

    key: str
    path: str
    line: int
    kind: str
    code: str
    before: str
    after: str
    outcome: str
    test: str
    seconds: float


class Workspace:
    """A copy of the project in which mutations are tested.

    Args:
        folder: the path of the new folder.
        root: the folder of the project.
    """

    def __init__(self, folder: Path, root: Path = setup.ROOT) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._clean_runs: dict[tuple[str, ...], PytestRun] = {}
        list_command = ["git", "-c", "core.quotepath=off", "ls-files", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(
            list_command, cwd=root, capture_output=True, text=True, check=True
        ).stdout.splitlines():
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, folder / name)
        for name in (".venv", "node_modules"):
            if (root / name).exists():
                (folder / name).symlink_to((root / name).resolve())

    def compile(self) -> None:
        """Compile code and tests once, so that later runs compile only the changed file."""
        self.run(["--collect-only", "-qq"], 600, {"PYTHONDONTWRITEBYTECODE": ""})

    def run_mutated(self, mutation: Mutation, test: Callable[[], PytestRun]) -> PytestRun:
        """Apply a mutation to its file, run tests, then restore the file and its timestamps."""
        file = self.folder / mutation.path
        times = file.stat()
        source = file.read_text(encoding="utf-8")
        file.write_text(mutation.apply(source), encoding="utf-8")
        try:
            return test()
        finally:
            file.write_text(source, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def run_original(self, arguments: Sequence[str], seconds: int) -> PytestRun:
        """Run tests without a mutation, or return the cached result for the same tests."""
        key = tuple(arguments)
        if key not in self._clean_runs:
            self._clean_runs[key] = self.run(arguments, seconds)
        return self._clean_runs[key]

    def run(self, arguments: Sequence[str], seconds: int, environment: Mapping[str, str] | None = None) -> PytestRun:
        """Run pytest in the copy until a test fails.

        Args:
            arguments: the arguments for pytest; test files run in this order.
            seconds: the maximum processor time, in seconds.
            environment: additional environment variables.

        Raises:
            RuntimeError: the copy is closed.
        """
        if self._is_closed:
            raise RuntimeError("the copy of the project is closed")
        command = [sys.executable, "-m", "pytest", "-p", "research.mutate", "-p", "no:cacheprovider", "-x", "-q"]
        command += ["--tb=no", *arguments]
        names = self.folder / "failures.txt"
        names.unlink(missing_ok=True)
        process = subprocess.Popen(
            ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh", *command] if os.name == "posix" else command,
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPYCACHEPREFIX": "",
                _FAILURES_VARIABLE: str(names),
                **(environment or {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._process = process
        try:
            status = process.wait(seconds * CLOCK_SECONDS_PER_CPU_SECOND)
        except subprocess.TimeoutExpired:
            return PytestRun(None)
        finally:
            _kill(process)
        if status in _TIMEOUT_STATUSES:
            return PytestRun(None)
        return PytestRun(status, tuple(names.read_text(encoding="utf-8").splitlines()) if names.exists() else ())

    def close(self) -> None:
        """Kill the running tests and reject new runs."""
        self._is_closed = True
        if self._process is not None:
            _kill(self._process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all its child processes."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Sort the tests in the order of the file arguments (pytest hook)."""
    order = {str(argument).partition("::")[0]: position for position, argument in enumerate(session.config.args)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write the name of a failing test to a file (pytest hook)."""
    _write_failure(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Write the name of a test file that cannot be imported to the file for failing tests (pytest hook)."""
    _write_failure(report)


def _write_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.failed and _FAILURES_VARIABLE in os.environ:
        with open(os.environ[_FAILURES_VARIABLE], "a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n")


def evaluate(workspace: Workspace, mutation: Mutation, test_batches: Iterable[Sequence[str]], timeout: int) -> Result:
    """Run the tests for a mutation, batch by batch, until one fails.

    If a test also fails without the mutation, its batch runs again without that test.

    Args:
        workspace: the copy of the project.
        mutation: the mutation.
        test_batches: the arguments of pytest, one list for each batch.
        timeout: the maximum processor time for each run, in seconds.
    """
    code = read_original_line(mutation, workspace.folder)
    start = time.monotonic()

    def create_result(outcome: str, test: str = "") -> Result:
        return Result(
            mutation.key,
            mutation.path,
            mutation.line,
            mutation.kind,
            code,
            mutation.before,
            mutation.after,
            outcome,
            test,
            round(time.monotonic() - start, 1),
        )

    for batch in test_batches:
        arguments = list(batch)
        while True:
            run = workspace.run_mutated(mutation, lambda: workspace.run(arguments, timeout))  # noqa: B023 - runs at once
            if run.status is None:
                return create_result(UNFINISHED if workspace.run_original(arguments, timeout).status is None else HANGS)
            if run.status in (0, 5):
                break
            if not run.failures:
                return create_result(CAUGHT, "pytest does not start")
            failing_without_mutation = [
                name for name in run.failures if workspace.run_original([name], timeout).status not in (0, None, 4, 5)
            ]
            if len(failing_without_mutation) < len(run.failures):
                return create_result(
                    CAUGHT, next(name for name in run.failures if name not in failing_without_mutation)
                )
            arguments += [f"--deselect={name}" for name in failing_without_mutation]
    return create_result(SURVIVED)


def read_original_line(mutation: Mutation, root: Path) -> str:
    """Return the line that a mutation changes, stripped."""
    return (root / mutation.path).read_text(encoding="utf-8").split("\n")[mutation.line - 1].strip()


def choose_batches(path: str, graph: Mapping[str, Collection[str]], seconds: Mapping[str, float]) -> list[list[str]]:
    """Return the pytest arguments for the tests of a file, in batches.

    Tests that share words with the path of the file come first, then tests that are the fewest imports away, and
    conformance tests last.
    """
    choice = quick.choose_tests([path], graph, seconds, TEST_SECONDS)
    tests = sorted(choice.tests, key=lambda test: test.startswith(quick.CONFORMANCE_FOLDER))
    groups = [tests[:FIRST_BATCH_SIZE], tests[FIRST_BATCH_SIZE:]]
    groups += [[quick.CONFORMANCE_FOLDER, "-k", game] for game in choice.games]
    return [group for group in groups if group]


def iter_mutations(root: Path, path_prefixes: Sequence[str] = ()) -> Iterator[Mutation]:
    """Yield all mutations of the rules and the app, except in modules that only run in a browser.

    Args:
        root: the folder of the project.
        path_prefixes: the beginnings of the paths; empty for all files.
    """
    for file in sorted((root / SOURCES).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        source = file.read_text(encoding="utf-8")
        is_included = not path_prefixes or path.startswith(tuple(path_prefixes))
        if is_included and not path.startswith(EXCLUDED_FOLDERS) and not _is_browser_code(source):
            yield from iter_file_mutations(path, source)


def _is_browser_code(source: str) -> bool:
    return re.search(r"(?m)^\s*(import|from) (js|pyodide|pyscript)\b", source) is not None


def read_state(file: Path, seed: int) -> dict[str, Result]:
    """Return the results for a seed by mutation key, or an empty dict if there is no file."""
    try:
        data: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {entry["key"]: Result(**entry) for entry in data.get(str(seed), [])}


def write_state(file: Path, seed: int, results: Iterable[Result]) -> None:
    """Replace the results for a seed in a file atomically, and keep the results for other seeds."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = {}
    data[str(seed)] = [asdict(result) for result in results]
    file.parent.mkdir(exist_ok=True)
    new_file = file.with_suffix(".new")
    new_file.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    new_file.replace(file)


def format_table(results: Sequence[Result], seed: int) -> str:
    """Return the results as Markdown: counts by part of the code and by kind, then the surviving mutations."""
    outcomes = (CAUGHT, HANGS, SURVIVED, UNFINISHED)
    lines = [f"{len(results)} mutations, seed {seed}."]
    for title, group in (("part", _find_package_part), ("kind", lambda result: result.kind)):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for result in results:
            counts[group(result)][result.outcome] += 1
            counts["all"][result.outcome] += 1
        names = [*sorted(counts.keys() - {"all"}), "all"]
        lines += ["", f"| {title} | {' | '.join(outcomes)} |", f"|---|{'---|' * len(outcomes)}"]
        lines += [f"| {name} | {' | '.join(str(counts[name][outcome]) for outcome in outcomes)} |" for name in names]
    for outcome in (SURVIVED, UNFINISHED):
        matches = sorted(
            (result for result in results if result.outcome == outcome), key=lambda result: (result.path, result.line)
        )
        if matches:
            lines += ["", f"## {outcome.capitalize()}", ""]
            lines += [
                f"- `{entry.path}:{entry.line}` {entry.kind}: "
                f"`{_shorten_code(entry.before)}` → `{_shorten_code(entry.after)}` in `{entry.code}`"
                for entry in matches
            ]
    return "\n".join([*lines, ""])


def _find_package_part(result: Result) -> str:
    """Return the part of the package that a file belongs to, such as ``games/sensei``."""
    folders = result.path.removeprefix(f"{SOURCES}/").split("/")[:-1]
    return "/".join(folders[: 2 if folders[:1] in (["games"], ["app"]) else 1]) or "ruleboard"


def _shorten_code(code: str) -> str:
    text = " ".join(code.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def run_mutations(
    mutations_to_run: Sequence[Mutation], results: dict[str, Result], seed: int, jobs: int, timeout: int
) -> None:
    """Test all mutations that have no result yet, and write each result to the state file.

    Args:
        mutations_to_run: the mutations, some of which may have results.
        results: the results by key, to which the function adds new ones.
        seed: the seed of the selection.
        jobs: the number of copies of the project in which mutations run at the same time.
        timeout: the maximum processor time for each run of tests, in seconds.
    """
    pending_mutations = [mutation for mutation in mutations_to_run if mutation.key not in results]
    if not pending_mutations:
        return
    seconds = quick.read_durations()
    with tempfile.TemporaryDirectory(prefix="ruleboard-mutate-") as temporary_folder:
        graph = quick.build_import_graph()
        workspaces = [Workspace(Path(temporary_folder) / str(number)) for number in range(jobs)]
        free_workspaces: queue.Queue[Workspace] = queue.Queue()
        for workspace in workspaces:
            workspace.compile()
            free_workspaces.put(workspace)

        def evaluate_next(mutation: Mutation) -> Result:
            workspace = free_workspaces.get()
            try:
                return evaluate(workspace, mutation, choose_batches(mutation.path, graph, seconds), timeout)
            finally:
                free_workspaces.put(workspace)

        with ThreadPoolExecutor(jobs) as pool:
            try:
                for future in as_completed([pool.submit(evaluate_next, mutation) for mutation in pending_mutations]):
                    result = future.result()
                    results[result.key] = result
                    write_state(STATE_FILE, seed, results.values())
                    print(f"{len(results)}: {result.outcome} {result.key}".replace("\n", " ")[:200], flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for workspace in workspaces:
                    workspace.close()
                raise


def main(arguments: list[str]) -> int:
    """Test the mutations that the command line describes, and print the table."""
    parser = argparse.ArgumentParser(prog="dev.py mutate", description="Find code whose change no test notices.")
    parser.add_argument("--limit", type=int, default=200, help="how many mutations (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the choice (1)")
    parser.add_argument("--only", action="append", default=[], metavar="PATH", help="of files under this path only")
    parser.add_argument("--jobs", type=int, default=1, help="how many at the same time (1)")
    parser.add_argument("--timeout", type=int, default=TIMEOUT_S, help=f"processor seconds for one run ({TIMEOUT_S})")
    options = parser.parse_args(arguments)
    mutations_to_run = shuffle_mutations(iter_mutations(setup.ROOT, options.only), options.seed)[: options.limit]
    if not mutations_to_run:
        parser.error(f"no code to change under {', '.join(options.only)}")
    lines_by_key = {mutation.key: read_original_line(mutation, setup.ROOT) for mutation in mutations_to_run}
    results_by_key = {
        key: result
        for key, result in read_state(STATE_FILE, options.seed).items()
        if lines_by_key.get(key, result.code) == result.code
    }
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run_mutations(mutations_to_run, results_by_key, options.seed, options.jobs, options.timeout)
    except KeyboardInterrupt:
        print("Interrupted: the same command continues.", file=sys.stderr)
    results = [results_by_key[mutation.key] for mutation in mutations_to_run if mutation.key in results_by_key]
    TABLE_FILE.write_text(text := format_table(results, options.seed), encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
