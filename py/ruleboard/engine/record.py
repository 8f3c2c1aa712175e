"""Records: saved games as JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ruleboard.engine.clock import Clock, format_clock, parse_clock
from ruleboard.engine.decoding import ErrorStyle, Value, decode_as, format_path
from ruleboard.engine.errors import NewerRecord, RecordError
from ruleboard.engine.limits import check_record_length
from ruleboard.engine.plain_text import escape_surrogates
from ruleboard.engine.seats import format_seats, parse_seats
from ruleboard.i18n import _, ngettext

RECORD_FORMAT = "ruleboard/1"
_NEWER_FORMAT_PATTERN = re.compile(r"ruleboard/([2-9]|[1-9][0-9]{1,2})")
MAX_NAME_LENGTH = 40

_FIELD_NAMES = frozenset(
    ("format", "game", "options", "seed", "players", "actions", "seats", "clock", "start", "at", "meta")
)
_MAX_NUMBER = 2**64 - 1
_ERROR_STYLE = ErrorStyle(RecordError, lambda path: _("field {name}").format(name=format_path(path)) if path else "")


@dataclass(frozen=True, slots=True)
class Record:
    """A saved game.

    Attributes:
        game: the game's id.
        options: the chosen values by option id.
        seed: the seed of the random setup.
        players: the players' names, by player number; empty for players without a name.
        actions: the texts of all actions, and of endings that are not moves (``resign 1``, ``draw agreed``, ``draw
            claimed``, ``time 1``).
        start: the position text of the first state, or None for the game's initial state.
        ply: the number of actions before the current state, or None if the current state is the last one.
        meta: metadata such as ``title``, ``created`` and ``changed`` (ISO 8601, UTC).
        seats: the seat of each player, ``PERSON`` or the level of a bot; empty if all are people.
        clock: the clock, or None.
    """

    game: str
    options: Mapping[str, str]
    seed: int
    players: tuple[str, ...]
    actions: tuple[str, ...] = ()
    start: str | None = None
    ply: int | None = None
    meta: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    clock: Clock | None = None


def format_record(record: Record) -> str:
    """Return the record as JSON on one line, with sorted keys and without lone surrogates."""
    data: dict[str, Any] = {
        "format": RECORD_FORMAT,
        "game": record.game,
        "options": dict(record.options),
        "seed": record.seed,
        "players": list(record.players),
        "actions": list(record.actions),
    }
    if record.seats:
        data["seats"] = format_seats(record.seats)
    if record.clock is not None:
        data["clock"] = format_clock(record.clock)
    if record.start is not None:
        data["start"] = record.start
    if record.ply is not None:
        data["at"] = record.ply
    if record.meta:
        data["meta"] = dict(record.meta)
    return escape_surrogates(json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")))


def parse_record(text: str) -> Record:
    """Parse a record from JSON. ``timeline.replay`` checks its actions.

    Raises:
        RecordError: the text is too long or not JSON, or a field is missing or of the wrong type; the error names the
            field.
    """
    check_record_length(text)
    data = decode_as(text, RecordError, _("a record"), _("a game exported from Ruleboard"))
    return read_record(data)


def read_record(data: object) -> Record:
    """Convert decoded JSON to a record, and validate it.

    Raises:
        RecordError: a field is missing or has the wrong type; the error names the field.
    """
    value = Value(data, _ERROR_STYLE)
    if not isinstance(data, dict):
        raise value.error(_("this isn’t a saved game"), _("a JSON object"))
    if data.get("format") != RECORD_FORMAT:
        if _NEWER_FORMAT_PATTERN.fullmatch(str(data.get("format"))):
            raise NewerRecord(_("this needs a newer version of Ruleboard, so reload this page"))
        raise value.field("format").error(_("this isn’t a game that this version can read"), f'"{RECORD_FORMAT}"')
    game = value.field("game").text()
    options = value.field("options", {}).texts_by_name()
    seed = value.field("seed").integer(0, _MAX_NUMBER)
    players, actions = value.field("players").texts(), value.field("actions").texts()
    ply = value.field("at").optional(lambda ply_value: ply_value.integer(0, _MAX_NUMBER))
    if ply is not None and ply > len(actions):
        raise value.field("at").error(
            ngettext(
                "the game should be at action {at}, but it has only {all} action",
                "the game should be at action {at}, but it has only {all} actions",
                len(actions),
            ).format(at=ply, all=len(actions))
        )
    return Record(
        game=game,
        options=options,
        seed=seed,
        players=tuple(name[:MAX_NAME_LENGTH] for name in players),
        actions=actions,
        start=value.field("start").optional(Value.text),
        ply=ply,
        meta=value.field("meta", {}).texts_by_name(),
        seats=parse_seats(value.field("seats", []), len(players)),
        clock=value.field("clock").optional(lambda clock: parse_clock(clock, len(actions))),
    )


def record_omissions(data: object) -> Iterator[str]:
    """Yield a clause about each part of decoded JSON that a record cannot contain."""
    if not isinstance(data, dict) or data.get("format") != RECORD_FORMAT:
        return
    for name in data:
        if name not in _FIELD_NAMES:
            yield _("the field {name} is unknown and was left out").format(name=repr(name[:40]))
    players = data.get("players")
    for name in players if isinstance(players, list) else ():
        if isinstance(name, str) and len(name) > MAX_NAME_LENGTH:
            yield _("the name {name} was too long and was shortened").format(name=repr(name[:MAX_NAME_LENGTH]))
