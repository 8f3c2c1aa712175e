"""Where figures can go, and which can reach a Prime: 'Move', 'Traits' and 'Safety of the Prime' (spec)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ruleboard.games.tesulda.board import (
    DIAGONAL_DOWN,
    DIAGONAL_UP,
    NEARER,
    STRAIGHT_DOWN,
    STRAIGHT_UP,
    bits,
    leaps,
    slide,
    ways,
)
from ruleboard.games.tesulda.figures import Traits, traits
from ruleboard.games.tesulda.state import figures, primes

Placed = Sequence[tuple[int, str]]
"""Figures with their squares."""


def occupied(board: Sequence[str]) -> int:
    """The set of squares with figures on them."""
    return sum(1 << square for square, figure in enumerate(board) if figure)


def reach(can: Traits, origin: int, stops: int) -> int:
    """The squares a figure can end a Move on, those of its own side's figures included.

    Implements 'Dodger', 'Jumper', 'Minion' (spec: Traits) and the ways of a Move (spec: A turn, 1).

    Args:
        can: what the figure can do.
        origin: the square it stands on.
        stops: the set of occupied squares.
    """
    reached = _leaping(can, origin) if can.jumper else _sliding(can, origin, stops)
    return reached & NEARER[can.side][origin] if can.minion else reached


def _leaping(can: Traits, origin: int) -> int:
    straight = leaps(origin, can.straight, False)
    slanting = leaps(origin, can.diagonal, True)
    reached = straight | slanting
    if can.dodger:
        for corner in bits(straight):
            reached |= leaps(corner, can.diagonal, True)
        for corner in bits(slanting):
            reached |= leaps(corner, can.straight, False)
    return reached


def _sliding(can: Traits, origin: int, stops: int) -> int:
    straight = slide(STRAIGHT_UP, STRAIGHT_DOWN, origin, can.straight, stops) if can.straight else 0
    slanting = slide(DIAGONAL_UP, DIAGONAL_DOWN, origin, can.diagonal, stops) if can.diagonal else 0
    reached = straight | slanting
    if can.dodger and straight and slanting:
        for corner in bits(straight & ~stops):
            reached |= slide(DIAGONAL_UP, DIAGONAL_DOWN, corner, can.diagonal, stops)
        for corner in bits(slanting & ~stops):
            reached |= slide(STRAIGHT_UP, STRAIGHT_DOWN, corner, can.straight, stops)
    return reached


@lru_cache(maxsize=1 << 14)
def lanes(figure: str, origin: int, goal: int) -> tuple[int, ...]:
    """The ways a figure could take to a square, each as the set of squares that must be empty for it."""
    can = traits(figure)
    if can.minion and not NEARER[can.side][origin] >> goal & 1:
        return ()
    possible = (between for far, slant, between in ways(origin, goal) if _within(can, far, slant))
    if can.jumper:
        return (0,) if any(True for _ in possible) else ()
    return tuple(sum(1 << square for square in between) for between in possible)


def _within(can: Traits, straight: int, diagonal: int) -> bool:
    """Whether a figure can go so far straight and so far diagonally in one Move, were nothing in its way."""
    if straight and diagonal and not can.dodger:
        return False
    if can.jumper:
        return straight in (0, can.straight) and diagonal in (0, can.diagonal)
    return straight <= can.straight and diagonal <= can.diagonal


def route(figure: str, origin: int, goal: int, stops: int) -> tuple[int, ...]:
    """The squares on a figure's way to a square it can reach, the corner included, both ends left out."""
    can = traits(figure)
    for straight, diagonal, between in ways(origin, goal):
        blocked = not can.jumper and any(stops >> square & 1 for square in between)
        if not blocked and _within(can, straight, diagonal):
            return between
    return ()


def open_goals(board: tuple[str, ...], square: int) -> int:
    """The squares the figure on a square could go to if it were its turn, the safety of its Prime left aside."""
    can = traits(board[square])
    friends = sum(1 << at for at, _ in figures(board, can.side))
    return reach(can, square, occupied(board)) & ~friends


def goals(board: tuple[str, ...], side: int) -> list[tuple[int, int]]:
    """For each figure of a side: its square, and the set of squares where its Move may end.

    A Move after which the side's own Prime could be attacked is left out. Occupied squares only ever stop an
    enemy, so a Move opens nothing unless the figure's leaving does; then its goal must stand in every way so
    opened, or capture the figure that could come.
    """
    stops = occupied(board)
    own, enemies = figures(board, side), figures(board, 1 - side)
    mine = sum(1 << square for square, _ in own)
    guarded = {prime: threats(enemies, prime) for prime in primes(board, side)}
    found = []
    for origin, figure in own:
        ends = reach(traits(figure), origin, stops) & ~mine
        without = stops & ~(1 << origin)
        if ends and origin in guarded:
            ends &= ~attacked(enemies, without)
        for prime, possible in guarded.items():
            if prime == origin or not ends:
                continue
            for attacker, between in possible:
                stopping = -1
                for lane in between:
                    if not lane & without:
                        stopping &= lane
                if stopping != -1:
                    ends &= stopping | 1 << attacker
        found.append((origin, ends))
    return found


def threats(enemies: Placed, prime: int) -> list[tuple[int, tuple[int, ...]]]:
    """The enemies that could reach a square if nothing stood in their way, with their lanes to it."""
    return [(square, found) for square, figure in enemies if (found := lanes(figure, square, prime))]


def attacked(enemies: Placed, stops: int) -> int:
    """The squares that these figures can move onto, whoever stands there."""
    reached = 0
    for square, figure in enemies:
        reached |= reach(traits(figure), square, stops)
    return reached


def attackers(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Which enemies could move onto a side's Primes now: pairs of the enemy's square and the Prime's."""
    stops = occupied(board)
    enemies = figures(board, 1 - side)
    return tuple(
        (square, prime)
        for prime in primes(board, side)
        for square, between in threats(enemies, prime)
        if any(not lane & stops for lane in between)
    )
