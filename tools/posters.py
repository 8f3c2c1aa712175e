"""Writes the games' posters: their start boards as SVG files, seen where Python has not been started."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tools.pages import drawn

_DARK = re.compile(r':root\[data-theme="dark"\]\s*([^{]*)(\{[^}]*\})')
"""A rule for dark pages, in tokens.css and the games' style sheets: what it is for, and what it says."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANK = re.compile(r"\s+")


def posters(css: Path, out: Path) -> None:
    """Write ``<game>.svg`` for every game: complete in itself, light or dark as the page it is shown in."""
    out.mkdir(parents=True, exist_ok=True)
    tokens = (css / "tokens.css").read_text(encoding="utf-8")
    styles = {file.stem: style(tokens + file.read_text(encoding="utf-8")) for file in (css / "games").glob("*.css")}
    code = f"import json; from ruleboard.embed.posters import svgs; print(json.dumps(svgs({styles!r})))"
    for game, svg in json.loads(drawn(code)).items():
        (out / f"{game}.svg").write_text(svg, encoding="utf-8")


def titles() -> str:
    """Return the games' titles by their ids, as JSON."""
    return drawn(
        "import json; from ruleboard.games.registry import GAMES; print(json.dumps({g: GAMES[g].title for g in GAMES}))"
    )


def style(css: str) -> str:
    """Return a style sheet of the pages as a picture can use it: it has no theme but the one around it.

    In a file of its own the picture is the root itself, and not within it.
    """
    css = _DARK.sub(
        lambda rule: f"@media (prefers-color-scheme: dark) {{ {rule[1].strip() or ':root'} {rule[2]} }}",
        _COMMENT.sub("", css),
    )
    return _BLANK.sub(" ", css).strip()
