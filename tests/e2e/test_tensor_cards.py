"""The card game at the table: laid unseen by two people taking turns, revealed step by step, read afterwards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from ruleboard.games.tensor_cards import PACKAGE
from tests.e2e.at_table import begin, kept, only_kept, reload, replayed, target, touch
from tests.e2e.scenes import of_game, visit

GAME = PACKAGE.game

BLACK_LAYS = "r5 b2 y9"
WHITE_LAYS = "r9 b8 yT"
"""The rulebook's example: red is settled, on blue Black has to choose, yellow is not turned over before."""
OTHER_LAY = "r1 b6 y3"
NAMES = ("Ada", "Ben")
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
PIECES = {"r": "red", "b": "blue", "y": "yellow"}


def card(sign: str) -> str:
    """A card's target, of its sign in texts."""
    return f"card:{10 if sign == 'T' else sign}"


def open_curtain(page: Page, name: str) -> None:
    """Ask for one's side of the table, as the player of that name."""
    expect(page.locator(".curtain h2")).to_contain_text(name)
    page.get_by_role("button", name=f"I am {name}: show my side").click()
    expect(target(page, "card:1")).to_be_visible()


def put(page: Page, lay: str) -> None:
    """Lay cards on pieces by two taps each."""
    for word in lay.split():
        touch(page, card(word[1]))
        touch(page, f"piece:{PIECES[word[0]]}")


def confirm(page: Page) -> None:
    """Lay for good what is laid."""
    page.get_by_role("button", name="Lay these three cards").click()


def step(page: Page) -> str:
    """Go one step on in the show; what it says then."""
    page.get_by_role("button", name="Next", exact=True).click()
    return said(page)


def said(page: Page) -> str:
    """Return the text of the replay's current step."""
    return page.locator(".told .now").inner_text()


# --- secrecy


