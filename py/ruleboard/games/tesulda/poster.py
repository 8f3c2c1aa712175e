"""The poster templates from which JavaScript draws positions at the start of a turn before Python starts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ruleboard.games.tesulda import art
from ruleboard.games.tesulda.board import SIZE, SQUARE_NAMES, SQUARES
from ruleboard.games.tesulda.figures import BASES, CIRCLE, CROWN, PIECE_NAMES, PIECES, ROD_CAPACITY, STAR
from ruleboard.games.tesulda.layout import BOARD, BOARD_WIDTH, FIGURE_BOX_X, PICTURE_HEIGHT, STRIP_TOP
from ruleboard.games.tesulda.panel import EnlargedFigure, enlarged_node, pool_node
from ruleboard.games.tesulda.picture import SIDE_CLASSES, draw_empty_board
from ruleboard.games.tesulda.position import EMPTY_BOARD
from ruleboard.games.tesulda.state import LIGHT, state_from_board
from ruleboard.games.tesulda.terms import FIGURE_NAMES, counted_pieces
from ruleboard.i18n import _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.stencils import (
    FACT_TRANSFORM,
    Group,
    PieceWords,
    Poster,
    Sketch,
    Stencil,
    replace_number,
    replace_text,
)

_READ_ONLY_MARKS = Marks(read_only=True)
_BASE_OUTLINES = (("O", "S", True), ("A", "T", True), ("V", "T", False))
"""The outlines of bases with different positions for pieces: squares and circles, and triangles in both directions."""

_LEADER_COMBINATIONS = tuple(STAR * stars + CROWN * crowns for stars, crowns in product(range(3), repeat=2))


def poster() -> Poster:
    """Return the poster templates of the board and the pool.

    JavaScript parses a position text into these kinds of facts: ``plate`` (a base, lower case for Dark, with ``!`` if
    its side advances downwards), ``light`` and ``dark`` (a piece and half its width: ``"c13.5"``), ``pool`` (a piece
    and its number, or ``-`` if the pool has none) and ``removed`` (``""``, unless the pool is empty). ``spots``
    contains the positions of pieces on a base by its outline, the number of plain pieces, and the leaders.
    """
    spots = {
        f"{outline}{count}{leaders}": [
            spot for _name, spot in art.piece_spots(base + CIRCLE * count + leaders, points_up)
        ]
        for (outline, base, points_up), count, leaders in product(
            _BASE_OUTLINES, range(ROD_CAPACITY + 1), _LEADER_COMBINATIONS
        )
    }
    half_widths = sorted({half_width for base_spots in spots.values() for _x, _y, half_width in base_spots})
    pieces = {
        f"{letter}{format_number(half_width)}": el(
            "g", art.piece_node(letter, 0, 0, half_width), transform=FACT_TRANSFORM
        )
        for letter, half_width in product(PIECES, half_widths)
    }
    sketches = {f"board {seat}": _draw_sketch(seat, pieces) for seat in (0, 1)}
    return Poster("figures", sketches, {"files": SIZE, "ranks": SIZE, "pieces": PIECES, "spots": spots})


def _draw_sketch(seat: int, pieces: dict[str, Node]) -> Sketch:
    centres = [BOARD.centre(square, seat) for square in range(len(SQUARES))]
    _box, _title, *empty_stacks = _pool_picture("").children
    box, title, *full_stacks = _pool_picture(PIECES).children
    title = replace_number(title, "title", len(PIECES), "{count}")
    pool_stacks = {
        letter + sign: replace_text(stack, "count", "{count}")
        for sign, stacks in (("", full_stacks), ("-", empty_stacks))
        for letter, stack in zip(PIECES, stacks, strict=True)
    }
    return Sketch(
        cls="board tesulda",
        box=f"0 0 {BOARD_WIDTH} {PICTURE_HEIGHT}",
        layers=(
            draw_empty_board(seat),
            Group("figures", (Stencil("plate", dict(_base_shapes()), centres),)),
            *(Group(f"figure {side}", (Stencil(side, pieces, centres),)) for side in SIDE_CLASSES),
            Group(
                "strip",
                (
                    Stencil("removed", {"": el("g", box, title)}),
                    Stencil("pool", pool_stacks),
                    enlarged_node(EnlargedFigure(), seat, _READ_ONLY_MARKS, FIGURE_BOX_X),
                ),
                f"translate(0 {STRIP_TOP})",
            ),
        ),
        words=PieceWords(
            "plate",
            tuple(
                {
                    base + sign: _(name)
                    for base, name in FIGURE_NAMES.items()
                    if base.islower() is is_dark
                    for sign in ("", "!")
                }
                for is_dark in (False, True)
            ),
            {**{str(square): name for square, name in enumerate(SQUARE_NAMES)}, "pool": _("the pool")},
            {
                letter + sign: _(name) if not sign else counted_pieces(2, letter).replace("2", "{n}")
                for letter, name in PIECE_NAMES.items()
                for sign in ("", "+")
            },
        ),
    )


def _pool_picture(pieces: str) -> Node:
    return pool_node(state_from_board(EMPTY_BOARD, LIGHT, pieces), _READ_ONLY_MARKS)


def _base_shapes() -> Iterator[tuple[str, Node]]:
    for base, side, points_down in product(BASES, (0, 1), (False, True)):
        name = (base.lower() if side else base) + "!" * points_down
        yield (
            name,
            el(
                "g",
                art.base_nodes(base, side, not points_down),
                cls=f"figure {SIDE_CLASSES[side]}",
                transform=FACT_TRANSFORM,
            ),
        )
