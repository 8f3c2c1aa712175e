"""Functions that decompress and change the snapshot files of the build."""

from __future__ import annotations

import gzip
from pathlib import Path

import zstandard

_GZIP_HEADER = b"\x1f\x8b"
"""The first bytes of a gzip file."""


def find_large_files(dist: Path, compression: str = "zstd") -> tuple[Path, Path]:
    """Return the paths of the snapshot and of Pyodide's compiled code in dist/."""
    [snapshot], [code] = dist.rglob(f"snapshot.*.{compression}.bin"), dist.rglob(f"*.wasm.{compression}.bin")
    return snapshot, code


def decompress(file: bytes) -> bytes:
    """Decompress gzip or zstd data."""
    return gzip.decompress(file) if file.startswith(_GZIP_HEADER) else zstandard.decompress(file)


def with_other_pyodide_version(file: bytes) -> bytes:
    """Return a snapshot file whose header names another build of Pyodide."""
    content = bytearray(decompress(file))
    content[16:20] = b"\1\2\3\4"
    return gzip.compress(content, 1) if file.startswith(_GZIP_HEADER) else zstandard.compress(bytes(content), 1)
