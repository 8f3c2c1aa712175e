"""The parts of a game, which its folder exports as a single object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ruleboard.contract.bots import Bot, SampledBot
from ruleboard.contract.extensions import Attacks, BoardEditor, Editor, GameNotation, SavedArmies
from ruleboard.contract.quizzes import Quiz
from ruleboard.contract.view import BaseView
from ruleboard.engine.game import Game
from ruleboard.engine.pgn_notation import MoveTokens

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Package(Generic[S, M]):
    """All parts of a game. The ``__init__.py`` in the game's folder exports it as ``PACKAGE``.

    Attributes:
        game: the rules of the game.
        view: the pictures and texts of the game.
        notation: the game's own notation for whole games, such as PGN.
        tokens: the parser and formatter for single moves in PGN.
        editor: the position editor.
        saved_armies: the format of armies that players save.
        board_editor: the editor for custom boards and decks.
        attacks: the object that finds the attacks on a square.
        quiz: the kinds of pieces, and the kinds of quiz questions that only this game has.
        lesson_values: the values of the placeholders in the game's TOML files.
        bot: the game's own bot, or None for a bot that samples random continuations.
    """

    game: Game[S, M]
    view: BaseView[S, M]
    notation: GameNotation | None = None
    tokens: MoveTokens | None = None
    editor: Editor | None = None
    saved_armies: SavedArmies[S, M] | None = None
    board_editor: BoardEditor | None = None
    attacks: Attacks[S] | None = None
    quiz: Quiz[S] = field(default_factory=Quiz)
    lesson_values: Mapping[str, str] = field(default_factory=dict)
    bot: Bot[S, M] | None = None

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.game.id

    @property
    def opponent(self) -> Bot[S, M]:
        """The bot of the package, or a bot that samples random continuations if the package has none."""
        return self.bot or SampledBot(self.game)
