"""Everything that a board game needs in one module: ``from ruleboard.own import BoardGame, disc, draw, won``.

``docs/own-games.md`` teaches how, with three games.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from ruleboard.i18n import N_, _
from ruleboard.kit.board import HEX_DIRECTIONS, Board, Direction
from ruleboard.kit.definition import BoardGame, Moves, Result, Touches, draw, won
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.facade import package
from ruleboard.kit.grid import ALL_DIRECTIONS, DIAGONAL, ORTHOGONAL
from ruleboard.kit.looks import Look, cross, disc, letter, ring, square, star, triangle

if TYPE_CHECKING:
    from ruleboard.api.rules import Rules

__all__ = [
    "ALL_DIRECTIONS",
    "DIAGONAL",
    "HEX_DIRECTIONS",
    "N_",
    "ORTHOGONAL",
    "Board",
    "BoardGame",
    "BoardGameError",
    "Direction",
    "Look",
    "Moves",
    "Result",
    "Touches",
    "_",
    "cross",
    "disc",
    "draw",
    "letter",
    "load",
    "package",
    "ring",
    "square",
    "star",
    "triangle",
    "won",
]

VERSION = 1
"""The version of this module. It changes when games that use the module may have to change."""


def load(path: str | PathLike[str]) -> Rules:
    """Run the file of a game, and return its rules. ``ruleboard.play`` and the adapters then know the game by its id.

    Raises:
        SourceError: the file does not run, or its game has a mistake; the error names the file and the line.
        RuleboardError: the file is not readable, or the id of its game is that of one of Ruleboard's own games.
    """
    from ruleboard.api.own_games import load_game  # which pages do not have

    return load_game(path)
