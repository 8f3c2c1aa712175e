"""Draw the table as a player sees it, for a state or for one moment during a reveal."""

from __future__ import annotations

from ruleboard.games.tensor_cards import art, board_picture, cards_picture, texts
from ruleboard.games.tensor_cards.board import PIECE_NAMES
from ruleboard.games.tensor_cards.layout import TABLE_WIDTH, table_layout
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.position_text import format_position
from ruleboard.games.tensor_cards.resolution import player_to_move
from ruleboard.games.tensor_cards.secrecy import player_view
from ruleboard.games.tensor_cards.snapshot import Snapshot, class_attribute, is_replaying, take_snapshot
from ruleboard.games.tensor_cards.state import NO_PLACEMENT, State
from ruleboard.i18n import _
from ruleboard.scene.highlights import mark_patterns
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, format_number


def draw_picture(state: State, seat: int, marks: Marks) -> Node:
    """Draw the table as an ``<svg>``, with the player at ``seat`` at the bottom."""
    return draw_table(take_snapshot(state, marks), seat, marks)


def draw_board_without_cards(state: State, seat: int) -> Node:
    """Draw the board and its pieces as a static image without cards.

    The board is in the same place as in the picture of the table.
    """
    marks = Marks(read_only=True)
    snapshot = take_snapshot(player_view(state, None), marks)
    layout = table_layout(state.terms.board, seat)
    return el(
        "svg",
        board_picture.draw_board_surface(snapshot, layout),
        el("g", board_picture.piece_nodes(snapshot, layout), cls="pieces", aria_hidden="true"),
        cls="board tensor-cards",
        viewBox=f"0 0 {format_number(TABLE_WIDTH)} {format_number(layout.height)}",
        role="img",
        aria_label=_("The board as {side} sees it: {places}").format(
            side=side_name(seat), places=texts.piece_spaces_text(snapshot.state.terms, snapshot.pieces, seat)
        ),
    )


def editor_picture(state: State, seat: int, selected: str) -> Node:
    """Draw the table for the position editor.

    Args:
        state: the state, which may be invalid.
        seat: the player at the bottom.
        selected: the target of the selected space; empty for none.
    """
    piece_targets = {str(space): "go" for space in state.pieces if space is not None}
    marks = Marks(selected=(selected,) if selected else (), next_targets=piece_targets)
    return draw_table(
        Snapshot(state, state.pieces, state.points, (NO_PLACEMENT, NO_PLACEMENT), is_editing=True), seat, marks
    )


def piece_icon(piece: int) -> Node:
    """Draw a piece as a small ``<svg>`` for a button."""
    piece_node = el("g", art.draw_piece(piece, 33), cls=f"piece {PIECE_NAMES[piece]}")
    return el(
        "svg", piece_node, cls="board tensor-cards", viewBox="-46 -46 92 92", aria_hidden="true", focusable="false"
    )


def draw_table(snapshot: Snapshot, seat: int, marks: Marks) -> Node:
    """Draw a snapshot of the table as an ``<svg>``, with the player at ``seat`` at the bottom."""
    layout = table_layout(snapshot.state.terms.board, seat)
    mover = None if snapshot.event or snapshot.is_editing or marks.result else player_to_move(snapshot.state)
    return el(
        "svg",
        mark_patterns("tensor-cards") if marks.danger or marks.refused_target or marks.correct_targets else None,
        cards_picture.draw_hand(snapshot, layout, 1 - seat, marks),
        cards_picture.draw_hand(snapshot, layout, seat, marks),
        board_picture.draw_board_surface(snapshot, layout),
        cards_picture.slot_nodes(snapshot, layout, marks),
        el("g", board_picture.preview_nodes(snapshot, layout, marks), cls="previews", aria_hidden="true"),
        el("g", board_picture.piece_nodes(snapshot, layout), cls="pieces", aria_hidden="true"),
        el("g", board_picture.threat_paths(layout, marks), cls="ways", aria_hidden="true") if marks.threats else None,
        el("g", board_picture.number_nodes(snapshot, layout), cls="end-numbers", aria_hidden="true"),
        el(
            "g",
            board_picture.space_areas(snapshot, layout, marks),
            board_picture.piece_areas(snapshot, layout, marks),
            cls="hits",
        ),
        el("g", cards_picture.card_nodes(snapshot, layout, marks), cls="cards"),
        el("g", cards_picture.hint_paths(layout, marks), cls="ways", aria_hidden="true") if marks.hints else None,
        cls=class_attribute(
            "board", "tensor-cards", "revealing" if is_replaying(snapshot) else "", "taking" if marks.selected else ""
        ),
        viewBox=f"0 0 {format_number(TABLE_WIDTH)} {format_number(layout.height)}",
        data_game="tensor-cards",
        data_position=format_position(player_view(snapshot.state, None)),
        data_turn="" if mover is None else str(mover),
        role="group",
        aria_label=_("Tensor: board and cards as {side} sees them").format(side=side_name(seat)),
    )
