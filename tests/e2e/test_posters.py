"""Posters of positions: the pictures that a script draws without Python are those that Python draws."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ruleboard.embed.posters import lessons
from ruleboard.engine.timeline import starting_at
from ruleboard.games.links import packed
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg
from tests.support.playouts import samples
from tools.posters import style
from tools.setup import ROOT

POSITIONS = 24
WARNINGS = ("tints", "warning")
"""Keys and classes of what the rules mark in a position by themselves: a king in check, a row in danger."""
DIFFERENCE = """async ([game, position, seat, expected]) => {
  const svg = ruleboardPosters[game](position, seat);
  if (!svg) return "not drawn";
  const pixels = async (text) => {
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(text);
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 480;
    canvas.height = Math.round(480 * image.naturalHeight / image.naturalWidth);
    const paint = canvas.getContext("2d", { willReadFrequently: true });
    paint.drawImage(image, 0, 0, canvas.width, canvas.height);
    return paint.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const [ours, theirs] = [await pixels(svg), await pixels(expected)];
  if (ours.length !== theirs.length) return "of another shape";
  const blocks = {};
  ours.forEach((value, index) => {
    if (Math.abs(value - theirs[index]) <= 24) return;
    const [x, y] = [(index >> 2) % 480, Math.floor((index >> 2) / 480)];
    const block = [x, y].map((place) => Math.floor(place / 20));
    blocks[block] = (blocks[block] ?? 0) + 1;
  });
  return Math.max(0, ...Object.values(blocks));
}"""
"""The values of pixels in which a poster differs from a picture, in the block of 20 by 20 pixels where most do."""
EDGES = 100
"""Some pixels on edges are smoothed a little differently, since coordinates are rounded before they are added; the
smallest token that is elsewhere changes twice as many."""


def unmarked(node: Node) -> Node:
    kept = (child for child in node.children if child.key not in WARNINGS and child.attrs.get("class") not in WARNINGS)
    return node._replace(children=tuple(map(unmarked, kept)))


@pytest.fixture
def page(browser: Browser):
    with browser.new_context() as context:
        yield context.new_page()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_position_is_drawn_as_python_draws_it(page, dist: Path, game: str):
    """In positions of all options up to the end of games, from both sides: not a piece, word or number is elsewhere."""
    css = ROOT / "static" / "css"
    sheet = style((css / "tokens.css").read_text("utf-8") + (css / "games" / f"{game}.css").read_text("utf-8"))
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    drawn = set()
    for number, (playout, at) in enumerate(samples(game, 2 * POSITIONS)):
        state = starting_at(GAMES[game], playout.states[at]).public_state()
        position = GAMES[game].format_position(state)
        seat = number % 2
        if len(drawn) == POSITIONS or position in drawn or " then:" in position or " build:" in position:
            continue
        drawn.add(position)
        table = GAMES[game].parse_position(position)  # what is decided unseen is in no position
        picture = to_svg(unmarked(VIEWS[game].picture(table, seat, Marks(read_only=True))), sheet)
        given = packed(position) if len(drawn) % 2 else position  # as Share writes it, and as it is
        difference = page.evaluate(DIFFERENCE, [game, given, seat, picture])
        assert isinstance(difference, int), f"{position}: {difference}"
        assert difference < EDGES, f"{position}, seat {seat}: {difference}"
    assert len(drawn) >= POSITIONS / 2


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_no_position_is_not_drawn(page, dist: Path, game: str):
    start = GAMES[game].format_position(starting_at(GAMES[game], GAMES[game].initial({}, 0)).public_state())
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    for text in ("", "?", start[:10], f"<b>{start}", start[1:], "{}", "[1,2]", "null"):
        assert page.evaluate("([game, text]) => ruleboardPosters[game](text, 0)", [game, text]) == "", text
    svg = page.evaluate("([game, text]) => ruleboardPosters[game](text, 0)", [game, start])
    assert svg.startswith("<svg ")
    assert "{" not in svg.partition("</style>")[2]


def test_an_army_that_is_being_built_is_not_drawn_and_a_turn_begun_is_as_its_board(page, dist: Path):
    page.add_script_tag(path=dist / "static" / "posters" / "tesulda.js")
    game = GAMES["tesulda"]
    building = next(
        game.format_position(playout.states[at])
        for playout, at in samples("tesulda", 200)
        if playout.states[at].build is not None
    )
    assert page.evaluate("text => ruleboardPosters.tesulda(text, 0)", building) == ""
    begun = next(
        game.format_position(playout.states[at]) for playout, at in samples("tesulda", 200) if playout.states[at].left
    )
    at_rest = begun.partition(" then:")[0]
    drawn = "text => ruleboardPosters.tesulda(text, 0)"
    assert page.evaluate(drawn, begun) == page.evaluate(drawn, at_rest) != ""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_steps_of_lessons_are_drawn(page, dist: Path, game: str):
    """As the positions that they show; of a part of the table, of an army being built, or of no lesson, nothing is."""
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    asked = "([game, ...more]) => ruleboardPosters[game](...more)"
    for id, steps in lessons(game).items():
        for at, step in enumerate(steps, 1):
            svg = page.evaluate(asked, [game, None, 0, id, str(at)])
            assert svg == (page.evaluate(asked, [game, *step]) if step else ""), (id, at)
            assert bool(svg) == bool(step and " build:" not in step[0]), (id, at)
        assert page.evaluate(asked, [game, None, 0, id, "99"]) == svg
    assert page.evaluate(asked, [game, None, 0, "no-such-lesson"]) == ""
