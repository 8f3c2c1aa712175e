"""The ids of the dialogs on pages."""

from __future__ import annotations

SETUPS = "setups"
SHARE = "share"
RESIGNING = "resigning"
