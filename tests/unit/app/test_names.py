"""Test that the app removes hidden and directional characters from external names, and isolates right-to-left names."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.languages import use_catalogue
from ruleboard.app.ui.names import copy_title
from ruleboard.engine.record import Record
from ruleboard.wording import clean_name, isolate_name
from tests.support.catalogues import compile_catalogue
from tests.unit.embed.frame import Frame
from tools.fake_browser import Tab, walk

HIDING_CHARACTERS = "\u202e\u202d\u2066\u2069\u200f\u061c\u200b\u2060\ufeff\u00ad\u0007\u2028"
"""Overrides, embeddings, marks, zero-width characters, a soft hyphen, a control character and a line separator."""
HOSTILE_NAME = f"a{HIDING_CHARACTERS}gnp.exe"
ARABIC_NAME = "\u0645\u0644\u0643"
ISOLATED_NAME = f"\u2068{ARABIC_NAME}\u2069"


@pytest.mark.parametrize(
    ("name", "cleaned_name"),
    [
        ("\u202egnp.exe", "gnp.exe"),  # browsers display it as "exe.png"
        ("An\u200bna", "Anna"),
        ("two\nlines", "two lines"),
        ("  Anna\tBen ", "Anna Ben"),
        ("\u202e", ""),
        ("\u3164", ""),  # a letter that looks like a blank
        ("Zoe\u0308, \u00c9lise \u017d.", "Zoe\u0308, \u00c9lise \u017d."),
        (ARABIC_NAME, ARABIC_NAME),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),  # Persian
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),  # one emoji of two
        ("a\u200db", "ab"),
    ],
)
def test_name_is_stripped_of_control_characters(name, cleaned_name):
    assert clean_name(name) == cleaned_name
    assert clean_name(cleaned_name) == cleaned_name


def test_right_to_left_name_is_isolated():
    """A right-to-left name is isolated, in plain texts with the characters FSI and PDI (UAX 9).

    Sentences, attributes and window titles are plain texts, which have no elements.
    """
    assert isolate_name("Anna") == "Anna"
    assert isolate_name(ARABIC_NAME) == ISOLATED_NAME
    assert isolate_name("") == ""


def collect_page_texts(page) -> str:
    """Return all texts on a page, including those in attributes."""
    parts = []
    for _tag, attrs, inside in walk(page):
        parts += [inside] if isinstance(inside, str) else []
        parts += [attrs[name] for name in ("aria-label", "title", "alt", "placeholder", "value") if attrs.get(name)]
    return "\n".join(parts)


def import_game(title: str, *players: str) -> Tab:
    """Return a tab on the home page after the import of a game."""
    new_game_tab = Tab(address="#/new/sensei")
    new_game_tab.submit("new_game.begin")
    record = json.loads(next(text for key, text in new_game_tab.storage.texts.items() if "/game/" in key))
    text = json.dumps({**record, "players": list(players), "meta": {"title": title}})
    tab = Tab(address="#/settings")
    tab.change("library.import_files", json.dumps([text]))
    tab.visit("#/")
    return tab


def open_only(tab: Tab) -> None:
    (key,) = (key for key in tab.storage.texts if "/game/" in key)
    tab.visit(f"#/play/{key.rpartition('/')[2]}")


def test_names_of_imported_game_are_clean_everywhere():
    tab = import_game(HOSTILE_NAME, HOSTILE_NAME, "Ben\u202e")
    texts = [collect_page_texts(tab.browser.page)]
    open_only(tab)
    texts += [collect_page_texts(tab.browser.page), *tab.browser.titles]
    tab.play("a1-a2")
    texts.append(collect_page_texts(tab.browser.page))
    tab.visit("#/")
    tab.send("do", "library.export", next(iter(tab.storage.texts)).rpartition("/")[2])
    texts += [name for name, _kind, _text in tab.browser.downloads]
    assert "gnp.exe" in "\n".join(texts)
    assert [letter for letter in HIDING_CHARACTERS if letter in "\n".join(texts)] == []


def test_right_to_left_name_is_isolated_in_sentences():
    tab = import_game("", ARABIC_NAME, "Ben")
    open_only(tab)
    tab.play("a1-a2")
    assert ISOLATED_NAME in collect_page_texts(tab.browser.page)
    assert ISOLATED_NAME in tab.browser.titles[-1]
    assert (
        collect_page_texts(tab.browser.page).count(ARABIC_NAME)
        - collect_page_texts(tab.browser.page).count(ISOLATED_NAME)
        <= 1
    )  # in its input field


def test_embedded_board_has_clean_texts():
    frame = Frame(
        f"game=sensei&mode=find&accept=a1-a4&caption={HOSTILE_NAME}&ask={HOSTILE_NAME}&hint={HOSTILE_NAME}".replace(
            "\u2028", ""
        )
    )
    texts = [frame.text, *frame.browser.titles]
    frame.click("embed.hint")
    texts += [frame.text, frame.live_text]
    assert "gnp.exe" in "\n".join(texts)
    assert [letter for letter in HIDING_CHARACTERS if letter in "\n".join(texts)] == []


def test_copy_of_copy_has_title_of_original():
    """A copy of a copy has the title of the original game, even if an older version has added the number of actions."""
    older_record = Record("sensei", {}, 1, ("Ann", "Bob"), meta={"title": "Ann – Bob, from move 23"})
    assert copy_title(older_record, "8") == "Ann – Bob, after turn 8"
    cards = Record("tensor-cards", {}, 1, ("Ann", "Bob"), meta={"title": "Ann – Bob, from turn 2.3"})
    assert copy_title(cards, "1.2") == "Ann – Bob, after turn 1.2"


@pytest.mark.parametrize("suffix", ["dès le coup 23", "dès le tour 2.3", "après le tour 2.3", "depuis le début"])
def test_copy_of_french_copy_has_title_of_original(suffix):
    """A copy of a French copy has the title of the original, even with the pattern of an older version."""
    use_catalogue(compile_catalogue("fr"))
    record = Record("sensei", {}, 1, ("Ann", "Bob"), meta={"title": f"Ann – Bob, {suffix}"})
    assert copy_title(record, "8") == "Ann – Bob, après le tour 8"
