"""Test Equilibrium on the page: whole games by touch, decisions out of turn, reloads, side panels, panning."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import Timeline
from tests.e2e.helpers import KEY_PREFIX, begin_game, play, read_position, reload, replay_saved_game, tap, touch
from tests.e2e.scenes import resize
from tests.support.contrast import compute_contrast
from tests.support.whole_games import FOUR_PLAYER_GAME, TWO_PLAYER_GAME, load_game_actions

LEGAL_TARGET_IN_VIEW_SCRIPT = """() => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".stage [data-legal]")].some((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left > stage.left - 1 && right < stage.right + 1 && top > stage.top - 1 && bottom < stage.bottom + 1;
  });
}"""
"""Returns true if a legal target is completely visible."""
FONT_HEIGHTS_SCRIPT = """titles => titles.map((title) =>
  parseFloat(getComputedStyle(title).fontSize) * title.getScreenCTM().d)"""
"""Returns the font sizes of texts in a picture, in pixels."""
SCROLLING_END_SCRIPT = """stage => new Promise((done) => {
  const look = (last) => setTimeout(() => (stage.scrollTop === last ? done() : look(stage.scrollTop)), 150);
  look(NaN);
})"""
"""Waits until a stage no longer scrolls."""
LEVEL_COLOURS_SCRIPT = """theme => {
  ruleboard.setTheme(theme);
  const colour = (element) => getComputedStyle(element).fill.match(/[.\\d]+/g).map(Number);
  return [...document.querySelectorAll(".strip .level-chip")]
    .map((chip) => [colour(chip.querySelector("text")), colour(chip.querySelector("rect"))]);
}"""
"""Returns the colours of each level on the strips and of the ground below it, in a theme."""
TAB_GAPS_SCRIPT = """tabs => tabs.map((tab) => {
  const range = document.createRange();
  range.selectNodeContents(tab);
  return range.getBoundingClientRect();
}).flatMap((box, number, boxes) => (number ? [box.left - boxes[number - 1].right] : []))"""
"""Returns the distances between the titles of tabs that share a line, in pixels."""
NAMES = ("Ann", "Bob", "Cleo", "Dora")

RANKING = ("3rd place", "2nd place", "4th place", "Won")
"""The results of the four players of FOUR_PLAYER_GAME."""


def open_game(page: Page, player_count: int, game: tuple[int, str], action_count: int = 0, id: str = "it") -> None:
    """Store a game after its first ``action_count`` actions, and open it."""
    options = {"players": str(player_count), "start": "1"}
    record = Record(
        "equilibrium", options, game[0], NAMES[:player_count], tuple(load_game_actions(game)[:action_count])
    )
    page.evaluate(
        "([id, prefix, text]) => { localStorage.clear(); localStorage.setItem(prefix + id, text);"
        " location.hash = '#/play/' + id; }",
        [id, KEY_PREFIX, format_record(record)],
    )
    page.locator(f"[data-key='table-{id}']").wait_for()


def swipe_up(page: Page, x: float, y: float, distance: float) -> None:
    """Swipe up with a finger from a point by a distance in pixels."""
    touch_session = page.context.new_cdp_session(page)
    touch_session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        points = [{"x": x, "y": y - distance * step / 10}]
        touch_session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    touch_session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch_session.detach()


def check_player_to_decide(page: Page, timeline: Timeline) -> None:
    """Check that the page marks the player to decide everywhere and hides all secrets."""
    state = timeline.state
    expect(page.locator("svg.board .panel.active")).to_have_count(0 if timeline.outcome else 1)
    if timeline.to_move is not None:
        number = timeline.to_move
        expect(page.locator(".strip.to-move")).to_contain_text(NAMES[number])
        expect(page.locator(".side.near .player.to-move")).to_have_class(re.compile(rf"\bp{number}\b"))
        expect(page.locator(f".panel.active[data-player='{number + 1}']")).to_have_count(1)
    for secret in (state.pile, state.bag):
        if len(secret) > 6:
            assert secret not in page.content()
            assert secret not in page.url


@pytest.mark.shared
@pytest.mark.core
def test_two_player_game_survives_reload_in_every_phase(tablet: Page):
    open_game(tablet, 2, TWO_PLAYER_GAME)
    phases = set()
    for text in [*load_game_actions(TWO_PLAYER_GAME), ""]:
        timeline = replay_saved_game(tablet)
        phase = timeline.state.phase
        if phase.kind not in phases:
            phases.add(phase.kind)
            before = read_position(tablet)
            reload(tablet)
            assert read_position(tablet) == before
            assert replay_saved_game(tablet).state == timeline.state
            check_player_to_decide(tablet, timeline)
        if text == "tweak T":  # Bob has hacked Ann, so Ann tweaks in Bob's turn
            assert (phase.player, phase.turn_player) == (0, 1)
            check_player_to_decide(tablet, timeline)
            expect(tablet.locator(".side.near .status")).to_contain_text("Teal’s hack")
            touch(tablet, "weight:2:T")
            expect(tablet.locator(".said")).to_contain_text("only tweak your own tokens")
        if text:
            play(tablet, [text])
    assert phases == {"setup", "action", "tweak", "flip", "final", "over"}
    expect(tablet.locator(".side.near .status")).to_contain_text("Orange wins: their second lowest token is on 1")
    expect(tablet.locator(".strip").nth(1)).to_contain_text("Lost")


@pytest.mark.shared
def test_four_player_game_ends_with_ranking(tablet: Page):
    """A four-player game ends with a ranking, and the board keeps its scale throughout."""
    open_game(tablet, 4, FOUR_PLAYER_GAME)
    widths = set()
    for text in load_game_actions(FOUR_PLAYER_GAME):
        check_player_to_decide(tablet, replay_saved_game(tablet))
        widths.add(tablet.locator("svg.board").evaluate("board => board.getBoundingClientRect().width"))
        play(tablet, [text])
    assert len(widths) == 1
    expect(tablet.locator(".strip")).to_have_text(
        [re.compile(name + result) for name, result in zip(NAMES, RANKING, strict=True)]
    )
    expect(tablet.locator(".tab[aria-pressed='true']")).to_have_text("The end")
    for _ in range(5):
        tap(tablet.locator(".aside").get_by_role("button", name="Next"))
    rows = tablet.locator(".ranking tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Lime")
    expect(tablet.locator(".telling")).to_contain_text("Lime beats")


def test_side_panels_explain_turn(shared_page):
    page = shared_page("desktop")
    texts = load_game_actions(TWO_PLAYER_GAME)
    open_game(page, 2, TWO_PLAYER_GAME, texts.index("load A@-1,1"))
    # The six actions with their costs, and the reasons why some are illegal.
    expect(page.locator(".action-guide dt")).to_have_text(
        [re.compile(title) for title in ("Download", "Code", "Load", "Hack", "Run", "Pass")]
    )
    expect(page.locator(".action-guide dd.not").first).to_contain_text("storage is full")
    # The preview of the round's end.
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator(".telling .trained")).to_have_count(2)
    expect(page.locator(".telling")).to_contain_text("If the round ended now")
    # A selected tile: legal hexes are marked, others have a reason, and the status has a hint.
    touch(page, "storage:2:A")
    expect(page.locator(".side.near .status")).to_contain_text("Touch a marked hex of your network")
    expect(page.locator('[data-target="hex:2:-1,1"][data-legal]')).to_have_count(1)
    expect(page.locator('[data-target="hex:1:1,-2"][data-legal]')).to_have_count(0)
    touch(page, "hex:2:2,-2")
    expect(page.locator(".said")).to_contain_text("must touch another tile")


@pytest.mark.shared
@pytest.mark.profiles("tablet_portrait", "phone")
def test_preview_of_two_players_is_visible_in_portrait(page: Page):
    texts = load_game_actions(TWO_PLAYER_GAME)
    open_game(page, 2, TWO_PLAYER_GAME, texts.index("load A@-1,1"))
    page.get_by_role("button", name="Preview", exact=True).click()
    for figure in page.locator(".telling .trained > svg").all():
        expect(figure).to_be_in_viewport(ratio=1)
    assert page.locator(".telling").evaluate("panel => panel.scrollHeight <= panel.clientHeight + 4")


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_round_summary_is_readable_in_both_zooms(page: Page):
    """Both zooms show five lines of the summary next to a part of the board, and the tabs do not touch each other."""
    open_game(page, 2, TWO_PLAYER_GAME, load_game_actions(TWO_PLAYER_GAME).index("flip I@0,0") - 1)
    play(page, ["pass"])
    for other_zoom in ("Show the whole board", "Look closer"):
        for line in page.locator(".telling li").all():
            expect(line).to_be_in_viewport(ratio=1)
        assert page.locator(".telling").evaluate("panel => panel.clientHeight") > 100
        assert page.locator(".stage").evaluate("stage => stage.clientHeight") > 100
        expect(page.locator(".aside").get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)
        gaps = page.locator(".tab").evaluate_all(TAB_GAPS_SCRIPT)
        assert len(gaps) >= 3
        assert min(gaps) >= 8
        tap(page.get_by_role("button", name=other_zoom))


def test_backpropagation_panel_stays_until_next_action(shared_page):
    page = shared_page("desktop")
    texts = load_game_actions(TWO_PLAYER_GAME)
    flip = texts.index("flip I@0,0")
    open_game(page, 2, TWO_PLAYER_GAME, flip - 1)
    play(page, ["pass"])
    panel = page.locator(".telling")
    expect(panel).to_contain_text("round 1 is over")
    page.get_by_role("button", name="Next").click()
    expect(panel.locator(".trained svg")).to_have_count(1)
    expect(panel).to_contain_text("Face up: ")
    assert page.locator("svg.board .cell.shown").count() > 1  # counted tiles and rising tokens
    play(page, ["flip I@0,0"])  # part of the backpropagation: the panel stays
    expect(page.locator(".aside .steps")).to_contain_text("2 of 3")
    page.locator(".aside").get_by_role("button", name="Close").click()
    expect(panel.locator(".action-guide")).to_be_visible()
    expect(page.locator("svg.board .cell.shown")).to_have_count(0)
    page.get_by_role("button", name="Round 1", exact=True).click()
    expect(panel).to_contain_text("round 1 is over")
    play(page, ["pass"])
    expect(page.locator(".tab.story")).to_have_count(0)


def test_numbers_have_sources(shared_page):
    page = shared_page("desktop")
    open_game(page, 2, TWO_PLAYER_GAME)
    page.get_by_role("button", name="This game").click()
    page.get_by_role("menuitem", name="The game’s numbers").click()
    rows = page.locator(".numbers tr")
    expect(rows.filter(has_text="Cycles for passing second")).to_contain_text("rulebook")
    expect(rows.filter(has_text="Cycles for passing first")).to_contain_text("reconstructed")
    page.keyboard.press("Escape")
    expect(page.locator(".numbers")).not_to_be_visible()


def test_one_of_three_players_resigns(shared_page):
    page = shared_page("desktop")
    open_game(page, 3, (7, "pass"))
    page.get_by_role("button", name="This game").click()
    page.get_by_role("menuitem", name="Resign …").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    strip_buttons = page.locator(".strip")
    expect(strip_buttons).to_have_text(
        [re.compile("Ann.*Lost"), re.compile("Bob.*Shares the win"), re.compile("Cleo.*Shares the win")]
    )
    expect(page.locator(".side.near .status")).to_contain_text("Orange resigned. The others share the win.")


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_draw_offer_is_answered(page: Page):
    """The opponent can answer a draw offer, and all controls are on the same side of the board."""
    open_game(page, 2, TWO_PLAYER_GAME, 3)
    offering_player, opponent = (NAMES[0], NAMES[1]) if replay_saved_game(page).to_move == 0 else (NAMES[1], NAMES[0])
    menu, offer = page.get_by_role("button", name="This game"), page.get_by_role("menuitem", name="Offer a draw …")
    near_side = page.locator(".side.near")
    for answer in ("Decline", "Withdraw the offer", "Accept"):
        tap(menu)
        tap(offer)
        tap(page.get_by_role("button", name="Offer a draw", exact=True))
        expect(near_side).to_contain_text(f"{offering_player} offers a draw.")
        expect(page.get_by_role("button", name="Resign", exact=True)).to_be_hidden()
        expect(near_side).to_contain_text(f"{opponent} decides.")
        for name in ("Accept", "Decline", "Withdraw the offer", "Undo", "This game"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        tap(near_side.get_by_role("button", name=answer, exact=True))
        expect(near_side.get_by_role("button", name="Accept")).to_have_count(0)
    assert replay_saved_game(page).entries[-1] == "draw agreed"


@pytest.mark.shared
def test_three_players_agree_on_draw(tablet: Page):
    """A draw needs the agreement of all three players: a double tap agrees only once, and a move declines the offer."""
    open_game(tablet, 3, (7, "pass"))
    near_side = tablet.locator(".side.near")
    tap(tablet.get_by_role("button", name="This game"))
    tap(tablet.get_by_role("menuitem", name="Offer a draw …"))
    tap(tablet.get_by_role("button", name="Offer a draw", exact=True))
    box = near_side.get_by_role("button", name="Accept").bounding_box()
    assert box
    for _ in range(2):
        tablet.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(near_side).to_contain_text("Cleo decides.")
    timeline = replay_saved_game(tablet)
    assert timeline.outcome is None
    play(tablet, [str(timeline.game.legal_actions(timeline.state)[0])])
    expect(near_side.get_by_role("button", name="Accept")).to_have_count(0)
    expect(near_side.locator(".note")).to_have_text("Draw declined. Play on.")


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_phone_shows_one_panel_of_four_players(page: Page):
    """The page shows one player's panel, as wide as the phone, and scrolls only vertically to the legal targets."""
    open_game(page, 4, FOUR_PLAYER_GAME)
    for text in load_game_actions(FOUR_PLAYER_GAME)[:4]:
        number = replay_saved_game(page).to_move + 1
        expect(page.locator(".panel")).to_have_count(1)
        expect(page.locator(f".panel[data-player='{number}'] .banner")).to_be_in_viewport(ratio=1)
        play(page, [text])
    # Storage and hand are empty: the legal targets are on the action board.
    for text in load_game_actions(FOUR_PLAYER_GAME)[4:6]:
        page.wait_for_function(LEGAL_TARGET_IN_VIEW_SCRIPT, timeout=20_000)
        play(page, [text])
    stage = page.locator(".stage")
    assert stage.evaluate("stage => stage.scrollWidth <= stage.clientWidth && stage.scrollHeight > stage.clientHeight")
    tap(page.locator(".strip").nth(3))
    expect(page.locator(".panel[data-player='4'] .banner")).to_be_in_viewport(ratio=1)
    tap(page.get_by_role("button", name="Show the whole board"))
    expect(page.locator(".panel")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-target='card:mul']")).to_be_in_viewport(ratio=1)
    # The panel stays closed until the player opens it.
    expect(page.locator(".action-guide")).not_to_be_visible()
    tap(page.get_by_role("button", name="Actions"))
    expect(page.locator(".action-guide")).to_be_visible()
    expect(page.locator(".action-guide dt").first).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    tap(page.get_by_role("button", name="Look closer"))  # resets the shared page


