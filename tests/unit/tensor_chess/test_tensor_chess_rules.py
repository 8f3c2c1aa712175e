"""Test the clauses of the rules of Tensor Chess one by one."""

from __future__ import annotations

import pytest

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, RecordError
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.moves import DoubleStep, PlainMove
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import find_ends, list_legal_texts, parse_board, parse_squares, play

GAME = PACKAGE.game

# --- slides and pass-through (spec: Moves, 1)


def test_slider_captures_behind_own_beasts() -> None:
    state = parse_board("9k/10/10/10/10/RT1TT1p2n/10/4K5")
    assert {text for text in find_ends(state, "a3") if len(text) == 2} == parse_squares(
        "c3 f3 g3 a1 a2 a4 a5 a6 a7"
    ) | {"a8"}


def test_slider_neither_stops_on_nor_captures_beasts() -> None:
    state = parse_board("9k/10/10/10/10/R1T2t3n/10/4K5")
    assert {text for text in find_ends(state, "a3") if len(text) == 2} == parse_squares("b3 d3 e3 a1 a2 a4 a5 a6 a7 a8")


def test_own_piece_behind_a_beast_blocks() -> None:
    state = parse_board("k9/10/10/10/10/B9/1T8/2N6K")
    assert {text for text in find_ends(state, "a3") if len(text) == 2} == parse_squares("b4 c5 d6 e7 f8")


# --- knight and king (spec: Moves, 2)


def test_knights_neither_stop_on_nor_capture_beasts() -> None:
    state = parse_board("k9/10/10/2t1p5/1T3n4/3N6/10/8K1")
    assert {text for text in find_ends(state, "d3") if len(text) == 2} == parse_squares("e5 f4 f2 e1 c1 b2")


def test_knights_leap_over_beasts_of_both_sides() -> None:
    state = parse_board("k9/10/10/2ttt5/2TNT5/2Ttt5/10/9K")
    assert {text for text in find_ends(state, "d4") if len(text) == 2} == parse_squares("b3 b5 c2 c6 e2 e6 f3 f5")


def test_king_may_not_enter_a_beasts_square() -> None:
    state = parse_board("k9/10/10/10/10/10/1Tt6P/1K8")
    assert find_ends(state, "b1") == parse_squares("a1 c1 a2")


# --- pawns (spec: Moves, 3)


def test_pawn_passes_its_beast_only_from_its_start_rank() -> None:
    assert "b2b4" in list_legal_texts(parse_board("k9/10/10/10/10/1T8/1P8/9K"))
    assert "b3b5" not in list_legal_texts(parse_board("k9/10/10/10/1T8/1P8/10/9K"))
    assert "b2b4" not in list_legal_texts(parse_board("k9/10/10/10/10/1t8/1P8/9K"))  # not an enemy beast
    assert "b2b4" not in list_legal_texts(parse_board("k9/10/10/10/1p8/1T8/1P8/9K"))  # not to capture
    assert find_ends(parse_board("k9/10/10/10/3p6/2T7/1P8/9K"), "b2") == parse_squares("b3 b4")  # nor diagonally


def test_only_a_free_double_step_sets_en_passant() -> None:
    assert GAME.format_position(play(parse_board("k9/10/10/10/10/1T8/1P8/9K"), "b2b4")).split()[3] == "-"
    assert GAME.format_position(play(parse_board("k9/10/10/10/10/10/1P8/9K"), "b2b4")).split()[3] == "b3"


def test_en_passant_is_possible_only_at_once() -> None:
    state = play(parse_board("k9/10/10/10/2p7/10/1P8/9K"), "b2b4")
    assert "c4b3" in list_legal_texts(state)
    assert GAME.format_position(play(state, "c4b3")) == "k9/10/10/10/10/1p8/10/9K w - - 0 2"
    assert "c4b3" not in list_legal_texts(play(state, "a8b8", "j1i1"))


def test_en_passant_may_not_expose_the_king() -> None:
    """En passant is illegal if a rook would attack the king after both pawns have left the rank."""
    state = play(parse_board("9K/10/10/10/k1p4R2/10/1P8/10"), "b2b4")
    assert "c4b3" not in list_legal_texts(state)
    assert "c4c3" in list_legal_texts(state)


