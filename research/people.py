"""Policies that imitate people who learn a game with its course.

- The newcomer sees wins in one turn, overlooks one threat in three, and prefers what the course teaches.
- The graduate has passed the course: never allows a win in one turn if a defence exists, and looks one turn ahead.
- The club player looks two turns ahead.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, Final, TypeAlias, TypeVar

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from research.wins import can_trap_prime, mover_can_win, mover_has_forced_win
from ruleboard.engine.action import Action
from ruleboard.engine.search.matrix import solve_matrix, weighted_index
from ruleboard.engine.search.selective import search
from ruleboard.engine.search.thinking import Question, hash_mix, sample_turns
from ruleboard.engine.search.tree import Limits
from ruleboard.engine.steps import run_to_end
from ruleboard.games.equilibrium.bot import EquilibriumBot
from ruleboard.games.equilibrium.bot import Level as EquilibriumLevel
from ruleboard.games.equilibrium.evaluation import LEVEL_WEIGHTS
from ruleboard.games.equilibrium.evaluation import Weights as TokenWeights
from ruleboard.games.sensei.bitboard import TurnEnd, board_tables, find_win, position_after
from ruleboard.games.sensei.bot import actions_to_end
from ruleboard.games.sensei.evaluation import ranked_ends
from ruleboard.games.sensei.forced_wins import find_forcing_turn
from ruleboard.games.sensei.state import State as SenseiState
from ruleboard.games.tensor_cards.bot import TensorCardsBot
from ruleboard.games.tensor_cards.evaluation import Evaluation, Weights
from ruleboard.games.tensor_cards.habits import Habits, habitual_placement
from ruleboard.games.tensor_cards.movegen import legal_actions as cards_actions
from ruleboard.games.tensor_cards.numbered_board import numbered_board
from ruleboard.games.tensor_cards.placement_matrix import PlacementMatrix
from ruleboard.games.tensor_cards.state import CommitPlacement
from ruleboard.games.tensor_cards.state import State as CardsState
from ruleboard.games.tensor_chess.movegen import legal_actions as chess_actions
from ruleboard.games.tensor_chess.packed_moves import apply_move, can_checkmate, is_checkmate
from ruleboard.games.tensor_chess.search_rules import TensorChessSearchRules, build_search_position
from ruleboard.games.tensor_chess.state import State as ChessState
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.bot import TesuldaBot
from ruleboard.games.tesulda.completions import completions, winning_completion
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.movegen import legal_actions as tesulda_actions
from ruleboard.games.tesulda.moves import MoveFigure
from ruleboard.games.tesulda.search_rules import TesuldaSearchRules, position_after_turn
from ruleboard.games.tesulda.state import State as TesuldaState
from ruleboard.games.tesulda.turn import next_state as tesulda_state_after

T = TypeVar("T")

Actions: TypeAlias = tuple[Action[Any], ...]


class Person(IntEnum):
    """A person to imitate, from the weakest."""

    NEWCOMER = 0
    GRADUATE = 1
    CLUB_PLAYER = 2


_OVERLOOKED_SHARE = 1 / 3
"""The share of turns in which the newcomer overlooks that the other side can win at once."""


def choose_turn(game_id: str, person: Person, state: Any, question: Question) -> Actions:
    """Return the actions of a person's turn.

    Args:
        game_id: the id of the game.
        person: the person.
        state: the state as the player to move may see it, at the start of a turn.
        question: the player and the seed.
    """
    return _POLICY_BY_GAME[game_id](state, person, question)


def _find_first_safe_turn(turns: Iterable[T], is_safe: Callable[[T], bool], person: Person, seed: int) -> T:
    """Return the first turn after which the other side cannot win at once, or the first turn if none is safe.

    A newcomer sometimes overlooks the danger, and otherwise compares only three turns.
    """
    options = list(turns)
    if person is Person.NEWCOMER:
        if random.Random(f"overlooks {seed}").random() < _OVERLOOKED_SHARE:
            return options[0]
        options = options[:3]
    return next((turn for turn in options if is_safe(turn)), options[0])


# --- Sensei: win, close the other side's lanes, open lanes for the character

_SENSEI_TURN_COUNTS: Final = (8, 60, 250)
"""The number of turns that each person considers, of up to 4,000."""


def _choose_sensei_turn(state: SenseiState, person: Person, question: Question) -> Actions:
    """Choose a turn. The course teaches turns after which nothing can stop a win ("leave no gap")."""
    tables, start = board_tables(state.mode), state.position
    end = find_win(tables, start)
    ends = [] if end else run_to_end(ranked_ends(tables, start))
    sample = random.Random(question.seed).sample(ends, min(len(ends), _SENSEI_TURN_COUNTS[person]))
    if person is not Person.NEWCOMER:
        end = end or run_to_end(find_forcing_turn(tables, start, [end for _value, end in sample]))
    if end is None:
        options = [end for _value, end in sorted(sample, key=lambda item: -item[0])]
        if person is not Person.NEWCOMER:
            options += [end for _value, end in ends]
        options = options or [TurnEnd(start.stones, start.character)]
        end = _find_first_safe_turn(
            options, lambda option: not mover_can_win(tables, position_after(start, option)), person, question.seed
        )
        if person is Person.CLUB_PLAYER:
            safe_options = [end, *(option for option in options[:3] if option != end)]
            end = next(
                (option for option in safe_options if not mover_has_forced_win(tables, position_after(start, option))),
                end,
            )
    return actions_to_end(state, end)


# --- Tensor Chess: win material, lose none, checkmate

_CHESS_LIMITS: Final = (Limits(1, 100_000, 1), Limits(2, 800, 3), Limits(3, 4_000, 6))
_CHESS_NOISE: Final = (60, 40, 10)
_CHESS_CONSIDERED_PERCENT: Final = (50, 85, 100)
"""The share of the legal moves that each person considers, except to prevent checkmate."""


def _choose_chess_turn(state: ChessState, person: Person, question: Question) -> Actions:
    rules, start = TensorChessSearchRules(), build_search_position(state)
    captures, other_turns = rules.turns(start)
    moves = sample_turns(
        (*captures, *other_turns),
        _CHESS_CONSIDERED_PERCENT[person],
        question.seed,
        lambda move: is_checkmate(apply_move(state, move)),
    )
    search_result = run_to_end(
        search(rules, start, _CHESS_LIMITS[person], moves, noise=_create_noise(question.seed, _CHESS_NOISE[person]))
    )
    other_moves = () if person is Person.NEWCOMER else (*captures, *other_turns)
    options = dict.fromkeys((search_result.turn, *(turn for turn, _value in search_result.ranked_turns), *other_moves))
    move = _find_first_safe_turn(
        options, lambda turn: not can_checkmate(apply_move(state, turn)), person, question.seed
    )
    return (chess_actions(state).action_for(move),)


def _create_noise(seed: int, maximum: int) -> Callable[[int], int]:
    return lambda turn: hash_mix(seed, turn) % (2 * maximum + 1) - maximum


# --- Tesulda: win pieces, lose none, trap the Prime; graduates hand pieces over

_TESULDA_LIMITS: Final = (Limits(1, 10_000, 1), Limits(2, 2_000, 3), Limits(3, 2_000, 4))
_TESULDA_NOISE: Final = (26, 10, 4)
_TESULDA_CONSIDERED_PERCENT: Final = (50, 100, 100)
"""The share of the legal Moves that each person considers."""
_SWAP_COUNTS: Final = (1, 4, 6)


def _choose_tesulda_turn(state: TesuldaState, person: Person, question: Question) -> Actions:
    if state.build is not None:
        return run_to_end(TesuldaBot().think(state, Question(question.player, 1, question.seed))).actions
    rules, start = TesuldaSearchRules(), state.position
    attacks, other_turns = rules.turns(start)
    turns = sample_turns(
        (*attacks, *other_turns),
        _TESULDA_CONSIDERED_PERCENT[person],
        question.seed,
        lambda turn: position_after_turn(start, *divmod(turn, SIZE * SIZE)).is_lost,
    )
    if person is not Person.NEWCOMER:
        for turn in turns:
            win = winning_completion(state, MoveFigure(*divmod(turn, SIZE * SIZE)))
            if win is not None:
                return _convert_moves(state, win.moves)
    search_result = run_to_end(
        search(rules, start, _TESULDA_LIMITS[person], turns, noise=_create_noise(question.seed, _TESULDA_NOISE[person]))
    )
    ends = []
    for turn in dict.fromkeys((search_result.turn, *(turn for turn, _value in search_result.ranked_turns[:8]))):
        move = MoveFigure(*divmod(turn, SIZE * SIZE))
        options = list(completions(tesulda_state_after(state, move), _SWAP_COUNTS[person], (move,)))
        if options:
            ends.append(min(options, key=lambda end: rules.value(end.state.position)))
    end = _find_first_safe_turn(
        ends,
        lambda end: find_ending(end.state) is not None or not can_trap_prime(end.state),
        person,
        question.seed,
    )
    return _convert_moves(state, end.moves)


def _convert_moves(state: TesuldaState, moves: Iterable[Any]) -> Actions:
    actions = []
    for move in moves:
        actions.append(next(action for action in tesulda_actions(state) if action.move == move))
        state = tesulda_state_after(state, move)
    return tuple(actions)


# --- the cards: go to stars, stop the cards that reach one, guess what the other side places

_NEWCOMER_HABITS: Final = Habits(favourite_value=15, max_noise=50, defence_value=60)
_GRADUATE_GUESS_COUNT: Final = 6
"""The number of the other side's placements that a graduate imagines."""
_CLUB_PLAYER_ROUND_COUNT: Final = 60
_SHORT_SIGHTED_WEIGHTS, _FAR_SIGHTED_WEIGHTS = Weights(0, 0, 4), Weights(600, 50, 4)


