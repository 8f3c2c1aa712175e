"""Test the course of Tensor Chess: a board for each diagram, and a lesson for each refusal."""

from __future__ import annotations

import re

import pytest

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.state import START_STATE, State
from ruleboard.learning.courses import course, find_problem, step_timeline
from ruleboard.learning.lessons import Task
from tests.unit.tensor_chess.positions import parse_board

GAME = PACKAGE.game


@pytest.mark.parametrize(
    ("diagram", "lesson", "step", "pieces"),
    [
        (1, "setup", 1, "b1 white beast, i1 white beast, e1 white queen, f1 white king, f8 black king, b8 black beast"),
        (2, "hops", 2, "b1 white beast"),
        (3, "hops-straight", 1, "a1 white beast"),
        (
            4,
            "through",
            1,
            "b2 white pawn, b3 white beast, f1 white queen, f8 black rook, f6 black beast, e7 black bishop",
        ),
        (5, "bounce", 4, "c7 black bishop, f4 black beast, d2 white king, h6 white queen"),
        (6, "bounce", 1, "b1 white rook, b3 white beast, f6 white rook, i6 white beast"),
        (7, "bounce-more", 1, "f4 white knight, g6 white beast"),
        (8, "propel-more", 1, "f4 white knight, g6 white beast"),
        (9, "propel", 1, "d2 white bishop, f4 white beast"),
        (10, "propel", 2, "b5 white rook, g5 white beast"),
        (11, "castling", 2, "f1 white king, j1 white rook, f8 black king, j8 black rook"),
        (12, "castling", 3, "c1 white king, d1 white rook, b8 black king, c8 black rook"),
        (13, "castling-beast", 1, "f1 white king, g1 white beast, j1 white rook, c5 black bishop"),
    ],
)
def test_every_diagram_of_the_rulebook_is_a_board(diagram: int, lesson: str, step: int, pieces: str) -> None:
    """Each diagram of the rulebook has a board in a lesson.

    Diagrams 2 and 3 name no squares, so their boards show examples of hops.
    """
    timeline, _seat = step_timeline("tensor-chess", lesson, step - 1)
    for expected in pieces.split(", "):
        square, _space, piece = expected.partition(" ")
        assert GAME.name(timeline.state, square) == f"{square}, {piece}"


QUEEN_BEHIND_BEAST_STATE = parse_board("k4r4/4b5/5t4/10/10/1T8/KP8/5Q4")
BOUNCED_CHECK_STATE = parse_board("k9/2b7/7Q2/10/5t4/10/3K6/10")
PINNED_STATE = parse_board("k3r5/10/10/10/4N5/10/4K5/10")
CORNER_STATE = parse_board("k9/10/10/10/t8r/N9/10/K9")
PAWN_STATE = parse_board("k9/10/10/10/3Tp5/3P6/10/9K")
CAPTURE_STATE = parse_board("k9/7p2/10/10/3t6/2T7/7P2/9K")


@pytest.mark.parametrize(
    ("state", "targets", "lesson"),
    [
        (START_STATE, "e7", "setup"),
        (START_STATE, "e2 d3", "pawns"),
        (START_STATE, "a1 a4", "lines"),
        (START_STATE, "c1 c3", "leaps"),
        (START_STATE, "f1 h1", "castling"),
        (START_STATE, "a1 b1 b2", "propel"),
        (QUEEN_BEHIND_BEAST_STATE, "f1 f8", "through"),
        (QUEEN_BEHIND_BEAST_STATE, "f1 f6", "beast"),
        (BOUNCED_CHECK_STATE, "h6 c7", "bounce"),
        (PINNED_STATE, "e4", "check"),
        (CORNER_STATE, "a3 b5", "bounce-check"),
        (PAWN_STATE, "d3 d4", "propel-pawn"),
        (CAPTURE_STATE, "c3 d4 f6", "beast-capture"),
        (CAPTURE_STATE, "c3 j8", "hops-straight"),
        (parse_board("k9/10/10/10/10/10/10/5K1T1R", rights="K"), "f1 h1", "castling-beast"),
        (parse_board("k9/4P5/10/10/10/10/10/9K"), "e7 e8 do:promote-k", "promotion"),
    ],
)
def test_refusal_links_to_its_lesson(state: State, targets: str, lesson: str) -> None:
    assert GAME.explain(state, tuple(targets.split())).lesson == lesson


TASKS = [
    pytest.param(lesson.id, index, step.task, id=f"{lesson.id}-{index + 1}")
    for lesson in course("tensor-chess")
    for index, step in enumerate(lesson.steps)
    if step.task
]


def _count_pieces(state: State) -> int:
    return sum(map(str.isalpha, GAME.format_position(state).split()[0]))


@pytest.mark.parametrize(("lesson", "index", "task"), TASKS)
def test_requested_move_solves_the_task(lesson: str, index: int, task: Task) -> None:
    """Requested moves capture if the task asks for a capture, and mate if it asks for a mate."""
    state = step_timeline("tensor-chess", lesson, index)[0].state
    next_states = {action.text: GAME.apply(state, action) for action in GAME.legal_actions(state)}
    mating_moves = {
        text
        for text, next_state in next_states.items()
        if (end := GAME.outcome(next_state)) and end.winners == (state.turn,)
    }
    answers = {line[0] for line in task.accepted_lines if len(line) == 1}
    if re.match("Capture|.*(be captured|by capturing)", task.prompt):
        assert answers
        assert all(_count_pieces(next_states[text]) < _count_pieces(state) for text in answers)
    if "checkmate" in task.prompt or task.prompt.startswith("Win"):
        assert answers == mating_moves
    else:
        assert not mating_moves, "a checkmate would be better than the move that the task asks for"


def test_explanation_of_a_free_capture_is_not_about_pawns() -> None:
    """Nothing could recapture after the capture of a pawn on i3, so the explanation is not about all captures."""
    problem = find_problem("tensor-chess", "capture-10")
    assert problem is not None
    state = GAME.parse_position(problem.position)
    capture = GAME.parse_action(state, "f6i3")
    assert capture.kind == "capture"
    assert not any(reply.targets[-1] == "i3" for reply in GAME.legal_actions(GAME.apply(state, capture)))
    assert "any other capture," not in problem.theme.explanation
