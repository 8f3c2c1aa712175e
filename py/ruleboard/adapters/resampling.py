"""Sample random histories that a player cannot distinguish from the real one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.adapters.walk import Walk
from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards.state import CommitPlacement
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import army_on
from ruleboard.games.tesulda.moves import ArmyCommand
from ruleboard.games.tesulda.state import DARK, LIGHT


def resample(walk: Walk, numbers: tuple[int, ...], player: int, seed: int) -> tuple[int, ...]:
    """Return the numbers of a random game that a player cannot distinguish from the real one.

    Args:
        walk: the real game.
        numbers: the action numbers and chance outcomes of the real game.
        player: the player.
        seed: the seed of the random choices.
    """
    if walk.setting.id == "tensor-cards":
        return _replace_placement(walk, numbers, player, seed)
    if walk.setting.id == "tesulda" and walk.state.build is not None:
        return _replace_army(walk, numbers, player, seed)
    return numbers


def _replace_placement(walk: Walk, numbers: tuple[int, ...], player: int, seed: int) -> tuple[int, ...]:
    """Replace the numbers of the other player's face-down placement with those of random cards."""
    timeline, opponent = walk.timeline, 1 - player
    visible_state = timeline.state_for(player)
    if visible_state == timeline.state:
        return numbers
    placement = CommitPlacement(walk.setting.game.with_hidden_redealt(visible_state, seed).placements[opponent])
    start = timeline.ply
    while timeline.plies[start].key is None:  # Keys mark the starts of turns. Black places cards before White.
        start -= 1
    index = start + opponent
    return (*numbers[:index], *walk.setting.space.numbers(placement), *numbers[index + 1 :])


def _replace_army(walk: Walk, numbers: tuple[int, ...], player: int, seed: int) -> tuple[int, ...]:
    """Replace Light's secret army with a random army, or remove the actions of a side that still builds in secret."""
    game, timeline = walk.setting.game, walk.timeline
    player_numbers = [
        number for entry in _iter_player_actions(walk, player) for number in walk.setting.space.numbers(entry.move)
    ]
    if walk.first_number is not None and walk.player == player:
        player_numbers.append(walk.first_number)
    army_numbers: list[int] = []
    if player == walk.player == DARK:
        sampled_state = game.with_hidden_redealt(timeline.state_for(DARK), seed)
        actions = building.building_actions(timeline.states[0], army_on(sampled_state.board, LIGHT))
        moves = (*(action.move for action in actions), ArmyCommand.DONE)
        army_numbers = [number for move in moves for number in walk.setting.space.numbers(move)]
    number_count = sum(len(walk.setting.space.numbers(entry.move)) for entry in _iter_player_actions(walk, None))
    chance_numbers = numbers[: len(numbers) - number_count - (walk.first_number is not None)]
    return (*chance_numbers, *army_numbers, *player_numbers)


def _iter_player_actions(walk: Walk, player: int | None) -> Iterator[Action[Any]]:
    """Yield the actions of a player so far, or of all players if ``player`` is None."""
    timeline = walk.timeline
    for ply, entry in enumerate(timeline.entries[: timeline.ply]):
        if isinstance(entry, Action) and player in (None, walk.setting.game.to_move(timeline.states[ply])):
            yield entry
