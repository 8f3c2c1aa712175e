"""Facts about the written questions of Tensor Chess."""

from __future__ import annotations

import re
from functools import partial

from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.games.tensor_chess.attacks import checkers
from ruleboard.learning.checks import Question

from . import (
    Claim,
    ComputedFacts,
    Facts,
    Game,
    action_is_legal,
    answer_agrees_with,
    answer_is_illegal,
    answer_is_legal,
    answer_wins,
    board_rows,
    board_text,
    claim_about,
    claims_on_repetition,
    find_piece,
    is_drawn,
    is_won,
    legal_texts,
    negate,
    play_each_action,
    play_moves,
    repeat_moves,
    start_at,
)

WHITE, BLACK = 0, 1
game_at = partial(start_at, "tensor-chess")
START = game_at("")
QUIET_GAME = game_at("k9/p9/10/10/10/10/P9/9K w - - 0 1")
THIRD_OCCURRENCE_GAME = repeat_moves(QUIET_GAME, ("j1j2", "a8b8", "j2j1", "b8a8"), 3)
MATE_GAME = play_moves(game_at("5k4/R9/1R8/10/10/10/8K1/10 w - - 0 1"), "b6b8")
CASTLING_PATTERN = r"f1[bchi]1"
LETTER_BY_PIECE = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P", "beast": "T"}


def piece_letter(answer: str) -> str:
    """Return the letter of the piece that an answer such as “A knight” names."""
    return LETTER_BY_PIECE[answer.split()[1]]


def letter_on(game: Game, square: str) -> str:
    """Return the letter on a square of the board, or ``"."`` for an empty one."""
    rows = board_rows(game.game.format_position(game.state).split()[0])
    return rows[8 - int(square[1])][ord(square[0]) - ord("a")]


def with_piece(game: Game, square: str, letter: str, side: str = "") -> Game:
    """Put a piece on a square (``"."`` empties it), change the side to move unless it is empty, and return the game."""
    board, mover, rest = game.game.format_position(game.state).split(" ", 2)
    rows = board_rows(board)
    rows[8 - int(square[1])][ord(square[0]) - ord("a")] = letter
    return game_at(f"{board_text(rows)} {side or mover} {rest}")


def can_capture(game: Game, square: str, origin: str = "") -> bool:
    """Return True if an action captures the piece on a square, from the square ``origin`` unless it is empty."""
    enemy = letter_on(game, square)
    return enemy != "." and any(
        (action.text.startswith(origin) and action.kind.startswith("capture") and square in action.text[2:])
        for action in game.game.legal_actions(game.state)
    )


def mover_is_in_check(game: Game) -> bool:
    return bool(checkers(game.state))


def count_quiet_moves(position_text: str, pattern: str) -> int:
    """Return the halfmove clock of a position after the first action that matches a pattern."""
    (after, *_others) = play_each_action(game_at(position_text), pattern)
    return int(after.game.format_position(after.state).split()[4])


def restarts_quiet_count(position_text: str, pattern: str) -> Claim:
    return lambda _game: count_quiet_moves(position_text, pattern) == 0


def can_castle(game: Game) -> bool:
    return any(re.fullmatch(CASTLING_PATTERN, text) for text in legal_texts(game))


def find_bounce_ends(game: Game) -> list[str]:
    """Return the squares where the rook on b1 can land after it bounces off the beast on b3."""
    return [text[5:7] for text in legal_texts(game, "b1^b3*")]


def can_act_on_adjacent_beasts(letter: str, sign: str) -> bool:
    """Return True if a piece on e2 can bounce off (``^``) or propel (``>``) a beast, adjacent or a leap away."""
    corner = "10" if letter == "K" else "9K"
    game = game_at(f"9k/10/10/10/5T4/4TT4/4{letter}5/{corner} w - - 0 1")
    return bool(legal_texts(game, f"e2*{sign}*"))


