"""Observations as vectors of numbers from 0 to 1: a layout for each game, which docs/python.md lists.

They hold the part of the present state that a player may know, and nothing of the past; all that the options fix is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ruleboard.adapters.numbering import Space
from ruleboard.adapters.walk import Setting, Walk
from ruleboard.games.equilibrium import state as equilibrium
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.numbers import MOST_CYCLES, OPERATIONS, TOP_LEVEL, TYPES
from ruleboard.games.sensei import state as sensei
from ruleboard.games.tensor_cards import state as cards
from ruleboard.games.tensor_cards.cards import CARDS as CARD_NUMBERS
from ruleboard.games.tensor_cards.cards import DIRECTIONS
from ruleboard.games.tensor_chess.state import State as ChessState
from ruleboard.games.tesulda import state as tesulda
from ruleboard.games.tesulda.figures import BASES, PIECES, PIECES_A_SIDE

Vector = npt.NDArray[np.float32]
_MOST_QUIET: Final = 150
_MOST_CLOCK: Final = 150
_TURN_STEPS: Final = 3
_MOST_ORDERS: Final = 6
_LEFT: Final = 10


@dataclass(frozen=True)
class Layout:
    """The parts of an observation, in order.

    Attributes:
        parts: the name of each part and its length.
    """

    parts: Mapping[str, int]

    @property
    def size(self) -> int:
        """The length of the whole."""
        return sum(self.parts.values())


def layout(setting: Setting) -> Layout:
    """Return the layout of a game's observations."""
    space = setting.space
    first = {"first kind": len(space.firsts), "first square": space.squares, "second square": space.squares}
    beginning = {"player": setting.players, "to move": setting.players, "second number": 1}
    return Layout({**beginning, **_parts(setting), **(first if space.firsts else {})})


def observe(walk: Walk, player: int, into: Vector) -> None:
    """Write the part of a state that a player may know.

    Args:
        walk: the place.
        player: the player, 0-based.
        into: the vector to be filled, of the layout's size.
    """
    setting = walk.setting
    seen = walk.timeline.state_for(player)
    first = walk.first_for(player)
    values = [
        *_one(player, setting.players),
        *_one(walk.player, setting.players),
        float(first is not None),
        *_VALUES[setting.id](seen, setting),
        *_first(setting.space, first),
    ]
    into[:] = values


def _parts(setting: Setting) -> dict[str, int]:
    match setting.id:
        case "sensei":
            return {"board": 49 * len(_STONES), "stones left": 3, "character left": 1}
        case "tensor-chess":
            return {"board": 80 * len(_CHESSMEN), "castling": 4, "en passant": 80, "quiet moves": 1}
        case "tesulda":
            figures = 100 * 2 * (len(BASES) + len(PIECES))
            return {
                "board": figures,
                "pool": len(PIECES),
                "quiet turns": 1,
                "moved": 100,
                "prey": len(PIECES),
                "left": 2,
                "building": 2,
            }
        case "tensor-cards":
            spaces = len(_spaces(setting))
            return {
                "pieces": 3 * (spaces + 1),
                "hands": 2 * 10,
                "stars": 2 * 3,
                "hand": 1,
                "turn": 3,
                "laid": 2 * 3 * 11,
                "orders": _MOST_ORDERS * len(DIRECTIONS),
            }
        case _:
            one = len(TENSOR_CARDS) + 19 * (2 * len(TYPES)) + len(TYPES) * 2 + 1 + len(OPERATIONS)
            return {
                "players": setting.players * one,
                "open tiles": len(TYPES),
                "operation cards": len(OPERATIONS),
                "pile": len(TYPES),
                "supply": len(TYPES),
                "bag": len(TYPES),
                "order": setting.players**2,
                "passed": setting.players**2,
                "quiet and dry rounds": 2,
                "acted and downloaded": 2,
                "final actions": 1 + setting.players,
                "phase": 6,
                "tweaks left": 1,
                "turn": setting.players,
            }


def _one(place: int | None, length: int) -> list[float]:
    """Return a vector with 1 at one place, or nowhere."""
    vector = [0.0] * length
    if place is not None and 0 <= place < length:
        vector[place] = 1.0
    return vector


def _first(space: Space, number: int | None) -> Iterator[float]:
    """Return what a first number names: the kind of the action, and two squares; zeros where none was chosen."""
    meaning = (None, None, None) if number is None else space.first(number)
    for place, length in zip(meaning, (len(space.firsts), space.squares, space.squares), strict=True):
        yield from _one(place, length)


def _share(number: int, most: int) -> float:
    return min(number, most) / most


_STONES: Final = "grGRo"
_CHESSMEN: Final = b"KQRBNTPkqrbntp"


