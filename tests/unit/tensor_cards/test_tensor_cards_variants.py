"""Variants of the card game: stars that count, points, waiting, going back."""

from __future__ import annotations

import pytest

from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.state import State
from tests.unit.tensor_cards.positions import duel, play

GAME = PACKAGE.game

# A low board with both stars in the middle column, one step from everywhere.
NARROW = "narrow=o-r-*-o-o/|.|.|.|.|/o-o-b-o-o/|.|.|.|.|/o-o-*-y-o"


def position(
    variant: str, pieces: str, points: str = "0-0", clock: str = "1.1", board: str = "equilibrium-point"
) -> State:
    return GAME.parse_position(f"{board} {variant} {pieces} W123456789T B123456789T {points} {clock}")


def fields(state: State) -> str:
    """Return pieces and points (White's first)."""
    parts = GAME.format_position(state).split()
    return " ".join((*parts[2:5], parts[7]))


def winner(state: State) -> int | None:
    outcome = GAME.outcome(state)
    return outcome.winners[0] if outcome else None


# --- stars that count -------------------------------------------------------------------

# Blue is a step above the star (6,4) on White's half, or above (0,2) on Black's.
# White's left and Black's right are down.
ARRIVALS = [("b6,3", WHITE, 8), ("b6,3", BLACK, 7), ("b0,1", WHITE, 8), ("b0,1", BLACK, 7)]


@pytest.mark.parametrize(("blue", "player", "card"), ARRIVALS)
@pytest.mark.parametrize("goal", ["first-star", "three-points", "three-points-reset"])
@pytest.mark.parametrize("stars", ["", "+own-side", "+far-side"])
def test_only_stars_on_the_right_half_count(goal: str, stars: str, blue: str, player: int, card: int) -> None:
    """'Variants': own-side is the mover's own half, far-side the other, under every goal."""
    own_half = WHITE if blue == "b6,3" else BLACK
    counts = {"": True, "+own-side": player == own_half, "+far-side": player != own_half}[stars]
    start = position(goal + stars, f"r4,1 {blue} y2,5")
    cards = {BLACK: 4, WHITE: 4, player: card}  # the other's 4 is lower: two toward its player
    state = duel(start, "b", cards[BLACK], cards[WHITE])
    if goal == "first-star":
        assert winner(state) == (player if counts else None)
    else:
        assert state.points[player] == counts
    assert state.points[1 - player] == 0


def test_uncounted_star_resets_nothing() -> None:
    """'Variants': with own-side Black's 7 leads blue to White's star; White's 1 finds it at the edge."""
    state = duel(position("three-points-reset+own-side", "r4,1 b6,3 y2,5"), "b", black=7, white=1)
    assert fields(state) == "r4,1 b6,4 y2,5 0-0"


def test_uncounted_star_lifts_nothing() -> None:
    state = duel(position("three-points+own-side", "r4,1 b6,3 y2,5"), "b", black=7, white=1)
    assert fields(state) == "r4,1 b6,4 y2,5 0-0"


@pytest.mark.parametrize("stars", ["own-side", "far-side"])
@pytest.mark.parametrize(("player", "card"), [(WHITE, 7), (BLACK, 8)])
def test_a_star_in_the_middle_column_counts_for_both(stars: str, player: int, card: int) -> None:
    """'Variants': halves are by x; White's right and Black's left are up."""
    cards = {BLACK: 1, WHITE: 1, player: card}
    start = position(f"first-star+{stars}", "r1,0 b2,1 y3,2", board=NARROW)
    assert winner(duel(start, "b", cards[BLACK], cards[WHITE])) == player


# --- three points -----------------------------------------------------------------------


def test_arrival_scores_and_the_piece_returns_to_start() -> None:
    """'three-points': Black's lower 1 moves blue on from the star, to (3,4); it is lifted nevertheless."""
    state = duel(position("three-points", "r4,1 b6,3 y2,5"), "b", black=1, white=8)
    assert fields(state) == "r4,1 b3,3 y2,5 1-0"
    assert winner(state) is None