def test_pawns_capture_no_beasts() -> None:
    state = parse_board("k9/10/10/10/10/t1T1n5/1P1P6/9K")
    assert find_ends(state, "d2") == parse_squares("d3 d4 e3")
    assert find_ends(state, "b2") == parse_squares("b3 b4")


def test_pawn_must_promote_to_one_of_five_kinds() -> None:
    state = parse_board("k4n4/4P5/10/10/10/10/10/9K")
    assert list_legal_texts(state, "e7") == {f"e7{end}{kind}" for end in ("e8", "f8") for kind in "qrbnt"}
    assert GAME.format_position(play(state, "e7f8t")) == "k4T4/10/10/10/10/10/10/9K b - - 0 1"


def test_black_pawns_move_down_the_board() -> None:
    state = parse_board("k9/3p6/3t6/10/10/10/5p4/9K", "b")
    assert find_ends(state, "d7") == parse_squares("d5 >d6d5")
    assert find_ends(state, "f2") == {f"f1{kind}" for kind in "qrbnt"}


# --- bounces (spec: Moves, 4)


def test_bounce_passes_through_and_captures_on_both_legs() -> None:
    state = parse_board("9k/10/10/3p6/3T6/RT1T6/10/9K")
    assert find_ends(state, "a3^d3") == parse_squares("d1 d2 d5")
    assert find_ends(state, "a3^b3") == parse_squares("b1 b2 b4 b5 b6 b7 b8")


def test_queen_bounces_at_a_right_angle() -> None:
    state = parse_board("k9/10/10/10/1T1T6/10/1Q8/9K")
    assert find_ends(state, "b2^d4") == parse_squares("e3 f2 g1 c5 b6 a7")
    assert find_ends(state, "b2^b4") == parse_squares("a4 c4 e4 f4 g4 h4 i4 j4")


def test_only_sliders_and_knights_bounce_off_a_beast() -> None:
    state = parse_board("k9/10/10/10/10/3T6/2PKT5/2T7")
    assert not any("^" in text for text in list_legal_texts(state))


def test_pieces_do_not_bounce_off_an_enemy_beast() -> None:
    assert not any("^" in text for text in list_legal_texts(parse_board("k9/10/10/10/1t1t6/5N4/1Q8/9K")))


def test_bounces_capture_no_beasts() -> None:
    assert find_ends(parse_board("9k/10/10/3t6/10/R2T6/10/9K"), "a3^d3") == parse_squares("d1 d2 d4")
    assert "e5" not in find_ends(parse_board("k9/10/6T3/4t5/5N4/10/10/9K"), "f4^g6")


def test_plain_move_and_bounce_are_different_moves() -> None:
    state = parse_board("9k/10/10/10/2T7/10/Q9/9K")
    assert {text for text in list_legal_texts(state, "a2") if text.endswith("e2")} == {"a2e2", "a2^c4e2", "a2>c4e2"}
    assert play(state, "a2e2") == play(state, "a2^c4e2")


def test_only_one_bounce_or_propel_per_turn() -> None:
    """The rook on a4 cannot reach d4 along the rank, which would take a second bounce or a propel."""
    landing_squares = find_ends(parse_board("9k/10/10/10/T2T6/10/10/R7K1"), "a1")
    assert {end for end in landing_squares if end.startswith("^a4")} == {f"^a4{file}4" for file in "bcefghij"}
    assert {end for end in landing_squares if end.startswith(">a4")} >= parse_squares(">a4b4 >a4c4 >a4a8 >a4a1")
    assert not any(end.endswith(("d4", "d5", "d3")) for end in landing_squares)


# --- propels (spec: Moves, 5)


def test_propelled_beast_neither_hops_passes_nor_captures() -> None:
    state = parse_board("k9/10/10/1t8/10/1T1T1n4/10/1R7K")
    assert find_ends(state, "b1>b3") == parse_squares("c3 a3 b2 b1 b4")
    bishop_state = parse_board("k9/10/10/1n3T4/10/3T6/2B7/9K")
    assert find_ends(bishop_state, "c2>d3") == parse_squares("e4 e2 f1 c4 c2 b1")  # not onto b5 nor f5, nor over them
    queen_state = parse_board("k9/10/10/1n1P1T4/10/1n1T1P4/10/3Q5K")
    assert find_ends(queen_state, "d1>d3") == parse_squares("c3 e3 d4 d2 d1 c4 e4 e2 f1 c2 b1")
    knight_state = parse_board("k9/10/6T3/4p5/5N4/10/10/9K")
    assert "e5" not in find_ends(knight_state, "f4>g6")


