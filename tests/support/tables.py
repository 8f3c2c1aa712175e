"""Functions that put tables into the situations that tests need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ruleboard.app.board.table import Table


def replace_parts(table: Table, **parts: Mapping[str, Any]) -> Table:
    """Return a table with some changed fields.

    Args:
        table: the table.
        parts: the fields to change and their values, by the name of the part of the table, such as ``display``.
    """
    return replace(table, **{name: replace(getattr(table, name), **fields) for name, fields in parts.items()})
