"""Convert between PGN and records: the main line, players, dates, ending and other tags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from ruleboard.engine.decoding import decode_object
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN, is_ending
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game import Outcome
from ruleboard.engine.limits import (
    MAX_MOVE_LIST_LENGTH,
    MAX_NOTATION_MOVES,
    MAX_RECORD_LENGTH,
    MAX_SCORE_GAMES,
    check_record_length,
)
from ruleboard.engine.pgn_layout import drop_placeholder, escape_tag, wrap_tokens
from ruleboard.engine.pgn_notation import DRAW_RESULT, RESULT_SPELLINGS, UNDECIDED_RESULT, AnyGame, MoveTokens
from ruleboard.engine.pgn_reader import PgnGame, ReaderOptions, read_pgn_steps
from ruleboard.engine.record import MAX_NAME_LENGTH, Record
from ruleboard.engine.steps import Steps
from ruleboard.engine.timeline import Timeline, replay_steps
from ruleboard.i18n import _

TERMINATION_TAG: Final = "Termination"
TERMINATION_VALUES: Final = {RESIGN: "resignation", OUT_OF_TIME: "time forfeit"}
"""The values of the tag ``Termination`` by the first word of an ending; for a draw the value is the ending itself."""
_DEFAULT_TERMINATIONS: Final = (TERMINATION_VALUES[RESIGN], DRAW_AGREED)
"""The terminations that the reader infers from a result without a known tag ``Termination``."""
PGN_META_KEY: Final = "pgn"
"""The key in ``Record.meta`` of PGN data without a field in a record: a JSON object with ``tags``, and with ``extras``,
the glyphs and commands of other programs by the number of actions before them."""
_READER_OPTIONS: Final = ReaderOptions(
    RecordError,
    lambda _number: "",
    MAX_SCORE_GAMES,
    MAX_NOTATION_MOVES,
    MAX_RECORD_LENGTH,
    keeps_notes=False,
    skips_errors=True,
)
_TIME_WORD_PATTERN: Final = re.compile(r"\btime(?:out)?\b")
"""The word for a loss on time, as in "time forfeit" and "Ada won on time"."""
_DATE_PATTERN: Final = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", re.ASCII)
_OTHER_DATE_PATTERN: Final = re.compile(r"([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})", re.ASCII)
"""A date with hyphens or slashes, as in some broadcasts."""
_TIME_PATTERN: Final = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}", re.ASCII)
_PLAYER_TAGS: Final = ("White", "Black")
_FIELD_TAGS: Final = frozenset(
    (
        *_PLAYER_TAGS,
        "Variant",
        "Game",
        "Options",
        "Seed",
        "Side",
        "Orientation",
        "FEN",
        "SetUp",
        "Result",
        TERMINATION_TAG,
    )
)
"""The tags that correspond to fields of a record."""


@dataclass(frozen=True, slots=True)
class PgnRecords:
    """The records or errors of the games in a PGN text, with notices about omitted and changed parts."""

    items: tuple[Record | RecordError, ...]
    notices: tuple[str, ...] = ()


def read_records_steps(
    text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], default_game: str = ""
) -> Steps[PgnRecords]:
    """Read the games in a PGN text as records, in steps and in linear time.

    If the moves do not end the game, the result becomes a resignation, a loss on time, or an agreed or claimed draw.

    Args:
        text: the text.
        games: the games, keyed by id.
        notations: the move notations, keyed by the id of the game.
        default_game: the id of the game to assume if the tags name none; empty for the first game with a notation.

    Raises:
        RecordError: the text is too long, has too many games, or has no game. An error in a single game becomes an item
            of the result instead.
    """
    check_record_length(text, MAX_MOVE_LIST_LENGTH)
    pgn = yield from read_pgn_steps(text, games, notations, replace(_READER_OPTIONS, default_game=default_game))
    items: list[Record | RecordError] = []
    notices = [*pgn.notices]
    for number, game in enumerate(pgn.games, 1):
        yield 1
        try:
            if game.error is not None:
                raise game.error
            record = yield from _build_record_steps(game, games)
            items.append(record)
            notices += _truncated_name_notices(
                game, _("game {number}").format(number=number) if len(pgn.games) > 1 else ""
            )
        except RuleboardError as error:
            located_error = error.within(_("game {number}").format(number=number)) if len(pgn.games) > 1 else error
            items.append(RecordError(located_error.what, where=located_error.where, expected=located_error.expected))
    return PgnRecords(tuple(items), tuple(notices))


def _truncated_name_notices(game: PgnGame, where: str) -> Iterator[str]:
    """Yield a notice for each player whose name in a game is too long."""
    for tag in _PLAYER_TAGS:
        if len(name := game.chapter.tags.get(tag, "")) > MAX_NAME_LENGTH:
            what = _("the name {name} was too long and was shortened").format(name=repr(name[:MAX_NAME_LENGTH]))
            yield _("{where}: {what}").format(where=where, what=what) if where else what


def pgn_result(outcome: Outcome | None) -> str:
    """Return the PGN result tag value for the outcome of a two-player game, or "*" if the outcome is None."""
    if outcome is None:
        return UNDECIDED_RESULT
    if outcome.is_draw:
        return DRAW_RESULT
    return "1-0" if outcome.winners == (0,) else "0-1"


def format_game_pgn(timeline: Timeline[Any], notation: MoveTokens) -> str:
    """Return a two-player game, up to its current ply, as PGN that ``read_records_steps`` can read.

    Args:
        timeline: the game.
        notation: the notation for its moves.
    """
    record = timeline.record
    entries = timeline.entries[: timeline.ply]
    other_tags, extras = tags_and_extras(record.meta)
    white, black = record.players
    tags = {
        "Variant": notation.variant,
        "White": white or "?",
        "Black": black or "?",
        "Date": "????.??.??",
        "Result": pgn_result(timeline.outcome),
        **date_tags(record.meta.get("created", "")),
    }
    if record.start is not None:
        tags |= {"SetUp": "1", "FEN": timeline.game.format_position(timeline.states[0])}
    if title := record.meta.get("title"):
        tags["Event"] = title
    if entries and isinstance(entries[-1], str):
        tags[TERMINATION_TAG] = TERMINATION_VALUES.get(entries[-1].split(" ")[0], entries[-1])
    result = tags["Result"]
    if entries and isinstance(entries[-1], str) and _implies_ending(other_tags.get(TERMINATION_TAG, ""), entries[-1]):
        tags[TERMINATION_TAG] = other_tags[TERMINATION_TAG]
    replaceable_tags = [
        name
        for name, value in tags.items()
        if name != TERMINATION_TAG and (value.strip("?.") in ("", UNDECIDED_RESULT) or value in _DEFAULT_TERMINATIONS)
    ]
    tags |= {
        name: value for name, value in other_tags.items() if name not in tags or name in ("Date", *replaceable_tags)
    }
    tag_section = "\n".join(f'[{name} "{escape_tag(value)}"]' for name, value in tags.items())
    tokens = [*_format_extras_at(extras, 0)]
    for ply, entry in enumerate(entries):
        if not isinstance(entry, str):
            number = notation.number(timeline.states[ply], is_first=not tokens or tokens[-1].endswith("}"))
            tokens.append(f"{number} {notation.write(timeline.states[ply], entry)}".strip())
            tokens += _format_extras_at(extras, ply + 1)
    return f"{tag_section}\n\n{wrap_tokens([*tokens, result])}\n"


def _format_extras_at(extras: Mapping[int, Sequence[str]], ply: int) -> Iterator[str]:
    """Yield the PGN tokens for the glyphs and commands at a ply."""
    items = extras.get(ply, ())
    yield from (item for item in items if item.startswith("$"))
    if commands := " ".join(item for item in items if not item.startswith("$")):
        yield f"{{{commands}}}"


def date_tags(creation_time: str) -> dict[str, str]:
    """Return the date tags for the start of a game: local date, UTC date and UTC time."""
    if len(creation_time) < 19:
        date = creation_time.replace("-", ".")
        return {"Date": date} if _DATE_PATTERN.fullmatch(date) else {}
    try:
        time = datetime.fromisoformat(creation_time.removesuffix("Z")[:19]).replace(tzinfo=UTC)
        return {
            "Date": f"{time.astimezone():%Y.%m.%d}",
            "UTCDate": f"{time:%Y.%m.%d}",
            "UTCTime": f"{time:%H:%M:%S}",
        }
    except (ValueError, OverflowError, OSError):
        return {}


def _build_record_steps(game: PgnGame, games: Mapping[str, AnyGame]) -> Steps[Record]:
    chapter, tags = game.chapter, game.chapter.tags
    rules = games[chapter.game]
    start = rules.initial(chapter.options, chapter.seed) if chapter.start is None else None
    state = rules.parse_position(chapter.start) if chapter.start is not None else start
    names = [drop_placeholder(tags.get(name, ""))[:MAX_NAME_LENGTH] for name in _PLAYER_TAGS]
    count = len(rules.sides(state))
    players = tuple((*names, *[""] * count)[:count])
    record = Record(
        chapter.game,
        dict(chapter.options),
        chapter.seed,
        players,
        tuple(move.text for move in chapter.moves),
        start=None if chapter.start is None else rules.format_position(state),
        meta=dict(_iter_metadata_items(game)),
    )
    has_ending = bool(record.actions) and is_ending(record.actions[-1])
    result_tag = tags.get("Result", UNDECIDED_RESULT)
    result = (
        game.result if game.result not in ("", UNDECIDED_RESULT) else RESULT_SPELLINGS.get(result_tag, UNDECIDED_RESULT)
    )
    if count != len(_PLAYER_TAGS) or has_ending or result == UNDECIDED_RESULT:
        return record
    timeline = yield from replay_steps(record, games)
    if timeline.outcome is None:
        return timeline.end(_find_implied_ending(result, tags, timeline)).to_record()
    if result != pgn_result(timeline.outcome):
        reason = timeline.outcome.reason.removesuffix(".")
        raise RecordError(
            _("the result is {result}, but the game ends differently: {reason}").format(result=result, reason=reason),
            where=_("result"),
            expected=pgn_result(timeline.outcome),
        )
    return record


def _find_implied_ending(result: str, tags: Mapping[str, str], timeline: Timeline[Any]) -> str:
    """Return the ending that a PGN result implies if the moves do not end the game."""
    if result == DRAW_RESULT:
        is_draw_claim = tags.get(TERMINATION_TAG) == DRAW_CLAIMED and timeline.draw_claim_reason()
        return DRAW_CLAIMED if is_draw_claim else DRAW_AGREED
    return f"{_choose_loss_keyword(tags.get(TERMINATION_TAG, ''))} {2 if result == '1-0' else 1}"


def _choose_loss_keyword(termination: str) -> str:
    """Return "time" if the ``Termination`` tag of a lost game mentions time, otherwise "resign"."""
    return OUT_OF_TIME if _TIME_WORD_PATTERN.search(termination.casefold()) else RESIGN


def _implies_ending(termination: str, entry: str) -> bool:
    """Return True if the value of the ``Termination`` tag implies the ending ``entry``."""
    if termination in ("", DRAW_CLAIMED):
        return False
    return entry == DRAW_AGREED or entry.startswith(f"{_choose_loss_keyword(termination)} ")


def _iter_metadata_items(game: PgnGame) -> Iterator[tuple[str, str]]:
    """Yield the metadata of a record: title, dates, and the PGN tags and extras for which records have no field."""
    tags = dict(game.chapter.tags)
    if "Date" in tags:
        tags["Date"] = _OTHER_DATE_PATTERN.sub(r"\1.\2.\3", tags["Date"])
    if title := drop_placeholder(tags.pop("Event", "")):
        yield "title", title
    date, utc_date, utc_time = tags.get("Date", ""), tags.get("UTCDate", ""), tags.get("UTCTime", "")
    if _DATE_PATTERN.fullmatch(utc_date) and _TIME_PATTERN.fullmatch(utc_time):
        yield "created", f"{utc_date.replace('.', '-')}T{utc_time}Z"
        del tags["UTCDate"], tags["UTCTime"]
        if date == utc_date:  # a different date is that of the venue's time zone
            del tags["Date"]
    elif _DATE_PATTERN.fullmatch(date):
        yield "created", date.replace(".", "-")
        del tags["Date"]
    other_tags = {name: value for name, value in tags.items() if name not in _FIELD_TAGS and drop_placeholder(value)}
    if tags.get(TERMINATION_TAG, "") not in ("", *TERMINATION_VALUES.values(), DRAW_AGREED, DRAW_CLAIMED):
        other_tags[TERMINATION_TAG] = tags[TERMINATION_TAG]
    if drop_placeholder(tags.get("Result", "")) and tags["Result"] not in RESULT_SPELLINGS:
        other_tags["Result"] = tags["Result"]  # keep an unknown result
    notes = (game.chapter.note, *(move.note for move in game.chapter.moves))
    extras = {str(ply): list(note.extras) for ply, note in enumerate(notes) if note.extras}
    if data := {**({"tags": other_tags} if other_tags else {}), **({"extras": extras} if extras else {})}:
        yield PGN_META_KEY, json.dumps(data, ensure_ascii=False, sort_keys=True)


def tags_and_extras(meta: Mapping[str, str]) -> tuple[dict[str, str], dict[int, Sequence[str]]]:
    """Parse the PGN data in a record's metadata: tags by name, and glyphs and commands by ply. Ignore invalid data."""
    data = decode_object(meta.get(PGN_META_KEY, "{}")) or {}
    tags, extras = data.get("tags"), data.get("extras")
    return (
        {name: value for name, value in (tags if isinstance(tags, dict) else {}).items() if isinstance(value, str)},
        {
            int(ply): [item for item in items if isinstance(item, str)]
            for ply, items in (extras if isinstance(extras, dict) else {}).items()
            if ply.isascii() and ply.isdigit() and len(ply) < 7 and isinstance(items, list)
        },
    )
