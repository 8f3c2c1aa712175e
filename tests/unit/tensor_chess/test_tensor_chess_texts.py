"""Test the texts of Tensor Chess: refusals, names, announcements and prompts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.selection import touch
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.board import SQUARE_NAMES
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import after, at, why_not
from tests.unit.tensor_chess.test_tensor_chess_packed_moves import RICH, scattered_position, wander

GAME = PACKAGE.game

HOPS = GAME.parse_position(RICH[0])
BOUNCED_PIN = at("k9/10/10/10/t8r/N9/10/K9")
THROUGH_CHECK = at("k9/10/10/4b5/10/2t7/10/K3R2N2")


@pytest.mark.parametrize(
    ("state", "targets", "reason"),
    [
        (START_STATE, "", "Touch one of your pieces first."),
        (START_STATE, "do:stop", "Touch one of your pieces first."),
        (START_STATE, "e5", "There is no piece on e5."),
        (START_STATE, "e7", "The piece on e7 is Black's, and it is White's turn."),
        (START_STATE, "e1", "The queen on e1 has nowhere to go."),
        (START_STATE, "e1 e2", "Your own pawn stands on e2."),
        (START_STATE, "e1 e4", "The white pawn on e2 is in the way."),
        (START_STATE, "a1 a1", "The rook already stands on a1."),
        (START_STATE, "e2 d3", "A pawn moves diagonally only to capture."),
        (START_STATE, "e2 e5", "A pawn moves straight ahead and captures diagonally, one square forward."),
        (START_STATE, "f1 i1", "You cannot castle there: the white bishop on g1 is in the way."),
        (START_STATE, "f1 j1", "To castle, touch the square where the king goes to."),
        (START_STATE, "b1 b2", "Your own pawn stands on b2; a beast goes to empty squares only."),
        (START_STATE, "b1 do:hop", "This beast has no chain of several hops to walk."),
        (START_STATE, "a1 b1 b2", "A beast can only be sent to an empty square."),
        (HOPS, "e3 d5", "Only a beast can capture a beast."),
        (HOPS, "d4 g4", "A beast captures only beasts, and on g4 stands a knight."),
        (HOPS, "d1 d8", "The black beast on d5 is in the way: only your own beasts let your pieces through."),
        (HOPS, "d4 d5 d7", "When your beast captures the one on d5, it lands just beyond it, on d6 or d4."),
        (HOPS, "f1 h3", "The king moves one square at a time."),
        (HOPS, "f4 do:hop h4 g4", "A beast lands on empty squares only."),
        (
            HOPS,
            "e3 f4 f5",
            "Sent by a bishop, the beast goes along diagonals over empty squares only: it cannot get to f5.",
        ),
        (BOUNCED_PIN, "a3 b5", "Your king would be in check from the rook on j4, which bounces off its beast on a4."),
        (THROUGH_CHECK, "h1", "Your king is in check, and the knight on h1 cannot help."),
        (THROUGH_CHECK, "h1 i3", "Your king is in check; after this it would still be, from the bishop on e5."),
        (THROUGH_CHECK, "a1 b2", "Your king would be in check on b2, from the bishop on e5."),
        (
            START_STATE,
            "c1 c3",
            "A knight cannot leap from c1 to c3. Nor does a bounce off one of your beasts lead there.",
        ),
    ],
)
def test_refused_moves_have_reasons(state: State, targets: str, reason: str) -> None:
    assert GAME.explain(state, tuple(targets.split())).sentence == reason


def test_kings_may_not_be_adjacent() -> None:
    state = at("r9/10/10/10/10/2K1k5/10/10")
    assert GAME.explain(state, ("c3", "d3")).sentence == "The two kings may never stand next to each other."


def test_finished_game_has_a_message() -> None:
    state = after(at("9k/R9/1R8/10/10/10/10/K9"), "b6b8")
    assert GAME.explain(state, ("j8",)).sentence == "The game is over. Checkmate: White wins."
    assert GAME.prompt(state) == ""
    assert why_not(state, "j8i8") == "The game is over. Checkmate: White wins"


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        (
            "1k8/10/10/10/10/4T5/10/R4K3R",
            "f1h1",
            "You can castle only if neither the king nor that rook has moved before",
        ),
        ("k9/10/10/10/4n5/4T5/4P5/4K5", "e2>e3e4", "The beast on e3 cannot be sent on: e4 is not empty"),
        ("k9/10/10/10/4T5/4P5/10/4K5", "e3>e4e5", "A pawn can send a beast on only on its first move"),
        ("k9/10/10/10/4p5/4P5/10/4K5", "e3e4", "A pawn does not capture straight ahead"),
        ("k9/10/10/10/10/4P5/10/4K5", "e3e5", "A pawn may go two squares only on its first move"),
        ("k9/4P5/10/10/10/10/10/4K5", "e7e8", "A pawn that reaches the last rank becomes"),
        ("k9/10/10/10/10/4P5/10/4K5", "e3e4q", "Only a pawn that reaches the last rank is promoted"),
        ("k9/10/10/10/4T5/10/4P5/4K5", "e2^e4e5", "A pawn can send a beast on, but not bounce off it"),
        ("k9/10/10/10/10/3T6/4P5/4K5", "e2>d3d4", "A pawn can only send a beast on, one square straight ahead"),
        ("k9/10/10/10/10/3T1P4/10/4K5", "e1>d3d4", "A king can neither bounce off a beast nor send one on"),
        ("k9/10/10/10/10/3TT5/5P4/4K5", "d3^e3f3", "A beast can neither bounce off another beast nor send it on"),
        ("k9/10/10/10/10/3t6/10/1R2K5", "b1^d3d4", "Only your own beasts can be bounced off or sent on"),
        ("k9/10/10/10/10/10/10/1R2K5", "b1^b3c3", "There is no beast on b3"),
        ("k9/10/10/10/1T8/10/10/1R2K5", "b1^b4b6", "After a bounce a rook turns at a right angle"),
        ("k9/10/10/10/1T8/10/10/1R2K5", "b1>b4c5", "Sent by a rook, the beast goes along ranks and files"),
        ("k9/10/10/10/10/2T7/10/1N2K5", "b1>c3c4", "Sent by a knight, the beast makes a knight's move"),
        ("k9/10/10/10/10/2T7/10/1N2K5", "b1^c3c4", "After a bounce a knight makes another knight's move"),
        ("k9/10/10/10/10/2T7/10/1N2K5", "b1c3xb2", "Only a beast captures by hopping over"),
        ("k9/10/10/10/2t7/10/2T6P/4K5", "c2c4xc3", "A beast captures only beasts of the other side"),
        ("k9/10/10/10/2t7/10/2T6P/4K5", "c2c5xc4", "To capture the beast on c4, yours must hop over it"),
        ("k9/10/10/10/10/10/10/1R2K5", "b1c3", "A rook moves along ranks and files: it cannot get from b1 to c3"),
    ],
)
def test_refused_texts_give_reasons(board: str, text: str, reason: str) -> None:
    assert why_not(at(board), text).startswith(reason)


@given(
    st.integers(0, 100_000), st.lists(st.sampled_from([*SQUARE_NAMES, "do:hop", "do:stop", "do:promote-q"]), max_size=4)
)
def test_every_refused_touch_gets_a_sentence(seed: int, targets: list[str]) -> None:
    chance = random.Random(seed)
    state = chance.choice([scattered_position(chance), wander(START_STATE, chance, 30), wander(HOPS, chance, 4)])
    touched: tuple[str, ...] = ()
    for target in targets:
        result = touch(GAME.legal_actions(state), touched, target)
        if result is None:
            reason = GAME.explain(state, (*touched, target)).sentence
            assert reason.endswith(".")
            assert reason[0].isupper()
            assert "That can be done" not in reason
        else:
            touched = result.targets


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (START_STATE, "e2e4", "White's pawn on e2 goes to e4"),
        (START_STATE, "a1>b1a1", "White's rook on a1 goes to b1 and sends the beast there on to a1"),
        (HOPS, "e3^f4c7", "White's bishop on e3 bounces off the beast on f4 and captures the pawn on c7"),
        (HOPS, "e3^f4d6", "White's bishop on e3 bounces off the beast on f4 to d6, check"),
        (HOPS, "f4h8", "White's beast on f4 hops to h8"),
        (HOPS, "g5e6", "White's knight on g5 captures the bishop on e6, check"),
        (HOPS, "d4b6xc5", "White's beast on d4 hops over the beast on c5, capturing it, and lands on b6"),
        (at("k9/10/10/10/10/4T5/4P5/9K"), "e2e4", "White's pawn on e2 passes through the beast on e3 to e4"),
        (at("k9/4P5/10/10/10/10/10/9K"), "e7e8t", "White's pawn on e7 goes to e8 and becomes a beast"),
        (
            at("k9/10/10/3pP5/10/10/10/9K", en_passant="d6"),
            "e5d6",
            "White's pawn on e5 captures the pawn beside it in passing and goes to d6",
        ),
        (
            at("9k/10/10/10/10/10/10/R4K4", rights="Q"),
            "f1b1",
            "White's king castles to b1, and the rook on a1 goes to c1",
        ),
        (at("9k/R9/1R8/10/10/10/10/K9"), "b6b8", "White's rook on b6 goes to b8, checkmate"),
    ],
)
def test_moves_are_announced(state: State, text: str, words: str) -> None:
    assert GAME.describe(state, GAME.parse_action(state, text)) == words


def test_targets_have_names_and_positions_have_prompts() -> None:
    assert GAME.name(START_STATE, "e1") == "e1, white queen"
    assert GAME.name(START_STATE, "b8") == "b8, black beast"
    assert GAME.name(START_STATE, "e4") == "e4, empty"
    kinds = ["Queen", "Rook", "Bishop", "Knight", "Beast"]
    assert [GAME.name(START_STATE, f"do:promote-{kind}") for kind in "qrbnt"] == kinds
    assert GAME.name(START_STATE, "do:hop") == "Hop by hop"
    assert GAME.name(START_STATE, "do:stop") == "Stop here"
    assert GAME.prompt(START_STATE) == "White to move."
    assert GAME.prompt(THROUGH_CHECK) == "White to move: the king is in check."


def test_bounced_check_names_its_origin() -> None:
    """The text of a check names the rook on j4, which bounces off the beast on a4 and attacks along the file."""
    state = at("k9/10/10/10/T8R/10/10/9K", "b")
    assert GAME.prompt(state) == (
        "Black to move: the king is in check from the rook on j4, which bounces off its beast on a4."
    )
