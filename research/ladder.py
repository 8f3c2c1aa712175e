"""Strength of opponents: round-robins of the levels of a game, rated by Bradley and Terry's model.

Level 0 plays at random. Every opening, some random turns drawn by its seed, is played once from each seat. A game
depends on its levels and its seed alone, but for those against the yardstick that thinks as long as the level.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from research.yardsticks import STARTS, YARDSTICKS, Pace
from ruleboard.engine.options import available_choices, normalized
from ruleboard.engine.search.thinking import LEVELS, Question, finish_search, hash_mix
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.games.registry import GAMES, PACKAGES

Name: TypeAlias = int | str
"""A player: a level, or the name of a yardstick."""

MAX_GAME_ACTIONS = 600
"""The number of actions after which a game counts as a draw."""
OPENING = 2
"""The number of turns that are played at random first."""
LONG = 12
"""The number of actions after which a random turn is given up: at random, armies are never ready."""
SAMPLES = 400
"""The number of samples of the bootstrap."""
ELO = 400 / math.log(10)
"""The number of Elo points for odds of e to one."""


class Pairing(NamedTuple):
    """One game: of which kind, between which players, with which seed; ``swapped`` if the second player begins."""

    game: str
    options: tuple[tuple[str, str], ...]
    first: int
    second: Name
    seed: int
    swapped: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The result of one game.

    Attributes:
        pairing: the game.
        score: the score of the first level, from 0 to 1; with more than two players the mean over its opponents.
        ended: True if the game ended by its rules.
        turns: the number of times that each level thought.
        seconds: the time that each level thought, of this process.
        longest: the longest thought of each level, in seconds.
    """

    pairing: Pairing
    score: float
    ended: bool
    turns: Mapping[int, int]
    seconds: Mapping[int, float]
    longest: Mapping[int, float]


def options_of(game: str, given: Mapping[str, str], seed: int) -> dict[str, str]:
    """Return options for a game: those given, the others drawn by the seed."""
    chance = random.Random(f"options {game} {seed}")
    options = dict(given)
    for option in GAMES[game].options:
        if option.id not in options:
            options[option.id] = chance.choice(available_choices(option, options)).value
    return normalized(GAMES[game].options, options)


def opened(pairing: Pairing) -> Timeline[Any]:
    """Return a game with its opening: random turns after which it still goes on.

    A turn that takes too long at random, as building an army does, is taken by level 1 and not counted.
    """
    game = GAMES[pairing.game]
    for attempt in itertools.count():
        chance = random.Random(f"opening {pairing.game} {pairing.seed} {attempt}")
        options = options_of(pairing.game, dict(pairing.options), pairing.seed)
        start = game.initial(options, chance.getrandbits(32))
        if isinstance(pairing.second, str) and pairing.second in STARTS:
            start = game.parse_position(STARTS[pairing.second][pairing.game])
        timeline = new_timeline(game, start)
        turns = 0
        while turns < OPENING and timeline.to_move is not None:
            then = _random_turn(timeline, chance)
            turns += then is not None
            timeline = then or _first_level_turn(timeline, chance.getrandbits(32))
        if timeline.outcome is None:
            return timeline
    raise AssertionError


def _random_turn(timeline: Timeline[Any], chance: random.Random) -> Timeline[Any] | None:
    """Return a game after a random turn, None if it takes too long."""
    player, end = timeline.to_move, timeline.ply + LONG
    while timeline.to_move == player and player is not None:
        if timeline.ply == end:
            return None
        timeline = timeline.play(chance.choice(timeline.game.legal_actions(timeline.state)))
    return timeline


def _first_level_turn(timeline: Timeline[Any], seed: int) -> Timeline[Any]:
    """Return a game after a turn of level 1."""
    player = timeline.to_move
    assert player is not None, "the game goes on"
    opponent = PACKAGES[timeline.game.id].opponent
    for action in finish_search(opponent.think(timeline.state_for(player), Question(player, 1, seed))).actions:
        timeline = timeline.play(action)
    return timeline


