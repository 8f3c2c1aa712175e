"""The processes of a browser under test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def iter_browser_processes(profile: str) -> Iterator[Path]:
    """Yield the /proc folders of a browser's processes, found by its profile. Systems without /proc have none."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"--user-data-dir={profile}" in (process / "cmdline").read_text():
                yield process
        except OSError:
            continue
