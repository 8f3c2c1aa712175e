"""Test the variants of the card game: counting stars, points, waiting pieces and resets."""

from __future__ import annotations

import pytest

from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.state import State
from tests.unit.tensor_cards.positions import play, play_duel

GAME = PACKAGE.game

# A low board with both stars in the middle column, one step from everywhere.
NARROW_BOARD_TEXT = "narrow=o-r-*-o-o/|.|.|.|.|/o-o-b-o-o/|.|.|.|.|/o-o-*-y-o"


def create_position(
    variant: str, pieces: str, points: str = "0-0", clock: str = "1.1", board: str = "equilibrium-point"
) -> State:
    return GAME.parse_position(f"{board} {variant} {pieces} W123456789T B123456789T {points} {clock}")


def format_fields(state: State) -> str:
    """Return the pieces and the points of a position text, with White's points first."""
    parts = GAME.format_position(state).split()
    return " ".join((*parts[2:5], parts[7]))


def find_winner(state: State) -> int | None:
    outcome = GAME.outcome(state)
    return outcome.winners[0] if outcome else None


# --- stars that count -------------------------------------------------------------------

# Blue is a step above the star (6,4) on White's half, or above (0,2) on Black's.
# White's left and Black's right are down.
SPACES_NEXT_TO_STARS = [("b6,3", WHITE, 8), ("b6,3", BLACK, 7), ("b0,1", WHITE, 8), ("b0,1", BLACK, 7)]


@pytest.mark.parametrize(("blue", "player", "card"), SPACES_NEXT_TO_STARS)
@pytest.mark.parametrize("goal", ["first-star", "three-points", "three-points-reset"])
@pytest.mark.parametrize("stars", ["", "+own-side", "+far-side"])
def test_only_stars_on_the_counting_half_score(goal: str, stars: str, blue: str, player: int, card: int) -> None:
    """With own-side only stars on the mover's half score, with far-side only stars on the other half (Variants).

    This holds for every goal.
    """
    own_half = WHITE if blue == "b6,3" else BLACK
    counts = {"": True, "+own-side": player == own_half, "+far-side": player != own_half}[stars]
    start = create_position(goal + stars, f"r4,1 {blue} y2,5")
    cards = {BLACK: 4, WHITE: 4, player: card}  # the other's 4 is lower: two toward its player
    state = play_duel(start, "b", cards[BLACK], cards[WHITE])
    if goal == "first-star":
        assert find_winner(state) == (player if counts else None)
    else:
        assert state.points[player] == counts
    assert state.points[1 - player] == 0


def test_uncounted_star_resets_nothing() -> None:
    """A star that does not count resets nothing: with own-side, Black's 7 takes blue to White's star (Variants).

    White's 1 then finds blue at the edge and cannot move it.
    """
    state = play_duel(create_position("three-points-reset+own-side", "r4,1 b6,3 y2,5"), "b", black=7, white=1)
    assert format_fields(state) == "r4,1 b6,4 y2,5 0-0"


def test_uncounted_star_lifts_nothing() -> None:
    state = play_duel(create_position("three-points+own-side", "r4,1 b6,3 y2,5"), "b", black=7, white=1)
    assert format_fields(state) == "r4,1 b6,4 y2,5 0-0"


@pytest.mark.parametrize("stars", ["own-side", "far-side"])
@pytest.mark.parametrize(("player", "card"), [(WHITE, 7), (BLACK, 8)])
def test_star_in_the_middle_column_counts_for_both(stars: str, player: int, card: int) -> None:
    """A star in the middle column counts for both players, since the halves are divided by x (Variants).

    White's right and Black's left are up.
    """
    cards = {BLACK: 1, WHITE: 1, player: card}
    start = create_position(f"first-star+{stars}", "r1,0 b2,1 y3,2", board=NARROW_BOARD_TEXT)
    assert find_winner(play_duel(start, "b", cards[BLACK], cards[WHITE])) == player


# --- three points -----------------------------------------------------------------------


def test_arrival_scores_and_the_piece_returns_to_start() -> None:
    """An arrival scores, and at the end of the turn the piece returns to its start (three-points).

    Before that, Black's lower card 1 moves blue from the star to (3,4).
    """
    state = play_duel(create_position("three-points", "r4,1 b6,3 y2,5"), "b", black=1, white=8)
    assert format_fields(state) == "r4,1 b3,3 y2,5 1-0"
    assert find_winner(state) is None


