"""All checks and tests, pytest alone with the arguments given, or the core of the tests in another browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from tools import setup

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check"],
    "mypy": ["mypy", "--no-error-summary"],
    "import-linter": ["lint-imports"],
}


CORES = {"firefox": ["tests/e2e", "-m", "core"], "webkit": ["tests/webkit"]}
"""The arguments of pytest for the core of the tests in another browser; Chromium runs all: see docs/browsers.md."""


def main(arguments: list[str]) -> int:
    """Run all checks and tests; with arguments run only pytest with them.

    ``--browser <name>`` runs the core of the end-to-end tests there, with the arguments that follow.
    """
    if arguments[:1] == ["--browser"]:
        return core(arguments[1:])
    if arguments:
        return pytest(arguments)
    try:
        # First, so that a machine that lacks something says so at once and not after the other tests.
        setup.node_packages()
        setup.chromium()
    except setup.SetupError as problem:
        print(f"dev.py test: {problem}", file=sys.stderr)
        return 1
    failed = [name for name, command in CHECKS.items() if not passes(name, command)]
    if failed:
        print(f"This run fails because of {', '.join(failed)}; the tests run all the same.", flush=True)
    return pytest(["-n", str(processes())]) or int(bool(failed))


def core(arguments: list[str]) -> int:
    """Run the core of the end-to-end tests in the browser named by the first argument."""
    name, *rest = arguments or [""]
    if name not in CORES:
        print(f"dev.py test: --browser needs one of {', '.join(CORES)}; without it Chromium is used.", file=sys.stderr)
        return 2
    return pytest([*CORES[name], *rest], {"RULEBOARD_BROWSER": name})


def passes(name: str, command: list[str]) -> bool:
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
    print(f"{name}: {'failed' if done.returncode else 'passed'}", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0


def processes() -> int:
    """Return the number of test processes: one a core, at most four, since browsers need memory."""
    return min(os.cpu_count() or 1, 4)


def pytest(arguments: list[str], environment: Mapping[str, str] | None = None) -> int:
    """Run pytest and return its exit code; its summary is the last line of output."""
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=setup.ROOT, env={**os.environ, **(environment or {})}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
