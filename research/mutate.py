"""Mutation runs: which small changes of rules and app no test notices.

``dev.py mutate`` chooses places by a seed, changes one at a time in a copy of the project, and runs the tests of the
changed file, the nearest first, until one fails. It continues where the last run with the same seed ended.
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

from research.mutations import Mutation, in_seeded_order, mutations
from tools import quick, setup

SOURCES: Final = "py/ruleboard"
OUTSIDE: Final = ("py/ruleboard/adapters/",)
"""Code whose tests need packages of their own."""
STATE: Final = setup.BUILD / "mutations.json"
TABLE: Final = setup.BUILD / "mutations.md"
TIMEOUT: Final = 120
"""The processor seconds for one run of tests; the time of a busy machine's clock does not count."""
WAITING: Final = 15
"""The seconds by the clock for each processor second, after which a run is ended because it waits for something."""
TEST_SECONDS: Final = 60
"""The seconds that the tests of one mutation may take together, as far as their durations are recorded."""
FIRST_FILES: Final = 3
"""The number of test files that run first; most mutations fail there."""

CAUGHT, HANGS, SURVIVED, UNFINISHED = "caught", "hangs", "survived", "unfinished"
"""A test fails; the tests never end; all tests pass; the tests take too long even without the mutation."""


_FAILURES: Final = "RULEBOARD_FAILURES"
"""The environment variable with the file for the names of tests that fail."""


_ENDED: Final = tuple(-getattr(signal, name, 0) for name in ("SIGXCPU", "SIGKILL"))
"""The exit codes of a process that has used its processor time."""


