"""Facts that show, by the rules, which answers to the written questions of quizzes are right.

The lesson and a part of the text identify the question of a fact. A fact is a function of the game at the question's
position and an answer, or a tuple with one function of the game for each answer, in the order of the question bank.
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
"""The facts about the questions that a game computes, by a pattern for the names of their kinds."""


def start_at(game: str, text: str, *moves: str, **options: str) -> Game:
    """Start a game at a position (an empty text is the initial position), and return it after some moves."""
    return play_moves(start_timeline(game, text, options), *moves)


def play_moves(game: Game, *moves: str) -> Game:
    """Return the game after some moves."""
    for text in moves:
        game = game.play(game.game.parse_action(game.state, text))
    return game


def legal_texts(game: Game, pattern: str = "*") -> tuple[str, ...]:
    """Return the texts of the legal actions that match a pattern with ``*`` and ``?``."""
    actions = () if game.outcome else game.game.legal_actions(game.state)
    return tuple(action.text for action in actions if fnmatchcase(action.text, pattern))


def play_each_action(game: Game, pattern: str = "*") -> list[Game]:
    """Return the game after each legal action that matches a pattern."""
    return [play_moves(game, text) for text in legal_texts(game, pattern)]


def is_won(game: Game, player: int) -> bool:
    """Return True if a player has won."""
    return game.outcome is not None and game.outcome.winners == (player,)


def is_drawn(game: Game) -> bool:
    """Return True if the game is drawn."""
    return game.outcome is not None and game.outcome.is_draw


def action_is_legal(pattern: str) -> Claim:
    """Return a claim: an action with this pattern is legal."""
    return lambda game: bool(legal_texts(game, pattern))


def can_win(game: Game, pattern: str = "*") -> bool:
    """Return True if an action that matches a pattern wins."""
    mover = game.to_move
    return mover is not None and any(is_won(after, mover) for after in play_each_action(game, pattern))


def negate(claim: Claim) -> Claim:
    """Return the opposite of a claim."""
    return lambda game: not claim(game)


def answer_is_legal(pattern: str) -> AnswerFact:
    """Return a fact: an action with this pattern is legal. ``{}`` stands for the answer."""
    return lambda game, answer: bool(legal_texts(game, pattern.format(answer)))


def answer_is_illegal(pattern: str) -> AnswerFact:
    """Return a fact: no action with this pattern is legal. ``{}`` stands for the answer."""
    return lambda game, answer: not legal_texts(game, pattern.format(answer))


def answer_wins(pattern: str) -> AnswerFact:
    """Return a fact: an action with this pattern wins. ``{}`` stands for the answer."""
    return lambda game, answer: can_win(game, pattern.format(answer))


def answer_is_number(value: Callable[[Game], int]) -> AnswerFact:
    """Return the fact that the number at the beginning of the answer is the value for the game."""
    return lambda game, answer: int(answer.split()[0]) == value(game)


def answer_agrees_with(claim: Claim) -> AnswerFact:
    """Return the fact that the answer begins with “Yes” if a claim is true, or with “No” if it is false."""
    return lambda game, answer: {"Yes": True, "No": False}[answer.split(",")[0]] == claim(game)


def claim_about(claim: Claim, game: Game) -> Claim:
    """Return a claim that ignores its argument and is about a given game."""
    return lambda _game: claim(game)


def find_piece(game: Game, target: str) -> str:
    """Return the kind of piece that the player to move has on a target; ``""`` for none."""
    return PACKAGES[game.game.id].quiz.piece(game.state, target)


def board_rows(board: str) -> list[list[str]]:
    """Return the rows of a board from its text, with ``"."`` for each empty square."""
    return [list(re.sub(r"\d+", lambda gap: "." * int(gap[0]), row)) for row in board.split("/")]


def board_text(rows: Iterable[Iterable[str]]) -> str:
    """Return the text of a board from its rows; the opposite of ``board_rows``."""
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in rows)


def mover_changes(game: Game, *moves: str) -> bool:
    """Return True if another player decides after some moves."""
    return play_moves(game, *moves).to_move != game.to_move


def repeat_moves(start: Game, moves: Sequence[str], count: int) -> Game:
    """Repeat moves that lead back to the start position until it has occurred ``count`` times; return the game."""
    return play_moves(start, *(text for _number, text in product(range(count - 1), moves)))


def claims_on_repetition(third: Game) -> tuple[Claim, ...]:
    """Return three claims about a game: its player can claim a draw, it is drawn, its player has no legal action."""
    return (
        lambda _game: third.outcome is None and third.draw_claim_reason() is not None,
        lambda _game: third.outcome is not None,
        lambda _game: third.outcome is None and not legal_texts(third),
    )
