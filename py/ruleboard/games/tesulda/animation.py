"""What travels when an action is made: figures along the way they take, pieces from rod to rod, pool and store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import art
from ruleboard.games.tesulda.board import INDEX
from ruleboard.games.tesulda.building import STORE, WHOLE
from ruleboard.games.tesulda.figures import BASES, removed, traits
from ruleboard.games.tesulda.layout import (
    EDGE,
    FIGURE_LEFT,
    POOL_PIECE,
    STORE_BASE,
    STORE_PIECE,
    STORE_TOP,
    STRIP,
    Point,
    centre,
    figure_key,
    loose,
    pool_box,
    store_box,
)
from ruleboard.games.tesulda.panel import loose_key, pool_key, store_key
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.reach import occupied, route
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import END
from ruleboard.games.tesulda.words import pool_of
from ruleboard.scene.marks import Motion

Place = tuple[str, Point]
"""Something in a picture: its key, and where it is."""


def motions(before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
    """What travels when an action is made, what is carried first; nothing when a whole army changes at once."""
    if action in WHOLE or action == END:
        return ()
    if before.build:
        return _building(before, action.text, after, seat)
    if before.fresh:
        return _move(before, action, after, seat)
    word, *rest = action.text.split(":")
    if word == "take":
        return _take(before, after, rest[0].replace("-", ""), seat)
    if word == "res":
        places = [_in_pool(before, letter, left) for letter, left in _from_the_top(rest[0])]
        return _gained(before, after, before.moved, places, seat)
    origin, _mark, goal = rest[0].partition(">")
    return _given(before, after, INDEX[origin], INDEX[goal], rest[1], seat)


# --- places


def _on_board(state: State, square: int, seat: int) -> dict[str, Place]:
    """The pieces of the figure on a square, by their numbered letters."""
    figure = state.board[square]
    x, y = centre(square, seat)
    key = figure_key(figure, square)
    laid = art.laid(figure, traits(figure).side == seat)
    return {name: (f"{key}-{name}", (x + right, y + down)) for name, (right, down, _half) in laid}


def _of_prey(prey: str) -> dict[str, Place]:
    """The pieces of a captured figure where it is shown enlarged, by their numbered letters."""
    found = {}
    targets = piece_targets("prey", prey[1:])
    for at, target in enumerate(targets):
        x, y, width, height = loose(at, len(targets), FIGURE_LEFT)
        found[target.partition(":")[2]] = (loose_key(target), (x + width / 2, STRIP + y + height / 2))
    return found


def _in_pool(state: State, letter: str, from_top: int = 0) -> Place:
    """A piece of the pool, counted from the uppermost of its kind."""
    x, y, _width, _height = pool_box(letter)
    right, down, _half = POOL_PIECE
    return pool_key(letter, pool_of(state).count(letter) - from_top), (x + right, STRIP + y + down)


def _in_store(what: str) -> Place:
    """The uppermost of a kind in the store."""
    x, y, _width, _height = store_box(what)
    right, down = STORE_BASE if what in BASES else STORE_PIECE[:2]
    word = "base" if what in BASES else "store"
    return store_key(f"{word}:{what}"), (EDGE + 6 + x + right, STORE_TOP + y + down)


def _from_the_top(pieces: str) -> Iterator[tuple[str, int]]:
    """Pieces with how many of their kind come before them."""
    return ((letter, pieces[:at].count(letter)) for at, letter in enumerate(pieces))


def _numbered(pieces: str) -> Iterator[str]:
    """Pieces as they are called on a rod: ``"c1"``, ``"c2"``."""
    return (f"{letter}{number + 1}" for letter, number in _from_the_top(pieces))


def _between(start: Place, end: Place) -> Motion:
    return Motion(start[0], end[0], (start[1], end[1]))


# --- in a game


def _move(before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
    origin, goal = (INDEX[target] for target in action.targets)
    figure, prey = before.board[origin], before.board[goal]
    between = route(figure, origin, goal, occupied(before.board))
    way = tuple(centre(square, seat) for square in (origin, *between, goal))
    found = [Motion(figure_key(figure, origin), figure_key(figure, goal), _corners(way))]
    if prey:
        rod = _on_board(before, goal, seat)
        ends = _of_prey(prey) if after.prey else _to_pool(after, prey[1:])
        found += [_between(rod[name], ends[name]) for name in rod]
    return tuple(found)


def _to_pool(after: State, pieces: str) -> dict[str, Place]:
    """Where pieces lie that have just come into the pool, by their numbered letters."""
    places = (_in_pool(after, letter, above) for letter, above in _from_the_top(pieces))
    return dict(zip(_numbered(pieces), places, strict=True))


def _take(before: State, after: State, pieces: str, seat: int) -> tuple[Motion, ...]:
    prey = _of_prey(before.prey)
    gained = _gained(before, after, before.moved, [prey.pop(name) for name in _numbered(pieces)], seat)
    rest = _to_pool(after, removed(before.prey[1:], pieces)).values()
    return (*gained, *(_between(start, end) for start, end in zip(prey.values(), rest, strict=True)))


def _gained(before: State, after: State, square: int, places: list[Place], seat: int) -> tuple[Motion, ...]:
    """Pieces come from these places onto the figure on a square, and those that are on it make room."""
    old, new = _on_board(before, square, seat), _on_board(after, square, seat)
    come = [name for name in _numbered(after.board[square][1:]) if name not in old]
    given = (_between(start, new[name]) for start, name in zip(places, come, strict=True))
    return (*given, *_made_room(old, new))


def _given(before: State, after: State, origin: int, goal: int, pieces: str, seat: int) -> tuple[Motion, ...]:
    """Pieces go from one figure to another."""
    old, new = _on_board(before, origin, seat), _on_board(after, origin, seat)
    left = [old[name] for name in _numbered(before.board[origin][1:]) if name not in new]
    return (*_gained(before, after, goal, left, seat), *_made_room(old, new))


def _made_room(old: dict[str, Place], new: dict[str, Place]) -> Iterator[Motion]:
    """The pieces that stay on their rod, but lie elsewhere on the plate."""
    return (_between(old[name], new[name]) for name in old if name in new and old[name] != new[name])


def _corners(way: tuple[Point, ...]) -> tuple[Point, ...]:
    """A way without the points at which it goes straight on."""
    kept = [
        here
        for last, here, following in zip(way, way[1:], way[2:], strict=False)
        if (here[0] - last[0], here[1] - last[1]) != (following[0] - here[0], following[1] - here[1])
    ]
    return (way[0], *kept, way[-1])


# --- while an army is built


def _building(before: State, text: str, after: State, seat: int) -> tuple[Motion, ...]:
    source, _mark, goal = text.partition(">")
    square, _colon, piece = source.partition(":")
    if not goal:
        here, there = (INDEX[name] for name in text.split("-"))
        return tuple(_carried(before, after, here, there, seat))
    if square not in INDEX:
        if goal not in INDEX or not after.board[INDEX[goal]]:
            return ()
        if source in BASES:
            return (_between(_in_store(source), _figure(after, INDEX[goal], seat)),)
        return _gained(before, after, INDEX[goal], [_in_store(source)], seat)
    origin = INDEX[square]
    if not before.board[origin]:  # hidden from whoever looks
        return ()
    if goal != STORE:
        return _given(before, after, origin, INDEX[goal], piece, seat)
    if not piece:
        start = _figure(before, origin, seat)
        return (_between(start, _in_store(before.board[origin][0].upper())),)
    old, new = _on_board(before, origin, seat), _on_board(after, origin, seat)
    gone = next(place for name, place in old.items() if name not in new)
    return (_between(gone, _in_store(piece)), *_made_room(old, new))


def _figure(state: State, square: int, seat: int) -> Place:
    return figure_key(state.board[square], square), centre(square, seat)


def _carried(before: State, after: State, here: int, there: int, seat: int) -> Iterator[Motion]:
    """A figure goes to another square, perhaps changing places."""
    for origin, goal in ((here, there), (there, here)):
        if before.board[origin] and after.board[goal]:
            yield _between(_figure(before, origin, seat), _figure(after, goal, seat))
