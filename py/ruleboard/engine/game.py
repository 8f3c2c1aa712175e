"""The interface of a game: pure functions over immutable states."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import is_
from typing import Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, Refusal
from ruleboard.engine.move_text import SpelledMoves, Turn, parse_numbered
from ruleboard.engine.options import Option
from ruleboard.i18n import _
from ruleboard.overriding import override

S = TypeVar("S")
"""The type of a game's states."""
M = TypeVar("M")
"""The type of a game's moves: ``Action.move``."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    Attributes:
        returns: a number for each player: +1 for a win, -1 for a loss, 0 for a draw, or a number in between for a
            rank among several players.
        reason: the reason why the game ended, as a sentence that names the sides: "Green wins: …".
        player_reasons: the same reason as each player reads it, by player number: "You win: …". Empty if the sentence
            is the same for everybody.
        squares: the targets that the picture highlights, such as the pieces that give checkmate.
    """

    returns: tuple[float, ...]
    reason: str
    squares: tuple[str, ...] = ()
    player_reasons: tuple[str, ...] = ()

    def reason_for(self, reader: int | None) -> str:
        """Return the reason as a player reads it, or ``reason`` if ``reader`` is None."""
        return self.reason if reader is None or not self.player_reasons else self.player_reasons[reader]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest return; all players in a draw."""
        highest_return = max(self.returns)
        return tuple(player for player, value in enumerate(self.returns) if value == highest_return)

    @property
    def is_draw(self) -> bool:
        """True if all players have the same return."""
        return len(set(self.returns)) == 1


@dataclass(frozen=True, slots=True)
class Repetition:
    """The rules for draws by repetition.

    Attributes:
        claim_count: the number of occurrences after which a player may claim a draw; 0 for never.
        draw_count: the number of occurrences after which the game is drawn; 0 for never.
    """

    claim_count: int = 0
    draw_count: int = 0


class Game(Protocol[S, M]):
    """The rules of one game. States are immutable and hashable.

    The methods accept any state that ``initial``, ``apply`` or ``parse_position`` returns. ``BaseGame`` implements
    what most games do not need to change.
    """

    id: str
    title: str
    players: range
    options: tuple[Option, ...]
    repetition: Repetition

    def __hash__(self) -> int:
        """Return a hash based on identity, since a game is equal only to itself."""
        ...

    def initial(self, options: Mapping[str, str], seed: int) -> S:
        """Return the first state of a new game.

        Args:
            options: values of the game's options; missing options have their defaults.
            seed: the seed of the random setup.

        Raises:
            RecordError: the game has no such option or value.
        """
        ...

    def sides(self, state: S) -> tuple[str, ...]:
        """Return the players' names on the board, such as "Green" and "Red", by player number.

        The names are English and marked with ``N_``; the caller translates them.
        """
        ...

    def to_move(self, state: S) -> int | None:
        """Return the player who decides next (0-based), or None if the game is over."""
        ...

    def legal_actions(self, state: S) -> Sequence[Action[M]]:
        """Return all legal actions in a deterministic order, without duplicates."""
        ...

    def apply(self, state: S, action: Action[M]) -> S:
        """Return the state after an action.

        Raises:
            IllegalAction: the action is not one of ``legal_actions(state)``.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome by the game's rules, or None while the game continues."""
        ...

    def view(self, state: S, viewer: int | None) -> S:
        """Return the state without the information hidden from a player, or from the public if ``viewer`` is None."""
        ...

    def with_hidden_redealt(self, state: S, seed: int) -> S:
        """Return the state with all hidden information dealt again at random, including the order of a draw pile.

        A bot that sees only a view can then continue the game from a plausible state.
        """
        ...

    def hides(self, state: S) -> bool:
        """Return True if a state contains information that is hidden from the public.

        The result must not depend on the hidden information itself.
        """
        ...

    def substitute_action(self, state: S, action: Action[M], view: S) -> Action[M] | None:
        """Return an action to replace another player's hidden action in the record that a bot receives.

        Args:
            state: the state before the action in that record.
            action: the hidden action.
            view: the bot's view at the end of the record.

        Returns:
            An action that leads to the same view and depends only on the view, or None if the record needs no action.
        """
        ...

    def is_hidden_decision(self, state: S) -> bool:
        """Return True if the player to move decides in secret.

        The page then shows the hand-over screen until that player uncovers the board.
        """
        ...

    def reveals(self, state: S, action: Action[M]) -> bool:
        """Return True if an action reveals hidden information, so that players cannot undo it."""
        ...

    def key(self, state: S) -> Hashable | None:
        """Return a key that is the same for every repetition of a position, or None in the middle of a turn."""
        ...

    def draw_claim_reason(self, state: S) -> str | None:
        """Return a sentence that says why the player to move may claim a draw, or None if they may not.

        This does not include claims by repetition, which the timeline handles.
        """
        ...

    def explain(self, state: S, targets: Sequence[str]) -> Refusal:
        """Explain why no legal action begins with ``targets``, and name the lesson that teaches the rule.

        The sentence speaks to the player to move as "you".
        """
        ...

    def name(self, state: S, target: str) -> str:
        """Return the accessible name of a target, such as "b4, green stone", or the effect of a button."""
        ...

    def describe(self, state: S, action: Action[M], reader: int | None = None) -> str:
        """Describe an action in a clause for announcements and buttons: "Green moves the stone on a1 to a4".

        Args:
            state: the state before the action.
            action: the action.
            reader: the player who reads the clause as "you", or None for a clause that names the sides.
        """
        ...

    def prompt(self, state: S) -> str:
        """Return a short sentence that tells the player to move what they can do; empty once the game is over."""
        ...

    def parse_position(self, text: str) -> S:
        """Parse a position text.

        Raises:
            PositionError: the text is malformed or describes an impossible position.
        """
        ...

    def format_position(self, state: S) -> str:
        """Return the position text of a state. ``parse_position`` converts it back to an equal state."""
        ...

    def parse_action(self, state: S, text: str) -> Action[M]:
        """Parse the text of a legal action.

        Raises:
            ActionError: the text is not an action of this game.
            IllegalAction: the action is not legal in this state; the error says why.
        """
        ...

    def format_action(self, state: S, action: Action[M]) -> str:
        """Return the text of an action as it appears in records."""
        ...

    def format_moves(self, states: Sequence[S], actions: Sequence[Action[M]]) -> tuple[Turn, ...]:
        """Return the move list of a game, one item for each turn.

        Args:
            states: the state before each action and the state after the last; the method ignores additional states.
            actions: the actions of the game.
        """
        ...

    def respell_moves(self, text: str) -> SpelledMoves:
        """Correct the spelling of a typed move list or action, line by line.

        The result has upper and lower case as in ``format_moves``. A notice names each turn that ``parse_moves`` would
        ignore.
        """
        ...

    def parse_moves(self, start: S, text: str) -> tuple[Action[M], ...]:
        """Parse a move list from ``format_moves``, with one turn on each line.

        Raises:
            ActionError, IllegalAction: a move is malformed or illegal; the error names the move.
        """
        ...


