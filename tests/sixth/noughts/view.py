"""The look of noughts and crosses: nine squares, lines between them, and the marks."""

from __future__ import annotations

from ruleboard.games.noughts.game import EMPTY, MARKS, NAMES, SIDES, Noughts, Place, State
from ruleboard.games.view import BaseView, Credits
from ruleboard.i18n import N_, _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_GAME = Noughts()


class NoughtsView(BaseView[State, Place]):
    """The pictures of noughts and crosses."""

    order = 6
    tagline = N_("Three in a row, and nobody in between.")
    credits = Credits(N_("Traditional"), "", "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """Return the board; only the places of the squares differ between the two sides."""
        over = _GAME.outcome(state)
        said = over.reason if over else _("{side} to move.").format(side=_(SIDES[state.side]))
        return el(
            "svg",
            el("g", (_mark(state, seat, at) for at in range(9)), cls="pieces", aria_hidden="true"),
            el("path", d="M100 0v300M200 0v300M0 100h300M0 200h300", cls="lines"),
            el("g", (_square(state, seat, at, marks) for at in range(9)), cls="cells"),
            cls="board noughts",
            viewBox="0 0 300 300",
            role="img" if marks.still else "group",
            aria_label=f"{_('Noughts and crosses')}. {said}",
            data_game="noughts",
            data_position=_GAME.format_position(state),
            data_turn="" if over else str(state.side),
        )


def _square(state: State, seat: int, at: int, marks: Marks) -> Node:
    name = NAMES[at]
    x, y = _corner(seat, at)
    return el(
        "rect",
        x=x,
        y=y,
        width=100,
        height=100,
        cls=f"cell {marks.classes(name)}".rstrip(),
        key=name,
        role=None if marks.still else "button",
        aria_label=_GAME.name(state, name),
        tabindex=None if marks.still else "-1",
        data_target=None if marks.still else name,
        data_legal=name in marks.go and not marks.still,
    )


def _mark(state: State, seat: int, at: int) -> Node | None:
    mark = state.board[at]
    if mark == EMPTY:
        return None
    x, y = _corner(seat, at)
    nought = el("circle", cx=x + 50, cy=y + 50, r=30, cls="nought")
    cross = el("path", d=f"M{x + 22} {y + 22}l56 56M{x + 78} {y + 22}l-56 56", cls="cross")
    return el("g", (cross, nought)[MARKS.index(mark)], cls=f"piece {mark}", key=f"at-{NAMES[at]}")


def _corner(seat: int, at: int) -> tuple[int, int]:
    """Return the upper left corner of a square."""
    rank, file = divmod(at, 3)
    return (file * 100, 200 - rank * 100) if seat == 0 else (200 - file * 100, rank * 100)
