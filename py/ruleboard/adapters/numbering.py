"""Action numbers. Each game has fixed numbers, whose meaning never changes.

An action has one number, or two numbers that the same player chooses one after the other. An action of three squares (a
piece bounces off a beast to a third square) has two: the first number stands for the first two squares. The numbers of
a game consist of ranges in the order of `ACTION_SPACES`, which docs/python.md lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations_with_replacement
from typing import Any, Final

from ruleboard.engine.errors import ActionError
from ruleboard.games.equilibrium import moves as equilibrium
from ruleboard.games.equilibrium.numbers import OPERATION_CARDS, TYPES
from ruleboard.games.equilibrium.state import CELL_NAMES, CENTRE, NEIGHBOUR_CELLS
from ruleboard.games.sensei import state as sensei
from ruleboard.games.tensor_cards import state as cards
from ruleboard.games.tensor_cards.cards import DIRECTIONS
from ruleboard.games.tensor_chess import board as chess_board
from ruleboard.games.tensor_chess import moves as chess
from ruleboard.games.tesulda import board as tesulda_board
from ruleboard.games.tesulda import moves as tesulda
from ruleboard.games.tesulda.figures import BASES, PIECES
from ruleboard.kit.rules import BoardMove

RangeIndex = tuple[str, int]
"""The name of a range of a game's numbers, and an index in it from 0."""


class UnknownNumber(ActionError):
    """Raised when an action has no number, or no action has a number. This is a bug, except in an author's game."""


@dataclass(frozen=True)
class ActionSpace:
    """The action numbers of a game.

    Attributes:
        ranges: the length of each range of numbers by name, in order.
        indices: a function that returns the range and the index for each number of a move.
        second_ranges: the names of the ranges that contain second numbers.
        first_ranges: the names of the ranges that contain first numbers. An index in them stands for two squares.
        squares: the number of squares. The index for two squares is ``first * squares + second``.
    """

    ranges: Mapping[str, int]
    indices: Callable[[Any], tuple[RangeIndex, ...]]
    second_ranges: frozenset[str] = frozenset()
    first_ranges: tuple[str, ...] = ()
    squares: int = 0

    @property
    def size(self) -> int:
        """The size of the action space."""
        return sum(self.ranges.values())

    @property
    def max_numbers_per_action(self) -> int:
        """The maximum count of action numbers for one action: 1 or 2."""
        return 2 if self.second_ranges else 1

    def numbers(self, move: object) -> tuple[int, ...]:
        """Return the one or two numbers of a move.

        Raises:
            UnknownNumber: the move has no number.
        """
        numbers = self._cache.get(move)
        if numbers is None:
            numbers = self._cache[move] = self._encode(move)
        return numbers

    @cached_property
    def _cache(self) -> dict[object, tuple[int, ...]]:
        return {}

    def _encode(self, move: object) -> tuple[int, ...]:
        try:
            indices = self.indices(move)
        except (KeyError, ValueError) as error:
            raise UnknownNumber(f"the move {move} has no number ({error})") from error
        if not indices:
            raise UnknownNumber(f"the move {move} has no number")
        return tuple(self.number(*index) for index in indices)

    def number(self, range_name: str, index: int) -> int:
        """Return the action number at an index of a range.

        Raises:
            UnknownNumber: the range or the index does not exist.
        """
        if range_name not in self.ranges or not 0 <= index < self.ranges[range_name]:
            raise UnknownNumber(f"there is no place {index} in the range {range_name!r}")
        return self.range_starts[range_name] + index

    def decode_first(self, number: int) -> tuple[int, int, int]:
        """Decode a first number to the index of its range in ``first_ranges``, and two squares.

        Raises:
            UnknownNumber: the number is not a first number.
        """
        for kind, name in enumerate(self.first_ranges):
            index = number - self.range_starts[name]
            if 0 <= index < self.ranges[name]:
                return kind, *divmod(index, self.squares)
        raise UnknownNumber(f"the number {number} is the first of no two")

    @cached_property
    def range_starts(self) -> dict[str, int]:
        """The first number of each range."""
        lengths = accumulate(self.ranges.values(), initial=0)
        return dict(zip(self.ranges, lengths, strict=False))


