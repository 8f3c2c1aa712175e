"""Scripted players of Equilibrium, and games between them and the bots with any set of numbers.

A scripted player always follows the same plan. Among the moves that the plan allows, it chooses the move that the bots'
evaluation prefers. A game depends only on the players, the numbers and the seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.search.thinking import Question, hash_mix
from ruleboard.engine.steps import run_to_end
from ruleboard.games.equilibrium import rounds
from ruleboard.games.equilibrium.bot import LEVELS, EquilibriumBot
from ruleboard.games.equilibrium.candidates import candidate_moves
from ruleboard.games.equilibrium.deal import initial_state_with_numbers
from ruleboard.games.equilibrium.evaluation import advantage
from ruleboard.games.equilibrium.movegen import legal_actions
from ruleboard.games.equilibrium.moves import Code, Download, Hack, Load, Move, Pass, Run, Skip, Tweak
from ruleboard.games.equilibrium.numbers import (
    CARDS_PER_KIND,
    MAX_CYCLES,
    OPERATION_CARDS,
    PASS_SPOTS,
    RECONSTRUCTED_SOURCE,
    TIERS,
    TILES,
    TYPES,
    Card,
    Number,
    NumberSet,
    Tier,
    pass_spots_by_players,
)
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import FLIP, GAME_OVER, SETUP, TWEAK, State

GAME: Final = Equilibrium()
_EQUILIBRIUM_BOT: Final = EquilibriumBot()
_EVALUATION_WEIGHTS: Final = LEVELS[1].weights
"""The weights with which scripted players evaluate moves. The evaluation looks two rounds ahead."""
MAX_GAME_ACTIONS: Final = 6000
"""The number of actions after which a game stops without an end."""
SATURATED_LEVEL: Final = 8
"""A player is saturated if all five tokens are on this level or higher."""

Plan: TypeAlias = Callable[[State, Sequence[Move]], Sequence[Move]]
"""A function from a state and its legal moves to the moves that the plan allows, at least one."""


# --- plans ---


def _select_moves_of_type(moves: Sequence[Move], kind: type[Move]) -> list[Move]:
    return [move for move in moves if isinstance(move, kind)]


def _select_pass_moves(moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if isinstance(move, Pass | Skip)]


def _select_loader_moves(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Load whenever possible, and download only if the storage is empty."""
    is_storage_empty = not state.mover.storage
    return (
        _select_moves_of_type(moves, Load)
        or (is_storage_empty and _select_moves_of_type(moves, Download))
        or _select_pass_moves(moves)
    )


