"""Test the first task on the home page: one touch solves it, and a game begins afterwards."""

from __future__ import annotations

import json
import re

import pytest

from ruleboard.app.board.guide import is_guided
from ruleboard.app.message_names import LibraryMessage
from ruleboard.app.storage.progress import STORAGE_KEY
from ruleboard.engine.action import Action
from ruleboard.engine.seats import PERSON
from ruleboard.games.sensei.layout import BOARD
from ruleboard.games.sensei.state import SQUARE_NUMBERS
from ruleboard.games.sensei.view import SenseiView
from ruleboard.learning.courses import find_lesson, step_timeline
from ruleboard.learning.first_game import FIRST_GAME_ID
from ruleboard.registry import GAMES
from tools.fake_browser import Storage, Tab, begin_sensei
from tools.setup import ROOT

EXCERPT_POSITION = "rrrR1rr/r6/7/7/7/4g2/ggg1Ggg g 21 arashi"
EXCERPT = ("e2-e7", "end", "a6-d6", "end", "@e1-e7")
"""The actions of the excerpt that the style sheet plays before the task."""


def has_first_task(tab: Tab) -> bool:
    return any("first-task" in part[1].get("class", "").split() for part in tab.all("section"))


def read_position(tab: Tab) -> str:
    """Return the position text of the task's board, which is the first one on the page."""
    return next(svg[1]["data-position"] for svg in tab.all("svg") if "data-position" in svg[1])


def has_won(tab: Tab) -> bool:
    return any(button[1].get("data-do") == LibraryMessage.PLAY_OPPONENT for button in tab.all("button"))


def test_one_touch_wins() -> None:
    tab = Tab()
    assert has_first_task(tab)
    tab.touch("e7")
    assert read_position(tab).startswith("rrrRGrr/")
    assert "You crossed the garden" in tab.announcement
    assert STORAGE_KEY not in tab.storage.texts, "the lesson has other pages to read"
    assert has_won(tab)


@pytest.mark.parametrize("target", ["d4", "e1", "g1", "a7"])
def test_other_touches_do_not_win(target: str) -> None:
    tab = Tab()
    tab.touch(target)
    assert not has_won(tab)
    tab.idle()
    tab.touch("e7")
    assert read_position(tab).startswith("rrrRGrr/"), "the character is still picked up"


@pytest.mark.parametrize(
    ("message", "seats"), [(LibraryMessage.PLAY_OPPONENT, (PERSON, 1)), (LibraryMessage.PLAY_TOGETHER, ())]
)
def test_game_begins_after_win(message: str, seats: tuple[int, ...]) -> None:
    tab = Tab()
    tab.touch("e7")
    tab.click(message)
    assert tab.main == "page-table"
    assert tab.timeline.record.seats == seats
    assert tab.timeline.ply == 0


def test_game_is_guided_until_one_is_finished() -> None:
    """The first game against an opponent has tips, unless the person has finished such a game before."""
    tab = Tab()
    tab.touch("e7")
    assert "tips" in tab.text
    tab.click(LibraryMessage.PLAY_OPPONENT)
    assert is_guided(tab.play_page.table)
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei": [FIRST_GAME_ID]})}))
    tab.touch("e7")
    assert "tips" not in tab.text
    tab.click(LibraryMessage.PLAY_OPPONENT)
    assert not is_guided(tab.play_page.table)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_game_is_named_from_the_start(language: str) -> None:
    """The texts next to the board name the game during the excerpt and before the task."""
    divisions = Tab(preferred_language=language).all("div")
    parts = [part[2] for part in divisions if part[1].get("class") in ("first-task-excerpt", "first-task-prompt")]
    texts = [children[0][2] for children in parts]
    assert len(texts) == 2
    assert all("Sensei" in text for text in texts)


def test_stored_games_replace_the_task() -> None:
    tab = begin_sensei()
    tab.play("a1-a4")
    tab.visit("#/")
    assert not has_first_task(tab)
    before = tab.text
    tab.touch("e7")
    assert tab.text == before
    tab.click(LibraryMessage.DELETE)
    assert has_first_task(tab)


def test_task_starts_again_on_return() -> None:
    tab = Tab(Storage())
    tab.touch("e7")
    tab.visit("#/settings")
    tab.visit("#/")
    assert has_first_task(tab)
    assert not has_won(tab)


def test_excerpt_leads_to_the_task() -> None:
    """The actions of the excerpt are legal, and the task is the position before the last one."""
    game = GAMES["sensei"]
    state, states = game.parse_position(EXCERPT_POSITION), []
    for text in EXCERPT:
        states.append(state)
        state = game.apply(state, game.parse_action(state, text))
    timeline, _seat = step_timeline("sensei", "goal", 1)
    task = find_lesson("sensei", "goal").steps[1].task  # type: ignore[union-attr]
    assert states[-1] == timeline.state
    assert task is not None
    assert task.accepted_lines == (EXCERPT[-1:],)
    assert game.outcome(state) is not None


@pytest.mark.parametrize(("animation", "text"), [("sensei-glide", "e2-e7"), ("sensei-answer", "a6-d6")])
def test_style_sheet_plays_excerpt(animation: str, text: str) -> None:
    """The animations of the style sheet start where the pieces come from."""
    css = (ROOT / "static" / "css" / "games" / "sensei.css").read_text(encoding="utf-8")
    start_x, start_y = BOARD.centre(SQUARE_NUMBERS[text.split("-")[0]], 0)
    assert f"@keyframes {animation} {{ from {{ transform: translate({start_x:g}px, {start_y:g}px); }} }}" in css


def test_leap_of_style_sheet_is_the_solution() -> None:
    css = (ROOT / "static" / "css" / "games" / "sensei.css").read_text(encoding="utf-8")
    timeline, seat = step_timeline("sensei", "goal", 1)
    action: Action = timeline.game.parse_action(timeline.state, EXCERPT[-1])
    after = timeline.game.apply(timeline.state, action)
    end_x, end_y = SenseiView().motions(timeline.state, action, after, seat)[0].points[-1]
    assert f"@keyframes sensei-leap {{ to {{ transform: translate({end_x:g}px, {end_y:g}px); }} }}" in css


def test_style_sheet_hides_marks_during_excerpt() -> None:
    """The marks of the task have the classes that the style sheet hides while the excerpt plays."""
    css = (ROOT / "static" / "css" / "games" / "sensei.css").read_text(encoding="utf-8")
    match = re.search(r"\[data-excerpt\] .first-task .sensei :is\((.*)\) \{ visibility: hidden; \}", css)
    assert match is not None
    hidden_classes = [set(selector.strip(" .").split(".")) for selector in match[1].split(",")]
    marked_classes = [
        set(part[1].get("class", "").split()) for part in Tab().all("rect") if "shown" in part[1].get("class", "")
    ]
    tint_classes = [classes for classes in marked_classes if "cell" not in classes]
    assert tint_classes
    assert all(any(selector <= classes for selector in hidden_classes) for classes in tint_classes)
