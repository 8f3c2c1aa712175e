"""Test touches in Equilibrium: tiles for a Download, and the names of targets."""

from __future__ import annotations

from ruleboard.engine.selection import select
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.state import CELL_NAMES, EMPTY
from tests.unit.equilibrium.equilibrium_help import GAME, create_player, create_position


def test_tile_touch_starts_a_full_download() -> None:
    """A player with room for five tiles takes all five, with one button or tile by tile.

    A Download fills the storage (rulebook).
    """
    state = create_position(create_player(weights=[5, 3, 3, 3, 3]), create_player(), numbers="brisk")
    actions = GAME.legal_actions(state)
    assert "download I,T,A,V,S" in {action.text for action in actions}
    selection = select(actions, ("tile:2",))
    assert set(selection.next_targets) >= {"tile:0", "tile:1", "tile:3", "tile:4"}
    assert PACKAGE.view.touch_hint(state, ("tile:2",)).startswith("You’ve chosen 1 of 5 tiles.")
    full_selection = select(actions, ("tile:2", "tile:0", "tile:4", "tile:1", "tile:3"))
    assert [action.text for action in full_selection.complete_actions] == ["download I,T,A,V,S"]
    assert [action.text for action in select(actions, ("do:download",)).complete_actions] == ["download I,T,A,V,S"]


def test_held_card_is_not_named_as_on_the_table() -> None:
    state = create_position(create_player(hand=["sub"]), create_player(), numbers="brisk")
    assert GAME.name(state, "card:sub") == "Subtraction on the action board: none left"
    assert GAME.name(state, "card:div") == "Division on the action board, costs 2 cycles, earns 1 tweak"


def test_multiplication_asks_for_copies_by_their_tiles() -> None:
    state = create_position(
        create_player(board={"0,0": "A", "1,0": "T"}, hand=["mul"]), create_player(), numbers="brisk"
    )
    hint = PACKAGE.view.touch_hint(state, ("hand:1:mul", "hex:1:0,0", "hex:1:1,0"))
    assert hint == "Multiplication. Touch the hex for the copy of the audio tile."


def test_multiplication_lays_the_first_copy_on_the_first_hex() -> None:
    """The first hex is for the copy of the first tile, as the hint says, so only one hex is left for the other copy."""
    state = create_position(create_player(board={"0,0": "A", "1,0": "T"}, hand=["mul"]), create_player())
    actions, cells = GAME.legal_actions(state), {"hex:1:0,0": "A", "hex:1:1,0": "T"}
    for first, second in (tuple(cells), tuple(cells)[::-1]):
        first_hexes = select(actions, ("hand:1:mul", first, second)).next_targets
        assert len(first_hexes) > 5
        for first_hex in first_hexes:
            (second_hex,) = select(actions, ("hand:1:mul", first, second, first_hex)).next_targets
            (action,) = select(actions, ("hand:1:mul", first, second, first_hex, second_hex)).complete_actions
            tiles = GAME.apply(state, action).players[0].board
            placed_tiles = {
                f"hex:1:{name}": tile for name, tile in zip(CELL_NAMES, tiles, strict=True) if tile != EMPTY
            }
            assert placed_tiles == {**cells, first_hex: cells[first], second_hex: cells[second]}
