"""Conversion of whole games to PGN-like texts and back, with their players, date and ending."""

from __future__ import annotations

import re

from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN
from ruleboard.engine.errors import RecordError
from ruleboard.engine.game import Game
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.notation import action_texts
from ruleboard.games.tensor_chess.pgn import UNDECIDED, Score, format_pgn, parse_pgn, result_of
from ruleboard.games.tensor_chess.position_text import format_position
from ruleboard.games.tensor_chess.state import START, State
from ruleboard.i18n import _

_DRAWN = "1/2-1/2"
_TERMINATION = "Termination"
_TERMINATIONS = {RESIGN: "resignation", OUT_OF_TIME: "time forfeit"}
"""The values of that tag by the first word of an entry; that of a draw is the entry itself."""
_HEAD = re.compile(r"[\s\ufeff]*(\[\s*[A-Za-z0-9_]+\s+\"|1\.)")


class TensorChessScores:
    """The PGN-like texts of Tensor Chess; see ``games.extensions.Scores``."""

    def __init__(self, game: Game[State, Move]) -> None:
        self._game = game

    def seems(self, text: str) -> bool:
        """Return True if a text begins with a tag or with the first move's number."""
        return _HEAD.match(text) is not None

    def format(self, timeline: Timeline[State]) -> str:
        """Return the text of a game up to the position that is shown."""
        record = timeline.record
        entries = timeline.entries[: timeline.at]
        tags = {"Event": record.meta["title"]} if record.meta.get("title") else {}
        if entries and isinstance(entries[-1], str):
            tags[_TERMINATION] = _TERMINATIONS.get(entries[-1].split(" ")[0], entries[-1])
        white, black = record.players
        return format_pgn(
            Score(
                timeline.states[0],
                tuple(entry for entry in entries if isinstance(entry, Action)),
                result_of(timeline.outcome),
                white,
                black,
                record.meta.get("created", "")[:10].replace("-", "."),
                tags,
            )
        )

    def parse(self, text: str) -> Record:
        """Return the record of the game in a text.

        A result that the moves do not lead to was resigned, lost on time, agreed or claimed.

        Raises:
            RecordError: it cannot be read, a move cannot be played, or its result contradicts the last position.
        """
        score = parse_pgn(text)
        meta = {"title": score.tags["Event"]} if score.tags.get("Event", "?") != "?" else {}
        if re.fullmatch(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", score.date):
            meta["created"] = score.date.replace(".", "-")
        record = Record(
            self._game.id,
            {},
            0,
            (score.white[:LONGEST_NAME], score.black[:LONGEST_NAME]),
            action_texts(score.actions),
            start=None if score.start == START else format_position(score.start),
            meta=meta,
        )
        timeline = replay(record, {self._game.id: self._game})
        if timeline.outcome is None:
            ending = _ending(score, timeline)
            return timeline.end(ending).to_record() if ending else record
        if score.result not in (UNDECIDED, result_of(timeline.outcome)):
            reason = timeline.outcome.reason.removesuffix(".")
            raise RecordError(
                _("it says {result}, but at its end this is so: {reason}").format(result=score.result, reason=reason),
                where=_("result"),
                expected=result_of(timeline.outcome),
            )
        return record


def _ending(score: Score, timeline: Timeline[State]) -> str:
    """Return the ending of a game that its moves have not ended, as records write it; empty if it goes on."""
    if score.result == UNDECIDED:
        return ""
    if score.result == _DRAWN:
        claimed = score.tags.get(_TERMINATION) == DRAW_CLAIMED and timeline.claim()
        return DRAW_CLAIMED if claimed else DRAW_AGREED
    word = OUT_OF_TIME if score.tags.get(_TERMINATION) == _TERMINATIONS[OUT_OF_TIME] else RESIGN
    return f"{word} {2 if score.result == '1-0' else 1}"
