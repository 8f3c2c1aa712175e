"""The pool and the enlarged figure in the strip below the board, and the store on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import art, building
from ruleboard.games.tesulda.board import INDEX, NAMES, ZONE
from ruleboard.games.tesulda.figures import PIECE_NAMES, PIECES, traits
from ruleboard.games.tesulda.layout import (
    CELL,
    EDGE,
    FIGURE_LEFT,
    INNER_WIDTH,
    POOL_COUNT,
    POOL_PIECE,
    POOL_WIDTH,
    STORE_BASE,
    STORE_PIECE,
    STORE_TOP,
    STRIP,
    STRIP_HEIGHT,
    WIDTH,
    Box,
    enlarged_piece_box,
    enlarged_piece_touch_area,
    pool_box,
    pool_touch_area,
    store_box,
)
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.state import EMPTY, SIDES, State
from ruleboard.games.tesulda.words import name, pool_of, ratings, trait_names
from ruleboard.i18n import _, ngettext
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_STACK: Final = 6
"""The maximum number of visible pieces in a stack of the pool, one more than can arrive at once."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The figure in the enlarged picture.

    Attributes:
        figure: the figure, or ``""``.
        place: the label of its place ("e4", "captured"), empty without a figure.
        prefix: the prefix of its pieces' targets (``"piece"``, ``"prey"``), empty if the pieces are no targets.
    """

    figure: str = EMPTY
    place: str = ""
    prefix: str = ""


def focus(state: State, marks: Marks) -> Focus:
    """Return the figure to enlarge: the captured, selected, refused or inspected figure, or the one that has moved."""
    taken = [INDEX[target] for target in marks.selected if target in INDEX]
    if state.prey and not taken:
        return Focus(state.prey, _("captured"), "" if marks.read_only else "prey")
    touched = marks.refused or marks.read
    candidates = taken[:1] or ([INDEX[touched]] if touched in INDEX else [])
    square = next((at for at in candidates if state.board[at] and not covered(state, at)), state.moved)
    if square < 0:
        return Focus()
    movable = state.build is not None or state.moved >= 0
    own = state.board[square][0].islower() == bool(state.side)
    open_ = not marks.read_only and movable and own and (bool(taken) or square == state.moved) and not state.prey
    return Focus(state.board[square], NAMES[square], "piece" if open_ else "")


def covered(state: State, square: int) -> bool:
    """Return True if a square is hidden while a player builds an army."""
    return state.build is not None and bool(ZONE[1 - state.side] >> square & 1)


def strip(state: State, seat: int, marks: Marks, shown: Focus) -> Node:
    """Return the strip below the board, with the pool and the enlarged figure."""
    left = FIGURE_LEFT
    kids: list[Node | None] = []
    if state.build:
        left = EDGE
    else:
        kids.append(pool_tray(state, marks))
    kids.append(enlarged(shown, seat, marks, left))
    return el("g", *kids, cls="strip", transform=f"translate(0 {STRIP})")


def pool_tray(state: State, marks: Marks) -> Node:
    """Return the pool with the counts of its pieces."""
    cells = []
    for letter in PIECES:
        count = pool_of(state).count(letter)
        drawn = art.piece(letter, *POOL_PIECE)
        stack = [el("g", drawn, key=pool_key(letter, number)) for number in range(max(1, count - _STACK), count)]
        target = f"pool:{letter}"
        top = el("g", drawn, key=pool_key(letter, count), data_piece=target)
        box, touch = pool_box(letter), pool_touch_area(letter)
        cells.append(_stock(state, marks, target, box, (*stack, top), count, _pool_margin(box), touch=touch))
    count = len(pool_of(state))
    title = ngettext("{n} removed", "{n} removed", count).format(n=count) if count else _("None removed yet")
    return el(
        "g",
        el("rect", cls="tray-box", x=EDGE, y=0, width=POOL_WIDTH, height=STRIP_HEIGHT, rx=10),
        el("text", cls="title", x=EDGE + 12, y=27, text=title),
        cells,
        cls="pool",
        role="group",
        aria_label=_("The pool of removed pieces"),
        key="pool",
    )


def _pool_margin(box: Box) -> float:
    """Return the distance of a count from the right edge of its box. Wide boxes have room for two digits."""
    return box[2] - POOL_COUNT - (12 if box[2] > 90 else 0)


def pool_key(letter: str, number: int) -> str:
    """Return the node key of a piece in the pool. ``number`` counts pieces of its kind from the bottom."""
    return f"pool:{letter}-{number}"


def _stock(
    state: State,
    marks: Marks,
    target: str,
    box: Box,
    drawn: tuple[Node, ...],
    count: int,
    margin: float = 5,
    drop: str | None = None,
    touch: Box | None = None,
) -> Node:
    """Return a stack of bases or pieces of one kind with its count.

    Args:
        state: the state.
        marks: the marks of the picture.
        target: the target of the stack.
        box: its box.
        drawn: the nodes of its bases or pieces.
        count: their number.
        margin: the distance of the count from the right edge of the box.
        drop: the target for a piece that a player drops on the stack, or None for ``target``.
        touch: a touch area that is larger than the box, or None.
    """
    x, y, width, height = box
    taken = marks.selected.count(target)
    return el(
        "g",
        _touch_area(touch) if touch and not marks.read_only else None,
        el("rect", cls="hit", width=width, height=height, rx=9),
        drawn,
        el("text", cls="count", x=width - margin, y=height / 2 + 9, text=str(max(0, count - taken))),
        cls=" ".join(part for part in ("stock", "" if count else "none", marks.classes(target)) if part),
        transform=f"translate({x:g} {y:g})",
        data_target=target,
        data_drop=drop,
        data_legal=target in marks.next and not marks.read_only,
        role="button",
        tabindex=None if marks.read_only else "-1",
        aria_label=name(state, target),
        aria_pressed="true" if target in marks.selected else None,
        key=target,
    )


def _touch_area(box: Box) -> Node:
    """Return an invisible touch area, since fingers are wider than pieces."""
    x, y, width, height = box
    return el("rect", cls="around", x=x, y=y, width=width, height=height)


def enlarged(shown: Focus, seat: int, marks: Marks, left: float) -> Node:
    """Return the enlarged figure with its place, ratings, traits and a row of its pieces."""
    frame = el("rect", cls="figure-box", x=left, y=0, width=WIDTH - EDGE - left, height=STRIP_HEIGHT, rx=10)
    if not shown.figure:
        if marks.read_only:
            return el("g", frame, cls="enlarged", key="enlarged")
        hint = el("text", cls="hint", x=left + 18, y=STRIP_HEIGHT / 2 + 8, text=_("Touch a figure to see its parts"))
        return el("g", frame, hint, cls="enlarged", key="enlarged")
    can = traits(shown.figure)
    side = "light" if can.side == 0 else "dark"
    up = can.side == seat
    base = el(
        "g",
        el("g", art.empty_base(can.base, can.side, up), cls=f"figure {side}", transform="scale(1.05)"),
        transform=f"translate({left + 62} 85)",
        cls="base",
    )
    targets = piece_targets(shown.prefix or "piece", can.pieces)
    pieces = [
        _enlarged_piece(
            marks,
            target,
            _piece_in_words(target, can.pieces) if shown.prefix else "",
            enlarged_piece_box(at, len(targets), left),
        )
        for at, target in enumerate(targets)
    ]
    end = enlarged_piece_box(len(pieces), len(pieces), left)[0]
    return el(
        "g",
        frame,
        el("text", cls="title", x=left + 14, y=30, text=f"{shown.place} · {ratings(shown.figure)}"),
        el("line", cls="rod", x1=left + 62, y1=88, x2=end, y2=88),
        base,
        pieces,
        el("text", cls="ratings", x=left + 14, y=STRIP_HEIGHT - 12, text=trait_names(shown.figure) or _("no traits")),
        cls="enlarged",
        key="enlarged",
    )


def enlarged_piece_key(target: str) -> str:
    """Return the node key of a piece of the enlarged figure."""
    return f"loose-{target}"


def _piece_in_words(target: str, pieces: str) -> str:
    """Return the label of a piece of the enlarged figure, with a number if there are several of its kind."""
    what = target.partition(":")[2]
    piece, all_ = _(PIECE_NAMES[what[0]]), pieces.lower().count(what[0])
    return _("{piece}, {n} of {all}").format(piece=piece, n=what[1:], all=all_) if all_ > 1 else piece


def _enlarged_piece(marks: Marks, target: str, name: str, box: Box) -> Node:
    """Return a piece of the enlarged figure. It is a target if it has a name."""
    x, y, width, height = box
    letter, open_ = target.partition(":")[2][0], bool(name)
    return el(
        "g",
        _touch_area(enlarged_piece_touch_area(box)) if open_ else None,
        el("rect", cls="hit", x=0, y=0, width=width, height=height, rx=9),
        el("g", art.piece(letter, width / 2, height / 2, 29), data_piece=target if open_ else None),
        cls=f"loose {marks.classes(target) if open_ else 'fixed'}",
        transform=f"translate({x:g} {y:g})",
        data_target=target if open_ else None,
        data_legal=open_ and target in marks.next,
        role="button" if open_ else None,
        tabindex="-1" if open_ else None,
        aria_label=name or None,
        aria_pressed="true" if open_ and target in marks.selected else None,
        key=enlarged_piece_key(target),
    )


def store_key(target: str) -> str:
    """Return the node key of the top base or piece of a kind in the store."""
    return f"{target}-uppermost"


def _pile(target: str, drawn: Node, count: int) -> tuple[Node, ...]:
    """Return a pile of bases or pieces of one kind. Players can drag the top one."""
    top = el("g", drawn, key=store_key(target), data_piece=target)
    return (drawn, top) if count > 1 else (top,)


def store(state: State, seat: int, marks: Marks) -> Node:
    """Return the store of bases and pieces, which covers the middle of the board while a player builds an army."""
    army = building.army_of(state)
    side = "light" if state.side == 0 else "dark"
    cells = []
    for base, count in armies.bases_left(army).items():
        target = f"base:{base}"
        x, y = STORE_BASE
        bare = art.empty_base(base, state.side, state.side == seat)
        drawn = el("g", el("g", bare, transform=f"translate({x} {y}) scale(1.2)"), cls=f"figure {side}")
        cells.append(_stock(state, marks, target, store_box(base), _pile(target, drawn, count), count, 76, "store"))
    for letter, count in armies.pieces_left(army).items():
        target = f"store:{letter}"
        drawn = art.piece(letter, *STORE_PIECE)
        cells.append(_stock(state, marks, target, store_box(letter), _pile(target, drawn, count), count, drop="store"))
    return el(
        "g",
        el(
            "rect",
            cls=f"store-box {marks.classes('store')}".strip(),
            width=INNER_WIDTH - 12,
            height=4 * CELL - 12,
            rx=16,
            data_target="store",
            data_legal="store" in marks.next and not marks.read_only,
            role="button",
            tabindex=None if marks.read_only else "-1",
            aria_label=name(state, "store"),
        ),
        el("text", cls="title", x=26, y=32, text=_("{side}'s store").format(side=_(SIDES[state.side]))),
        cells,
        cls="store",
        transform=f"translate({EDGE + 6} {STORE_TOP})",
        key="store",
    )
