"""Test the endings of Tesulda (spec: End), and invariants of its games."""

from __future__ import annotations

import random

from ruleboard.engine.game import Repetition
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.state import State, state_from_board
from tests.unit.tesulda.positions import create_position, find_goals, list_legal_texts, play

GAME = PACKAGE.game


def test_side_without_a_crown_has_lost() -> None:
    outcome = GAME.outcome(create_position({"a1": "Ck", "j10": "cs"}))
    assert outcome is not None
    assert outcome.returns == (1.0, -1.0)
    assert "Dark has no crown" in outcome.reason


def test_no_move_and_attacked_prime_is_a_loss() -> None:
    state = create_position({"a1": "Tk", "a9": "sssssh", "j10": "tk"})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.returns == (-1.0, 1.0)
    assert set(outcome.squares) == {"a1", "a9"}
    assert GAME.legal_actions(state) == ()
    assert GAME.to_move(state) is None


def test_no_move_and_safe_prime_is_a_tie() -> None:
    outcome = GAME.outcome(create_position({"a1": "Tk", "j10": "ck"}))
    assert outcome is not None
    assert outcome.is_draw
    assert "you have no Move" in outcome.reason_for(0)
    assert "Light has no Move" in outcome.reason_for(1)


def test_game_is_tied_if_every_move_exposes_the_prime() -> None:
    """The game is a tie if the only movable figure blocks the attack on the Prime (the rulebook's example)."""
    state = create_position({"a1": "Tk", "a2": "Cc", "b3": "S", "b1": "T", "a9": "sssssh", "j10": "tk"})
    assert find_goals(state, "b3") == {"b2", "b4", "c3", "a3"}
    tied_position = create_position({"a1": "Tk", "a2": "Tc", "a9": "sssssh", "j10": "tk"})
    outcome = GAME.outcome(tied_position)
    assert outcome is not None
    assert outcome.is_draw


def test_quiet_150_turns_are_a_draw() -> None:
    figures = {"a1": "Ck", "j10": "ck"}
    outcome = GAME.outcome(create_position(figures, quiet=150))
    assert outcome is not None
    assert outcome.is_draw
    assert GAME.outcome(create_position(figures, quiet=149)) is None


def test_loss_takes_precedence_over_draw() -> None:
    outcome = GAME.outcome(create_position({"a1": "Tk", "a9": "sssssh", "j10": "tk"}, quiet=150))
    assert outcome is not None
    assert outcome.returns == (-1.0, 1.0)


def test_draw_may_be_claimed_after_100_quiet_turns() -> None:
    figures = {"a1": "Ck", "j10": "ck", "e4": "Scc", "d5": "Cs"}
    assert GAME.draw_claim_reason(create_position(figures, quiet=99)) is None
    assert GAME.draw_claim_reason(create_position(figures, quiet=100)) == "100 turns have passed without a capture."
    assert GAME.draw_claim_reason(play(create_position(figures, quiet=100), "e4-e5")) is None


def test_repetition_compares_figures_side_and_pool() -> None:
    assert GAME.repetition == Repetition(claim_count=3, draw_count=5)
    figures = {"a1": "Ck", "j10": "ck", "e4": "Scc", "d5": "Cs"}
    state = create_position(figures, pool="h")
    assert GAME.key(state) == GAME.key(create_position(figures, pool="h", quiet=7))
    assert GAME.key(state) != GAME.key(create_position(figures, pool="s"))
    assert GAME.key(state) != GAME.key(create_position(figures, side="d", pool="h"))
    assert GAME.key(play(state, "e4-e5")) is None
    assert GAME.key(GAME.initial({"setup": "build"}, 1)) is None


def collect_pieces(state: State) -> int:
    return len(state.pool) + sum(len(figure) - 1 for figure in state.board if figure)


def reflect_state(state: State) -> State:
    """Return the state with the colours exchanged and the board reflected, so that rank 1 becomes rank 10."""
    board = [""] * len(state.board)
    for square, figure in enumerate(state.board):
        if figure:
            board[(SIZE - 1 - square // SIZE) * SIZE + square % SIZE] = figure[0].swapcase() + figure[1:]
    return state_from_board(board, 1 - state.side, state.pool, state.quiet_turns)


def reflect_text(text: str) -> str:
    """Return the text of a Move on the reflected board."""
    squares = text.split("-")
    return "-".join(f"{square[0]}{SIZE + 1 - int(square[1:])}" for square in squares)


def test_all_102_pieces_stay_in_play_and_sides_are_symmetric() -> None:
    """No piece leaves the game, and the reflected board with exchanged colours has the same Moves."""
    ended_count = 0
    for seed in range(14):
        chance = random.Random(seed)
        state = GAME.initial({"setup": "shuffled" if seed % 2 else "default"}, seed)
        for _ in range(220):
            assert collect_pieces(state) == 102
            actions = GAME.legal_actions(state)
            if not actions:
                ended_count += 1
                break
            if state.is_turn_start:
                assert sorted(reflect_text(action.text) for action in actions) == sorted(
                    list_legal_texts(reflect_state(state))
                )
            notable_actions = [action for action in actions if action.kind != "go"]
            state = GAME.apply(
                state, chance.choice(notable_actions if notable_actions and chance.random() < 0.6 else actions)
            )
    assert ended_count >= 3
