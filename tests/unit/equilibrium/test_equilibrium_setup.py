"""Test the setup of Equilibrium: material, the deal, the first two tiles, the starting player and the pile."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from ruleboard.engine.errors import PositionError, RecordError
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.numbers import FIRST_SET, RECONSTRUCTED_SOURCE, RULEBOOK_SOURCE, TYPES
from ruleboard.games.equilibrium.state import tile_totals
from tests.unit.equilibrium.equilibrium_help import list_legal_texts, play

GAME = PACKAGE.game


def test_each_tensor_card_omits_one_type() -> None:
    """There are 30 cards, one for each combination of a top pair, a bottom pair and an omitted type (Material)."""
    assert len(set(TENSOR_CARDS)) == 30
    for card in TENSOR_CARDS:
        assert re.fullmatch("[ITAVS]{2}/[ITAVS]{2}", card)
        assert len(set(card)) == 5


@pytest.mark.parametrize(("player_count", "copies"), [(2, 1), (3, 2), (4, 2)])
def test_material_depends_on_number_of_players(player_count: int, copies: int) -> None:
    """There is one of each Operation card for two players and two for more, and 15 tiles for each player.

    These are clauses 4 and 6 of Setup.
    """
    assert TYPES == "ITAVS", "the fixed order, ours"
    state = GAME.initial({"players": str(player_count)}, 7)
    assert state.cards == tuple(sorted(["add", "div", "mul", "sub"] * copies))
    assert state.supply == (20 - 3 * player_count,) * 5
    assert sorted(state.bag) == sorted("ITAVS" * 3 * player_count)
    assert tile_totals(state) == (20,) * 5
    assert len({player.card for player in state.players}) == player_count
    assert all(player.weights == (3,) * 5 for player in state.players)
    assert len(set(GAME.sides(state))) == player_count, "a colour each"


@pytest.mark.parametrize("start", [1, 2, 3])
def test_starting_player_has_six_cycles_the_others_seven(start: int) -> None:
    """The starting player has 6 cycles and the others have 7. The first round goes clockwise (Setup, 8 and 9)."""
    state = GAME.initial({"players": "3", "start": str(start)}, 1)
    assert [player.cycles for player in state.players] == [6 if number == start else 7 for number in (1, 2, 3)]
    assert state.order == tuple((start - 1 + step) % 3 for step in range(3))
    assert GAME.to_move(state) == start - 1


def test_random_start_depends_on_the_seed() -> None:
    first_players = {GAME.initial({"players": "4", "start": "random"}, seed).order[0] for seed in range(40)}
    assert first_players == {0, 1, 2, 3}
    assert GAME.initial({}, 5) == GAME.initial({}, 5)
    assert GAME.initial({}, 5) != GAME.initial({}, 6)


def test_first_tiles_match_the_setup_rules() -> None:
    """Each player twice chooses one of two types, and places the second tile on one of six hexes (Setup, 6)."""
    state = GAME.initial({}, 3)
    card = state.players[0].card
    neighbour_names = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
    expected = {f"setup {a}@0,0 {b}@{place}" for a in card[:2] for b in card[3:] for place in neighbour_names}
    assert list_legal_texts(state) == expected


def test_setup_shuffles_thirteen_tiles_and_reveals_five() -> None:
    """The setup shuffles thirteen tiles into the pile and reveals five of them (Setup, 7 and 10)."""
    state = GAME.initial({"players": "3", "start": "2"}, 4)
    for player in (1, 2, 0):
        assert GAME.to_move(state) == player
        is_last = player == 0
        action = GAME.legal_actions(state)[0]
        assert GAME.reveals(state, action) == is_last
        state = GAME.apply(state, action)
    assert len(state.tiles) == 5
    assert len(state.pile) == 3 * 13 - 5
    assert state.bag == ""
    assert GAME.to_move(state) == 1
    assert tile_totals(state) == (20,) * 5


def test_pile_depends_only_on_the_seed() -> None:
    """With the same choices, another seed gives another pile. The public view of the bag is always the same."""
    piles = set()
    for seed in range(200):
        state = GAME.initial({}, seed)
        assert GAME.view(state, 0).bag == GAME.view(GAME.initial({}, 0), 0).bag
        for _ in range(2):
            state = GAME.apply(state, GAME.legal_actions(state)[0])
        piles.add((state.tiles + state.pile)[:4])
    assert len(piles) > 120


@pytest.mark.parametrize(("tiles", "is_hidden"), [("AT", True), ("TA", True), ("AA", False), ("A", False), ("", False)])
def test_order_equal_to_the_views_is_still_hidden(tiles: str, is_hidden: bool) -> None:
    assert GAME.hides(replace(GAME.initial({}, 1), bag="", pile=tiles)) is is_hidden


def test_first_tiles_of_the_pile_are_equally_likely() -> None:
    """Over many seeds, each type comes first about as often as its share of the bag suggests."""
    counts = dict.fromkeys("ITAVS", 0)
    for seed in range(600):
        state = GAME.initial({}, seed)
        for _ in range(2):
            state = GAME.apply(state, GAME.legal_actions(state)[0])
        counts[state.tiles[0]] += 1
    assert all(80 <= count <= 165 for count in counts.values()), counts


@pytest.mark.parametrize("options", [{"players": "5"}, {"players": "1"}, {"start": "0"}, {"pace": "fast"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(RecordError):
        GAME.initial(options, 1)


def test_every_choice_of_every_option_gives_a_game() -> None:
    for option in GAME.options:
        for choice in option.choices:
            assert GAME.legal_actions(GAME.initial({option.id: choice.value}, 2))


def test_numbers_name_their_source() -> None:
    assert all(number.source in (RULEBOOK_SOURCE, RECONSTRUCTED_SOURCE) for number in FIRST_SET.all_numbers())
    assert {number.title for number in FIRST_SET.all_numbers() if number.source == RULEBOOK_SOURCE} >= {
        "Cycles for passing second",
        "Level where all tokens start",
        "Highest token on 5 or 6",
    }


def test_setup_positions_can_be_created_by_hand() -> None:
    state = GAME.initial({}, 3)
    card = state.players[0].card
    next_state = play(state, f"setup {card[0]}@0,0 {card[3]}@1,0")
    assert GAME.to_move(next_state) == 1
    assert len(next_state.bag) == 28


def test_invalid_supply_reports_the_right_number() -> None:
    """The error for an invalid supply gives the right number of tiles, three for each of two players (our rule)."""
    state = GAME.initial({"players": "2"}, 3)
    data = json.loads(GAME.format_position(state))
    data["supply"]["I"] -= 1
    data["bag"] = data["bag"] + "I"
    with pytest.raises(PositionError, match="14 tiles of type I"):
        GAME.parse_position(json.dumps(data))
