"""Test that boards stay large and controls visible in small windows, such as a desktop window at 400 % zoom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ruleboard.app.board import changes as tables
from ruleboard.app.board.prompts import button_targets
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tests.e2e.helpers import (
    OPEN_ELEMENT_SELECTOR,
    find_hidden_controls,
    go,
    open_elements,
    save_and_open,
    touch,
    wait_until,
)
from tests.support.playouts import create_playouts, select_evenly_spaced

WINDOW_SIZES: tuple[tuple[int, int], ...] = ((320, 256), (360, 320), (427, 300), (320, 480), (560, 400), (600, 500))
"""Windows of desktops at 400 % and 300 %, and of small phones."""

NAMES = ("Anna", "Ben", "Carla", "David")

MIN_BOARD_SHARE = 0.85
"""The minimum width of a board, as a part of the smaller side of the window."""

BOARD_SIZE_SCRIPT = """() => {
  const board = [...document.querySelectorAll("svg.board[data-game]")].find((candidate) => candidate.checkVisibility());
  const visible = board.parentElement.getBoundingClientRect();
  const { width, height } = board.getBoundingClientRect();
  const { width: unitWidth, height: unitHeight } = board.viewBox.baseVal;
  const drawn = unitWidth * Math.min(width / unitWidth, height / unitHeight);
  return { drawn, part: Math.min(drawn, visible.width), height: Math.min(visible.height, height),
    overflow: document.documentElement.scrollWidth - innerWidth };
}"""
"""Return the width of the drawn board and of its visible part."""


def open_table(page: Page, game: str) -> None:
    """Open a new game between persons."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    sides = rules.sides(rules.initial(options, 5))
    open_record(page, Record(game, options, 5, NAMES[: len(sides)], ()))


def open_record(page: Page, record: Record) -> None:
    """Open a game between persons, and leave its hand-over screen if it has one."""
    save_and_open(page, record)
    uncover_button = page.locator('[data-do="play.uncover"]')
    if uncover_button.count():
        uncover_button.click()


def open_first_link(page: Page, address: str, links: str) -> None:
    """Open a list of pages, and then the page of its first link."""
    go(page, address)
    link = page.locator(links).first
    link.wait_for()
    go(page, link.get_attribute("href") or "")


PAGES: dict[str, Callable[[Page, str], None]] = {
    "game": open_table,
    "lesson": lambda page, game: open_first_link(page, f"#/learn/{game}", f'a[href^="#/learn/{game}/"]'),
    "problem": lambda page, game: open_first_link(page, f"#/problems/{game}", 'a[href*="#/problem/"]'),
    "editor": lambda page, game: go(page, f"#/edit/{game}"),
    "study": lambda page, game: open_study(page, game),
}


def open_study(page: Page, game: str) -> None:
    """Create a study of a game."""
    go(page, "#/")
    page.locator('[popovertarget="new-study"]').first.dispatch_event("click")
    page.locator(f'[data-do="study.new"][data-value="{game}"]').dispatch_event("click")
    page.locator(".study-board").wait_for()


@pytest.fixture
def resizable_page(shared_page: Callable[[str], Page]) -> Iterator[Page]:
    """Return the shared page of a desktop, whose size the fixture restores after the test."""
    page = shared_page("desktop")
    original_size = page.viewport_size
    assert original_size
    yield page
    page.set_viewport_size(original_size)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", PAGES)
def test_board_is_never_narrow(resizable_page: Page, kind: str, game: str) -> None:
    """In every small window, the board is nearly as wide as the window's smaller side, and nothing scrolls sideways."""
    page = resizable_page
    failures = []
    PAGES[kind](page, game)
    board = page.locator("svg.board[data-game]").first
    if kind in ("problem", "editor") and not page.locator("h1").count():
        pytest.skip("no such page")
    board.wait_for()
    for width, height in WINDOW_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        size = page.evaluate(BOARD_SIZE_SCRIPT)
        if size["part"] < MIN_BOARD_SHARE * min(width, height) or size["overflow"] > 0:
            failures.append(((width, height), size))
    assert not failures


