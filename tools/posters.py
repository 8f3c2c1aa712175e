"""The games' posters: their start boards as SVG files, shown until Python has been started."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tools.pages import drawn

_DARK = re.compile(r':root\[data-theme="dark"\]\s*([^{]*)(\{[^}]*\})')
"""A rule for dark pages in tokens.css or a game's style sheet: its selector and its declarations."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANK = re.compile(r"\s+")


def posters(css: Path, out: Path) -> None:
    """Write a self-contained ``<game>.svg`` for every game, light or dark like the page around it."""
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
    """Return a style sheet of the pages adapted to a picture in a file of its own.

    The theme is that of the page around it, and the picture itself is the root.
    """
    css = _DARK.sub(
        lambda rule: f"@media (prefers-color-scheme: dark) {{ {rule[1].strip() or ':root'} {rule[2]} }}",
        _COMMENT.sub("", css),
    )
    return _BLANK.sub(" ", css).strip()
