"""What lies beside the board: the pool, a figure enlarged so that its pieces can be touched, the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building, glyphs
from ruleboard.games.tesulda.board import INDEX, NAMES, ZONE
from ruleboard.games.tesulda.figures import PIECE_NAMES, PIECES, ROD, traits
from ruleboard.games.tesulda.layout import BOARD, CELL, EDGE, STRIP, STRIP_HEIGHT, WIDTH
from ruleboard.games.tesulda.rods import piece_targets
from ruleboard.games.tesulda.state import EMPTY, SIDES, State
from ruleboard.games.tesulda.words import name, ratings, trait_names
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_POOL_WIDTH: Final = 322
_FIGURE_LEFT: Final = EDGE + _POOL_WIDTH + 12


@dataclass(frozen=True, slots=True)
class Focus:
    """The figure shown enlarged.

    Attributes:
        figure: the figure, ``""`` for none.
        where: what is said of its place ("e4", "captured"); empty without a figure.
        word: the word its pieces' targets begin with (``"piece"``, ``"prey"``); empty if they cannot be
        touched.
    """

    figure: str = EMPTY
    where: str = ""
    word: str = ""


def focus(state: State, marks: Marks) -> Focus:
    """Which figure the players look at: the captured, taken up or refused one, or the one that moved."""
    taken = [INDEX[target] for target in marks.taken if target in INDEX]
    if state.prey and not taken:
        return Focus(state.prey, "captured", "" if marks.still else "prey")
    candidates = taken[:1] or ([INDEX[marks.refused]] if marks.refused in INDEX else [])
    square = next((at for at in candidates if state.board[at] and not covered(state, at)), state.moved)
    if square < 0:
        return Focus()
    movable = state.build is not None or state.moved >= 0
    own = state.board[square][0].islower() == bool(state.side)
    open_ = not marks.still and movable and own and (bool(taken) or square == state.moved) and not state.prey
    return Focus(state.board[square], NAMES[square], "piece" if open_ else "")


def covered(state: State, square: int) -> bool:
    """Whether a square is hidden while armies are built."""
    return state.build is not None and bool(ZONE[1 - state.side] >> square & 1)


def strip(state: State, seat: int, marks: Marks) -> Node:
    """The strip below the board."""
    left = _FIGURE_LEFT
    kids: list[Node | None] = []
    if state.build:
        left = EDGE
    else:
        kids.append(_pool(state, marks))
    kids.append(_enlarged(state, seat, marks, left))
    return el("g", *kids, cls="strip", transform=f"translate(0 {STRIP})")


def _pool(state: State, marks: Marks) -> Node:
    """All removed pieces, with their counts."""
    cells = []
    for at, letter in enumerate(PIECES):
        x, y = EDGE + 6 + (at % 4) * 77, 32 + (at // 4) * 66
        count = state.pool.count(letter)
        target = f"pool:{letter}"
        cells.append(_stock(state, marks, target, (x, y, 74, 62), glyphs.piece(letter, 24, 31, 17), count))
    title = f"{len(state.pool)} removed" if state.pool else "None removed yet"
    return el(
        "g",
        el("rect", cls="tray-box", x=EDGE, y=0, width=_POOL_WIDTH, height=STRIP_HEIGHT, rx=10),
        el("text", cls="title", x=EDGE + 12, y=27, text=title),
        cells,
        cls="pool",
        role="group",
        aria_label="The pool of removed pieces",
        key="pool",
    )


def _stock(
    state: State,
    marks: Marks,
    target: str,
    box: tuple[float, float, float, float],
    drawn: Node,
    count: int,
    margin: float = 5,
) -> Node:
    """A kind of thing with its count, ``margin`` from the right, which can be touched."""
    x, y, width, height = box
    taken = marks.taken.count(target)
    return el(
        "g",
        el("rect", cls="hit", width=width, height=height, rx=9),
        el("g", drawn, data_piece=target),
        el("text", cls="count", x=width - margin, y=height / 2 + 9, text=str(max(0, count - taken))),
        cls=" ".join(part for part in ("stock", "" if count else "none", marks.classes(target)) if part),
        transform=f"translate({x} {y})",
        data_target=target,
        data_legal=target in marks.go and not marks.still,
        role="button",
        tabindex=None if marks.still else "-1",
        aria_label=name(state, target),
        key=target,
    )


def _enlarged(state: State, seat: int, marks: Marks, left: float) -> Node:
    """A figure with its pieces side by side, what it can do, and where it stands."""
    shown = focus(state, marks)
    frame = el("rect", cls="figure-box", x=left, y=0, width=WIDTH - EDGE - left, height=STRIP_HEIGHT, rx=10)
    if not shown.figure:
        if marks.still:
            return el("g", frame, cls="enlarged", key="enlarged")
        hint = el("text", cls="hint", x=left + 18, y=STRIP_HEIGHT / 2 + 8, text="Touch a figure to see its parts")
        return el("g", frame, hint, cls="enlarged", key="enlarged")
    can = traits(shown.figure)
    side = "light" if can.side == 0 else "dark"
    up = can.side == seat
    base = el(
        "g",
        el("g", glyphs.bare(can.base, can.side, up), cls=f"figure {side}", transform="scale(1.05)"),
        transform=f"translate({left + 62} 85)",
        cls="base",
    )
    width = min(104, (WIDTH - EDGE - left - 124) / ROD)
    letters = zip(can.pieces, piece_targets(shown.word or "piece", can.pieces), strict=True)
    pieces = [
        _loose(marks, target if shown.word else "", letter, left + 118 + at * width, width)
        for at, (letter, target) in enumerate(letters)
    ]
    return el(
        "g",
        frame,
        el("text", cls="title", x=left + 14, y=30, text=f"{shown.where} · {ratings(shown.figure)}"),
        el("line", cls="rod", x1=left + 62, y1=88, x2=left + 118 + len(pieces) * width, y2=88),
        base,
        pieces,
        el("text", cls="ratings", x=left + 14, y=STRIP_HEIGHT - 12, text=trait_names(shown.figure) or "no traits"),
        cls="enlarged",
        key="enlarged",
    )


def _loose(marks: Marks, target: str, letter: str, left: float, width: float) -> Node:
    """One piece of the enlarged figure; without a target it is only looked at."""
    return el(
        "g",
        el("rect", cls="hit", x=0, y=0, width=width - 6, height=92, rx=9),
        el("g", glyphs.piece(letter, width / 2 - 3, 46, 29), data_piece=target or None),
        cls=f"loose {marks.classes(target) if target else 'fixed'}",
        transform=f"translate({left:g} 42)",
        data_target=target or None,
        data_legal=bool(target) and target in marks.go,
        role="button" if target else None,
        tabindex="-1" if target else None,
        aria_label=PIECE_NAMES[letter] if target else None,
    )


def store(state: State, seat: int, marks: Marks) -> Node:
    """The store of bases and pieces, lying on the middle of the board while an army is built."""
    army = building.army_of(state)
    side = "light" if state.side == 0 else "dark"
    top, height = EDGE + 3 * CELL + 6, 4 * CELL - 12
    wide, width, tall = (BOARD - 60) / 3, (BOARD - 60) / 7, 142
    cells = []
    for at, (base, count) in enumerate(armies.bases_left(army).items()):
        drawn = el(
            "g",
            glyphs.bare(base, state.side, state.side == seat),
            cls=f"figure {side}",
            transform="translate(104 71) scale(1.2)",
        )
        box = (24 + at * wide, 44.0, wide - 8, float(tall))
        cells.append(_stock(state, marks, f"base:{base}", box, drawn, count, 76))
    for at, (letter, count) in enumerate(armies.pieces_left(army).items()):
        box = (24 + at * width, 194.0, width - 8, float(tall))
        cells.append(_stock(state, marks, f"store:{letter}", box, glyphs.piece(letter, 34, 71, 25), count))
    return el(
        "g",
        el(
            "rect",
            cls=f"store-box {marks.classes('store')}".strip(),
            width=BOARD - 12,
            height=height,
            rx=16,
            data_target="store",
            data_legal="store" in marks.go and not marks.still,
            role="button",
            tabindex=None if marks.still else "-1",
            aria_label=name(state, "store"),
        ),
        el("text", cls="title", x=26, y=32, text=f"{SIDES[state.side]}'s store"),
        cells,
        cls="store",
        transform=f"translate({EDGE + 6} {top})",
        key="store",
    )
