"""Test the share dialog's values: links that open the same position, snippets, and hidden information."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.board.changes import open_table
from ruleboard.app.board.history import view_at
from ruleboard.app.board.review import parse_actions
from ruleboard.app.board.table import Table
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareChoices
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.diagram import parse_stylesheets_by_look
from ruleboard.embed.parameters import parse_fragment, parse_parameters
from ruleboard.engine.action import Action
from ruleboard.engine.game_link import decompress
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tests.support.playouts import create_playouts, select_evenly_spaced
from tests.unit.app.share.examples import CHESS_ACTIONS, PAGE_URL, POSITION_AFTER_E4
from tools import diagrams
from tools.fake_browser import Tab


@pytest.mark.parametrize("ending", ["resign 1", "resign 2", "time 1", "draw agreed"])
@pytest.mark.parametrize("game", GAMES)
def test_ending_belongs_to_no_turn(game: str, ending: str) -> None:
    """An ending that is not a move does not change whether the dialog mentions an unfinished turn."""
    for playout in select_evenly_spaced(create_playouts(game), 3):
        for at in select_evenly_spaced(range(len(playout.states)), 4):
            table = _create_table(playout, at)
            if table.timeline.outcome is None and not table.timeline.is_hidden():
                ended_table = open_table("x", table.timeline.without_undone().end(ending))
                for scope in ("position", "game"):
                    choices = ShareChoices(scope=scope)
                    assert shares.is_mid_turn(ended_table, choices) <= shares.is_mid_turn(table, choices)


# --- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_link_opens_public_position(game: str) -> None:
    """A link opens a game at the same public position, which can be continued unless the game is over."""
    rules = GAMES[game]
    for playout in select_evenly_spaced(create_playouts(game), 3):
        for at in select_evenly_spaced(range(len(playout.states)), 4):
            table = _create_table(playout, at)
            address = format_route(shares.position_route(table))
            assert parse_route(address) == shares.position_route(table)
            assert address.isascii()
            assert not set(address) & set(' "<>`{}|\\^\n')
            tab = Tab(address=address)
            public_state = rules.view(playout.states[at], None)
            assert rules.format_position(rules.view(tab.timeline.state, None)) == rules.format_position(public_state)
            if rules.outcome(public_state) is None:
                assert rules.legal_actions(tab.timeline.state)


def _create_table(playout: Any, at: int) -> Table:
    names = ("",) * playout.player_count()
    texts = [
        playout.game.format_action(state, action)
        for state, action in zip(playout.states[:at], playout.actions[:at], strict=True)
    ]
    return open_table("x", replay(Record(playout.game.id, playout.options, playout.seed, names, tuple(texts)), GAMES))


def test_first_action_saves_linked_game() -> None:
    tab = Tab(address=format_route(Route("from", "tensor-chess", text=POSITION_AFTER_E4)))
    assert tab.position == POSITION_AFTER_E4
    assert "Ruleboard" in tab.browser.titles[-1]
    assert tab.storage.texts == {}
    tab.click("play.turn")
    tab.touch("e7")
    assert tab.storage.texts == {}
    assert tab.browser.address().startswith("#/from/")
    tab.touch("e5")
    (key,) = tab.storage.texts
    assert tab.browser.address() == "#/play/" + key.removeprefix(KEY_PREFIX)
    assert tab.browser.history_index == 0, "back leads to the page before the link"
    tab.click("play.undo")
    assert tab.position == POSITION_AFTER_E4
    reloaded_tab = tab.reload()
    assert reloaded_tab.position == POSITION_AFTER_E4
    assert [str(entry) for entry in reloaded_tab.timeline.entries] == ["e7e5"]


def test_linked_game_is_named_and_saved() -> None:
    tab = Tab(address=format_route(Route("from", "tensor-chess", text=POSITION_AFTER_E4)))
    tab.submit("play.rename", title="From a link", name_0="Ann", name_1="Bob")
    (text,) = [text for key, text in tab.storage.texts.items() if key.startswith(KEY_PREFIX)]
    assert json.loads(text)["players"] == ["Ann", "Bob"]
    assert json.loads(text)["start"] == POSITION_AFTER_E4


def test_link_without_position_starts_game() -> None:
    tab = Tab(address="#/from/sensei")
    assert tab.position == "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
    assert tab.storage.texts == {}


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("#/from/tensor-chess/nonsense", "expected"),
        (
            "#/from/tensor-chess/"
            + POSITION_AFTER_E4.replace("/", "%2F").replace(" ", "%20").replace("pppp", "pppk", 1),
            "king",
        ),
        ("#/from/equilibrium/eyJwbGF5ZXJzIj", "cut off"),
        ("#/from/sensei/7", "Sensei"),
    ],
)
def test_bad_link_explains_error_and_offers_start(address: str, reason: str) -> None:
    tab = Tab(address=address)
    assert "This link can’t be opened" in tab.text
    assert reason in tab.text
    game = address.split("/")[2]
    assert f"#/new/{game}" in [part[1].get("href") for part in tab.all("a")]
    assert tab.storage.texts == {}


def test_link_to_unknown_game_lists_games() -> None:
    tab = Tab(address="#/from/checkers/x")
    assert "no game called “checkers”" in tab.text
    assert "Sensei" in tab.text


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(list(GAMES)))
@settings(max_examples=60)
def test_any_link_opens_or_explains_why(text: str, game: str) -> None:
    tab = Tab(address=format_route(Route("from", game, text=text)))
    assert tab.controller.table or tab.not_found_message


def test_pile_order_is_not_shared() -> None:
    """The link omits the order of the pile (spec: Text formats).

    The app shuffles the pile again for each reader.
    """
    rules = GAMES["equilibrium"]
    playout = next(
        candidate
        for candidate in create_playouts("equilibrium")
        if any(len(state.pile) > 9 for state in candidate.states)
    )
    at = next(at for at, state in enumerate(playout.states) if len(state.pile) > 9)
    state = playout.states[at]
    address = format_route(shares.position_route(_create_table(playout, at)))
    assert state.pile not in json.dumps(unquote(address))
    first, second = (shares.linked_record("equilibrium", parse_route(address).text, seed) for seed in (1, 2))
    piles = [rules.parse_position(record.start or "").pile for record in (first, second)]
    assert sorted(piles[0]) == sorted(piles[1]) == sorted(state.pile)
    assert len({*piles, state.pile}) == 3


# --- snippets --------------------------------------------------------------------------------------------------------


MAX_LINES_LENGTH = 40_000
"""The maximum length of the lines for a position of Equilibrium, in characters."""


@pytest.mark.parametrize(("player_count", "seed", "ply_count"), [(2, 3, 54), (3, 1, 136), (4, 1, 172)])
def test_lines_of_equilibrium_stay_short(player_count: int, seed: int, ply_count: int) -> None:
    """The HTML lines stay short even for the longest of many random positions, as an element and as a plain frame."""
    rules, rng = GAMES["equilibrium"], Random(10 * seed + player_count)
    options = new_record_options(rules.options, {"players": str(player_count)})
    state = rules.initial(options, seed)
    for _ply in range(ply_count):
        state = rules.apply(state, rng.choice(rules.legal_actions(state)))
    record = Record(rules.id, options, seed, ("",) * player_count, start=rules.format_position(state))
    table, sheets = open_table("x", replay(record, GAMES)), parse_stylesheets_by_look(diagrams.read_stylesheet())
    for is_flipped in (False, True):
        poster_choices = shares.with_poster(
            table, ShareChoices(site=PAGE_URL, section="embed", is_flipped=is_flipped), sheets
        )
        for form in ("element", "frame"):
            assert len(shares.snippet(table, replace(poster_choices, form=form))) <= MAX_LINES_LENGTH


class Snippet(HTMLParser):
    """A parser for the elements of a snippet with their attributes, and for the text in it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a snippet has no comments")