def _map_to_indices(values: Sequence[Any]) -> Mapping[Any, int]:
    return {value: index for index, value in enumerate(values)}


# --- Sensei

_SENSEI_SQUARE_COUNT: Final = len(sensei.SQUARE_NAMES)


def _sensei_indices(move: sensei.Move) -> tuple[RangeIndex, ...]:
    match move:
        case sensei.EndTurn():
            return (("end", 0),)
        case sensei.StoneMove(origin, goal):
            return (("stone", origin * _SENSEI_SQUARE_COUNT + goal),)
        case sensei.CharacterMove(origin, goal):
            return (("character", origin * _SENSEI_SQUARE_COUNT + goal),)


# --- Tensor Chess

_CHESS_SQUARE_COUNT: Final = chess_board.SQUARE_COUNT


def _tensor_chess_indices(move: chess.Move) -> tuple[RangeIndex, ...]:
    match move:
        case chess.Bounce(start, beast, landing):
            return ("bounce", start * _CHESS_SQUARE_COUNT + beast), ("to", landing)
        case chess.Propel(start, beast, landing):
            return ("propel", start * _CHESS_SQUARE_COUNT + beast), ("to", landing)
        case chess.BeastCapture(start, beast, landing):
            return ("beast capture", start * _CHESS_SQUARE_COUNT + landing), ("to", beast)
        case chess.Promotion(start, landing, piece):
            return ("promotion", start * _CHESS_SQUARE_COUNT + landing), (
                "piece",
                chess_board.PROMOTION_LETTERS.index(piece),
            )
        case chess.PlainMove() | chess.DoubleStep() | chess.EnPassant() | chess.Castling():
            return (("move", move.start * _CHESS_SQUARE_COUNT + move.landing),)


# --- Tesulda

_TESULDA_SQUARE_COUNT: Final = len(tesulda_board.SQUARE_NAMES)
_PIECE_CHOICE_INDICES: Final = _map_to_indices(
    ("", *PIECES, *("".join(pair) for pair in combinations_with_replacement(PIECES, 2)))
)
_COMMAND_INDICES: Final = _map_to_indices(tuple(tesulda.ArmyCommand))


def _tesulda_indices(move: tesulda.Move) -> tuple[RangeIndex, ...]:
    match move:
        case tesulda.EndTurn():
            return (("end", 0),)
        case tesulda.MoveFigure(origin, goal):
            return (("move", origin * _TESULDA_SQUARE_COUNT + goal),)
        case tesulda.Take(pieces):
            return (("take", _PIECE_CHOICE_INDICES[pieces]),)
        case tesulda.Resource(pieces):
            return (("resource", _PIECE_CHOICE_INDICES[pieces]),)
        case tesulda.Swap(origin, goal, pieces):
            return ("swap", origin * _TESULDA_SQUARE_COUNT + goal), ("pieces", _PIECE_CHOICE_INDICES[pieces])
        case tesulda.PlaceBase(base, square):
            return (("place base", BASES.index(base) * _TESULDA_SQUARE_COUNT + square),)
        case tesulda.PlacePiece(piece, square):
            return (("place piece", PIECES.index(piece) * _TESULDA_SQUARE_COUNT + square),)
        case tesulda.ShiftPiece(origin, piece, goal):
            return ("shift piece", PIECES.index(piece) * _TESULDA_SQUARE_COUNT + origin), ("to", goal)
        case tesulda.RemoveFigure(square):
            return (("remove figure", square),)
        case tesulda.RemovePiece(square, piece):
            return (("remove piece", PIECES.index(piece) * _TESULDA_SQUARE_COUNT + square),)
        case tesulda.CopyFigure(model, goal):
            return (("copy figure", model * _TESULDA_SQUARE_COUNT + goal),)
        case tesulda.CopyToKind(model):
            return (("copy to kind", model),)
        case tesulda.ArmyCommand():
            return (("command", _COMMAND_INDICES[move]),)