def test_piece_may_score_for_both_players_in_a_turn() -> None:
    """A piece can score for both players: White's 7 takes blue to (2,0), and Black's 5 then to (2,2) (three-points)."""
    state = play_duel(create_position("three-points", "r1,0 b2,1 y3,2", board=NARROW_BOARD_TEXT), "b", black=5, white=7)
    assert format_fields(state) == "r1,0 b2,1 y3,2 1-1"


def test_piece_waits_while_its_start_is_occupied() -> None:
    """Blue waits while yellow is on its start, and returns at the end of the turn in which yellow leaves.

    This is the variant three-points.
    """
    state = play_duel(create_position("three-points", "r4,1 b6,3 y3,3"), "b", black=1, white=8)
    assert format_fields(state) == "r4,1 bout y3,3 1-0"
    state = play(state, "lay r4 b5 y6", "lay r4 b5 y7")  # White's 7 moves yellow up, Black's 6 further
    assert format_fields(state) == "r4,1 b3,3 y3,0 1-0"


def test_cards_on_a_waiting_piece_do_nothing() -> None:
    """Players must place cards even on a waiting piece, where they have no effect (ruling ``three-points``)."""
    start = create_position("three-points", "r4,1 bout y3,3")
    state = play(start, "lay r9 b4 y8", "lay r9 b1 y8")
    assert format_fields(state) == "r4,1 bout y3,3 0-0"


def test_scoring_pieces_are_lifted_before_others_return() -> None:
    """All scoring pieces are lifted from the board before any piece returns to its start (three-points).

    Red waits for blue to leave its start. Yellow scores on (2,0) and then stands on red's start, but is lifted first.
    So red and yellow both return.
    """
    start = create_position("three-points", "rout b1,0 y3,0", board=NARROW_BOARD_TEXT)
    state = play(start, "lay r1 b7 y9", "lay r1 b8 yT")
    assert format_fields(state) == "r1,0 b1,2 y3,2 1-0"


def test_third_point_wins_at_once() -> None:
    """The third point ends the game immediately, before Black's card acts and before the turn ends (three-points)."""
    state = play_duel(create_position("three-points", "r4,1 b6,3 y2,5", "2-2", "5.1"), "b", black=1, white=8)
    assert format_fields(state) == "r4,1 b6,4 y2,5 3-2"
    assert find_winner(state) == WHITE
    assert GAME.parse_position(GAME.format_position(state)) == state


def test_won_game_with_a_waiting_piece_is_valid() -> None:
    """A won game is valid with a piece that is waiting, but its start is free, since nothing returns after a win."""
    start = create_position("three-points", "rout b4,1 y6,3", "2-0", "4.1")
    state = play(start, "lay rT b7 y1", "lay rT b6 y8")
    assert find_winner(state) == WHITE
    assert GAME.parse_position(GAME.format_position(state)) == state


# --- three points, all back -------------------------------------------------------------


def test_arrival_resets_all_pieces_and_the_turn_continues() -> None:
    """After the reset, Black's 7 and the cards on yellow move the pieces from their starts (three-points-reset)."""
    state = play(
        create_position("three-points-reset", "r5,3 b6,3 y0,0"),
        "lay rT b7 y8",  # blue: Black's 7 is lower than White's 8
        "lay rT b8 y9",
    )
    # Blue: to (6,4), all back, then 7 takes it down from (3,3). Yellow: 9 to (3,5), where blue is above it.
    assert format_fields(state) == "r4,1 b3,4 y3,5 1-0"


def test_reset_turn_may_score_again() -> None:
    """A turn may score again after a reset: on the low board blue's second card reaches a star.

    This is the variant three-points-reset.
    """
    start = create_position("three-points-reset", "r1,0 b2,1 y3,2", board=NARROW_BOARD_TEXT)
    state = play_duel(start, "b", black=7, white=8)
    assert format_fields(state) == "r1,0 b2,1 y3,2 1-1"


def test_third_point_ends_without_reset() -> None:
    state = play_duel(create_position("three-points-reset", "r5,3 b6,3 y0,0", "2-1"), "b", black=7, white=8)
    assert format_fields(state) == "r5,3 b6,4 y0,0 3-1"
    assert find_winner(state) == WHITE


def test_second_point_does_not_win() -> None:
    state = play_duel(create_position("three-points-reset", "r5,3 b6,3 y0,0", "1-1"), "b", black=7, white=8)
    assert find_winner(state) is None
    assert format_fields(state) == "r4,1 b3,4 y2,5 2-1"
