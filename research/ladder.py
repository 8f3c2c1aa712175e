"""Measure the strength of bots by round-robins between the levels of a game, with the Bradley-Terry rating model.

Level 0 plays at random. Each seed gives an opening of random turns, which the players play once from each seat. A game
depends only on its levels and its seed, except against the yardstick that thinks as long as the level.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from research.yardsticks import START_POSITIONS, YARDSTICKS, Pace
from ruleboard.engine.options import available_choices, select_available_choices
from ruleboard.engine.search.thinking import LEVELS, Question, hash_mix
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.registry import GAMES, PACKAGES

PlayerName: TypeAlias = int | str
"""A player's name: a level, or the id of a yardstick."""

MAX_GAME_ACTIONS = 600
"""The number of actions after which a game counts as a draw."""
OPENING_TURNS = 2
"""The number of random turns at the start of each game."""
MAX_RANDOM_TURN_ACTIONS = 12
"""The maximum number of actions in a random turn, since random actions never complete an army."""
BOOTSTRAP_SAMPLES = 400
"""The number of bootstrap samples."""
ELO_SCALE = 400 / math.log(10)
"""The number of Elo points for odds of e to one."""


class Pairing(NamedTuple):
    """One game to play: its options, two players and a seed. ``is_swapped`` is True if the second player begins."""

    game: str
    options: tuple[tuple[str, str], ...]
    first: int
    second: PlayerName
    seed: int
    is_swapped: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game.

    Attributes:
        pairing: the game that was played.
        score: the score of the first level, from 0 to 1; with more than two players the mean over its opponents.
        is_finished: True if the game ended by its rules.
        turns: the number of searches by each level.
        seconds: the processor time of the searches by each level, in seconds.
        max_seconds: the processor time of the slowest search by each level, in seconds.
    """

    pairing: Pairing
    score: float
    is_finished: bool
    turns: Mapping[int, int]
    seconds: Mapping[int, float]
    max_seconds: Mapping[int, float]


def choose_options(game: str, fixed_options: Mapping[str, str], seed: int) -> dict[str, str]:
    """Choose the options of a game: the values in ``fixed_options``, and random values for the other options."""
    rng = random.Random(f"options {game} {seed}")
    options = dict(fixed_options)
    for option in GAMES[game].options:
        if option.id not in options:
            options[option.id] = rng.choice(available_choices(option, options)).value
    return select_available_choices(GAMES[game].options, options)


def start_game(pairing: Pairing) -> Timeline[Any]:
    """Return a game after random opening turns that do not end it.

    Level 1 plays the turns that are too long for random actions, such as building an army. They do not count as turns
    of the opening.
    """
    game = GAMES[pairing.game]
    for attempt in itertools.count():
        rng = random.Random(f"opening {pairing.game} {pairing.seed} {attempt}")
        options = choose_options(pairing.game, dict(pairing.options), pairing.seed)
        start = game.initial(options, rng.getrandbits(32))
        if isinstance(pairing.second, str) and pairing.second in START_POSITIONS:
            start = game.parse_position(START_POSITIONS[pairing.second][pairing.game])
        timeline = new_timeline(game, start)
        turns = 0
        while turns < OPENING_TURNS and timeline.to_move is not None:
            next_timeline = _play_random_turn(timeline, rng)
            turns += next_timeline is not None
            timeline = next_timeline or _play_first_level_turn(timeline, rng.getrandbits(32))
        if timeline.outcome is None:
            return timeline
    raise AssertionError


def _play_random_turn(timeline: Timeline[Any], rng: random.Random) -> Timeline[Any] | None:
    """Play a random turn. Return None if the turn has too many actions."""
    player, end = timeline.to_move, timeline.ply + MAX_RANDOM_TURN_ACTIONS
    while timeline.to_move == player and player is not None:
        if timeline.ply == end:
            return None
        timeline = timeline.play(rng.choice(timeline.game.legal_actions(timeline.state)))
    return timeline


def _play_first_level_turn(timeline: Timeline[Any], seed: int) -> Timeline[Any]:
    """Play a turn of level 1."""
    player = timeline.to_move
    assert player is not None, "the game goes on"
    opponent = PACKAGES[timeline.game.id].opponent
    for action in run_to_end(opponent.think(timeline.state_for(player), Question(player, 1, seed))).actions:
        timeline = timeline.play(action)
    return timeline


def create_question(timeline: Timeline[Any], player: int, level: int, seed: int) -> Question:
    """Create the question for the bot of the player to move.

    Args:
        timeline: the game so far.
        player: the player to move.
        level: the level of the bot.
        seed: the seed of the game.
    """
    occurrences = Counter(ply.key for ply in timeline.plies[: timeline.ply + 1] if ply.key is not None)
    return Question(player, level, hash_mix(seed, timeline.ply), occurrences, seed)


def play(pairing: Pairing) -> GameResult:
    """Play one game."""
    package = PACKAGES[pairing.game]
    timeline = start_game(pairing)
    player_count = len(package.game.sides(timeline.state))
    names = [(pairing.first, pairing.second)[(player + pairing.is_swapped) % 2] for player in range(player_count)]
    yardstick = YARDSTICKS[pairing.second](package) if isinstance(pairing.second, str) else None
    rng = random.Random(f"random player {pairing}")
    paces: dict[int, Pace] = defaultdict(Pace)
    max_seconds: dict[int, float] = defaultdict(float)
    while (
        (player := timeline.to_move) is not None
        and timeline.ply < MAX_GAME_ACTIONS
        and timeline.draw_claim_reason() is None
    ):
        name = names[player]
        if name == 0:
            timeline = timeline.play(rng.choice(package.game.legal_actions(timeline.state)))
            continue
        level = pairing.first if isinstance(name, str) else name
        question = create_question(timeline, player, level, pairing.seed)
        if yardstick is not None and isinstance(name, str):
            actions = yardstick(timeline, question, paces[level])
        else:
            start_time = time.process_time()
            actions = run_to_end(package.opponent.think(timeline.state_for(player), question)).actions
            duration = time.process_time() - start_time
            paces[level].add(duration, len(actions))
            max_seconds[level] = max(max_seconds[level], duration)
        for action in actions:
            timeline = timeline.play(action)
    outcome = timeline.outcome
    returns = outcome.returns if outcome else (0.0,) * player_count
    first_players = [player for player in range(player_count) if (player + pairing.is_swapped) % 2 == 0]
    pairs = [
        (returns[player], returns[opponent])
        for player in first_players
        for opponent in range(player_count)
        if opponent not in first_players
    ]
    score = sum((player > opponent) + (player == opponent) / 2 for player, opponent in pairs) / len(pairs)
    turns = {level: pace.turn_count for level, pace in paces.items()}
    seconds = {level: pace.seconds for level, pace in paces.items()}
    return GameResult(pairing, score, outcome is not None, turns, seconds, dict(max_seconds))


def create_pairings(
    game: str,
    options: Mapping[str, str],
    levels: Sequence[int],
    games: int,
    seed: int,
    limits_to_neighbours: bool = False,
    yardstick: str | None = None,
) -> list[Pairing]:
    """Create the games of a round-robin, or of every level against a yardstick. The pairs alternate.

    Args:
        game: the id of the game.
        options: the fixed options.
        levels: the levels.
        games: the number of games for each pair.
        seed: the seed of the first opening.
        limits_to_neighbours: True if each level plays only against the next one.
        yardstick: the id of a yardstick, or None for a round-robin.
    """
    fixed_options = tuple(sorted(options.items()))
    pairs: list[tuple[PlayerName, int]] = list(
        itertools.pairwise(levels) if limits_to_neighbours else itertools.combinations(levels, 2)
    )
    if yardstick is not None:
        pairs = [(yardstick, level) for level in levels]
    return [
        Pairing(game, fixed_options, stronger, weaker, seed + number // 2, number % 2 == 1)
        for number in range(games)
        for weaker, stronger in pairs
    ]


# --- expected scores


class ExpectedScore(NamedTuple):
    """The score that a pair of players should reach, from 0 to 1.

    Attributes:
        minimum: the minimum acceptable score.
        maximum: the maximum acceptable score.
        convincing_score: the score that the whole 95 % interval should exceed.
    """

    minimum: float
    maximum: float
    convincing_score: float = 0.0

    def verdict(self, score: float, lower_end: float) -> str:
        """Return "missed" if a score is not acceptable, "kept" if it is, or "open" if there are too few games to say.

        Args:
            score: the score.
            lower_end: the lower end of its 95 % interval.
        """
        if not self.minimum <= score <= self.maximum:
            return "missed"
        return "kept" if lower_end > self.convincing_score else "open"


def find_expected_score(pairing: Pairing) -> ExpectedScore | None:
    """Return the expected score of a pair of players, or None if there is no expectation."""
    if (pairing.game, pairing.second) == ("equilibrium", "careful"):
        return None
    if pairing.second in EXPECTED_SCORES.get(pairing.first, {}):
        return EXPECTED_SCORES[pairing.first][pairing.second]
    if isinstance(pairing.second, int) and pairing.first == pairing.second + 1:
        return SIMULTANEOUS_STEP_SCORE if pairing.game in SIMULTANEOUS_GAMES else STEP_SCORE
    return None


STEP_SCORE = ExpectedScore(0.65, 0.90, 0.58)
"""The expected score of a level against the next lower one."""
SIMULTANEOUS_STEP_SCORE = ExpectedScore(0.57, 0.90)
"""The same for games with simultaneous choices: near an equilibrium, stronger play gains little."""
SIMULTANEOUS_GAMES = ("tensor-cards",)
EXPECTED_SCORES: Mapping[int, Mapping[PlayerName, ExpectedScore]] = {
    1: {
        0: ExpectedScore(0.85, 1.0),
        "careful": ExpectedScore(0.0, 1 / (1 + 10 ** (-150 / 400))),
        "newcomer": ExpectedScore(0.4, 0.6),
    },
    2: {"graduate": ExpectedScore(0.3, 0.45)},
    3: {"graduate": ExpectedScore(0.45, 0.6)},
    4: {"club": ExpectedScore(0.45, 0.6)},
    5: {"club": ExpectedScore(0.65, 1.0), "mcts": ExpectedScore(0.75, 1.0), "stockfish": ExpectedScore(0.5, 1.0)},
}
"""The expected scores of levels against other players.

