"""The ways pieces take: over the beast they bounce off, from hop to hop; also those of the move just made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleboard.games.tensor_chess.board import EMPTY, NUMBERS
from ruleboard.games.tensor_chess.chains import road
from ruleboard.games.tensor_chess.moves import (
    BOUNCE,
    CASTLE,
    CASTLINGS,
    FROM,
    KINDS,
    MASK,
    PROPEL,
    TAKE,
    VIA,
    reach,
)
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


def last_roads(state: State, touched: frozenset[str]) -> tuple[Road, ...]:
    """The roads of the move just made, found from the position it led to and the targets it was made by.

    Empty where nothing can be found, or where the move went straight: a captured piece is not known any more, so a
    road is what can have been, and of several the first.
    """
    squares = sorted(NUMBERS[target] for target in touched if target in NUMBERS)
    if not 2 <= len(squares) <= 3:
        return ()
    mover = 1 - state.turn
    beast = b"Tt"[mover]
    gone = [square for square in squares if state.board[square] == EMPTY]
    there = [square for square in squares if _is_side(state, square, mover)]
    beasts = [square for square in there if state.board[square] == beast]
    for start in gone:
        for landing in there:
            if landing not in beasts:
                found = _sent(state, start, landing, beasts, squares) or _bounced(state, start, landing, squares)
                if found:
                    return found
    return next(_hopped(state, squares, gone, beasts, beast), ())


def _is_side(state: State, square: int, player: int) -> bool:
    letter = chr(state.board[square])
    return letter.isalpha() and letter.isupper() == (player == 0)


def _before(state: State, changes: dict[int, int]) -> State:
    """The position with these squares changed, and the one who has moved to move again."""
    board = bytearray(state.board)
    for square, code in changes.items():
        board[square] = code
    return state._replace(board=bytes(board), turn=1 - state.turn)


def _sent(state: State, start: int, via: int, beasts: list[int], squares: list[int]) -> tuple[Road, ...]:
    """A propel: piece and beast stand where they were sent to, and nothing where the piece came from."""
    if len(squares) == 3 and len(beasts) == 1:
        landing = beasts[0]
        before = _before(state, {start: state.board[via], via: state.board[landing], landing: EMPTY})
        if (start << FROM) + (via << VIA) + landing + PROPEL in reach(before, start):
            return (start, via), (via, landing)
    return ()


def _bounced(state: State, start: int, landing: int, squares: list[int]) -> tuple[Road, ...]:
    """A bounce: the piece could not have come straight, or the beast was touched too."""
    before = _before(state, {start: state.board[landing], landing: EMPTY})
    ways = [move for move in reach(before, start) if move & MASK == landing]
    vias = [move >> VIA & MASK for move in ways if move & KINDS == BOUNCE]
    touched = [via for via in vias if via in squares]
    straight = any(not move & KINDS for move in ways)
    if touched or (vias and not straight):
        return ((start, (touched or vias)[0], landing),)
    return ()


def _hopped(
    state: State, squares: list[int], gone: list[int], beasts: list[int], beast: int
) -> Iterator[tuple[Road, ...]]:
    """Chains of hops that touch just these squares, the last landing or what was captured perhaps left out."""
    for start in beasts if len(squares) == 3 else ():  # over a beast and back, which was walked hop by hop
        for captured in gone:
            yield from _chain(state, start, start, captured, squares)
    all_beasts = [square for square, code in enumerate(state.board) if code == beast]
    for start in gone:
        others = [square for square in gone if square != start]
        for landing in beasts:
            for captured in (-1, *others):
                yield from _chain(state, start, landing, captured, squares)
        for captured in others if not beasts else ():
            for landing in all_beasts:
                yield from _chain(state, start, landing, captured, squares)


def _chain(state: State, start: int, landing: int, captured: int, squares: list[int]) -> Iterator[tuple[Road, ...]]:
    """The chain with these ends, if there is one and it is more than a step and explains all squares touched."""
    mover = 1 - state.turn
    changes = {landing: EMPTY, start: b"Tt"[mover]}
    if captured >= 0:
        changes[captured] = b"tT"[mover]
    way = road(_before(state, changes), start, landing, captured)
    if len(way) > (captured < 0) and {start, *way, captured} >= {*squares}:
        yield ((start, *way),)
