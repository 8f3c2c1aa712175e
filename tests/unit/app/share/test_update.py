"""Test the share dialog on the page: links, pictures, tasks and prints, without hidden information."""

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
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import Parameters, parse_fragment, parse_parameters
from ruleboard.engine import game_link
from ruleboard.engine.record import Record, format_record
from tests.support.html_elements import parse_elements
from tests.support.playouts import create_playouts, select_evenly_spaced
from tests.unit.app.share.examples import CHESS_ACTIONS, PAGE_URL, POSITION_AFTER_E4
from tools.fake_browser import Storage, Tab, walk


def open_game(game: str = "tensor-chess", *actions: str, **record_fields: Any) -> Tab:
    record = Record(game, {}, 5, ("Ada", "Ben"), actions, **record_fields)
    return Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x")


def open_tab(tab: Tab, section: str) -> Tab:
    """Open a section of the dialog, and return the tab."""
    tab.send("do", "share.toggle", "open")
    tab.click("share.choose.section", section)
    tab.idle()
    return tab


def read_dialog_fields(tab: Tab) -> dict[str, str]:
    """Return the texts in the dialog by the ids of their fields."""
    return {field[1]["id"]: field[2] for field in tab.all("textarea")}


# --- the dialog ------------------------------------------------------------------------------------------------------


MATE_PROBLEM = ("3r1k2r1/p1p6p/1T3p2p1/1p5p2/1P2pP4/P1Pt4P1/3P4t1/K4b4 b - - 0 42", ("d8d2", "b6a6", "d3d1"))
"""A position in which Black mates in two, and the moves."""


def open_finished_game() -> Tab:
    start, actions = MATE_PROBLEM
    return open_game("tensor-chess", *actions, start=start)


@pytest.mark.parametrize(
    ("actions", "ply", "is_end"),
    [(MATE_PROBLEM[1], 3, True), (MATE_PROBLEM[1], 1, False), (("d8d2", "resign 1"), 2, False)],
)
def test_sentence_about_link_fits_the_viewed_position(actions: tuple[str, ...], ply: int, is_end: bool) -> None:
    tab = open_game("tensor-chess", *actions, start=MATE_PROBLEM[0])
    tab.click("play.look", str(ply))
    text = open_tab(tab, "link").text
    assert ("sees how the game ended" in text) == is_end
    assert ("can play on from here" in text) != is_end


def test_opponent_and_side_reach_the_other_page() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "embed")
    tab.change("share.choose.mode", "play")
    assert "opponent=" not in read_dialog_fields(tab)["share-embed"]
    tab.change("share.choose.opponent", "3")
    assert 'opponent="3" seat="2"' in read_dialog_fields(tab)["share-embed"], "the side to move"
    tab.change("share.choose.seat", "1")
    assert parse_embedded_parameters(tab).opponent == 3
    assert parse_embedded_parameters(tab).seat == 1


def parse_embedded_parameters(tab: Tab) -> Parameters:
    """Return the parameters of the board in the snippet."""
    tab.change("share.choose.form", "frame")
    source = unescape(read_dialog_fields(tab)["share-embed"].partition('src="')[2].partition('"')[0])
    return parse_fragment(source.partition("#")[2])


def test_mate_is_a_task_that_any_winning_move_solves() -> None:
    tab = open_finished_game()
    tab.click("play.look", "0")
    open_tab(tab, "embed")
    tab.change("share.choose.scope", "position")
    tab.change("share.choose.mode", "find")
    assert parse_embedded_parameters(tab).goal == "line"
    tab.change("share.choose.accept", ";".join(MATE_PROBLEM[1]))
    board = open_board(parse_embedded_parameters(tab))
    assert board.exercise
    assert board.parameters.goal == "win"
    tab.change("share.choose.goal", "line")
    assert parse_embedded_parameters(tab).goal == "line"
    tab.change("share.choose.goal", "position")
    tab.change("share.choose.accept", ";".join(MATE_PROBLEM[1][:2]))
    assert "share-embed" not in read_dialog_fields(tab), "the answer ends with a turn of the other side"


def test_share_explains_how_links_get_pictures() -> None:
    """The dialog names the command that makes pages with pictures for chats."""
    tab = open_finished_game()
    open_tab(tab, "embed")
    assert "share-pages" in tab.text


