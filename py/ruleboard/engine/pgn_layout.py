"""The layout of PGN: placeholders and escaped characters in tags, and line breaks between tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.plain_text import escape_entities

_MAX_LINE_LENGTH: Final = 80


def escape_tag(value: str) -> str:
    """Escape quotes, backslashes and HTML entities in the value of a tag, and put it on one line."""
    return escape_entities(" ".join(value.split())).replace("\\", "\\\\").replace('"', '\\"')


def drop_placeholder(value: str) -> str:
    """Return the value of a tag, or an empty string if it is a placeholder such as "?"."""
    return value if value.strip("?. ") else ""


def wrap_tokens(tokens: Sequence[str]) -> str:
    """Join tokens into lines of at most 80 characters. Line breaks inside comments remain."""
    lines, line = [], ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _MAX_LINE_LENGTH:
            lines.append(line)
            line = token
        else:
            line = f"{line} {token}" if line else token
    return "\n".join((*lines, line))
