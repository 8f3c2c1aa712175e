"""Measure the balance of Equilibrium with different sets of numbers, such as the costs of cards.

Scripted players and bots play games; the program prints tables and draws plots. `dev.py balance` uses the sets of the
app, or those of `--numbers` in the format of ``balance_play.format_numbers``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from research.balance_play import PLAN_BY_PLAYER, GameStatistics, count_uses, format_numbers, parse_numbers, play
from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.games.equilibrium.numbers import NUMBER_SETS, OPERATION_CARDS, NumberSet

ACTIONS: Final = ("download", "code", "load", "hack", "run")
IMAGES_FOLDER: Final = setup.ROOT / "docs" / "images"
_PLOT_DATA_FILE: Final = setup.BUILD / "balance.json"


class ScheduledGame(NamedTuple):
    """A game to play: its set of numbers (as text), the names of its players and a seed."""

    numbers: str
    players: tuple[str, ...]
    seed: int


@cache
def _parse_numbers_once(text: str) -> NumberSet:
    return parse_numbers(text)


def _play_scheduled_game(scheduled_game: ScheduledGame) -> tuple[ScheduledGame, GameStatistics]:
    return scheduled_game, play(
        scheduled_game.players, _parse_numbers_once(scheduled_game.numbers), scheduled_game.seed
    )


def iter_scheduled_games(numbers: str, games: int, level: str) -> Iterator[ScheduledGame]:
    """Yield the games to play with a set of numbers.

    The bot plays against itself with two, three and four players. Each pair of scripted plans, and each plan and the
    bot, plays each deal once from each seat.

    Args:
        numbers: the set of numbers, as text.
        games: the number of two-player games of the bot against itself. There are half as many more games with three
            and with four players, and an eighth, but at least two, for each pair.
        level: the name of the bot that counts as the strongest player.
    """
    for count, game_count in ((2, games), (3, games * 3 // 2), (4, games * 3 // 2)):
        for seed in range(game_count):
            yield ScheduledGame(numbers, (level,) * count, seed)
    for first_player, second_player in itertools.combinations((*PLAN_BY_PLAYER, level), 2):
        for number in range(max(2, games // 8)):
            yield ScheduledGame(
                numbers,
                (first_player, second_player) if number % 2 else (second_player, first_player),
                100 + number // 2,
            )


def play_games(
    scheduled_games: Sequence[ScheduledGame], jobs: int, results_file: Path | None
) -> dict[str, list[GameStatistics]]:
    """Play games in parallel, and return their statistics by set of numbers.

    Args:
        scheduled_games: the settings of the games.
        jobs: the number of processes.
        results_file: a file with the results of earlier games as JSON lines, to which new results are appended; None
            to save nothing.
    """
    results = _read_results(results_file)
    new_games = [scheduled_game for scheduled_game in scheduled_games if scheduled_game not in results]
    with get_context("fork").Pool(jobs) as pool:
        for game_count, (scheduled_game, game) in enumerate(pool.imap_unordered(_play_scheduled_game, new_games), 1):
            results[scheduled_game] = game
            if results_file:
                with results_file.open("a", encoding="utf-8") as file:
                    file.write(_format_result(scheduled_game, game) + "\n")
            if game_count % 50 == 0:
                print(f"{game_count} of {len(new_games)} games", file=sys.stderr, flush=True)
    games_by_numbers: dict[str, list[GameStatistics]] = defaultdict(list)
    for scheduled_game in scheduled_games:
        games_by_numbers[scheduled_game.numbers].append(results[scheduled_game])
    return {
        numbers: sorted(games, key=lambda game: (game.players, game.seed))
        for numbers, games in games_by_numbers.items()
    }


def _read_results(file: Path | None) -> dict[ScheduledGame, GameStatistics]:
    """Return the statistics in a results file by the setting of the game, or an empty dict if there is no file."""
    return dict(map(_parse_result, file.read_text(encoding="utf-8").splitlines())) if file and file.exists() else {}


def _format_result(scheduled_game: ScheduledGame, game: GameStatistics) -> str:
    """Return a setting and the statistics of its game as one line of JSON."""
    data = {**asdict(game), "used_actions": [sorted(actions) for actions in game.used_actions]}
    return json.dumps({"numbers": scheduled_game.numbers, **data})


def _parse_result(line: str) -> tuple[ScheduledGame, GameStatistics]:
    """Parse a setting and the statistics of its game from a line of JSON."""
    numbers, *values = json.loads(line).values()
    game = GameStatistics(*values)
    game = replace(
        game,
        players=tuple(game.players),
        scores=tuple(game.scores),
        first_saturated_rounds=tuple(game.first_saturated_rounds),
        levels=tuple(map(tuple, game.levels)),
        used_actions=tuple(map(frozenset, game.used_actions)),
    )
    return ScheduledGame(numbers, game.players, game.seed), game


# --- the report ---


def compute_percentiles(values: Iterable[int]) -> tuple[int, int, int]:
    """Return the 10th, 50th and 90th percentiles."""
    sorted_values = sorted(values)
    return (
        sorted_values[len(sorted_values) // 10],
        sorted_values[len(sorted_values) // 2],
        sorted_values[len(sorted_values) * 9 // 10],
    )


def compute_win_rates(games: Iterable[GameStatistics]) -> dict[tuple[str, str], float]:
    """Return, for each pair of players, the share of the pair's two-player games that the first of them won."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        if len(game.players) == 2 and game.players[0] != game.players[1]:
            for player, opponent, score in zip(game.players, reversed(game.players), game.scores, strict=True):
                scores[player, opponent].append(score)
    return {pair: statistics.fmean(pair_scores) for pair, pair_scores in scores.items()}