def test_whole_game_keeps_names_and_result() -> None:
    tab = open_tab(open_finished_game(), "embed")
    heading = parse_embedded_parameters(tab).heading
    assert "Ada – Ben" in heading
    assert tab.timeline.outcome.reason in heading
    tab.change("share.choose.scope", "position")
    assert not parse_embedded_parameters(tab).heading


@pytest.mark.parametrize("mode", ["play", "find"])
def test_playable_moves_have_no_result_as_heading(mode: str) -> None:
    tab = open_finished_game()
    tab.click("play.look", "1")
    open_tab(tab, "embed")
    tab.change("share.choose.scope", "game")
    tab.change("share.choose.begin", "here")
    tab.change("share.choose.mode", mode)
    assert parse_embedded_parameters(tab).heading == "Ada – Ben"
    tab.change("share.choose.heading", "A game")
    assert parse_embedded_parameters(tab).heading == "A game"


@pytest.mark.parametrize(("scope", "has_moves"), [("position", False), ("game", True)])
def test_finished_position_offers_no_opponent(scope: str, has_moves: bool) -> None:
    tab = open_tab(open_finished_game(), "embed")
    tab.change("share.choose.begin", "here")
    tab.change("share.choose.scope", "position")
    tab.click("play.look", "0")
    tab.change("share.choose.mode", "play")
    tab.change("share.choose.opponent", "3")
    assert parse_embedded_parameters(tab).opponent == 3
    tab.change("share.choose.scope", scope)
    tab.click("play.look", str(len(MATE_PROBLEM[1])))
    assert parse_embedded_parameters(tab).opponent == 0
    assert ("can only undo" in tab.text) == has_moves
    assert ("can only look" in tab.text) != has_moves


def test_link_behind_a_task_does_not_show_the_answer() -> None:
    tab = open_finished_game()
    tab.click("play.look", "0")
    open_tab(tab, "embed")
    tab.change("share.choose.scope", "game")
    assert "#/game/" in read_dialog_fields(tab)["share-embed"]
    tab.change("share.choose.mode", "find")
    assert "#/from/" in read_dialog_fields(tab)["share-embed"]


@pytest.mark.parametrize("game", ["sensei", "tensor-chess", "tesulda"])
def test_moves_as_text_fit_the_attribute(game: str) -> None:
    """The moves and the other attributes together describe a board with the same options, deal and start."""
    for playout in select_evenly_spaced(create_playouts(game), 4):
        texts, rules = tuple(map(str, playout.actions[:8])), playout.game
        names, start = ("",) * playout.player_count(), rules.format_position(playout.states[4])
        for record in (
            Record(game, playout.options, playout.seed, names, texts),
            Record(game, playout.options, playout.seed, names, texts[4:], start=start),
        ):
            tab = open_tab(Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x"), "text")
            fields = read_dialog_fields(tab)
            attributes = f"moves='{fields['text-actions']}' {fields.get('text-attributes', '')}"
            ((_tag, values),) = parse_elements(f"<p game='{game}' {attributes}>")
            board = open_board(parse_parameters(values))
            assert board.start.texts == tab.timeline.texts
            assert board.position == tab.position


def test_task_accepts_next_played_and_legal_actions() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS)
    tab.click("play.look", "1")
    open_tab(tab, "embed")
    tab.change("share.choose.mode", "find")
    assert 'accept="e7e5"' in read_dialog_fields(tab)["share-embed"]
    tab.change("share.choose.accept", "e7e4")
    assert "share-embed" not in read_dialog_fields(tab)
    assert "A pawn moves one square" in tab.text
    tab.change("share.choose.accept", "")
    assert "Enter the move" in tab.text
    tab.change("share.choose.accept", "e7e6")
    assert 'accept="e7e6"' in read_dialog_fields(tab)["share-embed"]


def test_page_from_file_explains_need_for_hosting() -> None:
    tab = open_game()
    tab.browser.page_url = "file:///home/ann/ruleboard.html"
    open_tab(tab, "embed")
    assert read_dialog_fields(tab) == {}
    assert "web server" in tab.text
    tab.click("share.choose.section", "link")
    assert read_dialog_fields(tab)["share-link"].startswith("file:///home/ann/ruleboard.html#/from/tensor-chess/")
    assert "only opens here" in tab.text


