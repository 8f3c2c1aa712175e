"""Run the JavaScript tests of the journal and its model in Node (see tests/js)."""

from __future__ import annotations

import subprocess

from tools import soak_journal


def test_journal_keeps_its_invariants() -> None:
    done = subprocess.run(soak_journal.COMMAND, cwd=soak_journal.ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
