"""How a position of Sensei looks: the garden with its stones and figures, a turn's rest, what travels."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.games.sensei import artwork
from ruleboard.games.sensei.rules import END, end, is_character_move, outcome, way
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    GREEN,
    INDEX,
    MODES,
    NAMES,
    OWN,
    PIT,
    RED,
    SIDES,
    SIZE,
    State,
)
from ruleboard.games.sensei.text import format_position
from ruleboard.games.sensei.words import name
from ruleboard.i18n import _
from ruleboard.scene.highlights import edging
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node, el

_SQUARE: Final = 100
_RIM: Final = 30
_WHOLE: Final = SIZE * _SQUARE + 2 * _RIM
_INSET: Final = 4


def middle(place: int, seat: int) -> tuple[float, float]:
    """The middle of a square (by its number) in picture units; for seat 1 the board is turned round."""
    rank, file = divmod(place, SIZE)
    column, row = (file, SIZE - 1 - rank) if seat == GREEN else (SIZE - 1 - file, rank)
    return _RIM + (column + 0.5) * _SQUARE, _RIM + (row + 0.5) * _SQUARE


def picture(state: State, seat: int, marks: Marks) -> Node:
    """The board as seen from a seat; see ``games.face.Face``."""
    over = outcome(state)
    said = over.reason if over else _("{side} to move.").format(side=_(SIDES[state.side]))
    turn = "" if over else str(state.side)
    return el(
        "svg",
        _ground(seat, MODES[state.mode].pits),
        el("g", _ripples(state, seat), _tints(seat, marks), cls="under", aria_hidden="true"),
        el("g", _stones(state, seat, marks), _figures(state, seat, marks), cls="pieces", aria_hidden="true"),
        el("g", _signs(state, seat, marks), cls="over", aria_hidden="true"),
        None if marks.still else el("g", _cells(state, seat, marks), cls="cells"),
        cls="board sensei",
        viewBox=f"0 0 {_WHOLE} {_WHOLE}",
        role="img" if marks.still else "grid",
        aria_label=f"{_('Sensei')}. {said}",
        data_game="sensei",
        data_position=format_position(state),
        data_turn=turn,
    )


@cache
def _ground(seat: int, pits: frozenset[int]) -> Node:
    """What never changes during a game: rim, sand, rake marks, pits, and the names of files and ranks."""
    places = range(SIZE * SIZE)
    sand = SIZE * _SQUARE
    near, far = (GREEN, RED) if seat == GREEN else (RED, GREEN)
    return el(
        "g",
        el("rect", cls="rim-side", y=4, width=_WHOLE, height=_WHOLE - 4, rx=26),
        el("rect", cls="rim", width=_WHOLE, height=_WHOLE - 4, rx=26),
        el("rect", cls="sand", x=_RIM, y=_RIM, width=sand, height=sand, rx=6),
        [_block("tint", *middle(place, seat)) for place in places if place % 2 == 0],
        artwork.rake(
            [middle(place, seat) for place in places if place % 2 == 0],
            [middle(place, seat) for place in places if place % 2],
        ),
        el("rect", cls="sand-shade", x=_RIM, y=_RIM, width=sand, height=5),
        el("rect", cls=f"home {artwork.CLASS[far]}", x=_RIM, y=_RIM - 7, width=sand, height=5, rx=2.5),
        el("rect", cls=f"home {artwork.CLASS[near]}", x=_RIM, y=_RIM + sand + 2, width=sand, height=5, rx=2.5),
        [
            el(
                "g",
                artwork.ripples(0, 0, ""),
                artwork.pit(),
                cls="pit",
                transform=artwork.at(*middle(place, seat)),
            )
            for place in sorted(pits)
        ],
        [el("text", cls="coordinate", x=middle(at, seat)[0], y=_WHOLE - 9, text=NAMES[at][0]) for at in range(SIZE)],
        [
            el(
                "text",
                cls="coordinate",
                x=_RIM / 2,
                y=middle(at * SIZE, seat)[1] + 6,
                text=NAMES[at * SIZE][1],
            )
            for at in range(SIZE)
        ],
        cls="ground",
        aria_hidden="true",
    )


def _block(cls: str, x: float, y: float, key: str = "", inset: float = 0) -> Node:
    """A square's area, perhaps a little smaller."""
    size = _SQUARE - 2 * inset
    return el(
        "rect",
        key=key,
        cls=cls,
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        rx=10 if inset else None,
    )


def _edge(kind: str, x: float, y: float, key: str) -> Node:
    """The edge of a marked square, by its middle."""
    return edging(kind, x - _SQUARE / 2 + _INSET, y - _SQUARE / 2 + _INSET, _SQUARE - 2 * _INSET, key)


def _marked(targets: tuple[str, ...] | frozenset[str]) -> list[int]:
    return sorted({INDEX[target] for target in targets if target in INDEX})


def _tints(seat: int, marks: Marks) -> list[Node]:
    """The marks that lie on the sand, below the stones; a danger is told by its teeth alone."""
    layers = (("last", marks.last), ("danger", marks.danger), ("taken", marks.taken), ("shown", marks.shown))
    found = []
    for layer, targets in layers:
        for place in _marked(targets):
            where = middle(place, seat)
            if layer != "danger":
                found.append(_block(f"mark {layer}", *where, key=f"{layer}-{NAMES[place]}", inset=_INSET))
            found.append(_edge(layer, *where, key=f"edge-{layer}-{NAMES[place]}"))
    return found


