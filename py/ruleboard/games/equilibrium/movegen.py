"""Generate the legal actions. Only this module decides which actions are legal.

Kinds with many actions have caches, since consecutive states have mostly the same actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from ruleboard.engine.action import Action, ActionKind
from ruleboard.games.equilibrium import numbers, operations, placement
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    DeclineTweaks,
    Division,
    Download,
    Flip,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Setup,
    Skip,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.notation import format_move
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    ACTION,
    CENTRE,
    FINAL_ACTION,
    FLIP,
    NEIGHBOUR_CELLS,
    SETUP,
    TWEAK,
    State,
    face_up_cells,
    sorted_tiles,
)
from ruleboard.games.equilibrium.targets import (
    card_target,
    hand_target,
    hex_target,
    storage_target,
    supply_target,
    tile_target,
    type_target,
    weight_target,
)


@lru_cache(maxsize=512)
def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all legal actions in a fixed order."""
    return tuple(_phase_actions(state))


def download_tile_count(state: State) -> int:
    """Return the number of tiles in a Download: the player's limit, or all tiles on the action board if fewer."""
    return max(0, min(state.mover.tier.max_storage - len(state.mover.storage), len(state.tiles)))


def can_empty_pile(state: State) -> bool:
    """Return True if a Download would draw the last tile of the pile, which starts the final actions."""
    return state.final_players is None and 0 < len(state.pile) <= download_tile_count(state)


def _create_action(
    move: Move, targets: tuple[str, ...], kind: ActionKind = "go", alternatives: tuple[tuple[str, ...], ...] = ()
) -> Action[Move]:
    return Action(format_move(move), targets, move, kind, alternatives)


def _phase_actions(state: State) -> Iterator[Action[Move]]:
    kind = state.phase.kind
    if kind == SETUP:
        yield from _setup_actions(state)
    elif kind == TWEAK:
        yield from _tweak_actions(state)
    elif kind == FLIP:
        yield from _flip_actions(state)
    elif kind in (ACTION, FINAL_ACTION):
        yield from _turn_actions(state)
        if kind == ACTION:
            yield _create_action(Pass(), ("do:pass",), "special pass")
        else:
            yield _create_action(Skip(), ("do:skip",), "special pass")


def _setup_actions(state: State) -> Iterator[Action[Move]]:
    player = state.phase.player
    centre = hex_target(player, CENTRE)
    for first_kind in state.mover.top_kinds:
        for second_kind in state.mover.bottom_kinds:
            first_target, second_target = type_target(player, first_kind), type_target(player, second_kind)
            for cell in NEIGHBOUR_CELLS[CENTRE]:
                neighbour = hex_target(player, cell)
                alternatives = ((first_target, centre, second_target, neighbour),)
                yield _create_action(
                    Setup((first_kind, second_kind), (CENTRE, cell)),
                    (first_target, second_target, neighbour),
                    alternatives=alternatives,
                )


def _tweak_actions(state: State) -> Iterator[Action[Move]]:
    for kind, level in zip(TYPES, state.mover.weights, strict=True):
        if level < numbers.TOP_LEVEL.value:
            yield _create_action(Tweak(kind), (weight_target(state.phase.player, kind),), "go tweak")
    yield _create_action(DeclineTweaks(), ("do:tweak-none",), "special")


def _flip_actions(state: State) -> Iterator[Action[Move]]:
    player, kind = state.phase.flips[0]
    for cell in face_up_cells(state.mover.board, kind):
        yield _create_action(Flip(kind, cell), (hex_target(player, cell),), "go flip")


def _turn_actions(state: State) -> Iterator[Action[Move]]:
    player, cycles = state.phase.player, state.mover.cycles
    if cycles >= numbers.DOWNLOAD_COST.value:
        yield from _download_actions(state.tiles, download_tile_count(state))
    yield from _code_actions(state)
    if cycles >= numbers.LOAD_COST.value:
        yield from _placement_actions(state, player)
    if cycles >= numbers.HACK_COST.value:
        for owner in range(len(state.players)):
            if owner != player:
                yield from _placement_actions(state, owner)
    if cycles >= numbers.RUN_COST.value:
        for card in dict.fromkeys(state.mover.hand):
            yield from _run_actions(state, card)


