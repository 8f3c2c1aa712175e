"""Draw the garden with its stones and characters, and the moves that remain in the turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from ruleboard.games.sensei import art
from ruleboard.games.sensei.bitboard import iter_squares, square_name, square_number
from ruleboard.games.sensei.layout import BOARD, character_key, stone_key
from ruleboard.games.sensei.movegen import game_end, stones_around_line
from ruleboard.games.sensei.notation import Draft, format_position
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    EMPTY,
    GREEN,
    PIT,
    RED,
    SIDE_LETTERS,
    SIDES,
    SIZE,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    State,
)
from ruleboard.games.sensei.texts import reason, square_label
from ruleboard.i18n import _
from ruleboard.scene import shapes
from ruleboard.scene.highlights import square_edge
from ruleboard.scene.marks import Marks, label_with_marks
from ruleboard.scene.node import Node, el, memoized
from ruleboard.scene.path_lines import path_nodes
from ruleboard.scene.samples import square_sample

_SQUARE_SIZE: Final = BOARD.cell
_RIM_WIDTH: Final = BOARD.margin
_BOARD_WIDTH: Final = BOARD.width
_MARK_INSET: Final = 4
"""The distance of a mark from the edge of its square."""


def draw_board(state: State, seat: int, marks: Marks) -> Node:
    """Draw the board as seen from a seat; see ``BaseView.picture``."""
    ending = game_end(state)
    to_move = _("{side} to move.").format(side=_(SIDES[state.side]))
    text = reason(ending) if ending else marks.result or to_move
    turn = "" if ending or marks.result else str(state.side)
    board = state.board
    signs = (*_draw_paths(seat, marks), *_draw_signs(board, seat, marks))
    return _board_node(board, format_position(state), seat, marks, text, turn, _draw_warnings(state, seat), signs)


def editor_picture(state: Draft, seat: int, selected: str) -> Node:
    """Draw the board for the editor.

    Args:
        state: the position, which may be invalid.
        seat: the side at the bottom.
        selected: the name of the square whose piece moves next, or ``""`` for none.
    """
    pieces = {SQUARE_NAMES[square]: "go" for square, letter in enumerate(state.board) if letter not in (EMPTY, PIT)}
    marks = Marks(selected=(selected,) if selected else (), next_targets=pieces)
    text = _("You’re setting up a position.")
    return _board_node(state.board, format_position(state), seat, marks, text, str(state.side), (), ())


def _board_node(
    board: str,
    position: str,
    seat: int,
    marks: Marks,
    text: str,
    turn: str,
    warnings: Sequence[Node],
    overlay: Sequence[Node],
) -> Node:
    return el(
        "svg",
        board_background(seat, frozenset(square for square, letter in enumerate(board) if letter == PIT)),
        el("g", _rake_rings(board, seat), warnings, _draw_tints(seat, marks), cls="under", aria_hidden="true"),
        el("g", _draw_stones(board, seat, marks), _draw_figures(board, seat, marks), cls="pieces", aria_hidden="true"),
        el("g", overlay, cls="over", aria_hidden="true"),
        None if marks.read_only else el("g", _touch_areas(board, seat, marks), cls="cells"),
        cls="board sensei",
        viewBox=f"0 0 {_BOARD_WIDTH} {_BOARD_WIDTH}",
        role="img" if marks.read_only else "grid",
        aria_label=f"{_('Sensei')}. {text}",
        data_game="sensei",
        data_position=position,
        data_turn=turn,
    )


@cache
def board_background(seat: int, pits: frozenset[int]) -> Node:
    """Draw the static part of the board: rim, sand, rake marks, pits and coordinates."""
    squares = range(SIZE * SIZE)
    sand = SIZE * _SQUARE_SIZE
    near_side, far_side = (GREEN, RED) if seat == GREEN else (RED, GREEN)
    return el(
        "g",
        el("rect", cls="rim-side", y=4, width=_BOARD_WIDTH, height=_BOARD_WIDTH - 4, rx=26),
        el("rect", cls="rim", width=_BOARD_WIDTH, height=_BOARD_WIDTH - 4, rx=26),
        el("rect", cls="sand", x=_RIM_WIDTH, y=_RIM_WIDTH, width=sand, height=sand, rx=6),
        el(
            "path",
            cls="tint",
            d=shapes.squares_path((BOARD.corner(square, seat) for square in squares[::2]), BOARD.cell),
        ),
        art.rake_marks(
            [BOARD.centre(square, seat) for square in squares if square % 2 == 0],
            [BOARD.centre(square, seat) for square in squares if square % 2],
        ),
        el("rect", cls="sand-shade", x=_RIM_WIDTH, y=_RIM_WIDTH, width=sand, height=5),
        el(
            "rect",
            cls=f"home {art.SIDE_CLASSES[far_side]}",
            x=_RIM_WIDTH,
            y=_RIM_WIDTH - 7,
            width=sand,
            height=5,
            rx=2.5,
        ),
        el(
            "rect",
            cls=f"home {art.SIDE_CLASSES[near_side]}",
            x=_RIM_WIDTH,
            y=_RIM_WIDTH + sand + 2,
            width=sand,
            height=5,
            rx=2.5,
        ),
        [
            el(
                "g",
                art.rake_rings(0, 0, ""),
                art.pit(),
                cls="pit",
                transform=art.transform(*BOARD.centre(square, seat)),
            )
            for square in sorted(pits)
        ],
        [_coordinate(BOARD.centre(file, seat)[0], _BOARD_WIDTH - 9, SQUARE_NAMES[file][0]) for file in range(SIZE)],
        [
            _coordinate(_RIM_WIDTH / 2, BOARD.centre(rank * SIZE, seat)[1] + 6, SQUARE_NAMES[rank * SIZE][1])
            for rank in range(SIZE)
        ],
        cls="ground",
        aria_hidden="true",
    )


def _coordinate(x: float, y: float, text: str) -> Node:
    return el("text", cls="coordinate", x=x, y=y, text=text)


def _tint(cls: str, x: float, y: float, key: str) -> Node:
    size = _SQUARE_SIZE - 2 * _MARK_INSET
    return el("rect", key=key, cls=cls, x=x - size / 2, y=y - size / 2, width=size, height=size, rx=10)


def _border(kind: str, x: float, y: float, key: str) -> Node:
    return square_edge(
        kind,
        x - _SQUARE_SIZE / 2 + _MARK_INSET,
        y - _SQUARE_SIZE / 2 + _MARK_INSET,
        _SQUARE_SIZE - 2 * _MARK_INSET,
        key,
    )


def _square_numbers(targets: tuple[str, ...] | frozenset[str]) -> list[int]:
    return sorted({SQUARE_NUMBERS[target] for target in targets if target in SQUARE_NUMBERS})


def _draw_tints(seat: int, marks: Marks) -> list[Node]:
    """Draw the marks on the sand, below the stones. Squares in danger get only a toothed border, without a tint."""
    layers = (("last", marks.last), ("danger", marks.danger), ("taken", marks.selected), ("shown", marks.highlighted))
    nodes = []
    for layer, targets in layers:
        for square in _square_numbers(targets):
            centre = BOARD.centre(square, seat)
            if layer != "danger":
                nodes.append(_tint(f"mark {layer}", *centre, key=f"{layer}-{SQUARE_NAMES[square]}"))
            nodes.append(_border(layer, *centre, key=f"edge-{layer}-{SQUARE_NAMES[square]}"))
    return nodes


def _draw_warnings(state: State, seat: int) -> list[Node]:
    if game_end(state):
        return []
    return [
        el(
            "g",
            _border("danger", *BOARD.centre(square_number(stone), seat), key="edge"),
            key=f"warning-{square_name(stone)}",
            cls="warning",
        )
        for side in (GREEN, RED)
        for stone in iter_squares(stones_around_line(state, side))
    ]


def _rake_rings(board: str, seat: int) -> list[Node]:
    return [
        art.rake_rings(*BOARD.centre(square, seat), f"ripples-{SQUARE_NAMES[square]}")
        for square, letter in enumerate(board)
        if letter not in (EMPTY, PIT)
    ]


def _selection_classes(marks: Marks, square: int) -> str:
    selected = " taken" if SQUARE_NAMES[square] in marks.selected[:1] else ""
    refused = " refused" if SQUARE_NAMES[square] == marks.refused_target else ""
    return selected + refused


def _draw_stones(board: str, seat: int, marks: Marks) -> list[Node]:
    nodes = []
    for square, letter in enumerate(board):
        if letter not in (EMPTY, PIT):
            side = GREEN if letter in SIDE_LETTERS[GREEN] else RED
            nodes.append(
                _draw_stone(
                    square, seat, side, "" if letter in CHARACTER_LETTERS else _selection_classes(marks, square)
                )
            )
    return nodes


@memoized
def _draw_stone(square: int, seat: int, side: int, classes: str) -> Node:
    return el(
        "g",
        art.stone(side),
        key=stone_key(square),
        cls=f"piece stone {art.SIDE_CLASSES[side]}{classes}",
        transform=art.transform(*BOARD.centre(square, seat)),
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
                art.figure(side),
                key=character_key(side) if is_only_character else f"{character_key(side)}-{SQUARE_NAMES[square]}",
                cls=f"piece character {art.SIDE_CLASSES[side]}{_selection_classes(marks, square)}",
                transform=art.transform(*BOARD.centre(square, seat)),
            )
        )
    return nodes


def _draw_paths(seat: int, marks: Marks) -> list[Node]:
    threats = tuple(tuple(BOARD.centre(SQUARE_NUMBERS[target], seat) for target in threat) for threat in marks.threats)
    kinds = (("last", marks.paths), ("hint", marks.hints), ("threat", threats + marks.answers))
    return [
        node
        for kind, paths in kinds
        for node in path_nodes(kind, paths, _SQUARE_SIZE, numbered=marks.numbers_paths and kind != "threat")
    ]


def _draw_signs(board: str, seat: int, marks: Marks) -> list[Node]:
    """Draw the marks above the stones: possible goals, and the rejected square.

    An empty square gets a dot, and a stone gets a ring. Before the first touch the player's stones get no rings,
    since a board full of rings is distracting.
    """
    nodes = []
    for target in sorted(marks.visible_next_targets):
        if target in SQUARE_NUMBERS:
            x, y = BOARD.centre(SQUARE_NUMBERS[target], seat)
            is_empty = board[SQUARE_NUMBERS[target]] == EMPTY
            cls = f"sign {'dot' if is_empty else 'ring'} may {marks.next_targets[target]}"
            nodes.append(el("circle", key=f"go-{target}", cls=cls, cx=x, cy=y, r=15 if is_empty else 44))
    if marks.refused_target in SQUARE_NUMBERS:
        x, y = BOARD.centre(SQUARE_NUMBERS[marks.refused_target], seat)
        nodes.append(_border("refused", x, y, key=f"refused-{marks.refused_target}"))
    return nodes


def piece_icon(letter: str) -> Node:
    """Draw a stone as a small ``<svg>`` for a button. An upper-case letter adds the side's character."""
    side = GREEN if letter in SIDE_LETTERS[GREEN] else RED
    cls = f"piece {{}} {art.SIDE_CLASSES[side]}"
    figure = el("g", art.figure(side), cls=cls.format("character")) if letter in CHARACTER_LETTERS else None
    return el(
        "svg",
        el("g", el("g", art.stone(side), cls=cls.format("stone")), figure),
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
        el("g", art.figure(seat), cls=f"piece character {art.SIDE_CLASSES[seat]}"),
        cls="tray sensei emblem",
        viewBox="-40 -58 80 92",
        aria_hidden="true",
    )


