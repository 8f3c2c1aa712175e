"""The state of the settings page. It is empty, because the settings are a stored document."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings page."""
