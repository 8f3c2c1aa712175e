"""Games played at random, the same every time, for whatever wants to be checked on positions that come about."""

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
from ruleboard.games.registry import GAMES
from ruleboard.scene.marks import Marks

MOST_GAMES = 10
MOST_ACTIONS = 160
"""The number and length of random games: counted and never timed, so that every machine plays the same."""


@dataclass(frozen=True)
class Playout:
    """A game from its start: ``states[i]`` is the state before ``actions[i]``; perhaps not played to its end."""

    game: Game[Any, Any]
    options: dict[str, str]
    seed: int
    states: tuple[Any, ...]
    actions: tuple[Action, ...]

    def players(self) -> int:
        """Return the number of players."""
        return len(self.game.sides(self.states[0]))


def combinations(game: Game[Any, Any]) -> Iterator[dict[str, str]]:
    """Every combination of the values of a game's options."""
    values = [[(option.id, choice.value) for choice in option.choices] for option in game.options]
    return (dict(combination) for combination in itertools.product(*values))


def spread(items: Sequence[Any], most: int) -> list[Any]:
    """At most that many of the items, from the whole length, first and last included."""
    if len(items) <= most:
        return list(items)
    return [items[at * (len(items) - 1) // (most - 1)] for at in range(most)]


@cache
def playouts(game_id: str) -> tuple[Playout, ...]:
    """Games of one kind over all its options, from their starts, many of them to their ends."""
    game = GAMES[game_id]
    found: list[Playout] = []
    every = list(combinations(game))
    for number, options in enumerate(itertools.islice(itertools.cycle(spread(every, MOST_GAMES)), MOST_GAMES)):
        found.append(_played(game, options, seed=number * 7919 + 1, eager=number % 2 == 1))
    return tuple(found)


def _played(game: Game[Any, Any], options: dict[str, str], seed: int, eager: bool) -> Playout:
    """One game; an ``eager`` one looks a step ahead for its end, and likes captures and special moves."""
    chance = random.Random(f"{game.id} {seed}")
    states = [game.initial(options, seed)]
    actions: list[Action] = []
    while len(actions) < MOST_ACTIONS and game.to_move(states[-1]) is not None:
        legal = game.legal_actions(states[-1])
        action = chance.choice(legal)
        if eager:
            some = chance.sample(legal, min(len(legal), 6))
            notable = [other for other in some if not other.kind.startswith("go")]
            ending = [other for other in some if game.outcome(game.apply(states[-1], other))]
            action = (ending or notable or [action])[0]
        actions.append(action)
        states.append(game.apply(states[-1], action))
    return Playout(game, options, seed, tuple(states), tuple(actions))


@cache
def decides_unseen(game_id: str) -> bool:
    """Return True if players decide in secret in a game: its texts then leave out an unfinished turn."""
    return any(playout.game.secret(state) for playout in playouts(game_id) for state in playout.states)


def is_told(game: Game[Any, Any], state: Any) -> bool:
    """True if a position text and a move list hold all of a state.

    Those of a game with secret decisions tell of finished turns only: what lies face down is in the record alone.
    """
    return game.key(state) is not None or not decides_unseen(game.id)


@cache
def samples(game_id: str, most: int) -> tuple[tuple[Playout, int], ...]:
    """Places in the playouts, as playout and number of the state; the ends of all games are among them."""
    places = []
    games = playouts(game_id)
    for playout in games:
        places += [(playout, at) for at in spread(range(len(playout.states)), max(2, most // len(games)))]
    return tuple(places)


def steps(legal: Sequence[Action], most: int) -> list[Selection]:
    """Selections that touching leads to, from none at all to complete ones, at most that many."""
    found: list[Selection] = []
    waiting = [select(legal)]
    while waiting and len(found) < most:
        step = waiting.pop(0)
        found.append(step)
        waiting += [select(legal, (*step.touched, target)) for target in spread(list(step.next), 8)]
    return found


def marks_of(step: Selection) -> Marks:
    """The marks a table would show for a selection."""
    return Marks(selected=step.touched, next={target: " ".join(kinds) for target, kinds in step.next.items()})
