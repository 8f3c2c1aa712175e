"""The memory snapshot's file as a browser unpacks it."""

from __future__ import annotations

import gzip
import subprocess

from tools.setup import ROOT

_UNFOLD = """
import { readFileSync, writeFileSync } from "node:fs";
import { unfold } from "%s/static/boot/snapshot_format.mjs";
writeFileSync(1, unfold(new Uint8Array(readFileSync(0))));
"""


def unpacked(file: bytes) -> bytes:
    """Return the content of a file: decompressed and unfolded."""
    command = ["node", "--input-type=module", "--eval", _UNFOLD % ROOT.as_posix()]
    return subprocess.run(command, input=gzip.decompress(file), stdout=subprocess.PIPE, check=True).stdout


def of_another_pyodide(file: bytes) -> bytes:
    """Return the file with another build's name in the header, which is the first that is stored as it is."""
    folded = bytearray(gzip.decompress(file))
    header = 8 + 7 * int.from_bytes(folded[:4], "little")
    folded[header + 16 : header + 20] = b"\1\2\3\4"
    return gzip.compress(folded, 1)
