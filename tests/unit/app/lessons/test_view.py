"""Test the lists of courses and lessons: chapters, progress and pictures."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from ruleboard.app.lessons.check import QuizSession
from ruleboard.app.lessons.view import lesson_address
from ruleboard.app.storage.progress import STORAGE_KEY
from ruleboard.app.ui.diagrams import lesson_thumbnail
from ruleboard.embed.parameters import parse_fragment
from ruleboard.engine.game_link import decompress
from ruleboard.learning.checks import chapters
from ruleboard.learning.courses import course, guide
from ruleboard.registry import GAMES
from tools.fake_browser import Storage, Tab, walk


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_has_a_title(game: str) -> None:
    has_more_lessons = course(game)[-1].id != chapters(game)[-1].lessons[-1].id
    assert len(guide(game).chapters) == len(chapters(game)) + has_more_lessons


@pytest.mark.parametrize("game", GAMES)
def test_course_lists_each_lesson_once_under_its_chapter(game: str) -> None:
    tab = Tab(address=f"#/learn/{game}")
    sections = [part for part in tab.all("section") if part[1].get("class") == "course-chapter"]
    links = [[part[1]["href"].rpartition("/")[2] for part in walk(section) if part[0] == "a"] for section in sections]
    expected = [[*(lesson.id for lesson in chapter.lessons), chapter.id] for chapter in chapters(game)]
    assert links[: len(expected)] == expected
    assert [id for ids in links for id in ids if not id.startswith("check-")] == [lesson.id for lesson in course(game)]


def test_chapter_shows_progress() -> None:
    chapter = chapters("sensei")[0]
    done_ids = [lesson.id for lesson in chapter.lessons[:2]]
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei": done_ids})}), address="#/learn/sensei")
    progress_bars = [(part[1]["value"], part[1]["max"]) for part in tab.all("progress")]
    assert progress_bars[0] == ("2", str(len(chapter.lessons) + 1))
    assert {value for value, _max in progress_bars[1:]} == {"0"}


def test_list_of_courses_shows_next_lesson() -> None:
    first, second = course("sensei")[:2]
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei": [first.id]})}), address="#/learn")
    assert second.title in tab.text
    assert first.title not in tab.text


@pytest.mark.parametrize("game", ["sensei", "tensor-chess"])
def test_thumbnails_show_part_with_solution(game: str) -> None:
    """A thumbnail is a square inside the board, and most of them show less than the board."""
    cropped_count = 0
    for lesson in course(game):
        picture = lesson_thumbnail(game, lesson.id)
        _x, _y, width, height = map(float, picture.attrs["viewBox"].split())
        cropped_count += width == height and width < 760
    assert cropped_count > len(course(game)) / 2


def test_every_step_of_a_lesson_is_shared() -> None:
    lesson = course("sensei")[0]
    for step_index in range(len(lesson.steps)):
        tab = Tab(address=lesson_address("sensei", lesson, step_index or None))
        tab.send("do", "lessons.share", "open")
        tab.idle()
        (lines,) = [str(inside) for _tag, attrs, inside in tab.all("textarea") if attrs.get("id") == "exercise-snippet"]
        assert f'lesson="{lesson.id}"' in lines
        assert ('step="' in lines) == (step_index > 0)
        assert step_index == 0 or f'step="{step_index + 1}"' in lines


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_each_lesson_have_picture_and_task(game: str) -> None:
    """The picture shows the board of the step or a part of it, and the picture's description names the lesson."""
    tab = Tab()
    for lesson in course(game)[::4]:
        step_index = next((index for index, step in enumerate(lesson.steps) if step.task), 0)
        tab.visit(lesson_address(game, lesson, step_index or None))
        board = next(node for node in tab.all("svg") if "data-position" in node[1])
        assert "exercise-snippet" not in str(tab.all("textarea")), "the page draws no picture for a closed dialog"
        tab.send("do", "lessons.share", "open")
        tab.idle()
        fields = {attrs.get("id"): html.unescape(str(inside)) for _tag, attrs, inside in tab.all("textarea")}
        picture = unquote(fields["exercise-snippet"].partition('src="data:image/svg+xml,')[2].partition('"')[0])
        assert ElementTree.fromstring(picture).get("viewBox") == board[1]["viewBox"]
        assert f'alt="{html.escape(lesson.title)}.' in fields["exercise-snippet"]
        task = lesson.steps[step_index].task
        assert html.escape(task.prompt if task else lesson.title) in fields["exercise-snippet"].rpartition("<p>")[2]
        parameters = parse_fragment(fields["exercise-frame"].partition("#")[2].partition('"')[0])
        assert (parameters.lesson, parameters.ask) == (lesson.id, task.prompt if task else lesson.title)
        (preview,) = tab.all("rule-board")
        assert preview[1]["lesson"] == lesson.id
        # The frame has the description, too, in its picture.
        poster = decompress(fields["exercise-frame"].partition("poster=")[2].partition('"')[0], 100_000)
        description = poster.partition("<title>")[2].partition("</title>")[0]
        assert f"{html.escape(lesson.title)}. {description}" in fields["exercise-snippet"]
        assert poster.replace(f"<title>{description}</title>", "") == picture.replace("'", '"')
        tab.send("do", "lessons.share", "closed")
        assert not tab.all("textarea")


