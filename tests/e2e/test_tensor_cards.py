"""Test Tensor Cards on the page: hand-over screens, reveals and whole games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.learning.courses import problems
from tests.e2e.helpers import (
    begin_game,
    find_target,
    go,
    read_only_saved_game,
    reload,
    replay_saved_game,
    save_and_open,
    touch,
)
from tests.e2e.scenes import iter_game_scenes, visit

GAME = PACKAGE.game

BLACK_PLACEMENT = "r5 b2 y9"
WHITE_PLACEMENT = "r9 b8 yT"
"""The rulebook's example: red needs no choice, on blue Black has to choose, yellow stays face down before that."""
NAMES = ("Ada", "Ben")
PLAYTHROUGHS_FOLDER = Path(__file__).parents[1] / "playthroughs"
PIECES = {"r": "red", "b": "blue", "y": "yellow"}


def format_card_target(sign: str) -> str:
    """Return the target of the card that a sign of the notation names, such as ``T`` for card 10."""
    return f"card:{10 if sign == 'T' else sign}"


def leave_handover_screen(page: Page, name: str) -> None:
    """Leave the hand-over screen as a player, by name."""
    expect(page.locator(".curtain h2")).to_contain_text(name)
    page.get_by_role("button", name=f"I’m {name}. Show my side").click()
    expect(find_target(page, "card:1")).to_be_visible()


def place_cards(page: Page, placement: str) -> None:
    """Place cards on pieces, each with two taps."""
    for piece_and_card in placement.split():
        touch(page, format_card_target(piece_and_card[1]))
        touch(page, f"piece:{PIECES[piece_and_card[0]]}")


def confirm_placement(page: Page) -> None:
    """Confirm the placement of three cards."""
    page.get_by_role("button", name="Place these cards").click()


def go_to_next_step(page: Page) -> str:
    """Go to the next step of the replay and return its text."""
    page.get_by_role("button", name="Next", exact=True).click()
    return step_text(page)


def step_text(page: Page) -> str:
    """Return the text of the replay's current step."""
    return page.locator(".told .now").inner_text()


# --- a whole game


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("phone")
def test_whole_card_game_is_playable_by_touch(page: Page):
    """A game is playable by touch: after three turns, a piece on a star wins.

    No message changes the size of the board, so the card under a finger stays there.
    """
    widths = set()
    _, _, *lines, end = (PLAYTHROUGHS_FOLDER / "tensor_cards_first_star.txt").read_text(encoding="utf-8").splitlines()
    begin_game(page, "tensor-cards", ("Ada", "Ben"))
    for turn, expected in zip(lines[::2], lines[1::2], strict=True):
        for action in GAME.parse_moves(replay_saved_game(page).state, turn):
            if action.text.startswith("lay "):
                leave_handover_screen(page, NAMES[GAME.to_move(replay_saved_game(page).state)])
                widths.add(measure_board_width(page))
                place_cards(page, action.text.removeprefix("lay "))
                widths.add(measure_board_width(page))
                confirm_placement(page)
            else:  # the player chooses a space on the board
                widths.add(measure_board_width(page))
                page.get_by_role("button", name="Skip", exact=True).click()
                widths.add(measure_board_width(page))
                touch(page, action.targets[0])
        page.get_by_role("button", name="Skip", exact=True).click()
        assert GAME.format_position(replay_saved_game(page).state) == expected.strip()
    expect(page.locator(".near .status")).to_contain_text(end.removeprefix("end "))
    expect(page.locator("[data-legal]")).to_have_count(0)
    widths.add(measure_board_width(page))
    assert len(widths) == 1, widths


def measure_board_width(page: Page) -> float:
    """Return the width of the board's frame in pixels of the screen."""
    return round(
        float(page.locator("svg[data-game] .board-edge").evaluate("edge => edge.getBoundingClientRect().width")), 1
    )


# --- the reveal


@pytest.fixture
def revealed_page(page: Page) -> Page:
    """Return a page on which both players have placed the cards of the rulebook's example."""
    begin_game(page, "tensor-cards", ("Ada", "Ben"))
    for name, placement in (("Ada", BLACK_PLACEMENT), ("Ben", WHITE_PLACEMENT)):
        leave_handover_screen(page, name)
        place_cards(page, placement)
        confirm_placement(page)
    page.locator(".show").wait_for()
    return page


STEP_TEXTS = [
    "Red: Black 5, White 9. The 9 is higher, so White’s card acts first.",
    "White’s 9: red goes 1 space toward White.",
    "Black’s 5 can’t move red: red has no line to Black’s right.",
    "Blue: Black 2, White 8. The 8 is higher, so White’s card acts first.",
    "White’s 8: blue goes 1 space to White’s left.",
]


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_cards_are_placed_one_by_one_in_puzzles(page: Page):
    """A puzzle has no button for placing three cards at once, as at the table."""
    go(page, f"#/problem/tensor-cards/{problems('tensor-cards')[0].id}")
    page.get_by_role("button", name="A hint").wait_for()
    assert page.locator('[data-target="do:row"]:visible').count() == 0
    assert page.locator(".lesson-acts .button:visible").count() == 3


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("phone")
def test_reveal_can_be_stepped_skipped_and_repeated(revealed_page: Page):
    page = revealed_page
    assert step_text(page) == STEP_TEXTS[0]
    assert [go_to_next_step(page) for _ in STEP_TEXTS[1:]] == STEP_TEXTS[1:]
    page.get_by_role("button", name="Step back").click()
    assert step_text(page) == STEP_TEXTS[3]
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".near .status")).to_contain_text("the space marked 1 or")
    touch(page, "2,4")
    assert step_text(page).startswith(
        "Black’s 2: blue goes 1 space toward Black, then can’t go to Black’s right (yellow is in the way"
    )
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".curtain")).to_contain_text("Ada")
    page.locator(".curtain").get_by_role("button", name="Replay the last turn").click()
    assert step_text(page) == STEP_TEXTS[0]
    page.keyboard.press("]")
    assert step_text(page) == STEP_TEXTS[1]
    page.keyboard.press("Escape")
    page.locator(".curtain").get_by_role("button", name="Read what happened").click()
    lines = page.locator(".chapter li").all_inner_texts()
    assert lines[: len(STEP_TEXTS)] == STEP_TEXTS
    assert any(line.startswith("Yellow: Black 9, White 10") for line in lines)
    page.get_by_role("button", name="Back to the game", exact=True).click()
    leave_handover_screen(page, "Ada")