def test_queen_propels_a_beast_in_all_directions() -> None:
    state = parse_board("k9/10/10/10/10/10/pT8/1Q7K")
    assert find_ends(state, "b1>b2") == parse_squares(
        "b1 a1 a3 b3 b4 b5 b6 b7 b8 c1 c2 d2 e2 f2 g2 h2 i2 j2 c3 d4 e5 f6 g7 h8"
    )


def test_slider_passes_one_beast_to_propel_another() -> None:
    assert find_ends(parse_board("9k/10/10/10/10/10/2ppp5/RT1T2K3"), "a1>d1") == parse_squares("c1 e1 f1")


def test_kings_and_beasts_do_not_propel() -> None:
    # with a pawn, since otherwise the game is drawn and nothing moves
    moves = list_legal_texts(parse_board("k9/9p/10/10/10/10/3T6/2KT6"))
    assert moves >= {"c1b1", "d1d3"}
    assert not any(">" in text for text in moves)


def test_pawn_propels_one_square_ahead_on_first_move() -> None:
    assert find_ends(parse_board("k9/10/10/10/10/3T6/3P6/9K"), "d2>") == parse_squares("d3d4")
    assert find_ends(parse_board("k9/10/10/10/3T6/10/3P6/9K"), "d2>") == parse_squares("d4d5")
    assert find_ends(parse_board("k9/10/10/3p6/3T6/10/3P6/9K"), "d2>") == set()  # nowhere to go
    assert find_ends(parse_board("k9/10/10/10/3T6/3T6/3P6/9K"), "d2") == set()  # through one beast onto another: never
    assert find_ends(parse_board("k9/10/10/10/3T6/3P6/10/9K"), "d3>") == set()  # not on its first move
    assert find_ends(parse_board("k9/10/10/10/10/2T7/3P6/9K"), "d2>") == set()  # never diagonally


def test_two_step_propel_can_be_captured_en_passant() -> None:
    state = play(parse_board("k9/10/10/10/2pT6/10/3P6/9K"), "d2>d4d5")
    assert GAME.format_position(state) == "k9/10/10/3T6/2pP6/10/10/9K b - d3 0 1"
    assert "c4d3" in list_legal_texts(state)


# --- beasts (spec: Moves, 6)


def test_beast_may_capture_only_beasts() -> None:
    state = parse_board("k9/10/10/10/3t6/2T7/1p8/9K")
    assert find_ends(state, "c3") >= parse_squares("e5 e5xd4 a1")
    assert "a1xb2" not in find_ends(state, "c3")
    assert not find_ends(state, "c3") & parse_squares("b2 d4")  # nor by a step onto them
    assert GAME.format_position(play(state, "c3e5xd4")) == "k9/10/10/4T5/10/10/1p8/9K b - - 0 1"
    assert GAME.format_position(play(state, "c3e5")) == "k9/10/10/4T5/3t6/10/1p8/9K b - - 1 1"


def test_beast_hops_over_and_back_with_a_capture() -> None:
    """A beast may end on its starting square only if it has captured something (spec's example d2d2xe3)."""
    state = parse_board("k9/10/10/10/10/4t5/3T5P/9K")
    assert find_ends(state, "d2") == parse_squares("c1 d1 e1 c2 e2 c3 d3 f4 f4xe3 d2xe3")
    assert GAME.format_position(play(state, "d2d2xe3")) == "k9/10/10/10/10/10/3T5P/9K b - - 0 1"


def test_capture_is_the_last_hop_of_a_beast() -> None:
    state = parse_board("k9/10/10/5t4/10/3t6/2T6P/9K")
    # c2 over d3 to e4, over f5 to g6; capturing d3 ends the turn on e4
    assert find_ends(state, "c2") >= parse_squares("e4 g6 e4xd3 g6xf5 c2xd3 e4xf5")
    assert "g6xd3" not in find_ends(state, "c2")


