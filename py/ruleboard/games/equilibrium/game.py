"""Equilibrium as the engine knows a game: the contract, carried out by the modules beside this one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import BaseGame, Outcome, Repetition
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option
from ruleboard.games.equilibrium import legal, movelist, moves, refusals, rules, start, words
from ruleboard.games.equilibrium import text as positions
from ruleboard.games.equilibrium.state import OVER, State
from ruleboard.i18n import N_

_ONE_LESS = N_("The starting player has one cycle less.")


class Equilibrium(BaseGame[State, Any]):
    """The rules of Tensor: A Game of Equilibrium (an ``engine.game.Game``)."""

    id = "equilibrium"
    title = N_("Tensor: A Game of Equilibrium")
    players = range(2, 5)
    options = (
        Option(
            "players",
            N_("Players"),
            (
                Choice("2", N_("Two"), N_("One Operation card of each kind.")),
                Choice("3", N_("Three"), N_("Two Operation cards of each kind.")),
                Choice("4", N_("Four"), N_("Two Operation cards of each kind.")),
            ),
        ),
        Option(
            "start",
            N_("Who starts"),
            (
                Choice("1", N_("The first player"), _ONE_LESS),
                Choice("2", N_("The second player"), _ONE_LESS),
                Choice("3", N_("The third player"), _ONE_LESS, only_with=("players", ("3", "4"))),
                Choice("4", N_("The fourth player"), _ONE_LESS, only_with=("players", ("4",))),
                Choice("random", N_("Drawn by lot"), _ONE_LESS),
            ),
        ),
    )
    repetition = Repetition()

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """The first state; see ``start.initial``."""
        return start.initial(options, seed)

    def sides(self, state: State) -> tuple[str, ...]:
        """The players' colours, clockwise."""
        return words.sides(state)

    def to_move(self, state: State) -> int | None:
        """Whose decision it is: a hack's victim and those who turn tiles over included."""
        return None if state.phase.kind == OVER else state.phase.who

    def legal_actions(self, state: State) -> Sequence[Action[Any]]:
        """All allowed actions; see ``legal.legal``."""
        return legal.legal_actions(state)

    def apply(self, state: State, action: Action[Any]) -> State:
        """The state after an action and what follows by itself.

        Raises:
            IllegalAction: it is not allowed.
        """
        movelist.check_legal(state, action)
        return rules.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """The ranking: from 1 for a sole winner down to -1 for a sole last, shared places alike."""
        if state.phase.kind != OVER:
            return None
        places = state.phase.places
        count = len(state.players)
        returns = [0.0] * count
        better = 0
        for place in places:
            worse = count - better - len(place)
            for player in place:
                returns[player] = (worse - better) / (count - 1)
            better += len(place)
        return Outcome(tuple(returns), words.outcome_reason(state), words.shown_at_end(state))

    def view(self, state: State, viewer: int | None) -> State:
        """The state without the pile's order, which nobody knows; everything else is open."""
        return start.public(state)

    def reshuffled(self, state: State, seed: int) -> State:
        """The state with an unknown order of the pile, made from a seed."""
        return start.reshuffled(state, seed)

    def secret(self, state: State) -> bool:
        """Nobody decides unseen."""
        return False

    def reveals(self, state: State, action: Action[Any]) -> bool:
        """Whether unknown tiles are drawn."""
        return rules.reveals(state, action)

    def key(self, state: State) -> Hashable | None:
        """Nothing: repetition means nothing here; quiet rounds are counted in the state."""
        return None

    def claimable(self, state: State) -> str | None:
        """Nothing: no draw can be claimed."""
        return None

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Why no legal action begins with these targets."""
        return refusals.explain(state, targets)

    def name(self, state: State, target: str) -> str:
        """A target in words."""
        return words.name(state, target)

    def describe(self, state: State, action: Action[Any]) -> str:
        """An action in words."""
        return words.describe(state, action)

    def prompt(self, state: State) -> str:
        """What may be done now."""
        return words.prompt(state)

    def parse_position(self, text: str) -> State:
        """The state of a position text.

        Raises:
            PositionError: it cannot be read, or no game comes to such a position.
        """
        return positions.read(text)

    def format_position(self, state: State) -> str:
        """The position text of a state."""
        return positions.write(state)

    def parse_action(self, state: State, text: str) -> Action[Any]:
        """The legal action a text names.

        Raises:
            ActionError: it is no action text.
            IllegalAction: it is not allowed here.
        """
        return movelist.parse_action(state, text)

    def format_action(self, state: State, action: Action[Any]) -> str:
        """The text of an action."""
        return moves.write(moves.read(action.text))

    def format_moves(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
        """The move list, a turn a line."""
        return movelist.write(states, actions)

    def parse_moves(self, start: State, text: str) -> tuple[Action[Any], ...]:
        """The actions of a move list.

        Raises:
            ActionError, IllegalAction: a move cannot be read or is not allowed.
        """
        return movelist.read(start, text)
