"""The timeline of a game: replays a record, and goes to and fro in it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Generic, TypeVar

from ruleboard.engine.errors import IllegalAction, RecordError, RuleboardError
from ruleboard.engine.game import Action, Game, Outcome, Turn
from ruleboard.engine.record import Record
from ruleboard.speech import N_, _, ngettext, spoken

S = TypeVar("S")

DRAW_AGREED = "draw agreed"
DRAW_CLAIMED = "draw claimed"
RESIGN = "resign"

_SEEN = N_("what was uncovered since then cannot be covered again")


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game from its start to its last known state, and the place in it that is looked at.

    ``states[i]`` is the state before ``entries[i]``, and ``keys[i]`` what repetition knows it by. An entry is an
    action, or the text of an ending that is not a move. ``at`` entries stand; those behind it were taken back and can
    be redone. Timelines are immutable: every method that changes something gives a new one.
    """

    game: Game[S]
    record: Record
    states: tuple[S, ...]
    keys: tuple[Hashable | None, ...]
    entries: tuple[Action | str, ...]
    at: int

    @property
    def state(self) -> S:
        """The state that is looked at."""
        return self.states[self.at]

    @property
    def is_last(self) -> bool:
        """Whether nothing was taken back."""
        return self.at == len(self.entries)

    @property
    def to_move(self) -> int | None:
        """Whose decision it is here, None where the game is over, by whatever end."""
        return None if self.outcome else self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended here: by an ending, by the rules, or by repetition; in this order."""
        last = self.entries[self.at - 1] if self.at else None
        if isinstance(last, str):
            return _ending(self.game, self.state, last)
        return self._outcome_by_rules(self.at)

    def _outcome_by_rules(self, at: int) -> Outcome | None:
        state = self.states[at]
        found = self.game.outcome(state)
        limit = self.game.repetition.draw
        if found is None and limit and self._occurrences(at) >= limit:
            reason = ngettext(
                "Drawn: this position has come about {n} time.",
                "Drawn: this position has come about {n} times.",
                limit,
            )
            return _draw(self.game, state, reason.format(n=limit))
        return found

    def _occurrences(self, at: int) -> int:
        key = self.keys[at]
        return 0 if key is None else self.keys[: at + 1].count(key)

    @property
    def conclusion(self) -> Outcome | None:
        """How the whole line has ended, what was taken back included; None if it has not."""
        return self.jump(len(self.entries)).outcome

    @property
    def is_hidden(self) -> bool:
        """True if there is something here that not everybody may know."""
        return self.game.view(self.state, None) != self.state

    def claim(self) -> str | None:
        """Why the player to move may claim a draw here, as a sentence; None if they may not."""
        if self.outcome:
            return None
        limit = self.game.repetition.claim
        if limit and self._occurrences(self.at) >= limit:
            times = self._occurrences(self.at)
            said = ngettext("This position has come about {n} time.", "This position has come about {n} times.", times)
            return said.format(n=times)
        return self.game.claimable(self.state)

    def play(self, action: Action) -> Timeline[S]:
        """Play an action here; what had been taken back is forgotten.

        Raises:
            IllegalAction: the game is over, the action is not allowed, or something was uncovered after this place.
        """
        if self.outcome:
            raise IllegalAction(_("the game is over"))
        if not self.is_last and self.at < self.earliest:
            raise IllegalAction(_(_SEEN))
        return self._grown(action, self.game.apply(self.state, action))

    def end(self, entry: str) -> Timeline[S]:
        """End the game here by ``resign N`` (players are numbered from 1), ``draw agreed`` or ``draw claimed``.

        Raises:
            RecordError: the entry is none of these, or not possible here.
        """
        if self.outcome:
            raise RecordError(_("the game is already over"))
        if not self.is_last and self.at < self.earliest:
            raise RecordError(_(_SEEN))
        if entry == DRAW_CLAIMED and self.claim() is None:
            raise RecordError(_("no draw can be claimed here"))
        _ending(self.game, self.state, entry)
        return self._grown(entry, self.state)

    def _grown(self, entry: Action | str, state: S) -> Timeline[S]:
        return replace(
            self,
            states=(*self.states[: self.at + 1], state),
            keys=(*self.keys[: self.at + 1], self.game.key(state) if isinstance(entry, Action) else None),
            entries=(*self.entries[: self.at], entry),
            at=self.at + 1,
        )

    @property
    def earliest(self) -> int:
        """How far back undo and play may go: behind the last entry that revealed something."""
        for at in range(len(self.entries), 0, -1):
            entry = self.entries[at - 1]
            if isinstance(entry, Action) and self.game.reveals(self.states[at - 1], entry):
                return at
        return 0

    def undo(self) -> Timeline[S]:
        """Take back the last entry that stands; the same timeline if there is none to take back."""
        return self.jump(self.at - 1) if self.at > self.earliest else self

    def redo(self) -> Timeline[S]:
        """Play the next entry that was taken back; the same timeline if there is none."""
        return self.jump(self.at + 1) if not self.is_last else self

    def jump(self, at: int) -> Timeline[S]:
        """Look at the state after ``at`` entries (held between 0 and the last)."""
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
        """The move list of the whole line, what was taken back included; endings make a turn of their own."""
        return _turns(_Line(self.game, self.states[0], self.entries, self.states), spoken())

    def to_record(self, **meta: str) -> Record:
        """The record of the whole line; ``meta`` is added to what the record already tells."""
        return replace(
            self.record,
            actions=tuple(
                entry if isinstance(entry, str) else self.game.format_action(state, entry)
                for state, entry in zip(self.states, self.entries, strict=False)
            ),
            at=None if self.is_last else self.at,
            meta={**self.record.meta, **meta},
        )


def replay(record: Record, games: Mapping[str, Game[S]]) -> Timeline[S]:
    """The timeline of a record, standing where the record says, but not before anything that was uncovered.

    Raises:
        RecordError: the game or an option is unknown, the start cannot be read, the number of players is wrong, or
            an action cannot be played; the error names the first that cannot.
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
    timeline = Timeline(game, record, (first,), (game.key(first),), (), 0)
    for number, text in enumerate(record.actions, 1):
        try:
            if is_ending(text):
                timeline = timeline.end(text)
            elif timeline.outcome:
                raise IllegalAction(_("the game is over before it"))
            else:
                timeline = timeline.play(game.parse_action(timeline.state, text))
        except RuleboardError as error:
            raise RecordError(
                _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what),
                where=_("action {number}").format(number=number),
                expected=error.expected,
            ) from error
    return timeline if record.at is None else timeline.jump(max(record.at, timeline.earliest))


