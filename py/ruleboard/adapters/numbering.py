"""The numbers of actions: fixed for each game, and never given another meaning.

An action is one number, or two that are chosen one after the other by the same player: where the places of three
things decide (a piece bounces off a beast to a third square), the first number names the first two of them. A game's
numbers are made of ranges, one after another, in the order in which `SPACES` has them; docs/python.md lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations_with_replacement
from typing import Any, Final

from ruleboard.engine.errors import ActionError
from ruleboard.games.equilibrium import moves as equilibrium
from ruleboard.games.equilibrium.numbers import OPERATIONS, TYPES
from ruleboard.games.equilibrium.state import CELL_NAMES, CENTRE, NEIGHBOURS
from ruleboard.games.sensei import state as sensei
from ruleboard.games.tensor_cards import state as cards
from ruleboard.games.tensor_cards.cards import DIRECTIONS
from ruleboard.games.tensor_chess import board as chess_board
from ruleboard.games.tensor_chess import moves as chess
from ruleboard.games.tesulda import board as tesulda_board
from ruleboard.games.tesulda import moves as tesulda
from ruleboard.games.tesulda.figures import BASES, PIECES

Place = tuple[str, int]
"""A range of a game's numbers by its name, and a place in it from 0."""


class UnknownNumber(ActionError):
    """An action that has no number, or a number that is no action: an error of the numbering, never a wrong action."""


@dataclass(frozen=True)
class Space:
    """The numbers of a game's actions.

    Attributes:
        ranges: the ranges of numbers by name, in order, and the length of each.
        places: the function that gives the place or the two places of a move.
        seconds: the ranges of second numbers.
        firsts: the ranges of first numbers; a place in one of them names two squares.
        squares: the number of squares; a place is ``one * squares + other``.
    """

    ranges: Mapping[str, int]
    places: Callable[[Any], tuple[Place, ...]]
    seconds: frozenset[str] = frozenset()
    firsts: tuple[str, ...] = ()
    squares: int = 0

    @property
    def size(self) -> int:
        """The number of numbers."""
        return sum(self.ranges.values())

    @property
    def stages(self) -> int:
        """The most numbers that an action has: 1 or 2."""
        return 2 if self.seconds else 1

    def numbers(self, move: object) -> tuple[int, ...]:
        """Return the number or the two numbers of a move.

        Raises:
            UnknownNumber: it has none.
        """
        if move not in self._known:
            self._known[move] = self._counted(move)
        return self._known[move]

    @cached_property
    def _known(self) -> dict[object, tuple[int, ...]]:
        """The numbers that were asked for before."""
        return {}

    def _counted(self, move: object) -> tuple[int, ...]:
        try:
            places = self.places(move)
        except (KeyError, ValueError) as error:
            raise UnknownNumber(f"the move {move} has no number ({error})") from error
        if not places:
            raise UnknownNumber(f"the move {move} has no number")
        return tuple(self.number(*place) for place in places)

    def number(self, name: str, place: int) -> int:
        """Return the number of a place in a range.

        Raises:
            UnknownNumber: there is no such place.
        """
        if name not in self.ranges or not 0 <= place < self.ranges[name]:
            raise UnknownNumber(f"there is no place {place} in the range {name!r}")
        return self.starts[name] + place

    def first(self, number: int) -> tuple[int, int, int]:
        """Return the meaning of a first number: its range among ``firsts``, and the two squares that it names.

        Raises:
            UnknownNumber: it is the first of no two.
        """
        for kind, name in enumerate(self.firsts):
            place = number - self.starts[name]
            if 0 <= place < self.ranges[name]:
                return kind, *divmod(place, self.squares)
        raise UnknownNumber(f"the number {number} is the first of no two")

    @cached_property
    def starts(self) -> dict[str, int]:
        """The first number of each range."""
        lengths = accumulate(self.ranges.values(), initial=0)
        return dict(zip(self.ranges, lengths, strict=False))


def _index(things: Sequence[Any]) -> Mapping[Any, int]:
    return {thing: place for place, thing in enumerate(things)}


