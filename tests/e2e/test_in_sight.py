"""On phones and upright tablets everything that the page says is in sight, and covers nothing for good."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.games.registry import GAMES
from tests.e2e.at_table import RECORD, begin, fill_storage, reload, store
from tests.e2e.scenes import go, scenes, visit

ANSWERS = {
    "lesson, missed": ".answer .miss",
    "lesson, solved": ".answer .praise, .lesson-task .show",
    "table, refused": ".status .said",
    "table, the rule": '[data-key="aside-rule"] .telling',
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


COVERED = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const all = [...document.querySelectorAll("main button, main a, main summary")];
  const shown = all.filter((one) => one.checkVisibility());
  const {left, top, width, height} = shown.at(-1).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".notices") !== null;
}"""


def test_a_notice_covers_nothing_for_good(held: Page) -> None:
    visit(held, next(scene for scene in scenes() if scene.name == "a game deleted"))
    for address, shows in [("#/", ".page-home"), *((f"#/new/{game}", ".page-new") for game in GAMES)]:
        go(held, address, shows)
        assert held.locator(".notice").is_visible()
        assert not held.evaluate(COVERED), address


OVER_THE_BOARD = """selector => {
  const board = document.querySelector(selector).getBoundingClientRect();
  const over = ({left, top, right, bottom}) =>
    left < board.right && board.left < right && top < board.bottom && board.top < bottom;
  return [...document.querySelectorAll(".notice")].filter((it) => over(it.getBoundingClientRect())).length;
}"""


@pytest.mark.profiles("tablet_portrait", "tablet", "desktop")
def test_tables_stay_still_under_notices_which_lie_in_the_column_beside_a_board(
    page: Page, open_app: Callable[..., Page], profile: str
) -> None:
    """At a table a notice covers nothing at all; where it lies over a longer column, that can be scrolled.

    On an upright tablet there is no column; there, too, a table that fits the screen stays still.
    """
    open_app(page, "#/")
    fill_storage(page, dict.fromkeys((SETTINGS, PROGRESS, SETUPS), "broken"))
    reload(page)
    notices = page.locator(".notice")
    for game in GAMES:
        begin(page, game)
        expect(notices).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, game
        if profile == "tablet_portrait":
            continue
        assert not page.evaluate(OVER_THE_BOARD, ".stage"), game
        for button in page.locator(":is(.notice, .bar, .side) button:enabled").all():
            if button.is_visible():
                button.click(trial=True)
    lesson = ("#/learn/sensei/goal", ".page-lesson h1", ".lesson-board > svg")
    editor = ("#/edit/tensor-chess", ".page-edit h1", ".bench > svg")
    for address, shows, board in (lesson, editor) if profile != "tablet_portrait" else ():
        go(page, address, shows)
        expect(notices).to_have_count(3)
        assert not page.evaluate(OVER_THE_BOARD, board), address


HIGHEST = "() => Math.min(...[...document.querySelectorAll('.notice')].map((it) => it.getBoundingClientRect().top))"
CLIPPED = "() => document.querySelector('.notices').getBoundingClientRect().top"


@pytest.mark.parametrize("actions", [0, 3], ids=["the near player's turn", "the far player's turn"])
@pytest.mark.profiles("phone", "small_phone")
def test_three_notices_leave_half_of_a_phone_and_all_within_reach(
    new_context: Callable[..., BrowserContext], open_app: Callable[..., Page], profile: str, actions: int
) -> None:
    """``click(trial=True)`` scrolls as a person does, and fails where something else would be touched."""
    page = open_app(new_context(profile, reduced_motion="reduce").new_page(), "#/")
    store(page, "k", json.dumps({**RECORD, "actions": RECORD["actions"][:actions]}))
    fill_storage(page, dict.fromkeys((SETTINGS, PROGRESS, SETUPS), "broken"))
    reload(page)
    go(page, "#/play/k", ".page-table")
    notices = page.locator(".notice")
    expect(notices).to_have_count(3)
    expect(notices.first).to_contain_text("Armies, boards or decks")  # what was told last is seen first
    expect(notices.first).to_be_in_viewport(ratio=1)
    assert max(page.evaluate(HIGHEST), page.evaluate(CLIPPED)) >= page.evaluate("innerHeight") / 2
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
