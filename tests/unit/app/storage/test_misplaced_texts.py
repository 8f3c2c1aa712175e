"""Test each kind of text at each place where a person can enter or choose one: the page names the kind and opens it.

The table has a row for each kind and a column for each place. A cell is the beginning of the address that the page
opens, or an empty text if the page only names the kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import pytest

from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.console.main import main
from ruleboard.engine.record import format_record
from ruleboard.engine.study import Chapter, Study, StudyMove
from ruleboard.engine.study_text import format_study
from ruleboard.engine.text_encoding import decode_text
from ruleboard.games.tensor_cards import data_files, library
from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army
from ruleboard.registry import GAMES
from ruleboard.text_kinds import Kind, kind_phrase, recognize
from tests.support.edited_texts import create_sensei_record
from tests.support.saved_games import LINKS, TEXTS
from tools.fake_browser import Storage, Tab

RECORD = format_record(create_sensei_record("a1-a4"))
STUDY = format_study(Study("Doors", chapters=(Chapter("tensor-chess", moves=(StudyMove("e2e4"),)),)))
BOARD = data_files.format_board(library.boards()["wide-gate"])
DECK_TEXT = data_files.format_deck(library.deck())
BOARDS_ADDRESS = "#/boards/tensor-cards"
ARMY_TEXT = format_army(DEFAULT_ARMY)
POSITIONS = {id: game.format_position(game.initial({}, 0)) for id, game in GAMES.items()}
GAME_LINK = next(iter(LINKS.values()))
PNG_HEADER = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


class Row(NamedTuple):
    """A kind of text.

    Attributes:
        text: an example.
        kind: the kind that the page recognises.
        opens: the beginning of the address that the page opens for a misplaced text; empty if the page only names the
            kind.
        homes: the places to which such texts belong.
        encoding: the encoding that the browser has guessed.
    """

    text: str
    kind: Kind
    opens: str
    homes: tuple[str, ...] = ()
    encoding: str = ""


ROWS = {
    "record": Row(RECORD, Kind.GAME, "#/play/", ("games",)),
    "list of records": Row(json.dumps({"games": [json.loads(RECORD)]}), Kind.GAME, "#/play/", ("games",)),
    "array of records": Row(json.dumps([json.loads(RECORD)]), Kind.GAME, "#/play/", ("games",)),
    "PGN game": Row('[White "Ada"]\n\n1. e4 e5 *\n', Kind.GAME, "#/play/", ("games", "studies")),
    "PGN of Sensei": Row('[Game "sensei"]\n\na1-a4 end *\n', Kind.GAME, "#/play/", ("games", "studies")),
    "study": Row(STUDY, Kind.STUDY, "#/study/", ("studies",)),
    "PGN study": Row('[StudyName "Doors"]\n\n1. e4 (1. d4) *\n', Kind.STUDY, "#/study/", ("studies",)),
    "move list": Row("a1-a4\na7-a5\n", Kind.MOVES, "#/play/", ("games",)),
    "move list of cards": Row("1.1 Black r2 b6 y5 White r8 b7 y1 toward-first\n", Kind.MOVES, "#/play/", ("games",)),
    "move list without a start": Row("Setup: setup T@0,0 V@1,-1\n", Kind.MOVES, ""),
    "board": Row(
        data_files.format_board(library.boards()["wide-gate"]), Kind.BOARD, "#/boards/tensor-cards/", "boards"
    ),
    "deck": Row(DECK_TEXT, Kind.BOARD, "#/boards/tensor-cards", ("boards",)),
    "army": Row(ARMY_TEXT, Kind.ARMIES, "#/new/tesulda", ("armies",)),
    "armies": Row(f"one: {ARMY_TEXT}\r\ntwo: {ARMY_TEXT}\r\n", Kind.ARMIES, "#/new/tesulda", ("armies",)),
    **{f"position of {id}": Row(text, Kind.POSITION, f"/{id}/", (id,)) for id, text in POSITIONS.items()},
    "address of a game": Row(GAME_LINK, Kind.ADDRESS, "#/game/"),
    "address of a page": Row("https://example.org/ruleboard/#/learn/sensei\n", Kind.ADDRESS, "#/learn/sensei"),
    "address of another site": Row("https://example.org/#/nonsense/1/2/3/4", Kind.ADDRESS, ""),
    "settings": Row(TEXTS["ruleboard/1/settings"], Kind.APP_DATA, ""),
    "progress": Row(TEXTS["ruleboard/1/progress"], Kind.APP_DATA, ""),
    "setups": Row(TEXTS["ruleboard/1/setups"], Kind.APP_DATA, ""),
    "picture": Row(*decode_text(PNG_HEADER)[:1], Kind.PICTURE, "", encoding="windows-1252"),
    "drawing": Row('<svg xmlns="http://www.w3.org/2000/svg"/>', Kind.PICTURE, ""),
    "empty": Row("", Kind.EMPTY, ""),
    "blank": Row("\ufeff \r\n", Kind.EMPTY, ""),
    "prose": Row("Dear Ada, here is the game.\n", Kind.OTHER, ""),
    "other JSON": Row('{"answer": 42}', Kind.OTHER, ""),
}


def choose_file(message: str, address: str) -> Callable[[Row], Tab]:
    """Return a function that chooses a file with a row's text on a page."""

    def enter_text(row: Row) -> Tab:
        tab = Tab(Storage(), address)
        tab.send("do", message, json.dumps([[row.text, row.encoding] if row.encoding else row.text]))
        tab.idle()
        return tab

    return enter_text


