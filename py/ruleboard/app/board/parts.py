"""The parts of a table: small immutable values, each for one concern."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple

from ruleboard.app.board.replay import ReplayPosition
from ruleboard.app.storage.reviews import Verdict
from ruleboard.contract.bots import Threat
from ruleboard.contract.view import SideNote
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal


@dataclass(frozen=True, slots=True)
class Touches:
    """The touches of the player to move.

    Attributes:
        targets: the selection: the targets touched so far, in order.
        refused_target: the last refused target, or empty.
        refusal: the reason why that target or another request of the player to move was refused.
        was_dropped: True if a drop selected the last target, such as a beast that a player wants to pick up next.
        attack_query: the square whose attackers the board shows, empty until a person touches a square, None while
            touches play actions.
    """

    targets: tuple[str, ...] = ()
    refused_target: str = ""
    refusal: Refusal = NO_REFUSAL
    was_dropped: bool = False
    attack_query: str | None = None

    def without_selection(self) -> Touches:
        """Return the touches without a selection and a refusal, but with the same attack query."""
        return self.with_selection(())

    def with_selection(self, targets: tuple[str, ...]) -> Touches:
        """Return the touches with another selection and without a refusal, but with the same attack query."""
        return Touches(targets, attack_query=self.attack_query)

    def with_refusal(self, target: str, refusal: Refusal) -> Touches:
        """Return the touches with a refused target, but with the same selection."""
        return replace(self, refused_target=target, refusal=refusal)

    def reset_for_other_state(self) -> Touches:
        """Return the touches for another state on the board. An open attack query loses its square."""
        return Touches(attack_query=None if self.attack_query is None else "")


class LineKind(StrEnum):
    """The lines that a board can show: the better and the played line of a turning point, and the line of a hint."""

    BETTER = "better"
    PLAYED = "played"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Display:
    """The state or replay on the page, and the settings of the board.

    A ply is the number of actions in a record before a state: the state at ply 0 is the start.

    Attributes:
        ply: the ply of the state on the board, or None if it is the current state.
        variation: the actions of a line from that state to the state on the board; usually empty.
        variation_line: the line to which the variation belongs.
        replay: the replay in place of the board, with its current frame, or None.
        shows_replay_history: True if the page shows the history of replays in place of the board, or will show it after
            the replay.
        awaits_handover: True if the hand-over screen covers the board until the player to move opens it.
        replays_turn: True while the page replays the opponent's last turn, or the last turn of a finished game, from
            ``ply`` to the current state.
        move_list_turn: the number, from 0, of the turn in the middle of a long move list, None for the viewed
            turn.
        is_flipped: True if a person has flipped the board.
        shows_whole_board: True if the page shows all of a board that is too large to read or touch on a small screen.
        opened_part: the player whose part of the board a person has opened, None for the usual part; see
            ``board_part.py``.
        shows_bottom_player_secrets: True if replays show the secrets of the player at the bottom of the board.
    """

    ply: int | None = None
    variation: tuple[Action[Any], ...] = ()
    variation_line: LineKind = LineKind.BETTER
    replay: ReplayPosition | None = None
    shows_replay_history: bool = False
    awaits_handover: bool = False
    replays_turn: bool = False
    move_list_turn: int | None = None
    is_flipped: bool = False
    shows_whole_board: bool = False
    opened_part: int | None = None
    shows_bottom_player_secrets: bool = False

    @property
    def covers_board(self) -> bool:
        """True if the hand-over screen, a replay or the history of replays covers the board."""
        return self.awaits_handover or self.replay is not None or self.shows_replay_history

    def at(self, ply: int | None, *, awaits_handover: bool) -> Display:
        """Return the display of another state, or of the current one if the ply is None. Orientation and zoom stay."""
        return Display(
            ply,
            awaits_handover=awaits_handover,
            is_flipped=self.is_flipped,
            shows_bottom_player_secrets=self.shows_bottom_player_secrets,
            shows_whole_board=self.shows_whole_board,
        )


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offer that waits for the answers of all other players.

    Attributes:
        player: the player who made the offer, from 0.
        responder: the player who has to answer now. The next seat answers first, then the other seats in order.
    """

    player: int
    responder: int


@dataclass(frozen=True, slots=True)
class SavingState:
    """The state of saving.

    Attributes:
        is_unsaved: True if the person opened the game from a link and the app has not stored it yet.
        is_in_other_tab: True if another tab has opened the game after this one.
    """

    is_unsaved: bool = False
    is_in_other_tab: bool = False


@dataclass(frozen=True, slots=True)
class UndoState:
    """The state of undo and redo.

    Attributes:
        batch: the first and the last ply of actions that undo and redo treat as one.
        awaits_confirmation: True if a person has to confirm undoing the end of the game.
    """

    batch: tuple[int, int] = (0, 0)
    awaits_confirmation: bool = False


