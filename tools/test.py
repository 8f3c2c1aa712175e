"""All checks and tests, those of a change, pytest alone with arguments, or the core of the tests in another browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tools import glossary, quick, serve, setup

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check"],
    "mypy": ["mypy", "--no-error-summary"],
    "import-linter": ["lint-imports"],
}


ADAPTERS = "tests/adapters"
"""The tests that need the packages of requirements-adapters.txt."""
_CORE = ["tests/e2e", "-m", "core"]
CORES = {"chromium": _CORE, "firefox": _CORE, "webkit": ["tests/webkit"]}
"""The arguments of pytest for the core of the tests in one browser; Chromium's headless shell runs all, where there is
one: see docs/browsers.md."""


def main(arguments: list[str]) -> int:
    """Run all checks and tests; with arguments run only pytest with them.

    ``--browser <name>`` runs the core of the end-to-end tests there, with the arguments that follow. ``--quick`` runs
    the checks and the tests of changed files, or of the paths that follow. ``--adapters`` runs the test suites of the
    libraries that accept the rules, with the arguments that follow.
    """
    if arguments[:1] == ["--quick"]:
        return run_change_tests(arguments[1:])
    if arguments[:1] == ["--field"]:
        print("dev.py test --field is now called dev.py test --adapters.", file=sys.stderr)
        arguments = ["--adapters", *arguments[1:]]
    if arguments[:1] == ["--adapters"]:
        return run_adapter_tests(arguments[1:])
    if arguments[:1] == ["--browser"]:
        return run_core(arguments[1:])
    if arguments:
        return pytest(arguments)
    try:
        # First, so that a machine that lacks something says so at once and not after the other tests.
        setup.node_packages()
        setup.chromium()
        setup.install_headless_shell()
    except setup.SetupError as problem:
        print(f"dev.py test: {problem}", file=sys.stderr)
        return 1
    with ThreadPoolExecutor(2) as pool:
        # Meanwhile, or all processes would wait for the one and do the other each by itself; if one fails, the tests
        # say why.
        pool.submit(serve.rebuild)
        pool.submit(rewrite_assertions)
        failed = checks_failed()
    if failed:
        print(f"This run fails because of {', '.join(failed)}; the tests run all the same.", flush=True)
    return pytest(["-n", str(process_count(2))]) or int(bool(failed))


def run_change_tests(paths: list[str]) -> int:
    """Run the checks, and the tests of files changed since the main branch or of the files at these paths."""
    try:
        files = quick.files_at(paths) if paths else quick.changed_files()
    except FileNotFoundError as error:
        print(f"dev.py test: there is no {error} to test.", file=sys.stderr)
        return 2
    except (subprocess.CalledProcessError, OSError):
        print("dev.py test: without git please name the paths that have changed.", file=sys.stderr)
        return 2
    failed = bool(checks_failed()) | glossary_failed(files)
    choice = quick.choose_tests(files, quick.imports(), quick.durations(), quick.BUDGET * process_count())
    if choice.tests:
        failed = bool(pytest([*distribution_options(len(choice.tests)), "-q", *choice.tests])) or failed
    if choice.games:
        expression = " or ".join(choice.games)
        failed = bool(pytest([*distribution_options(3), "-q", quick.CONFORMANCE, "-k", expression])) or failed
    print(summary(files, choice), flush=True)
    return int(failed)


def glossary_failed(files: list[str]) -> bool:
    """Check the words of files, print the violations and return True if there are any."""
    problems = glossary.check_finished(glossary.files_to_check(files) if files else ())
    print(f"glossary: {'failed' if problems else 'passed'}", *problems, sep="\n", flush=True)
    return bool(problems)


def distribution_options(files: int) -> list[str]:
    """Return the arguments of pytest that distribute a number of test files over processes."""
    return ["-n", str(min(files, process_count()))] if files > 1 else []


def summary(files: list[str], choice: quick.Choice) -> str:
    """Return sentences on the tests that were run and those left to the whole run."""
    sentences = [f"{len(files)} changed: {len(choice.tests)} files of tests were run."]
    if choice.games:
        sentences.append(f"The conformance tests of {', '.join(choice.games)} were run.")
    if choice.skipped:
        sentences.append(
            f"{len(choice.skipped)} more, farther away, would take too long: python3 dev.py test runs them."
        )
    if choice.browser:
        sentences.append(f"Not run, because they need a browser: {' '.join(choice.browser)}")
    return "\n".join(sentences)


def run_core(arguments: list[str]) -> int:
    """Run the core of the end-to-end tests in the browser named by the first argument."""
    name, *rest = arguments or [""]
    if name not in CORES:
        print(
            f"dev.py test: --browser needs one of {', '.join(CORES)}; without it all run in Chromium.", file=sys.stderr
        )
        return 2
    return pytest([*CORES[name], *rest], {"RULEBOARD_BROWSER": name})


def run_adapter_tests(arguments: list[str]) -> int:
    """Run the tests of the adapters with the libraries they are for, in an environment of their own."""
    try:
        setup.adapter_packages()
    except setup.SetupError as problem:
        print(f"dev.py test: {problem}", file=sys.stderr)
        return 1
    # Without tests/conftest.py, which needs the packages of the other tests.
    command = [str(setup.ADAPTERS_PYTHON), "-m", "pytest", "-q", "-n", str(process_count()), "--confcutdir", ADAPTERS]
    return subprocess.run([*command, *(arguments or [ADAPTERS])], cwd=setup.ROOT).returncode


def checks_failed() -> list[str]:
    """Run all checks, two at a time; return the names of those that failed."""
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(check_passes, CHECKS, CHECKS.values()))
    return [name for name, is_passed in zip(CHECKS, results, strict=True) if not is_passed]


def check_passes(name: str, command: list[str]) -> bool:
    """Run one check and return True if it passes; print its output if it fails."""
    program, *arguments = command
    done = subprocess.run(
        [str(setup.VENV_PYTHON.with_name(program)), *arguments],
        cwd=setup.ROOT,
        env={**os.environ, "PYTHONPATH": "py"},  # import-linter imports what it looks at
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    output = f"\n{done.stdout}" if done.returncode else ""
    print(f"{name}: {'failed' if done.returncode else 'passed'}{output}", flush=True)
    return done.returncode == 0


def process_count(waiting: int = 1) -> int:
    """Return the number of test processes: more than cores by those that wait for their browsers now and then.

    At most four, since browsers need memory.
    """
    return min((os.cpu_count() or 1) + waiting, 4)


def rewrite_assertions() -> None:
    """Have pytest rewrite the assertions of all tests, and keep that."""
    run_pytest(["--collect-only", "-qq"], {}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def pytest(arguments: list[str], environment: Mapping[str, str] | None = None) -> int:
    """Run pytest and return its exit code; its summary is the last line of output."""
    return run_pytest(arguments, environment or {}).returncode


def run_pytest(
    arguments: list[str], environment: Mapping[str, str], **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run pytest as a process with these arguments, in this environment besides its own.

    What Python compiles and pytest rewrites is kept in build/, even where the environment keeps nothing: half of what
    each process does before its first test.
    """
    command = [sys.executable, "-m", "pytest", *arguments]
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(setup.BUILD / "pycache")}
    return subprocess.run(command, cwd=setup.ROOT, env={**os.environ, **compiled, **environment}, **options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
