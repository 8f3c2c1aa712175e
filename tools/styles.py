"""Makes the one style sheet of the pages out of the parts it is written in."""

from __future__ import annotations

from pathlib import Path

FIRST = ("tokens.css", "page.css", "table.css", "share.css", "embed.css", "print.css")
"""The parts whose order matters; the games' own, in css/games, follow in any."""


def bundle(css: Path) -> str:
    """Return the parts in one text, so that a browser asks once."""
    parts = [css / name for name in FIRST] + sorted((css / "games").glob("*.css"))
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)
