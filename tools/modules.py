"""Bundling of the scripts that pages and workers load, each with its imports: fewer requests make a faster start."""

from __future__ import annotations

from pathlib import Path

from tools.offline import bundle

_ENTRIES = ("boot/interpreter.mjs", "boot/loader_worker.mjs", "page/main.js")
"""The modules that pages and workers load by name."""
THINKER = "boot/thinker_worker.mjs"
"""The module that becomes a classic script, which a page may also start from a ``blob:`` address."""
_BASE = "self.ruleboardBase"
"""The address of that script: its own, unless the page has sent another."""
_CLASSIC = "boot/*.js"
"""Classic scripts; their imports become parts of them."""
_DYNAMIC = ("node:*", "ws")
"""Imports of Pyodide that are never executed in a browser."""


def minify(static: Path) -> None:
    """Minify the classic scripts of a folder of static files in place."""
    for script in static.glob(_CLASSIC):
        _replace(script, format="iife")


def modules(static: Path) -> None:
    """Bundle the entry modules of a folder of static files in place, and delete the bundled modules."""
    for name in _ENTRIES:
        _replace(static / name, format="esm", external=_DYNAMIC)
    bundle_worker(static, static / THINKER)
    entries = {static / name for name in (*_ENTRIES, THINKER)}
    for file in (*static.glob("boot/*.mjs"), *static.glob("page/*.js"), static / "vendor" / "pyodide" / "pyodide.mjs"):
        if file not in entries:
            file.unlink()


def bundle_worker(static: Path, out: Path) -> None:
    """Write the script of the worker in which opponents think, made of the modules in a folder of static files."""
    new = out.with_name(f"{out.name}.new")
    define = (f"import.meta.url={_BASE}",)
    bundle(static / THINKER, new, f"{_BASE}??=location.href;", format="iife", define=define, external=_DYNAMIC)
    new.replace(out)


def _replace(script: Path, *, format: str, external: tuple[str, ...] = ()) -> None:
    out = script.with_name(f"{script.name}.new")
    bundle(script, out, format=format, external=external)
    out.replace(script)
