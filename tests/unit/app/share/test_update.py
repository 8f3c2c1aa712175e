"""The dialog that shares a game, as a person meets it: links, pictures, tasks, prints, and nothing that is hidden."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from ruleboard.app.routes import parse_route
from ruleboard.app.share import session as shares
from ruleboard.app.storage.games import PREFIX
from ruleboard.engine import game_link
from ruleboard.engine.record import Record, format_record
from tests.support.playouts import playouts
from tests.unit.app.share.examples import AFTER_E4, CHESS, PAGE
from tools.fake_browser import Storage, Tab, walk


def at_table(game: str = "tensor-chess", *actions: str, **more: Any) -> Tab:
    record = Record(game, {}, 5, ("Ada", "Ben"), actions, **more)
    return Tab(Storage({PREFIX + "x": format_record(record)}), "#/play/x")


def opened(tab: Tab, section: str) -> Tab:
    """The tab with the dialog open."""
    tab.send("do", "share.toggle", "open")
    tab.click("share.choose.section", section)
    tab.idle()
    return tab


def fields(tab: Tab) -> dict[str, str]:
    """The texts in the dialog, by the ids of their fields."""
    return {field[1]["id"]: field[2] for field in tab.all("textarea")}


# --- the dialog ------------------------------------------------------------------------------------------------------


def test_the_link_to_an_ended_position_promises_no_play() -> None:
    fools_mate = ("f2f3", "e7e5", "resign 1")
    assert "can play on from here" in opened(at_table("tensor-chess", *fools_mate[:2]), "link").text
    ended = opened(at_table("tensor-chess", *fools_mate), "link").text
    assert "sees how the game ended" in ended
    assert "can play on from here" not in ended


def test_a_task_takes_what_was_played_next_and_nothing_that_is_not_allowed() -> None:
    tab = at_table("tensor-chess", *CHESS)
    tab.click("play.look", "1")
    opened(tab, "embed")
    tab.change("share.choose.mode", "find")
    assert 'accept="e7e5"' in fields(tab)["share-embed"]
    tab.change("share.choose.accept", "e7e4")
    assert "share-embed" not in fields(tab)
    assert "A pawn moves straight ahead" in tab.text
    tab.change("share.choose.accept", "")
    assert "Say which action" in tab.text
    tab.change("share.choose.accept", "e7e6")
    assert 'accept="e7e6"' in fields(tab)["share-embed"]


def test_a_page_from_a_file_says_that_it_must_be_hosted() -> None:
    tab = at_table()
    tab.browser.page_url = "file:///home/ann/ruleboard.html"
    opened(tab, "embed")
    assert fields(tab) == {}
    assert "web server" in tab.text
    tab.click("share.choose.section", "link")
    assert fields(tab)["share-link"].startswith("file:///home/ann/ruleboard.html#/from/tensor-chess/")
    assert "only opens here" in tab.text


def test_the_link_is_of_the_position_one_looks_at_and_opens_elsewhere() -> None:
    tab = at_table("tensor-chess", *CHESS)
    tab.click("play.look", "1")
    tab.send("do", "share.toggle", "open")
    address = fields(tab)["share-link"]
    assert address.startswith(PAGE + "#/from/")
    other = Tab(address="#" + address.partition("#")[2])
    assert other.position == AFTER_E4 == tab.position


def test_where_the_device_can_pass_links_on_it_is_asked() -> None:
    tab = at_table()
    tab.send("do", "share.toggle", "open")
    assert not tab.shows("share.pass_on")
    tab.send("do", "share.toggle", "closed")
    tab.browser.sharing_supported = True
    tab.send("do", "share.toggle", "open")
    tab.click("share.pass_on")
    assert tab.browser.shared == [("Ada – Ben", fields(tab)["share-link"])]


def test_the_picture_is_what_was_chosen() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "picture")
    tab.change("share.choose.title", "  A  <fine> day ")
    tab.change("share.choose.picture_width", "600")
    tab.change("share.choose.coordinates", "on")
    tab.change("share.choose.for_print", "on")
    tab.click("share.download_svg")
    ((name, kind, text),) = tab.browser.downloads
    assert (name, kind) == ("tensor-chess-ada-ben.svg", "image/svg+xml")
    root = ElementTree.fromstring(text.encode())
    svg = "{http://www.w3.org/2000/svg}"
    assert root.get("width") == "600"
    assert root.findtext(f"{svg}title") == "A <fine> day"
    assert [node.text for node in root.iter(f"{svg}text")] == ["A <fine> day"]
    tab.click("share.download_png")
    assert tab.browser.pngs == [("tensor-chess-ada-ben.png", text)]
    (shown,) = [part for part in tab.all("img") if part[1].get("src", "").startswith("data:image/svg+xml,")]
    assert unquote(shown[1]["src"].partition(",")[2]) == text


def test_the_picture_follows_the_board_and_the_side() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "picture")
    first = tab.play_page.sharing
    assert first
    assert 'data-position="' + tab.position in first.picture
    tab.key("[")
    second = tab.play_page.sharing
    assert second
    assert 'data-position="' + tab.position in second.picture
    assert second.picture != first.picture
    tab.change("share.choose.flipped", "on")
    third = tab.play_page.sharing
    assert third
    assert third.picture != second.picture


def test_a_picture_that_cannot_be_painted_is_told() -> None:
    tab = opened(at_table(), "picture")
    tab.browser.png_supported = False
    tab.click("share.download_png")
    tab.idle()
    assert any("could not paint" in notice for notice in tab.notices)


def test_a_picture_without_its_style_sheet_is_not_drawn_until_it_is_there() -> None:
    tab = at_table()
    tab.browser.online = False
    opened(tab, "picture")
    tab.idle()
    assert tab.play_page.sharing
    assert not tab.play_page.sharing.picture
    assert len(tab.notices) == 1
    tab.browser.online = True
    tab.change("share.choose.flipped", "on")
    tab.idle()
    assert tab.play_page.sharing.picture
    assert not tab.notices


def test_the_dialog_is_empty_while_it_is_closed() -> None:
    tab = opened(at_table(), "text")
    assert fields(tab)
    tab.send("do", "share.toggle", "closed")
    assert fields(tab) == {}


# --- hidden information ----------------------------------------------------------------------------------------------


LAYS = (("put r9", "put b8"), ("put y4", "put rT"))


@pytest.mark.parametrize("section", shares.SECTIONS)
def test_nothing_that_is_laid_unseen_is_shared(section: str) -> None:
    """Two tables that differ in hidden cards alone give the same texts, links and pictures."""
    found = []
    for lays in LAYS:
        tab = at_table("tensor-cards", *lays)
        tab.click("play.uncover")
        opened(tab, section)
        sharing = tab.play_page.sharing
        assert sharing
        found.append((fields(tab), sharing.picture))
        if section == "text":
            assert "text-record" not in fields(tab)
            assert "would reveal what is still hidden" in tab.text
    assert found[0] == found[1]


# --- prints ----------------------------------------------------------------------------------------------------------


def test_the_position_is_printed_for_paper_whatever_is_on_the_screen() -> None:
    tab = at_table("tensor-chess", *CHESS, meta={"title": "Club night"})
    assert "Club night · Ben to move" in tab.text
    tab.click("share.print_position")
    tab.idle()
    assert tab.browser.prints == 1
    (picture,) = [part for part in tab.all("img") if "on-paper" in part[1].get("class", "")]
    root = ElementTree.fromstring(unquote(picture[1]["src"].partition(",")[2]).encode())
    assert root.get("data-position") == tab.position
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "Club night · Ben to move"
    tab.send("do", "share.printed")
    assert list(tab.all("img")) == []


def test_the_moves_are_printed_up_to_where_the_game_stands() -> None:
    tab = at_table("tensor-chess", *CHESS, "resign 2")
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    tab.click("play.undo")
    opened(tab, "text")
    tab.click("share.print_moves")
    assert tab.browser.prints == 1
    (record,) = [part for part in tab.all("section") if "record" in part[1].get("class", "")]
    printed = json.dumps(record)
    assert "e4" in printed
    assert "e5" in printed
    assert "R>i1j1" not in printed
    assert "resigned" not in printed
    tab.send("do", "share.printed")
    assert not [part for part in tab.all("section") if "record" in part[1].get("class", "")]


def _printed_lines(game: str, *actions: str) -> list[list[str]]:
    """The lines of the moves on paper: a label and a text for each turn."""
    tab = at_table(game, *actions)
    opened(tab, "text")
    tab.click("share.print_moves")
    (record,) = [part for part in tab.all("section") if "record" in part[1].get("class", "")]
    (moves,) = [part for part in walk(record) if part[0] == "ol"]
    return [[_words(column) for column in line[2]] for line in moves[2]]


def _words(element: Any) -> str:
    return "".join(part[2] for part in walk(element) if isinstance(part[2], str))


def test_turns_without_labels_are_numbered_on_paper() -> None:
    """Sensei's notation has no numbers; an ending that is printed below the moves is not printed twice."""
    actions = ("b1-b5", "end", "a7-a3", "end", "c1-c3", "resign 1")
    lines = _printed_lines("sensei", *actions)
    assert lines == [["1.", "b1-b5 ", "a7-a3 "], ["2.", "c1-c3 … "]]  # a turn that was not ended


