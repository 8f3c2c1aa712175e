"""Measurements of Equilibrium's numbers: scripted players and opponents against each other, in tables and plots.

`dev.py balance` plays the sets of numbers of the app; `--numbers` any other, as ``balance_play.spelled`` writes it.
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
from dataclasses import asdict
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from research.balance_play import PLANS, Played, play, read_numbers, spelled, uses
from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.games.equilibrium.numbers import NUMBER_SETS, OPERATIONS, NumberSet

ACTIONS: Final = ("download", "code", "load", "hack", "run")
IMAGES: Final = setup.ROOT / "docs" / "images"
_FILE: Final = setup.BUILD / "balance.json"


class Setting(NamedTuple):
    """One game to play: on which numbers (as a text), between which players, with which seed."""

    numbers: str
    players: tuple[str, ...]
    seed: int


@cache
def _numbers(text: str) -> NumberSet:
    return read_numbers(text)


def _played(setting: Setting) -> tuple[Setting, Played]:
    return setting, play(setting.players, _numbers(setting.numbers), setting.seed)


def settings(numbers: str, games: int, level: str) -> Iterator[Setting]:
    """Yield the games for a set of numbers.

    Every two plans, and every plan and the level, play some games, each deal once from each seat; the level plays
    itself in as many for each number of players.

    Args:
        numbers: the numbers as a text.
        games: the number of games of two of the level against itself; half as many more of three and of four, and an
            eighth (at least two) for each pair.
        level: the opponent that counts as the strongest player.
    """
    for count, amount in ((2, games), (3, games * 3 // 2), (4, games * 3 // 2)):
        for seed in range(amount):
            yield Setting(numbers, (level,) * count, seed)
    for one, other in itertools.combinations((*PLANS, level), 2):
        for number in range(max(2, games // 8)):
            yield Setting(numbers, (one, other) if number % 2 else (other, one), 100 + number // 2)


def measured(plan: Sequence[Setting], jobs: int, kept: Path | None) -> dict[str, list[Played]]:
    """Return the games of settings by their numbers, played in some processes.

    Args:
        plan: the settings.
        jobs: the number of processes.
        kept: a file with the results of earlier games, a line of JSON each, to which those played now are added.
    """
    known = _kept(kept)
    missing = [setting for setting in plan if setting not in known]
    with get_context("fork").Pool(jobs) as pool:
        for done, (setting, game) in enumerate(pool.imap_unordered(_played, missing), 1):
            known[setting] = game
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(_written(setting, game) + "\n")
            if done % 50 == 0:
                print(f"{done} of {len(missing)} games", file=sys.stderr, flush=True)
    found: dict[str, list[Played]] = defaultdict(list)
    for setting in plan:
        found[setting.numbers].append(known[setting])
    return {numbers: sorted(games, key=lambda game: (game.players, game.seed)) for numbers, games in found.items()}


def _kept(file: Path | None) -> dict[Setting, Played]:
    """Return the games of a file of results by their settings, none if there is no file."""
    return dict(map(_read, file.read_text(encoding="utf-8").splitlines())) if file and file.exists() else {}


def _written(setting: Setting, game: Played) -> str:
    """Return a game with its setting as a line of JSON."""
    data = {**asdict(game), "used": [sorted(used) for used in game.used]}
    return json.dumps({"numbers": setting.numbers, **data})


def _read(line: str) -> tuple[Setting, Played]:
    """Return a game with its setting of a line of JSON."""
    data = json.loads(line)
    numbers = data.pop("numbers")
    for name in ("players", "scores", "high"):
        data[name] = tuple(data[name])
    data["levels"] = tuple(map(tuple, data["levels"]))
    data["used"] = tuple(map(frozenset, data["used"]))
    game = Played(**data)
    return Setting(numbers, game.players, game.seed), game


# --- the report ---


def tenths(values: Iterable[int]) -> tuple[int, int, int]:
    """Return the values below which 10, 50 and 90 % of some lie."""
    ordered = sorted(values)
    return ordered[len(ordered) // 10], ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]


def rates(games: Iterable[Played]) -> dict[tuple[str, str], float]:
    """Return the share of games of two that one player won against another, by both names."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        if len(game.players) == 2 and game.players[0] != game.players[1]:
            for player, other, score in zip(game.players, reversed(game.players), game.scores, strict=True):
                scores[player, other].append(score)
    return {pair: statistics.fmean(found) for pair, found in scores.items()}


def is_saturated(game: Played) -> bool:
    """Return True if somebody's five tokens all stood high before the last two rounds."""
    return any(0 < high < game.rounds - 1 for high in game.high)


