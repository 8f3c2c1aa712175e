"""Verify the claims of Tesulda's lessons on winning by trying all turns and replies."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ruleboard.games.tesulda.state import State
from ruleboard.learning.courses import find_lesson
from ruleboard.learning.lessons import Task
from tests.unit.tesulda.positions import GAME, list_legal_texts, play

Line = tuple[str, ...]

LIGHT, DARK = 0, 1


def load_step(id: str) -> tuple[State, Task]:
    """Return the position of a lesson's only step, in which Light is to move, and its task."""
    opened_lesson = find_lesson("tesulda", id)
    assert opened_lesson is not None
    (step,) = opened_lesson.steps
    assert step.task is not None
    return GAME.parse_position(step.position), step.task


def iter_turns(state: State) -> Iterator[tuple[Line, State]]:
    """Yield all complete turns, each with the position after it."""
    for action in GAME.legal_actions(state):
        next_state = GAME.apply(state, action)
        if next_state.side != state.side or GAME.outcome(next_state) is not None:
            yield (action.text,), next_state
        else:
            yield from (((action.text, *line), end_state) for line, end_state in iter_turns(next_state))


def collect_pieces(state: State, side: int) -> str:
    """Return the letters of all pieces on the figures of a side."""
    figures = re.findall(r"\((\w)(\w+)\)", GAME.format_position(state).split()[0])
    return "".join(rod for base, rod in figures if base.isupper() == (side == LIGHT))


def with_side_to_move(state: State, side: str) -> State:
    """Return the same position with the given side to move."""
    ranks, _, other_fields = GAME.format_position(state).split(" ", 2)
    return GAME.parse_position(f"{ranks} {side} {other_fields}")


def can_capture(state: State, piece: str) -> bool:
    """Return True if a Move captures the other side's only piece of a kind."""
    opponent = 1 - state.side
    return piece in collect_pieces(state, opponent) and any(
        piece not in collect_pieces(GAME.apply(state, action), opponent) for action in GAME.legal_actions(state)
    )


def find_winning_turns(state: State) -> set[Line]:
    """Return the turns with which Light wins immediately."""
    outcomes = ((line, GAME.outcome(next_state)) for line, next_state in iter_turns(state))
    return {line for line, outcome in outcomes if outcome is not None and outcome.winners == (LIGHT,)}


@pytest.mark.parametrize("id", ["win-fork", "win-hand", "win-swap", "win-zone", "win-plan"])
def test_neither_prime_can_be_attacked_before_the_turn(id: str) -> None:
    """Neither Prime can be attacked before the turn, since otherwise the lesson's first question would apply."""
    state, _ = load_step(id)
    assert not can_capture(state, "k")
    assert not can_capture(with_side_to_move(state, "d"), "k")


@pytest.mark.parametrize("id", ["win-swap", "win-zone", "win-plan"])
def test_requested_turns_win_at_once(id: str) -> None:
    state, task = load_step(id)
    assert find_winning_turns(state) == set(task.accepted_lines)


def test_only_one_move_wins_the_star() -> None:
    state, task = load_step("win-fork")
    attacking_turns = {
        line
        for line, next_state in iter_turns(state)
        if "t" in collect_pieces(next_state, DARK)
        and all(can_capture(answer, "t") for _, answer in iter_turns(next_state))
    }
    assert attacking_turns == set(task.accepted_lines)


def test_star_captures_first_at_one_of_two_attacks() -> None:
    state, task = load_step("win-fork")
    states_to_move = {
        text: with_side_to_move(play(state, text), "l") for text in list_legal_texts(state) if text.startswith("e3-")
    }
    double_attacks = {
        (text,)
        for text, next_state in states_to_move.items()
        if can_capture(next_state, "k") and can_capture(next_state, "t")
    }
    assert double_attacks == {*task.accepted_lines, ("e3-e8",)}
    assert "h5-e8" in list_legal_texts(play(state, "e3-e8"))
    assert not any(text.endswith("-c5") for text in list_legal_texts(play(state, "e3-c5")))


def test_only_one_turn_keeps_star_and_hexagon() -> None:
    state, task = load_step("win-hand")
    saving_turns = {
        line
        for line, next_state in iter_turns(state)
        if {"h", "t"} <= set(collect_pieces(next_state, LIGHT))
        and all({"h", "t"} <= set(collect_pieces(answer, LIGHT)) for _, answer in iter_turns(next_state))
    }
    assert saving_turns == set(task.accepted_lines)


def test_dark_can_capture_only_a_square_on_d6() -> None:
    state, task = load_step("win-hand")
    (line,) = task.accepted_lines
    state_after_capture = play(play(state, *line), "d9-d6")
    assert {text for text in list_legal_texts(state_after_capture) if text.startswith("take:")} == {"take:s", "take:-"}


def test_square_and_hexagon_are_both_needed() -> None:
    """The figure goes from a10 to j10 only with both pieces: the base and twice the rod give 9 (Ratings)."""
    state, _ = load_step("win-zone")
    state_in_zone = play(state, "a6-a10")
    resources = [text for text in list_legal_texts(state_in_zone) if text.startswith("res:")]
    winning_resources = {
        text for text in resources if can_capture(with_side_to_move(play(state_in_zone, text), "l"), "k")
    }
    assert len(resources) > 1
    assert winning_resources == {"res:sh"}


def test_star_could_be_captured_instead_of_winning() -> None:
    state, _ = load_step("win-plan")
    assert can_capture(state, "t")
    assert "g4-j4" in list_legal_texts(state)
