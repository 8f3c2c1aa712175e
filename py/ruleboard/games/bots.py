"""The contract of a game's opponent: choices of actions, threats, and reasons in words.

A bot is given states as a player may see them (``Timeline.state_for``), and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.search import sampled
from ruleboard.engine.search.thinking import Comparing, Question, Thinking
from ruleboard.overriding import override

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Threat:
    """An action a player could take next turn, if the other passed now, that would hurt the other.

    Attributes:
        sentence: the threat in words, as a whole sentence.
        targets: the targets that it concerns: first where it comes from, last where it strikes.
        path: the targets along its way, its start and end included; empty where there is no way to draw.
        possible: the same as something that the player can do now, being the one to move, as a whole sentence; empty
            where ``sentence`` says it as well.
    """

    sentence: str
    targets: tuple[str, ...]
    path: tuple[str, ...] = ()
    possible: str = ""


@dataclass(frozen=True, slots=True)
class Counsel:
    """A thought that a position suggests to the player to move. It does not tell the move.

    Attributes:
        sentence: the thought in words, as a whole sentence.
        wins: True if the player can win in this turn.
        lesson: the id of a lesson on it; empty for none.
    """

    sentence: str
    wins: bool = False
    lesson: str = ""


class Bot(Protocol[S_contra, M]):
    """The part of a game that plays it. Pure: it keeps nothing between two questions but caches."""

    def think(self, state: S_contra, question: Question) -> Thinking[M]:
        """Choose the next actions of the player to move.

        Args:
            state: the state as that player may see it; the player has a legal action.
            question: the player, the level, the seed, and the positions that occurred before.
        """
        ...

    def threats(self, state: S_contra, player: int) -> tuple[Threat, ...]:
        """Return the threats against a player, the worst first.

        Args:
            state: the state as that player may see it.
            player: the player who is threatened, 0-based.
        """
        ...

    def counsel(self, state: S_contra, player: int) -> tuple[Counsel, ...]:
        """Return the thoughts that a position suggests to the player to move besides the threats, the best first.

        Args:
            state: the state at the beginning of the turn, as that player may see it.
            player: the player to move, 0-based.
        """
        ...

    def harm(self, state: S_contra, played: Sequence[Action[M]], better: Sequence[Action[M]]) -> tuple[Threat, ...]:
        """Return the harm that a turn may do to its own player where a better one does not, the worst first.

        It is for what ``threats`` cannot tell: where the players choose at the same time, or reckon up at the end of a
        round.

        Args:
            state: the state before the turn, as the player to move may see it.
            played: the actions of the turn, in order.
            better: those of the better one.
        """
        ...

    def reasons(self, state: S_contra, actions: Sequence[Action[M]]) -> tuple[str, ...]:
        """Return the reasons for a choice of actions, the most important first, each as a short sentence.

        Args:
            state: the state before them, as the player to move may see it.
            actions: legal actions of that player, in order.
        """
        ...

    def compare(self, state: S_contra, question: Question, actions: Sequence[Action[M]]) -> Comparing[M]:
        """Compare a turn that was played with the best one, where the replies to it do not tell what it is worth.

        Two players from whom nothing is hidden need no such method: a turn is worth what the best reply leaves of it
        (``thinking.review``). It is for choices at the same time, and for more players.

        Args:
            state: the state before the turn, as the player to move may see it.
            question: the player, the level, the seed, and the positions that occurred before.
            actions: the actions of the turn, in order.
        """
        ...


class BaseBot(Bot[S_contra, M]):
    """A bot that sees no threats, gives no counsel and no reasons, and compares no turns. ``think`` has no default."""

    @override
    def threats(self, state: S_contra, player: int) -> tuple[Threat, ...]:
        """Return no threats."""
        return ()

    @override
    def counsel(self, state: S_contra, player: int) -> tuple[Counsel, ...]:
        """Return no thoughts."""
        return ()

    @override
    def harm(self, state: S_contra, played: Sequence[Action[M]], better: Sequence[Action[M]]) -> tuple[Threat, ...]:
        """Return no harm."""
        return ()

    @override
    def reasons(self, state: S_contra, actions: Sequence[Action[M]]) -> tuple[str, ...]:
        """Return no reasons."""
        return ()

    @override
    def compare(self, state: S_contra, question: Question, actions: Sequence[Action[M]]) -> Comparing[M]:
        """Return None: the replies tell what a turn is worth."""
        yield from ()
        return None


class SampledBot(BaseBot[S, M]):
    """The opponent in a game without one of its own: it plays many games on at random (``engine.search.sampled``)."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game

    @override
    def think(self, state: S, question: Question) -> Thinking[M]:
        return sampled.think(self.game, state, question)
