"""The pictures of a board game that its author has defined by ``BoardGame``."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from ruleboard.contract.view import BaseView, Credits
from ruleboard.engine.action import Action
from ruleboard.i18n import _
from ruleboard.kit import words
from ruleboard.kit.board import EMPTY, Board
from ruleboard.kit.drawing import BoardDrawing
from ruleboard.kit.hex_board import HexBoard
from ruleboard.kit.looks import Look, disc, letter
from ruleboard.kit.pieces import PlacedPiece, pieces_text
from ruleboard.kit.rules import BUTTON_PREFIX, BoardMove, BoardRules
from ruleboard.kit.square_board import SquareBoard
from ruleboard.kit.turns import END
from ruleboard.overriding import override
from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node, el, number
from ruleboard.scene.samples import square_sample
from ruleboard.scene.shapes import lines_path

_CELL: Final = 100
"""The distance between the centres of neighbours, in picture units. Looks are drawn at this size."""
_MARGIN: Final = 34


class BoardView(BaseView[Board, BoardMove]):
    """The pictures of a board game."""

    def __init__(self, rules: BoardRules, order: int) -> None:
        definition = rules.definition
        self._rules = rules
        self._definition = definition
        self.order = order
        self.tagline = definition.tagline
        self.credits = Credits(definition.designer, definition.publisher, definition.year)
        self.turn_end = BUTTON_PREFIX + END if END in definition.buttons else ""
        board_type = rules.start.type
        plan = (
            HexBoard(board_type.files, board_type.ranks, _CELL / sqrt(3), _MARGIN, board_type.missing)
            if definition.shape == "hexes"
            else SquareBoard(board_type.files, board_type.ranks, _CELL, _MARGIN)
        )
        self._drawings = [BoardDrawing(plan, board_type.numbers, seat) for seat in range(2)]
        self._looks = {piece: _look(rules, piece) for piece in definition.pieces}
        self._ground = lru_cache(maxsize=2)(self._draw_ground)

    @override
    def picture(self, state: Board, seat: int, marks: Marks) -> Node:
        rules, drawing = self._rules, self._drawings[seat]
        outcome = rules.outcome(state)
        result = outcome.reason if outcome else marks.result
        status = result or _("{side} to move.").format(side=_(rules.side_names[state.side]))
        signs = (*drawing.paths(marks), *drawing.signs(marks, lambda name: state[name] == EMPTY))
        return drawing.picture(
            rules.id,
            rules.format_position(state),
            f"{_(rules.title)}. {status}",
            "" if result else str(state.side),
            f"kit {rules.id}",
            self._ground(seat),
            el("g", drawing.tints(marks), cls="under", aria_hidden="true"),
            el("g", self._pieces(state, seat), cls="pieces", aria_hidden="true"),
            el("g", signs, drawing.refused_target(marks), cls="over", aria_hidden="true"),
            None
            if marks.read_only
            else el("g", drawing.touch_rows(marks, lambda name: rules.name(state, name)), cls="cells"),
            read_only=marks.read_only,
        )

    def _draw_ground(self, seat: int) -> Node:
        drawing, board_type = self._drawings[seat], self._rules.start.type
        is_chequered = self._definition.ground == "checks" and self._definition.shape == "squares"
        tints = {square: color for color, squares in self._definition.tints.items() for square in squares.split()}
        squares = []
        for name, square in board_type.numbers.items():
            is_dark = is_chequered and sum(divmod(square, board_type.files)) % 2 == 0
            squares.append(drawing.tint(name, "square dark-square" if is_dark else "square"))
            if name in tints:
                squares.append(drawing.tint(name, f"square-tint {tints[name]}"))
        return el(
            "g",
            el("rect", cls="rim", width=drawing.plan.width, height=drawing.plan.height, rx=14),
            squares,
            self._borders(drawing),
            drawing.coordinates(_CELL * (0.62 if self._definition.shape == "squares" else 0.72)),
            cls="ground",
            aria_hidden="true",
        )

    def _borders(self, drawing: BoardDrawing) -> list[Node]:
        board, lines = self._rules.start, []
        edge_squares = {
            "top": board.ranks[-1],
            "bottom": board.ranks[0],
            "left": board.files[0],
            "right": board.files[-1],
        }
        for index, (color, edges) in enumerate(self._definition.borders.items()):
            dashes = "24 20" if index else None  # colour is not the only difference
            for edge in edges.split():
                sides: list[tuple[Point, Point]] = []
                for square in edge_squares[edge]:
                    sides += _edge_sides(drawing, square, edge)
                lines.append(el("path", cls=f"border {color}", d=lines_path(sides), stroke_dasharray=dashes))
        return lines

    @override
    def pieces_text(self, state: Board, seat: int) -> str:
        names, letters = self._definition.pieces, self._rules.start.type.side_letters
        return pieces_text(
            (
                PlacedPiece(side, _(names[piece]), square)
                for square, number in state.type.numbers.items()
                for side, own_letters in enumerate(letters)
                if (piece := state.cells[number]) in own_letters
            ),
            seat,
        )

    def _pieces(self, state: Board, seat: int) -> list[Node]:
        centres = self._drawings[seat].centres
        return [
            _piece(self._looks[piece], piece, square, centres[square])
            for square, number in state.type.numbers.items()
            if (piece := state.cells[number]) != EMPTY
        ]

    @override
    def mark_sample(self, mark: str) -> Node:
        return square_sample("kit", "square", _CELL, mark)

    @override
    def motions(self, before: Board, action: Action[BoardMove], after: Board, seat: int) -> tuple[Motion, ...]:
        """Return the animations of all pieces that move. The touched piece passes over all touched squares."""
        centres, touches = self._drawings[seat].centres, action.move.touches
        squares = tuple(touch for touch in touches if touch in before.type.numbers)
        return tuple(
            Motion(
                _piece_key(start),
                _piece_key(end),
                tuple(
                    map(centres.__getitem__, squares if (start, end) == (squares[:1] + squares[-1:]) else (start, end))
                ),
            )
            for start, end, _piece in words.changes(before, after, touches).moves
        )

    @override
    def action_paths(self, before: Board, action: Action[BoardMove], after: Board, seat: int) -> tuple[Path, ...]:
        return tuple(motion.points for motion in self.motions(before, action, after, seat))

    @override
    def owner(self, state: Board, target: str) -> int | None:
        return words.owner(state, target)


def _look(rules: BoardRules, piece: str) -> Look:
    """Return the drawing of a piece, which by default is a disc with the piece's letter in the colour of its side."""
    if piece in rules.definition.looks:
        return rules.definition.looks[piece]
    first_side, second_side = rules.start.type.side_letters
    if piece in second_side:
        return disc("dark") + letter(piece.upper(), "light")
    return disc("light" if piece in first_side else "gold") + letter(piece.upper(), "dark")


def _piece_key(square: str) -> str:
    return f"at-{square}"


@lru_cache(maxsize=2048)
def _piece(look: Look, piece: str, square: str, centre: Point) -> Node:
    return el(
        "g",
        look.shapes,
        key=_piece_key(square),
        cls=f"piece {piece}",
        transform=f"translate({number(centre[0])} {number(centre[1])})",
    )


def _edge_sides(drawing: BoardDrawing, square: str, edge: str) -> list[tuple[Point, Point]]:
    """Return the sides of a square that belong to an edge of the board, as pairs of corners.

    For seat 1 the board is rotated, and so are its edges.
    """
    corners = drawing.plan.corners(drawing.numbers[square], drawing.seat)
    # Corners are clockwise: of a square from the upper left one, of a hex from the one at the top.
    first_corners = (
        {"top": (0,), "right": (1,), "bottom": (2,), "left": (3,)}
        if len(corners) == 4
        else {"top": (5, 0), "right": (0, 1), "bottom": (2, 3), "left": (3, 4)}
    )[edge]
    turn = drawing.seat * len(corners) // 2
    count = len(corners)
    return [(corners[(first + turn) % count], corners[(first + turn + 1) % count]) for first in first_corners]
