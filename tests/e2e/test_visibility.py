"""Test that messages on phones and tablets are visible, cover nothing permanently, and do not move the board."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS_KEY
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.engine.record import parse_record
from ruleboard.learning.courses import course
from ruleboard.registry import GAMES
from tests.e2e.helpers import KEY_PREFIX, RECORD, begin_game, find_hidden_controls, save_and_open, store
from tests.e2e.scenes import (
    create_midway_table,
    create_new_record,
    create_scenes,
    create_stored_texts,
    go,
    perform_step,
    resize,
    visit,
    wait_until_painted,
)

ANSWER_STEPS = {
    "lesson, missed": ".answer .miss",
    "lesson, solved": ".answer .praise, .lesson-task .show",
    "table, refused": ".status .said",
    "table, the rule": '[data-key="aside-rule"] .telling',
    "table, show": ".show",
}
"""The CSS selectors of the page's answers, by scene; with cards the replay itself is the answer."""

VISIBILITY_PROBLEM_SCRIPT = """selector => {
  const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
  return top < 0 || bottom > innerHeight ? `from ${top} to ${bottom} on a screen of ${innerHeight}` : "";
}"""


@pytest.fixture(scope="module")
def phone_page(new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]) -> Iterator[Page]:
    """Return the page of a small phone, which has less room than any other."""
    context = new_context("small_phone", reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


@pytest.mark.parametrize("group", GAMES)
def test_answers_are_visible(phone_page: Page, group: str) -> None:
    problems = []
    for scene in create_scenes():
        if scene.group == group and scene.name in ANSWER_STEPS:
            visit(phone_page, scene)
            if problem := phone_page.evaluate(VISIBILITY_PROBLEM_SCRIPT, ANSWER_STEPS[scene.name]):
                problems.append(f"{scene.name}: {problem}")
    assert not problems, "\n".join(problems)


@pytest.mark.shared
def test_next_step_of_replay_is_in_view(phone: Page) -> None:
    """The button that continues a replay is in view, even on a phone in landscape."""
    visit(phone, next(scene for scene in create_scenes() if scene.name == "table, show"))
    for width, height in ((844, 390), (640, 360), (360, 640)):
        resize(phone, {"width": width, "height": height})
        expect(phone.locator('[data-do="play.show_step"].primary')).to_be_in_viewport(ratio=1)


SHORTENED_STATE_SCRIPT = (
    "() => [...document.querySelectorAll('.looking > span')].some((text) => text.scrollWidth > text.clientWidth)"
)


@pytest.mark.shared
def test_past_state_is_whole(phone: Page) -> None:
    """The bar names the past state without an ellipsis, even on a phone in landscape."""
    for game in GAMES:
        visit(phone, next(scene for scene in create_scenes() if str(scene) == f"{game}: table, looking back"))
        for width, height in ((844, 390), (740, 360), (390, 844)):
            resize(phone, {"width": width, "height": height})
            assert not phone.evaluate(SHORTENED_STATE_SCRIPT), f"{game} at {width} by {height}"


@pytest.mark.parametrize("advice", ["hint", "threats"])
def test_advice_does_not_cover_tabs(phone_page: Page, advice: str) -> None:
    """Advice does not cover the tabs: ``click(trial=True)`` fails if another element would get the click."""
    visit(
        phone_page,
        next(scene for scene in create_scenes() if scene.group == "equilibrium" and scene.name == "table, midway"),
    )
    perform_step(phone_page, "click", f'[data-do="play.{advice}"]')
    expect(phone_page.locator(".status .advice")).to_be_visible()
    for tab in phone_page.locator(".tab").all():
        tab.click(trial=True)
    phone_page.locator('[data-do="play.close_advice"]').click()
    expect(phone_page.locator('[data-do="play.threats"]')).to_be_visible()


WINDOW_SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "small phone": {"width": 360, "height": 640},
    "phone in landscape": {"width": 844, "height": 390},
    "tablet": {"width": 834, "height": 1194},
    "tablet in landscape": {"width": 1194, "height": 834},
    "desktop": {"width": 1280, "height": 800},
}

