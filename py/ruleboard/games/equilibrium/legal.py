"""What is allowed: the only source of legality."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import numbers, operations, placement
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    CENTRE,
    FINAL,
    FLIP,
    NEAR,
    SETUP,
    TWEAK,
    State,
    face_up,
    in_order,
)


@lru_cache(maxsize=512)
def legal(state: State) -> Mapping[str, Action[Any]]:
    """All allowed actions by their texts, in canonical order: the only source of legality."""
    found = {action.text: action for action in _actions(state)}
    if state.phase.kind == ACTION:
        found["pass"] = Action("pass", ("do:pass",), None, "special pass")
    elif state.phase.kind == FINAL:
        found["skip"] = Action("skip", ("do:skip",), None, "special pass")
    return found


@lru_cache(maxsize=512)
def legal_actions(state: State) -> tuple[Action[Any], ...]:
    """All allowed actions, in canonical order."""
    return tuple(legal(state).values())


def _actions(state: State) -> Iterator[Action[Any]]:
    kind, who = state.phase.kind, state.phase.who
    if kind == SETUP:
        yield from _setups(state)
    elif kind == TWEAK:
        for type_, level in zip(TYPES, state.mover.weights, strict=True):
            if level < numbers.TOP_LEVEL.value:
                yield Action(f"tweak {type_}", (f"weight:{who + 1}:{type_}",), None, "go tweak")
        yield Action("tweak -", ("do:tweak-none",), None, "special")
    elif kind == FLIP:
        type_ = state.phase.flips[0][1]
        for cell in face_up(state.mover.board, type_):
            yield Action(f"flip {type_}@{CELL_NAMES[cell]}", (hex_target(who, cell),), None, "go flip")
    elif kind in (ACTION, FINAL):
        cycles = state.mover.cycles
        if cycles >= numbers.DOWNLOAD_COST.value:
            yield from _downloads(state.tiles, download_size(state))
        yield from _codes(state)
        if cycles >= numbers.LOAD_COST.value:
            yield from _placements(state, who)
        if cycles >= numbers.HACK_COST.value:
            for other in range(len(state.players)):
                if other != who:
                    yield from _placements(state, other)
        if cycles >= numbers.RUN_COST.value:
            for card in dict.fromkeys(state.mover.hand):
                yield from _runs(state, card)


def hex_target(player: int, cell: int) -> str:
    """The target of a cell of a player's board."""
    return f"hex:{player + 1}:{CELL_NAMES[cell]}"


def _setups(state: State) -> Iterator[Action[Any]]:
    who = state.phase.who
    hub = hex_target(who, CENTRE)
    for first in state.mover.top:
        for second in state.mover.bottom:
            one, other = f"type:{who + 1}:{first}", f"type:{who + 1}:{second}"
            for cell in NEAR[CENTRE]:
                text = f"setup {first}@{CELL_NAMES[CENTRE]} {second}@{CELL_NAMES[cell]}"
                target = hex_target(who, cell)
                yield Action(text, (one, other, target), None, "go", ((one, hub, other, target),))


def download_size(state: State) -> int:
    """How many tiles a Download by the player to move would take: up to the limit, or all there are."""
    return max(0, min(state.mover.tier.storage - len(state.mover.storage), len(state.tiles)))


@lru_cache(maxsize=64)
def _downloads(tiles: str, size: int) -> tuple[Action[Any], ...]:
    """Every choice of ``size`` tiles; slots may be touched in any order, and equal tiles for one another."""
    if not size:
        return ()
    if size == len(tiles):
        return (Action("download " + ",".join(in_order(tiles)), ("do:download",), None, "special download"),)
    ways: dict[str, list[tuple[str, ...]]] = {}
    for slots in permutations(range(len(tiles)), size):
        text = "download " + ",".join(in_order("".join(tiles[slot] for slot in slots)))
        ways.setdefault(text, []).append(tuple(f"tile:{slot}" for slot in slots))
    ranked = sorted(ways.items(), key=lambda item: [TYPES.index(kind) for kind in item[0][9:].split(",")])
    return tuple(Action(text, found[0], None, "go download", tuple(found[1:])) for text, found in ranked)


def _codes(state: State) -> Iterator[Action[Any]]:
    player = state.mover
    if len(player.hand) < player.tier.hand:
        for card in numbers.CARDS:
            if card in state.cards and numbers.card(card).cost <= player.cycles:
                yield Action(f"code {card}", (f"card:{card}",), None, "go code")


def _placements(state: State, owner: int) -> Iterator[Action[Any]]:
    who = state.phase.who
    verb, kind = ("load", "go load") if owner == who else (f"hack {owner + 1}", "capture hack")
    for type_ in dict.fromkeys(state.mover.storage):
        for cell in placement.spots(state.players[owner], type_):
            targets = (f"storage:{who + 1}:{type_}", hex_target(owner, cell))
            yield Action(f"{verb} {type_}@{CELL_NAMES[cell]}", targets, None, kind)


def _runs(state: State, card: str) -> Iterator[Action[Any]]:
    who, board = state.phase.who, state.mover.board
    held = f"hand:{who + 1}:{card}"
    at = CELL_NAMES
    targets = [hex_target(who, cell) for cell in range(len(at))]
    if card in ("sub", "div"):
        kind = "capture" if card == "sub" else "special"
        for cell in operations.tiles_on(board):
            yield Action(f"run {card} {at[cell]}", (held, targets[cell]), None, kind)
    elif card == "add":
        for gone, type_, cell in operations.additions(board, state.supply):
            way = (held, targets[gone], f"supply:{type_}", targets[cell])
            yield Action(f"run add {at[gone]} {type_}@{at[cell]}", way, None, "go add")
    else:
        for one, other, first, second in operations.multiplications(board, state.supply):
            a, b, c, d = targets[one], targets[other], targets[first], targets[second]
            yield Action(
                f"run mul {at[one]}+{at[other]} at {at[first]}+{at[second]}",
                (held, a, b, c, d),
                None,
                "go mul",
                ((held, a, b, d, c), (held, b, a, c, d), (held, b, a, d, c)),
            )
