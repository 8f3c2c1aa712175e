"""The miner for Tensor, the card game: placements that win, or do not lose, whatever the other side places.

It creates random positions with three pieces on a board and the last four cards of both players, which both can see. It
tries every pair of placements, with both orders of two-part cards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from research.miners.composing import compute_grade
from research.problems import Candidate
from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.notation import format_move
from ruleboard.games.tensor_cards.numbered_board import NumberedBoard, numbered_board
from ruleboard.games.tensor_cards.placement_matrix import all_placements
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    FAR_SIDE,
    FIRST_STAR,
    OWN_SIDE,
    TURNS_PER_HAND,
    CommitPlacement,
    Placement,
    Position,
    State,
    Terms,
    position_of,
)
from ruleboard.learning.problems import FIND_GOAL, Problem, Turn
from ruleboard.registry import GAMES

POSITIONS_PER_SEED: Final = 150
"""The number of random positions for one seed."""
MAX_PLACEMENTS: Final = 6
"""The maximum number of accepted placements."""
MIN_NEAR_MISSES: Final = 3
"""The minimum number of wrong placements that reach the goal against some placement of the other side."""
MAX_REFUTATIONS: Final = 2
"""The maximum number of wrong placements of a problem, each with the placement that refutes it."""
_THEMES_BY_STARS: Final = {ANY_STAR: "sure", OWN_SIDE: "own", FAR_SIDE: "far"}
"""The themes of certain wins, by the stars that count."""
LAST_TURN_CARDS: Final = len(CARDS) - 3 * (TURNS_PER_HAND - 1)
"""The number of cards in each hand in the last turn."""


class Verdict(NamedTuple):
    """The results of one of Black's placements.

    Attributes:
        placement: the placement.
        worst_result: the lowest result against any of White's placements, with the worst orders of Black's two-part
            cards: 1 if Black wins, -1 if White wins, otherwise 0.
        best_result: the lowest result with the best orders.
        reply_success_counts: the numbers of White's placements with result 1, and with 0 or 1, with the best orders.
    """

    placement: Placement
    worst_result: int
    best_result: int
    reply_success_counts: tuple[int, int]


class Answer(NamedTuple):
    """The theme of a position, the accepted placements, and the wrong placements by how often they reach the goal."""

    theme: str
    placements: tuple[Placement, ...]
    near_misses: tuple[Verdict, ...]


def compute_outcomes(
    board: NumberedBoard, start: Position, black_placement: Placement, white_placement: Placement
) -> tuple[int, int]:
    """Return Black's results of a turn with the worst and with the best orders of Black's two-part cards.

    White chooses the orders that are worst for Black.
    """

    def find_results_from(position: Position, step: int) -> tuple[int, int]:
        """Return both results from a step on. Each piece has two steps: the higher card's and the lower card's."""
        winner = board.winner(position)
        if winner is not None or step == 2 * len(PIECES):
            result = 0 if winner is None else 1 if winner == BLACK else -1
            return result, result
        piece, second = divmod(step, 2)
        cards = (black_placement[piece], white_placement[piece])
        if cards[BLACK] == cards[WHITE]:
            return find_results_from(position, step + 2)
        player = (BLACK if cards[BLACK] > cards[WHITE] else WHITE) ^ second
        results = [
            find_results_from(next_position, step + 1)
            for next_position in board.positions_after_card(position, piece, player, cards[player])
        ]
        choose_best = max if player == BLACK else min
        return min(worst for worst, _best in results), choose_best(best for _worst, best in results)

    return find_results_from(start, 0)


def compute_verdicts(state: State) -> tuple[Verdict, ...]:
    """Return the verdicts on all of Black's placements."""
    board = numbered_board(state.terms)
    start = state.position
    black, white = state.hands
    placement_verdicts = []
    for placement in all_placements(black):
        results = [compute_outcomes(board, start, placement, reply) for reply in all_placements(white)]
        best_results = [result for _worst, result in results]
        reply_success_counts = (best_results.count(1), len(best_results) - best_results.count(-1))
        placement_verdicts.append(
            Verdict(placement, min(worst for worst, _best in results), min(best_results), reply_success_counts)
        )
    return tuple(placement_verdicts)


def find_answer(state: State) -> Answer | None:
    """Return the theme and the accepted placements of a position, or None if the position is not a problem.

    The position is at the start of a turn. In a problem, a placement is correct or wrong regardless of the orders that
    Black chooses later.
    """
    all_verdicts = compute_verdicts(state)
    goal, theme = 1, _THEMES_BY_STARS[state.terms.stars]
    if not any(verdict.best_result == 1 for verdict in all_verdicts):
        if state.terms.stars != ANY_STAR:
            return None
        goal, theme = 0, "stop"
    elif theme == "sure" and any(verdict.reply_success_counts[1] < len(all_verdicts) for verdict in all_verdicts):
        theme = "race"
    accepted_placements = tuple(verdict.placement for verdict in all_verdicts if verdict.worst_result >= goal)
    if not 0 < len(accepted_placements) <= MAX_PLACEMENTS or any(
        (verdict.best_result >= goal) != (verdict.worst_result >= goal) for verdict in all_verdicts
    ):
        return None
    wrong_verdicts = sorted(
        (verdict for verdict in all_verdicts if verdict.worst_result < goal),
        key=lambda verdict: -verdict.reply_success_counts[1 - goal],
    )
    near_misses = tuple(verdict for verdict in wrong_verdicts if verdict.reply_success_counts[1 - goal])
    return Answer(theme, accepted_placements, near_misses) if len(near_misses) >= MIN_NEAR_MISSES else None


