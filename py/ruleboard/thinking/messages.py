"""JSON messages between a page and the worker that chooses or judges actions.

A request contains a record of all that the player may know, so that a restarted worker gives the same answer. A record
has only a few kilobytes, and ``request_worker.RequestWorker`` replays only its new part.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from ruleboard.engine.decoding import DataclassReader, ErrorStyle, Value, decode_or_none
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import format_record
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.timeline import Timeline
from ruleboard.thinking.questions import judgement_record, opponent_seed, record_for, seed_at


class MessageError(RuleboardError):
    """Raised when a text is not a request or an answer."""


_ERROR_STYLE: Final = ErrorStyle(MessageError)


@dataclass(frozen=True, slots=True)
class Request:
    """A request to choose the next actions of a player, or to judge a turn.

    Attributes:
        id: the number of the request, which its answers repeat.
        record: the part of the game that the player knows, as a record from ``engine.record.format_record``.
        at: the ply of the decision in the record.
        player: the player to move (0-based).
        level: one of ``engine.search.thinking.LEVELS``.
        seed: the seed of the random choices for these actions.
        game_seed: the seed of all random choices in the game, see ``questions.opponent_seed``.
        end: the ply after the turn to judge, or None to choose actions.
        opponent_level: see ``engine.search.thinking.Question``.
    """

    id: int
    record: str
    at: int
    player: int
    level: int
    seed: int
    game_seed: int
    end: int | None = None
    opponent_level: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search.

    Attributes:
        id: the number of the request.
        positions: the number of positions searched so far.
    """

    id: int
    positions: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request for actions, see ``engine.search.thinking.TurnChoice``.

    Attributes:
        id: the number of the request.
        actions: the texts of the player's next actions, at least one.
        score: the player's chances after these actions, from ``-MAX_SCORE`` to ``MAX_SCORE``.
        line: the texts of ``actions`` and of the expected actions after them; it may be incomplete.
        positions: the number of positions searched.
    """

    id: int
    actions: tuple[str, ...]
    score: int
    line: tuple[str, ...]
    positions: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a turn, see ``engine.search.thinking.Comparison``.

    Attributes:
        id: the number of the request.
        actions: the texts of the best actions; empty if the worker cannot judge the turn.
        score: the player's chances after the best actions, from ``-MAX_SCORE`` to ``MAX_SCORE``.
        played_score: the player's chances after the played turn.
        positions: the number of positions searched.
        reply: the texts of the best reply to the played turn; empty if unknown.
        line: the texts of the best turn and of the expected actions after it; empty if unknown.
        played_line: the texts of the played turn and of the expected actions after it; empty if unknown.
    """

    id: int
    actions: tuple[str, ...]
    score: int
    played_score: int
    positions: int
    reply: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    played_line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer to a request that failed.

    Attributes:
        id: the number of the request; -1 if the request is malformed.
        sentence: the reason as an English sentence, which the page prints to the console.
        trace: the stack trace of the error; empty if the request itself is wrong.
    """

    id: int
    sentence: str
    trace: str = ""


Answer: TypeAlias = Progress | Reply | Judgement | Failure

_ANSWER_CLASSES: dict[str, type[Answer]] = {
    "progress": Progress,
    "reply": Reply,
    "judgement": Judgement,
    "failure": Failure,
}
ANSWER_NAMES = {kind: name for name, kind in _ANSWER_CLASSES.items()}


def create_request(timeline: Timeline[Any], id: int, level: int, opponent_level: int = 0) -> Request:
    """Create a request to choose actions for the player to move at the current ply.

    The same ply of the same game always has the same seeds, so that a reload of the page does not change the answer.

    Args:
        timeline: the game.
        id: the number of the request.
        level: the level of the bot.
        opponent_level: the level of the opponent's bot if the answer may exploit its typical play, else 0.

    Raises:
        ValueError: the game is over, or its texts cannot express what the player knows.
    """
    player = timeline.to_move
    if player is None:
        raise ValueError("the game is over")
    record, game_seed = record_for(timeline, player), opponent_seed(timeline)
    seed = seed_at(timeline, player, game_seed)
    at = len(record.actions)
    return Request(id, format_record(record), at, player, level, seed, game_seed, opponent_level=opponent_level)


def create_judgement_request(
    timeline: Timeline[Any], id: int, level: int, start: int, end: int, opponent_level: int = 0
) -> Request:
    """Create a request to judge a turn.

    Args:
        timeline: the game. If it is finished, the judgement uses all of it, see ``questions.judgement_record``.
        id: the number of the request.
        level: the level of the bot.
        start: the ply at which the turn begins.
        end: the ply after the turn.
        opponent_level: see ``create_request``.

    Raises:
        ValueError: see ``questions.judgement_record``.
    """
    timeline_before = timeline.jump(start)
    record, at = judgement_record(timeline, start, end)
    player, game_seed = timeline.game.to_move(timeline_before.state) or 0, opponent_seed(timeline)
    seed = seed_at(timeline_before, player, game_seed)
    judged_end = min(at + end - start, len(record.actions))
    return Request(id, format_record(record), at, player, level, seed, game_seed, judged_end, opponent_level)


def format_request(request: Request) -> str:
    """Return a request as JSON."""
    return json.dumps(asdict(request), ensure_ascii=False, separators=(",", ":"))


def parse_request(text: str) -> Request:
    """Parse a request from JSON.

    Raises:
        MessageError: the text is not a request.
    """
    return _read_message(Value(decode_or_none(text), _ERROR_STYLE), Request)


def format_answer(answer: Answer) -> str:
    """Return an answer as JSON; its ``kind`` is "progress", "reply", "judgement" or "failure"."""
    return json.dumps({"kind": ANSWER_NAMES[type(answer)], **asdict(answer)}, ensure_ascii=False, separators=(",", ":"))


def parse_answer(text: str) -> Answer:
    """Parse an answer from JSON.

    Raises:
        MessageError: the text is not an answer.
    """
    value = Value(decode_or_none(text), _ERROR_STYLE)
    kind = _ANSWER_CLASSES[value.field("kind").one_of(_ANSWER_CLASSES)]
    del value.data["kind"]
    return _read_message(value, kind)


def _read_score(value: Value) -> int:
    return value.integer(-MAX_SCORE, MAX_SCORE)


def _read_seed(value: Value) -> int:
    return value.integer(0, 2**64 - 1)


_read_message = DataclassReader(
    {
        "id": lambda value: value.integer(-1),
        "score": _read_score,
        "played_score": _read_score,
        "seed": _read_seed,
        "game_seed": _read_seed,
    }
)
