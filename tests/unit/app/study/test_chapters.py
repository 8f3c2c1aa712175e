"""Chapters made of games: all of a finished one, only the public position where something is hidden, and reviews."""

from __future__ import annotations

import pytest

from ruleboard.app.play.review import turns_of
from ruleboard.app.storage.games import PREFIX
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.study import chapters
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.study import Chapter
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES
from tests.kit.kept import IDS, MEANING, TEXTS
from tools.fake_browser import Storage, Tab

OVER = [id for id in IDS if MEANING[id]["winners"] is not None]
RUNNING = [id for id in IDS if MEANING[id]["winners"] is None]


def kept(id: str) -> Timeline[object]:
    return replay(parse_record(TEXTS[PREFIX + id]), GAMES)


def last(chapter: Chapter) -> Timeline[object]:
    """Return a chapter's game at the end of its main line."""
    opened = open_chapter(chapter, GAMES)
    return opened.timeline(opened.on_main_line(len(chapter.moves)))


@pytest.mark.parametrize("id", OVER)
def test_a_finished_game_is_a_chapter_with_all_its_moves(id: str) -> None:
    timeline = kept(id)
    found = last(chapters.from_game(timeline))
    assert found.texts == timeline.texts
    assert found.states == timeline.jump(len(timeline.entries)).states


@pytest.mark.parametrize("id", RUNNING)
def test_of_a_game_that_goes_on_a_chapter_has_no_more_than_everybody_may_know(id: str) -> None:
    timeline = kept(id)
    chapter = chapters.from_game(timeline)
    found = last(chapter)
    public = timeline.game.format_position(timeline.public_state())
    assert found.game.format_position(found.public_state()) == public
    if timeline.has_secrets:
        assert chapter.moves == ()
        assert chapter.seed == 0
        assert chapter.start == public


def finished_chess() -> Timeline[object]:
    moves = ("e2e4", "e7e5", "f2f4", "e5f4", "resign 1")
    return replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), moves), GAMES)


def test_turning_points_have_a_verdict_the_reviews_words_and_the_better_turn_as_a_variation() -> None:
    timeline = finished_chess()
    verdicts = [
        Verdict(turn.first, turn.end, turn.player, 0, 0, timeline.texts[turn.first : turn.end])
        for turn in turns_of(timeline)
    ]
    verdicts[2] = Verdict(2, 3, 0, 100, -350, ("d2d4",))
    chapter = chapters.from_review(timeline, tuple(verdicts))
    played = chapter.moves[2]
    assert (played.text, played.note.glyph) == ("f2f4", "??")
    assert "Better: d4." in played.note.comment
    assert [[move.text for move in line] for line in played.variations] == [["d2d4"]]
    assert [move.text for move in chapter.moves] == list(timeline.texts)


def test_one_touch_at_the_end_of_a_game_opens_it_as_a_study() -> None:
    over = next(id for id in OVER if id.startswith("sensei"))
    tab = Tab(Storage({PREFIX + over: TEXTS[PREFIX + over]}), f"#/play/{over}")
    tab.click("study.from_game")
    assert tab.browser.address().startswith("#/study/")
    tab.back()
    assert tab.game_id == over, "the game is as it was"
