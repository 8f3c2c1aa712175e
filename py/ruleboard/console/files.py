"""Files on the command line: their reading, their checking, and their rewriting in another notation."""

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
"""The notations that games are written in."""
MOVES: Final = "moves"
"""The notation in which a game is read only with its name given."""


def checked(path: str) -> str:
    """Replay everything in the file of a record, a score or a study; return a phrase on its content.

    Raises:
        RuleboardError: something in it is wrong; the error says where.
    """
    text = read_text(path)
    if _is_study(text):
        study: Study = parse_study(text)
        for number, chapter in enumerate(study.chapters):
            open_chapter(chapter, GAMES, f"chapters[{number}]")
        return f"a study of {_counted(len(study.chapters), 'chapter')}"
    position = load(path)
    return f"a game of {position.game}, {_counted(len(position.actions), 'action')}"


def _is_study(text: str) -> bool:
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and str(data.get("format", "")).startswith("ruleboard-study")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def opened(path: str, game: str | None, options: Mapping[str, str], seed: int) -> Position:
    """Return the game of a file.

    Args:
        path: the file.
        game: the id of the game of a move list; None for a record or a score, which name theirs.
        options: the options of the game of a move list.
        seed: the seed of the game of a move list.

    Raises:
        RuleboardError: the file cannot be read or played.
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


def written(position: Position, notation: str) -> str:
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
            before = position.copy()
            while before.actions:
                before.pop()
                texts.append(str(before))
            return "\n".join(reversed(texts))
    raise RuleboardError(f"there is no notation {notation!r}", expected=", ".join(NOTATIONS))
