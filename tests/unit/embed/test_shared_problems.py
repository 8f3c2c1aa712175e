"""Test that an embedded problem continues as on its page: with each reply, up to the end of the turn."""

from __future__ import annotations

import pytest

from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.problems.session import open_problem
from ruleboard.app.problems.view import problem_snippets
from ruleboard.embed.board import Board, handle_gesture, open_board
from ruleboard.embed.parameters import parse_parameters
from ruleboard.learning.courses import problems
from ruleboard.learning.problems import Problem, assess
from ruleboard.registry import GAMES
from tests.support.html_elements import find_attributes
from tests.support.playouts import select_evenly_spaced


def _play(board: Board, text: str) -> Board:
    """Play an action with touches, and with its button if several actions have these targets."""
    timeline = board.table.timeline
    gestures = [
        Gesture(GestureKind.TOUCH, target) for target in timeline.game.parse_action(timeline.state, text).targets
    ]
    for gesture in (*gestures, Gesture(GestureKind.CHOOSE, text)):
        if board.table.timeline is timeline:
            board = handle_gesture(board, gesture)
    return board


def _select_problems(game: str) -> list[Problem]:
    """Return all problems about placing cards, in which replies are hidden, and some of the other problems."""
    return list(problems(game)) if game == "tensor-cards" else select_evenly_spaced(problems(game), 8)


@pytest.mark.parametrize("game", GAMES)
def test_embedded_problem_ends_like_its_page(game: str) -> None:
    for problem in _select_problems(game):
        session = open_problem(game, problem.id)
        assert session is not None
        (values,) = find_attributes(problem_snippets(session)[0], "rule-board")
        for line in problem.solution.lines[:3]:
            board = open_board(parse_parameters(values))
            for turn in line[::2]:
                for text in turn:
                    board = _play(board, text)
            assert board.exercise is not None
            texts = tuple(text for turn in line for text in turn)
            rest = assess(session.exercise.start.game, session.exercise.start.state, problem.solution, texts).reply
            assert tuple(map(str, board.table.timeline.entries)) == texts + rest, problem.id
            assert board.exercise.is_solved
            assert not board.exercise.pending_actions