def test_link_contains_viewed_position() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS)
    tab.click("play.look", "1")
    open_tab(tab, "link")
    address = read_dialog_fields(tab)["share-link"]
    assert address.startswith(PAGE_URL + "#/from/")
    second_tab = Tab(address="#" + address.partition("#")[2])
    assert second_tab.position == POSITION_AFTER_E4 == tab.position


def test_native_share_is_used_when_available() -> None:
    tab = open_game()
    tab.send("do", "share.toggle", "open")
    assert not tab.shows("share.pass_on")
    assert "Share …" not in tab.text
    assert tab.shows("share.choose.section", "link")
    tab.send("do", "share.toggle", "closed")
    tab.browser.can_share_links = True
    tab.send("do", "share.toggle", "open")
    tab.click("share.pass_on")
    assert tab.browser.shared == [("Ada – Ben", read_dialog_fields(open_tab(tab, "link"))["share-link"])]


def test_picture_has_selected_content() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "picture")
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
    step_numbers = ["1", "2"]  # of the paths of the last turn, in which a piece propels a beast
    assert [node.text for node in root.iter(f"{svg}text")] == ["A <fine> day", *step_numbers]
    tab.click("share.download_png")
    assert tab.browser.pngs == [("tensor-chess-ada-ben.png", text)]
    (preview,) = [part for part in tab.all("img") if part[1].get("src", "").startswith("data:image/svg+xml,")]
    assert unquote(preview[1]["src"].partition(",")[2]) == text


def test_picture_follows_board_and_side() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "picture")
    first = tab.play_page.share_choices
    assert first
    assert 'data-position="' + tab.position in first.picture
    tab.key("[")
    second = tab.play_page.share_choices
    assert second
    assert 'data-position="' + tab.position in second.picture
    assert second.picture != first.picture
    tab.change("share.choose.flipped", "on")
    third = tab.play_page.share_choices
    assert third
    assert third.picture != second.picture


def test_failed_picture_is_reported() -> None:
    tab = open_tab(open_game(), "picture")
    tab.browser.can_draw_png = False
    tab.click("share.download_png")
    tab.idle()
    assert any("couldn’t draw" in notice for notice in tab.notices)


def test_picture_waits_for_stylesheet() -> None:
    tab = open_game()
    tab.browser.is_online = False
    open_tab(tab, "picture")
    tab.idle()
    assert tab.play_page.share_choices
    assert not tab.play_page.share_choices.picture
    assert len(tab.notices) == 1
    tab.browser.is_online = True
    tab.change("share.choose.flipped", "on")
    tab.idle()
    assert tab.play_page.share_choices.picture
    assert not tab.notices


def test_closed_dialog_is_empty() -> None:
    tab = open_tab(open_game(), "text")
    assert read_dialog_fields(tab)
    tab.send("do", "share.toggle", "closed")
    assert read_dialog_fields(tab) == {}


# --- hidden information ----------------------------------------------------------------------------------------------


PLACEMENTS = (("put r9", "put b8"), ("put y4", "put rT"))


@pytest.mark.parametrize("section", shares.SECTIONS)
def test_hidden_placement_is_not_shared(section: str) -> None:
    """The texts, links and pictures are equal for two tables that differ only in hidden cards."""
    contents = []
    for placements in PLACEMENTS:
        tab = open_game("tensor-cards", *placements)
        tab.click("play.uncover")
        open_tab(tab, section)
        share_choices = tab.play_page.share_choices
        assert share_choices
        contents.append((read_dialog_fields(tab), share_choices.picture))
        if section == "text":
            assert "text-record" not in read_dialog_fields(tab)
            assert "deciding in secret" in tab.text
    assert contents[0] == contents[1]


def test_new_game_has_no_moves_and_speaks_of_nothing_hidden() -> None:
    """The dialog of a new card game lists no moves and mentions no hidden cards, since players have placed none."""
    tab = open_game("tensor-cards")
    for section in shares.SECTIONS:
        open_tab(tab, section)
        assert "hidden" not in tab.text
    open_tab(tab, "text")
    assert read_dialog_fields(tab).keys() == {"text-position"}
    assert not tab.shows("share.print_moves")
    assert "deciding in secret" in tab.text


# --- prints ----------------------------------------------------------------------------------------------------------


def test_printed_position_is_independent_of_screen() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS, meta={"title": "Club night"})
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


