"""Draw the board with its figures and marks, the pool, and an enlarged figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final

from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import art, building
from ruleboard.games.tesulda.board import (
    FRONT_RANKS,
    HOME_RANKS,
    HOME_SQUARES,
    SIZE,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    SQUARES,
    iter_squares,
)
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.figures import BASES, CROWN, traits
from ruleboard.games.tesulda.layout import (
    BOARD,
    BOARD_WIDTH,
    CELL_SIZE,
    INNER_WIDTH,
    PICTURE_HEIGHT,
    RIM_WIDTH,
    figure_key,
)
from ruleboard.games.tesulda.panel import EnlargedFigure, figure_to_enlarge, is_covered, store_node, strip_node
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.position import Position
from ruleboard.games.tesulda.position_text import format_position
from ruleboard.games.tesulda.reach import squares_between
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.games.tesulda.terms import counted_bases
from ruleboard.games.tesulda.texts import square_label
from ruleboard.games.tesulda.turn import state_after_move
from ruleboard.i18n import _
from ruleboard.kit.drawing import BoardDrawing
from ruleboard.scene import shapes
from ruleboard.scene.geometry import Point
from ruleboard.scene.highlights import HIGHLIGHT_KINDS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.path_lines import path_node
from ruleboard.scene.samples import square_sample

SIDE_CLASSES: Final = ("light", "dark")
_DRAWINGS_BY_SEAT: Final = tuple(BoardDrawing(BOARD, SQUARE_NUMBERS, seat) for seat in range(2))


def draw_picture(state: State, seat: int, marks: Marks) -> Node:
    """Draw the board as seen from a seat, with the pool and an enlarged figure below it."""
    return _draw_board(
        state,
        seat,
        marks,
        figure_to_enlarge(state, marks),
        top_marks=_draw_marks_above(state, _DRAWINGS_BY_SEAT[seat], marks),
        cover_and_store=(_cover_node(state, seat), store_node(state, seat, marks)) if state.build else (None, None),
        position=format_position(state if state.build is None else building.building_view(state, None)),
        turn="" if find_ending(state) or marks.result else str(state.side),
    )


def editor_picture(state: State, seat: int, selected: str) -> Node:
    """Draw the board for the position editor.

    Args:
        state: the state, which may be invalid.
        seat: the player at the bottom.
        selected: the selected target: a square, a piece of a figure (``"e4:c2"``), a kind of piece in the pool, or
            ``""``. The picture enlarges the figure on this square, and its pieces become targets.
    """
    square, _colon, part = selected.partition(":")
    figure = state.board[SQUARE_NUMBERS[square]] if square in SQUARE_NUMBERS else ""
    enlarged_figure = EnlargedFigure(figure, square, square) if figure else EnlargedFigure()
    square_names = [SQUARE_NAMES[square] for square, figure in enumerate(state.board) if figure]
    pool = (f"pool:{piece}" for piece in dict.fromkeys(state.pool))
    next_targets = dict.fromkeys((*square_names, *pool, *piece_targets(square, figure[1:])), "go")
    marks = Marks(
        selected=(selected, square) if part and figure else (selected,) if selected else (), next_targets=next_targets
    )
    position, turn = format_position(state), str(state.side)
    return _draw_board(State(state.position, state.pool), seat, marks, enlarged_figure, position=position, turn=turn)


def _draw_board(
    state: State,
    seat: int,
    marks: Marks,
    enlarged_figure: EnlargedFigure,
    *,
    position: str,
    turn: str,
    top_marks: Iterable[Node] = (),
    cover_and_store: tuple[Node | None, Node | None] = (None, None),
) -> Node:
    """Draw a board.

    Args:
        seat: the player at the bottom.
        enlarged_figure: the figure to enlarge.
        position: the position text.
        turn: the side to move, or ``""`` after the end of the game.
        top_marks: the marks above the figures.
        cover_and_store: the cover below the touch areas, and the store above the touch areas.
    """
    drawing, (cover, store_area) = _DRAWINGS_BY_SEAT[seat], cover_and_store
    return el(
        "svg",
        draw_empty_board(seat),
        el("g", _draw_marks_below(state, drawing, marks), cls="marks", aria_hidden="true"),
        el(
            "g",
            (_figure_node(state.board[square], square, seat) for square in _visible_squares(state, marks)),
            cls="figures",
            aria_hidden="true",
        ),
        el("g", top_marks, cls="marks over", aria_hidden="true"),
        cover,
        el(
            "g",
            drawing.touch_rows(marks, lambda name: square_label(state, name, names_facts=not marks.hides_facts)),
            cls="cells",
            role="grid",
            aria_label=_("Tesulda board, 10 by 10"),
        ),
        store_area,
        strip_node(state, seat, marks, enlarged_figure),
        cls="board tesulda",
        viewBox=f"0 0 {BOARD_WIDTH} {PICTURE_HEIGHT}",
        data_game="tesulda",
        data_position=position,
        data_turn=turn,
        role="group",  # a grid may contain only rows, but the picture also contains pieces
        aria_label=_("Tesulda"),
    )


@cache
def draw_empty_board(seat: int) -> Node:
    """Draw the board without figures: rim, squares, Home stars, and coordinates."""
    rim_node = el("rect", cls="edge", width=BOARD_WIDTH, height=BOARD_WIDTH, rx=10)
    squares = []
    for parity, colour in enumerate(("blue", "green")):
        corners = (
            BOARD.corner(square, seat) for square, (file, rank) in enumerate(SQUARES) if (file + rank) % 2 == parity
        )
        squares.append(el("path", cls=colour, d=shapes.squares_path(corners, CELL_SIZE)))
    home_nodes = [_home_node(square, seat) for square in HOME_SQUARES]
    coordinates = _DRAWINGS_BY_SEAT[seat].coordinates(
        (CELL_SIZE + RIM_WIDTH) / 2, baseline=6, cls="label coordinate", ranks_on_right=seat == 1
    )
    return el("g", rim_node, squares, home_nodes, coordinates, cls="ground", aria_hidden="true", key=f"ground-{seat}")


def _home_node(square: int, seat: int) -> Node:
    """Draw a Home: a framed star on the square, and next to it a small star that figures never cover."""
    x, y = BOARD.centre(square, seat)
    side = SIDE_CLASSES[HOME_SQUARES.index(square)]
    offset = (CELL_SIZE + RIM_WIDTH) / 2 * (1 if seat == 0 else -1)
    return el(
        "g",
        _framed_star(),
        el("path", d=_star_path(11), cls="rays beside", transform=f"translate({offset:g} 0)"),
        cls=f"home {side}",
        transform=f"translate({x:g} {y:g})",
    )


def _framed_star() -> tuple[Node, Node]:
    """Draw the sign on the square of a Home, centred on (0, 0)."""
    return (
        el("path", d=_star_path(41), cls="rays"),
        el("rect", x=-41, y=-41, width=82, height=82, rx=5, cls="inlay"),
    )


def _star_path(radius: float) -> str:
    """Return SVG path data for a star with eight points, centred at (0, 0). A star piece has only five points."""
    corners = [(radius * (1 - 0.5 * (index % 2)), pi * index / 8) for index in range(16)]
    return (
        "M"
        + "L".join(
            f"{format_number(distance * sin(angle))} {format_number(-distance * cos(angle))}"
            for distance, angle in corners
        )
        + "Z"
    )


def _visible_squares(state: State, marks: Marks) -> list[int]:
    """Return the squares of the visible figures in drawing order.

    The figure that moved last comes last, above the other figures.
    """
    squares = (square for square, figure in enumerate(state.board) if figure and not is_covered(state, square))
    return sorted(squares, key=lambda square: SQUARE_NAMES[square] in marks.last)


@lru_cache(maxsize=2048)
def _figure_node(figure: str, square: int, seat: int) -> Node:
    side = traits(figure).side
    x, y = BOARD.centre(square, seat)
    return el(
        "g",
        art.figure_nodes(figure, side == seat, figure_key(figure, square)),
        cls=f"figure {SIDE_CLASSES[side]}",
        transform=f"translate({x:g} {y:g})",
        key=figure_key(figure, square),
        data_piece=SQUARE_NAMES[square],
    )


def _draw_marks_below(state: State, drawing: BoardDrawing, marks: Marks) -> Iterator[Node]:
    """Draw one tint for each marked square, since several strong tints would mix to another colour."""
    inspected_square = _inspected_square(state, marks)
    for target in sorted({*marks.last, *marks.selected, *marks.danger, *marks.highlighted, marks.refused_target}):
        if target in SQUARE_NUMBERS:
            classes = marks.classes(target).split()
            kinds = ["shown"] if target == inspected_square else [kind for kind in HIGHLIGHT_KINDS if kind in classes]
            cls = "looked" if target == inspected_square else " ".join(kinds)
            yield drawing.tint(target, f"tint {cls}", f"on-{target}")
            for kind in kinds:
                if kind not in ("refused", "correct"):
                    yield drawing.edge(kind, target, f"edge-{kind}-{target}")


def _inspected_square(state: State, marks: Marks) -> str:
    """Return the name of the square whose enemy figure the player inspects with a touch, or ``""`` for none."""
    target = marks.refused_target or marks.described_target
    figure = state.board[SQUARE_NUMBERS[target]] if target in SQUARE_NUMBERS else ""
    is_inspected = figure and state.is_turn_start and not marks.selected and traits(figure).side != state.side
    return target if is_inspected else ""


def _draw_marks_above(state: State, drawing: BoardDrawing, marks: Marks) -> Iterator[Node]:
    if not _inspected_square(state, marks):
        yield from drawing.verdicts(marks)
    if marks.selected or state.mover_square >= 0:
        for target, kind in (marks.visible_next_targets if marks.selected else marks.next_targets).items():
            if target in SQUARE_NUMBERS:
                yield from _target_signs(state, drawing, target, f"may {kind}")
    inspected_target = marks.refused_target or marks.described_target
    if not marks.selected and inspected_target in SQUARE_NUMBERS and state.build is None:
        square = SQUARE_NUMBERS[inspected_target]
        if state.board[square]:
            for goal in iter_squares(state.position.open_goals(square)):
                yield from _target_signs(state, drawing, SQUARE_NAMES[goal], "reach")
    if state.build and not marks.hides_warnings:
        zone_squares = armies.zone_squares(state.side)
        yield from (
            _warning_node(zone_squares[index], drawing.seat)
            for index in armies.misplaced_indices(building.current_army(state))
        )
    yield from drawing.paths(marks)
    for path in () if marks.threats or marks.reply_paths else _prime_threats(state, marks):
        points = [drawing.centres[SQUARE_NAMES[square]] for square in path]
        (x1, y1), (x2, y2) = points[0], points[-1]
        for casing_class in (" casing", ""):
            yield el("circle", cls=f"threat{casing_class}", cx=x1, cy=y1, r=43)
            yield el("circle", cls=f"threat prime{casing_class}", cx=x2, cy=y2, r=43)
        yield path_node("threat", points, CELL_SIZE, f"on-prime-{SQUARE_NAMES[path[0]]}")


def _target_signs(state: State, drawing: BoardDrawing, square: str, cls: str) -> list[Node]:
    shape, casing_classes = ("ring", (" casing", "")) if state.board[SQUARE_NUMBERS[square]] else ("dot", ("",))
    return [_draw_sign(shape, cls + casing_class, drawing.centres[square]) for casing_class in casing_classes]


def _draw_sign(shape: str, cls: str, centre: Point = (0, 0)) -> Node:
    x, y = centre
    if shape == "dot":
        return el("circle", cls=f"dot {cls}".strip(), cx=x or None, cy=y or None, r=14)
    return el("rect", cls=f"ring {cls}".strip(), x=x - 42, y=y - 42, width=84, height=84, rx=12)


def draw_mark_sample(mark: str) -> Node:
    """Draw a square with a mark from ``legend.toml``.

    The mark is a dot or ring with a CSS class, ``home``, or a mark that all games share.
    """
    shape, _space, kind = mark.partition(" ")
    nodes: tuple[Node, ...] = (_draw_sign(shape, kind),) if shape in ("dot", "ring") else ()
    if mark == "home":
        nodes = (el("g", _framed_star(), cls="home light"),)
    return square_sample("tesulda", "blue", CELL_SIZE, mark, nodes)


def _warning_node(square: int, seat: int) -> Node:
    x, y = BOARD.centre(square, seat)
    return el(
        "g",
        el("circle", r=15),
        el("path", d="M0 -8V2M0 7.6V8"),
        cls="warning",
        transform=f"translate({x + 29:g} {y - 28:g})",
    )


def _prime_threats(state: State, marks: Marks) -> tuple[tuple[int, ...], ...]:
    """Return the paths of enemies that attack the Prime.

    The Prime may be attacked in the current state, or after an illegal Move that exposes it.
    """
    if not state.is_turn_start or marks.read_only or marks.hides_warnings:
        return ()
    if len(marks.selected) == 1 and marks.refused_target in SQUARE_NUMBERS and marks.selected[0] in SQUARE_NUMBERS:
        origin, goal = SQUARE_NUMBERS[marks.selected[0]], SQUARE_NUMBERS[marks.refused_target]
        if origin in state.position.own_figures and state.position.open_goals(origin) >> goal & 1:
            return _attack_paths(state_after_move(state, origin, goal).position)
        return ()
    return _attack_paths(state.position)


def _attack_paths(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the paths of enemies that attack Primes of the side to move, including both ends."""
    return tuple(
        (origin, *squares_between(position.enemy_figures[origin], origin, prime, position.occupied_mask), prime)
        for origin, prime in position.attackers
    )


