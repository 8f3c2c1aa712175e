"""Test that Tensor Chess is symmetric: with the board flipped and the colours exchanged, the actions are the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import State
from tests.unit.tensor_chess.positions import VARIED_POSITIONS, create_scattered_position

GAME = PACKAGE.game

FLIPPED_RANKS = str.maketrans("12345678", "87654321")


def exchange_sides(state: State) -> State:
    """Return the position with the ranks reversed and the colours exchanged. The files stay the same."""
    board, side, rights, en_passant, *counts = GAME.format_position(state).split()
    ranks = "/".join(reversed(board.split("/"))).swapcase()
    exchanged_rights = "".join(sorted(rights.swapcase()))  # White's first, as positions have them
    return GAME.parse_position(
        " ".join([ranks, "wb"[side == "w"], exchanged_rights, en_passant.translate(FLIPPED_RANKS), *counts])
    )


def flip_action(action: Action[Move]) -> Action[None]:
    """Return the text, mark and touches of an action on the flipped board."""
    targets, *alternatives = (
        tuple(target.translate(FLIPPED_RANKS) for target in original_targets)
        for original_targets in (action.targets, *action.alternative_targets)
    )
    return create_comparable_action(replace(action, text=action.text.translate(FLIPPED_RANKS)), targets, alternatives)


def create_comparable_action(
    action: Action[Move], targets: tuple[str, ...], alternatives: Iterable[tuple[str, ...]]
) -> Action[None]:
    """Return an action without its move and with other touches, in an order that does not depend on the sides.

    If two beasts lead a bounce to the same square, touching that square alone plays the first of the two moves, which
    depends on the order of the squares. The touches of a bounce are therefore only its first and last target.
    """
    if "bounce" in action.kind:
        return Action(action.text, (targets[0], targets[-1]), None, action.kind)
    return Action(action.text, targets, None, action.kind, tuple(sorted(alternatives)))


def map_actions_by_text(state: State) -> dict[str, Action[None]]:
    """Return the actions of a position by their texts, without their moves."""
    return {
        action.text: create_comparable_action(action, action.targets, action.alternative_targets)
        for action in GAME.legal_actions(state)
    }


positions = st.sampled_from(VARIED_POSITIONS).map(GAME.parse_position) | st.integers().map(
    lambda seed: create_scattered_position(Random(seed))
)


@settings(max_examples=60)
@given(positions)
def test_sides_are_symmetric(state: State) -> None:
    """Each action has a counterpart of the other side, with the same touches, that leads to the flipped position."""
    exchanged_state = exchange_sides(state)
    assert exchange_sides(exchanged_state) == state
    exchanged_actions = map_actions_by_text(exchanged_state)
    own_actions = [flip_action(action) for action in GAME.legal_actions(state)]
    assert {action.text: action for action in own_actions} == exchanged_actions
    for action in GAME.legal_actions(state):
        exchanged_next_state = GAME.apply(exchanged_state, GAME.parse_action(exchanged_state, flip_action(action).text))
        assert exchange_sides(GAME.apply(state, action)).board == exchanged_next_state.board
