"""Test the lab: a person writes a game, plays it, makes a mistake, corrects it and checks the game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.helpers import wait_until


@pytest.mark.profiles("desktop")
def test_game_plays_while_a_person_writes_and_shows_mistakes_at_their_line(
    page: Page, open_app: Callable[[Page, str], Page]
) -> None:
    open_app(page, "#/lab")
    code, marks = page.locator(".lab-editor textarea"), page.locator(".lab-gutter i")
    square = page.frame_locator("rule-board iframe").locator("[data-target=b2]")
    square.click(timeout=60_000)
    expect(square).to_have_class(re.compile("last"))
    expect(page.locator("#lab-lines")).to_have_value(re.compile('data:image/svg.*alt="Noughts and crosses"'))
    page.locator(".lab-board select").select_option("2")
    expect(page.locator("#lab-lines")).to_have_value(re.compile('opponent="2"'))
    page.locator(".lab-board select").select_option("")
    square.click()
    page.locator(".lab-board .lab-row button").click()
    expect(page.locator("#lab-position")).to_have_value('position="3/1x1/3 o"\nmoves="b2"\n')
    text = code.input_value()
    code.fill(text.replace("yield square,", "yield squares,"))
    expect(marks).to_have_text(f"{text[: text.index('yield')].count(chr(10)) + 1}")
    page.locator(".lab-board .lab-row button").click()
    expect(page.locator("#lab-position")).to_be_hidden()
    page.locator("#lab-status button").click()
    expect(code).to_be_focused()
    code.fill(text.replace("in a row.", "in a row"))
    expect(marks).to_have_count(0)
    check = page.locator(".lab-text .primary")
    check.click()
    expect(marks).to_have_text(f"{text[: text.index('def result')].count(chr(10)) + 1}")
    code.fill(text)
    check.click()
    expect(marks).to_have_count(0)
    expect(page.locator("#lab-status")).to_have_text(re.compile(r"\d"))
    wait_until(page, lambda: "three in a row." in page.evaluate("localStorage['ruleboard/1/lab']"))
    code.focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    expect(code).to_have_value(f"    {text}")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(check).to_be_focused()
    delay_script = "board.picture = () => new Promise((resolve) => { globalThis.draw = resolve; });"
    page.evaluate(f"() => {{ const board = document.querySelector('rule-board'); {delay_script} }}")
    code.fill(f"{text}\n")
    page.wait_for_function("Boolean(globalThis.draw)")
    code.fill(text.replace("yield square,", "yield squares,"))
    expect(marks).to_have_count(1)
    page.evaluate("draw('<svg/>')")
    assert "<img" not in page.locator("#lab-lines").input_value()
    code.fill(text.replace("for square", "while True: pass\n        for square", 1))
    expect(page.locator("#lab-status")).to_have_text(re.compile("One moment"))