BAR_SIZES: tuple[tuple[int, int], ...] = ((320, 256), (320, 568), (360, 740), (400, 800), (640, 320), (844, 390))
"""Small windows in which the bar of a table has the least room."""

BAR_BUTTONS_SCRIPT = """() => {
  const candidates = [...document.querySelectorAll(".page-table .bar :is(.bare, .looking)")];
  const buttons = candidates.filter((each) => each.checkVisibility());
  return buttons.map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return { label: button.getAttribute("aria-label") ?? button.textContent, width, height,
      isTouchable: top !== null && button.contains(top), isInside: x >= 0 && x + width <= innerWidth };
  });
}"""
"""Return the visible buttons of the bar with their sizes, and whether a finger reaches their centres."""


@pytest.mark.parametrize("game", ["sensei", "equilibrium"])
def test_sounds_are_one_touch_away(resizable_page: Page, game: str) -> None:
    """In every small window, the bar has all buttons in full size, including the one for sounds.

    The bars of games differ only in their titles. The test uses the games with the shortest and the longest title.
    """
    page = resizable_page
    open_table(page, game)
    page.set_viewport_size({"width": 1280, "height": 800})
    labels = {button["label"] for button in page.evaluate(BAR_BUTTONS_SCRIPT)}
    assert "Sounds" in labels
    for width, height in BAR_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        buttons = page.evaluate(BAR_BUTTONS_SCRIPT)
        assert labels <= {button["label"] for button in buttons}, (width, height)
        for button in buttons:
            assert button["isTouchable"], ((width, height), button)
            assert button["isInside"], ((width, height), button)
            assert min(button["width"], button["height"]) >= 44, ((width, height), button)
        sound_button = page.get_by_role("button", name="Sounds", exact=True)
        pressed_value = sound_button.get_attribute("aria-pressed")
        sound_button.click()
        page.locator(f'.bar .sound:not([aria-pressed="{pressed_value}"])').wait_for()


PHONE_SIZES: tuple[tuple[int, int], ...] = ((844, 390), (740, 360), (360, 640))
LOW_PHONE_SIZES: tuple[tuple[int, int], ...] = ((667, 375), (568, 320))
"""Phones on which only a refusal may need to scroll."""
LANDSCAPE_PHONE_SIZES: tuple[tuple[int, int], ...] = ((844, 390), (740, 360), (667, 375))
TOOLS_SELECTOR = ".near .controls .button, .actions .button, .bar .bare"


COVERED_LINES_SCRIPT = """() => [...document.querySelectorAll(".near .status")].flatMap((status) => {
  const range = document.createRange();
  range.selectNodeContents(status);
  return [...range.getClientRects()].filter(({ left, right, top, bottom }) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit?.closest(".near .controls, .actions") ?? false;
  }).map(({ top }) => Math.round(top));
})"""
"""Return the tops of the lines of a player's text that buttons cover."""


def iter_crowded_records(game: str) -> Iterator[Record]:
    """Yield, for each number of players, the record of the position with the most buttons in a random game."""
    for count in {playout.player_count(): None for playout in create_playouts(game)}:
        playout = next(playout for playout in create_playouts(game) if playout.player_count() == count)
        actions = tuple(action.text for action in playout.actions)
        records = [
            Record(game, playout.options, playout.seed, NAMES[:count], actions[:ply])
            for ply in select_evenly_spaced(range(len(actions)), 16)
        ]
        yield max(records, key=lambda record: len(button_targets(tables.open_table("x", replay(record, GAMES)))))


