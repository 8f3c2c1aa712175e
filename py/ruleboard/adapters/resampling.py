"""Other pasts that a player cannot tell from the one of a game: what others did unseen is drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.adapters.walk import Walk
from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards.state import LayCards
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import army_on
from ruleboard.games.tesulda.moves import ArmyCommand
from ruleboard.games.tesulda.state import DARK, LIGHT


def resampled(walk: Walk, numbers: tuple[int, ...], player: int, seed: int) -> tuple[int, ...]:
    """Return the numbers of a game that a player cannot tell from another one.

    Args:
        walk: the place to which the numbers of the other game lead.
        numbers: these numbers, those of chance included.
        player: the player.
        seed: the seed of what is drawn.
    """
    if walk.setting.id == "tensor-cards":
        return _with_other_lay(walk, numbers, player, seed)
    if walk.setting.id == "tesulda" and walk.state.build is not None:
        return _with_other_army(walk, numbers, player, seed)
    return numbers


def _with_other_lay(walk: Walk, numbers: tuple[int, ...], player: int, seed: int) -> tuple[int, ...]:
    """Return the numbers with other cards where those of the other player lie face down."""
    timeline, other = walk.timeline, 1 - player
    seen = timeline.state_for(player)
    if seen == timeline.state:
        return numbers
    lay = LayCards(walk.setting.game.reshuffled(seen, seed).laid[other])
    start = timeline.at
    while timeline.keys[start] is None:  # a key marks the beginning of a turn, in which Black lays before White
        start -= 1
    place = start + other
    return (*numbers[:place], *walk.setting.space.numbers(lay), *numbers[place + 1 :])


def _with_other_army(walk: Walk, numbers: tuple[int, ...], player: int, seed: int) -> tuple[int, ...]:
    """Return the numbers with another army of the side that a player does not see build, or with none begun."""
    game, timeline = walk.setting.game, walk.timeline
    own = [number for entry in _entries(walk, player) for number in walk.setting.space.numbers(entry.move)]
    if walk.first is not None and walk.player == player:
        own.append(walk.first)
    others: list[int] = []
    if player == walk.player == DARK:
        drawn = game.reshuffled(timeline.state_for(DARK), seed)
        steps = building.building_actions(timeline.states[0], army_on(drawn.board, LIGHT))
        moves = (*(action.move for action in steps), ArmyCommand.DONE)
        others = [number for move in moves for number in walk.setting.space.numbers(move)]
    players = sum(len(walk.setting.space.numbers(entry.move)) for entry in _entries(walk, None))
    dealt = numbers[: len(numbers) - players - (walk.first is not None)]
    return (*dealt, *others, *own)


def _entries(walk: Walk, player: int | None) -> Iterator[Action[Any]]:
    """Yield the actions of a player so far, or of all."""
    timeline = walk.timeline
    for at, entry in enumerate(timeline.entries[: timeline.at]):
        if isinstance(entry, Action) and player in (None, walk.setting.game.to_move(timeline.states[at])):
            yield entry