def create_table(record: Record) -> Table:
    return open_table("x", replay(record, GAMES))


@given(st.text(), st.text(), st.sampled_from(["show", "play", "find"]), st.booleans())
def test_user_text_is_escaped_in_snippet(caption: str, accept: str, mode: str, flipped: bool) -> None:
    table = create_table(Record("tensor-chess", {}, 0, ("<b>", '"'), CHESS_ACTIONS, meta={"title": "</a><script>"}))
    share_choices = ShareChoices("embed", PAGE_URL, mode=mode, is_flipped=flipped, picture="<svg/>")
    share_choices = shares.with_choice(shares.with_choice(share_choices, "caption", caption), "accept", accept)
    text = shares.snippet(table, share_choices)
    snippet = Snippet(text)
    assert [tag for tag, _attrs in snippet.elements] == [
        "script",
        "rule-board",
        "a",
        "img",
        *["p"] * bool(share_choices.caption),
    ]
    assert snippet.elements[3][1]["src"] == "data:image/svg+xml,%3Csvg/%3E"
    attrs = dict(snippet.elements[1][1])
    assert attrs.get("caption", "") == share_choices.caption
    assert attrs.get("accept", "") == (share_choices.accept if mode == "find" else "")
    assert attrs["mode"] == mode
    assert ("flip" in attrs) == flipped
    allowed_attributes = {"game", "position", "mode", "accept", "flip", "caption", "marks", "width"}
    assert set(attrs) <= allowed_attributes
    assert not any("style" in attrs for _tag, attrs in snippet.elements), "strict pages allow no inline styles"


