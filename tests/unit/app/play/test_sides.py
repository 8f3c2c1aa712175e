"""Test which player's texts and buttons are in each panel when two people share a screen."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ruleboard.app.board.situation import HandOver, Replaying
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.preferences import Flip, Settings, format_settings
from ruleboard.engine.record import Record, format_record
from ruleboard.registry import GAMES
from tests.support.edited_texts import create_sensei_record
from tools.fake_browser import Element, Storage, Tab, walk

CHOICES = {PlayMessage.CHOOSE_ACTION, PlayMessage.CLEAR_SELECTION}


def open_game(record: Record, flip: Flip = Flip.NEVER) -> Tab:
    """Open a game of two people."""
    texts = {SETTINGS_KEY: format_settings(Settings(flip=flip)), f"{KEY_PREFIX}x": format_record(record)}
    return Tab(Storage(texts), "#/play/x")


def iter_owned_elements(element: Element, owner: str = "") -> Iterator[tuple[str, Element]]:
    """Yield each descendant of an element, with the player class of the innermost panel or card around it."""
    classes = set(element[1].get("class", "").split())
    if "sample" in classes:  # a picture in the legend, which has no owner
        return
    if classes & {"player", "acting"}:
        (owner,) = (name for name in classes if name in ("p0", "p1"))
    yield owner, element
    if isinstance(element[2], list):
        for child in element[2]:
            yield from iter_owned_elements(child, owner)


@pytest.mark.parametrize("game", GAMES)
def test_texts_and_buttons_have_colour_of_player_to_move(game: str) -> None:
    """The board does not rotate, so the player at the upper edge uses the texts and buttons below it."""
    rules, rng = GAMES[game], random.Random(1)
    options = {option.id: option.default for option in rules.options}
    tab = open_game(Record(game, options, 1, ("Anna", "Ben")))
    upper_turn_count = 0
    for _ in range(40):
        table = tab.play_page.table
        if isinstance(table.situation, Replaying):
            tab.click(PlayMessage.SKIP_REPLAY)
            continue
        if isinstance(table.situation, HandOver):
            tab.click(PlayMessage.SHOW_BOARD)
            continue
        mover = table.timeline.to_move
        if mover is None:
            break
        owners = {
            owner
            for owner, (_tag, attributes, *_rest) in iter_owned_elements(tab.browser.page)
            if attributes.get("data-do") in CHOICES or {"prompt", "ended"} & set(attributes.get("class", "").split())
        }
        assert owners == {f"p{mover}"}
        upper_turn_count += mover == 1
        tab.touch(*rng.choice(rules.legal_actions(table.timeline.state)).targets)
    assert upper_turn_count


@pytest.mark.parametrize("flip", Flip)
def test_each_side_of_the_screen_shows_the_result(flip: Flip) -> None:
    """Two people face to face each see the result on their own side. Two people on the same side see it once."""
    tab = open_game(create_sensei_record("resign 1"), flip)
    owners = [owner for owner, element in iter_owned_elements(tab.browser.page) if element[1].get("class") == "verdict"]
    assert len(owners) == 1 + (flip is Flip.FACE)
    assert len(set(owners)) == len(owners)


@pytest.mark.parametrize(("meta", "parts"), [({}, ["Anna", "Ben"]), ({"title": "Final"}, [])])
def test_title_has_a_line_for_each_of_two_names(meta: dict[str, str], parts: list[str]) -> None:
    """The style sheet breaks the title between the names only."""
    tab = open_game(create_sensei_record(players=("Anna", "Ben"), meta=meta))
    pairs = [span for span in tab.all("span") if span[1].get("class") == "versus"]
    texts = [element[2] for pair in pairs for element in walk(pair) if isinstance(element[2], str)]
    assert [text for text in texts if "–" not in text] == parts