def test_turns_with_labels_keep_them_on_paper() -> None:
    assert _printed_lines("tensor-chess", *CHESS) == [["1.", "e4 ", "e5 "], ["2.", "R>i1j1 "]]


def test_printing_keeps_a_secret() -> None:
    pictures = []
    for lays in LAYS:
        tab = at_table("tensor-cards", *lays)
        tab.click("play.uncover")
        tab.click("share.print_position")
        tab.idle()
        pictures.append(tab.play_page.print_content)
    assert pictures[0] == pictures[1] != ""


# --- whole games -----------------------------------------------------------------------------------------------------


def test_the_link_to_the_whole_game_opens_it_at_its_end_to_be_played_on_in_a_copy() -> None:
    tab = at_table("tensor-chess", *CHESS, meta={"title": "Club night"})
    tab.click("play.look", "1")
    tab.send("do", "share.toggle", "open")
    address = fields(tab)["share-game"]
    assert address.startswith(PAGE + "#/game/1")
    other = Tab(address="#" + address.partition("#")[2])
    assert other.timeline.texts == tab.timeline.texts
    assert other.timeline.record.players == ("Ada", "Ben")
    assert other.storage.texts == {}
    legal = other.timeline.game.legal_actions(other.timeline.state)[0]
    other.touch(*legal.targets)
    (key,) = [key for key in other.storage.texts if key.startswith(PREFIX)]
    assert json.loads(other.storage.texts[key])["actions"][-1] == legal.text
    assert key != PREFIX + "x"


