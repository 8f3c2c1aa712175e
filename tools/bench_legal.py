"""Benchmark of `legal_actions` in each game's mid-game positions, run in the browser.

Tesulda's random games hardly ever have figures with many pieces, so the benchmark adds positions with forty figures and
all 102 pieces: a few full rods and many short ones, crowded or spread out, before a Move and before a possible swap.

The benchmark writes its results into the page as JSON, by game: the maximum and the median in milliseconds, and the
number of positions.
"""

import json
import random
import time
from typing import Any

import js

from ruleboard.engine.errors import PositionError
from ruleboard.games.registry import GAMES

POSITIONS = 200
SKIPPED = 8  # actions at the start of each game, when it is not yet mid-game
MAX_GAME_ACTIONS = 120  # actions after which a game is left


def times(game: Any, seed: int = 1) -> list[float]:
    """Return sorted durations of the first call in positions of random games; the games depend on the seed alone."""
    durations: list[float] = []
    number = 0
    while len(durations) < POSITIONS:
        number += 1
        state = game.initial({option.id: option.default for option in game.options}, number)
        for count in range(MAX_GAME_ACTIONS):
            if len(durations) == POSITIONS:
                break
            began = time.perf_counter()
            actions = game.legal_actions(state)
            took = 1000 * (time.perf_counter() - began)
            if count >= SKIPPED:
                durations.append(took)  # the first call in this position, since results are cached
            if not actions or game.outcome(state) is not None:
                break
            seed = (seed * 1103515245 + 12345) % 2**31
            state = game.apply(state, actions[(seed >> 8) % len(actions)])
    return sorted(durations)


def rods(chance: random.Random, full: int) -> list[str]:
    """Return a random distribution of a side's 51 pieces to twenty figures, of which ``full`` get nearly full rods."""
    dealt = ["z"] * 4 + [""] * 16
    for number in range(9):
        dealt[number] += "h"
    dealt[0] += "t"
    for number in chance.sample(range(20), 4):
        dealt[number] += "d"
    crowned = chance.randrange(1, 20)
    dealt[crowned] += "k"
    for piece in chance.sample("c" * 16 + "s" * 16, 32):
        open_ = [number for number in range(20) if len(dealt[number]) + ("k" in dealt[number]) < 5]
        rich = [number for number in open_ if number < full]
        number = chance.choice(rich or open_)
        dealt[number] += piece
    return dealt


def rich_position(chance: random.Random) -> str:
    """Return a position text of Tesulda with forty figures, or with one fewer where one has just been captured."""
    full, crowd, mid_turn = chance.choice((6, 8, 10, 14)), chance.choice((0.0, 0.3, 2.0)), chance.random() < 0.6
    light, dark = (
        [base + rod for base, rod in zip(chance.sample(bases, 20), rods(chance, full), strict=True)]
        for bases in ("SSSSSSCCCCCCTTTTTTTT", "sssssscccccctttttttt")
    )
    file, rank = chance.randrange(10), chance.choice((8, 9)) if mid_turn else chance.randrange(10)
    away = {
        (at_file, at_rank): max(abs(at_file - file), abs(at_rank - rank)) + crowd * 10 * chance.random()
        for at_file in range(10)
        for at_rank in range(10)
    }
    squares = sorted(away, key=lambda square: away[square])
    if mid_turn:  # the richest stand around the one that has moved
        light.sort(key=lambda figure: ("k" not in figure, -len(set(figure[1:]))))
        squares.sort(key=lambda square: max(abs(square[0] - file), abs(square[1] - rank)) > 1)
        squares.sort(key=lambda square: square != (file, rank))
        captured = next(figure for figure in dark if "k" not in figure)
        dark.remove(captured)
        figures = light + dark
    else:
        figures = chance.sample(light + dark, 40)
    board = dict(zip(squares, figures, strict=False))
    ranks = "/".join(
        "".join(f"({figure})" if (figure := board.get((column, down))) else "1" for column in range(10))
        for down in range(9, -1, -1)
    )
    turn_fields = f"l {captured[1:] or '-'} 0 then:{'abcdefghij'[file]}{rank + 1}:sr" if mid_turn else "l - 0"
    return f"{ranks} {turn_fields}"


def rich_times(game: Any) -> list[float]:
    """Return the durations of the first call in positions with many pieces."""
    chance = random.Random(5)
    durations: list[float] = []
    while len(durations) < POSITIONS:
        try:
            state = game.parse_position(rich_position(chance))
        except PositionError:  # a crown stands open, or a rod holds what it may not
            continue
        began = time.perf_counter()
        game.legal_actions(state)
        durations.append(1000 * (time.perf_counter() - began))
    return durations


results = {}
for id, game in GAMES.items():
    took = times(game)
    if id == "tesulda":
        took = sorted((*took, *rich_times(game)))
    results[id] = {"worst": took[-1], "median": took[len(took) // 2], "positions": len(took)}
js.document.documentElement.dataset.results = json.dumps(results)
