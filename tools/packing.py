"""Packing of the large files, each by Zstandard and by gzip.

static/boot/compression.mjs chooses one of them in the browser (docs/performance.md says why there are two), and
static/boot/decompression.mjs unpacks it. The packers' versions are pinned, so that the same content becomes
the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from pathlib import Path

from tools.setup import BUILD

_LEVELS = {"zstd": 22, "gzip": 10}
"""The level of compression of each packing; gzip's maximum, 12, takes twice as long and saves 0.1 %."""
_PACKERS = {"zstd": "zstandard", "gzip": "deflate"}
"""The Python package of each packing."""
_CACHE = BUILD / "packed"


def pack(content: bytes, packing: str) -> bytes:
    """Return a packed content, with a checksum of it."""
    if packing == "zstd":
        import zstandard

        return zstandard.ZstdCompressor(level=_LEVELS[packing], write_checksum=True).compress(content)
    import deflate

    return bytes(deflate.gzip_compress(content, _LEVELS[packing]))


def packings(content: bytes) -> dict[str, bytes]:
    """Return a content packed in each way."""
    return {packing: pack(content, packing) for packing in _LEVELS}


def cached_packings(content: bytes) -> dict[str, bytes]:
    """Return a content packed in each way, from a cache of one, since packing takes seconds."""
    return {packing: _cached(content, packing) for packing in _LEVELS}


def write(packed: dict[str, bytes], target: Path) -> None:
    """Write a content into one file per packing, whose names start with the target's."""
    for packing, content in packed.items():
        target.with_name(f"{target.name}.{packing}.bin").write_bytes(content)


def _cached(content: bytes, packing: str) -> bytes:
    made_by = f"{_LEVELS[packing]}.{version(_PACKERS[packing])}.{packing}"
    file = _CACHE / f"{hashlib.sha256(content).hexdigest()}.{made_by}"
    if not file.exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        for older in _CACHE.glob(f"*.{packing}"):
            older.unlink()
        unfinished = file.with_name("unfinished")
        unfinished.write_bytes(pack(content, packing))
        unfinished.replace(file)
    return file.read_bytes()
