"""Pictures of the dialog that shares a game, drawn with the page's style sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.play.animation import last_paths
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.table import Table
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareDialog, Sharing
from ruleboard.app.storage.preferences import Settings
from ruleboard.scene.css import Sheet


def is_shown(dialog: ShareDialog) -> bool:
    """Return True if the dialog shows a picture now."""
    return dialog.sharing is not None and dialog.sharing.section in ("picture", "embed")


def subject(dialog: ShareDialog) -> object:
    """Return everything the picture depends on: as long as it is equal, the picture is the same."""
    if dialog.sharing is None:
        return None
    sharing, table = dialog.sharing, _posed(dialog.table, dialog.sharing)
    if sharing.section == "embed":
        look = (sharing.marked, sharing.last_move, sharing.flipped, sharing.theme, sharing.embed_width, sharing.scope)
        return "embed", table.shown, table.marks, look, sharing.coordinates
    drawing = (sharing.title, sharing.coordinates, sharing.last_move, sharing.flipped, sharing.for_print)
    return "picture", table.shown, table.marks, drawing, sharing.picture_width


def _posed(table: Table, sharing: Sharing) -> Table:
    """Return the table at the position that is drawn."""
    return shares.posed(table, sharing) if sharing.section == "embed" else table


def drawn(table: Table, sharing: Sharing, sheets: Mapping[str, Sheet], settings: Settings) -> Sharing:
    """Return the choices with the picture they ask for, seen from the side that is nearest."""
    table = _posed(table, sharing)
    if sharing.section == "embed":
        return shares.poster_drawn(table, sharing, sheets)
    nearest = seat(replace(table, turned=sharing.flipped), settings)
    return shares.drawn(table, sharing, sheets, nearest, last_paths(table, nearest))
