"""Draw boards for editing and printing, and single cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.games.tensor_cards import art
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Board, Line, Space
from ruleboard.games.tensor_cards.board_editor import line_target, possible_lines, space_target
from ruleboard.games.tensor_cards.cards import BLACK, DIRECTIONS, WHITE, Card, step_vector
from ruleboard.games.tensor_cards.names import piece_name, place_name, side_name
from ruleboard.i18n import _
from ruleboard.scene.geometry import Point
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.shapes import translate

CELL_SIZE = 100.0
"""The distance between neighbouring spaces, in picture units."""
_BOARD_MARGIN = 84.0
_FOOT_HEIGHT = 64.0
_CARD_SIZE = (124.0, 92.0)


def _point(space: Space) -> Point:
    return (_BOARD_MARGIN + space.x * CELL_SIZE, _BOARD_MARGIN + space.y * CELL_SIZE)


def _size(board: Board) -> Point:
    return (2 * _BOARD_MARGIN + (board.width - 1) * CELL_SIZE, 2 * _BOARD_MARGIN + (board.height - 1) * CELL_SIZE)


def draw_editable_board(board: Board) -> Node:
    """Draw a board for editing, with Black's edge on the left. All places for spaces and lines are targets."""
    width, height = _size(board)
    return el(
        "svg",
        el("rect", cls="sheet-paper", x=2, y=2, width=width - 4, height=height - 4, rx=18),
        (_draw_number(str(x + 1), (_BOARD_MARGIN + x * CELL_SIZE, 26)) for x in range(board.width)),
        (_draw_number(str(y + 1), (22, _BOARD_MARGIN + y * CELL_SIZE + 8)) for y in range(board.height)),
        _draw_board(board, has_pieces=True),
        el("g", _draw_touch_areas(board), cls="hits"),
        cls="board tensor-cards sheet-board",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        data_game="tensor-cards-board",
        role="group",
        aria_label=_("The board, {columns} columns by {rows} rows, Black on the left").format(
            columns=board.width, rows=board.height
        ),
    )


def _draw_number(text: str, point: Point) -> Node:
    return el("text", cls="sheet-number", x=point[0], y=point[1], text=text)


def _draw_board(board: Board, *, has_pieces: bool) -> Node:
    """Draw a board with its lines, spaces and stars.

    Args:
        has_pieces: True to draw pieces on their starts, and dots at places without spaces.
    """
    places = (Space(x, y) for x in range(board.width) for y in range(board.height))
    return el(
        "g",
        (_draw_dot(space) for space in places if space not in board.spaces) if has_pieces else None,
        (_draw_line(line) for line in sorted(board.lines)),
        (_draw_space(board, space) for space in sorted(board.spaces)),
        (_draw_start(board, piece, has_piece=has_pieces) for piece in PIECES),
        aria_hidden="true",
    )


def _draw_dot(space: Space) -> Node:
    x, y = _point(space)
    return el("circle", cls="sheet-dot", cx=x, cy=y, r=5)


def _draw_line(line: Line) -> Node:
    (x1, y1), (x2, y2) = map(_point, line)
    return el("line", cls="line", x1=x1, y1=y1, x2=x2, y2=y2)


def _draw_space(board: Board, space: Space) -> Node:
    x, y = _point(space)
    if space in board.stars:
        return el("g", el("polygon", cls="star", points=art.star_points(38, x, y)), cls="star-space any")
    return el("circle", cls="space", cx=x, cy=y, r=15)


def _draw_start(board: Board, piece: int, *, has_piece: bool) -> Node:
    x, y = _point(board.starts[piece])
    if has_piece:
        return el(
            "g",
            art.draw_piece(piece, 30),
            transform=translate(x, y),
            cls=PIECE_NAMES[piece],
        )
    return el(
        "g",
        el("circle", cls=f"start {PIECE_NAMES[piece]}", cx=x, cy=y, r=24),
        el("text", cls="sheet-letter", x=x, y=y + 10, text=PIECE_NAMES[piece][0].upper()),
    )


