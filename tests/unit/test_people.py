"""Test the simulated people, against whom the project measures the levels of the bots."""

from __future__ import annotations

from typing import Any

import pytest

from research.people import Person, choose_turn
from research.wins import can_trap_prime
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.games.tensor_chess.packed_moves import can_checkmate
from ruleboard.learning.courses import problems
from ruleboard.registry import GAMES
from tests.support.positions import SWAP_MATE


def play_person_turn(timeline: Timeline[Any], person: Person, seed: int = 1) -> Timeline[Any]:
    """Return the game after a simulated person has played a turn."""
    player = timeline.to_move
    assert player is not None
    for action in choose_turn(timeline.game.id, person, timeline.state_for(player), Question(player, 1, seed)):
        timeline = timeline.play(action)
    return timeline


@pytest.mark.parametrize("person", [Person.NEWCOMER, Person.GRADUATE])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_person_plays_legal_turns(game: str, person: Person) -> None:
    timeline = new_timeline(GAMES[game], GAMES[game].initial({}, 1))
    for _turn in range(3):
        ply = timeline.ply
        timeline = play_person_turn(timeline, person)
        assert timeline.ply > ply


@pytest.mark.parametrize("person", [Person.NEWCOMER, Person.GRADUATE])
def test_person_wins_if_a_move_wins(person: Person) -> None:
    problem = next(problem for problem in problems("tesulda") if problem.id == "move-01")
    timeline = new_timeline(GAMES["tesulda"], GAMES["tesulda"].parse_position(problem.position))
    for seed in range(3):
        outcome = play_person_turn(timeline, person, seed).outcome
        assert outcome is not None
        assert outcome.winners == (timeline.to_move,)


def test_graduate_averts_wins_that_a_newcomer_overlooks() -> None:
    timeline = new_timeline(GAMES["tesulda"], GAMES["tesulda"].parse_position(SWAP_MATE))
    assert not can_trap_prime(play_person_turn(timeline, Person.GRADUATE).state)
    position = "rtnbqkbntr/ppppp3pp/7p2/5pp3/3P6/10/PPP1PPPPPP/RTNBQKBNTR w - - 0 3"
    chess = new_timeline(GAMES["tensor-chess"], GAMES["tensor-chess"].parse_position(position))
    for seed in range(3):
        assert not can_checkmate(play_person_turn(chess, Person.GRADUATE, seed).state)
