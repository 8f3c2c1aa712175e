"""On phones and tablets all that the page says is in sight, covers nothing for good, and moves no board."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.games.courses import course
from ruleboard.games.registry import GAMES
from tests.e2e.at_table import PREFIX, RECORD, begin
from tests.e2e.scenes import do, go, midway, resize, scenes, settle, visit

ANSWERS = {
    "lesson, missed": ".answer .miss",
    "lesson, solved": ".answer .praise, .lesson-task .show",
    "table, refused": ".status .said",
    "table, the rule": '[data-key="aside-rule"] .telling',
    "table, show": ".show",
}
"""The scenes in which the page answers, and where it does: a turn of cards that is shown tells what it did itself."""

UNSEEN = """selector => {
  const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
  return top < 0 || bottom > innerHeight ? `from ${top} to ${bottom} on a screen of ${innerHeight}` : "";
}"""


@pytest.fixture(scope="module", params=["phone", "small_phone"])
def held(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]
) -> Iterator[Page]:
    """A phone's page."""
    context = new_context(request.param, reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


@pytest.mark.parametrize("group", GAMES)
def test_an_answer_is_seen(held: Page, group: str) -> None:
    found = []
    for scene in scenes():
        if scene.group == group and scene.name in ANSWERS:
            visit(held, scene)
            if trouble := held.evaluate(UNSEEN, ANSWERS[scene.name]):
                found.append(f"{scene.name}: {trouble}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("advice", ["hint", "threats"])
def test_tabs_stay_in_reach_under_advice(held: Page, advice: str) -> None:
    """The panel with advice covers no tab below it; ``click(trial=True)`` fails where something else is touched."""
    visit(held, next(scene for scene in scenes() if scene.group == "equilibrium" and scene.name == "table, midway"))
    do(held, "click", f'[data-do="play.{advice}"]')
    expect(held.locator(".status .advice")).to_be_visible()
    for tab in held.locator(".tab").all():
        tab.click(trial=True)
    held.locator('[data-do="play.close_advice"]').click()
    expect(held.locator('[data-do="play.threats"]')).to_be_visible()


ROWS = """() => {
  const tops = [...document.querySelectorAll(".near .aids > *")].map((one) => one.getBoundingClientRect().top);
  return new Set(tops.map(Math.round)).size;
}"""


@pytest.mark.parametrize("scene", ["table, start", "table, midway"])
def test_undo_redo_and_the_menu_share_a_row(shared_page: Callable[[str], Page], scene: str) -> None:
    page = shared_page("tablet")
    visit(page, next(one for one in scenes() if one.group == "equilibrium" and one.name == scene))
    for name, size in SIZES.items():
        resize(page, size)
        assert page.locator(".near .aids > *").count() > 3
        assert page.evaluate(ROWS) == 1, name


COVERED = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const all = [...document.querySelectorAll("main button, main a, main summary")];
  const shown = all.filter((one) => one.checkVisibility());
  const {left, top, width, height} = shown.at(-1).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".notices") !== null;
}"""


def test_a_notice_covers_nothing_for_good(held: Page) -> None:
    visit(held, next(scene for scene in scenes() if scene.name == "a game deleted"))
    go(held, "#/", ".page-home")
    assert held.locator(".notice").is_visible()
    assert not held.evaluate(COVERED)
    go(held, "#/new/sensei", ".page-new")  # it offers to bring back what is on the page before
    assert not held.locator(".notice").is_visible()


OVER_THE_BOARD = """selector => {
  const board = document.querySelector(selector).getBoundingClientRect();
  const over = ({left, top, right, bottom}) =>
    left < board.right && board.left < right && top < board.bottom && board.top < bottom;
  return [...document.querySelectorAll(".notice")].filter((it) => over(it.getBoundingClientRect())).length;
}"""


SCROLLED = "document.documentElement.scrollHeight - innerHeight"


@pytest.mark.profiles("tablet", "desktop")
def test_tables_stay_still_under_notices_which_lie_in_the_column_beside_a_board(
    page: Page, open_with_storage: Callable[..., Page], profile: str
) -> None:
    """At a table a notice covers nothing at all; where it lies over a longer column, that can be scrolled.

    On an upright tablet there is no column; there, too, a table that fits the screen stays still.
    """
    open_with_storage(page, dict.fromkeys((SETTINGS, PROGRESS, SETUPS), "broken"), "#/")
    notices = page.locator(".notice")
    for game in GAMES:
        begin(page, game)
        expect(notices).to_have_count(3)
        for size in ("tablet", "tablet held across") if profile == "tablet" else ():
            resize(page, SIZES[size])
            assert page.evaluate(SCROLLED) == 0, f"{game}, {size}"
        assert page.evaluate(SCROLLED) == 0, game
        assert not page.evaluate(OVER_THE_BOARD, ".stage"), game
        for button in page.locator(":is(.notice, .bar, .side) button:enabled").all():
            if button.is_visible():
                button.click(trial=True)
    lesson = ("#/learn/sensei/goal", ".page-lesson h1", ".lesson-board > svg")
    editor = ("#/edit/tensor-chess", ".page-edit h1", ".bench > svg")
    for address, shows, board in (lesson, editor):
        go(page, address, shows)
        expect(notices).to_have_count(3)
        assert not page.evaluate(OVER_THE_BOARD, board), address


HIGHEST = "() => Math.min(...[...document.querySelectorAll('.notice')].map((it) => it.getBoundingClientRect().top))"
CLIPPED = "() => document.querySelector('.notices').getBoundingClientRect().top"
TURNS = {"the near player's turn": 0, "the far player's turn": 3}
"""The numbers of actions after which somebody has the turn."""


@pytest.mark.profiles("phone", "small_phone")
def test_three_notices_leave_half_of_a_phone_and_all_within_reach(
    new_context: Callable[..., BrowserContext], open_with_storage: Callable[..., Page], profile: str
) -> None:
    """``click(trial=True)`` scrolls as a person does, and fails where something else would be touched."""
    texts = dict.fromkeys((SETTINGS, PROGRESS, SETUPS), "broken")
    for actions in TURNS.values():
        texts[f"{PREFIX}{actions}"] = json.dumps({**RECORD, "actions": RECORD["actions"][:actions]})
    page = open_with_storage(new_context(profile, reduced_motion="reduce").new_page(), texts, "#/")
    notices = page.locator(".notice")
    for turn, actions in TURNS.items():
        go(page, f"#/play/{actions}", f'.page-table[data-key="table-{actions}"]')
        expect(notices).to_have_count(3)
        expect(notices.first).to_contain_text("Armies, boards or decks")  # what was told last is seen first
        expect(notices.first).to_be_in_viewport(ratio=1)
        assert max(page.evaluate(HIGHEST), page.evaluate(CLIPPED)) >= page.evaluate("innerHeight") / 2, turn
        buttons = page.locator(":is(.notice, .bar, .side, .beside) button:enabled").all()
        for button in (button for button in buttons if button.is_visible()):
            button.click(trial=True)
    for left in (2, 1, 0):
        page.get_by_role("button", name="Dismiss").last.click()
        expect(notices).to_have_count(left)


CUT_OFF = """() => {
  const [seen, picture] = [".telling", ".plate > svg"].map((one) =>
    document.querySelector(`[data-key="aside-rule"] ${one}`).getBoundingClientRect());
  return picture.bottom > seen.bottom ? `${picture.bottom} of ${seen.bottom}` : "";
}"""


@pytest.mark.profiles("tablet_portrait")
def test_on_an_upright_tablet_a_rule_is_seen_with_its_diagram(
    new_context: Callable[..., BrowserContext], open_app: Callable[..., Page], profile: str
) -> None:
    page = open_app(new_context(profile).new_page(), "#/")
    for scene in scenes():
        if scene.name == "table, the rule":
            visit(page, scene)
            assert not page.evaluate(CUT_OFF), scene


PLACE = """() => {
  const all = [...document.querySelectorAll(".stage > svg.board, .lesson-board > svg.board")];
  return all.map((board) => {
    const {left, top, width, height} = board.getBoundingClientRect();
    const {scrollLeft, scrollTop} = board.parentElement;
    return [left + scrollLeft + scrollX, top + scrollTop + scrollY, width, height].map(Math.round).join(" ");
  }).join();
}"""
"""The place of the board on the page, wherever it has been panned to; empty where a curtain hides it."""

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 834, "height": 1194},
    "tablet held across": {"width": 1194, "height": 834},
}


class Places:
    """The places that a board has had, by the size of the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, dict[str, list[str]]] = {size: {} for size in SIZES}

    def look(self, when: str) -> None:
        """Note where the board is on a screen of each size, and what has just been done."""
        settle(self.page)
        for name, size in SIZES.items():
            if size != self.page.viewport_size:
                resize(self.page, size)
            if place := self.page.evaluate(PLACE):
                self.found[name].setdefault(place, []).append(when)
        resize(self.page, SIZES["phone"])

    @property
    def moved(self) -> str:
        """The places, if there is a screen on which there are several; else empty."""
        return "\n".join(f"{name}: {places}" for name, places in self.found.items() if len(places) != 1)


