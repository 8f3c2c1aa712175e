"""Test the quizzes of courses: questions from the banks, whose answers follow from the rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from inspect import signature
from itertools import product

import pytest

from ruleboard.engine.selection import select
from ruleboard.learning import checks, courses
from ruleboard.learning.checks import MOVE_KINDS
from ruleboard.learning.courses import course, question_bank
from ruleboard.learning.lessons import QuestionKind
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in

_MIN_KINDS = 4
"""The minimum number of kinds of questions about a lesson."""


@cache
def lessons_before(game: str, lesson: str) -> frozenset[str]:
    """Return the ids of the lessons up to the end of the chapter with a lesson."""
    ids = [one.id for one in course(game)]
    chapter = next(each for each in checks.chapters(game) if any(one.id == lesson for one in each.lessons))
    return frozenset(ids[: ids.index(chapter.lessons[-1].id) + 1])


@cache
def questions(game: str) -> tuple[tuple[QuestionKind, checks.Question | None], ...]:
    """Return a question of each kind of a game."""
    return tuple(
        (kind, checks.make_question_of_kind(game, kind, lessons_before(game, kind.lesson), 31 * number + 7))
        for number, kind in enumerate(question_bank(game).kinds)
    )


def available_questions(game: str) -> list[checks.Question]:
    return [question for _kind, question in questions(game) if question]


@pytest.mark.parametrize("game", GAMES)
def test_chapters_cover_the_whole_course(game: str) -> None:
    """The chapters contain all lessons except those on how to win (``win-…``), which come last and teach no rules."""
    chapters = checks.chapters(game)
    assert [one.id for chapter in chapters for one in chapter.lessons] == [
        one.id for one in course(game) if not one.id.startswith("win-")
    ]
    assert [chapter.lessons[-1].id for chapter in chapters] == list(question_bank(game).chapter_ends)


@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_has_several_kinds_of_questions(game: str) -> None:
    counts = Counter(kind.lesson for kind in question_bank(game).kinds)
    lessons = [lesson.id for chapter in checks.chapters(game) for lesson in chapter.lessons]
    assert {lesson: counts[lesson] for lesson in lessons if counts[lesson] < _MIN_KINDS} == {}
    assert set(counts) == set(lessons)


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_makes_a_question(game: str) -> None:
    assert [(kind.lesson, kind.kind, kind.prompt) for kind, question in questions(game) if question is None] == []


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_complete(game: str) -> None:
    """The answers differ, the board has all of them or no one, and the link leads to a step of the lesson."""
    for question in available_questions(game):
        assert len({answer.text for answer in question.answers}) == len(question.answers) >= 2, question.text
        assert question.explanation
        assert len(question.targets) in (0, len(question.answers)), question.text
        lesson = courses.find_lesson(game, question.lesson)
        assert lesson
        assert 1 <= question.kind.step <= len(lesson.steps), question.text
        assert "{" not in f"{question.text}{question.explanation}"


@pytest.mark.parametrize("game", GAMES)
def test_no_question_contains_its_answer(game: str) -> None:
    """No telling word of a question stands in the right answer alone."""
    assert [question.text for question in available_questions(game) if checks.reveals_answer(question)] == []


@pytest.mark.parametrize("game", GAMES)
def test_answers_need_no_later_lesson(game: str) -> None:
    for question in available_questions(game):
        for answer in question.answers:
            if answer is not question.correct_answer:
                assert answer.lesson in lessons_before(game, question.lesson), question.text


@pytest.mark.parametrize("game", GAMES)
def test_refusals_name_the_lesson_of_wrong_answers(game: str) -> None:
    """``legal_actions`` allows the right target and no wrong one, whose refusal names the lesson of the answer."""
    count = 0
    for question in available_questions(game):
        rules, state, kind = question.timeline.game, question.timeline.state, question.kind
        if kind.kind not in ("where", "where-not", "which"):
            continue
        count += 1
        goal = question.action.targets[-1] if kind.kind == "which" and question.action else ""
        for answer in question.answers:
            selection = (answer.target, goal) if goal else (*question.selection, answer.target)
            is_legal = select(rules.legal_actions(state), selection).is_possible
            is_right = answer is question.correct_answer
            assert is_legal == (is_right != (kind.kind == "where-not")), question.text
            if not is_legal:
                refusal = rules.explain(state, selection)
                assert refusal.lesson in (kind.rules or (kind.lesson,)), question.text
                assert is_right or refusal.lesson == answer.lesson
    assert count >= (0 if game == "tensor-cards" else 5)


@pytest.mark.parametrize("game", GAMES)
def test_wrong_places_are_of_the_kind_of_right_ones(game: str) -> None:
    """If a tile goes on a hex of a network, no token, and no hex of another network, is an answer."""
    for question in available_questions(game):
        if question.kind.kind in MOVE_KINDS:
            assert len({target.rpartition(":")[0] for target in question.targets}) <= 1, question.text


@pytest.mark.parametrize("game", GAMES)
def test_right_results_follow_from_the_rules(game: str) -> None:
    """A question about a result has the sides, a draw and a continuing game as answers."""
    for question in available_questions(game):
        if question.kind.kind == "result" and question.action:
            rules, state = question.timeline.game, question.timeline.state
            outcome = rules.outcome(rules.apply(state, question.action))
            assert len(question.answers) == len(rules.sides(state)) + 2
            assert (question.correct_answer.text == "The game goes on") == (outcome is None)
            if outcome and not outcome.is_draw:
                assert rules.sides(state)[outcome.winners[0]] in question.correct_answer.text


@pytest.mark.parametrize("game", GAMES)
def test_picture_contains_everything_a_question_names(game: str) -> None:
    """The picture contains all targets of a question, although some lessons of Equilibrium show only one board."""
    for question in available_questions(game):
        state = question.timeline.state_for(question.timeline.to_move)
        board_targets = set(targets_in(question.board_view.picture(state, question.seat, Marks())))
        named = {*question.selection, *question.highlighted, *question.targets}
        assert named <= board_targets, question.text


@pytest.mark.parametrize("game", GAMES)
def test_banks_name_existing_kinds_and_lessons(game: str) -> None:
    ids = {lesson.id for lesson in course(game)}
    for kind in question_bank(game).kinds:
        assert kind.kind in (*MOVE_KINDS, "written", "result", *PACKAGES[game].quiz.kinds)
        assert {kind.lesson, *kind.rules, *kind.lessons} <= ids


@pytest.mark.parametrize("game", GAMES)
def test_every_case_has_legal_moves(game: str) -> None:
    for kind in question_bank(game).kinds:
        for case in kind.cases:
            timeline = courses.start_timeline(game, case.position, case.options)
            for text in case.moves:
                timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
            assert not (kind.kind in MOVE_KINDS and timeline.outcome)


def test_course_reads_no_files_after_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course reads no files after it is loaded, since the app from a memory snapshot has none."""
    cached_functions = [each for each in vars(courses).values() if hasattr(each, "cache_clear")]
    of_games = [each for each in cached_functions if list(signature(each).parameters) == ["game"]]
    assert len(of_games) > 5
    before = {(each, game): each(game) for each in of_games for game in GAMES}
    for each in of_games:
        each.cache_clear()
    courses.load_all()
    monkeypatch.setattr("pkgutil.get_data", lambda _package, _name: None)
    assert {(each, game): each(game) for each in of_games for game in GAMES} == before


