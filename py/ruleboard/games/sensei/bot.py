"""The bot of Sensei: an alpha-beta search over whole turns, which tries the most promising turns first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import itemgetter
from typing import Final

from ruleboard.contract.bots import BaseBot
from ruleboard.engine.action import Action
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.thinking import (
    MAX_SCORE,
    Question,
    TurnChoice,
    TurnSearch,
    hash_mix,
    offset_progress,
    score_from_value,
    with_running_total,
)
from ruleboard.engine.search.tree import FORCED_WIN, Limits, SearchResult, search
from ruleboard.games.sensei import advice
from ruleboard.games.sensei.bitboard import (
    BoardTables,
    TurnEnd,
    board_tables,
    find_win,
    position_after,
    result,
    shortest_moves,
)
from ruleboard.games.sensei.evaluation import ranked_ends, value
from ruleboard.games.sensei.forced_wins import find_forcing_turn
from ruleboard.games.sensei.movegen import END_TURN, character_action, state_after, stone_action
from ruleboard.games.sensei.state import HOME_BITS, Move, Position, State
from ruleboard.i18n import N_
from ruleboard.overriding import override

VALUE_SCALE: Final = 120
"""The value of a position with winning odds of three to one."""
_TURNS_PER_SLICE: Final = 40
"""The number of turns that ``candidate_ends`` checks for winning replies between two yields."""
_MIN_OPENING_HOME_STONES: Final = 5
"""The minimum number of a side's stones on its home rank in the opening. A first turn moves at most two of them."""
_OPENING_FORCED_LOSS_CHECKS: Final = 24
"""The maximum number of turns that all levels check for a forced win of the other side in the opening."""


