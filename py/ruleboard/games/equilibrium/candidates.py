"""Generate one move for each different effect, since the search does not distinguish the cells of moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ruleboard.games.equilibrium import movegen, numbers, operations, placement
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
    Skip,
    Subtraction,
)
from ruleboard.games.equilibrium.state import FINAL_ACTION, State, sorted_tiles


def move_effect(state: State, move: Move) -> tuple[object, ...]:
    """Return a key for the effect of a move. The search treats moves with equal keys as equivalent.

    The key does not contain the cells of the move.
    """
    board = state.mover.board
    match move:
        case Load(kind):
            return (Load, kind)
        case Hack(owner, kind):
            return (Hack, owner, kind)
        case Subtraction(cell) | Division(cell):
            return (type(move), board[cell])
        case Addition(removed_cell, kind):
            return (Addition, board[removed_cell], kind)
        case Multiplication((first_cell, second_cell)):
            return (Multiplication, *sorted((board[first_cell].upper(), board[second_cell].upper())))
        case _:
            return (move,)


def candidate_moves(state: State) -> Iterator[Move]:
    """Yield one legal move for each effect. Pass or Skip comes last."""
    player, number = state.mover, state.phase.player
    cycles = player.cycles
    if cycles >= numbers.DOWNLOAD_COST.value:
        yield from _download_moves(sorted_tiles(state.tiles), movegen.download_tile_count(state))
    if len(player.hand) < player.tier.max_hand:
        for card in dict.fromkeys(state.cards):
            if player.numbers.card(card).cost <= cycles:
                yield Code(card)
    for kind in dict.fromkeys(player.storage):
        if cycles >= numbers.LOAD_COST.value:
            cells = placement.free_cells(player, kind)
            if cells:
                yield Load(kind, cells[0])
        if cycles >= numbers.HACK_COST.value:
            for owner, owner_board in enumerate(state.players):
                if owner != number:
                    cells = placement.free_cells(owner_board, kind)
                    if cells:
                        yield Hack(owner, kind, cells[0])
    if cycles >= numbers.RUN_COST.value:
        for card in dict.fromkeys(player.hand):
            yield from _run_moves(card, player.board, state.supply)
    yield Skip() if state.phase.kind == FINAL_ACTION else Pass()


@lru_cache(maxsize=256)
def _download_moves(tiles: str, size: int) -> tuple[Download, ...]:
    if not size:
        return ()
    return tuple(Download("".join(kinds)) for kinds in dict.fromkeys(combinations(tiles, size)))


@lru_cache(maxsize=4096)
def _run_moves(card: str, board: str, supply: tuple[int, ...]) -> tuple[Move, ...]:
    """Return one run of an Operation card for each different effect."""
    runs_by_effect: dict[object, Move] = {}
    if card in ("sub", "div"):
        for cell in operations.occupied_cells(board):
            runs_by_effect.setdefault(board[cell], Subtraction(cell) if card == "sub" else Division(cell))
    elif card == "add":
        for removed_cell, kind, cell in operations.additions(board, supply):
            runs_by_effect.setdefault((board[removed_cell], kind), Addition(removed_cell, kind, cell))
    else:
        for originals, copies in operations.multiplications(board, supply):
            kinds = "".join(sorted(board[cell].upper() for cell in originals))
            runs_by_effect.setdefault(kinds, Multiplication(originals, copies))
    return tuple(runs_by_effect.values())
