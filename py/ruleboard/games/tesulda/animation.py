"""The motions of figures along their paths, and of pieces between rods, pool and store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleboard.games.tesulda import art
from ruleboard.games.tesulda.figures import BASES, removed, traits
from ruleboard.games.tesulda.layout import (
    BOARD,
    EDGE,
    FIGURE_LEFT,
    POOL_PIECE,
    STORE_BASE,
    STORE_PIECE,
    STORE_TOP,
    STRIP,
    Point,
    enlarged_piece_box,
    figure_key,
    pool_box,
    store_box,
)
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
    BuildMove,
    EndTurn,
    Move,
    MoveFigure,
    PlaceBase,
    PlacePiece,
    RemoveFigure,
    RemovePiece,
    Resource,
    ShiftPiece,
    Swap,
    Take,
)
from ruleboard.games.tesulda.panel import enlarged_piece_key, pool_key, store_key
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.reach import occupied, squares_between
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.words import pool_of
from ruleboard.scene.marks import Motion, Path

Place: TypeAlias = tuple[str, Point]
"""The place of a node in a picture: its key and its position."""


def motions(before: State, move: Move, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a legal move. The first ones are of nodes that a player drags.

    A command that changes the whole army has no motions.

    Args:
        before: the state before the move, as the viewer may know it.
        move: the move.
        after: the state after the move, as the viewer may know it.
        seat: the player at the bottom of the pictures.
    """
    match move:
        case MoveFigure() if before.build is None:
            return _figure_move(before, move, after, seat)
        case Take(pieces):
            return _take(before, after, pieces, seat)
        case Resource(pieces):
            places = [_in_pool(before, letter, above) for letter, above in _from_the_top(pieces)]
            return _gained(before, after, before.moved, places, seat)
        case Swap(origin, goal):
            return _given(before, after, origin, goal, seat)
        case EndTurn() | ArmyCommand():
            return ()
        case _:
            return _building(before, move, after, seat)


def trails(before: State, move: Move, seat: int) -> tuple[Path, ...]:
    """Return the path of a Move, or the line of a Swap. Other moves have no trails."""
    match move:
        case MoveFigure(origin, goal) if before.build is None:
            return (_route(before, origin, goal, seat),)
        case Swap(origin, goal):
            return ((BOARD.centre(origin, seat), BOARD.centre(goal, seat)),)
    return ()


# --- places


def _on_board(state: State, square: int, seat: int) -> dict[str, Place]:
    """Return the places of the pieces on a figure, by name (``"c2"``)."""
    figure = state.board[square]
    x, y = BOARD.centre(square, seat)
    key = figure_key(figure, square)
    laid = art.piece_spots(figure, traits(figure).side == seat)
    return {name: (f"{key}-{name}", (x + right, y + down)) for name, (right, down, _half) in laid}


def _of_prey(prey: str) -> dict[str, Place]:
    """Return the places of a captured figure's pieces in its enlarged picture, by name (``"c2"``)."""
    found = {}
    targets = piece_targets("prey", prey[1:])
    for at, target in enumerate(targets):
        x, y, width, height = enlarged_piece_box(at, len(targets), FIGURE_LEFT)
        found[target.partition(":")[2]] = (enlarged_piece_key(target), (x + width / 2, STRIP + y + height / 2))
    return found


def _in_pool(state: State, letter: str, from_top: int = 0) -> Place:
    """Return the place of a piece in the pool. ``from_top`` counts pieces of its kind from the top, 0-based."""
    x, y, _width, _height = pool_box(letter)
    right, down, _half = POOL_PIECE
    return pool_key(letter, pool_of(state).count(letter) - from_top), (x + right, STRIP + y + down)


def _in_store(letter: str) -> Place:
    """Return the place of the top base or piece of a kind in the store."""
    x, y, _width, _height = store_box(letter)
    right, down = STORE_BASE if letter in BASES else STORE_PIECE[:2]
    prefix = "base" if letter in BASES else "store"
    return store_key(f"{prefix}:{letter}"), (EDGE + 6 + x + right, STORE_TOP + y + down)


def _from_the_top(pieces: str) -> Iterator[tuple[str, int]]:
    """Return each piece with the number of earlier pieces of its kind."""
    return ((letter, pieces[:at].count(letter)) for at, letter in enumerate(pieces))


def _numbered(pieces: str) -> Iterator[str]:
    """Return the names of pieces on a rod: ``"c1"``, ``"c2"``."""
    return (f"{letter}{number + 1}" for letter, number in _from_the_top(pieces))


def _between(start: Place, end: Place) -> Motion:
    return Motion(start[0], end[0], (start[1], end[1]))


# --- in a game