def play(pairing: Pairing) -> Played:
    """Play one game."""
    package = PACKAGES[pairing.game]
    timeline = opened(pairing)
    players = len(package.game.sides(timeline.state))
    names = [(pairing.first, pairing.second)[(player + pairing.swapped) % 2] for player in range(players)]
    yardstick = YARDSTICKS[pairing.second](package) if isinstance(pairing.second, str) else None
    chance = random.Random(f"random player {pairing}")
    paces: dict[int, Pace] = defaultdict(Pace)
    longest: dict[int, float] = defaultdict(float)
    while (
        (player := timeline.to_move) is not None
        and timeline.ply < MAX_GAME_ACTIONS
        and timeline.draw_claim_reason() is None
    ):
        name = names[player]
        if name == 0:
            timeline = timeline.play(chance.choice(package.game.legal_actions(timeline.state)))
            continue
        earlier: dict[Any, int] = defaultdict(int)
        for key in timeline.keys[: timeline.ply + 1]:
            if key is not None:
                earlier[key] += 1
        level = pairing.first if isinstance(name, str) else name
        question = Question(player, level, hash_mix(pairing.seed, timeline.ply), earlier, pairing.seed)
        if yardstick is not None and isinstance(name, str):
            actions = yardstick(timeline, question, paces[level])
        else:
            begun = time.process_time()
            actions = finish_search(package.opponent.think(timeline.state_for(player), question)).actions
            took = time.process_time() - begun
            paces[level].note(took, len(actions))
            longest[level] = max(longest[level], took)
        for action in actions:
            timeline = timeline.play(action)
    outcome = timeline.outcome
    returns = outcome.returns if outcome else (0.0,) * players
    mine = [player for player in range(players) if (player + pairing.swapped) % 2 == 0]
    pairs = [(returns[one], returns[other]) for one in mine for other in range(players) if other not in mine]
    score = sum((one > other) + (one == other) / 2 for one, other in pairs) / len(pairs)
    turns = {level: pace.turns for level, pace in paces.items()}
    seconds = {level: pace.seconds for level, pace in paces.items()}
    return Played(pairing, score, outcome is not None, turns, seconds, dict(longest))


