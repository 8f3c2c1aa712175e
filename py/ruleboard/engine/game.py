"""The contract between a game and everything else: pure functions over immutable states."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, Refusal
from ruleboard.engine.move_text import Turn, parse_numbered
from ruleboard.engine.options import Option
from ruleboard.i18n import _

S = TypeVar("S")
"""A game's states."""
M = TypeVar("M")
"""A game's moves, as its actions carry them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    Attributes:
        returns: one number a player, +1 for a win, -1 for a loss, 0 for a draw (between them in a ranking).
        reason: a whole sentence.
        squares: the targets that show it.
    """

    returns: tuple[float, ...]
    reason: str
    squares: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest return; all of them in a draw."""
        best = max(self.returns)
        return tuple(player for player, got in enumerate(self.returns) if got == best)

    @property
    def is_draw(self) -> bool:
        """True if everybody got the same."""
        return len(set(self.returns)) == 1


@dataclass(frozen=True, slots=True)
class Repetition:
    """The numbers of occurrences of a position at which a draw may be claimed, and at which it is one (0: never)."""

    claim: int = 0
    draw: int = 0


class Game(Protocol[S, M]):
    """The rules of one game. States are immutable and hashable; nothing here knows of a page.

    The methods take any state that ``initial``, ``apply`` or ``parse_position`` gave. ``BaseGame`` has defaults for
    all that most games do not need.
    """

    id: str
    title: str
    players: range
    options: tuple[Option, ...]
    repetition: Repetition

    def __hash__(self) -> int:
        """Games are constants: each is equal to itself alone."""
        ...

    def initial(self, options: Mapping[str, str], seed: int) -> S:
        """Return the first state of a game with these options (missing ones take their default).

        Raises:
            RecordError: an option or its value is not one of the game's.
        """
        ...

    def sides(self, state: S) -> tuple[str, ...]:
        """Return the names of the players on the board, in order of their numbers ("Green", "Red").

        They are in English and marked with ``N_``: the caller translates them.
        """
        ...

    def to_move(self, state: S) -> int | None:
        """Return the player whose decision it is (0-based), None at the end."""
        ...

    def legal_actions(self, state: S) -> Sequence[Action[M]]:
        """Return all actions allowed, in canonical order, none twice: the only source of legality."""
        ...

    def apply(self, state: S, action: Action[M]) -> S:
        """Return the state after an action.

        Raises:
            IllegalAction: the action is not one of ``legal_actions(state)``.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended by its rules, None while it goes on."""
        ...

    def view(self, state: S, viewer: int | None) -> S:
        """Return the part of a state that a player (None: the public) may know."""
        ...

    def reshuffled(self, state: S, seed: int) -> S:
        """Return a state with all that is unknown in it drawn again, so that a view can be played on.

        This is an order that nobody knows, and what a view hides.
        """
        ...

    def hides(self, state: S) -> bool:
        """Return True if a part of a state is hidden from the public.

        The answer depends on nothing hidden: an order that happens to be the one in views is hidden too.
        """
        ...

    def stand_in(self, state: S, action: Action[M], seen: S) -> Action[M] | None:
        """Return the action in place of one that another player made unseen, in a line made for somebody else.

        Args:
            state: the state before it in that line.
            action: the action.
            seen: the view that this other player has at the end of the line.

        Returns:
            An action that leads to the same view, and depends on the view alone; None if the line can do without.
        """
        ...

    def secret(self, state: S) -> bool:
        """Return True if the player to move decides unseen: a curtain hides the board until they ask for it."""
        ...

    def reveals(self, state: S, action: Action[M]) -> bool:
        """Return True if an action uncovers hidden information, so that it cannot be undone."""
        ...

    def key(self, state: S) -> Hashable | None:
        """Return a value that is equal for positions that count as repeated; None in mid-turn, which never counts."""
        ...

    def claimable(self, state: S) -> str | None:
        """Return why the player to move may claim a draw other than by repetition, as a sentence; None if not."""
        ...

    def explain(self, state: S, targets: Sequence[str]) -> Refusal:
        """Return the reason why no legal action begins with these targets, with the lesson that teaches it."""
        ...

    def name(self, state: S, target: str) -> str:
        """Return a target in words: the thing that stands there, or the effect of the button ("b4, green stone")."""
        ...

    def describe(self, state: S, action: Action[M]) -> str:
        """Return an action in words, as it is announced and offered ("Green's stone goes from a1 to a4")."""
        ...

    def prompt(self, state: S) -> str:
        """Return a short sentence with the options of the player to move; empty at the end."""
        ...

    def parse_position(self, text: str) -> S:
        """Return the state a position text describes.

        Raises:
            PositionError: the text cannot be read or describes an impossible position.
        """
        ...

    def format_position(self, state: S) -> str:
        """Return the position text of a state; ``parse_position`` gives back an equal state."""
        ...

    def parse_action(self, state: S, text: str) -> Action[M]:
        """Return the legal action a text names.

        Raises:
            ActionError: the text is not an action of this game.
            IllegalAction: it is, but not allowed here; the error says why.
        """
        ...

    def format_action(self, state: S, action: Action[M]) -> str:
        """Return the text of an action, as records keep it."""
        ...

    def format_moves(self, states: Sequence[S], actions: Sequence[Action[M]]) -> tuple[Turn, ...]:
        """Return the move list of a game, a turn a line.

        Args:
            states: the states before each action and after the last; later ones are ignored.
            actions: the actions of the game.
        """
        ...

    def parse_moves(self, start: S, text: str) -> tuple[Action[M], ...]:
        """Return the actions of a move list as ``format_moves`` writes it (its lines joined by line ends).

        Raises:
            ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
        """
        ...


class BaseGame(Game[S, M]):
    """A game of two without secrets, chance or repetition, whose move list has one numbered action a line.

    A game overrides where it differs. It gives all that has no default here: ``id``, ``title``, ``side_names``,
    ``initial``, ``to_move``, ``legal_actions``, ``next_state``, ``outcome``, ``explain``, ``name``, ``describe``,
    ``prompt``, ``parse_position`` and ``format_position``.
    """

    side_names: tuple[str, ...] = ()
    """The names of the players on the board, marked with ``N_``, where they are always the same."""
    players = range(2, 3)
    options: tuple[Option, ...] = ()
    repetition = Repetition()

    def __hash__(self) -> int:
        """Games are constants: each is equal to itself alone."""
        return id(self)

    def sides(self, state: S) -> tuple[str, ...]:
        """Return ``side_names``."""
        return self.side_names

    def next_state(self, state: S, move: M) -> S:
        """Return the state after the move of a legal action; legality is not checked again."""
        raise NotImplementedError

    def apply(self, state: S, action: Action[M]) -> S:
        """Return the state after an action.

        Raises:
            IllegalAction: the action is not one of ``legal_actions(state)``.
        """
        if action not in self.legal_actions(state):
            raise IllegalAction.refused(self.explain(state, action.targets))
        return self.next_state(state, action.move)

    def view(self, state: S, viewer: int | None) -> S:
        """Return the whole state: nothing is hidden."""
        return state

    def reshuffled(self, state: S, seed: int) -> S:
        """Return the state itself: no order is unknown."""
        return state

    def hides(self, state: S) -> bool:
        """Return True if the public's view is not the whole state."""
        return self.view(state, None) != state

    def stand_in(self, state: S, action: Action[M], seen: S) -> Action[M] | None:
        """Return None: position texts tell all that a player may know."""
        return None

    def secret(self, state: S) -> bool:
        """Return False: everybody decides in the open."""
        return False

    def reveals(self, state: S, action: Action[M]) -> bool:
        """Return False: nothing is hidden."""
        return False

    def key(self, state: S) -> Hashable | None:
        """Return the whole state: every action is a turn."""
        return state

    def claimable(self, state: S) -> str | None:
        """Return None: no draw can be claimed."""
        return None

    def parse_action(self, state: S, text: str) -> Action[M]:
        """Return the legal action with this text.

        Raises:
            ActionError: the text is not an action of this game.
            IllegalAction: it is, but not allowed here; the error says why.
        """
        for action in self.legal_actions(state):
            if action.text == text:
                return action
        raise IllegalAction.refused(self.explain(state, self.targets_of(text)))

    def targets_of(self, text: str) -> tuple[str, ...]:
        """Return the targets that an action with this text would have, legal or not.

        Raises:
            ActionError: the text is not an action of this game.
        """
        raise ActionError(_("{text} is not an action").format(text=repr(text[:20])))

    def format_action(self, state: S, action: Action[M]) -> str:
        """Return the action's own text."""
        return action.text

    def format_moves(self, states: Sequence[S], actions: Sequence[Action[M]]) -> tuple[Turn, ...]:
        """Return one numbered line an action."""
        return tuple(
            Turn(f"{ply + 1}.", self.to_move(states[ply]), ((ply, self.format_action(states[ply], action)),))
            for ply, action in enumerate(actions)
        )

    def parse_moves(self, start: S, text: str) -> tuple[Action[M], ...]:
        """Return the actions of a list with one numbered action a line.

        Raises:
            ActionError, IllegalAction: a line cannot be read or its action is not allowed; the error says which.
        """
        return parse_numbered(start, text, parse=self.parse_action, apply=self.apply)