def draw_mark_sample(mark: str) -> Node:
    """Draw a square with a mark from ``legend.toml``: ``dot``, ``ring``, or a mark that all games share."""
    radius = {"dot": 15, "ring": 44}.get(mark)
    signs = (el("circle", cls=f"sign {mark}", r=radius),) if radius else ()
    return square_sample("sensei", "sand", _SQUARE_SIZE, mark, signs)


def _touch_areas(board: str, seat: int, marks: Marks) -> list[Node]:
    shows_next = bool(marks.visible_next_targets)
    return [
        el(
            "g",
            (
                _touch_area(
                    square,
                    seat,
                    label_with_marks(square_label(SQUARE_NAMES[square], board[square]), classes, shows_next=shows_next),
                    classes,
                    marks.touch_flags(SQUARE_NAMES[square]),
                )
                for square in row
                for classes in (marks.classes(SQUARE_NAMES[square]),)
            ),
            key=f"rank-{row[0] // SIZE + 1}",
            role="row",
        )
        for row in BOARD.rows(seat)
    ]


@lru_cache(maxsize=1024)
def _touch_area(square: int, seat: int, label: str, marks: str, use: tuple[bool, bool]) -> Node:
    """Return the touch area of a square. A cache stores the areas that do not change between two pictures."""
    return BOARD.touch_target(square, seat, SQUARE_NAMES[square], label, marks, touch_flags=use)


