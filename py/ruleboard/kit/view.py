"""The pictures of a board game, from its definition as a subclass of ``BoardGame``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import Final

from ruleboard.contract.view import BaseView, Credits
from ruleboard.engine.action import Action
from ruleboard.i18n import _
from ruleboard.kit import words
from ruleboard.kit.board import EMPTY, Board, BoardType
from ruleboard.kit.drawing import BoardDrawing
from ruleboard.kit.hex_board import HexBoard
from ruleboard.kit.looks import Color, Look, disc, letter
from ruleboard.kit.pieces import PlacedPiece, pieces_text
from ruleboard.kit.rules import BUTTON_PREFIX, BoardMove, BoardRules
from ruleboard.kit.square_board import SquareBoard
from ruleboard.kit.turns import END_ACTION_TEXT
from ruleboard.kit.validation import parse_marks
from ruleboard.overriding import override
from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node, el
from ruleboard.scene.samples import square_sample
from ruleboard.scene.shapes import lines_path, translate
from ruleboard.wording import join_as_list

_CELL_SIZE: Final = 100
"""The distance between the centres of neighbouring squares, in picture units. Looks have this size."""
_MARGIN: Final = 34
_TRAY_STEP: Final = 84
_DRAWING_CACHE_SIZE: Final = 16
_NEUTRAL_COLOR: Final[Color] = "gold"
_SIDE_COLORS: Final[tuple[Color, ...]] = ("light", "dark", "red", "blue")


class BoardView(BaseView[Board, BoardMove]):
    """The pictures of a board game."""

    def __init__(self, rules: BoardRules, order: int) -> None:
        definition = rules.definition
        self._rules = rules
        self._definition = definition
        self.order = order
        self.tagline = definition.tagline
        self.credits = Credits(definition.designer, definition.publisher, definition.year)
        self.turn_end = BUTTON_PREFIX + END_ACTION_TEXT if END_ACTION_TEXT in definition.buttons else ""
        self._looks = {piece: _find_piece_look(rules, piece) for piece in definition.pieces}
        self._drawing = lru_cache(maxsize=_DRAWING_CACHE_SIZE)(self._new_drawing)
        self._ground = lru_cache(maxsize=_DRAWING_CACHE_SIZE)(self._draw_ground)

    def _new_drawing(self, board_type: BoardType, seat: int) -> BoardDrawing:
        plan = (
            HexBoard(board_type.files, board_type.ranks, _CELL_SIZE / sqrt(3), _MARGIN, board_type.missing_squares)
            if self._definition.shape == "hexes"
            else SquareBoard(board_type.files, board_type.ranks, _CELL_SIZE, _MARGIN)
        )
        return BoardDrawing(plan, board_type.numbers, seat if len(board_type.side_letters) == 2 else 0)

    @override
    def picture(self, state: Board, seat: int, marks: Marks) -> Node:
        rules, drawing = self._rules, self._drawing(state.type, seat)
        outcome = rules.outcome(state)
        result = outcome.reason if outcome else marks.result
        status = result or _("{side} to move.").format(side=_(rules.side_names[state.side]))
        author_marks = parse_marks(self._definition.marks(state), state)

        def label(name: str) -> str:
            return ", ".join((rules.name(state, name), *author_marks.get(name, ())))

        signs = (*drawing.paths(marks), *drawing.signs(marks, lambda name: state[name] == EMPTY))
        return drawing.picture(
            rules.id,
            rules.format_position(rules.view(state, None)),
            f"{_(rules.title)}. {status}",
            "" if result else str(state.side),
            f"kit {rules.id}",
            self._ground(state.type, seat),
            el(
                "g",
                self._draw_author_marks(drawing, author_marks),
                drawing.tints(marks),
                cls="under",
                aria_hidden="true",
            ),
            el("g", self._draw_pieces(state, seat), cls="pieces", aria_hidden="true"),
            el("g", signs, drawing.verdicts(marks), cls="over", aria_hidden="true"),
            None if marks.read_only else el("g", drawing.touch_rows(marks, label), cls="cells"),
            read_only=marks.read_only,
        )

    def _draw_author_marks(self, drawing: BoardDrawing, squares: Iterable[str]) -> list[Node]:
        """Draw the marks that ``BoardGame.marks`` returns."""
        return [
            node
            for name in squares
            for node in (
                drawing.tint(name, "tint shown", f"own-{name}"),
                drawing.edge("shown", name, f"own-edge-{name}"),
            )
        ]

    def _draw_ground(self, board_type: BoardType, seat: int) -> Node:
        drawing = self._drawing(board_type, seat)
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
            self._draw_borders(drawing, board_type),
            drawing.coordinates(_CELL_SIZE * (0.62 if self._definition.shape == "squares" else 0.72)),
            cls="ground",
            aria_hidden="true",
        )

    def _draw_borders(self, drawing: BoardDrawing, board_type: BoardType) -> list[Node]:
        board, lines = Board(board_type, EMPTY * len(board_type.names)), []
        edge_squares = {
            "top": board.ranks[-1],
            "bottom": board.ranks[0],
            "left": board.files[0],
            "right": board.files[-1],
        }
        for index, (color, edges) in enumerate(self._definition.borders.items()):
            dashes = "24 20" if index else None  # so that colour is not the only difference
            for edge in edges.split():
                sides: list[tuple[Point, Point]] = []
                for square in edge_squares[edge]:
                    sides += _find_edge_sides(drawing, square, edge)
                lines.append(el("path", cls=f"border {color}", d=lines_path(sides), stroke_dasharray=dashes))
        return lines

    @override
    def goal_text(self, state: Board) -> str:
        return _(self._definition.goal) if self._definition.goal else ""

    @override
    def pieces_text(self, state: Board, seat: int) -> str:
        names, letters = self._definition.pieces, state.type.side_letters
        return pieces_text(
            (
                PlacedPiece(side, _(names[piece]), square)
                for square, number in state.type.numbers.items()
                for side, own_letters in enumerate(letters)
                if (piece := state.cells[number]) in own_letters
            ),
            seat,
        )

    def _draw_pieces(self, state: Board, seat: int) -> list[Node]:
        centres = self._drawing(state.type, seat).centres
        return [
            _draw_piece(self._looks[piece], piece, square, centres[square])
            for square, number in state.type.numbers.items()
            if (piece := state.cells[number]) != EMPTY
        ]

    @override
    def tray(self, state: Board, seat: int, initial_state: Board | None = None) -> Node | None:
        """Draw the pieces in a side's hand, each kind with its count; return None for an empty hand."""
        hand = state.hand_of(seat)
        if not hand:
            return None
        nodes: list[Node] = []
        names = []
        for index, piece in enumerate(sorted(set(hand))):
            x = 40 + index * _TRAY_STEP
            nodes.append(el("g", self._looks[piece].shapes, transform=f"translate({x} 30) scale(0.6)"))
            nodes.append(el("text", x=x + 28, y=40, text=str(hand.count(piece))))
            names.append(f"{hand.count(piece)} × {_(self._definition.pieces[piece])}")
        width = 40 + len(names) * _TRAY_STEP
        label = join_as_list(names)
        return el("svg", nodes, cls="tray kit", viewBox=f"0 0 {width} 60", role="img", aria_label=label)

    @override
    def mark_sample(self, mark: str) -> Node:
        return square_sample("kit", "square", _CELL_SIZE, mark)

    @override
    def motions(self, before: Board, action: Action[BoardMove], after: Board, seat: int) -> tuple[Motion, ...]:
        """Return the animations of all pieces that move. The touched piece passes over all touched squares."""
        centres, touches = self._drawing(before.type, seat).centres, action.move.touches
        squares = tuple(touch for touch in touches if touch in before.type.numbers)
        return tuple(
            Motion(
                _piece_key(start),
                _piece_key(end),
                tuple(
                    map(centres.__getitem__, squares if (start, end) == (squares[:1] + squares[-1:]) else (start, end))
                ),
            )
            for start, end, _letter in words.compare_boards(before, after, touches).moves
        )

    @override
    def action_paths(self, before: Board, action: Action[BoardMove], after: Board, seat: int) -> tuple[Path, ...]:
        return tuple(motion.points for motion in self.motions(before, action, after, seat))

    @override
    def owner(self, state: Board, target: str) -> int | None:
        return words.owner(state, target)


