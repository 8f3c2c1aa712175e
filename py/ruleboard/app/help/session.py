"""The session of the help page: there is nothing to remember."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help page."""