def test_printed_moves_end_at_current_ply() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS, "resign 2")
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    tab.click("play.undo")
    open_tab(tab, "text")
    tab.click("share.print_moves")
    assert tab.browser.prints == 1
    (record,) = [part for part in tab.all("section") if "record" in part[1].get("class", "")]
    record_json = json.dumps(record)
    assert "e4" in record_json
    assert "e5" in record_json
    assert "R>i1j1" not in record_json
    assert "resigned" not in record_json
    tab.send("do", "share.printed")
    assert not [part for part in tab.all("section") if "record" in part[1].get("class", "")]


def _find_printed_lines(game: str, *actions: str) -> list[list[str]]:
    """Return the printed lines of the moves. Each line has a label and the text of each turn."""
    tab = open_game(game, *actions)
    open_tab(tab, "text")
    tab.click("share.print_moves")
    (record,) = [part for part in tab.all("section") if "record" in part[1].get("class", "")]
    (moves,) = [part for part in walk(record) if part[0] == "ol"]
    return [[_collect_words(column) for column in line[2]] for line in moves[2]]


def _collect_words(element: Any) -> str:
    return "".join(part[2] for part in walk(element) if isinstance(part[2], str))


def test_unlabelled_turns_are_numbered_on_paper() -> None:
    """Printed turns have numbers even in Sensei, whose notation has none, and the ending is printed below them."""
    actions = ("b1-b5", "end", "a7-a3", "end", "c1-c3", "resign 1")
    lines = _find_printed_lines("sensei", *actions)
    assert lines == [["1.", "b1-b5 ", "a7-a3 "], ["2.", "c1-c3 … "]]  # an unfinished turn


def test_turn_labels_appear_on_paper() -> None:
    assert _find_printed_lines("tensor-chess", *CHESS_ACTIONS) == [["1.", "e4 ", "e5 "], ["2.", "R>i1j1 "]]


def test_printing_hides_secrets() -> None:
    pictures = []
    for placements in PLACEMENTS:
        tab = open_game("tensor-cards", *placements)
        tab.click("play.uncover")
        tab.click("share.print_position")
        tab.idle()
        pictures.append(tab.play_page.print_content)
    assert pictures[0] == pictures[1] != ""


# --- whole games -----------------------------------------------------------------------------------------------------


def test_game_link_opens_copy_at_end() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS, meta={"title": "Club night"})
    tab.click("play.look", "1")
    open_tab(tab, "link")
    address = read_dialog_fields(tab)["share-game"]
    assert address.startswith(PAGE_URL + "#/game/1")
    second_tab = Tab(address="#" + address.partition("#")[2])
    assert second_tab.timeline.texts == tab.timeline.texts
    assert second_tab.timeline.record.players == ("Ada", "Ben")
    assert second_tab.storage.texts == {}
    legal_action = second_tab.timeline.game.legal_actions(second_tab.timeline.state)[0]
    second_tab.touch(*legal_action.targets)
    (key,) = [key for key in second_tab.storage.texts if key.startswith(KEY_PREFIX)]
    assert json.loads(second_tab.storage.texts[key])["actions"][-1] == legal_action.text
    assert key != KEY_PREFIX + "x"


def test_opponent_in_linked_game_waits_for_request() -> None:
    """The opponent waits for a request, because an immediate action would save a game that a person only views."""
    tab = open_game("sensei", "a1-a2", "end", seats=(0, 2))
    open_tab(tab, "link")
    second_tab = Tab(address="#" + read_dialog_fields(tab)["share-game"].partition("#")[2])
    second_tab.idle()
    assert second_tab.storage.texts == {}
    assert all(request.level == 1 for request in second_tab.browser.requests), "only the warm-up"
    second_tab.click("play.resume")
    assert second_tab.browser.requests[-1].level == 2


def test_long_linked_game_opens_in_slices() -> None:
    playout = create_playouts("tensor-chess")[0]
    texts = [
        playout.game.format_action(*pair) for pair in zip(playout.states[:120], playout.actions[:120], strict=True)
    ]
    tab = open_game("tensor-chess", *texts)
    open_tab(tab, "link")
    second_tab = Tab(address="#" + read_dialog_fields(tab)["share-game"].partition("#")[2])
    assert second_tab.main == "page-opening"
    second_tab.idle()
    assert second_tab.timeline.texts == tuple(texts)