@dataclass(frozen=True, slots=True)
class _Line(Generic[S]):
    """A line that was played. Its states follow from the rest, and are not looked at to tell two lines apart."""

    game: Game[S]
    first: S
    entries: tuple[Action | str, ...]
    states: tuple[S, ...] = field(compare=False)


@lru_cache(maxsize=8)
def _turns(line: _Line[S], spoken: NullTranslations) -> tuple[Turn, ...]:
    """The move list; there are words in it, in the language that is spoken."""
    entries = line.entries
    ending = entries[-1] if entries and isinstance(entries[-1], str) else ""
    turns = line.game.format_moves(line.states, [entry for entry in entries if isinstance(entry, Action)])
    if ending:
        turns += (Turn("", None, ((len(entries) - 1, ending_words(line.game, line.states[-1], ending)),)),)
    return turns


def _draw(game: Game[S], state: S, reason: str) -> Outcome:
    return Outcome((0.0,) * len(game.sides(state)), reason)


def _ending(game: Game[S], state: S, entry: str) -> Outcome:
    """The outcome an ending brings.

    Raises:
        RecordError: it is no ending, or names no player of this game.
    """
    if entry in (DRAW_AGREED, DRAW_CLAIMED):
        return _draw(game, state, ending_words(game, state, entry))
    sides = game.sides(state)
    player = _resigned(entry, len(sides))
    returns = tuple(-1.0 if other == player else 1.0 for other in range(len(sides)))
    return Outcome(returns, ending_words(game, state, entry))


def is_ending(text: str) -> bool:
    """Whether the text of an entry means an ending that is no move, well written or not."""
    return text in (DRAW_AGREED, DRAW_CLAIMED) or text.startswith(RESIGN + " ")


def ending_words(game: Game[S], state: S, entry: str) -> str:
    """An ending as a sentence.

    Raises:
        RecordError: it is no ending, or names no player of this game.
    """
    if entry == DRAW_AGREED:
        return _("Draw agreed.")
    if entry == DRAW_CLAIMED:
        return _("Draw claimed.")
    sides = game.sides(state)
    side = _(sides[_resigned(entry, len(sides))])
    told = _("{side} resigned.") if len(sides) == 2 else _("{side} resigned: the others share the win.")
    return told.format(side=side)


def _resigned(entry: str, players: int) -> int:
    word, number = (*entry.split(" ", 1), "")[:2]
    if word == RESIGN and number in {str(player) for player in range(1, players + 1)}:
        return int(number) - 1
    raise RecordError(
        _("{entry} is no way to end this game").format(entry=repr(entry[:40])),
        expected=_("{first} to {last}, {agreed} or {claimed}").format(
            first=f"{RESIGN} 1", last=players, agreed=DRAW_AGREED, claimed=DRAW_CLAIMED
        ),
    )
