"""Test lessons and rules: a lesson by touch and by keyboard, the link from a refusal to its rule, and the search."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ruleboard.learning.checks import QUESTIONS_PER_QUIZ, chapters
from ruleboard.learning.courses import course, step_timeline
from ruleboard.registry import GAMES
from tests.e2e.conftest import NewContext, OpenApp
from tests.e2e.helpers import begin_game, find_target, go, reload, touch


@pytest.fixture
def page(shared_page: Callable[[str], Page], profile: str) -> Page:
    """Return the shared page of a profile, on the home page. The test runs once for each profile."""
    return shared_page(profile)


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_lesson_is_completed_by_touch(page: Page) -> None:
    page.get_by_role("link", name="Learn: Sensei", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Sensei")
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross the garden")
    page.get_by_role("link", name="Next", exact=True).click()
    touch(page, "e1")
    touch(page, "e4")
    expect(page.locator(".answer")).to_contain_text("e4 is empty")
    touch(page, "g1")
    expect(page.locator(".answer")).to_contain_text("you’re still on your own edge")
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".hint")).to_contain_text("far edge")
    touch(page, "e1")
    touch(page, "e7")
    expect(page.locator(".praise")).to_contain_text("That’s how you win at Sensei")
    page.get_by_role("link", name="Next: Stones glide").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stones glide")
    reload(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Stones glide")
    go(page, "#/learn/sensei")
    expect(page.locator(".lessons .done")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def double_tap(page: Page, locator: Locator) -> None:
    """Tap twice at the centre of an element, and wait until a double tap is over."""
    box = locator.bounding_box()
    assert box
    for _tap in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(600)


@pytest.mark.profiles("phone")
def test_double_tap_opens_one_page(page: Page) -> None:
    """In lessons and quizzes, a double tap does not follow the link that appears after its first tap."""
    forward_links, places = page.locator(".lesson-ways > .primary"), page.locator(".lesson-board [data-legal]")
    go(page, "#/learn/sensei/goal")
    double_tap(page, forward_links)
    assert page.evaluate("location.hash") == "#/learn/sensei/goal/2"
    touch(page, "e1")
    touch(page, "e7")
    double_tap(page, forward_links)
    assert page.evaluate("location.hash") == "#/learn/sensei/stones"
    (quiz, *_others) = chapters("sensei")
    go(page, f"#/learn/sensei/{quiz.id}")
    for number in range(1, QUESTIONS_PER_QUIZ + 1):
        expect(page.locator(".lesson-head p")).to_contain_text(f"{number} of")
        page.locator(".lesson-answers button").or_(places).first.click()
        double_tap(page, forward_links)
    assert page.evaluate("location.hash") == f"#/learn/sensei/{quiz.id}"
    expect(page.locator(".of-check")).to_be_visible()


@pytest.mark.profiles("phone")
def test_reveal_keeps_lesson_text_visible(page: Page) -> None:
    go(page, "#/learn/tensor-cards/goal/2")
    text = page.locator(".lesson-side")
    expect(text).to_contain_text("Step through the cards")
    next_button = page.locator(".lesson-ways").get_by_role("button", name="Next", exact=True)
    for step in range(2, 6):
        next_button.click()
        expect(page.locator(".told li")).to_have_count(step)
        expect(page.locator(".lesson-acts .count")).to_contain_text("of 3")
        assert text.evaluate("side => side.scrollHeight <= side.clientHeight + 1"), f"step {step}"
        expect(page.locator(".told .now")).to_be_in_viewport(ratio=1)


CROWDED_PAGES = (
    "#/learn/sensei/unfair",
    "#/learn/tensor-chess/win-fork",
    "#/learn/tesulda/resource",
    "#/learn/tensor-cards/sides",
    "#/learn/tensor-cards/example/2",
    "#/learn/equilibrium/limits/2",
    "#/problem/tensor-cards/far-05",
    "#/problem/equilibrium/tweak-05",
)
"""Pages with the longest tasks in French, or with the most buttons below them."""

PARTLY_VISIBLE_SCRIPT = """() => {
  const parts = [".ask", ".lesson-board > svg", ".lesson-acts > .button", ".lesson-ways > *"];
  return parts.flatMap((part) => [...document.querySelectorAll(part)]).filter((part) => {
    if (!part.checkVisibility()) return false;
    let { top, bottom } = part.getBoundingClientRect();
    const height = bottom - top;
    for (let box = part.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === "visible") continue;
      top = Math.max(top, box.getBoundingClientRect().top);
      bottom = Math.min(bottom, box.getBoundingClientRect().bottom);
    }
    return Math.min(bottom, innerHeight) - Math.max(top, 0) < height - 1;
  }).map((part) => part.className.baseVal ?? part.textContent);
}"""
"""Return the parts of a lesson or a puzzle that are cut off: the task, the board, the buttons."""


def test_task_and_board_are_visible_at_once(new_context: NewContext, open_app: OpenApp) -> None:
    """On every screen, the task, the board and all buttons are completely visible without scrolling."""
    page = open_app(new_context("phone", locale="fr-FR").new_page(), "#/learn")
    failures = []
    for address in CROWDED_PAGES:
        go(page, "#/learn")
        page.locator(".page-learn").wait_for()
        go(page, address)
        page.locator(".ask").wait_for()
        for width, height in ((360, 640), (390, 844), (740, 360), (844, 390), (768, 1024), (1024, 768), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            failures += [(address, width, height, part) for part in page.evaluate(PARTLY_VISIBLE_SCRIPT)]
    assert not failures


@pytest.mark.profiles("small_phone")
def test_answer_is_visible_next_to_its_task(page: Page) -> None:
    for address, name in (("#/learn/equilibrium/run/2", "weight:1:S"), ("#/learn/sensei/win-beside", "do:end")):
        go(page, address)
        touch(page, name)
        expect(page.locator(".miss")).to_be_in_viewport(ratio=0.95)
        expect(page.locator(".ask")).to_be_in_viewport(ratio=0.95)


BOXES_OF_BOARD_AND_BUTTONS_SCRIPT = """() => {
  const parts = [...document.querySelectorAll(".lesson-board > svg, .lesson-acts > .button[data-target]")];
  return parts.filter((part) => part.checkVisibility()).map((part) => {
    const { x, y } = part.getBoundingClientRect();
    return [part.dataset.key ?? part.dataset.target ?? "board", Math.round(x), Math.round(y)];
  });
}"""
"""Return the name and the place of the board and of each button that chooses a piece or ends a turn."""

TASKS_WITH_BUTTONS = (
    ("sensei", "turn", 1),
    ("tesulda", "attack", 1),
    ("tesulda", "swap", 0),
    ("tesulda", "resource", 0),
    ("tesulda", "army", 1),
    ("equilibrium", "download", 0),
    ("equilibrium", "addition", 0),
)
"""Tasks with buttons of the game below the board, which take several touches: game, lesson and index of the step."""


@pytest.mark.profiles("phone", "tablet", "tablet_portrait")
def test_board_and_buttons_stay_while_a_turn_is_chosen(page: Page) -> None:
    """In a lesson, a touch that does not complete an action moves neither the board nor the buttons of the game."""
    moved_parts = []
    for game, id, index in TASKS_WITH_BUTTONS:
        go(page, "#/learn")
        page.locator(".page-learn").wait_for()
        go(page, f"#/learn/{game}/{id}/{index + 1}")
        page.locator(".ask").wait_for()
        timeline, _seat = step_timeline(game, id, index)
        step = next(lesson for lesson in course(game) if lesson.id == id).steps[index]
        assert step.task
        action = timeline.game.parse_action(timeline.state, step.task.accepted_lines[0][0])
        before = page.evaluate(BOXES_OF_BOARD_AND_BUTTONS_SCRIPT)
        for target in action.targets[:-1]:
            touch(page, target)
            find_target(page, target).and_(page.locator(".taken")).or_(
                page.locator(".answer > .small")
            ).first.wait_for()
            places = page.evaluate(BOXES_OF_BOARD_AND_BUTTONS_SCRIPT)
            moved_parts += [(game, id, target, *place) for place in before if place not in places]
    assert not moved_parts


@pytest.mark.profiles("small_phone")
def test_board_does_not_cover_text_in_low_window(page: Page) -> None:
    size = page.viewport_size
    assert size
    page.set_viewport_size({**size, "height": 480})
    go(page, "#/learn/tesulda/win-plan")
    page.get_by_role("button", name="A hint").click()
    page.locator("p.hint").wait_for()
    board, text = (page.locator(selector).bounding_box() for selector in (".lesson-board > svg", ".lesson-side"))
    page.set_viewport_size(size)
    assert board
    assert text
    assert board["y"] + board["height"] <= text["y"] + 1


@pytest.mark.profiles("phone")
def test_longest_texts_fit_a_phone(page: Page) -> None:
    """The longest text of each game fits on a phone next to the board, which shrinks."""
    steps = [
        (len(step.text), f"#/learn/{game}/{lesson.id}/{index}")
        for game in GAMES
        for lesson in course(game)
        for index, step in enumerate(lesson.steps, 1)
    ]
    for _length, address in sorted(steps)[-8:]:
        go(page, address)
        text = page.locator(".lesson-side.longest")
        expect(text).to_be_visible()
        assert text.evaluate("side => side.scrollHeight - side.clientHeight") <= 1, address


@pytest.mark.profiles("tablet_portrait")
def test_long_texts_and_buttons_fit_an_upright_tablet(page: Page) -> None:
    """On upright tablets, the board leaves room for long texts, and for the buttons of a task or a replay."""
    size = page.viewport_size
    assert size
    cut_parts = []
    for address in (
        "sensei/turn",
        "tesulda/figure/2",
        "tensor-cards/either-order/2",
        "tensor-cards/reset",
        "tensor-cards/secret/2",
        "equilibrium/code",
        "equilibrium/run/2",
    ):
        go(page, "#/learn")
        page.locator(".page-learn").wait_for()
        go(page, f"#/learn/{address}")
        page.locator(".lesson-ways").wait_for()
        for width, height in ((768, 1024), (834, 1194)):
            page.set_viewport_size({"width": width, "height": height})
            hidden_height = page.locator(".lesson-side").evaluate("side => side.scrollHeight - side.clientHeight")
            cut_parts += [(address, width, hidden_height)] if hidden_height > 1 else []
            cut_parts += [(address, width, part) for part in page.evaluate(PARTLY_VISIBLE_SCRIPT)]
    page.set_viewport_size(size)
    assert not cut_parts


@pytest.mark.profiles("small_phone")
def test_text_fades_while_more_follows(page: Page) -> None:
    """The text fades at its lower edge while more text follows, even with reduced motion."""
    page.emulate_media(reduced_motion="reduce")
    go(page, "#/learn/sensei/win-plan")
    page.get_by_role("button", name="A hint").click()
    text = page.locator(".lesson-side")
    expect(text).to_have_css("--fade", "28px")
    text.evaluate("side => side.scrollTo(0, side.scrollHeight)")
    expect(text).to_have_css("--fade", "0px")


@pytest.mark.profiles("phone", "tablet")
def test_touch_where_wrong_answer_hid_a_target_counts(page: Page) -> None:
    go(page, "#/learn/tesulda/attack/2")
    box = find_target(page, "prey:h1").bounding_box()
    assert box
    touch(page, "prey:s1")
    touch(page, "e5")
    expect(page.locator("svg[data-outdated]")).to_be_visible()
    expect(find_target(page, "prey:h1")).to_have_count(0)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch(page, "prey:s1")
    touch(page, "e5")
    expect(page.locator(".praise")).to_be_visible()


@pytest.mark.core
@pytest.mark.profiles("tablet")
def test_refusal_opens_its_rule(page: Page) -> None:
    begin_game(page)
    touch(page, "a1")
    touch(page, "b2")
    page.get_by_role("button", name="The rule", exact=True).click()
    panel = page.locator(".beside")
    expect(panel).to_contain_text("a stone glides")
    assert panel.locator("svg[data-game]").count() == 1
    touch(page, "a4")
    expect(panel).to_contain_text("a stone glides")
    panel.get_by_role("link", name="Open the lesson").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stones glide")
    page.go_back()
    expect(page.locator(".page-table")).to_be_visible()


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_rules_can_be_searched(page: Page) -> None:
    go(page, "#/rules/sensei")
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of Sensei")
    expect(page.locator(".rule")).to_have_count(9)
    page.get_by_label("Search the rules").fill("pits")
    expect(page.locator(".rule h2").first).not_to_have_text("The aim")
    assert 0 < page.locator(".rule").count() < 9
    page.get_by_label("Search the rules").fill("")
    expect(page.locator(".rule")).to_have_count(9)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.profiles("desktop")
def test_lesson_is_completed_by_keyboard(page: Page) -> None:
    go(page, "#/learn/sensei/goal/2")
    board = page.locator(".lesson-board svg[data-game]")
    board.focus()
    page.locator('[data-target="e1"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-target="e7"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".praise")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("That’s how you win at Sensei")


@pytest.mark.shared
@pytest.mark.profiles("phone", "tablet_portrait")
def test_result_of_quiz_fills_page(page: Page) -> None:
    """After a quiz, the lessons to repeat have the whole height above the buttons."""
    (quiz, *_others) = chapters("tensor-cards")
    go(page, f"#/learn/tensor-cards/{quiz.id}")
    for _ in range(QUESTIONS_PER_QUIZ):
        page.locator(".lesson-answers > button, .lesson-board [data-legal]").first.click()
        page.locator(".lesson-ways .primary").click()
    page.locator(".lesson-board.of-check").wait_for()
    bottom = page.locator(".of-check").evaluate("list => list.getBoundingClientRect().bottom")
    assert page.locator(".lesson-task").evaluate("task => task.getBoundingClientRect().top") - bottom <= 24


@pytest.mark.profiles("phone", "tablet_portrait")
def test_quiz_levels_are_legible(page: Page) -> None:
    """A touch enlarges the levels on the board of a question of an Equilibrium quiz."""
    go(page, "#/learn/equilibrium/check-2")
    level_numbers = page.locator(".lesson-board .level, .lesson-board .count").first
    page.locator(".lesson-task.of-quiz").wait_for()
    new_questions_button = page.get_by_role("button", name="New questions")
    for _question in range(6 * QUESTIONS_PER_QUIZ):
        if level_numbers.count():  # other questions are about a rule and show no board
            break
        if new_questions_button.count():
            new_questions_button.click()
            continue
        page.locator(".lesson-answers button, .lesson-board [data-legal]").first.click()
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Look closer").click()
    expect(page.get_by_role("button", name="Show the whole board")).to_be_visible()
    assert level_numbers.evaluate("number => number.getBoundingClientRect().height") >= 8
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.get_by_role("button", name="Look closer")).to_be_visible()


@pytest.mark.profiles("desktop")
def test_lesson_fills_wide_desktop(page: Page) -> None:
    """On a wide desktop, the board of a lesson has nearly the height of the window, and the type is larger."""
    original_size = page.viewport_size
    assert original_size
    go(page, "#/learn/sensei/goal/2")
    board = page.locator(".lesson-board > svg")
    type_script = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    type_size = page.evaluate(type_script)
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(board).to_be_in_viewport(ratio=1)
    box = board.bounding_box()
    assert box
    assert min(box["width"], box["height"]) > 0.9 * 1080
    assert page.evaluate(type_script) > type_size
    page.set_viewport_size(original_size)
