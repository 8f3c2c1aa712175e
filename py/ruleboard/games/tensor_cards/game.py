"""The card game's rules gathered into the engine's contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Option
from ruleboard.games.tensor_cards import moves, rules, words
from ruleboard.games.tensor_cards import text as positions
from ruleboard.games.tensor_cards.cards import SIDES
from ruleboard.games.tensor_cards.setup import OPTIONS, terms_of
from ruleboard.games.tensor_cards.state import State, opening
from ruleboard.i18n import N_


class TensorCards(BaseGame[State, Any]):
    """The card game Tensor, as ``engine.game.Game`` describes it: secret lays, nothing left to chance."""

    id = "tensor-cards"
    title = N_("Tensor")
    players = range(2, 3)
    options: tuple[Option, ...] = OPTIONS
    repetition = Repetition()

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """The first state; ``board`` and ``deck`` may be JSON, see ``setup.terms_of``."""
        return opening(terms_of(options))

    def sides(self, state: State) -> tuple[str, ...]:
        """Black, who lays first, and White, marked for the catalogue."""
        return SIDES

    def to_move(self, state: State) -> int | None:
        """Who lays or chooses, see ``rules``."""
        return rules.to_move(state)

    def legal_actions(self, state: State) -> Sequence[Action[Any]]:
        """All actions allowed, see ``rules``."""
        return rules.legal_actions(state)

    def apply(self, state: State, action: Action[Any]) -> State:
        """The state after an action, see ``rules``."""
        return rules.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, see ``rules``."""
        return rules.outcome(state)

    def view(self, state: State, viewer: int | None) -> State:
        """The state without what that player may not know, see ``rules``."""
        return rules.view(state, viewer)

    def secret(self, state: State) -> bool:
        """While a player is laying."""
        return rules.secret(state)

    def reveals(self, state: State, action: Action[Any]) -> bool:
        """Every lay, and choices after which cards are turned, see ``rules``."""
        return rules.reveals(state, action)

    def key(self, state: State) -> Hashable | None:
        """The state itself between turns. Hands are counted in it, so that nothing ever comes about twice."""
        return state if state.between_turns else None

    def claimable(self, state: State) -> str | None:
        """Nothing."""
        return None

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Why no allowed action begins with these targets, see ``words``."""
        return words.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """A card, piece, space or button in words, see ``words``."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Any]) -> str:
        """An action in words; a lay without its cards, see ``words``."""
        return words.describe(state, action)

    def prompt(self, state: State) -> str:
        """What may be done now, see ``words``."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """The state of a position text, see ``text``."""
        return positions.parse_position(text)

    def format_position(self, state: State) -> str:
        """The position text, see ``text``; in mid-turn that of the turn's beginning."""
        return positions.format_position(state)

    def parse_action(self, state: State, text: str) -> Action[Any]:
        """The legal action a text names, see ``words``."""
        return words.find(state, text)

    def format_action(self, state: State, action: Action[Any]) -> str:
        """The action's text."""
        return action.text

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
        """The move list, see ``moves``; what is not revealed is not in it."""
        return moves.format_moves(states, actions)

    def parse_moves(self, start: State, text: str) -> tuple[Action[Any], ...]:
        """The actions of a move list, see ``moves``."""
        return moves.parse_moves(start, text)