def test_snippet_names_source_page() -> None:
    table = view_at(create_table(Record("tensor-chess", {}, 0, ("", ""), CHESS_ACTIONS)), 1)
    snippet = Snippet(shares.snippet(table, ShareChoices("embed", PAGE_URL, picture="<svg/>")))
    assert snippet.elements[0][1] == {"src": "https://example.org/play/embed.js", "defer": ""}
    assert snippet.elements[1][1]["position"] == POSITION_AFTER_E4
    assert snippet.elements[1][1]["marks"] == "last:e2;last:e4"
    assert snippet.elements[2][1]["href"] == PAGE_URL + format_route(
        Route("from", "tensor-chess", text=POSITION_AFTER_E4)
    )
    alt = snippet.elements[3][1]["alt"] or ""
    assert all(part in alt for part in ("Tensor Chess", "Black to move", "White", "e4", "j8"))
    plain_frame = Snippet(
        shares.snippet(table, shares.with_choice(ShareChoices("embed", PAGE_URL, picture="<svg/>"), "poster", "on"))
    )
    assert [tag for tag, _attrs in plain_frame.elements] == ["script", "rule-board", "a"]
    assert "Tensor Chess" in plain_frame.text


def test_plain_iframe_carries_readable_picture_parameters() -> None:
    table = view_at(create_table(Record("tensor-chess", {}, 0, ("", ""), CHESS_ACTIONS)), 1)
    share_choices = ShareChoices(
        "embed", PAGE_URL, form="frame", mode="find", accept="e7e5;g1h3|d7d5", hint="Far.", praise="Yes."
    )
    share_choices = replace(share_choices, picture="<svg>" + 9 * "9" + "</svg>")
    (_tag, attrs) = Snippet(shares.snippet(table, share_choices)).elements[0]
    _page, _hash, fragment = (attrs["src"] or "").partition("#")
    base_fragment, _name, picture = fragment.partition("&poster=")
    title = ElementTree.fromstring(decompress(picture)).findtext("title", "")
    assert all(part in title for part in ("Black to move", "White", "e4", "j8"))
    assert decompress(picture).replace(f"<title>{title}</title>", "") == share_choices.picture
    assert "style" not in attrs  # strict policies drop it
    assert parse_fragment(fragment).width == share_choices.embed_width
    parameters = parse_fragment(fragment)
    assert replace(parameters, poster="") == parse_fragment(base_fragment)
    assert parameters.accept == (("e7e5", "g1h3"), ("d7d5",))
    assert (parameters.hint, parameters.praise) == ("Far.", "Yes.")
    assert "poster" not in shares.snippet(table, replace(share_choices, poster=False))


