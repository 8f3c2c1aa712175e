"""Reviews of finished games, stored beside them, so that a game need not be judged again."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.limits import MOST_ACTIONS
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.search.thinking import WON

PREFIX: Final = "ruleboard/1/review/"
VERSION: Final = 2
"""The version of the judgement: a review of another one is made anew."""
_MAX_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one turn.

    Attributes:
        first: the number of entries before the turn.
        end: the number of entries after it.
        player: the player whose turn it was, 0-based.
        score: the player's chances with the best turn that was found (``engine.search.thinking.WON``).
        played: the chances with the turn that was played.
        best: the texts of the actions of the best turn; empty if the turn could not be judged.
    """

    first: int
    end: int
    player: int
    score: int
    played: int
    best: tuple[str, ...]

    @property
    def loss(self) -> int:
        """The chances that the turn has lost, at least 0."""
        return self.score - self.played


def fingerprint(record: Record) -> str:
    """Return a value that differs for lines of play that differ, except by accident; names do not matter."""
    bare = replace(record, players=("",) * len(record.players), at=None, meta={}, seats=())
    text = format_record(bare)
    return f"{len(text)}-{zlib.crc32(text.encode(errors='surrogatepass')):08x}"


class Reviews:
    """The reviews in a store, by the id of the game.

    One for which there is no room, or that is not complete, lasts as long as the page.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, str] = {}
        self._begun: dict[str, tuple[str, tuple[Verdict, ...]]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of all games that have a stored review."""
        return (key.removeprefix(PREFIX) for key in self._store if key.startswith(PREFIX))

    def get(self, id: str, record: Record) -> tuple[Verdict, ...] | None:
        """Return the review of a game.

        Args:
            id: the game's id.
            record: the whole line.

        Returns:
            The judgement of every turn; None if there is none of this line that can be read.
        """
        text = self._store.get(PREFIX + id) or self._waiting.get(id)
        return _parse(text, fingerprint(record)) if text else None

    def begun(self, id: str, record: Record) -> tuple[Verdict, ...]:
        """Return the judgements of the first turns of a game whose review was left before its end; maybe none.

        Args:
            id: the game's id.
            record: the whole line.
        """
        game, verdicts = self._begun.get(id, ("", ()))
        return verdicts if game == fingerprint(record) else ()

    def keep_begun(self, id: str, record: Record, verdicts: tuple[Verdict, ...]) -> None:
        """Keep the judgements of the first turns of a game, as long as the page is open.

        Args:
            id: the game's id.
            record: the whole line.
            verdicts: the judgements of the first turns.
        """
        self._begun[id] = (fingerprint(record), verdicts)

    def put(self, id: str, record: Record, verdicts: tuple[Verdict, ...]) -> None:
        """Store the review of a game, if there is room.

        Args:
            id: the game's id.
            record: the whole line.
            verdicts: the judgement of every turn.
        """
        turns = [[one.first, one.end, one.player, one.score, one.played, *one.best] for one in verdicts]
        fields = {"version": VERSION, "game": fingerprint(record), "turns": turns}
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        self._begun.pop(id, None)
        self._waiting[id] = text
        with contextlib.suppress(StoreFull):
            self._store.set(PREFIX + id, text)
            del self._waiting[id]

    def remove(self, id: str) -> None:
        """Remove the review of a game."""
        self._waiting.pop(id, None)
        self._begun.pop(id, None)
        self._store.remove(PREFIX + id)


def _parse(text: str, game: str) -> tuple[Verdict, ...] | None:
    """Return the verdicts in a stored text of a game; None if it is damaged, of another line or another version."""
    try:
        data = decode(text)
        if data["version"] != VERSION or data["game"] != game:
            return None
        return tuple(_verdict(turn) for turn in data["turns"])
    except (ValueError, RecursionError, TypeError, KeyError):
        return None


def _verdict(turn: list[object]) -> Verdict:
    """Return the verdict in a decoded list.

    Raises:
        TypeError, ValueError: there is none in it.
    """
    first, end, player, score, played, *best = turn
    texts = tuple(text for text in best if isinstance(text, str))
    if len(texts) != len(best):
        raise ValueError("an action that is no text")
    verdict = Verdict(
        _whole(first, 0, MOST_ACTIONS),
        _whole(end, 0, MOST_ACTIONS),
        _whole(player, 0, _MAX_PLAYERS - 1),
        _whole(score, -WON, WON),
        _whole(played, -WON, WON),
        texts,
    )
    if verdict.loss < 0:
        raise ValueError("a turn better than the best")
    return verdict


def _whole(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a whole number")
    if not least <= value <= most:
        raise ValueError("a number beyond its range")
    return value