def _figure_move(before: State, move: MoveFigure, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a Move: of the figure, and after an Attack of the captured pieces."""
    origin, goal = move.origin, move.goal
    figure, prey = before.board[origin], before.board[goal]
    points = _route(before, origin, goal, seat)
    found = [Motion(figure_key(figure, origin), figure_key(figure, goal), points)]
    if prey:
        rod = _on_board(before, goal, seat)
        ends = _of_prey(prey) if after.prey else _to_pool(after, prey[1:])
        found += [_between(rod[name], ends[name]) for name in rod]
    return tuple(found)


def _route(before: State, origin: int, goal: int, seat: int) -> Path:
    """Return the path of a Move with its corner."""
    between = squares_between(before.board[origin], origin, goal, occupied(before.board))
    return _corners(tuple(BOARD.centre(square, seat) for square in (origin, *between, goal)))


def _to_pool(after: State, pieces: str) -> dict[str, Place]:
    """Return the places of pieces that have just entered the pool, by name (``"c2"``)."""
    places = (_in_pool(after, letter, above) for letter, above in _from_the_top(pieces))
    return dict(zip(_numbered(pieces), places, strict=True))


def _take(before: State, after: State, pieces: str, seat: int) -> tuple[Motion, ...]:
    """Return the motions after a take: of pieces to the figure that attacked, and of other pieces to the pool."""
    prey = _of_prey(before.prey)
    gained = _gained(before, after, before.moved, [prey.pop(name) for name in _numbered(pieces)], seat)
    rest = _to_pool(after, removed(before.prey[1:], pieces)).values()
    return (*gained, *(_between(start, end) for start, end in zip(prey.values(), rest, strict=True)))


def _gained(before: State, after: State, square: int, places: list[Place], seat: int) -> tuple[Motion, ...]:
    """Return the motions of new pieces to a figure, and of its own pieces that make room.

    Args:
        before: the state before the move.
        after: the state after the move.
        square: the square of the figure.
        places: the former places of the new pieces.
        seat: the player at the bottom of the pictures.
    """
    old, new = _on_board(before, square, seat), _on_board(after, square, seat)
    come = [name for name in _numbered(after.board[square][1:]) if name not in old]
    given = (_between(start, new[name]) for start, name in zip(places, come, strict=True))
    return (*given, *_made_room(old, new))


def _given(before: State, after: State, origin: int, goal: int, seat: int) -> tuple[Motion, ...]:
    """Return the motions of pieces from one figure to another."""
    old, new = _on_board(before, origin, seat), _on_board(after, origin, seat)
    left = [old[name] for name in _numbered(before.board[origin][1:]) if name not in new]
    return (*_gained(before, after, goal, left, seat), *_made_room(old, new))


def _made_room(old: dict[str, Place], new: dict[str, Place]) -> Iterator[Motion]:
    """Return the motions of pieces that stay on their figure but change their place on it."""
    return (_between(old[name], new[name]) for name in old if name in new and old[name] != new[name])


def _corners(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the ends and corners of a path."""
    turns = [
        here
        for last, here, following in zip(points, points[1:], points[2:], strict=False)
        if (here[0] - last[0], here[1] - last[1]) != (following[0] - here[0], following[1] - here[1])
    ]
    return (points[0], *turns, points[-1])


# --- while an army is built


def _building(before: State, move: BuildMove, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a building move. There are none if the viewer may not see the army."""
    match move:
        case MoveFigure(origin, goal):
            return tuple(_carried(before, after, origin, goal, seat))
        case PlaceBase(base, square) if after.board[square]:
            return (_between(_in_store(base), _figure(after, square, seat)),)
        case PlacePiece(piece, square) if after.board[square]:
            return _gained(before, after, square, [_in_store(piece)], seat)
        case ShiftPiece(origin, _piece, goal) if before.board[origin]:
            return _given(before, after, origin, goal, seat)
        case RemoveFigure(square) if before.board[square]:
            start = _figure(before, square, seat)
            return (_between(start, _in_store(before.board[square][0].upper())),)
        case RemovePiece(square, piece) if before.board[square]:
            old, new = _on_board(before, square, seat), _on_board(after, square, seat)
            gone = next(place for name, place in old.items() if name not in new)
            return (_between(gone, _in_store(piece)), *_made_room(old, new))
        case _:
            return ()


def _figure(state: State, square: int, seat: int) -> Place:
    return figure_key(state.board[square], square), BOARD.centre(square, seat)


def _carried(before: State, after: State, here: int, there: int, seat: int) -> Iterator[Motion]:
    """Return the motions of a figure to another square, and of the figure with which it changes places."""
    for origin, goal in ((here, there), (there, here)):
        if before.board[origin] and after.board[goal]:
            yield _between(_figure(before, origin, seat), _figure(after, goal, seat))
