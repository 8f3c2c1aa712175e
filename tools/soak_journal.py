"""Random sequences in the model of the journal (tests/js). Part of ``python3 dev.py soak --journal N``."""

from __future__ import annotations

import os
import subprocess

from tools.setup import ROOT

COMMAND = ("node", "--test", "tests/js/")
"""Runs the tests of the journal; the environment variable JOURNAL_SEQUENCES sets how many sequences."""


def main(sequences: int, seed: int) -> int:
    """Run sequences in the model, from the number of the first one; return 1 if one breaks an invariant."""
    environment = {**os.environ, "JOURNAL_SEQUENCES": str(sequences), "JOURNAL_FIRST": str(seed)}
    return int(subprocess.run(COMMAND, cwd=ROOT, env=environment).returncode != 0)
