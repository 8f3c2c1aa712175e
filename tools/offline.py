"""Build the service worker: sw.js with Workbox and the list of files that it caches."""

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
from tools.versions import compute_integrity

_UNCACHED_FILES = ("sw.js", "ruleboard.html", "static/icons/wide.png", "static/icons/narrow.png")
"""Files that are not needed offline: the worker itself, the single-file app, and pictures of the install dialogue."""
_OTHER_PAGES_FILES = ("examples/*", "static/posters/*.js")
"""Files for other pages that are not needed offline: sample pages, and posters for other websites."""


def write_service_worker(source: Path, dist: Path) -> None:
    """Write sw.js for the current files of dist/. The file is replaced atomically, since a browser may request it."""
    manifest = json.dumps(create_precache_entries(dist), separators=(",", ":"))
    new_file = dist / "sw.new.js"
    bundle_script(source, new_file, f"self.__WB_MANIFEST={manifest};")
    new_file.replace(dist / "sw.js")


def create_precache_entries(dist: Path) -> list[dict[str, Any]]:
    """Return Workbox's precache entries, each with the hash of its file, so that browsers cache only that content."""
    files = sorted(file for file in dist.rglob("*") if file.is_file())
    return [
        {
            "url": name,
            "revision": hashlib.sha256(file.read_bytes()).hexdigest()[:16],
            "integrity": compute_integrity(file),
        }
        for file in files
        if (name := file.relative_to(dist).as_posix()) not in _UNCACHED_FILES
        and not any(fnmatch(name, pattern) for pattern in _OTHER_PAGES_FILES)
    ]


def bundle_script(
    source: Path,
    out: Path,
    banner: str = "",
    *,
    format: str = "iife",
    define: Sequence[str] = (),
    external: Sequence[str] = (),
    pyodide: Path | None = None,
) -> None:
    """Bundle and minify a script with its imports.

    Args:
        source: the path of the script.
        out: the path of the bundle.
        banner: code to write before the bundle.
        format: "iife" for a classic script, "esm" for a module.
        define: replacements of global names, as "name=value".
        external: modules that the bundle imports at run time.
        pyodide: the module for imports of "pyodide".

    Raises:
        RuntimeError: esbuild rejects the script.
    """
    _run_esbuild(
        source,
        "--bundle",
        "--minify",
        f"--format={format}",
        *(f"--define:{name}" for name in define),
        *(f"--external:{name}" for name in external),
        *([f"--alias:pyodide={pyodide}"] if pyodide else ()),
        "--define:process.env.NODE_ENV='production'",
        f"--outfile={out}",
    )
    out.write_text(f"{banner}{out.read_text(encoding='utf-8')}", encoding="utf-8")


def minify_stylesheet(sheet: Path) -> None:
    """Minify a stylesheet in place.

    Raises:
        RuntimeError: esbuild rejects the stylesheet.
    """
    _run_esbuild(sheet, "--minify-whitespace", "--allow-overwrite", f"--outfile={sheet}")


def _run_esbuild(source: Path, *options: str) -> None:
    esbuild = NODE_MODULES / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    # tsconfig.json is only for type checks.
    command = [str(esbuild), str(source), "--log-level=warning", "--tsconfig-raw={}", *options]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if process.returncode:
        raise RuntimeError(f"{source.name} could not be bundled.\n{process.stderr}")
