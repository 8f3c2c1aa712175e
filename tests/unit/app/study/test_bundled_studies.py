"""Test that the studies in the app contain legal, complete games, and that the claims in their comments are true."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.app.languages import LANGUAGES, use_catalogue
from ruleboard.app.study.own import BUILT_IN_STUDIES, load_built_in_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _
from ruleboard.registry import GAMES
from tests.support.catalogues import compile_catalogue
from tools.fake_browser import Tab


def replay_first_chapter(id: str) -> Timeline[Any]:
    """Return the timeline at the end of the first chapter of a study."""
    study = load_built_in_study(id)
    assert study
    chapter_tree = open_chapter(study.chapters[0], GAMES)
    return chapter_tree.lines[0].timeline.jump(len(study.chapters[0].moves))


def play_moves(timeline: Timeline[Any], *texts: str) -> Timeline[Any]:
    for text in texts:
        timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
    return timeline


def legal_texts(timeline: Timeline[Any]) -> list[str]:
    return [action.text for action in timeline.game.legal_actions(timeline.state)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bundled_study", BUILT_IN_STUDIES, ids=lambda bundled_study: bundled_study.id)
def test_bundled_study_is_whole_game_in_each_language(bundled_study: Any, language: str) -> None:
    english_study = load_built_in_study(bundled_study.id)
    use_catalogue(b"" if language == "en" else compile_catalogue(language))
    study = load_built_in_study(bundled_study.id)
    assert study
    assert english_study
    assert (study.title, study.language) == (_(bundled_study.title), language)
    for chapter in study.chapters:
        assert chapter.game == bundled_study.game
        assert open_chapter(chapter, GAMES).nodes
    assert [move.text for move in study.chapters[0].moves] == [move.text for move in english_study.chapters[0].moves]
    assert replay_first_chapter(bundled_study.id).outcome


def test_reading_study_saves_nothing_until_changed() -> None:
    tab = Tab(address="#/study/open-doors")
    assert "Green begins" in tab.text
    assert not [key for key in tab.storage.texts if "study" in key]
    tab.click("study.mode", "edit")
    tab.change("study.comment", "Mine.")
    assert [key for key in tab.storage.texts if "study" in key] == ["ruleboard/1/study/open-doors"]


def test_knight_behind_beast_forces_mate() -> None:
    """Black has one legal move, and wherever the knight goes, White's bishop mates on g7 (Moves 1, 4, 5)."""
    timeline = replay_first_chapter("knight-behind-the-beast")
    assert legal_texts(timeline.jump(19)) == ["f6e5"]
    timeline_with_attack = timeline.jump(17)
    knight_moves = [text for text in legal_texts(timeline_with_attack) if text.startswith("f6")]
    assert knight_moves == ["f6e7", "f6d8", "f6g5"]
    for text in knight_moves:
        outcome = play_moves(timeline_with_attack, text, "d4g7").outcome
        assert outcome
        assert outcome.winners == (0,)


def test_unguarded_figure_has_four_moves() -> None:
    """Light has four legal Moves, and the replies that the comments name win at once (End)."""
    timeline_with_attack = replay_first_chapter("the-figure-nobody-watched").jump(61)
    assert legal_texts(timeline_with_attack) == ["f2-e3", "c4-e2", "g4-f4", "g4-g5"]
    assert legal_texts(play_moves(timeline_with_attack, "f2-e3"))
    for replies in (("f2-e3", "g5-e3", "take:-"), ("g4-f4", "g6-e3")):
        outcome = play_moves(timeline_with_attack, *replies).outcome
        assert outcome
        assert outcome.winners == (1,)
    timeline_with_second_attack = play_moves(timeline_with_attack, "g4-g5")
    for take in legal_texts(timeline_with_second_attack):
        reply = ("g6-g5", "take:c", "end") if "c" in take.removeprefix("take:") else ("g6-f4",)
        outcome = play_moves(timeline_with_second_attack, take, *reply).outcome
        assert outcome, take
        assert outcome.winners == (1,)
