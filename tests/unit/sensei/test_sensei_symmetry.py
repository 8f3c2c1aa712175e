"""Test invariants of Sensei: the symmetry of the sides, the symmetry of left and right, and conservation of pieces."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from ruleboard.engine.game import Outcome
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import State, state_from_board
from tests.support.playouts import create_playouts
from tests.unit.sensei.positions import positions

GAME = PACKAGE.game

COLOUR_EXCHANGE_TABLE = str.maketrans("gGrR", "rRgG")


def exchange_sides(state: State) -> State:
    """Return the position with the board rotated and the sides exchanged."""
    board = state.board[::-1].translate(COLOUR_EXCHANGE_TABLE)
    return state_from_board(board, 1 - state.side, state.stone_moves, state.character_moves, state.mode)


def mirror_position(state: State) -> State:
    """Return the position with left and right exchanged."""
    rows = [state.board[index : index + 7][::-1] for index in range(0, 49, 7)]
    return state_from_board("".join(rows), state.side, state.stone_moves, state.character_moves, state.mode)


def rotate_action_text(text: str) -> str:
    """Return the text of an action on the rotated board."""
    turn = str.maketrans("abcdefg1234567", "gfedcba7654321")
    return text if text == "end" else text.translate(turn)


def mirror_action_text(text: str) -> str:
    """Return the text of an action on the mirrored board."""
    return text if text == "end" else text.translate(str.maketrans("abcdefg", "gfedcba"))


def get_returns(outcome: Outcome | None) -> tuple[float, ...] | None:
    """Return the returns of an outcome, or None for an unfinished game."""
    return outcome.returns if outcome else None


@given(positions())
@settings(max_examples=200)
def test_sides_are_symmetric(state: State) -> None:
    """The position with the sides exchanged has the same actions and outcome for the other side."""
    exchanged_state = exchange_sides(state)
    assert exchange_sides(exchanged_state) == state
    exchanged_actions = {action.text: action for action in GAME.legal_actions(exchanged_state)}
    assert {rotate_action_text(action.text) for action in GAME.legal_actions(state)} == exchanged_actions.keys()
    own_returns, other_returns = get_returns(GAME.outcome(state)), get_returns(GAME.outcome(exchanged_state))
    assert (own_returns and own_returns[::-1]) == other_returns
    for action in GAME.legal_actions(state):
        next_state = GAME.apply(state, action)
        assert exchange_sides(next_state) == GAME.apply(
            exchanged_state, exchanged_actions[rotate_action_text(action.text)]
        )
        assert (get_returns(GAME.outcome(next_state)) or ())[::-1] == (
            get_returns(GAME.outcome(exchange_sides(next_state))) or ()
        )


@given(positions())
@settings(max_examples=200)
def test_left_and_right_are_symmetric(state: State) -> None:
    """The mirrored position, including its pits, has the mirrored actions and the same outcome."""
    mirrored_state = mirror_position(state)
    mirrored_actions = {action.text: action for action in GAME.legal_actions(mirrored_state)}
    assert {mirror_action_text(action.text) for action in GAME.legal_actions(state)} == mirrored_actions.keys()
    assert get_returns(GAME.outcome(state)) == get_returns(GAME.outcome(mirrored_state))
    for action in GAME.legal_actions(state):
        assert mirror_position(GAME.apply(state, action)) == GAME.apply(
            mirrored_state, mirrored_actions[mirror_action_text(action.text)]
        )


def test_starts_are_symmetrical() -> None:
    """A start is symmetric except for the player to move."""
    for choice in GAME.options[0].choices:
        start = GAME.initial({"mode": choice.value}, 0)
        assert mirror_position(start) == start
        assert exchange_sides(start).board == start.board


def test_games_conserve_pieces() -> None:
    """Each side always has seven stones, with its character on one of them, and each action moves one piece."""
    for playout in create_playouts("sensei"):
        start = Counter(playout.states[0].board)
        for state, action, next_state in zip(playout.states, playout.actions, playout.states[1:], strict=False):
            assert Counter(next_state.board) == start
            changed_squares = [square for square in range(49) if state.board[square] != next_state.board[square]]
            assert len(changed_squares) == (0 if action.text == "end" else 2)
            assert (next_state.side != state.side) == ((next_state.stone_moves, next_state.character_moves) == (2, 1))
