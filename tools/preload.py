"""Write preload links into pages, so that browsers fetch files in parallel."""

from __future__ import annotations

from pathlib import Path

_INTERPRETER_ELEMENT = '<script type="module" src="./static/boot/interpreter.mjs" async></script>'
"""An element in every page with Python. The links precede it."""
_START_LOADER_ELEMENT = '<script async src="./static/boot/start_loader.js"'
"""The start of the element whose script starts the loading worker. The script needs the name of the snapshot."""
_SNAPSHOT_SUFFIX = ".zstd.bin"
"""The suffix of a compressed snapshot. The script appends the suffix of the compression that it chooses."""
_MODULE_PATTERNS = ("vendor/pyscript/core-*.js", "vendor/pyscript/error-*.js")
"""The files of PyScript's modules that every start imports, also without its plugin for errors."""


def write_preload_links(dist: Path) -> None:
    """Write the name of the snapshot, and links to imported modules, into the pages of a folder."""
    static = dist / "static"
    snapshots = sorted(static.glob(f"snapshot.*{_SNAPSHOT_SUFFIX}"))
    start_loader = " ".join(
        (_START_LOADER_ELEMENT, *(f'data-snapshot="{file.name.removesuffix(_SNAPSHOT_SUFFIX)}"' for file in snapshots))
    )
    modules = [
        f'<link rel="modulepreload" href="./static/{file.relative_to(static).as_posix()}">'
        for pattern in _MODULE_PATTERNS
        for file in sorted(static.glob(pattern))
    ]
    for page in dist.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        if _INTERPRETER_ELEMENT in text:
            text = text.replace(_INTERPRETER_ELEMENT, "\n    ".join((*modules, _INTERPRETER_ELEMENT))).replace(
                _START_LOADER_ELEMENT, start_loader
            )
            page.write_text(text, encoding="utf-8")
