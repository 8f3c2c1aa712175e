"""The archive of the app's Python sources that the browser fetches."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, always the same, so that the same sources give the same bytes."""


def archive(package: Path, out: Path) -> None:
    """Write a package's sources as a zip; the same sources give the same bytes, wherever it is built."""
    with zipfile.ZipFile(out, "w") as zipped:
        for file in sources(package):
            entry = zipfile.ZipInfo(file.relative_to(package.parent).as_posix(), _EPOCH)
            entry.create_system = 3  # Unix, also when built elsewhere
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(entry, file.read_bytes(), compresslevel=9)


def sources(package: Path) -> Iterator[Path]:
    """Yield the files of a package that the browser needs, modules and data, in order."""
    for file in sorted(package.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
            yield file
