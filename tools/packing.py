"""Packing of the large files by Zstandard; static/boot/unpacking.mjs unpacks them in the browser.

Of what browsers can be given to unpack, Zstandard is the quickest (docs/performance.md). The packer's version is
pinned, so that the same content becomes the same bytes, whoever packs it.
"""

from __future__ import annotations

import hashlib

from tools.setup import BUILD

_LEVEL = 22
"""The highest level of compression."""
_CACHE = BUILD / "packed"


def pack(content: bytes) -> bytes:
    """Return a packed content, with a checksum of it."""
    import zstandard

    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    return compressor.compress(content)


def packed(content: bytes) -> bytes:
    """Return a packed content; the latest is kept, since packing takes seconds."""
    import zstandard

    file = _CACHE / f"{hashlib.sha256(content).hexdigest()}.{_LEVEL}.{zstandard.__version__}"
    if not file.exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        for older in _CACHE.iterdir():
            older.unlink()
        unfinished = file.with_name("unfinished")
        unfinished.write_bytes(pack(content))
        unfinished.replace(file)
    return file.read_bytes()
