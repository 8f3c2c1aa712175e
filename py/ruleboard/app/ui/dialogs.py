"""Ids of the dialogs that pages open."""

from __future__ import annotations

SETUPS = "setups"
SHARE = "share"
RESIGNING = "resigning"