# --- Tensor, the card game

_CARD_COUNT: Final = 10
_PIECE_COUNT: Final = 3


def _tensor_cards_indices(move: cards.Move) -> tuple[RangeIndex, ...]:
    match move:
        case cards.CommitPlacement((red, blue, yellow)):
            return (("lay", ((red - 1) * _CARD_COUNT + blue - 1) * _CARD_COUNT + yellow - 1),)
        case cards.ChooseOrder(first):
            return (("order", DIRECTIONS.index(first)),)
        case cards.PutCard(piece, card):
            return (("put", piece * _CARD_COUNT + card - 1),)
        case cards.TakeCard(piece):
            return (("take", piece),)


# --- Equilibrium

_HEX_COUNT: Final = len(CELL_NAMES)
_TILE_KIND_COUNT: Final = len(TYPES)
_MAX_PLAYERS: Final = 4
_TILE_SET_INDICES: Final = _map_to_indices(
    tuple("".join(tiles) for count in range(1, 6) for tiles in combinations_with_replacement(TYPES, count))
)
_OPERATION_INDICES: Final = _map_to_indices(OPERATION_CARDS)
_CENTRE_NEIGHBOUR_INDICES: Final = _map_to_indices(NEIGHBOUR_CELLS[CENTRE])


def _tile_cell_index(kind: str, cell: int) -> int:
    return TYPES.index(kind) * _HEX_COUNT + cell


def _cell_pair_index(cells: tuple[int, int]) -> int:
    return cells[0] * _HEX_COUNT + cells[1]


def _equilibrium_indices(move: equilibrium.Move) -> tuple[RangeIndex, ...]:
    match move:
        case equilibrium.Setup((first, second), (centre, neighbour)):
            if centre != CENTRE:
                raise ValueError("the first tile is not on the centre")
            kinds = TYPES.index(first) * _TILE_KIND_COUNT + TYPES.index(second)
            return (("setup", kinds * len(_CENTRE_NEIGHBOUR_INDICES) + _CENTRE_NEIGHBOUR_INDICES[neighbour]),)
        case equilibrium.Download(kinds):
            return (("download", _TILE_SET_INDICES[kinds]),)
        case equilibrium.Code(card):
            return (("code", _OPERATION_INDICES[card]),)
        case equilibrium.Load(kind, cell):
            return (("load", _tile_cell_index(kind, cell)),)
        case equilibrium.Hack(owner, kind, cell):
            return (("hack", owner * _TILE_KIND_COUNT * _HEX_COUNT + _tile_cell_index(kind, cell)),)
        case equilibrium.Subtraction(cell):
            return (("subtract", cell),)
        case equilibrium.Division(cell):
            return (("divide", cell),)
        case equilibrium.Addition(removed, kind, cell):
            return (("add", removed * _TILE_KIND_COUNT * _HEX_COUNT + _tile_cell_index(kind, cell)),)
        case equilibrium.Multiplication(originals, copies):
            return ("multiply", _cell_pair_index(originals)), ("copies", _cell_pair_index(copies))
        case equilibrium.Tweak(kind):
            return (("tweak", TYPES.index(kind)),)
        case equilibrium.DeclineTweaks():
            return (("tweak", _TILE_KIND_COUNT),)
        case equilibrium.Flip(kind, cell):
            return (("flip", _tile_cell_index(kind, cell)),)
        case equilibrium.Pass():
            return (("pass", 0),)
        case equilibrium.Skip():
            return (("pass", 1),)


