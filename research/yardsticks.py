"""Yardsticks: other players against which the levels of the bots are measured."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, TypeAlias

from research import careful as careful_player
from research.fairy_stockfish import BEAST_LETTER, START_POSITION, FairyStockfish
from research.people import Person, choose_turn
from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.contract.package import Package
from ruleboard.engine.action import Action
from ruleboard.engine.search import sampled
from ruleboard.engine.search.thinking import Question, TurnChoice
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline

_FIRST_POSITION_COUNT: Final = 200
"""The number of positions in the first Monte-Carlo search, which measures the speed."""
_STOCKFISH_DEPTH: Final = 2
"""The search depth of Fairy-Stockfish, in moves of either side."""
_MAX_RANDOM_GAME_ACTIONS: Final = 1_000
"""The number of actions after which a random game counts as a draw; hardly any game is so long."""


@dataclass(slots=True)
class Pace:
    """The thinking time of a bot level, for a yardstick that uses the same time.

    Attributes:
        seconds: the processor time of the level's searches, in seconds.
        turn_count: the number of the level's searches.
        action_count: the number of actions that the level chose.
    """

    seconds: float = 0.0
    turn_count: int = 0
    action_count: int = 0

    def add(self, seconds: float, action_count: int) -> None:
        """Add the time of one search.

        Args:
            seconds: the processor time of the search.
            action_count: the number of actions that the search chose.
        """
        self.seconds += seconds
        self.turn_count += 1
        self.action_count += action_count

    @property
    def seconds_per_action(self) -> float:
        """The mean processor time per action, in seconds."""
        return self.seconds / self.action_count


ActionChooser: TypeAlias = Callable[[Timeline[Any], Question, Pace], tuple[Action[Any], ...]]
"""A function of a yardstick that returns the next actions of the player to move."""


def create_careful_player(package: Package[Any, Any]) -> ActionChooser:
    """Create a player that only avoids immediate losses; see ``research.careful``."""

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        return careful_player.choose_turn(package, timeline, question.player, question.seed)

    return play


def create_monte_carlo_player(package: Package[Any, Any]) -> ActionChooser:
    """Create a player that uses plain Monte-Carlo tree search and thinks as long as its opponent.

    It plays random games to the end. The number of positions depends on the opponent's mean processor time per action
    so far, so its play is not reproducible.
    """
    speed = 0.0

    def search(state: Any, question: Question, position_count: int) -> TurnChoice[Any]:
        nonlocal speed
        start_time = time.process_time()
        level = sampled.Level(position_count, _MAX_RANDOM_GAME_ACTIONS, _MAX_RANDOM_GAME_ACTIONS)
        choice = run_to_end(sampled.think(package.game, state, question, level))
        if choice.position_count:
            speed = choice.position_count / (time.process_time() - start_time)
        return choice

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        state = timeline.state_for(question.player)
        if not pace.turn_count:
            start_time = time.process_time()
            bot_choice = run_to_end(package.opponent.think(state, question))
            pace.add(time.process_time() - start_time, len(bot_choice.actions))
        choice = None if speed else search(state, question, _FIRST_POSITION_COUNT)
        if choice is None or speed * pace.seconds_per_action > _FIRST_POSITION_COUNT:
            choice = search(state, question, int(speed * pace.seconds_per_action))
        return choice.actions

    return play


@cache
def _start_engine() -> FairyStockfish:
    return FairyStockfish(_STOCKFISH_DEPTH)


def create_fairy_stockfish_player(package: Package[Any, Any]) -> ActionChooser:
    """Create a player that uses Fairy-Stockfish, looks two moves ahead, and plays only Tensor Chess without beasts.

    After the rare promotion of a pawn to a beast, the careful player takes over.

    Raises:
        tools.setup.SetupError: the program is not installed.
    """
    engine = _start_engine()

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        position = package.game.format_position(timeline.state)
        if BEAST_LETTER in position.split()[0].lower():
            return careful_player.choose_turn(package, timeline, question.player, question.seed)
        move = engine.best_move(position)
        return (package.game.parse_action(timeline.state, move),)

    return play


def create_person(kind: Person, package: Package[Any, Any]) -> ActionChooser:
    """Create a player that imitates a person; see ``research.people``."""

    def play(timeline: Timeline[Any], question: Question, pace: Pace) -> tuple[Action[Any], ...]:
        return choose_turn(package.id, kind, timeline.state_for(question.player), question)

    return play


YARDSTICKS: Final[Mapping[str, Callable[[Package[Any, Any]], ActionChooser]]] = {
    "careful": create_careful_player,
    "newcomer": partial(create_person, Person.NEWCOMER),
    "graduate": partial(create_person, Person.GRADUATE),
    "club": partial(create_person, Person.CLUB_PLAYER),
    "mcts": create_monte_carlo_player,
    "stockfish": create_fairy_stockfish_player,
}
"""The yardsticks by id."""

START_POSITIONS: Final[Mapping[str, Mapping[str, str]]] = {"stockfish": {"tensor-chess": START_POSITION}}
"""For each yardstick that does not play all games: the ids of its games, with the text of the start position."""
