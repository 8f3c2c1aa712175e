"""The state of the settings page, which is empty because the settings are stored documents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings page."""
