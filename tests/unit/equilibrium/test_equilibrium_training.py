"""Test the end of a round: cards, turn order, income, backpropagation and flips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.rules import round_end_effects
from ruleboard.games.equilibrium.state import CELLS, Player, State
from ruleboard.games.equilibrium.training import Backpropagation, backpropagate, compute_round_end, preview_round_end
from ruleboard.games.equilibrium.training_text import round_end_sentences
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, list_legal_texts, play

GAME = PACKAGE.game


def create_board(tiles: str) -> dict[str, str]:
    """Return a board with tiles on its hexes in order."""
    return {str(place): tile for place, tile in zip(CELLS, tiles, strict=False)}


def compute_backpropagation(tiles: str, weights: tuple[int, ...] = (3, 3, 3, 3, 3)) -> Backpropagation:
    return backpropagate(0, Player("IT/AV", tiles.ljust(19, "."), "", weights, 7, ()))


def test_type_order_breaks_the_tie_in_example_1() -> None:
    """The type with two tiles rises, and so do the first two of three types with one tile each (example 1)."""
    result = compute_backpropagation("VVTAS")
    assert result.rising_kinds == "VTA"
    assert result.falling_kinds == "IS"
    assert result.tied_kinds == "TAS"
    assert result.new_levels == (2, 4, 4, 4, 2)


def test_two_face_up_types_rise_in_example_2() -> None:
    """The two types with face-up tiles rise and the others fall, since face-down tiles do not count (example 2)."""
    result = compute_backpropagation("SSAitvvv")
    assert result.rising_kinds == "SA"
    assert result.falling_kinds == "ITV"
    assert result.tied_kinds == ""
    assert result.new_levels == (2, 2, 4, 2, 4)


@pytest.mark.parametrize("tiles", ["", "itavs", "ITAVS", "IITTAAVVSSii"])
def test_five_equal_counts_lower_all(tiles: str) -> None:
    """All tokens fall if all five counts are equal, even if no tile is face up (NOTE on 5-way ties)."""
    result = compute_backpropagation(tiles, (0, 3, 10, 1, 5))
    assert result.is_all_equal
    assert result.rising_kinds == ""
    assert result.new_levels == (0, 2, 9, 0, 4)


def test_four_equal_counts_are_not_a_five_way_tie() -> None:
    result = compute_backpropagation("ITAV")
    assert result.rising_kinds == "ITA"
    assert result.falling_kinds == "VS"
    assert result.tied_kinds == "ITAV"


def test_single_type_rises_within_zero_and_ten() -> None:
    result = compute_backpropagation("AA", (0, 1, 10, 10, 5))
    assert result.rising_kinds == "A"
    assert result.new_levels == (0, 0, 10, 9, 4)


def test_irrelevant_tie_is_not_reported() -> None:
    assert compute_backpropagation("IITTTA").tied_kinds == ""
    assert compute_backpropagation("ITA").tied_kinds == ""
    assert compute_backpropagation("IITTAAVVVS").tied_kinds == "ITA"


@given(st.lists(st.sampled_from("ITAVSitavs"), max_size=19))
def test_backpropagation_matches_a_plain_reference(tiles: list[str]) -> None:
    """Backpropagation equals a reference that ranks the types by count and then by type order.

    Five equal counts lower all tokens.
    """
    counts = [tiles.count(kind) for kind in "ITAVS"]
    ranked_types = sorted(range(5), key=lambda kind: (-counts[kind], kind))
    rising_types = {kind for kind in ranked_types[:3] if counts[kind]} if len(set(counts)) > 1 else set()
    result = compute_backpropagation("".join(tiles))
    assert result.new_levels == tuple(4 if kind in rising_types else 2 for kind in range(5))
    assert set(result.rising_kinds) | set(result.falling_kinds) == set("ITAVS")
    assert sum(result.counts) == sum(tile.isupper() for tile in tiles)


@pytest.mark.parametrize(
    ("highest", "income"), [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (10, 4)]
)
def test_income_uses_the_highest_token_before_moving(highest: int, income: int) -> None:
    player_state = Player("IT/AV", "." * 19, "", (0, highest, 0, 0, 0), 5, ())
    assert compute_round_end(0, player_state, is_game_end=False).income == income
    assert compute_round_end(0, player_state, is_game_end=True).income == 0


def test_income_above_fifteen_is_lost() -> None:
    assert compute_round_end(0, Player("IT/AV", "." * 19, "", (9,) * 5, 13, ()), is_game_end=False).cycles == 15


def position_after_last_pass(*tiles: str) -> State:
    """Return the position after the pass that ends the round. The other players passed before, in reverse order."""
    count = len(tiles)
    order = list(range(1, count + 1))
    passed_players = order[::-1][: count - 1]
    return create_position(
        *(
            create_player(board=create_board(board_tiles), hand=["sub"] if seat == 0 else [])
            for seat, board_tiles in enumerate(tiles)
        ),
        order=order,
        passed=passed_players,
        phase=["action", 1],
        acted=True,
    )


def test_round_end_returns_cards_and_sets_turn_order() -> None:
    next_state = play(position_after_last_pass("I", "T", "A"), "pass")
    assert next_state.order == (2, 1, 0)
    assert next_state.passed_players == ()
    assert next_state.players[0].hand == ()
    assert next_state.cards.count("sub") == 2
    assert next_state.round == 2
    assert GAME.to_move(next_state) == 2
    assert [player_state.cycles for player_state in next_state.players] == [11, 8, 8], (
        "3 for the third to pass, and 1 income each"
    )


def test_flips_without_a_choice_are_automatic() -> None:
    next_state = play(position_after_last_pass("ITA", "SS"), "pass")
    assert next_state.players[0].board.startswith("ita")
    assert next_state.phase.flips == ((1, "S"),)


def test_flips_follow_new_turn_order_then_types() -> None:
    """Players decide on flips in the new turn order, each player in the order of the types (our rule)."""
    state = play(position_after_last_pass("TTII", "SSAA"), "pass")
    assert state.phase.flips == ((1, "A"), (1, "S"), (0, "I"), (0, "T"))
    assert state.round == 1
    assert GAME.to_move(state) == 1
    assert list_legal_texts(state) == {f"flip A@{place}" for place in list(create_board("SSAA"))[2:]}
    state = play(state, f"flip A@{list(create_board('SSAA'))[3]}")
    assert state.players[1].board[:4] == "SSAa"
    assert all(text.startswith("flip S") for text in list_legal_texts(state))


def test_flips_lead_into_the_next_round() -> None:
    state = play(position_after_last_pass("TTII", "SSAA"), "pass")
    for _ in range(4):
        state = play(state, min(list_legal_texts(state)))
    assert state.round == 2
    assert GAME.to_move(state) == 1
    assert sorted(state.players[0].board[:4]) == sorted("TtIi")


def test_type_raised_at_ten_is_flipped() -> None:
    """A tile is flipped, too, if the token of its type rises but is already at level 10 (our rule)."""
    state = create_position(
        create_player(board={"0,0": "I"}, weights=[10, 3, 3, 3, 3]), create_player(), passed=[2], acted=True
    )
    next_state = play(state, "pass")
    assert next_state.players[0].weights[0] == 10
    assert "i" in next_state.players[0].board


def test_preview_and_summary_match_the_effects() -> None:
    state = position_after_last_pass("VVTAS", "ITAVS")
    preview = preview_round_end(state)
    assert round_end_effects(state, GAME.parse_action(state, "download I,T,A").move) is None
    effects = round_end_effects(state, GAME.parse_action(state, "pass").move)
    assert effects is not None
    assert [player_state.training for player_state in effects] == [player_state.training for player_state in preview]
    next_state = play(state, "pass")
    assert [player_state.training.new_levels for player_state in effects] == [
        player_state.weights for player_state in next_state.players
    ]
    assert [player_state.cycles for player_state in effects] == [
        player_state.cycles for player_state in next_state.players
    ]
    sentences = " ".join(round_end_sentences(effects[0]))
    assert "1 text, 1 audio, 2 video, 1 sensor" in sentences
    assert "Text, audio and sensor tie. The type order decides: text and audio go up." in sentences
    assert "all 5 tokens go down" in " ".join(round_end_sentences(effects[1]))
