"""Test the bot of the card game: its fast calculation of turns, its choices, threats and reasons."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from ruleboard.engine.search.matrix import Slices
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.steps import run_to_end
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.bot import TensorCardsBot
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.evaluation import WIN_VALUE, Evaluation, Weights
from ruleboard.games.tensor_cards.numbered_board import numbered_board
from ruleboard.games.tensor_cards.placement_matrix import PlacementMatrix
from ruleboard.games.tensor_cards.resolution import resolve, state_after_reveal
from ruleboard.games.tensor_cards.state import CommitPlacement, Position, State
from tests.unit.tensor_cards.positions import play

GAME = PACKAGE.game
BOT = TensorCardsBot()
VARIANTS = ("first-star", "three-points", "three-points-reset")
ENDGAME_POSITION = "equilibrium-point first-star r6,1 b3,1 y1,2 W368T B5679 0-0 1.3"
"""A last turn of a hand in which White's 10 or 8 takes yellow to a star, and Black's 6 red."""


def start_game(variant: str, stars: str = "any") -> State:
    return GAME.initial({"board": "wide-gate", "goal": variant, "stars": stars}, 0)


def create_turns(start: State, count: int) -> list[tuple[State, State]]:
    """Return turns of random games, each as the state after both placements and the state after all choices."""
    chance = random.Random(1)
    state_pairs: list[tuple[State, State]] = []
    state = start
    while len(state_pairs) < count:
        if state.is_over:
            state = start
        placements = [chance.sample(state.hands[player], 3) for player in (BLACK, WHITE)]
        for red, blue, yellow in placements:
            state = state.with_placement((red, blue, yellow))
        old_state = state
        while state.placing_player is None and (choice := resolve(state).choice):
            state = state.with_order(chance.choice(choice.ends)[0])
        state_pairs.append((old_state, state))
        state = state_after_reveal(state)
    return state_pairs


def list_slices(slices: Slices) -> Sequence[int]:
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            values: Sequence[int] = stop.value
            return values


@pytest.mark.parametrize("variant", VARIANTS)
def test_turns_with_numbered_spaces_follow_the_rules(variant: str) -> None:
    """The fast turns give the same pieces, points and cards as the rules for any orders (spec: Play, Variants)."""
    for old_state, committed_state in create_turns(start_game(variant, "own-side"), 60):
        new_state = state_after_reveal(committed_state)
        board = numbered_board(old_state.terms)
        visited_positions: list[Position] = []
        turn = PlacementMatrix(board, old_state.position, old_state.hands, Evaluation(board, Weights(1, 1, 1)))

        def record_position(
            position: Position, black: int, white: int, visited_positions: list[Position] = visited_positions
        ) -> int:
            visited_positions.append(position)
            return black * 10_000 + white

        value = turn.value(*old_state.placements, record_position, committed_state.choices)
        if new_state.winner is not None:
            assert value == (WIN_VALUE if new_state.winner == BLACK else -WIN_VALUE)
        else:
            assert visited_positions == [new_state.position]
            hands = [sum(1 << card for card in hand) for hand in new_state.hands]
            assert value == hands[BLACK] * 10_000 + hands[WHITE]


@pytest.mark.parametrize("variant", VARIANTS)
def test_payoff_matrix_holds_values_of_single_placements(variant: str) -> None:
    for old_state, _state_after in create_turns(start_game(variant), 24):
        if len(old_state.hands[BLACK]) > 4:
            continue
        board = numbered_board(old_state.terms)
        evaluation = Evaluation(board, Weights(300, 20, 3))
        turn = PlacementMatrix(board, old_state.position, old_state.hands, evaluation)
        row_index, column_index = (
            turn.placements[BLACK].index(old_state.placements[BLACK]),
            turn.placements[WHITE].index(old_state.placements[WHITE]),
        )
        row, column = list_slices(turn.row(row_index)), list_slices(turn.column(column_index))
        assert list(row) == [
            turn.value(old_state.placements[BLACK], placement, evaluation.value) for placement in turn.placements[WHITE]
        ]
        assert list(column) == [
            turn.value(placement, old_state.placements[WHITE], evaluation.value) for placement in turn.placements[BLACK]
        ]


@pytest.mark.parametrize("level", [3, 4, 5])
def test_search_finds_a_placement_winning_against_all_answers(level: int) -> None:
    """The search finds the placement that wins against all answers.

    White's 10 on yellow acts first, as the highest card, and 6 on red cancels Black's 6.
    """
    state = play(GAME.parse_position(ENDGAME_POSITION), "lay r6 b5 y7")
    for seed in range(3):
        choice = run_to_end(BOT.think(GAME.view(state, WHITE), Question(WHITE, level, seed)))
        cards = [action.move.cards for action in choice.actions if isinstance(action.move, CommitPlacement)]
        assert [placement[2] for placement in cards] == [10]
        assert choice.score >= 950


@pytest.mark.parametrize("level", [1, 2])
def test_weak_levels_take_stars_and_have_favourite_cards(level: int) -> None:
    """Weak levels place a card that takes a piece to a star, and otherwise prefer favourite cards."""
    placements: list[tuple[int, ...]] = []
    for answer in ("lay r6 b5 y7", "lay r5 b9 y6"):
        state = play(GAME.parse_position(ENDGAME_POSITION), answer)
        choice = run_to_end(BOT.think(GAME.view(state, WHITE), Question(WHITE, level)))
        placements += [action.move.cards for action in choice.actions if isinstance(action.move, CommitPlacement)]
    assert placements[0] == placements[1]
    assert placements[0][2] in (8, 10)
    start = start_game("first-star")
    counts = [0] * 11
    for seed in range(12):
        (action,) = run_to_end(BOT.think(start, Question(BLACK, 1, seed, game_seed=5))).actions
        assert isinstance(action.move, CommitPlacement)
        for card in action.move.cards:
            counts[card] += 1
    assert max(counts) > 6


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(
    ("position", "player"),
    [
        (
            "equilibrium-point three-points-reset+own-side+endless r2,5 b6,0 y0,4 W123456789T B123456789T 1-2 18.1",
            BLACK,
        ),
        ("long-channel three-points-reset+far-side+endless r4,0 b5,5 y1,0 W1349 B1479 2-0 12.3", WHITE),
    ],
)
def test_weak_levels_do_not_block_their_own_way_to_a_star(position: str, player: int, level: int) -> None:
    """A card that takes a piece to a star on its own also does so with the other cards of its placement."""
    state = GAME.parse_position(position)
    board = numbered_board(state.terms)
    if player == WHITE:
        state = GAME.apply(state, GAME.legal_actions(state)[-1])
    for seed in range(12):
        (action,) = run_to_end(BOT.think(GAME.view(state, player), Question(player, level, seed))).actions
        assert isinstance(action.move, CommitPlacement)
        assert not board.blocks_own_star(state.position, player, action.move.cards)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_weak_levels_vary_their_first_cards(level: int) -> None:
    """Weak levels do not always begin with the longest moves, the cards 1 to 5."""
    start = start_game("first-star")
    placements = set()
    for seed in range(12):
        (action,) = run_to_end(BOT.think(start, Question(BLACK, level, seed, game_seed=seed))).actions
        assert isinstance(action.move, CommitPlacement)
        placements.add(action.move.cards)
    assert len(placements) >= 10
    assert sum(max(cards) > 5 for cards in placements) >= 6


@pytest.mark.parametrize("level", [2, 3])
def test_no_faster_card_near_a_star_is_safer(level: int) -> None:
    """With a faster card on red or blue, no result would be better without another result that is worse."""
    state = GAME.parse_position("equilibrium-point first-star r6,1 b1,2 y2,5 W2356789 B1345679 0-0 1.2")
    board = numbered_board(state.terms)
    turn = PlacementMatrix(board, state.position, state.hands, Evaluation(board, Weights(0, 0, 0)))
    for seed in range(6):
        (action,) = run_to_end(BOT.think(GAME.view(state, BLACK), Question(BLACK, level, seed))).actions
        assert isinstance(action.move, CommitPlacement)
        red, blue, yellow = action.move.cards
        results = list_slices(turn.row(turn.placements[BLACK].index((red, blue, yellow))))
        faster_placements = [(card, blue, yellow) for card in state.hands[BLACK] if card > red]
        faster_placements += [(red, card, yellow) for card in state.hands[BLACK] if card > blue]
        for cards in faster_placements:
            if len(set(cards)) == len(cards) and not board.blocks_own_star(state.position, BLACK, cards):
                faster_results = list_slices(turn.row(turn.placements[BLACK].index(cards)))
                differences = [new - old for new, old in zip(faster_results, results, strict=True)]
                assert max(differences) <= 0 or min(differences) < 0


def test_reply_to_habits_beats_them() -> None:
    """A hint that expects the habits of level 1 wins more first turns against it than the mixed strategy does."""
    start = GAME.parse_position("short-order first-star r3,0 b2,2 y1,4 W123456789T B123456789T 0-0 1.1")
    habitual_placements = [
        run_to_end(BOT.think(start, Question(BLACK, 1, seed, game_seed=seed))).actions for seed in range(8)
    ]
    results = []
    for opponent_level in (0, 1):
        balance = 0
        for seed, actions in enumerate(habitual_placements):
            state = GAME.apply(start, actions[0])
            question = Question(WHITE, 5, seed, opponent_level=opponent_level)
            state = GAME.apply(state, run_to_end(BOT.think(GAME.view(state, WHITE), question)).actions[0])
            balance += 0 if state.winner is None else 1 if state.winner == WHITE else -1
        results.append(balance)
    assert results[1] > results[0] + 1


def test_reply_to_habits_ignores_the_opponents_hidden_placement() -> None:
    question = Question(WHITE, 5, 1, opponent_level=1)
    views = [
        GAME.view(play(GAME.parse_position(ENDGAME_POSITION), placement), WHITE)
        for placement in ("lay r6 b5 y7", "lay r5 b9 y6")
    ]
    choices = [run_to_end(BOT.think(view, question)) for view in views]
    assert choices[0] == choices[1]
    comparisons = [run_to_end(BOT.compare(view, question, choices[0].actions)) for view in views]
    assert comparisons[0] == comparisons[1]
    assert comparisons[0] is not None
    assert comparisons[0].played_score == comparisons[0].score


def test_placed_cards_are_changed_before_confirming() -> None:
    """The bot may change cards that it has placed but not yet confirmed (spec: Play)."""
    position = "equilibrium-point first-star r4,1 b3,3 y2,5 W123T B1789 0-0 1.3"
    start = play(GAME.parse_position(position), "put r9", "put b8")
    for seed in range(6):
        state = start
        choice = run_to_end(BOT.think(GAME.view(start, BLACK), Question(BLACK, 1, seed)))
        for action in choice.actions:
            state = GAME.apply(state, action)
        assert state.placing_player == WHITE
        assert set(state.placements[BLACK]) < set(start.hands[BLACK])


def test_search_chooses_an_order_ending_on_a_star() -> None:
    """The bot chooses the order in which White's 3 takes red from 5,3 through 6,3 to the star 6,4.

    If red went left first, blue on 5,4 would block it.
    """
    text = "equilibrium-point first-star r5,3 b5,4 y2,5 W3578 B1469 0-0 1.3"
    state = play(GAME.parse_position(text), "lay r1 b4 y6", "lay r3 b5 y7")
    choice = resolve(state).choice
    assert choice is not None
    assert choice.player == WHITE
    ends = {first: str(end) for first, end in choice.ends}
    assert "6,4" in ends.values()
    action = run_to_end(BOT.think(GAME.view(state, WHITE), Question(WHITE, 1))).actions[0]
    assert GAME.apply(state, action).winner == WHITE
    assert BOT.reasons(state, [action]) == ("Red ends on a star.",)


def test_threats_are_opponents_cards_that_reach_a_star() -> None:
    """White's 2, which goes from 5,1 to the star 6,0, is a threat to Black and not to White."""
    state = GAME.parse_position("equilibrium-point first-star r5,1 b3,3 y2,5 W123T B1T57 0-0 1.3")
    threats = BOT.threats(GAME.view(state, BLACK), BLACK)
    assert [threat.sentence for threat in threats] == ["White’s 2 can take red to a star."]
    assert threats[0].targets == ("5,1", "6,0")
    assert threats[0].path == ("5,1", "6,1", "6,0")
    state_without_threat = GAME.parse_position("equilibrium-point first-star r5,1 b3,3 y2,5 W134T B1T57 0-0 1.3")
    assert BOT.threats(GAME.view(state_without_threat, BLACK), BLACK) == ()


