"""Test that addresses, messages, imports, names, boards and positions with any content leave the page usable.

The page must escape all of them.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.setups import Setup, format_setups
from ruleboard.app.workshop.session import BoardSession, CustomBoardList
from ruleboard.registry import BOARD_EDITORS, GAMES
from tests.unit.embed.frame import Frame
from tools.fake_browser import Element, Storage, Tab, walk

HOSTILE_TEXT = '"><img id=evil src=x onerror=evil()><script>evil()</script>'
PAGES = ["", "new", "edit", "boards", "from", "learn", "rules", "rulings", "play", "settings", "help", "nowhere"]
FOREIGN_TAGS = {"script", "iframe", "object", "embed", "style", "link", "base", "foreignObject", "image", "use"}
"""Elements that no page contains; any of them would come from external text or load external content."""

any_texts = st.text(st.characters(exclude_categories=()), max_size=12)
texts = any_texts | st.sampled_from(
    [*GAMES, HOSTILE_TEXT, "x", "1", "%", "%ff", "%ED%A0%BD", "..", "", "do:end", "\ud83d"]
)
segments = texts | texts.map(lambda text: quote(text, safe="", errors="surrogatepass"))
addresses = any_texts.map(lambda text: f"#{text}") | st.builds(
    lambda page, arguments: "#/" + "/".join([page, *arguments]), st.sampled_from(PAGES), st.lists(segments, max_size=3)
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda children: st.lists(children, max_size=3) | st.dictionaries(texts, children, max_size=3),
    max_leaves=4,
)


def assert_no_external_content(page: Element) -> None:
    """Assert that a page contains nothing that runs code or loads external content."""
    for tag, attributes, _inside in walk(page):
        assert tag not in FOREIGN_TAGS
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("id") != "evil"
        address = attributes.get("href", "") + attributes.get("src", "")
        assert not address.lstrip().lower().startswith(("javascript:", "data:", "http:", "https:", "//")), address


@settings(max_examples=60)
@given(st.lists(addresses, min_size=1, max_size=3))
def test_any_address_gives_a_page(addresses_visited: list[str]) -> None:
    tab = Tab(address=addresses_visited[0])
    for address in addresses_visited:
        tab.visit(address)
        assert tab.text
        assert_no_external_content(tab.browser.page)


@settings(max_examples=50)
@given(
    st.sampled_from(list(GAMES)),
    st.lists(
        st.dictionaries(
            st.sampled_from(["type", "action", "position", "moves", "at", "options", "parameters"]),
            values | st.sampled_from(["show", "play", "position", "reset"]),
            max_size=3,
        )
        | st.fixed_dictionaries({"type": st.just("show"), "parameters": st.dictionaries(texts, values, max_size=3)}),
        min_size=1,
        max_size=4,
    ),
)
def test_arbitrary_messages_leave_board_usable(game: str, messages: list[dict[str, object]]) -> None:
    frame = Frame(f"game={game}&mode=play")
    for message in messages:
        frame.send(**message)
        assert frame.text
        assert_no_external_content(frame.browser.page)


@settings(max_examples=25)
@given(st.sampled_from(list(GAMES)), texts, texts, texts, texts)
def test_arbitrary_names_titles_and_positions_are_accepted(
    game: str, name: str, title: str, start: str, file: str
) -> None:
    tab = Tab(address=f"#/new/{game}")
    tab.submit("new_game.begin", name_0=name, start=start)
    if tab.main != "page-table":
        tab.submit("new_game.begin", name_0=name, start="")
    tab.submit("play.rename", title=title, name_0=name)
    assert_no_external_content(tab.browser.page)
    assert tab.reload().timeline.record.players[0] == name.strip()[:40]
    tab.visit("#/settings")
    tab.change("library.import_files", json.dumps([file]))
    tab.visit("#/")
    assert_no_external_content(tab.browser.page)


@settings(max_examples=25)
@given(st.data())
def test_arbitrary_board_file_raises_no_error(data: st.DataObject) -> None:
    """A board file with changed characters is either imported or refused with a sentence."""
    text = BOARD_EDITORS["tensor-cards"].empty_board_text()
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(texts) + text[at + data.draw(st.integers(0, 6)) :]
    tab = Tab(Storage({SETUPS_KEY: format_setups([Setup("tensor-cards", "Mine", text)])}), "#/boards/tensor-cards")
    tab.change("workshop.import_file", json.dumps([text]))
    page, notice = tab.controller.model.page, tab.controller.model.shared.notices.get("imported")
    if isinstance(page, CustomBoardList):
        error = page.error or (notice.text if notice else "")  # a notice if the text looks like a game
        assert error.startswith("Nothing was")
        assert error[-1:] in (".", ")")
    else:
        assert isinstance(page, BoardSession)
    assert_no_external_content(tab.browser.page)
    assert tab.reload().text