class Run(NamedTuple):
    """One run of pytest.

    Attributes:
        status: its exit code, None if it was ended because it took too long.
        failures: the names of the tests that failed.
    """

    status: int | None
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one mutation.

    Attributes:
        key: the mutation's key.
        path: the changed file.
        line: the changed line.
        kind: the kind of the change.
        code: the text of the line before the change, without blanks around it.
        before: the code that was replaced.
        after: the code in its place.
        outcome: one of ``CAUGHT``, ``HANGS``, ``SURVIVED``, ``UNFINISHED``.
        test: the test that noticed it; empty if none did.
        seconds: the duration of the tests.
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
    """A copy of the project in which mutations are made and tests run.

    Args:
        folder: the folder for the copy, which does not exist yet.
        root: the project.
    """

    def __init__(self, folder: Path, root: Path = setup.ROOT) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._clean: dict[tuple[str, ...], Run] = {}
        listing = ["git", "-c", "core.quotepath=off", "ls-files", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(listing, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines():
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, folder / name)
        for name in (".venv", "node_modules"):
            if (root / name).exists():
                (folder / name).symlink_to((root / name).resolve())

    def compile(self) -> None:
        """Compile code and tests once; the runs with mutations compile only what is changed."""
        self.run(["--collect-only", "-qq"], 600, {"PYTHONDONTWRITEBYTECODE": ""})

    def mutated(self, mutation: Mutation, test: Callable[[], Run]) -> Run:
        """Run tests with a mutation in its file; afterwards the file is as it was, with its time of change."""
        file = self.folder / mutation.path
        times = file.stat()
        source = file.read_text(encoding="utf-8")
        file.write_text(mutation.apply(source), encoding="utf-8")
        try:
            return test()
        finally:
            file.write_text(source, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def clean(self, arguments: Sequence[str], seconds: int) -> Run:
        """Run tests without a mutation; of the same tests the first run counts."""
        key = tuple(arguments)
        if key not in self._clean:
            self._clean[key] = self.run(arguments, seconds)
        return self._clean[key]

    def run(self, arguments: Sequence[str], seconds: int, environment: Mapping[str, str] | None = None) -> Run:
        """Run pytest in the copy until a test fails.

        Args:
            arguments: the arguments of pytest; files run in their order.
            seconds: the processor seconds that it may take.
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
                _FAILURES: str(names),
                **(environment or {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._process = process
        try:
            status = process.wait(seconds * WAITING)
        except subprocess.TimeoutExpired:
            return Run(None)
        finally:
            _end(process)
        if status in _ENDED:
            return Run(None)
        return Run(status, tuple(names.read_text(encoding="utf-8").splitlines()) if names.exists() else ())

    def close(self) -> None:
        """End the tests that are running, and start no others."""
        self._is_closed = True
        if self._process is not None:
            _end(self._process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a run with all processes that it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """As a plugin of pytest: put the tests of files in the order of the arguments, the nearest first."""
    order = {str(argument).partition("::")[0]: place for place, argument in enumerate(session.config.args)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """As a plugin of pytest: write the names of tests that fail into a file."""
    _write_failure(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """As a plugin of pytest: write the names of files that cannot be imported into the same file."""
    _write_failure(report)


def _write_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.failed and _FAILURES in os.environ:
        with open(os.environ[_FAILURES], "a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n")


def judged(workspace: Workspace, mutation: Mutation, batches: Iterable[Sequence[str]], timeout: int) -> Result:
    """Run the tests of a mutation, batch by batch, until one fails.

    A test that also fails without the mutation is left out, and its batch runs again.

    Args:
        workspace: the copy of the project.
        mutation: the mutation.
        batches: the arguments of pytest for each batch.
        timeout: the processor seconds for each run.
    """
    code = code_of(mutation, workspace.folder)
    begin = time.monotonic()

    def result(outcome: str, test: str = "") -> Result:
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
            round(time.monotonic() - begin, 1),
        )

    for batch in batches:
        arguments = list(batch)
        while True:
            run = workspace.mutated(mutation, lambda: workspace.run(arguments, timeout))  # noqa: B023 - runs at once
            if run.status is None:
                return result(UNFINISHED if workspace.clean(arguments, timeout).status is None else HANGS)
            if run.status in (0, 5):
                break
            if not run.failures:
                return result(CAUGHT, "pytest does not start")
            broken = [name for name in run.failures if workspace.clean([name], timeout).status not in (0, None, 4, 5)]
            if len(broken) < len(run.failures):
                return result(CAUGHT, next(name for name in run.failures if name not in broken))
            arguments += [f"--deselect={name}" for name in broken]
    return result(SURVIVED)


def code_of(mutation: Mutation, root: Path) -> str:
    """Return the line that a mutation changes, without blanks around it."""
    return (root / mutation.path).read_text(encoding="utf-8").split("\n")[mutation.line - 1].strip()


def batches(path: str, graph: Mapping[str, Collection[str]], seconds: Mapping[str, float]) -> list[list[str]]:
    """Return the arguments of pytest for the tests of a file.

    The tests that share folders or a name with the file come first, then those with the fewest imports between, and
    conformance last.
    """
    choice = quick.choose_tests([path], graph, seconds, TEST_SECONDS)
    names = set(Path(path).with_suffix("").parts[2:])

    def rank(test: str) -> tuple[bool, int]:
        own = Path(test.replace("/test_", "/")).with_suffix("").parts[2:]
        return test.startswith(quick.CONFORMANCE), -len(names.intersection(own))

    tests = sorted(choice.tests, key=rank)
    parts = [tests[:FIRST_FILES], tests[FIRST_FILES:]]
    parts += [[quick.CONFORMANCE, "-k", game] for game in choice.games]
    return [part for part in parts if part]


def candidates(root: Path, only: Sequence[str] = ()) -> Iterator[Mutation]:
    """Yield all mutations of rules and app, without the modules that only run in a browser.

    Args:
        root: the project.
        only: beginnings of paths; empty for all files.
    """
    for file in sorted((root / SOURCES).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        source = file.read_text(encoding="utf-8")
        is_included = not only or path.startswith(tuple(only))
        if is_included and not path.startswith(OUTSIDE) and not _is_browser_code(source):
            yield from mutations(path, source)


def _is_browser_code(source: str) -> bool:
    return re.search(r"(?m)^\s*(import|from) (js|pyodide|pyscript)\b", source) is not None


def read_state(file: Path, seed: int) -> dict[str, Result]:
    """Return the results of a seed by their mutations' keys; none if there is no such file."""
    try:
        data: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {entry["key"]: Result(**entry) for entry in data.get(str(seed), [])}


def write_state(file: Path, seed: int, results: Iterable[Result]) -> None:
    """Write the results of a seed next to those of other seeds; the file is replaced in one step."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = {}
    data[str(seed)] = [asdict(result) for result in results]
    file.parent.mkdir(exist_ok=True)
    new = file.with_suffix(".new")
    new.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    new.replace(file)


def table(results: Sequence[Result], seed: int) -> str:
    """Return the results as Markdown: counts by part of the code and by kind, then those that no test noticed."""
    outcomes = (CAUGHT, HANGS, SURVIVED, UNFINISHED)
    lines = [f"{len(results)} mutations, seed {seed}."]
    for title, group in (("part", _part), ("kind", lambda result: result.kind)):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for result in results:
            counts[group(result)][result.outcome] += 1
            counts["all"][result.outcome] += 1
        names = [*sorted(counts.keys() - {"all"}), "all"]
        lines += ["", f"| {title} | {' | '.join(outcomes)} |", f"|---|{'---|' * len(outcomes)}"]
        lines += [f"| {name} | {' | '.join(str(counts[name][outcome]) for outcome in outcomes)} |" for name in names]
    for outcome in (SURVIVED, UNFINISHED):
        matches = sorted((one for one in results if one.outcome == outcome), key=lambda one: (one.path, one.line))
        if matches:
            lines += ["", f"## {outcome.capitalize()}", ""]
            lines += [
                f"- `{one.path}:{one.line}` {one.kind}: `{_short(one.before)}` → `{_short(one.after)}` in `{one.code}`"
                for one in matches
            ]
    return "\n".join([*lines, ""])


def _part(result: Result) -> str:
    """Return the part of the package that a file belongs to, such as ``games/sensei``."""
    folders = result.path.removeprefix(f"{SOURCES}/").split("/")[:-1]
    return "/".join(folders[: 2 if folders[:1] in (["games"], ["app"]) else 1]) or "ruleboard"


def _short(code: str) -> str:
    text = " ".join(code.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def run(chosen: Sequence[Mutation], done: dict[str, Result], seed: int, jobs: int, timeout: int) -> None:
    """Run all mutations that have no result yet, and write each result to the state file.

    Args:
        chosen: the mutations.
        done: the results by key; each new result is added.
        seed: the seed of the choice.
        jobs: the number of copies of the project in which mutations run at the same time.
        timeout: the processor seconds for each run of tests.
    """
    open_ones = [mutation for mutation in chosen if mutation.key not in done]
    if not open_ones:
        return
    seconds = quick.durations()
    with tempfile.TemporaryDirectory(prefix="ruleboard-mutate-") as scratch:
        graph = quick.imports()
        workspaces = [Workspace(Path(scratch) / str(number)) for number in range(jobs)]
        free: queue.Queue[Workspace] = queue.Queue()
        for workspace in workspaces:
            workspace.compile()
            free.put(workspace)

        def judge(mutation: Mutation) -> Result:
            workspace = free.get()
            try:
                return judged(workspace, mutation, batches(mutation.path, graph, seconds), timeout)
            finally:
                free.put(workspace)

        with ThreadPoolExecutor(jobs) as pool:
            try:
                for future in as_completed([pool.submit(judge, mutation) for mutation in open_ones]):
                    result = future.result()
                    done[result.key] = result
                    write_state(STATE, seed, done.values())
                    print(f"{len(done)}: {result.outcome} {result.key}".replace("\n", " ")[:200], flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for workspace in workspaces:
                    workspace.close()
                raise


def main(arguments: list[str]) -> int:
    """Run mutations from the command line and print the table."""
    parser = argparse.ArgumentParser(prog="dev.py mutate", description="Find code whose change no test notices.")
    parser.add_argument("--limit", type=int, default=200, help="how many mutations (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the choice (1)")
    parser.add_argument("--only", action="append", default=[], metavar="PATH", help="of files under this path only")
    parser.add_argument("--jobs", type=int, default=1, help="how many at the same time (1)")
    parser.add_argument("--timeout", type=int, default=TIMEOUT, help=f"processor seconds for one run ({TIMEOUT})")
    options = parser.parse_args(arguments)
    chosen = in_seeded_order(candidates(setup.ROOT, options.only), options.seed)[: options.limit]
    if not chosen:
        parser.error(f"no code to change under {', '.join(options.only)}")
    lines = {mutation.key: (setup.ROOT / mutation.path).read_text("utf-8").split("\n") for mutation in chosen}
    line_of = {mutation.key: lines[mutation.key][mutation.line - 1].strip() for mutation in chosen}
    done = {
        key: result
        for key, result in read_state(STATE, options.seed).items()
        if line_of.get(key, result.code) == result.code
    }
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(chosen, done, options.seed, options.jobs, options.timeout)
    except KeyboardInterrupt:
        print("Interrupted: the same command continues.", file=sys.stderr)
    results = [done[mutation.key] for mutation in chosen if mutation.key in done]
    TABLE.write_text(text := table(results, options.seed), encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
