"""The motions of actions: figures along their path, pieces between rods, pool and store."""

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
"""A thing in a picture: its key, and its position."""


def motions(before: State, move: Move, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a legal move, those of what is carried first; none when a whole army changes at once.

    Args:
        before: the state before the move, as the reader may know it.
        move: the move.
        after: the state after it, as the reader may know it.
        seat: the seat from which the pictures are seen.
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
    """Return the path of the figure of a Move in a turn, or the line of a Swap; none for other moves."""
    match move:
        case MoveFigure(origin, goal) if before.build is None:
            return (_route(before, origin, goal, seat),)
        case Swap(origin, goal):
            return ((BOARD.centre(origin, seat), BOARD.centre(goal, seat)),)
    return ()


# --- places


def _on_board(state: State, square: int, seat: int) -> dict[str, Place]:
    """Return the pieces of the figure on a square, by their numbered letters."""
    figure = state.board[square]
    x, y = BOARD.centre(square, seat)
    key = figure_key(figure, square)
    laid = art.piece_spots(figure, traits(figure).side == seat)
    return {name: (f"{key}-{name}", (x + right, y + down)) for name, (right, down, _half) in laid}


def _of_prey(prey: str) -> dict[str, Place]:
    """Return the pieces of a captured figure where it is shown enlarged, by their numbered letters."""
    found = {}
    targets = piece_targets("prey", prey[1:])
    for at, target in enumerate(targets):
        x, y, width, height = enlarged_piece_box(at, len(targets), FIGURE_LEFT)
        found[target.partition(":")[2]] = (enlarged_piece_key(target), (x + width / 2, STRIP + y + height / 2))
    return found


def _in_pool(state: State, letter: str, from_top: int = 0) -> Place:
    """Return a piece of the pool, counted from the uppermost of its kind."""
    x, y, _width, _height = pool_box(letter)
    right, down, _half = POOL_PIECE
    return pool_key(letter, pool_of(state).count(letter) - from_top), (x + right, STRIP + y + down)


def _in_store(letter: str) -> Place:
    """Return the uppermost of a kind in the store."""
    x, y, _width, _height = store_box(letter)
    right, down = STORE_BASE if letter in BASES else STORE_PIECE[:2]
    prefix = "base" if letter in BASES else "store"
    return store_key(f"{prefix}:{letter}"), (EDGE + 6 + x + right, STORE_TOP + y + down)


def _from_the_top(pieces: str) -> Iterator[tuple[str, int]]:
    """Return pieces with the number of their kind that come before them."""
    return ((letter, pieces[:at].count(letter)) for at, letter in enumerate(pieces))


def _numbered(pieces: str) -> Iterator[str]:
    """Return pieces as they are numbered on a rod: ``"c1"``, ``"c2"``."""
    return (f"{letter}{number + 1}" for letter, number in _from_the_top(pieces))


def _between(start: Place, end: Place) -> Motion:
    return Motion(start[0], end[0], (start[1], end[1]))


# --- in a game


def _figure_move(before: State, move: MoveFigure, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a Move: the figure's, and after an Attack those of the captured pieces."""
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
    """Return the path of a Move, with its corner if it has one."""
    between = squares_between(before.board[origin], origin, goal, occupied(before.board))
    return _corners(tuple(BOARD.centre(square, seat) for square in (origin, *between, goal)))


def _to_pool(after: State, pieces: str) -> dict[str, Place]:
    """Return the places of pieces that have just come into the pool, by their numbered letters."""
    places = (_in_pool(after, letter, above) for letter, above in _from_the_top(pieces))
    return dict(zip(_numbered(pieces), places, strict=True))


def _take(before: State, after: State, pieces: str, seat: int) -> tuple[Motion, ...]:
    """Return the motions of taken pieces to the figure that has attacked, and of the rest to the pool."""
    prey = _of_prey(before.prey)
    gained = _gained(before, after, before.moved, [prey.pop(name) for name in _numbered(pieces)], seat)
    rest = _to_pool(after, removed(before.prey[1:], pieces)).values()
    return (*gained, *(_between(start, end) for start, end in zip(prey.values(), rest, strict=True)))


def _gained(before: State, after: State, square: int, places: list[Place], seat: int) -> tuple[Motion, ...]:
    """Return the motions of pieces from these places onto the figure on a square, and of those on it that make room."""
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
    """Return the motions of pieces that stay on their rod, but lie elsewhere on the plate."""
    return (_between(old[name], new[name]) for name in old if name in new and old[name] != new[name])


def _corners(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a path's ends and the points at which it turns."""
    turns = [
        here
        for last, here, following in zip(points, points[1:], points[2:], strict=False)
        if (here[0] - last[0], here[1] - last[1]) != (following[0] - here[0], following[1] - here[1])
    ]
    return (points[0], *turns, points[-1])


# --- while an army is built


def _building(before: State, move: BuildMove, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a building action; none where the reader does not see the army."""
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
    """Return the motions of a figure to another square, and of the one it changes places with."""
    for origin, goal in ((here, there), (there, here)):
        if before.board[origin] and after.board[goal]:
            yield _between(_figure(before, origin, seat), _figure(after, goal, seat))
