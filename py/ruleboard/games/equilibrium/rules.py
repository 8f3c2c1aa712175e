"""What an action does, and what follows from it by itself: turns, rounds, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import moves, numbers, operations, training
from ruleboard.games.equilibrium.moves import Move
from ruleboard.games.equilibrium.start import shuffled_bag
from ruleboard.games.equilibrium.state import (
    ACTION,
    BARE,
    EMPTY,
    FINAL,
    FLIP,
    LAST_ROUND,
    OVER,
    SETUP,
    TWEAK,
    Phase,
    Player,
    State,
    after,
    changed,
    in_order,
    put,
)

_ROUND_DUE, _END_DUE = "round due", "end due"
"""Phases that never leave this module: the round, or the game, is to be ended next."""


def apply(state: State, action: Action[Any]) -> State:
    """The state after a legal action and all that follows from it by itself."""
    return _settled(_carried_out(state, moves.read(action.text)))


def ending(state: State, action: Action[Any]) -> tuple[training.Ending, ...] | None:
    """What the end of round or game that a legal action brings does to each player; None if it brings none.

    This is the story of backpropagation, to be told before the state after it is shown.
    """
    after = _carried_out(state, moves.read(action.text))
    return training.preview(after) if after.phase.kind in (_ROUND_DUE, _END_DUE) else None


def _carried_out(state: State, move: Move) -> State:
    if move.verb == "setup":
        return _set_up(state, move)
    if move.verb == "flip":
        who, kind = state.phase.flips[0]
        board = put(state.players[who].board, move.cells[0], kind.lower())
        return _with(_flipping(state, state.phase.flips[1:]), who, board=board)
    if move.verb == "tweak":
        return _tweaked(state, move.types)
    if move.verb in ("pass", "skip"):
        return _passed(state) if move.verb == "pass" else _next(_acting(state), state.phase.who)
    who = state.phase.who
    state = _acting(state)
    if move.verb == "download":
        return _next(_downloaded(state, who, move.types), who)
    if move.verb == "code":
        player = state.players[who]
        hand = tuple(sorted((*player.hand, move.card)))
        state = replace(state, cards=_without(state.cards, move.card))
        return _next(_paid(_with(state, who, hand=hand), who, numbers.card(move.card).cost), who)
    if move.verb in ("load", "hack"):
        owner = who if move.verb == "load" else move.player
        cost = numbers.LOAD_COST if move.verb == "load" else numbers.HACK_COST
        state = _with(state, who, storage=state.players[who].storage.replace(move.types, "", 1))
        state = _with(state, owner, board=put(state.players[owner].board, move.cells[0], move.types))
        bonus = numbers.BONUS_TWEAKS.value if move.types in state.players[owner].top else 0
        return _tweaking(_paid(state, who, cost.value), owner, bonus, who)
    return _run(state, who, move)


def _with(
    state: State,
    who: int,
    *,
    board: str | None = None,
    storage: str | None = None,
    hand: tuple[str, ...] | None = None,
    cycles: int | None = None,
) -> State:
    """The state with something changed in front of one player."""
    old = state.players[who]
    new = Player(
        old.card,
        old.board if board is None else board,
        old.storage if storage is None else storage,
        old.weights,
        old.cycles if cycles is None else cycles,
        old.hand if hand is None else hand,
    )
    return replace(state, players=(*state.players[:who], new, *state.players[who + 1 :]))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _paid(state: State, who: int, cost: int) -> State:
    return _with(state, who, cycles=state.players[who].cycles - cost)


def _set_up(state: State, move: Move) -> State:
    who = state.phase.who
    board = BARE
    bag = state.bag
    for kind, cell in zip(move.types, move.cells, strict=True):
        board = put(board, cell, kind)
        bag = bag.replace(kind, "", 1)
    state = replace(_with(state, who, board=board), bag=bag)
    later = state.order.index(who) + 1
    if later < len(state.order):
        return replace(state, phase=Phase(SETUP, state.order[later]))
    pile = shuffled_bag(bag)
    offered = numbers.OFFERED.value
    return replace(state, bag="", tiles=pile[:offered], pile=pile[offered:], phase=Phase(ACTION, state.order[0]))


def _acting(state: State) -> State:
    """Note that the player to move does something: the round is not quiet, their final action is taken."""
    if state.final is not None:
        return replace(state, final=state.final[1:])
    return replace(state, acted=True, quiet=0)


def _downloaded(state: State, who: int, taken: str) -> State:
    """Take tiles and refill the action board, but not at the end; the last tile drawn brings the end."""
    slots = list(state.tiles)
    pile = state.pile
    refill = state.final is None
    for kind in taken:
        slot = slots.index(kind)
        slots[slot] = EMPTY
    for slot, tile in enumerate(slots):
        if tile == EMPTY and pile and refill:
            slots[slot], pile = pile[0], pile[1:]
    ends = bool(state.pile) and not pile
    state = _with(state, who, storage=in_order(state.players[who].storage + taken))
    state = _paid(replace(state, tiles="".join(slots).replace(EMPTY, ""), pile=pile), who, numbers.DOWNLOAD_COST.value)
    return replace(state, final=after(state.order, who), acted=False) if ends else state


def _run(state: State, who: int, move: Move) -> State:
    player = state.players[who]
    board, supply = player.board, state.supply
    if move.card == "sub":
        board, supply = operations.subtract(board, supply, move.cells[0])
    elif move.card == "div":
        board = operations.divide(board, move.cells[0])
    elif move.card == "add":
        board, supply = operations.add(board, supply, move.cells[0], move.types, move.cells[1])
    else:
        board, supply = operations.multiply(board, supply, *move.cells)
    state = _with(state, who, board=board, hand=_without(player.hand, move.card))
    state = replace(state, supply=supply, cards=tuple(sorted((*state.cards, move.card))))
    return _tweaking(_paid(state, who, numbers.RUN_COST.value), who, numbers.card(move.card).tweaks, who)


def _tweaking(state: State, who: int, left: int, turn: int) -> State:
    """Let a player tweak, if a tweak is left and a token can still rise; else go on with the turn after."""
    if left and min(state.players[who].weights) < numbers.TOP_LEVEL.value:
        return replace(state, phase=Phase(TWEAK, who, left, turn))
    return _next(state, turn)


def _tweaked(state: State, kind: str) -> State:
    who, left, turn = state.phase.who, state.phase.left, state.phase.turn
    if not kind:
        return _next(state, turn)
    player = state.players[who]
    player = replace(player, weights=changed(player.weights, kind, 1))
    state = replace(state, players=(*state.players[:who], player, *state.players[who + 1 :]))
    return _tweaking(state, who, left - 1, turn)


def _passed(state: State) -> State:
    who = state.phase.who
    gain = numbers.PASS_SPOTS[len(state.passed)].value
    cycles = min(state.players[who].cycles + gain, numbers.TRACK.value)
    return _next(_with(replace(state, passed=(*state.passed, who)), who, cycles=cycles), who)


def _next(state: State, turn: int) -> State:
    """Whoever comes after the player whose turn it was; a round or a game that is over is marked as due."""
    if state.final is not None:
        return replace(state, phase=Phase(FINAL, state.final[0]) if state.final else Phase(_END_DUE))
    for who in after(state.order, turn):
        if who not in state.passed:
            return replace(state, phase=Phase(ACTION, who))
    if state.acted or state.quiet + 1 < numbers.QUIET_ROUNDS.value:
        return replace(state, phase=Phase(_ROUND_DUE))
    final = after(state.order, turn)
    return replace(state, quiet=state.quiet + 1, final=final, phase=Phase(FINAL, final[0]))


def _settled(state: State) -> State:
    """Carry out what is due: the end of the round, or of the game."""
    if state.phase.kind == _END_DUE:
        done = _trained(state, training.preview(state))
        return replace(done, phase=Phase(OVER, places=training.places(done)))
    return _round_ended(state) if state.phase.kind == _ROUND_DUE else state


def _trained(state: State, endings: tuple[training.Ending, ...]) -> State:
    players = tuple(
        replace(player, cycles=found.cycles, weights=found.training.after)
        for player, found in zip(state.players, endings, strict=True)
    )
    return replace(state, players=players)


def _round_ended(state: State) -> State:
    """Implements 'Round end': cards back, new order, income, backpropagation, the flips without a choice."""
    endings = training.preview(state)
    state = _trained(state, endings)
    cards = state.cards
    flips: list[tuple[int, str]] = []
    for who in state.passed:
        player = state.players[who]
        cards += player.hand
        board = player.board
        for kind, cells in endings[who].flips:
            if len(cells) > 1:
                flips.append((who, kind))
            else:
                board = put(board, cells[0], kind.lower())
        state = _with(state, who, board=board, hand=())
    state = replace(
        state,
        cards=tuple(sorted(cards)),
        order=state.passed,
        passed=(),
        quiet=0 if state.acted else state.quiet + 1,
        acted=False,
    )
    return _flipping(state, tuple(flips))


def _flipping(state: State, flips: tuple[tuple[int, str], ...]) -> State:
    """Ask for the next flip, or begin the next round."""
    if flips:
        return replace(state, phase=Phase(FLIP, flips[0][0], flips=flips))
    return replace(state, round=min(state.round + 1, LAST_ROUND), phase=Phase(ACTION, state.order[0]))


def reveals(state: State, action: Action[Any]) -> bool:
    """Whether an action draws unknown tiles: a Download with a pile, and the last player's setup."""
    if action.text.startswith("download"):
        return state.final is None and bool(state.pile)
    return state.phase.kind == SETUP and state.phase.who == state.order[-1]
