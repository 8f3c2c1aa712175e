"""Runs all checks and tests, or pytest alone with the arguments given, or the core of the tests in another browser."""

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
"""What is run in another browser than Chromium, which runs everything, as arguments of pytest: see docs/browsers.md."""


def main(arguments: list[str]) -> int:
    """Check and test everything; with arguments hand them to pytest and run nothing else.

    With ``--browser`` run the core of the end-to-end tests there; what follows that are further arguments of pytest.
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
    """Run the core of the end-to-end tests in the browser that comes first."""
    name, *rest = arguments or [""]
    if name not in CORES:
        print(f"dev.py test: --browser needs one of {', '.join(CORES)}; without it Chromium is used.", file=sys.stderr)
        return 2
    return pytest([*CORES[name], *rest], {"RULEBOARD_BROWSER": name})


def passes(name: str, command: list[str]) -> bool:
    """Run one check; its output is shown when it fails."""
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
    """Return how many processes share the tests: one a core, within what browsers leave of a machine's memory."""
    return min(os.cpu_count() or 1, 4)


def pytest(arguments: list[str], environment: Mapping[str, str] | None = None) -> int:
    """Run pytest; its closing line is the last thing said."""
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=setup.ROOT, env={**os.environ, **(environment or {})}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
