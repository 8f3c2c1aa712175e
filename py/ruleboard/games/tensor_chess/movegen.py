"""Generate the legal actions: moves with their texts, their targets, and the mark of each last target.

The targets of each kind of move, which are squares or buttons (``do:…``):

- Plain move, beast's chain, castling: the piece, then its landing (the king's landing for castling).
- Bounce: the piece, then its landing. If no propel has the same targets, alternatively the piece, the beast,
  the landing. If a plain move or another bounce leads to the same position, the targets must include the
  beast. Then the page does not ask the player to choose between equal moves.
- Propel: the piece, the beast, the beast's landing.
- Promotion: the pawn, its landing, then ``do:promote-q`` and so on.
- Beast's capture by the fewest hops: the beast, then the captured beast, then the landing if several chains
  are equally short. If the same hops are possible without capture, the beast and the landing are alternative
  targets, and the page asks which move the player intends. Longer chains that capture the same beast need
  each hop.
- Chain hop by hop, if any chain has two or more hops: the beast, ``do:hop``, each landing, then ``do:stop``
  if the chain could continue. A touch of the captured beast also ends the chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

from ruleboard.engine.action import Action, ActionKind
from ruleboard.games.tensor_chess.board import EMPTY, KING_STEPS, SQUARE_NAMES
from ruleboard.games.tensor_chess.chains import Chain, chains, shortest_chains
from ruleboard.games.tensor_chess.moves import (
    BeastCapture,
    Bounce,
    Castling,
    EnPassant,
    Move,
    PlainMove,
    Promotion,
    Propel,
)
from ruleboard.games.tensor_chess.notation import format_move
from ruleboard.games.tensor_chess.packed_moves import legal_moves
from ruleboard.games.tensor_chess.packing import (
    BOUNCE,
    KIND_MASK,
    SQUARE_MASK,
    START_SHIFT,
    PackedMove,
    pack_move,
    unpack_move,
)
from ruleboard.games.tensor_chess.state import State

HOP_BUTTON = "do:hop"
STOP_BUTTON = "do:stop"
PROMOTION_BUTTON_PREFIX = "do:promote-"

_Targets = tuple[str, ...]


class LegalActions(Sequence[Action[Move]]):
    """A lazy sequence of the legal actions of a state, in the order of their start squares.

    The sequence ignores draws. It builds the actions of a piece when a caller first requests one of them, so callers
    that only count the actions or play one of them do not wait for all texts and targets.
    """

    __slots__ = ("_actions", "_moves", "_moves_from", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._moves = tuple(legal_moves(state))
        self._moves_from: dict[int, list[PackedMove]] = {}
        self._actions: dict[PackedMove, Action[Move]] = {}

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Action[Move]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action[Move], ...]: ...
    def __getitem__(self, index: int | slice) -> Action[Move] | tuple[Action[Move], ...]:
        if isinstance(index, slice):
            return tuple(map(self.action_for, self._moves[index]))
        return self.action_for(self._moves[index])

    def __iter__(self) -> Iterator[Action[Move]]:
        return map(self.action_for, self._moves)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or not isinstance(action.move, Move):
            return False
        packed_move = pack_move(action.move)
        return packed_move in self._moves and self._action_for_move(packed_move) == action

    def action_for(self, packed_move: PackedMove) -> Action[Move]:
        """Return the action for a legal move."""
        if packed_move not in self._actions:
            if not self._moves_from:
                for move in self._moves:
                    self._moves_from.setdefault(move >> START_SHIFT & SQUARE_MASK, []).append(move)
            # The targets of an action depend on the other moves of its piece, so build the actions of all these moves.
            start = packed_move >> START_SHIFT & SQUARE_MASK
            self._build_actions(start, self._moves_from[start])
        return self._actions[packed_move]

    def find(self, text: str) -> Action[Move] | None:
        """Return the action with the given text, or None."""
        packed_move = next((packed for packed in self._moves if _move_and_text(packed)[1] == text), None)
        return None if packed_move is None else self._action_for_move(packed_move)

    def _action_for_move(self, packed_move: PackedMove) -> Action[Move]:
        """Return the action for a legal move. Build other actions only if the action's targets depend on them."""
        if packed_move not in self._actions:
            start, moves = packed_move >> START_SHIFT & SQUARE_MASK, [packed_move]
            if packed_move & KIND_MASK == BOUNCE or self._is_beast(start):
                moves = [move for move in self._moves if move >> START_SHIFT & SQUARE_MASK == start]
            self._build_actions(start, moves)
        return self._actions[packed_move]

    def _build_actions(self, start: int, moves: Sequence[PackedMove]) -> None:
        """Store the actions for moves of the piece on a square."""
        build_actions = _beast_actions if self._is_beast(start) else _piece_actions
        self._actions.update(zip(moves, build_actions(self._state, start, [*map(_move_and_text, moves)]), strict=True))

    def _is_beast(self, square: int) -> bool:
        return self._state.board[square] == ord("Tt"[self._state.turn])


