"""The timeline of a game: a replayed record, and the navigation in it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.endings import check_ending, claim_reason, ending_outcome, ending_words, is_ending, rules_outcome
from ruleboard.engine.errors import IllegalAction, RecordError, RuleboardError
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.limits import MOST_ACTIONS
from ruleboard.engine.move_text import Turn
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, finished
from ruleboard.i18n import N_, _, ngettext, spoken

S = TypeVar("S")

_SEEN = N_("what was uncovered since then cannot be covered again")


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game from its start to its last known state, and the current place in it.

    Timelines are immutable: every method that changes something returns a new one. Nothing here takes long in a game
    of thousands of actions: values that would have to be counted or formatted anew after each are kept beside them.

    Attributes:
        game: the rules.
        record: the record it was replayed from; ``to_record`` returns the current one.
        states: ``states[i]`` is the state before ``entries[i]``.
        keys: the keys of the states for repetition; None where nothing is counted.
        hashes: the hashes of the keys, by which a repetition is found.
        occurrences: for each state, the number of occurrences of its position so far, itself included; 0 where
            nothing is counted.
        entries: the actions; the last entry may be the text of an ending that is not a move.
        texts: the texts of the entries, as in a record.
        earliest: the earliest place that undo and play can return to: after the last entry that revealed something.
        at: the number of entries that stand; later ones were taken back and can be redone.
    """

    game: Game[S, Any]
    record: Record
    states: tuple[S, ...]
    keys: tuple[Hashable | None, ...]
    hashes: tuple[int, ...]
    occurrences: tuple[int, ...]
    entries: tuple[Action[Any] | str, ...]
    texts: tuple[str, ...]
    earliest: int
    at: int
    _seen: dict[tuple[int | None, int], S] = field(default_factory=dict, init=False, repr=False, compare=False)

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
        place = self.at if at is None else at
        seen = self._seen.get((viewer, place))
        if seen is None:  # a page asks many times
            seen = self._seen[viewer, place] = self.game.view(self.states[place], viewer)
        return seen

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
        return rules_outcome(self.game, self.state, self.occurrences[self.at])

    @property
    def conclusion(self) -> Outcome | None:
        """The result of the whole line, entries taken back included; None if it has not ended."""
        return self.jump(len(self.entries)).outcome

    @property
    def has_secrets(self) -> bool:
        """True if a part of the current state is hidden from the public."""
        return self.game.hides(self.state)

    def claim(self) -> str | None:
        """Return the reason why the player to move may claim a draw, as a sentence; None if they may not."""
        return None if self.outcome else claim_reason(self.game, self.state, self.occurrences[self.at])

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
            entry: ``resign N`` or ``time N`` (players are numbered from 1), ``draw agreed`` or ``draw claimed``.

        Raises:
            RecordError: the entry is none of these, or not possible here.
        """
        over = self.outcome is not None
        if not over and not self.is_last and self.at < self.earliest:
            raise RecordError(_(_SEEN))
        check_ending(self.game, self.state, entry, over=over, occurrences=self.occurrences[self.at])
        return self._grown(entry, self.state)

    def _grown(self, entry: Action[Any] | str, state: S) -> Timeline[S]:
        at, here = self.at, self.at + 1
        key = self.game.key(state) if isinstance(entry, Action) else None
        known, occurrences = hash(key), 0
        if key is not None:  # keys are only compared where a hash is the same: that is quick
            repeated = known in self.hashes[:here]
            occurrences = 1 + (self.keys[:here].count(key) if repeated else 0)
        return replace(
            self,
            states=(*self.states[:here], state),
            keys=(*self.keys[:here], key),
            hashes=(*self.hashes[:here], known),
            occurrences=(*self.occurrences[:here], occurrences),
            entries=(*self.entries[:at], entry),
            texts=(*self.texts[:at], _text(self.game, self.state, entry)),
            earliest=here if _reveals(self.game, self.state, entry) else self.earliest,
            at=here,
        )

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
        here = self.at + 1
        return replace(
            self,
            states=self.states[:here],
            keys=self.keys[:here],
            hashes=self.hashes[:here],
            occurrences=self.occurrences[:here],
            entries=self.entries[: self.at],
            texts=self.texts[: self.at],
            earliest=self.earliest if self.earliest <= self.at else self._earliest_until(self.at),
        )

    def _earliest_until(self, end: int) -> int:
        """Return the place after the last of the first ``end`` entries that revealed something; 0 if none did."""
        places = range(end, 0, -1)
        return next((at for at in places if _reveals(self.game, self.states[at - 1], self.entries[at - 1])), 0)

    def turns(self) -> tuple[Turn, ...]:
        """Return the move list of the whole line, entries taken back included; an ending is a turn of its own."""
        return _turns(self.game, self.states, self.entries)

    def listing(self) -> Steps[None]:
        """Format the move list in steps; after that ``turns`` returns it at once."""
        for end in range(_BLOCK, len(self.entries) + _BLOCK, _BLOCK):
            yield min(1, end / len(self.entries))
            _turns(self.game, self.states[: end + 1], self.entries[:end])

    def to_record(self, **meta: str) -> Record:
        """Return the record of the whole line; ``meta`` is merged into its own."""
        clock = self.record.clock
        return replace(
            self.record,
            clock=clock and clock.cut(len(self.entries)),
            actions=self.texts,
            at=None if self.is_last else self.at,
            meta={**self.record.meta, **meta},
        )


def _text(game: Game[S, Any], state: S, entry: Action[Any] | str) -> str:
    """Return the text of an entry in a record."""
    return entry if isinstance(entry, str) else game.format_action(state, entry)


def _reveals(game: Game[S, Any], state: S, entry: Action[Any] | str) -> bool:
    return isinstance(entry, Action) and game.reveals(state, entry)


def starting_at(game: Game[S, Any], state: S, record: Record | None = None) -> Timeline[S]:
    """Return the timeline of a game in which nothing was done yet.

    Args:
        game: the game.
        state: its first state.
        record: the game's record; by default that of a game without names and options.
    """
    known = record or Record(game.id, {}, 0, ("",) * len(game.sides(state)))
    key = game.key(state)
    return Timeline(game, known, (state,), (key,), (hash(key),), (0 if key is None else 1,), (), (), 0, 0)


def replay(record: Record, games: Mapping[str, Game[S, Any]]) -> Timeline[S]:
    """Return the timeline of a record at the place the record names, but not before a reveal.

    Raises:
        RecordError: as ``replaying``.
    """
    return finished(replaying(record, games))


def replaying(record: Record, games: Mapping[str, Game[S, Any]]) -> Steps[Timeline[S]]:
    """Replay a record step by step, in time linear in the number of its actions.

    Yields:
        Before each action, the part of them that has been replayed, from 0 to 1.

    Returns:
        The timeline at the place the record names, but not before a reveal.

    Raises:
        RecordError: the game or an option is unknown, the start cannot be read, the number of players is wrong,
            there are more actions than any game has, or an action cannot be played; the error names the first that
            cannot.
    """
    game, first = _opening(record, games)
    states, keys, entries, texts = [first], [game.key(first)], list[Action[Any] | str](), list[str]()
    seen = Counter(keys)
    occurrences = [0 if keys[0] is None else 1]
    earliest = 0
    ended = False
    for number, text in enumerate(record.actions, 1):
        yield (number - 1) / len(record.actions)
        state = states[-1]
        try:
            over = ended or rules_outcome(game, state, occurrences[-1]) is not None
            if is_ending(text):
                check_ending(game, state, text, over=over, occurrences=occurrences[-1])
                entries.append(text)
                keys.append(None)
                ended = True
            elif over:
                raise IllegalAction(_("the game is over before it"))
            else:
                action = game.parse_action(state, text)
                after = game.apply(state, action)
                earliest = number if game.reveals(state, action) else earliest
                entries.append(action)
                keys.append(game.key(after))
                seen[keys[-1]] += 1
                state = after
        except RuleboardError as error:
            raise RecordError(
                _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what),
                where=_("action {number}").format(number=number),
                expected=error.expected,
            ) from error
        texts.append(_text(game, states[-1], entries[-1]))
        occurrences.append(0 if keys[-1] is None else seen[keys[-1]])
        states.append(state)
    timeline = Timeline(
        game,
        record,
        tuple(states),
        tuple(keys),
        tuple(map(hash, keys)),
        tuple(occurrences),
        tuple(entries),
        tuple(texts),
        earliest,
        len(entries),
    )
    return timeline if record.at is None else timeline.jump(max(record.at, earliest))


def _opening(record: Record, games: Mapping[str, Game[S, Any]]) -> tuple[Game[S, Any], S]:
    """Return the game of a record and its first state.

    Raises:
        RecordError: as ``replaying``, but for the actions themselves.
    """
    if record.game not in games:
        raise RecordError(
            _("there is no game {name}").format(name=repr(record.game[:30])),
            where=_("field {name}").format(name="game"),
            expected=", ".join(sorted(games)),
        )
    game = as_recorded(games[record.game], record.options)
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
    return game, first


def as_recorded(game: Game[S, Any], options: Mapping[str, str]) -> Game[S, Any]:
    """Return a game by the rules of a record with these options: as it is, or as it was before a rule was added."""
    for option in game.options:
        if option.before is not None and option.id not in options:
            older: Game[S, Any] = option.before()
            return older
    return game


@dataclass(frozen=True, slots=True)
class _MoveList:
    """A move list as it was formatted: for one line of play, in one language."""

    game: Game[Any, Any]
    start: object
    entries: tuple[Action[Any] | str, ...]
    spoken: NullTranslations
    turns: tuple[Turn, ...]


_BLOCK = 500
"""The number of entries, at most, by which a known move list may be extended."""
_recent: deque[_MoveList] = deque(maxlen=8)
"""The move lists that were formatted last, the latest first."""


def _turns(game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...]) -> tuple[Turn, ...]:
    """Return the move list of a line; if most of it was formatted lately, only its end is formatted anew."""
    language, end = spoken(), len(entries)
    shorter: tuple[Turn, ...] = ()
    for one in _recent:
        known = len(one.entries)
        if known > end or known + _BLOCK < end or one.game is not game or one.spoken is not language:
            continue
        if one.start == states[0] and one.entries == entries[:known]:
            if known == end:
                return one.turns
            shorter = max(shorter, one.turns, key=len)
    turns = _extended(game, states, entries, shorter) or _formatted(game, states, entries, 0)
    _recent.appendleft(_MoveList(game, states[0], entries, language, turns))
    return turns


def _extended(
    game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...], turns: tuple[Turn, ...]
) -> tuple[Turn, ...]:
    """Return the move list of a line from that of its first part.

    The last three turns are formatted once more. The first of them may have another label than in the whole list,
    since it comes first here. The second is finished and must come out as it is known: if it does not, the game formats
    in another way, and nothing is returned. The third may still grow.
    """
    if len(turns) < 4:
        return ()
    mark, _first, second, _last = turns[-4:]
    end = _formatted(game, states, entries, mark.items[-1][0] + 1)
    return (*turns[:-1], *end[2:]) if len(end) > 2 and end[1] == second else ()


def _formatted(
    game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...], begin: int
) -> tuple[Turn, ...]:
    """Return the move list of the entries from a place on."""
    actions = [entry for entry in entries[begin:] if isinstance(entry, Action)]
    turns = game.format_moves(states[begin:] if begin else states, actions)
    if begin:
        turns = tuple(replace(turn, items=tuple((ply + begin, text) for ply, text in turn.items)) for turn in turns)
    ending = entries[-1] if entries and isinstance(entries[-1], str) else ""
    if ending:
        turns += (Turn("", None, ((len(entries) - 1, ending_words(game, states[-1], ending)),)),)
    return turns