def mine(seed: int) -> Iterator[Candidate]:
    """Yield the most beautiful problem of each theme among random positions, which depend on the seed."""
    rng = random.Random(f"problems tensor-cards {seed}")
    best_positions: dict[str, tuple[float, State, Answer]] = {}
    for _ in range(POSITIONS_PER_SEED):
        state = _create_position(rng)
        answer = find_answer(state)
        if answer is not None:
            value = _compute_beauty(state, answer)
            if answer.theme not in best_positions or value > best_positions[answer.theme][0]:
                best_positions[answer.theme] = (value, state, answer)
    for value, state, answer in best_positions.values():
        lines = tuple(((_format_placement(placement),),) for placement in answer.placements)
        difficulty = 3 if len(lines) == 1 else 2 if len(lines) < 4 else 1
        grade = max(difficulty, compute_grade("tensor-cards", state, lines, FIND_GOAL))
        text = GAMES["tensor-cards"].format_position(state)
        yield Candidate(answer.theme, grade, text, lines, value, _find_refutations(state, answer))


def _compute_beauty(state: State, answer: Answer) -> float:
    """Return the beauty of a problem. It is high with few solutions and many near misses, and on the default board."""
    return (
        len(answer.near_misses) / 4 - len(answer.placements) + (state.terms.board.name == next(iter(library.boards())))
    )


def _create_position(rng: random.Random) -> State:
    """Return a position before the last turn of a hand, with random pieces and cards."""
    boards = [file.board for file in library.boards().values()]
    board = rng.choice((boards[0], *boards))
    stars = rng.choice((ANY_STAR, ANY_STAR, OWN_SIDE, FAR_SIDE))
    red, blue, yellow = rng.sample(sorted(board.spaces - set(board.stars)), 3)
    black, white = (tuple(sorted(rng.sample(CARDS, LAST_TURN_CARDS))) for _player in (BLACK, WHITE))
    terms = Terms(board, library.deck().deck, FIRST_STAR, stars)
    return State(
        terms, position_of(board, (red, blue, yellow)), (black, white), hand=rng.randrange(1, 5), turn=TURNS_PER_HAND
    )


def _format_placement(placement: Placement) -> str:
    """Return the text of the action that commits a placement."""
    return format_move(CommitPlacement(placement))


def _find_refutations(state: State, answer: Answer) -> tuple[tuple[Turn, Turn], ...]:
    """Return the wrong placements that come closest to the goal, each with White's refutation."""
    goal = 0 if answer.theme == "stop" else 1
    refutations: list[tuple[Turn, Turn]] = []
    for verdict in answer.near_misses:
        reply = _find_refutation(state, verdict.placement, lambda result: result < goal)
        if reply and len(refutations) < MAX_REFUTATIONS:
            refutations.append(((_format_placement(verdict.placement),), reply))
    return tuple(refutations)


def _find_refutation(state: State, placement: Placement, is_failure: Callable[[int], bool]) -> Turn:
    """Return a placement for White after which Black fails without any choice of orders, or an empty turn."""
    rules = GAMES["tensor-cards"]
    state_after_black = rules.apply(state, rules.parse_action(state, _format_placement(placement)))
    for reply in all_placements(state.hands[WHITE]):
        state_after_white = rules.apply(
            state_after_black, rules.parse_action(state_after_black, _format_placement(reply))
        )
        if state_after_white.placing_player is None and not state_after_white.is_over:
            continue
        outcome = rules.outcome(state_after_white)
        result = 0 if outcome is None or outcome.is_draw else 1 if BLACK in outcome.winners else -1
        if is_failure(result):
            return (_format_placement(reply),)
    return ()


def find_faults(problem: Problem) -> Iterator[str]:
    """Yield the errors in the placements of a problem, as clauses."""
    state: State = GAMES["tensor-cards"].parse_position(problem.position)
    answer = find_answer(state)
    if answer is None or answer.theme != problem.theme.id:
        yield f"it is a problem of another theme: {answer.theme if answer else 'none'}"
        return
    listed_turns = {line[0] for line in problem.solution.lines}
    correct_turns = {(_format_placement(placement),) for placement in answer.placements}
    if listed_turns != correct_turns:
        yield f"{len(correct_turns - listed_turns)} lays are missing, {len(listed_turns - correct_turns)} are wrong"
