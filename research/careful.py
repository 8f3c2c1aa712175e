"""The careful player of each game: it avoids losing things at once, and wants nothing else."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games.package import Package
from ruleboard.games.sensei.bitboard import End, board_tables, home_wins, position, turn_ends, win
from ruleboard.games.sensei.bot import actions_to_end
from ruleboard.games.sensei.state import State as SenseiState
from ruleboard.games.tensor_chess.dangers import dangers as dangers_in_tensor_chess
from ruleboard.games.tensor_chess.evaluation import PIECE_VALUES
from ruleboard.games.tesulda.dangers import dangers as dangers_in_tesulda
from ruleboard.games.tesulda.evaluation import figure_value

Actions: TypeAlias = tuple[Action[Any], ...]
Worth: TypeAlias = Callable[[Any, int], int]
"""A function from a state and a player to a value."""

_GAME: Final = 1_000_000
"""The loss of a turn that loses the game."""


def turn(package: Package[Any, Any], timeline: Timeline[Any], player: int, seed: int) -> Actions:
    """Return one of the turns by which a player loses least, drawn by lot.

    The loss is the most that the other side can win next turn, less what the turn takes in return for things lost in
    the turn before. Every first decision of a turn is looked at, with the others drawn by lot; in Sensei every end of
    a turn.

    Args:
        package: the game.
        timeline: the game so far, at a turn's start.
        player: the player to move, 0-based.
        seed: the seed of the lots.
    """
    game, state, chance = package.game, timeline.state, random.Random(seed)
    threatened: Worth = _LOSSES.get(package.id, partial(_threats, package))
    material: Worth = _MATERIALS.get(package.id, _nothing)
    owed = max(0, material(_earlier(timeline, player), player) - material(state, player))
    theirs = material(state, 1 - player)
    least: tuple[int, Actions] | None = None
    for begun in _sensei_turns(state, chance) if package.id == "sensei" else _beginnings(package, state, chance):
        then, actions = state, list(begun)
        for action in begun:
            then = game.apply(then, action)
        while game.to_move(then) == player:
            actions.append(chance.choice(game.legal_actions(then)))
            then = game.apply(then, actions[-1])
        outcome = game.outcome(then)
        lost = threatened(then, player) if outcome is None else _GAME * (outcome.returns[player] < 0)
        lost -= min(owed, theirs - material(then, 1 - player))
        if least is None or lost < least[0]:
            least = lost, tuple(actions)
        if lost <= -owed:
            break
    assert least is not None, "whoever is to move has a turn"
    return least[1]


def _earlier(timeline: Timeline[Any], player: int) -> Any:
    """Return the state before the last turns of others."""
    at = timeline.ply
    while at and timeline.game.to_move(timeline.states[at - 1]) != player:
        at -= 1
    return timeline.states[at]


def _beginnings(package: Package[Any, Any], state: Any, chance: random.Random) -> Iterator[Actions]:
    """Yield the first decisions of turns in an order by lot."""
    legal = list(package.game.legal_actions(state))
    chance.shuffle(legal)
    yield from ((action,) for action in legal)


def _sensei_turns(state: SenseiState, chance: random.Random) -> Iterator[Actions]:
    """Yield the turns of Sensei in an order by lot, each end once, a way home for each that there is."""
    ground, here = board_tables(state.mode), position(state)
    every = [End(own, at) for at, arrangements in turn_ends(ground, here) for own in arrangements]
    for lane, moves in home_wins(ground, here):
        own = here.stones
        for origin, goal in moves:
            own ^= origin | goal
        every.append(End(own, lane.goal))
    chance.shuffle(every)
    yield from (
        (actions_to_end(state, end) for end in every)
        if every
        else (actions_to_end(state, End(here.stones, here.character)),)
    )


def _nothing(_state: Any, _player: int) -> int:
    return 0


def _threats(package: Package[Any, Any], state: Any, player: int) -> int:
    return len(package.opponent.threats(package.game.view(state, player), player))


def _sensei_loss(state: SenseiState, _player: int) -> int:
    """Return 1 if the side to move can win in this turn."""
    return int(win(board_tables(state.mode), position(state)) is not None)


def _tensor_chess_loss(state: Any, player: int) -> int:
    return max((danger.loss for danger in dangers_in_tensor_chess(state, player)), default=0)


def _tesulda_loss(state: Any, player: int) -> int:
    return max((danger.loss for danger in dangers_in_tesulda(state, player)), default=0)


def _tensor_chess_material(state: Any, player: int) -> int:
    return sum(PIECE_VALUES[chr(letter).upper()] for letter in state.board if letter in (b"PNBRQT", b"pnbrqt")[player])


def _tesulda_material(state: Any, player: int) -> int:
    return sum(figure_value(figure) for figure in state.board if figure and figure[0].islower() == bool(player))


_LOSSES: Final[Mapping[str, Worth]] = {
    "sensei": _sensei_loss,
    "tensor-chess": _tensor_chess_loss,
    "tesulda": _tesulda_loss,
}
"""The most that the other side can win from a player next turn, a recapture counted; by the games' ids.

Where there is none, it is the number of threats (``Bot.threats``).
"""
_MATERIALS: Final[Mapping[str, Worth]] = {"tensor-chess": _tensor_chess_material, "tesulda": _tesulda_material}
"""The value of all that a player has on the board, in games in which things are captured."""
