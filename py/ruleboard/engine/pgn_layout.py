"""The layout of PGN texts: escaping of tag values, and line breaks between tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.plain_text import escape_entities

_WIDTH: Final = 80


def escape_tag(value: str) -> str:
    """Return the value of a tag on one line, with quotes, backslashes and texts like HTML entities escaped."""
    return escape_entities(" ".join(value.split())).replace("\\", "\\\\").replace('"', '\\"')


def wrap_tokens(tokens: Sequence[str]) -> str:
    """Return tokens in lines of at most 80 characters; comments keep their own line ends."""
    lines, line = [], ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _WIDTH:
            lines.append(line)
            line = token
        else:
            line = f"{line} {token}" if line else token
    return "\n".join((*lines, line))
