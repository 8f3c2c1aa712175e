"""Sensei's rules gathered into the engine's contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option, chosen
from ruleboard.games.sensei import moves, rules, words
from ruleboard.games.sensei import text as notation
from ruleboard.games.sensei.state import MODES, SIDES, State, start
from ruleboard.i18n import N_


class Sensei(BaseGame[State, Any]):
    """The game of Sensei, as ``engine.game.Game`` describes it. Nothing in it is hidden or left to chance."""

    id = "sensei"
    title = N_("Sensei")
    players = range(2, 3)
    options: tuple[Option, ...] = (
        Option("mode", N_("Mode"), tuple(Choice(mode.id, mode.title, mode.help) for mode in MODES.values())),
    )
    repetition = Repetition(claim=3, draw=5)

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """The first position of the chosen mode; there is no chance in it."""
        return start(chosen(self.options, options)["mode"])

    def sides(self, state: State) -> tuple[str, ...]:
        """Green and Red, marked for the catalogue."""
        return SIDES

    def to_move(self, state: State) -> int | None:
        """Whose turn it is, None at the end."""
        return None if rules.end(state) else state.side

    def legal_actions(self, state: State) -> Sequence[Action[Any]]:
        """All actions allowed, see ``rules``."""
        return rules.legal_actions(state)

    def apply(self, state: State, action: Action[Any]) -> State:
        """The position after an action, see ``rules``."""
        return rules.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, see ``rules``."""
        return rules.outcome(state)

    def view(self, state: State, viewer: int | None) -> State:
        """The whole position: everybody sees everything."""
        return state

    def secret(self, state: State) -> bool:
        """Never."""
        return False

    def reveals(self, state: State, action: Action[Any]) -> bool:
        """Never."""
        return False

    def key(self, state: State) -> Hashable | None:
        """The board and the side to move, at a turn's start only."""
        return (state.board, state.side) if state.fresh else None

    def claimable(self, state: State) -> str | None:
        """Nothing but repetition gives a claim."""
        return None

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Why no allowed action begins with these targets, see ``words``."""
        return words.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """A square or button in words, see ``words``."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Any]) -> str:
        """An action in words, see ``words``."""
        return words.describe(state, action)

    def prompt(self, state: State) -> str:
        """What the player to move may do, see ``words``."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """The position a text describes, see ``text``."""
        return notation.parse_position(text)

    def format_position(self, state: State) -> str:
        """The text of a position, see ``text``."""
        return notation.format_position(state)

    def parse_action(self, state: State, text: str) -> Action[Any]:
        """The allowed action a text names, see ``text``."""
        return notation.parse_action(state, text)

    def format_action(self, state: State, action: Action[Any]) -> str:
        """The text of an action."""
        return action.text

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
        """The move list of a game, see ``moves``."""
        return moves.format_moves(states, actions)

    def parse_moves(self, start: State, text: str) -> tuple[Action[Any], ...]:
        """The actions of a move list, see ``moves``."""
        return moves.parse_moves(start, text)
