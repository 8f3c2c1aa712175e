"""The Game class of Tensor Chess: the engine's contract, met by the modules of this folder."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.limits import check_action
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import chosen
from ruleboard.games.tensor_chess import (
    endings,
    move_list,
    movegen,
    notation,
    packed_moves,
    position_text,
    refusals,
    words,
)
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import SIDES, START, State
from ruleboard.i18n import N_


class TensorChess(BaseGame[State, Move]):
    """The game of Tensor Chess."""

    id = "tensor-chess"
    title = N_("Tensor Chess")
    side_names = SIDES
    repetition = Repetition(claim=3, draw=5)

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the start; the game has no options and no chance.

        Raises:
            RecordError: an option is given.
        """
        chosen(self.options, options)
        return START

    def to_move(self, state: State) -> int | None:
        """Return the side to move, None at the end."""
        return None if endings.ending(state) else state.turn

    def legal_actions(self, state: State) -> Sequence[Action[Move]]:
        """Return all legal moves, square by square from a1; none when the game is over."""
        return () if endings.ending(state) else movegen.legal_actions(state)

    def next_state(self, state: State, move: Move) -> State:
        """Return the state after a legal move."""
        return packed_moves.state_after(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Return checkmate, stalemate, a dead position or the draw after 75 moves."""
        return endings.outcome(state)

    def key(self, state: State) -> Hashable | None:
        """Return pieces, turn, castling rights, and the en passant square where it can be played."""
        return endings.key(state)

    def claimable(self, state: State) -> str | None:
        """Return the claim to a draw after 50 moves."""
        return endings.claimable(state)

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Return the reason why no legal move begins with these targets."""
        return refusals.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """Return a square with the piece on it, or the effect of a button."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Move]) -> str:
        """Return a move as it is announced."""
        return words.describe(state, action.move)

    def prompt(self, state: State) -> str:
        """Return the side to move, and a check of its king."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """Return the state of a position text.

        Raises:
            PositionError: it cannot be read or is not valid.
        """
        return position_text.parse_position(text)

    def format_position(self, state: State) -> str:
        """Return the position text of a state."""
        return position_text.format_position(state)

    def parse_action(self, state: State, text: str) -> Action[Move]:
        """Return the legal move a text names.

        Raises:
            ActionError: it is not the text of a move.
            IllegalAction: the move is not legal here; the error says why.
        """
        check_action(text)
        action = None if endings.ending(state) else movegen.legal_actions(state).named(text)
        if action is None:
            raise IllegalAction.refused(refusals.refuse_move(state, notation.parse_move(text)))
        return action

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
        """Return the move list, a line for each move."""
        return move_list.format_moves(states, actions)

    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        """Return the moves of a move list.

        Raises:
            ActionError, IllegalAction: a move cannot be read or is not legal; the error names it.
        """
        return move_list.parse_moves(start, text)