def _choose_cards_turn(state: CardsState, person: Person, question: Question) -> Actions:
    if state.placing_player is None:
        return run_to_end(TensorCardsBot().think(state, Question(question.player, 1, question.seed))).actions
    player, seed = question.player, question.seed
    evaluation = Evaluation(
        numbered_board(state.terms), _FAR_SIGHTED_WEIGHTS if person is Person.CLUB_PLAYER else _SHORT_SIGHTED_WEIGHTS
    )
    matrix = PlacementMatrix(evaluation.board, state.position, state.hands, evaluation)
    if person is Person.NEWCOMER:
        overlooks_threat = random.Random(seed).random() < _OVERLOOKED_SHARE
        habits = Habits(15, 50) if overlooks_threat else _NEWCOMER_HABITS
        placement = habitual_placement(state, player, evaluation, habits, seed, question.game_seed)
    elif person is Person.GRADUATE:
        totals = [0] * matrix.size[player]
        for number in range(_GRADUATE_GUESS_COUNT):
            guessed_placement = habitual_placement(
                state, 1 - player, evaluation, _NEWCOMER_HABITS, hash_mix(seed, number), hash_mix(seed, number, 1)
            )
            index = matrix.placements[1 - player].index(guessed_placement)
            payoffs = run_to_end(matrix.row(index) if player else matrix.column(index))
            totals = [total + (-payoff if player else payoff) for total, payoff in zip(totals, payoffs, strict=True)]
        placement = matrix.placements[player][totals.index(max(totals))]
    else:
        solution = run_to_end(solve_matrix(matrix, _CLUB_PLAYER_ROUND_COUNT))
        weights = solution.columns if player else solution.rows
        placement = matrix.placements[player][weighted_index(weights, seed)]
    return (next(action for action in cards_actions(state) if action.move == CommitPlacement(placement)),)