def own_action_space(touches: Sequence[str]) -> ActionSpace:
    """Return the action space of an author's game, in which an action has up to three touches.

    Args:
        touches: the squares of the board and the words of the buttons. A word may occur twice.
    """
    indices = _map_to_indices(tuple(dict.fromkeys(touches)))
    count = len(indices)

    def board_indices(move: BoardMove) -> tuple[RangeIndex, ...]:
        numbers = [indices[touch] for touch in move.touches]
        match numbers:
            case [touch]:
                return (("touch", touch),)
            case [first, second]:
                return (("two touches", first * count + second),)
            case [first, second, third]:
                return ("three touches", first * count + second), ("third touch", third)
        raise ValueError(f"it has {len(numbers)} touches, more than 3")

    lengths = {"touch": count, "two touches": count**2, "three touches": count**2, "third touch": count}
    return ActionSpace(lengths, board_indices, frozenset({"third touch"}), ("three touches",), count)


ACTION_SPACES: Final[Mapping[str, ActionSpace]] = {
    "sensei": ActionSpace(
        {"end": 1, "stone": _SENSEI_SQUARE_COUNT**2, "character": _SENSEI_SQUARE_COUNT**2}, _sensei_indices
    ),
    "tensor-chess": ActionSpace(
        {
            "move": _CHESS_SQUARE_COUNT**2,
            "bounce": _CHESS_SQUARE_COUNT**2,
            "propel": _CHESS_SQUARE_COUNT**2,
            "beast capture": _CHESS_SQUARE_COUNT**2,
            "promotion": _CHESS_SQUARE_COUNT**2,
            "to": _CHESS_SQUARE_COUNT,
            "piece": len(chess_board.PROMOTION_LETTERS),
        },
        _tensor_chess_indices,
        frozenset({"to", "piece"}),
        ("bounce", "propel", "beast capture", "promotion"),
        _CHESS_SQUARE_COUNT,
    ),
    "tesulda": ActionSpace(
        {
            "end": 1,
            "move": _TESULDA_SQUARE_COUNT**2,
            "take": len(_PIECE_CHOICE_INDICES),
            "resource": len(_PIECE_CHOICE_INDICES),
            "swap": _TESULDA_SQUARE_COUNT**2,
            "pieces": len(_PIECE_CHOICE_INDICES),
            "command": len(_COMMAND_INDICES),
            "place base": len(BASES) * _TESULDA_SQUARE_COUNT,
            "place piece": len(PIECES) * _TESULDA_SQUARE_COUNT,
            "shift piece": len(PIECES) * _TESULDA_SQUARE_COUNT,
            "to": _TESULDA_SQUARE_COUNT,
            "remove figure": _TESULDA_SQUARE_COUNT,
            "remove piece": len(PIECES) * _TESULDA_SQUARE_COUNT,
            "copy figure": _TESULDA_SQUARE_COUNT**2,
            "copy to kind": _TESULDA_SQUARE_COUNT,
        },
        _tesulda_indices,
        frozenset({"pieces", "to"}),
        ("swap", "shift piece"),
        _TESULDA_SQUARE_COUNT,
    ),
    "tensor-cards": ActionSpace(
        {"lay": _CARD_COUNT**3, "order": len(DIRECTIONS), "put": _PIECE_COUNT * _CARD_COUNT, "take": _PIECE_COUNT},
        _tensor_cards_indices,
    ),
    "equilibrium": ActionSpace(
        {
            "setup": _TILE_KIND_COUNT**2 * len(_CENTRE_NEIGHBOUR_INDICES),
            "download": len(_TILE_SET_INDICES),
            "code": len(_OPERATION_INDICES),
            "load": _TILE_KIND_COUNT * _HEX_COUNT,
            "hack": _MAX_PLAYERS * _TILE_KIND_COUNT * _HEX_COUNT,
            "subtract": _HEX_COUNT,
            "divide": _HEX_COUNT,
            "add": _HEX_COUNT * _TILE_KIND_COUNT * _HEX_COUNT,
            "multiply": _HEX_COUNT**2,
            "copies": _HEX_COUNT**2,
            "tweak": _TILE_KIND_COUNT + 1,
            "flip": _TILE_KIND_COUNT * _HEX_COUNT,
            "pass": 2,
        },
        _equilibrium_indices,
        frozenset({"copies"}),
        ("multiply",),
        _HEX_COUNT,
    ),
}
"""The numbers of every game's actions."""
