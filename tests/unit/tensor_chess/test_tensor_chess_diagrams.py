"""Test the thirteen diagrams of the rulebook, or similar positions if the rulebook has lost the picture."""

from __future__ import annotations

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.attacks import checkers, in_check
from ruleboard.games.tensor_chess.state import START_STATE
from tests.unit.tensor_chess.positions import (
    find_ends,
    find_refusal_reason,
    list_legal_texts,
    parse_board,
    parse_squares,
    play,
)

GAME = PACKAGE.game


def test_setup_matches_diagram_1() -> None:
    """The start has ten files and eight ranks, with a beast between rook and knight, and White moves first."""
    start = "rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RTNBQKBNTR w KQkq - 0 1"
    assert GAME.format_position(GAME.initial({}, 0)) == start
    assert GAME.parse_position(start) == START_STATE
    assert GAME.to_move(START_STATE) == 0
    assert GAME.sides(START_STATE) == ("White", "Black")


def test_beast_hops_diagonally_in_diagram_2() -> None:
    """A beast hops diagonally over pieces of either side in any direction, and may turn between hops."""
    state = parse_board("k9/10/10/4p5/2n7/10/3P1p4/K3T5")
    # e1 over d2 to c3, over f2 to g3; c4 stands straight ahead of c3, which is no diagonal hop
    assert find_ends(state, "e1") == parse_squares("c3 g3 d1 f1 e2")


def test_chains_of_hops_turn_in_diagram_2() -> None:
    """Chains of hops continue from every landing over the next piece: c1, e3, g5, and from e3 to c5 and a3."""
    state = parse_board("k9/10/10/3p1p4/3P1p4/10/3P6/K1T7")
    # c1 over d2 to e3; over f4 to g5; over d4 to c5; nothing to hop from there but back
    assert find_ends(state, "c1") == parse_squares("b2 c2 b1 d1 e3 g5 c5")
    # b1 over c2 to d3, over e4 to f5, over g6 to h7, or back down over g4 to h3
    state = parse_board("k9/10/6n3/10/4p1P3/10/2P7/1T7K")
    assert find_ends(state, "b1") == parse_squares("a1 c1 a2 b2 d3 f5 h7 h3")


def test_beast_hops_orthogonally_in_diagram_3() -> None:
    """A beast hops along files and ranks, and may turn from one to the other between hops."""
    state = parse_board("k9/10/10/10/10/2P7/T9/N1n6K")
    # a2 has only a1 next to it, with the edge beyond, so the beast has only single steps
    assert find_ends(state, "a2") == parse_squares("a3 b3 b2 b1")
    state = parse_board("k9/10/4P5/10/3p6/10/p1p7/T1K7")
    # a1 over a2 to a3; nothing further
    assert find_ends(state, "a1") == parse_squares("a3 b1 b2")
    state = parse_board("k9/10/3p6/2p7/p1P7/10/p9/T5K3")
    # a1 over a2 to a3, over a4 to a5; c5 is no neighbour of a5
    assert find_ends(state, "a1") == parse_squares("a3 a5 b1 b2")
    state = parse_board("k9/10/2p7/1p8/p9/10/p9/T5K3")
    # a3, a5, then along the rank over b5 to c5, then up over c6 to c7
    assert find_ends(state, "a1") == parse_squares("a3 a5 c5 c7 b1 b2")
    state = parse_board("k9/10/2P7/1N8/P9/10/R9/T5K3")
    # the same over White's own men
    assert find_ends(state, "a1") == parse_squares("a3 a5 c5 c7 b1 b2")


def test_hops_of_one_chain_have_one_kind() -> None:
    """The hops of a turn are all diagonal or all orthogonal, and the beast makes no other step."""
    # a1 over a2 to a3; from a3 diagonally over b4 would be c5, taken
    state = parse_board("k9/10/10/2p7/1p8/10/p9/T5K3")
    assert "c5" not in find_ends(state, "a1")
    # now c5 is free: still no diagonal hop after the orthogonal one, nor one over c2 after the step to b2
    state = parse_board("k9/10/10/10/1p8/10/p1p7/T5K3")
    assert find_ends(state, "a1") == parse_squares("a3 b1 b2")


def test_pieces_pass_own_beasts_in_diagram_4() -> None:
    """Pawn, bishop and rook pass a beast of their own side. The white queen cannot pass a black beast."""
    board = "k4r4/4b5/5t4/10/10/1T8/KP8/5Q4"
    white_state, black_state = parse_board(board), parse_board(board, "b")
    assert "b2b4" in list_legal_texts(white_state)
    assert find_ends(black_state, "e7") >= parse_squares("g5 h4 i3 j2")
    assert "f8f1" in list_legal_texts(black_state)
    assert {text for text in list_legal_texts(white_state, "f1") if text[2] == "f"} == {"f1f2", "f1f3", "f1f4", "f1f5"}
    assert "your own beasts" in find_refusal_reason(white_state, "f1f7")
    assert find_refusal_reason(white_state, "f1f6").startswith("Only a beast can capture a beast")