def test_piece_may_score_for_both_players_in_a_turn() -> None:
    """'three-points': each arrival scores. White's 7 takes blue up to (2,0), Black's 5 down to (2,2)."""
    state = duel(position("three-points", "r1,0 b2,1 y3,2", board=NARROW), "b", black=5, white=7)
    assert fields(state) == "r1,0 b2,1 y3,2 1-1"


def test_piece_waits_while_its_start_is_occupied() -> None:
    """'three-points': yellow stands on blue's start; blue returns at the end of the turn it leaves in."""
    state = duel(position("three-points", "r4,1 b6,3 y3,3"), "b", black=1, white=8)
    assert fields(state) == "r4,1 bout y3,3 1-0"
    state = play(state, "lay r4 b5 y6", "lay r4 b5 y7")  # White's 7 moves yellow up, Black's 6 further
    assert fields(state) == "r4,1 b3,3 y3,0 1-0"


def test_cards_on_a_waiting_piece_do_nothing() -> None:
    """'three-points': they have to be laid all the same."""
    start = position("three-points", "r4,1 bout y3,3")
    state = play(start, "lay r9 b4 y8", "lay r9 b1 y8")
    assert fields(state) == "r4,1 bout y3,3 0-0"


def test_scoring_pieces_are_lifted_before_others_return() -> None:
    """'three-points': red waits since blue stands on its start.

    Blue leaves; yellow scores on (2,0), then is led to red's start, where it stands when the turn ends: it is
    lifted first, and red and yellow both come back.
    """
    start = position("three-points", "rout b1,0 y3,0", board=NARROW)
    state = play(start, "lay r1 b7 y9", "lay r1 b8 yT")
    assert fields(state) == "r1,0 b1,2 y3,2 1-0"


def test_third_point_wins_at_once() -> None:
    """'three-points': blue's winning arrival ends the game before Black's card and before the turn's end."""
    state = duel(position("three-points", "r4,1 b6,3 y2,5", "2-2", "5.1"), "b", black=1, white=8)
    assert fields(state) == "r4,1 b6,4 y2,5 3-2"
    assert winner(state) == WHITE
    assert GAME.parse_position(GAME.format_position(state)) == state


def test_won_game_with_a_waiting_piece_is_valid() -> None:
    """The start of the waiting piece may be free then, since nothing returns."""
    start = position("three-points", "rout b4,1 y6,3", "2-0", "4.1")
    state = play(start, "lay rT b7 y1", "lay rT b6 y8")
    assert winner(state) == WHITE
    assert GAME.parse_position(GAME.format_position(state)) == state


# --- three points, all back -------------------------------------------------------------


def test_arrival_resets_all_pieces_and_the_turn_continues() -> None:
    """'three-points-reset': Black's 7 moves blue from its start, and yellow's cards act from there too."""
    state = play(
        position("three-points-reset", "r5,3 b6,3 y0,0"),
        "lay rT b7 y8",  # blue: Black's 7 is lower than White's 8
        "lay rT b8 y9",
    )
    # Blue: to (6,4), all back, then 7 takes it down from (3,3). Yellow: 9 to (3,5), where blue is above it.
    assert fields(state) == "r4,1 b3,4 y3,5 1-0"


def test_reset_turn_may_score_again() -> None:
    """'three-points-reset': on the low board blue's second card leads it to a star once more."""
    start = position("three-points-reset", "r1,0 b2,1 y3,2", board=NARROW)
    state = duel(start, "b", black=7, white=8)
    assert fields(state) == "r1,0 b2,1 y3,2 1-1"


def test_third_point_ends_without_reset() -> None:
    state = duel(position("three-points-reset", "r5,3 b6,3 y0,0", "2-1"), "b", black=7, white=8)
    assert fields(state) == "r5,3 b6,4 y0,0 3-1"
    assert winner(state) == WHITE


def test_the_second_point_does_not_win() -> None:
    state = duel(position("three-points-reset", "r5,3 b6,3 y0,0", "1-1"), "b", black=7, white=8)
    assert winner(state) is None
    assert fields(state) == "r4,1 b3,4 y2,5 2-1"