def pairings(
    game: str,
    options: Mapping[str, str],
    levels: Sequence[int],
    games: int,
    seed: int,
    neighbours: bool = False,
    against: str | None = None,
) -> list[Pairing]:
    """Return the games of a round-robin, or of every level against a yardstick, the pairs in turn.

    Args:
        game: the id of the game.
        options: options that are not to vary.
        levels: the levels.
        games: the number of games of each pair.
        seed: the seed of the first opening.
        neighbours: True if each level plays the next one only.
        against: the name of a yardstick, None for a round-robin.
    """
    given = tuple(sorted(options.items()))
    pairs: list[tuple[Name, int]] = list(
        itertools.pairwise(levels) if neighbours else itertools.combinations(levels, 2)
    )
    if against is not None:
        pairs = [(against, level) for level in levels]
    return [
        Pairing(game, given, stronger, weaker, seed + number // 2, number % 2 == 1)
        for number in range(games)
        for weaker, stronger in pairs
    ]


# --- bars


class Bar(NamedTuple):
    """The score that a pair of players should have.

    Attributes:
        least: the least score.
        most: the greatest score.
        sure: the score that should be exceeded for certain, that is by the whole interval.
    """

    least: float
    most: float
    sure: float = 0.0

    def verdict(self, score: float, low: float) -> str:
        """Return in a word whether a score with that lower end of its interval is as it should be."""
        if not self.least <= score <= self.most:
            return "missed"
        return "kept" if low > self.sure else "open"


def bar(pairing: Pairing) -> Bar | None:
    """Return the bar of a pair of players, None if they have none."""
    if pairing.second in BARS.get(pairing.first, {}):
        return BARS[pairing.first][pairing.second]
    if isinstance(pairing.second, int) and pairing.first == pairing.second + 1:
        return NEARLY_EVEN if pairing.game in SIMULTANEOUS else STEP
    return None


STEP = Bar(0.65, 0.90, 0.58)
"""The bar of a level and the one below."""
NEARLY_EVEN = Bar(0.57, 0.90)
"""The same where both choose at once, and play that is nearly an equilibrium leaves little room."""
SIMULTANEOUS = ("tensor-cards",)
BARS: Mapping[int, Mapping[Name, Bar]] = {
    1: {0: Bar(0.85, 1.0), "careful": Bar(0.0, 1 / (1 + 10 ** (-150 / 400)))},
    5: {"mcts": Bar(0.75, 1.0), "stockfish": Bar(0.5, 1.0)},
}
"""The bars of other pairs; level 1 should be at most 150 Elo points above the careful player."""


# --- statistics


def wilson(score: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a score out of some games (Wilson, 1927)."""
    z = 1.96
    middle = (score + z * z / 2) / (games + z * z)
    half = z * math.sqrt(score * (games - score) / games + z * z / 4) / (games + z * z)
    return middle - half, middle + half


def rated(played: Iterable[Played]) -> dict[Name, float]:
    """Return the Elo rating of each player by the model of Bradley and Terry (1952), the lowest level at 0.

    Half a drawn game is added to each pair that has met, so that ratings stay finite.
    """
    won: dict[Name, float] = defaultdict(float)
    met: dict[tuple[Name, Name], float] = defaultdict(float)
    for game in played:
        one, other = game.pairing.first, game.pairing.second
        if (one, other) not in met:
            met[one, other] = met[other, one] = 0.5
            won[one] += 0.25
            won[other] += 0.25
        met[one, other] += 1
        met[other, one] += 1
        won[one] += game.score
        won[other] += 1 - game.score
    strength = dict.fromkeys(won, 1.0)
    for _ in range(500):
        strength = {
            level: won[level]
            / sum(met[level, other] / (own + strength[other]) for other in strength if (level, other) in met)
            for level, own in strength.items()
        }
        mean = math.exp(math.fsum(map(math.log, strength.values())) / len(strength))
        strength = {level: own / mean for level, own in strength.items()}
    names = sorted(strength, key=str)
    return {name: ELO * math.log(strength[name] / strength[names[0]]) for name in names}


def bootstrapped(played: Sequence[Played], samples: int = SAMPLES) -> dict[Name, tuple[float, float]]:
    """Return the 95 % interval of each rating; openings are drawn with repetition, both their games together."""
    openings: dict[tuple[Name, Name, int], list[Played]] = defaultdict(list)
    for game in played:
        openings[game.pairing.first, game.pairing.second, game.pairing.seed].append(game)
    groups = list(openings.values())
    chance = random.Random("bootstrap")
    found: dict[Name, list[float]] = defaultdict(list)
    for _ in range(samples):
        drawn = [game for group in chance.choices(groups, k=len(groups)) for game in group]
        for level, rating in rated(drawn).items():
            found[level].append(rating)
    return {
        level: (sorted(ratings)[len(ratings) // 40], sorted(ratings)[-1 - len(ratings) // 40])
        for level, ratings in found.items()
    }


def table(played: Sequence[Played]) -> list[str]:
    """Return the results as lines of Markdown: pairs, ratings, times."""
    lines = ["| level | against | score | 95 % | games | unfinished | bar |", "|---|---|---|---|---|---|---|"]
    pairs = {(game.pairing.first, game.pairing.second) for game in played}
    for first, second in sorted(pairs, key=lambda pair: (pair[0], str(pair[1]))):
        games = [game for game in played if (game.pairing.first, game.pairing.second) == (first, second)]
        score = math.fsum(game.score for game in games)
        low, high = wilson(score, len(games))
        unfinished = sum(not game.ended for game in games)
        expected = bar(games[0].pairing)
        verdict = expected.verdict(score / len(games), low) if expected else ""
        row = (first, second, f"{score / len(games):.0%}", f"{low:.0%} to {high:.0%}", len(games), unfinished, verdict)
        lines.append(f"| {' | '.join(map(str, row))} |".replace("|  |", "| |"))
    intervals = bootstrapped(played)
    lines += ["", "| level | Elo | 95 % | ms a turn | longest |", "|---|---|---|---|---|"]
    for name, rating in rated(played).items():
        low, high = intervals[name]
        level = name if isinstance(name, int) else -1
        turns = sum(game.turns.get(level, 0) for game in played)
        mean = math.fsum(game.seconds.get(level, 0) for game in played) / turns * 1000 if turns else 0
        longest = max(game.longest.get(level, 0) for game in played) * 1000
        lines.append(f"| {name} | {rating:.0f} | {low:.0f} to {high:.0f} | {mean:.0f} | {longest:.0f} |")
    return lines


# --- results that are kept


def written(played: Played) -> str:
    """Return a result as one line of JSON."""
    return json.dumps({**asdict(played), "pairing": played.pairing._asdict()})


def read(line: str) -> Played:
    """Return the result that a line of JSON holds."""
    told = json.loads(line)
    pairing = told["pairing"]
    options = tuple((name, value) for name, value in pairing.pop("options"))
    turns, seconds, longest = (
        {int(level): value for level, value in told[name].items()} for name in ("turns", "seconds", "longest")
    )
    return Played(Pairing(options=options, **pairing), told["score"], told["ended"], turns, seconds, longest)


def resumed(games: Sequence[Pairing], kept: Path | None, jobs: int) -> Iterator[Played]:
    """Yield the results of games; those that a file has are not played again, and it is given the others.

    Args:
        games: the games.
        kept: the file, with a line of JSON for each game; None for none.
        jobs: the number of processes.
    """
    lines = kept.read_text().splitlines() if kept and kept.exists() else []
    known = {played.pairing: played for played in map(read, lines)}
    yield from (known[game] for game in games if game in known)
    with get_context("spawn").Pool(jobs) as pool:
        for played in pool.imap(play, [game for game in games if game not in known]):
            if kept:
                with kept.open("a") as file:
                    file.write(written(played) + "\n")
            yield played


def _numbers(text: str) -> list[int]:
    """Return levels from a text such as ``0-3`` or ``1,3,5``.

    Raises:
        argparse.ArgumentTypeError: the text names no levels.
    """
    try:
        first, dash, last = text.partition("-")
        levels = list(range(int(first), int(last) + 1)) if dash else [int(part) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} are no levels") from error
    if not set(levels) <= {0, *LEVELS}:
        raise argparse.ArgumentTypeError(f"{text!r}: levels are from 0 to {LEVELS[-1]}")
    return sorted(set(levels))


def main(arguments: list[str]) -> int:
    """Play from the command line and print the tables."""
    parser = argparse.ArgumentParser(prog="dev.py ladder", description="Measure the strength of the opponents' levels.")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="of these games only")
    parser.add_argument("--games", type=int, default=20, help="how many games a pair, half of them from each seat (20)")
    parser.add_argument("--levels", type=_numbers, default=[0, *LEVELS], help="0-5, or 1,3,5; 0 plays at random (0-5)")
    parser.add_argument("--neighbours", action="store_true", help="let each level play the next one only")
    parser.add_argument(
        "--against", choices=sorted(YARDSTICKS), help="let each level play this yardstick, and no other level"
    )
    parser.add_argument("--option", action="append", default=[], metavar="ID=VALUE", help="an option not to vary")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first opening (0)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on with the results in this file, and add to it")
    wanted = parser.parse_args(arguments)
    if wanted.against is None and len(wanted.levels) < 2:
        parser.error("at least two levels are needed, or --against")
    options = dict(option.partition("=")[::2] for option in wanted.option)
    for game in wanted.game or list(STARTS.get(wanted.against or "", GAMES)):
        if game not in STARTS.get(wanted.against or "", GAMES):
            parser.error(f"{wanted.against} does not play {game}")
        games = pairings(game, options, wanted.levels, wanted.games, wanted.seed, wanted.neighbours, wanted.against)
        done: list[Played] = []
        for played in resumed(games, wanted.keep, wanted.jobs):
            done.append(played)
            print(f"\r{game}: {len(done)} of {len(games)} games", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(f"{GAMES[game].title}, seeds from {wanted.seed}\n", *table(done), "", sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