@pytest.mark.shared
@pytest.mark.profiles("tablet", "tablet_portrait")
@pytest.mark.parametrize("count", [3, 4])
def test_strips_open_panels_on_tablet(page: Page, count: int):
    begin_game(page, "equilibrium", players=str(count))
    for number in (*range(2, count + 1), 1):
        tap(page.locator(".strip").nth(number - 1))
        expect(page.locator(".strip[aria-pressed='true']")).to_have_count(1)
        expect(page.locator(f".stage .panel[data-player='{number}']")).to_be_in_viewport(ratio=1)
        expect(page.locator(".stage [data-target='card:mul']")).to_be_in_viewport(ratio=1)
    titles = page.locator(".stage .op .title")
    assert all(height >= 12 for height in titles.evaluate_all(FONT_HEIGHTS_SCRIPT))


def test_levels_on_strips_are_readable(shared_page):
    """In both themes, the levels of all players have a contrast of 4.5 to their colours."""
    page = shared_page("tablet")
    open_game(page, 4, FOUR_PLAYER_GAME, 20)
    for theme in ("dark", "light"):
        colours = page.evaluate(LEVEL_COLOURS_SCRIPT, theme)
        assert len(colours) == 20
        for text, ground in colours:
            assert compute_contrast(tuple(text), tuple(ground)) >= 4.5, (theme, text, ground)