def test_beasts_start_square_is_empty_on_its_path() -> None:
    """A beast may hop across its starting square, which is empty then, but cannot hop over itself."""
    state = parse_board("k9/10/10/1p1p6/10/1p1p6/2T7/9K")
    assert find_ends(state, "c2") == parse_squares("a4 e4 c6 b1 c1 d1 b2 d2 c3")


def test_beasts_attack_nothing() -> None:
    assert not in_check(parse_board("k9/10/10/10/10/10/1t8/K9"))


# --- castling (spec: Moves, 7)


def test_castling_rights_end_with_king_or_rook() -> None:
    state = parse_board("r4k3r/10/10/10/10/10/10/R4K3R", rights="KQkq")
    assert GAME.format_position(play(state, "a1a8")).split()[2] == "Kk"
    assert GAME.format_position(play(state, "f1f2")).split()[2] == "kq"
    assert GAME.format_position(play(state, "j1j4")).split()[2] == "Qkq"
    state_without_right = parse_board("r4k3r/10/10/10/10/10/10/R4K3R", rights="Qkq")
    assert list_legal_texts(state_without_right, "f1") & parse_squares("f1h1 f1i1 f1c1 f1b1") == parse_squares(
        "f1c1 f1b1"
    )


def test_propelling_rook_has_moved() -> None:
    state = play(START_STATE, "a1>b1a1")
    assert GAME.format_position(state).split()[2] == "Kkq"
    state_after_bounce = play(parse_board("9k/10/10/10/10/10/T9/R4K4", rights="Q"), "a1^a2c2")
    assert GAME.format_position(state_after_bounce).split()[2] == "-"


def test_castling_needs_empty_landings_and_own_beasts_between() -> None:
    state = parse_board("9k/10/10/10/10/10/10/RT2TK4", rights="Q")
    assert "f1c1" in list_legal_texts(state)  # king c, rook d; beasts on b and e are passed
    assert "f1b1" not in list_legal_texts(state)
    assert "f1c1" not in list_legal_texts(parse_board("9k/10/10/10/10/10/10/Rt3K4", rights="Q"))
    assert "f1c1" not in list_legal_texts(parse_board("9k/10/10/10/10/10/10/RN3K4", rights="Q"))


def test_castling_is_not_out_of_through_or_into_check() -> None:
    board = "5{}3k/10/10/10/10/10/10/R4K4"
    assert "f1c1" not in list_legal_texts(parse_board(board.format("r"), rights="Q"))
    state_with_castling_through_check = parse_board("4r4k/10/10/10/10/10/10/R4K4", rights="Q")
    assert not {"f1c1", "f1b1"} & list_legal_texts(state_with_castling_through_check)
    state_with_castling_into_check = parse_board("2r6k/10/10/10/10/10/10/R4K4", rights="Q")
    assert not {"f1c1", "f1b1"} & list_legal_texts(
        state_with_castling_into_check
    )  # c1 is the landing of one, crossed by the other
    state_with_attack_beyond_rook = parse_board("1r7k/10/10/10/10/10/10/R4K4", rights="Q")
    assert "f1c1" in list_legal_texts(state_with_attack_beyond_rook)  # b1 may be attacked
    assert "f1b1" not in list_legal_texts(state_with_attack_beyond_rook)


def test_beast_on_h1_prevents_kingside_castling() -> None:
    """A beast on h1 prevents castling, since the king or the rook would land on it."""
    assert not {"f1h1", "f1i1"} & list_legal_texts(parse_board("k9/10/10/10/10/10/10/5K1T1R", rights="K"))
    assert "f1h1" in list_legal_texts(parse_board("k9/10/10/10/10/10/10/5K2TR", rights="K"))


def test_crossed_beast_guards_its_square() -> None:
    assert "f1c1" in list_legal_texts(parse_board("4r4k/10/10/10/10/10/10/R3TK4", rights="Q"))
    assert "f1c1" not in list_legal_texts(parse_board("4r4k/10/10/10/10/10/10/R4K4", rights="Q"))


def test_castling_check_uses_the_final_squares() -> None:
    """Castling is illegal if the king would be attacked on its final square, even through the rook's old square.

    There is no legal position with an attack along the first rank from beyond the rook.
    """
    # The black rook on j2 sees j1 only; after castling the king on i1 is safe from it, on h1 too.
    assert {"f1h1", "f1i1"} <= list_legal_texts(parse_board("k9/10/10/10/10/10/9r/5K3R", rights="K"))
    # A black queen on a1 gives check along the rank: no castling at all.
    assert not {"f1h1", "f1i1"} & list_legal_texts(parse_board("k9/10/10/10/10/10/10/q4K3R", rights="K"))


