"""The interface of a game's bot, which chooses actions, finds threats and gives reasons.

A bot sees a state only as the player may see it (``Timeline.state_for``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.search import sampled
from ruleboard.engine.search.thinking import ComparisonSearch, Question, TurnSearch
from ruleboard.overriding import override

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Threat:
    """A harmful action that an opponent could take next if the player passed.

    Attributes:
        sentence: a sentence that describes the threat.
        targets: the targets to highlight, from the source of the threat to its victim.
        path: the targets along the path to draw, including both ends, or an empty tuple for no path.
        opportunity: a sentence that describes the action as an opportunity for the opponent, or ``""`` if
            ``sentence`` fits both players.
    """

    sentence: str
    targets: tuple[str, ...]
    path: tuple[str, ...] = ()
    opportunity: str = ""


@dataclass(frozen=True, slots=True)
class Tip:
    """Advice for the player to move. It does not name the best move.

    Attributes:
        sentence: the advice as a sentence.
        can_win: True if the player can win this turn.
        lesson: the id of a lesson on the topic, or ``""`` for none.
    """

    sentence: str
    can_win: bool = False
    lesson: str = ""


class Bot(Protocol[S_contra, M]):
    """A program that plays a game. Apart from caches, it keeps no state.

    Attributes:
        playing_styles: short English sentences about how the bot plays, one for each level from 1; empty to use the
            sentences for all games.
    """

    playing_styles: Sequence[str]

    def think(self, state: S_contra, question: Question) -> TurnSearch[M]:
        """Return a search for the next actions of the player to move.

        Args:
            state: the state as this player may see it, with at least one legal action.
            question: the player, the level, the seed, and the earlier positions.
        """
        ...

    def threats(self, state: S_contra, player: int) -> tuple[Threat, ...]:
        """Return the threats against a player, the worst first.

        Args:
            state: the state as this player may see it.
            player: the 0-based number of the player who faces the threats.
        """
        ...

    def tips(self, state: S_contra, player: int) -> tuple[Tip, ...]:
        """Return tips for the player to move, the best first. Threats are not among them.

        Args:
            state: the state at the start of the turn, as this player may see it.
            player: the 0-based number of the player to move.
        """
        ...

    def consequences(
        self, state: S_contra, actions: Sequence[Action[M]], better_actions: Sequence[Action[M]]
    ) -> tuple[Threat, ...]:
        """Return the losses that a player suffers after a turn and would avoid with a better one, the worst first.

        Games need this method if ``threats`` cannot show these losses, because players choose at the same time or score
        at the end of a round.

        Args:
            state: the state before the turn, as the player to move may see it.
            actions: the actions of the turn, in order.
            better_actions: the actions of the better turn, in order.
        """
        ...

    def reasons(self, state: S_contra, actions: Sequence[Action[M]], reader: int | None = None) -> tuple[str, ...]:
        """Return the reasons for a turn as short sentences, the most important first.

        Each turn that the bot chooses has at least one reason. If no other reason applies, it says what the turn
        achieves.

        Args:
            state: the state before the turn, as the player to move may see it.
            actions: the legal actions of the turn, in order.
            reader: the 0-based number of the player whom the sentences may call "you", or None for the names of the
                sides.
        """
        ...

    def compare(self, state: S_contra, question: Question, actions: Sequence[Action[M]]) -> ComparisonSearch[M]:
        """Return a search that compares a turn with the best turn, for a review of the game.

        Only games with simultaneous choices or more than two players need this method. For other games a review
        evaluates the best reply to the turn (``thinking.review``).

        Args:
            state: the state before the turn, as the player to move may see it.
            question: the player, the level, the seed, and the earlier positions.
            actions: the actions of the turn, in order.
        """
        ...


class BaseBot(Bot[S_contra, M]):
    """A base class for bots. Subclasses must define ``think``.

    The default implementations of the other methods return nothing.
    """

    playing_styles: Sequence[str] = ()

    @override
    def threats(self, state: S_contra, player: int) -> tuple[Threat, ...]:
        return ()

    @override
    def tips(self, state: S_contra, player: int) -> tuple[Tip, ...]:
        return ()

    @override
    def consequences(
        self, state: S_contra, actions: Sequence[Action[M]], better_actions: Sequence[Action[M]]
    ) -> tuple[Threat, ...]:
        return ()

    @override
    def reasons(self, state: S_contra, actions: Sequence[Action[M]], reader: int | None = None) -> tuple[str, ...]:
        return ()

    @override
    def compare(self, state: S_contra, question: Question, actions: Sequence[Action[M]]) -> ComparisonSearch[M]:
        """Return None, so that the review evaluates the best reply to the turn instead."""
        yield from ()
        return None


class SampledBot(BaseBot[S, M]):
    """A bot that samples random continuations, for games that define no bot (see ``engine.search.sampled``)."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game

    @override
    def think(self, state: S, question: Question) -> TurnSearch[M]:
        return sampled.think(self.game, state, question)
