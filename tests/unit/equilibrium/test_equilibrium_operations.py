"""Compare the four operations with a simple implementation of their rules, and test their effects."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.state import CELLS, tile_totals
from tests.unit.equilibrium.equilibrium_help import TYPES, create_player, create_position, list_legal_texts, play

BOARD = {"0,0": "I", "1,0": "A", "0,1": "a"}
ALL_HEXES = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]


def are_neighbours(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Return True if two hexes are neighbours. The function compares cube coordinates."""
    q, r = first[0] - second[0], first[1] - second[1]
    return max(abs(q), abs(r), abs(q + r)) == 1


def format_hex(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"


def find_legal_runs(card: str, board: dict[str, str], supply_out: str = "") -> set[str]:
    """Return the texts of all legal runs of a card on a board. ``supply_out`` names tiles missing from the supply."""
    hexes = [f"{q},{r}" for q, r in ALL_HEXES]
    state = create_position(
        create_player(board=board, hand=[card]),
        create_player(board=dict(zip(hexes, supply_out[:19], strict=False))),
        pile="S" + supply_out[19:],
    )
    return list_legal_texts(state, "run")


def test_subtraction_removes_any_tile_to_the_supply() -> None:
    """Subtraction removes any one tile, face up or face down."""
    assert find_legal_runs("sub", BOARD) == {"run sub 0,0", "run sub 1,0", "run sub 0,1"}
    state = create_position(create_player(board=BOARD, hand=["sub"]))
    next_state = play(state, "run sub 0,1")
    assert next_state.supply[2] == state.supply[2] + 1
    assert next_state.players[0].board.count(".") == 17


def test_division_turns_any_tile_over_either_way() -> None:
    """Division turns a tile from face up to face down, or from face down to face up."""
    state = create_position(create_player(board=BOARD, hand=["div"]))
    assert list_legal_texts(state, "run") == {"run div 0,0", "run div 1,0", "run div 0,1"}
    assert play(state, "run div 0,1").players[0].board[CELLS.index((0, 1))] == "A"
    assert play(state, "run div 0,0").players[0].board[CELLS.index((0, 0))] == "i"


def test_addition_replaces_a_tile_by_another_type() -> None:
    """Addition removes a tile and adds a face-up tile of another type next to any own tile.

    The player's card does not restrict the place.
    """
    runs = find_legal_runs("add", {"0,0": "I", "1,0": "A"})
    assert "run add 1,0 T@1,0" in runs, "the emptied hex is free for the new tile"
    assert "run add 1,0 A@1,0" not in runs, "the new tile is of a different type"
    assert "run add 1,0 V@2,0" not in runs, "the removed tile no longer counts as a neighbour"
    assert "run add 0,0 V@2,0" in runs, "no partner is needed"
    state = create_position(create_player(board={"0,0": "i"}, hand=["add"]))
    assert list_legal_texts(state, "run") == {f"run add 0,0 {kind}@0,0" for kind in "TAVS"}, (
        "an empty board: the centre"
    )
    next_state = play(state, "run add 0,0 T@0,0")
    assert next_state.players[0].board == "." * 9 + "T" + "." * 9
    assert next_state.supply[0] == state.supply[0] + 1
    assert next_state.supply[1] == state.supply[1] - 1


def test_addition_of_the_only_tile_uses_the_centre() -> None:
    assert find_legal_runs("add", {"2,0": "I"}) == {f"run add 2,0 {kind}@0,0" for kind in "TAVS"}


def test_multiplication_keeps_the_vector_without_the_card() -> None:
    """The two copies keep their direction, and at least one of them is next to a tile.

    The player's card neither restricts the places nor gives a tweak.
    """
    board = {"0,0": "I", "1,0": "A"}
    runs = find_legal_runs("mul", board)
    assert "run mul 0,0+1,0 at 0,1+1,1" in runs
    assert "run mul 0,0+1,0 at -2,0+-1,0" in runs, "one copy next to a tile is enough"
    assert "run mul 0,0+1,0 at -1,2+0,2" not in runs, "no copy next to a tile"
    assert not any(text.endswith("at 1,1+0,1") for text in runs), "the vector is kept, not turned round"
    assert "run mul 0,0+1,0 at 0,1+0,2" not in runs, "nor any other vector"
    assert "run mul 0,0+1,0 at 0,1+-1,2" not in runs
    state = play(create_position(create_player(board=board, hand=["mul"])), "run mul 0,0+1,0 at 0,1+1,1")
    assert state.players[0].board[CELLS.index((0, 1))] == "I"
    assert state.players[0].board[CELLS.index((1, 1))] == "A"
    assert state.phase.tweaks == 2, "the card's own tweaks"
    assert tile_totals(state) == (20,) * 5, "the copies come from the supply"


def test_multiplication_of_face_down_tiles_copies_face_up() -> None:
    """Copies of face-down tiles are face up, since they come from the supply (our rule)."""
    state = play(
        create_position(create_player(board={"0,0": "i", "1,0": "i"}, hand=["mul"])), "run mul 0,0+1,0 at 0,1+1,1"
    )
    assert state.players[0].board.count("I") == 2
    assert state.players[0].board.count("i") == 2


def test_multiplication_names_the_smaller_original_first() -> None:
    state = create_position(create_player(board={"0,0": "I", "1,0": "A"}, hand=["mul"]))
    assert play(state, "run mul 1,0+0,0 at 1,1+0,1") == play(state, "run mul 0,0+1,0 at 0,1+1,1")


@pytest.mark.parametrize(("supply", "is_possible"), [(1, False), (2, True)])
def test_two_copies_of_a_type_need_two_in_supply(supply: int, is_possible: bool) -> None:
    tiles_out = "I" * (20 - 2 - 1 - supply)
    assert bool(find_legal_runs("mul", {"0,0": "I", "1,0": "I"}, tiles_out)) == is_possible


def test_impossible_card_cannot_be_run() -> None:
    """No operation is possible on an empty board, and no Multiplication on a single tile (our rule)."""
    for card in ("sub", "add", "div", "mul"):
        assert not find_legal_runs(card, {})
    assert not find_legal_runs("mul", {"0,0": "I", "2,0": "A"})


def test_addition_uses_only_the_supply() -> None:
    """Addition can only add types that the supply has, here image."""
    runs = find_legal_runs("add", {"0,0": "T", "1,0": "A"}, "T" * 18 + "A" * 18 + "V" * 19 + "S" * 18)
    assert runs
    assert {text.split()[3][0] for text in runs} == {"I"}


@st.composite
def boards(draw: st.DrawFn) -> dict[str, str]:
    """Draw a board with at most fourteen tiles, some of which are face down."""
    places = draw(st.lists(st.sampled_from(ALL_HEXES), max_size=14, unique=True))
    return {format_hex(place): draw(st.sampled_from("ITAVSitavs")) for place in places}


@given(boards(), st.sampled_from([0, 1, 2, 18]), st.sampled_from(TYPES))
@settings(max_examples=60, deadline=None)
def test_options_match_brute_force(board: dict[str, str], max_supply: int, kind: str) -> None:
    """The options equal the legal runs found by testing every hex, every pair and every four hexes."""
    tiles_by_hex = {place: board[format_hex(place)].upper() for place in ALL_HEXES if format_hex(place) in board}
    used_count = sum(tile == kind for tile in tiles_by_hex.values()) + 1 + (kind == "S")
    removed_tiles = kind * max(0, 20 - used_count - max_supply)
    supply = {
        second_original: 20 - 1 - (second_original == "S") - list(tiles_by_hex.values()).count(second_original)
        for second_original in TYPES
    }
    supply[kind] -= len(removed_tiles)
    free_hexes = [place for place in ALL_HEXES if place not in tiles_by_hex]

    assert find_legal_runs("sub", board, removed_tiles) == {f"run sub {name}" for name in board}
    assert find_legal_runs("div", board, removed_tiles) == {f"run div {name}" for name in board}

    addition_texts = set()
    for removed_hex, old in tiles_by_hex.items():
        other_hexes = [place for place in tiles_by_hex if place != removed_hex]
        for new_hex in [*free_hexes, removed_hex]:
            fits = any(are_neighbours(new_hex, place) for place in other_hexes) if other_hexes else new_hex == (0, 0)
            for new in TYPES:
                if fits and new != old and supply[new]:
                    addition_texts.add(f"run add {format_hex(removed_hex)} {new}@{format_hex(new_hex)}")
    assert find_legal_runs("add", board, removed_tiles) == addition_texts

    multiplication_texts = set()
    for original in tiles_by_hex:
        for second_original in tiles_by_hex:
            if not (are_neighbours(original, second_original) and original < second_original):
                continue
            remaining_supply = dict(supply)
            remaining_supply[tiles_by_hex[original]] -= 1
            remaining_supply[tiles_by_hex[second_original]] -= 1
            if (
                min(remaining_supply.values()) < 0
                and min(remaining_supply[tiles_by_hex[original]], remaining_supply[tiles_by_hex[second_original]]) < 0
            ):
                continue
            for first in free_hexes:
                for second in free_hexes:
                    has_same_vector = (second[0] - first[0], second[1] - first[1]) == (
                        second_original[0] - original[0],
                        second_original[1] - original[1],
                    )
                    if has_same_vector and any(
                        are_neighbours(copy, place) for copy in (first, second) for place in tiles_by_hex
                    ):
                        multiplication_texts.add(
                            f"run mul {format_hex(original)}+{format_hex(second_original)} "
                            f"at {format_hex(first)}+{format_hex(second)}"
                        )
    assert find_legal_runs("mul", board, removed_tiles) == multiplication_texts


@given(boards(), st.sampled_from(["sub", "add", "div", "mul"]), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_operations_conserve_tiles(board: dict[str, str], card: str, rng: object) -> None:
    state = create_position(create_player(board=board, hand=[card]))
    for text in sorted(list_legal_texts(state, "run"))[:5]:
        assert tile_totals(play(state, text)) == (20,) * 5


def test_addition_of_the_only_tile_announces_the_centre() -> None:
    """Replacing the only tile leaves an empty board, so the new tile, of any type, goes to the centre (our rule)."""
    state = create_position(create_player(board={"1,0": "I"}, hand=["add"]), create_player())
    touches = ("hand:1:add", "hex:1:1,0", "supply:T")
    assert "goes in the centre" in PACKAGE.game.explain(state, (*touches, "hex:1:1,0")).sentence
    assert "Touch the centre" in PACKAGE.view.touch_hint(state, touches)


def test_touch_of_a_token_during_an_operation_asks_to_finish_the_operation() -> None:
    """The card's tweaks come after its operation (spec: Round)."""
    state = create_position(create_player(board={"0,0": "I", "1,0": "T"}, hand=["add"]), create_player())
    sentence = PACKAGE.game.explain(state, ("hand:1:add", "weight:1:I")).sentence
    assert "Finish Addition" in sentence
    assert "earn" not in sentence
