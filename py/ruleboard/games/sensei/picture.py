"""The pictures of Sensei: the garden with its stones and characters, and the rest of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from ruleboard.games.sensei import art
from ruleboard.games.sensei.layout import BOARD, character_key, stone_key
from ruleboard.games.sensei.movegen import game_end
from ruleboard.games.sensei.notation import format_position
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    GREEN,
    INDEX,
    NAMES,
    OWN,
    PIT,
    RED,
    SIDES,
    SIZE,
    State,
)
from ruleboard.games.sensei.unfair import endangered
from ruleboard.games.sensei.words import name, reason
from ruleboard.i18n import _
from ruleboard.scene import shapes
from ruleboard.scene.highlights import edging
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, drawn_once, el
from ruleboard.scene.samples import sample
from ruleboard.scene.ways import way

_SQUARE: Final = BOARD.cell
_RIM: Final = BOARD.margin
_WHOLE: Final = BOARD.width
_INSET: Final = 4
"""The distance of a mark from the edge of its square."""


def picture(state: State, seat: int, marks: Marks) -> Node:
    """Return the board as seen from a seat; see ``BaseView.picture``."""
    over = game_end(state)
    to_move = _("{side} to move.").format(side=_(SIDES[state.side]))
    said = reason(over) if over else marks.result or to_move
    turn = "" if over or marks.result else str(state.side)
    over_stones = (*_ways(seat, marks), *_signs(state, seat, marks))
    return _board(state, seat, marks, said, turn, _warnings(state, seat), over_stones)


def setup(state: State, seat: int, taken: str) -> Node:
    """Return the board while a position is set up, valid or not; ``taken`` is the square of the piece being moved."""
    pieces = {NAMES[place]: "go" for place, letter in enumerate(state.board) if letter not in (EMPTY, PIT)}
    marks = Marks(selected=(taken,) if taken else (), next=pieces)
    return _board(state, seat, marks, _("A position being set up."), str(state.side), (), ())


def _board(
    state: State, seat: int, marks: Marks, said: str, turn: str, warnings: Sequence[Node], over: Sequence[Node]
) -> Node:
    return el(
        "svg",
        ground(seat, frozenset(place for place, letter in enumerate(state.board) if letter == PIT)),
        el("g", _ripples(state, seat), warnings, _tints(seat, marks), cls="under", aria_hidden="true"),
        el("g", _stones(state, seat, marks), _figures(state, seat, marks), cls="pieces", aria_hidden="true"),
        el("g", over, cls="over", aria_hidden="true"),
        None if marks.read_only else el("g", _cells(state, seat, marks), cls="cells"),
        cls="board sensei",
        viewBox=f"0 0 {_WHOLE} {_WHOLE}",
        role="img" if marks.read_only else "grid",
        aria_label=f"{_('Sensei')}. {said}",
        data_game="sensei",
        data_position=format_position(state),
        data_turn=turn,
    )


@cache
def ground(seat: int, pits: frozenset[int]) -> Node:
    """Return the fixed part of the picture: rim, sand, rake marks, pits, and the names of files and ranks."""
    places = range(SIZE * SIZE)
    sand = SIZE * _SQUARE
    near, far = (GREEN, RED) if seat == GREEN else (RED, GREEN)
    return el(
        "g",
        el("rect", cls="rim-side", y=4, width=_WHOLE, height=_WHOLE - 4, rx=26),
        el("rect", cls="rim", width=_WHOLE, height=_WHOLE - 4, rx=26),
        el("rect", cls="sand", x=_RIM, y=_RIM, width=sand, height=sand, rx=6),
        el("path", cls="tint", d=shapes.squares((BOARD.corner(place, seat) for place in places[::2]), BOARD.cell)),
        art.rake(
            [BOARD.centre(place, seat) for place in places if place % 2 == 0],
            [BOARD.centre(place, seat) for place in places if place % 2],
        ),
        el("rect", cls="sand-shade", x=_RIM, y=_RIM, width=sand, height=5),
        el("rect", cls=f"home {art.CLASS[far]}", x=_RIM, y=_RIM - 7, width=sand, height=5, rx=2.5),
        el("rect", cls=f"home {art.CLASS[near]}", x=_RIM, y=_RIM + sand + 2, width=sand, height=5, rx=2.5),
        [
            el(
                "g",
                art.ripples(0, 0, ""),
                art.pit(),
                cls="pit",
                transform=art.at(*BOARD.centre(place, seat)),
            )
            for place in sorted(pits)
        ],
        [_coordinate(BOARD.centre(file, seat)[0], _WHOLE - 9, NAMES[file][0]) for file in range(SIZE)],
        [_coordinate(_RIM / 2, BOARD.centre(rank * SIZE, seat)[1] + 6, NAMES[rank * SIZE][1]) for rank in range(SIZE)],
        cls="ground",
        aria_hidden="true",
    )


def _coordinate(x: float, y: float, text: str) -> Node:
    return el("text", cls="coordinate", x=x, y=y, text=text)


def _block(cls: str, x: float, y: float, key: str) -> Node:
    """Return the area of a marked square, by its centre."""
    size = _SQUARE - 2 * _INSET
    return el("rect", key=key, cls=cls, x=x - size / 2, y=y - size / 2, width=size, height=size, rx=10)


def _edge(kind: str, x: float, y: float, key: str) -> Node:
    """Return the edge of a marked square, by its centre."""
    return edging(kind, x - _SQUARE / 2 + _INSET, y - _SQUARE / 2 + _INSET, _SQUARE - 2 * _INSET, key)


def _marked(targets: tuple[str, ...] | frozenset[str]) -> list[int]:
    return sorted({INDEX[target] for target in targets if target in INDEX})


def _tints(seat: int, marks: Marks) -> list[Node]:
    """Return the marks on the sand, below the stones; a danger is shown by its teeth alone."""
    layers = (("last", marks.last), ("danger", marks.danger), ("taken", marks.selected), ("shown", marks.highlighted))
    found = []
    for layer, targets in layers:
        for place in _marked(targets):
            where = BOARD.centre(place, seat)
            if layer != "danger":
                found.append(_block(f"mark {layer}", *where, key=f"{layer}-{NAMES[place]}"))
            found.append(_edge(layer, *where, key=f"edge-{layer}-{NAMES[place]}"))
    return found


def _warnings(state: State, seat: int) -> list[Node]:
    """Return quiet teeth around the stones that touch a line which one more of them makes unfair."""
    if game_end(state):
        return []
    contacts = (endangered(state.board, side) for side in (GREEN, RED))
    return [
        el("g", _edge("danger", *BOARD.centre(place, seat), key="edge"), key=f"warning-{NAMES[place]}", cls="warning")
        for contact in contacts
        if contact
        for place in sorted(contact.touching)
    ]


def _ripples(state: State, seat: int) -> list[Node]:
    return [
        art.ripples(*BOARD.centre(place, seat), f"ripples-{NAMES[place]}")
        for place, letter in enumerate(state.board)
        if letter not in (EMPTY, PIT)
    ]


def _touched(marks: Marks, place: int) -> str:
    """Return the classes of a piece whose square is taken up or refused."""
    taken = " taken" if NAMES[place] in marks.selected[:1] else ""
    refused = " refused" if NAMES[place] == marks.refused else ""
    return taken + refused


def _stones(state: State, seat: int, marks: Marks) -> list[Node]:
    found = []
    for place, letter in enumerate(state.board):
        if letter not in (EMPTY, PIT):
            side = GREEN if letter in OWN[GREEN] else RED
            found.append(_stone(place, seat, side, "" if letter in BEARER else _touched(marks, place)))
    return found


@drawn_once
def _stone(place: int, seat: int, side: int, touched: str) -> Node:
    return el(
        "g",
        art.stone(side),
        key=stone_key(place),
        cls=f"piece stone {art.CLASS[side]}{touched}",
        transform=art.at(*BOARD.centre(place, seat)),
    )


def _figures(state: State, seat: int, marks: Marks) -> list[Node]:
    found = []
    for place, letter in enumerate(state.board):
        if letter not in BEARER:
            continue
        side = BEARER.index(letter)
        alone = state.board.count(letter) == 1
        found.append(
            el(
                "g",
                art.figure(side),
                key=character_key(side) if alone else f"{character_key(side)}-{NAMES[place]}",
                cls=f"piece character {art.CLASS[side]}{_touched(marks, place)}",
                transform=art.at(*BOARD.centre(place, seat)),
            )
        )
    return found


def _ways(seat: int, marks: Marks) -> list[Node]:
    """Return the ways of the last turn, of a hint and of threats."""
    threats = tuple(tuple(BOARD.centre(INDEX[target], seat) for target in threat) for threat in marks.threats)
    kinds = (("last", marks.paths), ("hint", marks.hints), ("threat", threats + marks.answers))
    return [way(kind, path, _SQUARE, f"{kind}-{at}") for kind, paths in kinds for at, path in enumerate(paths)]


def _signs(state: State, seat: int, marks: Marks) -> list[Node]:
    """Return the marks above the stones: the squares to go to, and the refused one.

    Free squares get a dot and stones a ring. Before anything is touched the squares to begin with get none:
    they are the player's own stones, and a board full of rings is not calm.
    """
    found = []
    for target in sorted(marks.goals):
        if target in INDEX:
            x, y = BOARD.centre(INDEX[target], seat)
            free = state.board[INDEX[target]] == EMPTY
            cls = f"sign {'dot' if free else 'ring'} may {marks.next[target]}"
            found.append(el("circle", key=f"go-{target}", cls=cls, cx=x, cy=y, r=15 if free else 44))
    if marks.refused in INDEX:
        x, y = BOARD.centre(INDEX[marks.refused], seat)
        found.append(_edge("refused", x, y, key=f"refused-{marks.refused}"))
    return found


def alone(letter: str) -> Node:
    """Return a stone, or for a capital letter a stone with its character, as a small ``<svg>`` for a button."""
    side = GREEN if letter in OWN[GREEN] else RED
    cls = f"piece {{}} {art.CLASS[side]}"
    figure = el("g", art.figure(side), cls=cls.format("character")) if letter in BEARER else None
    return el(
        "svg",
        el("g", el("g", art.stone(side), cls=cls.format("stone")), figure),
        cls="tray sensei",
        viewBox="-50 -62 100 110",
        aria_hidden="true",
        focusable="false",
    )


def mark_sample(mark: str) -> Node:
    """Return a square with a mark of ``legend.toml``: ``dot``, ``ring``, or one of all boards."""
    radius = {"dot": 15, "ring": 44}.get(mark)
    own = (el("circle", cls=f"sign {mark}", r=radius),) if radius else ()
    return sample("sensei", "sand", _SQUARE, mark, own)


def _cells(state: State, seat: int, marks: Marks) -> list[Node]:
    """Return the squares as they are touched, focused and read out: row by row from the top of the picture."""
    return [
        el(
            "g",
            (
                _cell(place, seat, name(state, NAMES[place]), marks.classes(NAMES[place]), marks.use(NAMES[place]))
                for place in row
            ),
            key=f"rank-{row[0] // SIZE + 1}",
            role="row",
        )
        for row in BOARD.rows(seat)
    ]


@lru_cache(maxsize=1024)
def _cell(place: int, seat: int, label: str, marks: str, use: tuple[bool, bool]) -> Node:
    """Return a cell, cached: most are as they were when the board was last drawn."""
    return BOARD.touch_cell(place, seat, NAMES[place], label, marks, use=use)


def tray(state: State, seat: int) -> Node:
    """Return the rest of a player's turn: two stones and a character, dim when used up or out of turn."""
    theirs = game_end(state) is None and state.side == seat
    stones, characters = (state.stones, state.character) if theirs else (0, 0)
    side = art.CLASS[seat]

    def pip(kind: str, key: str, shapes: tuple[Node, ...], x: float, y: float, scale: float, left: bool) -> Node:
        cls = f"pip {kind} {side}" + ("" if left else " used")
        return el("g", shapes, key=key, cls=cls, transform=art.at(x, y, scale))

    left = _("Left in this turn: {stones} of 2 stone moves, {characters} of 1 character move")
    return el(
        "svg",
        pip("stone", "first", art.stone(seat), 32, 44, 0.64, stones > 0),
        pip("stone", "second", art.stone(seat), 88, 44, 0.64, stones > 1),
        pip("character", "character", art.figure(seat), 144, 48, 0.74, characters > 0),
        cls=f"tray sensei{'' if theirs else ' waiting'}",
        viewBox="0 0 176 74",
        role="img" if theirs else None,
        aria_label=left.format(stones=stones, characters=characters) if theirs else None,
        aria_hidden=None if theirs else "true",
        data_player=str(seat),
    )
