"""Where room is short, on phones and upright tablets: what the page says is seen, and hides nothing for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from ruleboard.games import GAMES
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