class BaseGame(Game[S, M]):
    """Default methods for a two-player game without hidden information, chance or repetition, with one action per turn.

    A game must define ``id``, ``title``, ``side_names``, ``initial``, ``to_move``, ``legal_actions``, ``next_state``,
    ``outcome``, ``explain``, ``name``, ``describe``, ``prompt``, ``parse_position`` and ``format_position``. Override
    the other methods to change what they do.
    """

    side_names: tuple[str, ...] = ()
    """The players' names on the board, marked with ``N_``, for games in which they never change."""
    players = range(2, 3)
    options: tuple[Option, ...] = ()
    repetition = Repetition()

    @override
    def __hash__(self) -> int:
        return id(self)

    @override
    def sides(self, state: S) -> tuple[str, ...]:
        """Return ``side_names``."""
        return self.side_names

    def next_state(self, state: S, move: M) -> S:
        """Return the state after a move. The caller has checked that the move is legal."""
        raise NotImplementedError

    def is_legal(self, state: S, action: Action[M]) -> bool:
        """Return True if an action is legal in a state."""
        actions = self.legal_actions(state)
        # Most callers have the action from ``legal_actions``. A comparison by identity is faster than one by value.
        # A lazy sequence would create all its actions for it.
        return (isinstance(actions, tuple) and any(map(is_, actions, repeat(action)))) or action in actions

    @override
    def apply(self, state: S, action: Action[M]) -> S:
        if not self.is_legal(state, action):
            raise IllegalAction.from_refusal(self.explain(state, action.targets))
        return self.next_state(state, action.move)

    @override
    def view(self, state: S, viewer: int | None) -> S:
        """Return the whole state, since the game hides nothing."""
        return state

    @override
    def with_hidden_redealt(self, state: S, seed: int) -> S:
        """Return the state unchanged, since the game hides nothing."""
        return state

    @override
    def hides(self, state: S) -> bool:
        """Return True if the public view differs from the state."""
        return self.view(state, None) != state

    @override
    def substitute_action(self, state: S, action: Action[M], view: S) -> Action[M] | None:
        """Return None, since a position text can express every view."""
        return None

    @override
    def is_hidden_decision(self, state: S) -> bool:
        """Return False, since all decisions are public."""
        return False

    @override
    def reveals(self, state: S, action: Action[M]) -> bool:
        """Return False, since the game hides nothing."""
        return False

    @override
    def key(self, state: S) -> Hashable | None:
        """Return the whole state, since every action is a complete turn."""
        return state

    @override
    def draw_claim_reason(self, state: S) -> str | None:
        """Return None, since the rules do not let players claim a draw."""
        return None

    @override
    def parse_action(self, state: S, text: str) -> Action[M]:
        for action in self.legal_actions(state):
            if action.text == text:
                return action
        raise IllegalAction.from_refusal(self.explain(state, self.targets_of(text)))

    def targets_of(self, text: str) -> tuple[str, ...]:
        """Parse the targets of an action from its text. The action may be illegal.

        Raises:
            ActionError: the text is not an action of this game.
        """
        raise ActionError(_("{text} isn’t an action").format(text=repr(text[:20])))

    @override
    def format_action(self, state: S, action: Action[M]) -> str:
        return action.text

    @override
    def format_moves(self, states: Sequence[S], actions: Sequence[Action[M]]) -> tuple[Turn, ...]:
        """Return a numbered turn for each action."""
        return tuple(
            Turn(f"{ply + 1}.", self.to_move(states[ply]), ((ply, self.format_action(states[ply], action)),))
            for ply, action in enumerate(actions)
        )

    @override
    def respell_moves(self, text: str) -> SpelledMoves:
        """Return the text unchanged, since upper and lower case may differ in meaning."""
        return SpelledMoves(text)

    @override
    def parse_moves(self, start: S, text: str) -> tuple[Action[M], ...]:
        return parse_numbered(start, text, parse=self.parse_action, apply=self.apply)
