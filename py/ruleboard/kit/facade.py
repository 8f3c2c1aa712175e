"""Build the package of a board game from the definition that its author has written."""

from __future__ import annotations

from ruleboard.contract.package import Package
from ruleboard.kit.board import Board
from ruleboard.kit.definition import BoardGame
from ruleboard.kit.rules import BoardMove, BoardRules
from ruleboard.kit.view import BoardView

LAST_ORDER: int = 1000
"""The default position of a game in the list of games: after all games with a position."""


def package(game: BoardGame, *, order: int = LAST_ORDER) -> Package[Board, BoardMove]:
    """Return the rules, texts, pictures and opponent of a board game.

    Args:
        game: the definition of the game.
        order: the position of the game on the home page, from 1.

    Raises:
        BoardGameError: the definition has a mistake. The error names the attribute.
    """
    rules = BoardRules(game)
    return Package(rules, BoardView(rules, order))
