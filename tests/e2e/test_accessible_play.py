"""Play whole games of every kind by roles and names, like a screen reader user, and with the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ruleboard.registry import GAMES
from ruleboard.wording import sentence
from tests.e2e.announcements import start_recording, take_announcements
from tests.e2e.helpers import read_only_saved_game, read_saved_games, replay_saved_game

TRANSCRIPTS_FOLDER = Path(__file__).parent / "transcripts"
"""Transcripts of whole games: the role and name of each pressed element, and indented the announcements after it."""


@pytest.fixture
def page(shared_page: Callable[[str], Page]) -> Page:
    """Return the shared page of a desktop, on the home page."""
    return shared_page("desktop")


# --- by roles and names


class Press(NamedTuple):
    """A press on an element, with the announcements that follow it."""

    role: str
    name: str
    announcements: tuple[str, ...]


def iter_presses(game: str) -> Iterator[Press]:
    """Parse the transcript of a game and yield its presses."""
    element = ""
    announcements: list[str] = []
    for line in [*(TRANSCRIPTS_FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith(" "):
            announcements.append(line.strip())
            continue
        if element:
            role, _, name = element.partition(": ")
            yield Press(role, name, tuple(announcements))
        element, announcements = line, []


@pytest.mark.parametrize("game", GAMES)
def test_whole_game_is_playable_by_roles_and_names(page: Page, game: str) -> None:
    """A game played by the roles and names of its elements gives exactly the announcements in the game's transcript."""
    start_recording(page)
    for role, name, announcements in iter_presses(game):
        if role == "address":  # a shared link
            page.evaluate("address => { location.hash = address; }", name)
            continue
        name_pattern = re.compile(rf"^{re.escape(name)}(; .*)?$")
        element = page.get_by_role(role, name=name_pattern, exact=True)  # type: ignore[arg-type]
        expect(element).to_have_count(1)
        element.dispatch_event("click")  # as a screen reader clicks the current element
        assert take_announcements(page) == list(announcements), f"{role}: {name}"
    outcome = replay_saved_game(page).outcome
    assert outcome is not None
    assert page.get_by_text(outcome.reason).count()


# --- by keyboard


class WholeGame(NamedTuple):
    """A whole game to play by keyboard.

    Attributes:
        choices: the choices before the game: the CSS selector of an element to reach by Tab, and the keys to press.
        actions: the texts of the actions. For cards and for the setup of Equilibrium, only the ends of the texts.
        reason: the reason for the end of the game.
    """

    choices: tuple[tuple[str, tuple[str, ...]], ...]
    actions: tuple[str, ...]
    reason: str


CARD_ACTIONS = "r5 b7 y4 lay r3 b2 y5 lay left-first toward-first r1 b8 y9 lay r8 b7 y6 lay r2 b6 yT lay r4 bT y9 lay"
EQUILIBRIUM_POSITION = (
    '{"bag":"","cards":["add","div","mul","sub"],"final":null,"order":[1,2],"passed":[],"phase":["action",1],'
    '"pile":"TIVAVIVTSTTVAIAAVSSIV","players":[{"board":{"-1,1":"A","0,0":"I"},"card":"IS/AV","cycles":6,"hand":[],'
    '"storage":"","weights":[3,3,3,3,3]},{"board":{"0,0":"I","0,1":"T"},"card":"IV/TA","cycles":7,"hand":[],'
    '"storage":"","weights":[3,3,3,3,3]}],"quiet":0,"round":1,"supply":{"A":14,"I":14,"S":14,"T":14,"V":14},'
    '"tiles":"STSAS"}'
)
"""Equilibrium after its setup, so that the first tiles are fixed; later tiles make no difference."""

