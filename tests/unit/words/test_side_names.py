"""Test the French names of the sides, and texts with these names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from ruleboard import i18n as speech
from ruleboard.app.board.announcements import situation_text
from ruleboard.app.board.changes import open_table
from ruleboard.engine.endings import ending_sentence
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.i18n import NP_, _
from ruleboard.own import Board, BoardGame, Moves, package
from ruleboard.registry import GAMES
from tests.support.catalogues import load_translations
from tools.catalogue import APP_PART, LOCALE_FOLDER, read_catalogue

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
INFLECTION_PATTERN = re.compile(r"\b(?:[Àà]|[Dd]e|[Ll][ea]|[Pp]ar) \{(?:side|player)\}|\{(?:side|player)\} [a-zà-ÿ]")
"""A name after a preposition that would contract with an article, or before a verb that agrees with it."""
HIDDEN_TURN_TEXTS = {
    "I’m {player}. Show my side",
    "I’m {side}. Show my side",
    "It’s {player}’s turn to choose in secret",
    "{side} is deciding in secret.",
    "{side} made a secret choice",
    "{player} has chosen in secret. Now you choose.",
}
"""Texts of games with secrets only, in which each side's name is a singular colour."""
BOT_TEXTS = {
    "Not yet. Wait for {player}.",
    "It’s {player}’s turn.",
    "{player} is thinking …",
    "Game paused. {player} is waiting.",
}
"""Texts with the name of a bot, which is the singular name of an animal."""


@pytest.fixture(autouse=True)
def french_language() -> Iterator[None]:
    """Use French during a test."""
    speech.use_catalog(load_translations("fr"))
    yield
    speech.use_catalog(NullTranslations())


def test_chess_sides_are_plural_and_card_sides_are_not() -> None:
    chess, cards = GAMES["tensor-chess"], GAMES["tensor-cards"]
    assert [_(side) for side in chess.sides(chess.initial({}, 0))] == ["Blancs", "Noirs"]
    assert {_(side) for side in cards.sides(cards.initial({}, 0))} == {"Blanc", "Noir"}


def test_ambiguous_name_is_english_without_catalogue() -> None:
    speech.use_catalog(NullTranslations())
    assert _(NP_("side in chess", "White")) == "White"


@pytest.mark.parametrize("part", [APP_PART, "tensor-chess"])
def test_inserted_names_are_not_inflected(part: str) -> None:
    messages = [
        message
        for message in read_catalogue(LOCALE_FOLDER / "fr" / f"{part}.po").messages
        if message.id not in HIDDEN_TURN_TEXTS | BOT_TEXTS
    ]
    assert not [text for message in messages for text in message.strings if INFLECTION_PATTERN.search(text)]


@pytest.mark.parametrize(("game", "actions", "side"), [("tensor-chess", ("f2f3",), "Noirs"), ("sensei", (), "Vert")])
def test_turn_and_resignation_name_the_side(game: str, actions: tuple[str, ...], side: str) -> None:
    timeline = replay(Record(game, {}, 0, ("", ""), actions), GAMES)
    assert timeline.to_move is not None
    assert f"Tour de jeu{NO_BREAK_SPACE}: {side}." in situation_text(open_table("x", timeline))
    sentence = ending_sentence(timeline.game, timeline.state, f"resign {timeline.to_move + 1}")
    assert sentence == f"{side}{NO_BREAK_SPACE}: abandon."


def test_win_against_a_side_without_moves_is_said_once() -> None:
    class Stuck(BoardGame):
        title = "Stuck"
        start = "w. / .b"
        sides = {"Light": "w", "Dark": "b"}  # noqa: RUF012
        pieces = {"w": "a light piece", "b": "a dark piece"}  # noqa: RUF012

        def moves(self, board: Board) -> Moves:
            return ()

    rules = package(Stuck()).game
    outcome = rules.outcome(rules.initial({}, 0))
    assert outcome is not None
    assert "Sombre" in outcome.reason
    assert outcome.reason.lower().count("victoire") == 1


def test_chess_texts_have_articles() -> None:
    rules = GAMES["tensor-chess"]
    assert rules.prompt(rules.initial({}, 0)) == "Aux Blancs de jouer."
    state = rules.parse_position("5k4/10/10/10/10/10/10/5K3q w - - 0 1")
    assert rules.prompt(state) == f"Aux Blancs de jouer{NO_BREAK_SPACE}: le roi est en échec."
