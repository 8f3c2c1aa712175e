"""Tensor Chess as ``engine.game`` wants a game: every part is in a module of its own."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.limits import check_action
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Option, chosen
from ruleboard.games.tensor_chess import endings, move_list, refusals, words
from ruleboard.games.tensor_chess import position_text as texts
from ruleboard.games.tensor_chess.movegen import catalogue
from ruleboard.games.tensor_chess.packed_moves import play
from ruleboard.games.tensor_chess.state import START, State
from ruleboard.i18n import N_, _


def _reason(state: State, text: str) -> str:
    """Why an action with this text is refused."""
    try:
        return refusals.refusal(state, text).clause
    except ActionError:
        return _("there is no such move")


class TensorChess(BaseGame[State, Any]):
    """Tensor Chess (spec: the whole). Its states are ``state.State``."""

    id = "tensor-chess"
    title = N_("Tensor Chess")
    players = range(2, 3)
    options: tuple[Option, ...] = ()
    repetition = Repetition(claim=3, draw=5)

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """The start; the game has no options and no chance.

        Raises:
            RecordError: an option is given.
        """
        chosen(self.options, options)
        return START

    def sides(self, state: State) -> tuple[str, ...]:
        """White and Black, marked for the catalogue."""
        return texts.SIDES

    def to_move(self, state: State) -> int | None:
        """Whose turn it is."""
        return None if endings.end(state) else state.turn

    def legal_actions(self, state: State) -> Sequence[Action[Any]]:
        """All legal moves, square by square from a1; none when the game is over."""
        return () if endings.end(state) else catalogue(state).actions

    def apply(self, state: State, action: Action[Any]) -> State:
        """The state after a move.

        Raises:
            IllegalAction: it is not legal here; the error says why.
        """
        found = catalogue(state).by_text.get(action.text)
        if found is None or found[0] != action or endings.end(state):
            raise IllegalAction(_reason(state, action.text))
        return play(state, found[1])

    def outcome(self, state: State) -> Outcome | None:
        """Checkmate, stalemate, dead positions and 75 quiet moves."""
        return endings.outcome(state)

    def view(self, state: State, viewer: int | None) -> State:
        """Everything: nothing is hidden."""
        return state

    def secret(self, state: State) -> bool:
        """Never."""
        return False

    def reveals(self, state: State, action: Action[Any]) -> bool:
        """Never."""
        return False

    def key(self, state: State) -> Hashable | None:
        """Pieces, turn, castling rights, and en passant where it can be played."""
        return endings.key(state)

    def claimable(self, state: State) -> str | None:
        """The fifty moves."""
        return endings.claimable(state)

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Why a touch is refused."""
        return refusals.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """A square with what stands there, or a button."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Any]) -> str:
        """A move in words."""
        return words.describe(state, action)

    def prompt(self, state: State) -> str:
        """Whose turn it is, and whether they are in check."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """The state of a position text.

        Raises:
            PositionError: it cannot be read or is not valid.
        """
        return texts.parse_position(text)

    def format_position(self, state: State) -> str:
        """The position text of a state."""
        return texts.format_position(state)

    def parse_action(self, state: State, text: str) -> Action[Any]:
        """The move a text names.

        Raises:
            ActionError: it is no move's text.
            IllegalAction: the move is not legal here; the error says why.
        """
        check_action(text)
        found = catalogue(state).by_text.get(text)
        if found is None or endings.end(state):
            raise IllegalAction.refused(refusals.refusal(state, text))
        return found[0]

    def format_action(self, state: State, action: Action[Any]) -> str:
        """The move's text."""
        return action.text

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
        """The move list: a line for each move."""
        return move_list.format_moves(states, actions)

    def parse_moves(self, start: State, text: str) -> tuple[Action[Any], ...]:
        """The moves of a move list.

        Raises:
            ActionError, IllegalAction: a move cannot be read or is not legal; the error names it.
        """
        return move_list.parse_moves(start, text)