CONTROLS_SELECTOR = ":is(.near, .far, .bar, .actions, .curtain) button, .bar a, .resting .tab"
COVERING_SCENES = ("menu", "names", "legend", "reference", "the rule", "show")
"""The tables with a dialog, menu or sheet, which covers controls and has buttons of its own."""


@pytest.mark.parametrize("group", GAMES)
@pytest.mark.shared
def test_controls_of_a_turn_are_in_view(shared_page: Callable[[str], Page], group: str) -> None:
    """In every phase of a game, all controls of the bars and the players' panels are in view."""
    page = shared_page("tablet")
    tables = [scene for scene in create_scenes() if scene.group == group and scene.name.startswith("table, ")]
    problems = []
    for scene in tables:
        if scene.name.removeprefix("table, ") not in COVERING_SCENES:
            visit(page, scene)
            for name, size in WINDOW_SIZES.items():
                resize(page, size)
                if labels := find_hidden_controls(page, CONTROLS_SELECTOR):
                    problems.append((scene.name, name, labels))
    assert not problems


TOOL_BOXES_SCRIPT = """() => Object.fromEntries(
  [...document.querySelectorAll(".bar > .button, .bar > .menu, .actions.bottom > .button, .beside .steps > .button")]
    .map((button) => [button.title || button.firstElementChild.title, button])
    .filter(([name, button]) => name && !button.closest(".show") && button.checkVisibility())
    .map(([name, button]) => {
      const {left, top, width, height} = button.getBoundingClientRect();
      return [name, [left, top, width, height].map(Math.round)];
    }))"""
"""Return the boxes of the buttons of all bars by their names, without those of a replay, which has steps of its own."""