def draw_tray(state: State, seat: int, initial_state: State | None = None) -> Node:
    """Draw a player's remaining moves as two stones and a character.

    Used moves are dim, and so are all moves when the other player is to move.
    """
    is_their_turn = game_end(state) is None and state.side == seat
    stones, characters = (state.stone_moves, state.character_moves) if is_their_turn else (0, 0)
    side = art.SIDE_CLASSES[seat]

    def pip(
        kind: str, key: str, shapes: tuple[Node, ...], x: float, y: float, scale: float, is_available: bool
    ) -> Node:
        cls = f"pip {kind} {side}" + ("" if is_available else " used")
        return el("g", shapes, key=key, cls=cls, transform=art.transform(x, y, scale))

    text = _("Stone moves left: {stones} of 2. Leaps left: {characters} of 1.")
    return el(
        "svg",
        pip("stone", "first", art.stone(seat), 32, 44, 0.64, stones > 0),
        pip("stone", "second", art.stone(seat), 88, 44, 0.64, stones > 1),
        pip("character", "character", art.figure(seat), 144, 48, 0.74, characters > 0),
        cls=f"tray sensei{'' if is_their_turn else ' waiting'}",
        viewBox="0 0 176 74",
        role="img" if is_their_turn else None,
        aria_label=text.format(stones=stones, characters=characters) if is_their_turn else None,
        aria_hidden=None if is_their_turn else "true",
        data_player=str(seat),
    )
