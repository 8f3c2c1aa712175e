"""Random games with fixed seeds, for tests that need reachable positions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.selection import Selection, select
from ruleboard.registry import GAMES
from ruleboard.scene.marks import Marks

MAX_GAMES = 10
MAX_ACTIONS = 160
"""The number and length of random games, limited by count and not by time, so that every machine plays the same."""


@dataclass(frozen=True)
class Playout:
    """A random game, which may be unfinished. ``states[i]`` is the state before ``actions[i]``."""

    game: Game[Any, Any]
    options: dict[str, str]
    seed: int
    states: tuple[Any, ...]
    actions: tuple[Action, ...]

    def player_count(self) -> int:
        """Return the number of players."""
        return len(self.game.sides(self.states[0]))


def iter_option_combinations(game: Game[Any, Any]) -> Iterator[dict[str, str]]:
    """Yield every combination of the values of a game's options."""
    values = [[(option.id, choice.value) for choice in option.choices] for option in game.options]
    return (dict(combination) for combination in itertools.product(*values))


def select_evenly_spaced(items: Sequence[Any], max_count: int) -> list[Any]:
    """Return at most ``max_count`` items at equal intervals, including the first and the last."""
    if len(items) <= max_count:
        return list(items)
    return [items[index * (len(items) - 1) // (max_count - 1)] for index in range(max_count)]


@cache
def create_playouts(game_id: str) -> tuple[Playout, ...]:
    """Return random games with various options. Most of the games are finished."""
    game = GAMES[game_id]
    games: list[Playout] = []
    options_list = list(iter_option_combinations(game))
    for number, options in enumerate(
        itertools.islice(itertools.cycle(select_evenly_spaced(options_list, MAX_GAMES)), MAX_GAMES)
    ):
        games.append(play_randomly(game, options, seed=number * 7919 + 1, is_eager=number % 2 == 1))
    return tuple(games)


def play_randomly(game: Game[Any, Any], options: dict[str, str], seed: int, is_eager: bool) -> Playout:
    """Play a random game. If ``is_eager``, prefer actions that end the game, then captures and special moves."""
    rng = random.Random(f"{game.id} {seed}")
    states = [game.initial(options, seed)]
    actions: list[Action] = []
    while len(actions) < MAX_ACTIONS and game.to_move(states[-1]) is not None:
        legal = game.legal_actions(states[-1])
        action = rng.choice(legal)
        if is_eager:
            candidates = rng.sample(legal, min(len(legal), 6))
            special_actions = [candidate for candidate in candidates if not candidate.kind.startswith("go")]
            ending_actions = [candidate for candidate in candidates if game.outcome(game.apply(states[-1], candidate))]
            action = (ending_actions or special_actions or [action])[0]
        actions.append(action)
        states.append(game.apply(states[-1], action))
    return Playout(game, options, seed, tuple(states), tuple(actions))


@cache
def has_hidden_decisions(game_id: str) -> bool:
    """Return True if a game has secret decisions, so that its position texts and move lists omit unfinished turns."""
    return any(
        playout.game.is_hidden_decision(state) for playout in create_playouts(game_id) for state in playout.states
    )


def has_complete_text(game: Game[Any, Any], state: Any) -> bool:
    """Return True if the position text of a state expresses the whole state.

    In a game with secret decisions, the text contains only finished turns and no face-down cards.
    """
    return game.key(state) is not None or not has_hidden_decisions(game.id)


@cache
def select_sample_plies(game_id: str, max_count: int) -> tuple[tuple[Playout, int], ...]:
    """Return a sample of positions as pairs of a playout and a ply, including the end of every game."""
    positions = []
    games = create_playouts(game_id)
    for playout in games:
        positions += [
            (playout, ply) for ply in select_evenly_spaced(range(len(playout.states)), max(2, max_count // len(games)))
        ]
    return tuple(positions)


def find_reachable_selections(legal: Sequence[Action], max_count: int) -> list[Selection]:
    """Return at most ``max_count`` selections that a player can reach by touches, starting with the empty selection."""
    selections: list[Selection] = []
    queue = [select(legal)]
    while queue and len(selections) < max_count:
        step = queue.pop(0)
        selections.append(step)
        queue += [select(legal, (*step.targets, target)) for target in select_evenly_spaced(list(step.next_targets), 8)]
    return selections


def create_selection_marks(selection: Selection) -> Marks:
    """Return the marks on the board for a selection."""
    return Marks(
        selected=selection.targets,
        next_targets={target: " ".join(kinds) for target, kinds in selection.next_targets.items()},
    )
