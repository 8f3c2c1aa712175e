"""Build dist/examples/, the sample pages with embedded boards and diagrams."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.setup import ROOT

EXAMPLES_FOLDER = ROOT / "examples"
_LAB_SAMPLES = ("noughts.py", "fox.py", "amazons.py")
_DIAGRAM_LIST = "diagrams.tsv"
_NOTEBOOK_PATTERN = "*.ipynb"


def write_lab_samples(out: Path) -> None:
    """Copy the games with which people can begin in the lab into a folder."""
    for name in _LAB_SAMPLES:
        shutil.copyfile(EXAMPLES_FOLDER / "games" / name, out / name)


def write_examples(out: Path) -> None:
    """Write the sample pages and their diagrams into a folder."""
    shutil.copytree(EXAMPLES_FOLDER, out, ignore=shutil.ignore_patterns(_DIAGRAM_LIST, _NOTEBOOK_PATTERN))
    # In an interpreter of its own: a server that builds again must see the sources as they are now.
    command = [
        sys.executable,
        "-m",
        "tools.diagrams",
        "--file",
        str(EXAMPLES_FOLDER / _DIAGRAM_LIST),
        "-o",
        str(out / "diagrams"),
    ]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if process.returncode:
        raise RuntimeError(f"The diagrams of the examples could not be drawn.\n{process.stderr}")
