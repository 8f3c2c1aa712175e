"""The bot for the card game.

Weak levels place cards by habits. The others play a mixed strategy, since both players place cards at the same time.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from operator import ge
from typing import Final, TypeAlias

from ruleboard.contract.bots import BaseBot
from ruleboard.engine.action import Action
from ruleboard.engine.rng import randbelow
from ruleboard.engine.search.matrix import CachedMatrix, Solution, solve_matrix, weighted_index
from ruleboard.engine.search.thinking import (
    MAX_SCORE,
    Comparison,
    ComparisonSearch,
    Question,
    TurnChoice,
    TurnSearch,
    hash_mix,
    with_running_total,
)
from ruleboard.games.tensor_cards import advice
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.evaluation import WIN_VALUE, Evaluation, Weights
from ruleboard.games.tensor_cards.habits import Habits, habitual_placement
from ruleboard.games.tensor_cards.movegen import legal_actions
from ruleboard.games.tensor_cards.numbered_board import numbered_board
from ruleboard.games.tensor_cards.placement_matrix import PlacementMatrix
from ruleboard.games.tensor_cards.rules import TensorCards
from ruleboard.games.tensor_cards.state import (
    HIDDEN_CARD,
    NO_CARD,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    Position,
    PutCard,
    State,
    Terms,
)
from ruleboard.i18n import N_
from ruleboard.overriding import override


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot level.

    Attributes:
        weights: the weights of the evaluation.
        habits: the habits by which the bot places cards, or None for fictitious play.
        round_count: the number of rounds of fictitious play, or 0 for habits only.
        habit_percent: the percentage of turns, except the last of a hand, in which a bot with habits and
            fictitious play follows its habits.
        next_turn_placement_counts: for turns 1 to 3 of a hand, the number of each player's placements after which
            the bot also solves the next turn.
        next_turn_round_count: the number of rounds of fictitious play for the next turn.
        imitates_people: True if the bot follows ``OPENING_HABITS`` in the first turn of a hand while no card can take a
            piece to a star, and otherwise prefers fast cards on pieces near stars.
    """

    weights: Weights
    habits: Habits | None = None
    round_count: int = 0
    habit_percent: int = 100
    next_turn_placement_counts: tuple[int, int, int] = (0, 0, 0)
    next_turn_round_count: int = 0
    imitates_people: bool = False


_HABIT_SAMPLES: Final = 24
"""The number of placements that stand for the habits of an opponent."""
_LAST_HAND_SIZE: Final = 4
"""The number of cards in a hand before its last turn, in which wins and losses may be certain."""
_FAR_SIGHTED_WEIGHTS: Final = Weights(600, 50, 4)
_SHORT_SIGHTED_WEIGHTS: Final = Weights(0, 0, 4)
OPENING_HABITS: Final = Habits(favourite_value=60, max_noise=150)
"""The habits of weak levels while no star is in reach. Without them, they would always begin with the longest moves."""
_DEFENSIVE_HABITS: Final = Habits(favourite_value=5, max_noise=10, defence_value=300, speed_value=6)
LEVELS: Final = (
    Level(
        _SHORT_SIGHTED_WEIGHTS,
        Habits(favourite_value=20, max_noise=50, defence_value=25, speed_value=6),
        imitates_people=True,
    ),
    Level(_SHORT_SIGHTED_WEIGHTS, _DEFENSIVE_HABITS, round_count=30, habit_percent=42, imitates_people=True),
    Level(_SHORT_SIGHTED_WEIGHTS, _DEFENSIVE_HABITS, round_count=30, habit_percent=12, imitates_people=True),
    Level(
        _FAR_SIGHTED_WEIGHTS,
        _DEFENSIVE_HABITS,
        round_count=100,
        next_turn_placement_counts=(0, 6, 0),
        next_turn_round_count=20,
        habit_percent=20,
    ),
    Level(_FAR_SIGHTED_WEIGHTS, round_count=200, next_turn_placement_counts=(4, 7, 4), next_turn_round_count=16),
)
"""The levels 1 to 5."""


