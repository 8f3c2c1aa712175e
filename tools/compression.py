"""Compress large files with Zstandard and with gzip.

static/boot/compression.mjs chooses one of the two files in the browser (docs/performance.md explains why there are
two), and static/boot/decompression.mjs decompresses it. The versions of the compressors are pinned, so the same content
gives the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path

from tools.setup import BUILD

_COMPRESSION_LEVELS = {"zstd": 22, "gzip": 10}
"""The compression levels. gzip's maximum, 12, takes twice as long and saves 0.1 %."""
_COMPRESSOR_PACKAGES = {"zstd": "zstandard", "gzip": "deflate"}
"""The Python packages that compress."""
_CACHE_FOLDER = BUILD / "packed"


def compress(content: bytes, method: str) -> bytes:
    """Compress bytes with ``zstd`` or ``gzip``, and add a checksum."""
    if method == "zstd":
        import zstandard

        return zstandard.ZstdCompressor(level=_COMPRESSION_LEVELS[method], write_checksum=True).compress(content)
    import deflate

    return bytes(deflate.gzip_compress(content, _COMPRESSION_LEVELS[method]))


def compress_all(content: bytes) -> dict[str, bytes]:
    """Return the compressed bytes by the name of the method, ``zstd`` or ``gzip``."""
    with ThreadPoolExecutor() as pool:
        return dict(zip(_COMPRESSION_LEVELS, pool.map(partial(compress, content), _COMPRESSION_LEVELS), strict=True))


def cached_compress_all(content: bytes) -> dict[str, bytes]:
    """Return the compressed bytes by method. Cache the last result, since compression takes seconds."""
    with ThreadPoolExecutor() as pool:
        return dict(
            zip(_COMPRESSION_LEVELS, pool.map(partial(_cached_compress, content), _COMPRESSION_LEVELS), strict=True)
        )


def write_files(compressed: dict[str, bytes], target: Path) -> None:
    """Write one file for each compression method. Its name is the target's name with the method and ``.bin``."""
    for method, content in compressed.items():
        target.with_name(f"{target.name}.{method}.bin").write_bytes(content)


def _cached_compress(content: bytes, method: str) -> bytes:
    version_suffix = f"{_COMPRESSION_LEVELS[method]}.{version(_COMPRESSOR_PACKAGES[method])}.{method}"
    file = _CACHE_FOLDER / f"{hashlib.sha256(content).hexdigest()}.{version_suffix}"
    if not file.exists():
        _CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        for old_file in _CACHE_FOLDER.glob(f"*.{method}"):
            old_file.unlink()
        new_file = file.with_name(f"unfinished.{method}.new")
        new_file.write_bytes(compress(content, method))
        new_file.replace(file)
    return file.read_bytes()
