"""Files on the command line: reading, validation, and conversion to other notations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ruleboard.api.files import read_text
from ruleboard.api.position import Position, load
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.options import with_rules
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.games.registry import GAMES

NOTATIONS: Final = ("record", "moves", "positions", "score", "python")
"""The notations for games."""
MOVES: Final = "moves"
"""The notation that does not name its game."""


def validate(path: str) -> str:
    """Replay the record, notation or study in a file, and return a phrase about its content.

    Raises:
        RuleboardError: the content is invalid; the error names the place.
    """
    text = read_text(path)
    if _is_study(text):
        study: Study = parse_study(text)
        for number, chapter in enumerate(study.chapters):
            open_chapter(chapter, GAMES, f"chapters[{number}]")
        return f"a study of {_pluralize(len(study.chapters), 'chapter')}"
    position = load(path)
    return f"a game of {position.game}, {_pluralize(len(position.actions), 'action')}"


def _is_study(text: str) -> bool:
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and str(data.get("format", "")).startswith("ruleboard-study")


def _pluralize(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def open_game(path: str, game: str | None, options: Mapping[str, str], seed: int) -> Position:
    """Return the game in a file.

    Args:
        path: the file.
        game: the id of the game of a move list, or None for a file that names its game.
        options: the options of the game of a move list.
        seed: the seed of the game of a move list.

    Raises:
        RuleboardError: the file is unreadable or invalid.
    """
    if game is None:
        return load(path)
    position = Position(game, options, seed)
    rules = GAMES[game]
    state = rules.initial(with_rules(rules.options, options or {}), seed)
    for action in rules.parse_moves(state, read_text(path)):
        position.push(rules.format_action(state, action))
        state = rules.apply(state, action)
    return position


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
