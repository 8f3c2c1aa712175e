"""Animate the movements of figures along their paths, and of pieces between figures, the pool and the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import art
from ruleboard.games.tesulda.figures import BASES, pieces_without, traits
from ruleboard.games.tesulda.layout import (
    BOARD,
    FIGURE_BOX_X,
    POOL_PIECE_SPOT,
    RIM_WIDTH,
    STORE_BASE_POSITION,
    STORE_PIECE_SPOT,
    STORE_TOP,
    STRIP_TOP,
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
from ruleboard.games.tesulda.reach import squares_between
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.texts import visible_pool
from ruleboard.scene.marks import Motion, Path

NodePosition: TypeAlias = tuple[str, Point]
"""The key and the position of a node in a picture."""


def motions(before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
    """Return the animations of a legal action. Animations of nodes that the player can drag come first.

    A command that changes the whole army has no animation.

    Args:
        before: the state before the action, as the viewer sees it.
        action: the action.
        after: the state after the action, as the viewer sees it.
        seat: the player at the bottom of the pictures.
    """
    move = action.move
    match move:
        case MoveFigure() if before.build is None:
            return _move_motions(before, move, after, seat)
        case Take(pieces):
            return _take_motions(before, after, pieces, seat)
        case Resource(pieces):
            start_positions = [
                _pool_position(before, letter, count_above)
                for letter, count_above in _pieces_with_earlier_counts(pieces)
            ]
            return _gain_motions(before, after, before.mover_square, start_positions, seat)
        case Swap(origin, goal):
            return _transfer_motions(before, after, origin, goal, seat)
        case EndTurn() | ArmyCommand():
            return ()
        case _:
            return _building_motions(before, move, after, seat)


def action_paths(before: State, move: Move, seat: int) -> tuple[Path, ...]:
    """Return a tuple with the path of a Move or Swap, or an empty tuple for other moves."""
    match move:
        case MoveFigure(origin, goal) if before.build is None:
            return (_move_path(before, origin, goal, seat),)
        case Swap(origin, goal):
            return ((BOARD.centre(origin, seat), BOARD.centre(goal, seat)),)
    return ()


# --- places


def _positions_on_board(state: State, square: int, seat: int) -> dict[str, NodePosition]:
    """Return the position of each piece of a figure on the board, by the piece's name (``"c2"``)."""
    figure = state.board[square]
    x, y = BOARD.centre(square, seat)
    key = figure_key(figure, square)
    piece_spots = art.piece_spots(figure, traits(figure).side == seat)
    return {name: (f"{key}-{name}", (x + offset_x, y + offset_y)) for name, (offset_x, offset_y, _half) in piece_spots}


def _prey_positions(prey: str) -> dict[str, NodePosition]:
    """Return the position of each piece of a captured figure in the enlarged picture, by name (``"c2"``)."""
    positions = {}
    targets = piece_targets("prey", prey[1:])
    for index, target in enumerate(targets):
        x, y, width, height = enlarged_piece_box(index, len(targets), FIGURE_BOX_X)
        positions[target.partition(":")[2]] = (enlarged_piece_key(target), (x + width / 2, STRIP_TOP + y + height / 2))
    return positions


def _pool_position(state: State, letter: str, index_from_top: int = 0) -> NodePosition:
    """Return the position of a piece in the pool.

    ``index_from_top`` is the piece's 0-based index in its stack, counted from the top.
    """
    x, y, _width, _height = pool_box(letter)
    offset_x, offset_y, _half = POOL_PIECE_SPOT
    key = pool_key(letter, visible_pool(state).count(letter) - index_from_top)
    return key, (x + offset_x, STRIP_TOP + y + offset_y)


def _store_position(letter: str) -> NodePosition:
    x, y, _width, _height = store_box(letter)
    offset_x, offset_y = STORE_BASE_POSITION if letter in BASES else STORE_PIECE_SPOT[:2]
    prefix = "base" if letter in BASES else "store"
    return store_key(f"{prefix}:{letter}"), (RIM_WIDTH + 6 + x + offset_x, STORE_TOP + y + offset_y)


def _pieces_with_earlier_counts(pieces: str) -> Iterator[tuple[str, int]]:
    """Yield each piece with the number of earlier pieces of the same kind."""
    return ((letter, pieces[:index].count(letter)) for index, letter in enumerate(pieces))


def _piece_names(pieces: str) -> Iterator[str]:
    """Yield the names of the pieces on a rod, such as ``"c1"`` and ``"c2"``."""
    return (f"{letter}{number + 1}" for letter, number in _pieces_with_earlier_counts(pieces))


def _motion_between(start: NodePosition, end: NodePosition) -> Motion:
    return Motion(start[0], end[0], (start[1], end[1]))


# --- in a game


def _move_motions(before: State, move: MoveFigure, after: State, seat: int) -> tuple[Motion, ...]:
    origin, goal = move.origin, move.goal
    figure, prey = before.board[origin], before.board[goal]
    points = _move_path(before, origin, goal, seat)
    figure_motion = Motion(figure_key(figure, origin), figure_key(figure, goal), points)
    if not prey:
        return (figure_motion,)
    start_positions = _positions_on_board(before, goal, seat)
    end_positions = _prey_positions(prey) if after.prey else _new_pool_positions(after, prey[1:])
    return (figure_motion, *(_motion_between(start_positions[name], end_positions[name]) for name in start_positions))


