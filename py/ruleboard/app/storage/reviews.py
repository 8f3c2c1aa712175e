"""Reviews of finished games, stored next to the games, so that the bot judges a game only once."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.engine.decoding import ErrorStyle, Value, decode_or_none
from ruleboard.engine.errors import RecordError
from ruleboard.engine.limits import MAX_ACTIONS, MAX_PLAYERS
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.search.thinking import MAX_SCORE

KEY_PREFIX: Final = "ruleboard/1/review/"
FORMAT_VERSION: Final = 2
"""The version of the judgement. Reviews of other versions are ignored."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one turn.

    Attributes:
        start: the ply before the turn.
        end: the ply after the turn.
        player: the player who played the turn, from 0.
        score: the player's chances with the best turn of the search (see ``engine.search.thinking.MAX_SCORE``).
        played_score: the player's chances with the played turn.
        best_actions: the texts of the actions of the best turn; empty if the bot could not judge the turn.
        line: the texts of the best turn and of the expected actions after it; empty if unknown.
        played_line: the texts of the played turn and of the expected actions after it; empty if unknown.
    """

    start: int
    end: int
    player: int
    score: int
    played_score: int
    best_actions: tuple[str, ...]
    line: tuple[str, ...] = ()
    played_line: tuple[str, ...] = ()

    @property
    def loss(self) -> int:
        """The difference in scores between the best turn and the played turn, at least 0."""
        return self.score - self.played_score


def fingerprint(record: Record) -> str:
    """Return a checksum of a game's options and actions, which does not depend on the players' names."""
    anonymous_record = replace(record, players=("",) * len(record.players), ply=None, meta={}, seats=())
    text = format_record(anonymous_record)
    return f"{len(text)}-{zlib.crc32(text.encode(errors='surrogatepass')):08x}"


class ReviewStore:
    """The reviews in a store, by the id of the game.

    Incomplete reviews, and reviews for which the store has no room, stay in memory until the page is closed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: dict[str, str] = {}
        self._partial: dict[str, tuple[str, tuple[Verdict, ...]]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of all games that have a stored review."""
        return (key.removeprefix(KEY_PREFIX) for key in self._store if key.startswith(KEY_PREFIX))

    def get(self, id: str, record: Record) -> tuple[Verdict, ...] | None:
        """Return the complete review of a game.

        Args:
            id: the game's id.
            record: the record of the whole game.

        Returns:
            The judgement of every turn, or None if the store has no readable review of the same actions.
        """
        text = self._store.get(KEY_PREFIX + id) or self._pending.get(id)
        return _parse_verdicts(text, fingerprint(record)) if text else None

    def get_partial_review(self, id: str, record: Record) -> tuple[Verdict, ...]:
        """Return the judgements of a game's first turns from an incomplete review; may be empty.

        Args:
            id: the game's id.
            record: the record of the whole game.
        """
        game, verdicts = self._partial.get(id, ("", ()))
        return verdicts if game == fingerprint(record) else ()

    def set_partial_review(self, id: str, record: Record, verdicts: tuple[Verdict, ...]) -> None:
        """Keep the judgements of a game's first turns in memory.

        Args:
            id: the game's id.
            record: the record of the whole game.
            verdicts: the judgements of the first turns.
        """
        self._partial[id] = (fingerprint(record), verdicts)

    def set(self, id: str, record: Record, verdicts: tuple[Verdict, ...]) -> None:
        """Store the complete review of a game, or keep it in memory if the store has no room.

        Args:
            id: the game's id.
            record: the record of the whole game.
            verdicts: the judgement of every turn.
        """
        turns = [
            [turn.start, turn.end, turn.player, turn.score, turn.played_score, *turn.best_actions] for turn in verdicts
        ]
        lines = [[number, turn.line, turn.played_line] for number, turn in enumerate(verdicts) if turn.line]
        fields = {"version": FORMAT_VERSION, "game": fingerprint(record), "turns": turns, "lines": lines}
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        self._partial.pop(id, None)
        self._pending[id] = text
        with contextlib.suppress(StoreFull):
            self._store.set(KEY_PREFIX + id, text)
            del self._pending[id]

    def remove(self, id: str) -> None:
        """Remove the review of a game."""
        self._pending.pop(id, None)
        self._partial.pop(id, None)
        self._store.remove(KEY_PREFIX + id)


def _parse_verdicts(text: str, game: str) -> tuple[Verdict, ...] | None:
    """Parse stored verdicts; return None if the text is damaged or belongs to another version or another game."""
    value = Value(decode_or_none(text), ErrorStyle(RecordError))
    try:
        if value.field("version").data != FORMAT_VERSION or value.field("game").data != game:
            return None
        verdicts = list(map(_parse_verdict, value.field("turns").items()))
        for entry in value.field("lines", []).items():  # earlier versions stored none
            number, line, played_line = entry.items(3)
            index = number.integer(0, len(verdicts) - 1)
            verdicts[index] = replace(verdicts[index], line=line.texts(), played_line=played_line.texts())
        return tuple(verdicts)
    except (RecordError, ValueError):  # ValueError: an entry of the lines has too few items
        return None


def _parse_verdict(turn: Value) -> Verdict:
    """Validate a verdict in decoded JSON.

    Raises:
        RecordError: the list is not a verdict.
    """
    match turn.items():
        case start, end, player, score, played_score, *best_actions:
            best_score = score.integer(-MAX_SCORE, MAX_SCORE)
            return Verdict(
                start.integer(0, MAX_ACTIONS),
                end.integer(0, MAX_ACTIONS),
                player.integer(0, MAX_PLAYERS - 1),
                best_score,
                played_score.integer(-MAX_SCORE, best_score),
                tuple(map(Value.text, best_actions)),
            )
    raise turn.error("is not a verdict")