def test_threat_names_all_cards_that_reach_the_star_the_fastest_first() -> None:
    state = GAME.parse_position("equilibrium-point first-star r5,0 b3,3 y2,5 W1234 B1T57 0-0 1.3")
    (threat,) = BOT.threats(GAME.view(state, BLACK), BLACK)
    assert re.findall(r"\d+", threat.sentence) == ["4", "2", "1"]


def test_threat_of_the_fastest_card_comes_first() -> None:
    """White's 10 acts before White's 1 (spec of the cards, Reveal: the higher card acts first)."""
    state = GAME.parse_position("equilibrium-point first-star r5,0 b3,3 y1,6 W158T B1T57 0-0 1.3")
    threats = BOT.threats(GAME.view(state, BLACK), BLACK)
    assert [re.findall(r"\d+", threat.sentence) for threat in threats] == [["10"], ["1"]]


def test_reasons_name_stars_reached_and_denied() -> None:
    state = GAME.parse_position(ENDGAME_POSITION)
    action = GAME.parse_action(play(state, "lay r6 b5 y7"), "lay r6 b8 yT")
    reasons = BOT.reasons(GAME.view(play(state, "lay r6 b5 y7"), WHITE), [action])
    assert reasons[0] == "The 10 takes yellow to a star if nothing stops it."
    assert any("red" in reason for reason in reasons[1:])
