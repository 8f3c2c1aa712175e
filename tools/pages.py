"""Writes the HTML pages as they are served, with PyScript's config in them."""

from __future__ import annotations

import json
import tomllib
from html import escape
from pathlib import Path

_CONFIG = 'config="./pyscript.toml"'


def page(source: Path, config: Path) -> str:
    """Return a page's text with the config written into it as JSON.

    Within the page it costs the browser neither a fetch nor a TOML parser before Python can start to load.
    """
    as_json = json.dumps(tomllib.loads(config.read_text(encoding="utf-8")), separators=(",", ":"))
    return source.read_text(encoding="utf-8").replace(_CONFIG, f'config="{escape(as_json)}"')
