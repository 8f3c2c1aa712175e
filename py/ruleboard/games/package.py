"""The one value that a game's folder exports: the game, its view, and its optional parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ruleboard.engine.game import Game
from ruleboard.engine.pgn_notation import MoveTokens
from ruleboard.games.bots import Bot, SampledBot
from ruleboard.games.extensions import Attacks, Editor, Scores, Setups, Workshop
from ruleboard.games.view import BaseView

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Package(Generic[S, M]):
    """A game as the registry knows it. A folder's ``__init__.py`` exports one as ``PACKAGE``.

    Attributes:
        game: the rules.
        view: the pictures, and all else that is shown of it.
        scores: whole games in a notation of the game's own.
        tokens: moves in that notation, for studies as PGN.
        editor: positions set up by hand.
        setups: armies and the like that players keep.
        workshop: boards or decks that players draw.
        attacks: the attacks on a square.
        lesson_values: the values of the names in braces in lessons, rules and rulings: numbers of the game's choice.
        bot: the game's own opponent; a game without one is played by sampling (``engine.search.sampled``).
    """

    game: Game[S, M]
    view: BaseView[S, M]
    scores: Scores | None = None
    tokens: MoveTokens | None = None
    editor: Editor | None = None
    setups: Setups[S, M] | None = None
    workshop: Workshop | None = None
    attacks: Attacks[S] | None = None
    lesson_values: Mapping[str, str] = field(default_factory=dict)
    bot: Bot[S, M] | None = None

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.id

    @property
    def opponent(self) -> Bot[S, M]:
        """The game's own bot, or one that knows only its rules."""
        return self.bot or SampledBot(self.game)