@pytest.mark.shared
@pytest.mark.profiles("tablet")
def test_legal_target_stays_visible_after_rotation(page: Page):
    open_game(page, 4, FOUR_PLAYER_GAME, action_count=4)
    page.wait_for_function(LEGAL_TARGET_IN_VIEW_SCRIPT, timeout=20_000)
    for width, height in ((834, 1194), (1194, 834)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(LEGAL_TARGET_IN_VIEW_SCRIPT, timeout=20_000)


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_winners_tokens_are_visible_at_end(page: Page):
    """The winner's part of the board is visible at the end, although another player makes the last decision."""
    open_game(page, 2, TWO_PLAYER_GAME, len(load_game_actions(TWO_PLAYER_GAME)) - 1)
    touch(page, "do:skip")
    expect(page.locator(".verdict")).to_contain_text("Orange wins")
    tokens = page.locator(".stage [data-player='1'] .shown[data-key^='touch-weight']")
    expect(tokens.first).to_be_in_viewport(ratio=0.5)


@pytest.mark.shared
@pytest.mark.profiles("small_phone")
def test_small_phone_shows_whole_panel_of_two_players(page: Page):
    begin_game(page, "equilibrium")
    expect(page.locator(".panel.active .caption").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".panel.active [data-key='hand']")).to_be_in_viewport(ratio=0.9)


