"""The poster templates from which JavaScript draws positions before Python starts."""

from __future__ import annotations

from ruleboard.games.sensei import art
from ruleboard.games.sensei.layout import BOARD
from ruleboard.games.sensei.picture import board_background
from ruleboard.games.sensei.state import CHARACTER_LETTERS, PIT, SIDE_BY_LETTER, SIZE, SQUARE_NAMES
from ruleboard.games.sensei.texts import PIECE_NAMES, PIT_NAME
from ruleboard.i18n import _
from ruleboard.scene.node import el
from ruleboard.scene.stencils import FACT_TRANSFORM, Group, PieceWords, Poster, Sketch, Stencil

_READER_CONSTANTS = {"files": SIZE, "ranks": SIZE, "letters": [*SIDE_BY_LETTER, PIT]}


def poster() -> Poster:
    """Return the poster templates of the board.

    JavaScript parses a position text into ``piece`` facts: a letter and the number of its square.
    """
    return Poster("ranks", {f"board {seat}": _draw_sketch(seat) for seat in (0, 1)}, _READER_CONSTANTS)


def _draw_sketch(seat: int) -> Sketch:
    centres = [BOARD.centre(square, seat) for square in range(SIZE * SIZE)]
    stones = {
        letter: el("g", art.draw_stone(side), cls=f"piece stone {art.SIDE_CLASSES[side]}", transform=FACT_TRANSFORM)
        for letter, side in SIDE_BY_LETTER.items()
    }
    characters = {
        letter: el(
            "g", art.draw_figure(side), cls=f"piece character {art.SIDE_CLASSES[side]}", transform=FACT_TRANSFORM
        )
        for side, letter in enumerate(CHARACTER_LETTERS)
    }
    rake_rings = el("g", art.draw_rake_rings(0, 0, ""), transform=FACT_TRANSFORM)
    pit = el("g", art.draw_rake_rings(0, 0, ""), art.draw_pit(), cls="pit", transform=FACT_TRANSFORM)
    return Sketch(
        cls="board sensei",
        box=f"0 0 {BOARD.width} {BOARD.height}",
        layers=(
            board_background(seat, frozenset()),
            Group("ground", (Stencil("piece", {PIT: pit}, centres),)),
            Group("under", (Stencil("piece", dict.fromkeys(stones, rake_rings), centres),)),
            Group("pieces", (Stencil("piece", stones, centres), Stencil("piece", characters, centres))),
        ),
        words=PieceWords(
            "piece",
            (
                *(
                    {letter: _(name) for letter, name in PIECE_NAMES.items() if SIDE_BY_LETTER[letter] == side}
                    for side in (0, 1)
                ),
                {PIT: _(PIT_NAME)},
            ),
            SQUARE_NAMES,
        ),
    )
