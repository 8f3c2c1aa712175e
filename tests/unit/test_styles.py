"""Test the style sheets."""

import re

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
    relational = [selector for selector in selectors if ":has(" in selector]
    assert len(relational) > 50
    subjects = {selector: split_outside_brackets(selector, " >+~")[-1] for selector in relational}
    assert not [selector for selector, subject in subjects.items() if re.match(r"\*|:(?!is\(|where\(|root)", subject)]


def test_frame_sizes_ignore_shapes_inside_pictures():
    """The sizes for `.plate`, which frames pictures in lists, do not apply to shapes of that class inside pictures."""
    sheet = re.sub(r"/\*.*?\*/", "", bundle_styles(setup.ROOT / "static" / "css"), flags=re.DOTALL)
    sized_selectors = [
        one
        for rule, declarations in re.findall(r"([^{};]+)\{([^{}]*)\}", sheet)
        if re.search(r"(?<![-\w])(width|height|aspect-ratio):", declarations)
        for one in split_outside_brackets(rule.strip(), ",")
        if re.match(r"\.plate\b", split_outside_brackets(one, " >+~")[-1])
    ]
    assert len(sized_selectors) >= 4
    assert all(":not(svg *)" in one or ".spread > " in one for one in sized_selectors), sized_selectors
