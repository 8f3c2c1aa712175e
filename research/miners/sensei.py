"""The miner for Sensei: wins in one turn, forced wins, and the only turns that do not lose.

It generates turns with ``sensei.bitboard``, which tests compare with ``legal_actions``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from research.problems import Candidate, iter_games
from ruleboard.engine.search.thinking import LEVELS, with_running_total
from ruleboard.engine.steps import run_to_end
from ruleboard.games.sensei.bitboard import (
    BoardTables,
    TurnEnd,
    board_tables,
    edge_line,
    find_win,
    home_wins,
    is_unfair,
    position_after,
    result,
    turn_ends,
)
from ruleboard.games.sensei.bot import actions_to_end
from ruleboard.games.sensei.forced_wins import find_forcing_turn
from ruleboard.games.sensei.movegen import state_after
from ruleboard.games.sensei.state import HOME_BITS, MODES, Position, State
from ruleboard.learning.problems import Line, Problem, Turn
from ruleboard.registry import GAMES

MAX_TURNS = 6
"""The maximum number of accepted first turns."""


def mine(seed: int) -> Iterator[Candidate]:
    """Yield the problems in one game, at most one for each theme."""
    mode = tuple(MODES)[seed % len(MODES)]
    best_candidates: dict[str, Candidate] = {}
    for timeline in iter_games("sensei", seed, {"mode": mode}, random.Random(seed).randrange(4, 16), LEVELS[:3]):
        state = timeline.state
        if not state.is_turn_start:
            continue
        for candidate in _find_candidates(state):
            if candidate.theme not in best_candidates or candidate.beauty > best_candidates[candidate.theme].beauty:
                best_candidates[candidate.theme] = candidate
    yield from best_candidates.values()


def _find_candidates(state: State) -> Iterator[Candidate]:
    tables, start = board_tables(state.mode), state.position
    text = GAMES["sensei"].format_position(state)
    winning_ends = tuple(_iter_winning_ends(tables, start))
    if winning_ends:
        yield from _find_immediate_wins(state, winning_ends)
        return
    if find_win(tables, start.with_other_side()) is not None:
        safe_ends = tuple(_iter_safe_ends(tables, start))
        if 0 < len(safe_ends) <= MAX_TURNS:
            grade = 1 if len(safe_ends) > 3 else 2 if len(safe_ends) > 1 else 3
            yield Candidate("save", grade, text, tuple((_find_turn(state, end),) for end in safe_ends), -len(safe_ends))
    forcing_ends = _find_forcing_ends(tables, start)
    if 0 < len(forcing_ends) <= MAX_TURNS:
        lines = tuple(_find_forced_line(state, end) for end in forcing_ends)
        max_length = max(len(line[0]) for line in lines)
        yield Candidate("force", 2 if len(forcing_ends) > 2 else 3, text, lines, max_length - len(forcing_ends))


def _find_immediate_wins(state: State, winning_ends: tuple[TurnEnd, ...]) -> Iterator[Candidate]:
    """Yield the problem in a position if there are only a few immediate wins.

    The goal accepts every win, so the problem lists only the shortest turns, one for each result.
    """
    turns = {
        end.stones: _find_turn(state, end)
        for end in sorted(winning_ends, key=lambda end: len(_find_turn(state, end)), reverse=True)
    }
    min_length = min(map(len, turns.values()))
    home_ends = [end for end in winning_ends if end.character & HOME_BITS[1 - state.side]]
    text = GAMES["sensei"].format_position(state)
    if min_length < 2 or len(turns) > 4 or 0 < len(home_ends) < len(winning_ends):
        return
    grade = 1 if min_length == 2 else 3 if len(turns) == 1 else 2  # the last action is the leap home, or the turn's end
    shortest_lines = tuple(dict.fromkeys((turn,) for turn in turns.values() if len(turn) == min_length))
    yield Candidate("home" if home_ends else "line", grade, text, shortest_lines, -len(turns))


def _iter_ends(tables: BoardTables, start: Position) -> Iterator[TurnEnd]:
    """Yield the ends of a turn outside the home rank."""
    for character, stone_sets in turn_ends(tables, start):
        for stones in stone_sets:
            yield TurnEnd(stones, character)


def _iter_winning_ends(tables: BoardTables, start: Position) -> Iterator[TurnEnd]:
    """Yield the ends of all turns that win immediately, without needless moves."""
    for lane, moves in home_wins(tables, start):
        stones = start.stones
        for origin, goal in moves:
            stones ^= origin | goal
        yield TurnEnd(stones, lane.goal)
    if edge_line(tables, start.enemy_stones):
        for end in _iter_ends(tables, start):
            if is_unfair(tables, start.enemy_stones, end.stones):
                yield end


def _iter_safe_ends(tables: BoardTables, start: Position) -> Iterator[TurnEnd]:
    """Yield the ends of all turns after which the other side has not won and cannot win immediately."""
    for end in _iter_ends(tables, start):
        position_after_turn = position_after(start, end)
        if result(tables, position_after_turn) is None and find_win(tables, position_after_turn) is None:
            yield end


def _find_forcing_ends(tables: BoardTables, start: Position) -> tuple[TurnEnd, ...]:
    """Return the ends of turns after which every reply allows an immediate win; at most ``MAX_TURNS + 1``."""
    ends: list[TurnEnd] = []
    remaining_ends = [*_iter_ends(tables, start)]
    while remaining_ends and len(ends) <= MAX_TURNS:
        end, _ = _find_next_forcing_end(tables, start, remaining_ends)
        if end is None:
            break
        ends.append(end)
        remaining_ends = remaining_ends[remaining_ends.index(end) + 1 :]
    return tuple(ends)


def _find_next_forcing_end(
    tables: BoardTables, start: Position, candidates: list[TurnEnd]
) -> tuple[TurnEnd | None, int]:
    return run_to_end(with_running_total(find_forcing_turn(tables, start, candidates), 0))


def _find_turn(state: State, end: TurnEnd) -> Turn:
    return tuple(action.text for action in actions_to_end(state, end))


def _find_forced_line(state: State, end: TurnEnd) -> Line:
    """Return a line that consists of the turn, the reply that allows the fewest wins, and one of these wins."""
    tables = board_tables(state.mode)
    first_turn = _find_turn(state, end)
    for action in actions_to_end(state, end):
        state = state_after(state, action.move)
    start = state.position
    replies = [reply for reply in _iter_ends(tables, start) if result(tables, position_after(start, reply)) is None]
    best_reply = min(
        replies, key=lambda reply: (sum(1 for _ in _iter_winning_ends(tables, position_after(start, reply))), reply)
    )
    second_turn = _find_turn(state, best_reply)
    for action in actions_to_end(state, best_reply):
        state = state_after(state, action.move)
    winning_end = min(_iter_winning_ends(tables, state.position), key=lambda end: len(_find_turn(state, end)))
    return first_turn, second_turn, _find_turn(state, winning_end)


def find_faults(problem: Problem) -> Iterator[str]:
    """Yield the errors in the first turns of a problem, as clauses."""
    rules = GAMES["sensei"]
    state = rules.parse_position(problem.position)
    tables, start = board_tables(state.mode), state.position
    winning_ends = tuple(_iter_winning_ends(tables, start))
    match problem.theme.id:
        case "home" | "line":
            if not winning_ends:
                yield "there is no win at once"
            elif any(
                bool(end.character & HOME_BITS[1 - state.side]) != (problem.theme.id == "home") for end in winning_ends
            ):
                yield "there is a win of another kind"
            return
        case "save":
            correct_ends = set(_iter_safe_ends(tables, start))
            if find_win(tables, start.with_other_side()) is None:
                yield "nothing is threatened"
        case _:
            correct_ends = set(_find_forcing_ends(tables, start))
    if winning_ends:
        yield "there is a win at once"
    if not 0 < len(correct_ends) <= MAX_TURNS:
        yield f"{len(correct_ends)} first turns are right"
    listed_ends = set()
    for solution in problem.solution.lines:
        end_state = state
        for text in solution[0]:
            end_state = rules.apply(end_state, rules.parse_action(end_state, text))
        next_position = end_state.position
        listed_ends.add(TurnEnd(next_position.enemy_stones, next_position.enemy_character))
    if listed_ends != correct_ends:
        yield f"{len(correct_ends - listed_ends)} first turns are missing, {len(listed_ends - correct_ends)} are wrong"