@pytest.mark.parametrize("game", GAMES)
def test_quiz_asks_different_kinds(game: str) -> None:
    """The five questions of a quiz are of different kinds, and about different lessons if there are enough."""
    chapter = checks.chapters(game)[0]
    queries = [checks.question(game, chapter, number, 12) for number in range(checks.QUESTIONS_PER_QUIZ)]
    kinds = [question.kind for question in queries if question]
    assert len({(kind.lesson, kind.kind, kind.prompt) for kind in kinds}) == checks.QUESTIONS_PER_QUIZ
    assert len({kind.lesson for kind in kinds}) == min(checks.QUESTIONS_PER_QUIZ, len(chapter.lessons))


def test_correct_answers_are_evenly_distributed() -> None:
    """A player who always chooses the first answer does not pass."""
    chapter = checks.chapters("sensei")[0]
    queries = [checks.question("sensei", chapter, number % 5, number) for number in range(40)]
    first = sum(question.correct_index == 0 for question in queries if question)
    assert 3 <= first <= 20


def test_same_seed_gives_the_same_question() -> None:
    chapter = checks.chapters("tesulda")[1]
    first, second = (checks.question("tesulda", chapter, 1, 5) for _again in range(2))
    assert first is not None
    assert second is not None
    assert (first.text, first.answers) == (second.text, second.answers)


def test_wrong_squares_are_near_correct_ones() -> None:
    """Most wrong squares of moves are at most two squares away from a legal one, or in line with the piece."""
    far = count = 0
    for game in ("sensei", "tensor-chess"):
        for question in available_questions(game):
            if question.kind.kind != "where" or not question.selection:
                continue
            legal = select(question.timeline.game.legal_actions(question.timeline.state), question.selection)
            goals = [(ord(target[0]), int(target[1:])) for target in legal.next_targets if target[1:].isdigit()]
            for answer in question.answers:
                square = ord(answer.target[0]), int(answer.target[1:])
                count += 1
                far += min(max(abs(square[0] - x), abs(square[1] - y)) for x, y in goals) > 2
    assert count > 40
    assert far <= count * 0.2


def test_questions_about_cards_speak_to_the_player_to_move_and_show_the_path() -> None:
    """“You’re Black” never stands next to “Black’s 5”. The picture after the answer shows where the piece goes."""
    paths = 0
    for chapter in checks.chapters("tensor-cards"):
        for number, seed in product(range(5), range(12)):
            question = checks.question("tensor-cards", chapter, number, seed)
            if question is None or question.kind.kind == "written":
                continue
            state = question.timeline.state
            assert question.seat == question.timeline.to_move
            if len(question.path) > 1:
                paths += 1
                assert len(question.board_view.path_through(state, question.path, question.seat)) == len(question.path)
    assert paths
