"""Verify the claims of the lessons on good play in the card game by trying all pairs of placements."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import permutations

import pytest

from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.notation import format_move
from ruleboard.games.tensor_cards.resolution import resolve_cards
from ruleboard.games.tensor_cards.state import CommitPlacement, Placement, State
from ruleboard.learning.courses import find_lesson

GAME = PACKAGE.game


def find_winners(
    state: State, black: Placement, white: Placement, choices: tuple[str, ...] = ()
) -> frozenset[int | None]:
    """Return the possible winners of a turn if White chooses the best orders; None in the set stands for no winner."""
    result = resolve_cards(state.terms, state.position, black, white, choices)
    if result.choice is None:
        return frozenset({next((player for player in (BLACK, WHITE) if result.points[player]), None)})
    first_parts = [first_part for first_part, _end in result.choice.ends]
    options = [find_winners(state, black, white, (*choices, first_part)) for first_part in first_parts]
    if result.choice.player == WHITE:
        return max(options, key=lambda winners: (BLACK not in winners, None not in winners))
    return frozenset().union(*options)


@cache
def find_winners_by_placement(id: str) -> Mapping[str, tuple[frozenset[int | None], ...]]:
    """Return the possible winners against each of Black's placements in a lesson, by White's placement."""
    opened_lesson = find_lesson("tensor-cards", id)
    assert opened_lesson is not None
    state = GAME.parse_position(opened_lesson.steps[0].position)
    placements_by_player = [
        [(r, b, y) for r, b, y in permutations(state.hands[player], 3)] for player in (BLACK, WHITE)
    ]
    assert [len(placements) for placements in placements_by_player] == [24, 24], "four cards each, as the lessons say"
    return {
        format_move(CommitPlacement(white)): tuple(
            find_winners(state, black, white) for black in placements_by_player[BLACK]
        )
        for white in placements_by_player[WHITE]
    }


def find_requested_placements(id: str) -> set[str]:
    """Return White's placements that solve the task of a lesson."""
    opened_lesson = find_lesson("tensor-cards", id)
    assert opened_lesson is not None
    task = opened_lesson.steps[0].task
    assert task is not None
    assert task.effect is not None
    return {placement for placement in find_winners_by_placement(id) if fnmatchcase(placement, task.effect.action)}


def count_certain_wins(id: str, placement: str) -> int:
    """Return the number of Black's placements against which White's placement wins for sure."""
    return sum(winners == {WHITE} for winners in find_winners_by_placement(id)[placement])


@pytest.mark.parametrize(("id", "count"), [("win-before", 2), ("win-two", 2), ("win-guard", 4)])
def test_requested_placements_win_against_every_answer(id: str, count: int) -> None:
    certain_wins = {placement for placement in find_winners_by_placement(id) if count_certain_wins(id, placement) == 24}
    assert certain_wins == find_requested_placements(id)
    assert len(certain_wins) == count


def test_requested_placements_cannot_lose() -> None:
    """The requested placements cannot lose but are not sure to win, and every other placement can lose."""
    safe_placements = {
        placement
        for placement, winners_by_answer in find_winners_by_placement("win-stop").items()
        if not any(BLACK in winners for winners in winners_by_answer)
    }
    assert safe_placements == find_requested_placements("win-stop")
    assert all(count_certain_wins("win-stop", placement) < 24 for placement in safe_placements)


def test_requested_placements_win_most_often() -> None:
    """The requested placements, with 8 on blue, win most often: against 18 of 24 placements.

    Placements with 3 on blue win against at most 12. No other placement wins for certain.
    """
    counts = {
        placement: count_certain_wins("win-guess", placement) for placement in find_winners_by_placement("win-guess")
    }
    assert {
        placement for placement in counts if counts[placement] == max(counts.values())
    } == find_requested_placements("win-guess")
    assert max(counts.values()) == 18
    assert max(count for placement, count in counts.items() if " b3 " in placement) == 12
    assert not any(count for placement, count in counts.items() if " b3 " not in placement and " b8 " not in placement)


@pytest.mark.parametrize(
    ("id", "placement"),
    [("win-before", "lay r8 bT y9"), ("win-stop", "lay r9 b8 y7"), ("win-guard", "lay r8 b5 y9")],
)
def test_likely_wrong_answer_loses_to_blacks_placement(id: str, placement: str) -> None:
    """A likely wrong answer loses to the lesson's placement for Black, so the game shows why it is wrong."""
    opened_lesson = find_lesson("tensor-cards", id)
    assert opened_lesson is not None
    state = GAME.parse_position(opened_lesson.steps[0].position)
    for text in (*opened_lesson.steps[0].moves, placement):
        state = GAME.apply(state, GAME.parse_action(state, text))
    assert state.winner == BLACK
