"""Test Moves in Tesulda: lines, traits, attacks and the safety of the Prime (spec: A turn, Traits)."""

from __future__ import annotations

import random

import pytest

from ruleboard.engine.errors import IllegalAction
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.board import iter_squares
from tests.unit.tesulda import reference
from tests.unit.tesulda.positions import (
    FILES,
    create_position,
    create_random_position_text,
    find_goals,
    list_legal_texts,
    parse_squares,
    play,
)

GAME = PACKAGE.game

PRIMES = {"a1": "Tk", "j10": "tk"}


def find_goals_of_figure(figure: str, other_figures: dict[str, str] | None = None, square: str = "e5") -> set[str]:
    return find_goals(create_position({**PRIMES, square: figure, **(other_figures or {})}), square)


def test_straight_moves_reach_up_to_the_rating() -> None:
    assert find_goals_of_figure("Ss") == parse_squares("e6 e7 e4 e3 d5 c5 f5 g5")


def test_diagonal_moves_reach_up_to_the_rating() -> None:
    assert find_goals_of_figure("Cc") == parse_squares("f6 g7 d6 c7 f4 g3 d4 c3")


def test_move_has_one_direction_and_one_kind() -> None:
    """A Move goes in one direction, either straight or diagonally. Only a Dodger combines both (A turn, 1)."""
    assert find_goals_of_figure("Scs") == parse_squares("e6 e7 e4 e3 d5 c5 f5 g5 d6 f6 d4 f4")


def test_figure_without_rating_has_no_moves() -> None:
    assert find_goals_of_figure("Tddz") == set()


def test_friends_block_a_move_and_their_squares() -> None:
    assert find_goals_of_figure("Sss", {"e7": "S", "c5": "C"}) == parse_squares("e6 e4 e3 e2 d5 f5 g5 h5")


def test_enemies_stop_a_move_and_can_be_attacked() -> None:
    state = create_position({**PRIMES, "e5": "Sss", "e7": "tc", "e4": "tc"})
    assert find_goals(state, "e5") == parse_squares("e6 e7 e4 d5 c5 b5 f5 g5 h5")
    kinds = {action.text: action.kind for action in GAME.legal_actions(state)}
    assert kinds["e5-e7"] == "capture"
    assert kinds["e5-e6"] == "go"


def test_edge_of_the_board_ends_a_move() -> None:
    assert find_goals_of_figure("Sss", square="j2") == parse_squares("j1 j3 j4 j5 i2 h2 g2")


# --- Jumper


def test_jumper_goes_exactly_its_full_rating() -> None:
    assert find_goals_of_figure("Scsd") == parse_squares("e7 e3 c5 g5 f6 f4 d6 d4")


def test_jumper_passes_over_friends_and_enemies() -> None:
    neighbour_figures = {"e6": "S", "d5": "tc", "f5": "C", "e4": "sc", "d4": "S"}
    assert find_goals_of_figure("Ssd", neighbour_figures) == parse_squares("e7 e3 c5 g5")


def test_jumper_cannot_leave_the_board() -> None:
    assert find_goals_of_figure("Ssssdh") == set()
    assert find_goals_of_figure("Ssssdh", square="e1") == parse_squares("e8")


def test_jumper_attacks_only_its_landing_square() -> None:
    assert find_goals_of_figure("Ssd", {"e6": "tc", "e7": "tc"}) == parse_squares("e7 e3 c5 g5")


# --- Dodger


def test_dodger_joins_straight_and_diagonal_in_either_order() -> None:
    """A Dodger with one square of each kind reaches the squares of a knight and all adjacent squares (Traits)."""
    assert find_goals_of_figure("Tcsz") == parse_squares(
        "e6 e4 d5 f5 d6 f6 d4 f4"  # one part alone
        " d7 f7 d3 f3 c6 c4 g6 g4"  # both, onwards
    )


