"""Checks of courses: questions that the rules decide, of every game, with reasons and lessons of the chapter."""

from __future__ import annotations

import pytest

from ruleboard.engine.selection import select
from ruleboard.games import checks
from ruleboard.games.courses import chapter_ends, course, lesson
from ruleboard.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_chapters_are_the_whole_course_and_end_where_the_game_says(game: str) -> None:
    """Lessons on how to win, ``win-…``, come last and teach no rules."""
    found = checks.chapters(game)
    assert [one.id for chapter in found for one in chapter.lessons] == [
        one.id for one in course(game) if not one.id.startswith("win-")
    ]
    assert [chapter.lessons[-1].id for chapter in found] == list(chapter_ends(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_check_asks_what_the_rules_answer(game: str) -> None:
    about = []
    for chapter in checks.chapters(game):
        own = {one.id for one in chapter.lessons}
        for number in range(checks.QUESTIONS):
            asked = checks.question(game, chapter, number, 70 + number)
            assert asked is not None
            assert len(set(asked.answers)) == len(asked.answers) == len(asked.reasons) > asked.right >= 0
            assert all(asked.reasons)
            assert not asked.lesson or lesson(game, asked.lesson)
            about.append(asked.lesson in own or not asked.lesson)
            rules, state = asked.timeline.game, asked.timeline.state
            if asked.answers == ("Yes", "No"):
                touched = (*asked.touched, *asked.pointed)
                assert select(rules.legal_actions(state), touched).alive == (asked.right == 0)
    assert sum(about) >= len(about) * 2 / 3, "most questions are about their own chapter"


def test_no_two_checks_are_the_same() -> None:
    chapter = checks.chapters("sensei")[0]
    asked = [checks.question("sensei", chapter, 0, seed) for seed in range(20)]
    shown = {(one.timeline.game.format_position(one.timeline.state), one.words) for one in asked if one}
    assert len(shown) > 15


def test_the_same_seed_asks_the_same() -> None:
    chapter = checks.chapters("tesulda")[1]
    first, second = (checks.question("tesulda", chapter, 1, 5) for _again in range(2))
    assert first is not None
    assert second is not None
    assert (first.words, first.answers) == (second.words, second.answers)