@pytest.mark.parametrize("form", ["element", "frame"])
@pytest.mark.parametrize("mode", ["show", "play"])
def test_board_without_poster_starts_by_itself(form: str, mode: str) -> None:
    table = view_at(create_table(Record("tensor-chess", {}, 0, ("", ""), CHESS_ACTIONS)), 1)
    for poster in (True, False):
        choices = ShareChoices("embed", PAGE_URL, form=form, mode=mode, poster=poster)
        assert parse_parameters(shares.parameters(table, choices)).autostart == (not poster)
        assert ("autostart" in shares.snippet(table, choices)) == (not poster)


@pytest.mark.parametrize(("start_point", "ply"), [("start", "0"), ("here", "1")])
def test_whole_game_opens_without_line_of_review(start_point: str, ply: str) -> None:
    """A line of a review is not part of the game. A task starts from the position before that line, too."""
    table = view_at(create_table(Record("tensor-chess", {}, 0, ("", ""), CHESS_ACTIONS)), 1)
    line = parse_actions(table.timeline.jump(1), ("d7d5", "e4d5"))
    viewed_table = replace(table, display=replace(table.display, variation=line))
    share_choices = replace(
        shares.initial_choices(viewed_table, PAGE_URL, False), scope="game", start_point=start_point
    )
    assert shares.parameters(viewed_table, share_choices)["at"] == ply
    assert shares.embedded_table(viewed_table, share_choices).viewed_timeline.ply == int(ply)
    assert not shares.answer_error(viewed_table, replace(share_choices, mode="find", accept="d7d5"))
    choices_for_position = replace(share_choices, scope="position")
    assert shares.embedded_table(viewed_table, choices_for_position) == viewed_table


def test_several_answers_and_lines_are_each_validated() -> None:
    table = view_at(create_table(Record("tensor-chess", {}, 0, ("", ""), CHESS_ACTIONS)), 1)
    for accept in ("e7e5", "e7e5;f2f4", "e7e5; f2f4 | d7d5"):
        assert shares.answer_error(table, ShareChoices(accept=accept)) == ""
    for accept in ("", " | ", "e7e5;e7e5", "e7e5|a1a8"):
        assert shares.answer_error(table, ShareChoices(accept=accept))


# --- hidden information ----------------------------------------------------------------------------------------------


def test_secret_answer_is_not_offered() -> None:
    record = Record("tensor-cards", {}, 1, ("", ""), ("lay r5 b2 y9", "lay r9 b8 yT"))
    table = view_at(create_table(record), 1)
    assert isinstance(table.timeline.entries[1], Action)
    assert shares.initial_choices(table, PAGE_URL, can_share=False).accept == ""


def test_record_with_hidden_pile_is_not_displayed() -> None:
    playout = next(
        candidate for candidate in create_playouts("equilibrium") if any(state.pile for state in candidate.states)
    )
    at = next(at for at, state in enumerate(playout.states) if state.pile)
    assert shares.record_text(_create_table(playout, at)) is None


# --- choices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("section", "text", ShareChoices(section="text")),
        ("mode", "find", ShareChoices(mode="find")),
        ("picture_width", "2400", ShareChoices(picture_width=2400)),
        ("embed_width", "720", ShareChoices(embed_width=720)),
        ("coordinates", "", ShareChoices(coordinates=False)),
        ("last_move", "", ShareChoices(last_move=False)),
        ("flipped", "on", ShareChoices(is_flipped=True)),
        ("for_print", "on", ShareChoices(for_print=True)),
        ("poster", "", ShareChoices(poster=False)),
        ("title", " a  b ", ShareChoices(title="a b")),
        ("caption", "a", ShareChoices(caption="a")),
        ("accept", "e7e5", ShareChoices(accept="e7e5")),
    ],
)
def test_choice_changes_its_own_field(name: str, value: str, expected: ShareChoices) -> None:
    assert shares.with_choice(ShareChoices(), name, value) == expected


def test_unknown_choices_change_nothing() -> None:
    share_choices = ShareChoices()
    for name, value in (
        ("section", "x"),
        ("picture_width", "7"),
        ("embed_width", "600"),
        ("mode", ""),
        ("picture", "<svg/>"),
        ("site", "x"),
        ("x", ""),
    ):
        assert shares.with_choice(share_choices, name, value) == share_choices
    assert shares.with_choice(share_choices, "title", "a " * 500).title == "a " * 99 + "a"
