"""Timelines: replayed records, in which players can move, undo and redo."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.endings import (
    check_ending,
    claim_reason,
    ending_outcome,
    ending_sentence,
    is_ending,
    rules_outcome,
)
from ruleboard.engine.errors import IllegalAction, RecordError, RuleboardError
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.limits import MAX_ACTIONS
from ruleboard.engine.move_text import Turn
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.i18n import N_, _, current_catalog, ngettext

S = TypeVar("S")

_REVEALED_MESSAGE = N_("what has been revealed since can’t be hidden again")


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game with all its states and the current ply.

    Timelines are immutable; their methods return new ones. All methods stay fast in games of thousands of actions,
    since a timeline caches the values that are slow to compute.

    Attributes:
        game: the rules.
        record: the record from which the timeline was created; ``to_record`` returns the current one.
        states: ``states[i]`` is the state before ``entries[i]``.
        keys: the repetition key of each state, or None in the middle of a turn.
        hashes: the hashes of the keys, for a quick search for repetitions.
        occurrences: for each state, the number of times its position has occurred so far; 0 for states without a key.
        entries: the actions; the last entry may be the text of an ending that is not a move.
        texts: the texts of the entries, as in a record.
        earliest_ply: the earliest ply to which players can undo, which is after the last entry that revealed something.
        ply: the number of entries before the current state. Later entries were undone, and ``redo`` restores them.
    """

    game: Game[S, Any]
    record: Record
    states: tuple[S, ...]
    keys: tuple[Hashable | None, ...]
    hashes: tuple[int, ...]
    occurrences: tuple[int, ...]
    entries: tuple[Action[Any] | str, ...]
    texts: tuple[str, ...]
    earliest_ply: int
    ply: int
    _views: dict[tuple[int | None, int], S] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def state(self) -> S:
        """The current state."""
        return self.states[self.ply]

    def public_state(self, ply: int | None = None) -> S:
        """Return the public view of the state after ``ply`` entries, by default of the current state."""
        return self.state_for(None, ply)

    def state_for(self, viewer: int | None, ply: int | None = None) -> S:
        """Return a player's view of a state.

        Args:
            viewer: the player (0-based), or None for the public.
            ply: the number of entries before the state; by default the current ply.
        """
        index = self.ply if ply is None else ply
        view = self._views.get((viewer, index))
        if view is None:  # a page reads the view many times
            view = self._views[viewer, index] = self.game.view(self.states[index], viewer)
        return view

    def is_hidden(self, ply: int | None = None) -> bool:
        """Return True if the decision after ``ply`` entries (default: the current one) is hidden from other players."""
        return self.game.is_hidden_decision(self.states[self.ply if ply is None else ply])

    @property
    def is_at_end(self) -> bool:
        """True if the current state is the last one, so that there is nothing to redo."""
        return self.ply == len(self.entries)

    @property
    def to_move(self) -> int | None:
        """The player who decides now (0-based), or None if the game has ended for any reason."""
        return None if self.outcome else self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result at the current ply, or None while the game continues.

        It may come from the rules, from repetition, or from an ending that is not a move.
        """
        last_entry = self.entries[self.ply - 1] if self.ply else None
        if isinstance(last_entry, str):
            return ending_outcome(self.game, self.state, last_entry)
        return rules_outcome(self.game, self.state, self.occurrences[self.ply])

    @property
    def final_outcome(self) -> Outcome | None:
        """The result at the end of the line, including undone entries, or None if the game has not ended."""
        return self.jump(len(self.entries)).outcome

    @property
    def is_finished(self) -> bool:
        """True if the game has ended, even if players have undone the last moves.

        After an undo the game counts as unfinished if the current state contains hidden information.
        """
        if self.outcome is not None:
            return True
        return self.final_outcome is not None and not self.is_hidden() and not self.has_secrets

    @property
    def has_secrets(self) -> bool:
        """True if the current state contains information that is hidden from the public."""
        return self.game.hides(self.state)

    def draw_claim_reason(self) -> str | None:
        """Return a sentence that says why the player to move may claim a draw, or None if they may not."""
        return None if self.outcome else claim_reason(self.game, self.state, self.occurrences[self.ply])

    def play(self, action: Action[Any]) -> Timeline[S]:
        """Return the timeline after an action in the current state. Undone entries are dropped.

        Raises:
            IllegalAction: the game is over or too long, the action is not legal, or a later entry has revealed
                something.
        """
        if self.outcome:
            raise IllegalAction(_("the game is over"))
        if not self.is_at_end and self.ply < self.earliest_ply:
            raise IllegalAction(_(_REVEALED_MESSAGE))
        if self.ply >= MAX_ACTIONS:
            raise IllegalAction(_("the game has become too long to go on"))
        return self._with_entry(action, self.game.apply(self.state, action))

    def end(self, entry: str) -> Timeline[S]:
        """Return the timeline after an ending that is not a move, in the current state.

        Args:
            entry: ``resign N`` or ``time N`` (with the player's number from 1), ``draw agreed`` or ``draw claimed``.

        Raises:
            RecordError: the text is not an ending, or the ending is not possible now.
        """
        over = self.outcome is not None
        if not over and not self.is_at_end and self.ply < self.earliest_ply:
            raise RecordError(_(_REVEALED_MESSAGE))
        check_ending(self.game, self.state, entry, is_over=over, occurrences=self.occurrences[self.ply])
        return self._with_entry(entry, self.state)

    def _with_entry(self, entry: Action[Any] | str, state: S) -> Timeline[S]:
        ply, next_ply = self.ply, self.ply + 1
        key = self.game.key(state) if isinstance(entry, Action) else None
        key_hash, occurrences = hash(key), 0
        if key is not None:  # compare keys only if their hashes are equal: that is fast
            is_repeated = key_hash in self.hashes[:next_ply]
            occurrences = 1 + (self.keys[:next_ply].count(key) if is_repeated else 0)
        return replace(
            self,
            states=(*self.states[:next_ply], state),
            keys=(*self.keys[:next_ply], key),
            hashes=(*self.hashes[:next_ply], key_hash),
            occurrences=(*self.occurrences[:next_ply], occurrences),
            entries=(*self.entries[:ply], entry),
            texts=(*self.texts[:ply], _entry_text(self.game, self.state, entry)),
            earliest_ply=next_ply if _reveals(self.game, self.state, entry) else self.earliest_ply,
            ply=next_ply,
        )

    def undo(self) -> Timeline[S]:
        """Undo the last entry. If this is not possible, return the timeline unchanged."""
        return self.jump(self.ply - 1) if self.ply > self.earliest_ply else self

    def redo(self) -> Timeline[S]:
        """Redo the entry that was undone last. At the end of the line, return the timeline unchanged."""
        return self.jump(self.ply + 1) if not self.is_at_end else self

    def jump(self, ply: int) -> Timeline[S]:
        """Return the timeline at a ply, or at the nearest ply of the line."""
        return replace(self, ply=max(0, min(ply, len(self.entries))))

    def without_undone(self) -> Timeline[S]:
        """Return the timeline without the undone entries."""
        length = self.ply + 1
        return replace(
            self,
            states=self.states[:length],
            keys=self.keys[:length],
            hashes=self.hashes[:length],
            occurrences=self.occurrences[:length],
            entries=self.entries[: self.ply],
            texts=self.texts[: self.ply],
            earliest_ply=self.earliest_ply if self.earliest_ply <= self.ply else self._earliest_ply_before(self.ply),
        )

    def _earliest_ply_before(self, end: int) -> int:
        """Return the ply after the last of the first ``end`` entries that revealed something, or 0."""
        plies = range(end, 0, -1)
        return next((ply for ply in plies if _reveals(self.game, self.states[ply - 1], self.entries[ply - 1])), 0)

    def turns(self) -> tuple[Turn, ...]:
        """Return the move list of the whole line, including undone entries. An ending is a separate turn."""
        return _cached_turns(self.game, self.states, self.entries)

    def turns_after(self, beginning: tuple[Turn, ...]) -> tuple[Turn, ...]:
        """Return the same move list as ``turns``, but if possible format only the turns after ``beginning``.

        Args:
            beginning: complete turns from the move list of another line with the same first entries.
        """
        turns = _extended_turns(self.game, self.states, self.entries, beginning)
        return turns or self.turns()

    def format_turns(self) -> Steps[None]:
        """Format the move list in steps and cache it, so that ``turns`` can return it immediately."""
        for end in range(_ENTRIES_PER_STEP, len(self.entries) + _ENTRIES_PER_STEP, _ENTRIES_PER_STEP):
            yield min(1, end / len(self.entries))
            _cached_turns(self.game, self.states[: end + 1], self.entries[:end])

    def to_record(self, **meta: str) -> Record:
        """Return the record of the whole line, with ``meta`` added to its metadata."""
        clock = self.record.clock
        return replace(
            self.record,
            clock=clock and clock.truncate(len(self.entries)),
            actions=self.texts,
            ply=None if self.is_at_end else self.ply,
            meta={**self.record.meta, **meta},
        )


def _entry_text(game: Game[S, Any], state: S, entry: Action[Any] | str) -> str:
    """Return the text of an entry as it appears in records."""
    return entry if isinstance(entry, str) else game.format_action(state, entry)


def _reveals(game: Game[S, Any], state: S, entry: Action[Any] | str) -> bool:
    return isinstance(entry, Action) and game.reveals(state, entry)


def new_timeline(game: Game[S, Any], state: S, record: Record | None = None) -> Timeline[S]:
    """Create the timeline of a new game.

    Args:
        game: the rules.
        state: the first state.
        record: the game's record; by default a record without names and options.
    """
    game_record = record or Record(game.id, {}, 0, ("",) * len(game.sides(state)))
    key = game.key(state)
    return Timeline(game, game_record, (state,), (key,), (hash(key),), (0 if key is None else 1,), (), (), 0, 0)


def replay(record: Record, games: Mapping[str, Game[S, Any]]) -> Timeline[S]:
    """Replay a record. The current ply is that of the record, but not before the last entry that revealed something.

    Raises:
        RecordError: see ``replay_steps``.
    """
    return run_to_end(replay_steps(record, games))


def replay_steps(record: Record, games: Mapping[str, Game[S, Any]]) -> Steps[Timeline[S]]:
    """Replay a record step by step, in time linear in the number of its actions.

    Yields:
        The progress before each action, from 0 to 1.

    Returns:
        The timeline at the ply of the record, but not before the last entry that revealed something.

    Raises:
        RecordError: the game or an option is unknown, the start is malformed, the number of players is wrong, the
            record has too many actions, or an action is not legal; the error names the first such action.
    """
    game, first_state = _first_state(record, games)
    states, keys, entries, texts = [first_state], [game.key(first_state)], list[Action[Any] | str](), list[str]()
    key_counts = Counter(keys)
    occurrences = [0 if keys[0] is None else 1]
    earliest_ply = 0
    has_ended = False
    for number, text in enumerate(record.actions, 1):
        yield (number - 1) / len(record.actions)
        state = states[-1]
        try:
            is_over = has_ended or rules_outcome(game, state, occurrences[-1]) is not None
            if is_ending(text):
                check_ending(game, state, text, is_over=is_over, occurrences=occurrences[-1])
                entries.append(text)
                keys.append(None)
                has_ended = True
            elif is_over:
                raise IllegalAction(_("the game is over before it"))
            else:
                action = game.parse_action(state, text)
                after = game.apply(state, action)
                earliest_ply = number if game.reveals(state, action) else earliest_ply
                entries.append(action)
                keys.append(game.key(after))
                key_counts[keys[-1]] += 1
                state = after
        except RuleboardError as error:
            raise RecordError(
                _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what),
                where=_("action {number}").format(number=number),
                expected=error.expected,
            ) from error
        texts.append(_entry_text(game, states[-1], entries[-1]))
        occurrences.append(0 if keys[-1] is None else key_counts[keys[-1]])
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
        earliest_ply,
        len(entries),
    )
    return timeline if record.ply is None else timeline.jump(max(record.ply, earliest_ply))


def _first_state(record: Record, games: Mapping[str, Game[S, Any]]) -> tuple[Game[S, Any], S]:
    """Return the rules and the first state for a record.

    Raises:
        RecordError: see ``replay_steps``; the actions are not checked.
    """
    if record.game not in games:
        raise RecordError(
            _("there is no game {name}").format(name=repr(record.game[:30])),
            where=_("field {name}").format(name="game"),
            expected=", ".join(sorted(games)),
        )
    game = rules_for_options(games[record.game], record.options)
    first_state = game.initial(record.options, record.seed)
    if record.start is not None:
        try:
            first_state = game.parse_position(record.start)
        except RuleboardError as error:
            inner = error.within(_("start position"))
            raise RecordError(inner.what, where=inner.where, expected=inner.expected) from error
    if len(record.players) != len(game.sides(first_state)):
        raise RecordError(
            ngettext("it names {n} player", "it names {n} players", len(record.players)).format(n=len(record.players)),
            where=_("field {name}").format(name="players"),
            expected=f"{len(game.sides(first_state))}",
        )
    if len(record.actions) - is_ending(record.actions[-1] if record.actions else "") > MAX_ACTIONS:
        raise RecordError(
            _("it has {n} actions").format(n=len(record.actions)),
            where=_("field {name}").format(name="actions"),
            expected=_("{n} at most").format(n=MAX_ACTIONS),
        )
    return game, first_state


def rules_for_options(game: Game[S, Any], options: Mapping[str, str]) -> Game[S, Any]:
    """Return the game with the rules that the options require, which may be older rules."""
    for option in game.options:
        if option.legacy_game is not None and option.id not in options:
            legacy_game: Game[S, Any] = option.legacy_game()
            return legacy_game
    return game


@dataclass(frozen=True, slots=True)
class _MoveList:
    """A cached move list of one line in one language."""

    game: Game[Any, Any]
    start: object
    entries: tuple[Action[Any] | str, ...]
    catalog: NullTranslations
    turns: tuple[Turn, ...]


_ENTRIES_PER_STEP = 500
"""The maximum number of entries by which the program extends a cached move list."""
_recent_move_lists: deque[_MoveList] = deque(maxlen=8)
"""The latest formatted move lists, newest first."""


def _cached_turns(
    game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...]
) -> tuple[Turn, ...]:
    """Return the move list of a line. If the cache contains the list of a shorter line, format only the rest."""
    catalog, end = current_catalog(), len(entries)
    longest_turns: tuple[Turn, ...] = ()
    for move_list in _recent_move_lists:
        length = len(move_list.entries)
        if (
            length > end
            or length + _ENTRIES_PER_STEP < end
            or move_list.game is not game
            or move_list.catalog is not catalog
        ):
            continue
        if move_list.start == states[0] and move_list.entries == entries[:length]:
            if length == end:
                return move_list.turns
            longest_turns = max(longest_turns, move_list.turns, key=len)
    turns = _extended_turns(game, states, entries, longest_turns) or _formatted_turns(game, states, entries, 0)
    _recent_move_lists.appendleft(_MoveList(game, states[0], entries, catalog, turns))
    return turns


def _extended_turns(
    game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...], turns: tuple[Turn, ...]
) -> tuple[Turn, ...]:
    """Extend the move list for the beginning of a line to the whole line.

    The function formats the last three turns again. The first of them is now the first formatted turn, so its label may
    differ. The second is complete, and must equal the turn in the shorter list. The third may still grow.

    Returns:
        The move list, or an empty tuple if the beginning cannot be reused.
    """
    if len(turns) < 4:
        return ()
    before, _first_turn, second, _last_turn = turns[-4:]
    end = _formatted_turns(game, states, entries, before.items[-1][0] + 1)
    return (*turns[:-1], *end[2:]) if len(end) > 2 and end[1] == second else ()


def _formatted_turns(
    game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...], start: int
) -> tuple[Turn, ...]:
    """Format the move list of the entries from index ``start`` on."""
    actions = [entry for entry in entries[start:] if isinstance(entry, Action)]
    turns = game.format_moves(states[start:] if start else states, actions)
    if start:
        turns = tuple(replace(turn, items=tuple((ply + start, text) for ply, text in turn.items)) for turn in turns)
    ending = entries[-1] if entries and isinstance(entries[-1], str) else ""
    if ending:
        turns += (Turn("", None, ((len(entries) - 1, ending_sentence(game, states[-1], ending)),)),)
    return turns
