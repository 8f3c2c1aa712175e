"""Functions that load, validate and convert files for the command line."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ruleboard.api.files import read_text_in_any_encoding
from ruleboard.api.loading import load_all
from ruleboard.api.position import Position, position_of
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_files import StudyFile, as_record, is_study_pgn, read_file_steps
from ruleboard.engine.limits import MAX_NOTATION_MOVES, MAX_RECORD_LENGTH, MAX_SCORE_GAMES
from ruleboard.engine.move_lists import read_move_lists
from ruleboard.engine.pgn_notation import UNDECIDED_RESULT
from ruleboard.engine.pgn_reader import ReaderOptions, read_pgn_steps
from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.pgn_tokens import has_tags, looks_like_json
from ruleboard.engine.record import RECORD_FORMAT, Record, parse_record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study_pgn import read_study_pgn_steps
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import replay
from ruleboard.registry import BOARD_EDITORS, GAMES, MOVE_TOKENS
from ruleboard.text_kinds import Kind, TextKind, kind_phrase, recognize

NOTATIONS: Final = ("record", "moves", "positions", "score", "python")
"""The notations for games."""
MOVES_NOTATION: Final = "moves"
"""The notation that does not name its game."""


def validate(path: str, start: Record | None = None) -> tuple[str, tuple[str, ...]]:
    """Validate a file of records, PGN, a study or move lists by replaying all its games and variations.

    Args:
        path: the file.
        start: a record with the start of every game in a file of move lists, or None for other files.

    Returns:
        A summary of the content, and notices about the parts that the parser corrects.

    Raises:
        RuleboardError: the content is invalid; the error names the location.
    """
    text, notices = read_text_in_any_encoding(path)
    if start is not None and not looks_like_json(text):
        positions, reader_notices = _play_games(text, start)
        return _describe_games(positions), (*notices, *reader_notices)
    text_kind = recognize(text)
    if summary := _validate_other_text(text_kind, text):
        return summary, notices
    if text_kind.kind in (Kind.GAME, Kind.STUDY) and not looks_like_json(text):
        summary, pgn_notices = _validate_pgn(text)
        return summary, (*notices, *pgn_notices)
    file = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS))
    if isinstance(file, StudyFile):
        for number, chapter in enumerate(file.study.chapters, 1):
            open_chapter(chapter, GAMES, f"chapters[{number}]")
        return f"a study of {_format_count(len(file.study.chapters), 'chapter')}", notices
    return _describe_games(load_all(path)), ()  # its warnings are the notices


def _validate_other_text(text_kind: TextKind, text: str) -> str:
    """Validate a board, saved armies or a position, and return a summary.

    The summary is empty for games, studies and invalid JSON, which other functions validate.

    Raises:
        RuleboardError: the text is invalid, or no validator exists for its kind.
    """
    match text_kind.kind:
        case Kind.POSITION:
            GAMES[text_kind.game].parse_position(text)
        case Kind.BOARD:
            BOARD_EDITORS[text_kind.game].parse(text)
        case Kind.MOVES:
            raise RecordError(f"it is {kind_phrase(text_kind)}", expected=f"--game {text_kind.game} before the files")
        case Kind.ADDRESS | Kind.APP_DATA | Kind.PICTURE:
            raise RecordError(f"it is {kind_phrase(text_kind)}", expected=_VALID_CONTENTS_TEXT)
        case Kind.OTHER if not looks_like_json(text):
            raise RecordError(f"it is {kind_phrase(text_kind)}", expected=_VALID_CONTENTS_TEXT)
    return kind_phrase(text_kind) if text_kind.kind in (Kind.POSITION, Kind.BOARD, Kind.ARMIES) else ""


_VALID_CONTENTS_TEXT: Final = "a game, a study, a board, saved armies or a position"


def _validate_pgn(text: str) -> tuple[str, tuple[str, ...]]:
    if is_study_pgn(text):
        study = run_to_end(read_study_pgn_steps(text, GAMES, MOVE_TOKENS))
        for number, chapter in enumerate(study.study.chapters, 1):
            open_chapter(chapter, GAMES, f"chapters[{number}]")
        return f"a study of {_format_count(len(study.study.chapters), 'chapter')}", study.notices
    pgn_text = run_to_end(read_pgn_steps(text, GAMES, MOVE_TOKENS, _READER_OPTIONS))
    positions = []
    for number, item in enumerate(run_to_end(read_records_steps(text, GAMES, MOVE_TOKENS)).items, 1):
        try:
            positions.append(position_of(as_record(item)))
        except RuleboardError as error:
            raise (error if isinstance(item, RecordError) else error.within(f"game {number}")) from None
    return _describe_games(positions), pgn_text.notices


_READER_OPTIONS: Final = ReaderOptions(
    RecordError, lambda number: f"game {number}", MAX_SCORE_GAMES, MAX_NOTATION_MOVES, MAX_RECORD_LENGTH
)
"""The options to read games with variations and comments, which records cannot contain."""


def _describe_games(positions: Sequence[Position]) -> str:
    actions = _format_count(sum(len(position.actions) for position in positions), "action")
    ids = ", ".join(dict.fromkeys(position.game for position in positions))
    return f"a game of {ids}, {actions}" if len(positions) == 1 else f"{len(positions)} games of {ids}, {actions}"


def _format_count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def start_record(game: str, options: Mapping[str, str], seed: int, start: str | None) -> Record:
    """Create a record without actions.

    Args:
        game: the id of the game.
        options: the values of its options.
        seed: the seed of all random choices.
        start: the text of the first position, or None for the initial position of the game.

    Raises:
        RuleboardError: the game, an option or the seed is unknown, or the position is invalid.
    """
    return parse_record(Position(game, options, seed, start=start).to_json())


def open_games(path: str, start: Record | None) -> list[Position]:
    """Open all games in a file, and issue warnings about the parts that the parser ignores.

    Args:
        path: the file.
        start: a record with the start of every game in a file of move lists, or None for a file that names its games.

    Raises:
        RuleboardError: the file is unreadable or invalid.
    """
    text, encoding_notices = read_text_in_any_encoding(path)
    if start is None or looks_like_json(text):
        positions = load_all(path)
        for number, position in enumerate(positions, 1):
            if start is not None and position.game != start.game:
                raise RecordError(f"it is a game of {position.game}", where=f"game {number}", expected=start.game)
        return positions
    positions, notices = _play_games(text, start)
    for notice in (*encoding_notices, *notices):
        warnings.warn(f"{path}: {notice}", stacklevel=2)
    return positions


def _play_games(text: str, start: Record) -> tuple[list[Position], list[str]]:
    if has_tags(text) or (start.game in MOVE_TOKENS and start.start is None):
        file = run_to_end(read_records_steps(text, GAMES, MOVE_TOKENS, start.game))
        records = [as_record(item) for item in file.items]
        for number, record in enumerate(records, 1):
            if record.game != start.game:
                raise RecordError(f"it is a game of {record.game}", where=f"game {number}", expected=start.game)
        return list(map(position_of, records)), list(file.notices)
    return _play_move_lists(text, start)


def _play_move_lists(text: str, start: Record) -> tuple[list[Position], list[str]]:
    timeline = replay(start, GAMES)
    move_lists = read_move_lists(timeline.game, timeline.state, text)
    endings = ((moves.ending,) if moves.ending else () for moves in move_lists.games)
    action_texts = (tuple(action.text for action in moves.actions) for moves in move_lists.games)
    records = (replace(start, actions=texts + ending) for texts, ending in zip(action_texts, endings, strict=True))
    return list(map(position_of, records)), list(move_lists.notices)


def format_games(positions: Sequence[Position], notation: str) -> str:
    """Format games in one of ``NOTATIONS``.

    Several records form one JSON file; other texts are separated by empty lines. If there are several move lists, each
    list without an ending gets a ``*`` at its end.

    Raises:
        RuleboardError: a game has no such notation.
    """
    texts = [format_game(position, notation) for position in positions]
    if notation == MOVES_NOTATION and len(texts) > 1:
        texts = [
            text if _has_ending(position) else f"{text}\n*" for text, position in zip(texts, positions, strict=True)
        ]
    if notation == "record" and len(texts) > 1:
        return f'{{"format": "{RECORD_FORMAT}", "games": [\n' + ",\n".join(texts) + "\n]}"
    return "\n\n".join(text.strip("\n") if len(texts) > 1 else text for text in texts)


def format_game(position: Position, notation: str) -> str:
    """Format a game in one of ``NOTATIONS``, without a line break at the end.

    Raises:
        RuleboardError: the game has no such notation.
    """
    match notation:
        case "record":
            return position.to_json()
        case "moves":
            return _format_moves(position)
        case "python":
            return repr(position)
        case "score":
            return position.score()
        case "positions":
            texts = [str(position)]
            replayed_position = position.copy()
            while replayed_position.actions:
                replayed_position.pop()
                texts.append(str(replayed_position))
            return "\n".join(reversed(texts))
    raise RuleboardError(f"there is no notation {notation!r}", expected=", ".join(NOTATIONS))


def _format_moves(position: Position) -> str:
    """Format a game as a move list with its ending, and issue warnings about parts that the list cannot contain."""
    if omitted_parts := ", ".join(_iter_omitted_parts(position)):
        warnings.warn(f"a move list does not contain {omitted_parts}", stacklevel=2)
    return position.moves() or UNDECIDED_RESULT


def _has_ending(position: Position) -> bool:
    """Return True if a game ends with an entry that is not a move, such as a resignation."""
    return bool(position.actions) and is_ending(position.actions[-1])


def _iter_omitted_parts(position: Position) -> Iterator[str]:
    """Yield the parts of a game that a move list cannot contain, with the command-line arguments to use instead."""
    record = parse_record(position.to_json())
    if any(record.players):
        yield "the players' names"
    if position.options != Position(position.game).options:
        yield "the options (read it with --option)"
    if record.start is not None:
        yield "the first position (read it with --position)"
    elif str(Position(position.game, position.options, record.seed)) != str(Position(position.game, position.options)):
        yield f"the seed (read it with --seed {record.seed})"
