"""Sharing: links open the same position in another browser and play on, snippets are escaped, secrets stay."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.play.session import Table, looked, open_table
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import Sharing
from ruleboard.app.storage.games import PREFIX
from ruleboard.engine.action import Action
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES
from tests.kit.playouts import playouts, spread
from tools.fake_browser import Storage, Tab, walk

PAGE = "https://example.org/play/index.html"
CHESS = ("e2e4", "e7e5", "j1>i1j1")
AFTER_E4 = "rtnbqkbntr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RTNBQKBNTR b KQkq e3 0 1"


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


# --- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_link_opens_what_everybody_could_see(game: str) -> None:
    """Whatever position of whatever game: the same public position, and, but at the end, it can be played on."""
    rules = GAMES[game]
    for playout in spread(playouts(game), 3):
        for at in spread(range(len(playout.states)), 4):
            table = _table(playout, at)
            address = format_route(shares.route(table))
            assert parse_route(address) == shares.route(table)
            assert address.isascii()
            assert not set(address) & set(' "<>`{}|\\^\n')
            tab = Tab(address=address)
            seen = rules.view(playout.states[at], None)
            assert rules.format_position(rules.view(tab.timeline.state, None)) == rules.format_position(seen)
            if rules.outcome(seen) is None:
                assert rules.legal_actions(tab.timeline.state)


def _table(playout: Any, at: int) -> Table:
    names = ("",) * playout.players()
    texts = [
        playout.game.format_action(state, action)
        for state, action in zip(playout.states[:at], playout.actions[:at], strict=True)
    ]
    return open_table("x", replay(Record(playout.game.id, playout.options, playout.seed, names, tuple(texts)), GAMES))


def test_a_link_is_kept_with_the_first_action_and_not_before() -> None:
    tab = Tab(address=format_route(Route("from", "tensor-chess", text=AFTER_E4)))
    assert tab.position == AFTER_E4
    assert "Ruleboard" in tab.browser.titles[-1]
    assert tab.storage.texts == {}
    tab.click("play.turn")
    tab.touch("e7")
    assert tab.storage.texts == {}
    assert tab.browser.address().startswith("#/from/")
    tab.touch("e5")
    (key,) = tab.storage.texts
    assert tab.browser.address() == "#/play/" + key.removeprefix(PREFIX)
    assert tab.browser.history_index == 0, "back leads to where one was before the link"
    tab.click("play.undo")
    assert tab.position == AFTER_E4
    again = tab.reloaded()
    assert again.position == AFTER_E4
    assert [str(entry) for entry in again.timeline.entries] == ["e7e5"]


def test_a_linked_game_is_named_and_kept() -> None:
    tab = Tab(address=format_route(Route("from", "tensor-chess", text=AFTER_E4)))
    tab.submit("play.rename", title="From a link", name_0="Ann", name_1="Bob")
    (text,) = [text for key, text in tab.storage.texts.items() if key.startswith(PREFIX)]
    assert json.loads(text)["players"] == ["Ann", "Bob"]
    assert json.loads(text)["start"] == AFTER_E4


def test_a_link_without_a_position_begins_the_game() -> None:
    tab = Tab(address="#/from/sensei")
    assert tab.position == "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
    assert tab.storage.texts == {}


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("#/from/tensor-chess/nonsense", "expected"),
        ("#/from/tensor-chess/" + AFTER_E4.replace("/", "%2F").replace(" ", "%20").replace("pppp", "pppk", 1), "king"),
        ("#/from/equilibrium/eyJwbGF5ZXJzIj", "cut off"),
        ("#/from/sensei/7", "Sensei"),
    ],
)
def test_a_bad_link_says_what_is_wrong_and_offers_the_start(address: str, said: str) -> None:
    tab = Tab(address=address)
    assert "This link cannot be opened" in tab.text
    assert said in tab.text
    game = address.split("/")[2]
    assert f"#/new/{game}" in [part[1].get("href") for part in tab.all("a")]
    assert tab.storage.texts == {}


def test_a_link_to_no_game_names_those_there_are() -> None:
    tab = Tab(address="#/from/checkers/x")
    assert "no game called “checkers”" in tab.text
    assert "Sensei" in tab.text


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(list(GAMES)))
@settings(max_examples=60)
def test_any_link_opens_or_says_why_not(text: str, game: str) -> None:
    tab = Tab(address=format_route(Route("from", game, text=text)))
    assert tab.controller.model.table or tab.not_found


def test_the_order_of_a_pile_does_not_travel() -> None:
    """Spec 'Text formats': without the pile's order, which is drawn anew for everybody who opens the link."""
    rules = GAMES["equilibrium"]
    playout = next(found for found in playouts("equilibrium") if any(len(state.pile) > 9 for state in found.states))
    at = next(at for at, state in enumerate(playout.states) if len(state.pile) > 9)
    state = playout.states[at]
    address = format_route(shares.route(_table(playout, at)))
    assert state.pile not in json.dumps(unquote(address))
    one, other = (shares.arriving("equilibrium", parse_route(address).text, seed) for seed in (1, 2))
    piles = [rules.parse_position(record.start or "").pile for record in (one, other)]
    assert sorted(piles[0]) == sorted(piles[1]) == sorted(state.pile)
    assert len({*piles, state.pile}) == 3


