"""The history of a game: its plies in order, and the move list."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.endings import ending_outcome, ending_sentence, rules_outcome
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.move_text import Turn
from ruleboard.engine.steps import Steps
from ruleboard.i18n import current_catalog

S = TypeVar("S")

_ENTRIES_PER_STEP = 500
"""The maximum number of entries by which a step extends a move list."""


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """A state of a game, with the entry that leads to it.

    Attributes:
        state: the state.
        key: the repetition key of the state, or None in the middle of a turn and after an ending.
        occurrences: the number of times the position has occurred so far; 0 for a state without a key.
        entry: the action, or the text of an ending that is not a move; None for the first state.
        text: the text of the entry, as in a record; empty for the first state.
        last_reveal: the number of the last entry so far that revealed something, or 0.
    """

    state: S
    key: Hashable | None
    occurrences: int
    entry: Action[Any] | str | None = None
    text: str = ""
    last_reveal: int = 0


@dataclass(slots=True)
class _Cache(Generic[S]):
    """A cache for the values that a history computes.

    Attributes:
        states: see ``PlyHistory.states``.
        entries: see ``PlyHistory.entries``.
        hashes: the hashes of the keys, for a quick search for repetitions.
        turns: the move list in each language.
        first_turns: the first turns of the game in each language, from the history that this one extends.
        views: the views of states, by viewer and ply.
        outcomes: the outcomes, by language and ply.
        to_move: the player to move, by ply.
        hidden_decisions: True for each ply whose decision is hidden.
    """

    states: tuple[S, ...] | None = None
    entries: tuple[Action[Any] | str, ...] | None = None
    hashes: tuple[int, ...] | None = None
    turns: dict[NullTranslations, tuple[Turn, ...]] = field(default_factory=dict)
    first_turns: dict[NullTranslations, tuple[Turn, ...]] = field(default_factory=dict)
    views: dict[tuple[int | None, int], S] = field(default_factory=dict)
    outcomes: dict[tuple[NullTranslations, int], Outcome | None] = field(default_factory=dict)
    to_move: dict[int, int | None] = field(default_factory=dict)
    hidden_decisions: dict[int, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlyHistory(Generic[S]):
    """The plies of a game in order, including undone ones.

    Histories are immutable. A history that extends an earlier one also copies its cache.
    """

    plies: tuple[Ply[S], ...]
    _cache: _Cache[S] = field(default_factory=_Cache, repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the cache: its keys are languages, which cannot be pickled.
        return type(self), (self.plies,)

    @property
    def states(self) -> tuple[S, ...]:
        """The states of all plies."""
        if self._cache.states is None:
            self._cache.states = tuple(ply.state for ply in self.plies)
        return self._cache.states

    @property
    def entries(self) -> tuple[Action[Any] | str, ...]:
        """The entries; ``entries[i]`` leads from ``states[i]`` to the next state."""
        if self._cache.entries is None:
            self._cache.entries = tuple(ply.entry for ply in self.plies if ply.entry is not None)
        return self._cache.entries

    def occurrences(self, key: Hashable) -> int:
        """Return the number of times the position with this key has occurred."""
        if self._cache.hashes is None:
            self._cache.hashes = tuple(hash(ply.key) for ply in self.plies)
        if hash(key) not in self._cache.hashes:  # keys are slow to compare
            return 0
        return next((ply.occurrences for ply in reversed(self.plies) if ply.key == key), 0)

    def view(self, game: Game[S, Any], viewer: int | None, ply: int) -> S:
        """Return a player's view of the state at a ply."""
        views, key = self._cache.views, (viewer, ply)
        if key not in views:
            views[key] = game.view(self.plies[ply].state, viewer)
        return views[key]

    def outcome(self, game: Game[S, Any], ply: int) -> Outcome | None:
        """Return the result at a ply, or None while the game continues."""
        outcomes, key = self._cache.outcomes, (current_catalog(), ply)
        if key not in outcomes:
            last_ply = self.plies[ply]
            outcomes[key] = (
                ending_outcome(game, last_ply.state, last_ply.entry)
                if isinstance(last_ply.entry, str)
                else rules_outcome(game, last_ply.state, last_ply.occurrences)
            )
        return outcomes[key]

    def to_move(self, game: Game[S, Any], ply: int) -> int | None:
        """Return the player to move at a ply, or None if the game has ended for any reason."""
        players = self._cache.to_move
        if ply not in players:
            players[ply] = None if self.outcome(game, ply) else game.to_move(self.plies[ply].state)
        return players[ply]

    def is_hidden(self, game: Game[S, Any], ply: int) -> bool:
        """Return True if the decision at a ply is hidden from other players."""
        hidden_decisions = self._cache.hidden_decisions
        if ply not in hidden_decisions:
            hidden_decisions[ply] = game.is_hidden_decision(self.plies[ply].state)
        return hidden_decisions[ply]

    def with_ply(self, ply: Ply[S]) -> PlyHistory[S]:
        """Return the history with one more ply."""
        entry, cache = ply.entry, self._cache
        return PlyHistory(
            (*self.plies, ply),
            _Cache(
                None if cache.states is None else (*cache.states, ply.state),
                None if cache.entries is None or entry is None else (*cache.entries, entry),
                None if cache.hashes is None else (*cache.hashes, hash(ply.key)),
                first_turns=cache.first_turns | cache.turns if cache.turns else cache.first_turns,
                views=cache.views.copy(),
                hidden_decisions=cache.hidden_decisions.copy(),
            ),
        )

    def truncate(self, length: int) -> PlyHistory[S]:
        """Return the history with only the first ``length`` entries."""
        if length >= len(self.plies) - 1:
            return self
        cache = self._cache
        return PlyHistory(
            self.plies[: length + 1],
            _Cache(
                cache.states and cache.states[: length + 1],
                None if cache.entries is None else cache.entries[:length],
                cache.hashes and cache.hashes[: length + 1],
                first_turns={
                    catalog: turns[: bisect_left(turns, length, key=_last_ply)]
                    for catalog, turns in (cache.first_turns | cache.turns).items()
                },
            ),
        )

    def with_last_state(self, state: S) -> PlyHistory[S]:
        """Return the history with a different last state."""
        plies = (*self.plies[:-1], replace(self.plies[-1], state=state))
        return PlyHistory(plies, _Cache(entries=self._cache.entries, hashes=self._cache.hashes))

    def turns(self, game: Game[S, Any]) -> tuple[Turn, ...]:
        """Return the move list. An ending is a separate turn."""
        catalog = current_catalog()
        if catalog not in self._cache.turns:
            first_turns = self._cache.first_turns.get(catalog, ())
            self._cache.turns[catalog] = self.extend_turns(game, first_turns)
        return self._cache.turns[catalog]

    def extend_turns(self, game: Game[S, Any], first_turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
        """Return the whole move list, but format only the turns after ``first_turns`` if possible.

        Args:
            game: the rules of the game.
            first_turns: the move list of the first entries, without turns that contain other entries.
        """
        return _extend_turns(game, self.states, self.entries, first_turns)

    def format_turns(self, game: Game[S, Any]) -> Steps[None]:
        """Format the move list in steps, so that ``turns`` can return it immediately."""
        catalog = current_catalog()
        turns, count = self._cache.turns.get(catalog, self._cache.first_turns.get(catalog, ())), len(self.entries)
        start = _last_ply(turns[-1]) + 1 if turns else 0
        for end in range(start + _ENTRIES_PER_STEP, count + _ENTRIES_PER_STEP, _ENTRIES_PER_STEP):
            yield min(1, end / count)
            turns = _extend_turns(game, self.states[: end + 1], self.entries[:end], turns)
            if end >= count and current_catalog() is catalog:
                self._cache.turns[catalog] = turns


def _last_ply(turn: Turn) -> int:
    return turn.items[-1][0]


def _extend_turns(
    game: Game[S, Any], states: tuple[S, ...], entries: tuple[Action[Any] | str, ...], turns: tuple[Turn, ...]
) -> tuple[Turn, ...]:
    """Return the move list of the whole line, given its first turns.

    The function formats the last three turns again. The first of them is now the first formatted turn, so its label may
    differ. The second is complete, and must equal the turn in the shorter list. The third may still grow. If the second
    turn differs or the beginning is short, the function formats the whole line.
    """
    if len(turns) >= 4:
        last_unchanged_turn, _first_turn, second_turn, _last_turn = turns[-4:]
        formatted_turns = _format_turns(game, states, entries, _last_ply(last_unchanged_turn) + 1)
        if len(formatted_turns) > 2 and formatted_turns[1] == second_turn:
            return (*turns[:-1], *formatted_turns[2:])
    return _format_turns(game, states, entries, 0)


def _format_turns(
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