def is_saturated(game: GameStatistics) -> bool:
    """Return True if a player was saturated before the last two rounds."""
    return any(0 < high < game.rounds - 1 for high in game.first_saturated_rounds)


def select_mirror_games(games: Sequence[GameStatistics], level: str, count: int) -> list[GameStatistics]:
    """Select the games with ``count`` players, all of them bots of a level."""
    return [game for game in games if game.players == (level,) * count]


def format_report(title: str, games: Sequence[GameStatistics], level: str) -> str:
    """Format a report on the games with a set of numbers."""
    lines = [f"## {title}", ""]
    for count in (2, 3, 4):
        level_games = select_mirror_games(games, level, count)
        if level_games:
            lines += [*_format_mirror_lines(level_games, level, count), ""]
    rates_by_pair = compute_win_rates(games)
    players = sorted({player for pair in rates_by_pair for player in pair}, key=[*PLAN_BY_PLAYER, level].index)
    width = max(map(len, players), default=0)
    if players:
        lines.append("wins in % of a row's player against a column's, in the order of the rows; the best answer:")
    for player in players:
        row = [
            f"{100 * rates_by_pair[player, opponent]:3.0f}" if (player, opponent) in rates_by_pair else "  –"
            for opponent in players
        ]
        best_reply = min(
            (rates_by_pair[player, opponent], opponent) for opponent in players if (player, opponent) in rates_by_pair
        )
        lines.append(f"{player:{width}} {' '.join(row)}   {100 * best_reply[0]:.0f} {best_reply[1]}")
    unfinished_count = sum(game.end_event == "none" for game in games)
    return "\n".join([*lines, "", f"games without an end: {unfinished_count} of {len(games)}", ""])