# --- attack and check


@pytest.mark.parametrize(
    ("board", "gives_check"),
    [
        ("k9/10/10/4b5/10/2t7/10/K9", True),  # bishop through its beast
        ("k9/10/10/4b5/10/2T7/10/K9", False),  # an enemy beast shields
        ("k9/10/10/10/t8r/10/10/K9", True),  # rook bounces off its beast
        ("k9/10/10/10/t1N6r/10/10/K9", False),  # its first leg is blocked
        ("k9/10/10/10/t8r/N9/10/K9", False),  # its second leg is blocked
        ("k9/10/10/1n8/10/1t8/10/K9", False),  # knight: b3 is a knight's move from a1, b5 none from b3
        ("k9/10/10/2n7/10/1t8/10/K9", True),  # knight bounces: c5, b3, a1
        ("k9/10/10/10/10/1tt6q/10/K9", False),  # queen arriving straight does not leave diagonally
        ("k9/10/10/10/10/t1t6q/10/K9", True),  # but passes c3 to a3 and turns down the file
        ("k9/10/10/10/10/2t7/10/K3q5", True),  # straight along the rank
        ("k9/10/10/10/10/10/1p8/K9", True),
        ("k9/10/10/10/10/10/1t8/K9", False),
    ],
)
def test_king_is_in_check_by_each_kind_of_piece(board: str, gives_check: bool) -> None:
    assert in_check(parse_board(board)) is gives_check


def test_pin_through_a_bounce_holds() -> None:
    """The knight on a3, pinned on the second leg of a bounce, may move only to squares of the first leg."""
    state = parse_board("k9/10/10/10/t8r/N9/10/K9")
    assert list_legal_texts(state, "a3") == {"a3c4"}
    assert {"a1b1", "a1b2"} <= list_legal_texts(state)


def test_capturing_the_beast_answers_a_bounced_check() -> None:
    state = parse_board("k9/10/10/1T8/t8r/10/10/K9")
    assert "b5b5xa4" not in list_legal_texts(state)
    state = parse_board("k9/10/T9/t8r/10/10/10/K9")
    assert "a6a4xa5" in list_legal_texts(state)  # captured, and in the way besides
    state = parse_board("k9/10/10/t8r/1T8/10/10/1K8")
    assert not in_check(state)
    # a knight's bounced check: the rook cannot help
    assert list_legal_texts(parse_board("k9/10/10/2n7/10/1t8/10/K6R2"), "h1") == set()
    state = parse_board("k9/10/1t7r/2T7/10/10/10/1K8")
    assert "c5a7xb6" in list_legal_texts(state)  # nothing is in the way, but nothing is left to bounce off
    assert "c5a7" not in list_legal_texts(state)


def test_king_may_not_retreat_along_the_attack_line() -> None:
    """The king may not retreat along the line of a check, since it does not block the squares behind it."""
    assert "c1d1" not in list_legal_texts(parse_board("k9/10/10/10/10/10/10/r1K7"))


# --- endings


def test_checkmate_shows_king_and_attackers() -> None:
    """The outcome contains exactly the squares of the mated king and of the pieces that attack it."""
    state = play(parse_board("9k/R9/1R8/T9/10/10/10/K9"), "b6b8")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.returns == (1.0, -1.0)
    assert outcome.reason == "Checkmate: White wins."
    assert set(outcome.squares) == {"j8", "b8"}
    assert GAME.to_move(state) is None
    assert not GAME.legal_actions(state)


def test_stalemate_is_a_draw() -> None:
    outcome = GAME.outcome(parse_board("k9/2Q7/10/10/10/10/10/K9", "b"))
    assert outcome is not None
    assert outcome.is_draw
    assert "Stalemate" in outcome.reason


