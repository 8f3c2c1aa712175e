"""Test posters, which are pictures of start boards in self-contained SVG files for light and dark pages."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ruleboard.embed.posters import lesson_positions
from ruleboard.learning.courses import course
from ruleboard.registry import GAMES
from tools import build, setup
from tools.posters import create_poster_style


@pytest.fixture(scope="module")
def posters_by_file():
    """Return the posters of the built app by file name."""
    setup.install_node_packages()
    build.build_if_changed()
    return {file.name: file.read_text(encoding="utf-8") for file in (build.DIST / "static" / "posters").iterdir()}


def test_every_game_has_start_poster_and_script(posters_by_file):
    assert set(posters_by_file) == {f"{game}.{kind}" for game in GAMES for kind in ("svg", "js")}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_poster_is_self_contained_svg(posters_by_file, game):
    svg = ElementTree.fromstring(posters_by_file[f"{game}.svg"])
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    sheet = svg.find("{http://www.w3.org/2000/svg}style")
    assert sheet is not None
    assert "@media (prefers-color-scheme: dark)" in (sheet.text or "")
    assert "data-theme" not in posters_by_file[f"{game}.svg"]
    assert not re.search(r"(href|url\()[^#)]*//", posters_by_file[f"{game}.svg"])
    assert not any(name.startswith(("data-", "on")) for element in svg.iter() for name in element.attrib)


def test_dark_rules_follow_color_scheme():
    css = (
        ':root { --a: 1; } :root[data-theme="dark"] { --a: 9; } /* why */\n:root[data-theme="dark"] .b {\n  --a: 2;\n}'
    )
    dark = "@media (prefers-color-scheme: dark) { %s }"
    assert create_poster_style(css) == " ".join(
        [":root { --a: 1; }", dark % ":root { --a: 9; }", dark % ".b { --a: 2; }"]
    )


def test_lesson_posters_have_valid_positions():
    """The posters of lessons have valid positions.

    Most steps of Equilibrium show part of a table, which has no poster.
    """
    for game, rules in GAMES.items():
        steps_by_lesson = lesson_positions(game)
        assert list(steps_by_lesson) == [lesson.id for lesson in course(game)]
        steps = [step for lesson_steps in steps_by_lesson.values() for step in lesson_steps]
        assert all(steps) or game == "equilibrium"
        for text, seat in filter(None, steps):
            assert rules.format_position(rules.parse_position(text)) == text
            assert seat in (0, 1)
