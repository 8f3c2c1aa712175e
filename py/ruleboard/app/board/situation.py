"""The situations at a table: who acts now, and which state the board shows.

``Table.situation`` checks them in a fixed order, so that panels, marks, gestures, announcements and bots agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ruleboard.app.board.parts import DrawOffer, Mistake
from ruleboard.app.board.replay import ReplayPosition


@dataclass(frozen=True, slots=True)
class Replaying:
    """The page shows a replay in place of the board.

    Attributes:
        position: the replay and its current frame.
        underlying_situation: the situation after the replay.
    """

    position: ReplayPosition
    underlying_situation: Situation


@dataclass(frozen=True, slots=True)
class InOtherTab:
    """Another tab has opened the game, so that this tab is read-only.

    Attributes:
        underlying_situation: the situation if no other tab had opened the game.
    """

    underlying_situation: Situation


@dataclass(frozen=True, slots=True)
class InReplayHistory:
    """The page shows the history of replays in place of the board.

    Attributes:
        underlying_situation: the situation after the person closes the history.
    """

    underlying_situation: Situation


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A draw offer waits for an answer.

    Attributes:
        offer: the offer.
        underlying_situation: the situation for all players who do not have to answer.
    """

    offer: DrawOffer
    underlying_situation: Situation


@dataclass(frozen=True, slots=True)
class LookingBack:
    """The board shows an earlier state, or one that undo took back.

    Attributes:
        ply: the ply of that state.
        awaits_handover: True if the hand-over screen covers the current state, so that no one can play on from here.
        replays_turn: True while the page replays the opponent's last turn, or the last turn of a finished game.
    """

    ply: int
    awaits_handover: bool = False
    replays_turn: bool = False


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over.

    Attributes:
        awaits_confirmation: True if a person wants to undo the end of the game and has to confirm it.
    """

    awaits_confirmation: bool = False


@dataclass(frozen=True, slots=True)
class HandOver:
    """The hand-over screen covers the board until a player opens it.

    Attributes:
        player: the player, from 0.
    """

    player: int


@dataclass(frozen=True, slots=True)
class MistakeMade:
    """The person in a guided game has made a mistake, and may take it back or accept it.

    Attributes:
        player: the player whose turn it is after the mistake, from 0.
        mistake: the mistake.
    """

    player: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class OpponentToMove:
    """A bot is to move.

    Attributes:
        player: the bot's player, from 0.
        level: the level of the bot.
        has_persons: True if the game also has persons, who wait for the bot.
    """

    player: int
    level: int
    has_persons: bool


@dataclass(frozen=True, slots=True)
class PersonToMove:
    """A person is to move.

    Attributes:
        player: the player, from 0.
    """

    player: int


CurrentSituation: TypeAlias = GameOver | HandOver | MistakeMade | OpponentToMove | PersonToMove
"""A situation in the current state of a game."""

Situation: TypeAlias = Replaying | InOtherTab | InReplayHistory | DrawOffered | LookingBack | CurrentSituation
"""A situation at a table."""


def without_offer(situation: Situation) -> Situation:
    """Return the situation behind a draw offer, or the situation itself if it is not a draw offer."""
    return situation.underlying_situation if isinstance(situation, DrawOffered) else situation


def explains_touches(situation: Situation) -> bool:
    """Return True if a touch only explains why it has no effect: the board shows a past state, or a bot is to move."""
    match without_offer(situation):
        case LookingBack(awaits_handover=awaits_handover):
            return not awaits_handover
        case OpponentToMove(has_persons=has_persons):
            return has_persons
        case _:
            return False
