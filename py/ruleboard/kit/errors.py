"""Errors in the code of a game that uses the facade."""

from __future__ import annotations

from ruleboard.engine.errors import RuleboardError


class BoardGameError(RuleboardError):
    """Raised when the code of a game has a mistake, such as a square that its board does not have."""
