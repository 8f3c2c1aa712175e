"""Test the bot of Tensor Chess: mates, search budget, repetitions, threats and reasons."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from ruleboard.engine.search.selective import search
from ruleboard.engine.search.thinking import MAX_SCORE, Question, TurnChoice
from ruleboard.engine.search.tree import Limits
from ruleboard.engine.steps import run_to_end
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import EMPTY, KING_STEPS
from ruleboard.games.tensor_chess.bot import TensorChessBot
from ruleboard.games.tensor_chess.evaluation import balance, balance_after, position_value
from ruleboard.games.tensor_chess.moves import BeastCapture, Move, Promotion, Propel
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.packing import unpack_move
from ruleboard.games.tensor_chess.position_text import parse_position
from ruleboard.games.tensor_chess.search_rules import TensorChessSearchRules, build_search_position
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import GAME, VARIED_POSITIONS, create_scattered_position, parse_board, play

BOT = TensorChessBot()


def find_choice(state: State, level: int, seed: int = 1) -> TurnChoice[Move]:
    """Return the choice of a bot of a level in a position that has not occurred before."""
    return run_to_end(BOT.think(state, Question(state.turn, level, seed, {GAME.key(state): 1})))


def find_chosen_move(state: State, level: int, seed: int = 1) -> str:
    """Return the text of the bot's chosen move."""
    return find_choice(state, level, seed).actions[0].text


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize(
    ("state", "mates"),
    [
        pytest.param(parse_board("k9/10/1K8/10/10/10/10/7R2"), {"h1h8"}, id="rook on the last rank"),
        pytest.param(  # the knight blocks the rank: the rook comes to file a off the beast, or by way of it from f3
            parse_board("k9/2K7/10/10/10/5T4/10/1N3R4"), {"f1^f3a3", "f1>f3a3"}, id="bounce"
        ),
    ],
)
def test_search_finds_mate_in_one(state: State, mates: set[str], level: int) -> None:
    """All levels see a checkmate. Level 1 overlooks most bounces, but not all."""
    seeds = range(1, 9) if level == 1 and "T" in GAME.format_position(state) else (1,)
    answers = [find_choice(state, level, seed) for seed in seeds]
    mating_answers = [answer for answer in answers if answer.actions[0].text in mates]
    assert len(mating_answers) in ((1,) if len(seeds) == 1 else range(1, len(seeds)))
    assert all(answer.score == MAX_SCORE for answer in mating_answers)


@pytest.mark.parametrize("level", [3, 4, 5])
@pytest.mark.parametrize(
    "state",
    [
        pytest.param(parse_board("5k4/10/R9/1R8/10/10/10/K9"), id="two rooks"),
        pytest.param(parse_board("9k/10/7K2/10/10/10/10/Q9"), id="queen and king"),
    ],
)
def test_search_finds_mate_in_two(state: State, level: int) -> None:
    """The search finds a move after which every reply allows an immediate mate."""
    answer = find_choice(state, level)
    assert answer.score == MAX_SCORE
    first = GAME.apply(state, answer.actions[0])
    replies = GAME.legal_actions(first)
    assert replies
    for reply in replies:
        next_state = GAME.apply(first, reply)
        assert GAME.outcome(GAME.apply(next_state, find_choice(next_state, level).actions[0])) is not None


def test_level_1_sometimes_captures_free_pieces() -> None:
    """The weakest level captures the unguarded rook on d4 only sometimes, since it overlooks some moves."""
    state = parse_board("k9/10/10/10/3r6/10/10/3R3K2")
    has_captured_by_seed = [find_chosen_move(state, 1, seed) == "d1d4" for seed in range(30)]
    assert 0.4 < sum(has_captured_by_seed) / len(has_captured_by_seed) < 1


@pytest.mark.parametrize(("level", "varies"), [(1, False), (2, True), (3, True), (4, False), (5, False)])
def test_middle_levels_vary_in_strength(level: int, varies: bool) -> None:
    """The strength of the middle levels depends on the seed of the game, and equal seeds lead to equal choices."""
    state = parse_position(VARIED_POSITIONS[2])

    def find_choice_on_day(day: int) -> TurnChoice[Move]:
        return run_to_end(BOT.think(state, Question(state.turn, level, 1, {}, day)))

    answers = [find_choice_on_day(day) for day in range(8 if varies else 3)]
    assert answers[:2] == [find_choice_on_day(day) for day in range(2)]
    assert len({(answer.actions, answer.position_count) for answer in answers}) > 1 or not varies
    assert varies or len(set(answers)) == 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_choices_are_repeatable_and_their_lines_legal(level: int) -> None:
    for start in (parse_position(VARIED_POSITIONS[2]), parse_board("k9/10/10/2p7/3N6/10/10/7K2")):
        answer = find_choice(start, level)
        assert answer == find_choice(start, level)
        state = start
        for action in answer.line:
            assert action in GAME.legal_actions(state)
            state = GAME.apply(state, action)


