"""Format and parse boards as drawings made of characters: as rows of text, or as one word.

A space is ``o``, a space with a star ``*``, and the start spaces are ``r``, ``b`` and ``y``. ``-`` and ``|``
between two spaces are lines. A blank or a full stop is an empty place. Spaces are in every second column of
every second row::

    o-*-r
    | | |
    o-b-o
    | | |
    y-*-o
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.tensor_cards.board import MAX_SIDE, Board, Line, Space, line_between
from ruleboard.i18n import _

_START_MARKS = "rby"
_SPACE_MARKS = "o*" + _START_MARKS
_LINE_MARKS = "-|"
_BLANK_MARKS = " ."


class DrawingError(RuleboardError):
    """An error in the drawing of a board. ``row`` and ``column`` are 0-based, or -1 for the whole drawing."""

    def __init__(self, what: str, *, where: str = "", expected: str = "", row: int = -1, column: int = -1) -> None:
        super().__init__(what, where=where, expected=expected)
        self.row = row
        self.column = column


def parse_rows(name: str, rows: Sequence[str]) -> Board:
    """Parse the drawing of a board. The board may be unfair; ``board.board_faults`` checks it.

    Raises:
        DrawingError: a character is in a wrong place, a line lacks a space at one end, a start is missing or
            occurs twice, or the drawing is empty or too large.
    """
    cells = [row.rstrip(_BLANK_MARKS) for row in rows]
    while cells and not cells[-1]:
        cells.pop()
    width = max(map(len, cells), default=0)
    _check_size(width, len(cells))
    marks = list(_parse_marks(cells))
    spaces = frozenset(Space(x // 2, y // 2) for x, y, mark in marks if mark in _SPACE_MARKS)
    starts = _parse_starts(marks)
    lines = frozenset(_parse_line(x, y, mark, spaces) for x, y, mark in marks if mark in _LINE_MARKS)
    return Board(
        name,
        (width + 1) // 2,
        (len(cells) + 1) // 2,
        spaces,
        lines,
        frozenset(Space(x // 2, y // 2) for x, y, mark in marks if mark == "*"),
        starts,
    )


def _check_size(width: int, height: int) -> None:
    if not width:
        raise DrawingError(_("the drawing is empty"), expected=_("rows of spaces such as o-o-*"))
    if height > 2 * MAX_SIDE - 1 or width > 2 * MAX_SIDE - 1:
        raise DrawingError(
            _("the drawing measures {width} by {height} characters").format(width=width, height=height),
            expected=_("at most {n} by {n} characters").format(n=2 * MAX_SIDE - 1),
        )


def _parse_marks(cells: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the column, row and character of each mark in the rows of a drawing.

    Raises:
        DrawingError: a character is in a wrong place.
    """
    for y, row in enumerate(cells):
        for x, mark in enumerate(row):
            if mark in _BLANK_MARKS:
                continue
            marks = _allowed_marks(x, y)
            if mark not in marks:
                raise _drawing_error(
                    x, y, _("{mark} can’t be here").format(mark=repr(mark)), _expected_marks_text(marks)
                )
            yield x, y, mark


def _parse_starts(marks: Iterable[tuple[int, int, str]]) -> tuple[Space, Space, Space]:
    starts: dict[str, Space] = {}
    for x, y, mark in marks:
        if mark in starts:
            raise _drawing_error(x, y, _("there’s a second start {mark}").format(mark=repr(mark)), _("one of each"))
        if mark in _START_MARKS:
            starts[mark] = Space(x // 2, y // 2)
    for mark in _START_MARKS:
        if mark not in starts:
            raise DrawingError(
                _("the start {mark} is missing").format(mark=repr(mark)), expected=_("one r, one b and one y")
            )
    return (starts["r"], starts["b"], starts["y"])


def _allowed_marks(x: int, y: int) -> str:
    if x % 2 and y % 2:
        return ""
    return "-" if x % 2 else "|" if y % 2 else _SPACE_MARKS


def _expected_marks_text(marks: str) -> str:
    return _("a blank or {marks}").format(marks=" ".join(marks)) if marks else _("a blank")


def _parse_line(x: int, y: int, mark: str, spaces: frozenset[Space]) -> Line:
    vector = (1, 0) if mark == "-" else (0, 1)
    first_space = Space((x - vector[0]) // 2, (y - vector[1]) // 2)
    second_space = first_space.step(vector)
    if first_space not in spaces or second_space not in spaces:
        message = _("the line {mark} doesn’t join 2 spaces").format(mark=repr(mark))
        raise _drawing_error(x, y, message, _("a space at each end"))
    return line_between(first_space, second_space)


def _drawing_error(x: int, y: int, what: str, expected: str) -> DrawingError:
    location = _("row {row}, column {column}").format(row=y + 1, column=x + 1)
    return DrawingError(what, where=location, expected=expected, row=y, column=x)


def format_rows(board: Board) -> tuple[str, ...]:
    """Format a board as a drawing. ``parse_rows`` returns an equal board."""
    rows = [[" "] * (2 * board.width - 1) for _row in range(2 * board.height - 1)]
    for space in board.spaces:
        rows[2 * space.y][2 * space.x] = "*" if space in board.stars else "o"
    for mark, start in zip(_START_MARKS, board.starts, strict=True):
        rows[2 * start.y][2 * start.x] = mark
    for (x1, y1), (x2, y2) in board.lines:
        rows[y1 + y2][x1 + x2] = "-" if y1 == y2 else "|"
    return tuple("".join(row).rstrip() for row in rows)


def format_board_as_word(board: Board) -> str:
    """Format the drawing of a board as one word for position texts, with ``/`` between rows and ``.`` for blanks."""
    return "/".join(row.replace(" ", ".") for row in format_rows(board))


def parse_board_word(name: str, word: str) -> Board:
    """Parse a board from a word in the format of ``format_board_as_word``.

    Raises:
        DrawingError: the word is not a valid drawing (see ``parse_rows``).
    """
    return parse_rows(name, word.split("/"))