def test_dodger_may_end_next_to_its_start() -> None:
    """A Dodger may end next to its start: one square up and one diagonally down is a step to the side."""
    blockers = {"e6": "S", "e4": "S", "d6": "S", "d4": "S", "f6": "S", "f4": "S"}
    assert find_goals_of_figure("Tcsz", blockers) == parse_squares("d5 f5 c6 c4 g6 g4")


def test_dodgers_corner_must_be_empty() -> None:
    """The corner of a Dodger's path must be empty, so the Dodger cannot attack there (Traits)."""
    surrounding_figures = {
        **dict.fromkeys(("e6", "e4", "d5", "f5"), "cs"),
        **dict.fromkeys(("d6", "f6", "d4", "f4"), "sc"),
    }
    assert find_goals_of_figure("Tcsz", surrounding_figures) == set(surrounding_figures)


def test_dodger_may_attack_at_its_second_end() -> None:
    assert "d7" in find_goals_of_figure("Tcsz", {"d7": "tc", "d6": "S"})  # by e6
    assert "d7" in find_goals_of_figure("Tcsz", {"d7": "tc", "e6": "S"})  # by d6
    assert "d7" not in find_goals_of_figure("Tcsz", {"d7": "tc", "d6": "S", "e6": "S"})


def test_each_part_of_a_dodge_has_its_own_rating() -> None:
    """Each part has its own rating: two squares straight and one diagonally reach h6, but not g7.

    For g7 the Dodger would need two diagonal squares.
    """
    assert find_goals_of_figure("Scsz") >= parse_squares("g6 f7 d7 c4 h6 f8")
    assert not find_goals_of_figure("Scsz") & parse_squares("h7 g7 g8 h5 f9")


def test_dodger_with_one_rating_has_one_part() -> None:
    assert find_goals_of_figure("Ssz") == find_goals_of_figure("Ss")


def test_jumping_dodger_uses_one_or_both_full_parts() -> None:
    """A jumping Dodger uses the full rating of one part or of both, and its corner may be occupied.

    The source is Traits: Jumper 'as a Dodger'.
    """
    expected = parse_squares("e7 e3 c5 g5 d6 f6 d4 f4 d8 f8 d2 f2 b6 b4 h6 h4")
    assert find_goals_of_figure("Scsdz") == expected
    corners = dict.fromkeys(("e7", "e3", "c5", "g5", "d6", "f6", "d4", "f4"), "S")
    goals_with_corners = find_goals_of_figure("Scsdz", dict(list(corners.items())[:5]))
    assert goals_with_corners == expected - set(list(corners)[:5])
    assert find_goals_of_figure("Ccsdz") == parse_squares(  # one straight, two diagonal, never one
        "e6 e4 d5 f5 g7 c7 g3 c3 g8 g6 g4 g2 c8 c6 c4 c2 h7 f7 d7 b7 h3 f3 d3 b3"
    )
    assert not find_goals_of_figure("Sccsdz") & parse_squares(
        "d8 f8"
    )  # two straight and one diagonal, which is not all of it


def test_jumping_dodgers_corner_lies_on_the_board() -> None:
    """A jumping Dodger's corner must be on the board, which two squares up and one right from j1 leave (Traits)."""
    assert find_goals_of_figure("Scsdz", square="j1") == parse_squares("j3 h1 i2 i4 g2")
    assert "j7" in find_goals_of_figure(
        "Ccsdz", square="i5"
    )  # one left, then two diagonally; the other way leaves the board
    assert "i7" in find_goals_of_figure("Ccsdz", square="j5")  # two diagonally, then one right


# --- Minion


def test_minion_moves_end_nearer_to_the_enemy_zone() -> None:
    assert find_goals_of_figure("Tcs") == parse_squares("e6 d6 f6")


def test_dark_minion_moves_down_the_board() -> None:
    assert find_goals(create_position({**PRIMES, "e5": "tcs"}, side="d"), "e5") == parse_squares("e4 d4 f4")


