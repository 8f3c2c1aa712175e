"""Generate the documentation of the Python package from docstrings with pdoc: `python3 dev.py docs`."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Sequence

from tools import setup

DOCUMENTED_MODULES = ("ruleboard.api", "ruleboard.adapters")
"""The documented modules."""


def main(arguments: Sequence[str]) -> int:
    """Write the documentation, and return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py docs", description="Write the documentation of the Python package.")
    parser.add_argument("-o", "--output", default=str(setup.BUILD / "docs"), help="the folder (build/docs)")
    folder = parser.parse_args(arguments).output
    setup.install_adapter_packages()
    command = [str(setup.ADAPTERS_PYTHON), "-m", "pdoc", "--docformat", "google", "-o", folder, *DOCUMENTED_MODULES]
    process = subprocess.run(command, cwd=setup.ROOT, env={**os.environ, "PYTHONPATH": "py"})
    if process.returncode == 0:
        print(f"{folder}/index.html")
    return process.returncode
