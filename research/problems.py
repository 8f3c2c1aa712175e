"""Problems of the games: mined from games between opponents, verified by search, written as ``problems.toml``.

A problem that was written once stays: its id is in addresses, and in the progress of people. New ones are appended.
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
from typing import Any, Final, NamedTuple, Protocol

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import LEVELS, Question, finish_search
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.games.courses import problems
from ruleboard.games.problems import GRADES, WIN, Line, Problem, Turn, after_turn, has_won
from ruleboard.games.registry import GAMES, PACKAGES

MAX_GAME_ACTIONS: Final = 240
"""The number of actions after which a game is given up."""
ALIKE: Final = 0.9
"""The likeness of two position texts, from 0 to 1, from which on they are nearly the same."""


class Found(NamedTuple):
    """A problem that a miner has found.

    Attributes:
        theme: the key of its theme in the file.
        grade: one of ``GRADES``.
        position: the position text.
        lines: the accepted lines.
        beauty: the higher, the sooner it is chosen.
        refutations: likely wrong first turns, each with the reply that shows why.
    """

    theme: str
    grade: int
    position: str
    lines: tuple[Line, ...]
    beauty: float = 0
    refutations: tuple[tuple[Turn, Turn], ...] = ()


class Miner(Protocol):
    """The module of a game in ``research.miners``."""

    def mined(self, seed: int) -> Iterator[Found]:
        """Yield the problems in one game, or one deal, by its seed."""
        ...

    def faults(self, problem: Problem) -> Iterator[str]:
        """Yield the faults of the first turns of a problem, as phrases."""
        ...


def miner(game: str) -> Miner:
    """Return the miner of a game."""
    module: Any = importlib.import_module(f"research.miners.{game.replace('-', '_')}")
    found: Miner = module
    return found


def file_of(game: str) -> Path:
    """Return the path of a game's problems."""
    return setup.ROOT / "py" / "ruleboard" / "games" / game.replace("-", "_") / "problems.toml"


# --- games ---


def games(
    game: str,
    seed: int,
    options: dict[str, str] | None = None,
    opening: int = 4,
    levels: Sequence[int] = LEVELS[:-1],
) -> Iterator[Timeline[Any]]:
    """Yield a game between two opponents, drawn by a seed, at the beginning of each turn.

    Args:
        game: the game's id.
        seed: the seed of all choices.
        options: the game's options; missing ones take their default.
        opening: the number of actions that are played at random first.
        levels: the levels from which those of the players are drawn.
    """
    rules, opponent = GAMES[game], PACKAGES[game].opponent
    chance = random.Random(f"problems {game} {seed}")
    first = rules.initial(options or {}, chance.getrandbits(32))
    timeline = new_timeline(rules, first)
    strengths = [chance.choice(levels) for _side in rules.sides(first)]
    while (player := timeline.to_move) is not None and timeline.ply < MAX_GAME_ACTIONS:
        if timeline.ply < opening:
            timeline = timeline.play(chance.choice(rules.legal_actions(timeline.state)))
            continue
        yield timeline
        question = Question(player, strengths[player], chance.getrandbits(32))
        for action in finish_search(opponent.think(timeline.state_for(player), question)).actions:
            timeline = timeline.play(action)


# --- choice ---


def likeness(one: str, other: str) -> float:
    """Return the likeness of two position texts, from 0 to 1.

    Where both write a board of the same size square by square, the squares are compared that are not empty in both;
    else their words, such as figures, squares and numbers.
    """
    wide, broad = (re.sub(r"\d", lambda run: "." * int(run[0]), text) for text in (one, other))
    if len(wide) != len(broad):
        both = re.findall(r"\w+", one), re.findall(r"\w+", other)
        return max(SequenceMatcher(None, *pair, autojunk=False).ratio() for pair in (both, both[::-1]))
    pairs = [(a, b) for a, b in zip(wide, broad, strict=True) if a != "." or b != "."]
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else 1


def chosen(found: Iterable[Found], known: Sequence[Problem], each: int) -> list[Found]:
    """Return the most beautiful problems, none nearly the same as another, few of each kind.

    Args:
        found: the problems to choose from.
        known: the problems that are there already.
        each: the most of one theme and grade, those that are there included.
    """
    counts = Counter((problem.theme.id, problem.grade) for problem in known)
    positions = [problem.position for problem in known]
    taken: list[Found] = []
    for one in sorted(found, key=lambda one: (-one.beauty, one.position)):
        kind = one.theme, one.grade
        if counts[kind] < each and all(likeness(one.position, other) < ALIKE for other in positions):
            counts[kind] += 1
            positions.append(one.position)
            taken.append(one)
    return _in_turns(taken)


