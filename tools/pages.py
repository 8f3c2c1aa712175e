"""Writes the HTML pages as they are served, with PyScript's config and a first picture in them."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from html import escape
from pathlib import Path

from tools.setup import ROOT

_CONFIG = 'config="./pyscript.toml"'
_FIRST_PAINT = "<!-- first paint -->"


def page(source: Path, config: Path) -> str:
    """Return a page's text with the config written into it as JSON.

    Within the page it costs the browser neither a fetch nor a TOML parser before Python can start to load.
    """
    as_json = json.dumps(tomllib.loads(config.read_text(encoding="utf-8")), separators=(",", ":"))
    text = source.read_text(encoding="utf-8").replace(_CONFIG, f'config="{escape(as_json)}"')
    return text.replace(_FIRST_PAINT, first_paint()) if _FIRST_PAINT in text else text


def first_paint() -> str:
    """Return the home page as HTML, drawn by the app's own code, to be seen before any script has run."""
    return drawn("from ruleboard.app.first_paint import html; print(html())")


def drawn(code: str) -> str:
    """Return what a few lines of Python print with the app's modules at hand.

    In an interpreter of its own: a server that builds again must see the sources as they are now.
    """
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "py", capture_output=True, text=True, encoding="utf-8"
    )
    if run.returncode:
        raise RuntimeError(f"The first picture could not be drawn.\n{run.stderr}")
    return run.stdout.strip()