# --- Sensei

_GARDEN: Final = len(sensei.NAMES)


def _sensei(move: sensei.Move) -> tuple[Place, ...]:
    match move:
        case sensei.EndTurn():
            return (("end", 0),)
        case sensei.StoneMove(origin, goal):
            return (("stone", origin * _GARDEN + goal),)
        case sensei.CharacterMove(origin, goal):
            return (("character", origin * _GARDEN + goal),)


# --- Tensor Chess

_CHESS: Final = chess_board.SQUARES


def _tensor_chess(move: chess.Move) -> tuple[Place, ...]:
    match move:
        case chess.Bounce(start, beast, landing):
            return ("bounce", start * _CHESS + beast), ("to", landing)
        case chess.Propel(start, beast, landing):
            return ("propel", start * _CHESS + beast), ("to", landing)
        case chess.BeastCapture(start, beast, landing):
            return ("beast capture", start * _CHESS + landing), ("to", beast)
        case chess.Promotion(start, landing, piece):
            return ("promotion", start * _CHESS + landing), ("piece", chess_board.PROMOTIONS.index(piece))
        case chess.PlainMove() | chess.DoubleStep() | chess.EnPassant() | chess.Castling():
            return (("move", move.start * _CHESS + move.landing),)


# --- Tesulda

_FIELD: Final = len(tesulda_board.NAMES)
_ONE_OR_TWO: Final = _index(("", *PIECES, *("".join(pair) for pair in combinations_with_replacement(PIECES, 2))))
_COMMANDS: Final = _index(tuple(tesulda.ArmyCommand))


def _tesulda(move: tesulda.Move) -> tuple[Place, ...]:
    match move:
        case tesulda.EndTurn():
            return (("end", 0),)
        case tesulda.MoveFigure(origin, goal):
            return (("move", origin * _FIELD + goal),)
        case tesulda.Take(pieces):
            return (("take", _ONE_OR_TWO[pieces]),)
        case tesulda.Resource(pieces):
            return (("resource", _ONE_OR_TWO[pieces]),)
        case tesulda.Swap(origin, goal, pieces):
            return ("swap", origin * _FIELD + goal), ("pieces", _ONE_OR_TWO[pieces])
        case tesulda.PlaceBase(base, square):
            return (("place base", BASES.index(base) * _FIELD + square),)
        case tesulda.PlacePiece(piece, square):
            return (("place piece", PIECES.index(piece) * _FIELD + square),)
        case tesulda.ShiftPiece(origin, piece, goal):
            return ("shift piece", PIECES.index(piece) * _FIELD + origin), ("to", goal)
        case tesulda.RemoveFigure(square):
            return (("remove figure", square),)
        case tesulda.RemovePiece(square, piece):
            return (("remove piece", PIECES.index(piece) * _FIELD + square),)
        case tesulda.ArmyCommand():
            return (("command", _COMMANDS[move]),)


# --- Tensor, the card game

_CARDS: Final = 10
_PIECES: Final = 3


def _tensor_cards(move: cards.Move) -> tuple[Place, ...]:
    match move:
        case cards.LayCards((red, blue, yellow)):
            return (("lay", ((red - 1) * _CARDS + blue - 1) * _CARDS + yellow - 1),)
        case cards.ChooseOrder(first):
            return (("order", DIRECTIONS.index(first)),)
        case cards.PutCard(piece, card):
            return (("put", piece * _CARDS + card - 1),)
        case cards.TakeCard(piece):
            return (("take", piece),)


# --- Equilibrium

_HEXES: Final = len(CELL_NAMES)
_KINDS: Final = len(TYPES)
_PLAYERS: Final = 4
_TILES: Final = _index(
    tuple("".join(tiles) for count in range(1, 6) for tiles in combinations_with_replacement(TYPES, count))
)
_OPERATIONS: Final = _index(OPERATIONS)
_BESIDE: Final = _index(NEIGHBOURS[CENTRE])


def _tile(kind: str, cell: int) -> int:
    return TYPES.index(kind) * _HEXES + cell