WHOLE_GAMES = {
    "sensei": WholeGame(
        (("input[name=option-mode]", ("ArrowDown", "ArrowDown")),),
        tuple(
            "e1-e2 @d1-e2 a1-a2 f1-e1 end a2-b2 c1-c2 @e2-b2 @d7-c7 a7-a6 b1-a1 @b2-b7".split()  # noqa: SIM905
        ),
        "Green wins",
    ),
    "tensor-chess": WholeGame(
        (),
        tuple("f2f3 g7g5 i2i3 a8>b8a8 g1a7 a8a6 a7b8 i7i6 e1i5 h7h6 i5h6".split()),  # noqa: SIM905
        "Checkmate: White wins.",
    ),
    "tesulda": WholeGame(
        (),
        (
            *("g2-e4", "d9-a7", "e4-c7", "e9-c7", "take:cs", "c2-d3", "end", "g9-i6", "h2-g3", "end", "c7-g3"),
            *("take:c", "f2-g3", "take:-", "i6-g3", "take:cs"),
        ),
        "Dark wins: no Move can save Light’s Prime.",
    ),
    "tensor-cards": WholeGame((), tuple(CARD_ACTIONS.split()), "White wins: their card took red to a star."),
    "equilibrium": WholeGame(
        (("details:has(textarea) > summary", ("Enter",)), ("textarea", (EQUILIBRIUM_POSITION,))),
        (
            *("code add", "download A,S,S", "run add -1,1 I@1,-1", "tweak S", "tweak V", "load A@-1,1", "pass"),
            *("hack 1 S@1,-2", "tweak T", "pass", "flip I@0,0", "pass", "pass", "pass", "pass", "code sub", "skip"),
        ),
        "Orange wins: their second lowest token is on 1, Teal’s on 0.",
    ),
}

_FOCUS_SCRIPT = """goal => {
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const focused = document.activeElement;
  const target = goal && document.querySelector(`svg [data-target="${CSS.escape(goal)}"]`);
  const [x, y] = centre(focused), isInView = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  return {
    target: focused.dataset.target ?? '', command: focused.dataset.do ?? '', tag: focused.tagName,
    isVisible: focused !== document.body && focused.matches(':focus-visible') && isInView,
    from: [x, y], to: target && centre(target), isOnBoard: Boolean(focused.closest('svg[data-game]')),
  };
}"""

_TAB_DIRECTION_SCRIPT = """selector => {
  const focused = document.activeElement, goal = document.querySelector(selector);
  const isBefore = focused.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING;
  return [focused.matches(selector), isBefore && focused !== document.body ? 'Shift+Tab' : 'Tab', focused.textContent];
}"""


