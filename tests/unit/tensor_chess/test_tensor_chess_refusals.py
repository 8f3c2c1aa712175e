"""Test that the reasons for refusals agree with the rulebook, even for other spellings of a move."""

from __future__ import annotations

import re

import pytest

from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.moves import aims_at
from ruleboard.games.tensor_chess.packed_moves import pseudo_legal_moves
from ruleboard.games.tensor_chess.position_text import format_position
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.texts import is_own_piece
from tests.unit.tensor_chess.positions import VARIED_POSITIONS, find_refusal_reason, list_legal_texts, parse_board

GAME = PACKAGE.game

# Bouncing and Propelling: the rook on a1 comes to its beast on a4, goes on along the fourth rank or sends the beast.
ROOK_STATE = parse_board("10/6k3/10/10/T9/10/9N/R4K4")


_OCCUPANT_PATTERN = re.compile(
    r"is already on|, and a beast moves only to empty|Only a beast can capture a beast|captures only beasts|by hopping"
)
"""Parts of the refusals that name what stands on the refused square."""


def _could_reach(state: State, start: int, landing: int) -> bool:
    """Return True if a piece could go to a square that is empty or has a pawn to capture.

    The function tries the board with and without all other pieces.
    """
    prey = b"pP"[state.turn : state.turn + 1]
    lone_piece_board = bytes(letter if number == start else ord(".") for number, letter in enumerate(state.board))
    return any(
        aims_at(move, landing)
        for board in (state.board, lone_piece_board)
        for occupant in (b".", prey)
        for move in pseudo_legal_moves(state._replace(board=board[:landing] + occupant + board[landing + 1 :]), start)
    )


@pytest.mark.parametrize("position", VARIED_POSITIONS)
def test_refusal_names_occupant_only_of_squares_on_the_way(position: str) -> None:
    """A refusal names the piece on a square only if the touched piece could otherwise move to that square."""
    state = GAME.parse_position(position)
    wrong_refusals = [
        (SQUARE_NAMES[start], SQUARE_NAMES[landing], sentence)
        for start in SQUARE_NUMBERS.values()
        if is_own_piece(state, start)
        for landing in SQUARE_NUMBERS.values()
        if start != landing
        and _OCCUPANT_PATTERN.search(
            sentence := GAME.explain(state, (SQUARE_NAMES[start], SQUARE_NAMES[landing])).sentence
        )
        and not _could_reach(state, start, landing)
    ]
    assert not wrong_refusals, (format_position(state), wrong_refusals)


@pytest.mark.parametrize(
    ("board", "targets", "reason"),
    [
        ("9k/10/6P3/10/10/5B4/10/9K", ("f3", "g6"), "A bishop moves only diagonally"),
        ("9k/10/10/10/4T5/P9/6B3/9K", ("g2", "e4", "a3"), "A bishop can send the beast only along"),
        ("9k/10/5n4/10/6T3/10/6P3/9K", ("g2", "g4", "f6"), "A pawn sends a beast exactly one square"),
        ("9k/10/5n4/10/10/10/6P3/9K", ("g2", "g6"), "A pawn moves one square, or 2 on"),
    ],
)
def test_way_of_moving_is_refused_before_occupied_square(board: str, targets: tuple[str, ...], reason: str) -> None:
    assert GAME.explain(parse_board(board), targets).sentence.startswith(reason)


@pytest.mark.parametrize(
    ("board", "blocker"),
    [
        ("k9/10/10/10/4p5/4T5/4P5/9K", "black pawn"),
        ("k9/10/10/10/4n5/4T5/4P5/9K", "black knight"),
    ],
)
def test_own_beast_does_not_block_pawns_first_move(board: str, blocker: str) -> None:
    """A pawn passes a beast of its side on its first move, unless the square behind it is occupied (Pass Through)."""
    sentence = GAME.explain(parse_board(board), ("e2", "e4")).sentence
    assert sentence == f"A pawn can’t capture straight ahead: the {blocker} on e4 blocks it."


def test_pawn_cannot_pass_a_beast_to_propel_another() -> None:
    """The beast on e3 blocks the pawn, which may pass a beast only to an empty square (Pass Through)."""
    state = parse_board("k9/10/10/10/4T5/4T5/4P5/9K")
    assert list_legal_texts(state, "e2") == set()
    assert GAME.explain(parse_board("k9/10/10/10/4T5/4T5/4P4P/9K"), ("e2",)).sentence == (
        "Your pawn on e2 has nowhere to go. You can’t send your beast on from e3: e4 isn’t empty."
    )
    assert find_refusal_reason(state, "e2>e4e5") == "Your beast on e3 is in the way"


def test_displaced_king_gets_no_castling_refusal() -> None:
    state = parse_board("5K4/10/10/10/10/10/7P2/k9")
    assert GAME.explain(state, ("f8", "h8")).sentence == "A king moves one square at a time, unless it castles."
    assert GAME.explain(state, ("f8", "b8")).sentence == "A king moves one square at a time, unless it castles."
    assert find_refusal_reason(state, "f8i8") == "A king moves one square at a time, unless it castles"


