"""Draw the pool and the enlarged figure in the strip below the board, and the store on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import art, building
from ruleboard.games.tesulda.board import SQUARE_NAMES, SQUARE_NUMBERS, ZONE_MASKS
from ruleboard.games.tesulda.figures import PIECE_NAMES, PIECES, traits
from ruleboard.games.tesulda.layout import (
    BOARD_WIDTH,
    CELL_SIZE,
    FIGURE_BOX_X,
    INNER_WIDTH,
    POOL_COUNT_RIGHT,
    POOL_PIECE_SPOT,
    POOL_WIDTH,
    RIM_WIDTH,
    STORE_BASE_POSITION,
    STORE_PIECE_SPOT,
    STORE_TOP,
    STRIP_HEIGHT,
    STRIP_TOP,
    Box,
    enlarged_piece_box,
    enlarged_piece_touch_area,
    pool_box,
    pool_touch_area,
    store_box,
)
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.position import EMPTY
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.games.tesulda.texts import pool_label, ratings_text, target_name, traits_list, visible_pool
from ruleboard.i18n import _, cached_by_language, ngettext
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_POOL_TARGETS: Final = tuple(f"pool:{letter}" for letter in PIECES)
_MAX_STACK_HEIGHT: Final = 6
"""The maximum number of visible pieces in a stack of the pool, one more than a single capture can add."""


@dataclass(frozen=True, slots=True)
class EnlargedFigure:
    """The figure shown in the enlarged picture.

    Attributes:
        figure: the figure, or ``""`` for none.
        location_label: a label that says where the figure is ("e4", "captured"), or ``""`` for no figure.
        target_prefix: the prefix of the targets of the figure's pieces (``"piece"``, ``"prey"``), or ``""`` if the
            pieces are not targets.
    """

    figure: str = EMPTY
    location_label: str = ""
    target_prefix: str = ""


def figure_to_enlarge(state: State, marks: Marks) -> EnlargedFigure:
    """Choose the figure to enlarge: the captured, selected, rejected, inspected or moved figure."""
    selected_squares = [SQUARE_NUMBERS[target] for target in marks.selected if target in SQUARE_NUMBERS]
    if state.prey and not selected_squares:
        return EnlargedFigure(state.prey, _("captured"), "" if marks.read_only else "prey")
    if building.COPY_TARGET in marks.selected and not marks.read_only:
        selected_squares = [square for square in (building.selected_model(state, marks.selected),) if square >= 0]
    inspected_target = marks.refused_target or marks.described_target
    candidates = selected_squares[:1] or (
        [SQUARE_NUMBERS[inspected_target]] if inspected_target in SQUARE_NUMBERS else []
    )
    square = next(
        (candidate for candidate in candidates if state.board[candidate] and not is_covered(state, candidate)),
        state.mover_square,
    )
    if square < 0:
        return EnlargedFigure()
    is_movable_figure = state.build is not None or state.mover_square >= 0
    is_own_figure = state.board[square][0].islower() == bool(state.side)
    has_targets = (
        not marks.read_only
        and is_movable_figure
        and is_own_figure
        and (bool(selected_squares) or square == state.mover_square)
        and not state.prey
    )
    return EnlargedFigure(state.board[square], SQUARE_NAMES[square], "piece" if has_targets else "")


def is_covered(state: State, square: int) -> bool:
    """Return True if the cover hides a square while a player builds an army."""
    return state.build is not None and bool(ZONE_MASKS[1 - state.side] >> square & 1)


def strip_node(state: State, seat: int, marks: Marks, figure: EnlargedFigure) -> Node:
    """Draw the strip below the board, with the pool and the enlarged figure."""
    box_x = FIGURE_BOX_X
    nodes: list[Node | None] = []
    if state.build:
        box_x = RIM_WIDTH
    else:
        nodes.append(pool_node(state, marks))
    nodes.append(enlarged_node(figure, seat, marks, box_x))
    return el("g", *nodes, cls="strip", transform=f"translate(0 {STRIP_TOP})")


def pool_node(state: State, marks: Marks) -> Node:
    """Draw the pool with the number of pieces of each kind."""
    pool = visible_pool(state)
    if marks.marked_targets.isdisjoint(_POOL_TARGETS):
        return _draw_unmarked_pool(pool, marks.read_only)
    return _draw_pool(pool, marks)


@cached_by_language(64)
def _draw_unmarked_pool(pool: str, read_only: bool) -> Node:
    return _draw_pool(pool, Marks(read_only=read_only))


def _draw_pool(pool: str, marks: Marks) -> Node:
    cells = []
    for letter in PIECES:
        count = pool.count(letter)
        piece = art.piece_node(letter, *POOL_PIECE_SPOT)
        lower_pieces = [
            el("g", piece, key=pool_key(letter, number)) for number in range(max(1, count - _MAX_STACK_HEIGHT), count)
        ]
        target = f"pool:{letter}"
        top_piece = el("g", piece, key=pool_key(letter, count), data_piece=target)
        box, touch_box = pool_box(letter), pool_touch_area(letter)
        cells.append(
            _stack_node(
                pool_label(letter, count),
                marks,
                target,
                box,
                (*lower_pieces, top_piece),
                count,
                max(3, box[2] - POOL_COUNT_RIGHT),
                touch_box=touch_box,
            )
        )
    count = len(pool)
    title = ngettext("{n} removed", "{n} removed", count).format(n=count)
    return el(
        "g",
        el("rect", cls="tray-box", x=RIM_WIDTH, y=0, width=POOL_WIDTH, height=STRIP_HEIGHT, rx=10),
        el("text", cls="title", x=RIM_WIDTH + 12, y=27, text=title),
        cells,
        cls="pool" if count or any(target.startswith("pool:") for target in marks.next_targets) else "pool empty",
        role="group",
        aria_label=_("The pool of removed pieces"),
        key="pool",
    )


def pool_key(letter: str, number: int) -> str:
    """Return the node key of a piece in the pool.

    ``number`` is the piece's place in the stack of its kind, counted from the bottom.
    """
    return f"pool:{letter}-{number}"


def _stack_node(
    label: str,
    marks: Marks,
    target: str,
    box: Box,
    nodes: tuple[Node, ...],
    count: int,
    margin: float = 5,
    drop_target: str | None = None,
    touch_box: Box | None = None,
) -> Node:
    """Draw a stack of bases or pieces of one kind, with its count.

    Args:
        label: the label for screen readers.
        marks: the marks of the picture.
        target: the target of the stack.
        box: the box of the stack.
        nodes: the nodes of the bases or pieces in the stack.
        count: the displayed number of bases or pieces.
        margin: the distance of the count from the right edge of the box.
        drop_target: the target that receives dropped pieces, or None for ``target``.
        touch_box: a touch area that is larger than the box, or None.
    """
    x, y, width, height = box
    selected_count = marks.selected.count(target)
    return el(
        "g",
        _touch_area(touch_box) if touch_box and not marks.read_only else None,
        el("rect", cls="hit", width=width, height=height, rx=9),
        nodes,
        el("text", cls="count", x=width - margin, y=height / 2 + 9, text=str(max(0, count - selected_count))),
        cls=" ".join(part for part in ("stock", "" if count else "none", marks.classes(target)) if part),
        transform=f"translate({x:g} {y:g})",
        data_target=target,
        data_drop=drop_target,
        data_legal=target in marks.next_targets and not marks.read_only,
        role="button",
        tabindex=None if marks.read_only else "-1",
        aria_label=label,
        aria_pressed="true" if target in marks.selected else None,
        key=target,
    )


def _touch_area(box: Box) -> Node:
    """Draw an invisible touch area that is larger than a piece, since fingers are wider than pieces."""
    x, y, width, height = box
    return el("rect", cls="around", x=x, y=y, width=width, height=height)


def enlarged_node(enlarged_figure: EnlargedFigure, seat: int, marks: Marks, box_x: float) -> Node:
    """Draw the enlarged figure with its location, ratings, traits, and a row of its pieces."""
    if not enlarged_figure.figure:
        hint = None if marks.read_only or marks.hides_facts else _("Touch a figure to see its pieces")
        text = el("text", cls="hint", x=box_x + 18, y=STRIP_HEIGHT / 2 + 8, text=hint) if hint else None
        return el("g", text, cls="enlarged", key="enlarged")
    frame_node = el(
        "rect", cls="figure-box", x=box_x, y=0, width=BOARD_WIDTH - RIM_WIDTH - box_x, height=STRIP_HEIGHT, rx=10
    )
    abilities = traits(enlarged_figure.figure)
    side = "light" if abilities.side == 0 else "dark"
    points_up = abilities.side == seat
    base = el(
        "g",
        el(
            "g",
            art.base_nodes(abilities.base, abilities.side, points_up),
            cls=f"figure {side}",
            transform="scale(1.05)",
        ),
        transform=f"translate({box_x + 62} 85)",
        cls="base",
    )
    targets = piece_targets(enlarged_figure.target_prefix or "piece", abilities.pieces)
    pieces = [
        _enlarged_piece_node(
            marks,
            target,
            _piece_label(target, abilities.pieces) if enlarged_figure.target_prefix else "",
            enlarged_piece_box(index, len(targets), box_x),
        )
        for index, target in enumerate(targets)
    ]
    title = f"{enlarged_figure.location_label} · {ratings_text(enlarged_figure.figure)}"
    rod_end_x = enlarged_piece_box(len(pieces), len(pieces), box_x)[0]
    return el(
        "g",
        frame_node,
        el("text", cls="title", x=box_x + 14, y=30, text=title),
        el("line", cls="rod", x1=box_x + 62, y1=88, x2=rod_end_x, y2=88),
        base,
        pieces,
        el(
            "text",
            cls="ratings",
            x=box_x + 14,
            y=STRIP_HEIGHT - 12,
            text=traits_list(enlarged_figure.figure) or _("no traits"),
        ),
        cls="enlarged",
        key="enlarged",
    )


def enlarged_piece_key(target: str) -> str:
    """Return the node key of a piece of the enlarged figure."""
    return f"loose-{target}"


def _piece_label(target: str, pieces: str) -> str:
    """Return the label of a piece of the enlarged figure, numbered if the figure has several pieces of its kind."""
    piece_name = target.partition(":")[2]
    piece, count = _(PIECE_NAMES[piece_name[0]]), pieces.lower().count(piece_name[0])
    return _("{piece}, {n} of {all}").format(piece=piece, n=piece_name[1:], all=count) if count > 1 else piece


def _enlarged_piece_node(marks: Marks, target: str, label: str, box: Box) -> Node:
    """Draw a piece of the enlarged figure. The piece is a touch target if ``label`` is not empty."""
    x, y, width, height = box
    letter, is_target = target.partition(":")[2][0], bool(label)
    return el(
        "g",
        _touch_area(enlarged_piece_touch_area(box)) if is_target else None,
        el("rect", cls="hit", x=0, y=0, width=width, height=height, rx=9),
        el("g", art.piece_node(letter, width / 2, height / 2, 29), data_piece=target if is_target else None),
        cls=f"loose {marks.classes(target) if is_target else 'fixed'}",
        transform=f"translate({x:g} {y:g})",
        data_target=target if is_target else None,
        data_legal=is_target and target in marks.next_targets,
        role="button" if is_target else None,
        tabindex="-1" if is_target else None,
        aria_label=label or None,
        aria_pressed="true" if is_target and target in marks.selected else None,
        key=enlarged_piece_key(target),
    )


def store_key(target: str) -> str:
    """Return the node key of the top base or piece on a stack in the store."""
    return f"{target}-uppermost"


def _stack_nodes(target: str, node: Node, count: int) -> tuple[Node, ...]:
    top_node = el("g", node, key=store_key(target), data_piece=target)
    return (node, top_node) if count > 1 else (top_node,)


def store_node(state: State, seat: int, marks: Marks) -> Node:
    """Draw the store of bases and pieces in the middle of the board, from which a player takes parts for an army."""
    army = building.current_army(state)
    side = "light" if state.side == 0 else "dark"
    cells = []
    for base, count in armies.bases_in_store(army).items():
        target = f"base:{base}"
        x, y = STORE_BASE_POSITION
        base_node = art.base_nodes(base, state.side, state.side == seat)
        node = el("g", el("g", base_node, transform=f"translate({x} {y}) scale(1.2)"), cls=f"figure {side}")
        cells.append(
            _stack_node(
                target_name(state, target),
                marks,
                target,
                store_box(base),
                _stack_nodes(target, node, count),
                count,
                76,
                "store",
            )
        )
    for letter, count in armies.pieces_in_store(army).items():
        target = f"store:{letter}"
        node = art.piece_node(letter, *STORE_PIECE_SPOT)
        cells.append(
            _stack_node(
                target_name(state, target),
                marks,
                target,
                store_box(letter),
                _stack_nodes(target, node, count),
                count,
                drop_target="store",
            )
        )
    return el(
        "g",
        el(
            "rect",
            cls=f"store-box {marks.classes('store')}".strip(),
            width=INNER_WIDTH - 12,
            height=4 * CELL_SIZE - 12,
            rx=16,
            data_target="store",
            data_legal="store" in marks.next_targets and not marks.read_only,
            role="button",
            tabindex=None if marks.read_only else "-1",
            aria_label=target_name(state, "store"),
        ),
        el("text", cls="title", x=26, y=32, text=_("{side}’s supply").format(side=_(SIDES[state.side]))),
        cells,
        cls="store",
        transform=f"translate({RIM_WIDTH + 6} {STORE_TOP})",
        key="store",
    )
