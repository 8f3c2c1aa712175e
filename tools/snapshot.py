"""The build of the memory snapshot that Python starts from in the browser."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

from tools.packing import packings, write
from tools.pages import fill_placeholder
from tools.setup import BUILD, NODE_MODULES, ROOT
from tools.vendor import shortened_module

_MADE_BY = (
    ROOT / "tools" / "snapshot.mjs",
    ROOT / "tools" / "snapshot_imports.py",
    ROOT / "static" / "boot" / "snapshot_format.mjs",
    ROOT / "tools" / "packing.py",
    ROOT / "package-lock.json",
    ROOT / "requirements.txt",
)
_CACHE = BUILD / "snapshot"
_LARGE_FILES = (
    "vendor/pyodide/pyodide.asm.wasm.*.bin",
    "vendor/pyodide/pyodide.asm.js",
    "vendor/pyscript/core-*.js",
    "ruleboard.css",
)
"""Further large files loaded before Python answers; their sizes feed the progress bar."""
_PLACEHOLDER = "const SNAPSHOT = null;"
"""The line of static/boot/interpreter.mjs that the description of the snapshot replaces."""


def snapshot(sources: Path, static: Path) -> None:
    """Put a snapshot for these sources (a zip) into a folder, and its description into the interpreter there.

    Making one takes seconds, so it is made again only when the sources, Pyodide or these tools have changed.
    """
    made_of = [sources.read_bytes(), shortened_module().encode(), *(file.read_bytes() for file in _MADE_BY)]
    digest = hashlib.sha256(b"".join(made_of)).hexdigest()
    stamp = _CACHE / "stamp"
    if not stamp.exists() or stamp.read_text() != digest:
        _make(sources, _CACHE)
        stamp.write_text(digest)
    description = json.loads((_CACHE / "snapshot.json").read_text(encoding="utf-8"))
    del description["modules"]
    for file in _CACHE.glob("snapshot.*.bin"):
        shutil.copyfile(file, static / file.name)
    large_files = [file for pattern in ("snapshot.*.bin", *_LARGE_FILES) for file in sorted(static.glob(pattern))]
    description["loads"] = {file.relative_to(static).as_posix(): file.stat().st_size for file in large_files}
    fill_placeholder(
        static / "boot" / "interpreter.mjs",
        _PLACEHOLDER,
        f"const SNAPSHOT = {json.dumps(description, separators=(',', ':'))};",
    )


def modules() -> list[str]:
    """Return the names of the modules in the latest snapshot."""
    names: list[str] = json.loads((_CACHE / "snapshot.json").read_text(encoding="utf-8"))["modules"]
    return names


def _make(sources: Path, out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    code = out / "pyodide.asm.mjs"
    code.write_text(shortened_module(), encoding="utf-8")
    inputs = (NODE_MODULES / "pyodide", code, sources)
    command = ["node", *map(str, (_MADE_BY[0], *inputs, out))]
    environment = {**os.environ, "TZ": "UTC"}  # Python keeps the names of time zones
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        # Has the traceback of a failed import, too. Before it, Node prints all of Pyodide's one-line file.
        errors = "\n".join(line[:300] for line in done.stderr.splitlines())
        raise RuntimeError(f"The memory snapshot could not be made.\n{errors}")
    _pack(out)


def _pack(out: Path) -> None:
    """Pack the snapshot, and add its name without the packing to the description."""
    file, description_file = out / "snapshot.bin", out / "snapshot.json"
    packed = packings(file.read_bytes())
    name = f"snapshot.{hashlib.sha256(b''.join(packed.values())).hexdigest()[:16]}"
    write(packed, out / name)
    file.unlink()
    description = json.loads(description_file.read_text(encoding="utf-8"))
    description_file.write_text(json.dumps({"name": name, **description}), encoding="utf-8")
