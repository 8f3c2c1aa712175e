"""The games of PGN texts as records: the main line of each, with players, dates, ending and other tags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN, is_ending
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game import Outcome
from ruleboard.engine.limits import LONGEST_MOVES, LONGEST_RECORD, MAX_SCORE_GAMES, MOST_SCORE_MOVES, check_record
from ruleboard.engine.pgn_layout import escaped_tag, wrapped
from ruleboard.engine.pgn_notation import DRAWN, RESULTS, UNDECIDED, AnyGame, MoveTokens
from ruleboard.engine.pgn_reader import PgnGame, Purpose, reading_pgn
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.engine.steps import Steps
from ruleboard.engine.timeline import Timeline, replaying
from ruleboard.i18n import _

TERMINATION: Final = "Termination"
TERMINATIONS: Final = {RESIGN: "resignation", OUT_OF_TIME: "time forfeit"}
"""The values of the tag by the first word of an entry. For a draw, the value is the entry itself."""
_DEFAULT_ENDINGS: Final = (TERMINATIONS[RESIGN], DRAW_AGREED)
"""The endings for a result if the tag is missing or unknown."""
META: Final = "pgn"
"""The name in ``Record.meta`` of the PGN content without a field in a record. It is a JSON object with ``tags``, and
with ``extras``: the glyphs and commands of other programs by the number of actions before them."""
_PURPOSE: Final = Purpose(
    RecordError,
    lambda _number: "",
    MAX_SCORE_GAMES,
    MOST_SCORE_MOVES,
    LONGEST_RECORD,
    has_notes=False,
    skips_errors=True,
)
_DATE: Final = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", re.ASCII)
_TIME: Final = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}", re.ASCII)
_PLAYERS: Final = ("White", "Black")
_FIELDS: Final = frozenset(
    (*_PLAYERS, "Variant", "Game", "Options", "Seed", "Side", "Orientation", "FEN", "SetUp", "Result", TERMINATION)
)
"""The tags that correspond to fields of a record."""


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """The games of a text: a record or an error for each, and notices about omissions and changes."""

    items: tuple[Record | RecordError, ...]
    notices: tuple[str, ...] = ()


def reading_records(text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> Steps[ReadRecords]:
    """Read the games of a PGN text, in steps, in time proportional to its length.

    If the moves do not lead to the result, the game ended by resignation, on time, or by an agreed or claimed draw.

    Args:
        text: the text.
        games: the games by their ids.
        notations: the notations of games that have one, by the games' ids.

    Raises:
        RecordError: the text is too long, or has too many games or none. The errors of single games are items.
    """
    check_record(text, LONGEST_MOVES)
    pgn = yield from reading_pgn(text, games, notations, _PURPOSE)
    items: list[Record | RecordError] = []
    for number, game in enumerate(pgn.games, 1):
        yield 1
        try:
            if game.error is not None:
                raise game.error
            items.append((yield from _recording(game, games)))
        except RuleboardError as error:
            located = error.within(_("game {number}").format(number=number)) if len(pgn.games) > 1 else error
            items.append(RecordError(located.what, where=located.where, expected=located.expected))
    return ReadRecords(tuple(items), pgn.notices)


def result_of(outcome: Outcome | None) -> str:
    """Return the result for an outcome of a game of two players (None: the game goes on)."""
    if outcome is None:
        return UNDECIDED
    if outcome.is_draw:
        return DRAWN
    return "1-0" if outcome.winners == (0,) else "0-1"


def format_score(timeline: Timeline[Any], notation: MoveTokens) -> str:
    """Return a game of two players as PGN, up to its current state, in the form that ``reading_records`` accepts.

    Args:
        timeline: the game.
        notation: the notation of its moves.
    """
    record = timeline.record
    entries = timeline.entries[: timeline.at]
    others, extras = tags_and_extras(record.meta)
    white, black = record.players
    tags = {
        "Variant": notation.variant,
        "White": white or "?",
        "Black": black or "?",
        "Date": "????.??.??",
        "Result": result_of(timeline.outcome),
        **_dates(record.meta.get("created", "")),
    }
    if record.start is not None:
        tags |= {"SetUp": "1", "FEN": timeline.game.format_position(timeline.states[0])}
    if title := record.meta.get("title"):
        tags["Event"] = title
    if entries and isinstance(entries[-1], str):
        tags[TERMINATION] = TERMINATIONS.get(entries[-1].split(" ")[0], entries[-1])
    result = tags["Result"]
    vague = [name for name, value in tags.items() if value.strip("?.") in ("", UNDECIDED) or value in _DEFAULT_ENDINGS]
    tags |= {name: value for name, value in others.items() if name not in tags or name in ("Date", *vague)}
    head = "\n".join(f'[{name} "{escaped_tag(value)}"]' for name, value in tags.items())
    tokens = [*_extras(extras, 0)]
    for at, entry in enumerate(entries):
        if not isinstance(entry, str):
            number = notation.number(timeline.states[at], first=not tokens or tokens[-1].endswith("}"))
            tokens.append(f"{number} {notation.write(timeline.states[at], entry)}".strip())
            tokens += _extras(extras, at + 1)
    return f"{head}\n\n{wrapped([*tokens, result])}\n"


def _extras(extras: Mapping[int, Sequence[str]], at: int) -> Iterator[str]:
    """Yield the tokens of the glyphs and commands after a number of actions."""
    items = extras.get(at, ())
    yield from (item for item in items if item.startswith("$"))
    if commands := " ".join(item for item in items if not item.startswith("$")):
        yield f"{{{commands}}}"


def _dates(created: str) -> dict[str, str]:
    """Return the tags for the start time of a game: the local date, and the date and time in UTC."""
    if len(created) < 19:
        date = created.replace("-", ".")
        return {"Date": date} if _DATE.fullmatch(date) else {}
    try:
        time = datetime.fromisoformat(created.removesuffix("Z")[:19]).replace(tzinfo=UTC)
        return {
            "Date": f"{time.astimezone():%Y.%m.%d}",
            "UTCDate": f"{time:%Y.%m.%d}",
            "UTCTime": f"{time:%H:%M:%S}",
        }
    except (ValueError, OverflowError, OSError):
        return {}


def _recording(game: PgnGame, games: Mapping[str, AnyGame]) -> Steps[Record]:
    chapter, tags = game.chapter, game.chapter.tags
    rules = games[chapter.game]
    start = rules.initial(chapter.options, chapter.seed) if chapter.start is None else None
    state = rules.parse_position(chapter.start) if chapter.start is not None else start
    names = [_known(tags.get(name, ""))[:LONGEST_NAME] for name in _PLAYERS]
    count = len(rules.sides(state))
    players = tuple((*names, *[""] * count)[:count])
    record = Record(
        chapter.game,
        dict(chapter.options),
        chapter.seed,
        players,
        tuple(move.text for move in chapter.moves),
        start=None if chapter.start is None else rules.format_position(state),
        meta=dict(_meta(game)),
    )
    is_ended = bool(record.actions) and is_ending(record.actions[-1])
    written = tags.get("Result", UNDECIDED)
    result = game.result if game.result not in ("", UNDECIDED) else RESULTS.get(written, UNDECIDED)
    if count != len(_PLAYERS) or is_ended or result == UNDECIDED:
        return record
    timeline = yield from replaying(record, games)
    if timeline.outcome is None:
        return timeline.end(_ending(result, tags, timeline)).to_record()
    if result != result_of(timeline.outcome):
        reason = timeline.outcome.reason.removesuffix(".")
        raise RecordError(
            _("it says {result}, but at its end this is so: {reason}").format(result=result, reason=reason),
            where=_("result"),
            expected=result_of(timeline.outcome),
        )
    return record


def _ending(result: str, tags: Mapping[str, str], timeline: Timeline[Any]) -> str:
    """Return the ending, as in records, of a game that did not end with a move."""
    if result == DRAWN:
        claimed = tags.get(TERMINATION) == DRAW_CLAIMED and timeline.claim()
        return DRAW_CLAIMED if claimed else DRAW_AGREED
    word = OUT_OF_TIME if tags.get(TERMINATION, "").casefold() == TERMINATIONS[OUT_OF_TIME] else RESIGN
    return f"{word} {2 if result == '1-0' else 1}"


def _meta(game: PgnGame) -> Iterator[tuple[str, str]]:
    """Yield the metadata of a record: title, date, and PGN content without a field in a record."""
    tags = dict(game.chapter.tags)
    if title := _known(tags.pop("Event", "")):
        yield "title", title
    date, utc_date, utc_time = tags.get("Date", ""), tags.get("UTCDate", ""), tags.get("UTCTime", "")
    if _DATE.fullmatch(utc_date) and _TIME.fullmatch(utc_time):
        yield "created", f"{utc_date.replace('.', '-')}T{utc_time}Z"
        del tags["UTCDate"], tags["UTCTime"]
        if date == utc_date:  # a different date is the local date of the game
            del tags["Date"]
    elif _DATE.fullmatch(date):
        yield "created", date.replace(".", "-")
        del tags["Date"]
    known = {RESIGN: TERMINATIONS[RESIGN], OUT_OF_TIME: TERMINATIONS[OUT_OF_TIME]}.values()
    others = {name: value for name, value in tags.items() if name not in _FIELDS and _known(value)}
    if tags.get(TERMINATION, "") not in ("", *known, DRAW_AGREED, DRAW_CLAIMED):
        others[TERMINATION] = tags[TERMINATION]
    if _known(tags.get("Result", "")) and tags["Result"] not in RESULTS:
        others["Result"] = tags["Result"]  # unknown, but preserved
    notes = (game.chapter.note, *(move.note for move in game.chapter.moves))
    extras = {str(at): list(note.extras) for at, note in enumerate(notes) if note.extras}
    if data := {**({"tags": others} if others else {}), **({"extras": extras} if extras else {})}:
        yield META, json.dumps(data, ensure_ascii=False, sort_keys=True)


def _known(value: str) -> str:
    """Return the value of a tag, or an empty text if the tag says "unknown"."""
    return value if value.strip("?. ") else ""


def tags_and_extras(meta: Mapping[str, str]) -> tuple[dict[str, str], dict[int, Sequence[str]]]:
    """Return the preserved PGN content of a record: tags, and glyphs and commands by ply.

    Values in another form than that of ``reading_records`` are ignored.
    """
    try:
        data = decode(meta.get(META, "{}"))
    except (ValueError, RecursionError):
        return {}, {}
    tags = data.get("tags") if isinstance(data, dict) else None
    extras = data.get("extras") if isinstance(data, dict) else None
    return (
        {name: value for name, value in (tags if isinstance(tags, dict) else {}).items() if isinstance(value, str)},
        {
            int(at): [item for item in items if isinstance(item, str)]
            for at, items in (extras if isinstance(extras, dict) else {}).items()
            if at.isascii() and at.isdigit() and len(at) < 7 and isinstance(items, list)
        },
    )
