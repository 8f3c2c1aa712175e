"""Moves worth a look: one of each kind of effect, whatever its cells, for a search that looks at many positions."""

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
from ruleboard.games.equilibrium.state import FINAL, State, sorted_tiles


def effect(state: State, move: Move) -> tuple[object, ...]:
    """Return the effect of a move of the player to move but for its cells: moves with equal effects are alike."""
    board = state.mover.board
    match move:
        case Load(kind):
            return (Load, kind)
        case Hack(owner, kind):
            return (Hack, owner, kind)
        case Subtraction(cell) | Division(cell):
            return (type(move), board[cell])
        case Addition(removed, kind):
            return (Addition, board[removed], kind)
        case Multiplication((one, other)):
            return (Multiplication, *sorted((board[one].upper(), board[other].upper())))
        case _:
            return (move,)


def candidates(state: State) -> Iterator[Move]:
    """Yield legal moves for a turn, one of each effect; Pass or Skip is the last."""
    player, who = state.mover, state.phase.who
    cycles = player.cycles
    if cycles >= numbers.DOWNLOAD_COST.value:
        yield from _downloads(sorted_tiles(state.tiles), movegen.download_size(state))
    if len(player.hand) < player.tier.hand:
        for card in dict.fromkeys(state.cards):
            if player.numbers.card(card).cost <= cycles:
                yield Code(card)
    for kind in dict.fromkeys(player.storage):
        if cycles >= numbers.LOAD_COST.value:
            cells = placement.free_cells(player, kind)
            if cells:
                yield Load(kind, cells[0])
        if cycles >= numbers.HACK_COST.value:
            for owner, other in enumerate(state.players):
                if owner != who:
                    cells = placement.free_cells(other, kind)
                    if cells:
                        yield Hack(owner, kind, cells[0])
    if cycles >= numbers.RUN_COST.value:
        for card in dict.fromkeys(player.hand):
            yield from _runs(card, player.board, state.supply)
    yield Skip() if state.phase.kind == FINAL else Pass()


@lru_cache(maxsize=256)
def _downloads(tiles: str, size: int) -> tuple[Download, ...]:
    if not size:
        return ()
    return tuple(Download("".join(kinds)) for kinds in dict.fromkeys(combinations(tiles, size)))


@lru_cache(maxsize=4096)
def _runs(card: str, board: str, supply: tuple[int, ...]) -> tuple[Move, ...]:
    """Return the runs of a card, one of each effect."""
    found: dict[object, Move] = {}
    if card in ("sub", "div"):
        for cell in operations.tiles_on(board):
            found.setdefault(board[cell], Subtraction(cell) if card == "sub" else Division(cell))
    elif card == "add":
        for removed, kind, cell in operations.additions(board, supply):
            found.setdefault((board[removed], kind), Addition(removed, kind, cell))
    else:
        for originals, copies in operations.multiplications(board, supply):
            kinds = "".join(sorted(board[cell].upper() for cell in originals))
            found.setdefault(kinds, Multiplication(originals, copies))
    return tuple(found.values())
