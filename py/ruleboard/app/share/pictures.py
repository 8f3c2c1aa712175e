"""Pictures for the share dialog, in the page's style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.board.animation import last_paths
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import nearest_player
from ruleboard.app.board.table import Table
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareDialog, Sharing
from ruleboard.app.storage.preferences import Settings
from ruleboard.scene.css import StyleSheet


def shows_picture(dialog: ShareDialog) -> bool:
    """Return True if the dialog's current section shows a picture."""
    return dialog.sharing is not None and dialog.sharing.section in ("picture", "embed")


def picture_key(dialog: ShareDialog) -> object:
    """Return a key that identifies the picture: equal pictures have equal keys."""
    if dialog.sharing is None:
        return None
    sharing, table = dialog.sharing, _pictured_table(dialog.table, dialog.sharing)
    if sharing.section == "embed":
        look = (sharing.marks, sharing.last_move, sharing.is_flipped, sharing.theme, sharing.embed_width, sharing.scope)
        return "embed", table.viewed_timeline, board_marks(table), look, sharing.coordinates
    drawing = (sharing.title, sharing.coordinates, sharing.last_move, sharing.is_flipped, sharing.for_print)
    return "picture", table.viewed_timeline, board_marks(table), drawing, sharing.picture_width


def _pictured_table(table: Table, sharing: Sharing) -> Table:
    """Return the table at the position that the picture shows."""
    return shares.embedded_table(table, sharing) if sharing.section == "embed" else table


def with_picture(table: Table, sharing: Sharing, sheets: Mapping[str, StyleSheet], settings: Settings) -> Sharing:
    """Return the choices with their picture, drawn with the same side nearest as on the page."""
    table = _pictured_table(table, sharing)
    if sharing.section == "embed":
        return shares.with_poster(table, sharing, sheets)
    nearest = nearest_player(replace(table, display=replace(table.display, is_flipped=sharing.is_flipped)), settings)
    return shares.with_picture(table, sharing, sheets, nearest, last_paths(table, nearest))
