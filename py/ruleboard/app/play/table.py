"""The table: a game that is played, and how it is looked at. An immutable value with all that follows from it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleboard.app.play import guide, steps
from ruleboard.app.play.advice import Advice
from ruleboard.app.play.advice import targets as advised
from ruleboard.app.play.advice import ways as threatening
from ruleboard.app.play.replay import ReplayPosition
from ruleboard.app.play.review import REVIEW, Review, better
from ruleboard.app.play.side_notes import lesson_note, notes_about
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.move_text import Turn, turn_number
from ruleboard.engine.seats import persons, seat_of
from ruleboard.engine.selection import Selection
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import SideNote
from ruleboard.i18n import _, spoken
from ruleboard.scene.marks import Marks


@dataclass(frozen=True)
class Table:
    """A game and how it is looked at. Derived values are cached, unless they depend on the language.

    Attributes:
        id: the game's id in the library.
        timeline: the game; ``timeline.at`` entries stand.
        viewed_at: the number of entries before the state that is shown instead, None for the current state.
        selected: the targets touched so far, in order.
        refused_target: the target that was refused last.
        refusal: the reason for that, or for another request of the player to move that was refused.
        curtain: True if the board is hidden until the player to move asks for it.
        offer: the player who has offered a draw, waiting for the answers of all others.
        accepted: the number of them who have accepted it, in the order of the seats.
        note: the result of an offer, or of playing on in a copy, for the player to move to read.
        turned: True if the board was turned by hand.
        unsaved: True if the game came with a link and is not stored yet.
        replay: the replay that is shown in place of the board, and its current frame.
        history_open: True if the history of replays is shown in place of the board.
        taken_over: True if another tab has the game now.
        shows_whole_board: True if all of a board is shown where a screen is too small for it to be read or touched as a
            whole.
        recent_events: the note about recent events, if the game has one.
        opened_note: the note opened beside the board: its id, ``MOVES``, empty for none, or None for the one about
            recent events, if there is one.
        kept_note: the note that was open when recent events took its place, and is opened again after them.
        rule: the id of the lesson that was opened beside the board.
        step: the step of the opened note, from 0.
        batch: the first and the last position of entries that were made, and are undone and redone, in one step.
        listed: the number of the turn around which a part of a long move list is shown, None for the one shown.
        plan: the texts of the actions that the opponent to move has chosen and not taken yet.
        plan_begun: True if actions of the same plan were taken before.
        scores: the chances that opponents have seen for themselves so far: the player, 0-based, and the score.
        paused: True if the opponents wait.
        advice: the hint or the threats that the player to move has asked for.
        inquiry: the square of which the attackers are asked for, empty before one is touched; None while a touch plays.
        clock_since: the device's time in milliseconds from which the player to move uses their time, None while the
            clock stands still.
        clock_held: True if the clock is paused by hand, or not started since the game was opened.
        clock_away: True if the page is hidden, or a dialog is over the game.
        learning: True if a lesson was opened beside the board since the last action.
        review: the review of the finished game, None until it is asked for.
        undo_asked: True if undo was asked for at the end of the game, and is to be confirmed.
        judged: True if the reader's last turn in a guided game was judged, so that the opponent may think.
        mistake: the mistake of that turn, until it is taken back or stands.
        again: True while the opponent's last turn is shown again, action by action, from ``viewed_at`` to the present.
    """

    id: str
    timeline: Timeline[Any]
    viewed_at: int | None = None
    selected: tuple[str, ...] = ()
    refused_target: str = ""
    refusal: Refusal = NO_REFUSAL
    curtain: bool = False
    offer: int | None = None
    accepted: int = 0
    note: str = ""
    turned: bool = False
    unsaved: bool = False
    replay: ReplayPosition | None = None
    history_open: bool = False
    taken_over: bool = False
    shows_whole_board: bool = False
    recent_events: SideNote | None = None
    opened_note: str | None = None
    kept_note: str = ""
    rule: str = ""
    step: int = 0
    batch: tuple[int, int] = (0, 0)
    listed: int | None = None
    plan: tuple[str, ...] = ()
    plan_begun: bool = False
    scores: tuple[tuple[int, int], ...] = ()
    paused: bool = False
    advice: Advice | None = None
    inquiry: str | None = None
    clock_since: int | None = None
    clock_held: bool = True
    clock_away: bool = False
    learning: bool = False
    review: Review | None = None
    undo_asked: bool = False
    again: bool = False
    judged: bool = False
    mistake: guide.Mistake | None = None

    @property
    def shown(self) -> Timeline[Any]:
        """The timeline at the state that is shown."""
        return self.timeline if self.viewed_at is None else self.timeline.jump(self.viewed_at)

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The players who are persons, 0-based."""
        return persons(self.timeline.record.seats, len(self.timeline.record.players))

    @property
    def only_person(self) -> int | None:
        """The player who is the only person at the table, None if there are more or none."""
        return self.persons[0] if len(self.persons) == 1 else None

    def level_of(self, player: int) -> int:
        """Return the level of a player's opponent, 0 for a person."""
        return seat_of(self.timeline.record.seats, player)

    @property
    def level_to_move(self) -> int:
        """The level of the opponent who is to move; 0 if it is a person's turn, or the game has ended."""
        to_move = self.timeline.to_move
        return 0 if to_move is None else self.level_of(to_move)

    def scores_of(self, player: int) -> tuple[int, ...]:
        """Return the scores that an opponent has seen for itself, the latest last."""
        return tuple(score for other, score in self.scores if other == player)

    @property
    def viewer(self) -> int | None:
        """The player whose knowledge the board shows, None for the public's.

        The only person at a table always sees their own secrets. Among several they are shown to who decides unseen.
        """
        if self.only_person is not None:
            return self.only_person
        timeline = self.shown
        alone = not self.curtain and self.viewed_at is None and timeline.is_hidden() and not self.level_to_move
        return timeline.to_move if alone else None

    @property
    def panned(self) -> bool:
        """True if a screen that is too small for the board shows a part of it first."""
        return VIEWS[self.timeline.game.id].opens_enlarged

    @cached_property
    def read_only(self) -> bool:
        """True if nothing can be touched: the game is over or in another tab, its current state is not shown, or an
        opponent is to move.
        """
        elsewhere = self.covered or self.viewed_at is not None or self.taken_over
        return elsewhere or self.timeline.outcome is not None or self.level_to_move > 0

    @property
    def looks_back(self) -> bool:
        """True if the board shows an earlier state, or one that was taken back."""
        return self.viewed_at is not None and not self.covered and not self.taken_over

    @property
    def waits_for_opponent(self) -> bool:
        """True if a person may touch the board, but an opponent is to move."""
        kept = self.covered or self.taken_over or self.viewed_at is not None or self.mistake is not None
        return bool(self.persons) and self.level_to_move > 0 and not kept

    @property
    def covered(self) -> bool:
        """True if a curtain, a replay or the history is shown in place of the board."""
        return self.curtain or self.replay is not None or self.history_open

    @property
    def answering(self) -> int | None:
        """The player who has to answer a draw offer now: one after the other, beginning with the next seat."""
        if self.offer is None:
            return None
        return (self.offer + 1 + self.accepted) % len(self.timeline.game.sides(self.timeline.state))

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The numbers of entries after which the game can be looked at, in order: all, unless somebody decides unseen.

        Then all steps of a player in a row are one: their number would tell of the decision (the default army takes
        two).
        """
        stops, at = self._stop_beginnings, self.timeline.at
        present = self.stop_at(at)
        return (*stops[:present], at, *stops[present + 1 :])

    @cached_property
    def _stop_beginnings(self) -> tuple[int, ...]:
        """The number of entries at which each stop begins."""
        timeline = self.timeline
        count = len(timeline.entries) + 1
        if timeline.conclusion is not None or not timeline.is_hidden():
            return tuple(range(count))
        first = timeline.at  # all is decided unseen from here to the present
        while first and timeline.is_hidden(first - 1):
            first -= 1
        later = (at for at in range(first + 1, count) if not self._is_same_decision(at - 1, at))
        return (*range(first + 1), *later)

    @property
    def steps_unseen(self) -> int:
        """The number of entries that the player to move has made in the unseen decision under way; 0 in the open."""
        at = self.timeline.at
        return at - self._stop_beginnings[self.stop_at(at)]

    def _is_same_decision(self, before: int, after: int) -> bool:
        """Return True if the same player decides unseen after both numbers of entries."""
        timeline = self.timeline
        states, to_move = timeline.states, timeline.game.to_move
        hidden = timeline.is_hidden(before) and timeline.is_hidden(after)
        return hidden and to_move(states[before]) == to_move(states[after])

    def stop_at(self, at: int) -> int:
        """Return the number of the stop, from 0, that a number of entries belongs to: it is what people see."""
        return max(bisect_right(self._stop_beginnings, at) - 1, 0)

    def entries_at(self, stop: int) -> int:
        """Return the number of entries of a stop; of the first or the last one if there is no such stop."""
        return self.stops[max(0, min(stop, len(self.stops) - 1))]

    @property
    def turn_ended_for(self) -> int | None:
        """The person whose last action ended their turn of several actions, though they did not ask for the end.

        None if nobody's did, or if something was done since then.
        """
        timeline, end = self.timeline, VIEWS[self.timeline.game.id].turn_end
        first, last = timeline.at - 2, timeline.at - 1
        if not end or first < 0 or self.viewed_at is not None or timeline.to_move is None:
            return None
        action, player = timeline.entries[last], timeline.game.to_move(timeline.states[last])
        several = timeline.game.to_move(timeline.states[first]) == player and not timeline.is_hidden(first)
        asked = not isinstance(action, Action) or action.targets == (end,)
        if not several or asked or player is None or player == timeline.to_move or self.level_of(player):
            return None
        return player

    @property
    def can_continue(self) -> bool:
        """True if one looks back at a place from which the game may be played on."""
        at = self.viewed_at
        return at is not None and at >= self.timeline.earliest and not self.curtain and not self.taken_over

    @property
    def varies_in_study(self) -> bool:
        """True if another move from where one looks is kept as a variation: the game has ended and has a review."""
        return self.review is not None and self.can_continue

    @property
    def continues_in_copy(self) -> bool:
        """True if playing on from where one looks makes another game of it, so that this one stays as it is.

        As long as a game goes on in which something is hidden there is no copy of it to be played ahead in: it would
        show what is hidden in both. There, and where only what was taken back comes again, the game itself goes there.
        """
        timeline, at = self.timeline, self.viewed_at
        hidden = timeline.conclusion is None and timeline.has_secrets
        return self.can_continue and at is not None and at < timeline.at and not hidden

    @cached_property
    def selection(self) -> Selection:
        """The selection."""
        return selections.select(self.actions, self.selected)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions that can be made now."""
        return () if self.read_only else self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def draggable(self) -> frozenset[str]:
        """The targets on which a drag may begin."""
        return selections.draggable(self.actions, self.selected)

    @property
    def buttons(self) -> tuple[str, ...]:
        """The targets that are buttons (``do:``) and can be touched now, whatever is selected."""
        targets = dict.fromkeys((*self.selection.next, *selections.select(self.actions).next))
        return tuple(target for target in targets if target.startswith("do:"))

    @property
    def side_notes(self) -> tuple[SideNote, ...]:
        """The notes beside the board, besides the move list."""
        shown = self.shown
        quiet = self.curtain or shown.outcome
        notes = () if quiet else notes_about(shown.game.id, shown.public_state(), spoken())
        rule = lesson_note(shown.game.id, self.rule)
        return tuple(note for note in (rule, self.recent_events) if note) + notes

    @property
    def nothing_opened(self) -> bool:
        """True if no note was opened, so that the screen shows the ones it has room for."""
        return not self.opened_note and not (self.opened_note is None and self.recent_events)

    @property
    def side_note(self) -> SideNote | None:
        """The note that is shown; None for the move list."""
        notes = self.side_notes
        if self.nothing_opened:
            notes = tuple(note for note in notes if note is not self.recent_events)
        elif self.opened_note is not None:
            notes = tuple(note for note in notes if note.id == self.opened_note)
        return notes[0] if notes else None

    @property
    def page(self) -> int:
        """The step of the note that is shown, from 0."""
        note = self.side_note
        return max(0, min(self.step, len(note.steps) - 1)) if note else 0

    @property
    def hint(self) -> str:
        """The game's hint what to touch next, once something is selected; may be empty."""
        timeline = self.timeline
        if self.read_only or not self.selected:
            return ""
        seen = timeline.state_for(timeline.to_move)
        hint = VIEWS[timeline.game.id].touch_hint(seen, self.selected)
        return steps.numbered(self.actions, self.selected, hint) if self.has_steps else hint

    @property
    def guidance(self) -> str:
        """The hint, or the kinds of actions that may follow the touches; may be empty."""
        timeline = self.timeline
        if self.hint or self.read_only or not self.selected:
            return self.hint
        return VIEWS[timeline.game.id].ways_on(timeline.state_for(timeline.to_move), self.selected)

    @property
    def question(self) -> str:
        """The question before the choices that the selection leaves."""
        timeline = self.timeline
        seen = timeline.state_for(timeline.to_move)
        return VIEWS[timeline.game.id].choice_question(seen, self.selected) or _("Which of these?")

    @cached_property
    def has_steps(self) -> bool:
        """True if an action was begun of which the steps are shown, so that it can be cancelled."""
        if self.read_only or not self.selected:
            return False
        seen = self.timeline.state_for(self.timeline.to_move)
        settled = VIEWS[self.timeline.game.id].settles_kind(seen, self.selected)
        return settled or steps.has_begun(self.actions, self.selected)

    @property
    def highlighted(self) -> frozenset[str]:
        """The targets to which the note about recent events refers, while it is shown."""
        events = self.recent_events
        if events is None or self.selected or self.nothing_opened or self.side_note is not events:
            return frozenset()
        return frozenset(events.steps[self.page].shown)

    @property
    def pointed_out(self) -> frozenset[str]:
        """The targets that a hint, a threat, the review or a note refers to."""
        return advised(self) or guide.consequence(self).targets or _targets(better(self)) or self.highlighted

    @property
    def marks(self) -> Marks:
        """The marks on the board."""
        outcome, highlighted = self.shown.outcome, self.pointed_out
        return Marks(
            selected=self.selected,
            next={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in self.selection.next.items()},
            last=frozenset() if highlighted else self._last,
            refused=self.refused_target,
            highlighted=highlighted
            or (frozenset() if self.opened_note == REVIEW or not outcome else frozenset(outcome.squares)),
            threats=threatening(self) or guide.threat_ways(self),
            read_only=self.read_only,
            result=outcome.reason if outcome else "",
        )

    @property
    def _last(self) -> frozenset[str]:
        """The targets of the last turn's actions."""
        entries = self.timeline.entries
        return frozenset(
            target for at in self.last_turn if isinstance(entry := entries[at], Action) for target in entry.targets
        )

    @property
    def opponents_turns(self) -> tuple[Turn, ...]:
        """The turns of opponents since a person's last one, as the move list has them; at most one of each seat."""
        timeline = self.timeline
        turns = timeline.turns()
        if not timeline.at or not turns or self.viewed_at is not None or not self.persons:
            return ()
        found = list[Turn]()
        for number in range(turn_number(turns, timeline.at - 1), -1, -1):
            player = turns[number].player
            if player is None or not self.level_of(player) or len(found) >= len(timeline.record.players) - 1:
                break
            found.insert(0, turns[number])
        return tuple(found)

    @property
    def last_turn(self) -> tuple[int, ...]:
        """The numbers, from 0, of the entries of the last turn before the state that is shown: of this turn, or before
        its first action of the one before. Hidden decisions are left out.
        """
        timeline = self.shown
        turns = timeline.turns()
        if not timeline.at or not turns:
            return ()
        number = turn_number(turns, timeline.at - 1)
        start = turns[number - 1].items[-1][0] + 1 if number else 0
        return tuple(at for at in range(start, timeline.at) if not timeline.is_hidden(at))


def _targets(actions: Sequence[Action[Any]]) -> frozenset[str]:
    return frozenset(target for action in actions for target in action.targets)
