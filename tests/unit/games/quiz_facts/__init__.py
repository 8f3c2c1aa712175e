"""Facts that show, by the rules, which answers to the written questions of quizzes are right.

A fact belongs to a written question, which its lesson and a part of its text identify. It is a function of the game at
the question's position and an answer, or one function of the game for each answer, in the order of the bank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import Any, TypeAlias

from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.engine.timeline import Timeline
from ruleboard.learning.checks import Question
from ruleboard.learning.courses import start_timeline
from ruleboard.registry import PACKAGES

Game: TypeAlias = Timeline[Any]
Claim: TypeAlias = Callable[[Game], bool]
AnswerFact: TypeAlias = Callable[[Game, str], bool]
Fact: TypeAlias = AnswerFact | tuple[Claim, ...]
Facts: TypeAlias = Mapping[tuple[str, str], Fact]
ComputedFact: TypeAlias = Callable[[Question, QuizAnswer], bool]
"""A fact about an answer to a question that a game has computed."""
ComputedFacts: TypeAlias = Mapping[str, ComputedFact]
"""The facts about a game's own kinds of questions, by a pattern for the names of the kinds."""


def position(game: str, text: str, *moves: str, **options: str) -> Game:
    """Return a game from a position, or a new game if the text is empty, after some moves."""
    return played(start_timeline(game, text, options), *moves)


def played(game: Game, *moves: str) -> Game:
    """Return the game after some moves."""
    for text in moves:
        game = game.play(game.game.parse_action(game.state, text))
    return game


def texts(game: Game, pattern: str = "*") -> tuple[str, ...]:
    """Return the texts of the legal actions that match a pattern with ``*`` and ``?``."""
    actions = () if game.outcome else game.game.legal_actions(game.state)
    return tuple(action.text for action in actions if fnmatchcase(action.text, pattern))


def after_each(game: Game, pattern: str = "*") -> list[Game]:
    """Return the game after each legal action that matches a pattern."""
    return [played(game, text) for text in texts(game, pattern)]


def is_won(game: Game, player: int) -> bool:
    """Return True if a player has won."""
    return game.outcome is not None and game.outcome.winners == (player,)


def is_drawn(game: Game) -> bool:
    """Return True if the game is drawn."""
    return game.outcome is not None and game.outcome.is_draw


def can(pattern: str) -> Claim:
    """Return the claim that an action which matches a pattern is legal."""
    return lambda game: bool(texts(game, pattern))


def can_win(game: Game, pattern: str = "*") -> bool:
    """Return True if an action that matches a pattern wins."""
    mover = game.to_move
    return mover is not None and any(is_won(after, mover) for after in after_each(game, pattern))


def negated(claim: Claim) -> Claim:
    """Return the opposite of a claim."""
    return lambda game: not claim(game)


def legal(pattern: str) -> AnswerFact:
    """Return the fact that an action is legal which matches a pattern. ``{}`` stands for the answer."""
    return lambda game, answer: bool(texts(game, pattern.format(answer)))


def illegal(pattern: str) -> AnswerFact:
    """Return the fact that no action is legal which matches a pattern. ``{}`` stands for the answer."""
    return lambda game, answer: not texts(game, pattern.format(answer))


def wins(pattern: str) -> AnswerFact:
    """Return the fact that an action wins which matches a pattern. ``{}`` stands for the answer."""
    return lambda game, answer: can_win(game, pattern.format(answer))


def number(value: Callable[[Game], int]) -> AnswerFact:
    """Return the fact that the answer begins with a number."""
    return lambda game, answer: int(answer.split()[0]) == value(game)


def yes(claim: Claim) -> AnswerFact:
    """Return the fact that an answer which begins with “Yes” or “No” is right about a claim."""
    return lambda game, answer: {"Yes": True, "No": False}[answer.split(",")[0]] == claim(game)


def at(claim: Claim, game: Game) -> Claim:
    """Return a claim about another game."""
    return lambda _game: claim(game)


def piece(game: Game, target: str) -> str:
    """Return the kind of the piece of the player to move on a target, or ``""``."""
    return PACKAGES[game.game.id].quiz.piece(game.state, target)


def board_rows(board: str) -> list[list[str]]:
    """Return the rows of a board from its text, with ``"."`` for each empty square."""
    return [list(re.sub(r"\d+", lambda gap: "." * int(gap[0]), row)) for row in board.split("/")]


def board_text(rows: Iterable[Iterable[str]]) -> str:
    """Return the text of a board from its rows; the opposite of ``board_rows``."""
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in rows)


def mover_changes(game: Game, *moves: str) -> bool:
    """Return True if another player decides after some moves."""
    return played(game, *moves).to_move != game.to_move


def repeated(start: Game, moves: Sequence[str], count: int) -> Game:
    """Return the game after moves that repeat the start position until it has occurred ``count`` times."""
    return played(start, *(text for _number, text in product(range(count - 1), moves)))


def third_time(third: Game) -> tuple[Claim, ...]:
    """Return the claims on a third repetition: a draw can be claimed, the game is drawn, the player cannot play on."""
    return (
        lambda _game: third.outcome is None and third.draw_claim_reason() is not None,
        lambda _game: third.outcome is not None,
        lambda _game: third.outcome is None and not texts(third),
    )
