"""Test the examples in the rules of Tesulda: legal actions, and the reasons for refusals."""

from __future__ import annotations

import pytest

from ruleboard.games.tesulda import PACKAGE
from tests.unit.tesulda.positions import create_position, find_goals, list_legal_texts, parse_squares, play

GAME = PACKAGE.game

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}


def find_refusal(figures: dict[str, str], *targets: str, actions: tuple[str, ...] = (), pool: str = "-") -> str:
    """Return the sentence with which the last touch is refused."""
    state = play(create_position(figures, pool=pool), *actions)
    return GAME.explain(GAME.parse_position(GAME.format_position(state)), targets).sentence


def test_figure_has_base_and_pieces() -> None:
    state = create_position({**DISTANT_PRIMES, "e4": "Scsz"})
    assert (
        GAME.name(state, "e4") == "e4, Light square base with circle, square, trapezoid; straight 2, diagonal 1; Dodger"
    )


@pytest.mark.parametrize(
    ("figure", "ratings"),
    [
        ("Scs", "straight 2, diagonal 1"),
        ("Scsh", "straight 3, diagonal 2"),  # Ratings: the base's own 1 is not doubled
        ("Scshh", "straight 3, diagonal 2"),  # more hexagons do nothing more
        ("Tsth", "straight 8, diagonal 6"),
    ],
)
def test_hexagon_doubles_ratings(figure: str, ratings: str) -> None:
    assert ratings in GAME.name(create_position({**DISTANT_PRIMES, "e4": figure}), "e4")


@pytest.mark.parametrize(
    ("figures", "origin", "reachable_squares", "unreachable_squares", "reason"),
    [
        # straight and diagonal moves: up to the rating, one direction, nothing on the way
        ({"e4": "Ss"}, "e4", "e5 e6 e3 e2 d4 c4 f4 g4", "e7", "at most 2 squares straight, and e7"),
        ({"e4": "Cc"}, "e4", "d5 c6 f5 g6 d3 c2 f3 g2", "h7", "at most 2 squares diagonally, and h7"),
        ({"e4": "Ss", "e5": "Tc"}, "e4", "e3 e2 d4 c4 f4 g4", "e6", "The figure on e5 is in the way."),
        # a Dodger's corner
        ({"e4": "Tcsz"}, "e4", "e5 e3 d4 f4 d5 f5 d3 f3 d6 f6 c5 g5 c3 g3 d2 f2",
         "f7", "no clear path to f7"),
        # a Jumper's full rating, over others
        ({"e4": "Ssd", "e5": "Tc", "f4": "tc"}, "e4", "e6 e2 c4 g4", "e3",
         "exactly 2 squares straight"),
        # a Minion goes nearer
        ({"e4": "Tcs"}, "e4", "d5 e5 f5", "e3", "nearer to your opponent’s zone"),
    ],
)  # fmt: skip
def test_figures_move_as_in_the_examples(
    figures: dict[str, str], origin: str, reachable_squares: str, unreachable_squares: str, reason: str
) -> None:
    state = create_position({**DISTANT_PRIMES, **figures})
    assert find_goals(state, origin) == parse_squares(reachable_squares)
    assert reason in find_refusal({**DISTANT_PRIMES, **figures}, origin, unreachable_squares)


def test_attack_takes_two_pieces() -> None:
    figures = {**DISTANT_PRIMES, "e4": "Sc", "e5": "tshh"}
    state = play(create_position(figures), "e4-e5", "take:sh")
    assert "(Scsh)" in GAME.format_position(state)
    assert state.pool == "h"
    assert "at most 2 pieces" in find_refusal(figures, "prey:s1", "prey:h1", "prey:h2", actions=("e4-e5",))


def test_swap_moves_pieces_as_in_the_example() -> None:
    figures = {**DISTANT_PRIMES, "e4": "Scch", "f6": "Ss"}
    assert "swap:e5>f6:ch" in list_legal_texts(play(create_position(figures), "e4-e5"))
    assert "The figure on f6 needs a piece" in find_refusal(figures, "f6", "piece:s1", actions=("e4-e5",))


def test_crown_is_swapped_as_in_the_example() -> None:
    figures = {"e1": "Scck", "f2": "Cs", "f8": "ss", "j10": "ck"}
    assert "swap:e2>f2:k" in list_legal_texts(play(create_position(figures), "e1-e2"))
    figures["f8"] = "sssssh"
    assert "Dark’s figure on f8 could capture it on f2" in find_refusal(figures, "piece:k1", "f2", actions=("e1-e2",))


def test_resource_is_taken_in_the_enemy_zone() -> None:
    figures = {**DISTANT_PRIMES, "e8": "Sc", "b4": "Ss"}
    assert "res:hh" in list_legal_texts(play(create_position(figures, pool="chh"), "e8-e9"))
    figures["c6"] = "Ccs"  # so that the turn goes on
    assert "Dark’s Starting Zone" in find_refusal(figures, "pool:h", actions=("b4-b5",), pool="chh")


def test_move_exposing_the_prime_is_refused() -> None:
    assert "Dark’s figure on a9 could capture it on a1" in find_refusal(
        {**DISTANT_PRIMES, "a3": "Ss", "a9": "sssssh"}, "a3", "b3"
    )


@pytest.mark.parametrize(
    ("last_move", "reason"),
    [
        ("j5-j7", "Light wins: no Move can save Dark’s Prime."),
        ("e1-e2", "It’s a draw: Dark has no Move, but Dark’s Prime isn’t in danger."),
    ],
)
def test_attacked_prime_loses_and_safe_prime_ties(last_move: str, reason: str) -> None:
    state = play(create_position({"j10": "tk", "j5": "Sss", "e1": "Sck"}), last_move)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == reason
    assert GAME.explain(state, ("j10",)).sentence == "The game is over."
