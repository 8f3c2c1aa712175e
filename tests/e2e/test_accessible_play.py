"""Whole games of every kind without sight: by keyboard alone, and by roles and names alone, told in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from ruleboard.games.registry import GAMES
from ruleboard.wording import sentence
from tests.e2e.at_table import kept, only_kept, replayed
from tests.e2e.listening import heard, listen

HEARD = Path(__file__).parent / "heard"
"""Scripts of whole games without sight: what is pressed (role and name) and, indented, the announcements after it."""


@pytest.fixture
def page(shared_page: Callable[[str], Page]) -> Page:
    """A computer's page at home."""
    return shared_page("desktop")


# --- by roles and names


class Press(NamedTuple):
    """An element that is pressed, and the announcements after it."""

    role: str
    name: str
    said: tuple[str, ...]


def script(game: str) -> Iterator[Press]:
    """A game as it is heard."""
    pressed = ""
    said: list[str] = []
    for line in [*(HEARD / f"{game}.txt").read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith(" "):
            said.append(line.strip())
            continue
        if pressed:
            role, _, name = pressed.partition(": ")
            yield Press(role, name, tuple(said))
        pressed, said = line, []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_roles_and_names_alone(page: Page, game: str) -> None:
    """Check the announcements to the letter: nothing twice, nothing empty, nothing that is not in the script."""
    listen(page)
    for role, name, said in script(game):
        if role == "address":  # a link that somebody was sent
            page.evaluate("address => { location.hash = address; }", name)
            continue
        found = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        expect(found).to_have_count(1)
        found.dispatch_event("click")  # what a screen reader does to what one is at
        assert heard(page) == list(said), f"{role}: {name}"
    outcome = replayed(page).outcome
    assert outcome is not None
    assert page.get_by_text(outcome.reason).count()


# --- by keyboard


class Played(NamedTuple):
    """A whole game: what is chosen before it (Tab to what a selector finds, then keys), and its actions."""

    before: tuple[tuple[str, tuple[str, ...]], ...]
    actions: tuple[str, ...]
    reason: str


CARDS = "r5 b7 y4 lay r3 b2 y5 lay left-first toward-first r1 b8 y9 lay r8 b7 y6 lay r2 b6 yT lay r4 bT y9 lay"
POSITION = (
    '{"bag":"","cards":["add","div","mul","sub"],"final":null,"order":[1,2],"passed":[],"phase":["action",1],'
    '"pile":"TIVAVIVTSTTVAIAAVSSIV","players":[{"board":{"-1,1":"A","0,0":"I"},"card":"IS/AV","cycles":6,"hand":[],'
    '"storage":"","weights":[3,3,3,3,3]},{"board":{"0,0":"I","0,1":"T"},"card":"IV/TA","cycles":7,"hand":[],'
    '"storage":"","weights":[3,3,3,3,3]}],"quiet":0,"round":1,"supply":{"A":14,"I":14,"S":14,"T":14,"V":14},'
    '"tiles":"STSAS"}'
)
"""Equilibrium after its setup, so that the first tiles are known; what is drawn later makes no difference."""

GAMES_PLAYED = {
    "sensei": Played(
        (("input[name=option-mode]", ("ArrowDown", "ArrowDown")),),
        tuple(
            "e1-e2 @d1-e2 a1-a2 f1-e1 end a2-b2 c1-c2 @e2-b2 @d7-c7 a7-a6 b1-a1 @b2-b7".split()  # noqa: SIM905
        ),
        "Green wins",
    ),
    "tensor-chess": Played(
        (),
        tuple("f2f3 g7g5 i2i3 a8>b8a8 g1a7 a8a6 a7b8 i7i6 e1i5 h7h6 i5h6".split()),  # noqa: SIM905
        "Checkmate: White wins.",
    ),
    "tesulda": Played(
        (),
        (
            *("g2-e4", "d9-a7", "e4-c7", "e9-c7", "take:cs", "c2-d3", "end", "g9-i6", "h2-g3", "end", "c7-g3"),
            *("take:c", "f2-g3", "take:-", "i6-g3", "take:cs"),
        ),
        "Dark wins: Light's Prime can be attacked, and Light has no Move that saves it.",
    ),
    "tensor-cards": Played((), tuple(CARDS.split()), "White wins: a card of theirs took a piece to a star."),
    "equilibrium": Played(
        (("details:has(textarea) > summary", ("Enter",)), ("textarea", (POSITION,))),
        (
            *("code add", "download A,S,S", "run add -1,1 I@1,-1", "tweak S", "tweak V", "load A@-1,1", "pass"),
            *("hack 1 S@1,-2", "tweak T", "pass", "flip I@0,0", "pass", "pass", "pass", "pass", "code sub", "skip"),
        ),
        "Orange wins: second lowest token on level 1, against 0 for Teal.",
    ),
}

_WHERE = """goal => {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const here = document.activeElement;
  const there = goal && document.querySelector(`svg [data-target="${CSS.escape(goal)}"]`);
  const [x, y] = middle(here), inSight = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  return {
    target: here.dataset.target ?? '', doing: here.dataset.do ?? '', tag: here.tagName,
    shown: here !== document.body && here.matches(':focus-visible') && inSight,
    from: [x, y], to: there && middle(there), board: Boolean(here.closest('svg[data-game]')),
  };
}"""

_WAY = """selector => {
  const here = document.activeElement, there = document.querySelector(selector);
  const before = here !== document.body && here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING;
  return [here.matches(selector), before ? 'Shift+Tab' : 'Tab', here.textContent];
}"""


class Hands:
    """Somebody who has a keyboard and nothing else; wherever they are must be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tabs = 0

    def where(self, goal: str = "") -> dict[str, Any]:
        """Return the places of the focus and of a goal on the board."""
        found: dict[str, Any] = self.page.evaluate(_WHERE, goal)
        assert found["shown"], f"the focus is not to be seen: {found}"
        return found

    def tab_to(self, selector: str, most: int = 12) -> None:
        """Press Tab, or Shift+Tab for what comes before, until the focus is on what a selector finds."""
        stops = []
        for _ in range(most + 1):
            there, key, words = self.page.evaluate(_WAY, selector)
            if there:
                return
            stops.append(words[:30])
            self.page.keyboard.press(key)
            self.tabs += 1
        raise AssertionError(f"{selector} is not reached within {most} stops: {stops}")

    def touch(self, target: str) -> None:
        """Go to a target and press Enter or, at a button, Space."""
        button = f'button[data-target="{target}"]:not(.narrow)'  # those are for small screens
        if self.page.locator(button).count():
            self.tab_to(button)
            self.page.keyboard.press("Space")
            return
        if not self.where()["board"]:
            self.tab_to("svg[data-game] [data-target]")
        self._walk(target)
        self.page.keyboard.press("Enter")

    def _walk(self, goal: str) -> None:
        """Press the arrow that leads nearest to a goal, of those not tried from there."""
        tried: set[tuple[str, str]] = set()
        for _ in range(40):
            at = self.where(goal)
            if at["target"] == goal:
                return
            dx, dy = (there - here for here, there in zip(at["from"], at["to"], strict=True))
            nearer = {"ArrowRight": dx, "ArrowLeft": -dx, "ArrowDown": dy, "ArrowUp": -dy}
            arrow = max((key for key in nearer if (at["target"], key) not in tried), key=lambda key: nearer[key])
            tried.add((at["target"], arrow))
            self.page.keyboard.press(arrow)
        raise AssertionError(f"the arrow keys do not come to {goal}")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_alone(page: Page, game: str) -> None:
    """From the home page to the result; the focus is never lost, and every press of a key on a target is answered."""
    before, actions, reason = GAMES_PLAYED[game]
    listen(page)
    hands = Hands(page)
    hands.tab_to(f'a[href="#/new/{game}"].button', most=15)
    page.keyboard.press("Enter")
    page.locator(".page-new h1:focus").wait_for()
    for selector, keys in before:
        hands.tab_to(selector)
        for key in keys:
            if key == POSITION:
                page.keyboard.insert_text(key)
            else:
                page.keyboard.press(key)
    hands.tab_to(".page-new button[type=submit]", most=18)
    page.keyboard.press("Enter")
    page.locator(".page-table :focus").wait_for()
    hands.tabs = 0
    told = ""
    for text in actions:
        _go_on(page, hands)
        told = _play(page, hands, text, told)
    while hands.where()["doing"] == "play.show_step":
        page.keyboard.press("Enter")
        told = heard(page)[-1]
    assert reason in told
    assert reason in page.locator(".near .status").inner_text()
    assert hands.tabs <= 4 * len(actions), "too many stops"


def _go_on(page: Page, hands: Hands) -> None:
    """Go on to the board: through a show, which Enter does, and from behind a curtain, which takes a Tab first."""
    for _ in range(20):
        if page.locator(".curtain").count():
            hands.tab_to('.curtain [data-do="play.uncover"]', most=1)
        elif hands.where()["doing"] != "play.show_step":
            return
        page.keyboard.press("Enter")
        (words,) = heard(page)
        assert re.search(r"\w+ \w+", words)
    raise AssertionError("Enter leads nowhere")


def _play(page: Page, hands: Hands, text: str, told: str) -> str:
    """Make an action; what is said of it."""
    if not kept(page):  # from a position: the table keeps nothing before the first action
        targets, side = ("card:add",), "Orange"
    else:
        timeline = replayed(page)
        game, state = timeline.game, timeline.state
        action = next(
            found
            for found in game.legal_actions(state)
            if found.text == text or found.text.endswith(f" {text}") or (text == "lay" and "do:lay" in found.targets)
        )
        targets = ("do:lay",) if text == "lay" else action.targets
        side = "" if text[0] in "rby" or "first" in text else game.sides(state)[timeline.to_move or 0]
    for target in targets:
        hands.touch(target)
        said = heard(page)
        assert len(said) == 1, f"{text}: {said}"
        assert said[0] != told
        assert text.isalpha() or text not in said[0], "notation"
        assert re.search(r"\w+ \w+", said[0])
        (told,) = said
    assert side in told
    assert sentence(told) == told
    assert only_kept(page)
    return told
