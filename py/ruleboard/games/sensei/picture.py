"""Draw the board with its stones and characters, and the remaining moves of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ruleboard.games.sensei import art
from ruleboard.games.sensei.bitboard import iter_squares, square_name
from ruleboard.games.sensei.layout import BOARD, character_key, stone_key
from ruleboard.games.sensei.movegen import game_end, stones_around_line
from ruleboard.games.sensei.notation import Draft, format_position
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    EMPTY,
    GREEN,
    PIT,
    RED,
    SIDE_BY_LETTER,
    SIDES,
    SIZE,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    State,
)
from ruleboard.games.sensei.texts import ending_reason, square_label
from ruleboard.i18n import _
from ruleboard.kit.drawing import BoardDrawing, sign_node
from ruleboard.scene import shapes
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, memoized
from ruleboard.scene.samples import square_sample

_DRAWINGS_BY_SEAT: Final = tuple(BoardDrawing(BOARD, SQUARE_NUMBERS, seat) for seat in range(2))


def draw_board(state: State, seat: int, marks: Marks) -> Node:
    """Draw the board as seen from a seat; see ``BaseView.picture``."""
    ending = game_end(state)
    to_move_text = _("{side} to move.").format(side=_(SIDES[state.side]))
    text = ending_reason(ending) if ending else marks.result or to_move_text
    turn = "" if ending or marks.result else str(state.side)
    board, drawing = state.board, _DRAWINGS_BY_SEAT[seat]
    signs = (
        *drawing.paths(marks),
        *drawing.signs(marks, lambda name: board[SQUARE_NUMBERS[name]] == EMPTY),
        *drawing.verdicts(marks),
    )
    warnings = () if marks.hides_warnings else _draw_warnings(state, drawing)
    return _board_node(board, format_position(state), drawing, marks, text, turn, warnings, signs)


def draw_invitation(state: State, seat: int, marks: Marks) -> Node:
    """Draw the board on the home page, with the trail of a stone from e2 to the far edge."""
    board = draw_board(state, seat, marks)
    x, y = BOARD.centre(SQUARE_NUMBERS["e2"], seat)
    height = BOARD.centre(SQUARE_NUMBERS["e7"], seat)[1] - y
    trail = el("g", art.draw_trail(x, y, height), cls="trail", aria_hidden="true", key="trail")
    return board._replace(children=(board.children[0], trail, *board.children[1:]))


def editor_picture(state: Draft, seat: int, selected: str) -> Node:
    """Draw the board for the editor.

    Args:
        state: the position, which may be invalid.
        seat: the side at the bottom.
        selected: the name of the square whose piece moves next, or ``""`` for none.
    """
    piece_targets = {
        SQUARE_NAMES[square]: "go" for square, letter in enumerate(state.board) if letter not in (EMPTY, PIT)
    }
    marks = Marks(selected=(selected,) if selected else (), next_targets=piece_targets)
    text = _("You’re setting up a position.")
    return _board_node(state.board, format_position(state), _DRAWINGS_BY_SEAT[seat], marks, text, str(state.side))


def _board_node(
    board: str,
    position: str,
    drawing: BoardDrawing,
    marks: Marks,
    text: str,
    turn: str,
    warnings: Sequence[Node] = (),
    overlay: Sequence[Node] = (),
) -> Node:
    seat = drawing.seat
    rake_rings = [
        art.draw_rake_rings(*drawing.centres[name], f"ripples-{name}")
        for name, letter in zip(SQUARE_NAMES, board, strict=True)
        if letter in SIDE_BY_LETTER
    ]
    return drawing.picture(
        "sensei",
        position,
        f"{_('Sensei')}. {text}",
        turn,
        "sensei",
        board_background(seat, frozenset(square for square, letter in enumerate(board) if letter == PIT)),
        el("g", rake_rings, warnings, drawing.tints(marks, edge_kinds=("danger",)), cls="under", aria_hidden="true"),
        el("g", _draw_stones(board, seat, marks), _draw_figures(board, seat, marks), cls="pieces", aria_hidden="true"),
        el("g", overlay, cls="over", aria_hidden="true"),
        None
        if marks.read_only
        else el(
            "g",
            drawing.touch_rows(marks, lambda name: square_label(name, board[SQUARE_NUMBERS[name]])),
            cls="cells",
        ),
        read_only=marks.read_only,
    )


@cache
def board_background(seat: int, pits: frozenset[int]) -> Node:
    """Draw the static part of the board: rim, sand, rake marks, pits and coordinates."""
    squares = range(SIZE * SIZE)
    rim_width, sand_width = BOARD.margin, SIZE * BOARD.cell
    near_side, far_side = (GREEN, RED) if seat == GREEN else (RED, GREEN)
    return el(
        "g",
        el("rect", cls="rim-side", y=4, width=BOARD.width, height=BOARD.width - 4, rx=26),
        el("rect", cls="rim", width=BOARD.width, height=BOARD.width - 4, rx=26),
        el("rect", cls="sand", x=rim_width, y=rim_width, width=sand_width, height=sand_width, rx=6),
        el(
            "path",
            cls="checks",
            d=shapes.squares_path((BOARD.corner(square, seat) for square in squares[::2]), BOARD.cell),
        ),
        art.draw_rake_marks(
            [BOARD.centre(square, seat) for square in squares if square % 2 == 0],
            [BOARD.centre(square, seat) for square in squares if square % 2],
        ),
        el("rect", cls="sand-shade", x=rim_width, y=rim_width, width=sand_width, height=5),
        el(
            "rect",
            cls=f"home {art.SIDE_CLASSES[far_side]}",
            x=rim_width,
            y=rim_width - 7,
            width=sand_width,
            height=5,
            rx=2.5,
        ),
        el(
            "rect",
            cls=f"home {art.SIDE_CLASSES[near_side]}",
            x=rim_width,
            y=rim_width + sand_width + 2,
            width=sand_width,
            height=5,
            rx=2.5,
        ),
        [
            el(
                "g",
                art.draw_rake_rings(0, 0, ""),
                art.draw_pit(),
                cls="pit",
                transform=art.svg_transform(*BOARD.centre(square, seat)),
            )
            for square in sorted(pits)
        ],
        _DRAWINGS_BY_SEAT[seat].coordinates((BOARD.cell + rim_width) / 2, baseline=6),
        cls="ground",
        aria_hidden="true",
    )


def _draw_warnings(state: State, drawing: BoardDrawing) -> list[Node]:
    if game_end(state):
        return []
    names = [square_name(stone) for side in (GREEN, RED) for stone in iter_squares(stones_around_line(state, side))]
    return [el("g", drawing.edge("danger", name, "edge"), key=f"warning-{name}", cls="warning") for name in names]


def _selection_classes(marks: Marks, square: int) -> str:
    selected_class = " taken" if SQUARE_NAMES[square] in marks.selected[:1] else ""
    refused_class = " refused" if SQUARE_NAMES[square] == marks.refused_target else ""
    return selected_class + refused_class


def _draw_stones(board: str, seat: int, marks: Marks) -> list[Node]:
    return [
        _draw_stone(
            square,
            seat,
            SIDE_BY_LETTER[letter],
            "" if letter in CHARACTER_LETTERS else _selection_classes(marks, square),
        )
        for square, letter in enumerate(board)
        if letter in SIDE_BY_LETTER
    ]


@memoized
def _draw_stone(square: int, seat: int, side: int, classes: str) -> Node:
    return el(
        "g",
        art.draw_stone(side),
        key=stone_key(square),
        cls=f"piece stone {art.SIDE_CLASSES[side]}{classes}",
        transform=art.svg_transform(*BOARD.centre(square, seat)),
    )


def _draw_figures(board: str, seat: int, marks: Marks) -> list[Node]:
    nodes = []
    for square, letter in enumerate(board):
        if letter not in CHARACTER_LETTERS:
            continue
        side = CHARACTER_LETTERS.index(letter)
        is_only_character = board.count(letter) == 1
        nodes.append(
            el(
                "g",
                art.draw_figure(side),
                key=character_key(side) if is_only_character else f"{character_key(side)}-{SQUARE_NAMES[square]}",
                cls=f"piece character {art.SIDE_CLASSES[side]}{_selection_classes(marks, square)}",
                transform=art.svg_transform(*BOARD.centre(square, seat)),
            )
        )
    return nodes


def piece_icon(letter: str) -> Node:
    """Draw a stone as a small ``<svg>`` for a button. An upper-case letter adds the side's character."""
    side = SIDE_BY_LETTER[letter]
    cls = f"piece {{}} {art.SIDE_CLASSES[side]}"
    figure = el("g", art.draw_figure(side), cls=cls.format("character")) if letter in CHARACTER_LETTERS else None
    return el(
        "svg",
        el("g", el("g", art.draw_stone(side), cls=cls.format("stone")), figure),
        cls="tray sensei",
        viewBox="-50 -62 100 110",
        aria_hidden="true",
        focusable="false",
    )


