"""The bot of each game: its own, or one for every game."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.game import Game
from ruleboard.engine.rng import below
from ruleboard.engine.search.thinking import Choice, Question, Thinking
from ruleboard.games.bots import BaseBot, Bot
from ruleboard.games.package import Package


class RandomBot(BaseBot[Any, Any]):
    """A player of any game who takes any legal action, all equally likely.

    Args:
        game: the rules.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def think(self, state: Any, question: Question) -> Thinking[Any]:
        """Return one legal action."""
        actions = self._game.legal_actions(state)
        yield 1
        action = actions[below(len(actions), question.seed)[0]]
        return Choice((action,), 0, (action,), 1)


def bot_of(package: Package[Any, Any]) -> Bot[Any, Any]:
    """Return the opponent for a game: the game's own, else one that plays at random."""
    return package.bot or RandomBot(package.game)
