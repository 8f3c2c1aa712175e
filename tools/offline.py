"""The service worker: sw.js bundled with Workbox and the list of all files of dist/."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tools.setup import NODE_MODULES, ROOT
from tools.versions import integrity

_NOT_CACHED = ("sw.js", "ruleboard.html", "static/icons/wide.png", "static/icons/narrow.png")
"""Files not needed offline: the worker itself, the single-file app, and pictures of the install dialogue."""
_OF_OTHER_PAGES = ("examples/*", "static/posters/*.js")
"""Sample pages, and the posters of positions in other sites, which are not needed offline."""


def service_worker(source: Path, dist: Path) -> None:
    """Write sw.js for the current files of dist/: in one step, since a browser may request it at any time."""
    manifest = json.dumps(precached(dist), separators=(",", ":"))
    written = dist / "sw.new.js"
    bundle(source, written, f"self.__WB_MANIFEST={manifest};")
    written.replace(dist / "sw.js")


def precached(dist: Path) -> list[dict[str, Any]]:
    """Return the files to cache in Workbox's form, each with its hash: a browser caches only that content."""
    files = sorted(file for file in dist.rglob("*") if file.is_file())
    return [
        {"url": name, "revision": hashlib.sha256(file.read_bytes()).hexdigest()[:16], "integrity": integrity(file)}
        for file in files
        if (name := file.relative_to(dist).as_posix()) not in _NOT_CACHED
        and not any(fnmatch(name, pattern) for pattern in _OF_OTHER_PAGES)
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
    """Bundle and minify a script with its imports.

    Args:
        source: the script.
        out: the file to write.
        banner: code to put before it.
        format: "iife" for a classic script, "esm" for a module.
        define: replacements of names, as "name=value".
        external: modules that are left to be imported at run time.

    Raises:
        RuntimeError: the bundler refuses the script.
    """
    _esbuild(
        source,
        "--bundle",
        "--minify",
        f"--format={format}",
        *(f"--define:{name}" for name in define),
        *(f"--external:{name}" for name in external),
        "--define:process.env.NODE_ENV='production'",
        f"--outfile={out}",
    )
    out.write_text(f"{banner}{out.read_text(encoding='utf-8')}", encoding="utf-8")


def minify_stylesheet(sheet: Path) -> None:
    """Rewrite a stylesheet without comments and needless blanks.

    Raises:
        RuntimeError: the bundler refuses it.
    """
    _esbuild(sheet, "--minify-whitespace", "--allow-overwrite", f"--outfile={sheet}")


def _esbuild(source: Path, *options: str) -> None:
    esbuild = NODE_MODULES / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    command = [str(esbuild), str(source), "--log-level=warning", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{source.name} could not be bundled.\n{done.stderr}")
