"""The ways pieces take: over the beast they bounce off, from hop to hop."""

from __future__ import annotations

from typing import TypeAlias

from ruleboard.games.tensor_chess.chains import road
from ruleboard.games.tensor_chess.packed_moves import BOUNCE, CASTLE, CASTLINGS, FROM, KINDS, MASK, PROPEL, TAKE, VIA
from ruleboard.games.tensor_chess.state import State

Road: TypeAlias = tuple[int, ...]
"""Squares, from where a piece stood to where it ends, corners included."""


def roads(state: State, move: int) -> tuple[Road, ...]:
    """The roads of all pieces that a legal move moves."""
    start = move >> FROM & MASK
    landing = move & MASK
    via = move >> VIA & MASK
    kind = move & KINDS
    if kind == PROPEL:
        return (start, via), (via, landing)
    if kind == CASTLE:
        _, rook, beside = CASTLINGS[start, landing]
        return (start, landing), (rook, beside)
    if kind == BOUNCE:
        return ((start, via, landing),)
    if state.board[start] in b"Tt":
        return ((start, *road(state, start, landing, via if kind == TAKE else -1)),)
    return ((start, landing),)
