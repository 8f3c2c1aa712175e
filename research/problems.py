"""Mine problems from games between bots, verify them by search, and write them to ``problems.toml``.

Problems in the file never change, since URLs and people's saved progress use their ids. The program only appends new
ones.
"""

from __future__ import annotations

import argparse
import importlib
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import LEVELS, Question
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.learning.courses import problems
from ruleboard.learning.problems import (
    GRADES,
    MAX_EFFORT,
    WIN_GOAL,
    Line,
    Problem,
    Solution,
    Turn,
    Verdict,
    assess,
    has_won,
    play_turn,
)
from ruleboard.registry import GAMES, PACKAGES

MAX_GAME_ACTIONS: Final = 240
"""The number of actions after which a game stops without a result."""
MAX_SIMILARITY: Final = 0.9
"""The similarity of two position texts, from 0 to 1, from which they count as too similar."""


class Candidate(NamedTuple):
    """A problem from a miner, before it gets an id.

    Attributes:
        theme: the key of its theme in the file.
        grade: one of ``GRADES``.
        position: the position text.
        lines: the accepted lines.
        beauty: a number; the selection prefers problems with higher numbers.
        refutations: likely wrong first turns, each with the reply that refutes it.
    """

    theme: str
    grade: int
    position: str
    lines: tuple[Line, ...]
    beauty: float = 0
    refutations: tuple[tuple[Turn, Turn], ...] = ()


class Miner(Protocol):
    """The interface of a game's module in ``research.miners``."""

    def mine(self, seed: int) -> Iterator[Candidate]:
        """Yield the problems in the game or the random positions that a seed determines."""
        ...

    def find_faults(self, problem: Problem) -> Iterator[str]:
        """Yield the errors in the first turns of a problem, as clauses."""
        ...


def load_miner(game: str) -> Miner:
    """Return the miner for a game."""
    return cast(Miner, importlib.import_module(f"research.miners.{game.replace('-', '_')}"))


def find_problems_file(game: str) -> Path:
    """Return the path of the file with a game's problems."""
    return setup.ROOT / "py" / "ruleboard" / "games" / game.replace("-", "_") / "problems.toml"


# --- games ---


def iter_games(
    game: str,
    seed: int,
    options: dict[str, str] | None = None,
    opening_actions: int = 4,
    levels: Sequence[int] = LEVELS[:-1],
) -> Iterator[Timeline[Any]]:
    """Play a random game between bots, and yield its timeline at the beginning of each turn.

    Args:
        game: the game's id.
        seed: the seed of the deal, the opening and the bots.
        options: the game's options; missing options have their defaults.
        opening_actions: the number of random actions at the start.
        levels: the levels from which each player's level is chosen at random.
    """
    rules, opponent = GAMES[game], PACKAGES[game].opponent
    rng = random.Random(f"problems {game} {seed}")
    start = rules.initial(options or {}, rng.getrandbits(32))
    timeline = new_timeline(rules, start)
    bot_levels = [rng.choice(levels) for _ in rules.sides(start)]
    while (player := timeline.to_move) is not None and timeline.ply < MAX_GAME_ACTIONS:
        if timeline.ply < opening_actions:
            timeline = timeline.play(rng.choice(rules.legal_actions(timeline.state)))
            continue
        yield timeline
        question = Question(player, bot_levels[player], rng.getrandbits(32))
        for action in run_to_end(opponent.think(timeline.state_for(player), question)).actions:
            timeline = timeline.play(action)


# --- choice ---


def compute_similarity(first_text: str, second_text: str) -> float:
    """Return the similarity of two position texts, from 0 to 1.

    For boards of the same size, the function compares the squares that are occupied in at least one of them. Otherwise
    it compares the words of the texts, such as figures, squares and numbers.
    """
    first_cells, second_cells = (
        re.sub(r"\d", lambda run: "." * int(run[0]), text) for text in (first_text, second_text)
    )
    if len(first_cells) != len(second_cells):
        words = re.findall(r"\w+", first_text), re.findall(r"\w+", second_text)
        return max(SequenceMatcher(None, *pair, autojunk=False).ratio() for pair in (words, words[::-1]))
    pairs = [
        (first_item, second_item)
        for first_item, second_item in zip(first_cells, second_cells, strict=True)
        if first_item != "." or second_item != "."
    ]
    return sum(first_item == second_item for first_item, second_item in pairs) / len(pairs) if pairs else 1


