"""Boards drawn with characters: a layout to rows of text and back, on many lines or as one word.

A space is ``o``, one with a star ``*``, the starts are ``r``, ``b`` and ``y``; ``-`` and ``|`` between two
spaces are lines; nothing is a blank or a full stop. Spaces stand on every other column of every other row::

    o-*-r
    | | |
    o-b-o
    | | |
    y-*-o
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.tensor_cards.layout import LARGEST, Layout, Line, Space, line_between
from ruleboard.i18n import _

_STARTS = "rby"
_SPACES = "o*" + _STARTS
_NOTHING = " ."


class DrawingError(RuleboardError):
    """A drawing that cannot be read; ``row`` and ``column`` say where, from 0, or -1 for the whole."""

    def __init__(self, what: str, *, where: str = "", expected: str = "", row: int = -1, column: int = -1) -> None:
        super().__init__(what, where=where, expected=expected)
        self.row = row
        self.column = column


def read_drawing(name: str, rows: Sequence[str]) -> Layout:
    """The layout that ``rows`` draw. Whether it can be played on is another question, see ``layout.faults``.

    Raises:
        DrawingError: a character is not understood here, a line lacks a space at one end, a start is missing
            or there twice, or the drawing is empty or larger than any board.
    """
    cells = [row.rstrip(_NOTHING) for row in rows]
    while cells and not cells[-1]:
        cells.pop()
    width = max(map(len, cells), default=0)
    if not width:
        raise DrawingError(_("the drawing is empty"), expected=_("rows of spaces such as o-o-*"))
    if len(cells) > 2 * LARGEST - 1 or width > 2 * LARGEST - 1:
        raise DrawingError(
            _("the drawing is {width} characters wide and {height} rows high").format(width=width, height=len(cells)),
            expected=_("at most {n} of either").format(n=2 * LARGEST - 1),
        )
    spaces: set[Space] = set()
    stars: set[Space] = set()
    starts: dict[str, Space] = {}
    joints: list[tuple[int, int, str]] = []
    for y, row in enumerate(cells):
        for x, mark in enumerate(row):
            if mark in _NOTHING:
                continue
            wanted = _wanted(x, y)
            if mark not in wanted:
                raise _error(x, y, _("{mark} cannot stand here").format(mark=repr(mark)), _list(wanted))
            if mark in "-|":
                joints.append((x, y, mark))
                continue
            space = Space(x // 2, y // 2)
            spaces.add(space)
            if mark == "*":
                stars.add(space)
            elif mark != "o":
                if mark in starts:
                    raise _error(x, y, _("there is a second start {mark}").format(mark=repr(mark)), _("one of each"))
                starts[mark] = space
    for mark in _STARTS:
        if mark not in starts:
            raise DrawingError(
                _("the start {mark} is missing").format(mark=repr(mark)), expected=_("one r, one b and one y")
            )
    lines = frozenset(_joined(x, y, mark, spaces) for x, y, mark in joints)
    red, blue, yellow = (starts[mark] for mark in _STARTS)
    return Layout(
        name,
        (width + 1) // 2,
        (len(cells) + 1) // 2,
        frozenset(spaces),
        lines,
        frozenset(stars),
        (red, blue, yellow),
    )


def _wanted(x: int, y: int) -> str:
    if x % 2 and y % 2:
        return ""
    return "-" if x % 2 else "|" if y % 2 else _SPACES


def _list(marks: str) -> str:
    return _("a blank or {marks}").format(marks=" ".join(marks)) if marks else _("a blank")


def _joined(x: int, y: int, mark: str, spaces: set[Space]) -> Line:
    vector = (1, 0) if mark == "-" else (0, 1)
    one = Space((x - vector[0]) // 2, (y - vector[1]) // 2)
    other = one.step(vector)
    if one not in spaces or other not in spaces:
        what = _("the line {mark} does not join two spaces").format(mark=repr(mark))
        raise _error(x, y, what, _("a space at both of its ends"))
    return line_between(one, other)


def _error(x: int, y: int, what: str, expected: str) -> DrawingError:
    where = _("row {row}, column {column}").format(row=y + 1, column=x + 1)
    return DrawingError(what, where=where, expected=expected, row=y, column=x)


def draw(layout: Layout) -> tuple[str, ...]:
    """The rows that draw a layout; ``read_drawing`` gives back an equal one."""
    rows = [[" "] * (2 * layout.width - 1) for _row in range(2 * layout.height - 1)]
    for space in layout.spaces:
        rows[2 * space.y][2 * space.x] = "*" if space in layout.stars else "o"
    for mark, start in zip(_STARTS, layout.starts, strict=True):
        rows[2 * start.y][2 * start.x] = mark
    for one, other in layout.lines:
        rows[one.y + other.y][one.x + other.x] = "-" if one.y == other.y else "|"
    return tuple("".join(row).rstrip() for row in rows)


def to_word(layout: Layout) -> str:
    """The drawing as one word, for position texts: rows divided by ``/``, nothing written as ``.``."""
    return "/".join(row.replace(" ", ".") for row in draw(layout))


def from_word(name: str, word: str) -> Layout:
    """The layout of a word as ``to_word`` writes it.

    Raises:
        DrawingError: as ``read_drawing``.
    """
    return read_drawing(name, word.split("/"))
