"""Build the memory snapshot from which Python starts in the browser."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

from tools.compression import compress_all, write_files
from tools.pages import fill_placeholder
from tools.setup import BUILD, NODE_MODULES, ROOT
from tools.vendor import PyodideCode, build_pyodide_code

_TOOL_FILES = (
    ROOT / "tools" / "snapshot.mjs",
    ROOT / "tools" / "snapshot_imports.py",
    ROOT / "tools" / "snapshot_finish.py",
    ROOT / "static" / "boot" / "snapshot_format.mjs",
    ROOT / "tools" / "compression.py",
    ROOT / "package-lock.json",
    ROOT / "requirements-build.txt",
)
_CACHE_FOLDER = BUILD / "snapshot"
_PYODIDE_FILES = ("pyodide.mjs", "python_stdlib.zip", "pyodide-lock.json")
_PYSCRIPT_PACKAGE = NODE_MODULES / "@pyscript" / "core" / "src" / "stdlib" / "pyscript"
"""PyScript's Python package, whose compiled modules are part of the snapshot."""
_LARGE_FILES = (
    "vendor/pyodide/pyodide.asm.wasm.*.bin",
    "vendor/pyodide/pyodide.asm.js",
    "vendor/pyscript/core-*.js",
    "ruleboard.css",
)
"""Other large files that browsers load before Python starts. The progress bar needs their sizes."""
_PLACEHOLDER = "const SNAPSHOT = null;"
"""The line of scripts in static/boot that the description of the snapshot replaces."""


def update_snapshot(sources: Path) -> None:
    """Create a snapshot in build/. Since that takes seconds, keep the last one if its inputs have not changed.

    Args:
        sources: the zip archive of the app's sources.
    """
    code = build_pyodide_code()
    input_contents = [
        sources.read_bytes(),
        code.module.encode(),
        code.wasm,
        *(file.read_bytes() for file in _TOOL_FILES),
    ]
    digest = hashlib.sha256(b"".join(input_contents)).hexdigest()
    digest_file = _CACHE_FOLDER / "stamp"
    if not digest_file.exists() or digest_file.read_text() != digest:
        _create_snapshot(sources, code, _CACHE_FOLDER)
        digest_file.write_text(digest)


def copy_snapshot(static: Path) -> None:
    """Copy the latest snapshot into a static folder, and write its description into the scripts that restore it."""
    description = json.loads((_CACHE_FOLDER / "snapshot.json").read_text(encoding="utf-8"))
    del description["modules"]
    for file in _CACHE_FOLDER.glob("snapshot.*.bin"):
        shutil.copyfile(file, static / file.name)
    large_files = [file for pattern in ("snapshot.*.bin", *_LARGE_FILES) for file in sorted(static.glob(pattern))]
    description["loads"] = {file.relative_to(static).as_posix(): file.stat().st_size for file in large_files}
    text = f"const SNAPSHOT = {json.dumps(description, separators=(',', ':'))};"
    for name in ("interpreter.mjs", "own_frame.mjs"):
        fill_placeholder(static / "boot" / name, _PLACEHOLDER, text)


def read_snapshot_modules() -> list[str]:
    """Return the names of the Python modules in the latest snapshot."""
    names: list[str] = json.loads((_CACHE_FOLDER / "snapshot.json").read_text(encoding="utf-8"))["modules"]
    return names


def _create_snapshot(sources: Path, code: PyodideCode, out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    pyodide = out / "pyodide"
    pyodide.mkdir(parents=True)
    for name in _PYODIDE_FILES:
        shutil.copyfile(NODE_MODULES / "pyodide" / name, pyodide / name)
    (pyodide / "pyodide.asm.mjs").write_text(code.module, encoding="utf-8")
    (pyodide / "pyodide.asm.wasm").write_bytes(code.wasm)
    command = ["node", *map(str, (_TOOL_FILES[0], pyodide, sources, _PYSCRIPT_PACKAGE, out))]
    environment = {**os.environ, "TZ": "UTC"}  # the snapshot contains the names of time zones
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if process.returncode:
        # Has the traceback of a failed import, too. Before it, Node prints all of Pyodide's one-line file.
        errors = "\n".join(line[:300] for line in process.stderr.splitlines())
        raise RuntimeError(f"The memory snapshot could not be made.\n{errors}")
    _compress_snapshot(out)


def _compress_snapshot(out: Path) -> None:
    """Compress the snapshot, and add its name without the compression suffix to the description."""
    file, description_file = out / "snapshot.bin", out / "snapshot.json"
    compressed_contents = compress_all(file.read_bytes())
    name = f"snapshot.{hashlib.sha256(b''.join(compressed_contents.values())).hexdigest()[:16]}"
    write_files(compressed_contents, out / name)
    file.unlink()
    description = json.loads(description_file.read_text(encoding="utf-8"))
    description_file.write_text(json.dumps({"name": name, **description}), encoding="utf-8")