def test_all_squares_of_the_zone_count_as_nearest() -> None:
    assert find_goals_of_figure("Tch", square="e8") == parse_squares("d9 f9 c10 g10")
    assert find_goals_of_figure("Tcs", square="e9") == set()


def test_only_the_end_of_a_dodging_minions_move_counts() -> None:
    """Only the end of a dodging Minion's Move must be nearer to the enemy, and not its corner.

    The Minion has a trapezoid and one reach piece, so its Move has only one part.
    """
    assert find_goals_of_figure("Tsz") == parse_squares("e6")


def test_triangle_of_size_three_moves_freely() -> None:
    assert find_goals_of_figure("Tcsh") >= parse_squares("e4 e3 c3 g7")


def test_gained_pieces_free_a_minion_on_its_next_move() -> None:
    """Pieces free a Minion only on its next Move, since a figure is a Minion or not before its Move (Traits)."""
    state = create_position({"a1": "Tk", "j10": "ck", "e5": "Tcs", "e6": "sss"})
    state = play(state, "e5-e6", "take:ss", "j10-i9")
    assert find_goals(state, "e6") == parse_squares("e7 e8 e9 e5 e4 e3 d6 c6 b6 f6 g6 h6 d7 f7 d5 f5")


# --- Safety of the Prime


def test_prime_may_not_move_into_attack() -> None:
    state = create_position({"e5": "Ssk", "a6": "ssssss", "j10": "tk"})
    assert find_goals(state, "e5") == parse_squares("e4 e3 d5 c5 f5 g5 e7")


def test_pinned_figure_may_not_expose_its_prime() -> None:
    state = create_position({"e1": "Ck", "e4": "Ss", "e9": "sssssh", "j10": "tk"})
    assert find_goals(state, "e4") == parse_squares("e2 e3 e5 e6")


def test_capturing_the_attacker_is_allowed() -> None:
    state = create_position({"e1": "Ck", "e4": "Ss", "d3": "C", "e6": "sssss", "j10": "tk"})
    assert find_goals(state, "e4") == parse_squares("e2 e3 e5 e6")
    assert find_goals(state, "d3") == parse_squares("c2 c4 e2")


def test_attacked_prime_must_be_saved() -> None:
    far_state = create_position({"e1": "Sk", "a3": "Sss", "e8": "sssssh", "j10": "tk"})
    assert set(list_legal_texts(far_state)) == {"e1-d1", "e1-f1"}
    near_state = create_position({"e1": "Sk", "b3": "Sss", "e8": "sssssh", "j10": "tk"})
    assert set(list_legal_texts(near_state)) == {"e1-d1", "e1-f1", "b3-e3"}


def test_jumpers_attack_cannot_be_blocked() -> None:
    state = create_position({"e1": "Sk", "b2": "Sss", "e3": "ssd", "j10": "tk"})
    assert set(list_legal_texts(state)) == {"e1-e2", "e1-d1", "e1-f1"}


def test_dodgers_attack_round_a_corner_counts() -> None:
    """The square on b1 must stay, because the Dodger on f3 attacks e1 round a corner (e2 or f2)."""
    open_state = create_position({"e1": "Ck", "b1": "S", "f3": "tcssz", "j10": "tk"})
    assert all(text.startswith("e1-") for text in list_legal_texts(open_state))
    assert "b1-b2" not in list_legal_texts(open_state)


def test_enemy_minion_attacks_only_forward_squares() -> None:
    state_with_prime_behind = create_position({"e6": "Sk", "e5": "tcs", "j10": "tk"})
    assert "e6-f6" in list_legal_texts(state_with_prime_behind)
    assert find_goals(state_with_prime_behind, "e6") == parse_squares("e7 d6 f6 e5")


