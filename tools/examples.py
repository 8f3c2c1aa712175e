"""The build of dist/examples/: sample pages with embedded boards and diagrams."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.setup import ROOT

EXAMPLES = ROOT / "examples"
_DIAGRAMS = "diagrams.tsv"
_NOTEBOOKS = "*.ipynb"


def examples(out: Path) -> None:
    """Write the pages, and the diagrams of their list."""
    shutil.copytree(EXAMPLES, out, ignore=shutil.ignore_patterns(_DIAGRAMS, _NOTEBOOKS))
    # In an interpreter of its own: a server that builds again must see the sources as they are now.
    command = [sys.executable, "-m", "tools.diagrams", "--file", str(EXAMPLES / _DIAGRAMS), "-o", str(out / "diagrams")]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise RuntimeError(f"The diagrams of the examples could not be drawn.\n{run.stderr}")