class Defences(Enum):
    """The turns that a level checks for a defence if the other side threatens to win next turn."""

    ALL = "all"
    SAMPLED = "sampled"
    """Only the random turns that the level considers."""
    IGNORED = "ignored"
    """None: the level overlooks the threat."""


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level of the bot.

    Attributes:
        depth: the depth of the search in turns, including the bot's turn.
        root_turns: the number of turns to compare at the root.
        inner_turns: the number of turns to compare deeper in the search.
        max_positions: the maximum number of evaluated positions, except in the search for forced wins.
        max_noise: the maximum random error of a turn's value.
        forced_loss_checks: the number of best turns to check for a forced win of the other side.
        forced_win_percent: the percentage of turns in which the bot searches for its own forced wins.
        sampled_turns: the number of random turns to choose from, in addition to winning ones, or 0 for all turns.
        defences: the turns that the level checks for a defence against an immediate win.
        overlooked_threat_percent: the percentage of turns in which the level overlooks that the other side can win.
        overlooked_forced_loss_percent: the percentage of turns without the checks for forced wins of the other side.
    """

    depth: int
    root_turns: int
    inner_turns: int
    max_positions: int
    max_noise: int
    forced_loss_checks: int
    forced_win_percent: int = 0
    sampled_turns: int = 0
    defences: Defences = Defences.ALL
    overlooked_threat_percent: int = 0
    overlooked_forced_loss_percent: int = 0


LEVELS: Final = (
    Level(1, 30, 1, 12_000, 10, 0, sampled_turns=6, defences=Defences.SAMPLED, overlooked_threat_percent=33),
    Level(
        1,
        30,
        1,
        12_000,
        10,
        2,
        forced_win_percent=8,
        sampled_turns=40,
        overlooked_threat_percent=8,
        overlooked_forced_loss_percent=45,
    ),
    Level(1, 30, 1, 12_000, 10, 8, forced_win_percent=13, sampled_turns=40, overlooked_forced_loss_percent=10),
    Level(1, 30, 1, 12_000, 10, 8, forced_win_percent=100, sampled_turns=80),
    Level(2, 10, 2, 90_000, 10, 2, forced_win_percent=100),
)
"""The levels of the bot, from the weakest."""


class TurnTree:
    """The game tree that the bot searches. Its moves are the most promising whole turns."""

    def __init__(self, tables: BoardTables, level: Level) -> None:
        self.tables = tables
        self.level = level

    def turns(self, position: Position) -> Generator[int, None, list[TurnEnd]]:
        """Return the most promising turns of a position."""
        return candidate_ends(self.tables, position, self.level.inner_turns)

    def position_after(self, position: Position, turn: TurnEnd) -> Position:
        """Return the position after a turn."""
        return position_after(position, turn)

    def value(self, position: Position) -> int:
        """Return the value of a position for the side to move."""
        return value(self.tables, position)

    def result(self, position: Position) -> int | None:
        """Return the result for the side to move, or None if the game continues."""
        return result(self.tables, position)

    def forcing_turns(self, position: Position) -> Sequence[TurnEnd]:
        """Return one winning turn in a list, or an empty list if no turn wins."""
        winning_end = find_win(self.tables, position)
        return () if winning_end is None else (winning_end,)

    def key(self, position: Position) -> Hashable:
        """Return the position itself as the key, since it contains no history."""
        return position


def candidate_ends(
    tables: BoardTables,
    position: Position,
    max_turns: int,
    stone_moves: int = 2,
    character_moves: int = 1,
    is_turn_start: bool = True,
    sampled_turns: int = 0,
    seed: int = 0,
    defences: Defences = Defences.ALL,
) -> Generator[int, None, list[TurnEnd]]:
    """Return a winning turn, or otherwise the most promising turns that prevent an immediate win of the other side.

    The generator yields the number of positions evaluated since its last yield.

    Args:
        tables: the tables of the mode.
        position: the position.
        max_turns: the maximum number of turns to return.
        stone_moves: the number of remaining stone moves.
        character_moves: the number of remaining character moves.
        is_turn_start: True if the side has not moved in this turn, so that it must move.
        sampled_turns: the number of random turns to choose from, or 0 for all.
        seed: the seed of this random choice.
        defences: the turns to check for a defence against an immediate win of the other side.
    """
    winning_end = find_win(tables, position, stone_moves, character_moves)
    if winning_end is not None:
        return [winning_end]
    valued_ends = yield from ranked_ends(tables, position, stone_moves, character_moves, is_turn_start)
    if sampled_turns:
        sampled_ends = sorted(_random_turns(valued_ends, sampled_turns, seed), key=itemgetter(0), reverse=True)
        valued_ends = list(dict.fromkeys([*sampled_ends, *valued_ends])) if defences is Defences.ALL else sampled_ends
    safe_ends: list[TurnEnd] = []
    for number, (_, end) in enumerate(valued_ends, 1):
        if number % _TURNS_PER_SLICE == 0:
            yield _TURNS_PER_SLICE
        next_position = position_after(position, end)
        if result(tables, next_position) != 1 and (
            defences is Defences.IGNORED or find_win(tables, next_position) is None
        ):
            safe_ends.append(end)
        if len(safe_ends) == max_turns or (safe_ends and number >= sampled_turns > 0):
            break
    return safe_ends or [end for _, end in valued_ends[:1]] or [TurnEnd(position.stones, position.character)]


def _random_turns(turns: Sequence[tuple[int, TurnEnd]], count: int, seed: int) -> list[tuple[int, TurnEnd]]:
    remaining_turns = list(turns)
    selected_turns: list[tuple[int, TurnEnd]] = []
    while remaining_turns and len(selected_turns) < count:
        index, seed = randbelow(len(remaining_turns), seed)
        remaining_turns[index], remaining_turns[-1] = remaining_turns[-1], remaining_turns[index]
        selected_turns.append(remaining_turns.pop())
    return selected_turns


def actions_to_end(state: State, end: TurnEnd) -> tuple[Action[Move], ...]:
    """Return the actions that complete a turn with the given result, or ``end`` if no actions lead to it."""
    moves = shortest_moves(
        board_tables(state.mode), state.position, end, state.stone_moves, state.character_moves, state.is_turn_start
    )
    if moves is None:
        return (END_TURN,)
    side = state.side
    actions: list[Action[Move]] = []
    for origin, goal in moves:
        is_leap = origin == state.position.character
        actions.append(character_action(origin, goal, side) if is_leap else stone_action(origin, goal))
        state = state_after(state, actions[-1].move)
    return tuple(actions) if state.side != side or state.position.is_home_win else (*actions, END_TURN)


class SenseiBot(BaseBot[State, Move]):
    """The computer opponent for Sensei."""

    playing_styles = (
        N_("Compares a few possible turns, and overlooks one threat in 3."),
        N_("Compares more possible turns, but overlooks some threats."),
        N_("Stops any win that’s one turn away, and often sees a turn earlier when nothing could stop one."),
        N_("Stops any win that’s one turn away, and sees a turn earlier when nothing can stop a win."),
        N_("Compares all its possible turns, considers your replies, and plans 2 turns ahead."),
    )

    threats = staticmethod(advice.threats)
    tips = staticmethod(advice.tips)

    @override
    def think(self, state: State, question: Question) -> TurnSearch[Move]:
        level = LEVELS[question.level - 1]
        tables, start = board_tables(state.mode), state.position
        remaining_moves = (state.stone_moves, state.character_moves, state.is_turn_start)
        position_count = 0
        seeks_forced_win = hash_mix(question.seed, 3) % 100 < level.forced_win_percent
        if seeks_forced_win and find_win(tables, start, state.stone_moves, state.character_moves) is None:
            winning_end, position_count = yield from with_running_total(
                find_forced_win(tables, start, *remaining_moves), 0
            )
            if winning_end is not None:
                line = actions_to_end(state, winning_end)
                return TurnChoice(line, MAX_SCORE, line, position_count)
        is_opening = (start.stones & HOME_BITS[start.side]).bit_count() >= _MIN_OPENING_HOME_STONES
        overlooks_threat = hash_mix(question.seed, 1) % 100 < level.overlooked_threat_percent
        overlooks_forced_loss = hash_mix(question.seed, 2) % 100 < level.overlooked_forced_loss_percent
        if is_opening:
            forced_loss_checks = _OPENING_FORCED_LOSS_CHECKS
        else:
            forced_loss_checks = 0 if overlooks_forced_loss else level.forced_loss_checks
        candidates = candidate_ends(
            tables,
            start,
            level.root_turns,
            *remaining_moves,
            sampled_turns=level.sampled_turns,
            seed=question.seed,
            defences=Defences.ALL if is_opening else Defences.IGNORED if overlooks_threat else level.defences,
        )
        roots, position_count = yield from with_running_total(candidates, position_count)
        losing_turns: set[TurnEnd] = set()

        def noise(turn: TurnEnd) -> int:
            return hash_mix(question.seed, turn.stones, turn.character) % (2 * level.max_noise + 1) - level.max_noise

        position_limit = level.max_positions
        best_result, position_count = yield from _search_best_turn(
            tables, start, level, position_limit, roots, noise, question.occurrences, position_count
        )
        for _ in range(forced_loss_checks if abs(best_result.value) < FORCED_WIN else 0):
            position_limit = max(level.max_positions // 8, position_limit - best_result.position_count)
            enemy_win, position_count = yield from with_running_total(
                find_forced_win(tables, position_after(start, best_result.turn)), position_count
            )
            if enemy_win is None:
                break
            losing_turns.add(best_result.turn)
            other_roots = [turn for turn in roots if turn not in losing_turns]
            if not other_roots and is_opening:  # all random turns lose
                all_candidates = candidate_ends(tables, start, _OPENING_FORCED_LOSS_CHECKS, *remaining_moves)
                candidate_turns, position_count = yield from with_running_total(all_candidates, position_count)
                other_roots = [turn for turn in candidate_turns if turn not in losing_turns]
            if not other_roots:
                break
            roots = other_roots
            best_result, position_count = yield from _search_best_turn(
                tables, start, level, position_limit, roots, noise, question.occurrences, position_count
            )
        return TurnChoice(
            actions_to_end(state, best_result.turn),
            _score_from_value(best_result.value),
            _line_actions(state, best_result.line),
            position_count,
        )

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]], reader: int | None = None) -> tuple[str, ...]:
        return advice.reasons(state, [action.move for action in actions])


def _search_best_turn(
    tables: BoardTables,
    start: Position,
    level: Level,
    max_positions: int,
    roots: Sequence[TurnEnd],
    noise: Callable[[TurnEnd], int],
    repetition_counts: Mapping[Hashable, int],
    previous_position_count: int,
) -> Generator[int, None, tuple[SearchResult[TurnEnd], int]]:
    """Search for the best of several turns, and return it with the number of positions evaluated.

    The generator yields the running total of evaluated positions.

    Args:
        tables: the tables of the mode.
        start: the position to search.
        level: the level, with its depth and the number of turns to compare.
        max_positions: the maximum number of positions to evaluate.
        roots: the turns to choose from.
        noise: the random error to add to each turn's value.
        repetition_counts: the number of times each position has occurred in the game.
        previous_position_count: the number of positions evaluated so far.
    """
    limits = Limits(level.depth, max_positions, max_forcing_turns=1)
    steps = search(
        TurnTree(tables, level), start, limits, roots=roots, noise=noise, repetition_counts=repetition_counts
    )
    search_result = yield from offset_progress(steps, previous_position_count)
    return search_result, previous_position_count + search_result.position_count


def find_forced_win(
    tables: BoardTables, position: Position, stone_moves: int = 2, character_moves: int = 1, is_turn_start: bool = True
) -> Generator[int, None, TurnEnd | None]:
    """Return a turn after which the mover wins next turn whatever the reply, or None.

    The generator yields the number of positions evaluated since its last yield. For the arguments see
    ``candidate_ends``.
    """
    valued_ends = yield from ranked_ends(tables, position, stone_moves, character_moves, is_turn_start)
    return (yield from find_forcing_turn(tables, position, [end for _, end in valued_ends]))


def _score_from_value(value: int) -> int:
    if abs(value) >= FORCED_WIN:
        return MAX_SCORE if value > 0 else -MAX_SCORE
    return score_from_value(value, VALUE_SCALE)


def _line_actions(state: State, turns: Sequence[TurnEnd]) -> tuple[Action[Move], ...]:
    line: list[Action[Move]] = []
    for turn in turns:
        actions = actions_to_end(state, turn)
        line += actions
        for action in actions:
            state = state_after(state, action.move)
    return tuple(line)
