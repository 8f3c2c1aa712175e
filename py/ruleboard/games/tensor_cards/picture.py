"""The picture of the table, drawn from one seat: a state, or one moment of a reveal."""

from __future__ import annotations

from ruleboard.games.tensor_cards import board_picture, cards_picture
from ruleboard.games.tensor_cards.layout import WIDTH, table_layout
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.position_text import format_position
from ruleboard.games.tensor_cards.resolution import player_to_move
from ruleboard.games.tensor_cards.secrecy import visible_state
from ruleboard.games.tensor_cards.snapshot import Snapshot, classes, snapshot_of
from ruleboard.games.tensor_cards.state import State
from ruleboard.i18n import _
from ruleboard.scene.highlights import fillings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, number


def picture(state: State, seat: int, marks: Marks) -> Node:
    """Return the table as an ``<svg>``, with the player at ``seat`` below."""
    return draw(snapshot_of(state, marks), seat, marks)


def draw(snapshot: Snapshot, seat: int, marks: Marks) -> Node:
    """Return a snapshot of the table as an ``<svg>``."""
    layout = table_layout(snapshot.state.terms.board, seat)
    mover = None if snapshot.event else player_to_move(snapshot.state)
    return el(
        "svg",
        fillings("tensor-cards") if marks.danger or marks.refused else None,
        cards_picture.hand_area(snapshot, layout, 1 - seat, marks),
        cards_picture.hand_area(snapshot, layout, seat, marks),
        board_picture.board_surface(snapshot, layout),
        cards_picture.slots(snapshot, layout, marks),
        el("g", board_picture.pieces(snapshot, layout), cls="pieces", aria_hidden="true"),
        el("g", board_picture.threats(layout, marks), cls="ways", aria_hidden="true") if marks.threats else None,
        el(
            "g",
            board_picture.spaces(snapshot, layout, marks),
            board_picture.piece_hits(snapshot, layout, marks),
            cls="hits",
        ),
        el("g", cards_picture.cards(snapshot, layout, marks), cls="cards"),
        cls=classes("board", "tensor-cards", "revealing" if snapshot.event else "", "taking" if marks.selected else ""),
        viewBox=f"0 0 {number(WIDTH)} {number(layout.height)}",
        data_game="tensor-cards",
        data_position=format_position(visible_state(snapshot.state, None)),
        data_turn="" if mover is None else str(mover),
        role="group",
        aria_label=_("Tensor: board and cards, seen by {side}").format(side=side_name(seat)),
    )