NEAR_PANEL_BOX_SCRIPT = """() => {
  const {left, top, width, height} = document.querySelector(".near > .player").getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""


@pytest.mark.parametrize("size", WINDOW_SIZES)
@pytest.mark.shared
def test_tools_keep_their_places(shared_page: Callable[[str], Page], size: str) -> None:
    """The tools keep their places: a button that the bars of two states share has the same rectangle in both.

    The panel of the near player keeps its rectangle, too, except on a phone in portrait, where it grows over the moves.
    """
    page = shared_page("tablet")
    resize(page, WINDOW_SIZES[size])
    go(page, "#/new/sensei", ".page-new")
    for group, value in (("company", "opponent"), ("opponent", "1")):
        page.locator(f'input[name="{group}"][value="{value}"]').check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()
    boxes: dict[str, list[int]] = {}

    def record(state: str) -> None:
        page.evaluate("() => scrollTo(0, 0)")
        panel = {} if size in ("phone", "small phone") else {"panel": page.evaluate(NEAR_PANEL_BOX_SCRIPT)}
        for name, box in {**page.evaluate(TOOL_BOXES_SCRIPT), **panel}.items():
            assert boxes.setdefault(name, box) == box, f"{name} moves: {state}"

    record("start")
    page.locator("[data-target=a1]").click()
    record("a stone is picked up")
    page.locator("[data-target=a4]").click()
    record("an action is played")
    page.locator('[data-do="play.hint"]').click()
    expect(page.locator(".status .advice")).to_be_visible()
    record("a hint is open")
    page.locator('[data-do="play.close_advice"]').click()
    page.locator('[data-do="play.undo"]').click()
    record("after undo")
    page.locator('[data-do="play.redo"]').click()
    record("after redo")
    page.locator('[data-target="do:end"]').click()
    record("the opponent thinks")
    expect(page.locator('[data-do="play.turn_again"]')).to_be_enabled(timeout=60_000)
    record("after the opponent's turn")
    page.locator('[data-do="play.turn_again"]').click()
    record("a replay of the opponent's turn")
    expect(page.locator(".looking")).to_have_count(0, timeout=30_000)
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(".looking")).to_be_visible()
    assert page.locator(".near .button.primary").all_inner_texts() == ["Back to the game"]
    record("looking back")
    page.get_by_role("button", name="Back to the game", exact=True).click()
    record("back to the game")


@pytest.mark.shared
def test_panel_keeps_its_height_with_hint(shared_page: Callable[[str], Page]) -> None:
    """On an upright tablet, the panel has room for each text of a hint above the buttons of a turn."""
    page = shared_page("tablet")
    resize(page, {"width": 768, "height": 1024})
    save_and_open(page, replace(create_new_record("tesulda"), actions=("f2-f3",)))
    box = page.evaluate(NEAR_PANEL_BOX_SCRIPT)
    page.locator('[data-do="play.hint"]').click()
    next_button = page.locator('.near .status [data-do="play.hint"]')
    next_button.wait_for(timeout=60_000)
    while next_button.count():
        assert page.evaluate(NEAR_PANEL_BOX_SCRIPT) == box, page.locator(".near .advice").inner_text()
        text = page.locator(".near .advice").inner_text()
        next_button.click()
        expect(page.locator(".near .advice")).not_to_have_text(text)
    assert page.evaluate(NEAR_PANEL_BOX_SCRIPT) == box
    resize(page, WINDOW_SIZES["tablet"])


MIN_TABLET_SHARES = {(768, 1024): 0.6, (820, 1180): 0.7, (834, 1194): 0.72, (1024, 1366): 0.66}
"""The minimum width of a board on an upright tablet, as a part of the width of the page."""
BOARD_SHARE_SCRIPT = """() => {
  const board = document.querySelector("svg.board[data-game]");
  const drawn = board.querySelector(".board-edge") ?? board;
  const { width, height } = drawn.getBoundingClientRect();
  const [, , unitWidth, unitHeight] = board.getAttribute("viewBox").split(" ").map(Number);
  return (drawn === board ? Math.min(width, height * unitWidth / unitHeight) : width) / innerWidth;
}"""
"""Return the width of the board, without the cards around it, as a part of the width of the page."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.shared
def test_board_is_wide_on_upright_tablets(shared_page: Callable[[str], Page], game: str) -> None:
    """On an upright tablet, the board of a game and of a lesson has most of the page's width, and a game never scrolls.

    The cards of Tensor, which are around its board, do not count. The lessons of Equilibrium show only parts of its
    table.
    """
    page = shared_page("tablet")
    problems = []
    for name in ("table, midway",) if game == "equilibrium" else ("table, midway", "lesson, told", "lesson, asked"):
        visit(page, next(scene for scene in create_scenes() if str(scene) == f"{game}: {name}"))
        for (width, height), min_share in MIN_TABLET_SHARES.items():
            resize(page, {"width": width, "height": height})
            if (share := page.evaluate(BOARD_SHARE_SCRIPT)) < min_share:
                problems.append(f"{name}, {width} × {height}: the board has {share:.0%} of the width")
            if name.startswith("table") and page.evaluate(SCROLLABLE_HEIGHT_SCRIPT):
                problems.append(f"{name}, {width} × {height}: the page scrolls")
    resize(page, WINDOW_SIZES["tablet"])
    assert not problems, "\n".join(problems)


