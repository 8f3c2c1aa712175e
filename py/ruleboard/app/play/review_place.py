"""The place in the review of a game to which a person returns after a visit to another page."""

from __future__ import annotations

from ruleboard.app.board.history import view_at
from ruleboard.app.board.parts import LineKind
from ruleboard.app.board.review import REVIEW_NOTE, open_review, show_line, stop_review, viewed_line_turn_count
from ruleboard.app.board.table import Table
from ruleboard.app.shared import ReviewPlace
from ruleboard.app.storage.reviews import ReviewStore


def review_place(table: Table) -> ReviewPlace | None:
    """Return the place in the open review of a table, or None if no review is open."""
    review, display = table.review, table.display
    if review is None or table.notes.open_note != REVIEW_NOTE:
        return None
    return ReviewPlace(display.ply, display.variation_line, viewed_line_turn_count(table), review.is_running)


def return_to_review(table: Table, place: ReviewPlace, review_store: ReviewStore) -> Table:
    """Return the table with its review at the place that a person left.

    If the board already shows another position of the game, such as one from an address, it keeps that position.

    Args:
        table: the table, which does not change unless its game is finished.
        place: the place.
        review_store: the stored reviews.
    """
    record = table.timeline.to_record()
    new_table = open_review(
        table, review_store.get(table.id, record) or review_store.get_partial_review(table.id, record)
    )
    if new_table.review is None:
        return table
    if not place.is_running:
        new_table = stop_review(new_table)
    if new_table.display.ply is None and place.ply is not None:
        new_table = view_at(new_table, place.ply)
    is_same_state = place.step and new_table.display.ply == place.ply
    return show_line(new_table, LineKind(place.line), place.step) if is_same_state else new_table