def _cover_node(state: State, seat: int) -> Node:
    hidden_side = 1 - state.side
    squares = [
        rank * SIZE + file for rank in (HOME_RANKS[hidden_side], FRONT_RANKS[hidden_side]) for file in (0, SIZE - 1)
    ]
    top_y = min(BOARD.corner(square, seat)[1] for square in squares)
    is_army_ready = hidden_side < state.side
    text = (_("{side}’s army is ready") if is_army_ready else _("{side} builds next")).format(
        side=_(SIDES[hidden_side])
    )
    return el(
        "g",
        el("rect", cls="cloth", x=RIM_WIDTH + 3, y=top_y + 3, width=INNER_WIDTH - 6, height=2 * CELL_SIZE - 6, rx=12),
        el("rect", cls="seam", x=RIM_WIDTH + 13, y=top_y + 13, width=INNER_WIDTH - 26, height=2 * CELL_SIZE - 26, rx=8),
        el("text", x=RIM_WIDTH + INNER_WIDTH / 2, y=top_y + CELL_SIZE + 12, text=text),
        cls=f"cover {SIDE_CLASSES[hidden_side]}",
        aria_hidden="true",
        key="cover",
    )


def draw_emblem(seat: int) -> Node:
    """Draw a figure with a crown as the emblem of a side."""
    figure = f"{'Ss'[seat]}{CROWN}"
    return el(
        "svg",
        el("g", art.figure_nodes(figure, points_up=True, key="emblem"), cls=f"figure {SIDE_CLASSES[seat]}"),
        cls="tray tesulda emblem",
        viewBox="-47 -47 94 94",
        aria_hidden="true",
    )


def draw_tray(state: State, seat: int) -> Node | None:
    """Draw the number of a player's figures by base, or return None while players build armies."""
    if state.build:
        return None
    bases = [figure[0].upper() for figure in state.position.figures_of(seat).values()]
    base_counts = {base: bases.count(base) for base in BASES}
    label = ", ".join(counted_bases(count, base) for base, count in base_counts.items())
    nodes: list[Node] = []
    for index, (base, count) in enumerate(base_counts.items()):
        base_node = el("g", art.base_nodes(base, seat, True), transform=f"translate({28 + 84 * index} 30) scale(0.6)")
        nodes += [base_node, el("text", x=56 + 84 * index, y=40, text=str(count))]
    return el(
        "svg",
        el("g", nodes, cls=f"figure {SIDE_CLASSES[seat]}"),
        cls="tray tesulda",
        viewBox="0 0 252 60",
        role="img",
        aria_label=label,
    )
