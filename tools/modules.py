"""Bundling of the modules that pages load, each with its imports: fewer requests make a faster start."""

from __future__ import annotations

from pathlib import Path

from tools.offline import bundle

_LOADED = ("interpreter.mjs", "page.js", "carrier.mjs")
"""The modules that pages and workers load by name."""
_EXTERNAL = ("node:*", "ws")
"""Modules that are imported at run time."""


def modules(static: Path) -> None:
    """Bundle the modules of a folder, and delete those that are no longer loaded."""
    for name in _LOADED:
        out = static / f"{name}.new"
        bundle(static / name, out, format="esm", external=_EXTERNAL)
        out.replace(static / name)
    for file in (*static.glob("*.mjs"), static / "vendor" / "pyodide" / "pyodide.mjs"):
        if file.name not in _LOADED:
            file.unlink()
