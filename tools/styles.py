"""Bundle the style sheets."""

from __future__ import annotations

from pathlib import Path

ORDERED_FILES = ("tokens.css", "page.css", "table.css", "kit.css", "share.css", "embed.css", "study.css", "print.css")
"""The style sheets in their required order. Those of the games, in css/games, follow."""


def bundle_styles(css: Path) -> str:
    """Join all style sheets into one text, so that the browser sends one request."""
    parts = [css / name for name in ORDERED_FILES] + sorted((css / "games").glob("*.css"))
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)