def _in_turns(taken: Sequence[Found]) -> list[Found]:
    """Return problems by their grades, the themes of each taking turns."""
    seen: Counter[tuple[int, str]] = Counter()
    places = []
    for one in taken:
        places.append((one.grade, seen[one.grade, one.theme], one.theme))
        seen[one.grade, one.theme] += 1
    return [taken[number] for number in sorted(range(len(taken)), key=places.__getitem__)]


def _of_seed(job: tuple[str, int]) -> list[Found]:
    game, seed = job
    return list(miner(game).mined(seed))


def mined(game: str, seeds: Sequence[int], jobs: int) -> list[Found]:
    """Return all problems in the games of some seeds, played in some processes; if interrupted, those found so far."""
    found: list[Found] = []
    plan = [(game, seed) for seed in seeds]
    with get_context("fork").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            for done, some in enumerate(pool.imap_unordered(_of_seed, plan), 1):
                found += some
                kinds = Counter(f"{one.theme} {one.grade}" for one in found)
                print(f"{done} of {len(seeds)}: {dict(sorted(kinds.items()))}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
    return found


# --- verification ---


def faults(game: str, problem: Problem) -> Iterator[str]:
    """Yield the faults of a problem: its text, its lines, its first turns."""
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
                state = after_turn(rules, state, turn)
            if problem.theme.goal == WIN and not has_won(rules, state, player):
                yield f"{line} does not win"
        for turn, reply in problem.solution.refutations:
            after_turn(rules, start, (*turn, *reply))
    except RuleboardError as error:
        yield f"a text cannot be read: {error}"
        return
    yield from miner(game).faults(problem)


# --- the file ---


def numbered(found: Sequence[Found], known: Sequence[Problem]) -> Iterator[tuple[str, Found]]:
    """Yield the found problems with their ids: the theme and the next free number."""
    ids = {problem.id for problem in known}
    for one in found:
        number = next(number for number in range(1, 1000) if f"{one.theme}-{number:02}" not in ids)
        ids.add(f"{one.theme}-{number:02}")
        yield f"{one.theme}-{number:02}", one


def as_toml(id: str, found: Found) -> str:
    """Return a problem as a table of the file."""
    lines = [
        "",
        "[[problem]]",
        f'id = "{id}"',
        f'position = "{found.position}"' if '"' not in found.position else f"position = '{found.position}'",
        f'theme = "{found.theme}"',
        f"grade = {found.grade}",
        f"solutions = {_array(found.lines)}",
    ]
    if found.refutations:
        lines.append(f"refutations = {_array(found.refutations)}")
    return "\n".join(lines) + "\n"


def _array(lines: Iterable[Iterable[Turn]]) -> str:
    """Return lines as an array, one a line; a turn of one action is the action alone."""
    rows = ["[" + ", ".join(_turn(turn) for turn in line) + "]" for line in lines]
    return f"[{rows[0]}]" if len(rows) == 1 else "[\n  " + ",\n  ".join(rows) + ",\n]"


def _turn(turn: Turn) -> str:
    texts = [f'"{text}"' if '"' not in text else f"'{text}'" for text in turn]
    return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"


def main(arguments: list[str]) -> int:
    """Mine problems of a game, or check those that are there; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="the game; with --check: all that have problems, if left out")
    parser.add_argument("--seeds", default="0-19", help="the seeds of the games, as 0-19")
    parser.add_argument("--each", type=int, default=4, help="the most problems of one theme and grade")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--write", action="store_true", help="append what was found to the game's problems.toml")
    parser.add_argument("--check", action="store_true", help="verify the problems that are there")
    given = parser.parse_args(arguments)
    if given.check:
        return _check([given.game] if given.game else [game for game in GAMES if problems(game)])
    if not given.game:
        parser.error("which game?")
    first, _dash, last = given.seeds.partition("-")
    known = problems(given.game)
    found = chosen(mined(given.game, range(int(first), int(last or first) + 1), given.jobs), known, given.each)
    text = "".join(as_toml(id, one) for id, one in numbered(found, known))
    print(text)
    if given.write:
        with file_of(given.game).open("a", encoding="utf-8") as file:
            file.write(text)
    return 0


def _check(games: Sequence[str]) -> int:
    wrong = 0
    for game in games:
        for problem in problems(game):
            for fault in faults(game, problem):
                wrong += 1
                print(f"{game} {problem.id}: {fault}")
        grades = Counter(problem.grade for problem in problems(game))
        print(f"{game}: {len(problems(game))} problems, by grade {[grades[grade] for grade in GRADES]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