Level 1 should be at most 150 Elo points above the careful player. In Equilibrium that player is no reference, since
players lose no pieces.
"""


# --- statistics


def wilson_interval(score: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean score (Wilson, 1927).

    Args:
        score: the sum of the scores.
        games: the number of games.
    """
    z_score = 1.96
    center = (score + z_score * z_score / 2) / (games + z_score * z_score)
    half_width = (
        z_score * math.sqrt(score * (games - score) / games + z_score * z_score / 4) / (games + z_score * z_score)
    )
    return center - half_width, center + half_width


def compute_elo_ratings(results: Iterable[GameResult]) -> dict[PlayerName, float]:
    """Compute Elo ratings by the Bradley-Terry model (1952). The lowest level has the rating 0.

    The model adds half a drawn game for each pair, so that ratings stay finite.
    """
    wins: dict[PlayerName, float] = defaultdict(float)
    game_counts: dict[tuple[PlayerName, PlayerName], float] = defaultdict(float)
    for game in results:
        first, second = game.pairing.first, game.pairing.second
        if (first, second) not in game_counts:
            game_counts[first, second] = game_counts[second, first] = 0.5
            wins[first] += 0.25
            wins[second] += 0.25
        game_counts[first, second] += 1
        game_counts[second, first] += 1
        wins[first] += game.score
        wins[second] += 1 - game.score
    strengths = dict.fromkeys(wins, 1.0)
    for _ in range(500):
        strengths = {
            level: wins[level]
            / sum(
                game_counts[level, second] / (player_strength + strengths[second])
                for second in strengths
                if (level, second) in game_counts
            )
            for level, player_strength in strengths.items()
        }
        mean_ms = math.exp(math.fsum(map(math.log, strengths.values())) / len(strengths))
        strengths = {level: player_strength / mean_ms for level, player_strength in strengths.items()}
    names = sorted(strengths, key=str)
    return {name: ELO_SCALE * math.log(strengths[name] / strengths[names[0]]) for name in names}