# --- snippets --------------------------------------------------------------------------------------------------------


class Snippet(HTMLParser):
    """What a page makes of a snippet: elements with attributes, and the text in them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError("nobody wrote a comment")


def board(record: Record) -> Table:
    return open_table("x", replay(record, GAMES))


@given(st.text(), st.text(), st.sampled_from(shares.MODES), st.booleans())
def test_whatever_people_write_is_text_in_a_snippet(caption: str, accept: str, mode: str, flipped: bool) -> None:
    table = board(Record("tensor-chess", {}, 0, ("<b>", '"'), CHESS, meta={"title": "</a><script>"}))
    sharing = Sharing("embed", PAGE, mode=mode, flipped=flipped)
    sharing = shares.chosen(shares.chosen(sharing, "caption", caption), "accept", accept)
    text = shares.snippet(table, sharing)
    snippet = Snippet(text)
    assert [tag for tag, _attrs in snippet.found] == ["script", "rule-board", "a", "img"]
    attrs = dict(snippet.found[1][1])
    assert attrs.get("caption", "") == sharing.caption
    assert attrs.get("accept", "") == (sharing.accept if mode == "find" else "")
    assert attrs["mode"] == mode
    assert ("flip" in attrs) == flipped
    rest = {"game", "position", "mode", "accept", "flip", "caption", "marks", "style"}
    assert set(attrs) <= rest


def test_a_snippet_names_the_page_it_comes_from() -> None:
    table = looked(board(Record("tensor-chess", {}, 0, ("", ""), CHESS)), 1)
    snippet = Snippet(shares.snippet(table, Sharing("embed", PAGE)))
    assert snippet.found[0][1] == {"src": "https://example.org/play/embed.js", "defer": ""}
    assert snippet.found[1][1]["position"] == AFTER_E4
    assert snippet.found[1][1]["marks"] == "last:e2;last:e4"
    assert snippet.found[2][1]["href"] == PAGE + format_route(Route("from", "tensor-chess", text=AFTER_E4))
    assert "Tensor Chess" in (snippet.found[3][1]["alt"] or "")
    assert snippet.found[3][1]["src"] == "tensor-chess-white-black.svg"
    bare = Snippet(shares.snippet(table, shares.chosen(Sharing("embed", PAGE), "poster", "on")))
    assert [tag for tag, _attrs in bare.found] == ["script", "rule-board", "a"]
    assert "Tensor Chess" in bare.words


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
    assert "here only" in tab.text


# --- the dialog ------------------------------------------------------------------------------------------------------


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
    tab.change("share.choose.width", "600")
    tab.change("share.choose.coordinates", "on")
    tab.change("share.choose.paper", "on")
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


def test_the_dialog_is_empty_while_it_is_closed() -> None:
    tab = opened(at_table(), "text")
    assert fields(tab)
    tab.send("do", "share.toggle", "closed")
    assert fields(tab) == {}


# --- secrets ---------------------------------------------------------------------------------------------------------


LAYS = (("put r9", "put b8"), ("put y4", "put rT"))


@pytest.mark.parametrize("section", shares.SECTIONS)
def test_nothing_that_is_laid_unseen_is_shared(section: str) -> None:
    """Two tables that differ only in what somebody has laid unseen give the same words, links and pictures."""
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
            assert "tells what is still hidden" in tab.text
    assert found[0] == found[1]


def test_a_secret_answer_is_not_offered() -> None:
    record = Record("tensor-cards", {}, 1, ("", ""), ("lay r5 b2 y9", "lay r9 b8 yT"))
    table = looked(board(record), 1)
    assert isinstance(table.timeline.entries[1], Action)
    assert shares.begun(table, PAGE, native=False).accept == ""


def test_the_record_with_a_hidden_pile_is_not_shown() -> None:
    playout = next(found for found in playouts("equilibrium") if any(state.pile for state in found.states))
    at = next(at for at, state in enumerate(playout.states) if state.pile)
    assert shares.record(_table(playout, at)) is None


# --- on paper --------------------------------------------------------------------------------------------------------


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
    """The lines of the moves on paper: what stands before a line, and a text for each turn in it."""
    tab = at_table(game, *actions)
    opened(tab, "text")
    tab.click("share.print_moves")
    (record,) = [part for part in tab.all("section") if "record" in part[1].get("class", "")]
    (moves,) = [part for part in walk(record) if part[0] == "ol"]
    return [[_words(column) for column in line[2]] for line in moves[2]]


def _words(element: Any) -> str:
    return "".join(part[2] for part in walk(element) if isinstance(part[2], str))


def test_turns_without_labels_are_numbered_on_paper() -> None:
    """Sensei's notation numbers nothing; an ending that is told below is not told twice."""
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
        pictures.append(tab.play_page.printing)
    assert pictures[0] == pictures[1] != ""


def test_choices_that_are_not_there_change_nothing() -> None:
    sharing = Sharing()
    for name, value in (
        ("section", "x"),
        ("width", "7"),
        ("mode", ""),
        ("picture", "<svg/>"),
        ("page", "x"),
        ("x", ""),
    ):
        assert shares.chosen(sharing, name, value) == sharing
    assert shares.chosen(sharing, "title", "a " * 500).title == "a " * 99 + "a"
