"""Test the limits of hand and storage over several rounds, and declined tweaks."""

from __future__ import annotations

from tests.unit.equilibrium.equilibrium_help import create_player, create_position, list_legal_texts, play

BOARD = {"0,0": "T", "1,0": "A"}


def test_lower_limit_discards_nothing() -> None:
    """A player keeps all tiles if the highest token falls from 5 to 4 and lowers the limit to three (spec: Limits)."""
    state = create_position(
        create_player(storage="IITV", weights=[5, 3, 3, 3, 3]), create_player(), passed=[2], acted=True
    )
    state = play(state, "pass", "pass")
    assert state.players[0].weights[0] == 4
    assert state.players[0].storage == "IITV"
    assert not list_legal_texts(state, "download")


def test_stored_tiles_survive_the_round_end() -> None:
    state = create_position(
        create_player(board=BOARD, storage="IS"), create_player(storage="V"), passed=[2], acted=True
    )
    state = play(state, "pass")
    assert state.round == 2
    assert [player_state.storage for player_state in state.players] == ["IS", "V"]


def test_declining_forfeits_all_remaining_tweaks() -> None:
    """After the action "tweak -" it is the next player's turn, and no token has risen."""
    state = create_position(create_player(board=BOARD, hand=["add"]), create_player())
    state = play(state, "run add 1,0 V@1,0")
    for tweaks, weights in ((("tweak S",), (3, 3, 3, 3, 4)), ((), (3, 3, 3, 3, 3))):
        state_after = play(state, *tweaks, "tweak -")
        assert state_after.players[0].weights == weights
        assert (state_after.phase.kind, state_after.phase.player) == ("action", 1)
