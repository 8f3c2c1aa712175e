"""Functions that load games from files. The content of a file determines its format."""

from __future__ import annotations

import warnings
from os import PathLike, fspath
from typing import Final

from ruleboard.api.files import read_text_in_any_encoding
from ruleboard.api.position import Position, position_of
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_files import GamesFile, as_record, read_file_steps
from ruleboard.engine.pgn_tokens import looks_like_json
from ruleboard.engine.steps import run_to_end
from ruleboard.registry import GAMES, MOVE_TOKENS
from ruleboard.text_kinds import Kind, kind_phrase, recognize

_EXPECTED_GAMES_TEXT: Final = "a record, an export of games, or PGN"
_EXPECTED_TEXTS_BY_KIND: Final = {Kind.MOVES: "a file that names its game, or --game on the command line"}


def load(path: str | PathLike[str]) -> Position:
    """Load a game from a record or a PGN file, and return the last position of the game.

    Raises:
        RecordError: the file is unreadable, its game is not valid, or it has several games: see ``load_all``.
    """
    positions = load_all(path)
    if len(positions) != 1:
        raise RecordError(f"{fspath(path)} has {len(positions)} games", expected="one; load_all returns them all")
    return positions[0]


def load_all(path: str | PathLike[str]) -> list[Position]:
    """Load all games from a record, a file with several records, or a PGN file; return the last position of each game.

    The function issues warnings about parts of the file that it ignores, such as comments.

    Raises:
        RecordError: the file is unreadable, has no game, or has a game that is not valid.
    """
    text, encoding_notices = read_text_in_any_encoding(path)
    text_kind, is_json = recognize(text), looks_like_json(text)
    if text_kind.kind not in (Kind.GAME, Kind.EMPTY) and not (text_kind.kind is Kind.OTHER and is_json):
        raise RecordError(
            f"{fspath(path)} is {kind_phrase(text_kind)}",
            expected=_EXPECTED_TEXTS_BY_KIND.get(text_kind.kind, _EXPECTED_GAMES_TEXT),
        )
    is_pgn = text_kind.kind is Kind.GAME and not is_json
    file = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS, is_pgn=is_pgn))
    if not isinstance(file, GamesFile):
        raise RecordError(f"{fspath(path)} is not a game", expected=_EXPECTED_GAMES_TEXT)
    for notice in encoding_notices + file.notices:
        warnings.warn(f"{fspath(path)}: {notice}", stacklevel=2)
    positions = []
    for number, item in enumerate(file.items, 1):
        try:
            positions.append(position_of(as_record(item)))
        except RuleboardError as error:
            has_location = len(file.items) < 2 or isinstance(item, RecordError)
            raise (error if has_location else error.within(f"game {number}")) from None
    if not positions:
        raise RecordError(f"{fspath(path)} has no games", expected="one at least")
    return positions
