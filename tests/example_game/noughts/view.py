"""The pictures of noughts and crosses: nine squares, the lines between them, and the marks."""

from __future__ import annotations

from ruleboard.games.noughts.game import EMPTY, MARKS, NAMES, Noughts, PlaceMark, State
from ruleboard.contract.view import BaseView, Credits
from ruleboard.i18n import N_, _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.kit.square_board import SquareBoard

_GAME = Noughts()
_BOARD = SquareBoard(3, 3, 100)


class NoughtsView(BaseView[State, PlaceMark]):
    """The pictures of noughts and crosses."""

    order = 6
    tagline = N_("Three in a row, and nobody in between.")
    credits = Credits(N_("Traditional"), "", "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """Return the board, rotated for the second player."""
        outcome = _GAME.outcome(state)
        result = outcome.reason if outcome else marks.result
        status = result or _("{side} to move.").format(side=_(_GAME.side_names[state.side]))
        return el(
            "svg",
            el("g", (_mark(state, seat, square) for square in range(9)), cls="pieces", aria_hidden="true"),
            el("path", d="M100 0v300M200 0v300M0 100h300M0 200h300", cls="lines"),
            None
            if marks.read_only
            else el("g", (_row(state, seat, row, marks) for row in _BOARD.rows(seat)), cls="cells"),
            cls="board noughts",
            viewBox="0 0 300 300",
            role="img" if marks.read_only else "grid",
            aria_label=f"{_('Noughts and crosses')}. {status}",
            data_game="noughts",
            data_position=_GAME.format_position(state),
            data_turn="" if result else str(state.side),
        )


def _row(state: State, seat: int, row: tuple[int, ...], marks: Marks) -> Node:
    cells = (
        _BOARD.touch_target(
            square, seat, name, _GAME.name(state, name), marks.classes(name), touch_flags=marks.touch_flags(name)
        )
        for square in row
        for name in (NAMES[square],)
    )
    return el("g", cells, key=f"row-{row[0]}", role="row")


def _mark(state: State, seat: int, square: int) -> Node | None:
    mark = state.board[square]
    if mark == EMPTY:
        return None
    x, y = _BOARD.corner(square, seat)
    nought = el("circle", cx=x + 50, cy=y + 50, r=30, cls="nought")
    cross = el("path", d=f"M{x + 22} {y + 22}l56 56M{x + 78} {y + 22}l-56 56", cls="cross")
    return el("g", (cross, nought)[MARKS.index(mark)], cls=f"piece {mark}", key=f"at-{NAMES[square]}")
