"""The poster of Sensei in parts, for positions that are drawn without Python: as the picture, without its warnings."""

from __future__ import annotations

from ruleboard.games.sensei import art
from ruleboard.games.sensei.layout import BOARD
from ruleboard.games.sensei.picture import ground
from ruleboard.games.sensei.state import BEARER, GREEN, OWN, PIT, RED, SIZE
from ruleboard.scene.node import el
from ruleboard.scene.stencils import HERE, Group, Poster, Sketch, Stencil

_SIDE_OF = {letter: side for side in (GREEN, RED) for letter in OWN[side]}
_KNOWN = {"files": SIZE, "ranks": SIZE, "letters": [*_SIDE_OF, PIT]}


def poster() -> Poster:
    """Return the garden in parts; facts are of the kind ``piece``, their places the numbers of squares."""
    return Poster("ranks", {f"board {seat}": _sketch(seat) for seat in (0, 1)}, _KNOWN)


def _sketch(seat: int) -> Sketch:
    places = [BOARD.centre(square, seat) for square in range(SIZE * SIZE)]
    stones = {
        letter: el("g", art.stone(side), cls=f"piece stone {art.CLASS[side]}", transform=HERE)
        for letter, side in _SIDE_OF.items()
    }
    characters = {
        letter: el("g", art.figure(side), cls=f"piece character {art.CLASS[side]}", transform=HERE)
        for side, letter in enumerate(BEARER)
    }
    ripples = el("g", art.ripples(0, 0, ""), transform=HERE)
    pit = el("g", art.ripples(0, 0, ""), art.pit(), cls="pit", transform=HERE)
    return Sketch(
        cls="board sensei",
        box=f"0 0 {BOARD.width} {BOARD.height}",
        layers=(
            ground(seat, frozenset()),
            Group("ground", (Stencil("piece", {PIT: pit}, places),)),
            Group("under", (Stencil("piece", dict.fromkeys(stones, ripples), places),)),
            Group("pieces", (Stencil("piece", stones, places), Stencil("piece", characters, places))),
        ),
    )