class Witness:
    """Somebody who sees all that a page tells: elements, of which names for screen readers are made, fields' contents,
    address, title, console.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console: list[str] = []
        self.sights: dict[str, str] = {}
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if "Playwright" not in message.text:  # which says when a service worker is refused, whenever that is
            self.console.append(message.text)

    def look(self, when: str) -> None:
        """Write down what there is to be seen."""
        page = self.page
        expect(page.locator(".travelling")).to_have_count(0)
        fields = page.evaluate("() => [...document.querySelectorAll('input, textarea')].map(field => field.value)")
        seen = [page.content(), page.url, page.title(), str(fields)]
        text = "\n".join([*seen, *self.console])
        (game,) = kept(page)
        self.sights[when] = text.replace(game, "GAME")


def seen_by_others(page: Page, lay: str) -> dict[str, str]:
    """The public view of each phase of a turn, without Black's cards, by phase."""
    witness = Witness(page)
    begin(page, "tensor-cards", ("Ada", "Ben"))
    witness.look("before Black has asked for the board")
    open_curtain(page, "Ada")
    put(page, lay)
    reload(page)
    witness.look("after a reload while Black lays")
    expect(page.get_by_role("button", name="One back")).to_be_disabled()  # its steps would tell of the cards laid
    page.keyboard.press("u")
    witness.look("at the curtain again")
    open_curtain(page, "Ada")
    confirm(page)
    expect(page.locator(".curtain h2")).to_contain_text("Ben")
    witness.look("when the device is handed over")
    page.keyboard.press("u")
    witness.look("after White has tried to take Black's cards back")
    reload(page)
    witness.look("after a reload at White's curtain")
    open_curtain(page, "Ben")
    witness.look("when White sees the table")
    page.keyboard.press("u")
    for back in range(4):
        page.keyboard.press("[")
        witness.look(f"White looking back by {back + 1}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="This game").click()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.locator("#text-position")).to_be_visible()
    witness.look("the game as text")
    page.keyboard.press("Escape")
    put(page, WHITE_LAYS)
    witness.look("when White has put down cards")
    reload(page)
    witness.look("after a reload while White lays")
    page.evaluate("() => { location.hash = '#/'; }")
    page.locator(".page-home").wait_for()
    witness.look("the list of games")
    return witness.sights


def test_nothing_tells_what_is_laid_before_the_reveal(new_context, open_app):
    """Whatever Black lays, everything others can see, hear or copy is the same at every step."""
    seen = []
    for lay in (BLACK_LAYS, OTHER_LAY):
        page = new_context("tablet").new_page()
        open_app(page)
        seen.append(seen_by_others(page, lay))
    assert seen[0].keys() == seen[1].keys()
    for when, sight in seen[0].items():
        assert sight == seen[1][when], when


# --- a whole game


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("phone")
def test_a_whole_game_by_touch(page: Page):
    """Three turns by the rulebook's first goal: the first to take a piece to a star.

    Whatever is said, the board keeps its size: the card under a finger is the one that was aimed at.
    """
    widths = set()
    _, _, *lines, end = (PLAYTHROUGHS / "tensor_cards_first_star.txt").read_text(encoding="utf-8").splitlines()
    begin(page, "tensor-cards", ("Ada", "Ben"))
    for turn, after in zip(lines[::2], lines[1::2], strict=True):
        for action in GAME.parse_moves(replayed(page).state, turn):
            if action.text.startswith("lay "):
                open_curtain(page, NAMES[GAME.to_move(replayed(page).state)])
                widths.add(board_width(page))
                put(page, action.text.removeprefix("lay "))
                widths.add(board_width(page))
                confirm(page)
            else:  # where a piece goes is chosen on the board
                widths.add(board_width(page))
                page.get_by_role("button", name="Skip").click()
                widths.add(board_width(page))
                touch(page, action.targets[0])
        page.get_by_role("button", name="Skip").click()
        assert GAME.format_position(replayed(page).state) == after.strip()
    expect(page.locator(".near .status")).to_contain_text(end.removeprefix("end "))
    expect(page.locator("[data-legal]")).to_have_count(0)
    widths.add(board_width(page))
    assert len(widths) == 1, widths


def board_width(page: Page) -> float:
    """Return the width of the felt's frame on the screen, in pixels."""
    return round(
        float(page.locator("svg[data-game] .board-edge").evaluate("edge => edge.getBoundingClientRect().width")), 1
    )


# --- the reveal


@pytest.fixture
def revealed(page: Page) -> Page:
    """A page on which both have just laid the cards of the rulebook's example."""
    begin(page, "tensor-cards", ("Ada", "Ben"))
    for name, lay in (("Ada", BLACK_LAYS), ("Ben", WHITE_LAYS)):
        open_curtain(page, name)
        put(page, lay)
        confirm(page)
    page.locator(".show").wait_for()
    return page


STORY = [
    "Red: Black has laid 5, White 9. White's card is higher and acts first.",
    "White's 9: red goes 1 toward White.",
    "Black's 5 does not move red: there is no line to Black's right.",
    "Blue: Black has laid 2, White 8. White's card is higher and acts first.",
    "White's 8: blue goes 1 to White's left.",
]


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("phone")
def test_the_reveal_is_stepped_through_skipped_shown_again_and_read(revealed: Page):
    page = revealed
    assert said(page) == STORY[0]
    assert [step(page) for _ in STORY[1:]] == STORY[1:]
    page.get_by_role("button", name="One back").click()
    assert said(page) == STORY[3]
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".near .status")).to_contain_text("K or to L: choose")
    touch(page, "2,4")
    assert said(page).startswith("Black's 2: blue goes 1 toward Black, then not to Black's right (yellow is in the way")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".curtain")).to_contain_text("Ada")
    page.locator(".curtain").get_by_role("button", name="Show the last turn again").click()
    assert said(page) == STORY[0]
    page.keyboard.press("]")
    assert said(page) == STORY[1]
    page.keyboard.press("Escape")
    page.locator(".curtain").get_by_role("button", name="Read what happened").click()
    lines = page.locator(".chapter li").all_inner_texts()
    assert lines[: len(STORY)] == STORY
    assert any(line.startswith("Yellow: Black has laid 9, White 10") for line in lines)
    page.get_by_role("button", name="Back to the game").click()
    open_curtain(page, "Ada")