def _move_path(before: State, origin: int, goal: int, seat: int) -> Path:
    path_squares = squares_between(before.board[origin], origin, goal, before.position.occupied_mask)
    return _path_corners(tuple(BOARD.centre(square, seat) for square in (origin, *path_squares, goal)))


def _new_pool_positions(after: State, pieces: str) -> dict[str, NodePosition]:
    start_positions = (
        _pool_position(after, letter, count_above) for letter, count_above in _pieces_with_earlier_counts(pieces)
    )
    return dict(zip(_piece_names(pieces), start_positions, strict=True))


def _take_motions(before: State, after: State, pieces: str, seat: int) -> tuple[Motion, ...]:
    """Return the animations of a captured figure's pieces: ``pieces`` go to the attacker, the rest to the pool."""
    prey_positions = _prey_positions(before.prey)
    gain_motions = _gain_motions(
        before, after, before.mover_square, [prey_positions.pop(name) for name in _piece_names(pieces)], seat
    )
    pool_positions = _new_pool_positions(after, pieces_without(before.prey[1:], pieces)).values()
    return (
        *gain_motions,
        *(_motion_between(start, end) for start, end in zip(prey_positions.values(), pool_positions, strict=True)),
    )


def _gain_motions(
    before: State, after: State, square: int, start_positions: list[NodePosition], seat: int
) -> tuple[Motion, ...]:
    """Return the animations of a figure's new pieces, and of its other pieces that make room for them.

    Args:
        before: the state before the move.
        after: the state after the move.
        square: the square of the figure.
        start_positions: the positions of the new pieces before the move.
        seat: the player at the bottom of the pictures.
    """
    old_positions, new_positions = _positions_on_board(before, square, seat), _positions_on_board(after, square, seat)
    new_piece_names = [name for name in _piece_names(after.board[square][1:]) if name not in old_positions]
    arrival_motions = (
        _motion_between(start, new_positions[name])
        for start, name in zip(start_positions, new_piece_names, strict=True)
    )
    return (*arrival_motions, *_rearrangement_motions(old_positions, new_positions))


def _transfer_motions(before: State, after: State, origin: int, goal: int, seat: int) -> tuple[Motion, ...]:
    old_positions, new_positions = _positions_on_board(before, origin, seat), _positions_on_board(after, origin, seat)
    start_positions = [
        old_positions[name] for name in _piece_names(before.board[origin][1:]) if name not in new_positions
    ]
    return (
        *_gain_motions(before, after, goal, start_positions, seat),
        *_rearrangement_motions(old_positions, new_positions),
    )


def _rearrangement_motions(
    old_positions: dict[str, NodePosition], new_positions: dict[str, NodePosition]
) -> Iterator[Motion]:
    """Yield the animations of pieces that stay on their figure but change position."""
    return (
        _motion_between(old_positions[name], new_positions[name])
        for name in old_positions
        if name in new_positions and old_positions[name] != new_positions[name]
    )


def _path_corners(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return only the start, the corners and the end of a path."""
    inner_corners = [
        point
        for previous_point, point, next_point in zip(points, points[1:], points[2:], strict=False)
        if (point[0] - previous_point[0], point[1] - previous_point[1])
        != (next_point[0] - point[0], next_point[1] - point[1])
    ]
    return (points[0], *inner_corners, points[-1])


# --- while an army is built


def _building_motions(before: State, move: BuildMove, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the animations of a building move, or an empty tuple if the viewer may not see the army."""
    match move:
        case MoveFigure(origin, goal):
            return tuple(_exchange_motions(before, after, origin, goal, seat))
        case PlaceBase(base, square) if after.board[square]:
            return (_motion_between(_store_position(base), _figure_position(after, square, seat)),)
        case PlacePiece(piece, square) if after.board[square]:
            return _gain_motions(before, after, square, [_store_position(piece)], seat)
        case ShiftPiece(origin, _piece, goal) if before.board[origin]:
            return _transfer_motions(before, after, origin, goal, seat)
        case RemoveFigure(square) if before.board[square]:
            start = _figure_position(before, square, seat)
            return (_motion_between(start, _store_position(before.board[square][0].upper())),)
        case RemovePiece(square, piece) if before.board[square]:
            old_positions, new_positions = (
                _positions_on_board(before, square, seat),
                _positions_on_board(after, square, seat),
            )
            start_position = next(position for name, position in old_positions.items() if name not in new_positions)
            return (
                _motion_between(start_position, _store_position(piece)),
                *_rearrangement_motions(old_positions, new_positions),
            )
        case _:
            return ()


def _figure_position(state: State, square: int, seat: int) -> NodePosition:
    return figure_key(state.board[square], square), BOARD.centre(square, seat)


def _exchange_motions(
    before: State, after: State, first_square: int, second_square: int, seat: int
) -> Iterator[Motion]:
    for origin, goal in ((first_square, second_square), (second_square, first_square)):
        if before.board[origin] and after.board[goal]:
            yield _motion_between(_figure_position(before, origin, seat), _figure_position(after, goal, seat))