class BotScore(NamedTuple):
    """The chances that a bot computed at one of its turns.

    Attributes:
        player: the bot's player, from 0.
        ply: the ply at which the bot chose its turn.
        score: the chances that the bot computed for itself.
    """

    player: int
    ply: int
    score: int


@dataclass(frozen=True, slots=True)
class Bots:
    """The bots at a table.

    Attributes:
        plan: the texts of the actions that the bot to move has chosen but not played yet.
        is_mid_plan: True if the bot has played some actions of its plan.
        scores: the chances of the bots, in the order of their turns.
        are_paused: True if the bots are paused.
    """

    plan: tuple[str, ...] = ()
    is_mid_plan: bool = False
    scores: tuple[BotScore, ...] = ()
    are_paused: bool = False


@dataclass(frozen=True, slots=True)
class ClockState:
    """The state of the clock. The remaining times are in the record of the game.

    Attributes:
        running_since: the device's time in milliseconds from which the time of the player to move runs, None while the
            clock is stopped.
        is_paused: True if a person paused the clock, or has not started it since the game was opened.
        is_player_away: True if the page is hidden or a dialog covers the game.
    """

    running_since: int | None = None
    is_paused: bool = True
    is_player_away: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes next to the board.

    Attributes:
        recent_events: the note about recent events, or None.
        open_note: the id of the open note, ``MOVE_LIST_NOTE`` or ``REVIEW_NOTE``. Empty for no note, None for the note
            about recent events if there is one.
        note_to_restore: the id of the note that opens again after the note about recent events.
        step: the step of the open note, from 0.
        lesson: the id of the lesson among the notes, or empty.
        is_reading_lesson: True if a person has opened a lesson since the last action.
    """

    recent_events: SideNote | None = None
    open_note: str | None = None
    note_to_restore: str = ""
    step: int = 0
    lesson: str = ""
    is_reading_lesson: bool = False


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that the person may take back or accept.

    Attributes:
        ply: the ply at which the turn began.
        better_actions: the actions of a better turn.
        reply: the actions of the best reply to the turn, empty if it is not known.
        loses: True if the turn loses the game for certain.
        misses_win: True if the better turn wins for certain, sooner or later.
    """

    ply: int
    better_actions: tuple[Action[Any], ...]
    reply: tuple[Action[Any], ...]
    loses: bool
    misses_win: bool = False


@dataclass(frozen=True, slots=True)
class GuidedTurn:
    """The person's last turn in a guided game.

    Attributes:
        is_judged: True if the guide has judged the turn, so that the bot may think.
        mistake: the mistake in that turn until the person takes it back or accepts it, or None.
    """

    is_judged: bool = False
    mistake: Mistake | None = None


class AdviceKind(IntEnum):
    """The kinds of advice: a hint that is being computed, the three steps of a hint in order, and threats."""

    SEARCHING = 0
    TARGET = 1
    MOVE = 2
    REASONS = 3
    THREATS = 4


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice on display, or a hint that is being computed.

    Attributes:
        kind: a hint in one of its steps, or threats.
        actions: the recommended actions, empty for threats and while the hint is being computed.
        line: the turns of the line that explains the hint, from the recommended one on; empty if none is known.
        threats: the threats against the player to move, of which the page displays one at a time.
        threat_index: the index of the threat on display, from 0.
    """

    kind: AdviceKind
    actions: tuple[Action[Any], ...] = ()
    line: tuple[tuple[Action[Any], ...], ...] = ()
    threats: tuple[Threat, ...] = ()
    threat_index: int = 0

    @property
    def threat(self) -> Threat | None:
        """The threat on display, or None."""
        return self.threats[self.threat_index] if self.threats else None


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """A turn to judge: consecutive decisions of one player.

    Attributes:
        start: the ply at which the turn begins.
        end: the ply after the turn.
        player: the player, from 0.
        move_list_index: the index of its line in the move list, from 0.
    """

    start: int
    end: int
    player: int
    move_list_index: int


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, complete or in progress.

    Attributes:
        turns: the turns of the game.
        verdicts: the verdicts on the first turns, in order.
        is_running: True while the bot judges the next turn.
    """

    turns: tuple[ReviewTurn, ...]
    verdicts: tuple[Verdict, ...] = ()
    is_running: bool = False

    @property
    def next_turn(self) -> ReviewTurn | None:
        """The turn that the bot is judging, None if the review is complete or has stopped."""
        verdict_count = len(self.verdicts)
        return self.turns[verdict_count] if self.is_running and verdict_count < len(self.turns) else None

    @property
    def is_complete(self) -> bool:
        """True if every turn has a verdict."""
        return len(self.verdicts) == len(self.turns)