def test_an_opponent_in_a_linked_game_waits_until_it_is_asked() -> None:
    """Its action would keep a game that somebody only looks at."""
    tab = at_table("sensei", "a1-a2", "end", seats=(0, 2))
    tab.send("do", "share.toggle", "open")
    other = Tab(address="#" + fields(tab)["share-game"].partition("#")[2])
    other.idle()
    assert other.storage.texts == {}
    assert all(request.level == 1 for request in other.browser.requests), "nothing but the warming up"
    other.click("play.resume")
    assert other.browser.requests[-1].level == 2


def test_a_long_linked_game_is_opened_in_slices() -> None:
    playout = playouts("tensor-chess")[0]
    texts = [playout.game.format_action(*one) for one in zip(playout.states[:120], playout.actions[:120], strict=True)]
    tab = at_table("tensor-chess", *texts)
    tab.send("do", "share.toggle", "open")
    other = Tab(address="#" + fields(tab)["share-game"].partition("#")[2])
    assert other.main == "page-opening"
    other.idle()
    assert other.timeline.texts == tuple(texts)


@pytest.mark.parametrize(
    ("address", "said"),
    [("#/game/1eNqrVkrLz1e", "damaged"), ("#/game/2abc", "newer version"), ("#/game/abc", "does not contain a game")],
)
def test_a_link_to_a_game_that_cannot_be_opened_says_why(address: str, said: str) -> None:
    tab = Tab(address=address)
    assert "This link cannot be opened" in tab.text
    assert said in tab.text