def _uncover(page: Page) -> None:
    """Have the player who decides unseen see their side, if a curtain hides it."""
    settle(page)
    if page.locator('[data-do="play.uncover"]').count():
        do(page, "click", '[data-do="play.uncover"]')
        settle(page)


def _played(page: Page, places: Places, game: str) -> None:
    """Play some actions of a game in its middle by touches."""
    timeline, chance = midway(game).timeline, random.Random(8)
    for _ in range(7):
        if timeline.outcome:
            return
        action = chance.choice(timeline.game.legal_actions(timeline.state))
        for target in action.targets:
            _uncover(page)
            do(page, "touch", target)
            places.look(f"{action.text}, {target}")
        if page.locator(f'[data-do="play.choose"][data-value="{action.text}"]').count():
            do(page, "click", f'[data-do="play.choose"][data-value="{action.text}"]')
            places.look(f"{action.text}, chosen")
        while page.locator(".show").count():
            do(page, "click", '[data-key="show-on"]')
            places.look(f"{action.text}, shown")
        timeline = timeline.play(action)


@pytest.mark.parametrize("game", ["sensei", "equilibrium", "tensor-cards"])
def test_the_board_of_a_game_stays_where_it_is(shared_page: Callable[[str], Page], game: str) -> None:
    """Turns, refusals, threats, draw offers, looking back and the end leave it; in French, whose texts are longer."""
    page = shared_page("phone")
    page.emulate_media(reduced_motion="reduce")
    go(page, "#/settings", ".page-settings h1")
    do(page, "click", 'input[name="language"][value="fr"]')
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    places = Places(page)
    wanted = ("table, midway", "table, taken up", "table, refused", "table, looking back", "table, over", "table, show")
    found = {scene.name: scene for scene in scenes() if scene.group == game and scene.name in wanted}
    for name, scene in found.items():
        visit(page, scene)
        places.look(name)
    visit(page, found["table, midway"])
    for told in ("threats", "offer", "answer", "offer", "withdraw"):
        _uncover(page)
        do(page, "click", f'[data-do="play.{told}"]' + ('[data-value="no"]' if told == "answer" else ""))
        places.look(told)
    _played(page, places, game)
    _uncover(page)
    if page.locator('[data-do="play.resign"]').count():
        do(page, "click", '[data-do="play.resign"]')
    expect(page.locator(".verdict")).to_be_visible()
    places.look("the end")
    assert not places.moved
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "none"


def test_the_board_of_a_course_stays_where_it_is(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("phone")
    places = Places(page)
    for lesson in course("sensei"):
        for at in range(len(lesson.steps)):
            go(page, f"#/learn/sensei/{lesson.id}/{at + 1}", f'.lesson-side[data-key="side-{lesson.id}-{at}"]')
            places.look(f"{lesson.id} {at}")
    for scene in scenes():
        if scene.group == "sensei" and scene.name in ("lesson, missed", "lesson, solved"):
            visit(page, scene)
            places.look(scene.name)
    assert not places.moved


@pytest.mark.parametrize("size", [SIZES["phone"], {"width": 360, "height": 740}], ids=["phone", "small phone"])
@pytest.mark.shared
def test_a_game_can_be_begun_without_scrolling(phone: Page, size: ViewportSize) -> None:
    resize(phone, size)
    for game in GAMES:
        go(phone, f"#/new/{game}", ".page-new h1")
        expect(phone.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
        expect(phone.get_by_text("Players", exact=True)).to_have_count(1)
