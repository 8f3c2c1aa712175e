"""Session of the help page, without state."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help page."""
