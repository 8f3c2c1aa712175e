"""Test the language of the page, which the user or the browser chooses, on the first page and after changes."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from ruleboard.app.board.changes import open_table
from ruleboard.app.board.endings import resign
from ruleboard.app.help.view import HelpPage
from ruleboard.app.languages import LANGUAGES, use_catalogue
from ruleboard.app.lessons.session import CourseList, CoursePage, RulesPage, RulingsPage, open_lesson
from ruleboard.app.library.session import NotFoundPage
from ruleboard.app.new_game.session import default_page as new_game
from ruleboard.app.notices import PAGE_NOTICES
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.app.settings.view import SettingsPage
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import KEY_PREFIX, GameEntry
from ruleboard.app.storage.preferences import STORAGE_KEY
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.learning.courses import course
from ruleboard.registry import GAMES
from ruleboard.scene.node import Node
from tests.support.catalogues import compile_catalogue
from tools.catalogue import read_language_messages
from tools.fake_browser import Storage, Tab, begin_sensei

FRENCH_SETTINGS = {STORAGE_KEY: json.dumps({"language": "fr"})}


def test_english_needs_no_catalogue() -> None:
    assert "Tabletop games" in Tab().text


def test_first_page_uses_browser_language() -> None:
    tab = Tab(preferred_language="fr")
    assert tab.browser.mount_count == 1
    assert "Jeux de plateau" in tab.text
    assert "Tabletop games" not in tab.text


def test_chosen_language_precedes_browser_language() -> None:
    assert "Jeux de plateau" in Tab(Storage(FRENCH_SETTINGS)).text
    english = {STORAGE_KEY: json.dumps({"language": "en"})}
    assert "Tabletop games" in Tab(Storage(english), preferred_language="fr").text


def test_language_change_is_applied_and_stored() -> None:
    tab = Tab(address="#/settings")
    tab.change("settings.choose.language", "fr")
    assert "Réglages" in tab.text
    assert tab.browser.mount_count == 1, "the app patches the page without a reload"
    assert "Réglages" in tab.reload().text
    tab.change("settings.choose.language", "en")
    assert "Settings" in tab.text


def test_each_language_is_named_in_itself() -> None:
    tab = Tab(address="#/settings")
    for name in LANGUAGES.values():
        assert name in tab.text


def test_language_change_in_other_tab_is_applied() -> None:
    storage = Storage()
    table_tab, settings_tab = begin_sensei(storage), Tab(storage, "#/settings")
    settings_tab.change("settings.choose.language", "fr")
    table_tab.receive_storage_events()
    assert "jusqu’à 2 déplacements de pierre" in table_tab.text


def test_missing_catalogue_falls_back_to_english_with_notice() -> None:
    tab = Tab(Storage(FRENCH_SETTINGS), is_online=False)
    assert "Tabletop games" in tab.text
    assert any("didn’t load" in notice for notice in tab.notices)
    tab.browser.is_online = True
    tab.click("settings.reload_language")
    assert "Jeux de plateau" in tab.text
    assert not tab.notices


FRENCH_CATALOGUE = compile_catalogue("fr")
PORTAL_PAGE = b"<!doctype html><title>Please sign in</title>" + bytes(1000)
"""The page that a captive portal sends instead of any file."""


@pytest.mark.parametrize(
    "body",
    [
        PORTAL_PAGE,
        FRENCH_CATALOGUE[:10],
        FRENCH_CATALOGUE[: len(FRENCH_CATALOGUE) // 2],
        FRENCH_CATALOGUE[:-1],
        FRENCH_CATALOGUE[:4] + bytes(24),
        FRENCH_CATALOGUE.replace(b"UTF-8", b"ASCII"),
    ],
    ids=["portal", "in the header", "half", "all but a byte", "empty tables", "another charset"],
)
def test_damaged_catalogue_falls_back_to_english_with_notice(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tools.fake_browser.compile_language", lambda language: body)
        tab = Tab(Storage(FRENCH_SETTINGS))
        assert "Tabletop games" in tab.text
        assert tab.browser.language == "en"
        assert "settings.reload_language" in tab.buttons
        tab.click("settings.reload_language")
        assert "settings.reload_language" in tab.buttons
    tab.click("settings.reload_language")
    assert "Jeux de plateau" in tab.text
    assert not tab.notices


def test_arbitrary_catalogue_bytes_raise_no_error() -> None:
    chance = random.Random(40)
    for number in range(200):
        body = bytearray(
            FRENCH_CATALOGUE[: chance.randrange(len(FRENCH_CATALOGUE))] if number % 2 else FRENCH_CATALOGUE
        )
        for _ in range(chance.randrange(20)):
            body[chance.randrange(min(len(body), 3000))] = chance.randrange(256)
        use_catalogue(bytes(body))
    use_catalogue(b"")


def test_notice_changes_language() -> None:
    tab = Tab(is_durable=False, address="#/settings")
    (english,) = tab.notices
    tab.change("settings.choose.language", "fr")
    (french_notice,) = tab.notices
    assert english != french_notice


def test_caches_do_not_mix_languages() -> None:
    """The caches of boards, side names, move lists and results never return texts in another language."""
    storage = Storage()
    tab = begin_sensei(storage)
    tab.play("a1-a4")
    tab.click("play.resign")
    assert "Green resigned." in tab.text
    use_catalogue(compile_catalogue("fr"))
    french_notice = Tab(storage, tab.browser.address(), preferred_language="fr")
    assert "Vert\N{NO-BREAK SPACE}: abandon." in french_notice.text
    assert "Green" not in french_notice.text
    home = Tab(storage, preferred_language="fr")
    assert "Vert\N{NO-BREAK SPACE}: abandon" in home.text
    assert "Green" not in home.text


def test_damage_of_game_is_described_in_current_language() -> None:
    tab = Tab(Storage({KEY_PREFIX + "bad": "{"}))
    tab.visit("#/play/bad")
    assert "cut off" in tab.text
    tab.visit("#/settings")
    tab.change("settings.choose.language", "fr")
    tab.visit("#/play/bad")
    assert "cut off" not in tab.text
    assert "tronqué" in tab.text


def untranslated_texts(node: Node, catalogue_texts: frozenset[str]) -> set[str]:
    """Return the English texts on a page for which the catalogue has a translation."""
    node_texts = {node.text, *(node.attrs.get(name, "") for name in ("aria-label", "title", "placeholder"))}
    return (node_texts & catalogue_texts).union(
        *(untranslated_texts(child, catalogue_texts) for child in node.children)
    )


def test_damage_of_study_is_described_in_current_language() -> None:
    tab = Tab(Storage({"ruleboard/1/study/a": "[]"}))
    damage_texts = []
    for language in ("en", "fr"):
        tab.visit("#/settings")
        tab.change("settings.choose.language", language)
        tab.visit("#/")
        damage_texts.append(next(iter(tab.controller.model.shared.studies)).damage)
    assert all(damage_texts)
    assert damage_texts[0] != damage_texts[1]


def test_all_pages_are_french() -> None:
    use_catalogue(compile_catalogue("fr"))
    translated_strings = {message.id: message.strings for message in read_language_messages("fr").values()}
    catalogue_texts = frozenset(id for id, strings in translated_strings.items() if strings[0] != id)
    record = Record("sensei", {}, 1, ("", ""))
    open_game = open_table("x", replay(record, GAMES))
    lesson_session = open_lesson("sensei", course("sensei")[0].id, 1)
    models = [
        Model(
            shared=Shared(
                entries=(GameEntry("a", "", record),), notices={name: make() for name, make in PAGE_NOTICES.items()}
            )
        ),
        Model(page=PlayPage(open_game)),
        Model(page=PlayPage(replace(open_game, display=replace(open_game.display, awaits_handover=True)))),
        Model(page=PlayPage(resign(open_game, 0))),
        Model(page=new_game("sensei", ())),
        Model(page=lesson_session),
        *(Model(page=page) for page in (SettingsPage(), HelpPage(), CourseList(), NotFoundPage(""))),
        *(Model(page=page("sensei")) for page in (CoursePage, RulesPage, RulingsPage)),
    ]
    for model in models:
        assert not untranslated_texts(page_view(model), catalogue_texts), model.page


@pytest.mark.parametrize(("game", "words"), [("sensei", "illustrations de Biboun"), ("tesulda", "monde d’Abator")])
def test_publishers_are_named_in_page_language(game: str, words: str) -> None:
    for address in ("", f"#/rulings/{game}"):
        tab = Tab(address=address, preferred_language="fr")
        assert words in tab.text, address
