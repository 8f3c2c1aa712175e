"""Bundling of the style sheets."""

from __future__ import annotations

from pathlib import Path

ORDERED = ("tokens.css", "page.css", "table.css", "share.css", "embed.css", "study.css", "print.css")
"""The style sheets whose order matters; the games' own, in css/games, follow in any order."""


def bundle(css: Path) -> str:
    """Return all style sheets in one text, so that the browser sends one request."""
    parts = [css / name for name in ORDERED] + sorted((css / "games").glob("*.css"))
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)
