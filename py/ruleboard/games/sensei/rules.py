"""The rules of Sensei as the engine's contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.move_text import Turn, parse_turns
from ruleboard.engine.options import Choice, Option, chosen
from ruleboard.games.sensei import movegen, notation, refusals, words
from ruleboard.games.sensei.state import MODES, NAMES, SIDES, Move, State, start
from ruleboard.i18n import N_

_RETURNS = ((1.0, -1.0), (-1.0, 1.0))
"""The returns when each side has won."""


class Sensei(BaseGame[State, Move]):
    """The game of Sensei. Nothing in it is hidden or left to chance."""

    id = "sensei"
    title = N_("Sensei")
    side_names = SIDES
    options: tuple[Option, ...] = (
        Option("mode", N_("Mode"), tuple(Choice(mode.id, mode.title, mode.help) for mode in MODES.values())),
    )
    repetition = Repetition(claim=3, draw=5)

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the first position of the chosen mode; there is no chance in it."""
        return start(chosen(self.options, options)["mode"])

    def to_move(self, state: State) -> int | None:
        """Return the side whose turn it is, None at the end."""
        return None if movegen.game_end(state) else state.side

    def legal_actions(self, state: State) -> Sequence[Action[Move]]:
        """Return all actions allowed; see ``movegen``."""
        return movegen.legal_actions(state)

    def next_state(self, state: State, move: Move) -> State:
        """Return the position after a move; see ``movegen``."""
        return movegen.play(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game has ended, None while it goes on. Implements 'End' (spec), repetition left aside."""
        found = movegen.game_end(state)
        if found is None:
            return None
        returns = (0.0, 0.0) if found.winner is None else _RETURNS[found.winner]
        return Outcome(returns, words.reason(found), tuple(NAMES[place] for place in found.places))

    def key(self, state: State) -> Hashable | None:
        """Return the board and the side to move, at a turn's start only."""
        return (state.board, state.side) if state.fresh else None

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Return the reason why no allowed action begins with these targets; see ``refusals``."""
        return refusals.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """Return a square or button in words; see ``words``."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Move]) -> str:
        """Return an action in words; see ``words``."""
        return words.describe(state, action.move)

    def prompt(self, state: State) -> str:
        """Return the options of the player to move; see ``words``."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """Return the position a text describes; see ``notation``."""
        return notation.parse_position(text)

    def format_position(self, state: State) -> str:
        """Return the text of a position; see ``notation``."""
        return notation.format_position(state)

    def parse_action(self, state: State, text: str) -> Action[Move]:
        """Return the allowed action a text names.

        Raises:
            ActionError: the text is no action of Sensei.
            IllegalAction: it is not allowed here; the error says why.
        """
        move = notation.parse_move(text)
        for action in movegen.legal_actions(state):
            if action.move == move:
                return action
        raise IllegalAction.refused(refusals.of_move(state, move))

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
        """Return the move list, a turn a line; see ``notation``."""
        return notation.format_moves(states, [action.move for action in actions])

    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        """Return the actions of a move list, a turn a line.

        Raises:
            ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
        """
        return parse_turns(
            start,
            text,
            movegen.END,
            parse=lambda state, word: (self.parse_action(state, word),),
            legal=self.legal_actions,
            apply=self.apply,
            over=lambda _before, state: state.fresh,
        )