def select_problems(
    candidates: Iterable[Candidate], existing_problems: Sequence[Problem], max_per_kind: int
) -> list[Candidate]:
    """Choose the most beautiful problems of each theme and grade, but no two that are too similar.

    Args:
        candidates: the problems to choose from.
        existing_problems: the problems in the file.
        max_per_kind: the maximum number for each theme and grade, including existing problems.
    """
    counts = Counter((problem.theme.id, problem.grade) for problem in existing_problems)
    positions = [problem.position for problem in existing_problems]
    selected_candidates: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda candidate: (-candidate.beauty, candidate.position)):
        kind = candidate.theme, candidate.grade
        if counts[kind] < max_per_kind and all(
            compute_similarity(candidate.position, position) < MAX_SIMILARITY for position in positions
        ):
            counts[kind] += 1
            positions.append(candidate.position)
            selected_candidates.append(candidate)
    return _alternate_themes(selected_candidates)


def _alternate_themes(selected_candidates: Sequence[Candidate]) -> list[Candidate]:
    """Sort problems by grade, and alternate the themes within each grade."""
    counts: Counter[tuple[int, str]] = Counter()
    ranks = []
    for candidate in selected_candidates:
        ranks.append((candidate.grade, counts[candidate.grade, candidate.theme], candidate.theme))
        counts[candidate.grade, candidate.theme] += 1
    return [selected_candidates[number] for number in sorted(range(len(selected_candidates)), key=ranks.__getitem__)]


def _mine_problems(job: tuple[str, int]) -> list[Candidate]:
    game, seed = job
    return list(load_miner(game).mine(seed))


