"""Pictures for the share dialog, in the page's style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.board.animation import last_turn_paths
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import player_at_bottom
from ruleboard.app.board.table import Table
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareChoices, ShareDialog
from ruleboard.app.storage.preferences import Settings
from ruleboard.scene.css import StyleSheet


def shows_picture(dialog: ShareDialog) -> bool:
    """Return True if the dialog's current section shows a picture."""
    return dialog.share_choices is not None and dialog.share_choices.section in ("picture", "embed")


def picture_key(dialog: ShareDialog) -> object:
    """Return a key that identifies the picture: equal pictures have equal keys."""
    if dialog.share_choices is None:
        return None
    share_choices, table = dialog.share_choices, _pictured_table(dialog.table, dialog.share_choices)
    if share_choices.section == "embed":
        look = (
            share_choices.marks,
            share_choices.last_move,
            share_choices.is_flipped,
            share_choices.theme,
            share_choices.embed_width,
            share_choices.scope,
            shares.embedded_seat(table, share_choices),
        )
        return "embed", table.viewed_timeline, board_marks(table), look, share_choices.coordinates
    drawing = (
        share_choices.title,
        share_choices.coordinates,
        share_choices.last_move,
        share_choices.is_flipped,
        share_choices.for_print,
    )
    return "picture", table.viewed_timeline, board_marks(table), drawing, share_choices.picture_width


def _pictured_table(table: Table, share_choices: ShareChoices) -> Table:
    """Return the table at the position that the picture shows."""
    return shares.embedded_table(table, share_choices) if share_choices.section == "embed" else table


def with_picture(
    table: Table, share_choices: ShareChoices, sheets: Mapping[str, StyleSheet], settings: Settings
) -> ShareChoices:
    """Return the choices with a picture of the board, in the same orientation as on the page."""
    table = _pictured_table(table, share_choices)
    if share_choices.section == "embed":
        return shares.with_poster(table, share_choices, sheets)
    seat = player_at_bottom(
        replace(table, display=replace(table.display, is_flipped=share_choices.is_flipped)), settings
    )
    return shares.with_picture(table, share_choices, sheets, seat, last_turn_paths(table, seat))
