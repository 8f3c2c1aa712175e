"""Measure `legal_actions` in mid-game positions of each game, in the browser.

Random games of Tesulda rarely have figures with many pieces. Therefore the benchmark adds positions with forty figures
and all 102 pieces: with a few full rods and many short ones, crowded or spread out, before a Move and before a possible
swap.

The page contains the results as JSON, by game: the maximum and the median in ms, and the number of positions.
"""

import json
import random
import time
from typing import Any

from pyscript import document

from ruleboard.engine.errors import PositionError
from ruleboard.registry import GAMES

POSITION_COUNT = 200
SKIPPED_ACTIONS = 8  # the actions at the start of each game, before the middle game
MAX_GAME_ACTIONS = 120  # the maximum number of actions in a game


def measure_durations(game: Any, seed: int = 1) -> list[float]:
    """Return the sorted durations of the first call in each position of random games.

    The games depend only on the seed.
    """
    durations: list[float] = []
    number = 0
    while len(durations) < POSITION_COUNT:
        number += 1
        state = game.initial({option.id: option.default for option in game.options}, number)
        for count in range(MAX_GAME_ACTIONS):
            if len(durations) == POSITION_COUNT:
                break
            start_time = time.perf_counter()
            actions = game.legal_actions(state)
            duration = 1000 * (time.perf_counter() - start_time)
            if count >= SKIPPED_ACTIONS:
                durations.append(duration)  # the first call in this position, since results are cached
            if not actions or game.outcome(state) is not None:
                break
            seed = (seed * 1103515245 + 12345) % 2**31
            state = game.apply(state, actions[(seed >> 8) % len(actions)])
    return sorted(durations)


def create_random_rods(rng: random.Random, full_figure_count: int) -> list[str]:
    """Distribute 51 pieces at random among twenty figures; give ``full_figure_count`` of them nearly full rods."""
    rods_by_figure = ["z"] * 4 + [""] * 16
    for number in range(9):
        rods_by_figure[number] += "h"
    rods_by_figure[0] += "t"
    for number in rng.sample(range(20), 4):
        rods_by_figure[number] += "d"
    prime_index = rng.randrange(1, 20)
    rods_by_figure[prime_index] += "k"
    for piece in rng.sample("c" * 16 + "s" * 16, 32):
        open_figures = [
            number for number in range(20) if len(rods_by_figure[number]) + ("k" in rods_by_figure[number]) < 5
        ]
        full_figures = [number for number in open_figures if number < full_figure_count]
        number = rng.choice(full_figures or open_figures)
        rods_by_figure[number] += piece
    return rods_by_figure


def create_random_rich_position(rng: random.Random) -> str:
    """Return a random position text of Tesulda with forty figures, or with 39 in the middle of a capturing turn."""
    full_figure_count, distance_weight, is_mid_turn = (
        rng.choice((6, 8, 10, 14)),
        rng.choice((0.0, 0.3, 2.0)),
        rng.random() < 0.6,
    )
    light_figures, dark_figures = (
        [
            base + rod
            for base, rod in zip(rng.sample(bases, 20), create_random_rods(rng, full_figure_count), strict=True)
        ]
        for bases in ("SSSSSSCCCCCCTTTTTTTT", "sssssscccccctttttttt")
    )
    file, rank = rng.randrange(10), rng.choice((8, 9)) if is_mid_turn else rng.randrange(10)
    distances = {
        (end_file, end_rank): max(abs(end_file - file), abs(end_rank - rank)) + distance_weight * 10 * rng.random()
        for end_file in range(10)
        for end_rank in range(10)
    }
    squares = sorted(distances, key=lambda square: distances[square])
    if is_mid_turn:  # the figures with most pieces surround the one that has moved
        light_figures.sort(key=lambda figure: ("k" not in figure, -len(set(figure[1:]))))
        squares.sort(key=lambda square: max(abs(square[0] - file), abs(square[1] - rank)) > 1)
        squares.sort(key=lambda square: square != (file, rank))
        captured_figure = next(figure for figure in dark_figures if "k" not in figure)
        dark_figures.remove(captured_figure)
        figures = light_figures + dark_figures
    else:
        figures = rng.sample(light_figures + dark_figures, 40)
    board = dict(zip(squares, figures, strict=False))
    ranks = "/".join(
        "".join(f"({figure})" if (figure := board.get((column, rank_index))) else "1" for column in range(10))
        for rank_index in range(9, -1, -1)
    )
    turn_fields = f"l {captured_figure[1:] or '-'} 0 then:{'abcdefghij'[file]}{rank + 1}:sr" if is_mid_turn else "l - 0"
    return f"{ranks} {turn_fields}"


def measure_rich_positions(game: Any) -> list[float]:
    """Return the durations of the first call in each of several positions with many pieces."""
    rng = random.Random(5)
    durations: list[float] = []
    while len(durations) < POSITION_COUNT:
        try:
            state = game.parse_position(create_random_rich_position(rng))
        except PositionError:  # an impossible position: an exposed crown, or a rod with the wrong pieces
            continue
        start_time = time.perf_counter()
        game.legal_actions(state)
        durations.append(1000 * (time.perf_counter() - start_time))
    return durations


results = {}
for id, game in GAMES.items():
    durations = measure_durations(game)
    if id == "tesulda":
        durations = sorted((*durations, *measure_rich_positions(game)))
    results[id] = {"worst": durations[-1], "median": durations[len(durations) // 2], "positions": len(durations)}
document.documentElement.dataset.results = json.dumps(results)