@pytest.mark.parametrize("text", VARIED_POSITIONS)
def test_search_respects_its_budget_and_yields_often(text: str) -> None:
    limits = Limits(depth=9, max_positions=400, positions_per_slice=20)
    state = parse_position(text)
    search_steps = search(TensorChessSearchRules(), build_search_position(state), limits, legal_moves(state))
    yield_counts = [0]
    try:
        while True:
            yield_counts.append(next(search_steps))
    except StopIteration as stop:
        search_result = stop.value
    assert search_result.position_count <= limits.max_positions
    assert {later - earlier for earlier, later in pairwise(yield_counts)} == {limits.positions_per_slice}


def test_balance_follows_the_moves() -> None:
    chance = random.Random(5)
    for start in (START_STATE, *map(parse_position, VARIED_POSITIONS)):
        state, score = start, balance(start.board)
        for _ply in range(60):
            moves = legal_moves(state)
            if not moves:
                break
            move = chance.choice(moves)
            score = balance_after(score, state.board, state.turn, move)
            state = apply_move(state, move)
            assert score == balance(state.board)


def test_quiescence_searches_the_legal_captures() -> None:
    """Unless the king is in check, the search tries all captures except en passant and chains of several hops."""
    chance = random.Random(6)
    starts = (
        START_STATE,
        *map(parse_position, VARIED_POSITIONS),
        *(create_scattered_position(chance) for _ in range(60)),
    )
    position_count = 0
    for state in starts:
        for _ply in range(40):
            moves = legal_moves(state)
            if not moves:
                break
            if not in_check(state):
                position_count += 1
                assert legal_moves(state, with_quiet_moves=False) == [
                    move for move in moves if is_searched_in_quiescence(state, unpack_move(move))
                ]
            state = apply_move(state, chance.choice(moves))
    assert position_count > 2000


def is_searched_in_quiescence(state: State, move: Move) -> bool:
    """Return True if a move promotes to a queen or captures, except en passant and by a chain of several hops."""
    match move:
        case Promotion():
            return move.piece == "Q"
        case BeastCapture():
            return move.beast in KING_STEPS[move.start] and move.beast - move.start == move.landing - move.beast
        case Propel():
            return False
        case _:
            return state.board[move.landing] != EMPTY and move.landing != move.start


def test_evaluation_is_symmetric_for_colours() -> None:
    """With the colours exchanged, a position has the same value for the side to move."""
    for state in map(parse_position, VARIED_POSITIONS):
        ranks = [state.board[start : start + 10] for start in range(0, 80, 10)]
        exchanged_board = b"".join(reversed(ranks)).swapcase()
        own_value = position_value(balance(state.board), state.board, state.turn)
        exchanged_value = position_value(balance(exchanged_board), exchanged_board, 1 - state.turn)
        assert abs(own_value - exchanged_value) <= 1  # the mean of two phases is rounded towards Black


def test_losing_side_repeats_a_position() -> None:
    """The losing side repeats a position, because a draw is better than a loss ('Draws')."""
    state = parse_board("k9/10/5r4/10/10/10/8p1/K9")
    for repeated_action in GAME.legal_actions(state):
        repeated_state = GAME.apply(state, repeated_action)
        earlier = {GAME.key(state): 2, GAME.key(repeated_state): 2}
        answer = run_to_end(BOT.think(state, Question(0, 3, 1, earlier)))
        assert (answer.actions[0], answer.score) == (repeated_action, 0)


def test_winning_side_avoids_repetition() -> None:
    state = parse_board("7k2/10/10/10/10/10/QR8/K9")
    first = find_choice(state, 3).actions[0]
    earlier = {GAME.key(state): 2, GAME.key(GAME.apply(state, first)): 2}
    answer = run_to_end(BOT.think(state, Question(0, 3, 1, earlier)))
    assert answer.actions[0] != first
    assert answer.score > 900


def test_threats_follow_the_actual_path() -> None:
    """A threat shows the path of the bishop, which bounces off the beast on f4 and attacks d6 (rulebook diagram 5)."""
    state = parse_board("4k5/10/3q6/10/5T4/10/10/2B5K1", "b")
    threats = {threat.targets: threat for threat in BOT.threats(state, 1)}
    assert threats["c1", "d6"].path == ("c1", "f4", "d6")
    assert threats["c1", "d6"].sentence.endswith("threatens to bounce off f4 and capture the queen on d6.")