class KeyboardUser:
    """A user who has only a keyboard. The focus must always be visible to this user."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tab_count = 0

    def focus(self, goal: str = "") -> dict[str, Any]:
        """Return the focused element, and the positions of that element and of the goal on the screen."""
        focus: dict[str, Any] = self.page.evaluate(_FOCUS_SCRIPT, goal)
        assert focus["isVisible"], f"the focus is not visible: {focus}"
        return focus

    def tab_to(self, selector: str, max_stops: int = 12) -> None:
        """Press Tab, or Shift+Tab for an earlier element, until an element that matches the selector has the focus."""
        texts = []
        for _ in range(max_stops + 1):
            is_reached, key, text = self.page.evaluate(_TAB_DIRECTION_SCRIPT, selector)
            if is_reached:
                return
            texts.append(text[:30])
            self.page.keyboard.press(key)
            self.tab_count += 1
        raise AssertionError(f"{selector} is not reached within {max_stops} stops: {texts}")

    def touch(self, target: str) -> None:
        """Move the focus to a target and press Enter or, on a button, Space."""
        button = f'button[data-target="{target}"]:not(.narrow)'  # without the duplicates for small screens
        if self.page.locator(button).count():
            self.tab_to(button)
            self.page.keyboard.press("Space")
            return
        for number in range(self.page.locator(".strip").count()):
            if not self.page.locator(f"svg[data-game] [data-target='{target}']").count():  # it is on another panel
                self.tab_to(f".strip.p{number}", max_stops=40)
                self.page.keyboard.press("Space")
                assert take_announcements(self.page)
        if not self.focus()["isOnBoard"]:
            self.tab_to("svg[data-game] [data-target]", max_stops=40)
        self._press_arrows_to(target)
        self.page.keyboard.press("Enter")

    def _press_arrows_to(self, goal: str) -> None:
        """Press arrow keys until a target has the focus. On each square, press each key at most once."""
        tried_keys: set[tuple[str, str]] = set()
        for _ in range(40):
            focus = self.focus(goal)
            if focus["target"] == goal:
                return
            x_distance, y_distance = (end - start for start, end in zip(focus["from"], focus["to"], strict=True))
            distances_by_key = {
                "ArrowRight": x_distance,
                "ArrowLeft": -x_distance,
                "ArrowDown": y_distance,
                "ArrowUp": -y_distance,
            }
            arrow = max(
                (key for key in distances_by_key if (focus["target"], key) not in tried_keys),
                key=lambda key: distances_by_key[key],
            )
            tried_keys.add((focus["target"], arrow))
            self.page.keyboard.press(arrow)
        raise AssertionError(f"the arrow keys do not reach {goal}")


SIZE_AT_400_PERCENT: ViewportSize = {"width": 320, "height": 256}
"""The window of a desktop at 400 %."""


@pytest.mark.parametrize(
    ("game", "size"),
    [*((game, None) for game in GAMES), ("sensei", SIZE_AT_400_PERCENT), ("equilibrium", SIZE_AT_400_PERCENT)],
)
def test_whole_game_is_playable_by_keyboard(page: Page, game: str, size: ViewportSize | None) -> None:
    """From the home page to the result, the page never loses the focus and announces every key press on a target.

    The focus stays in the window, even on the simplest and the largest board at 400 % zoom.
    """
    original_size = page.viewport_size
    assert original_size
    page.set_viewport_size(size or original_size)
    try:
        _play_whole_game(page, game)
    finally:
        page.set_viewport_size(original_size)


def _play_whole_game(page: Page, game: str) -> None:
    """Play a whole game by keyboard, from the home page to the result."""
    choices, actions, reason = WHOLE_GAMES[game]
    start_recording(page)
    user = KeyboardUser(page)
    user.tab_to(f'a[href="#/new/{game}"].button', max_stops=15)
    page.keyboard.press("Enter")
    page.locator(".page-new h1:focus").wait_for()
    for selector, keys in choices:
        user.tab_to(selector)
        for key in keys:
            if key == EQUILIBRIUM_POSITION:
                page.keyboard.insert_text(key)
            else:
                page.keyboard.press(key)
    user.tab_to(".page-new button[type=submit]", max_stops=18)
    page.keyboard.press("Enter")
    page.locator(".page-table :focus").wait_for()
    user.tab_count = 0
    announcement = ""
    for text in actions:
        _continue_to_board(page, user)
        announcement = _play_action(page, user, text, announcement)
    while user.focus()["command"] == "play.show_step":
        page.keyboard.press("Enter")
        announcement = take_announcements(page)[-1]
    assert reason in announcement
    assert reason in page.locator(".near .status").inner_text()
    assert user.tab_count <= 4 * len(actions), "too many presses of Tab"


def _continue_to_board(page: Page, user: KeyboardUser) -> None:
    """Step through a replay with Enter, and leave the hand-over screen with Tab and Enter."""
    for _ in range(20):
        if page.locator(".curtain").count():
            user.tab_to('.curtain [data-do="play.uncover"]', max_stops=1)
        elif user.focus()["command"] != "play.show_step":
            return
        page.keyboard.press("Enter")
        (announcement,) = take_announcements(page)
        assert re.search(r"\w+ \w+", announcement)
    raise AssertionError("Enter leads nowhere")


def _play_action(page: Page, user: KeyboardUser, text: str, last_announcement: str) -> str:
    """Play an action and return its announcement."""
    if not read_saved_games(page):  # a game from a position is saved after its first action
        targets, side = ("card:add",), "Orange"
    else:
        timeline = replay_saved_game(page)
        game, state = timeline.game, timeline.state
        action = next(
            candidate
            for candidate in game.legal_actions(state)
            if candidate.text == text
            or candidate.text.endswith(f" {text}")
            or (text == "lay" and "do:lay" in candidate.targets)
        )
        targets = ("do:lay",) if text == "lay" else action.targets
        side = "" if text[0] in "rby" or "first" in text else game.sides(state)[timeline.to_move or 0]
    for target in targets:
        user.touch(target)
        announcements = take_announcements(page)
        assert len(announcements) == 1, f"{text}: {announcements}"
        assert announcements[0] != last_announcement
        assert text.isalpha() or text not in announcements[0], "notation"
        assert re.search(r"\w+ \w+", announcements[0])
        (last_announcement,) = announcements
    assert side in last_announcement
    assert sentence(last_announcement) == last_announcement
    assert read_only_saved_game(page)
    return last_announcement