@cache
def draw_emblem(seat: int) -> Node:
    """Draw a side's character as its emblem."""
    return el(
        "svg",
        el("g", art.draw_figure(seat), cls=f"piece character {art.SIDE_CLASSES[seat]}"),
        cls="tray sensei emblem",
        viewBox="-40 -58 80 92",
        aria_hidden="true",
    )


def draw_mark_sample(mark: str) -> Node:
    """Draw a square with a mark from ``legend.toml``: ``dot``, ``ring``, or a mark that all games share."""
    signs = (sign_node(mark, BOARD.cell),) if mark in ("dot", "ring") else ()
    return square_sample("sensei", "sand", BOARD.cell, mark, signs)


def draw_tray(state: State, seat: int, initial_state: State | None = None) -> Node:
    """Draw a player's remaining moves as two stones and a character.

    Used moves are dim. If the other player is to move, all moves are dim.
    """
    is_seat_to_move = game_end(state) is None and state.side == seat
    stone_moves, character_moves = (state.stone_moves, state.character_moves) if is_seat_to_move else (0, 0)
    side = art.SIDE_CLASSES[seat]

    def draw_pip(
        kind: str, key: str, shapes: tuple[Node, ...], x: float, y: float, scale: float, is_available: bool
    ) -> Node:
        cls = f"pip {kind} {side}" + ("" if is_available else " used")
        return el("g", shapes, key=key, cls=cls, transform=art.svg_transform(x, y, scale))

    text = _("Stone moves left: {stones} of 2. Leaps left: {characters} of 1.")
    return el(
        "svg",
        draw_pip("stone", "first", art.draw_stone(seat), 32, 44, 0.64, stone_moves > 0),
        draw_pip("stone", "second", art.draw_stone(seat), 88, 44, 0.64, stone_moves > 1),
        draw_pip("character", "character", art.draw_figure(seat), 144, 48, 0.74, character_moves > 0),
        cls=f"tray sensei{'' if is_seat_to_move else ' waiting'}",
        viewBox="0 0 176 74",
        role="img" if is_seat_to_move else None,
        aria_label=text.format(stones=stone_moves, characters=character_moves) if is_seat_to_move else None,
        aria_hidden=None if is_seat_to_move else "true",
        data_player=str(seat),
    )