def _pair(cells: tuple[int, int]) -> int:
    return cells[0] * _HEXES + cells[1]


def _equilibrium(move: equilibrium.Move) -> tuple[Place, ...]:
    match move:
        case equilibrium.Setup((first, second), (centre, beside)):
            if centre != CENTRE:
                raise ValueError("the first tile is not on the centre")
            kinds = TYPES.index(first) * _KINDS + TYPES.index(second)
            return (("setup", kinds * len(_BESIDE) + _BESIDE[beside]),)
        case equilibrium.Download(kinds):
            return (("download", _TILES[kinds]),)
        case equilibrium.Code(card):
            return (("code", _OPERATIONS[card]),)
        case equilibrium.Load(kind, cell):
            return (("load", _tile(kind, cell)),)
        case equilibrium.Hack(owner, kind, cell):
            return (("hack", owner * _KINDS * _HEXES + _tile(kind, cell)),)
        case equilibrium.Subtraction(cell):
            return (("subtract", cell),)
        case equilibrium.Division(cell):
            return (("divide", cell),)
        case equilibrium.Addition(removed, kind, cell):
            return (("add", removed * _KINDS * _HEXES + _tile(kind, cell)),)
        case equilibrium.Multiplication(originals, copies):
            return ("multiply", _pair(originals)), ("copies", _pair(copies))
        case equilibrium.Tweak(kind):
            return (("tweak", TYPES.index(kind)),)
        case equilibrium.DeclineTweaks():
            return (("tweak", _KINDS),)
        case equilibrium.Flip(kind, cell):
            return (("flip", _tile(kind, cell)),)
        case equilibrium.Pass():
            return (("pass", 0),)
        case equilibrium.Skip():
            return (("pass", 1),)


SPACES: Final[Mapping[str, Space]] = {
    "sensei": Space({"end": 1, "stone": _GARDEN**2, "character": _GARDEN**2}, _sensei),
    "tensor-chess": Space(
        {
            "move": _CHESS**2,
            "bounce": _CHESS**2,
            "propel": _CHESS**2,
            "beast capture": _CHESS**2,
            "promotion": _CHESS**2,
            "to": _CHESS,
            "piece": len(chess_board.PROMOTIONS),
        },
        _tensor_chess,
        frozenset({"to", "piece"}),
        ("bounce", "propel", "beast capture", "promotion"),
        _CHESS,
    ),
    "tesulda": Space(
        {
            "end": 1,
            "move": _FIELD**2,
            "take": len(_ONE_OR_TWO),
            "resource": len(_ONE_OR_TWO),
            "swap": _FIELD**2,
            "pieces": len(_ONE_OR_TWO),
            "command": len(_COMMANDS),
            "place base": len(BASES) * _FIELD,
            "place piece": len(PIECES) * _FIELD,
            "shift piece": len(PIECES) * _FIELD,
            "to": _FIELD,
            "remove figure": _FIELD,
            "remove piece": len(PIECES) * _FIELD,
        },
        _tesulda,
        frozenset({"pieces", "to"}),
        ("swap", "shift piece"),
        _FIELD,
    ),
    "tensor-cards": Space(
        {"lay": _CARDS**3, "order": len(DIRECTIONS), "put": _PIECES * _CARDS, "take": _PIECES}, _tensor_cards
    ),
    "equilibrium": Space(
        {
            "setup": _KINDS**2 * len(_BESIDE),
            "download": len(_TILES),
            "code": len(_OPERATIONS),
            "load": _KINDS * _HEXES,
            "hack": _PLAYERS * _KINDS * _HEXES,
            "subtract": _HEXES,
            "divide": _HEXES,
            "add": _HEXES * _KINDS * _HEXES,
            "multiply": _HEXES**2,
            "copies": _HEXES**2,
            "tweak": _KINDS + 1,
            "flip": _KINDS * _HEXES,
            "pass": 2,
        },
        _equilibrium,
        frozenset({"copies"}),
        ("multiply",),
        _HEXES,
    ),
}
"""The numbers of every game's actions."""