HIDDEN_LEVELS_SCRIPT = """() => {
  const { top, bottom } = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".stage [data-legal][data-target^='weight:']")]
    .map((column) => [column.dataset.target, column.getBoundingClientRect()])
    .filter(([target, box]) => box.top < top - 1 || box.bottom > bottom + 1)
    .map(([target]) => target);
}"""
"""Returns the tokens whose columns of levels are not wholly in view."""

PHONE_VIEWPORTS = ({"width": 360, "height": 640}, {"width": 412, "height": 839})


@pytest.mark.shared
@pytest.mark.parametrize("size", PHONE_VIEWPORTS, ids=str)
@pytest.mark.parametrize("count", [2, 4])
def test_own_panel_is_readable_on_phone(phone: Page, size: ViewportSize, count: int):
    """On phones a player's own panel fits the width with legible card names, and strips open the other panels."""
    resize(phone, size)
    open_game(phone, count, TWO_PLAYER_GAME if count == 2 else FOUR_PLAYER_GAME)
    assert phone.locator(".stage").evaluate("stage => stage.scrollWidth <= stage.clientWidth")
    for number in range(count, 0, -1):
        strip = phone.locator(".strip").nth(number - 1)
        if strip.get_attribute("aria-pressed") == "false":
            tap(strip)
        expect(phone.locator(".stage .panel")).to_have_count(1)
        expect(phone.locator(f".stage .panel[data-player='{number}'] .banner")).to_be_in_viewport(ratio=1)
    titles = phone.locator(".stage .op .title")
    assert titles.count()
    assert all(height >= 12 for height in titles.evaluate_all(FONT_HEIGHTS_SCRIPT))