def test_attacker_may_expose_its_own_prime() -> None:
    """A figure attacks a square even if moving there would expose its own Prime (Safety of the Prime).

    The dark square on e5 is pinned to its Prime on e9 but still attacks d5.
    """
    state = create_position({"c5": "Sk", "e1": "Sssssh", "e5": "ss", "e9": "ck"})
    assert "c5-d5" not in list_legal_texts(state)


def test_prime_cannot_capture_a_guarded_prime() -> None:
    state = create_position({"e5": "Sk", "e6": "tc", "d7": "cc", "j10": "tk"})
    assert "e5-e6" not in list_legal_texts(state)


def test_exposed_prime_may_be_captured_at_the_start() -> None:
    """If a game starts with an exposed Prime, capturing the last enemy crown ends it immediately (A turn, 2)."""
    state = play(create_position({"e1": "Ck", "e4": "Sss", "e6": "ck"}), "e4-e6")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert state.pool == "k"


def test_capturing_the_last_crown_may_not_expose_the_prime() -> None:
    """A Move that exposes one's own Prime is illegal, even if it captures the last crown (Safety of the Prime)."""
    figures = {"e1": "Ck", "e4": "Sss", "e6": "ck", "a1": "sssss"}
    assert "e4-e6" not in list_legal_texts(create_position(figures))
    assert "e4-e6" in list_legal_texts(create_position({**figures, "c1": "Ss"}))


def test_first_turn_has_56_moves_and_500_ends() -> None:
    start = GAME.initial({}, 0)
    assert len(GAME.legal_actions(start)) == 56
    ends, pending_squares = set(), [start]
    while pending_squares:
        state = pending_squares.pop()
        for action in GAME.legal_actions(state):
            next_state = GAME.apply(state, action)
            if next_state.side != start.side:
                ends.add(next_state)
            else:
                pending_squares.append(next_state)
    assert len(ends) == 500


def format_square(square: tuple[int, int]) -> str:
    return f"{FILES[square[0] - 1]}{square[1]}"


@pytest.mark.parametrize("seed", range(4))
def test_moves_match_the_slow_reference(seed: int) -> None:
    """The legal Moves equal those of the slow reference on crowded and sparse random boards with many pieces."""
    chance = random.Random(seed)
    attack_count = 0
    for number in range(500):
        text = create_random_position_text(chance, figure_count=20 if number % 25 == 0 else chance.randrange(3, 9))
        state = GAME.parse_position(text)
        reference_moves = {
            (compute_square_number(*origin), compute_square_number(*goal))
            for origin, goal in reference.find_moves(text)
        }
        assert {
            (origin, goal) for origin, goals in state.position.goals for goal in iter_squares(goals)
        } == reference_moves, text
        is_attacked = reference.is_prime_attacked(reference.parse_board(text), is_light_side=state.side == 0)
        assert state.position.in_check == is_attacked == bool(state.position.attackers), text
        attack_count += is_attacked
    assert attack_count > 30


def compute_square_number(file: int, rank: int) -> int:
    return 10 * (rank - 1) + file - 1


@pytest.mark.parametrize("seed", range(12))
def test_moves_match_the_slow_reference_in_games(seed: int) -> None:
    """The legal Moves equal those of the slow reference in positions from random games."""
    chance = random.Random(seed)
    state = GAME.initial({"setup": "shuffled"}, seed)
    for _ in range(60):
        actions = GAME.legal_actions(state)
        if not actions:
            break
        if state.is_turn_start and chance.random() < 0.3:
            expected = {
                f"{format_square(origin)}-{format_square(goal)}"
                for origin, goal in reference.find_moves(GAME.format_position(state))
            }
            assert {action.text for action in actions} == expected
        attacks = [action for action in actions if action.kind == "capture"]
        state = GAME.apply(state, chance.choice(attacks or actions))


def test_apply_refuses_an_illegal_move() -> None:
    start = GAME.initial({}, 0)
    later = play(start, "a2-a3")
    with pytest.raises(IllegalAction):
        GAME.apply(later, GAME.legal_actions(start)[0])
