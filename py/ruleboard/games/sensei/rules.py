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
from ruleboard.overriding import override

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

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return the first position of the chosen mode; there is no chance in it."""
        return start(chosen(self.options, options)["mode"])

    @override
    def to_move(self, state: State) -> int | None:
        return None if movegen.game_end(state) else state.side

    @override
    def legal_actions(self, state: State) -> Sequence[Action[Move]]:
        return movegen.legal_actions(state)

    @override
    def next_state(self, state: State, move: Move) -> State:
        return movegen.play(state, move)

    @override
    def outcome(self, state: State) -> Outcome | None:
        found = movegen.game_end(state)
        if found is None:
            return None
        returns = (0.0, 0.0) if found.winner is None else _RETURNS[found.winner]
        return Outcome(returns, words.reason(found), tuple(NAMES[place] for place in found.places))

    @override
    def key(self, state: State) -> Hashable | None:
        """Return the board and the side to move, at a turn's start only."""
        return (state.board, state.side) if state.fresh else None

    @override
    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        return refusals.explain(state, targets)

    @override
    def name(self, state: State, target: str) -> str:
        return words.name(state, target)

    @override
    def describe(self, state: State, action: Action[Move]) -> str:
        return words.describe(state, action.move)

    @override
    def prompt(self, state: State) -> str:
        return words.prompt(state)

    @override
    def parse_position(self, text: str) -> State:
        return notation.parse_position(text)

    @override
    def format_position(self, state: State) -> str:
        return notation.format_position(state)

    @override
    def parse_action(self, state: State, text: str) -> Action[Move]:
        move = notation.parse_move(text)
        for action in movegen.legal_actions(state):
            if action.move == move:
                return action
        raise IllegalAction.refused(refusals.of_move(state, move))

    @override
    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
        return notation.format_moves(states, [action.move for action in actions])

    @override
    def parse_moves(self, start: State, text: str) -> tuple[Action[Move], ...]:
        return parse_turns(
            start,
            text,
            movegen.END,
            parse=lambda state, word: (self.parse_action(state, word),),
            legal=self.legal_actions,
            apply=self.apply,
            over=lambda _before, state: state.fresh,
        )