def _ripples(state: State, seat: int) -> list[Node]:
    return [
        artwork.ripples(*middle(place, seat), f"ripples-{NAMES[place]}")
        for place, letter in enumerate(state.board)
        if letter not in (EMPTY, PIT)
    ]


def _touched(marks: Marks, place: int) -> str:
    """How a piece itself shows that its square was touched, or refused."""
    taken = " taken" if NAMES[place] in marks.taken[:1] else ""
    refused = " refused" if NAMES[place] == marks.refused else ""
    return taken + refused


def _stones(state: State, seat: int, marks: Marks) -> list[Node]:
    found = []
    for place, letter in enumerate(state.board):
        if letter not in (EMPTY, PIT):
            side = GREEN if letter in OWN[GREEN] else RED
            touched = "" if letter in BEARER else _touched(marks, place)
            found.append(
                el(
                    "g",
                    artwork.stone(side),
                    key=f"stone-{NAMES[place]}",
                    cls=f"piece stone {artwork.CLASS[side]}{touched}",
                    transform=artwork.at(*middle(place, seat)),
                )
            )
    return found


def _figures(state: State, seat: int, marks: Marks) -> list[Node]:
    found = []
    for side, letter in enumerate(BEARER):
        place = state.board.index(letter)
        found.append(
            el(
                "g",
                artwork.figure(side),
                key=f"character-{side}",
                cls=f"piece character {artwork.CLASS[side]}{_touched(marks, place)}",
                transform=artwork.at(*middle(place, seat)),
            )
        )
    return found


def _signs(state: State, seat: int, marks: Marks) -> list[Node]:
    """The marks that lie above the stones: where one may go, and what was refused.

    Free squares get a dot and stones a ring. Before anything is touched the squares to begin with get none:
    they are one's own stones, and a board full of rings is not calm.
    """
    found = []
    for target in sorted(marks.go) if marks.taken else ():
        if target in INDEX:
            x, y = middle(INDEX[target], seat)
            free = state.board[INDEX[target]] == EMPTY
            cls = f"sign {'dot' if free else 'ring'} may {marks.go[target]}"
            found.append(el("circle", key=f"go-{target}", cls=cls, cx=x, cy=y, r=15 if free else 44))
    if marks.refused in INDEX:
        x, y = middle(INDEX[marks.refused], seat)
        found.append(_edge("refused", x, y, key=f"refused-{marks.refused}"))
    return found


def _cells(state: State, seat: int, marks: Marks) -> list[Node]:
    """The squares as they are touched, focused and read out: rank by rank from the top of the picture."""
    ranks = range(SIZE - 1, -1, -1) if seat == GREEN else range(SIZE)
    rows = []
    files = range(SIZE) if seat == GREEN else range(SIZE - 1, -1, -1)
    for rank in ranks:
        cells = (
            _cell(place, seat, marks.classes(target), target in marks.go, name(state, target))
            for place in (rank * SIZE + file for file in files)
            for target in (NAMES[place],)
        )
        rows.append(el("g", cells, key=f"rank-{rank + 1}", role="row"))
    return rows


@lru_cache(maxsize=1024)
def _cell(place: int, seat: int, marks: str, legal: bool, label: str) -> Node:
    """A square, kept: most are as they were when the board was last drawn."""
    x, y = middle(place, seat)
    return el(
        "rect",
        key=NAMES[place],
        cls=f"cell {marks}".strip(),
        role="gridcell",
        aria_label=label,
        aria_selected="true" if "taken" in marks.split() else None,
        tabindex="-1",
        data_target=NAMES[place],
        data_legal=legal,
        x=x - _SQUARE / 2,
        y=y - _SQUARE / 2,
        width=_SQUARE,
        height=_SQUARE,
    )


def tray(state: State, seat: int) -> Node:
    """What is left of a player's turn: two stones and a character, dim when used up or out of turn."""
    theirs = end(state) is None and state.side == seat
    stones, characters = (state.stones, state.character) if theirs else (0, 0)
    side = artwork.CLASS[seat]

    def pip(kind: str, key: str, shapes: tuple[Node, ...], x: float, y: float, scale: float, left: bool) -> Node:
        cls = f"pip {kind} {side}" + ("" if left else " used")
        return el("g", shapes, key=key, cls=cls, transform=artwork.at(x, y, scale))

    left = _("{stones} of 2 stone moves and {characters} of 1 character moves left")
    return el(
        "svg",
        pip("stone", "first", artwork.stone(seat), 32, 44, 0.64, stones > 0),
        pip("stone", "second", artwork.stone(seat), 88, 44, 0.64, stones > 1),
        pip("character", "character", artwork.figure(seat), 144, 48, 0.74, characters > 0),
        cls=f"tray sensei{'' if theirs else ' waiting'}",
        viewBox="0 0 176 74",
        role="img",
        aria_label=left.format(stones=stones, characters=characters) if theirs else _("Not their turn"),
        data_player=str(seat),
    )


def motions(before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
    """What travels when an action is made: one stone or one figure, in a straight line."""
    if action == END:
        return ()
    origin, goal = way(action)
    points = (middle(origin, seat), middle(goal, seat))
    if is_character_move(action):
        key = f"character-{before.side}"
        return (Motion(key, key, points),)
    return (Motion(f"stone-{NAMES[origin]}", f"stone-{NAMES[goal]}", points),)
