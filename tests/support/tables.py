"""Tables in the situations that tests need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ruleboard.app.board.table import Table


def table_with(table: Table, **parts: Mapping[str, Any]) -> Table:
    """Return a table whose parts have other values.

    Args:
        table: the table.
        parts: by the name of a part, such as ``display``, the fields to change and their values.
    """
    return replace(table, **{name: replace(getattr(table, name), **fields) for name, fields in parts.items()})
