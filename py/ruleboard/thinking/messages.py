"""Messages between whoever asks for a choice of actions, or for the judgement of one, and whoever makes it: plain data
as JSON.

A request has the record as far as the player may know it, so that whoever answers needs no memory: one that was stopped
and started again gives the same answer. A record is a few kilobytes, and ``thinker.Thinker`` replays only the part that
is new to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.record import format_record
from ruleboard.engine.search.thinking import WON
from ruleboard.engine.timeline import Timeline
from ruleboard.thinking.questions import record_for, seed_at


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the next actions of a player, or for the judgement of those that were made.

    Attributes:
        id: a number that the answers repeat.
        record: the record of the game, as ``engine.record.format_record`` writes it.
        at: the number of entries of the record before the decision.
        player: the player to decide for, 0-based: the one to move there.
        level: one of ``engine.search.thinking.LEVELS``.
        seed: the seed of all that is drawn by lot while thinking; a judgement draws as the player would have there.
        end: the number of entries after the turn that is to be judged; None to ask for actions.
    """

    id: int
    record: str
    at: int
    player: int
    level: int
    seed: int
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """An answer that is not there yet.

    Attributes:
        id: the number of the request.
        positions: the number of positions looked at so far.
    """

    id: int
    positions: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request, see ``engine.search.thinking.Choice``.

    Attributes:
        id: the number of the request.
        actions: the texts of the player's next actions, in order, at least one.
        score: the player's chances with them, from ``-WON`` to ``WON``.
        line: the texts of the play that is expected, beginning with ``actions``; it may end early.
        positions: the number of positions that were looked at.
    """

    id: int
    actions: tuple[str, ...]
    score: int
    line: tuple[str, ...]
    positions: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a request with an end, see ``engine.search.thinking.Comparison``.

    Attributes:
        id: the number of the request.
        actions: the texts of the best actions that were found; empty if the turn cannot be judged.
        score: the player's chances with them, from ``-WON`` to ``WON``.
        played: the chances with the turn that was played.
        positions: the number of positions that were looked at.
        reply: the texts of the best answer to the turn that was played; empty if it is not known.
    """

    id: int
    actions: tuple[str, ...]
    score: int
    played: int
    positions: int
    reply: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer to a request that cannot be answered.

    Attributes:
        id: the number of the request; -1 if it could not be read.
        sentence: the reason, as a sentence in English: for the console, since it tells of an error of the app's own.
        trace: the place of the error in the code; empty if the request itself is wrong.
    """

    id: int
    sentence: str
    trace: str = ""


Answer: TypeAlias = Progress | Reply | Judgement | Failure

_KINDS: dict[str, type[Answer]] = {
    "progress": Progress,
    "reply": Reply,
    "judgement": Judgement,
    "failure": Failure,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def request_at(timeline: Timeline[Any], id: int, level: int, end: int | None = None) -> Request:
    """Return the request for the next actions of the player to move at the current place of a game.

    The same place of the same game is always asked with the same seed, and so answered alike after a reload.

    Args:
        timeline: the game.
        id: see ``Request``.
        level: see ``Request``.
        end: see ``Request``.

    Raises:
        ValueError: nobody is to move there.
    """
    if timeline.to_move is None:
        raise ValueError("the game is over")
    player = timeline.to_move
    seed = seed_at(timeline, player)
    if end is not None:
        whole = replace(timeline.to_record(), clock=None)  # a judgement looks at what has come of the turn
        return Request(id, format_record(whole), timeline.at, player, level, seed, end)
    record = record_for(timeline, player)
    return Request(id, format_record(record), len(record.actions), player, level, seed)


def format_request(request: Request) -> str:
    """Return a request as JSON."""
    return json.dumps(asdict(request), ensure_ascii=False, separators=(",", ":"))


def parse_request(text: str) -> Request:
    """Return the request in a JSON text.

    Raises:
        ValueError: it is none.
    """
    try:
        data = decode(text)
        return Request(
            id=_whole(data["id"]),
            record=_text(data["record"]),
            at=_whole(data["at"]),
            player=_whole(data["player"]),
            level=_whole(data["level"]),
            seed=_whole(data["seed"]),
            end=None if data.get("end") is None else _whole(data["end"]),
        )
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"not a request: {str(error)[:80]}") from None


def format_answer(answer: Answer) -> str:
    """Return an answer as JSON; its ``kind`` is "progress", "reply", "judgement" or "failure"."""
    return json.dumps({"kind": _NAMES[type(answer)], **asdict(answer)}, ensure_ascii=False, separators=(",", ":"))


def parse_answer(text: str) -> Answer:
    """Return the answer in a text of ``format_answer``.

    Raises:
        ValueError: it is none.
    """
    try:
        data = decode(text)
        kind = _KINDS[data.pop("kind")]
        return kind(**{name: _FIELDS[name](value) for name, value in data.items()})
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"not an answer: {str(error)[:80]}") from None


def _score(value: Any) -> int:
    score = _whole(value)
    if not -WON <= score <= WON:
        raise ValueError(f"{score} is not a score")
    return score


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError("not a list of texts")
    return tuple(map(_text, value))


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{type(value).__name__} is not a whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} is not a text")
    return value


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "id": _whole,
    "positions": _whole,
    "score": _score,
    "played": _score,
    "actions": _texts,
    "line": _texts,
    "reply": _texts,
    "sentence": _text,
    "trace": _text,
}
"""The readers of the fields of answers."""
