"""Draw the board: the wood, coordinates, tinted squares, paths, pieces, signs, and touch areas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from math import atan2, degrees
from typing import Any, Final

from ruleboard.games.tensor_chess.art import DRAWINGS, SQUARE_SIZE
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import EMPTY, FILE_COUNT, RANK_COUNT, SQUARE_COUNT, SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.endings import outcome
from ruleboard.games.tensor_chess.layout import BOARD, COLOUR_CLASSES, piece_key
from ruleboard.games.tensor_chess.movegen import HOP_BUTTON, PROMOTION_BUTTON_PREFIX
from ruleboard.games.tensor_chess.position_text import format_position
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.texts import is_own_piece, prompt, target_name
from ruleboard.i18n import _
from ruleboard.kit.drawing import BoardDrawing
from ruleboard.scene import shapes
from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.path_lines import PATH_KINDS, are_consecutive
from ruleboard.scene.samples import square_sample
from ruleboard.scene.shapes import translate

_DRAWINGS_BY_SEAT: Final = tuple(BoardDrawing(BOARD, SQUARE_NUMBERS, seat) for seat in range(2))


def draw_board(state: State, seat: int, marks: Marks) -> Node:
    """Draw the board from the view of White (seat 0) or Black (seat 1). See ``BaseView.picture``."""
    game_end = outcome(state)
    if in_check(state):
        king = SQUARE_NAMES[state.board.index(b"Kk"[state.turn])]
        marks = replace(marks, danger=marks.danger | {king})
    return _board_node(
        state,
        seat,
        marks,
        _("Tensor Chess. {said}").format(said=game_end.reason if game_end else marks.result or prompt(state)),
        "" if game_end or marks.result else str(state.turn),
    )


def editor_picture(state: State, seat: int, selected: str) -> Node:
    """Draw the board for the position editor.

    Args:
        state: the state, which may be invalid.
        seat: the player at the bottom, 0 White, 1 Black.
        selected: the name of the selected square; empty for none.
    """
    pieces = {SQUARE_NAMES[square]: "go" for square, code in enumerate(state.board) if code != EMPTY}
    marks = Marks(selected=(selected,) if selected else (), next_targets=pieces)
    return _board_node(
        state, seat, marks, _("Tensor Chess. You’re setting up a position."), str(state.turn), signs=False
    )


def _board_node(state: State, seat: int, marks: Marks, label: str, turn: str, *, signs: bool = True) -> Node:
    drawing, choices = _DRAWINGS_BY_SEAT[seat], _draw_promotion_choices(state, seat, marks)
    covered_file = marks.selected[-1][0] if choices else ""
    cells = drawing.touch_rows(
        marks,
        lambda name: target_name(state, name),
        danger_name=_("in check"),
        covered_squares={name for name in SQUARE_NUMBERS if name[0] == covered_file},
    )
    path_ends = {end for path in marks.paths for end in (path[0], path[-1])}
    last_targets = marks.last.union(name for name, centre in drawing.centres.items() if centre in path_ends)
    tints = (drawing.tints(replace(marks, last=last_targets)), drawing.verdicts(marks))
    return drawing.picture(
        "tensor-chess",
        format_position(state),
        label,
        turn,
        "tensor-chess",
        WOOD_NODE,
        draw_coordinates(seat),
        el("g", *tints, key="tints", aria_hidden="true"),
        el("g", _draw_move_lines(drawing, marks), key="roads", aria_hidden="true"),
        el("g", _draw_pieces(state, seat), key="pieces", aria_hidden="true"),
        el("g", drawing.paths(marks, _path_kinds_above(marks)), key="ways", aria_hidden="true"),
        el("g", _draw_signs(state, drawing, marks) if signs else (), key="signs", aria_hidden="true"),
        el("g", cells, key="cells"),
        choices,
    )


@lru_cache(maxsize=1024)
def piece_node(letter: str, colour: str, x: int, y: int, *, key: str, square: str = "") -> Node:
    """Draw a piece, given its upper left corner.

    Args:
        letter: the capital letter of the piece.
        colour: the CSS class of its colour.
        x: the x coordinate of the corner, in picture units.
        y: the y coordinate of the corner, in picture units.
        key: the node key.
        square: the name of its square; empty for a piece off the board.
    """
    return el(
        "g",
        DRAWINGS[letter],
        key=key,
        cls=f"piece {colour}",
        data_piece=square or None,
        transform=f"translate({x} {y})",
    )


def piece_icon(letter: str, colour: str) -> Node:
    """Draw a piece as a small ``<svg>`` for a button. ``letter`` is a capital letter."""
    return el(
        "svg",
        piece_node(letter, colour, 0, 0, key="piece"),
        cls="tray tensor-chess",
        viewBox=f"0 0 {SQUARE_SIZE} {SQUARE_SIZE}",
        aria_hidden="true",
    )


def _draw_wood() -> Node:
    dark_squares = []
    grain_paths = []
    for square in range(SQUARE_COUNT):
        rank, file = divmod(square, FILE_COUNT)
        x, y = BOARD.corner(square, 0)
        if (rank + file) % 2 == 0:
            dark_squares.append((x, y))
        # Each square looks like a separate plank. Its three veins have irregular but constant heights.
        for vein_index in range(3):
            vein_y = y + 6 + vein_index * 13 + (square * 7 + vein_index * 5) % 9
            vein_bend = (square * 5 + vein_index * 3) % 5 - 2
            grain_paths.append(f"M{x} {vein_y}q{SQUARE_SIZE // 2} {vein_bend} {SQUARE_SIZE} 0")
    return el(
        "g",
        el("rect", cls="frame", x=0, y=0, width=BOARD.width, height=BOARD.height, rx=9),
        el("rect", cls="rim", x=1.5, y=1.5, width=BOARD.width - 3, height=BOARD.height - 3, rx=8),
        el(
            "rect",
            cls="light",
            x=BOARD.margin,
            y=BOARD.margin,
            width=FILE_COUNT * SQUARE_SIZE,
            height=RANK_COUNT * SQUARE_SIZE,
        ),
        el("path", cls="dark", d=shapes.squares_path(dark_squares, SQUARE_SIZE)),
        el("path", cls="grain", d="".join(grain_paths)),
        el(
            "rect",
            cls="edge",
            x=BOARD.margin,
            y=BOARD.margin,
            width=FILE_COUNT * SQUARE_SIZE,
            height=RANK_COUNT * SQUARE_SIZE,
        ),
        key="wood",
        aria_hidden="true",
    )


WOOD_NODE = _draw_wood()


@cache
def draw_coordinates(seat: int) -> Node:
    """Draw the file letters below the board and the rank numbers to its left."""
    names = _DRAWINGS_BY_SEAT[seat].coordinates((BOARD.cell + BOARD.margin) / 2, cls="")
    return el("g", names, key="coordinates", cls="coordinates", aria_hidden="true")


def _draw_pieces(state: State, seat: int) -> Iterator[Node]:
    for square, code in enumerate(state.board):
        if code != EMPTY:
            letter = chr(code)
            colour = COLOUR_CLASSES[letter.islower()]
            key = piece_key(state, square)
            yield piece_node(letter.upper(), colour, *BOARD.corner(square, seat), key=key, square=SQUARE_NAMES[square])


def _path_kinds_above(marks: Marks) -> frozenset[str]:
    """Return the kinds of paths to draw above the pieces, since pieces would hide the numbers of consecutive paths."""
    return frozenset(kind for kind in PATH_KINDS if kind != "last" or are_consecutive(marks.paths))


def _draw_move_lines(drawing: BoardDrawing, marks: Marks) -> list[Node]:
    lines = drawing.paths(marks, frozenset(PATH_KINDS) - _path_kinds_above(marks))
    points = [drawing.centres[target] for target in marks.selected if target in SQUARE_NUMBERS]
    if len(points) == 2 or (len(points) > 2 and HOP_BUTTON in marks.selected):
        line = "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)
        lines.append(el("path", key="road-hand", cls="road hand", d=line))
    return lines


_DOT_PATH = "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0z"
_SHAPE_PATHS: dict[str, str] = {
    "go": _DOT_PATH,
    "capture": "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0zM-7.4 0a7.4 7.4 0 1 1 14.8 0a7.4 7.4 0 1 1 -14.8 0z"
    "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",
    "hop": "M-12.5 8a9.8 12 0 0 1 19 -3.4h4.4l-6.6 7.6l-6.6 -7.6h4.4a6 7.6 0 0 0 -10.4 3.4z",
    "bounce": "M-10.5 -9.5L0 1.2L10.5 -9.5V-2.7L0 8.6L-10.5 -2.7z",
    "propel": "M0 -11L10 0H4.2V10H-4.2V0H-10z",
    "castle": "M-10 9V-6L-4.8 -0.4L0 -9.5L4.8 -0.4L10 -6V9z",
    "promote": "M0 -11.5L3 -3.8L11 -3.6L4.7 1.5L6.9 9.3L0 4.8L-6.9 9.3L-4.7 1.5L-11 -3.6L-3 -3.8z",
}
_RING_PATH = "M-20 0a20 20 0 1 0 40 0a20 20 0 1 0 -40 0z"
_BRACKETS_PATH = "M-20 -11V-20H-11M11 -20H20V-11M20 11V20H11M-11 20H-20V11"


def _draw_signs(state: State, drawing: BoardDrawing, marks: Marks) -> Iterator[Node]:
    for target, kinds in marks.visible_next_targets.items():
        if target not in SQUARE_NUMBERS:
            continue
        square = SQUARE_NUMBERS[target]
        classes = kinds.split()
        x, y = drawing.centres[target]
        transform = translate(x, y)
        if state.board[square] == EMPTY or target == marks.selected[0]:
            shape = next((word for word in reversed(classes) if word in _SHAPE_PATHS), "go")
            colour = next((word for word in ("capture", "special") if word in classes), "go")
            rotation = _arrow_rotation(drawing.centres[marks.selected[-1]], (x, y)) if shape == "propel" else ""
            yield el(
                "path",
                key=f"sign-{target}",
                cls=f"sign {colour}",
                d=_SHAPE_PATHS[shape],
                transform=transform + rotation,
            )
        elif is_own_piece(state, square):
            yield el("path", key=f"casing-{target}", cls="sign casing", d=_BRACKETS_PATH, transform=transform)
            yield el("path", key=f"sign-{target}", cls="sign via", d=_BRACKETS_PATH, transform=transform)
        else:
            yield el("path", key=f"casing-{target}", cls="sign casing", d=_RING_PATH, transform=transform)
            yield el("path", key=f"sign-{target}", cls="sign ring", d=_RING_PATH, transform=transform)
            if "bounce" in classes:
                badge_transform = f"{translate(x + 13, y - 14)} scale(0.6)"
                yield el(
                    "path",
                    key=f"badge-{target}",
                    cls="sign capture",
                    d=_SHAPE_PATHS["bounce"],
                    transform=badge_transform,
                )


def _arrow_rotation(beast: Point, landing: Point) -> str:
    """Return the SVG rotation that makes an upward arrow point from a beast to its landing."""
    return f" rotate({format_number(degrees(atan2(landing[0] - beast[0], beast[1] - landing[1])))})"


def draw_mark_sample(mark: str) -> Node:
    """Draw a sample square with a mark from ``legend.toml``.

    The mark is a shape, ``ring``, ``via``, ``road``, or a mark that all games share.
    """
    nodes: tuple[Node, ...] = ()
    if mark in _SHAPE_PATHS:
        colour = mark if mark in ("go", "capture") else "special"
        nodes = (el("path", cls=f"sign {colour}", d=_SHAPE_PATHS[mark]),)
    elif mark in ("ring", "via"):
        nodes = (el("path", cls=f"sign {mark}", d=_RING_PATH if mark == "ring" else _BRACKETS_PATH),)
    elif mark == "road":
        nodes = (el("path", cls="road hand", d=f"M{-SQUARE_SIZE / 2:g} 0H{SQUARE_SIZE / 2:g}"),)
    return square_sample("tensor-chess", "light", SQUARE_SIZE, mark, nodes)


_CHOICE_SIZE = 1.5 * SQUARE_SIZE
"""The size of each piece that a player can choose for a promotion. Five fit on the board, and each fits a finger."""


def _draw_promotion_choices(state: State, seat: int, marks: Marks) -> Node | None:
    """Draw the pieces that a pawn may become, in a column from its landing towards the middle of the board.

    Return None unless the selection is a pawn and its landing on the last rank.
    """
    targets = [target for target in marks.next_targets if target.startswith(PROMOTION_BUTTON_PREFIX)]
    if not targets or marks.read_only:
        return None
    centre_x, centre_y = _DRAWINGS_BY_SEAT[seat].centres[marks.selected[-1]]
    corner_x = min(max(centre_x - _CHOICE_SIZE / 2, BOARD.margin), BOARD.width - BOARD.margin - _CHOICE_SIZE)
    top_edges = [BOARD.margin + index * _CHOICE_SIZE for index in range(len(targets))]
    if centre_y > BOARD.height / 2:
        top_edges = [BOARD.height - _CHOICE_SIZE - top_edge for top_edge in top_edges]
    cells = []
    for target, top_edge in zip(targets, top_edges, strict=True):
        drawing = DRAWINGS[target.removeprefix(PROMOTION_BUTTON_PREFIX).upper()]
        bounds: dict[str, Any] = {"x": corner_x, "y": top_edge, "width": _CHOICE_SIZE, "height": _CHOICE_SIZE}
        transform = f"{translate(corner_x, top_edge)} scale({format_number(_CHOICE_SIZE / SQUARE_SIZE)})"
        cells += [
            el("rect", cls="choice-plank", **bounds),
            el("g", drawing, cls=COLOUR_CLASSES[state.turn], transform=transform, aria_hidden="true"),
            el(
                "rect",
                key=target,
                cls="cell choice",
                role="gridcell",
                aria_label=target_name(state, target),
                tabindex="-1",
                data_target=target,
                data_legal=True,
                **bounds,
            ),
        ]
    return el("g", cells, key="choices", role="row", aria_label=_("Promote to…"))
