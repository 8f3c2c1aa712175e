"""Test the quizzes of courses: questions whose answers follow from the rules, with reasons and lessons."""

from __future__ import annotations

from functools import cache
from inspect import signature

import pytest

from ruleboard.engine.selection import select
from ruleboard.learning import checks, courses
from ruleboard.learning.courses import chapter_ends, course
from ruleboard.registry import GAMES
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in

SEEDS = range(8)
"""The seeds of the questions, and their indexes in a quiz. Equal seeds in several tests need no new questions."""


@cache
def question_of(game: str, chapter: int, number: int, seed: int) -> checks.Question:
    """Return a question about a chapter, counted from 1. Different seeds give different questions."""
    question = checks.question(game, checks.chapters(game)[chapter - 1], number, seed)
    assert question is not None
    return question


@pytest.mark.parametrize("game", GAMES)
def test_chapters_cover_the_whole_course(game: str) -> None:
    """The chapters contain all lessons except those on how to win (``win-…``), which come last and teach no rules."""
    chapters = checks.chapters(game)
    assert [one.id for chapter in chapters for one in chapter.lessons] == [
        one.id for one in course(game) if not one.id.startswith("win-")
    ]
    assert [chapter.lessons[-1].id for chapter in chapters] == list(chapter_ends(game))


@pytest.mark.parametrize("game", GAMES)
def test_check_answers_match_the_rules(game: str) -> None:
    """Each question has exactly one correct answer by the rules, and needs only earlier lessons."""
    ids = [one.id for one in course(game)]
    about, choices = [], []
    for chapter in checks.chapters(game):
        chapter_lessons = {one.id for one in chapter.lessons}
        earlier_lessons = {*ids[: ids.index(chapter.lessons[-1].id) + 1]}
        for number in range(checks.QUESTIONS_PER_QUIZ):
            question = question_of(game, chapter.number, number, number)
            assert (
                len(set(question.answers))
                == len(question.answers)
                == len(question.reasons)
                > question.correct_index
                >= 0
            )
            assert all(question.reasons)
            assert question.lesson in earlier_lessons
            about.append(question.lesson in chapter_lessons)
            choices.append(len(question.answers))
            rules, state = question.timeline.game, question.timeline.state
            if question.answers == ("Yes", "No"):
                touched = (*question.selection, *question.highlighted)
                assert select(rules.legal_actions(state), touched).is_possible == (question.correct_index == 0)
            elif "can come next" in question.text or "cannot come next" in question.text:
                after = select(rules.legal_actions(state), question.selection).next_targets
                allowed_count = len(question.highlighted.intersection(after))
                assert allowed_count == (1 if "can come next" in question.text else len(question.answers) - 1)
    assert sum(about) >= len(about) * 0.8, "most questions are about their own chapter"
    assert sum(number >= 3 for number in choices) >= len(choices) * 0.8, "few are guessed by a coin"


@pytest.mark.parametrize("game", GAMES)
def test_picture_contains_everything_a_question_names(game: str) -> None:
    """The picture contains everything in the question, although some lessons of Equilibrium show only one board."""
    for chapter in checks.chapters(game):
        for seed in SEEDS:
            question = question_of(game, chapter.number, seed, seed)
            view = question.timeline.state_for(question.timeline.to_move)
            board_targets = set(targets_in(question.board_view.picture(view, question.seat, Marks())))
            assert {
                one for one in (*question.selection, *question.highlighted) if not one.startswith("do:")
            } <= board_targets, question.text


def test_effects_are_asked_only_with_unambiguous_names() -> None:
    """A question names no space that has another name after the board has turned, as in the card game."""
    for chapter in checks.chapters("tensor-cards"):
        for seed in (503, 505, 511, 1000):
            question = question_of("tensor-cards", chapter.number, 1, seed)
            assert "afterwards" not in question.text