@pytest.mark.parametrize(
    ("address", "reason"),
    [("#/game/1eNqrVkrLz1e", "damaged"), ("#/game/2abc", "newer version"), ("#/game/abc", "doesn’t contain a game")],
)
def test_unopenable_game_link_explains_why(address: str, reason: str) -> None:
    tab = Tab(address=address)
    assert "This link can’t be opened" in tab.text
    assert reason in tab.text


def test_game_with_secret_has_no_link_or_snippet() -> None:
    """A game of Equilibrium has no link and no snippet, since its pile is hidden until the end."""
    tab = open_game("equilibrium")
    tab.touch(*tab.timeline.game.legal_actions(tab.timeline.state)[0].targets)
    open_tab(tab, "link")
    assert "share-game" not in read_dialog_fields(tab)
    assert "once everything hidden has been revealed" in tab.text
    tab.click("share.choose.section", "embed")
    tab.change("share.choose.scope", "game")
    assert "share-embed" not in read_dialog_fields(tab)
    assert not tab.all("rule-board")


def read_snippet_poster(tab: Tab) -> str:
    """Return the picture in the snippet, as the text of an SVG file."""
    match = re.search(r'<img src="data:image/svg\+xml,([^"]*)"', read_dialog_fields(tab)["share-embed"])
    assert match
    return unquote(unescape(match[1]))


def test_snippet_contains_light_and_dark_picture() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "embed")
    first = read_snippet_poster(tab)
    root = ElementTree.fromstring(first)
    assert (root.get("width"), root.get("height")) == ("480", "392")  # ten files and eight ranks, with coordinates
    assert "@media(prefers-color-scheme:dark)" in first
    ids = set(re.findall(r"id='([^']*)'", first))
    assert set(re.findall(r"href='#([^']*)'", first)) <= ids
    tab.change("share.choose.flipped", "on")
    turned_poster = read_snippet_poster(tab)
    assert turned_poster != first
    tab.change("share.choose.theme", "dark")
    dark_poster = read_snippet_poster(tab)
    assert "prefers-color-scheme" not in dark_poster
    tab.change("share.choose.last_move", "on")
    tab.change("share.choose.marked", "danger:a1")
    assert read_snippet_poster(tab) != dark_poster


def test_invalid_square_is_reported_and_prevents_copying() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "embed")
    tab.change("share.choose.marked", "z99")
    assert "z99" in tab.text
    assert "share-embed" not in read_dialog_fields(tab)
    assert not tab.all("rule-board")
    tab.change("share.choose.marked", "danger:e4")
    assert "share-embed" in read_dialog_fields(tab)


def test_printed_position_is_diagram_in_any_section() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "embed")
    tab.send("do", "share.print_position")
    assert "<title>" in tab.play_page.print_content


def test_sharing_leads_to_editor_with_position() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "text")
    addresses = [
        attrs["href"] for _tag, attrs, _inside in tab.all("a") if attrs["href"].startswith("#/edit/tensor-chess/")
    ]
    route = parse_route(addresses[-1])
    assert route.text == read_dialog_fields(tab)["text-position"]


def test_plain_frame_has_room_for_all_lines_of_its_caption() -> None:
    tab = open_tab(open_finished_game(), "embed")
    tab.change("share.choose.form", "frame")
    heights = []
    for caption in ("", "Short", "long " * 59):
        tab.change("share.choose.caption", caption)
        (height,) = re.findall(r'height="(\d+)"', read_dialog_fields(tab)["share-embed"])
        heights.append(int(height))
    assert heights[0] < heights[1] < heights[2] - 50


