"""Test chapters made from games: all moves of a finished game, the public position of a running game, and reviews."""

from __future__ import annotations

import pytest

from ruleboard.app.board.review import review_turns
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.storage.studies import KEY_PREFIX as STUDIES
from ruleboard.app.study import chapters
from ruleboard.app.study.files import format_pgn
from ruleboard.app.study.session import StudySession
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.study import Chapter, Study
from ruleboard.engine.study_text import parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import GAMES
from tests.support.saved_games import EXPECTED_CONTENT, GAME_IDS, TEXTS
from tools.fake_browser import Storage, Tab

FINISHED_IDS = [id for id in GAME_IDS if EXPECTED_CONTENT[id]["winners"] is not None]
RUNNING_IDS = [id for id in GAME_IDS if EXPECTED_CONTENT[id]["winners"] is None]


def saved_timeline(id: str) -> Timeline[object]:
    return replay(parse_record(TEXTS[KEY_PREFIX + id]), GAMES)


def end_of_main_line(chapter: Chapter) -> Timeline[object]:
    """Return the timeline at the end of a chapter's main line."""
    chapter_tree = open_chapter(chapter, GAMES)
    return chapter_tree.timeline(chapter_tree.main_line_node(len(chapter.moves)))


@pytest.mark.parametrize("id", FINISHED_IDS)
def test_finished_game_becomes_chapter_with_all_moves(id: str) -> None:
    timeline = saved_timeline(id)
    chapter_end = end_of_main_line(chapters.from_game(timeline))
    assert chapter_end.texts == timeline.texts
    assert chapter_end.states == timeline.jump(len(timeline.entries)).states


@pytest.mark.parametrize("id", RUNNING_IDS)
def test_unfinished_game_chapter_contains_public_moves_only(id: str) -> None:
    timeline = saved_timeline(id)
    chapter = chapters.from_game(timeline)
    chapter_end = end_of_main_line(chapter)
    public_position = timeline.game.format_position(timeline.public_state())
    assert chapter_end.game.format_position(chapter_end.public_state()) == public_position
    if chapter_end.has_secrets:
        assert chapter.moves == ()
        assert chapter.seed == 0
        assert chapter.start == public_position
    else:
        assert chapter_end.texts == timeline.texts[: chapter_end.ply]


def test_pgn_of_game_has_names_date_and_result() -> None:
    moves = ("e2e4", "e7e5", "f2f4", "e5f4", "resign 1")
    record = Record("tensor-chess", {}, 1, ("Ada", "Ben"), moves, meta={"created": "2026-03-04"})
    text = format_pgn(Study("Mine", chapters=(chapters.from_game(replay(record, GAMES)),)))
    for tag in ('[White "Ada"]', '[Black "Ben"]', '[Date "2026.03.04"]', '[Result "0-1"]'):
        assert tag in text
    assert text.rstrip().endswith("0-1")


def create_finished_chess() -> Timeline[object]:
    moves = ("e2e4", "e7e5", "f2f4", "e5f4", "resign 1")
    return replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), moves), GAMES)


def test_turning_points_become_comments_with_variations() -> None:
    timeline = create_finished_chess()
    verdicts = [
        Verdict(turn.start, turn.end, turn.player, 0, 0, timeline.texts[turn.start : turn.end])
        for turn in review_turns(timeline)
    ]
    verdicts[2] = Verdict(2, 3, 0, 100, -350, ("d2d4",))
    chapter = chapters.from_review(timeline, tuple(verdicts))
    played_move = chapter.moves[2]
    assert (played_move.text, played_move.note.glyph) == ("f2f4", "??")
    assert "Better: d4." in played_move.note.comment
    assert [[move.text for move in line] for line in played_move.variations] == [["d2d4"]]
    assert [move.text for move in chapter.moves] == list(timeline.texts)


def test_button_opens_finished_game_as_study() -> None:
    finished_id = next(id for id in FINISHED_IDS if id.startswith("sensei"))
    tab = Tab(Storage({KEY_PREFIX + finished_id: TEXTS[KEY_PREFIX + finished_id]}), f"#/play/{finished_id}")
    tab.click("study.from_game")
    assert tab.browser.address().startswith("#/study/")
    tab.back()
    assert tab.game_id == finished_id, "the game is unchanged"


