"""Test that the scripts for posters draw the same pictures as Python."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ruleboard.diagram import position_description
from ruleboard.embed.posters import call_in_languages, lesson_positions
from ruleboard.engine.timeline import new_timeline
from ruleboard.links import encode_position
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg
from tests.support.playouts import select_sample_plies
from tools.catalogue import compile_language
from tools.posters import create_poster_style
from tools.setup import ROOT

GAMES_WITH_READERS = [
    id for id, game in GAMES.items() if find_spec(f"{type(game).__module__.rpartition('.')[0]}.poster") is not None
]
"""The games whose positions a script can read."""
MAX_POSITIONS = 24
FRENCH_CATALOGUES = {"fr": compile_language("fr")}
WARNING_MARKS = ("tints", "warning")
"""Keys and classes of automatic marks in a position: a king in check, a row in danger."""
MAX_BLOCK_DIFFERENCE_SCRIPT = """async ([game, position, seat, expected]) => {
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
"""Returns the number of pixel values that differ between two pictures, in the worst block of 20 by 20 pixels."""
DESCRIPTION_SCRIPT = "([game, ...more]) => /<title>([^<]*)/.exec(ruleboardPosters[game](...more))[1]"
GRID_PLACE_PATTERN = re.compile(r"column \d+, row \d+")
DIFFERENCE_LIMIT = 100
"""Anti-aliasing on edges differs slightly, since the script rounds coordinates before it adds them. The smallest
token in another place changes twice as many values."""


def without_warnings(node: Node) -> Node:
    children = (
        child
        for child in node.children
        if child.key not in WARNING_MARKS and child.attrs.get("class") not in WARNING_MARKS
    )
    return node._replace(children=tuple(map(without_warnings, children)))


@pytest.fixture
def page(browser: Browser):
    with browser.new_context() as context:
        yield context.new_page()


@pytest.mark.parametrize("game", GAMES_WITH_READERS)
def test_poster_matches_python_picture(page, dist: Path, game: str):
    """The poster equals Python's picture for all options, in positions of unfinished games, from both sides."""
    css = ROOT / "static" / "css"
    stylesheet = create_poster_style(
        (css / "tokens.css").read_text("utf-8") + (css / "games" / f"{game}.css").read_text("utf-8")
    )
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    positions = set()
    for number, (playout, ply) in enumerate(select_sample_plies(game, 2 * MAX_POSITIONS)):
        state = new_timeline(GAMES[game], playout.states[ply]).public_state()
        if GAMES[game].outcome(state) is not None:
            continue
        position = GAMES[game].format_position(state)
        seat = number % 2
        if len(positions) == MAX_POSITIONS or position in positions or " then:" in position or " build:" in position:
            continue
        positions.add(position)
        parsed_state = GAMES[game].parse_position(position)  # a position has no hidden decisions
        picture = to_svg(without_warnings(VIEWS[game].picture(parsed_state, seat, Marks(read_only=True))), stylesheet)
        address_text = encode_position(position) if len(positions) % 2 else position  # packed as by Share, or plain
        difference = page.evaluate(MAX_BLOCK_DIFFERENCE_SCRIPT, [game, address_text, seat, picture])
        assert isinstance(difference, int), f"{position}: {difference}"
        assert difference < DIFFERENCE_LIMIT, f"{position}, seat {seat}: {difference}"
        description = page.evaluate(DESCRIPTION_SCRIPT, [game, address_text, seat])
        pieces_text = VIEWS[game].pieces_text(parsed_state, seat if game == "tensor-cards" else 0)
        if game == "tensor-cards":  # its sentence says the same in another order
            assert sorted(GRID_PLACE_PATTERN.findall(description)) == sorted(GRID_PLACE_PATTERN.findall(pieces_text)), (
                position
            )
            assert description.endswith(f" {VIEWS[game].board_text(parsed_state)}"), position
        else:
            assert description == _pieces_and_parts_text(game, parsed_state), position
            texts = call_in_languages(partial(_pieces_and_parts_text, game, parsed_state), FRENCH_CATALOGUES)
            assert page.evaluate(DESCRIPTION_SCRIPT, [game, address_text, seat, None, None, "fr"]) == texts["fr"], (
                position
            )
    assert len(positions) >= MAX_POSITIONS / 2


def _pieces_and_parts_text(game, state):
    """Return the texts about the pieces of a position: what is on the bases of Tesulda, and where the pieces are."""
    return " ".join(filter(None, (VIEWS[game].board_text(state), VIEWS[game].pieces_text(state, 0))))


@pytest.mark.parametrize("game", GAMES_WITH_READERS)
def test_invalid_position_has_no_poster(page, dist: Path, game: str):
    start = GAMES[game].format_position(new_timeline(GAMES[game], GAMES[game].initial({}, 0)).public_state())
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    for text in ("", "?", start[:10], f"<b>{start}", start[1:], "{}", "[1,2]", "null"):
        assert page.evaluate("([game, text]) => ruleboardPosters[game](text, 0)", [game, text]) == "", text
    svg, svg_at_start = (
        page.evaluate("([game, text]) => ruleboardPosters[game](text, 0)", [game, text]) for text in (start, None)
    )
    assert svg == svg_at_start
    assert svg.startswith("<svg ")
    assert "{" not in svg.partition("</style>")[2]


def test_unfinished_army_and_turn_have_posters(page, dist: Path):
    page.add_script_tag(path=dist / "static" / "posters" / "tesulda.js")
    game = GAMES["tesulda"]
    building_position = next(
        game.format_position(playout.states[ply])
        for playout, ply in select_sample_plies("tesulda", 200)
        if playout.states[ply].build is not None
    )
    assert page.evaluate("text => ruleboardPosters.tesulda(text, 0)", building_position) == ""
    mid_turn_position = next(
        game.format_position(playout.states[ply])
        for playout, ply in select_sample_plies("tesulda", 200)
        if playout.states[ply].optional_steps
    )
    turn_start = mid_turn_position.partition(" then:")[0]
    draw = "text => ruleboardPosters.tesulda(text, 0)"
    assert page.evaluate(draw, mid_turn_position) == page.evaluate(draw, turn_start) != ""


@pytest.mark.parametrize("game", GAMES_WITH_READERS)
def test_lesson_steps_have_posters(page, dist: Path, game: str):
    """Every lesson step has a poster of its position, except unfinished armies."""
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    draw = "([game, ...more]) => ruleboardPosters[game](...more)"
    for id, steps in lesson_positions(game).items():
        for number, step in enumerate(steps, 1):
            svg = page.evaluate(draw, [game, None, 0, id, str(number)])
            assert svg == page.evaluate(draw, [game, *step]), (id, number)
            assert bool(svg) == (" build:" not in step[0]), (id, number)
        assert page.evaluate(draw, [game, None, 0, id, "99"]) == svg
    assert page.evaluate(draw, [game, None, 0, "no-such-lesson"]) == ""


@pytest.mark.parametrize("game", sorted({*GAMES}.difference(GAMES_WITH_READERS)))
def test_script_without_reader_has_lesson_pictures(page, dist: Path, game: str):
    """The script has a picture for each lesson step that shows a whole table, and none for a position."""
    page.add_script_tag(path=dist / "static" / "posters" / f"{game}.js")
    draw = "([game, ...more]) => ruleboardPosters[game](...more)"
    for id, steps in lesson_positions(game).items():
        for number, step in enumerate(steps, 1):
            svg = page.evaluate(draw, [game, None, 0, id, str(number)])
            assert svg.startswith("<svg "), (id, number)
            assert ("<title></title>" in svg) == (step is None), (id, number)
            if step:
                state = GAMES[game].parse_position(step[0])
                for language, text in call_in_languages(
                    partial(position_description, GAMES[game], state), FRENCH_CATALOGUES
                ).items():
                    title = page.evaluate(DESCRIPTION_SCRIPT, [game, None, 0, id, str(number), language])
                    assert unescape(title) == text, (id, number)
    start = GAMES[game].format_position(GAMES[game].initial({}, 0))
    assert page.evaluate(draw, [game, start, 0]) == page.evaluate(draw, [game, None, 0, "no-such-lesson"]) == ""
