"""Makes one file of each module that pages load and what it imports: a browser that asks less starts sooner."""

from __future__ import annotations

from pathlib import Path

from tools.offline import bundle

_LOADED = ("interpreter.mjs", "page.js", "carrier.mjs")
"""The modules that pages and workers ask for by name."""
_LATER = ("node:*", "ws")
"""What is imported while they run."""


def modules(static: Path) -> None:
    """Put what the modules of a folder import into them, and take away what nobody asks for any more."""
    for name in _LOADED:
        out = static / f"{name}.new"
        bundle(static / name, out, format="esm", external=_LATER)
        out.replace(static / name)
    for file in (*static.glob("*.mjs"), static / "vendor" / "pyodide" / "pyodide.mjs"):
        if file.name not in _LOADED:
            file.unlink()