def _sensei(state: sensei.State, setting: Setting) -> Iterator[float]:
    for kind in _STONES:
        yield from (float(letter == kind) for letter in state.board)
    yield from _one(state.stones, 3)
    yield float(state.character)


def _tensor_chess(state: ChessState, setting: Setting) -> Iterator[float]:
    for kind in _CHESSMEN:
        yield from (float(letter == kind) for letter in state.board)
    yield from (float(bool(state.castling & 1 << right)) for right in range(4))
    yield from _one(state.en_passant, 80)
    yield _share(state.halfmove_clock, _MOST_CLOCK)


def _counts(pieces: str) -> Iterator[float]:
    """Return the share of the pieces of each kind, of all that both sides have."""
    return (pieces.count(piece) / (2 * PIECES_A_SIDE[piece]) for piece in PIECES)


def _tesulda(state: tesulda.State, setting: Setting) -> Iterator[float]:
    for side in (tesulda.LIGHT, tesulda.DARK):
        own = [figure if figure and figure[0].islower() == bool(side) else "" for figure in state.board]
        for base in BASES:
            yield from (float(bool(figure) and figure[0].upper() == base) for figure in own)
        for piece in PIECES:
            yield from (figure.count(piece, 1) / 5 for figure in own)
    yield from _counts(state.pool)
    yield _share(state.quiet, _MOST_QUIET)
    yield from _one(state.moved, 100)
    yield from _counts(state.prey[1:])
    yield from (float(step in state.left) for step in (tesulda.SWAP, tesulda.RESOURCE))
    yield from _one(state.side if state.build else None, 2)


def _spaces(setting: Setting) -> Sequence[Any]:
    return sorted(setting.game.initial(setting.options, 0).terms.board.spaces)


def _tensor_cards(state: cards.State, setting: Setting) -> Iterator[float]:
    spaces = sorted(state.terms.board.spaces)
    for space in state.pieces:
        yield from _one(len(spaces) if space is None else spaces.index(space), len(spaces) + 1)
    for hand in state.hands:
        yield from (float(card in hand) for card in CARD_NUMBERS)
    for points in state.points:
        yield from (float(points > least) for least in range(3))
    yield _share(state.hand, cards.LAST_HAND)
    yield from _one(state.turn - 1, 3)
    for player in range(2):
        lay = state.laid[player] if player < len(state.laid) else cards.NOTHING
        for card in lay:  # the last place of each stands for a card that is face down
            yield from _one({cards.NO_CARD: None, cards.HIDDEN: 10}.get(card, card - 1), 11)
    chosen = state.choices[:_MOST_ORDERS]
    for number in range(_MOST_ORDERS):
        yield from _one(DIRECTIONS.index(chosen[number]) if number < len(chosen) else None, len(DIRECTIONS))


_PHASES: Final = (
    equilibrium.SETUP,
    equilibrium.ACTION,
    equilibrium.FINAL,
    equilibrium.TWEAK,
    equilibrium.FLIP,
    equilibrium.OVER,
)


def _equilibrium(state: equilibrium.State, setting: Setting) -> Iterator[float]:
    count = setting.players
    each = state.numbers.tiles[count].value
    for player in state.players:
        yield from _one(TENSOR_CARDS.index(player.card), len(TENSOR_CARDS))
        for kind in TYPES:
            yield from (float(tile == kind) for tile in player.board)
            yield from (float(tile == kind.lower()) for tile in player.board)
        yield from (_share(player.storage.count(kind), _LEFT) for kind in TYPES)
        yield from (_share(level, TOP_LEVEL.value) for level in player.weights)
        yield _share(player.cycles, MOST_CYCLES.value)
        yield from (_share(player.hand.count(card), 2) for card in OPERATIONS)
    yield from (_share(state.tiles.count(kind), 5) for kind in TYPES)
    yield from (_share(state.cards.count(card), 2) for card in OPERATIONS)
    yield from (_share(state.pile.count(kind), each) for kind in TYPES)
    yield from (_share(left, each) for left in state.supply)
    yield from (_share(state.bag.count(kind), each) for kind in TYPES)
    for order in (state.order, state.passed):
        for place in range(count):
            yield from _one(order[place] if place < len(order) else None, count)
    yield from (_share(state.quiet, 3), _share(state.dry, 3), float(state.acted), float(state.downloaded))
    yield float(state.final is not None)
    yield from (float(player in (state.final or ())) for player in range(count))
    yield from _one(_PHASES.index(state.phase.kind), len(_PHASES))
    yield _share(state.phase.left, _TURN_STEPS)
    yield from _one(state.phase.turn, count)


_VALUES: Final[Mapping[str, Callable[[Any, Setting], Iterator[float]]]] = {
    "sensei": _sensei,
    "tensor-chess": _tensor_chess,
    "tesulda": _tesulda,
    "tensor-cards": _tensor_cards,
    "equilibrium": _equilibrium,
}
