"""Timelines: replayed records, in which players can move, undo and redo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.endings import (
    check_ending,
    claim_reason,
    is_ending,
    rules_outcome,
)
from ruleboard.engine.errors import IllegalAction, RecordError, RuleboardError
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.limits import MAX_ACTIONS, max_count_phrase
from ruleboard.engine.move_text import Turn
from ruleboard.engine.ply_history import Ply, PlyHistory
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.i18n import N_, _, ngettext

S = TypeVar("S")

_REVEALED_MESSAGE = N_("something hidden has been revealed since then, so you can’t play on from here")


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game with all its states and the current ply.

    Timelines are immutable; their methods return new ones. All methods stay fast in games of thousands of actions,
    since a timeline caches the values that are slow to compute.

    Attributes:
        game: the rules of the game.
        record: the record from which the timeline was created; ``to_record`` returns the current one.
        history: the states and the entries.
        ply: the number of entries before the current state. Later entries were undone, and ``redo`` restores them.
    """

    game: Game[S, Any]
    record: Record
    history: PlyHistory[S]
    ply: int

    @property
    def plies(self) -> tuple[Ply[S], ...]:
        """All states with the entries that lead to them."""
        return self.history.plies

    @property
    def states(self) -> tuple[S, ...]:
        """All states; ``states[i]`` is the state before ``entries[i]``."""
        return self.history.states

    @property
    def entries(self) -> tuple[Action[Any] | str, ...]:
        """The actions; the last entry may be the text of an ending that is not a move."""
        return self.history.entries

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the entries, as in a record."""
        return tuple(ply.text for ply in self.plies[1:])

    @property
    def earliest_ply(self) -> int:
        """The earliest ply to which players can undo: the ply after the last entry that revealed something."""
        return self.plies[-1].last_reveal

    @property
    def state(self) -> S:
        """The current state."""
        return self.plies[self.ply].state

    def public_state(self, ply: int | None = None) -> S:
        """Return the public view of the state after ``ply`` entries, by default of the current state."""
        return self.state_for(None, ply)

    def state_for(self, viewer: int | None, ply: int | None = None) -> S:
        """Return a player's view of a state.

        Args:
            viewer: the player (0-based), or None for the public.
            ply: the number of entries before the state; by default the current ply.
        """
        return self.history.view(self.game, viewer, self.ply if ply is None else ply)

    def is_hidden(self, ply: int | None = None) -> bool:
        """Return True if the decision after ``ply`` entries (default: the current one) is hidden from other players."""
        return self.history.is_hidden(self.game, self.ply if ply is None else ply)

    @property
    def has_perfect_information(self) -> bool:
        """True if the current state has two players, no hidden information and no hidden decision."""
        if len(self.game.sides(self.state)) != 2 or self.is_hidden():
            return False
        views = [self.state_for(viewer) for viewer in (None, 0, 1)]
        redealt_states = [self.game.with_hidden_redealt(self.state, seed) for seed in (0, 1)]
        return all(other_state == self.state for other_state in (*views, *redealt_states))

    @property
    def is_at_end(self) -> bool:
        """True if the current state is the last one, so that there is nothing to redo."""
        return self.ply == len(self.plies) - 1

    @property
    def to_move(self) -> int | None:
        """The player who decides now (0-based), or None if the game has ended for any reason."""
        return self.history.to_move(self.game, self.ply)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome at the current ply, or None while the game continues.

        It may come from the rules, from repetition, or from an ending that is not a move.
        """
        return self.history.outcome(self.game, self.ply)

    @property
    def final_outcome(self) -> Outcome | None:
        """The outcome at the end of the line, including undone entries, or None if the game has not ended."""
        return self.jump(len(self.plies)).outcome

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
        return None if self.outcome else claim_reason(self.game, self.state, self.plies[self.ply].occurrences)

    def play(self, action: Action[Any]) -> Timeline[S]:
        """Return the timeline after an action in the current state, without undone entries.

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

    def with_line(self, actions: Sequence[Action[Any]]) -> Timeline[S]:
        """Return the timeline with ``actions`` from the current state in place of all later entries.

        Raises:
            IllegalAction: see ``play``.
        """
        timeline = self.without_undone()
        for action in actions:
            timeline = timeline.play(action)
        return timeline

    def end(self, entry: str) -> Timeline[S]:
        """Return the timeline after an ending that is not a move, in the current state.

        Args:
            entry: ``resign N`` or ``time N`` (with the player's number from 1), ``draw agreed`` or ``draw claimed``.

        Raises:
            RecordError: the text is not an ending, or the ending is not possible now.
        """
        is_over = self.outcome is not None
        if not is_over and not self.is_at_end and self.ply < self.earliest_ply:
            raise RecordError(_(_REVEALED_MESSAGE))
        check_ending(self.game, self.state, entry, is_over=is_over, occurrences=self.plies[self.ply].occurrences)
        return self._with_entry(entry, self.state)

    def play_text(self, text: str) -> Timeline[S]:
        """Return the timeline after an action or ending, given its text in a record.

        Raises:
            ActionError: the text is not an action of the game.
            IllegalAction: as in ``play``.
            RecordError: as in ``end``.
        """
        return self.end(text) if is_ending(text) else self.play(self.game.parse_action(self.state, text))

    def _with_entry(self, entry: Action[Any] | str, state: S) -> Timeline[S]:
        key = self.game.key(state) if isinstance(entry, Action) else None
        history = self.history.truncate(self.ply)
        reveals = isinstance(entry, Action) and self.game.reveals(self.state, entry)
        next_ply = Ply(
            state,
            key,
            0 if key is None else history.occurrences(key) + 1,
            entry,
            entry if isinstance(entry, str) else self.game.format_action(self.state, entry),
            self.ply + 1 if reveals else history.plies[-1].last_reveal,
        )
        return replace(self, history=history.with_ply(next_ply), ply=self.ply + 1)

    def undo(self) -> Timeline[S]:
        """Undo the last entry. If this is not possible, return the timeline unchanged."""
        return self.jump(self.ply - 1) if self.ply > self.earliest_ply else self

    def redo(self) -> Timeline[S]:
        """Redo the entry that was undone last. At the end of the line, return the timeline unchanged."""
        return self.jump(self.ply + 1) if not self.is_at_end else self

    def jump(self, ply: int) -> Timeline[S]:
        """Return the timeline at a ply, or at the nearest ply of the line."""
        return replace(self, ply=max(0, min(ply, len(self.plies) - 1)))

    def without_undone(self) -> Timeline[S]:
        """Return the timeline without the undone entries."""
        return replace(self, history=self.history.truncate(self.ply))

    def with_state(self, state: S) -> Timeline[S]:
        """Return the timeline with ``state`` as its last state, for example with other chance outcomes."""
        return replace(self, history=self.history.with_last_state(state))

    def turns(self) -> tuple[Turn, ...]:
        """Return the move list of the whole line, including undone entries. An ending is a separate turn."""
        return self.history.turns(self.game)

    def extend_turns(self, first_turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
        """Return the whole move list, but format only the turns after ``first_turns`` if possible.

        Args:
            first_turns: complete turns from the move list of another line with the same first entries.
        """
        return self.history.extend_turns(self.game, first_turns)

    def format_turns(self) -> Steps[None]:
        """Format the move list in steps and cache it, so that ``turns`` can return it immediately."""
        return self.history.format_turns(self.game)

    def to_record(self, **meta: str) -> Record:
        """Return the record of the whole line, with ``meta`` added to its metadata."""
        clock = self.record.clock
        return replace(
            self.record,
            clock=clock and clock.truncate(len(self.plies) - 1),
            actions=self.texts,
            ply=None if self.is_at_end else self.ply,
            meta={**self.record.meta, **meta},
        )


def new_timeline(game: Game[S, Any], state: S, record: Record | None = None) -> Timeline[S]:
    """Create the timeline of a new game.

    Args:
        game: the rules of the game.
        state: the first state.
        record: the game's record; by default a record without names and options.
    """
    game_record = record or Record(game.id, {}, 0, ("",) * len(game.sides(state)))
    return Timeline(game, game_record, PlyHistory((_create_first_ply(game, state),)), 0)


def _create_first_ply(game: Game[S, Any], state: S) -> Ply[S]:
    key = game.key(state)
    return Ply(state, key, 0 if key is None else 1)


def replay(record: Record, games: Mapping[str, Game[S, Any]]) -> Timeline[S]:
    """Replay a record. The current ply is the record's, or that of the last entry that revealed something, if later.

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
    game, first_state = _create_first_state(record, games)
    plies = [_create_first_ply(game, first_state)]
    key_counts = Counter([plies[0].key])
    for number, text in enumerate(record.actions, 1):
        yield (number - 1) / len(record.actions)
        previous_ply = plies[-1]
        try:
            is_over = (
                isinstance(previous_ply.entry, str)
                or rules_outcome(game, previous_ply.state, previous_ply.occurrences) is not None
            )
            if is_ending(text):
                check_ending(game, previous_ply.state, text, is_over=is_over, occurrences=previous_ply.occurrences)
                plies.append(Ply(previous_ply.state, None, 0, text, text, previous_ply.last_reveal))
                continue
            if is_over:
                raise IllegalAction(_("the game is already over"))
            action = game.parse_action(previous_ply.state, text)
            next_state = game.apply(previous_ply.state, action)
            last_reveal = number if game.reveals(previous_ply.state, action) else previous_ply.last_reveal
            key = game.key(next_state)
        except RuleboardError as error:
            raise RecordError(
                _("{action} can’t be played: {why}").format(action=repr(text[:40]), why=error.what),
                where=_("action {number}").format(number=number),
                expected=error.expected,
            ) from error
        key_counts[key] += 1
        occurrences = 0 if key is None else key_counts[key]
        plies.append(
            Ply(next_state, key, occurrences, action, game.format_action(previous_ply.state, action), last_reveal)
        )
    timeline = Timeline(game, record, PlyHistory(tuple(plies)), len(record.actions))
    return timeline if record.ply is None else timeline.jump(max(record.ply, timeline.earliest_ply))


def _create_first_state(record: Record, games: Mapping[str, Game[S, Any]]) -> tuple[Game[S, Any], S]:
    """Return the rules and the first state for a record.

    Raises:
        RecordError: see ``replay_steps``; the actions are not checked.
    """
    if record.game not in games:
        raise RecordError(
            _("there’s no game {name}").format(name=repr(record.game[:30])),
            where=_("field {name}").format(name="game"),
            expected=", ".join(sorted(games)),
        )
    game = rules_for_options(games[record.game], record.options)
    first_state = game.initial(record.options, record.seed)
    if record.start is not None:
        try:
            first_state = game.parse_position(record.start)
        except RuleboardError as error:
            located_error = error.within(_("start position"))
            raise RecordError(located_error.what, where=located_error.where, expected=located_error.expected) from error
    if len(record.players) != len(game.sides(first_state)):
        raise RecordError(
            ngettext("the list has {n} player", "the list has {n} players", len(record.players)).format(
                n=len(record.players)
            ),
            where=_("field {name}").format(name="players"),
            expected=f"{len(game.sides(first_state))}",
        )
    if len(record.actions) - is_ending(record.actions[-1] if record.actions else "") > MAX_ACTIONS:
        raise RecordError(
            _("the game has {n} actions").format(n=len(record.actions)),
            where=_("field {name}").format(name="actions"),
            expected=max_count_phrase(MAX_ACTIONS),
        )
    return game, first_state


def rules_for_options(game: Game[S, Any], options: Mapping[str, str]) -> Game[S, Any]:
    """Return the game, or the version with older rules if the options of a record require them."""
    for option in game.options:
        if option.legacy_game is not None and option.id not in options:
            legacy_game: Game[S, Any] = option.legacy_game()
            return legacy_game
    return game


def line_turns(timeline: Timeline[S], actions: Sequence[Action[Any]]) -> Iterator[tuple[Action[Any], ...]]:
    """Yield the actions of each turn of a line that begins in the current state."""

    def iter_players_and_actions() -> Iterator[tuple[int | None, Action[Any]]]:
        game, state = timeline.game, timeline.state
        for action in actions:
            yield game.to_move(state), action
            state = game.apply(state, action)

    for _player, turn in groupby(iter_players_and_actions(), itemgetter(0)):
        yield tuple(action for _, action in turn)


def whole_turns(
    timeline: Timeline[S], actions: Sequence[Action[Any]], count: int
) -> tuple[tuple[Action[Any], ...], ...]:
    """Return the first ``count`` turns of a line, but no incomplete turn after the first one."""
    turns = tuple(islice(line_turns(timeline, actions), count))
    if len(turns) < 2:
        return turns
    timeline_before = timeline.with_line([action for turn in turns[:-1] for action in turn])
    return turns[:-1] if timeline_before.with_line(turns[-1]).to_move == timeline_before.to_move else turns
