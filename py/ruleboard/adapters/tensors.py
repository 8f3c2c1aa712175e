"""Observations as vectors of numbers from 0 to 1. Each game has a layout, which docs/python.md lists.

An observation contains a player's view of the current state. It contains no history, and omits facts that the options
determine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ruleboard.adapters.walk import Setting, Walk
from ruleboard.games.equilibrium import state as equilibrium
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.numbers import MAX_CYCLES, OPERATION_CARDS, TOP_LEVEL, TYPES
from ruleboard.games.sensei import state as sensei
from ruleboard.games.tensor_cards import state as cards
from ruleboard.games.tensor_cards.cards import CARDS as CARD_NUMBERS
from ruleboard.games.tensor_cards.cards import DIRECTIONS
from ruleboard.games.tensor_chess.state import State as ChessState
from ruleboard.games.tesulda import state as tesulda
from ruleboard.games.tesulda.figures import BASES, PIECES, PIECES_PER_SIDE
from ruleboard.kit.board import Board
from ruleboard.kit.rules import BoardRules

Vector = npt.NDArray[np.float32]
_MAX_QUIET_TURNS: Final = 150
_MAX_QUIET_MOVES: Final = 150
_MAX_TURN_STEPS: Final = 3
_MAX_ORDER_CHOICES: Final = 6
_MAX_STORED_TILES: Final = 10
_MAX_HAND_SIZE: Final = 10
_MAX_NOTE_LENGTH: Final = 8
"""The maximum number of characters of a note in an observation."""


@dataclass(frozen=True)
class Layout:
    """The layout of an observation vector.

    Attributes:
        parts: the length of each part by name, in order.
    """

    parts: Mapping[str, int]

    @property
    def size(self) -> int:
        """The length of the vector."""
        return sum(self.parts.values())


def layout(setting: Setting) -> Layout:
    """Return the layout of a game's observations."""
    space = setting.space
    first_number_parts = {
        "first kind": len(space.first_ranges),
        "first square": space.squares,
        "second square": space.squares,
    }
    common_parts = {"player": setting.players, "to move": setting.players, "second number": 1}
    return Layout({**common_parts, **_game_state_parts(setting), **(first_number_parts if space.first_ranges else {})})


def observe(walk: Walk, player: int, vector: Vector) -> None:
    """Write the observation of a player into a vector.

    Args:
        walk: the game.
        player: the player (0-based).
        vector: the vector, whose length must be the size of the layout.
    """
    setting, players = walk.setting, walk.setting.players
    state, first_number = walk.timeline.state_for(player), walk.visible_first_number(player)
    own_game = setting.own_game
    values = _VALUE_FUNCTIONS[setting.id](state, setting) if own_game is None else _own_game_values(own_game, state)
    array = values if isinstance(values, np.ndarray) else list(values)
    start = 2 * players + 1
    end = start + len(array)
    vector[:start] = vector[end:] = 0
    vector[player] = 1
    if walk.player is not None:
        vector[players + walk.player] = 1
    vector[start:end] = array
    if first_number is not None:
        vector[start - 1] = 1
        kind, first_square, second_square = setting.space.decode_first(first_number)
        squares_start = end + len(setting.space.first_ranges)
        vector[[end + kind, squares_start + first_square, squares_start + setting.space.squares + second_square]] = 1


def _own_game_parts(game: BoardRules, setting: Setting) -> dict[str, int]:
    letters, squares = len(game.definition.pieces), len(game.start_for(setting.options).type.numbers)
    return {"board": letters * squares, "hands": setting.players * letters, "actions": 1, "note": _MAX_NOTE_LENGTH}


def _own_game_values(game: BoardRules, board: Board) -> Iterator[float]:
    for letter in game.definition.pieces:
        yield from (float(board[square] == letter) for square in board.squares)
    for side in range(len(board.type.side_letters)):
        yield from (
            _compute_fraction(board.hand_of(side).count(letter), _MAX_HAND_SIZE) for letter in game.definition.pieces
        )
    yield _compute_fraction(board.step_count, _MAX_TURN_STEPS)
    codes = [ord(character) - ord(" ") for character in board.note[:_MAX_NOTE_LENGTH]]
    yield from (_compute_fraction(code, 95) for code in codes)
    yield from [0.0] * (_MAX_NOTE_LENGTH - len(codes))