def test_bishop_bounces_in_diagram_5() -> None:
    """The bishop bounces off f4 to both ends of c1-j8 and attacks king and queen. The queen cannot bounce back."""
    state = parse_board("k9/2b7/7Q2/10/5t4/10/3K6/10")
    assert in_check(state)
    assert [GAME.name(state, f"{'abcdefghij'[square % 10]}{square // 10 + 1}") for square in checkers(state)] == [
        "c7, black bishop"
    ]
    assert not {text for text in list_legal_texts(state, "h6") if text.endswith("c7")}
    reason = find_refusal_reason(state, "h6c7")
    assert reason == "You can’t bounce off the beast on f4, because it isn’t yours"
    # the other end: a rook on d2 instead of the king can be captured as the queen can
    state = parse_board("k9/2b7/7Q2/10/5t4/10/3R6/9K", "b")
    assert find_ends(state, "c7^f4") >= parse_squares("d2 h6 e3 g5")
    assert "c1" not in find_ends(state, "c7^f4")
    assert "i7" not in find_ends(state, "c7^f4")


def test_rooks_bounce_in_diagram_6() -> None:
    """The rook on b1 bounces off b3 along the third rank, and the rook on f6 off i6 along the i file."""
    state = parse_board("k9/10/5R2T1/10/10/1T8/10/1R7K")
    assert find_ends(state, "b1^b3") == parse_squares("a3 c3 d3 e3 f3 g3 h3 i3 j3")
    assert find_ends(state, "f6^i6") == parse_squares("i1 i2 i3 i4 i5 i7 i8")


def test_knight_bounces_in_diagram_7() -> None:
    """The knight on f4 bounces off g6 by a second knight's move, but not back to f4."""
    state = parse_board("k9/10/6T3/10/5N4/10/10/9K")
    assert find_ends(state, "f4^g6") == parse_squares("e5 e7 f8 h8 i7 i5 h4")


def test_knight_propels_beast_in_diagram_8() -> None:
    """The knight goes to g6 and propels the beast to f4 or to any square that it reaches in diagram 7."""
    state = parse_board("k9/10/6T3/10/5N4/10/10/9K")
    assert find_ends(state, "f4>g6") == parse_squares("e5 e7 f8 h8 i7 i5 h4 f4")
    assert GAME.format_position(play(state, "f4>g6f4")) == "k9/10/6N3/10/5T4/10/10/9K b - - 1 1"


def test_bishop_propels_beast_in_diagram_9() -> None:
    """The bishop goes to f4 and propels the beast along both diagonals, as far as b8 and across the bishop's start."""
    state = parse_board("k9/10/10/10/5T4/10/3B6/9K")
    assert find_ends(state, "d2>f4") == parse_squares("e5 d6 c7 b8 g3 h2 i1 g5 h6 i7 j8 e3 d2 c1")
    assert GAME.format_position(play(state, "d2>f4d2")) == "k9/10/10/10/5B4/10/3T6/9K b - - 1 1"


def test_rook_propels_beast_in_diagram_10() -> None:
    """The rook goes to g5 and propels the beast as far as g1, or to the rook's start."""
    state = parse_board("k9/6p3/10/PR4T3/10/10/10/9K")
    assert find_ends(state, "b5>g5") == parse_squares("b5 c5 d5 e5 f5 h5 i5 j5 g6 g4 g3 g2 g1")


def test_kings_castle_kingside_in_diagram_11() -> None:
    """White's king ends one square nearer to the edge than Black's king."""
    state = parse_board("r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R", rights="KQkq")
    state = play(state, "f1i1", "f8h8")
    assert GAME.format_position(state) == "r5rk2/pppppppppp/10/10/10/10/PPPPPPPPPP/R6RK1 w - - 2 2"


def test_king_castles_queenside_in_diagram_12() -> None:
    """The king castles to c with the rook on d, or to b with the rook on c."""
    state = parse_board("r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R", rights="KQkq")
    state = play(state, "f1c1", "f8b8")
    assert GAME.format_position(state) == "1kr6r/pppppppppp/10/10/10/10/PPPPPPPPPP/2KR5R w - - 2 2"


def test_king_castles_past_a_beast_in_diagram_13() -> None:
    """The king castles to i1 past a beast on g1, which blocks the bishop. No other castling is possible."""
    state = parse_board("k9/10/10/2b7/10/10/10/5KT2R", rights="K")
    assert list_legal_texts(state, "f1") >= {"f1i1"}
    assert "f1h1" not in list_legal_texts(state)
    assert GAME.format_position(play(state, "f1i1")) == "k9/10/10/2b7/10/10/10/6TRK1 b - - 1 1"
    assert find_refusal_reason(state, "f1h1") == ("You can’t castle there: your rook would land on your beast on g1")
    # without the beast g1 is crossed in check
    state_without_beasts = parse_board("k9/10/10/2b7/10/10/10/5K3R", rights="K")
    assert not {"f1h1", "f1i1"} & list_legal_texts(state_without_beasts)
    assert (
        find_refusal_reason(state_without_beasts, "f1i1")
        == "Your king can’t cross g1, because your opponent attacks it"
    )
