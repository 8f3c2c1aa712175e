"""The miner of Sensei: wins in one turn, forced wins, and the only turns that do not lose.

Whole turns are those of ``sensei.bitboard``, which tests compare with ``legal_actions``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from research.problems import Found, games
from ruleboard.engine.search.thinking import LEVELS, with_running_total
from ruleboard.games.problems import Line, Problem, Turn
from ruleboard.games.registry import GAMES
from ruleboard.games.sensei.bitboard import (
    HOME_BITS,
    BoardTables,
    End,
    Position,
    board_tables,
    home_wins,
    line,
    position,
    position_after,
    result,
    turn_ends,
    unfair,
    win,
)
from ruleboard.games.sensei.bot import actions_to_end
from ruleboard.games.sensei.finishes import finish
from ruleboard.games.sensei.movegen import state_after
from ruleboard.games.sensei.state import MODES, State

MOST = 6
"""The most accepted first turns of a problem."""


def mined(seed: int) -> Iterator[Found]:
    """Yield the problems in one game: at most one of each theme."""
    mode = tuple(MODES)[seed % len(MODES)]
    found: dict[str, Found] = {}
    for timeline in games("sensei", seed, {"mode": mode}, random.Random(seed).randrange(4, 16), LEVELS[:3]):
        state = timeline.state
        if not state.fresh:
            continue
        for one in _of_position(state):
            if one.theme not in found or one.beauty > found[one.theme].beauty:
                found[one.theme] = one
    yield from found.values()


def _of_position(state: State) -> Iterator[Found]:
    ground, here = board_tables(state.mode), position(state)
    text = GAMES["sensei"].format_position(state)
    won = tuple(_wins(ground, here))
    if won:
        yield from _at_once(state, won)
        return
    if win(ground, _passed(here)) is not None:
        safe = tuple(_safe(ground, here))
        if 0 < len(safe) <= MOST:
            grade = 1 if len(safe) > 3 else 2 if len(safe) > 1 else 3
            yield Found("save", grade, text, tuple((_turn(state, end),) for end in safe), -len(safe))
    forced = _forced(ground, here)
    if 0 < len(forced) <= MOST:
        lines = tuple(_forced_line(state, end) for end in forced)
        stones = max(len(line[0]) for line in lines)
        yield Found("force", 2 if len(forced) > 2 else 3, text, lines, stones - len(forced))


def _at_once(state: State, won: tuple[End, ...]) -> Iterator[Found]:
    """Yield the problem of a position in which the side to move wins at once, if there are few ways.

    Since every win is accepted, the shortest ways are listed only, each stone's once.
    """
    turns = {end.stones: _turn(state, end) for end in sorted(won, key=lambda end: len(_turn(state, end)), reverse=True)}
    least = min(map(len, turns.values()))
    home = [end for end in won if end.character & HOME_BITS[1 - state.side]]
    text = GAMES["sensei"].format_position(state)
    if least < 2 or len(turns) > 4 or 0 < len(home) < len(won):
        return
    grade = 1 if least == 2 else 3 if len(turns) == 1 else 2  # the last action is the leap home, or the turn's end
    shortest = tuple(dict.fromkeys((turn,) for turn in turns.values() if len(turn) == least))
    yield Found("home" if home else "line", grade, text, shortest, -len(turns))


def _passed(here: Position) -> Position:
    return Position(here.enemy_stones, here.stones, here.enemy_character, here.character, 1 - here.side)


def _all(ground: BoardTables, here: Position) -> Iterator[End]:
    """Yield all ends of a turn but those at home."""
    for at, found in turn_ends(ground, here):
        for own in found:
            yield End(own, at)


def _wins(ground: BoardTables, here: Position) -> Iterator[End]:
    """Yield the ends of all turns that win at once, the moves that are not needed left out."""
    for lane, moves in home_wins(ground, here):
        own = here.stones
        for origin, goal in moves:
            own ^= origin | goal
        yield End(own, lane.goal)
    if line(ground, here.enemy_stones):
        for end in _all(ground, here):
            if unfair(ground, here.enemy_stones, end.stones):
                yield end


def _safe(ground: BoardTables, here: Position) -> Iterator[End]:
    """Yield the ends of all turns after which the other side has neither won nor wins at once."""
    for end in _all(ground, here):
        then = position_after(here, end)
        if result(ground, then) is None and win(ground, then) is None:
            yield end


def _forced(ground: BoardTables, here: Position) -> tuple[End, ...]:
    """Return the ends of all turns after which every answer allows a win at once; at most one more than ``MOST``."""
    found: list[End] = []
    rest = [*_all(ground, here)]
    while rest and len(found) <= MOST:
        end, _looked = _concluded(ground, here, rest)
        if end is None:
            break
        found.append(end)
        rest = rest[rest.index(end) + 1 :]
    return tuple(found)


def _concluded(ground: BoardTables, here: Position, candidates: list[End]) -> tuple[End | None, int]:
    searching = with_running_total(finish(ground, here, candidates), 0)
    while True:
        try:
            next(searching)
        except StopIteration as done:
            found: tuple[End | None, int] = done.value
            return found


def _turn(state: State, end: End) -> Turn:
    return tuple(action.text for action in actions_to_end(state, end))


def _forced_line(state: State, end: End) -> Line:
    """Return a line: the turn, the answer that leaves the fewest ways to win, one of them."""
    ground = board_tables(state.mode)
    first = _turn(state, end)
    for action in actions_to_end(state, end):
        state = state_after(state, action.move)
    here = position(state)
    answers = [answer for answer in _all(ground, here) if result(ground, position_after(here, answer)) is None]
    best = min(answers, key=lambda answer: (sum(1 for _ in _wins(ground, position_after(here, answer))), answer))
    second = _turn(state, best)
    for action in actions_to_end(state, best):
        state = state_after(state, action.move)
    won = min(_wins(ground, position(state)), key=lambda end: len(_turn(state, end)))
    return first, second, _turn(state, won)


def faults(problem: Problem) -> Iterator[str]:
    """Yield the faults of the first turns of a problem, as phrases."""
    rules = GAMES["sensei"]
    state = rules.parse_position(problem.position)
    ground, here = board_tables(state.mode), position(state)
    won = tuple(_wins(ground, here))
    match problem.theme.id:
        case "home" | "line":
            if not won:
                yield "there is no win at once"
            elif any(bool(end.character & HOME_BITS[1 - state.side]) != (problem.theme.id == "home") for end in won):
                yield "there is a win of another kind"
            return
        case "save":
            right = set(_safe(ground, here))
            if win(ground, _passed(here)) is None:
                yield "nothing is threatened"
        case _:
            right = set(_forced(ground, here))
    if won:
        yield "there is a win at once"
    if not 0 < len(right) <= MOST:
        yield f"{len(right)} first turns are right"
    listed = set()
    for one in problem.solution.lines:
        then = state
        for text in one[0]:
            then = rules.apply(then, rules.parse_action(then, text))
        there = position(then)
        listed.add(End(there.enemy_stones, there.enemy_character))
    if listed != right:
        yield f"{len(right - listed)} first turns are missing, {len(listed - right)} are wrong"
