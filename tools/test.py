"""Run all checks and tests, only the tests for a change, pytest with arguments, or core tests in another browser."""

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


FAULT_TESTS = "faults"
"""The marker of browser tests in which files, the network, the clock or the browser fail. They have a run of their own,
since each of them starts browsers and pages several times."""
ADAPTER_TESTS = "tests/adapters"
"""The tests that need the packages of requirements-adapters.txt."""
_CORE_ARGUMENTS = ["tests/e2e", "-m", "core"]
CORE_TESTS = {"chromium": _CORE_ARGUMENTS, "firefox": _CORE_ARGUMENTS, "webkit": ["tests/webkit"]}
"""The arguments of pytest for the core of the tests in one browser; Chromium's headless shell runs all, where there is
one: see docs/browsers.md."""


def main(arguments: list[str]) -> int:
    """Run all checks and tests, or only pytest if there are arguments for it.

    ``--browser <name>`` runs the core of the end-to-end tests in another browser. ``--quick`` runs the checks and the
    tests for changed files, or for the paths after the option. ``--faults`` runs the tests in which files, the network
    or the browser fail. ``--adapters`` runs the tests with OpenSpiel and PettingZoo. Other arguments are passed to
    pytest.
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
    if arguments[:1] == ["--faults"]:
        return pytest_exit_code(["tests/e2e", "-m", FAULT_TESTS, "-n", str(choose_process_count(2)), *arguments[1:]])
    if arguments:
        return pytest_exit_code(arguments)
    try:
        # First, so that missing programs are reported at once, and not after the other tests.
        setup.install_all_node_packages()
        setup.find_or_install_chromium()
        setup.install_headless_shell()
    except setup.SetupError as error:
        print(f"dev.py test: {error}", file=sys.stderr)
        return 1
    with ThreadPoolExecutor(2) as pool:
        # Meanwhile, or all processes would wait for the one and do the other each by itself; if one fails, the tests
        # say why.
        pool.submit(serve.rebuild)
        pool.submit(rewrite_assertions)
        failed_checks = run_checks()
    if failed_checks:
        print(f"This run fails because of {', '.join(failed_checks)}; the tests run all the same.", flush=True)
    return pytest_exit_code(["-m", f"not {FAULT_TESTS}", "-n", str(choose_process_count(2))]) or int(
        bool(failed_checks)
    )


def run_change_tests(paths: list[str]) -> int:
    """Run the checks, and the tests for the files at some paths or, by default, for the files changed since main."""
    try:
        files = quick.find_files(paths) if paths else quick.find_changed_files()
    except FileNotFoundError as error:
        print(f"dev.py test: there is no {error} to test.", file=sys.stderr)
        return 2
    except (subprocess.CalledProcessError, OSError):
        print("dev.py test: without git please name the paths that have changed.", file=sys.stderr)
        return 2
    has_failed = bool(run_checks()) | check_glossary(files)
    choice = quick.choose_tests(
        files, quick.build_import_graph(), quick.read_durations(), quick.BUDGET_S * choose_process_count()
    )
    if choice.tests:
        has_failed = (
            bool(pytest_exit_code([*choose_distribution_options(len(choice.tests)), "-q", *choice.tests])) or has_failed
        )
    if choice.games:
        expression = " or ".join(choice.games)
        has_failed = (
            bool(pytest_exit_code([*choose_distribution_options(3), "-q", quick.CONFORMANCE_FOLDER, "-k", expression]))
            or has_failed
        )
    print(summarize_change_tests(files, choice), flush=True)
    return int(has_failed)


def check_glossary(files: list[str]) -> bool:
    """Check files against the glossary and print the violations. Return True if there are any."""
    violations = glossary.find_all_violations(
        glossary.find_files_to_check(files) if files else (), glossary.load_glossary()
    )
    print(f"glossary: {'failed' if violations else 'passed'}", *violations, sep="\n", flush=True)
    return bool(violations)


def choose_distribution_options(file_count: int) -> list[str]:
    """Return the pytest options that distribute this number of test files over several processes."""
    return ["-n", str(min(file_count, choose_process_count()))] if file_count > 1 else []


def summarize_change_tests(files: list[str], choice: quick.TestChoice) -> str:
    """Summarize the tests that ran and the tests that only the whole suite runs."""
    sentences = [f"{len(files)} changed: {len(choice.tests)} files of tests were run."]
    if choice.games:
        sentences.append(f"The conformance tests of {', '.join(choice.games)} were run.")
    if choice.skipped_tests:
        sentences.append(
            f"{len(choice.skipped_tests)} more, farther away, would take too long: python3 dev.py test runs them."
        )
    if choice.browser_tests:
        sentences.append(f"Not run, because they need a browser: {' '.join(choice.browser_tests)}")
    return "\n".join(sentences)


def run_core(arguments: list[str]) -> int:
    """Run the core of the end-to-end tests in the browser whose name is the first argument."""
    name, *pytest_arguments = arguments or [""]
    if name not in CORE_TESTS:
        print(
            f"dev.py test: --browser needs one of {', '.join(CORE_TESTS)}; without it all run in Chromium.",
            file=sys.stderr,
        )
        return 2
    return pytest_exit_code([*CORE_TESTS[name], *pytest_arguments], {"RULEBOARD_BROWSER": name})


def run_adapter_tests(arguments: list[str]) -> int:
    """Run the tests of the adapters in .venv-adapters, which contains the required libraries."""
    try:
        setup.install_adapter_packages()
    except setup.SetupError as error:
        print(f"dev.py test: {error}", file=sys.stderr)
        return 1
    # Without tests/conftest.py, which needs the packages of the other tests.
    command = [
        str(setup.ADAPTERS_PYTHON),
        "-m",
        "pytest",
        "-q",
        "-n",
        str(choose_process_count()),
        "--confcutdir",
        ADAPTER_TESTS,
    ]
    return subprocess.run([*command, *(arguments or [ADAPTER_TESTS])], cwd=setup.ROOT).returncode


def run_checks() -> list[str]:
    """Run all checks, two at a time, and return the names of failed checks."""
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run_check, CHECKS, CHECKS.values()))
    return [name for name, has_passed in zip(CHECKS, results, strict=True) if not has_passed]


def run_check(name: str, command: list[str]) -> bool:
    """Run one check, print its output if it fails, and return True if it passes."""
    program, *arguments = command
    process = subprocess.run(
        [str(setup.VENV_PYTHON.with_name(program)), *arguments],
        cwd=setup.ROOT,
        env={**os.environ, "PYTHONPATH": "py"},  # import-linter imports the modules that it checks
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    output = f"\n{process.stdout}" if process.returncode else ""
    print(f"{name}: {'failed' if process.returncode else 'passed'}{output}", flush=True)
    return process.returncode == 0


def choose_process_count(extra_processes: int = 1) -> int:
    """Return the number of test processes to use, at most four since browsers need memory.

    Args:
        extra_processes: the number of processes beyond one per core. They are useful because processes often wait for
            their browsers.
    """
    return min((os.cpu_count() or 1) + extra_processes, 4)


def rewrite_assertions() -> None:
    """Let pytest rewrite the assertions of all tests and cache the result for the test processes."""
    run_pytest(["--collect-only", "-qq"], {}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def pytest_exit_code(arguments: list[str], environment: Mapping[str, str] | None = None) -> int:
    """Run pytest and return its exit code. The last line of the output is pytest's summary."""
    return run_pytest(arguments, environment or {}).returncode


def run_pytest(
    arguments: list[str], environment: Mapping[str, str], **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run pytest in a process with additional environment variables.

    Compiled modules and rewritten tests are cached in build/, even if the environment disables Python's cache. The
    cache halves the start time of a test process.
    """
    command = [sys.executable, "-m", "pytest", *arguments]
    cache_variables = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(setup.BUILD / "pycache")}
    return subprocess.run(command, cwd=setup.ROOT, env={**os.environ, **cache_variables, **environment}, **options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
