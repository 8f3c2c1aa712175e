"""The poster templates from which JavaScript draws positions before Python starts. They do not mark checks."""

from __future__ import annotations

from ruleboard.games.tensor_chess.art import DRAWINGS
from ruleboard.games.tensor_chess.board import FILE_COUNT, RANK_COUNT, SQUARE_COUNT, SQUARE_NAMES
from ruleboard.games.tensor_chess.layout import BOARD, COLOUR_CLASSES
from ruleboard.games.tensor_chess.picture import WOOD_NODE, draw_coordinates
from ruleboard.games.tensor_chess.texts import COLOURED_NAMES
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.scene.stencils import FACT_TRANSFORM, PieceWords, Poster, Sketch, Stencil


def poster() -> Poster:
    """Return the poster templates of the board.

    JavaScript parses a position text into ``piece`` facts: a letter and the number of its square.
    """
    pieces: dict[str, Node] = {}
    for letter, drawing in DRAWINGS.items():
        for name, colour in zip((letter, letter.lower()), COLOUR_CLASSES, strict=True):
            pieces[name] = el("g", drawing, cls=f"piece {colour}", transform=FACT_TRANSFORM)
    names = tuple(
        {letter: _(name) for letter, name in COLOURED_NAMES.items() if letter.islower() is is_black}
        for is_black in (False, True)
    )
    sketches = {
        f"board {seat}": Sketch(
            cls="board tensor-chess",
            box=f"0 0 {BOARD.width} {BOARD.height}",
            layers=(
                WOOD_NODE,
                draw_coordinates(seat),
                Stencil("piece", pieces, [BOARD.corner(square, seat) for square in range(SQUARE_COUNT)]),
            ),
            words=PieceWords("piece", names, SQUARE_NAMES),
        )
        for seat in (0, 1)
    }
    return Poster("ranks", sketches, {"files": FILE_COUNT, "ranks": RANK_COUNT, "letters": [*pieces]})