class TensorCardsBot(BaseBot[State, Move]):
    """A bot that places cards by habits or a mixed strategy, and chooses orders of parts by their average value."""

    playing_styles = (
        N_("Has favourite cards, heads for the stars, and rarely defends."),
        N_("Often heads for the stars, and stops most cards that could reach one. Sometimes varies its cards."),
        N_("Usually varies its cards so that you can’t guess them. Thinks only about this turn."),
        N_("Thinks about this turn and the next, and about good spaces. Sometimes just heads for the stars."),
        N_("Tries many more placements, and looks at the turn after each."),
    )
    levels: Sequence[Level] = LEVELS
    threats = staticmethod(advice.threats)
    tips = staticmethod(advice.tips)
    consequences = staticmethod(advice.consequences)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]], reader: int | None = None) -> tuple[str, ...]:
        return advice.reasons(state, actions)

    @override
    def think(self, state: State, question: Question) -> TurnSearch[Move]:
        """Choose a placement, or the order of a card's parts, within the limits of the level."""
        level = self.levels[question.level - 1]
        if state.placing_player is None:
            slices = _choose_order(state, level, question)
        elif habits := self._expected_habits(question):
            slices = _choose_reply_to_habits(state, level, habits, question)
        else:
            slices = _choose_placement(state, level, question)
        (actions, value), count = yield from with_running_total(slices, 0)
        return TurnChoice(actions, _score(value, question.player), position_count=count)

    @override
    def compare(self, state: State, question: Question, actions: Sequence[Action[Move]]) -> ComparisonSearch[Move]:
        """Compare the played actions with the best actions, by average value.

        The average for a placement is over the opponent's mixed strategy or habits, the average for an order over the
        opponent's possible placements.
        """
        level = self.levels[question.level - 1]
        if state.placing_player is None:
            (orders, value_totals, count), position_count = yield from with_running_total(
                _sum_order_values(state, level, question.player), 0
            )
            scores = [_score(value_total // count, question.player) for value_total in value_totals]
            best_index = scores.index(max(scores))
            return Comparison(
                (orders[best_index],), scores[best_index], scores[orders.index(actions[0])], position_count
            )
        placement = next((action.move.cards for action in actions if isinstance(action.move, CommitPlacement)), None)
        if placement is None:
            return None
        turn = _placement_matrix(state, level)
        if habits := self._expected_habits(question):
            slices = _payoffs_against_habits(state, turn, habits, question)
            payoffs, position_count = yield from with_running_total(slices, 0)
        else:
            first_column, _seed = randbelow(turn.size[1], hash_mix(question.seed, 0))
            solution, position_count = yield from with_running_total(
                solve_matrix(turn, level.round_count, first_column), 0
            )
            payoffs = solution.row_payoffs if question.player == BLACK else solution.column_payoffs
        scores = [_score(payoff, question.player) for payoff in payoffs]
        placements, best_index = turn.placements[question.player], scores.index(max(scores))
        return Comparison(
            _placement_actions(state, placements[best_index]),
            scores[best_index],
            scores[placements.index(placement)],
            position_count,
        )

    def _expected_habits(self, question: Question) -> _WeightedHabits | None:
        """Return the habits of the opponent's level, or None.

        The result is None unless the question names a level that always follows habits. The best reply to habits wins
        more often than a mixed strategy.
        """
        if not question.opponent_level:
            return None
        level = self.levels[question.opponent_level - 1]
        return (level.weights, level.habits) if level.habits and not level.round_count else None


_WeightedHabits: TypeAlias = tuple[Weights, Habits]
"""The habits of a player, with the weights of the evaluation to which they apply."""

DecisionGenerator: TypeAlias = Generator[int, None, tuple[tuple[Action[Move], ...], int]]
"""A generator that returns actions and their value for Black.

It yields the number of evaluated positions since the last yield.
"""


def _choose_placement(state: State, level: Level, question: Question) -> DecisionGenerator:
    turn = _placement_matrix(state, level)
    player = question.player
    hand_size = len(state.hands[player])
    habits = level.habits if _follows_habits(level, hand_size, question.seed) else None
    if level.imitates_people and _is_opening(state, turn.evaluation):
        habits = OPENING_HABITS
    if habits is not None:
        yield turn.size[player]
        placement = habitual_placement(
            state, player, turn.evaluation, habits, hash_mix(question.seed, 2), question.game_seed
        )
        return _placement_actions(state, placement), turn.evaluation.value(turn.position, *turn.hand_masks)
    weights, value = yield from _mixed_strategy(turn, level, player, question.seed)
    if level.habits is not None:
        weights = _weights_without_blocked_stars(turn, player, weights)
    placement = turn.placements[player][weighted_index(weights, hash_mix(question.seed, 1))]
    if level.imitates_people:
        placement = yield from _placement_with_faster_cards(turn, player, placement)
    return _placement_actions(state, placement), value


def _choose_reply_to_habits(
    state: State, level: Level, habits: _WeightedHabits, question: Question
) -> DecisionGenerator:
    turn = _placement_matrix(state, level)
    payoffs = yield from _payoffs_against_habits(state, turn, habits, question)
    best_payoff = max(payoffs) if question.player == BLACK else min(payoffs)
    placement = turn.placements[question.player][payoffs.index(best_payoff)]
    return _placement_actions(state, placement), best_payoff


def _payoffs_against_habits(
    state: State, turn: PlacementMatrix, weighted_habits: _WeightedHabits, question: Question
) -> Generator[int, None, Sequence[int]]:
    """Return Black's average payoff for each placement of a player whose opponent follows habits.

    The opponent's favourite cards are random, since the player does not know them.
    """
    (weights, habits), other_player = weighted_habits, 1 - question.player
    evaluation = _cached_evaluation(state.terms, weights)
    if _is_opening(state, evaluation):
        habits = OPENING_HABITS
    value_totals = [0] * turn.size[question.player]
    for number in range(_HABIT_SAMPLES):
        seeds = hash_mix(question.seed, 4, number), hash_mix(question.seed, 5, number)
        placement = habitual_placement(state, other_player, evaluation, habits, *seeds)
        yield 1
        index = turn.placements[other_player].index(placement)
        payoffs = yield from turn.column(index) if other_player == WHITE else turn.row(index)
        value_totals = [value_total + payoff for value_total, payoff in zip(value_totals, payoffs, strict=True)]
    return [value_total // _HABIT_SAMPLES for value_total in value_totals]


def _placement_with_faster_cards(
    turn: PlacementMatrix, player: int, placement: Placement
) -> Generator[int, None, Placement]:
    """Return a placement with faster cards on pieces near stars, if this is safer.

    It is safer if the results of the turn are at least as good for the player whatever the opponent places, and better
    against some placements, and no card blocks another card's way to a star. Results differ by at least half a point.
    """
    sign = 1 if player == BLACK else -1
    result_size = turn.evaluation.weights.point_weight

    def results(cards: Placement) -> Generator[int, None, list[int]]:
        index = turn.placements[player].index(cards)
        payoffs = yield from turn.row(index) if player == BLACK else turn.column(index)
        return [(2 * sign * payoff + result_size) // (2 * result_size) for payoff in payoffs]

    best_results: list[int] | None = None
    for piece in PIECES:
        if not turn.evaluation.is_near_star(turn.position, piece, turn.hand_masks):
            continue
        for card in turn.hands[player]:
            if card > placement[piece] and card not in placement:
                cards = list(placement)
                cards[piece] = card
                faster_placement = (cards[0], cards[1], cards[2])
                if turn.board.blocks_own_star(turn.position, player, faster_placement):
                    continue
                best_results = best_results or (yield from results(placement))
                faster_results = yield from results(faster_placement)
                if faster_results != best_results and all(map(ge, faster_results, best_results)):
                    placement, best_results = faster_placement, faster_results
    return placement


def _is_opening(state: State, evaluation: Evaluation) -> bool:
    """Return True in the first turn of a hand if no card can take a piece to a star."""
    black_masks, white_masks, _value = evaluation.outlook(state.position)
    return len(state.hands[BLACK]) == len(CARDS) and not black_masks and not white_masks


def _follows_habits(level: Level, hand_size: int, seed: int) -> bool:
    return not level.round_count or (hand_size > _LAST_HAND_SIZE and hash_mix(seed, 3) % 100 < level.habit_percent)


def _placement_matrix(state: State, level: Level) -> PlacementMatrix:
    evaluation = _cached_evaluation(state.terms, level.weights)
    return PlacementMatrix(evaluation.board, state.position, state.hands, evaluation)


@lru_cache(maxsize=4)
def _cached_evaluation(terms: Terms, weights: Weights) -> Evaluation:
    return Evaluation(numbered_board(terms), weights)


def _mixed_strategy(
    turn: PlacementMatrix, level: Level, player: int, seed: int
) -> Generator[int, None, tuple[Sequence[int], int]]:
    """Return a player's mixed strategy as a weight for each placement, and the value of the turn for Black."""
    first_column, _seed = randbelow(turn.size[1], hash_mix(seed, 0))
    solution = yield from solve_matrix(turn, level.round_count, first_column)
    count = level.next_turn_placement_counts[(len(CARDS) - len(turn.hands[BLACK])) // 3]
    if not count:
        return _frequencies_without_regret(solution, player), solution.value
    rows, columns = _most_frequent_indices(solution.rows, count), _most_frequent_indices(solution.columns, count)
    values = yield from _next_turn_values(turn, rows, columns, level.next_turn_round_count)
    next_solution = yield from solve_matrix(
        CachedMatrix(len(rows), len(columns), lambda row, column: values[row][column]), 200
    )
    weights = dict(zip((rows, columns)[player], _frequencies_without_regret(next_solution, player), strict=True))
    return [weights.get(index, 0) for index in range(turn.size[player])], next_solution.value


def _frequencies_without_regret(solution: Solution, player: int) -> Sequence[int]:
    """Return the frequencies of a player's placements in a solution, with 0 for placements that prove too weak.

    Fictitious play may choose such placements in its early rounds.
    """
    if player == BLACK:
        frequencies, payoffs = solution.rows, solution.row_payoffs
    else:
        frequencies, payoffs = solution.columns, tuple(-payoff for payoff in solution.column_payoffs)
    threshold = max(payoffs) - _MAX_REGRET
    weights = [weight if payoff >= threshold else 0 for weight, payoff in zip(frequencies, payoffs, strict=True)]
    return weights if any(weights) else frequencies


def _weights_without_blocked_stars(turn: PlacementMatrix, player: int, weights: Sequence[int]) -> Sequence[int]:
    """Return the weights of placements, with 0 for placements in which a card keeps another card from reaching a star.

    People avoid such placements. If no other placements have a weight, the weights do not change.
    """
    unblocked_weights = [
        0 if weight and turn.board.blocks_own_star(turn.position, player, placement) else weight
        for placement, weight in zip(turn.placements[player], weights, strict=True)
    ]
    return unblocked_weights if any(unblocked_weights) else weights


_MAX_REGRET: Final = WIN_VALUE // 20


def _most_frequent_indices(frequencies: Sequence[int], count: int) -> list[int]:
    """Return the indices of the ``count`` most frequent placements, in ascending order."""
    indices = [index for index, frequency in enumerate(frequencies) if frequency]
    return sorted(sorted(indices, key=lambda index: -frequencies[index])[:count])


def _next_turn_values(
    turn: PlacementMatrix, rows: Sequence[int], columns: Sequence[int], round_count: int
) -> Generator[int, None, list[list[int]]]:
    """Solve the next turn for each pair of placements by Black and White; return its values."""
    placement_pairs = [
        [(turn.placements[BLACK][row], turn.placements[WHITE][column]) for column in columns] for row in rows
    ]
    values: dict[tuple[Position, int, int], int] = {}

    def record_position(position: Position, black: int, white: int) -> int:
        return values.setdefault((position, black, white), 0)

    for pair_row in placement_pairs:
        for black, white in pair_row:
            turn.value(black, white, record_position)
        yield len(pair_row)
    for position, black_hand, white_hand in values:
        hands = (_cards_in_mask(black_hand), _cards_in_mask(white_hand))
        solution = yield from solve_matrix(PlacementMatrix(turn.board, position, hands, turn.evaluation), round_count)
        values[position, black_hand, white_hand] = solution.value
        yield 0
    return [
        [turn.value(black, white, lambda *key: values[key]) for black, white in pair_row]
        for pair_row in placement_pairs
    ]


def _cards_in_mask(card_mask: int) -> tuple[int, ...]:
    return tuple(card for card in CARDS if card_mask >> card & 1)


def _score(value: int, player: int) -> int:
    score = abs(value) * MAX_SCORE // WIN_VALUE
    return score if (value >= 0) == (player == BLACK) else -score


def _placement_actions(state: State, placement: Placement) -> tuple[Action[Move], ...]:
    """Return the actions that commit a placement.

    If the player has already put other cards on pieces, the first actions replace those cards.
    """
    game, actions = TensorCards(), []
    if state.draft != (NO_CARD, NO_CARD, NO_CARD):
        for piece in PIECES:
            if state.draft[piece] != placement[piece]:
                actions.append(_legal_action(state, PutCard(piece, placement[piece])))
                state = game.next_state(state, actions[-1].move)
    return (*actions, _legal_action(state, CommitPlacement(placement)))


def _legal_action(state: State, move: Move) -> Action[Move]:
    return next(action for action in legal_actions(state) if action.move == move)


def _choose_order(state: State, level: Level, question: Question) -> DecisionGenerator:
    actions, value_totals, count = yield from _sum_order_values(state, level, question.player)
    best_index = value_totals.index(max(value_totals) if question.player == BLACK else min(value_totals))
    return (actions[best_index],), value_totals[best_index] // count


def _sum_order_values(
    state: State, level: Level, player: int
) -> Generator[int, None, tuple[Sequence[Action[Move]], list[int], int]]:
    """Return the actions that choose an order, a total value for each, and the number of values in each total.

    Each total is the sum of the values for Black against all possible placements of the opponent. The generator yields
    the number of positions evaluated since the last yield.
    """
    turn = _placement_matrix(state, level)
    possible_placements = _possible_placements(state.placements[1 - player], state.hands[1 - player])
    value_totals = []
    actions = legal_actions(state)
    for action in actions:
        if not isinstance(action.move, ChooseOrder):
            raise ValueError("the action does not choose an order")
        choices = (*state.choices, action.move.first_direction)
        value_total = 0
        for number, placement in enumerate(possible_placements):
            placements = (
                (state.placements[player], placement) if player == BLACK else (placement, state.placements[player])
            )
            value_total += turn.value(*placements, turn.evaluation.value, choices)
            if number % 20 == 0:
                yield 20
        value_totals.append(value_total)
    return actions, value_totals, len(possible_placements)


def _possible_placements(placement: Placement, hand: Sequence[int]) -> list[Placement]:
    """Return all complete placements that are consistent with the visible cards of a placement.

    Args:
        placement: the placement with hidden cards.
        hand: the cards in the hand before the placement.
    """
    hidden_pieces = [piece for piece in PIECES if placement[piece] == HIDDEN_CARD]
    placements = []
    for cards in permutations([card for card in hand if card not in placement], len(hidden_pieces)):
        full_placement = list(placement)
        for piece, card in zip(hidden_pieces, cards, strict=True):
            full_placement[piece] = card
        placements.append((full_placement[0], full_placement[1], full_placement[2]))
    return placements
