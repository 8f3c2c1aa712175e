"""The table: a game in play and how the page shows it, as an immutable value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ruleboard.app.board import situation as situations
from ruleboard.app.board.parts import (
    Advice,
    Bots,
    ClockState,
    Display,
    DrawOffer,
    GuidedTurn,
    Notes,
    Review,
    SavingState,
    Touches,
    UndoState,
)
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.seats import person_players, seat_of
from ruleboard.engine.selection import Selection
from ruleboard.engine.timeline import Timeline


@dataclass(frozen=True)
class Table:
    """A game in play and how the page shows it.

    Attributes:
        id: the game's id in the library.
        timeline: the game. Its first ``timeline.ply`` entries are on the board, and redo restores later entries.
        touches: the selection, the last refusal, and the attack query.
        display: the state or the replay that the page shows.
        draw_offer: the open draw offer, or None.
        message: a message for the player to move, such as the answer to a draw offer, or the title of a copy.
        saving: the state of saving. If another tab has opened the game, this tab does not save it.
        undo: the state of undo and redo.
        bots: the plan of the bot to move, the scores of the bots, and whether they are paused.
        clock: the state of the clock; the remaining times are in the record.
        advice: the hint or the threats that the player to move requested, or None.
        notes: the notes next to the board.
        guided_turn: the guide's judgement of the person's last turn.
        review: the review of the finished game, None before a person opens it.
    """

    id: str
    timeline: Timeline[Any]
    touches: Touches = field(default_factory=Touches)
    display: Display = field(default_factory=Display)
    draw_offer: DrawOffer | None = None
    message: str = ""
    saving: SavingState = field(default_factory=SavingState)
    undo: UndoState = field(default_factory=UndoState)
    bots: Bots = field(default_factory=Bots)
    clock: ClockState = field(default_factory=ClockState)
    advice: Advice | None = None
    notes: Notes = field(default_factory=Notes)
    guided_turn: GuidedTurn = field(default_factory=GuidedTurn)
    review: Review | None = None

    @cached_property
    def viewed_timeline(self) -> Timeline[Any]:
        """The game up to the state on the board, which a variation may follow."""
        if self.display.ply is None:
            return self.timeline
        timeline = self.timeline.jump(self.display.ply)
        return timeline.with_line(self.display.variation) if self.display.variation else timeline

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The numbers, from 0, of the players who are persons."""
        return person_players(self.timeline.record.seats, len(self.timeline.record.players))

    @cached_property
    def only_person(self) -> int | None:
        """The only person among the players, or None if there are several persons or only bots."""
        return self.persons[0] if len(self.persons) == 1 else None

    def bot_level_of(self, player: int) -> int:
        """Return the level of a player's bot, or 0 if the player is a person."""
        return seat_of(self.timeline.record.seats, player)

    @property
    def bot_level_to_move(self) -> int:
        """The level of the bot to move, or 0 if a person is to move or the game is over."""
        to_move = self.timeline.to_move
        return 0 if to_move is None else self.bot_level_of(to_move)

    @cached_property
    def situation(self) -> situations.Situation:
        """The situation at the table. A situation that covers the board contains the situation behind it."""
        display, situation = self.display, self._viewed_situation()
        if display.shows_replay_history:
            situation = situations.InReplayHistory(situation)
        if self.draw_offer is not None and display.ply is None and self.timeline.outcome is None:
            situation = situations.DrawOffered(self.draw_offer, situation)
        if self.saving.is_in_other_tab:
            situation = situations.InOtherTab(situation)
        return situations.Replaying(display.replay, situation) if display.replay else situation

    def _viewed_situation(self) -> situations.Situation:
        """Return the situation of the state on the board, even if something covers the board."""
        display = self.display
        if display.ply is None:
            return self.current_situation
        return situations.LookingBack(display.ply, display.awaits_handover, display.replays_turn)

    @property
    def current_situation(self) -> situations.CurrentSituation:
        """The situation in the current state, regardless of what the page shows."""
        player = self.timeline.to_move
        if player is None:
            return situations.GameOver(self.undo.awaits_confirmation)
        if self.display.awaits_handover:
            return situations.HandOver(player)
        if self.guided_turn.mistake is not None:
            return situations.MistakeMade(player, self.guided_turn.mistake)
        level = self.bot_level_of(player)
        return (
            situations.OpponentToMove(player, level, bool(self.persons)) if level else situations.PersonToMove(player)
        )

    @cached_property
    def read_only(self) -> bool:
        """True if touches cannot play an action: no person is to move on the board in this tab."""
        return not isinstance(situations.without_offer(self.situation), situations.PersonToMove)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions of the current state, empty if the table is read-only."""
        return () if self.read_only else self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def selection(self) -> Selection:
        """The selection: the targets touched so far, and the actions that remain possible."""
        return selections.select(self.actions, self.touches.targets)

    @property
    def draw_responder(self) -> int | None:
        """The player who has to answer the draw offer now, or None."""
        return self.draw_offer.responder if self.draw_offer else None
