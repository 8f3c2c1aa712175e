"""Test the armies of Tesulda: constraints, patterns, random armies, completion and texts (spec: Setup)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.errors import PositionError
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda.army import (
    DEFAULT_ARMY,
    EMPTY_ARMY,
    Army,
    army_mistakes,
    army_problems,
    format_army,
    mirror_image,
    parse_army,
    with_all_parts_placed,
)

seeds = st.integers(0, 2**64 - 1)


def is_setup(army: Army) -> bool:
    """Return True if an army meets all constraints in the spec."""
    bases = Counter(figure[:1] for figure in army)
    pieces = Counter(piece for figure in army for piece in figure[1:])
    sizes = all(
        sum(2 if piece == "k" else 1 for piece in figure[1:]) == (2 if figure[:1] == "T" else 3) for figure in army
    )
    return (
        bases == {"C": 6, "S": 6, "T": 8}
        and pieces == {"c": 16, "s": 16, "d": 4, "h": 9, "z": 4, "t": 1, "k": 1}
        and sizes
        and not any("k" in figure and "t" in figure for figure in army)
        and not any(figure[:1] == "T" for figure in army[10:])
    )


def change_army(army: Army, **figures: str) -> Army:
    """Return an army with other figures on some of Light's squares."""
    index_by_square = {
        f"{file}{rank}": index for index, (rank, file) in enumerate((r, f) for r in (2, 1) for f in "abcdefghij")
    }
    changed_army = list(army)
    for square, figure in figures.items():
        changed_army[index_by_square[square]] = figure
    return tuple(changed_army)


def test_default_army_is_a_valid_setup() -> None:
    assert is_setup(DEFAULT_ARMY)
    assert army_problems(DEFAULT_ARMY) == ()
    assert DEFAULT_ARMY[14] == "Sck"


@given(seeds)
def test_random_army_is_a_valid_setup(seed: int) -> None:
    army, next_random_state = armies.random_army(seed)
    assert is_setup(army)
    assert army_problems(army) == ()
    assert armies.random_army(seed) == (army, next_random_state)


def test_random_armies_vary() -> None:
    random_setups = [armies.random_army(seed)[0] for seed in range(200)]
    assert len(set(random_setups)) == 200
    assert len({next(index for index, figure in enumerate(army) if "k" in figure) for army in random_setups}) == 20
    assert any("Tk" in army for army in random_setups)


@given(seeds)
def test_mirroring_twice_restores_a_setup(seed: int) -> None:
    army, _ = armies.random_army(seed)
    assert is_setup(mirror_image(army))
    assert mirror_image(mirror_image(army)) == army
    assert mirror_image(army)[0] == army[9]
    assert mirror_image(army)[19] == army[10]


@pytest.mark.parametrize(
    ("army", "message"),
    [
        (change_army(DEFAULT_ARMY, a1="Tsh", a2="Sssh"), "The triangle on a1"),
        (change_army(DEFAULT_ARMY, e1="Sk", d1="Scstc"), "too many pieces on d1: a square base starts with 3 pieces"),
        (
            change_army(DEFAULT_ARMY, e1="Sc", a2="Tshk"),
            "too many pieces on a2: a triangle base starts with 2 pieces, and the crown counts as 2",
        ),
        (change_army(DEFAULT_ARMY, e1="Skt", d1="Scs"), "the figure on e1"),
        (change_army(DEFAULT_ARMY, e1=""), "Not placed yet: 1 square base."),
        (change_army(DEFAULT_ARMY, e1="Sc"), "Not used yet: 1 crown."),
        (change_army(DEFAULT_ARMY, e1="Sc"), "The figure on e1 has too few pieces."),
        (change_army(DEFAULT_ARMY, c1="Cc", h1="Cc"), "The figures on c1 and h1 have too few pieces."),
        (change_army(DEFAULT_ARMY, b2="Scs"), "This army has 7 square bases, but each side gets only 6."),
        (change_army(DEFAULT_ARMY, b2="Tcc"), "This army has 17 circles, but each side gets only 16."),
        (
            change_army(DEFAULT_ARMY, a2="Sssh", a1=""),
            "The front rank has 3 square and circle bases. Only 2 fit in alongside the 8 triangles.",
        ),
    ],
)
def test_every_violated_constraint_is_reported(army: Army, message: str) -> None:
    assert not is_setup(army)
    assert any(message in sentence for sentence in army_problems(army)), army_problems(army)
    assert all(sentence.endswith(".") for sentence in army_problems(army))


