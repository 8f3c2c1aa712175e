"""Compare the turns of the card game, on numbered spaces, with the reference, on spaces by column and row."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import GOALS, STAR_RULES, THREE_POINTS, State, Terms, position_of
from tests.unit.tensor_cards import reference

BOARDS = [file.board for file in library.boards().values()]


def create_random_turn(goal: str, rng: random.Random) -> State:
    """Return a state with the cards of both players on pieces that stand on random spaces."""
    terms = Terms(rng.choice(BOARDS), library.deck().deck, goal, rng.choice(STAR_RULES))
    red, blue, yellow = rng.sample(sorted(terms.board.spaces), 3)
    pieces = (red, blue, yellow)
    if goal == THREE_POINTS and rng.random() < 0.2:
        pieces = (None, terms.board.starts[0], yellow if yellow != terms.board.starts[0] else blue)
    points = (rng.randrange(terms.points_to_win), rng.randrange(terms.points_to_win))
    placements = tuple((red, blue, yellow) for red, blue, yellow in (rng.sample(CARDS, 3) for _ in (BLACK, WHITE)))
    return State(terms, position_of(terms.board, pieces, points), placements=placements)


@pytest.mark.parametrize("goal", GOALS)
def test_random_turns_match_the_reference(goal: str) -> None:
    """All events, positions and choices of a turn are the same, for random orders of two-part cards."""
    rng = random.Random(goal)
    kinds = set()
    for _ in range(1000):
        state = create_random_turn(goal, rng)
        while True:
            result = resolve(state)
            expected = reference.resolve(state)
            assert (result.events, result.pieces, result.points, result.revealed_count, result.choice) == expected
            if result.choice is None:
                break
            state = replace(state, choices=(*state.choices, rng.choice(result.choice.ends)[0]))
        kinds |= {event.kind for event in result.events}
    assert kinds >= {"reveal", "cancel", "move", "score"}
    assert ("lift" in kinds) == (goal == THREE_POINTS)
