"""Recognize from its content what kind of text a person pastes or opens as a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from ruleboard.engine.decoding import decode_object
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.engine.game_files import as_record, is_study_pgn
from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.pgn_tokens import has_tags, looks_like_json, looks_like_pgn
from ruleboard.engine.plain_text import plain_characters
from ruleboard.engine.steps import run_to_end
from ruleboard.i18n import _
from ruleboard.registry import BOARD_EDITORS, EDITORS, GAMES, MOVE_TOKENS, SAVED_ARMIES

_MAX_LENGTH: Final = 20_000
"""The maximum number of characters of an address, a position or saved armies."""
_ADDRESS_PATTERN: Final = re.compile(r"(?:(?:https?|file)://[^\s#]{1,2000})?#/\S*")
_PICTURE_PREFIXES: Final = ("\x89PNG", "‰PNG", "ÿØÿ", "GIF8", "RIFF", "BM", "<svg", "<?xml", "<!DOCTYPE svg", "%PDF")
_MAX_LINES: Final = 200
"""The maximum number of saved armies in a text."""
_LINES_TO_READ: Final = 3
"""The number of lines that tell the move lists of games apart."""
_FORMAT_FIELD_PATTERN: Final = re.compile(r'"format"\s*+:\s*+"([a-z0-9/-]{1,60})"')
_MAX_LINE_LENGTH: Final = 300
_SETTING_NAMES: Final = frozenset({"theme", "flip", "motion", "sounds", "haptics", "coordinates", "names", "asked"})


class Kind(Enum):
    """A kind of text that a person can paste or open as a file."""

    GAME = "game"
    """A record, an export of many, or PGN."""
    STUDY = "study"
    BOARD = "board"
    """A custom board or deck."""
    ARMIES = "armies"
    POSITION = "position"
    MOVES = "moves"
    """A move list, which does not name its game."""
    ADDRESS = "address"
    APP_DATA = "app data"
    """Settings, progress, or the list of custom boards and saved armies."""
    PICTURE = "picture"
    EMPTY = "empty"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TextKind:
    """The kind of a text, and the id of its game, or ``""`` if the text is not about a single game."""

    kind: Kind
    game: str = ""


def recognize(text: str) -> TextKind:
    """Return the kind of a text.

    The text may still contain errors, which the parser for that kind reports.
    """
    start = plain_characters(text[:_MAX_LENGTH]).strip()
    if not start:
        return TextKind(Kind.EMPTY)
    if start.startswith(_PICTURE_PREFIXES) or text.lstrip("\ufeff").startswith(_PICTURE_PREFIXES):
        return TextKind(Kind.PICTURE)
    if looks_like_json(text):
        return _recognize_json(text)
    if _ADDRESS_PATTERN.fullmatch(start):
        return TextKind(Kind.ADDRESS)
    if has_tags(start):
        return TextKind(Kind.STUDY if is_study_pgn(text) else Kind.GAME)
    if len(text) <= _MAX_LENGTH:
        for kind, game in (
            *((Kind.ARMIES, game) for game in SAVED_ARMIES if _are_armies(game, start)),
            *((Kind.POSITION, game) for game in EDITORS if _is_position(game, start)),
        ):
            return TextKind(kind, game)
    if game := _recognize_moves(start):
        return TextKind(Kind.GAME) if game in MOVE_TOKENS else TextKind(Kind.MOVES, game)
    is_pgn = looks_like_pgn(text) and start[0] != "("  # a parenthesis may begin a figure of Tesulda
    return TextKind(Kind.GAME if is_pgn else Kind.OTHER)


def _recognize_json(text: str) -> TextKind:
    """Return the kind of a text that looks like JSON. A text with invalid JSON counts as a record of a game.

    For a long text the function reads only the first ``format`` field, since decoding would take too long.
    """
    if len(text) > _MAX_LENGTH and (format := _FORMAT_FIELD_PATTERN.match(text, max(0, text.find('"format"')))):
        return _recognize_data({"format": format[1]})
    data = decode_object(text.removeprefix("\ufeff"))
    return TextKind(Kind.GAME) if data is None else _recognize_data(data)


def _recognize_data(data: Mapping[str, Any]) -> TextKind:
    format = str(data.get("format", ""))
    if format.startswith("ruleboard-study"):
        return TextKind(Kind.STUDY)
    for game in BOARD_EDITORS:
        if format.rpartition("/")[0] in _list_board_formats(game):
            return TextKind(Kind.BOARD, game)
    if format.startswith("ruleboard/") or isinstance(data.get("games"), list):
        return TextKind(Kind.GAME)
    for game in EDITORS:
        if not format and _is_json_position(game, data):
            return TextKind(Kind.POSITION, game)
    contains_progress = any(isinstance(ids, list) and name.partition("/")[0] in GAMES for name, ids in data.items())
    if isinstance(data.get("setups"), list) or contains_progress or len(_SETTING_NAMES & data.keys()) > 1:
        return TextKind(Kind.APP_DATA)
    if isinstance(data.get("chapters"), list):
        return TextKind(Kind.STUDY)
    return TextKind(Kind.GAME if "actions" in data or format else Kind.OTHER)


@lru_cache(maxsize=16)
def _list_board_formats(game: str) -> frozenset[str]:
    """Return the formats of a game's custom boards and decks, without version numbers."""
    formats = (str((decode_object(board.text) or {}).get("format")) for board in BOARD_EDITORS[game].presets())
    return frozenset(format.rpartition("/")[0] for format in formats)


