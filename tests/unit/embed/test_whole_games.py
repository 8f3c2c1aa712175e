"""Test whole games on embedded boards: every finished game in tests/saved_games, with its snippet for other pages."""

from __future__ import annotations

import re
from html import unescape

import pytest

from ruleboard.app.board.changes import open_table
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareChoices
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import parse_fragment, parse_parameters
from ruleboard.engine.record import parse_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tests.support.html_elements import parse_elements
from tests.support.saved_games import EXPECTED_CONTENT, TEXTS
from tests.unit.embed.frame import Frame

FINISHED_IDS = [id for id, content in EXPECTED_CONTENT.items() if content["winners"] is not None]
PAGE_URL = "https://example.org/play/"


@pytest.mark.parametrize("id", FINISHED_IDS)
def test_whole_game_keeps_deal_moves_and_end(id: str) -> None:
    timeline = replay(parse_record(TEXTS[KEY_PREFIX + id]), GAMES)
    table = open_table("x", timeline)
    share_choices = shares.initial_choices(table, PAGE_URL, can_share=False)
    assert share_choices.scope == "game"
    attributes = dict(parse_elements(shares.snippet(table, share_choices)))["rule-board"]
    del attributes["width"]
    board = open_board(parse_parameters(attributes))
    assert board.start.ply == 0, "the board starts at the first ply"
    assert (board.start.states, board.start.texts) == (timeline.states, timeline.texts)
    texts = f"moves='{shares.actions_text(table)}' {shares.actions_attributes(table)}"
    ((_tag, pasted_attributes),) = parse_elements(f"<p game='{timeline.game.id}' {texts}>")
    pasted_board = open_board(parse_parameters(pasted_attributes))
    assert (pasted_board.start.states, pasted_board.start.texts) == (timeline.states, timeline.texts)
    frame = dict(parse_elements(shares.snippet(table, shares.with_choice(share_choices, "form", "frame"))))["iframe"]
    assert open_board(parse_fragment(unescape(frame["src"]).partition("#")[2])).start.texts == timeline.texts
    assert int(frame["height"]) > 200


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("a1-a4;resign 2", "Red resigned."),
        ("a1-a4;draw agreed", "Draw agreed."),
        ("time 1", "Green ran out of time."),
    ],
)
def test_endings_are_listed_among_moves(moves: str, sentence: str) -> None:
    frame = Frame(f"game=sensei&moves={moves}")
    assert sentence in frame.text
    frame.click("embed.step")
    assert sentence not in frame.text


@pytest.mark.parametrize(
    ("moves", "where"),
    [("resign 3", "move 1"), ("resign 1;a1-a4", "move 2"), ("draw claimed", "move 1"), ("~1x", "Moves")],
)
def test_impossible_ending_is_named(moves: str, where: str) -> None:
    frame = Frame(f"game=sensei&moves={moves}")
    assert frame.controller.board is None
    assert where in frame.text


def test_seed_determines_the_deal() -> None:
    """The seed of a snippet determines the deal, here the pile of Equilibrium."""
    piles = [open_board(parse_fragment(f"game=equilibrium&seed={seed}")).start.state for seed in (5, 5, 6)]
    assert piles[0] == piles[1] != piles[2]


def test_whole_game_with_secret_is_rejected() -> None:
    """A running game with a hidden pile has no link to the whole game, and its snippet omits the seed and the moves."""
    timeline = replay(parse_record(TEXTS[KEY_PREFIX + "equilibrium"]), GAMES)
    table = open_table("x", timeline)
    share_choices = shares.with_choice(ShareChoices("embed", PAGE_URL), "scope", "game")
    assert shares.game_error(table).endswith(".")
    assert shares.game_link(table, share_choices) == ""
    assert not {"moves", "seed"} & set(shares.parameters(table, share_choices))
    assert not re.search("moves|seed", shares.snippet(table, share_choices))