@lru_cache(maxsize=64)
def _download_actions(tiles: str, size: int) -> tuple[Action[Move], ...]:
    """Return the Downloads of ``size`` tiles.

    Players may touch the tiles in any order, and may touch any one of equal tiles. A button downloads all tiles.
    """
    if not size:
        return ()
    if size == len(tiles):
        alternatives = tuple(tuple(map(tile_target, slots)) for slots in permutations(range(size)))
        return (_create_action(Download(sorted_tiles(tiles)), ("do:download",), "special download", alternatives),)
    slots_by_kinds: dict[str, list[tuple[str, ...]]] = {}
    for slots in permutations(range(len(tiles)), size):
        kinds = sorted_tiles("".join(tiles[slot] for slot in slots))
        slots_by_kinds.setdefault(kinds, []).append(tuple(tile_target(slot) for slot in slots))
    return tuple(
        _create_action(Download(kinds), slots_by_kinds[kinds][0], "go download", tuple(slots_by_kinds[kinds][1:]))
        for kinds in sorted(slots_by_kinds, key=lambda kinds: [TYPES.index(kind) for kind in kinds])
    )


def _code_actions(state: State) -> Iterator[Action[Move]]:
    player = state.mover
    if len(player.hand) < player.tier.max_hand:
        for card in numbers.OPERATION_CARDS:
            if card in state.cards and player.numbers.card(card).cost <= player.cycles:
                yield _create_action(Code(card), (card_target(card),), "go code")


def _placement_actions(state: State, owner: int) -> Iterator[Action[Move]]:
    """Yield the legal Loads if ``owner`` is the player to move, otherwise the legal Hacks on the board of ``owner``."""
    for kind in dict.fromkeys(state.mover.storage):
        for cell in placement.free_cells(state.players[owner], kind):
            yield _placement_action(state.phase.player, owner, kind, cell)


@lru_cache(maxsize=4096)
def _placement_action(player: int, owner: int, kind: str, cell: int) -> Action[Move]:
    targets = (storage_target(player, kind), hex_target(owner, cell))
    if owner == player:
        return _create_action(Load(kind, cell), targets, "go load")
    return _create_action(Hack(owner, kind, cell), targets, "capture hack")


def _run_actions(state: State, card: str) -> Iterator[Action[Move]]:
    player, board = state.phase.player, state.mover.board
    if card in ("sub", "div"):
        for cell in operations.occupied_cells(board):
            yield _one_tile_run_action(player, card, cell)
    elif card == "add":
        for removed_cell, kind, cell in operations.additions(board, state.supply):
            yield _addition_action(player, removed_cell, kind, cell)
    else:
        for originals, copies in operations.multiplications(board, state.supply):
            yield _multiplication_action(player, originals, copies)


@lru_cache(maxsize=256)
def _one_tile_run_action(player: int, card: str, cell: int) -> Action[Move]:
    targets = (hand_target(player, card), hex_target(player, cell))
    if card == "sub":
        return _create_action(Subtraction(cell), targets, "capture")
    return _create_action(Division(cell), targets, "special")


@lru_cache(maxsize=4096)
def _addition_action(player: int, removed_cell: int, kind: str, cell: int) -> Action[Move]:
    targets = (
        hand_target(player, "add"),
        hex_target(player, removed_cell),
        supply_target(kind),
        hex_target(player, cell),
    )
    return _create_action(Addition(removed_cell, kind, cell), targets, "go add")


@lru_cache(maxsize=4096)
def _multiplication_action(player: int, originals: tuple[int, int], copies: tuple[int, int]) -> Action[Move]:
    """Return a Multiplication. Players touch the tiles in any order, and the hexes of the copies in the same order."""
    card = hand_target(player, "mul")
    first_original, second_original = hex_target(player, originals[0]), hex_target(player, originals[1])
    first_copy, second_copy = hex_target(player, copies[0]), hex_target(player, copies[1])
    return _create_action(
        Multiplication(originals, copies),
        (card, first_original, second_original, first_copy, second_copy),
        "go mul",
        ((card, second_original, first_original, second_copy, first_copy),),
    )
