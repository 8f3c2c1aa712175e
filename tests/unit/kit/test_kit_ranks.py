"""Test the ranks in position texts, whose format all games with square boards share (docs/formats.md, 'Positions')."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import PositionError
from ruleboard.kit.ranks import check_rank_length, format_rank, format_ranks, parse_ranks


@pytest.mark.parametrize(
    ("squares", "text"),
    [("......", "6"), ("r..g.G", "r2g1G"), ("rrgGGr", "rrgGGr"), (".r....", "1r4"), ("." * 12 + "r", "12r")],
)
def test_empty_squares_are_run_length_encoded(squares: str, text: str) -> None:
    assert format_rank(squares, ".") == text


def test_square_texts_may_have_several_letters() -> None:
    assert format_rank(["(Tsh)", "", "", "(c)", "(c)"], "") == "(Tsh)2(c)(c)"


def test_last_rank_comes_first() -> None:
    assert format_ranks("ab....c.d", 3, ".") == "c1d/3/ab1"


def test_ranks_are_returned_from_the_first() -> None:
    assert parse_ranks("c/b/a", 3, lambda text, number: f"{text}{number}", expected="") == ("a1", "b2", "c3")


def test_first_error_in_the_text_is_reported() -> None:
    def reject_square(text: str, number: int) -> str:
        raise PositionError(text, where=f"rank {number}")

    with pytest.raises(PositionError) as error_info:
        parse_ranks("x/y/z", 3, reject_square, expected="")
    assert str(error_info.value) == "rank 3: x"


@pytest.mark.parametrize(
    ("text", "error"),
    [("a", "board: there’s 1 rank (expected two)"), ("a/b/c", "board: there are 3 ranks (expected two)")],
)
def test_wrong_number_of_ranks_is_refused(text: str, error: str) -> None:
    with pytest.raises(PositionError) as error_info:
        parse_ranks(text, 2, lambda rank, number: rank, expected="two")
    assert str(error_info.value) == error


@pytest.mark.parametrize(
    ("length", "error"),
    [
        (1, "rank 4: there’s only 1 square (expected 7)"),
        (6, "rank 4: there are only 6 squares (expected 7)"),
        (8, "rank 4: there are more than 7 squares (expected 7)"),
    ],
)
def test_wrong_number_of_squares_is_refused(length: int, error: str) -> None:
    with pytest.raises(PositionError) as error_info:
        check_rank_length(length, 7, "rank 4")
    assert str(error_info.value) == error


def test_correct_number_of_squares_is_accepted() -> None:
    check_rank_length(7, 7, "rank 4")