@pytest.mark.parametrize(
    ("board", "is_dead"),
    [
        ("k9/10/10/10/10/10/10/K9", True),
        ("k9/10/10/2t7/10/10/4TT4/K9", True),
        ("k9/10/10/2b7/10/10/10/K9", True),
        ("k9/10/10/2N7/10/10/10/K9", True),
        ("k9/10/10/2b7/10/10/4T5/K9", False),
        ("k9/10/10/2bb6/10/10/10/K9", False),
        ("k9/10/10/2p7/10/10/10/K9", False),
        ("k9/10/10/2r7/10/10/10/K9", False),
    ],
)
def test_dead_position_is_a_draw(board: str, is_dead: bool) -> None:
    assert (GAME.outcome(parse_board(board)) is not None) is is_dead


def test_fifty_moves_are_claimable_and_seventy_five_end_the_game() -> None:
    board = "k9/10/10/2r7/10/10/10/K9"
    assert GAME.draw_claim_reason(parse_board(board, halfmove_clock=99)) is None
    assert GAME.draw_claim_reason(parse_board(board, halfmove_clock=100)) is not None
    assert GAME.outcome(parse_board(board, halfmove_clock=149)) is None
    outcome = GAME.outcome(parse_board(board, halfmove_clock=150))
    assert outcome is not None
    assert outcome.is_draw


def test_mate_takes_precedence_over_seventy_five_moves() -> None:
    outcome = GAME.outcome(play(parse_board("9k/R9/1R8/10/10/10/10/K9", halfmove_clock=149), "b6b8"))
    assert outcome is not None
    assert outcome.winners == (0,)


def test_halfmove_clock_resets() -> None:
    """Captures, also by beasts, and pawn moves reset the clock. Other moves of beasts, bounces and propels do not."""
    state = parse_board("k9/10/10/3n6/4t5/3T6/2PR6/9K", halfmove_clock=7)
    clock_by_text = {text: play(state, text).halfmove_clock for text in list_legal_texts(state)}
    assert clock_by_text["c2c3"] == clock_by_text["c2c4"] == 0
    assert clock_by_text["d3f5xe4"] == 0
    assert clock_by_text["d3f5"] == clock_by_text["d2>d3c3"] == clock_by_text["j1j2"] == 8
    assert play(parse_board("k9/10/10/10/10/2T7/2P7/9K", halfmove_clock=7), "c2>c3c4").halfmove_clock == 0


def test_unplayable_en_passant_does_not_affect_repetition() -> None:
    state_with_right = parse_board("k9/10/10/10/1Pp7/10/10/9K", "b", en_passant="b3")
    state_without_en_passant = parse_board("k9/10/10/10/1Pp7/10/10/9K", "b")
    assert GAME.key(state_with_right) != GAME.key(state_without_en_passant)
    state_without_capturer = parse_board("k9/10/10/10/1P1p6/10/10/9K", "b", en_passant="b3")
    assert GAME.key(state_without_capturer) == GAME.key(parse_board("k9/10/10/10/1P1p6/10/10/9K", "b"))
    pinned_pawn = parse_board("9K/10/10/10/kPp4R2/10/10/10", "b", en_passant="b3")
    assert GAME.key(pinned_pawn) == GAME.key(parse_board("9K/10/10/10/kPp4R2/10/10/10", "b"))


def _create_timeline(*moves: str) -> Timeline[State]:
    return replay(Record("tensor-chess", {}, 0, ("", ""), moves), {"tensor-chess": GAME})


def test_threefold_is_claimable_and_fivefold_ends_the_game() -> None:
    repeated_moves = ("c1d3", "c8d6", "d3c1", "d6c8")
    assert _create_timeline(*repeated_moves).draw_claim_reason() is None
    assert _create_timeline(*repeated_moves * 2).draw_claim_reason() is not None
    assert _create_timeline(*repeated_moves * 3).outcome is None
    outcome = _create_timeline(*repeated_moves * 4).outcome
    assert outcome is not None
    assert outcome.is_draw
    with pytest.raises(RecordError):
        _create_timeline(*repeated_moves * 4, "e2e4")


def test_apply_refuses_illegal_moves() -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(START_STATE, Action("e2e5", ("e2", "e5"), PlainMove(14, 44)))
    with pytest.raises(IllegalAction):
        GAME.apply(START_STATE, Action("e2e4", ("e2", "e3"), DoubleStep(14, 34)))
    assert Action("e2e4", ("e2", "e4"), "a move of another game") not in GAME.legal_actions(START_STATE)
    with pytest.raises(RecordError):
        GAME.initial({"board": "large"}, 0)
