"""The picture of the table: a look at a state, or at one moment of a reveal, drawn from one seat."""

from __future__ import annotations

from ruleboard.games.tensor_cards import drawn_board, drawn_cards, rules
from ruleboard.games.tensor_cards.look import Look, classes, look_at
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.page import WIDTH, page_of
from ruleboard.games.tensor_cards.state import State
from ruleboard.games.tensor_cards.text import format_position
from ruleboard.i18n import _
from ruleboard.scene.highlights import fillings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, number


def picture(state: State, seat: int, marks: Marks) -> Node:
    """The table as an ``<svg>``, the player at ``seat`` below."""
    return draw(look_at(state, marks), seat, marks)


def draw(look: Look, seat: int, marks: Marks) -> Node:
    """One look at the table as an ``<svg>``."""
    page = page_of(look.state.terms.layout, seat)
    mover = None if look.event else rules.to_move(look.state)
    return el(
        "svg",
        fillings("tensor-cards") if marks.danger or marks.refused else None,
        drawn_cards.hand_area(look, page, 1 - seat, marks),
        drawn_cards.hand_area(look, page, seat, marks),
        drawn_board.board(look, page),
        drawn_cards.slots(look, page, marks),
        el("g", drawn_board.pieces(look, page), cls="pieces", aria_hidden="true"),
        el("g", drawn_board.spaces(look, page, marks), drawn_board.piece_hits(look, page, marks), cls="hits"),
        el("g", drawn_cards.cards(look, page, marks), cls="cards"),
        cls=classes("board", "tensor-cards", "revealing" if look.event else "", "taking" if marks.taken else ""),
        viewBox=f"0 0 {number(WIDTH)} {number(page.height)}",
        data_game="tensor-cards",
        data_position=format_position(rules.view(look.state, None)),
        data_turn="" if mover is None else str(mover),
        role="group",
        aria_label=_("Tensor: board and cards, seen by {side}").format(side=side_name(seat)),
    )
