"""Find the next decision after an action, and end rounds and the game."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.equilibrium import numbers, ranking, training
from ruleboard.games.equilibrium.state import (
    ACTION,
    FINAL_ACTION,
    FLIP,
    GAME_OVER,
    MAX_ROUND_NUMBER,
    TWEAK,
    Phase,
    Player,
    State,
    turn_order_after,
    with_tile,
)

_ROUND_END_PENDING, _GAME_END_PENDING = "round due", "end due"
"""The phases between an action and ``apply_pending_end``, which ends the round or the game."""


def with_player(state: State, number: int, player: Player) -> State:
    """Return the state with ``player`` as its player ``number``."""
    return replace(state, players=(*state.players[:number], player, *state.players[number + 1 :]))


def pass_income(state: State) -> tuple[int, int]:
    """Return the cycles of the next pass spot, and how many of these cycles fit on the track of the player to move."""
    spots = state.numbers.pass_spots[len(state.players)]
    cycles = spots[min(len(state.passed_players), len(spots) - 1)].value
    return cycles, min(cycles, numbers.MAX_CYCLES.value - state.mover.cycles)


def offer_tweaks(state: State, player: int, tweaks: int, turn_player: int) -> State:
    """Return the state in which a player decides on tweaks, or the state after the turn if no tweak is possible.

    Args:
        state: the state.
        player: the player who tweaks.
        tweaks: the number of remaining tweaks.
        turn_player: the player whose turn it is.
    """
    if tweaks and min(state.players[player].weights) < numbers.TOP_LEVEL.value:
        return replace(state, phase=Phase(TWEAK, player, tweaks, turn_player))
    return end_turn(state, turn_player)


def end_turn(state: State, turn_player: int) -> State:
    """Return the state after a player's turn.

    If the round or the game must end next, the phase of the returned state marks this end, and ``apply_pending_end``
    makes it happen.
    """
    if state.final_players is not None:
        return replace(
            state,
            phase=Phase(FINAL_ACTION, state.final_players[0]) if state.final_players else Phase(_GAME_END_PENDING),
        )
    for player in turn_order_after(state.order, turn_player):
        if player not in state.passed_players:
            return replace(state, phase=Phase(ACTION, player))
    if not (is_last_quiet_round(state) or is_last_dry_round(state)):
        return replace(state, phase=Phase(_ROUND_END_PENDING))
    final_players = turn_order_after(state.order, turn_player)
    state = replace(
        _state_with_round_counted(state), final_players=final_players, has_acted=False, has_downloaded=False
    )
    return replace(state, phase=Phase(FINAL_ACTION, final_players[0]))


def is_last_quiet_round(state: State) -> bool:
    """Return True if the final actions follow this round unless a player takes an action in it."""
    return (
        state.final_players is None and not state.has_acted and state.quiet_rounds + 1 >= numbers.MAX_QUIET_ROUNDS.value
    )


def is_last_dry_round(state: State) -> bool:
    """Return True if the final actions follow this round unless a player downloads in it."""
    return (
        state.final_players is None
        and not state.has_downloaded
        and state.dry_rounds + 1 >= numbers.MAX_DRY_ROUNDS.value
    )


def _state_with_round_counted(state: State) -> State:
    return replace(
        state,
        quiet_rounds=0 if state.has_acted else state.quiet_rounds + 1,
        dry_rounds=0 if state.has_downloaded else state.dry_rounds + 1,
    )


def effects_of_pending_end(state: State) -> tuple[training.RoundEnd, ...] | None:
    """Return the changes for each player if the round or the game must end next, or None."""
    return training.preview_round_end(state) if state.phase.kind in (_ROUND_END_PENDING, _GAME_END_PENDING) else None


def apply_pending_end(state: State) -> State:
    """End the round or the game if it must end next. Otherwise return the state unchanged."""
    if state.phase.kind == _GAME_END_PENDING:
        end_state = _state_after_training(state, training.preview_round_end(state))
        return replace(end_state, phase=Phase(GAME_OVER, ranks=ranking.players_by_rank(end_state)))
    return _end_round(state) if state.phase.kind == _ROUND_END_PENDING else state


def continue_flips(state: State, flips: tuple[tuple[int, str], ...]) -> State:
    """Return the state in which a player decides on the first of the given flips.

    If ``flips`` is empty, return the start of the next round.
    """
    if flips:
        return replace(state, phase=Phase(FLIP, flips[0][0], flips=flips))
    return replace(state, round=min(state.round + 1, MAX_ROUND_NUMBER), phase=Phase(ACTION, state.order[0]))


def _state_after_training(state: State, effects: tuple[training.RoundEnd, ...]) -> State:
    players = tuple(
        replace(player, cycles=effect.cycles, weights=effect.training.new_levels)
        for player, effect in zip(state.players, effects, strict=True)
    )
    return replace(state, players=players)


def _end_round(state: State) -> State:
    """Return the state after the end of a round.

    Cards return to the action board, the turn order changes, players receive income, tokens move by backpropagation,
    and tiles turn face down if the player has no choice. Implements 'Round end'.
    """
    effects = training.preview_round_end(state)
    state = _state_after_training(state, effects)
    cards = state.cards
    flips: list[tuple[int, str]] = []
    for number in state.passed_players:
        player = state.players[number]
        cards += player.hand
        board = player.board
        for kind, cells in effects[number].flips:
            if len(cells) > 1:
                flips.append((number, kind))
            else:
                board = with_tile(board, cells[0], kind.lower())
        state = with_player(state, number, replace(player, board=board, hand=()))
    state = replace(
        _state_with_round_counted(state),
        cards=tuple(sorted(cards)),
        order=state.passed_players,
        passed_players=(),
        has_acted=False,
        has_downloaded=False,
    )
    return continue_flips(state, tuple(flips))
