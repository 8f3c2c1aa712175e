"""Test where Load and Hack may place tiles: neighbours, partners on the Tensor card, the free type, empty boards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.placement import free_cells
from ruleboard.games.equilibrium.state import CELLS, Player
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, list_legal_texts, play

GAME = PACKAGE.game
BOARD = {"0,0": "I", "1,0": "A"}
RING_HEX_NAMES = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")


def find_loadable_hexes(kind: str, board: dict[str, str] = BOARD) -> set[str]:
    """Return the hexes where a player with the card IT/AV may load a tile of a type."""
    state = create_position(create_player(card="IT/AV", board=board, storage=kind))
    return {text.split("@")[1] for text in list_legal_texts(state, "load")}


def test_type_on_the_card_needs_its_partner() -> None:
    """On the card IT/AV, a T needs an adjacent I, and a V needs an adjacent A (Load, rule 2).

    In this position A and I have no partner.
    """
    assert find_loadable_hexes("T") == {"0,1", "-1,1", "-1,0", "0,-1", "1,-1"}
    assert find_loadable_hexes("V") == {"2,-1", "2,0", "1,1", "0,1", "1,-1"}
    assert find_loadable_hexes("A") == set()
    assert find_loadable_hexes("I") == set()


def test_type_off_the_card_fits_next_to_any_tile() -> None:
    """A tile of the type that is not on the card may be placed next to any tile."""
    assert find_loadable_hexes("S") == {"0,1", "-1,1", "-1,0", "0,-1", "1,-1", "2,-1", "2,0", "1,1"}


def test_face_down_neighbours_keep_their_type() -> None:
    """A face-down tile counts as a partner with its type (our rule)."""
    assert find_loadable_hexes("T", {"0,0": "i", "1,0": "a"}) == find_loadable_hexes("T")
    assert find_loadable_hexes("V", {"0,0": "i", "1,0": "a"}) == find_loadable_hexes("V")


def test_first_tile_goes_to_the_centre() -> None:
    """On an empty board a tile goes to the centre and needs no partner (our rule)."""
    assert all(find_loadable_hexes(kind, {}) == {"0,0"} for kind in "ITAVS")


def test_other_rows_partner_does_not_count() -> None:
    assert find_loadable_hexes("T", {"0,0": "A", "1,0": "V"}) == set()


def test_one_partner_among_several_neighbours_is_enough() -> None:
    assert "0,1" in find_loadable_hexes("T", {"0,0": "S", "1,0": "I", "-1,1": "A"})


def test_hack_follows_the_victims_card() -> None:
    """The hacked player's card decides on the place: with AV/IS, an S needs an adjacent I (Action 4)."""
    board = {"0,0": "A", "1,0": "S"}
    state = create_position(create_player(card="IT/AV", storage="I"), create_player(card="AV/IS", board=board))
    assert list_legal_texts(state, "hack") == {f"hack 2 I@{at}" for at in ("2,-1", "2,0", "1,1", "0,1", "1,-1")}


def test_placed_tile_lies_face_up() -> None:
    state = play(create_position(create_player(card="IT/AV", board=BOARD, storage="S")), "load S@0,1")
    assert state.players[0].board[CELLS.index((0, 1))] == "S"
    assert state.players[0].storage == ""


@st.composite
def owners(draw: st.DrawFn) -> Player:
    """Draw a player with an arbitrary card and board."""
    board = draw(st.lists(st.sampled_from("......ITAVSitavs"), min_size=19, max_size=19))
    return Player(draw(st.sampled_from(TENSOR_CARDS)), "".join(board), "", (3,) * 5, 7, ())


@given(owners(), st.sampled_from("ITAVS"))
def test_free_cells_match_a_plain_reference(owner: Player, kind: str) -> None:
    """The free cells equal those of a simple implementation with sets of coordinates."""
    tiles_by_hex = {tuple(place): tile.upper() for place, tile in zip(CELLS, owner.board, strict=True) if tile != "."}
    rows = owner.card.split("/")
    partner_kind = next((row.replace(kind, "") for row in rows if kind in row), None)
    expected = set()
    for column, r in CELLS:
        neighbour_places = [
            (column + 1, r),
            (column - 1, r),
            (column, r + 1),
            (column, r - 1),
            (column + 1, r - 1),
            (column - 1, r + 1),
        ]
        neighbours = [tiles_by_hex[place] for place in neighbour_places if place in tiles_by_hex]
        if (column, r) not in tiles_by_hex and neighbours and (partner_kind is None or partner_kind in neighbours):
            expected.add((column, r))
    if not tiles_by_hex:
        expected = {(0, 0)}
    assert {tuple(CELLS[cell]) for cell in free_cells(owner, kind)} == expected


def test_refused_tile_names_the_missing_partner() -> None:
    """The refusal names the missing partner, and mentions cycles only if the player has too few."""
    state = create_position(
        create_player(storage="T", board={"0,0": "T", "1,0": "A"}), create_player(card="TV/IS", board={"0,0": "I"})
    )
    sentence = GAME.explain(state, ("storage:1:T",)).sentence
    assert sentence == (
        "On your network, a text tile must touch an image tile, but there isn’t one."
        " On Teal’s network, a text tile must touch a video tile, but there isn’t one."
    )
    poor_state = create_position(
        create_player(storage="I", board={"0,0": "T"}, cycles=1),
        create_player(card="IV/TS", board={"0,0": "T"}),
        create_player(),
    )
    sentence = GAME.explain(poor_state, ("storage:1:I",)).sentence
    assert sentence.startswith("A Load costs 2 cycles, but you have 1. On Teal’s network, an image tile must")


def test_enclosed_partner_is_named() -> None:
    surrounded_board = {"0,0": "I"} | dict.fromkeys(RING_HEX_NAMES, "S")
    state = create_position(
        create_player(storage="T", board=surrounded_board), create_player(card="TV/IS", board={"0,0": "I"})
    )
    sentence = GAME.explain(state, ("storage:1:T",)).sentence
    assert "image tile, but no free hex" in sentence