@lru_cache(maxsize=128)
def legal_actions(state: State) -> LegalActions:
    """Return the legal actions of a state, even if the game is drawn."""
    return LegalActions(state)


@lru_cache(maxsize=4096)
def _move_and_text(packed_move: PackedMove) -> tuple[Move, str]:
    """Return the move and its text from a cache, since many positions have the same moves."""
    move = unpack_move(packed_move)
    return move, format_move(move)


def _piece_actions(state: State, start: int, moves: Sequence[tuple[Move, str]]) -> Iterator[Action[Move]]:
    tap_landings = {move.landing for move, _text in moves if isinstance(move, PlainMove)}
    propels = {(move.beast, move.landing) for move, _text in moves if isinstance(move, Propel)}
    origin = SQUARE_NAMES[start]
    for move, text in moves:
        landing = move.landing
        is_capture = state.board[landing] != EMPTY and landing != start
        two_targets = (origin, SQUARE_NAMES[landing])
        match move:
            case Bounce(beast=beast):
                beast_targets = (origin, SQUARE_NAMES[beast], SQUARE_NAMES[landing])
                mark: ActionKind = "capture bounce" if is_capture else "special bounce"
                if landing in tap_landings:
                    yield Action(text, beast_targets, move, mark)
                else:
                    tap_landings.add(landing)
                    yield Action(text, two_targets, move, mark, () if (beast, landing) in propels else (beast_targets,))
            case Propel(beast=beast):
                yield Action(text, (origin, SQUARE_NAMES[beast], SQUARE_NAMES[landing]), move, "special propel")
            case Promotion(piece=piece):
                button_target = PROMOTION_BUTTON_PREFIX + piece.lower()
                yield Action(
                    text, (*two_targets, button_target), move, "capture promote" if is_capture else "special promote"
                )
            case Castling():
                yield Action(text, two_targets, move, "special castle")
            case EnPassant():
                yield Action(text, two_targets, move, "capture")
            case _:
                yield Action(text, two_targets, move, "capture" if is_capture else "go")


def _beast_actions(state: State, start: int, moves: Sequence[tuple[Move, str]]) -> Iterator[Action[Move]]:
    """Yield the actions of a beast, in the order of its moves. Their alternative targets list each hop of a chain."""
    ends = [(move.landing, move.beast if isinstance(move, BeastCapture) else -1) for move, _text in moves]
    shortest_by_end = shortest_chains(state, start)
    hop_targets = _hop_targets_by_end(start, [chain for chain in chains(state, start) if chain.end in ends])
    for (move, text), end in zip(moves, ends, strict=True):
        landing, captured_square = end
        two_targets = (SQUARE_NAMES[start], SQUARE_NAMES[landing])
        alternatives = tuple(hop_targets.get(end, ()))
        if captured_square < 0:
            yield Action(text, two_targets, move, "go" if landing in KING_STEPS[start] else "go hop", alternatives)
            continue
        # If the same hops are possible without capture, a tap on the landing may mean either move.
        tap_targets = (
            (two_targets,) if landing != start and shortest_by_end.get((landing, -1)) == shortest_by_end[end] else ()
        )
        is_only_landing = sum(end_capture == captured_square for _landing, end_capture in ends) == 1
        landing_targets = () if is_only_landing else (SQUARE_NAMES[landing],)
        targets = (SQUARE_NAMES[start], SQUARE_NAMES[captured_square], *landing_targets)
        yield Action(text, targets, move, "capture hop", tap_targets + alternatives)


def _hop_targets_by_end(start: int, chain_list: Sequence[Chain]) -> dict[tuple[int, int], list[_Targets]]:
    """Map each ``Chain.end`` to lists of targets that include every hop; empty if no chain has more than one hop."""
    targets_by_end: dict[tuple[int, int], list[_Targets]] = {}
    if all(len(chain.landings) == 1 for chain in chain_list):
        return targets_by_end
    partial_landings = {chain.landings[:length] for chain in chain_list for length in range(1, len(chain.landings))}
    for chain in chain_list:
        target_names = [SQUARE_NAMES[square] for square in chain.landings]
        if chain.captured_square >= 0:
            target_names[-1] = SQUARE_NAMES[chain.captured_square]
        elif chain.landings in partial_landings:
            target_names.append(STOP_BUTTON)
        targets_by_end.setdefault(chain.end, []).append((SQUARE_NAMES[start], HOP_BUTTON, *target_names))
    return targets_by_end