@pytest.mark.shared
@pytest.mark.profiles("tablet")
def test_what_was_revealed_stays_revealed(revealed: Page):
    """Undo, keys, looking back and reloading in any phase bring no hidden card back and show none too early."""
    page = revealed
    lays = replayed(page).entries
    page.keyboard.press("u")
    assert said(page) == STORY[0]
    reload(page)  # in the midst of the show: Black has to choose, and may see it again
    assert replayed(page).entries == lays
    expect(page.locator(".near .status")).to_contain_text("K or to L: choose")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(page.get_by_label("Black's card on yellow, face down")).to_be_attached()
    expect(page.get_by_label("White's card on yellow, face down")).to_be_attached()
    page.keyboard.press("u")
    page.keyboard.press("[")
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    page.keyboard.press("Escape")
    assert replayed(page).entries == lays
    touch(page, "3,5")
    page.get_by_role("button", name="Skip").click()
    reload(page)
    expect(page.locator(".curtain")).to_contain_text("Ada")
    assert len(replayed(page).entries) == len(lays) + 1


# --- laying


@pytest.mark.shared
@pytest.mark.profiles("desktop", "tablet")
def test_cards_are_laid_changed_and_taken_back_by_dragging(page: Page):
    begin(page, "tensor-cards", ("Ada", "Ben"))
    open_curtain(page, "Ada")
    for origin, goal, text in (
        ("card:9", "piece:red", "put r9"),
        ("card:4", "slot:blue", "put b4"),
        ("card:9", "slot:yellow", "put y9"),
        ("card:9", "card:4", "put b9"),
        ("card:9", "hand", "take b"),
        ("card:2", "slot:red", "put r2"),
    ):
        drag(page, origin, goal)
        expect(page.locator(".dragged")).to_have_count(0)
        expect(page.locator(".travelling")).to_have_count(0)  # what still travels is not yet where it will be
        assert f'"{text}"' in only_kept(page), text
    assert str(replayed(page).entries[-1]) == "put r2"
    put(page, "b3")
    confirm(page)
    expect(page.locator(".curtain")).to_contain_text("Ben")


def drag(page: Page, origin: str, goal: str) -> None:
    """Drag what has a target to another one."""
    expect(page.locator(".travelling")).to_have_count(0)
    boxes = [target(page, name).bounding_box() for name in (origin, goal)]
    assert boxes[0]
    assert boxes[1]
    (x1, y1), (x2, y2) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, steps=3)
    page.mouse.move(x2, y2, steps=3)
    page.mouse.up()


@pytest.mark.shared
@pytest.mark.profiles("phone", "tablet_portrait")
def test_used_cards_stay_in_sight_and_cards_can_be_hit(page: Page):
    begin(page, "tensor-cards", ("Ada", "Ben"), stars="own-side")
    for name in ("Ada", "Ben"):
        open_curtain(page, name)
        put(page, "r1 b3 y4")
        confirm(page)
    page.get_by_role("button", name="Skip").click()
    open_curtain(page, "Ada")
    for number in (1, 3, 4):
        expect(page.get_by_label(re.compile(rf"White's card {number} .*, used"))).to_be_visible()
    expect(page.get_by_label(re.compile(r"White's card 2 \("))).not_to_have_class(re.compile("used"))
    assert page.get_by_label(re.compile("star for Black")).count() == 2
    touch(page, "card:1")
    expect(page.locator(".near .said")).to_have_text(re.compile("Card 1 has been used in this hand"))
    box = target(page, "card:2").bounding_box()
    assert box
    assert box["width"] >= 44


@pytest.mark.shared
@pytest.mark.profiles("tablet_portrait")
def test_under_an_upright_board_all_controls_stand_in_one_line(page: Page):
    visit(page, next(scene for scene in of_game("tensor-cards") if scene.name == "table, over"))
    boxes = [box for one in page.locator(".near .controls > *:visible").all() if (box := one.bounding_box())]
    assert len(boxes) > 1
    assert max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)