FACTS: Facts = {
    ("goal", "guards the row below"): answer_wins("*{}"),
    ("goal", "How do you win"): (
        lambda _game: is_won(MATE_GAME, WHITE),
        lambda _game: is_won(play_moves(game_at("k9/10/10/10/10/10/10/1R7K w - - 0 1"), "b1a1"), WHITE),
        lambda _game: "k" not in MATE_GAME.game.format_position(MATE_GAME.state).split()[0],
    ),
    ("setup", "both kings start"): lambda _game, file: (
        letter_on(START, f"{file}1") == "K" and letter_on(START, f"{file}8") == "k"
    ),
    ("setup", "beside each rook"): lambda _game, answer: (
        letter_on(START, "b1") == letter_on(START, "i1") == piece_letter(answer)
    ),
    ("setup", "Can you pass"): answer_agrees_with(lambda _game: bool(legal_texts(START, "*pass*"))),
    ("pawns", "If you capture it, where does your pawn land"): lambda game, square: any(
        letter_on(after, "g5") == "." for after in play_each_action(game, f"f5{square}")
    ),
    ("pawns", "2 turns ago"): answer_agrees_with(
        lambda _game: bool(
            legal_texts(play_moves(game_at("9k/3p6/10/4P5/10/10/10/9K b - - 0 1"), "d7d5", "j1j2", "j8j7"), "e5d6")
        )
    ),
    ("promotion", "What can’t it become"): lambda _game, answer: (
        not legal_texts(game_at("9k/2P7/10/10/10/10/10/9K w - - 0 1"), f"c7c8{piece_letter(answer).lower()}")
    ),
    ("promotion", "promote on its next move"): answer_is_legal("{}*[qrbnt]"),
    ("promotion", "Can it stay a pawn"): answer_agrees_with(
        lambda _game: bool(legal_texts(game_at("9k/2P7/10/10/10/10/10/9K w - - 0 1"), "c7c8"))
    ),
    ("promotion", "second queen"): answer_agrees_with(
        lambda _game: bool(legal_texts(game_at("9k/2P7/10/10/10/10/10/Q8K w - - 0 1"), "c7c8q"))
    ),
    ("check", "A knight checks your king. Which of these can’t end the check"): (
        lambda game: not any(find_piece(game, text[:2]) != "king" and text[2:4] != "e4" for text in legal_texts(game)),
        lambda game: not can_capture(game, "e4"),
        lambda game: not any(find_piece(game, text[:2]) == "king" for text in legal_texts(game)),
    ),
    ("check", "marked piece is pinned"): answer_is_illegal("{}*"),
    ("mate", "queen give checkmate"): answer_wins("*{}"),
    ("mate", "isn’t in check but can’t move"): (
        is_drawn,
        lambda game: is_won(game, WHITE),
        lambda game: game.outcome is None,
    ),
    ("mate", "throws the win away"): lambda game, square: any(map(is_drawn, play_each_action(game, f"*{square}"))),
    ("beast", "your beast on e4 capture"): lambda game, square: can_capture(game, square, "e4"),
    ("beast", "capture the black beast"): lambda game, square: can_capture(game, "e4", square),
    ("beast", "next to the black king"): (
        negate(mover_is_in_check),
        mover_is_in_check,
        lambda game: can_capture(with_piece(game, "b7", "T", "w"), "a8"),
    ),
    ("hops", "What happens to the knight"): (
        lambda game: (
            all(letter_on(after, "c3") == "n" for after in play_each_action(game, "b2d4*"))
            and bool(legal_texts(game, "b2d4*"))
        ),
        lambda game: can_capture(game, "c3", "b2"),
    ),
    ("hops-straight", "hop from there"): answer_is_legal("a1*{}"),
    ("beast-capture", "have to capture it"): (
        lambda game: bool(legal_texts(game, "c3e5") and legal_texts(game, "c3e5x*")),
        lambda game: not legal_texts(game, "c3e5"),
        lambda game: not legal_texts(game, "c3e5") and not legal_texts(game, "c3*x*"),
    ),
    ("beast-capture", "What can it do next"): (
        lambda game: all(after.to_move == BLACK for after in play_each_action(game, "c2*x*")),
        lambda game: bool(legal_texts(game, "c2*x??*??")),
        lambda game: bool(legal_texts(game, "c2*x*x*")),
    ),
    ("beast-capture", "where it started"): (
        lambda game: bool(legal_texts(game, "d2d2x*")) and not legal_texts(game, "d2d2"),
        action_is_legal("d2d2"),
        action_is_legal("d2d2"),
        negate(action_is_legal("d2d2*")),
    ),
    ("through", "attacks the white queen"): lambda game, square: can_capture(
        with_piece(game, "f1", "Q", "b"), "f1", square
    ),
    ("through-check", "king on j8"): (
        lambda game: mover_is_in_check(game) and not mover_is_in_check(with_piece(game, "a8", ".")),
        negate(mover_is_in_check),
        lambda game: mover_is_in_check(with_piece(game, "a8", ".")),
    ),
    ("bounce", "bounce off"): answer_is_legal("b2^{}*"),
    ("bounce", "rook go after it bounces"): (
        lambda game: (
            {end[1] for end in find_bounce_ends(game)} == {"3"}
            and {end[0] < "b" for end in find_bounce_ends(game)} == {True, False}
        ),
        lambda game: any(end[0] == "b" and end[1] > "3" for end in find_bounce_ends(game)),
        lambda game: any(end[0] == "b" and end[1] < "3" for end in find_bounce_ends(game)),
        lambda game: any(end[0] != "b" and end[1] != "3" for end in find_bounce_ends(game)),
    ),
    ("bounce-more", "Which piece can’t bounce"): lambda _game, answer: (
        not can_act_on_adjacent_beasts(piece_letter(answer), "^")
    ),
    ("bounce-more", "reaches another of your beasts"): (
        lambda game: any(text.startswith("a3^d3") and "d5" in text for text in legal_texts(game)),
        lambda game: any(text.count("^") > 1 for text in legal_texts(game)),
        lambda game: bool(legal_texts(game, "a3^d3*d4")),
    ),
    ("bounce-more", "the knight bounce to"): answer_is_illegal("f4^g6*{}"),
    ("bounce-check", "end the check"): can_capture,
    ("propel", "Can the beast capture"): (
        lambda game: bool(legal_texts(game, "*>*")) and not any("x" in text for text in legal_texts(game, "*>*")),
        lambda game: any("x" in text for text in legal_texts(game, "*>*")),
        lambda game: any("x" in text for text in legal_texts(game, "*>*")),
    ),
    ("propel-more", "can’t propel a beast"): lambda _game, answer: (
        not can_act_on_adjacent_beasts(piece_letter(answer), ">")
    ),
    ("propel-more", "propel the second beast"): answer_agrees_with(
        lambda _game: (
            bool(legal_texts(game_at("9k/10/10/10/1T2T5/10/10/1Q7K w - - 0 1"), "*^*>*"))
            or bool(legal_texts(game_at("9k/10/10/10/1T2T5/10/10/1Q7K w - - 0 1"), "*>*^*"))
        )
    ),
    ("propel-pawn", "propel the beast in front"): answer_is_legal("{}>*"),
    ("propel-pawn", "double step"): (
        action_is_legal("d2>d4d5"),
        lambda game: bool(legal_texts(with_piece(game, "d3", "T"), "d2>d4*")),
        lambda _game: bool(legal_texts(game_at("k9/10/10/3T6/10/3P6/10/9K w - - 0 1"), "d3>d5*")),
    ),
    ("propel-pawn", "How far"): (
        lambda game: {int(text[6]) - int(text[4]) for text in legal_texts(game, "d2>*")} == {1},
        lambda game: 2 in {int(text[6]) - int(text[4]) for text in legal_texts(game, "d2>*")},
        lambda game: max(int(text[6]) - int(text[4]) for text in legal_texts(game, "d2>*")) > 1,
    ),
    ("castling", "castle with"): lambda game, square: any(
        re.fullmatch({"a1": r"f1[bc]1", "j1": r"f1[hi]1"}.get(square, ""), text) for text in legal_texts(game)
    ),
    ("castling", "Where does the rook go"): lambda game, square: letter_on(play_moves(game, "f1h1"), square) == "R",
    ("castling", "moved earlier"): answer_agrees_with(
        lambda _game: can_castle(
            play_moves(game_at("k9/10/10/10/10/10/10/5K3R w K - 0 1"), "f1e1", "a8b8", "e1f1", "b8a8")
        )
    ),
    ("castling", "between your king and your rook"): answer_agrees_with(can_castle),
    ("castling-beast", "castle across g1"): (
        lambda game: can_castle(with_piece(game, "g1", "T")),
        can_castle,
        lambda game: can_castle(with_piece(game, "g1", "N")),
    ),
    ("castling-beast", "stops White from castling"): lambda game, square: not can_castle(with_piece(game, square, "T")),
    ("castling-beast", "pass through your beast"): (
        lambda _game: can_castle(game_at("k9/10/10/10/10/10/10/5KT2R w K - 0 1")),
        claim_about(action_is_legal("f1h1"), game_at("k9/10/10/10/10/10/10/5KT3 w - - 0 1")),
        claim_about(action_is_legal("f1h1"), game_at("k4r4/10/10/10/10/10/10/5KT2R w K - 0 1")),
        lambda _game: not can_castle(game_at("k9/10/10/10/10/10/10/5KT2R w K - 0 1")),
    ),
    ("draws", "restarts the count"): (
        restarts_quiet_count("k9/10/10/10/3t6/2T7/7P2/9K w - - 5 9", "c3*x*"),
        restarts_quiet_count("k9/10/10/10/3t6/2T7/7P2/9K w - - 5 9", "c3e5"),
        restarts_quiet_count("k9/10/10/10/10/7P2/10/1R7K w - - 5 9", "b1a1"),
        restarts_quiet_count("k9/10/10/10/10/7P2/10/5K3R w K - 5 9", "f1h1"),
    ),
    ("draws", "third time"): claims_on_repetition(THIRD_OCCURRENCE_GAME),
    ("draws", "a bishop and a beast"): (
        lambda game: game.outcome is None and game.draw_claim_reason() is None,
        is_drawn,
        lambda game: game.draw_claim_reason() is not None,
    ),
    ("problems", "the rook give checkmate"): answer_wins("a1{}"),
    ("problems", "blocks your rook"): lambda game, square: can_capture(game, "f7", square),
}

REASONS_WITHOUT_FACT = {
    (
        "bounce-check",
        "works only against a bounce",
    ): "It compares ways out of different checks.",
}


def gives_check(question: Question, answer: QuizAnswer) -> bool:
    """Return True if the piece that the answer names gives check."""
    game = question.timeline
    board, mover, _castling, rest = game.game.format_position(game.state).split(" ", 3)
    game_without_checks = game_at(
        f"{board.translate(str.maketrans('QRBNP', 'TTTTT'))} {mover} - {rest}"
    )  # without a check to Black
    return (
        letter_on(game, answer.text) not in "KkTt"
        and mover_is_in_check(game)
        and not mover_is_in_check(with_piece(game_without_checks, answer.text, "."))
    )


COMPUTED_FACTS: ComputedFacts = {"checker": gives_check}
