"""The timeline of a game: a replayed record, and the navigation in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.endings import check_ending, claim_reason, ending_outcome, ending_words, is_ending, rules_outcome
from ruleboard.engine.errors import IllegalAction, RecordError, RuleboardError
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.limits import MOST_ACTIONS
from ruleboard.engine.move_text import Turn
from ruleboard.engine.record import Record
from ruleboard.i18n import N_, _, ngettext, spoken

S = TypeVar("S")

_SEEN = N_("what was uncovered since then cannot be covered again")


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game from its start to its last known state, and the current place in it.

    ``states[i]`` is the state before ``entries[i]``, and ``keys[i]`` its key for repetition. An entry is an action, or
    the text of an ending that is not a move. ``at`` entries stand; later ones were taken back and can be redone.
    Timelines are immutable: every method that changes something returns a new one.
    """

    game: Game[S, Any]
    record: Record
    states: tuple[S, ...]
    keys: tuple[Hashable | None, ...]
    entries: tuple[Action[Any] | str, ...]
    at: int

    @property
    def state(self) -> S:
        """The current state."""
        return self.states[self.at]

    def public_state(self, at: int | None = None) -> S:
        """Return the part of a state that everybody may know; by default of the current one."""
        return self.state_for(None, at)

    def state_for(self, viewer: int | None, at: int | None = None) -> S:
        """Return the part of a state that a player (None: the public) may know.

        Args:
            viewer: the player, 0-based.
            at: the number of entries before the state; by default those that stand.
        """
        return self.game.view(self.states[self.at if at is None else at], viewer)

    def is_hidden(self, at: int | None = None) -> bool:
        """Return True if the decision after ``at`` entries is made unseen; by default the one that is due now."""
        return self.game.secret(self.states[self.at if at is None else at])

    @property
    def is_last(self) -> bool:
        """True if nothing was taken back."""
        return self.at == len(self.entries)

    @property
    def to_move(self) -> int | None:
        """The player whose decision it is here, None where the game has ended in any way."""
        return None if self.outcome else self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game here, by an ending, the rules or repetition, in this order; None while it goes on."""
        last = self.entries[self.at - 1] if self.at else None
        if isinstance(last, str):
            return ending_outcome(self.game, self.state, last)
        return rules_outcome(self.game, self.state, self._occurrences)

    @property
    def _occurrences(self) -> int:
        """The number of occurrences of the position, this one included; 0 where nothing is counted."""
        key = self.keys[self.at]
        return 0 if key is None else self.keys[: self.at + 1].count(key)

    @property
    def conclusion(self) -> Outcome | None:
        """The result of the whole line, entries taken back included; None if it has not ended."""
        return self.jump(len(self.entries)).outcome

    @property
    def has_secrets(self) -> bool:
        """True if a part of the current state is hidden from the public."""
        return self.game.view(self.state, None) != self.state

    def claim(self) -> str | None:
        """Return the reason why the player to move may claim a draw, as a sentence; None if they may not."""
        return None if self.outcome else claim_reason(self.game, self.state, self._occurrences)

    def play(self, action: Action[Any]) -> Timeline[S]:
        """Return the timeline after an action here; entries that were taken back are dropped.

        Raises:
            IllegalAction: the game is over or longer than any, the action is not allowed, or something was uncovered
                after this place.
        """
        if self.outcome:
            raise IllegalAction(_("the game is over"))
        if not self.is_last and self.at < self.earliest:
            raise IllegalAction(_(_SEEN))
        if self.at >= MOST_ACTIONS:
            raise IllegalAction(_("the game has become too long to go on"))
        return self._grown(action, self.game.apply(self.state, action))

    def end(self, entry: str) -> Timeline[S]:
        """Return the timeline after an ending here.

        Args:
            entry: ``resign N`` (players are numbered from 1), ``draw agreed`` or ``draw claimed``.

        Raises:
            RecordError: the entry is none of these, or not possible here.
        """
        over = self.outcome is not None
        if not over and not self.is_last and self.at < self.earliest:
            raise RecordError(_(_SEEN))
        check_ending(self.game, self.state, entry, over=over, occurrences=self._occurrences)
        return self._grown(entry, self.state)

    def _grown(self, entry: Action[Any] | str, state: S) -> Timeline[S]:
        return replace(
            self,
            states=(*self.states[: self.at + 1], state),
            keys=(*self.keys[: self.at + 1], self.game.key(state) if isinstance(entry, Action) else None),
            entries=(*self.entries[: self.at], entry),
            at=self.at + 1,
        )

    @property
    def earliest(self) -> int:
        """The earliest place that undo and play can return to: after the last entry that revealed something."""
        for at in range(len(self.entries), 0, -1):
            entry = self.entries[at - 1]
            if isinstance(entry, Action) and self.game.reveals(self.states[at - 1], entry):
                return at
        return 0

    def undo(self) -> Timeline[S]:
        """Return the timeline without the last entry that stands; itself if none can be taken back."""
        return self.jump(self.at - 1) if self.at > self.earliest else self

    def redo(self) -> Timeline[S]:
        """Return the timeline with the next entry that was taken back; itself if there is none."""
        return self.jump(self.at + 1) if not self.is_last else self

    def jump(self, at: int) -> Timeline[S]:
        """Return the timeline at the state after ``at`` entries (clamped between 0 and the last)."""
        return replace(self, at=max(0, min(at, len(self.entries))))

    def cut(self) -> Timeline[S]:
        """The line as far as it stands: what was taken back is forgotten."""
        return replace(
            self,
            states=self.states[: self.at + 1],
            keys=self.keys[: self.at + 1],
            entries=self.entries[: self.at],
        )

    def turns(self) -> tuple[Turn, ...]:
        """Return the move list of the whole line, entries taken back included; an ending is a turn of its own."""
        return _turns(_Line(self.game, self.states[0], self.entries, self.states), spoken())

    def to_record(self, **meta: str) -> Record:
        """Return the record of the whole line; ``meta`` is merged into its own."""
        return replace(
            self.record,
            actions=tuple(
                entry if isinstance(entry, str) else self.game.format_action(state, entry)
                for state, entry in zip(self.states, self.entries, strict=False)
            ),
            at=None if self.is_last else self.at,
            meta={**self.record.meta, **meta},
        )


def starting_at(game: Game[S, Any], state: S, record: Record | None = None) -> Timeline[S]:
    """Return the timeline of a game in which nothing was done yet.

    Args:
        game: the game.
        state: its first state.
        record: the game's record; by default that of a game without names and options.
    """
    known = record or Record(game.id, {}, 0, ("",) * len(game.sides(state)))
    return Timeline(game, known, (state,), (game.key(state),), (), 0)


def replay(record: Record, games: Mapping[str, Game[S, Any]]) -> Timeline[S]:
    """Return the timeline of a record at the place the record names, but not before a reveal.

    Raises:
        RecordError: the game or an option is unknown, the start cannot be read, the number of players is wrong,
            there are more actions than any game has, or an action cannot be played; the error names the first that
            cannot.
    """
    if record.game not in games:
        raise RecordError(
            _("there is no game {name}").format(name=repr(record.game[:30])),
            where=_("field {name}").format(name="game"),
            expected=", ".join(sorted(games)),
        )
    game = games[record.game]
    first = game.initial(record.options, record.seed)
    if record.start is not None:
        try:
            first = game.parse_position(record.start)
        except RuleboardError as error:
            inner = error.within(_("start position"))
            raise RecordError(inner.what, where=inner.where, expected=inner.expected) from error
    if len(record.players) != len(game.sides(first)):
        raise RecordError(
            ngettext("it names {n} player", "it names {n} players", len(record.players)).format(n=len(record.players)),
            where=_("field {name}").format(name="players"),
            expected=f"{len(game.sides(first))}",
        )
    if len(record.actions) - is_ending(record.actions[-1] if record.actions else "") > MOST_ACTIONS:
        raise RecordError(
            _("it has {n} actions").format(n=len(record.actions)),
            where=_("field {name}").format(name="actions"),
            expected=_("{n} at most").format(n=MOST_ACTIONS),
        )
    timeline = _replayed(game, record, first)
    return timeline if record.at is None else timeline.jump(max(record.at, timeline.earliest))


def _replayed(game: Game[S, Any], record: Record, first: S) -> Timeline[S]:
    """Return the timeline after all actions of a record, in time linear in their number.

    Raises:
        RecordError: one cannot be played.
    """
    states, keys, entries = [first], [game.key(first)], list[Action[Any] | str]()
    seen = Counter(keys)
    ended = False
    for number, text in enumerate(record.actions, 1):
        state = states[-1]
        occurrences = 0 if keys[-1] is None else seen[keys[-1]]
        try:
            over = ended or rules_outcome(game, state, occurrences) is not None
            if is_ending(text):
                check_ending(game, state, text, over=over, occurrences=occurrences)
                entries.append(text)
                keys.append(None)
                ended = True
            elif over:
                raise IllegalAction(_("the game is over before it"))
            else:
                action = game.parse_action(state, text)
                state = game.apply(state, action)
                entries.append(action)
                keys.append(game.key(state))
                seen[keys[-1]] += 1
        except RuleboardError as error:
            raise RecordError(
                _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what),
                where=_("action {number}").format(number=number),
                expected=error.expected,
            ) from error
        states.append(state)
    return Timeline(game, record, tuple(states), tuple(keys), tuple(entries), len(entries))


@dataclass(frozen=True, slots=True)
class _Line(Generic[S]):
    """A line of play, as a cache key: its states follow from the rest and are not compared."""

    game: Game[S, Any]
    first: S
    entries: tuple[Action[Any] | str, ...]
    states: tuple[S, ...] = field(compare=False)


@lru_cache(maxsize=8)
def _turns(line: _Line[S], spoken: NullTranslations) -> tuple[Turn, ...]:
    """Return the move list, cached by language: it contains words."""
    entries = line.entries
    ending = entries[-1] if entries and isinstance(entries[-1], str) else ""
    turns = line.game.format_moves(line.states, [entry for entry in entries if isinstance(entry, Action)])
    if ending:
        turns += (Turn("", None, ((len(entries) - 1, ending_words(line.game, line.states[-1], ending)),)),)
    return turns