def create_paster(message: str, address: str) -> Callable[[Row], Tab]:
    """Return a function that pastes a row's text into a form on a page."""

    def enter_text(row: Row) -> Tab:
        tab = Tab(Storage(), address)
        tab.submit(message, text=row.text)
        tab.idle()
        return tab

    return enter_text


def paste_position(message: str, button: str, address: str) -> Callable[[Row], Tab]:
    """Return a function that pastes a row's text into a field for positions and clicks the button that opens it."""

    def enter_text(row: Row) -> Tab:
        tab = Tab(Storage(), address)
        tab.change(message, row.text)
        if tab.shows(button):
            tab.click(button)
            tab.idle()
        return tab

    return enter_text


def paste_army(row: Row) -> Tab:
    """Paste a text into the field for armies while a game is being set up, and click the button that opens it."""
    tab = Tab(Storage(), "#/new/tesulda")
    tab.change("new_game.option.setup", "build")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    tab.click("play.uncover")
    tab.submit("setups.paste", text=row.text)
    tab.idle()
    assert tab.announcement
    if tab.shows("app.go"):
        tab.click("app.go")
    return tab


PLACES: dict[str, tuple[str, str, Callable[[Row], Tab]]] = {
    "games, file": ("games", "#/settings", choose_file("library.import_files", "#/settings")),
    "games, pasted": ("games", "#/settings", create_paster("library.import_pasted", "#/settings")),
    "studies, file": ("studies", "#/", choose_file("study.import_files", "#/")),
    "boards, file": ("boards", BOARDS_ADDRESS, choose_file("workshop.import_file", BOARDS_ADDRESS)),
    "boards, pasted": ("boards", BOARDS_ADDRESS, create_paster("workshop.import_pasted", BOARDS_ADDRESS)),
    "editor": ("sensei", "#/edit/sensei", paste_position("editor.text", "editor.open", "#/edit/sensei")),
    "new game": ("sensei", "#/new/sensei", paste_position("new_game.start", "new_game.open", "#/new/sensei")),
    "armies": ("armies", "#/play/", paste_army),
}
"""For each place the kind of texts that belong there, its address, and a function that offers a text there."""


@pytest.mark.parametrize("name", ROWS)
def test_text_is_recognized(name: str) -> None:
    assert recognize(ROWS[name].text).kind is ROWS[name].kind


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ROWS)
def test_misplaced_text_is_named_and_opened(place: str, name: str) -> None:
    row, (list_name, address, enter_text) = ROWS[name], PLACES[place]
    if list_name in row.homes:
        return  # the tests of each place have these
    tab = enter_text(row)
    assert (row.opens or address) in unquote(tab.browser.address())
    if row.kind is not Kind.EMPTY and list_name != "armies":
        assert tab.announcement or tab.notices or any("error" in element[1].get("class", "") for element in tab.all())


@pytest.mark.parametrize("place", ["games, file", "games, pasted"])
@pytest.mark.parametrize("name", ["board", "deck"])
def test_board_among_games_is_stored(place: str, name: str) -> None:
    tab = PLACES[place][2](ROWS[name])
    assert json.loads(tab.storage.texts[SETUPS_KEY])["setups"]


VALID_FILES = {Kind.GAME, Kind.STUDY, Kind.BOARD, Kind.ARMIES, Kind.POSITION}


@pytest.mark.parametrize("name", ROWS)
def test_command_line_names_the_kind_of_a_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row, file = ROWS[name], tmp_path / "file"
    file.write_bytes(PNG_HEADER if name == "picture" else row.text.encode())
    assert main(["validate", str(file)]) == int(row.kind not in VALID_FILES)
    assert capsys.readouterr().err == "" or row.kind not in VALID_FILES
    assert main(["convert", str(file), "--to", "record"]) == (0 if row.kind is Kind.GAME else 2)
    message = capsys.readouterr().err
    if row.kind not in (Kind.GAME, Kind.EMPTY, Kind.OTHER):
        assert kind_phrase(recognize(row.text)) in message
    is_position = row.kind in (Kind.OTHER, Kind.EMPTY) or row.homes == ("sensei",)
    if not is_position:
        assert main(["diagram", "sensei", f"--position={row.text}"]) == 2
        assert kind_phrase(recognize(row.text)) in capsys.readouterr().err