def open_review() -> tuple[Tab, str]:
    """Return a tab with the review of a finished game of Sensei, and the id of the game."""
    finished_id = next(id for id in FINISHED_IDS if id.startswith("sensei"))
    tab = Tab(Storage({KEY_PREFIX + finished_id: TEXTS[KEY_PREFIX + finished_id]}), f"#/play/{finished_id}")
    tab.click("play.review")
    return tab, finished_id


def read_stored_study(tab: Tab) -> Study:
    """Return the only study in the storage."""
    (text,) = (text for key, text in tab.storage.texts.items() if key.startswith(STUDIES))
    return parse_study(text)


def play_new_move(tab: Tab) -> str:
    """Play the first legal action that the displayed study does not contain, and return its text."""
    session = tab.controller.model.page
    assert isinstance(session, StudySession)
    played_texts = {session.chapter.texts(child)[-1] for child in session.study_node.children}
    action = next(
        candidate
        for candidate in session.table.actions
        if candidate.text not in played_texts and len(candidate.targets) == 2
    )
    for target in action.targets:
        tab.touch(target)
    return action.text


def test_different_move_in_review_becomes_variation() -> None:
    tab, id = open_review()
    line = saved_timeline(id).texts
    tab.send("do", "play.look", "3")
    tab.click("play.read", "review")  # viewing a ply opens the moves
    assert not tab.shows("play.continue"), "no second button would start another game"
    tab.click("study.from_game.3", id)
    session = tab.controller.model.page
    assert isinstance(session, StudySession)
    assert session.texts == line[:3], "the study opens at the viewed ply"
    played_move = play_new_move(tab)
    (chapter,) = read_stored_study(tab).chapters
    assert [move.text for move in chapter.moves] == list(line), "the main line is unchanged"
    assert [[move.text for move in variation] for variation in chapter.moves[3].variations] == [[played_move]]
    tab.back()
    assert tab.game_id == id
    assert sum(key.startswith(KEY_PREFIX) for key in tab.storage.texts) == 1, "the storage has one game"


def test_review_moves_join_same_study() -> None:
    tab, id = open_review()
    for at in ("3", "1"):
        if tab.shows("play.now"):
            tab.click("play.now")
        if tab.shows("play.review"):
            tab.click("play.review")
        tab.send("do", "play.look", at)
        tab.click(f"study.from_game.{at}", id)
        play_new_move(tab)
        tab.back()
    (chapter,) = read_stored_study(tab).chapters
    assert [at for at, move in enumerate(chapter.moves) if move.variations] == [1, 3]
    tab.send("do", "study.from_game", id)
    session = tab.controller.model.page
    assert isinstance(session, StudySession), "the game's study button opens the same study"
    assert session.study == read_stored_study(tab)


def test_study_without_notes_is_separate_from_review() -> None:
    """A review creates a new study with comments even if a study of the same game without comments exists."""
    timeline = create_finished_chess()
    chapter_without_review = chapters.from_game(timeline)
    verdicts = tuple(
        Verdict(turn.start, turn.end, turn.player, 0, -500, ("d2d4",) if turn.start == 2 else ())
        for turn in review_turns(timeline)
    )
    chapter_with_comments = chapters.from_review(timeline, verdicts)
    assert chapters.contains_chapter(chapter_without_review, chapter_without_review)
    assert chapters.contains_chapter(chapter_with_comments, chapter_without_review)
    assert not chapters.contains_chapter(chapter_without_review, chapter_with_comments)
    different_game = replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), ("e2e4", "resign 2")), GAMES)
    assert not chapters.contains_chapter(chapters.from_game(different_game), chapter_without_review)


def test_different_move_without_review_starts_new_game() -> None:
    finished_id = next(id for id in FINISHED_IDS if id.startswith("sensei"))
    tab = Tab(Storage({KEY_PREFIX + finished_id: TEXTS[KEY_PREFIX + finished_id]}), f"#/play/{finished_id}/3")
    assert (tab.shows("play.continue"), tab.shows("study.from_game.3")) == (True, False)
    tab.touch("a1")
    assert "a new game" in tab.announcement


def test_reviewed_game_offers_variation_and_new_game() -> None:
    tab, _game_id = open_review()
    tab.click("play.read", "moves")
    tab.click("play.look", "3")
    assert (tab.shows("play.continue"), tab.shows("study.from_game.3")) == (True, True)
    tab.click("play.read", "review")
    assert (tab.shows("play.continue"), tab.shows("study.from_game.3")) == (False, True)
    tab.touch("a1")
    assert "as a variation" in tab.announcement
