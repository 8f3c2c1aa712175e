"""Problems: positions in which something is to be found, and the judging of turns that are tried.

A line is a list of turns: the solver's, the reply, the solver's again … A turn is a list of actions, by their texts.
It is right if it leads where an accepted one leads, whatever the order of its actions.
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
"""The solver's turn, the reply, the solver's turn …: it ends with a turn of the solver."""

WIN, FIND = "win", "find"
GOALS: Final = (WIN, FIND)
"""Goals of a problem: to win, in whatever way; to reach a position."""

GRADES: Final = range(1, 4)
"""The grades of problems: easy, medium, hard."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answers that solve a problem.

    Attributes:
        lines: the accepted lines, at least one.
        goal: one of ``GOALS``. With ``WIN`` every turn after which the solver has won solves the problem.
        refutations: likely wrong first turns, each with the reply that shows why.
    """

    lines: tuple[Line, ...]
    goal: str = FIND
    refutations: tuple[tuple[Turn, Turn], ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of problems.

    Attributes:
        id: its key in the file.
        title: its title.
        task: the task, as a sentence; ``{side}`` stands for the side to move.
        explanation: the text shown when a problem is solved; true of every problem of the theme.
        goal: one of ``GOALS``.
    """

    id: str
    title: str
    task: str
    explanation: str
    goal: str = FIND


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with a task.

    Attributes:
        id: its id, which never changes: addresses and the progress of people have it.
        position: the position text.
        theme: its theme.
        grade: one of ``GRADES``.
        solution: the accepted answers.
    """

    id: str
    position: str
    theme: Theme
    grade: int
    solution: Solution


class Verdict(Enum):
    """The verdict on the actions tried so far."""

    OPEN = "open"
    """The turn is not over; or nothing was tried."""
    RIGHT = "right"
    """The turn is right, and the reply is to be played."""
    SOLVED = "solved"
    """The problem is solved."""
    WRONG = "wrong"
    """The turn is over and does not solve the problem."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to the actions tried so far.

    Attributes:
        verdict: the verdict.
        at: the number of actions before the turn that is judged: those of right turns and of replies.
        reply: the actions that are to be played now: the reply to a right turn, or what shows why a turn is wrong;
            after the last turn, an answer against which it is seen at work, where that was made unseen.
        expected: the actions of a turn that is accepted here, one that begins like the tried turn if there is any.
    """

    verdict: Verdict
    at: int = 0
    reply: Turn = ()
    expected: Turn = ()


def judge(game: Game[Any, Any], start: Any, solution: Solution, played: Sequence[str]) -> Judgement:
    """Judge the actions that were tried.

    Args:
        game: the rules.
        start: the state of the problem.
        solution: the accepted answers.
        played: the texts of the actions since the start, replies included.

    Raises:
        RuleboardError: an action, tried or accepted, is not legal.
    """
    player, state, at, turn = game.to_move(start), start, 0, 0
    lines = solution.lines
    while True:
        expected = lines[0][turn]
        goals = [(line, _place(game, after_turn(game, state, line[turn]))) for line in lines]
        here, end = state, at
        found: list[Line] = []
        while not found:
            if end == len(played):
                begun = tuple(played[at:end])
                alike = (line[turn] for line in lines if line[turn][: len(begun)] == begun)
                return Judgement(Verdict.OPEN, at, (), next(alike, expected))
            here, end = after_turn(game, here, played[end : end + 1]), end + 1
            if solution.goal == WIN and has_won(game, here, player):
                return Judgement(Verdict.SOLVED, at, (), expected)
            found = [line for line, goal in goals if goal == _place(game, here)]
            if not found and game.to_move(here) != player:
                why = () if turn else _refutation(game, start, solution, here)
                return Judgement(Verdict.WRONG, at, why, expected)
        if any(len(line) == turn + 1 for line in found):
            return Judgement(Verdict.SOLVED, at, () if len(played) > end else example(game, solution, here), expected)
        reply = found[0][turn + 1]
        if len(played) < end + len(reply):
            return Judgement(Verdict.RIGHT, at, reply[len(played) - end :], expected)
        state, at, turn = after_turn(game, here, reply), end + len(reply), turn + 2
        lines = tuple(line for line in found if line[turn - 1] == reply)


def after_turn(game: Game[Any, Any], state: Any, turn: Sequence[str]) -> Any:
    """Return the state after some actions, given by their texts.

    Raises:
        RuleboardError: one of them is not legal.
    """
    for text in turn:
        state = game.apply(state, game.parse_action(state, text))
    return state


def has_won(game: Game[Any, Any], state: Any, player: int | None) -> bool:
    """Return True if the game has ended with a win of this player."""
    outcome = game.outcome(state)
    return outcome is not None and not outcome.is_draw and player in outcome.winners


def _place(game: Game[Any, Any], state: Any) -> Hashable:
    """Return a value that is equal for states that are the same position."""
    key = game.key(state)
    return (False, state) if key is None else (True, key)


def example(game: Game[Any, Any], solution: Solution, here: Any) -> Turn:
    """Return an answer to a solver's last turn that is unseen until it is answered; empty if it is not unseen.

    It is the answer to a likely wrong turn, against which the right one is seen at work.

    Args:
        game: the rules.
        solution: the accepted answers.
        here: the state after the turn.
    """
    if not game.secret(here):
        return ()
    legal = {action.text for action in game.legal_actions(here)}
    return next((reply for _turn, reply in solution.refutations if reply[0] in legal), ())


def _refutation(game: Game[Any, Any], start: Any, solution: Solution, here: Any) -> Turn:
    """Return the reply that shows why the first turn, which led here, is wrong; empty if none is known."""
    for turn, reply in solution.refutations:
        if _place(game, after_turn(game, start, turn)) == _place(game, here):
            return reply
    return ()