def test_capture_exposing_the_king_gives_its_reason() -> None:
    """The refusal says that a hop from c3 over the beast on d4 would expose the king (Capture and the Beast)."""
    state = parse_board("k1r7/10/10/10/3t6/2T7/10/2K7")
    assert GAME.explain(state, ("c3", "d4")).sentence == "You’d be in check from the rook on c8."
    state_with_blocker = parse_board("k1r7/10/10/4p5/3t6/2T7/10/2K7")
    assert list_legal_texts(state_with_blocker, "c3") == {"c3c2", "c3c4"}
    sentence = GAME.explain(state_with_blocker, ("c3", "d4")).sentence
    assert sentence == "You capture the beast on d4 by hopping over it, not by moving onto it."


def test_pinned_pawn_explains_refused_en_passant() -> None:
    """The refusal says that the rook on a5 would attack the king.

    En passant removes both pawns from the fifth rank at once.
    """
    state = parse_board("9k/10/4p5/r2pP3K1/10/10/10/10", en_passant="d6")
    assert list_legal_texts(state, "e5") == set()
    assert GAME.explain(state, ("e5",)).sentence == "Your pawn on e5 can’t move: you’d be in check."
    unpinned_state = parse_board("9k/10/10/r2pP3K1/10/10/10/10", en_passant="d6")
    assert list_legal_texts(unpinned_state, "e5") == {"e5e6"}
    assert GAME.explain(unpinned_state, ("e5", "d6")).sentence == "You’d be in check from the rook on a5."
    assert find_refusal_reason(unpinned_state, "e5d6") == "You’d be in check from the rook on a5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1e4", "Your rook on a1 can get to e4 only with the help of a beast: a1^a4e4"),
        ("a1a4", "Your rook can’t just stop on your beast’s square. Write the whole move, like a1"),
        ("j2f4", "A knight can’t leap from j2 to f4"),
    ],
)
def test_text_without_the_beast_gets_the_right_notation(text: str, reason: str) -> None:
    assert find_refusal_reason(ROOK_STATE, text).startswith(reason)


def test_both_beasts_of_an_ambiguous_bounce_are_named() -> None:
    state = parse_board("10/6k3/10/10/T9/10/9N/R3TK4")
    assert {"a1^a4e4", "a1^e1e4"} <= list_legal_texts(state)
    assert (
        find_refusal_reason(state, "a1e4")
        == "Your rook on a1 can get to e4 only with the help of a beast: a1^e1e4 or a1^a4e4"
    )


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        ("k9/10/6T3/10/5N4/10/10/9K", "Nh8", "Your knight on f4 can get to h8 only with the help of a beast: f4^g6h8"),
        ("k9/10/6T3/10/5N4/10/10/9K", "Ng6", "Your knight can’t just stop on your beast’s square"),
        ("k9/10/10/10/10/4T5/4P5/9K", "e3", "Your pawn can’t just stop on your beast’s square"),
        (
            "k9/10/10/10/3N1N4/10/6T3/9K",
            "Ni3",
            "Your knight on f4 can get to i3 only with the help of a beast: f4^g2i3",
        ),
        ("k9/10/10/10/10/10/3t5P/2T6K", "Td2", "When your beast captures the one on d2, it can land only on"),
        ("k9/10/10/10/4T5/10/4P5/9K", "e5", "White has no pawn that can go to e5"),
        ("k9/4P5/10/10/10/10/10/9K", "e8", "Your pawn reaches the far rank"),
        ("k9/10/10/10/10/10/4P5/9K", "e4=Q", "Only a pawn that reaches the far rank promotes"),
    ],
)
def test_incomplete_move_text_gets_the_right_notation(board: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as error_info:
        GAME.parse_moves(parse_board(board), text)
    assert error_info.value.what.startswith(reason)
    assert error_info.value.where == f"White’s move 1, '{text}'"


@pytest.mark.parametrize(
    ("board", "rights", "text", "expected_notation"),
    [
        ("k9/10/10/10/10/10/10/5K3R", "K", "Kh1", "O-O"),
        ("k9/10/10/10/10/10/10/5K3R", "K", "Ki1", "O-O~"),
        ("k9/10/4p5/10/3N6/10/10/9K", "-", "Ne6", "Nxe6"),
        ("k9/10/10/10/3N6/10/10/9K", "-", "Nxe6", "Ne6"),
        ("k9/10/4p5/10/3N1N4/10/10/9K", "-", "Ne6", "Ndxe6 or Nfxe6"),
        ("k9/10/3p6/4P5/10/10/10/9K", "-", "d6", "exd6"),
        ("k9/10/10/4P5/10/10/10/9K", "-", "exe6", "e6"),
    ],
)
def test_other_spelling_of_a_move_gets_its_notation(board: str, rights: str, text: str, expected_notation: str) -> None:
    with pytest.raises(ActionError) as error_info:
        GAME.parse_moves(parse_board(board, rights=rights), text)
    assert repr(text) in error_info.value.what
    assert error_info.value.expected == expected_notation
    assert error_info.value.where == f"White’s move 1, '{text}'"
