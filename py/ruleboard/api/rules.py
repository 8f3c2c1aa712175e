"""The rules of games by name: options, numbers of players and new positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ruleboard.api.position import Position, game_of
from ruleboard.engine.game import Game
from ruleboard.registry import GAMES, VIEWS


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game, as `game` returns them.

    >>> import ruleboard
    >>> sensei = ruleboard.game("sensei")
    >>> sensei.title
    'Sensei'
    >>> sensei.options
    {'mode': ('arashi', 'shizukana', 'shizukana-variant', 'arashi-expert')}

    Attributes:
        id: the game's name in files and in this package.
    """

    id: str

    @property
    def _game(self) -> Game[Any, Any]:
        return GAMES[self.id]

    @property
    def title(self) -> str:
        """The displayed name of the game."""
        return self._game.title

    @property
    def tagline(self) -> str:
        """A sentence that describes the game."""
        return VIEWS[self.id].tagline

    @property
    def players(self) -> range:
        """The possible numbers of players."""
        return self._game.players

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The values of each option by its name; the first value is the default.

        In tensor-cards, `board` and `deck` also accept the JSON texts that the page's board and deck editors write.
        """
        return {
            option.id: tuple(choice.value for choice in option.choices)
            for option in self._game.options
            if not option.is_rule
        }

    def new(self, options: Mapping[str, str] | None = None, seed: int = 0) -> Position:
        """Return the first position of a game.

        >>> import ruleboard
        >>> str(ruleboard.game("sensei").new({"mode": "shizukana"}))
        'rrrRrrr/7/7/7/7/7/gggGggg g 21 shizukana'

        Args:
            options: the values of options; missing options take their defaults.
            seed: the seed of all randomness in the game, from 0 to 2**64 - 1: the same seed gives the same game.

        Raises:
            RecordError: the game lacks an option or its value, or the seed is out of range.
        """
        return Position(self.id, options, seed)

    def position(self, text: str) -> Position:
        """Parse a position text.

        >>> import ruleboard
        >>> position = ruleboard.game("sensei").position("rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi")
        >>> len(position.legal_actions())
        36

        Raises:
            PositionError: the text is malformed, or describes an impossible position.
        """
        return Position(self.id, start=text)


def game(id: str) -> Rules:
    """Return the rules of a game.

    >>> import ruleboard
    >>> ruleboard.game("tensor-chess").title
    'Tensor Chess'
    >>> ruleboard.game("go")
    Traceback (most recent call last):
        ...
    ruleboard.engine.errors.RecordError: there is no game 'go' (expected one of sensei, tensor-chess, tesulda, \
tensor-cards, equilibrium)

    Args:
        id: the game's id, one of `game_ids()`.

    Raises:
        RecordError: there is no such game.
    """
    return Rules(game_of(id).id)


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games.

    >>> import ruleboard
    >>> ruleboard.game_ids()
    ('sensei', 'tensor-chess', 'tesulda', 'tensor-cards', 'equilibrium')
    """
    return tuple(GAMES)


def play(id: str, options: Mapping[str, str] | None = None, seed: int = 0) -> Position:
    """Return the first position of a game. This is a shortcut for `game(id).new(options, seed)`.

    >>> import ruleboard
    >>> ruleboard.play("sensei", {"mode": "shizukana"})
    Position('sensei', {'mode': 'shizukana'})

    Raises:
        RecordError: the game, an option, its value or the seed is unknown.
    """
    return game(id).new(options, seed)
