"""The state of the help page, which is empty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help page."""
