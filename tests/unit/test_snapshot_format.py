"""The folding of the memory snapshot, which takes out what gzip cannot see is there twice."""

from __future__ import annotations

import json
import random
import subprocess

import pytest

from tools.setup import ROOT

FOLD_AND_UNFOLD = """
import { readFileSync } from "node:fs";
import { fold } from "%s/tools/snapshot_fold.mjs";
import { unfold } from "%s/static/boot/snapshot_format.mjs";
const bytes = new Uint8Array(readFileSync(0));
const folded = fold(bytes);
console.log(JSON.stringify([folded.length, Buffer.compare(Buffer.from(unfold(folded)), Buffer.from(bytes)) === 0]));
"""


def folded(content: bytes) -> tuple[int, bool]:
    """Return the size of a folded file, and True if it unfolds to itself."""
    code = FOLD_AND_UNFOLD % (ROOT.as_posix(), ROOT.as_posix())
    command = ["node", "--input-type=module", "--eval", code]
    done = subprocess.run(command, input=content, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    size, same = json.loads(done.stdout)
    return size, same


def noise(words: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(4 * words)


def patched(content: bytes) -> bytes:
    """A content with a word of noise after each sixteen bytes."""
    return b"".join(content[at : at + 16] + noise(1, at) for at in range(0, len(content), 16))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"word",
        b"a few words.",
        bytes(4 * 300_000),  # a copy of itself, longer than a field can tell
        noise(70_000),  # nothing to copy, and more of it than a field can tell
        noise(70_000) + noise(9_000, 2) + noise(70_000),
        noise(20_000) + patched(noise(20_000)),
    ],
    ids=["nothing", "a word", "a few", "zeros", "noise", "twice", "patches"],
)
def test_folded_file_unfolds_to_itself(content: bytes) -> None:
    assert folded(content)[1]


def test_stretch_further_back_than_gzip_looks_is_stored_once() -> None:
    once = folded(noise(20_000))[0]
    assert folded(noise(20_000) + noise(20_000, 2) + noise(20_000))[0] < 2 * once + 100
