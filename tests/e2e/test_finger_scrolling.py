"""Test that on a small phone a finger scrolls the page from every element that scrolls or clips its content.

Dialogs do not scroll the page, and neither do boards on which a finger draws or drags.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import CDPSession, Page

from tests.e2e.scenes import scene_of_each_name, visit, wait_until_painted

DISTANCE = 120

FIND_BOXES = """() => {
  const clips = (element) => !/visible|clip/.test(getComputedStyle(element).overflowY);
  const boxes = [...document.querySelectorAll("#app *")].filter((element) => clips(element) && element.checkVisibility()
    && !element.closest("svg, rule-board, textarea, select, .menu-list, .dialog, .unseen"));
  const name = (element) => `${element.localName}.${[...element.classList].join(".")}`;
  document.boxes = new Map(boxes.map((element) => [name(element), element]));
  return [...document.boxes.keys()];
}"""
"""Returns the names of elements that scroll or clip, one of each kind, and stores the elements by name."""

FIND_POINT = """([name, distance]) => {
  const box = document.boxes.get(name);
  scrollTo(0, 0);
  box.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, width, height } = box.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9], [0.02, 0.02], [0.98, 0.98]]
    .map(([x, y]) => [left + x * width, top + y * height]);
  const point = points.find(([x, y]) => {
    const element = document.elementFromPoint(x, y);
    return box.contains(element) && !element.closest("svg, rule-board, textarea, input, select, [data-carries]");
  });
  const around = [];
  for (let element = box; element; element = element.parentElement) around.push(element);
  document.moving = around;
  const rest = ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop;
  const page = document.scrollingElement;
  const canScroll = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY) || element === page;
  const down = around.filter(canScroll).some((element) => rest(element) > 3);
  const up = around.filter(canScroll).some((element) => element.scrollTop > 3);
  return point && (down || up) ? [...point, down ? -distance : distance] : null;
}"""
"""Returns a point on a box and the distance to swipe, or null if nothing can scroll or another element covers it."""

OFFSETS = "() => document.moving.map(({ scrollTop }) => scrollTop)"


def swipe(session: CDPSession, x: float, y: float, distance: float) -> None:
    """Swipe down with a finger by a distance in pixels, or up if the distance is negative."""
    for kind, part in (("touchStart", 0), ("touchMove", 0.2), ("touchMove", 0.6), ("touchMove", 1), ("touchEnd", 1)):
        points = [{"x": x, "y": y + part * distance}] if kind != "touchEnd" else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def scroll_from_boxes(page: Page, session: CDPSession) -> tuple[int, list[str]]:
    """Swipe on every box. Return the number of swipes and the names of the boxes on which the page did not scroll."""
    count, failed_names = 0, []
    for name in page.evaluate(FIND_BOXES):
        if swipe_arguments := page.evaluate(FIND_POINT, [name, DISTANCE]):
            before = page.evaluate(OFFSETS)
            swipe(session, *swipe_arguments)
            wait_until_painted(page)
            count += 1
            if page.evaluate(OFFSETS) == before:
                failed_names.append(name)
    return count, failed_names


def test_finger_scrolls_from_every_box(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("phone")
    page.set_viewport_size({"width": 360, "height": 560})
    session = page.context.new_cdp_session(page)
    scenes_by_name: dict[str, list[str]] = {}
    total = 0
    for scene in scene_of_each_name():
        if any(kind == "open" for kind, _ in scene.steps):
            continue  # the page does not scroll under a dialog
        visit(page, scene)
        count, names = scroll_from_boxes(page, session)
        total += count
        for name in names:
            scenes_by_name.setdefault(name, []).append(scene.name)
    session.detach()
    assert total > 50
    assert not scenes_by_name, "\n".join(
        f"{name}: {', '.join(scene_names)}" for name, scene_names in scenes_by_name.items()
    )