def mine(game: str, seeds: Sequence[int], jobs: int) -> list[Candidate]:
    """Mine problems with some seeds in parallel. After an interrupt, return the problems so far."""
    candidates: list[Candidate] = []
    mining_jobs = [(game, seed) for seed in seeds]
    with get_context("fork").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            for seed_count, batch in enumerate(pool.imap_unordered(_mine_problems, mining_jobs), 1):
                candidates += batch
                kinds = Counter(f"{candidate.theme} {candidate.grade}" for candidate in candidates)
                print(f"{seed_count} of {len(seeds)}: {dict(sorted(kinds.items()))}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
    return candidates


# --- verification ---


def find_faults(game: str, problem: Problem) -> Iterator[str]:
    """Yield the errors in the position, the lines and the first turns of a problem, as clauses."""
    rules = GAMES[game]
    try:
        start = rules.parse_position(problem.position)
        if rules.format_position(start) != problem.position:
            yield "the position text is not the one that the game writes"
        player = rules.to_move(start)
        for line in problem.solution.lines:
            state = start
            for number, turn in enumerate(line):
                mover = rules.to_move(state)
                if mover is None or (mover == player) != (number % 2 == 0):
                    yield f"turn {number + 1} of {line} is not the one of that side"
                state = play_turn(rules, state, turn)
            if problem.theme.goal == WIN_GOAL and not has_won(rules, state, player):
                yield f"{line} does not win"
        for turn, reply in problem.solution.refutations:
            play_turn(rules, start, (*turn, *reply))
    except RuleboardError as error:
        yield f"a text cannot be read: {error}"
        return
    yield from load_miner(game).find_faults(problem)


# --- the file ---


def assign_ids(
    candidates: Sequence[Candidate], existing_problems: Sequence[Problem]
) -> Iterator[tuple[str, Candidate]]:
    """Yield each problem with a new id, which consists of the theme and the next free number."""
    ids = {problem.id for problem in existing_problems}
    for candidate in candidates:
        number = next(number for number in range(1, 1000) if f"{candidate.theme}-{number:02}" not in ids)
        ids.add(f"{candidate.theme}-{number:02}")
        yield f"{candidate.theme}-{number:02}", candidate


def measure_effort(game: str, problem: Problem) -> int:
    """Return the lowest level of the bot that solves a problem with two seeds, or ``MAX_EFFORT``."""
    return next((level for level in LEVELS if all(_solves(game, problem, level, seed) for seed in (1, 2))), MAX_EFFORT)


def _solves(game: str, problem: Problem, level: int, seed: int) -> bool:
    rules, opponent = GAMES[game], PACKAGES[game].opponent
    start = state = rules.parse_position(problem.position)
    player = rules.to_move(start)
    texts: list[str] = []
    while player is not None and rules.to_move(state) == player:
        for action in run_to_end(opponent.think(state, Question(player, level, seed))).actions:
            state = rules.apply(state, action)
            texts.append(action.text)
    verdict = assess(rules, start, problem.solution, texts).verdict
    return verdict in (Verdict.CORRECT, Verdict.SOLVED)


def format_problem(game: str, id: str, candidate: Candidate) -> str:
    """Return a problem as a TOML table."""
    theme = next(problem.theme for problem in problems(game) if problem.theme.id == candidate.theme)
    solution = Solution(candidate.lines, theme.goal, candidate.refutations)
    problem = Problem(id, candidate.position, theme, candidate.grade, solution)
    lines = [
        "",
        "[[problem]]",
        f'id = "{id}"',
        f'position = "{candidate.position}"' if '"' not in candidate.position else f"position = '{candidate.position}'",
        f'theme = "{candidate.theme}"',
        f"grade = {candidate.grade}",
        f"effort = {measure_effort(game, problem)}",
        f"solutions = {_format_lines(candidate.lines)}",
    ]
    if candidate.refutations:
        lines.append(f"refutations = {_format_lines(candidate.refutations)}")
    return "\n".join(lines) + "\n"


def _format_lines(lines: Iterable[Iterable[Turn]]) -> str:
    """Return lines as a TOML array with one row per line; a turn of one action is a plain string."""
    rows = ["[" + ", ".join(_format_turn(turn) for turn in line) + "]" for line in lines]
    return f"[{rows[0]}]" if len(rows) == 1 else "[\n  " + ",\n  ".join(rows) + ",\n]"


def _format_turn(turn: Turn) -> str:
    texts = [f'"{text}"' if '"' not in text else f"'{text}'" for text in turn]
    return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"


def main(arguments: list[str]) -> int:
    """Mine problems for a game, or verify the problems in the files; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="the game; with --check: all that have problems, if left out")
    parser.add_argument("--seeds", default="0-19", help="the seeds of the games, as 0-19")
    parser.add_argument("--each", type=int, default=4, help="the most problems of one theme and grade")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--write", action="store_true", help="append the problems to the game's problems.toml")
    parser.add_argument("--check", action="store_true", help="verify the problems in the files")
    options = parser.parse_args(arguments)
    if options.check:
        return _check([options.game] if options.game else [game for game in GAMES if problems(game)])
    if not options.game:
        parser.error("which game?")
    first_seed, _dash, last_seed = options.seeds.partition("-")
    existing_problems = problems(options.game)
    candidates = select_problems(
        mine(options.game, range(int(first_seed), int(last_seed or first_seed) + 1), options.jobs),
        existing_problems,
        options.each,
    )
    text = "".join(
        format_problem(options.game, id, candidate) for id, candidate in assign_ids(candidates, existing_problems)
    )
    print(text)
    if options.write:
        with find_problems_file(options.game).open("a", encoding="utf-8") as file:
            file.write(text)
    return 0


def _check(games: Sequence[str]) -> int:
    fault_count = 0
    for game in games:
        for problem in problems(game):
            for fault in find_faults(game, problem):
                fault_count += 1
                print(f"{game} {problem.id}: {fault}")
        grade_counts = Counter(problem.grade for problem in problems(game))
        print(f"{game}: {len(problems(game))} problems, by grade {[grade_counts[grade] for grade in GRADES]}")
    return 1 if fault_count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