# --- Equilibrium: lift the lowest tokens, let the highest rest, tweak the lowest


_TWO_ROUND_WEIGHTS: Final = TokenWeights(LEVEL_WEIGHTS, 6, 10, 10, (0, 1, 1))


class _Learner(EquilibriumBot):
    levels = (
        EquilibriumLevel(TokenWeights(LEVEL_WEIGHTS, 4, 6, 8, (1, 2, 0)), considered_move_percent=45),
        EquilibriumLevel(_TWO_ROUND_WEIGHTS, (3,), ignores_opponents=True, ends_won_games=True),
        EquilibriumLevel(_TWO_ROUND_WEIGHTS, (8, 4), ignores_opponents=True, ends_won_games=True),
    )
    """The level for each person, which looks ahead to the end of the turn, one more turn, or two more turns."""


def _choose_equilibrium_turn(state: Any, person: Person, question: Question) -> Actions:
    return run_to_end(_Learner().think(state, Question(question.player, person + 1, question.seed))).actions


_POLICY_BY_GAME: Final[Mapping[str, Callable[[Any, Person, Question], Actions]]] = {
    "sensei": _choose_sensei_turn,
    "tensor-chess": _choose_chess_turn,
    "tesulda": _choose_tesulda_turn,
    "tensor-cards": _choose_cards_turn,
    "equilibrium": _choose_equilibrium_turn,
}
"""By game id, the functions that choose a person's turn."""
