"""The bot of Sensei: alpha-beta search over whole turns, the most promising first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import (
    WON,
    Question,
    Thinking,
    TurnChoice,
    hash_mix,
    offset_progress,
    score_of_value,
    with_running_total,
)
from ruleboard.engine.search.tree import FORCED_WIN, Limits, SearchResult, search
from ruleboard.games.bots import BaseBot, Threat, Tip
from ruleboard.games.sensei import advice
from ruleboard.games.sensei.bitboard import (
    BoardTables,
    End,
    Position,
    board_tables,
    position,
    position_after,
    result,
    shortest_moves,
    square_number,
    win,
)
from ruleboard.games.sensei.evaluation import ranked_ends, value
from ruleboard.games.sensei.finishes import finish
from ruleboard.games.sensei.movegen import END, character_action, state_after, stone_action
from ruleboard.games.sensei.state import HOME, Move, State
from ruleboard.overriding import override

SCALE: Final = 120
"""The value of a position with winning odds of three to one."""
_SLICE: Final = 40
"""The number of turns that ``candidate_ends`` checks for winning replies between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level of the bot.

    Attributes:
        depth: the depth of the search in turns, including the bot's turn.
        width: the number of turns to compare at the root.
        answers: the number of turns to compare deeper in the search.
        positions: the maximum number of evaluated positions, except in the search for forced wins.
        noise: the maximum random error of a turn's value.
        finishes: the number of best turns to check for a forced win of the other side. If it is not 0, the level also
            searches for its own forced wins.
        ideas: the number of random turns to choose from, in addition to winning ones; 0 for all turns.
    """

    depth: int
    width: int
    answers: int
    positions: int
    noise: int
    finishes: int
    ideas: int = 0


LEVELS: Final = (
    Level(1, 30, 1, 12_000, 10, 0, ideas=4),
    Level(1, 30, 1, 12_000, 10, 0, ideas=18),
    Level(1, 30, 1, 12_000, 10, 0, ideas=100),
    Level(1, 30, 1, 12_000, 10, 1, ideas=90),
    Level(2, 10, 2, 90_000, 10, 2),
)
"""The levels of the bot, from the weakest."""


class Turns:
    """The game tree for the search. Its moves are the most promising whole turns."""

    def __init__(self, tables: BoardTables, level: Level) -> None:
        self.tables = tables
        self.level = level

    def turns(self, position: Position) -> Generator[int, None, list[End]]:
        """Return the most promising turns of a position."""
        return candidate_ends(self.tables, position, self.level.answers)

    def after(self, position: Position, turn: End) -> Position:
        """Return the position after a turn."""
        return position_after(position, turn)

    def value(self, position: Position) -> int:
        """Return the value of a position for the side to move."""
        return value(self.tables, position)

    def result(self, position: Position) -> int | None:
        """Return the result for the side to move, or None while the game goes on."""
        return result(self.tables, position)

    def forcing(self, position: Position) -> Sequence[End]:
        """Return a list of a winning turn, or an empty list."""
        winning_end = win(self.tables, position)
        return () if winning_end is None else (winning_end,)

    def key(self, position: Position) -> Hashable:
        """Return the position itself, since it has no history."""
        return position


def candidate_ends(
    tables: BoardTables,
    position: Position,
    width: int,
    stone_moves: int = 2,
    character_moves: int = 1,
    is_turn_start: bool = True,
    ideas: int = 0,
    seed: int = 0,
) -> Generator[int, None, list[End]]:
    """Return a winning turn, or the most promising turns that prevent an immediate win of the other side.

    The generator yields the number of evaluated positions since the last yield.

    Args:
        tables: the tables of the mode.
        position: the position.
        width: the maximum number of turns.
        stone_moves: the number of remaining stone moves.
        character_moves: the number of remaining character moves.
        is_turn_start: True if the side has not moved in this turn, so that it must move.
        ideas: the number of random turns to choose from; 0 for all.
        seed: the seed of this random choice.
    """
    winning_end = win(tables, position, stone_moves, character_moves)
    if winning_end is not None:
        return [winning_end]
    valued_ends = yield from ranked_ends(tables, position, stone_moves, character_moves, is_turn_start)
    if ideas:
        valued_ends = sorted(_random_turns(valued_ends, ideas, seed), key=itemgetter(0), reverse=True)
    safe: list[End] = []
    for number, (_, end) in enumerate(valued_ends, 1):
        if number % _SLICE == 0:
            yield _SLICE
        next_position = position_after(position, end)
        if result(tables, next_position) != 1 and win(tables, next_position) is None:
            safe.append(end)
            if len(safe) == width:
                break
    return safe or [end for _, end in valued_ends[:1]] or [End(position.stones, position.character)]


def _random_turns(turns: Sequence[tuple[int, End]], count: int, seed: int) -> list[tuple[int, End]]:
    """Return ``count`` random turns, or all if there are fewer."""
    remaining = list(turns)
    selected: list[tuple[int, End]] = []
    while remaining and len(selected) < count:
        index, seed = randbelow(len(remaining), seed)
        remaining[index], remaining[-1] = remaining[-1], remaining[index]
        selected.append(remaining.pop())
    return selected


def actions_to_end(state: State, end: End) -> tuple[Action[Move], ...]:
    """Return the remaining actions of a turn that lead to its result. Return a pass if no actions do."""
    start = position(state)
    moves = shortest_moves(
        board_tables(state.mode), start, end, state.stone_moves, state.character_moves, state.is_turn_start
    )
    if moves is None:
        return (END,)
    actions: list[Action[Move]] = []
    stone_moves, character_moves, character_square = state.stone_moves, state.character_moves, start.character
    home = HOME[1 - state.side]
    for origin, goal in moves:
        if origin == character_square:
            actions.append(character_action(square_number(origin), square_number(goal), square_number(goal) in home))
            character_square, character_moves = goal, character_moves - 1
        else:
            actions.append(stone_action(square_number(origin), square_number(goal)))
            stone_moves -= 1
    if (stone_moves or character_moves) and square_number(character_square) not in home:
        actions.append(END)
    return tuple(actions)


class SenseiBot(BaseBot[State, Move]):
    """The bot of Sensei."""

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        level = LEVELS[question.level - 1]
        tables, start = board_tables(state.mode), position(state)
        remaining_moves = (state.stone_moves, state.character_moves, state.is_turn_start)
        positions = 0
        if level.finishes and win(tables, start, state.stone_moves, state.character_moves) is None:
            finish_end, positions = yield from with_running_total(_finish(tables, start, *remaining_moves), 0)
            if finish_end is not None:
                line = actions_to_end(state, finish_end)
                return TurnChoice(line, WON, line, positions)
        candidates = candidate_ends(tables, start, level.width, *remaining_moves, ideas=level.ideas, seed=question.seed)
        roots, positions = yield from with_running_total(candidates, positions)

        def noise(turn: End) -> int:
            return hash_mix(question.seed, turn.stones, turn.character) % (2 * level.noise + 1) - level.noise

        position_limit = level.positions
        best, positions = yield from _search_best(
            tables, start, level, position_limit, roots, noise, question.occurrences, positions
        )
        for _ in range(level.finishes if abs(best.value) < FORCED_WIN else 0):
            position_limit = max(level.positions // 8, position_limit - best.positions)
            enemy_finish, positions = yield from with_running_total(
                _finish(tables, position_after(start, best.turn)), positions
            )
            if enemy_finish is None or len(roots) == 1:
                break
            roots = [turn for turn in roots if turn != best.turn]
            best, positions = yield from _search_best(
                tables, start, level, position_limit, roots, noise, question.occurrences, positions
            )
        return TurnChoice(
            actions_to_end(state, best.turn), _graded_score(best.value), _line(state, best.line), positions
        )

    @override
    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        return advice.threats(state, player)

    @override
    def tips(self, state: State, player: int) -> tuple[Tip, ...]:
        return advice.tips(state, player)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        return advice.reasons(state, [action.move for action in actions])


def _search_best(
    tables: BoardTables,
    start: Position,
    level: Level,
    positions: int,
    roots: Sequence[End],
    noise: Callable[[End], int],
    earlier: Mapping[Hashable, int],
    positions_before: int,
) -> Generator[int, None, tuple[SearchResult[End], int]]:
    """Return the best of several turns and the number of evaluated positions. Yield running totals.

    Args:
        tables: the tables of the mode.
        start: the position to search.
        level: the level, with its depth and number of answers.
        positions: the maximum number of positions to evaluate.
        roots: the turns to choose from.
        noise: the random error of each turn's value.
        earlier: the number of occurrences of each position in the game so far.
        positions_before: the number of positions evaluated before.
    """
    limits = Limits(level.depth, positions, forcing=1)
    steps = search(Turns(tables, level), start, limits, roots=roots, noise=noise, repeated=_occurrences(earlier))
    search_result = yield from offset_progress(steps, positions_before)
    return search_result, positions_before + search_result.positions


def _finish(
    tables: BoardTables, position: Position, stone_moves: int = 2, character_moves: int = 1, is_turn_start: bool = True
) -> Generator[int, None, End | None]:
    """Return a turn that forces a win next turn, or None."""
    valued_ends = yield from ranked_ends(tables, position, stone_moves, character_moves, is_turn_start)
    return (yield from finish(tables, position, [end for _, end in valued_ends]))


def _graded_score(value: int) -> int:
    if abs(value) >= FORCED_WIN:
        return WON if value > 0 else -WON
    return score_of_value(value, SCALE)


def _line(state: State, turns: Sequence[End]) -> tuple[Action[Move], ...]:
    """Return the actions of several turns by alternating sides."""
    line: list[Action[Move]] = []
    for turn in turns:
        actions = actions_to_end(state, turn)
        line += actions
        for action in actions:
            state = state_after(state, action.move)
    return tuple(line)


def _occurrences(earlier: Mapping[Hashable, int]) -> dict[Hashable, int]:
    """Convert the number of occurrences by ``Game.key`` to the number by position."""
    counts: dict[Hashable, int] = {}
    for key, count in earlier.items():
        match key:
            case (str(board), int(side)):
                counts[position(State(board, side, 2, 1, ""))] = count
    return counts
