"""Writes the service worker: sw.js bundled with Workbox, and with the list of all files of dist/ in it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.setup import NODE_MODULES, ROOT

_LEFT_OUT = ("sw.js", "ruleboard.html", "static/icons/wide.png", "static/icons/narrow.png")
"""What is not needed without a network: the worker itself, and what only a browser's install dialogue shows."""
_SAMPLES = "examples/"
"""Sample pages, which are read where they are looked for."""


def service_worker(source: Path, dist: Path) -> None:
    """Write sw.js for the files that are in dist/ now."""
    bundle(source, dist / "sw.js", f"self.__WB_MANIFEST={json.dumps(precached(dist), separators=(',', ':'))};")


def precached(dist: Path) -> list[dict[str, Any]]:
    """Return the files to keep as Workbox wants them, each with a hash of its content."""
    files = sorted(file for file in dist.rglob("*") if file.is_file())
    return [
        {"url": name, "revision": hashlib.sha256(file.read_bytes()).hexdigest()[:16]}
        for file in files
        if (name := file.relative_to(dist).as_posix()) not in _LEFT_OUT and not name.startswith(_SAMPLES)
    ]


def bundle(
    source: Path,
    out: Path,
    banner: str = "",
    *,
    format: str = "iife",
    define: Sequence[str] = (),
    external: Sequence[str] = (),
) -> None:
    """Make one script of a script and what it imports.

    Args:
        source: the script.
        out: where to write.
        banner: what stands before it.
        format: "iife" for a script of its own, "esm" for a module.
        define: what is put in place of names, as "name=value".
        external: what is left to be imported when it runs.
    """
    esbuild = NODE_MODULES / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    command = [
        str(esbuild),
        str(source),
        "--bundle",
        "--minify",
        f"--format={format}",
        *(f"--define:{one}" for one in define),
        *(f"--external:{one}" for one in external),
        "--define:process.env.NODE_ENV='production'",
        "--log-level=warning",
        f"--outfile={out}",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{source.name} could not be bundled.\n{done.stderr}")
    out.write_text(f"{banner}{out.read_text(encoding='utf-8')}", encoding="utf-8")
