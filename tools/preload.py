"""Preload links in pages, so that browsers fetch files at once and not one after the other."""

from __future__ import annotations

from pathlib import Path

_PLACE = '<script type="module" src="./static/boot/interpreter.mjs" async></script>'
"""The text before which every page that starts Python gets the links."""
_START_WORKERS = '<script async src="./static/boot/start_loader.js"'
"""The script that starts the loading worker; it needs the name of the snapshot."""
_PACKING = ".zstd.bin"
"""The ending of a snapshot's files; the script adds the ending of the packing that it chooses."""
_MODULES = ("vendor/pyscript/core-*.js",)
"""The modules that others import as soon as they run."""


def preload(dist: Path) -> None:
    """Write the names of the snapshot and of imported modules into the pages of a folder."""
    static = dist / "static"
    snapshots = sorted(static.glob(f"snapshot.*{_PACKING}"))
    start_loader = " ".join(
        (_START_WORKERS, *(f'data-snapshot="{file.name.removesuffix(_PACKING)}"' for file in snapshots))
    )
    modules = [
        f'<link rel="modulepreload" href="./static/{file.relative_to(static).as_posix()}">'
        for pattern in _MODULES
        for file in sorted(static.glob(pattern))
    ]
    for page in dist.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        if _PLACE in text:
            text = text.replace(_PLACE, "\n    ".join((*modules, _PLACE))).replace(_START_WORKERS, start_loader)
            page.write_text(text, encoding="utf-8")