def compute_rating_intervals(
    results: Sequence[GameResult], samples: int = BOOTSTRAP_SAMPLES
) -> dict[PlayerName, tuple[float, float]]:
    """Compute a 95 % interval for each rating by bootstrap. A sample keeps the two games of an opening together."""
    openings: dict[tuple[PlayerName, PlayerName, int], list[GameResult]] = defaultdict(list)
    for game in results:
        openings[game.pairing.first, game.pairing.second, game.pairing.seed].append(game)
    groups = list(openings.values())
    rng = random.Random("bootstrap")
    rating_samples: dict[PlayerName, list[float]] = defaultdict(list)
    for _ in range(samples):
        sample = [game for group in rng.choices(groups, k=len(groups)) for game in group]
        for level, rating in compute_elo_ratings(sample).items():
            rating_samples[level].append(rating)
    return {
        level: (sorted(ratings)[len(ratings) // 40], sorted(ratings)[-1 - len(ratings) // 40])
        for level, ratings in rating_samples.items()
    }


def markdown_table(results: Sequence[GameResult]) -> list[str]:
    """Return the scores, ratings and times as lines of Markdown."""
    lines = ["| level | against | score | 95 % | games | unfinished | bar |", "|---|---|---|---|---|---|---|"]
    pairs = {(game.pairing.first, game.pairing.second) for game in results}
    for first, second in sorted(pairs, key=lambda pair: (pair[0], str(pair[1]))):
        games = [game for game in results if (game.pairing.first, game.pairing.second) == (first, second)]
        score = math.fsum(game.score for game in games)
        lower_end, upper_end = wilson_interval(score, len(games))
        unfinished_count = sum(not game.is_finished for game in games)
        expected_score = find_expected_score(games[0].pairing)
        verdict = expected_score.verdict(score / len(games), lower_end) if expected_score else ""
        row = (
            first,
            second,
            f"{score / len(games):.0%}",
            f"{lower_end:.0%} to {upper_end:.0%}",
            len(games),
            unfinished_count,
            verdict,
        )
        lines.append(f"| {' | '.join(map(str, row))} |".replace("|  |", "| |"))
    intervals = compute_rating_intervals(results)
    lines += ["", "| level | Elo | 95 % | ms a turn | longest |", "|---|---|---|---|---|"]
    for name, rating in compute_elo_ratings(results).items():
        lower_end, upper_end = intervals[name]
        level = name if isinstance(name, int) else -1
        turn_count = sum(game.turns.get(level, 0) for game in results)
        mean_ms = math.fsum(game.seconds.get(level, 0) for game in results) / turn_count * 1000 if turn_count else 0
        max_seconds = max(game.max_seconds.get(level, 0) for game in results) * 1000
        lines.append(
            f"| {name} | {rating:.0f} | {lower_end:.0f} to {upper_end:.0f} | {mean_ms:.0f} | {max_seconds:.0f} |"
        )
    return lines


# --- result files


def format_result(result: GameResult) -> str:
    """Return a game result as one line of JSON."""
    return json.dumps({**asdict(result), "pairing": result.pairing._asdict()})


def parse_result(line: str) -> GameResult:
    """Parse a game result from a line of JSON."""
    pairing, score, is_finished, *values_by_level = json.loads(line).values()
    game, options, *other_values = pairing.values()
    turns, seconds, max_seconds = ({int(level): value for level, value in values.items()} for values in values_by_level)
    return GameResult(
        Pairing(game, tuple(map(tuple, options)), *other_values), score, is_finished, turns, seconds, max_seconds
    )


def play_games(games: Sequence[Pairing], results_file: Path | None, jobs: int) -> Iterator[GameResult]:
    """Yield the results of games. Play only the games without a result in the file, and append their results to it.

    Args:
        games: the games.
        results_file: the file, with a line of JSON for each game; None to save nothing.
        jobs: the number of processes.
    """
    lines = results_file.read_text().splitlines() if results_file and results_file.exists() else []
    saved_results = {result.pairing: result for result in map(parse_result, lines)}
    yield from (saved_results[game] for game in games if game in saved_results)
    with get_context("spawn").Pool(jobs) as pool:
        for result in pool.imap(play, [game for game in games if game not in saved_results]):
            if results_file:
                with results_file.open("a") as file:
                    file.write(format_result(result) + "\n")
            yield result


def parse_levels(text: str) -> list[int]:
    """Parse levels from a string such as ``0-3`` or ``1,3,5``.

    Raises:
        argparse.ArgumentTypeError: the text names no levels.
    """
    try:
        first_part, _dash, last_part = text.partition("-")
        levels = list(range(int(first_part), int(last_part) + 1)) if _dash else [int(part) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} are not levels") from error
    if not set(levels) <= {0, *LEVELS}:
        raise argparse.ArgumentTypeError(f"{text!r}: levels are from 0 to {LEVELS[-1]}")
    return sorted(set(levels))


def main(arguments: list[str]) -> int:
    """Play the games that the command line describes, and print the tables."""
    parser = argparse.ArgumentParser(prog="dev.py ladder", description="Measure the strength of the opponents' levels.")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="of these games only")
    parser.add_argument("--games", type=int, default=20, help="how many games a pair, half of them from each seat (20)")
    parser.add_argument(
        "--levels", type=parse_levels, default=[0, *LEVELS], help="0-5, or 1,3,5; 0 plays at random (0-5)"
    )
    parser.add_argument("--neighbours", action="store_true", help="let each level play the next one only")
    parser.add_argument(
        "--against", choices=sorted(YARDSTICKS), help="let each level play this yardstick, and no other level"
    )
    parser.add_argument("--option", action="append", default=[], metavar="ID=VALUE", help="an option not to vary")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first opening (0)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on with the results in this file, and add to it")
    options = parser.parse_args(arguments)
    if options.against is None and len(options.levels) < 2:
        parser.error("at least two levels are needed, or --against")
    fixed_options = dict(option.partition("=")[::2] for option in options.option)
    for game in options.game or list(START_POSITIONS.get(options.against or "", GAMES)):
        if game not in START_POSITIONS.get(options.against or "", GAMES):
            parser.error(f"{options.against} does not play {game}")
        games = create_pairings(
            game, fixed_options, options.levels, options.games, options.seed, options.neighbours, options.against
        )
        results: list[GameResult] = []
        for result in play_games(games, options.keep, options.jobs):
            results.append(result)
            print(f"\r{game}: {len(results)} of {len(games)} games", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(f"{GAMES[game].title}, seeds from {options.seed}\n", *markdown_table(results), "", sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
