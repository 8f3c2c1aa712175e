"""The session of the help page, which has no state."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help page."""
