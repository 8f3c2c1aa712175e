"""The session of the settings page: the choices themselves are stored, and no part of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings page."""