MIN_VISIBLE_REVIEW_HEIGHT = 120


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.shared
def test_review_is_visible_on_phones(shared_page: Callable[[str], Page], game: str) -> None:
    """On a phone, a new review is directly below the board: the page need not scroll to show its beginning."""
    page = shared_page("phone")
    problems = []
    record = parse_record(create_stored_texts()[f"{KEY_PREFIX}{game}-over"])
    save_and_open(page, record, f"{game}-reviewed")  # not "over", since the page of a game keeps its review
    page.locator('[data-do="play.review"]').click()
    page.locator(".review").wait_for()
    for width, height in ((390, 844), (360, 640)):
        resize(page, {"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        top = page.locator(".review").evaluate("review => review.getBoundingClientRect().top")
        if top > height - MIN_VISIBLE_REVIEW_HEIGHT:
            problems.append(f"{width} × {height}: the review begins at {top:.0f} px")
    assert not problems, "\n".join(problems)


LINE_CENTRES_SCRIPT = """() => [".speaker > strong", ".speaker > svg", ".prompt"].map((selector) => {
  const {top, bottom} = document.querySelector(`.near ${selector}`).getBoundingClientRect();
  return (top + bottom) / 2;
})"""


@pytest.mark.shared
def test_name_of_person_stands_on_line_of_text(shared_page: Callable[[str], Page]) -> None:
    """The name and the emblem of the person to move, in the panel of both people, have the height of the text."""
    page = shared_page("tablet")
    save_and_open(page, replace(create_new_record("tensor-chess"), actions=("e2e4",)))
    for size in WINDOW_SIZES.values():
        resize(page, size)
        centres = page.evaluate(LINE_CENTRES_SCRIPT)
        assert max(centres) - min(centres) < 2, size
    resize(page, WINDOW_SIZES["tablet"])


IS_LAST_LINK_COVERED_SCRIPT = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const all = [...document.querySelectorAll("main button, main a, main summary")];
  const visible = all.filter((element) => element.checkVisibility());
  const {left, top, width, height} = visible.at(-1).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".notices") !== null;
}"""


def test_notice_does_not_cover_last_link(phone_page: Page) -> None:
    visit(phone_page, next(scene for scene in create_scenes() if scene.name == "a game deleted"))
    go(phone_page, "#/", ".page-home")
    assert phone_page.locator(".notice").is_visible()
    assert not phone_page.evaluate(IS_LAST_LINK_COVERED_SCRIPT)
    go(phone_page, "#/new/sensei", ".page-new")  # the notice belongs to the home page
    assert not phone_page.locator(".notice").is_visible()


COUNT_NOTICES_OVER_BOARD_SCRIPT = """selector => {
  const board = document.querySelector(selector).getBoundingClientRect();
  const overlaps = ({left, top, right, bottom}) =>
    left < board.right && board.left < right && top < board.bottom && board.top < bottom;
  return [...document.querySelectorAll(".notice")].filter((notice) => overlaps(notice.getBoundingClientRect())).length;
}"""


SCROLLABLE_HEIGHT_SCRIPT = "document.documentElement.scrollHeight - innerHeight"


def test_notices_do_not_cover_board_or_scroll_table(tablet: Page, open_with_storage: Callable[..., Page]) -> None:
    """Notices are in the column next to the board, and the rest of the column scrolls below them.

    A tablet in portrait has no column. There, too, a page that fits the screen does not scroll.
    """
    page = open_with_storage(tablet, dict.fromkeys((SETTINGS_KEY, PROGRESS_KEY, SETUPS_KEY), "broken"), "#/")
    notices = page.locator(".notice")
    for game in GAMES:
        begin_game(page, game)
        expect(notices).to_have_count(3)
        for size in ("tablet", "desktop", "tablet in landscape"):
            resize(page, WINDOW_SIZES[size])
            assert page.evaluate(SCROLLABLE_HEIGHT_SCRIPT) == 0, f"{game}, {size}"
            assert size == "tablet" or not page.evaluate(COUNT_NOTICES_OVER_BOARD_SCRIPT, ".stage"), f"{game}, {size}"
        for button in page.locator(":is(.notice, .bar, .side) button:enabled").all():
            if button.is_visible():
                button.click(trial=True)
    lesson = ("#/learn/sensei/goal", ".page-lesson h1", ".lesson-board > svg")
    editor = ("#/edit/tensor-chess", ".page-edit h1", ".bench > svg")
    for address, selector, board in (lesson, editor):
        go(page, address, selector)
        expect(notices).to_have_count(3)
        assert not page.evaluate(COUNT_NOTICES_OVER_BOARD_SCRIPT, board), address


TOP_OF_NOTICES_SCRIPT = (
    "() => Math.min(...[...document.querySelectorAll('.notice')].map((notice) => notice.getBoundingClientRect().top))"
)
TOP_OF_NOTICE_AREA_SCRIPT = "() => document.querySelector('.notices').getBoundingClientRect().top"
ACTION_COUNTS = {"the near player's turn": 0, "the far player's turn": 3}
"""The number of actions after which the near or the far player has the turn."""


@pytest.mark.profiles("small_phone")
def test_three_notices_leave_half_of_phone_free(
    new_context: Callable[..., BrowserContext], open_with_storage: Callable[..., Page], profile: str
) -> None:
    """Three notices leave half of a phone's screen free for clicks.

    ``click(trial=True)`` scrolls as a person does, and fails if another element would get the click.
    """
    texts = dict.fromkeys((SETTINGS_KEY, PROGRESS_KEY, SETUPS_KEY), "broken")
    for actions in ACTION_COUNTS.values():
        texts[f"{KEY_PREFIX}{actions}"] = json.dumps({**RECORD, "actions": RECORD["actions"][:actions]})
    page = open_with_storage(new_context(profile, reduced_motion="reduce").new_page(), texts, "#/")
    notices = page.locator(".notice")
    for turn, actions in ACTION_COUNTS.items():
        go(page, f"#/play/{actions}", f'.page-table[data-key="table-{actions}"]')
        expect(notices).to_have_count(3)
        expect(notices.first).to_contain_text("armies, boards or decks")  # the latest notice comes first
        expect(notices.first).to_be_in_viewport(ratio=1)
        assert (
            max(page.evaluate(TOP_OF_NOTICES_SCRIPT), page.evaluate(TOP_OF_NOTICE_AREA_SCRIPT))
            >= page.evaluate("innerHeight") / 2
        ), turn
        buttons = page.locator(":is(.notice, .bar, .side, .beside) button:enabled").all()
        for button in (button for button in buttons if button.is_visible()):
            button.click(trial=True)
    for remaining_count in (2, 1, 0):
        page.get_by_role("button", name="Dismiss").last.click()
        expect(notices).to_have_count(remaining_count)


DIAGRAM_OVERFLOW_SCRIPT = """() => {
  const [panel, picture] = [".telling", ".plate > svg"].map((selector) =>
    document.querySelector(`[data-key="aside-rule"] ${selector}`).getBoundingClientRect());
  return picture.bottom > panel.bottom ? `${picture.bottom} of ${panel.bottom}` : "";
}"""


@pytest.mark.profiles("tablet_portrait")
def test_tablet_in_portrait_shows_rule_with_diagram(
    new_context: Callable[..., BrowserContext], open_app: Callable[..., Page], profile: str
) -> None:
    page = open_app(new_context(profile).new_page(), "#/")
    for scene in create_scenes():
        if scene.name == "table, the rule":
            visit(page, scene)
            assert not page.evaluate(DIAGRAM_OVERFLOW_SCRIPT), scene


BOARD_BOX_SCRIPT = """() => {
  const all = [...document.querySelectorAll(".stage > svg.board, .lesson-board > svg.board")];
  return all.map((board) => {
    const {left, top, width, height} = board.getBoundingClientRect();
    const {scrollLeft, scrollTop} = board.parentElement;
    return [left + scrollLeft + scrollX, top + scrollTop + scrollY, width, height].map(Math.round).join(" ");
  }).join();
}"""
"""Returns the box of the board on the page, independent of scrolling and panning; empty behind the hand-over screen."""


class BoardBoxes:
    """The boxes that a board and the tools have occupied on the page, by screen size."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.occasions: dict[str, dict[str, dict[str, list[str]]]] = {
            size: {} for size in ("phone", "small phone", "phone in landscape", "tablet", "tablet in landscape")
        }

    def record(self, occasion: str) -> None:
        """Record the boxes on a screen of each size, with the name of an occasion."""
        wait_until_painted(self.page)
        for size, parts in self.occasions.items():
            if WINDOW_SIZES[size] != self.page.viewport_size:
                resize(self.page, WINDOW_SIZES[size])
            boxes = {"board": self.page.evaluate(BOARD_BOX_SCRIPT), **self.page.evaluate(TOOL_BOXES_SCRIPT)}
            for part, box in boxes.items():
                if box:
                    parts.setdefault(part, {}).setdefault(str(box), []).append(occasion)
        resize(self.page, WINDOW_SIZES["phone"])

    @property
    def differences(self) -> str:
        """Return the boxes of each part that has moved, or an empty text."""
        return "\n".join(
            f"{size}, {part}: {boxes}"
            for size, parts in self.occasions.items()
            for part, boxes in parts.items()
            if len(boxes) != 1
        )


