"""Test the style sheets."""

import re

import pytest

from ruleboard.registry import GAMES
from tests.support.contrast import compute_contrast, parse_hex_channels
from tools import setup
from tools.styles import bundle_styles


def split_outside_brackets(text, separators):
    """Split a selector at separators that are outside brackets, and return the parts."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if not depth and character in separators:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def test_no_selector_restyles_whole_page_after_touch():
    """No selector makes Chromium restyle all elements after a touch, as `:has(…) > *` does.

    Chromium finds the elements to restyle by tag, class and attribute.
    """
    sheet = re.sub(r"/\*.*?\*/", "", bundle_styles(setup.ROOT / "static" / "css"), flags=re.DOTALL)
    selectors = [
        selector
        for rule in re.findall(r"([^{};]+)\{", sheet)
        if "@" not in rule
        for selector in split_outside_brackets(rule.strip(), ",")
    ]
    relational_selectors = [selector for selector in selectors if ":has(" in selector]
    assert len(relational_selectors) > 50
    subjects = {selector: split_outside_brackets(selector, " >+~")[-1] for selector in relational_selectors}
    assert not [selector for selector, subject in subjects.items() if re.match(r"\*|:(?!is\(|where\(|root)", subject)]
    # Many elements of boards and move lists have the same attributes and these classes.
    common_selector_pattern = re.compile(r"(:(is|where)\(([^()]*, *)?)?(\[|\.(rim|cell|piece|character|ply)\b)")
    assert not [
        one for one, subject in subjects.items() if ":has(" not in subject and common_selector_pattern.match(subject)
    ]


def test_no_selector_searches_whole_page_after_touch():
    """Selectors for the page of a game search it only at a fixed depth, as `:has(> .notices > .notice)` does.

    Elements that appear make Chromium match such selectors again. A search at any depth visits the whole board, which
    takes up to a tenth of a millisecond. A condition in front of it may save the search. Chromium also searches seldom
    if the selector ends with a rare element: a board or frame inside the page, or the message of a refusal (`.said`).
    Lessons (`.page-lesson`) have other pages.
    """
    sheet = re.sub(r"/\*.*?\*/", "", bundle_styles(setup.ROOT / "static" / "css"), flags=re.DOTALL)
    page = re.compile(r"(:where\()?(html|body|:root|\.page|\.page-table|\.one-side|\.many|\.over|\.of-[-\w]+)(?![-\w])")
    allowed_condition_pattern = re.compile(r":where\(:has\(> |:not\(:where\(\.page-table\)\)")
    matching_compounds = {
        compound
        for rule in re.findall(r"([^{};]+)\{", sheet)
        if "@" not in rule
        for selector in split_outside_brackets(rule.strip(), ",")
        if not re.search(r" (rule-board|iframe|\.said|\.said::before)$", selector)
        for compound in split_outside_brackets(selector, " >+~")
        if page.match(compound) and ":has(" in compound and ".page-lesson" not in compound
    }
    assert len(matching_compounds) > 10
    assert not [
        compound
        for compound in matching_compounds
        if re.search(r":has\((?!> )|, (?!> |:has)", allowed_condition_pattern.split(compound)[0])
    ]


def test_frame_sizes_ignore_shapes_inside_pictures():
    """The sizes for `.plate`, which frames pictures in lists, do not apply to shapes of that class inside pictures."""
    sheet = re.sub(r"/\*.*?\*/", "", bundle_styles(setup.ROOT / "static" / "css"), flags=re.DOTALL)
    sized_selectors = [
        selector
        for rule, declarations in re.findall(r"([^{};]+)\{([^{}]*)\}", sheet)
        if re.search(r"(?<![-\w])(width|height|aspect-ratio):", declarations)
        for selector in split_outside_brackets(rule.strip(), ",")
        if re.match(r"\.plate\b", split_outside_brackets(selector, " >+~")[-1])
    ]
    assert len(sized_selectors) >= 4
    assert all(":not(svg *)" in selector or ".spread > " in selector for selector in sized_selectors), sized_selectors


def blend_colours(colour, ground, share):
    """Return a mix of two colours as ``color-mix(in srgb, …)`` computes it."""
    pairs = zip(parse_hex_channels(colour), parse_hex_channels(ground), strict=True)
    return tuple(share * first + (1 - share) * second for first, second in pairs)


def find_custom_properties(selector, theme):
    """Return the custom properties of a selector in a theme. Those of the dark theme add to those of the light one."""
    sheet = re.sub(r"/\*.*?\*/", "", bundle_styles(setup.ROOT / "static" / "css"), flags=re.DOTALL)
    sheet = re.sub(r"@media print \{.*?\n\}", "", sheet, flags=re.DOTALL)
    dark = ':root[data-theme="dark"]'
    selectors = [selector] if theme == "light" else [selector, f"{dark} {selector}".removesuffix(" :root")]
    properties = {}
    for rule, declarations in re.findall(r"([^{};]+)\{([^{}]*)\}", sheet):
        if rule.strip() in selectors:
            properties.update(re.findall(r"(--[-\w]+):\s*([^;]+);", declarations))
    return properties


@pytest.mark.parametrize("game", sorted({*GAMES} - {"equilibrium"}))
def test_paths_have_a_colour(game):
    """Each game that draws paths defines the colours of their lines, without which they are invisible.

    Equilibrium draws no paths.
    """
    sheet = (setup.ROOT / "static" / "css" / "games" / f"{game}.css").read_text("utf-8")
    assert not {name for name in ("--mark-ink", "--mark-alarm", "--mark-rim") if f"{name}:" not in sheet}


GROUND_COLOURS = {
    "sensei": ("--sand", "--sand-tint"),
    "tensor-cards": ("--felt",),
    "tensor-chess": ("--light", "--dark"),
    "tesulda": ("--blue", "--green"),
    "equilibrium": ("--eq-field-top", "--eq-field", "--eq-slab-top"),
}
"""The colours of the squares, spaces and hexes of each game."""
LINE_MARKS = ("--mark-ink", "--mark-go")
"""Marks that are lines or dots. Where one has too little contrast, it has a rim."""
MARKS_WITH_RIM = ("--mark-alarm", "--mark-correct")
"""Marks that always have a rim."""
GAME_SPECIFIC_MARKS = ("--mark-capture", "--mark-special")
"""Marks that only some games use, and define."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_marks_are_visible_on_every_ground(game, theme):
    """Each mark, or the rim around it, has a contrast of 3 to each ground, and the mark differs from its rim."""
    kinds = ".board, .figure, .tray" if game == "equilibrium" else ".board, .tray"
    own_colours = find_custom_properties(f":is({kinds}).{game}", theme)
    colours = find_custom_properties(":root", theme) | own_colours
    marks = {*LINE_MARKS, *MARKS_WITH_RIM} & colours.keys() | {*GAME_SPECIFIC_MARKS} & own_colours.keys()

    def resolve_colour(name):
        value = colours[name]
        return resolve_colour(value[4:-1]) if value.startswith("var(") else value

    for ground in map(resolve_colour, GROUND_COLOURS[game]):
        for mark in sorted(marks):
            line = compute_contrast(resolve_colour(mark), ground)
            assert max(line, compute_contrast(resolve_colour("--mark-rim"), ground)) >= 3, (mark, ground)
            assert line >= 3 or compute_contrast(resolve_colour(mark), resolve_colour("--mark-rim")) >= 3, (
                mark,
                ground,
            )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_colours_of_sides_are_readable(game, theme):
    """The result is readable on the side's colour, and so are all texts on the panel of the player to decide."""
    page = find_custom_properties(":root", theme)
    for player in range(max(GAMES[game].players)):
        side = find_custom_properties(f".of-{game} .p{player}", theme)
        assert compute_contrast(side["--own"], side["--own-ink"]) >= 4.5, (game, player)
        ground = blend_colours(side["--own"], page["--paper-raised"], 0.08)
        assert compute_contrast(side["--own-line"], page["--paper"]) >= 3, (game, player)
        for text in ("--ink", "--ink-soft", "--danger", "--accent"):
            assert compute_contrast(page[text], ground) >= 4.5, (game, player, text)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_digits_of_equilibrium_are_readable(theme):
    """Levels, limits and cycles have a contrast of at least 4.5, also where the current tier is brighter."""
    colours = find_custom_properties(":is(.board, .figure, .tray).equilibrium", theme)
    for ground in (colours["--eq-inlay-top"], colours["--eq-inlay-foot"], colours["--eq-hole"]):
        for text in ("--eq-faint", "--eq-ink"):
            assert compute_contrast(colours[text], ground) >= 4.5, (ground, text)
            assert compute_contrast(colours[text], blend_colours("#ffffff", ground, 0.08)) >= 4.5, (ground, text)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("game", "text", "ground"),
    [
        ("sensei", "--rim-ink", "--rim"),
        ("tensor-chess", "--letters", "--frame"),
        ("tensor-cards", "--ink-soft", "--felt"),
        ("equilibrium", "--eq-audio", "--eq-dark"),
    ],
)
def test_letters_of_boards_are_readable(game, text, ground, theme):
    """Coordinates, the number of the deal and the letters of face-down tiles have a contrast of 4.5 to their ground."""
    scope = ":is(.board, .figure, .tray)" if game == "equilibrium" else ":is(.board, .tray)"
    colours = find_custom_properties(f"{scope}.{game}", theme)
    assert compute_contrast(colours[text], colours[ground]) >= 4.5