FORWARD_LABEL_PATTERN = re.compile(
    r"Next(: .+)?|Skip this task|Skip to “.+”|Your first game|Play now|Go on|Continue|Done|Quiz|Puzzles", re.DOTALL
)
"""The labels of links and buttons that lead on. Only those before "Go on" may occur."""


def find_forward_labels(tab: Tab) -> list[str]:
    """Return the labels of all links and enabled buttons that lead to the next page or frame."""
    nodes = [node for node in (*tab.all("a"), *tab.all("button")) if "disabled" not in node[1]]
    labels = [" ".join(iter_texts(node)).strip() for node in nodes]
    return [label for label in labels if FORWARD_LABEL_PATTERN.fullmatch(label)]


def iter_texts(node: Any) -> Iterator[str]:
    """Yield the texts of a node and of all its descendants."""
    for part in node[2] if isinstance(node[2], list) else [node[2]]:
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            yield from iter_texts(part)


@pytest.mark.parametrize("game", GAMES)
def test_page_has_one_button_that_leads_on(game: str) -> None:
    """All pages of all courses have exactly one link or button that leads on, with the same words everywhere.

    This link skips an open task or shows the next frame of a demonstration. Nothing else is emphasised.
    """
    tab = Tab()
    for lesson in course(game):
        for number, step in enumerate(lesson.steps, 1):
            tab.visit(f"#/learn/{game}/{lesson.id}/{number}")
            frame_count = 0
            while True:
                (label,) = find_forward_labels(tab)
                assert label not in ("Go on", "Continue", "Done", "Quiz", "Puzzles"), (lesson.id, number, frame_count)
                emphasised_nodes = [node for node in tab.all() if "primary" in node[1].get("class", "").split()]
                assert len(emphasised_nodes) <= 1, (lesson.id, number, frame_count)
                if not tab.shows("lessons.show_step", "1"):
                    break
                tab.click("lessons.show_step", "1")
                frame_count += 1
            assert bool(frame_count) == step.replays_last_move
            assert emphasised_nodes or step.task, (lesson.id, number)
            assert label.startswith("Skip ") == bool(step.task), (lesson.id, number)


@pytest.mark.parametrize("game", GAMES)
def test_quiz_has_one_button_that_leads_on(game: str) -> None:
    tab = Tab()
    for chapter in chapters(game):
        tab.visit(f"#/learn/{game}/{chapter.id}")
        session = tab.controller.model.page
        assert isinstance(session, QuizSession)
        assert len(find_forward_labels(tab)) == bool(session.next_lesson)
        tab.send("do", "lessons.answer", "0")
        assert find_forward_labels(tab) == ["Next"]


def test_skip_link_never_takes_the_place_of_the_button_for_the_next_frame() -> None:
    """After a demonstration, the disabled button for the next frame keeps its place, where no skip link appears."""
    tab = Tab(address="#/learn/tensor-cards/either-order")
    for _frame in range(20):
        (links,) = [node for node in tab.all("nav") if "lesson-ways" in node[1].get("class", "")]
        last_link = links[-1][-1]
        assert last_link[0] == "button", last_link
        if not tab.shows("lessons.show_step", "1"):
            break
        tab.click("lessons.show_step", "1")
    assert not tab.shows("lessons.show_step", "1")