def _format_mirror_lines(games: Sequence[GameStatistics], level: str, count: int) -> Iterator[str]:
    low, median, high = compute_percentiles(game.rounds for game in games)
    ends = Counter(game.end_event for game in games)
    counts = count_uses(games, level)
    seat_win_shares = [
        statistics.fmean(game.scores[(game.starting_player + seat) % count] for game in games) for seat in range(count)
    ]
    yield f"{count} players of {level}, {len(games)} games"
    yield f"  rounds {low} / {median} / {high} (10, 50, 90 %), at most {max(game.rounds for game in games)}"
    yield "  ended by " + ", ".join(f"{end} {number}" for end, number in ends.most_common())
    cycle_decision_count, shared_win_count = (
        sum(game.is_decided_by_cycles for game in games),
        sum(game.is_shared for game in games),
    )
    yield f"  decided by cycles {cycle_decision_count}, shared {shared_win_count}"
    yield "  wins by seat in the first round, in %: " + ", ".join(f"{100 * share:.0f}" for share in seat_win_shares)
    share_texts = (f"{name} {100 * counts[name] / counts['games']:.0f}" for name in (*ACTIONS, *OPERATION_CARDS))
    yield "  used by a player in % of the games: " + ", ".join(share_texts)
    mean_lowest_level = statistics.fmean(max(levels[0] for levels in game.levels) for game in games)
    saturated_count = sum(map(is_saturated, games))
    yield f"  saturated before the last two rounds {saturated_count}, winner's lowest token {mean_lowest_level:.1f}"
    lost_cycles = statistics.fmean(game.lost_cycles for game in games)
    yield (
        f"  most tiles on a board {max(game.max_tiles for game in games)}, fewest of a type in supply "
        f"{min(game.min_supply for game in games)}, cycles lost a game {lost_cycles:.1f}"
    )


def _collect_plot_data(games_by_numbers: Mapping[str, Sequence[GameStatistics]], level: str) -> dict[str, object]:
    """Return the data of the plots, which ``balance_plots`` reads as JSON."""
    return {
        numbers: {
            "rounds": {
                count: [game.rounds for game in select_mirror_games(games, level, count)] for count in (2, 3, 4)
            },
            "uses": {
                name: count_uses(select_mirror_games(games, level, 2), level)[name]
                for name in (*ACTIONS, *OPERATION_CARDS, "games")
            },
            "rates": [[*pair, share] for pair, share in compute_win_rates(games).items()],
        }
        for numbers, games in games_by_numbers.items()
    }


def main(arguments: Sequence[str]) -> int:
    """Measure sets of numbers and print the report; return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py balance", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=40, help="games of two of the level against itself (default: 40)")
    parser.add_argument("--level", type=int, default=5, help="the opponent that counts as strongest (default: 5)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument(
        "--numbers", action="append", default=[], help='such as "1/1,2/1,2/2,3/2 5,4,3,2"; may be repeated'
    )
    parser.add_argument("--mirrors", action="store_true", help="only the level against itself")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="of so many players only")
    parser.add_argument("--keep", type=Path, help="go on with the results in this file, and add to it")
    parser.add_argument("--no-more", action="store_true", help="play nothing: report what the file of --keep holds")
    parser.add_argument("--plots", action="store_true", help="draw the plots of docs/equilibrium-balance.md, too")
    options = parser.parse_args(arguments)
    names = {format_numbers(numbers): numbers.id for numbers in NUMBER_SETS.values()}
    texts = [format_numbers(parse_numbers(text)) for text in options.numbers] or list(names)
    level = f"level {options.level}"
    scheduled_games = [
        scheduled_game for text in texts for scheduled_game in iter_scheduled_games(text, options.games, level)
    ]
    if options.mirrors:
        scheduled_games = [
            scheduled_game for scheduled_game in scheduled_games if set(scheduled_game.players) == {level}
        ]
    if options.players:
        scheduled_games = [
            scheduled_game for scheduled_game in scheduled_games if len(scheduled_game.players) == options.players
        ]
    if options.no_more:
        saved_results = _read_results(options.keep)
        scheduled_games = [scheduled_game for scheduled_game in scheduled_games if scheduled_game in saved_results]
    games_by_numbers = play_games(scheduled_games, options.jobs, options.keep)
    for text in games_by_numbers:
        print(format_report(f"{names.get(text, 'numbers')}: {text}", games_by_numbers[text], level), flush=True)
    if options.plots:
        setup.install_adapter_packages()
        _PLOT_DATA_FILE.parent.mkdir(exist_ok=True)
        games_by_name = {names.get(text, text): games for text, games in games_by_numbers.items()}
        _PLOT_DATA_FILE.write_text(json.dumps(_collect_plot_data(games_by_name, level)), encoding="utf-8")
        command = [str(setup.ADAPTERS_PYTHON), "-m", "research.balance_plots", str(_PLOT_DATA_FILE), str(IMAGES_FOLDER)]
        return subprocess.run(command, cwd=setup.ROOT, check=False).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
