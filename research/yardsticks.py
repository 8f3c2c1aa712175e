"""Yardsticks for the opponents' levels: players that are no levels."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from research import careful as careful_player
from research.fairy_stockfish import BEAST, START, FairyStockfish
from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.action import Action
from ruleboard.engine.search import sampled
from ruleboard.engine.search.thinking import Question, TurnChoice, finish_search
from ruleboard.engine.timeline import Timeline
from ruleboard.games.package import Package

_FIRST: Final = 200
"""The number of positions from which the speed of the Monte-Carlo search is first told."""
_DEPTH: Final = 2
"""The depth of Fairy-Stockfish's search."""
_WHOLE: Final = 1_000
"""The number of actions after which a random game counts as a draw; hardly any takes so long."""


@dataclass(slots=True)
class Pace:
    """The time that a level takes, for a yardstick that is to take as much.

    Attributes:
        seconds: the processor time of its thoughts.
        turns: the number of its thoughts.
        actions: the number of actions that they led to.
    """

    seconds: float = 0.0
    turns: int = 0
    actions: int = 0

    def note(self, seconds: float, actions: int) -> None:
        """Count one thought."""
        self.seconds += seconds
        self.turns += 1
        self.actions += actions

    @property
    def of_action(self) -> float:
        """The mean processor time of an action, in seconds."""
        return self.seconds / self.actions


Player: TypeAlias = Callable[[Timeline[Any], Question, Pace], tuple[Action[Any], ...]]
"""A yardstick: it answers a question with the next actions of the player to move."""


def careful(package: Package[Any, Any]) -> Player:
    """Return the player that avoids losing things at once, and wants nothing else; see ``research.careful``."""

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        return careful_player.turn(package, timeline, question.player, question.seed)

    return play


def monte_carlo(package: Package[Any, Any]) -> Player:
    """Return the player that searches by plain Monte-Carlo tree search, for as long as the other side.

    The random games are played to their ends. Its number of positions follows from the processor time that an action
    of the other side took on average so far, so that its play is not repeatable.
    """
    speed = 0.0

    def searched(state: Any, question: Question, positions: int) -> TurnChoice[Any]:
        nonlocal speed
        begun = time.process_time()
        level = sampled.Level(positions, _WHOLE, _WHOLE)
        found = finish_search(sampled.think(package.game, state, question, level))
        if found.positions:
            speed = found.positions / (time.process_time() - begun)
        return found

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        state = timeline.state_for(question.player)
        if not pace.turns:
            begun = time.process_time()
            measure = finish_search(package.opponent.think(state, question))
            pace.note(time.process_time() - begun, len(measure.actions))
        choice = None if speed else searched(state, question, _FIRST)
        if choice is None or speed * pace.of_action > _FIRST:
            choice = searched(state, question, int(speed * pace.of_action))
        return choice.actions

    return play


@cache
def _engine() -> FairyStockfish:
    return FairyStockfish(_DEPTH)


def fairy_stockfish(package: Package[Any, Any]) -> Player:
    """Return Fairy-Stockfish, which looks two moves ahead and plays Tensor Chess without beasts only.

    After the rare promotion of a pawn to a beast the careful player goes on for it.

    Raises:
        tools.setup.SetupError: it is not installed.
    """
    engine = _engine()

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        position = package.game.format_position(timeline.state)
        if BEAST in position.split()[0].lower():
            return careful_player.turn(package, timeline, question.player, question.seed)
        move = engine.best(position)
        return (package.game.parse_action(timeline.state, move),)

    return play


YARDSTICKS: Final[Mapping[str, Callable[[Package[Any, Any]], Player]]] = {
    "careful": careful,
    "mcts": monte_carlo,
    "stockfish": fairy_stockfish,
}
"""The yardsticks by their names."""

STARTS: Final[Mapping[str, Mapping[str, str]]] = {"stockfish": {"tensor-chess": START}}
"""The yardsticks that do not play every game: the positions from which they play some, as texts, by the games' ids."""