@pytest.mark.shared
@pytest.mark.profiles("tablet")
def test_revealed_cards_stay_revealed(revealed_page: Page):
    """Undo, keys, review and reload neither hide revealed cards nor reveal hidden ones."""
    page = revealed_page
    placements = replay_saved_game(page).entries
    page.keyboard.press("u")
    assert step_text(page) == STEP_TEXTS[0]
    reload(page)  # during the replay: Black has to choose, and can replay it again
    assert replay_saved_game(page).entries == placements
    expect(page.locator(".near .status")).to_contain_text("the space marked 1 or")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(page.get_by_label("Black’s card on yellow, face down")).to_be_attached()
    expect(page.get_by_label("White’s card on yellow, face down")).to_be_attached()
    page.keyboard.press("u")
    page.keyboard.press("[")
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    page.keyboard.press("Escape")
    assert replay_saved_game(page).entries == placements
    touch(page, "3,5")
    page.get_by_role("button", name="Skip", exact=True).click()
    reload(page)
    expect(page.locator(".curtain")).to_contain_text("Ada")
    assert len(replay_saved_game(page).entries) == len(placements) + 1


# --- placing cards


@pytest.mark.shared
@pytest.mark.profiles("desktop", "tablet")
def test_cards_are_placed_changed_and_removed_by_drag(page: Page):
    begin_game(page, "tensor-cards", ("Ada", "Ben"))
    leave_handover_screen(page, "Ada")
    for origin, destination, text in (
        ("card:9", "piece:red", "put r9"),
        ("card:4", "slot:blue", "put b4"),
        ("card:9", "slot:yellow", "put y9"),
        ("card:9", "card:4", "put b9"),
        ("card:9", "hand", "take b"),
        ("card:2", "slot:red", "put r2"),
    ):
        drag(page, origin, destination)
        expect(page.locator(".dragged")).to_have_count(0)
        expect(page.locator(".travelling")).to_have_count(0)  # a moving card is not at its target yet
        assert f'"{text}"' in read_only_saved_game(page), text
    assert str(replay_saved_game(page).entries[-1]) == "put r2"
    place_cards(page, "b3")
    confirm_placement(page)
    expect(page.locator(".curtain")).to_contain_text("Ben")


def drag(page: Page, origin: str, destination: str) -> None:
    """Drag with the mouse from one target to another."""
    expect(page.locator(".travelling")).to_have_count(0)
    boxes = [find_target(page, name).bounding_box() for name in (origin, destination)]
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
def test_used_cards_are_visible_and_cards_large_enough(page: Page):
    begin_game(page, "tensor-cards", ("Ada", "Ben"), stars="own-side")
    for name in ("Ada", "Ben"):
        leave_handover_screen(page, name)
        place_cards(page, "r1 b3 y4")
        confirm_placement(page)
    page.get_by_role("button", name="Skip", exact=True).click()
    leave_handover_screen(page, "Ada")
    for number in (1, 3, 4):
        expect(page.get_by_label(re.compile(rf"White’s card {number} .*, used"))).to_be_visible()
    expect(page.get_by_label(re.compile(r"White’s card 2 \("))).not_to_have_class(re.compile("used"))
    assert page.get_by_label(re.compile("star for Black")).count() == 2
    touch(page, "card:1")
    expect(page.locator(".near .said")).to_have_text(re.compile("used your 1"))
    box = find_target(page, "card:2").bounding_box()
    assert box
    assert box["width"] >= 44


@pytest.mark.shared
@pytest.mark.profiles("tablet_portrait")
def test_controls_share_line_in_portrait(page: Page):
    visit(page, next(scene for scene in iter_game_scenes("tensor-cards") if scene.name == "table, over"))
    boxes = [box for control in page.locator(".near .controls > *:visible").all() if (box := control.bounding_box())]
    assert len(boxes) > 1
    assert max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)


# --- a small screen


@pytest.mark.shared
@pytest.mark.profiles("small_phone")
def test_enlarged_table_shows_hand_and_board(page: Page):
    """The whole hand is visible below the lower part of the board, and no card is cut off by the side of the screen."""
    options = {option.id: option.default for option in GAME.options}
    save_and_open(page, Record("tensor-cards", options, 1, NAMES, ()))
    leave_handover_screen(page, "Ada")
    step_width_script = "step => step.getBoundingClientRect().width"
    assert page.locator(".stage .arrow-step").last.evaluate(step_width_script) >= 4, (
        "the steps of an arrow can be counted"
    )
    page.get_by_role("button", name="Look closer").click()
    for number in range(1, 11):
        expect(find_target(page, f"card:{number}")).to_be_in_viewport(ratio=0.99)
    expect(find_target(page, "piece:yellow")).to_be_in_viewport(ratio=0.99)
    assert page.locator(".stage").evaluate("stage => stage.scrollWidth <= stage.clientWidth")
    page.get_by_role("button", name="Show the whole board").click()  # resets the shared page
