"""The bot of Tesulda and its levels.

The bot chooses a turn in two steps. First it searches for the best Moves. This search ignores the pool and all swaps
except those in which a figure in danger gives its best pieces to a neighbour. Then the bot completes the best Moves
with takes, swaps and resources, and compares the completed turns by the opponent's best replies.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from ruleboard.contract.bots import BaseBot
from ruleboard.engine.action import Action
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.selective import search
from ruleboard.engine.search.thinking import (
    MAX_SCORE,
    Question,
    TurnChoice,
    TurnSearch,
    hash_mix,
    offset_progress,
    sample_turns,
    score_from_value,
)
from ruleboard.engine.search.tree import FORCED_WIN, WIN, Limits
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building, dangers, reasons
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.completions import (
    Completion,
    completions,
    plain_completion,
    winning_completion,
    wins_at_once,
)
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.figures import CROWN, traits
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import ArmyCommand, Move, MoveFigure
from ruleboard.games.tesulda.position import Position
from ruleboard.games.tesulda.search_rules import (
    FIRST_COMPLETED_TURN,
    MoveFilter,
    TesuldaSearchRules,
    Turn,
    attack_with_rescue,
    position_after_turn,
    repetition_counts,
)
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import next_state
from ruleboard.i18n import N_
from ruleboard.overriding import override

_VALUE_SCALE: Final = 220
"""The advantage with winning odds of three to one, about two figures."""
_LIKELY_WIN_SCORE: Final = MAX_SCORE * 7 // 8
"""The score of a forced win by Moves. Swaps and pieces of the pool, which the search ignores, may prevent it."""
_FAR_DISTANCE: Final = 3
"""The minimum distance of a far Move, in squares."""
_YIELD_INTERVAL: Final = 10
"""The number of positions between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level of strength.

    Attributes:
        limits: the limits of the search for a Move.
        completion_limits: the limits of the search for a completion, or None to choose the completion with the best
            value.
        move_count: the number of Moves for which the bot compares completions.
        sees_winning_turns: True if the bot checks all its own turns and all replies for wins, with and without a swap.
            All levels check the replies to their first turn.
        swap_count: the number of swaps to try after each Move.
        max_noise: the maximum random error in the value of a Move.
        ignored_bent_move_percent: the percentage of Moves around corners or over figures that the search ignores.
        ignored_far_move_percent: the percentage of other Moves over at least ``_FAR_DISTANCE`` squares that the search
            ignores.
        includes_rescues: True if the search includes swaps from a figure in danger to a neighbour.
        exchange_count: the number of pairs of figures to exchange in the default army.
        considered_move_percent: the percentage of the bot's own Moves, chosen at random, that the bot considers. The
            bot always considers winning Moves, and all Moves if the considered ones let the opponent win.
    """

    limits: Limits
    completion_limits: Limits | None = None
    move_count: int = 1
    sees_winning_turns: bool = True
    swap_count: int = 6
    max_noise: int = 0
    ignored_bent_move_percent: int = 0
    ignored_far_move_percent: int = 0
    includes_rescues: bool = True
    exchange_count: int = 0
    considered_move_percent: int = 100


LEVELS: Final = (
    Level(
        Limits(1, 600, 2, _YIELD_INTERVAL),
        sees_winning_turns=False,
        swap_count=1,
        max_noise=26,
        ignored_bent_move_percent=50,
        ignored_far_move_percent=20,
        includes_rescues=False,
        considered_move_percent=70,
    ),
    Level(
        Limits(2, 900, 3, _YIELD_INTERVAL),
        swap_count=4,
        max_noise=7,
        ignored_bent_move_percent=5,
        includes_rescues=False,
    ),
    Level(
        Limits(3, 900, 4, _YIELD_INTERVAL),
        Limits(2, 400, 3, _YIELD_INTERVAL),
        max_noise=11,
        ignored_bent_move_percent=5,
        exchange_count=1,
    ),
    Level(
        Limits(3, 1_000, 4, _YIELD_INTERVAL),
        Limits(2, 450, 3, _YIELD_INTERVAL),
        max_noise=14,
        exchange_count=2,
        considered_move_percent=80,
    ),
    Level(
        Limits(4, 6_000, 4, _YIELD_INTERVAL),
        Limits(3, 2_500, 4, _YIELD_INTERVAL),
        max_noise=3,
        exchange_count=2,
    ),
)
"""The levels 1 to 5."""


class TesuldaBot(BaseBot[State, Move]):
    """The computer opponent for Tesulda."""

    playing_styles = (
        N_("Looks only at its own Moves, and doesn’t see when handing over pieces would win."),
        N_("Looks 2 Moves ahead, and stops you from winning in one turn, even by handing over pieces."),
        N_("Looks 3 Moves ahead, and also compares what it could take or hand over after its Move."),
        N_("Overlooks one Move in 5, but compares more positions than the level below."),
        N_("Looks 4 Moves ahead, and compares more positions than any other level."),
    )
    threats = staticmethod(dangers.threats)
    tips = staticmethod(dangers.tips)

    @override
    def think(self, state: State, question: Question) -> TurnSearch[Move]:
        """Choose the remaining actions of a turn, or the actions that build an army."""
        level = LEVELS[question.level - 1]
        if state.build is not None:
            yield 0
            return TurnChoice(_army_actions(state, hash_mix(question.seed, question.player), level.exchange_count), 0)
        seed = hash_mix(question.seed, sum(question.occurrences.values()))
        is_visible = _visibility_filter(level, seed)
        counts_by_key = repetition_counts(question.occurrences, state.pool)
        position_count, value = 0, 0
        line: tuple[Turn, ...] = ()
        prefixes: list[tuple[Move, ...]] = [()]
        other_turns: list[Turn] = []
        unconsidered_turns: list[Turn] = []
        if state.is_turn_start:
            start = state.position

            def noise(turn: Turn) -> int:
                return hash_mix(seed, turn) % (2 * level.max_noise + 1) - level.max_noise

            def is_winning(turn: Turn) -> bool:
                return position_after_turn(start, *divmod(turn, SIZE * SIZE)).is_lost

            attacks, quiet_turns = TesuldaSearchRules().turns(start)
            all_turns = (*attacks, *quiet_turns)
            root_turns = sample_turns(all_turns, level.considered_move_percent, seed, is_winning)
            search_rules = TesuldaSearchRules(is_visible=is_visible, with_rescues=level.includes_rescues)
            search_result = yield from search(
                search_rules, start, level.limits, root_turns, noise=noise, repetition_counts=counts_by_key
            )
            position_count, value, line = search_result.position_count, search_result.value, search_result.line
            if value < WIN - 1 and level.sees_winning_turns:
                for turn in all_turns:
                    yield position_count
                    winning_turn = winning_completion(state, MoveFigure(*divmod(turn, SIZE * SIZE)))
                    if winning_turn is not None:
                        return (yield from _build_choice(state, winning_turn, WIN, (), position_count))
            other_turns = [turn for turn, _value in search_result.ranked_turns if turn != search_result.turn]
            unconsidered_turns = [turn for turn in all_turns if turn not in root_turns]
            best_turns = [search_result.turn, *other_turns[: level.move_count - 1 if abs(value) < FORCED_WIN else 0]]
            prefixes = [(MoveFigure(*divmod(turn, SIZE * SIZE)),) for turn in best_turns]
            attack_moves = attack_with_rescue(start, search_result.turn) if level.includes_rescues else ()
            if attack_moves:
                prefixes.insert(0, attack_moves)
        candidates = yield from _best_completions(state, prefixes, level.swap_count, position_count)
        if len(candidates) > 1 and level.completion_limits is not None and not _has_lost_crown(candidates[0].state):
            positions = [completion.state.position for completion in candidates]
            search_rules = TesuldaSearchRules(positions, is_visible, level.includes_rescues)
            turn_numbers = range(FIRST_COMPLETED_TURN, FIRST_COMPLETED_TURN + len(positions))
            search_result = yield from offset_progress(
                search(
                    search_rules, state.position, level.completion_limits, turn_numbers, repetition_counts=counts_by_key
                ),
                position_count,
            )
            position_count, value, line = (
                position_count + search_result.position_count,
                search_result.value,
                search_result.line,
            )
            candidates = [
                candidates[turn - FIRST_COMPLETED_TURN] for turn in dict.fromkeys((search_result.turn, *turn_numbers))
            ]
        is_first_turn = not state.pool and state.quiet_turns <= 1
        if (level.sees_winning_turns or is_first_turn) and value < WIN - 1 and not _has_lost_crown(candidates[0].state):
            other_completions = filter(
                None, (plain_completion(state, turn) for turn in chain(other_turns, unconsidered_turns))
            )
            safe_completion = yield from _first_safe_completion(chain(candidates, other_completions), position_count)
            if safe_completion is not None and safe_completion is not candidates[0]:
                line = ()
                candidates.insert(0, safe_completion)
        return (yield from _build_choice(state, candidates[0], value, line[1:], position_count))

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]], reader: int | None = None) -> tuple[str, ...]:
        return reasons.reasons(state, [action.move for action in actions])


def _best_completions(
    state: State, prefixes: Iterable[tuple[Move, ...]], swap_count: int, position_count: int
) -> Generator[int, None, list[Completion]]:
    """Return the most promising completions, sorted by the order of ``prefixes``, then by value from high to low.

    Args:
        state: the current state.
        prefixes: the first moves of each turn to complete. An empty prefix completes the current turn.
        swap_count: the number of swaps to try for each prefix.
        position_count: the number of positions evaluated so far.
    """
    search_rules = TesuldaSearchRules()
    completions_by_state: dict[State, Completion] = {}
    for prefix in prefixes:
        new_state = state
        for move in prefix:
            new_state = next_state(new_state, move)
        ranked_completions: list[tuple[int, int, Completion]] = []
        for completion in completions(new_state, swap_count, prefix):
            if _has_lost_crown(completion.state):
                return [completion]
            value = search_rules.value(completion.state.position)
            ranked_completions.append((value, len(ranked_completions), completion))
            yield position_count
        ranked_completions.sort()
        for _value, _number, completion in ranked_completions[: swap_count + 1]:
            completions_by_state.setdefault(completion.state, completion)
    return list(completions_by_state.values())


def _first_safe_completion(
    candidates: Iterable[Completion], position_count: int
) -> Generator[int, None, Completion | None]:
    """Return the first completion after which the opponent cannot win at once, or None if none is safe.

    Args:
        candidates: the completions, the best first.
        position_count: the number of positions evaluated so far.
    """
    for completion in candidates:
        for turn in chain(*TesuldaSearchRules().turns(completion.state.position)):
            yield position_count
            if wins_at_once(completion.state, turn):
                break
        else:
            return completion
    return None


def _has_lost_crown(state: State) -> bool:
    return state.position.crownless_side == state.side


def _build_choice(
    state: State, completion: Completion, value: int, replies: Sequence[Turn], position_count: int
) -> TurnSearch[Move]:
    """Return the bot's choice: the actions of a completion, followed by the expected reply.

    The generator yields after each action, since the computation of legal actions is slow.
    """
    actions: list[Action[Move]] = []
    for move in completion.moves:
        actions.append(next(action for action in legal_actions(state) if action.move == move))
        state = next_state(state, move)
        yield position_count
    expected_moves = [MoveFigure(*divmod(turn, SIZE * SIZE)) for turn in replies[:1]]
    reply_actions = [action for action in legal_actions(state) if action.move in expected_moves]
    return TurnChoice(tuple(actions), _turn_score(state, value), (*actions, *reply_actions), position_count)


def _turn_score(end_state: State, value: int) -> int:
    game_end = find_ending(end_state)
    if game_end is not None:
        return int(MAX_SCORE * game_end.returns[1 - end_state.side])
    if abs(value) < FORCED_WIN:
        return score_from_value(value, _VALUE_SCALE)
    return _LIKELY_WIN_SCORE if value > 0 else -_LIKELY_WIN_SCORE


def _army_actions(state: State, seed: int, exchange_count: int) -> tuple[Action[Move], ...]:
    """Return the actions that build the default army, mirrored at random and with some pairs of figures exchanged.

    The figures on the crown's file and the files next to it keep their places.
    """
    army = armies.DEFAULT_ARMY
    moves: list[Move] = [] if building.current_army(state) == army else [ArmyCommand.DEFAULT]
    is_mirrored, seed = randbelow(2, seed)
    if is_mirrored:
        moves.append(ArmyCommand.MIRROR)
        army = armies.mirror_image(army)
    squares = armies.zone_squares(state.side)
    crown_index = next(index for index, figure in enumerate(army) if CROWN in figure)
    free_indices = [index for index in range(2 * SIZE) if abs(index % SIZE - crown_index % SIZE) > 1]
    for _number in range(exchange_count):
        number, seed = randbelow(len(free_indices), seed)
        chosen_index = free_indices.pop(number)
        partner_indices = [
            index
            for index in free_indices
            if index // SIZE == chosen_index // SIZE and army[index] != army[chosen_index]
        ]
        number, seed = randbelow(len(partner_indices), seed)
        free_indices.remove(partner_indices[number])
        first_index, second_index = sorted((chosen_index, partner_indices[number]))
        moves.append(MoveFigure(squares[first_index], squares[second_index]))
    actions: list[Action[Move]] = []
    for move in (*moves, ArmyCommand.DONE):
        actions.append(next(action for action in legal_actions(state) if action.move == move))
        state = next_state(state, move)
    return tuple(actions)


def _visibility_filter(level: Level, seed: int) -> MoveFilter | None:
    """Return a function that returns False for the Moves that a level's search ignores, or None to consider all Moves.

    The seed selects the ignored Moves.
    """
    if not level.ignored_bent_move_percent and not level.ignored_far_move_percent:
        return None

    def is_visible(position: Position, turn: Turn) -> bool:
        origin, goal = divmod(turn, SIZE * SIZE)
        rank_distance, file_distance = abs(origin // SIZE - goal // SIZE), abs(origin % SIZE - goal % SIZE)
        is_bent_move = traits(position.own_figures[origin]).is_jumper or (
            rank_distance != file_distance and rank_distance != 0 and file_distance != 0
        )
        ignored_percent = (
            level.ignored_bent_move_percent
            if is_bent_move
            else level.ignored_far_move_percent
            if max(rank_distance, file_distance) >= _FAR_DISTANCE
            else 0
        )
        return (turn * 0x9E3779B1 ^ seed) >> 8 & 0xFFFF >= ignored_percent * 656

    return is_visible