def _leave_handover_screen(page: Page) -> None:
    """Leave the hand-over screen if it covers the board."""
    wait_until_painted(page)
    if page.locator('[data-do="play.uncover"]').count():
        perform_step(page, "click", '[data-do="play.uncover"]')
        wait_until_painted(page)


def _play_random_actions(page: Page, board_boxes: BoardBoxes, game: str) -> None:
    """Play random actions by touches in the middle of a game."""
    timeline, rng = create_midway_table(game).timeline, random.Random(8)
    for _ in range(4):
        if timeline.outcome:
            return
        action = rng.choice(timeline.game.legal_actions(timeline.state))
        for target in action.targets:
            _leave_handover_screen(page)
            perform_step(page, "touch", target)
            board_boxes.record(f"{action.text}, {target}")
        if page.locator(f'[data-do="play.choose"][data-value="{action.text}"]').count():
            perform_step(page, "click", f'[data-do="play.choose"][data-value="{action.text}"]')
            board_boxes.record(f"{action.text}, chosen")
        while page.locator(".show").count():
            perform_step(page, "click", '[data-key="show-on"]')
            board_boxes.record(f"{action.text}, shown")
        timeline = timeline.play(action)


END_SIZES: tuple[tuple[int, int], ...] = (
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1194, 834),
    (1280, 640),
    (1440, 900),
    (1920, 1080),
)
HIDDEN_PART_OF_VERDICT_SCRIPT = """() => {
  const verdict = document.querySelector(".verdict");
  let { top, bottom } = verdict.getBoundingClientRect();
  const { top: first, bottom: last } = { top, bottom };
  for (let box = verdict.parentElement; box !== document.body; box = box.parentElement) {
    if (/visible/.test(getComputedStyle(box).overflowY)) continue;
    const clip = box.getBoundingClientRect();
    [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
  }
  return Math.round(last - first - Math.max(0, bottom - top));
}"""
"""Return how many pixels of the result's height the boxes around it hide."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.shared
def test_result_is_whole(shared_page: Callable[[str], Page], game: str) -> None:
    """After the game, the sentence with the result is completely visible on every screen, in English and in French."""
    page = shared_page("desktop")
    scene = next(scene for scene in create_scenes() if scene.group == game and scene.name == "table, over")
    problems = []
    for language in ("en", "fr"):
        go(page, "#/settings", ".page-settings h1")
        perform_step(page, "click", f'input[name="language"][value="{language}"]')
        expect(page.locator("html")).to_have_attribute("lang", language)
        visit(page, scene)
        for width, height in END_SIZES:
            resize(page, {"width": width, "height": height})
            if hidden_part := page.evaluate(HIDDEN_PART_OF_VERDICT_SCRIPT):
                problems.append(f"{language}, {width} × {height}: {hidden_part} px are hidden")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("game", GAMES)
def test_board_of_game_does_not_move(shared_page: Callable[[str], Page], game: str) -> None:
    """The board and the tools do not move during turns, refusals, threats, draw offers and the end, in French."""
    page = shared_page("phone")
    page.emulate_media(reduced_motion="reduce")
    go(page, "#/settings", ".page-settings h1")
    perform_step(page, "click", 'input[name="language"][value="fr"]')
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    board_boxes = BoardBoxes(page)
    names = ("table, midway", "table, taken up", "table, refused", "table, looking back", "table, over", "table, show")
    scene_by_name = {scene.name: scene for scene in create_scenes() if scene.group == game and scene.name in names}
    for name, scene in scene_by_name.items():
        visit(page, scene)
        board_boxes.record(name)
    visit(page, scene_by_name["table, midway"])
    for command in ("threats", "offer", "answer", "offer", "withdraw"):
        _leave_handover_screen(page)
        perform_step(
            page, "click", f'[data-do="play.{command}"]' + ('[data-value="no"]' if command == "answer" else "")
        )
        board_boxes.record(command)
    _play_random_actions(page, board_boxes, game)
    _leave_handover_screen(page)
    if page.locator('[data-do="play.resign"]').count():
        perform_step(page, "click", '[data-do="play.resign"]')
    expect(page.locator(".verdict")).to_be_visible()
    board_boxes.record("the end")
    assert not board_boxes.differences
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "none"


@pytest.mark.parametrize("game", GAMES)
def test_goal_is_whole_in_first_turn(shared_page: Callable[[str], Page], game: str) -> None:
    """On phones in French, the panel of the first turn has room for the whole sentence about the goal."""
    page = shared_page("phone")
    go(page, "#/settings", ".page-settings h1")
    perform_step(page, "click", 'input[name="language"][value="fr"]')
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    save_and_open(page, create_new_record(game))
    _leave_handover_screen(page)
    for width, height in ((360, 640), (412, 839), (844, 390)):
        resize(page, {"width": width, "height": height})
        expect(page.locator(".goal")).to_be_in_viewport(ratio=1)
        hidden_height = page.locator(".status:has(.goal)").evaluate("(e) => e.scrollHeight - e.clientHeight")
        assert hidden_height <= 1, (width, height)


def test_board_of_course_does_not_move(shared_page: Callable[[str], Page]) -> None:
    """The board of a course does not move between lessons whose texts have about the same length."""
    page = shared_page("phone")
    board_boxes: dict[str | None, BoardBoxes] = defaultdict(lambda: BoardBoxes(page))

    def record(occasion: str) -> None:
        board_boxes[page.locator(".lesson-side").get_attribute("class")].record(occasion)

    for lesson in course("sensei"):
        for step_index in range(len(lesson.steps)):
            go(
                page,
                f"#/learn/sensei/{lesson.id}/{step_index + 1}",
                f'.lesson-side[data-key="side-{lesson.id}-{step_index}"]',
            )
            record(f"{lesson.id} {step_index}")
    for scene in create_scenes():
        if scene.group == "sensei" and scene.name in ("lesson, missed", "lesson, solved"):
            visit(page, scene)
            record(scene.name)
    assert len(board_boxes) > 1
    for boxes in board_boxes.values():
        assert not boxes.differences


@pytest.mark.shared
def test_game_starts_without_scrolling(phone: Page) -> None:
    play_button = phone.get_by_role("button", name="Play", exact=True)
    for game in GAMES:
        go(phone, f"#/new/{game}", ".page-new h1")
        for width, height in ((390, 844), (360, 740), (844, 390), (640, 320)):
            resize(phone, {"width": width, "height": height})
            phone.evaluate("() => scrollTo(0, 0)")
            expect(play_button).to_be_in_viewport(ratio=1)
            phone.mouse.wheel(0, 1000)
            expect(play_button).to_be_in_viewport(ratio=1)
            expect(phone.get_by_text("Players", exact=True)).to_have_count(1)


SHORTENED_NAMES_SCRIPT = """() => [...document.querySelectorAll(".player .who strong")]
  .filter((name) => name.scrollWidth > name.clientWidth && name.clientWidth < 70)
  .map((name) => `${name.textContent} in ${name.clientWidth} px`)"""


@pytest.mark.shared
def test_names_keep_several_letters_at_the_end(desktop: Page) -> None:
    """The result and the captured pieces leave room for several letters of the name next to them."""
    record = {**RECORD, "players": ["Wilhelmina", "Bartholomew"], "actions": ["b1-b5", "end", "resign 2"]}
    store(desktop, "names", json.dumps(record))
    go(desktop, "#/play/names", ".page-table.over")
    for width, height in ((320, 480), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 800)):
        resize(desktop, {"width": width, "height": height})
        assert desktop.evaluate(SHORTENED_NAMES_SCRIPT) == [], f"at {width} by {height}"
