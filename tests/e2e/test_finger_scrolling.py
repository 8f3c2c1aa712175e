"""A finger scrolls a small phone's page from every box on it: the box or what is around it moves, if anything can.

Only what lies over the page keeps it still, and boards from which a finger draws or drags.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import CDPSession, Page

from tests.e2e.scenes import settle, states, visit

DISTANCE = 120

BOXES = """() => {
  const clips = (element) => !/visible|clip/.test(getComputedStyle(element).overflowY);
  const boxes = [...document.querySelectorAll("#app *")].filter((element) => clips(element) && element.checkVisibility()
    && !element.closest("svg, rule-board, textarea, select, .menu-list, .dialog, .unseen"));
  const name = (element) => `${element.localName}.${[...element.classList].join(".")}`;
  document.boxes = new Map(boxes.map((element) => [name(element), element]));
  return [...document.boxes.keys()];
}"""
"""The names of the boxes that could be scrolled or keep others from it, which the page remembers; one of each kind."""

POINT = """([name, distance]) => {
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
"""A point on a box and how far a finger goes from there; null where nothing could move, or another box lies over it."""

OFFSETS = "() => document.moving.map(({ scrollTop }) => scrollTop)"


def swipe(session: CDPSession, x: float, y: float, distance: float) -> None:
    """Put a finger down, move it up or down, and lift it."""
    for kind, part in (("touchStart", 0), ("touchMove", 0.2), ("touchMove", 0.6), ("touchMove", 1), ("touchEnd", 1)):
        points = [{"x": x, "y": y + part * distance}] if kind != "touchEnd" else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def stuck(page: Page, session: CDPSession) -> tuple[int, list[str]]:
    """Return from how many boxes a finger has been tried to scroll, and from which of them nothing moved."""
    tried, found = 0, []
    for name in page.evaluate(BOXES):
        if way := page.evaluate(POINT, [name, DISTANCE]):
            before = page.evaluate(OFFSETS)
            swipe(session, *way)
            settle(page)
            tried += 1
            if page.evaluate(OFFSETS) == before:
                found.append(name)
    return tried, found


def test_a_finger_scrolls_from_every_box(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("phone")
    page.set_viewport_size({"width": 360, "height": 560})
    session = page.context.new_cdp_session(page)
    found: dict[str, list[str]] = {}
    tried = 0
    for scene in states():
        if any(what == "open" for what, _ in scene.steps):
            continue  # a dialog keeps the page still
        visit(page, scene)
        count, names = stuck(page, session)
        tried += count
        for name in names:
            found.setdefault(name, []).append(scene.name)
    session.detach()
    assert tried > 50
    assert not found, "\n".join(f"{name}: {', '.join(where)}" for name, where in found.items())