def _game_state_parts(setting: Setting) -> dict[str, int]:
    if setting.own_game is not None:
        return _own_game_parts(setting.own_game, setting)
    match setting.id:
        case "sensei":
            return {"board": 5 * _SENSEI_SQUARE_COUNT, "stones left": 3, "character left": 1}
        case "tensor-chess":
            return {"board": 80 * len(_CHESS_PIECE_LETTERS), "castling": 4, "en passant": 80, "quiet moves": 1}
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
            space_count = len(_sort_spaces(setting))
            return {
                "pieces": 3 * (space_count + 1),
                "hands": 2 * 10,
                "stars": 2 * 3,
                "hand": 1,
                "turn": 3,
                "laid": 2 * 3 * 11,
                "orders": _MAX_ORDER_CHOICES * len(DIRECTIONS),
            }
        case _:
            player_length = len(TENSOR_CARDS) + 19 * (2 * len(TYPES)) + len(TYPES) * 2 + 1 + len(OPERATION_CARDS)
            return {
                "players": setting.players * player_length,
                "open tiles": len(TYPES),
                "operation cards": len(OPERATION_CARDS),
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


def _encode_one_hot(index: int | None, length: int) -> list[float]:
    """Return a vector with 1 at an index and 0 elsewhere. It is all zeros if the index is None or out of range."""
    vector = [0.0] * length
    if index is not None and 0 <= index < length:
        vector[index] = 1.0
    return vector


def _encode_letters(letters: bytes, board: bytes) -> Vector:
    """Return a row for each letter, with 1 for each square that has the letter and 0 for each other square."""
    rows = np.frombuffer(letters, np.uint8)[:, np.newaxis] == np.frombuffer(board, np.uint8)
    values: Vector = rows.ravel().astype(np.float32)
    return values


def _compute_fraction(number: int, maximum: int) -> float:
    return min(number, maximum) / maximum


_SENSEI_SQUARE_COUNT: Final = len(sensei.SQUARE_NAMES)
_CHESS_PIECE_LETTERS: Final = b"KQRBNTPkqrbntp"


def _sensei_values(state: sensei.State, setting: Setting) -> Vector:
    position = state.position if state.side == sensei.GREEN else state.position.with_other_side()
    stones, enemy_stones, character, enemy_character, _ = position
    masks = (stones & ~character, enemy_stones & ~enemy_character, stones & character, enemy_stones & enemy_character)
    rows = np.array(masks, "<u8").view(np.uint8).reshape(4, 8)
    bits = np.unpackbits(rows, axis=1, count=_SENSEI_SQUARE_COUNT, bitorder="little").ravel()
    return np.concatenate(
        (bits, _encode_sensei_pits(state.mode), _encode_remaining_moves(state.stone_moves, state.character_moves))
    )


@cache
def _encode_sensei_pits(mode: str) -> Vector:
    """Return a vector with 1 for each square that is a pit and 0 for each other square."""
    return np.array([letter == sensei.PIT for letter in sensei.expand_ranks(sensei.MODES[mode].start)], np.float32)


@cache
def _encode_remaining_moves(stone_moves: int, character_moves: int) -> Vector:
    return np.array([*_encode_one_hot(stone_moves, 3), character_moves], np.float32)


def _tensor_chess_values(state: ChessState, setting: Setting) -> Vector:
    castling_flags = [float(bool(state.castling & 1 << castling_index)) for castling_index in range(4)]
    quiet_move_fraction = _compute_fraction(state.halfmove_clock, _MAX_QUIET_MOVES)
    piece_squares = _encode_letters(_CHESS_PIECE_LETTERS, state.board)
    return np.concatenate((piece_squares, castling_flags, _encode_one_hot(state.en_passant, 80), [quiet_move_fraction]))


def _iter_piece_fractions(pieces: str) -> Iterator[float]:
    """Yield for each kind of piece: the number in ``pieces`` divided by the number of that kind in the game."""
    return (pieces.count(piece) / (2 * PIECES_PER_SIDE[piece]) for piece in PIECES)


@lru_cache(maxsize=4096)
def _encode_figure(figure: str) -> Vector:
    """Return a vector that encodes a figure's base and the counts of its pieces."""
    base_flags = [float(figure[0].upper() == base) for base in BASES]
    return np.array([*base_flags, *(figure.count(piece, 1) / 5 for piece in PIECES)], np.float32)


def _tesulda_values(state: tesulda.State, setting: Setting) -> Iterator[float]:
    figures = np.zeros((2, len(BASES) + len(PIECES), len(state.board)), np.float32)
    for square, figure in enumerate(state.board):
        if figure:
            figures[int(figure[0].islower()), :, square] = _encode_figure(figure)
    yield from figures.ravel().tolist()
    yield from _iter_piece_fractions(state.pool)
    yield _compute_fraction(state.quiet_turns, _MAX_QUIET_TURNS)
    yield from _encode_one_hot(state.mover_square, 100)
    yield from _iter_piece_fractions(state.prey[1:])
    yield from (float(step in state.optional_steps) for step in (tesulda.SWAP_STEP, tesulda.RESOURCE_STEP))
    yield from _encode_one_hot(state.side if state.build else None, 2)


def _sort_spaces(setting: Setting) -> Sequence[Any]:
    return sorted(setting.game.initial(setting.options, 0).terms.board.spaces)


def _tensor_cards_values(state: cards.State, setting: Setting) -> Iterator[float]:
    spaces = sorted(state.terms.board.spaces)
    for space in state.pieces:
        yield from _encode_one_hot(len(spaces) if space is None else spaces.index(space), len(spaces) + 1)
    for hand in state.hands:
        yield from (float(card in hand) for card in CARD_NUMBERS)
    for points in state.points:
        yield from (float(points > point_count) for point_count in range(3))
    yield _compute_fraction(state.hand, cards.MAX_HANDS)
    yield from _encode_one_hot(state.turn - 1, 3)
    for player in range(2):
        placement = state.placements[player] if player < len(state.placements) else cards.NO_PLACEMENT
        for card in placement:  # The last index of each stands for a face-down card.
            yield from _encode_one_hot({cards.NO_CARD: None, cards.HIDDEN_CARD: 10}.get(card, card - 1), 11)
    orders = state.choices[:_MAX_ORDER_CHOICES]
    for number in range(_MAX_ORDER_CHOICES):
        yield from _encode_one_hot(DIRECTIONS.index(orders[number]) if number < len(orders) else None, len(DIRECTIONS))


_PHASE_KINDS: Final = (
    equilibrium.SETUP,
    equilibrium.ACTION,
    equilibrium.FINAL_ACTION,
    equilibrium.TWEAK,
    equilibrium.FLIP,
    equilibrium.GAME_OVER,
)


def _equilibrium_values(state: equilibrium.State, setting: Setting) -> Iterator[float]:
    count = setting.players
    tiles_per_kind = state.numbers.tiles[count].value
    for player in state.players:
        yield from _encode_one_hot(TENSOR_CARDS.index(player.card), len(TENSOR_CARDS))
        for kind in TYPES:
            yield from (float(tile == kind) for tile in player.board)
            yield from (float(tile == kind.lower()) for tile in player.board)
        yield from (_compute_fraction(player.storage.count(kind), _MAX_STORED_TILES) for kind in TYPES)
        yield from (_compute_fraction(level, TOP_LEVEL.value) for level in player.weights)
        yield _compute_fraction(player.cycles, MAX_CYCLES.value)
        yield from (_compute_fraction(player.hand.count(card), 2) for card in OPERATION_CARDS)
    yield from (_compute_fraction(state.tiles.count(kind), 5) for kind in TYPES)
    yield from (_compute_fraction(state.cards.count(card), 2) for card in OPERATION_CARDS)
    yield from (_compute_fraction(state.pile.count(kind), tiles_per_kind) for kind in TYPES)
    yield from (_compute_fraction(supply_count, tiles_per_kind) for supply_count in state.supply)
    yield from (_compute_fraction(state.bag.count(kind), tiles_per_kind) for kind in TYPES)
    for order in (state.order, state.passed_players):
        for rank in range(count):
            yield from _encode_one_hot(order[rank] if rank < len(order) else None, count)
    yield from (
        _compute_fraction(state.quiet_rounds, 3),
        _compute_fraction(state.dry_rounds, 3),
        float(state.has_acted),
        float(state.has_downloaded),
    )
    yield float(state.final_players is not None)
    yield from (float(player in (state.final_players or ())) for player in range(count))
    yield from _encode_one_hot(_PHASE_KINDS.index(state.phase.kind), len(_PHASE_KINDS))
    yield _compute_fraction(state.phase.tweaks, _MAX_TURN_STEPS)
    yield from _encode_one_hot(state.phase.turn_player, count)


_VALUE_FUNCTIONS: Final[Mapping[str, Callable[[Any, Setting], Vector | Iterator[float]]]] = {
    "sensei": _sensei_values,
    "tensor-chess": _tensor_chess_values,
    "tesulda": _tesulda_values,
    "tensor-cards": _tensor_cards_values,
    "equilibrium": _equilibrium_values,
}
