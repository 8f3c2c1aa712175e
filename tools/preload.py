"""Has pages ask at once for what their scripts would ask for one after the other."""

from __future__ import annotations

from pathlib import Path

_PLACE = '<script type="module" src="./static/interpreter.mjs" async></script>'
"""Before this, in every page that starts Python."""
_MODULES = ("loading.mjs", "memory.mjs", "words.mjs", "vendor/pyodide/pyodide.mjs", "vendor/pyscript/core-*.js")


def preload(dist: Path) -> None:
    """Name in the pages of a folder the snapshot and the modules that others import."""
    static = dist / "static"
    fetched = [
        f'<link rel="preload" as="fetch" crossorigin href="./static/{file.name}">' for file in _snapshots(static)
    ]
    modules = [
        f'<link rel="modulepreload" href="./static/{file.relative_to(static).as_posix()}">'
        for pattern in _MODULES
        for file in sorted(static.glob(pattern))
    ]
    for page in dist.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        if _PLACE in text:
            page.write_text(text.replace(_PLACE, "\n    ".join((*fetched, *modules, _PLACE))), encoding="utf-8")


def _snapshots(static: Path) -> list[Path]:
    return sorted(static.glob("snapshot.*.bin"))