def test_check_is_the_first_threat() -> None:
    state = parse_board("4k5/10/10/10/10/10/10/4R2K2", "b")
    assert BOT.threats(state, 1)[0].path == ("e1", "e8")


def test_threats_name_every_piece_that_can_capture() -> None:
    state = parse_board("4r4k/10/10/10/r3Q5/10/10/9K", "w")
    assert {threat.targets for threat in BOT.threats(state, 0)} == {("e8", "e4"), ("a4", "e4")}


def test_threats_include_mate_and_promotion() -> None:
    mate_state = parse_board("k9/10/1K8/10/10/10/10/7R2", "b")
    assert [threat.targets for threat in BOT.threats(mate_state, 1)] == [("h1", "a8")]
    promotion_state = parse_board("10/7P2/10/10/1k8/10/10/K9", "b")
    assert [threat.targets for threat in BOT.threats(promotion_state, 1)] == [("h7", "h8")]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("k9/10/10/10/10/2n7/10/2R6K b", "White’s rook on c1 threatens to capture the knight on c3."),
        ("k9/7P2/10/10/10/10/10/6K3 b", "White’s pawn on h7 threatens to move to h8 and become a queen, with check."),
    ],
)
def test_threats_have_a_threatening_text(position: str, sentence: str) -> None:
    """The text says what a piece threatens, not that it has moved."""
    state = parse_board(*position.split())
    assert sentence in [threat.sentence for threat in BOT.threats(state, 1)]


def test_queen_does_not_threaten_a_guarded_pawn() -> None:
    assert not BOT.threats(parse_board("4k5/10/2p7/3p6/10/10/10/3Q3K2", "b"), 1)


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (parse_board("k9/10/1K8/10/10/10/10/7R2"), "h1h8", "It’s checkmate."),
        (
            parse_board("k9/10/10/10/3r6/10/10/3R3K2"),
            "d1d4",
            "This move captures the rook on d4, and nothing can recapture.",
        ),
        (parse_board("k9/10/10/10/10/10/10/3R3K2"), "d1d8", "It gives check."),
        (parse_board("k9/10/10/2p7/3N6/10/10/7K2"), "d4e6", "This move saves the knight on d4."),
        (parse_board("k9/7q2/10/10/10/10/10/3R4K1"), "d1d7", "This move threatens the queen on h7."),
        (
            parse_board("k6r2/10/10/10/10/10/7R2/7K2"),
            "h2h8",
            "This move captures the rook on h8, and nothing can recapture.",
        ),
        (parse_board("k8r/10/10/10/10/10/r9/9K"), "j1i1", "It’s the only legal move."),
        (parse_board("k9/10/10/7n2/10/10/4P5/3Q3K2"), "e2e4", "The white queen on d1 then threatens the knight on h5."),
        (parse_board("10/7P2/10/10/1k8/10/10/K9"), "h7h8q", "The pawn becomes a queen."),
    ],
)
def test_reasons_describe_effects_of_moves(state: State, move: str, reason: str) -> None:
    assert reason in BOT.reasons(state, [GAME.parse_action(state, move)])


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (parse_board("k6r2/10/10/10/10/10/3R6/7K2"), "h1g1", "This move takes the king out of check."),
        (parse_board("k6r2/10/10/10/10/10/3B6/7K2"), "d2h6", "This move takes the king out of check."),
        (parse_board("k9/10/10/10/10/10/4P5/7K2"), "e2e4", "This move brings the pawn closer to promotion."),
        (parse_board("k9/10/10/10/10/10/4P5/3B3K2"), "e2e4", "After this move, the bishop on d1 has 6 more moves."),
        (parse_board("k9/10/10/10/10/10/P9/1N5K2"), "b1c3", "This move brings out the knight."),
        (parse_board("k9/10/P9/10/10/10/10/7K2"), "a6a7", "This move brings the pawn closer to promotion."),
        (parse_board("k9/10/10/10/10/10/P9/9K"), "j1i2", "The king on i2 then has 8 moves, 5 more than before."),
        (parse_board("k9/10/10/10/10/10/P7K1/10"), "i2j1", "After this move, all of White’s pieces are safe."),
    ],
)
def test_common_facts_are_given_only_without_better_reasons(state: State, move: str, reason: str) -> None:
    assert BOT.reasons(state, [GAME.parse_action(state, move)]) == (reason,)


def test_level_3_answers_a_threat_round_a_corner() -> None:
    """The level-3 bot answers a threat round a corner: it moves the queen that a bounce could capture (diagram 5)."""
    state = parse_board("4k5/10/3q6/10/5T4/10/10/2B5K1", "b")
    next_state = play(state, find_chosen_move(state, 3))
    assert not any(threat.targets[-1:] == ("d6",) for threat in BOT.threats(next_state, 1))