def mirrors(games: Sequence[Played], level: str, count: int) -> list[Played]:
    """Return the games of a level against itself, of a number of players."""
    return [game for game in games if game.players == (level,) * count]


def report(title: str, games: Sequence[Played], level: str) -> str:
    """Return the measurements of a set of numbers as a text."""
    lines = [f"## {title}", ""]
    for count in (2, 3, 4):
        same = mirrors(games, level, count)
        if same:
            lines += [*_of_mirrors(same, level, count), ""]
    won = rates(games)
    players = sorted({player for pair in won for player in pair}, key=[*PLANS, level].index)
    width = max(map(len, players), default=0)
    if players:
        lines.append("wins in % of a row's player against a column's, in the order of the rows; the best answer:")
    for player in players:
        row = [f"{100 * won[player, other]:3.0f}" if (player, other) in won else "  –" for other in players]
        answer = min((won[player, other], other) for other in players if (player, other) in won)
        lines.append(f"{player:{width}} {' '.join(row)}   {100 * answer[0]:.0f} {answer[1]}")
    broken = sum(game.end == "none" for game in games)
    return "\n".join([*lines, "", f"games without an end: {broken} of {len(games)}", ""])


def _of_mirrors(games: Sequence[Played], level: str, count: int) -> Iterator[str]:
    least, middle, most = tenths(game.rounds for game in games)
    ends = Counter(game.end for game in games)
    used = uses(games, level)
    seats = [statistics.fmean(game.scores[(game.first + place) % count] for game in games) for place in range(count)]
    yield f"{count} players of {level}, {len(games)} games"
    yield f"  rounds {least} / {middle} / {most} (10, 50, 90 %), at most {max(game.rounds for game in games)}"
    yield "  ended by " + ", ".join(f"{end} {number}" for end, number in ends.most_common())
    yield f"  decided by cycles {sum(game.by_cycles for game in games)}, shared {sum(game.shared for game in games)}"
    yield "  wins by seat in the first round, in %: " + ", ".join(f"{100 * share:.0f}" for share in seats)
    shares = (f"{what} {100 * used[what] / used['games']:.0f}" for what in (*ACTIONS, *OPERATIONS))
    yield "  used by a player in % of the games: " + ", ".join(shares)
    lowest = statistics.fmean(max(levels[0] for levels in game.levels) for game in games)
    yield f"  saturated before the last two rounds {sum(map(is_saturated, games))}, winner's lowest token {lowest:.1f}"
    yield f"  most tiles on a board {max(game.tiles for game in games)}, fewest of a type in supply" + (
        f" {min(game.supply for game in games)}, cycles lost a game {statistics.fmean(game.lost for game in games):.1f}"
    )


def _as_data(found: Mapping[str, Sequence[Played]], level: str) -> dict[str, object]:
    """Return what the plots show as JSON data."""
    return {
        numbers: {
            "rounds": {count: [game.rounds for game in mirrors(games, level, count)] for count in (2, 3, 4)},
            "uses": {what: uses(mirrors(games, level, 2), level)[what] for what in (*ACTIONS, *OPERATIONS, "games")},
            "rates": [[*pair, share] for pair, share in rates(games).items()],
        }
        for numbers, games in found.items()
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
    given = parser.parse_args(arguments)
    names = {spelled(each): each.id for each in NUMBER_SETS.values()}
    texts = [spelled(read_numbers(text)) for text in given.numbers] or list(names)
    level = f"level {given.level}"
    plan = [setting for text in texts for setting in settings(text, given.games, level)]
    if given.mirrors:
        plan = [setting for setting in plan if set(setting.players) == {level}]
    if given.players:
        plan = [setting for setting in plan if len(setting.players) == given.players]
    if given.no_more:
        known = _kept(given.keep)
        plan = [setting for setting in plan if setting in known]
    found = measured(plan, given.jobs, given.keep)
    for text in found:
        print(report(f"{names.get(text, 'numbers')}: {text}", found[text], level), flush=True)
    if given.plots:
        setup.adapter_packages()
        _FILE.parent.mkdir(exist_ok=True)
        named = {names.get(text, text): games for text, games in found.items()}
        _FILE.write_text(json.dumps(_as_data(named, level)), encoding="utf-8")
        drawing = [str(setup.ADAPTERS_PYTHON), "-m", "research.balance_plots", str(_FILE), str(IMAGES)]
        return subprocess.run(drawing, cwd=setup.ROOT, check=False).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
