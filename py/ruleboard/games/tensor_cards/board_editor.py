"""Edit boards with tools, and resize them. ``board.board_faults`` checks whether a board is fair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleboard.games.tensor_cards.board import (
    BLUE,
    PIECE_NAMES,
    RED,
    YELLOW,
    Board,
    Line,
    Space,
    line_between,
)

GRID_TOOL, STAR_TOOL = "grid", "star"
SIDE_LENGTHS = (3, 5, 7, 9, 11, 13, 15)
"""The possible numbers of columns or rows. They are odd, so that blue starts in the centre."""
_NEIGHBOUR_VECTORS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def space_target(space: Space) -> str:
    """Return the touch target for a place on the grid, whether or not the board has a space there."""
    return str(space)


def line_target(line: Line) -> str:
    """Return the touch target for a line between two neighbouring spaces, whether or not the board has this line."""
    return f"{line[0]}-{line[1]}"


def new_board() -> Board:
    """Return a new board for the editor.

    It has seven by seven spaces, all lines, four stars, and the usual start spaces.
    """
    stars = (Space(6, 0), Space(6, 4), Space(0, 6), Space(0, 2))
    starts = (Space(4, 1), Space(3, 3), Space(2, 5))
    return _with_spaces(Board("board", 7, 7, frozenset(), frozenset(), frozenset(stars), starts))


def _with_spaces(board: Board, old_places: frozenset[Space] = frozenset()) -> Board:
    """Return the board with spaces, and lines to their neighbours, on all places except ``old_places``.

    Args:
        board: the board.
        old_places: the places that stay unchanged, with or without spaces.
    """
    all_places = {Space(x, y) for x in range(board.width) for y in range(board.height)}
    new_places = all_places - old_places
    lines = {
        line_between(space, neighbour)
        for space in new_places
        for neighbour in _neighbour_spaces(space)
        if neighbour in all_places
    }
    spaces = board.spaces | new_places
    lines = {line for line in lines if line[0] in spaces and line[1] in spaces}
    return replace(board, spaces=spaces, lines=board.lines | lines)


def _neighbour_spaces(space: Space) -> Iterable[Space]:
    return map(space.step, _NEIGHBOUR_VECTORS)


def possible_lines(board: Board) -> list[Line]:
    """Return the possible lines, one for each pair of neighbouring spaces."""
    return sorted(
        (space, neighbour)
        for space in board.spaces
        for neighbour in (space.step((1, 0)), space.step((0, 1)))
        if neighbour in board.spaces
    )


def board_after_touch(board: Board, target: str, tool: str, *, is_mirrored: bool) -> Board:
    """Return the board after a touch of a target with a tool. Unknown targets change nothing.

    Args:
        board: the board before the touch.
        target: the target.
        tool: ``GRID_TOOL``, ``STAR_TOOL``, or the name of the piece whose start space moves to the target.
        is_mirrored: True to make the same change at the opposite place.
    """
    for line in possible_lines(board):
        if target == line_target(line):
            return _with_line(board, line, line not in board.lines, is_mirrored)
    places = (Space(x, y) for x in range(board.width) for y in range(board.height))
    space = next((place for place in places if target == space_target(place)), None)
    if space is None:
        return board
    if tool in PIECE_NAMES:
        return _with_start(board, PIECE_NAMES.index(tool), space, is_mirrored)
    if tool == STAR_TOOL:
        return _with_star(board, space, space not in board.stars, is_mirrored)
    return _with_space(board, space, space not in board.spaces, is_mirrored)


def _edited_places(board: Board, space: Space, is_mirrored: bool) -> tuple[Space, ...]:
    return (space, board.rotated_space(space)) if is_mirrored else (space,)


def _with_line(board: Board, line: Line, is_added: bool, is_mirrored: bool) -> Board:
    rotated_line = line_between(board.rotated_space(line[0]), board.rotated_space(line[1]))
    lines = {line, rotated_line} if is_mirrored and rotated_line in possible_lines(board) else {line}
    return replace(board, lines=board.lines | lines if is_added else board.lines - lines)


def _with_star(board: Board, space: Space, is_added: bool, is_mirrored: bool) -> Board:
    stars = board.stars
    for place in _edited_places(board, space, is_mirrored):
        if not is_added:
            stars -= {place}
        elif place in board.spaces and place not in board.starts:
            stars |= {place}
    return replace(board, stars=stars)


def _with_space(board: Board, space: Space, is_added: bool, is_mirrored: bool) -> Board:
    """Return the board with a space added or removed.

    A new space gets lines to its neighbours. Start spaces always stay.
    """
    for place in _edited_places(board, space, is_mirrored):
        if is_added:
            lines = {
                line_between(place, neighbour) for neighbour in _neighbour_spaces(place) if neighbour in board.spaces
            }
            board = replace(board, spaces=board.spaces | {place}, lines=board.lines | lines)
        elif place not in board.starts:
            board = replace(
                board,
                spaces=board.spaces - {place},
                lines=frozenset(line for line in board.lines if place not in line),
                stars=board.stars - {place},
            )
    return board


def _with_start(board: Board, piece: int, space: Space, is_mirrored: bool) -> Board:
    """Return the board with the start space of a piece moved.

    If ``is_mirrored``, the starts of red and yellow stay opposite each other and the start of blue stays in the
    centre.
    """
    starts = list(board.starts)
    starts[piece] = space
    if is_mirrored:
        if piece == BLUE:
            return board
        starts[RED + YELLOW - piece] = board.rotated_space(space)
        starts[BLUE] = board.centre
    if len(set(starts)) < len(starts) or not set(starts) <= board.spaces or board.stars & set(starts):
        return board
    return replace(board, starts=(starts[RED], starts[BLUE], starts[YELLOW]))


def with_size(board: Board, width: int, height: int) -> Board:
    """Resize the board around its centre. The board gets spaces at all new places."""
    shift = ((width - board.width) // 2, (height - board.height) // 2)

    def is_inside(space: Space) -> bool:
        return 0 <= space.x < width and 0 <= space.y < height

    def shift_spaces(spaces: Iterable[Space]) -> frozenset[Space]:
        return frozenset(filter(is_inside, (space.step(shift) for space in spaces)))

    lines = {(first_space.step(shift), second_space.step(shift)) for first_space, second_space in board.lines}
    old_places = shift_spaces(Space(x, y) for x in range(board.width) for y in range(board.height))
    starts = [space.step(shift) for space in board.starts]
    resized_board = replace(
        board,
        width=width,
        height=height,
        spaces=shift_spaces(board.spaces),
        lines=frozenset(line for line in lines if is_inside(line[0]) and is_inside(line[1])),
        stars=shift_spaces(board.stars),
        starts=(starts[RED], starts[BLUE], starts[YELLOW]),
    )
    resized_board = _with_spaces(resized_board, old_places)
    if all(map(is_inside, starts)):
        return resized_board
    centre = resized_board.centre
    red, yellow = centre.step((1, -1)), centre.step((-1, 1))
    spaces = {red, centre, yellow}
    resized_board = replace(resized_board, starts=(red, centre, yellow), stars=resized_board.stars - spaces)
    for space in spaces - resized_board.spaces:
        resized_board = _with_space(resized_board, space, True, False)
    return resized_board
