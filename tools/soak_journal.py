"""Run random operations on a model of the storage journal (tests/js): ``python3 dev.py soak --journal N``."""

from __future__ import annotations

import os
import subprocess

from tools.setup import ROOT

TEST_COMMAND = ("node", "--test", "tests/js/journal.test.mjs")
"""The command that runs the journal's tests. JOURNAL_SEQUENCES sets the number of sequences."""


def main(sequence_count: int, seed: int) -> int:
    """Run sequences of random operations with consecutive seeds. Return 1 if a sequence violates an invariant."""
    environment = {**os.environ, "JOURNAL_SEQUENCES": str(sequence_count), "JOURNAL_FIRST": str(seed)}
    return int(subprocess.run(TEST_COMMAND, cwd=ROOT, env=environment).returncode != 0)