def _find_piece_look(rules: BoardRules, piece: str) -> Look:
    """Return the drawing of a piece, which by default is a disc with the piece's letter in the colour of its side."""
    if piece in rules.definition.looks:
        return rules.definition.looks[piece]
    sides = enumerate(rules.definition.sides.values())
    color = next((_SIDE_COLORS[side] for side, letters in sides if piece in letters), _NEUTRAL_COLOR)
    return disc(color) + letter(piece.upper(), "dark" if color in ("light", "gold") else "light")


def _piece_key(square: str) -> str:
    return f"at-{square}"


@lru_cache(maxsize=2048)
def _draw_piece(look: Look, piece: str, square: str, centre: Point) -> Node:
    return el(
        "g",
        look.shapes,
        key=_piece_key(square),
        cls=f"piece {piece}",
        transform=translate(*centre),
    )


def _find_edge_sides(drawing: BoardDrawing, square: str, edge: str) -> list[tuple[Point, Point]]:
    """Return the sides of a square that lie on an edge of the board, as pairs of corners.

    For seat 1 the board is rotated, and so are its edges.
    """
    corners = drawing.plan.corners(drawing.numbers[square], drawing.seat)
    # The corners are in clockwise order, from the upper left corner of a square or the top corner of a hex.
    first_corners = (
        {"top": (0,), "right": (1,), "bottom": (2,), "left": (3,)}
        if len(corners) == 4
        else {"top": (5, 0), "right": (0, 1), "bottom": (2, 3), "left": (3, 4)}
    )[edge]
    rotation = drawing.seat * len(corners) // 2
    count = len(corners)
    return [
        (corners[(first_corner + rotation) % count], corners[(first_corner + rotation + 1) % count])
        for first_corner in first_corners
    ]