def test_course_reads_no_files_after_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course reads no files after it is loaded, since the app from a memory snapshot has none."""
    cached_functions = [each for each in vars(courses).values() if hasattr(each, "cache_clear")]
    of_games = [each for each in cached_functions if list(signature(each).parameters) == ["game"]]
    assert len(of_games) > 6
    before = {(each, game): each(game) for each in of_games for game in GAMES}
    for each in of_games:
        each.cache_clear()
    courses.load_all()
    monkeypatch.setattr("pkgutil.get_data", lambda _package, _name: None)
    assert {(each, game): each(game) for each in of_games for game in GAMES} == before


def test_effect_is_not_given_away() -> None:
    """A question about an effect does not contain the answer.

    In Equilibrium, the first tiles go where a question says, and the last action moves all tokens.
    """
    chapter = checks.chapters("equilibrium")[2]
    effects = 0
    for seed in range(20):
        question = question_of("equilibrium", chapter.number, 1, seed)
        if "afterwards" in question.text:
            effects += 1
            assert question.timeline.state.final != (), question.text
            assert "begins with" not in question.text
    assert effects > 5


def test_answers_are_distinct_from_other_targets() -> None:
    """No answer is a space with a piece, where a finger would touch the piece and begin a placement."""
    for chapter in checks.chapters("tensor-cards"):
        for seed in SEEDS:
            question = question_of("tensor-cards", chapter.number, seed, seed)
            game, view = question.timeline.game, question.timeline.state_for(question.timeline.to_move)
            marks = Marks(
                next_targets=dict.fromkeys(select(game.legal_actions(question.timeline.state)).next_targets, "go")
            )
            names = {
                game.name(view, one) for one in targets_in(question.board_view.picture(view, question.seat, marks))
            }
            if "begin with" in question.text or "touch next" in question.text:
                assert not any(answer.rpartition(", ")[2] in names - {answer} for answer in question.answers), (
                    question.text
                )


def test_board_is_rotated_to_the_mover() -> None:
    """The board faces the player to move, so that "your left" is that player's, and the other side's cards are far."""
    for chapter in checks.chapters("tensor-cards"):
        for seed in SEEDS:
            question = question_of("tensor-cards", chapter.number, seed, seed)
            assert question.seat == question.timeline.to_move


def test_early_chapters_avoid_turns_with_a_swap() -> None:
    """Early chapters have no turns with a Swap, which the third chapter of Tesulda teaches.

    A Swap may follow nearly every Move.
    """
    chapter = checks.chapters("tesulda")[0]
    for seed in range(16):
        question = question_of("tesulda", chapter.number, seed, seed)
        assert question.timeline.game.key(question.timeline.state) is not None, question.answers


def test_correct_answers_are_evenly_distributed() -> None:
    """A player who always chooses the first answer, or always "Yes", does not pass."""
    chapter = checks.chapters("sensei")[0]
    questions = [question_of("sensei", chapter.number, number, number) for number in range(60)]
    of_four = [one.correct_index for one in questions if len(one.answers) == 4]
    assert len(of_four) > 36
    assert all(len(of_four) / 8 < of_four.count(place) < len(of_four) / 2 for place in range(4))


def test_all_checks_are_different() -> None:
    chapter = checks.chapters("sensei")[0]
    questions = [question_of("sensei", chapter.number, 0, seed) for seed in range(20)]
    contents = {(one.timeline.game.format_position(one.timeline.state), one.text) for one in questions}
    assert len(contents) >= 12


def test_same_seed_gives_the_same_checks() -> None:
    chapter = checks.chapters("tesulda")[1]
    first, second = (checks.question("tesulda", chapter, 1, 5) for _again in range(2))
    assert first is not None
    assert second is not None
    assert (first.text, first.answers) == (second.text, second.answers)


def test_correct_answers_cover_all_kinds() -> None:
    """All kinds of moves are about equally often correct answers.

    For example, a beast's hops are as likely as its single steps, which are more frequent.
    """
    chapter = checks.chapters("tensor-chess")[1]
    questions = [question_of("tensor-chess", chapter.number, 0, seed) for seed in range(60)]
    reasons = [one.reasons[one.correct_index] for one in questions if "white beast" in one.text]
    assert len(reasons) > 20
    assert sum(" hops " in reason for reason in reasons) > 0.4 * len(reasons)


@pytest.mark.parametrize("game", ["sensei", "tensor-chess"])
def test_wrong_squares_are_near_correct_ones(game: str) -> None:
    """On square boards, most wrong answers are at most two squares away from a correct square."""

    def steps(place: str, other: str) -> int:
        return max(abs(ord(place[0]) - ord(other[0])), abs(int(place[1:]) - int(other[1:])))

    far = count = 0
    for chapter in checks.chapters(game):
        for seed in range(12):
            question = question_of(game, chapter.number, 0, seed)
            if not question.selection or len(question.highlighted) < 3:
                continue
            state = question.timeline.state
            after = select(GAMES[game].legal_actions(state), question.selection).next_targets
            goals = [target for target in after if target[0] != "d" or target[1:].isdigit()]
            for place in question.highlighted - set(after):
                count += 1
                far += min(steps(place, goal) for goal in goals) > 2
    assert count > 20
    assert far <= count * 0.2
