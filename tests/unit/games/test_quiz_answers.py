"""Test the answers of the written questions: the rules make the first one right, and each other one wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from types import ModuleType

import pytest

from ruleboard.i18n import _
from ruleboard.learning.checks import Question, make_question_of_kind
from ruleboard.learning.courses import course, question_bank, start_timeline, step_timeline
from ruleboard.learning.lessons import QuestionCase, QuestionKind
from ruleboard.registry import GAMES, PACKAGES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from tests.unit.games.quiz_facts import Game

NAMED_SQUARE_PATTERN = re.compile(r"\b[a-z][0-9]+\b")
"""The name of a square in a question."""

OCCUPIED_SQUARE_PATTERN = re.compile(r"\bon ([a-z][0-9]+)\b")
"""The name of a square in a question about the piece on it."""


def load_facts(game: str) -> ModuleType:
    return import_module(f"tests.unit.games.quiz_facts.{game.replace('-', '_')}")


def asks_about(kind: QuestionKind, case: QuestionCase, key: tuple[str, str]) -> bool:
    lesson, part = key
    return kind.lesson == lesson and part in (case.prompt or kind.prompt)


def iter_written_questions(game: str) -> Iterator[tuple[QuestionKind, QuestionCase, Game]]:
    """Yield the written questions of a game with their cases, each with the game at its position."""
    for kind in question_bank(game).kinds:
        if kind.kind != "written":
            continue
        for case in kind.cases or (QuestionCase(),):
            if kind.cases:
                timeline = start_timeline(game, case.position, case.options)
                for text in case.moves:
                    timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
            else:
                timeline, _seat = step_timeline(game, kind.lesson, kind.step - 1)
            yield kind, case, timeline


@pytest.mark.parametrize("game", GAMES)
def test_rules_make_exactly_the_first_answer_right(game: str) -> None:
    facts = load_facts(game).FACTS
    failures = []
    for kind, case, timeline in iter_written_questions(game):
        answers = (*map(_, case.answers or kind.answers), *(case.targets or kind.targets))
        for key, fact in facts.items():
            if asks_about(kind, case, key):
                if isinstance(fact, tuple):
                    assert len(fact) == len(answers), key
                    results = [claim(timeline) for claim in fact]
                else:
                    results = [fact(timeline, answer) for answer in answers]
                if results != [True] + [False] * (len(answers) - 1):
                    failures.append((key, answers, results))
    assert failures == []


@pytest.mark.parametrize("game", GAMES)
def test_each_written_question_has_one_fact_or_a_reason_for_none(game: str) -> None:
    module = load_facts(game)
    keys = [*module.FACTS, *module.REASONS_WITHOUT_FACT]
    assert len(set(keys)) == len(keys)
    used_keys = set()
    for kind, case, _timeline in iter_written_questions(game):
        matching_keys = [key for key in keys if asks_about(kind, case, key)]
        assert len(matching_keys) == 1, (case.prompt or kind.prompt, matching_keys)
        used_keys.update(matching_keys)
    assert used_keys == set(keys)
    assert all(module.REASONS_WITHOUT_FACT.values())


@pytest.mark.parametrize("game", GAMES)
def test_pieces_that_questions_name_are_on_their_boards(game: str) -> None:
    """The board of a question has every square that the text names, with a piece if the text mentions one."""
    failures = []
    for kind, case, timeline in iter_written_questions(game):
        text, view, state = case.prompt or kind.prompt, VIEWS[game], timeline.state_for(timeline.to_move)
        targets = targets_in(view.picture(state, 0, Marks()))
        missing_squares = [square for square in NAMED_SQUARE_PATTERN.findall(text) if square not in targets]
        missing_squares += [
            square for square in OCCUPIED_SQUARE_PATTERN.findall(text) if view.owner(state, square) is None
        ]
        if missing_squares:
            failures.append((text, missing_squares))
    assert failures == []


@pytest.mark.parametrize("game", GAMES)
def test_only_marked_places_are_right_or_the_question_says_so(game: str) -> None:
    """A question that does not speak of marked places has no right answer besides them.

    The other places are those with the same content: empty, or with a piece of the same side.
    """
    facts, failures, count = load_facts(game).FACTS, [], 0
    for kind, case, timeline in iter_written_questions(game):
        text, answers = case.prompt or kind.prompt, case.targets or kind.targets
        fact = next((fact for key, fact in facts.items() if asks_about(kind, case, key)), None)
        if "marked" in text or not answers or fact is None or isinstance(fact, tuple):
            continue
        count += 1
        view, state = VIEWS[game], timeline.state_for(timeline.to_move)
        owner = view.owner(state, answers[0])
        for target in {*targets_in(view.picture(state, 0, Marks()))} - {*answers}:
            if NAMED_SQUARE_PATTERN.fullmatch(target) and view.owner(state, target) == owner and fact(timeline, target):
                failures.append((text, target))
    assert failures == []
    assert count or game in ("tensor-cards", "equilibrium")


def iter_computed_questions(game: str) -> Iterator[Question]:
    """Yield three questions of each kind that a game computes."""
    kinds = [kind for kind in question_bank(game).kinds if kind.kind in PACKAGES[game].quiz.kinds]
    lessons = frozenset(lesson.id for lesson in course(game))
    for number, kind in enumerate(kinds):
        for seed in range(3):
            if question := make_question_of_kind(game, kind, lessons, 17 * number + seed):
                yield question


@pytest.mark.parametrize("game", GAMES)
def test_rules_make_exactly_one_answer_to_computed_questions_right(game: str) -> None:
    """By the rules, the answer that the game computed is right, and all other answers are wrong."""
    facts = load_facts(game).COMPUTED_FACTS
    assert bool(facts) == bool(PACKAGES[game].quiz.kinds)
    failures = []
    for question in iter_computed_questions(game):
        fact = next(fact for pattern, fact in facts.items() if fnmatchcase(question.kind.kind, pattern))
        results = [fact(question, answer) for answer in question.answers]
        if results != [index == question.correct_index for index in range(len(results))]:
            failures.append((question.kind.kind, question.text, [answer.text for answer in question.answers], results))
    assert failures == []
