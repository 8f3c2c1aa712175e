"""The look of noughts and crosses: nine squares, lines between them, and the marks."""

from __future__ import annotations

from ruleboard.games.noughts.game import EMPTY, MARKS, NAMES, Noughts, Place, State
from ruleboard.games.view import BaseView, Credits
from ruleboard.i18n import N_, _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.square_board import SquareBoard

_GAME = Noughts()
_BOARD = SquareBoard(3, 3, 100)


class NoughtsView(BaseView[State, Place]):
    """The pictures of noughts and crosses."""

    order = 6
    tagline = N_("Three in a row, and nobody in between.")
    credits = Credits(N_("Traditional"), "", "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """Return the board; only the places of the squares differ between the two sides."""
        over = _GAME.outcome(state)
        said = over.reason if over else _("{side} to move.").format(side=_(_GAME.side_names[state.side]))
        return el(
            "svg",
            el("g", (_mark(state, seat, at) for at in range(9)), cls="pieces", aria_hidden="true"),
            el("path", d="M100 0v300M200 0v300M0 100h300M0 200h300", cls="lines"),
            None
            if marks.read_only
            else el("g", (_row(state, seat, row, marks) for row in _BOARD.rows(seat)), cls="cells"),
            cls="board noughts",
            viewBox="0 0 300 300",
            role="img" if marks.read_only else "grid",
            aria_label=f"{_('Noughts and crosses')}. {said}",
            data_game="noughts",
            data_position=_GAME.format_position(state),
            data_turn="" if over else str(state.side),
        )


def _row(state: State, seat: int, row: tuple[int, ...], marks: Marks) -> Node:
    cells = (
        _BOARD.touch_cell(at, seat, name, _GAME.name(state, name), marks.classes(name), use=marks.use(name))
        for at in row
        for name in (NAMES[at],)
    )
    return el("g", cells, key=f"row-{row[0]}", role="row")


def _mark(state: State, seat: int, at: int) -> Node | None:
    mark = state.board[at]
    if mark == EMPTY:
        return None
    x, y = _BOARD.corner(at, seat)
    nought = el("circle", cx=x + 50, cy=y + 50, r=30, cls="nought")
    cross = el("path", d=f"M{x + 22} {y + 22}l56 56M{x + 78} {y + 22}l-56 56", cls="cross")
    return el("g", (cross, nought)[MARKS.index(mark)], cls=f"piece {mark}", key=f"at-{NAMES[at]}")
