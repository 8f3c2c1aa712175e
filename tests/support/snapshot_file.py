"""The large files as a browser unpacks them."""

from __future__ import annotations

import gzip
from pathlib import Path

import zstandard

_GZIP = b"\x1f\x8b"
"""The beginning of each file that is packed by gzip."""


def large_files(dist: Path, packing: str = "zstd") -> tuple[Path, Path]:
    """Return the files of the snapshot and of Pyodide's compiled code in a folder that is served."""
    [snapshot], [code] = dist.rglob(f"snapshot.*.{packing}.bin"), dist.rglob(f"*.wasm.{packing}.bin")
    return snapshot, code


def unpacked(file: bytes) -> bytes:
    """Return the content of a file packed in either way."""
    return gzip.decompress(file) if file.startswith(_GZIP) else zstandard.decompress(file)


def of_another_pyodide(file: bytes) -> bytes:
    """Return the snapshot's file with another build's name in the header, which comes first."""
    content = bytearray(unpacked(file))
    content[16:20] = b"\1\2\3\4"
    return gzip.compress(content, 1) if file.startswith(_GZIP) else zstandard.compress(bytes(content), 1)
