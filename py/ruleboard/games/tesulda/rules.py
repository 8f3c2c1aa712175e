"""Tesulda's rules gathered into the engine's contract."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option, chosen
from ruleboard.games.tesulda import building, move_list, position_text, refusals, start, turn, words
from ruleboard.games.tesulda.state import CLAIM_AFTER, SIDES, State
from ruleboard.i18n import N_, _


class Tesulda(BaseGame[State, Any]):
    """The game of Tesulda, as ``engine.game.Game`` describes it."""

    id = "tesulda"
    title = N_("Tesulda")
    players = range(2, 3)
    options: tuple[Option, ...] = (
        Option(
            "setup",
            N_("Armies"),
            (
                Choice("default", N_("Default"), N_("Both sides begin with the same army that plays well.")),
                Choice("shuffled", N_("Shuffled"), N_("Both sides begin with the same army, put together by chance.")),
                Choice("build", N_("Built by hand"), N_("Each side builds an army of its own, unseen by the other.")),
            ),
        ),
        Option("first", N_("First Move"), (Choice("light", N_("Light")), Choice("dark", N_("Dark")))),
    )
    repetition = Repetition(claim=3, draw=5)

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """The first state: both armies in place, or Light about to build; see ``start``."""
        values = chosen(self.options, options)
        return start.begin(values["setup"], ("light", "dark").index(values["first"]), seed)

    def sides(self, state: State) -> tuple[str, ...]:
        """Light and Dark."""
        return SIDES

    def to_move(self, state: State) -> int | None:
        """Whose decision it is, None at the end."""
        return None if turn.outcome(state) else state.side

    def legal_actions(self, state: State) -> Sequence[Action[Any]]:
        """All actions allowed, see ``rules``."""
        return turn.legal_actions(state)

    def apply(self, state: State, action: Action[Any]) -> State:
        """The state after an action, see ``rules``."""
        return turn.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, see ``rules``."""
        return turn.outcome(state)

    def view(self, state: State, viewer: int | None) -> State:
        """While armies are built, each player's own only; everything from then on."""
        return building.seen(state, viewer)

    def secret(self, state: State) -> bool:
        """While armies are built."""
        return state.build is not None

    def reveals(self, state: State, action: Action[Any]) -> bool:
        """A finished army is handed over for good: the other player builds or sees it next."""
        return state.build is not None and action == building.DONE

    def key(self, state: State) -> Hashable | None:
        """The figures, the side and the pool, at a turn's start only."""
        return (state.board, state.side, state.pool) if state.fresh else None

    def claimable(self, state: State) -> str | None:
        """A hundred turns without an Attack, at a turn's start."""
        if state.fresh and state.quiet >= CLAIM_AFTER:
            return _("{n} turns have gone by without an Attack.").format(n=state.quiet)
        return None

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Why no allowed action begins with these targets, see ``reasons``."""
        return refusals.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """A target in words, see ``words``."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Any]) -> str:
        """An action in words, see ``words``."""
        return words.describe(state, action)

    def prompt(self, state: State) -> str:
        """What the player to move may do, see ``words``."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """The state a text describes, see ``text``."""
        return position_text.parse_position(text)

    def format_position(self, state: State) -> str:
        """The text of a state, see ``text``."""
        return position_text.format_position(state)

    def parse_action(self, state: State, text: str) -> Action[Any]:
        """The allowed action a text names, see ``text``."""
        return position_text.parse_action(state, text)

    def format_action(self, state: State, action: Action[Any]) -> str:
        """The text of an action."""
        return action.text

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
        """The move list of a game, see ``moves``."""
        return move_list.format_moves(states, actions)

    def parse_moves(self, start: State, text: str) -> tuple[Action[Any], ...]:
        """The actions of a move list, see ``moves``."""
        return move_list.parse_moves(start, text)
