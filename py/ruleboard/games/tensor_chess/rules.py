"""The ``Game`` that implements the rules of Tensor Chess."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.limits import check_action_length
from ruleboard.engine.move_text import SpelledMoves, Turn
from ruleboard.engine.options import resolve_options
from ruleboard.games.tensor_chess import (
    endings,
    move_list,
    movegen,
    notation,
    packed_moves,
    position_text,
    refusals,
    texts,
)
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import SIDES, START_STATE, State
from ruleboard.i18n import N_
from ruleboard.overriding import override


class TensorChess(BaseGame[State, Move]):
    """The rules of Tensor Chess."""

    id = "tensor-chess"
    title = N_("Tensor Chess")
    side_names = SIDES
    repetition = Repetition(claim=3, draw=5)

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the start position. The game has no options and no randomness.

        Raises:
            RecordError: ``options`` is not empty.
        """
        resolve_options(self.options, options)
        return START_STATE

    @override
    def to_move(self, state: State) -> int | None:
        return None if endings.ending(state) else state.turn

    @override
    def legal_actions(self, state: State) -> Sequence[Action[Move]]:
        return () if endings.ending(state) else movegen.legal_actions(state)

    @override
    def next_state(self, state: State, move: Move) -> State:
        return packed_moves.state_after(state, move)

    @override
    def outcome(self, state: State) -> Outcome | None:
        return endings.outcome(state)

    @override
    def key(self, state: State) -> Hashable | None:
        """Return the pieces, the turn, the castling rights, and the en passant square if a capture on it is legal."""
        return endings.position_key(state)

    @override
    def draw_claim_reason(self, state: State) -> str | None:
        """Return the reason for a draw claim, or None.

        A player may claim a draw after 50 moves of each side without a capture or pawn move.
        """
        return endings.draw_claim_reason(state)

    @override
    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        return refusals.explain(state, targets)

    @override
    def name(self, state: State, target: str) -> str:
        return texts.target_name(state, target)

    @override
    def describe(self, state: State, action: Action[Move], reader: int | None = None) -> str:
        return texts.describe(state, action.move, reader)

    @override
    def prompt(self, state: State) -> str:
        return texts.prompt(state)

    @override
    def parse_position(self, text: str) -> State:
        return position_text.parse_position(text)

    @override
    def format_position(self, state: State) -> str:
        return position_text.format_position(state)

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        check_action_length(text)
        action = None if endings.ending(state) else movegen.legal_actions(state).find(text)
        if action is None:
            raise IllegalAction.from_refusal(refusals.refuse_move(state, notation.parse_move(text)))
        return action

    @override
    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
        return move_list.format_moves(states, actions)

    @override
    def respell_moves(self, text: str) -> SpelledMoves:
        return move_list.respell_moves(text)

    @override
    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        return move_list.parse_moves(start, text)
