"""How the game looks: the board as a picture, what was captured, and what moves between two pictures."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.engine.game import Action
from ruleboard.games.face import Credits
from ruleboard.games.tensor_chess.actions import HOP, catalogue
from ruleboard.games.tensor_chess.art import DRAWINGS, UNIT
from ruleboard.games.tensor_chess.board import EMPTY, FILES, NAMES, NUMBERS, RANKS, SQUARES
from ruleboard.games.tensor_chess.chains import road
from ruleboard.games.tensor_chess.draws import outcome
from ruleboard.games.tensor_chess.moves import (
    BOUNCE,
    CASTLE,
    CASTLINGS,
    FROM,
    KINDS,
    MASK,
    PROPEL,
    TAKE,
    VIA,
    in_check,
)
from ruleboard.games.tensor_chess.state import START, State
from ruleboard.games.tensor_chess.text import SIDES, format_position
from ruleboard.games.tensor_chess.words import is_own, name
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node, el, number

MARGIN = 20
WIDTH = FILES * UNIT + 2 * MARGIN
HEIGHT = RANKS * UNIT + 2 * MARGIN

_CAPTURED = "QRBNTP"
_TRAY_STEP = 24
_TRAY_NEXT = 13


class TensorChessFace:
    """The walnut and cream board, the same from both sides but for the letters."""

    shelf = 2
    tagline = "Chess on ten files, where rooks turn corners and beasts go over everything."
    credits = Credits("the designers at Tensor Chess LLC", "Tensor Chess LLC", "2008")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The board seen by White (seat 0) or Black (seat 1)."""
        return el(
            "svg",
            _WOOD,
            _coordinates(seat),
            el("g", _tints(state, seat, marks), key="tints", aria_hidden="true"),
            el("g", _pieces(state, seat), key="pieces", aria_hidden="true"),
            el("g", _roads(seat, marks), _signs(state, seat, marks), key="signs", aria_hidden="true"),
            _cells(state, seat, marks),
            cls="board tensor-chess",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="grid",
            aria_label=f"Tensor Chess board, seen by {SIDES[seat]}",
            data_game="tensor-chess",
            data_position=format_position(state),
            data_turn="" if outcome(state) else str(state.turn),
        )

    def tray(self, state: State, seat: int) -> Node | None:
        """The pieces this player has captured, the strongest first; None if there are none."""
        pieces = captured(state, seat)
        if not pieces:
            return None
        colour = "black" if seat == 0 else "white"
        drawn = []
        x = 0
        for place, letter in enumerate(pieces):
            if place:
                x += _TRAY_NEXT if letter == pieces[place - 1] else _TRAY_STEP
            drawn.append(_drawing(letter, colour, x, 0, key=f"{letter}-{place}"))
        return el(
            "svg",
            drawn,
            cls="tray tensor-chess",
            viewBox=f"0 0 {x + UNIT} {UNIT}",
            role="img",
            aria_label=f"Captured by {SIDES[seat]}: {len(pieces)}",
        )

    def motions(self, before: State, action: Action, after: State, seat: int) -> tuple[Motion, ...]:
        """What a move moves, along the way it really takes: over the beast it bounces off, from hop to hop."""
        move = catalogue(before).moves.get(action.text)
        if move is None:
            return ()
        start = move >> FROM & MASK
        landing = move & MASK
        via = move >> VIA & MASK
        kind = move & KINDS
        if kind == PROPEL:
            return (
                _motion(before, after, seat, (start, via)),
                _motion(before, after, seat, (via, landing)),
            )
        if kind == CASTLE:
            _, rook, beside = CASTLINGS[start, landing]
            return (
                _motion(before, after, seat, (start, landing)),
                _motion(before, after, seat, (rook, beside)),
            )
        if kind == BOUNCE:
            return (_motion(before, after, seat, (start, via, landing)),)
        if chr(before.board[start]).upper() == "T":
            way = road(before, start, landing, via if kind == TAKE else -1)
            return (_motion(before, after, seat, (start, *way)),)
        return (_motion(before, after, seat, (start, landing)),)


def captured(state: State, player: int) -> str:
    """The letters of the pieces a player has captured since the start, the strongest first.

    What a pawn was promoted to counts as the pawn it was.
    """
    theirs = _letters(state, 1 - player)
    begun = _letters(START, 1 - player)
    missing = {letter: begun.count(letter) - theirs.count(letter) for letter in _CAPTURED}
    missing["P"] += sum(min(0, count) for letter, count in missing.items() if letter != "P")
    return "".join(letter * count for letter, count in missing.items())


