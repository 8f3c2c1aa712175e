"""How noughts and crosses look: nine squares, lines between them, and the marks."""

from __future__ import annotations

from ruleboard.engine.game import Action
from ruleboard.games.view import Credits
from ruleboard.games.noughts.game import EMPTY, MARKS, NAMES, SIDES, Noughts, State
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node, el
from ruleboard.i18n import N_, _

_GAME = Noughts()
_SQUARE = 100


class NoughtsFace:
    """Its place on the shelf and its pictures, as ``games.face.Face`` describes them."""

    shelf = 6
    tagline = N_("Three in a row, and nobody in between.")
    credits = Credits(N_("Traditional"), "", "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The board; it looks the same from both sides, the letters apart."""
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

    def tray(self, state: State, seat: int) -> Node | None:
        """The side's mark."""
        shape = _shape(MARKS[seat], 50, 50)
        return el("svg", shape, cls="noughts", viewBox="0 0 100 100", role="img", aria_label=_(SIDES[seat]))

    def motions(self, before: State, action: Action, after: State, seat: int) -> tuple[Motion, ...]:
        """Nothing travels: a mark is simply there."""
        return ()


def _corner(seat: int, at: int) -> tuple[int, int]:
    """The upper left corner of a square."""
    rank, file = divmod(at, 3)
    return (file * _SQUARE, (2 - rank) * _SQUARE) if seat == 0 else ((2 - file) * _SQUARE, rank * _SQUARE)


def _square(state: State, seat: int, at: int, marks: Marks) -> Node:
    name = NAMES[at]
    x, y = _corner(seat, at)
    return el(
        "rect",
        x=x,
        y=y,
        width=_SQUARE,
        height=_SQUARE,
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
    x, y = _corner(seat, at)
    return None if mark == EMPTY else el("g", _shape(mark, x + 50, y + 50), cls=f"piece {mark}", key=f"at-{NAMES[at]}")


def _shape(mark: str, x: int, y: int) -> Node:
    if mark == "o":
        return el("circle", cx=x, cy=y, r=30, cls="nought")
    return el("path", d=f"M{x - 28} {y - 28}l56 56M{x + 28} {y - 28}l-56 56", cls="cross")
