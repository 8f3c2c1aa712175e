"""Everything that a board game needs in one module: ``from ruleboard.own import BoardGame, disc, draw, won``.

``docs/adding-a-game.md`` explains how to write a game with it.
"""

from __future__ import annotations

from ruleboard.i18n import N_, _
from ruleboard.kit.board import HEX_DIRECTIONS, Board, Direction
from ruleboard.kit.definition import BoardGame, Moves, Result, Touches, draw, won
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.facade import package
from ruleboard.kit.grid import ALL_DIRECTIONS, DIAGONAL, ORTHOGONAL
from ruleboard.kit.looks import Look, cross, disc, letter, ring, square, star, triangle

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
    "package",
    "ring",
    "square",
    "star",
    "triangle",
    "won",
]

VERSION = 1
"""The version of this module. It changes when games that use the module may have to change."""
