"""Test the texts of Tensor Chess: refusals, names, announcements and prompts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.selection import touch
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.animation import piece_paths
from ruleboard.games.tensor_chess.board import SQUARE_NAMES
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import (
    VARIED_POSITIONS,
    create_scattered_position,
    find_refusal_reason,
    parse_board,
    play,
    play_random_moves,
)

GAME = PACKAGE.game

HOPS_STATE = GAME.parse_position(VARIED_POSITIONS[0])
BOUNCED_PIN_STATE = parse_board("k9/10/10/10/t8r/N9/10/K9")
THROUGH_CHECK_STATE = parse_board("k9/10/10/4b5/10/2t7/10/K3R2N2")


@pytest.mark.parametrize(
    ("state", "targets", "reason"),
    [
        (START_STATE, "", "Pick up one of your pieces first."),
        (START_STATE, "do:stop", "Pick up one of your pieces first."),
        (START_STATE, "e5", "There’s no piece on e5."),
        (START_STATE, "e7", "The piece on e7 is black, and you’re White."),
        (START_STATE, "e1", "Your queen on e1 has nowhere to go."),
        (START_STATE, "e1 e2", "Your pawn is already on e2."),
        (START_STATE, "e1 e4", "Your pawn on e2 is in the way."),
        (START_STATE, "a1 a1", "Your rook is already on a1."),
        (START_STATE, "e2 d3", "A pawn moves diagonally only to capture."),
        (START_STATE, "e2 e5", "A pawn moves one square, or 2 on its first move."),
        (START_STATE, "e2 g3", "A pawn moves straight ahead and captures one square diagonally ahead."),
        (START_STATE, "f1 i1", "You can’t castle there: your bishop on g1 is in the way."),
        (START_STATE, "f1 j1", "To castle, touch the square where your king lands."),
        (START_STATE, "b1 b2", "Your pawn is on b2, and a beast moves only to empty squares."),
        (START_STATE, "b1 do:hop", "This beast can’t make more than one hop."),
        (START_STATE, "a1 b1 b2", "You can send a beast only to an empty square."),
        (HOPS_STATE, "d1 d5", "Only a beast can capture a beast."),
        (
            HOPS_STATE,
            "e3 d5",
            "A bishop moves only diagonally, so it can’t get to d5. "
            "Even a bounce off one of your beasts doesn’t lead to that square.",
        ),
        (
            HOPS_STATE,
            "d4 g4",
            "Your beast can’t get to g4. It takes one step or any number of hops, all diagonal or all straight.",
        ),
        (HOPS_STATE, "d1 d8", "The black beast on d5 is in the way. You can pass only through your own beasts."),
        (HOPS_STATE, "d4 d5 d7", "When your beast captures the one on d5, it can land only on d6 or d4."),
        (HOPS_STATE, "f1 h3", "A king moves one square at a time, unless it castles."),
        (HOPS_STATE, "f4 do:hop h4 g4", "A beast lands only on empty squares."),
        (
            HOPS_STATE,
            "e3 f4 f5",
            "A bishop can send the beast only along an empty diagonal, so the beast can’t get to f5.",
        ),
        (BOUNCED_PIN_STATE, "a3 b5", "You’d be in check from the rook on j4 bouncing off a4."),
        (THROUGH_CHECK_STATE, "h1", "You’re in check, and your knight on h1 can’t help."),
        (THROUGH_CHECK_STATE, "h1 i3", "You’d still be in check from the bishop on e5."),
        (THROUGH_CHECK_STATE, "a1 b2", "Your king would be in check on b2 from the bishop on e5."),
        (
            START_STATE,
            "c1 c3",
            "A knight can’t leap from c1 to c3. Even a bounce off one of your beasts doesn’t lead to that square.",
        ),
    ],
)
def test_refused_moves_have_reasons(state: State, targets: str, reason: str) -> None:
    assert GAME.explain(state, tuple(targets.split())).sentence == reason


def test_kings_may_not_be_adjacent() -> None:
    state = parse_board("r9/10/10/10/10/2K1k5/10/10")
    assert GAME.explain(state, ("c3", "d3")).sentence == "Kings can never stand next to each other."


def test_finished_game_has_a_message() -> None:
    state = play(parse_board("9k/R9/1R8/10/10/10/10/K9"), "b6b8")
    assert GAME.explain(state, ("j8",)).sentence == "The game is over. Checkmate: White wins."
    assert GAME.prompt(state) == ""
    assert find_refusal_reason(state, "j8i8") == "The game is over. Checkmate: White wins"


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        (
            "1k8/10/10/10/10/4T5/10/R4K3R",
            "f1h1",
            "You can’t castle there: your king or your rook on j1 has already moved",
        ),
        ("1k8/10/10/10/10/4T5/10/R4K3N", "f1h1", "You can’t castle there: you have no rook on j1"),
        ("1k8/10/10/10/10/4T5/10/R4K3r", "f1h1", "You can’t castle there: you have no rook on j1"),
        ("k9/10/10/10/4n5/4T5/4P5/4K5", "e2>e3e4", "You can’t send your beast on from e3: e4 isn’t empty"),
        ("k9/10/10/10/4T5/4P5/10/4K5", "e3>e4e5", "A pawn can propel a beast only on its first move"),
        ("k9/10/10/10/4p5/4P5/10/4K5", "e3e4", "A pawn can’t capture straight ahead"),
        ("k9/10/10/10/10/4P5/10/4K5", "e3e5", "A pawn can move 2 squares only on its first move"),
        ("k9/4P5/10/10/10/10/10/4K5", "e7e8", "Your pawn reaches the far rank"),
        ("k9/10/10/10/10/4P5/10/4K5", "e3e4q", "Only a pawn that reaches the far rank promotes"),
        ("k9/10/10/10/4T5/10/4P5/4K5", "e2^e4e5", "A pawn can propel a beast, but it can’t bounce off one"),
        ("k9/10/10/10/10/3T6/4P5/4K5", "e2>d3d4", "A pawn can only send a beast one square straight ahead"),
        ("k9/10/10/10/10/3T1P4/10/4K5", "e1>d3d4", "A king can’t bounce off a beast or propel it"),
        ("k9/10/10/10/10/3TT5/5P4/4K5", "d3^e3f3", "A beast can’t bounce off another beast or propel it"),
        ("k9/10/10/10/10/3t6/10/1R2K5", "b1^d3d4", "You can bounce off or propel only your own beasts"),
        ("k9/10/10/10/10/10/10/1R2K5", "b1^b3c3", "There’s no beast on b3"),
        ("k9/10/10/10/1T8/10/10/1R2K5", "b1^b4b6", "A rook turns 90°"),
        ("k9/10/10/10/1T8/10/10/1R2K5", "b1>b4c5", "A rook can send the beast only along an empty rank or file"),
        ("k9/10/10/10/10/2T7/10/1N2K5", "b1>c3c4", "A knight can send the beast only one knight’s leap"),
        ("k9/10/10/10/10/2T7/10/1N2K5", "b1^c3c4", "A knight can’t bounce from"),
        ("k9/10/10/10/10/2T7/10/1N2K5", "b1c3xb2", "Only a beast can capture by hopping"),
        ("k9/10/10/10/2t7/10/2T6P/4K5", "c2c4xc3", "A beast captures only your opponent’s beasts"),
        ("k9/10/10/10/2t7/10/2T6P/4K5", "c2c5xc4", "To capture the beast on c4, hop over it"),
        ("k9/10/10/10/10/10/10/1R2K5", "b1c3", "A rook moves only straight, so it can’t get to c3"),
    ],
)
def test_refused_texts_give_reasons(board: str, text: str, reason: str) -> None:
    assert find_refusal_reason(parse_board(board), text).startswith(reason)


@given(
    st.integers(0, 100_000), st.lists(st.sampled_from([*SQUARE_NAMES, "do:hop", "do:stop", "do:promote-q"]), max_size=4)
)
def test_every_refused_touch_gets_a_sentence(seed: int, targets: list[str]) -> None:
    chance = random.Random(seed)
    state = chance.choice(
        [
            create_scattered_position(chance),
            play_random_moves(START_STATE, chance, 30),
            play_random_moves(HOPS_STATE, chance, 4),
        ]
    )
    selected_targets: tuple[str, ...] = ()
    for target in targets:
        result = touch(GAME.legal_actions(state), selected_targets, target)
        if result is None:
            reason = GAME.explain(state, (*selected_targets, target)).sentence
            assert reason.endswith(".")
            assert reason[0].isupper()
            assert "You can do that" not in reason
        else:
            selected_targets = result.targets


@pytest.mark.parametrize(
    ("state", "text", "expected_text"),
    [
        (START_STATE, "e2e4", "White’s pawn on e2 moves to e4"),
        (START_STATE, "a1>b1a1", "White’s rook on a1 moves to b1 and sends the beast on to a1"),
        (HOPS_STATE, "e3^f4c7", "White’s bishop on e3 bounces off f4 and captures the pawn on c7"),
        (HOPS_STATE, "e3^f4d6", "White’s bishop on e3 bounces off f4 to d6, with check"),
        (HOPS_STATE, "f4h8", "White’s beast on f4 hops to h8 by way of h4 and h6"),
        (HOPS_STATE, "g5e6", "White’s knight on g5 captures the bishop on e6, with check"),
        (HOPS_STATE, "d4b6xc5", "White’s beast on d4 hops to b6 and captures the beast on c5"),
        (
            parse_board("9k/p9/10/10/10/10/4t5/4T4K"),
            "e1e1xe2",
            "White’s beast on e1 hops to e3 and back, and captures the beast on e2",
        ),
        (parse_board("k9/10/10/10/10/4T5/4P5/9K"), "e2e4", "White’s pawn on e2 passes through the beast on e3 to e4"),
        (parse_board("k9/4P5/10/10/10/10/10/9K"), "e7e8t", "White’s pawn on e7 moves to e8 and becomes a beast"),
        (
            parse_board("k9/10/10/3pP5/10/10/10/9K", en_passant="d6"),
            "e5d6",
            "White’s pawn on e5 captures in passing and moves to d6",
        ),
        (
            parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"),
            "f1b1",
            "White’s king castles to b1, and the rook on a1 moves to c1",
        ),
        (parse_board("9k/R9/1R8/10/10/10/10/K9"), "b6b8", "White’s rook on b6 moves to b8, checkmate"),
    ],
)
def test_moves_are_announced(state: State, text: str, expected_text: str) -> None:
    assert GAME.describe(state, GAME.parse_action(state, text)) == expected_text


def test_targets_have_names_and_positions_have_prompts() -> None:
    assert GAME.name(START_STATE, "e1") == "e1, white queen"
    assert GAME.name(START_STATE, "b8") == "b8, black beast"
    assert GAME.name(START_STATE, "e4") == "e4, empty"
    kinds = ["Queen", "Rook", "Bishop", "Knight", "Beast"]
    assert [GAME.name(START_STATE, f"do:promote-{kind}") for kind in "qrbnt"] == kinds
    assert GAME.name(START_STATE, "do:hop") == "Hop by hop"
    assert GAME.name(START_STATE, "do:stop") == "Stop here"
    assert GAME.prompt(START_STATE) == "White to move."
    assert GAME.prompt(THROUGH_CHECK_STATE) == "White to move: the king is in check."


def test_bounced_check_names_its_origin() -> None:
    """The text of a check names the rook on j4, which bounces off the beast on a4 and attacks along the file."""
    state = parse_board("k9/10/10/10/T8R/10/10/9K", "b")
    assert GAME.prompt(state) == ("Black to move: the king is in check from the rook on j4 bouncing off a4.")


def test_end_speaks_to_each_player() -> None:
    """The winner reads "you win", and the player in stalemate reads "you"."""
    mate_outcome = GAME.outcome(parse_board("k1R7/10/1K8/10/10/10/10/10", "b"))
    assert mate_outcome is not None
    assert "you win" in mate_outcome.reason_for(0)
    assert mate_outcome.reason_for(1) == mate_outcome.reason_for(None) == mate_outcome.reason
    stalemate_outcome = GAME.outcome(parse_board("k9/10/1Q8/10/10/10/10/K9", "b"))
    assert stalemate_outcome is not None
    assert "you" in stalemate_outcome.reason_for(1)
    assert stalemate_outcome.reason_for(0) == stalemate_outcome.reason


def test_announcement_speaks_to_the_mover() -> None:
    """The announcement says "your" only to the player who moves."""
    state = parse_board("k9/10/10/10/10/10/4P5/K9")
    action = GAME.parse_action(state, "e2e3")
    assert GAME.describe(state, action, 0).startswith("your pawn ")
    assert GAME.describe(state, action, 1) == GAME.describe(state, action)


def test_description_of_hops_names_every_landing() -> None:
    """A hint names the way of a chain, since several chains may capture the same beast."""
    for action in GAME.legal_actions(HOPS_STATE):
        if action.kind.endswith("hop"):
            (path, *_others) = piece_paths(HOPS_STATE, action.move)
            text = GAME.describe(HOPS_STATE, action)
            assert all(SQUARE_NAMES[square] in text for square in path), action.text