def test_a_game_with_a_secret_has_neither_link_nor_lines_and_says_so() -> None:
    """The pile of Equilibrium lies face down until the end."""
    tab = at_table("equilibrium")
    tab.touch(*tab.timeline.game.legal_actions(tab.timeline.state)[0].targets)
    opened(tab, "link")
    assert "share-game" not in fields(tab)
    assert "cannot be shared until" in tab.text
    tab.click("share.choose.section", "embed")
    tab.change("share.choose.scope", "game")
    assert "share-embed" not in fields(tab)
    assert not tab.all("rule-board")


def poster(tab: Tab) -> str:
    """The picture in the lines for another page, as the text of an SVG file."""
    found = re.search(r'<img src="data:image/svg\+xml,([^"]*)"', fields(tab)["share-embed"])
    assert found
    return unquote(unescape(found[1]))


def test_the_lines_hold_the_position_as_a_picture_light_and_dark() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "embed")
    first = poster(tab)
    root = ElementTree.fromstring(first)
    assert (root.get("width"), root.get("height")) == ("480", "392")  # ten files to eight ranks, with their names
    assert "@media(prefers-color-scheme:dark)" in first
    ids = set(re.findall(r"id='([^']*)'", first))
    assert set(re.findall(r"href='#([^']*)'", first)) <= ids
    tab.change("share.choose.flipped", "on")
    turned = poster(tab)
    assert turned != first
    tab.change("share.choose.theme", "dark")
    dark = poster(tab)
    assert "prefers-color-scheme" not in dark
    tab.change("share.choose.last_move", "on")
    tab.change("share.choose.marked", "danger:a1")
    assert poster(tab) != dark


def test_a_place_that_is_not_on_the_board_is_told_and_nothing_can_be_copied() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "embed")
    tab.change("share.choose.marked", "z99")
    assert "z99" in tab.text
    assert "share-embed" not in fields(tab)
    assert not tab.all("rule-board")
    tab.change("share.choose.marked", "danger:e4")
    assert "share-embed" in fields(tab)


def test_the_position_on_paper_is_the_diagram_whatever_section_is_open() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "embed")
    tab.send("do", "share.print_position")
    assert "<title>" in tab.play_page.print_content


def test_sharing_leads_to_the_editor_with_the_position() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "text")
    hrefs = [attrs["href"] for _tag, attrs, _inside in tab.all("a") if attrs["href"].startswith("#/edit/tensor-chess/")]
    here = parse_route(hrefs[-1])
    assert here.text == fields(tab)["text-position"]


def test_the_preview_is_the_very_element_and_gives_the_frame_its_height() -> None:
    tab = opened(at_table("tensor-chess", *CHESS), "embed")
    for name, value in (("mode", "play"), ("hints", "on"), ("theme", "dark"), ("language", "fr"), ("caption", "Soir")):
        tab.change(f"share.choose.{name}", value)
    (board,) = tab.all("rule-board")
    attributes = {name: text for name, text in board[1].items() if name not in ("class", "data-do", "data-on")}
    written = fields(tab)["share-embed"]
    assert all(f'{name}="{value}"' in written for name, value in attributes.items())
    assert {
        "mode": "play",
        "hints": "yes",
        "theme": "dark",
        "lang": "fr",
        "caption": "Soir",
    }.items() <= attributes.items()
    tab.change("share.choose.form", "frame")
    tab.send("do", "share.choose.embed_height", "480x613")
    assert 'height="613"' in fields(tab)["share-embed"]
    tab.send("do", "share.choose.embed_height", "300x400")
    assert 'height="613"' in fields(tab)["share-embed"], "a narrower preview says nothing about it"
    ((_tag, frame, _inside),) = tab.all("iframe")
    frame_line = fields(tab)["share-embed"]
    assert all(f'{name}="{escape(frame[name])}"' in frame_line for name in ("src", "title", "height"))
    assert not tab.all("rule-board")
    tab.change("share.choose.caption", "Nuit")
    assert tab.all("iframe")[0][1]["src"] != frame["src"]