def test_preview_is_real_element_and_sets_frame_height() -> None:
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "embed")
    for name, value in (("mode", "play"), ("hints", "on"), ("theme", "dark"), ("language", "fr"), ("caption", "Soir")):
        tab.change(f"share.choose.{name}", value)
    (board,) = tab.all("rule-board")
    preview_attributes = ("class", "data-do", "data-on", "data-key")
    attributes = {name: text for name, text in board[1].items() if name not in preview_attributes}
    snippet = read_dialog_fields(tab)["share-embed"]
    assert all(f'{name}="{value}"' in snippet for name, value in attributes.items())
    assert {
        "mode": "play",
        "hints": "yes",
        "theme": "dark",
        "lang": "fr",
        "caption": "Soir",
    }.items() <= attributes.items()
    tab.change("share.choose.poster", "")
    (started_board,) = tab.all("rule-board")
    assert started_board[1]["autostart"] == "yes"
    assert started_board[1]["data-key"] != board[1]["data-key"], "an element starts by itself only when it is new"
    tab.change("share.choose.poster", "on")
    tab.change("share.choose.form", "frame")
    tab.send("do", "share.choose.embed_height", "480x613")
    assert 'height="613"' in read_dialog_fields(tab)["share-embed"]
    tab.send("do", "share.choose.embed_height", "300x400")
    assert 'height="613"' in read_dialog_fields(tab)["share-embed"], "a narrower preview does not set the height"
    ((_tag, frame, _inside),) = tab.all("iframe")
    frame_line = read_dialog_fields(tab)["share-embed"]
    assert all(f'{name}="{escape(frame[name])}"' in frame_line for name in ("src", "title", "height"))
    assert not tab.all("rule-board")
    tab.change("share.choose.caption", "Nuit")
    assert tab.all("iframe")[0][1]["src"] != frame["src"]


def test_card_board_coordinates_are_optional_in_snippet() -> None:
    """The option adds coordinates to the snippet, to its poster and to the board."""
    tab = open_tab(open_game("tensor-cards"), "embed")
    lines = [read_dialog_fields(tab)["share-embed"]]
    tab.change("share.choose.coordinates", "on")
    tab.idle()
    lines.append(read_dialog_fields(tab)["share-embed"])
    assert [' coordinates="yes"' in text for text in lines] == [False, True]
    assert len(lines[1]) > len(lines[0]) + 400, "the poster contains the numbers, too"


def test_card_coordinates_are_typed_as_displayed() -> None:
    """People type the coordinates that the near player sees. The snippet contains the names of the spaces."""
    tab = open_tab(open_game("tensor-cards"), "embed")
    tab.change("share.choose.marked", "danger:1/1; 2/3")
    assert 'marks="danger:6,0;4,1"' in read_dialog_fields(tab)["share-embed"]
    field = next(attrs for _tag, attrs, _inside in tab.all("input") if attrs.get("data-do") == "share.choose.marked")
    assert field["value"] == "danger:1/1;2/3"
    tab.change("share.choose.flipped", "on")
    assert 'marks="danger:6,0;4,1"' in read_dialog_fields(tab)["share-embed"], "the highlighted spaces stay the same"
    field = next(attrs for _tag, attrs, _inside in tab.all("input") if attrs.get("data-do") == "share.choose.marked")
    assert field["value"] != "danger:1/1;2/3"
    tab.change("share.choose.marked", "9/9")
    assert "there’s no place '9/9' on this board" in tab.text
    assert re.search(r"places such as \d/\d, \d/\d, \d/\d", tab.text)


def test_card_position_text_shows_board_coordinates() -> None:
    tab = open_tab(open_game("tensor-cards"), "text")
    assert any("as Black sees" in attrs.get("aria-label", "") for _tag, attrs, _inside in tab.all("svg"))
    assert "As Black sees it, by column and row: red piece (column 2, row 3)" in tab.text
    tab.click("play.turn")
    assert any("as White sees" in attrs.get("aria-label", "") for _tag, attrs, _inside in tab.all("svg"))
    assert "As White sees it, by column and row: red piece (column 6, row 5)" in tab.text
    assert "Seen by" not in open_tab(open_game("sensei"), "text").text


def test_game_too_long_for_link_becomes_file(monkeypatch: pytest.MonkeyPatch) -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS)
    assert "share-game" in read_dialog_fields(open_tab(tab, "link"))
    monkeypatch.setattr(game_link, "MAX_LINKED_ACTIONS", 1)
    tab = open_tab(open_game("tensor-chess", *CHESS_ACTIONS), "link")
    assert "share-game" not in read_dialog_fields(tab)
    assert "The game is too long for a link." in tab.text
    tab.click("share.download_game")
    name, kind, text = tab.browser.downloads[-1]
    assert (name, kind) == ("tensor-chess-ada-ben.json", "application/json")
    second_tab = Tab(Storage(), "#/settings")
    second_tab.send("do", "library.import_files", json.dumps([text]))
    second_tab.visit("#/")
    assert "Ada – Ben" in second_tab.text
    (saved_text,) = (text for key, text in second_tab.storage.texts.items() if key.startswith(KEY_PREFIX))
    assert json.loads(saved_text)["actions"] == list(CHESS_ACTIONS)