@pytest.mark.parametrize("game", GAMES)
def test_tools_of_a_turn_are_visible_on_phones(resizable_page: Page, game: str) -> None:
    """All buttons of a turn are visible without scrolling, even next to the reason for a refused touch.

    They cover no text of the turn.
    """
    page = resizable_page
    failures = []
    for record in iter_crowded_records(game):
        open_record(page, record)
        for width, height in (*PHONE_SIZES, *LOW_PHONE_SIZES):
            page.set_viewport_size({"width": width, "height": height})
            failures += [(record.players, width, label) for label in find_hidden_controls(page, TOOLS_SELECTOR)]
            failures += [(record.players, width, "text", line) for line in page.evaluate(COVERED_LINES_SCRIPT)]
        page.locator("svg.board [data-target]:not([data-legal])").first.dispatch_event("click")
        page.locator(".near .said").wait_for()
        for width, height in PHONE_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            failures += [
                (record.players, width, "refused", label) for label in find_hidden_controls(page, TOOLS_SELECTOR)
            ]
    assert not failures


def test_tabs_of_several_players_are_visible_on_phones_in_landscape(resizable_page: Page) -> None:
    """On phones in landscape, the tabs of the players are visible above the tools, and so are all buttons of a hint."""
    page = resizable_page
    failures = []
    for count in (3, 4):
        playout = next(playout for playout in create_playouts("equilibrium") if playout.player_count() == count)
        actions = tuple(action.text for action in playout.actions[: 15 * count])
        open_record(page, Record("equilibrium", playout.options, playout.seed, NAMES[:count], actions))
        for width, height in LANDSCAPE_PHONE_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            failures += [(count, width, label) for label in find_hidden_controls(page, ".tabs .tab")]
    assert not failures
    for width, height in (*LANDSCAPE_PHONE_SIZES, (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator('.actions [data-do="play.hint"]').click()
        page.locator(".near .advice").wait_for(timeout=90_000)
        wait_until(page, lambda: not find_hidden_controls(page, ".near .status .button"), 10)
        page.locator(".near .status").get_by_role("button", name="Close").click()
        page.locator(".near .advice").wait_for(state="detached")


UPRIGHT_SIZES: tuple[tuple[int, int], ...] = ((412, 839), (390, 844), (360, 640), (834, 1194), (768, 1024))
"""Upright phones and tablets, on which the moves are below the near panel."""

CUT_PARTS_SCRIPT = """() => {
  const panel = document.querySelector(".near > .player"), moves = document.querySelector(".page-table > .beside");
  if (![panel, moves].every((part) => part.checkVisibility({ visibilityProperty: true }))) return [];
  const isCovered = panel.getBoundingClientRect().bottom > moves.getBoundingClientRect().top + 1;
  const list = moves.querySelector(".list")?.getBoundingClientRect();
  const rows = [...moves.querySelectorAll(".list.several > .turn")].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const isShown = bottom > list.top + 1 && top < list.bottom - 1;
    const entries = [...row.querySelectorAll(".ply")];
    const isWhole = top > list.top - 1 && bottom < list.bottom + 1
      && entries.every((entry) => entry.scrollHeight <= entry.clientHeight && entry.scrollWidth <= entry.clientWidth);
    return isShown && !isWhole;
  });
  return [...(isCovered ? ["the panel covers moves"] : []), ...rows.map((row) => row.textContent)];
}"""
"""Return what is visible only in part: the moves below the near panel, and rows in the list of moves."""


def iter_languages(page: Page) -> Iterator[str]:
    """Choose French, then English, in the settings. Yield the name of each language once the page has it."""
    for language, heading in (("Français", "Réglages"), ("English", "Settings")):
        go(page, "#/settings")
        page.get_by_text(language).click()
        expect(page.locator("h1")).to_have_text(heading)
        yield language


@pytest.mark.parametrize("game", GAMES)
def test_nothing_below_panel_is_cut(resizable_page: Page, game: str) -> None:
    """On upright screens, the near panel never covers a part of the moves, and each visible row of moves is whole."""
    page = resizable_page
    failures = []
    for record in iter_crowded_records(game):
        open_record(page, record)
        for state in ("turn", "threats"):
            if state == "threats":
                page.locator('.actions [data-do="play.threats"]').click()
                page.locator(".near .advice").wait_for()
            for width, height in UPRIGHT_SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("() => new Promise(requestAnimationFrame)")
                failures += [(state, len(record.players), width, part) for part in page.evaluate(CUT_PARTS_SCRIPT)]
    assert not failures


def test_steps_stay_visible_while_army_is_built(resizable_page: Page) -> None:
    """On upright screens, the panel of the second army never takes the room of the button that steps back.

    No other button leads back: the game refuses to undo the first army, which is secret.
    """
    page = resizable_page
    failures = []
    for language in iter_languages(page):
        open_record(page, Record("tesulda", {"setup": "build"}, 1, NAMES[:2], ("default", "done")))
        page.locator(".near [data-opens='setups']").wait_for()
        for width, height in UPRIGHT_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if not page.locator(".moves > .steps > .button:nth-child(2)").is_visible():
                failures.append((language, width, height))
    assert not failures


PANEL_IS_COVERED_SCRIPT = """() => {
  const panel = document.querySelector(".near > .player").getBoundingClientRect();
  const tools = document.querySelector(".actions.bottom").getBoundingClientRect();
  return panel.bottom > tools.top + 1;
}"""
"""Return True if the tools cover the end of the near panel."""


@pytest.mark.parametrize("game", GAMES)
def test_panel_is_above_tools_on_phones_in_landscape(resizable_page: Page, game: str) -> None:
    """The near panel ends above the tools, and so do the tabs next to it."""
    page = resizable_page
    open_table(page, game)
    failures = []
    for width, height in (*LANDSCAPE_PHONE_SIZES, (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        failures += [(width, "panel")] * page.evaluate(PANEL_IS_COVERED_SCRIPT)
        failures += [(width, label) for label in find_hidden_controls(page, ".tabs .tab")]
    assert not failures


@pytest.mark.parametrize("game", GAMES)
def test_result_is_whole_on_phones(resizable_page: Page, game: str) -> None:
    """The result of a game and all its buttons are visible without scrolling, for each winner and in a draw."""
    page = resizable_page
    failures = []
    start = Record(game, {option.id: option.default for option in GAMES[game].options}, 5, NAMES[:2])
    for ending in (("resign 1",), ("resign 2",), ("draw agreed",)):
        record = replace(start, actions=ending)
        save_and_open(page, record)
        for width, height in (*PHONE_SIZES, *LOW_PHONE_SIZES, (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            selector = ".near .controls .button, .moves .now" if height > 800 else ".near .controls .button"
            failures += [(ending, width, label) for label in find_hidden_controls(page, selector)]
            failures += [(ending, width, "text", line) for line in page.evaluate(COVERED_LINES_SCRIPT)]
    assert not failures


LOW_WINDOW: ViewportSize = {"width": 320, "height": 256}
"""A desktop at 400 %."""

UNREACHABLE_CONTROLS_SCRIPT = """() => {
  const open = document.querySelector(".menu-list:popover-open, dialog[open]");
  const controls = [...open.querySelectorAll("button, a[href], input, select, textarea, summary")];
  return controls.flatMap((control) => {
    const touched = control.closest("label") ?? control;
    if (!touched.checkVisibility({ visibilityProperty: true })) return [];
    touched.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, right, top, bottom } = touched.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
    const isInside = left > -1 && right < innerWidth + 1 && top > -1 && bottom < innerHeight + 1;
    const isReachable = hit !== null && (touched.contains(hit) || hit.contains(touched));
    if (isReachable && (isInside || bottom - top > innerHeight)) return [];
    return [`${touched.textContent.trim() || control.name}: ${[left, top, right, bottom]}`];
  });
}"""
"""Scroll to each control of the open menu or dialog, and return those that a finger cannot reach in the window."""


@pytest.fixture
def page_in_low_window(resizable_page: Page) -> Page:
    """Return the shared page of a desktop in a window at 400 % zoom."""
    resizable_page.set_viewport_size(LOW_WINDOW)
    return resizable_page


def open_won_game(page: Page) -> None:
    """Open a game that Green has won."""
    actions = "e1-e2 @d1-e2 a1-a2 f1-e1 end a2-b2 c1-c2 @e2-b2 @d7-c7 a7-a6 b1-a1 @b2-b7".split()  # noqa: SIM905
    save_and_open(page, Record("sensei", {"mode": "shizukana-variant"}, 1, ("", ""), tuple(actions)))


def open_armies(page: Page) -> None:
    """Open a game in which Light builds an army."""
    open_record(page, Record("tesulda", {"setup": "build"}, 1, ("", ""), ("default",)))


NARROW_EXPLANATIONS_SCRIPT = """() => {
  const dialog = document.getElementById("legend");
  dialog.showModal();
  const { left, width } = dialog.getBoundingClientRect();
  const failures = [...dialog.querySelectorAll("dd")].filter((text) => {
    const box = text.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(text);
    const rows = new Set([...range.getClientRects()].map((row) => Math.round(row.top)));
    return rows.size > 1 && box.width < 0.6 * width || box.right > left + width;
  }).map((text) => `${text.textContent} ${text.getBoundingClientRect().width} of ${width}`);
  const count = dialog.querySelectorAll("dd").length;
  dialog.close();
  return [count, failures];
}"""
"""Return the number of explanations in a legend, and those that break into lines in less than 60 % of its width."""


def test_explanations_of_marks_are_wide(resizable_page: Page) -> None:
    """On phones, no explanation of a mark or an example breaks into short lines, in both languages."""
    page = resizable_page
    failures = []
    for _language in iter_languages(page):
        for game in GAMES:
            open_table(page, game)
            for width, height in ((412, 839), (360, 640)):
                page.set_viewport_size({"width": width, "height": height})
                count, narrow_texts = page.evaluate(NARROW_EXPLANATIONS_SCRIPT)
                assert count > 8, game
                failures += [f"{game} {width}: {text}" for text in narrow_texts]
    assert not failures, failures


LOW_PAGES: dict[str, Callable[[Page], None]] = {
    "home": lambda page: go(page, "#/"),
    "sensei": lambda page: open_table(page, "sensei"),
    "equilibrium": lambda page: open_table(page, "equilibrium"),
    "result": open_won_game,
    "armies": open_armies,
    "study": lambda page: open_study(page, "tensor-chess"),
}


@pytest.mark.parametrize("name", LOW_PAGES)
def test_menus_and_dialogs_are_reachable_in_low_windows(page_in_low_window: Page, name: str) -> None:
    """Each control of each menu and dialog can be scrolled into the window and touched there."""
    LOW_PAGES[name](page_in_low_window)
    failures, count = [], 0
    for index in open_elements(page_in_low_window):
        count += 1
        failures += [f"{index} {line}" for line in page_in_low_window.evaluate(UNREACHABLE_CONTROLS_SCRIPT)]
        page_in_low_window.keyboard.press("Escape")
        page_in_low_window.locator(OPEN_ELEMENT_SELECTOR).wait_for(state="hidden")
    assert count
    assert not failures, "\n".join(failures)


def test_promotion_is_in_view_in_low_windows(page_in_low_window: Page) -> None:
    """The choices of a promotion are in view as soon as they appear, wherever the page was scrolled before."""
    start = "10/7P2/10/10/1k8/10/10/K9 w - - 0 1"
    save_and_open(page_in_low_window, Record("tensor-chess", {}, 0, ("", ""), (), start=start), id="promotion")
    touch(page_in_low_window, "h7")
    page_in_low_window.evaluate("() => scrollBy(0, -120)")
    touch(page_in_low_window, "h8")
    page_in_low_window.locator(".choice").first.wait_for()
    for choice in page_in_low_window.locator(".choice").all():
        expect(choice).to_be_in_viewport(ratio=0.99)
