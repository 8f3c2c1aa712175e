"""Problems: positions with a task, and the assessment of a solver's turns.

In a line, the solver's turns alternate with replies. A turn is a tuple of action texts. A turn is correct if it leads
to the same position as an accepted turn, regardless of the order of its actions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from ruleboard.engine.game import Game

Turn: TypeAlias = tuple[str, ...]
"""The texts of a turn's actions, in order."""

Line: TypeAlias = tuple[Turn, ...]
"""Alternating turns of the solver and replies. The first and the last turn are the solver's."""

WIN_GOAL, FIND_GOAL = "win", "find"
GOALS: Final = (WIN_GOAL, FIND_GOAL)
"""The goals of problems: to win in any way, or to find a certain position."""

GRADES: Final = range(1, 4)
"""The grades of problems: easy, medium, hard."""

MAX_EFFORT: Final = 6
"""The effort of problems that no level of the bot solves."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a problem.

    Attributes:
        lines: the accepted lines, at least one.
        goal: one of ``GOALS``. With ``WIN_GOAL``, every turn that wins the game solves the problem.
        refutations: likely wrong first turns, each with a reply that refutes it.
    """

    lines: tuple[Line, ...]
    goal: str = FIND_GOAL
    refutations: tuple[tuple[Turn, Turn], ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of problem, such as a mate in one.

    Attributes:
        id: the key of the theme in the file.
        title: the title.
        task: the task, as a sentence in which ``{side}`` is the side to move.
        explanation: the text after the solution, which applies to all problems of the theme.
        goal: one of ``GOALS``.
    """

    id: str
    title: str
    task: str
    explanation: str
    goal: str = FIND_GOAL


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with a task.

    Attributes:
        id: the id of the problem. It never changes, since addresses and stored progress contain it.
        position: the position text.
        theme: the theme of the problem.
        grade: one of ``GRADES``.
        solution: the solution.
        effort: the lowest level of the bot that solves the problem, or one above the highest level.
        number: the number of the problem within its theme, from 1. The title contains it.
    """

    id: str
    position: str
    theme: Theme
    grade: int
    solution: Solution
    effort: int = 1
    number: int = 1


class Verdict(Enum):
    """The verdict on the solver's actions so far."""

    OPEN = "open"
    """The solver has not finished the turn."""
    CORRECT = "right"
    """The turn is correct. The reply comes next."""
    SOLVED = "solved"
    """The problem is solved."""
    WRONG = "wrong"
    """The turn does not solve the problem."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The assessment of the solver's actions so far.

    Attributes:
        verdict: the verdict.
        turn_start: the number of actions, including replies, before the current turn.
        reply: the actions that the page plays next: the reply to a correct turn, or the refutation of a wrong one.
            After a hidden last turn, this is an example of a reply.
        expected_turn: the actions of an accepted turn, preferably one that starts like the solver's turn.
    """

    verdict: Verdict
    turn_start: int = 0
    reply: Turn = ()
    expected_turn: Turn = ()


def assess(game: Game[Any, Any], start_state: Any, solution: Solution, texts: Sequence[str]) -> Assessment:
    """Assess the solver's actions.

    Args:
        game: the rules of the game.
        start_state: the state of the problem.
        solution: the solution.
        texts: the texts of the actions since the start, including replies.

    Raises:
        RuleboardError: an action of the solver or of the solution is not legal.
    """
    player, state, turn_start, turn = game.to_move(start_state), start_state, 0, 0
    lines = solution.lines
    while True:
        expected_turn = lines[0][turn]
        lines_with_goals = [(line, _compute_position_key(game, play_turn(game, state, line[turn]))) for line in lines]
        current_state, ply = state, turn_start
        matching_lines: list[Line] = []
        while not matching_lines:
            if ply == len(texts):
                unfinished_turn = tuple(texts[turn_start:ply])
                matching_turns = (line[turn] for line in lines if line[turn][: len(unfinished_turn)] == unfinished_turn)
                return Assessment(Verdict.OPEN, turn_start, (), next(matching_turns, expected_turn))
            current_state, ply = play_turn(game, current_state, texts[ply : ply + 1]), ply + 1
            if solution.goal == WIN_GOAL and has_won(game, current_state, player):
                return Assessment(Verdict.SOLVED, turn_start, (), expected_turn)
            matching_lines = [
                line for line, goal in lines_with_goals if goal == _compute_position_key(game, current_state)
            ]
            if not matching_lines and game.to_move(current_state) != player:
                refutation = () if turn else _find_refuting_reply(game, start_state, solution, current_state)
                return Assessment(Verdict.WRONG, turn_start, refutation, expected_turn)
        if any(len(line) == turn + 1 for line in matching_lines):
            return Assessment(
                Verdict.SOLVED,
                turn_start,
                () if len(texts) > ply else _find_reply_to_end_of_turn(game, solution, current_state, player),
                expected_turn,
            )
        reply = matching_lines[0][turn + 1]
        if len(texts) < ply + len(reply):
            return Assessment(Verdict.CORRECT, turn_start, reply[len(texts) - ply :], expected_turn)
        state, turn_start, turn = play_turn(game, current_state, reply), ply + len(reply), turn + 2
        lines = tuple(line for line in matching_lines if line[turn - 1] == reply)


def play_turn(game: Game[Any, Any], state: Any, turn: Sequence[str]) -> Any:
    """Return the state after the actions of a turn.

    Raises:
        RuleboardError: an action is not legal.
    """
    for text in turn:
        state = game.apply(state, game.parse_action(state, text))
    return state


def has_won(game: Game[Any, Any], state: Any, player: int | None) -> bool:
    """Return True if a player has won the game."""
    outcome = game.outcome(state)
    return outcome is not None and not outcome.is_draw and player in outcome.winners


def _compute_position_key(game: Game[Any, Any], state: Any) -> Hashable:
    key = game.key(state)
    return (False, state) if key is None else (True, key)


def example_reply(game: Game[Any, Any], solution: Solution, state: Any) -> Turn:
    """Return an example of a reply that reveals the solver's hidden last turn; empty if the last turn is not hidden.

    The example is the reply to a likely wrong turn.

    Args:
        game: the rules of the game.
        solution: the solution.
        state: the state after the turn.
    """
    if not game.is_hidden_decision(state):
        return ()
    legal_texts = {action.text for action in game.legal_actions(state)}
    return next((reply for _turn, reply in solution.refutations if reply[0] in legal_texts), ())


def _find_reply_to_end_of_turn(game: Game[Any, Any], solution: Solution, state: Any, player: int | None) -> Turn:
    """Return an example of a reply to the solver's hidden last turn, with the best choices up to the end of the turn.

    Args:
        game: the rules of the game.
        solution: the solution.
        state: the state after the solver's turn.
        player: the solver.
    """
    reply = example_reply(game, solution, state)
    return reply and reply + _search_rest_of_turn(game, play_turn(game, state, reply), player)[1]


def _search_rest_of_turn(game: Game[Any, Any], state: Any, player: int | None) -> tuple[int, Turn]:
    """Search the choices before the next hidden decision; return a player's best result (1, 0, -1) with these choices.

    The search visits all choices, so it suits only reveals with a few of them.
    """
    if game.outcome(state) is not None:
        return (1 if has_won(game, state, player) else -1), ()
    if game.is_hidden_decision(state):
        return 0, ()
    sign = 1 if game.to_move(state) == player else -1
    lines = []
    for action in game.legal_actions(state):
        result, turn = _search_rest_of_turn(game, game.apply(state, action), player)
        lines.append((result, (action.text, *turn)))
    return max(lines, key=lambda line: sign * line[0])


def _find_refuting_reply(game: Game[Any, Any], start_state: Any, solution: Solution, state: Any) -> Turn:
    """Return the reply that refutes a wrong first turn, or an empty turn.

    ``state`` is the state after that turn.
    """
    for turn, reply in solution.refutations:
        if _compute_position_key(game, play_turn(game, start_state, turn)) == _compute_position_key(game, state):
            return reply
    return ()
