"""Test that each import recognises the type of a file by its content, and reports what it changes."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.storage.games import KEY_PREFIX as GAMES_PREFIX
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.studies import KEY_PREFIX as STUDIES_PREFIX
from ruleboard.engine.record import format_record
from ruleboard.engine.study import Chapter, Study, StudyMove
from ruleboard.engine.study_text import format_study, parse_study
from ruleboard.games.tensor_cards import data_files, library
from tests.support.edited_texts import create_sensei_record
from tools.fake_browser import Storage, Tab

RECORD = format_record(create_sensei_record("a1-a4"))
STUDY = format_study(Study("Doors", chapters=(Chapter("tensor-chess", moves=(StudyMove("e2e4"),)),)))
STUDY_PGN_TEXT = '[StudyName "Doors"]\n[ChapterName "One"]\n\n1. e4 (1. d4) *\n'
PGN_TEXT = '[White "Ada"]\n\n1. e4 e5 *\n'
BOARD = data_files.format_board(library.boards()["wide-gate"])
BOARD_NAME = "Wide Gate 2"

PLACES = {"games": ("library.import_files", "#/settings"), "studies": ("study.import_files", "#/")}
TEXTS_AND_PLACES = {
    "record": (RECORD, {"games": "games", "studies": "games"}),
    "many records": (json.dumps({"games": [json.loads(RECORD)]}), {"games": "games", "studies": "games"}),
    "study": (STUDY, {"games": "studies", "studies": "studies"}),
    "study as PGN": (STUDY_PGN_TEXT, {"games": "studies", "studies": "studies"}),
    "game as PGN": (PGN_TEXT, {"games": "games", "studies": "studies"}),
}
KEY_PREFIXES = {"games": GAMES_PREFIX, "studies": STUDIES_PREFIX}
PAGES = {"games": "play", "studies": "study"}


def import_files(place: str, *files: object) -> Tab:
    message, address = PLACES[place]
    tab = Tab(Storage(), address)
    tab.send("do", message, json.dumps(list(files)))
    tab.idle()
    return tab


def read_stored_ids(tab: Tab, place: str) -> list[str]:
    return [key for key in tab.storage.texts if key.startswith(KEY_PREFIXES[place])]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", TEXTS_AND_PLACES)
def test_file_is_recognised_by_content(place: str, kind: str) -> None:
    """An import recognises a file by its content, and opens the correct page from a wrong one."""
    text, expected_list = TEXTS_AND_PLACES[kind]
    tab = import_files(place, text)
    correct_list = expected_list[place]
    assert len(read_stored_ids(tab, correct_list)) == 1
    assert not read_stored_ids(tab, "games" if correct_list == "studies" else "studies")
    (notice,) = tab.notices
    assert notice == tab.announcement
    if correct_list == place:
        assert tab.browser.address() == PLACES[place][1]
        tab.click("app.go")
    assert tab.browser.address().startswith(f"#/{PAGES[correct_list]}/")


@pytest.mark.parametrize("place", PLACES)
def test_several_files_are_imported_without_opening(place: str) -> None:
    tab = import_files(place, RECORD, STUDY, BOARD)
    assert BOARD_NAME in tab.storage.texts[SETUPS_KEY]
    assert len(read_stored_ids(tab, "games")) == len(read_stored_ids(tab, "studies")) == 1
    assert tab.browser.address() == PLACES[place][1]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", ["", " \n", "\ufeff"])
def test_empty_file_is_reported(place: str, text: str) -> None:
    tab = import_files(place, text)
    assert not tab.storage.texts.keys() & {*read_stored_ids(tab, "games"), *read_stored_ids(tab, "studies")}
    assert "empty" in tab.notices[0]


@pytest.mark.parametrize("place", PLACES)
def test_guessed_encoding_is_reported(place: str) -> None:
    tab = import_files(place, [PGN_TEXT, "windows-1252"])
    assert "windows-1252" in tab.notices[0]


def test_unsupported_game_content_is_reported_and_study_preserves_it() -> None:
    text = "1. e4 {a comment} (1. d4) e5 $18 *"
    assert read_notices(import_files("games", text)).count("only studies keep") == 3
    tab = import_files("studies", text)
    assert "left out" not in read_notices(tab)
    (key,) = read_stored_ids(tab, "studies")
    (chapter,) = parse_study(tab.storage.texts[key]).chapters
    assert chapter.moves[0].note.comment == "a comment"
    assert chapter.moves[1].note.extras == ("$18",)


def read_notices(tab: Tab) -> str:
    return " ".join(tab.notices)


def test_invalid_game_is_named_and_others_are_imported() -> None:
    tab = import_files("games", "1. e4 *\n\n1. e5 *\n\n1. d4 *\n")
    assert len(read_stored_ids(tab, "games")) == 2
    assert "ame 2, line 3" in read_notices(tab)


@pytest.mark.parametrize("place", PLACES)
def test_long_pgn_is_imported_in_slices_with_progress(place: str) -> None:
    message, address = PLACES[place]
    tab = Tab(Storage(), address)
    tab.send("do", message, json.dumps(["1. e4 " + "(1. d4) " * 400]))
    assert "%" in read_notices(tab)
    assert not read_stored_ids(tab, place)
    tab.idle()
    assert len(read_stored_ids(tab, place)) == 1


def test_repeated_study_is_stored_once() -> None:
    tab = import_files("studies", STUDY, STUDY)
    assert len(read_stored_ids(tab, "studies")) == 1
    assert "1 study imported. 1 study was already here." in read_notices(tab)


def test_long_study_opens_in_slices_and_can_be_cancelled() -> None:
    tab = import_files("studies", "1. e4 " + "(1. d4) " * 900)
    tab.click("app.go")
    assert tab.main == "page-opening"
    tab.idle()
    assert tab.main == "page-study"
    address = tab.browser.address()
    tab.visit("#/")
    tab.visit(address)
    tab.visit("#/help")
    tab.idle()
    assert tab.main == "page-help"