def _is_json_position(game: str, data: Mapping[str, Any]) -> bool:
    """Return True if decoded JSON has most of the fields of the game's positions."""
    fields = _list_position_fields(game)
    return bool(fields) and 2 * len(fields & data.keys()) > len(fields)


@lru_cache(maxsize=16)
def _list_position_fields(game: str) -> frozenset[str]:
    """Return the fields of the game's positions, or an empty set if positions are not JSON."""
    text = GAMES[game].format_position(GAMES[game].initial({}, 0))
    return frozenset(decode_object(text) or ())


def _is_position(game: str, text: str) -> bool:
    try:
        EDITORS[game].normalize(text)
    except RuleboardError:
        return False
    return True


def _are_armies(game: str, text: str) -> bool:
    """Return True if each line of a text is an army, possibly after a name and a colon."""
    lines = [line.rpartition(":")[2].strip() for line in text.split("\n") if line.strip()]
    state = _find_building_state(game)
    if state is None or len(lines) > _MAX_LINES:
        return False
    try:
        for line in lines:
            SAVED_ARMIES[game].check(state, line)
    except RuleboardError:
        return False
    return True


@lru_cache(maxsize=16)
def _find_building_state(game: str) -> Any:
    """Return a state in which a player can load an army, or None if no option leads to such a state."""
    rules = GAMES[game]
    start_states = (
        rules.initial({option.id: choice.value}, 0) for option in rules.options for choice in option.choices
    )
    return next((state for state in start_states if SAVED_ARMIES[game].is_available(state)), None)


def _recognize_moves(text: str) -> str:
    """Return the id of the game whose move list begins with the first lines of a text, or ``""``.

    If no game allows the moves at its start, choose the first game that can parse them, since they may begin at
    another position.
    """
    lines = [_take_line_beginning(line) for line in text.split("\n") if line.strip()][:_LINES_TO_READ]
    if not lines[0] or lines[0][0] in "{;%#":
        return ""
    readable_game = ""
    for count in range(len(lines), 0, -1):
        for id in GAMES:
            try:
                if _can_read_moves(id, "\n".join(lines[:count])):
                    return id
            except IllegalAction:
                readable_game = readable_game or id
            except RuleboardError:
                continue
    return readable_game


def _take_line_beginning(line: str) -> str:
    words = " ".join(line[: 2 * _MAX_LINE_LENGTH].split())
    return words if len(words) <= _MAX_LINE_LENGTH else words[:_MAX_LINE_LENGTH].rpartition(" ")[0]


def _can_read_moves(game: str, text: str) -> bool:
    if game not in MOVE_TOKENS:
        rules = GAMES[game]
        return bool(rules.parse_moves(rules.initial({}, 0), rules.respell_moves(text).move_list))
    return bool(as_record(run_to_end(read_records_steps(text, GAMES, MOVE_TOKENS, game)).items[0]).actions)


def kind_phrase(text_kind: TextKind) -> str:
    """Return a noun phrase for a kind of text, such as "a position of Sensei"."""
    title = _(GAMES[text_kind.game].title) if text_kind.game else ""
    match text_kind.kind:
        case Kind.GAME:
            return _("a game")
        case Kind.STUDY:
            return _("a study")
        case Kind.BOARD:
            return _("a board or a deck for {game}").format(game=title)
        case Kind.ARMIES:
            return _("saved armies for {game}").format(game=title)
        case Kind.POSITION:
            return _("a position from {game}").format(game=title)
        case Kind.MOVES:
            return _("a move list for {game}").format(game=title)
        case Kind.ADDRESS:
            return _("a Ruleboard address")
        case Kind.APP_DATA:
            return _("a copy of settings or other data saved by the app")
        case Kind.PICTURE:
            return _("a picture")
        case Kind.EMPTY:
            return _("empty text")
    return _("text that Ruleboard doesn’t recognise")
