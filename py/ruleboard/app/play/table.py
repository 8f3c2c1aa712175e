"""The table: a game in play and the way a person looks at it, as an immutable value."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleboard.app.play import guide, steps
from ruleboard.app.play.advice import Advice
from ruleboard.app.play.advice import advice_targets as advised
from ruleboard.app.play.advice import threat_paths as threatening
from ruleboard.app.play.replay import ReplayPosition
from ruleboard.app.play.review import REVIEW, Review, better_actions
from ruleboard.app.play.side_notes import lesson_note, state_notes
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.move_text import Turn, turn_number
from ruleboard.engine.seats import persons, seat_of
from ruleboard.engine.selection import Selection
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import SideNote
from ruleboard.i18n import _, current_catalog
from ruleboard.scene.marks import Marks


@dataclass(frozen=True)
class Table:
    """A game in play and the way a person looks at it. Derived values are cached unless they depend on the language.

    A ply counts the actions of a record before a state: the state at ply 0 is the start.

    Attributes:
        id: the game's id in the library.
        timeline: the game. Its first ``timeline.at`` entries are on the board, later ones can be redone.
        viewed_ply: the ply of the state on the board if it is not the current one, else None.
        selected: the targets touched so far, in order.
        refused_target: the last target that the game refused, or empty.
        refusal: the reason for that, or for refusing another request of the player to move.
        awaits_handover: True if the hand-over screen covers the board until the player to move opens it.
        draw_offered_by: the player, from 0, whose draw offer waits for the answers of all others, or None.
        draw_acceptances: the number of players who have accepted the offer, in the order of the seats.
        message: the result of a draw offer, or the news that the game continues in a copy, for the player to move.
        is_flipped: True if a person has turned the board by hand.
        is_unsaved: True if the game came with a link and is not stored yet.
        replay: the replay in place of the board, with its current frame, or None.
        shows_replay_history: True if the history of replays is in place of the board.
        is_in_other_tab: True if another tab has the game now.
        shows_whole_board: True if the page shows all of a board that is too large to read or touch on a small screen.
        recent_events: the note about recent events, or None.
        opened_note: the id of the note next to the board, or ``MOVE_LIST``. Empty for no note, None for the note about
            recent events if there is one.
        note_to_restore: the id of the note that recent events replaced. It opens again after them.
        opened_lesson: the id of the lesson next to the board, or empty.
        note_step: the step of the opened note, from 0.
        batch: the first and the last ply of actions that undo and redo treat as one.
        move_list_turn: the number, from 0, of the turn around which a long move list is shown, None for the viewed
            turn.
        plan: the texts of the actions that the bot to move has chosen and not played yet.
        is_mid_plan: True if the bot has played some actions of its plan.
        bot_scores: pairs of a player, from 0, and the chances that this player's bot computed for itself, in order.
        is_paused: True if the bots wait.
        advice: the hint or the threats that the player to move requested, or None.
        attack_query: the square whose attackers the board shows, empty before a person touches one, None while touches
            play.
        clock_running_since: the device's time in milliseconds from which the player to move uses their time, None while
            the clock stands still.
        is_clock_paused: True if a person paused the clock, or has not started it since the game was opened.
        is_player_away: True if the page is hidden or a dialog covers the game.
        is_reading_lesson: True if a person has opened a lesson next to the board since the last action.
        review: the review of the finished game, None before a person opens it.
        awaits_undo_confirmation: True if a person wants to undo the end of the game and has not confirmed it.
        replaying_opponent_turn: True while the page plays the opponent's last turn again, from ``viewed_ply`` to the
            current state.
        is_turn_judged: True if the guide has judged the reader's last turn, so that the bot may think.
        mistake: the mistake in that turn until the reader takes it back or accepts it, or None.
    """

    id: str
    timeline: Timeline[Any]
    viewed_ply: int | None = None
    selected: tuple[str, ...] = ()
    refused_target: str = ""
    refusal: Refusal = NO_REFUSAL
    awaits_handover: bool = False
    draw_offered_by: int | None = None
    draw_acceptances: int = 0
    message: str = ""
    is_flipped: bool = False
    is_unsaved: bool = False
    replay: ReplayPosition | None = None
    shows_replay_history: bool = False
    is_in_other_tab: bool = False
    shows_whole_board: bool = False
    recent_events: SideNote | None = None
    opened_note: str | None = None
    note_to_restore: str = ""
    opened_lesson: str = ""
    note_step: int = 0
    batch: tuple[int, int] = (0, 0)
    move_list_turn: int | None = None
    plan: tuple[str, ...] = ()
    is_mid_plan: bool = False
    bot_scores: tuple[tuple[int, int], ...] = ()
    is_paused: bool = False
    advice: Advice | None = None
    attack_query: str | None = None
    clock_running_since: int | None = None
    is_clock_paused: bool = True
    is_player_away: bool = False
    is_reading_lesson: bool = False
    review: Review | None = None
    awaits_undo_confirmation: bool = False
    replaying_opponent_turn: bool = False
    is_turn_judged: bool = False
    mistake: guide.Mistake | None = None

    @property
    def viewed_timeline(self) -> Timeline[Any]:
        """The timeline at the state on the board."""
        return self.timeline if self.viewed_ply is None else self.timeline.jump(self.viewed_ply)

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The numbers, from 0, of the players who are persons."""
        return persons(self.timeline.record.seats, len(self.timeline.record.players))

    @property
    def only_person(self) -> int | None:
        """The player who is the only person at the table, None if there are several persons or only bots."""
        return self.persons[0] if len(self.persons) == 1 else None

    def bot_level_of(self, player: int) -> int:
        """Return the level of a player's bot, 0 for a person."""
        return seat_of(self.timeline.record.seats, player)

    @property
    def bot_level_to_move(self) -> int:
        """The level of the bot to move, 0 if a person is to move or the game has ended."""
        to_move = self.timeline.to_move
        return 0 if to_move is None else self.bot_level_of(to_move)

    def bot_scores_of(self, player: int) -> tuple[int, ...]:
        """Return the chances that a player's bot has computed for itself, the latest last."""
        return tuple(score for scored_player, score in self.bot_scores if scored_player == player)

    @property
    def viewer(self) -> int | None:
        """The player whose secrets the board shows, None for public knowledge only.

        A person who plays alone always sees their own secrets. Several persons see the secrets of the player who makes
        a hidden decision.
        """
        if self.only_person is not None:
            return self.only_person
        timeline = self.viewed_timeline
        shows_secrets = (
            not self.awaits_handover and self.viewed_ply is None and timeline.is_hidden() and not self.bot_level_to_move
        )
        return timeline.to_move if shows_secrets else None

    @property
    def starts_zoomed(self) -> bool:
        """True if a small screen shows a part of the board first."""
        return VIEWS[self.timeline.game.id].starts_zoomed

    @cached_property
    def read_only(self) -> bool:
        """True if touches cannot play.

        The game is over or in another tab, the board shows another state, or a bot is to move.
        """
        is_away = self.is_board_covered or self.viewed_ply is not None or self.is_in_other_tab
        return is_away or self.timeline.outcome is not None or self.bot_level_to_move > 0

    @property
    def is_looking_back(self) -> bool:
        """True if the board shows an earlier state, or one that was taken back."""
        return self.viewed_ply is not None and not self.is_board_covered and not self.is_in_other_tab

    @property
    def waits_for_opponent(self) -> bool:
        """True if persons play here, but a bot is to move."""
        is_blocked = (
            self.is_board_covered or self.is_in_other_tab or self.viewed_ply is not None or self.mistake is not None
        )
        return bool(self.persons) and self.bot_level_to_move > 0 and not is_blocked

    @property
    def is_board_covered(self) -> bool:
        """True if the hand-over screen, a replay or the history of replays is in place of the board."""
        return self.awaits_handover or self.replay is not None or self.shows_replay_history

    @property
    def draw_responder(self) -> int | None:
        """The player who has to answer a draw offer now, or None. The next seat answers first, then the others."""
        if self.draw_offered_by is None:
            return None
        return (self.draw_offered_by + 1 + self.draw_acceptances) % len(self.timeline.game.sides(self.timeline.state))

    @cached_property
    def viewable_plies(self) -> tuple[int, ...]:
        """The plies that a person may look at, in order: all of them unless a player makes a hidden decision now.

        During a hidden decision all steps of one player count as one, since their number would betray the decision (the
        default army takes two).
        """
        plies, ply = self._first_plies, self.timeline.ply
        index = self.viewable_index(ply)
        return (*plies[:index], ply, *plies[index + 1 :])

    @cached_property
    def _first_plies(self) -> tuple[int, ...]:
        """The first ply of each step that a person may look at."""
        timeline = self.timeline
        count = len(timeline.entries) + 1
        if timeline.final_outcome is not None or not timeline.is_hidden():
            return tuple(range(count))
        first_hidden = timeline.ply  # every decision from this ply on is hidden
        while first_hidden and timeline.is_hidden(first_hidden - 1):
            first_hidden -= 1
        later = (ply for ply in range(first_hidden + 1, count) if not self._is_same_decision(ply - 1, ply))
        return (*range(first_hidden + 1), *later)

    @property
    def hidden_step_count(self) -> int:
        """The number of actions in the current hidden decision so far; 0 if no decision is hidden."""
        ply = self.timeline.ply
        return ply - self._first_plies[self.viewable_index(ply)]

    def _is_same_decision(self, earlier: int, later: int) -> bool:
        """Return True if the same player makes a hidden decision at both plies."""
        timeline = self.timeline
        states, to_move = timeline.states, timeline.game.to_move
        hidden = timeline.is_hidden(earlier) and timeline.is_hidden(later)
        return hidden and to_move(states[earlier]) == to_move(states[later])

    def viewable_index(self, ply: int) -> int:
        """Return the index, from 0, of a ply in ``viewable_plies``. People see this number."""
        return max(bisect_right(self._first_plies, ply) - 1, 0)

    def viewable_ply(self, index: int) -> int:
        """Return the ply at an index of ``viewable_plies``. A number out of range means the first or the last one."""
        return self.viewable_plies[max(0, min(index, len(self.viewable_plies) - 1))]

    @property
    def player_whose_turn_ended(self) -> int | None:
        """The person whose turn of several actions has just ended by itself, or None.

        None, too, if the person chose to end it.
        """
        timeline, end_button = self.timeline, VIEWS[self.timeline.game.id].turn_end
        previous_ply, last_ply = timeline.ply - 2, timeline.ply - 1
        if not end_button or previous_ply < 0 or self.viewed_ply is not None or timeline.to_move is None:
            return None
        action, player = timeline.entries[last_ply], timeline.game.to_move(timeline.states[last_ply])
        previous_player = timeline.game.to_move(timeline.states[previous_ply])
        is_same_turn = previous_player == player and not timeline.is_hidden(previous_ply)
        ended_by_choice = not isinstance(action, Action) or action.targets == (end_button,)
        if (
            not is_same_turn
            or ended_by_choice
            or player is None
            or player == timeline.to_move
            or self.bot_level_of(player)
        ):
            return None
        return player

    @property
    def can_continue(self) -> bool:
        """True if the board shows a past state from which people may play on."""
        ply = self.viewed_ply
        return (
            ply is not None
            and ply >= self.timeline.earliest_ply
            and not self.awaits_handover
            and not self.is_in_other_tab
        )

    @property
    def continues_in_study(self) -> bool:
        """True if another move from the viewed state becomes a variation in a study.

        This is so for a finished game with a review.
        """
        return self.review is not None and self.can_continue

    @property
    def continues_in_copy(self) -> bool:
        """True if playing on from the viewed state makes a copy of the game, so that this game stays as it is.

        A game in progress that hides something is never copied, since both copies would show what it hides. Then, and
        after undo, the game itself continues.
        """
        timeline, ply = self.timeline, self.viewed_ply
        hides_something = timeline.final_outcome is None and timeline.has_secrets
        return self.can_continue and ply is not None and ply < timeline.ply and not hides_something

    @cached_property
    def selection(self) -> Selection:
        """The actions and targets that the touches so far leave."""
        return selections.select(self.actions, self.selected)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions of the current state, empty if the table is read-only."""
        return () if self.read_only else self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def draggable_targets(self) -> frozenset[str]:
        """The targets on which a drag may begin."""
        return selections.draggable_targets(self.actions, self.selected)

    @property
    def button_targets(self) -> tuple[str, ...]:
        """The buttons (targets such as ``do:end``) that a person can press now, whatever is selected."""
        targets = dict.fromkeys((*self.selection.next_targets, *selections.select(self.actions).next_targets))
        return tuple(target for target in targets if target.startswith("do:"))

    @property
    def side_notes(self) -> tuple[SideNote, ...]:
        """The notes next to the board, without the move list."""
        timeline = self.viewed_timeline
        has_no_notes = self.awaits_handover or timeline.outcome
        game_notes = () if has_no_notes else state_notes(timeline.game.id, timeline.public_state(), current_catalog())
        lesson = lesson_note(timeline.game.id, self.opened_lesson)
        return tuple(note for note in (lesson, self.recent_events) if note) + game_notes

    @property
    def no_note_opened(self) -> bool:
        """True if no note is open, so that the screen shows the notes it has room for."""
        return not self.opened_note and not (self.opened_note is None and self.recent_events)

    @property
    def current_side_note(self) -> SideNote | None:
        """The note on display, None for the move list."""
        notes = self.side_notes
        if self.no_note_opened:
            notes = tuple(note for note in notes if note is not self.recent_events)
        elif self.opened_note is not None:
            notes = tuple(note for note in notes if note.id == self.opened_note)
        return notes[0] if notes else None

    @property
    def current_note_step(self) -> int:
        """The step of the note on display, from 0."""
        note = self.current_side_note
        return max(0, min(self.note_step, len(note.steps) - 1)) if note else 0

    @property
    def touch_hint(self) -> str:
        """The game's hint what to touch next, empty if nothing is selected or the game has none."""
        timeline = self.timeline
        if self.read_only or not self.selected:
            return ""
        state = timeline.state_for(timeline.to_move)
        text = VIEWS[timeline.game.id].touch_hint(state, self.selected)
        return steps.numbered_hint(self.actions, self.selected, text) if self.is_mid_action else text

    @property
    def guidance(self) -> str:
        """The hint what to touch next, or the kinds of actions that may follow; may be empty."""
        timeline = self.timeline
        if self.touch_hint or self.read_only or not self.selected:
            return self.touch_hint
        return VIEWS[timeline.game.id].continuations_hint(timeline.state_for(timeline.to_move), self.selected)

    @property
    def choice_question(self) -> str:
        """The question above the buttons that the selection leaves."""
        timeline = self.timeline
        state = timeline.state_for(timeline.to_move)
        return VIEWS[timeline.game.id].choice_question(state, self.selected) or _("Which of these?")

    @cached_property
    def is_mid_action(self) -> bool:
        """True if a person has begun an action of several steps, which can be cancelled."""
        if self.read_only or not self.selected:
            return False
        state = self.timeline.state_for(self.timeline.to_move)
        commits = VIEWS[self.timeline.game.id].commits_to_kind(state, self.selected)
        return commits or steps.is_mid_action(self.actions, self.selected)

    @property
    def recent_event_targets(self) -> frozenset[str]:
        """The targets of the note about recent events while that note is on display."""
        events = self.recent_events
        if events is None or self.selected or self.no_note_opened or self.current_side_note is not events:
            return frozenset()
        return frozenset(events.steps[self.current_note_step].highlighted_targets)

    @property
    def highlighted_targets(self) -> frozenset[str]:
        """The targets that a hint, a threat, the review or a note refers to."""
        return (
            advised(self)
            or guide.consequence(self).targets
            or _targets_of(better_actions(self))
            or self.recent_event_targets
        )

    @property
    def marks(self) -> Marks:
        """The marks on the board."""
        outcome, advice_targets = self.viewed_timeline.outcome, self.highlighted_targets
        return Marks(
            selected=self.selected,
            next_targets={
                target: kinds[0] if len(kinds) == 1 else "special"
                for target, kinds in self.selection.next_targets.items()
            },
            last=frozenset() if advice_targets else self._last_turn_targets,
            refused_target=self.refused_target,
            highlighted=advice_targets
            or (frozenset() if self.opened_note == REVIEW or not outcome else frozenset(outcome.squares)),
            threats=threatening(self) or guide.threat_paths(self),
            read_only=self.read_only,
            result=outcome.reason if outcome else "",
        )

    @property
    def _last_turn_targets(self) -> frozenset[str]:
        """The targets of the last turn's actions."""
        entries = self.timeline.entries
        return frozenset(
            target
            for ply in self.last_turn_plies
            if isinstance(entry := entries[ply], Action)
            for target in entry.targets
        )

    @property
    def opponents_turns(self) -> tuple[Turn, ...]:
        """The bots' turns since a person's last one, as in the move list. Each seat has at most one."""
        timeline = self.timeline
        turns = timeline.turns()
        if not timeline.ply or not turns or self.viewed_ply is not None or not self.persons:
            return ()
        opponents_turns = list[Turn]()
        for number in range(turn_number(turns, timeline.ply - 1), -1, -1):
            player = turns[number].player
            if (
                player is None
                or not self.bot_level_of(player)
                or len(opponents_turns) >= len(timeline.record.players) - 1
            ):
                break
            opponents_turns.insert(0, turns[number])
        return tuple(opponents_turns)

    @property
    def last_turn_plies(self) -> tuple[int, ...]:
        """The plies of the current turn's actions, or, before its first one, of the previous turn's.

        Hidden decisions are left out.
        """
        timeline = self.viewed_timeline
        turns = timeline.turns()
        if not timeline.ply or not turns:
            return ()
        number = turn_number(turns, timeline.ply - 1)
        start = turns[number - 1].items[-1][0] + 1 if number else 0
        return tuple(ply for ply in range(start, timeline.ply) if not timeline.is_hidden(ply))


def _targets_of(actions: Sequence[Action[Any]]) -> frozenset[str]:
    return frozenset(target for action in actions for target in action.targets)
