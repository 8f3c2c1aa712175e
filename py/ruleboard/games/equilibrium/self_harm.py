"""Recognize moves that harm the player who makes them, or help only others, as far as anyone sees at a glance.

A weak bot overlooks much, but it avoids these moves. The module judges boards and tokens by the next two
backpropagations, and assumes that all players pass before them. In the final actions, it judges by the last
backpropagation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ruleboard.games.equilibrium import numbers, operations, rounds
from ruleboard.games.equilibrium.evaluation import LEVEL_WEIGHTS, weighted_sum
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    Division,
    Download,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Run,
    Skip,
    Subtraction,
)
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import FINAL_ACTION, State, with_amount_changed, with_tile
from ruleboard.games.equilibrium.training import face_up_counts, levels_and_counts_after

_MIN_NETWORK_TILES = 2
"""The number of tiles that a player keeps in the network until the final actions."""


def moves_without_self_harm(state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the moves that do not harm the player, or all moves if each of them harms the player."""
    if state.phase.kind == FINAL_ACTION:
        harmless_moves = _useful_final_actions(state, moves)
    else:
        passes_too_early = wastes_bonus(state, moves) or can_run_card(state, moves)
        harmless_moves = [
            move
            for move in moves
            if not (isinstance(move, Pass) and passes_too_early)
            and not (isinstance(move, Subtraction) and has_few_tiles(state))
            and not (isinstance(move, Hack) and helps_owner(state, move))
            and not (isinstance(move, Run) and harms_own_network(state, move, moves))
        ]
    return harmless_moves or list(moves)


def _useful_final_actions(state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the final actions that raise the player's final levels or lower those of others; Skip if there are none.

    Skip also remains if only Hacks are useful.
    """
    raising_moves = [move for move in moves if raises_final_levels(state, move)]
    hacks = [move for move in moves if isinstance(move, Hack) and not helps_owner(state, move)]
    return [*(raising_moves or [move for move in moves if isinstance(move, Skip)]), *hacks]


def wastes_bonus(state: State, moves: Sequence[Move]) -> bool:
    """Return True if more than half of the bonus for a pass exceeds the maximum, and one of ``moves`` could prevent it.

    These are the moves Download, Load and Code.
    """
    bonus, income = rounds.pass_income(state)
    return 2 * income < bonus and any(isinstance(move, Download | Load | Code) for move in moves)


def can_run_card(state: State, moves: Sequence[Move]) -> bool:
    """Return True if one of ``moves`` runs a card from the player's hand without harm to the player's network.

    After a pass, the player can no longer use the card, which goes back to the action board.
    """
    return any(
        isinstance(move, Run)
        and not (isinstance(move, Subtraction) and has_few_tiles(state))
        and not harms_own_network(state, move, moves)
        for move in moves
    )


def has_few_tiles(state: State) -> bool:
    """Return True if the player should not remove a tile from the network before the final actions."""
    return len(operations.occupied_cells(state.mover.board)) <= _MIN_NETWORK_TILES


def helps_owner(state: State, hack: Hack) -> bool:
    """Return True if a Hack lowers nothing of worth to the owner of the board, who takes the best tweak."""
    owner = state.players[hack.owner]
    board = with_tile(owner.board, hack.cell, hack.kind)
    tweaks = numbers.BONUS_TWEAKS.value if hack.kind in owner.top_kinds else 0
    if state.phase.kind == FINAL_ACTION:
        return _final_levels(board, owner.weights, tweaks) >= _final_levels(owner.board, owner.weights)
    new_outlook = _outlook(board, _levels_after_tweaks(board, owner.weights, tweaks))
    old_outlook = _outlook(owner.board, owner.weights)
    return all(new_value >= old_value for new_value, old_value in zip(new_outlook, old_outlook, strict=True))


def harms_own_network(state: State, run: Run, moves: Sequence[Move]) -> bool:
    """Return True if a run of a card lowers the player's tokens, without need or without enough tweaks in return.

    It is without need if one of ``moves`` runs the same card on other tiles and lowers nothing.
    """
    if not _network_loss(state, run):
        return False
    if any(type(move) is type(run) and not _network_loss(state, move) for move in moves if isinstance(move, Run)):
        return True
    board, _supply = operations.apply_run(state.mover.board, state.supply, run)
    levels = _levels_after_tweaks(board, state.mover.weights, state.numbers.card(run.card).tweaks)
    return sum(_outlook(board, levels)) <= sum(_outlook(state.mover.board, state.mover.weights))


def raises_final_levels(state: State, move: Move) -> bool:
    """Return True if a final action improves the player's rank or raises the levels that decide it.

    The lowest level decides, then the second lowest, and so on.
    """
    player = state.mover
    match move:
        case Load(kind, cell):
            board = with_tile(player.board, cell, kind)
            tweaks = numbers.BONUS_TWEAKS.value if kind in player.top_kinds else 0
        case Subtraction() | Division() | Addition() | Multiplication():
            board, _supply = operations.apply_run(player.board, state.supply, move)
            tweaks = state.numbers.card(move.card).tweaks
        case _:
            return False
    return _final_levels(board, player.weights, tweaks) > _final_levels(player.board, player.weights)


def _network_loss(state: State, run: Run) -> int:
    """Return the value that the player's tokens lose by the change of the board, without tweaks."""
    board, _supply = operations.apply_run(state.mover.board, state.supply, run)
    levels = state.mover.weights
    return max(0, sum(_outlook(state.mover.board, levels)) - sum(_outlook(board, levels)))


def _levels_after_tweaks(board: str, levels: tuple[int, ...], tweaks: int) -> tuple[int, ...]:
    """Return the levels after tweaks, each of which raises the token with the best outlook."""
    for _tweak in range(tweaks):
        options = _tweaked_levels(levels)
        levels = max(options, key=lambda option: sum(_outlook(board, option)), default=levels)
    return levels


def _final_levels(board: str, levels: tuple[int, ...], tweaks: int = 0) -> list[int]:
    """Return the levels that decide the game, lowest first, after the best tweaks and the last backpropagation."""
    for _tweak in range(tweaks):
        levels = max(_tweaked_levels(levels), key=lambda option: sorted(_next_levels(board, option)), default=levels)
    return sorted(_next_levels(board, levels))


def _tweaked_levels(levels: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the levels after each possible tweak."""
    return [
        with_amount_changed(levels, kind, 1)
        for kind, level in zip(TYPES, levels, strict=True)
        if level < numbers.TOP_LEVEL.value
    ]


def _next_levels(board: str, levels: tuple[int, ...]) -> tuple[int, ...]:
    return levels_and_counts_after(face_up_counts(board), levels)[0]


@lru_cache(maxsize=16_384)
def _outlook(board: str, levels: tuple[int, ...]) -> tuple[int, ...]:
    """Return the value of the levels after the next backpropagation and after the one that follows it."""
    values, counts = [], face_up_counts(board)
    for _round in range(2):
        levels, counts = levels_and_counts_after(counts, levels)
        values.append(weighted_sum(levels, LEVEL_WEIGHTS))
    return tuple(values)
