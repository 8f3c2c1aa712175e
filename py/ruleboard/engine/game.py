"""The contract between a game and everything else: pure functions over immutable states."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of one player.

    Attributes:
        text: the game's own notation; within a position it names exactly one action.
        targets: the ids a person touches, in order, to make it: squares and the like (``"b1"``), and
            ``"do:…"`` for what is not on the board and is offered as a button (``"do:end"``).
        kind: how the last target is marked: ``"go"``, ``"capture"`` or ``"special"``, optionally followed by a
            space and a finer word of the game's own (``"special bounce"``).
        ways: further sequences of targets that make the same action (a chain walked hop by hop).
    """

    text: str
    targets: tuple[str, ...]
    kind: str = "go"
    ways: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option: what the record stores, what people read, and one sentence about it.

    Attributes:
        only_with: another option's id, and those of its values with which this choice means something of its
            own: it is offered with them alone. A record may hold it with any. None: it is always offered.
    """

    value: str
    title: str
    help: str = ""
    only_with: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """Something chosen before the game begins; the first choice is the default."""

    id: str
    title: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> str:
        """The value that stands when nothing was chosen."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        returns: one number a player, +1 for a win, -1 for a loss, 0 for a draw (between them in a ranking).
        reason: why, as a whole sentence.
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
        """Whether everybody got the same."""
        return len(set(self.returns)) == 1


@dataclass(frozen=True, slots=True)
class Repetition:
    """How often a position may occur before a draw may be claimed, and before it is one (0: never)."""

    claim: int = 0
    draw: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a move list: the words before it, whose turn it was, and its actions.

    Attributes:
        label: what stands before the actions ("1.", "Round 2"); may be empty.
        player: whose turn it was (0-based), None where several acted together.
        items: pairs of (ply, notation); ply counts all actions of the game from 0, so that the state after the
            item is ``states[ply + 1]``. Several plies may share one item: then it carries the last one.
    """

    label: str
    player: int | None
    items: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return " ".join(([self.label] if self.label else []) + [text for _, text in self.items])


class Game(Protocol[S]):
    """The rules of one game. States are immutable and hashable; nothing here knows of a page.

    The methods take any state that ``initial``, ``apply`` or ``parse_position`` gave.
    """

    id: str
    title: str
    players: range
    options: tuple[Option, ...]
    repetition: Repetition

    def __hash__(self) -> int:
        """Games are constants: one is itself and no other."""
        ...

    def initial(self, options: Mapping[str, str], seed: int) -> S:
        """The first state of a game with these options (missing ones take their default).

        Raises:
            RecordError: an option or its value is not one of the game's.
        """
        ...

    def sides(self, state: S) -> tuple[str, ...]:
        """What the players are called on the board, in order of their numbers ("Green", "Red").

        In English and marked with ``N_``: who shows them looks them up.
        """
        ...

    def to_move(self, state: S) -> int | None:
        """Whose decision it is (0-based), None at the end."""
        ...

    def legal_actions(self, state: S) -> Sequence[Action]:
        """All actions allowed, in canonical order, none twice: the only source of legality."""
        ...

    def apply(self, state: S, action: Action) -> S:
        """The state after an action.

        Raises:
            IllegalAction: the action is not one of ``legal_actions(state)``.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended by its rules, None while it goes on."""
        ...

    def view(self, state: S, viewer: int | None) -> S:
        """What that player (None: the public) may know of a state."""
        ...

    # A game with an order that nobody knows may also have ``reshuffled(state, seed) -> S``: the state with that order
    # made anew, so that one can play on from what is public.

    def secret(self, state: S) -> bool:
        """Whether the player to move decides unseen: a curtain hides the board until they ask for it."""
        ...

    def reveals(self, state: S, action: Action) -> bool:
        """Whether an action uncovers what was hidden, so that it cannot be undone."""
        ...

    def key(self, state: S) -> Hashable | None:
        """What makes two positions the same for repetition; None in mid-turn, where nothing is counted."""
        ...

    def claimable(self, state: S) -> str | None:
        """Why the player to move may claim a draw, as a whole sentence, repetition left aside; None if not."""
        ...

    def explain(self, state: S, targets: Sequence[str]) -> str:
        """Why no legal action begins with these targets, as a whole sentence for the player.

        A ``Reason`` (made by ``because``), so that the lesson on the rule is one touch away.
        """
        ...

    def name(self, state: S, target: str) -> str:
        """A target in words: what stands there, or what the button does ("b4, green stone", "End turn")."""
        ...

    def describe(self, state: S, action: Action) -> str:
        """An action in words, as it is announced and offered ("Green's stone goes from a1 to a4")."""
        ...

    def prompt(self, state: S) -> str:
        """What the player to move may do now, in a short sentence; empty at the end."""
        ...

    def parse_position(self, text: str) -> S:
        """The state a position text describes.

        Raises:
            PositionError: the text cannot be read or describes an impossible position.
        """
        ...

    def format_position(self, state: S) -> str:
        """The position text of a state; ``parse_position`` gives back an equal state."""
        ...

    def parse_action(self, state: S, text: str) -> Action:
        """The legal action a text names.

        Raises:
            ActionError: the text is not an action of this game.
            IllegalAction: it is, but not allowed here; the error says why.
        """
        ...

    def format_action(self, state: S, action: Action) -> str:
        """The text of an action, as records keep it."""
        ...

    def format_moves(self, states: Sequence[S], actions: Sequence[Action]) -> tuple[Turn, ...]:
        """The move list of a game, a turn a line.

        Args:
            states: the game as it stood before each action and after the last; what came later is not looked at.
            actions: what was done.
        """
        ...

    def parse_moves(self, start: S, text: str) -> tuple[Action, ...]:
        """The actions of a move list as ``format_moves`` writes it (its lines joined by line ends).

        Raises:
            ActionError, IllegalAction: a move cannot be read or is not allowed; the error says which.
        """
        ...


class Reason(str):
    """Why something is not allowed, as a sentence that knows which rule it comes from.

    Attributes:
        rule: the id of the lesson that teaches the rule; empty if there is nothing to be learned.
    """

    rule: str = ""


def because(rule: str, words: str) -> Reason:
    """A reason and the id of the lesson that teaches its rule."""
    reason = Reason(words)
    reason.rule = rule
    return reason


def rule_of(words: str) -> str:
    """The id of the lesson behind a reason; empty for any other text."""
    return words.rule if isinstance(words, Reason) else ""