def test_a_board_of_cards_has_its_coordinates_elsewhere_where_they_are_asked_for() -> None:
    """The lines, their poster and the board itself: none of them before that."""
    tab = opened(at_table("tensor-cards"), "embed")
    lines = [fields(tab)["share-embed"]]
    tab.change("share.choose.coordinates", "on")
    tab.idle()
    lines.append(fields(tab)["share-embed"])
    assert [' coordinates="yes"' in text for text in lines] == [False, True]
    assert len(lines[1]) > len(lines[0]) + 400, "the numbers are in the poster, too"


def test_places_of_the_card_game_are_typed_and_told_as_the_board_shows_them() -> None:
    """Black is nearest in another page, and White once the board is turned round; the lines keep the spaces' names."""
    tab = opened(at_table("tensor-cards"), "embed")
    tab.change("share.choose.marked", "danger:1/1; 2/3")
    assert 'marks="danger:6,0;4,1"' in fields(tab)["share-embed"]
    field = next(attrs for _tag, attrs, _inside in tab.all("input") if attrs.get("data-do") == "share.choose.marked")
    assert field["value"] == "danger:1/1;2/3"
    tab.change("share.choose.flipped", "on")
    assert 'marks="danger:6,0;4,1"' in fields(tab)["share-embed"], "what is pointed out stays where it is"
    field = next(attrs for _tag, attrs, _inside in tab.all("input") if attrs.get("data-do") == "share.choose.marked")
    assert field["value"] != "danger:1/1;2/3"
    tab.change("share.choose.marked", "9/9")
    assert "there is no place '9/9' on this board" in tab.text
    assert re.search(r"places such as \d/\d, \d/\d, \d/\d", tab.text)


def test_beside_the_text_of_a_position_of_the_card_game_stand_its_places_as_the_board_shows_them() -> None:
    tab = opened(at_table("tensor-cards"), "text")
    assert any("seen by Black" in attrs.get("aria-label", "") for _tag, attrs, _inside in tab.all("svg"))
    assert "Seen by Black, by column and row: red piece on column 2, row 3" in tab.text
    tab.click("play.turn")
    assert any("seen by White" in attrs.get("aria-label", "") for _tag, attrs, _inside in tab.all("svg"))
    assert "Seen by White, by column and row: red piece on column 6, row 5" in tab.text
    assert "Seen by" not in opened(at_table("sensei"), "text").text


def test_a_game_too_long_for_a_link_becomes_a_file_that_opens_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tab = at_table("tensor-chess", *CHESS)
    assert "share-game" in fields(opened(tab, "link"))
    monkeypatch.setattr(game_link, "MAX_LINKED_ACTIONS", 1)
    tab = opened(at_table("tensor-chess", *CHESS), "link")
    assert "share-game" not in fields(tab)
    assert "It is too long for a link." in tab.text
    tab.click("share.download_game")
    name, kind, text = tab.browser.downloads[-1]
    assert (name, kind) == ("tensor-chess-ada-ben.json", "application/json")
    other = Tab(Storage(), "#/settings")
    other.send("do", "library.import_files", json.dumps([text]))
    other.visit("#/")
    assert "Ada – Ben" in other.text
    (kept,) = (text for key, text in other.storage.texts.items() if key.startswith(PREFIX))
    assert json.loads(kept)["actions"] == list(CHESS)
