"""Files on the command line: reading, validation, and conversion to other notations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ruleboard.api.files import read_bytes, read_text
from ruleboard.api.loading import load_all
from ruleboard.api.position import Position, position_of
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_files import GamesFile, StudyFile, as_record, is_study_pgn, read_file_steps
from ruleboard.engine.limits import MAX_NOTATION_MOVES, MAX_RECORD_LENGTH, MAX_SCORE_GAMES
from ruleboard.engine.options import new_record_options
from ruleboard.engine.pgn_reader import ReaderOptions, read_pgn_steps
from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.pgn_tokens import looks_like_pgn
from ruleboard.engine.record import FORMAT
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study_pgn import read_study_pgn_steps
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.text_encoding import decode_text
from ruleboard.games.registry import GAMES, MOVE_TOKENS

NOTATIONS: Final = ("record", "moves", "positions", "score", "python")
"""The notations for games."""
MOVES: Final = "moves"
"""The notation that does not name its game."""


def validate(path: str) -> tuple[str, tuple[str, ...]]:
    """Replay everything in a file of records, PGN or a study, including variations.

    Returns:
        A phrase about its content, and notices about corrections of the content.

    Raises:
        RuleboardError: the content is invalid; the error names the place.
    """
    text, encoding = decode_text(read_bytes(path))
    notices = (f"it is no UTF-8, and was read as {encoding}",) if encoding else ()
    if looks_like_pgn(text):
        phrase, more = _validate_pgn(text)
        return phrase, (*notices, *more)
    file = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS))
    if isinstance(file, StudyFile):
        for number, chapter in enumerate(file.study.chapters, 1):
            open_chapter(chapter, GAMES, f"chapters[{number}]")
        return f"a study of {_pluralize(len(file.study.chapters), 'chapter')}", notices
    if not isinstance(file, GamesFile):
        raise RecordError("it is no game and no study", where="format")
    return _describe_games(load_all(path)), notices


def _validate_pgn(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the phrase about a PGN text, and the notices about it."""
    if is_study_pgn(text):
        study = run_to_end(read_study_pgn_steps(text, GAMES, MOVE_TOKENS))
        for number, chapter in enumerate(study.study.chapters, 1):
            open_chapter(chapter, GAMES, f"chapters[{number}]")
        return f"a study of {_pluralize(len(study.study.chapters), 'chapter')}", study.notices
    checking = run_to_end(read_pgn_steps(text, GAMES, MOVE_TOKENS, _CHECKING))
    positions = []
    for number, item in enumerate(run_to_end(read_records_steps(text, GAMES, MOVE_TOKENS)).items, 1):
        try:
            positions.append(position_of(as_record(item)))
        except RuleboardError as error:
            raise (error if isinstance(item, RecordError) else error.within(f"game {number}")) from None
    return _describe_games(positions), checking.notices


_CHECKING: Final = ReaderOptions(
    RecordError, lambda number: f"game {number}", MAX_SCORE_GAMES, MAX_NOTATION_MOVES, MAX_RECORD_LENGTH
)
"""Settings for reading games with their variations and comments, which a record does not contain."""


def _describe_games(positions: Sequence[Position]) -> str:
    actions = _pluralize(sum(len(position.actions) for position in positions), "action")
    ids = ", ".join(dict.fromkeys(position.game for position in positions))
    return f"a game of {ids}, {actions}" if len(positions) == 1 else f"{len(positions)} games of {ids}, {actions}"


def _pluralize(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def open_games(path: str, game: str | None, options: Mapping[str, str], seed: int) -> list[Position]:
    """Return the games in a file.

    Args:
        path: the file.
        game: the id of the game of a move list, or None for a file that names its games.
        options: the options of the game of a move list.
        seed: the seed of the game of a move list.

    Raises:
        RuleboardError: the file is unreadable or invalid.
    """
    if game is None:
        return load_all(path)
    position = Position(game, options, seed)
    rules = GAMES[game]
    state = rules.initial(new_record_options(rules.options, options or {}), seed)
    for action in rules.parse_moves(state, read_text(path)):
        position.push(rules.format_action(state, action))
        state = rules.apply(state, action)
    return [position]


def format_games(positions: Sequence[Position], notation: str) -> str:
    """Return games in one of ``NOTATIONS``. Several records form an export; other texts have empty lines between them.

    Raises:
        RuleboardError: a game has no such notation.
    """
    texts = [format_game(position, notation) for position in positions]
    if notation == "record" and len(texts) > 1:
        return f'{{"format": "{FORMAT}", "games": [\n' + ",\n".join(texts) + "\n]}"
    return "\n\n".join(text.strip("\n") if len(texts) > 1 else text for text in texts)


def format_game(position: Position, notation: str) -> str:
    """Return a game in one of ``NOTATIONS``, without a line end after the last line.

    Raises:
        RuleboardError: the game has no such notation.
    """
    match notation:
        case "record":
            return position.to_json()
        case "moves":
            return position.moves()
        case "python":
            return repr(position)
        case "score":
            return position.score()
        case "positions":
            texts = [str(position)]
            position_then = position.copy()
            while position_then.actions:
                position_then.pop()
                texts.append(str(position_then))
            return "\n".join(reversed(texts))
    raise RuleboardError(f"there is no notation {notation!r}", expected=", ".join(NOTATIONS))