def test_front_rank_without_room_for_triangles_is_reported() -> None:
    """The check reports early that the front rank has no room for triangles, which cannot be on the home rank.

    Triangles need eight of the front rank's ten squares (Setup).
    """
    army = change_army(EMPTY_ARMY, d2="Ccsz", g2="S")
    assert army_mistakes(army) == ()
    assert any("front rank" in sentence for sentence in army_mistakes(change_army(army, j2="C")))


def test_problems_of_dark_name_dark_squares() -> None:
    assert "e10" in " ".join(army_problems(change_army(DEFAULT_ARMY, e1="Sc"), side=1))


def test_completing_an_empty_setup_gives_the_default() -> None:
    assert with_all_parts_placed(EMPTY_ARMY) == DEFAULT_ARMY
    assert with_all_parts_placed(DEFAULT_ARMY) == DEFAULT_ARMY


@given(seeds, st.lists(st.integers(0, 19), max_size=20), st.lists(st.tuples(st.integers(0, 19), st.integers(0, 3))))
def test_any_reduced_setup_can_be_completed(
    seed: int, removed_indices: list[int], moved_pieces: list[tuple[int, int]]
) -> None:
    """The action "fill the rest" always gives a valid setup, and moves at most one of the placed pieces (Setup)."""
    army = list(armies.random_army(seed)[0])
    for place in removed_indices:
        army[place] = ""
    for place, index in moved_pieces:
        if len(army[place]) > index + 1:
            army[place] = army[place][: index + 1] + army[place][index + 2 :]
    original = tuple(army)
    completed_army = with_all_parts_placed(original)
    assert is_setup(completed_army), (format_army(original), format_army(completed_army))
    lost_piece_count = sum(
        (Counter(old[1:]) - Counter(new[1:])).total() for old, new in zip(original, completed_army, strict=True)
    )
    assert lost_piece_count <= 2
    assert all(
        original_figure[:1] in ("", figure[:1])
        for original_figure, figure in zip(original, completed_army, strict=True)
    )


@given(seeds, st.sets(st.integers(0, 19)))
def test_army_texts_survive_reading(seed: int, removed_indices: set[int]) -> None:
    army = tuple("" if index in removed_indices else figure for index, figure in enumerate(armies.random_army(seed)[0]))
    assert parse_army(format_army(army)) == army


def test_default_army_text_matches_the_spec() -> None:
    assert format_army(DEFAULT_ARMY) == (
        "(Tsh)(Tcs)(Tcs)(Ccsz)(Tch)(Tcs)(Ccsz)(Tcs)(Tcs)(Tsh)/"
        "(Sssh)(Scdz)(Ccch)(Scst)(Sck)(Ccdh)(Ssdh)(Ccch)(Csdz)(Sssh)"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("10", "there’s 1 rank"),
        ("9/10", "front rank: there are only 9 squares"),
        ("10/(Sx)9", "home rank, square 1: 'x' isn’t a piece"),
        ("(tc)9/10", "front rank, square 1: 't' isn’t a base"),
        ("(Skk)9/10", "there are 2 crowns (expected at most 1)"),
        ("(S)(S)(S)(S)(S)(S)(S)3/10", "there are 7 square bases"),
        ("(Scccccc)9/10", "there are 6 pieces on one rod"),
        ("(Q)9/10", "'Q' isn’t a base"),
        ("()9/10", "the brackets are empty"),
        ("nonsense/10", "'nonsense' makes no sense"),
    ],
)
def test_invalid_army_text_reports_problem_and_position(text: str, message: str) -> None:
    with pytest.raises(PositionError) as error_info:
        parse_army(text)
    assert message in str(error_info.value)


@given(st.text(alphabet="SCTscdzhtk()/0123456789 x", max_size=60))
def test_any_army_text_is_read_or_refused(text: str) -> None:
    try:
        army = parse_army(text)
    except PositionError:
        return
    assert parse_army(format_army(army)) == army