def _letters(state: State, player: int) -> str:
    board = state.board.decode("ascii")
    return "".join(
        letter.upper() for letter in board if letter.isalpha() and letter.isupper() == (player == 0)
    )


def corner(square: int, seat: int) -> tuple[int, int]:
    """The upper left corner of a square in picture units, for the player at ``seat``."""
    rank, file = divmod(square if seat == 0 else SQUARES - 1 - square, FILES)
    return MARGIN + file * UNIT, MARGIN + (RANKS - 1 - rank) * UNIT


def centre(square: int, seat: int) -> tuple[float, float]:
    """The middle of a square in picture units."""
    x, y = corner(square, seat)
    return x + UNIT / 2, y + UNIT / 2


def _make_wood() -> Node:
    """Frame and squares: one rectangle for all light squares, one path for all dark ones, and the grain."""
    dark = []
    grain = []
    for square in range(SQUARES):
        rank, file = divmod(square, FILES)
        x, y = corner(square, 0)
        if (rank + file) % 2 == 0:
            dark.append(f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z")
        # Every square is a plank of its own: three veins at heights that look like chance and are not.
        for vein in range(3):
            height = y + 6 + vein * 13 + (square * 7 + vein * 5) % 9
            bend = (square * 5 + vein * 3) % 7 - 3
            grain.append(f"M{x} {height}q{UNIT // 2} {bend} {UNIT} 0")
    return el(
        "g",
        el("rect", cls="frame", x=0, y=0, width=WIDTH, height=HEIGHT, rx=9),
        el("rect", cls="rim", x=1.5, y=1.5, width=WIDTH - 3, height=HEIGHT - 3, rx=8),
        el("rect", cls="light", x=MARGIN, y=MARGIN, width=FILES * UNIT, height=RANKS * UNIT),
        el("path", cls="dark", d="".join(dark)),
        el("path", cls="grain", d="".join(grain)),
        el("rect", cls="edge", x=MARGIN, y=MARGIN, width=FILES * UNIT, height=RANKS * UNIT),
        key="wood",
        aria_hidden="true",
    )


_WOOD = _make_wood()


def _coordinates(seat: int) -> Node:
    """The letters of the files below, the numbers of the ranks on the left, upright for the one who looks."""
    letters = []
    for file in range(FILES):
        x, _ = centre(file, seat)
        letters.append(el("text", x=x, y=HEIGHT - MARGIN / 2, text=NAMES[file][0]))
    for rank in range(RANKS):
        _, y = centre(rank * FILES, seat)
        letters.append(el("text", x=MARGIN / 2, y=y, text=str(rank + 1)))
    return el("g", letters, key="coordinates", cls="coordinates", aria_hidden="true")


def _classes(state: State, marks: Marks, square: int) -> str:
    """The classes of the marks on a square, with what the position itself tells: a king in check."""
    found = marks.classes(NAMES[square])
    checked = state.board[square] == b"Kk"[state.turn] and in_check(state)
    return f"{found} danger".strip() if checked and "danger" not in found.split() else found


def _tints(state: State, seat: int, marks: Marks) -> Iterator[Node]:
    """What lies under the pieces: squares taken up, gone from and to, in danger, pointed at, refused."""
    for square in range(SQUARES):
        kinds = [
            kind
            for kind in _classes(state, marks, square).split()
            if kind in ("taken", "last", "danger", "shown", "refused")
        ]
        x, y = corner(square, seat)
        for kind in kinds:
            yield el(
                "rect", key=f"{kind}-{NAMES[square]}", cls=f"tint {kind}", x=x, y=y, width=UNIT, height=UNIT
            )


def _pieces(state: State, seat: int) -> Iterator[Node]:
    for square, code in enumerate(state.board):
        if code != EMPTY:
            letter = chr(code)
            x, y = corner(square, seat)
            colour = "white" if letter.isupper() else "black"
            yield _drawing(letter.upper(), colour, x, y, key=_key(state, square))


def _key(state: State, square: int) -> str:
    """The name by which a piece is recognised in the next picture."""
    return f"{chr(state.board[square])}-{NAMES[square]}"


def _drawing(letter: str, colour: str, x: int, y: int, *, key: str) -> Node:
    return el("g", DRAWINGS[letter], key=key, cls=f"piece {colour}", transform=f"translate({x} {y})")


def _roads(seat: int, marks: Marks) -> Iterator[Node]:
    """The way a hand has taken so far: from the piece over its beast, or from hop to hop."""
    squares = [target for target in marks.taken if target in NUMBERS]
    if len(squares) == 2 or (len(squares) > 2 and HOP in marks.taken):
        yield _road([centre(NUMBERS[target], seat) for target in squares], "hand")


def _road(points: list[tuple[float, float]], kind: str) -> Node:
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return el("path", key=f"road-{kind}", cls=f"road {kind}", d=path)


_DOT = "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0z"
_SHAPES: dict[str, str] = {
    "go": _DOT,
    "hop": "M-4.5 4.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0zM-12 3.5a12 12 0 0 1 24 0h-3.4a8.6 8.6 0 0 0 -17.2 0z",
    "bounce": "M-10.5 -9.5L0 1.2L10.5 -9.5V-2.7L0 8.6L-10.5 -2.7z",
    "propel": "M0 -11L10 0H4.2V10H-4.2V0H-10z",
    "castle": "M-9 -10h4.6v3.4h2.1v-3.4h4.6v3.4h2.1v-3.4h4.6v8.2h-2.6l1.6 11.8h-16l1.6 -11.8h-2.6z",
    "promote": "M0 -11.5L3 -3.8L11 -3.6L4.7 1.5L6.9 9.3L0 4.8L-6.9 9.3L-4.7 1.5L-11 -3.6L-3 -3.8z",
}
_RING = "M-20 0a20 20 0 1 0 40 0a20 20 0 1 0 -40 0z"
_BRACKETS = "M-20 -11V-20H-11M11 -20H20V-11M20 11V20H11M-11 20H-20V11"


def _signs(state: State, seat: int, marks: Marks) -> Iterator[Node]:
    """Where the hand may go next: a dot, a ring for a capture, and a sign of its own for each special move."""
    for target, kinds in marks.go.items():
        if target not in NUMBERS:
            continue
        square = NUMBERS[target]
        words = kinds.split()
        x, y = centre(square, seat)
        place = f"translate({number(x)} {number(y)})"
        if state.board[square] != EMPTY and is_own(state, square) and target not in marks.taken[:1]:
            yield el("path", key=f"sign-{target}", cls="sign via", d=_BRACKETS, transform=place)
        elif state.board[square] != EMPTY and not is_own(state, square):
            yield el("path", key=f"sign-{target}", cls="sign capture", d=_RING, transform=place)
            if "bounce" in words:
                corner_place = f"translate({number(x + 14)} {number(y - 14)}) scale(0.7)"
                yield el(
                    "path",
                    key=f"bounce-{target}",
                    cls="sign bounce",
                    d=_SHAPES["bounce"],
                    transform=corner_place,
                )
        else:
            shape = next((word for word in _SHAPES if word in words and word != "go"), "go")
            cls = "capture" if "capture" in words else shape
            yield el("path", key=f"sign-{target}", cls=f"sign {cls}", d=_SHAPES[shape], transform=place)


def _cells(state: State, seat: int, marks: Marks) -> Node:
    """The layer that is touched: eight rows of ten cells, from the top as the player sees them."""
    rows = []
    for row in range(RANKS):
        cells = []
        for column in range(FILES):
            square = (RANKS - 1 - row) * FILES + column
            if seat == 1:
                square = SQUARES - 1 - square
            target = NAMES[square]
            x, y = corner(square, seat)
            cells.append(
                el(
                    "rect",
                    key=target,
                    role="gridcell",
                    cls=f"cell {_classes(state, marks, square)}".strip(),
                    data_target=target,
                    data_legal=target in marks.go and not marks.still,
                    tabindex="-1",
                    aria_label=name(state, target),
                    x=x,
                    y=y,
                    width=UNIT,
                    height=UNIT,
                )
            )
        rows.append(el("g", cells, role="row"))
    return el("g", rows, key="cells")


def _motion(before: State, after: State, seat: int, way: tuple[int, ...]) -> Motion:
    return Motion(
        _key(before, way[0]),
        _key(after, way[-1]),
        tuple(centre(square, seat) for square in way),
    )