def _select_rusher_moves(_state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Download whenever possible, and otherwise make room as cheaply as possible, so that the pile runs out soon."""
    return (
        _select_moves_of_type(moves, Download)
        or _select_moves_of_type(moves, Hack)
        or _select_moves_of_type(moves, Load)
        or _select_pass_moves(moves)
    )


def _select_hacker_moves(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Hack whenever possible, and download only if the storage is empty."""
    is_storage_empty = not state.mover.storage
    return (
        _select_moves_of_type(moves, Hack)
        or (is_storage_empty and _select_moves_of_type(moves, Download))
        or _select_pass_moves(moves)
    )


def _select_passer_moves(_state: State, moves: Sequence[Move]) -> Sequence[Move]:
    return _select_pass_moves(moves)


def _create_engine_plan(card: str) -> Plan:
    """Return a plan that only codes and runs one Operation card."""

    def allowed_moves(state: State, moves: Sequence[Move]) -> Sequence[Move]:
        runs = [move for move in moves if isinstance(move, Run) and move.card == card]
        if state.mover.cycles > state.numbers.card(card).cost and card not in state.mover.hand:
            return [move for move in _select_moves_of_type(moves, Code) if move == Code(card)] or _select_pass_moves(
                moves
            )
        return runs or _select_pass_moves(moves)

    return allowed_moves


def _create_builder_plan(card: str) -> Plan:
    """Return a plan that loads tiles until three types lie face up, and then codes and runs one card."""
    engine_plan = _create_engine_plan(card)

    def allowed_moves(state: State, moves: Sequence[Move]) -> Sequence[Move]:
        if sum(kind in state.mover.board for kind in TYPES) < 3:
            load_moves = _select_loader_moves(state, moves)
            if not isinstance(load_moves[0], Pass | Skip):
                return load_moves
        return engine_plan(state, moves)

    return allowed_moves


PLAN_BY_PLAYER: Final[Mapping[str, Plan]] = {
    "passer": _select_passer_moves,
    "hacker": _select_hacker_moves,
    "rusher": _select_rusher_moves,
    "loader": _select_loader_moves,
    **{f"engine {card}": _create_engine_plan(card) for card in OPERATION_CARDS},
    **{f"builder {card}": _create_builder_plan(card) for card in OPERATION_CARDS},
}
"""The plans of the scripted players, by name."""


def _choose_scripted_move(name: str, state: State) -> Move:
    """Return the setup choice or action of the scripted player with a name."""
    player = state.phase.player
    if state.phase.kind == SETUP:
        allowed_moves: Sequence[Move] = [action.move for action in legal_actions(state)]
    else:
        allowed_moves = PLAN_BY_PLAYER[name](state, list(candidate_moves(state)))
    if len(allowed_moves) == 1:
        return allowed_moves[0]
    return max(
        allowed_moves,
        key=lambda move: advantage(
            _EVALUATION_WEIGHTS.values(_play_small_decisions(GAME.next_state(state, move))), player
        ),
    )


def _play_small_decisions(state: State) -> State:
    """Return the state after the tweaks and flips that the bots' evaluation prefers."""
    while state.phase.kind in (TWEAK, FLIP):
        state = GAME.next_state(state, _choose_small_decision(state))
    return state


def _choose_small_decision(state: State) -> Move:
    return Tweak(_EVALUATION_WEIGHTS.best_tweak(state)) if state.phase.kind == TWEAK else legal_actions(state)[0].move


def _choose_move(name: str, state: State, seed: int) -> Move:
    """Return the move that a scripted player or bot chooses."""
    if name in PLAN_BY_PLAYER:
        return (
            _choose_small_decision(state) if state.phase.kind in (TWEAK, FLIP) else _choose_scripted_move(name, state)
        )
    question = Question(state.phase.player, int(name.removeprefix("level ")), seed)
    move: Move = run_to_end(_EQUILIBRIUM_BOT.think(state, question)).actions[0].move
    return move


# --- numbers ---


def format_numbers(numbers: NumberSet) -> str:
    """Return a set of numbers as text: cards (cost/tweaks), pass spots, tiers (level:cards/tiles/income), and tiles.

    The text omits the tiles of each type (by number of players) if they equal those of the first reconstruction.
    """
    cards = ",".join(f"{card.value.cost}/{card.value.tweaks}" for card in numbers.cards.values())
    tiers = ",".join(
        f"{tier.min_level}:{tier.max_hand}/{tier.max_storage}/{tier.income}" for tier in _list_tiers(numbers)
    )
    tiles = (
        "" if numbers.tiles == TILES else " " + ",".join(str(tile_count.value) for tile_count in numbers.tiles.values())
    )
    return f"{cards} {_format_spots(numbers)} {tiers}{tiles}"


def _format_spots(numbers: NumberSet) -> str:
    """Return the pass spots as text: one list if it is the same for all player counts, otherwise one list for each."""
    has_single_list = numbers.pass_spots == pass_spots_by_players(numbers.pass_spots[4])
    spot_lists = [numbers.pass_spots[4]] if has_single_list else numbers.pass_spots.values()
    return "/".join(",".join(str(spot.value) for spot in spots) for spots in spot_lists)


def _parse_spots(text: str) -> Mapping[int, tuple[Number[int], ...]]:
    spot_lists = [
        tuple(Number("", int(spot), RECONSTRUCTED_SOURCE) for spot in part.split(",")) for part in text.split("/")
    ]
    return (
        pass_spots_by_players(spot_lists[0])
        if len(spot_lists) == 1
        else dict(zip(CARDS_PER_KIND, spot_lists, strict=True))
    )


def _list_tiers(numbers: NumberSet) -> list[Tier]:
    return [number.value for number in numbers.tiers]


def parse_numbers(text: str) -> NumberSet:
    """Parse a set of numbers from the text that ``format_numbers`` returns. Spots, tiers and tiles are optional.

    Raises:
        ValueError: the text is invalid, or contradicts the numbers in the rulebook.
    """
    cards, *other_parts = text.split()
    card_list = [Card(*(int(part) for part in card.split("/"))) for card in cards.split(",")]
    spots = _parse_spots(other_parts[0]) if other_parts else PASS_SPOTS
    tiers = TIERS
    if len(other_parts) > 1:
        rows = [row.replace(":", "/").split("/") for row in other_parts[1].split(",")]
        tiers = tuple(Number("", Tier(*(int(part) for part in row)), RECONSTRUCTED_SOURCE) for row in rows)
    tiles = TILES
    if len(other_parts) > 2:
        tile_counts = zip(CARDS_PER_KIND, other_parts[2].split(","), strict=True)
        tiles = {players: Number("", int(amount), RECONSTRUCTED_SOURCE) for players, amount in tile_counts}
    cards_by_name = {
        name: Number("", card, RECONSTRUCTED_SOURCE) for name, card in zip(OPERATION_CARDS, card_list, strict=True)
    }
    return NumberSet("", "", "", tiers, cards_by_name, spots, tiles)


# --- games ---


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of one game.

    Attributes:
        players: the names of the players, clockwise.
        seed: the seed.
        starting_player: the starting player (0-based).
        scores: the score of each player: 1 for a win, an equal share of 1 for a shared win, 0 for a loss.
        end_event: the event that ended the game: ``pile``, ``dry`` or ``quiet``; ``none`` if the game is unfinished.
        is_decided_by_cycles: True if all five levels were equal, so that the cycles decided the game.
        is_shared: True if the win was shared.
        rounds: the number of rounds, including the last one.
        used_actions: for each player, the actions and cards of at least one turn.
        first_saturated_rounds: for each player, the first round as a saturated player; 0 if there was none.
        levels: the final levels of each player, lowest first.
        max_tiles: the maximum number of tiles on one board.
        lost_cycles: the number of cycles that all players together lost because their tracks were full.
        min_supply: the minimum number of tiles of one type in the supply.
    """

    players: tuple[str, ...]
    seed: int
    starting_player: int
    scores: tuple[float, ...]
    end_event: str
    is_decided_by_cycles: bool
    is_shared: bool
    rounds: int
    used_actions: tuple[frozenset[str], ...]
    first_saturated_rounds: tuple[int, ...]
    levels: tuple[tuple[int, ...], ...]
    max_tiles: int
    lost_cycles: int
    min_supply: int


def play(players: Sequence[str], numbers: NumberSet, seed: int) -> GameStatistics:
    """Play a game with a set of numbers. The seed determines the deal and the starting player."""
    count = len(players)
    state = initial_state_with_numbers(numbers, count, str(seed % count + 1), hash_mix(seed, 1))
    used_actions: list[set[str]] = [set() for _player in players]
    first_saturated_rounds = [0] * count
    max_tiles, lost_cycles, min_supply, end_event = 0, 0, 99, "none"
    for ply in range(MAX_GAME_ACTIONS):
        if state.phase.kind == GAME_OVER:
            break
        player_number = state.phase.player
        move = _choose_move(players[player_number], state, hash_mix(seed, ply))
        used_actions[player_number].update((move.verb, move.card) if isinstance(move, Run) else (move.verb,))
        if isinstance(move, Pass):
            lost_cycles += max(
                0, state.mover.cycles + numbers.pass_spots[count][len(state.passed_players)].value - MAX_CYCLES.value
            )
        state_before, state = state, GAME.next_state(state, move)
        if state_before.final_players is None and state.final_players is not None:
            is_quiet = isinstance(move, Pass) and rounds.is_last_quiet_round(state_before)
            end_event = "pile" if isinstance(move, Download) else "quiet" if is_quiet else "dry"
        min_supply = min(min_supply, *state.supply)
        for number, player in enumerate(state.players):
            max_tiles = max(max_tiles, len(player.board) - player.board.count("."))
            if not first_saturated_rounds[number] and min(player.weights) >= SATURATED_LEVEL:
                first_saturated_rounds[number] = state_before.round
    winners = state.phase.ranks[0] if state.phase.kind == GAME_OVER else tuple(range(count))
    sorted_levels = tuple(tuple(sorted(player.weights)) for player in state.players)
    return GameStatistics(
        players=tuple(players),
        seed=seed,
        starting_player=seed % count,
        scores=tuple(1 / len(winners) if player_number in winners else 0.0 for player_number in range(count)),
        end_event=end_event if state.phase.kind == GAME_OVER else "none",
        is_decided_by_cycles=len(winners) < count
        and sum(levels == sorted_levels[winners[0]] for levels in sorted_levels) > len(winners),
        is_shared=len(winners) > 1,
        rounds=state.round,
        used_actions=tuple(frozenset(actions) for actions in used_actions),
        first_saturated_rounds=tuple(first_saturated_rounds),
        levels=sorted_levels,
        max_tiles=max_tiles,
        lost_cycles=lost_cycles,
        min_supply=min_supply,
    )


def count_uses(games: Iterable[GameStatistics], name: str) -> Counter[str]:
    """Count, for each action and card, the games in which a player used it. Each seat counts as a game."""
    counts: Counter[str] = Counter()
    for game in games:
        for player, used_actions in zip(game.players, game.used_actions, strict=True):
            if player == name:
                counts.update(used_actions)
                counts["games"] += 1
    return counts
