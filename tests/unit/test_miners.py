"""The miners of problems that compose positions: their verdicts, against the rules played out move by move."""

from __future__ import annotations

from typing import Any

import pytest

from research.miners import equilibrium, tensor_cards, tesulda
from research.miners.composing import solver_level
from ruleboard.games.courses import problems
from ruleboard.games.registry import GAMES

CARDS, TESULDA, EQUILIBRIUM = GAMES["tensor-cards"], GAMES["tesulda"], GAMES["equilibrium"]


def answered(position: str) -> tuple[str, set[str]] | None:
    """Return the theme that the miner of Tesulda finds in a position, and the Moves of its first turns."""
    found = tesulda.answer(TESULDA.parse_position(position))
    return found and (found.theme, {way.actions[0].text for way in found.ways})


# --- Tesulda ---


def test_two_winning_moves_are_no_problem() -> None:
    both = "9(tk)/10/10/10/10/9(Sss)/10/10/10/4(Sck)5 l - 0"
    assert len({way.actions[0].text for way in tesulda.turns(TESULDA.parse_position(both)) if lost(way.state)}) == 2
    assert answered(both) is None


def lost(state: Any) -> bool:
    """Return True if the side to move has lost, as the game itself says."""
    outcome = TESULDA.outcome(state)
    return outcome is not None and outcome.returns[state.side] < 0


def test_unanswerable_capture_excludes_recapture() -> None:
    for problem in problems("tesulda"):
        if problem.theme.id == "capture":
            start = TESULDA.parse_position(problem.position)
            accepted = {line[0] for line in problem.solution.lines}
            for way in tesulda.turns(start):
                if way.actions[0].kind == "capture":
                    goal = way.actions[0].targets[-1]
                    replies = {action.targets[-1] for action in TESULDA.legal_actions(way.state)}
                    assert (goal not in replies) == (way.texts in accepted), problem.id


@pytest.mark.parametrize("theme", ["move", "take", "swap", "pool"])
def test_immediate_win_matches_its_theme(theme: str) -> None:
    kinds = {"take": "take:", "swap": "swap:", "pool": "res:"}
    for problem in problems("tesulda"):
        if problem.theme.id == theme:
            start = TESULDA.parse_position(problem.position)
            won = [way.texts for way in tesulda.turns(start) if lost(way.state)]
            if theme == "move":
                assert any(len(texts) == 1 or texts[1:] == ("end",) for texts in won)
            else:
                needed = kinds[theme]
                assert all(any(text.startswith(needed) and text != "take:-" for text in texts) for texts in won)


# --- the cards ---


def results(state: Any, chooses: int) -> tuple[int, int]:
    """Return the least and the most for Black that the rest of a turn may bring.

    Args:
        state: the state with both lays made.
        chooses: the player whose orders are left open; the other's are always the worst for this one.
    """
    if state.over or state.laying is not None:
        outcome = CARDS.outcome(state)
        result = 0 if outcome is None else int(outcome.returns[0])
        return result, result
    found = [results(CARDS.apply(state, action), chooses) for action in CARDS.legal_actions(state)]
    most = max if CARDS.to_move(state) == chooses else min
    return min(least for least, _most in found), most(most_ for _least, most_ in found)


@pytest.mark.parametrize("theme", ["sure", "race", "own", "far", "stop"])
def test_accepted_placement_beats_every_reply(theme: str) -> None:
    problem = next(one for one in problems("tensor-cards") if one.theme.id == theme)
    goal = 0 if theme == "stop" else 1
    start = CARDS.parse_position(problem.position)
    right = set()
    for lay in CARDS.legal_actions(start):
        if lay.text.startswith("lay"):
            laid = CARDS.apply(start, lay)
            answers = [other for other in CARDS.legal_actions(laid) if other.text.startswith("lay")]
            ends = [results(CARDS.apply(laid, other), 0) for other in answers]
            assert (min(least for least, _most in ends) >= goal) == (min(most for _least, most in ends) >= goal)
            if min(least for least, _most in ends) >= goal:
                right.add(lay.text)
    assert {line[0][0] for line in problem.solution.lines} == right


# --- Equilibrium ---


def test_last_action_wins_with_one_effect() -> None:
    for problem in problems("equilibrium"):
        start = EQUILIBRIUM.parse_position(problem.position)
        player = EQUILIBRIUM.to_move(start)
        won = set()
        for way in equilibrium.turns(start):
            outcome = EQUILIBRIUM.outcome(way.state)
            if outcome is not None and outcome.winners == (player,):
                won.add(way.effect)
        assert len(won) == (0 if problem.theme.id == "ahead" else 1), problem.id


# --- all ---


@pytest.mark.parametrize("miner", [tesulda, tensor_cards, equilibrium])
def test_same_seed_finds_same_problems(miner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(miner, "DEALS", 6)
    assert list(miner.mined(2)) == list(miner.mined(2))


def test_strong_opponent_solves_weak_opponents_problems() -> None:
    position = "9(tk)/10/10/10/10/9(Sss)/10/10/10/4(Sck)5 l - 0"
    lines = ((("j5-j7",),), (("j5-j8",),))
    assert solver_level("tesulda", TESULDA.parse_position(position), lines, "win") <= 2