def _draw_touch_areas(board: Board) -> Iterator[Node]:
    for line in possible_lines(board):
        (x1, y1), (x2, y2) = map(_point, line)
        label = _("{one} to {other}: a line") if line in board.lines else _("{one} to {other}: no line")
        label = label.format(one=place_name(*line[0]), other=place_name(*line[1]))
        yield _draw_touch_area(line_target(line), label, ((x1 + x2) / 2, (y1 + y2) / 2), 22)
    for x in range(board.width):
        for y in range(board.height):
            space = Space(x, y)
            label = _("{place}: {what}").format(place=place_name(x, y), what=_content_text(board, space))
            yield _draw_touch_area(space_target(space), label, _point(space), 27)


def _draw_touch_area(target: str, label: str, point: Point, radius: float) -> Node:
    attributes: dict[str, Any] = {"data_target": target, "role": "button", "aria_label": label, "tabindex": "-1"}
    return el("circle", cls="cell sheet-hit", cx=point[0], cy=point[1], r=radius, **attributes)


def _content_text(board: Board, space: Space) -> str:
    if space in board.starts:
        return _("{piece} starts here").format(piece=piece_name(board.starts.index(space)))
    if space in board.stars:
        return _("a star")
    return _("a space") if space in board.spaces else _("nothing")


def draw_printed_board(board: Board, title: str, millimetres: int) -> Node:
    """Draw a board for printing, with a scale bar of 5 cm.

    Args:
        board: the board.
        title: the title of the board.
        millimetres: the distance between neighbouring spaces in millimetres.
    """
    width, height = _size(board)
    height += _FOOT_HEIGHT
    mm_per_unit = millimetres / CELL_SIZE
    scale_length = 50 / mm_per_unit
    footer_y = height - 30
    return el(
        "svg",
        _draw_board(board, has_pieces=False),
        _draw_edge(side_name(BLACK), (30, (height - _FOOT_HEIGHT) / 2), -90),
        _draw_edge(side_name(WHITE), (width - 30, (height - _FOOT_HEIGHT) / 2), 90),
        el("text", cls="sheet-title", x=_BOARD_MARGIN - 24, y=footer_y, text=title),
        el(
            "line",
            cls="sheet-scale",
            x1=width - _BOARD_MARGIN - scale_length,
            y1=footer_y,
            x2=width - _BOARD_MARGIN,
            y2=footer_y,
        ),
        el("text", cls="sheet-note", x=width - _BOARD_MARGIN - scale_length / 2, y=footer_y - 10, text=_("5 cm")),
        cls="board tensor-cards sheet-board",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        width=f"{format_number(width * mm_per_unit)}mm",
        height=f"{format_number(height * mm_per_unit)}mm",
        role="img",
        aria_label=_("The board “{title}”, ready to print").format(title=title),
    )


def printed_size(board: Board, millimetres: int) -> tuple[int, int]:
    """Return the width and height of the printed board in millimetres, rounded up."""
    width, height = _size(board)
    return (-int(-width * millimetres // CELL_SIZE), -int(-(height + _FOOT_HEIGHT) * millimetres // CELL_SIZE))


def _draw_edge(text: str, point: Point, angle: int) -> Node:
    return el(
        "text",
        cls="sheet-side",
        transform=f"{translate(*point)} rotate({angle})",
        text=text,
    )


def draw_single_card(card: Card, card_number: int, *, is_from_rulebook: bool) -> Node:
    """Draw a card as its player sees it. ``is_from_rulebook`` is True for a card from the rulebook."""
    width, height = _CARD_SIZE
    # The picture has White's edge at the bottom.
    step_by_direction = {}
    for direction in DIRECTIONS:
        x, y = step_vector(WHITE, direction)
        step_by_direction[direction] = (-y, x)
    return el(
        "svg",
        el(
            "g",
            art.draw_card_face(
                card_number,
                art.steps_in_picture(card, step_by_direction),
                width,
                height,
                has_dashed_frame=not is_from_rulebook,
            ),
            cls="card",
            transform=translate(width / 2 + 2, height / 2 + 2),
        ),
        cls="board tensor-cards one-card",
        viewBox=f"0 0 {format_number(width + 4)} {format_number(height + 8)}",
        aria_hidden="true",
    )
