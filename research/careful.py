"""A careful player for each game, which only avoids immediate losses."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.contract.package import Package
from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games.sensei.bitboard import TurnEnd, board_tables, find_win, home_wins, turn_ends
from ruleboard.games.sensei.bot import actions_to_end
from ruleboard.games.sensei.state import State as SenseiState
from ruleboard.games.tensor_chess.dangers import dangers as dangers_in_tensor_chess
from ruleboard.games.tensor_chess.evaluation import PIECE_VALUES
from ruleboard.games.tesulda.dangers import dangers as dangers_in_tesulda
from ruleboard.games.tesulda.evaluation import figure_value

Actions: TypeAlias = tuple[Action[Any], ...]
EvaluationFunction: TypeAlias = Callable[[Any, int], int]
"""A function from a state and a player to the value of something."""

_GAME_LOSS: Final = 1_000_000
"""The loss of a turn that loses the game, larger than any material."""


def choose_turn(package: Package[Any, Any], timeline: Timeline[Any], player: int, seed: int) -> Actions:
    """Choose a random turn with the smallest loss.

    The loss is the most that the other side can win in its next turn, less what this turn recaptures after the last
    loss. The player compares all first actions of a turn, each followed by random actions; in Sensei, all ends of a
    turn.

    Args:
        package: the game.
        timeline: the game so far, at the start of a turn.
        player: the player to move (0-based).
        seed: the seed of the random choices.
    """
    game, state, rng = package.game, timeline.state, random.Random(seed)
    measure_threat: EvaluationFunction = _LOSS_FUNCTIONS.get(package.id, partial(_count_threats, package))
    evaluate_material: EvaluationFunction = _MATERIAL_FUNCTIONS.get(package.id, _ignore_material)
    recent_loss = max(
        0, evaluate_material(_find_state_at_last_turn(timeline, player), player) - evaluate_material(state, player)
    )
    enemy_material = evaluate_material(state, 1 - player)
    best_choice: tuple[int, Actions] | None = None
    for prefix in (
        _iter_sensei_turns(state, rng) if package.id == "sensei" else _iter_first_actions(package, state, rng)
    ):
        next_state, actions = state, list(prefix)
        for action in prefix:
            next_state = game.apply(next_state, action)
        while game.to_move(next_state) == player:
            actions.append(rng.choice(game.legal_actions(next_state)))
            next_state = game.apply(next_state, actions[-1])
        outcome = game.outcome(next_state)
        loss = measure_threat(next_state, player) if outcome is None else _GAME_LOSS * (outcome.returns[player] < 0)
        loss -= min(recent_loss, enemy_material - evaluate_material(next_state, 1 - player))
        if best_choice is None or loss < best_choice[0]:
            best_choice = loss, tuple(actions)
        if loss <= -recent_loss:
            break
    assert best_choice is not None, "the player to move has a turn"
    return best_choice[1]


def _find_state_at_last_turn(timeline: Timeline[Any], player: int) -> Any:
    """Return the state before the last turns of the other players."""
    ply = timeline.ply
    while ply and timeline.game.to_move(timeline.states[ply - 1]) != player:
        ply -= 1
    return timeline.states[ply]


def _iter_first_actions(package: Package[Any, Any], state: Any, rng: random.Random) -> Iterator[Actions]:
    """Yield the first action of each turn in random order."""
    actions = list(package.game.legal_actions(state))
    rng.shuffle(actions)
    yield from ((action,) for action in actions)


def _iter_sensei_turns(state: SenseiState, rng: random.Random) -> Iterator[Actions]:
    """Yield turns of Sensei in random order: one for each end, and one for each winning leap to the home rank."""
    tables, position = board_tables(state.mode), state.position
    ends = [
        TurnEnd(stones, character) for character, stone_sets in turn_ends(tables, position) for stones in stone_sets
    ]
    for lane, moves in home_wins(tables, position):
        stones = position.stones
        for origin, goal in moves:
            stones ^= origin | goal
        ends.append(TurnEnd(stones, lane.goal))
    rng.shuffle(ends)
    yield from (
        (actions_to_end(state, end) for end in ends)
        if ends
        else (actions_to_end(state, TurnEnd(position.stones, position.character)),)
    )


def _ignore_material(_state: Any, _player: int) -> int:
    return 0


def _count_threats(package: Package[Any, Any], state: Any, player: int) -> int:
    return len(package.opponent.threats(package.game.view(state, player), player))


def _measure_sensei_loss(state: SenseiState, _player: int) -> int:
    """Return 1 if the side to move can win in this turn, otherwise 0."""
    return int(find_win(board_tables(state.mode), state.position) is not None)


def _measure_tensor_chess_loss(state: Any, player: int) -> int:
    return max((danger.loss for danger in dangers_in_tensor_chess(state, player)), default=0)


def _measure_tesulda_loss(state: Any, player: int) -> int:
    return max((danger.loss for danger in dangers_in_tesulda(state, player)), default=0)


def _measure_tensor_chess_material(state: Any, player: int) -> int:
    return sum(PIECE_VALUES[chr(letter).upper()] for letter in state.board if letter in (b"PNBRQT", b"pnbrqt")[player])


def _measure_tesulda_material(state: Any, player: int) -> int:
    return sum(figure_value(figure) for figure in state.board if figure and figure[0].islower() == bool(player))


_LOSS_FUNCTIONS: Final[Mapping[str, EvaluationFunction]] = {
    "sensei": _measure_sensei_loss,
    "tensor-chess": _measure_tensor_chess_loss,
    "tesulda": _measure_tesulda_loss,
}
"""The functions for the most that the other side can win from a player next turn, after a recapture, by game id.

For other games, the player counts threats (``Bot.threats``).
"""
_MATERIAL_FUNCTIONS: Final[Mapping[str, EvaluationFunction]] = {
    "tensor-chess": _measure_tensor_chess_material,
    "tesulda": _measure_tesulda_material,
}
"""The functions for the total value of a player's pieces, by game id. They exist only for games with captures."""
