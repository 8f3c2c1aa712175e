"""Test the miners, which search for problems: their verdicts equal those of a replay by the rules, move by move."""

from __future__ import annotations

from typing import Any

import pytest

from research.miners import equilibrium, tensor_cards, tesulda
from research.miners.composing import find_solver_level
from ruleboard.learning.courses import problems
from ruleboard.registry import GAMES

CARDS_GAME, TESULDA_GAME, EQUILIBRIUM_GAME = GAMES["tensor-cards"], GAMES["tesulda"], GAMES["equilibrium"]


def find_theme_and_moves(position: str) -> tuple[str, set[str]] | None:
    """Return the theme that the miner of Tesulda finds in a position, and the Moves of its accepted turns."""
    answer = tesulda.find_answer(TESULDA_GAME.parse_position(position))
    return answer and (answer.theme, {turn.actions[0].text for turn in answer.turns})


# --- Tesulda ---


def test_position_with_two_winning_moves_is_not_a_problem() -> None:
    position = "9(tk)/10/10/10/10/9(Sss)/10/10/10/4(Sck)5 l - 0"
    assert (
        len(
            {
                turn.actions[0].text
                for turn in tesulda.iter_complete_turns(TESULDA_GAME.parse_position(position))
                if has_lost(turn.state)
            }
        )
        == 2
    )
    assert find_theme_and_moves(position) is None


def has_lost(state: Any) -> bool:
    """Return True if the side to move has lost by the rules."""
    outcome = TESULDA_GAME.outcome(state)
    return outcome is not None and outcome.returns[state.side] < 0


def test_unanswerable_capture_excludes_recapture() -> None:
    for problem in problems("tesulda"):
        if problem.theme.id == "capture":
            start = TESULDA_GAME.parse_position(problem.position)
            accepted_placements = {line[0] for line in problem.solution.lines}
            for turn in tesulda.iter_complete_turns(start):
                if turn.actions[0].kind == "capture":
                    goal = turn.actions[0].targets[-1]
                    replies = {action.targets[-1] for action in TESULDA_GAME.legal_actions(turn.state)}
                    assert (goal not in replies) == (turn.texts in accepted_placements), problem.id


@pytest.mark.parametrize("theme", ["move", "take", "swap", "pool"])
def test_immediate_win_matches_its_theme(theme: str) -> None:
    kinds = {"take": "take:", "swap": "swap:", "pool": "res:"}
    for problem in problems("tesulda"):
        if problem.theme.id == theme:
            start = TESULDA_GAME.parse_position(problem.position)
            winning_turns = [turn.texts for turn in tesulda.iter_complete_turns(start) if has_lost(turn.state)]
            if theme == "move":
                assert any(len(texts) == 1 or texts[1:] == ("end",) for texts in winning_turns)
            else:
                required_kinds = kinds[theme]
                assert all(
                    any(text.startswith(required_kinds) and text != "take:-" for text in texts)
                    for texts in winning_turns
                )


# --- the cards ---


def compute_result_range(state: Any, choosing_player: int) -> tuple[int, int]:
    """Return the worst and the best result for Black in the rest of a turn.

    Args:
        state: the state after both placements.
        choosing_player: the player whose orders are open. The other player always chooses the worst for this player.
    """
    if state.is_over or state.placing_player is not None:
        outcome = CARDS_GAME.outcome(state)
        result = 0 if outcome is None else int(outcome.returns[0])
        return result, result
    results_by_action = [
        compute_result_range(CARDS_GAME.apply(state, action), choosing_player)
        for action in CARDS_GAME.legal_actions(state)
    ]
    choose_best = max if CARDS_GAME.to_move(state) == choosing_player else min
    return min(worst_result for worst_result, _best_result in results_by_action), choose_best(
        best_result for _worst_result, best_result in results_by_action
    )


@pytest.mark.parametrize("theme", ["sure", "race", "own", "far", "stop"])
def test_accepted_placement_beats_every_reply(theme: str) -> None:
    problem = next(candidate for candidate in problems("tensor-cards") if candidate.theme.id == theme)
    goal = 0 if theme == "stop" else 1
    start = CARDS_GAME.parse_position(problem.position)
    accepted_placements = set()
    for placement_action in CARDS_GAME.legal_actions(start):
        if placement_action.text.startswith("lay"):
            after = CARDS_GAME.apply(start, placement_action)
            answers = [reply for reply in CARDS_GAME.legal_actions(after) if reply.text.startswith("lay")]
            ends = [compute_result_range(CARDS_GAME.apply(after, reply), 0) for reply in answers]
            assert (min(worst_result for worst_result, _best_result in ends) >= goal) == (
                min(best_result for _worst_result, best_result in ends) >= goal
            )
            if min(worst_result for worst_result, _best_result in ends) >= goal:
                accepted_placements.add(placement_action.text)
    assert {line[0][0] for line in problem.solution.lines} == accepted_placements


# --- Equilibrium ---


def test_last_action_wins_with_one_effect() -> None:
    for problem in problems("equilibrium"):
        start = EQUILIBRIUM_GAME.parse_position(problem.position)
        player = EQUILIBRIUM_GAME.to_move(start)
        winning_effects = set()
        for turn in equilibrium.iter_complete_turns(start):
            outcome = EQUILIBRIUM_GAME.outcome(turn.state)
            if outcome is not None and outcome.winners == (player,):
                winning_effects.add(turn.effect)
        assert len(winning_effects) == (0 if problem.theme.id == "ahead" else 1), problem.id


# --- all ---


@pytest.mark.parametrize("miner", [tesulda, tensor_cards, equilibrium])
def test_same_seed_finds_same_problems(miner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(miner, "POSITIONS_PER_SEED", 3)
    assert list(miner.mine(2)) == list(miner.mine(2))


def test_strong_opponent_solves_weak_opponents_problems() -> None:
    position = "9(tk)/10/10/10/10/9(Sss)/10/10/10/4(Sck)5 l - 0"
    lines = ((("j5-j7",),), (("j5-j8",),))
    assert find_solver_level("tesulda", TESULDA_GAME.parse_position(position), lines, "win") <= 2
