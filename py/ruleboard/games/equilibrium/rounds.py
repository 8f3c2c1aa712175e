"""The course of a round: the next decision after an action, the end of the round, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.equilibrium import numbers, ranking, training
from ruleboard.games.equilibrium.state import (
    ACTION,
    FINAL,
    FLIP,
    OVER,
    ROUND_LIMIT,
    TWEAK,
    Phase,
    Player,
    State,
    turn_order_after,
    with_tile,
)

_ROUND_DUE, _END_DUE = "round due", "end due"
"""Phases between an action and ``settle``: the round, or the game, is to be ended next."""


def with_player(state: State, who: int, player: Player) -> State:
    """Return the state with a player replaced."""
    return replace(state, players=(*state.players[:who], player, *state.players[who + 1 :]))


def offer_tweaks(state: State, who: int, left: int, turn: int) -> State:
    """Let a player tweak if a tweak is left and a token can still rise; else go on after the ``turn`` of a player."""
    if left and min(state.players[who].weights) < numbers.TOP_LEVEL.value:
        return replace(state, phase=Phase(TWEAK, who, left, turn))
    return end_turn(state, turn)


def end_turn(state: State, turn: int) -> State:
    """Go on to the decision after a player's turn; the end of a round or of the game is only marked as due."""
    if state.final is not None:
        return replace(state, phase=Phase(FINAL, state.final[0]) if state.final else Phase(_END_DUE))
    for who in turn_order_after(state.order, turn):
        if who not in state.passed:
            return replace(state, phase=Phase(ACTION, who))
    if not (ends_quiet(state) or ends_dry(state)):
        return replace(state, phase=Phase(_ROUND_DUE))
    final = turn_order_after(state.order, turn)
    state = replace(_counted(state), final=final, acted=False, downloaded=False)
    return replace(state, phase=Phase(FINAL, final[0]))


def ends_quiet(state: State) -> bool:
    """Return True if the game ends with this round unless somebody does anything but pass in it."""
    return state.final is None and not state.acted and state.quiet + 1 >= numbers.QUIET_ROUNDS.value


def ends_dry(state: State) -> bool:
    """Return True if the game ends with this round unless somebody downloads in it."""
    return state.final is None and not state.downloaded and state.dry + 1 >= numbers.DRY_ROUNDS.value


def _counted(state: State) -> State:
    """Return the state with its round, which is over, counted among the quiet and the dry ones."""
    return replace(
        state,
        quiet=0 if state.acted else state.quiet + 1,
        dry=0 if state.downloaded else state.dry + 1,
    )


def due_effects(state: State) -> tuple[training.RoundEnd, ...] | None:
    """Return the effects of the end of round or game that is due, by player; None if none is."""
    return training.preview(state) if state.phase.kind in (_ROUND_DUE, _END_DUE) else None


def settle(state: State) -> State:
    """Carry out the end of the round or of the game if it is due."""
    if state.phase.kind == _END_DUE:
        final = _trained(state, training.preview(state))
        return replace(final, phase=Phase(OVER, places=ranking.places(final)))
    return _end_round(state) if state.phase.kind == _ROUND_DUE else state


def continue_flips(state: State, flips: tuple[tuple[int, str], ...]) -> State:
    """Ask for the first of the flips that are left, or begin the next round."""
    if flips:
        return replace(state, phase=Phase(FLIP, flips[0][0], flips=flips))
    return replace(state, round=min(state.round + 1, ROUND_LIMIT), phase=Phase(ACTION, state.order[0]))


def _trained(state: State, effects: tuple[training.RoundEnd, ...]) -> State:
    players = tuple(
        replace(player, cycles=effect.cycles, weights=effect.training.after)
        for player, effect in zip(state.players, effects, strict=True)
    )
    return replace(state, players=players)


def _end_round(state: State) -> State:
    """Implements 'Round end': cards back, new order, income, backpropagation, the flips without a choice."""
    effects = training.preview(state)
    state = _trained(state, effects)
    cards = state.cards
    flips: list[tuple[int, str]] = []
    for who in state.passed:
        player = state.players[who]
        cards += player.hand
        board = player.board
        for kind, cells in effects[who].flips:
            if len(cells) > 1:
                flips.append((who, kind))
            else:
                board = with_tile(board, cells[0], kind.lower())
        state = with_player(state, who, replace(player, board=board, hand=()))
    state = replace(
        _counted(state),
        cards=tuple(sorted(cards)),
        order=state.passed,
        passed=(),
        acted=False,
        downloaded=False,
    )
    return continue_flips(state, tuple(flips))
