"""Runs all checks and tests, or pytest alone with the arguments given."""

from __future__ import annotations

import os
import subprocess
import sys

from tools import setup

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check"],
    "mypy": ["mypy", "--no-error-summary"],
    "import-linter": ["lint-imports"],
}


def main(arguments: list[str]) -> int:
    """Check and test everything; with arguments hand them to pytest and run nothing else."""
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


def pytest(arguments: list[str]) -> int:
    """Run pytest; its closing line is the last thing said."""
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=setup.ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
