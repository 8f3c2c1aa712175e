"""Test figures: bases, pieces, ratings and traits (spec: Ratings, Traits, Figures)."""

from __future__ import annotations

import pytest

from ruleboard.games.tesulda.figures import traits


@pytest.mark.parametrize(
    ("figure", "straight_rating", "diagonal_rating"),
    [
        ("S", 1, 0),  # a square base gives one straight
        ("C", 0, 1),  # a circle base one diagonal
        ("T", 0, 0),  # a triangle none
        ("Sss", 3, 0),
        ("Ccs", 1, 2),
        ("Tcs", 1, 1),
        ("Ssh", 3, 0),  # Boost doubles what the pieces add, not what the base gives
        ("Sshh", 3, 0),  # a second hexagon changes nothing
        ("Cch", 0, 3),
        ("Ccc", 0, 3),
        ("Tcsh", 2, 2),
        ("St", 4, 3),  # Tactician: three to both
        ("Ctt", 6, 7),  # two stars add twice
        ("Tht", 6, 6),  # and are doubled
        ("Sdz", 1, 0),  # abilities give no reach
        ("Ck", 0, 1),  # nor does the crown
        ("sssssh", 9, 0),
    ],
)
def test_figures_have_their_ratings(figure: str, straight_rating: int, diagonal_rating: int) -> None:
    figure_traits = traits(figure)
    assert (figure_traits.straight_rating, figure_traits.diagonal_rating) == (straight_rating, diagonal_rating)


def test_crown_counts_in_size_but_not_plain_size() -> None:
    figure_traits = traits("Scsk")
    assert (figure_traits.size, figure_traits.plain_count) == (4, 2)
    assert (traits("Scct").size, traits("Scct").plain_count) == (3, 2)
    assert (traits("Tk").size, traits("Tk").plain_count) == (2, 0)


@pytest.mark.parametrize(
    ("figure", "is_minion"),
    [
        ("T", True),
        ("Tc", True),
        ("Tcs", True),
        ("Tcsh", False),
        ("Tk", True),
        ("Tck", False),
        ("Scs", False),
        ("C", False),
    ],
)
def test_triangle_up_to_size_two_is_a_minion(figure: str, is_minion: bool) -> None:
    """A triangle of size one or two is a Minion, where the crown counts as two (Traits)."""
    assert traits(figure).is_minion is is_minion


def test_each_piece_gives_its_trait() -> None:
    figure_traits = traits("tcdzhk")
    assert (figure_traits.side, figure_traits.base) == (1, "T")
    names = ("is_jumper", "is_dodger", "is_boosted", "is_tactician", "is_prime")
    for piece, trait in zip("dzhtk", names, strict=True):
        assert [name for name in names if getattr(traits(f"S{piece}"), name)] == [trait]
    assert not any(getattr(traits("Scs"), name) for name in names)