@pytest.mark.shared
@pytest.mark.parametrize("size", [*PHONE_VIEWPORTS, {"width": 844, "height": 390}], ids=str)
def test_levels_are_in_view_when_tokens_may_move(phone: Page, size: ViewportSize):
    resize(phone, size)
    game_actions = load_game_actions(TWO_PLAYER_GAME)
    open_game(phone, 2, TWO_PLAYER_GAME, next(ply for ply, text in enumerate(game_actions) if text.startswith("tweak")))
    phone.locator(".stage").evaluate(SCROLLING_END_SCRIPT)
    assert phone.locator(".stage [data-legal][data-target^='weight:']").count() > 1
    assert phone.evaluate(HIDDEN_LEVELS_SCRIPT) == []


@pytest.mark.shared
@pytest.mark.parametrize("size", PHONE_VIEWPORTS, ids=str)
def test_end_of_round_leaves_room_for_board_on_phone(phone: Page, size: ViewportSize):
    resize(phone, size)
    open_game(phone, 2, TWO_PLAYER_GAME, load_game_actions(TWO_PLAYER_GAME).index("flip I@0,0") - 1)
    play(phone, ["pass"])
    expect(phone.locator(".telling")).to_contain_text("round 1 is over")
    assert phone.locator(".stage").evaluate("stage => stage.clientHeight") >= 150
    for name in ("Back", "Next", "Close"):
        expect(phone.locator(".aside").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    phone.locator(".aside").get_by_role("button", name="Close").click()


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_finger_pans_from_legal_hex_and_touches_it(page: Page):
    texts = load_game_actions(TWO_PLAYER_GAME)
    open_game(page, 2, TWO_PLAYER_GAME, texts.index("load A@-1,1"))
    touch(page, "storage:2:A")
    legal_hex = page.locator('[data-target="hex:2:-1,1"][data-legal]')
    legal_hex.scroll_into_view_if_needed()
    box = legal_hex.bounding_box()
    assert box
    stage = page.locator(".stage")
    before = stage.evaluate("stage => stage.scrollTop")
    swipe_up(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 120)
    assert stage.evaluate("stage => stage.scrollTop") > before + 60
    stage.evaluate(SCROLLING_END_SCRIPT)  # a touch during scrolling only stops it
    touch(page, "hex:2:-1,1")
    expect(page.locator(".strip.to-move")).to_contain_text(NAMES[0])
    assert [str(entry) for entry in replay_saved_game(page).entries] == texts[: texts.index("load A@-1,1") + 1]


@pytest.mark.shared
def test_starting_player_options_follow_player_count(phone: Page, open_app):
    """If the selected starting player no longer takes part, the app announces the default player."""
    open_app(phone, "#/new/equilibrium")
    starts = phone.get_by_role("group", name="Who starts").get_by_role("radio")
    expect(starts).to_have_count(3)
    tap(phone.locator("label.segment", has_text="Four"))
    expect(starts).to_have_count(5)
    tap(phone.locator("label", has_text="The fourth player"))
    expect(phone.get_by_text("(goes first)")).to_have_count(1)
    tap(phone.locator("label.segment", has_text="Three"))
    expect(starts).to_have_count(4)
    expect(phone.get_by_role("radio", name="The first player")).to_be_checked()
    expect(
        phone.locator("[aria-live]", has_text="Who starts (and has one cycle fewer): The first player")
    ).to_have_count(1)
    tap(phone.get_by_role("button", name="Play", exact=True))
    phone.locator("[data-key^='table-']").wait_for()
    assert replay_saved_game(phone).record.options == {"players": "3", "start": "1", "end": "dry", "numbers": "scarce"}
