"""Test Tensor Chess on the page: moves, draws, import and export of texts, and the editor."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ruleboard.engine.record import Record
from ruleboard.registry import GAMES
from tests.e2e.helpers import (
    begin_game,
    find_target,
    play,
    read_only_saved_game,
    read_position,
    reload,
    replay_saved_game,
    save_and_open,
    tap,
    touch,
    wait_for_position,
)

GAME = GAMES["tensor-chess"]
START = GAME.format_position(GAME.initial({}, 0))
POSITION_WITH_ALL_MOVES = "3q1k4/2p4p2/4bt4/1rttT1Nt2/1R1T1Tn3/4B1T3/2P4P2/3Q1K4 w - - 0 1"
WHOLE_GAMES = ("beast_born_early", "hops_and_kingside")
PLAYTHROUGHS_FOLDER = Path(__file__).parents[1] / "playthroughs"

SharedPage = Callable[[str], Page]


@pytest.fixture
def page(shared_page: SharedPage) -> Page:
    """Return the shared page of a tablet in landscape, on the home page."""
    return shared_page("tablet")


@pytest.fixture
def desktop_page(shared_page: SharedPage) -> Page:
    """Return the shared page of a desktop, on the home page."""
    return shared_page("desktop")


def open_game(page: Page, start: str = "", *actions: str) -> None:
    """Open a game that begins at a position and continues with actions."""
    save_and_open(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), actions, start=start or None))


def find_button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def read_classes(page: Page, square: str) -> list[str]:
    return (find_target(page, square).get_attribute("class") or "").split()


# --- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.core
@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_whole_chess_game_is_playable_by_touch(page: Page, name: str):
    """Two games are playable by touch.

    They have bounces, propels, captures by hopping, every kind of castling, promotions to beasts, and mates.
    """
    path = PLAYTHROUGHS_FOLDER / f"tensor_chess_{name}.txt"
    _, _, *lines, reason = path.read_text(encoding="utf-8").splitlines()
    begin_game(page, "tensor-chess", names=("Ada", "Ben"))
    play(page, [line.split()[0] for line in lines])
    assert read_position(page) == lines[-1].split(maxsplit=3)[3]
    expect(page.locator(".near .status")).to_contain_text(reason)
    assert page.locator(".ply").all_inner_texts() == [line.split()[1] for line in lines]
    expect(page.locator("svg[data-game] [data-target]")).to_have_count(80)
    expect(page.locator("svg[data-game] [data-legal]")).to_have_count(0)


def test_kinds_of_moves_have_different_signs(page: Page):
    open_game(page, POSITION_WITH_ALL_MOVES)
    touch(page, "e3")
    expect(page.locator('[data-key="sign-d2"]')).to_have_class("sign go")
    expect(page.locator('[data-key="sign-d6"]')).to_have_class("sign special")
    expect(page.locator('[data-key="sign-c7"]')).to_have_class("sign ring")
    expect(page.locator('[data-key="badge-c7"]')).to_have_count(1)
    expect(page.locator('[data-key="sign-f4"]')).to_have_class("sign via")


def test_bounce_leaves_trace(page: Page):
    open_game(page, POSITION_WITH_ALL_MOVES)
    touch(page, "e3")
    touch(page, "c7")
    expect(page.locator(".ply.now")).to_have_text("B^f4xc7")
    last_move_path = page.locator(".board .way.last")
    expect(last_move_path).to_have_count(1)
    assert (last_move_path.locator(".way-line").first.get_attribute("d") or "").count("L") == 2


def test_propel_takes_three_touches(page: Page):
    open_game(page, POSITION_WITH_ALL_MOVES)
    for square in ("b4", "d4", "d3"):
        touch(page, square)
    expect(page.locator(".ply.now")).to_have_text("R>d4d3")
    expect(page.locator(".board .way.last")).to_have_count(2)


def test_castling_shows_all_king_squares(page: Page):
    open_game(page, "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1")
    touch(page, "f1")
    for square in ("b1", "c1", "h1", "i1"):
        expect(page.locator(f'[data-key="sign-{square}"]')).to_have_class("sign special")
    touch(page, "b1")
    wait_for_position(page, "r4k3r/10/10/10/10/10/10/1KR6R b kq - 1 1")
    touch(page, "f8")
    touch(page, "h8")
    expect(page.locator(".ply.now")).to_have_text("O-O")


@pytest.mark.core
def test_promotion_is_chosen_at_landing(page: Page):
    """The promotion pieces appear at the landing square. A touch or a key chooses one, and Escape closes the choice."""
    open_game(page, "9k/2P7/10/10/10/9p/10/K9 w - - 0 1")
    touch(page, "c7")
    landing = find_target(page, "c8").bounding_box()
    touch(page, "c8")
    choices = page.locator(".board .choice")
    expect(choices).to_have_count(5)
    labels = [choice.get_attribute("aria-label") for choice in choices.all()]
    assert labels == ["Queen", "Rook", "Bishop", "Knight", "Beast"]
    queen = choices.first.bounding_box()
    assert landing
    assert queen
    assert queen["x"] <= landing["x"] + landing["width"] / 2 <= queen["x"] + queen["width"]
    assert queen["y"] <= landing["y"] + landing["height"] / 2 <= queen["y"] + queen["height"]
    expect(page.locator(".near .status")).to_contain_text("Promote to…")
    expect(page.locator(".controls [data-target]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    find_target(page, "c8").focus()
    page.keyboard.press("Enter")
    expect(find_target(page, "do:promote-q")).to_be_focused()
    for _step in range(4):
        page.keyboard.press("ArrowDown")
    expect(find_target(page, "do:promote-t")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".ply.now")).to_have_text("c8=T")
    expect(find_target(page, "c8")).to_be_focused()


def test_ambiguous_square_offers_choice(page: Page):
    open_game(page, POSITION_WITH_ALL_MOVES)
    touch(page, "d4")
    touch(page, "d6")
    expect(page.locator(".near .status")).to_contain_text("Which of these?")
    choices = page.locator('[data-do="play.choose"]')
    expect(choices).to_have_count(2)
    for choice in choices.all():
        box, panel_box = choice.bounding_box(), page.locator(".near").bounding_box()
        assert box
        assert panel_box
        assert box["x"] + box["width"] <= panel_box["x"] + panel_box["width"]
    tap(choices.filter(has_text="captur"))
    expect(page.locator(".ply.now")).to_have_text("Td6xd5")


def test_beast_hops_step_by_step(page: Page):
    open_game(page, POSITION_WITH_ALL_MOVES)
    for step in ("f4", "do:hop", "h4", "h6"):
        touch(page, step)
    expect(page.locator("svg[data-game] .road.hand")).to_have_count(1)
    expect(page.locator('[data-key="sign-h5"]')).to_have_class("sign ring")  # a capture that is still possible
    touch(page, "h8")
    expect(page.locator(".ply.now")).to_have_text("Th8")
    assert (page.locator(".board .way.last > .way-line").first.get_attribute("d") or "").count("L") == 3
    tap(find_button(page, "Undo"))
    for step in ("f4", "do:hop", "h4", "do:stop"):
        touch(page, step)
    expect(page.locator(".ply.now")).to_have_text("Tfh4")


def test_last_move_is_marked_at_any_ply(page: Page):
    open_game(page, "", "e2e4", "e7e5", "c1d3")
    assert {square for square in ("c1", "d3", "e7", "e5") if "last" in read_classes(page, square)} == {"c1", "d3"}
    tap(page.locator(".ply").nth(1))
    expect(find_target(page, "e5")).to_have_class("cell last")
    expect(find_target(page, "d3")).to_have_class("cell")


def test_check_is_marked_and_explained(page: Page):
    open_game(page, "k8N/10/10/10/t8r/10/9R/K9 w - - 0 1")
    expect(find_target(page, "a1")).to_have_class("cell may go danger")
    status = "White to move: the king is in check from the rook on j4 bouncing off a4."
    expect(page.locator(".near .prompt")).to_have_text(status)
    touch(page, "j8")
    expect(page.locator(".near .said")).to_contain_text("You’re in check")


# --- draws -----------------------------------------------------------------------------------------------------------


def test_draw_can_be_claimed_at_third_occurrence(page: Page):
    moves_there_and_back = ("c1d3", "c8d6", "d3c1", "d6c8")
    open_game(page, "", *moves_there_and_back)
    menu_button = page.get_by_role("button", name="This game")
    tap(menu_button)
    expect(page.get_by_role("menuitem", name="Claim a draw")).to_have_count(0)
    page.keyboard.press("Escape")
    play(page, moves_there_and_back)
    tap(menu_button)
    tap(page.get_by_role("menuitem", name="Claim a draw"))
    expect(page.locator(".near .status")).to_contain_text("Draw claimed")
    assert json.loads(read_only_saved_game(page))["actions"][-1] == "draw claimed"


def test_draw_is_claimable_after_50_moves_and_automatic_after_75(page: Page):
    open_game(page, "9k/10/10/10/10/10/10/R4K4 w - - 99 80")
    menu_button = page.get_by_role("button", name="This game")
    tap(menu_button)
    expect(page.get_by_role("menuitem", name="Claim a draw")).to_have_count(0)
    page.keyboard.press("Escape")
    play(page, ["a1a2"])
    tap(menu_button)
    tap(page.get_by_role("menuitem", name="Claim a draw"))
    expect(page.locator(".near .status")).to_contain_text("Draw claimed")
    open_game(page, "9k/10/10/10/10/10/10/R4K4 w - - 149 99", "a1a2")
    expect(page.locator(".near .result")).to_have_text("Draw")


# --- import and export -----------------------------------------------------------------------------------------------


def open_texts(page: Page) -> None:
    page.get_by_role("button", name="This game").click()
    page.get_by_role("menuitem", name="Share").click()
    find_button(page, "Text").click()
    page.locator("#text-record").wait_for()


def test_position_and_game_are_copied_and_pasted(desktop_page: Page):
    desktop_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_game(desktop_page, "", "e2e4", "e7e5", "j1>i1j1")
    desktop_page.locator(".ply").first.click()
    open_texts(desktop_page)
    expect(desktop_page.locator(".menu-list:popover-open")).to_have_count(0)
    desktop_page.get_by_role("button", name="Copy: The position on the board").click()
    expect(desktop_page.get_by_role("button", name="Copied: The position on the board")).to_be_visible()
    assert desktop_page.evaluate("navigator.clipboard.readText()") == read_position(desktop_page)
    desktop_page.get_by_role("button", name="Copy: The game").click()
    expect(desktop_page.get_by_role("button", name="Copied: The game")).to_be_visible()
    desktop_page.keyboard.press("Escape")
    expect(desktop_page.locator("#text-record")).to_have_count(0)
    desktop_page.evaluate("() => { localStorage.clear(); location.hash = '#/settings'; }")
    field = desktop_page.locator('textarea[name="text"]')
    field.focus()
    desktop_page.keyboard.press("Control+v")
    find_button(desktop_page, "Import this text").click()
    find_button(desktop_page, "Open it").click()
    expect(desktop_page.locator(".ply")).to_have_text(["e4", "e5", "R>i1j1"])
    assert replay_saved_game(desktop_page).record.players == ("Ada", "Ben")


def test_text_is_selected_without_clipboard(desktop_page: Page):
    open_game(desktop_page)
    desktop_page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false; }"
    )
    open_texts(desktop_page)
    desktop_page.get_by_role("button", name="Copy: The position on the board").click()
    expect(desktop_page.locator("#share")).to_contain_text("The text is selected")
    assert desktop_page.evaluate("String(getSelection())") == START
    desktop_page.evaluate("() => { delete document.execCommand; delete navigator.clipboard.writeText; }")


def test_import_error_names_move(desktop_page: Page):
    desktop_page.evaluate("location.hash = '#/settings'")
    desktop_page.locator('textarea[name="text"]').fill('[White "Ada"]\n\n1. e4 e5 2. Qxj8 *')
    find_button(desktop_page, "Import this text").click()
    expect(desktop_page.locator(".notice")).to_contain_text("Qxj8")


# --- the editor ------------------------------------------------------------------------------------------------------


@pytest.mark.core
def test_position_is_set_up_by_touch_and_played(page: Page):
    page.evaluate("location.hash = '#/new/tensor-chess'")
    tap(page.get_by_text("Start from a position"))
    tap(page.get_by_role("link", name="Set up a position"))
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("You can play this position.")
    tap(find_button(page, "Clear"))
    expect(verdict).to_have_text("White has no king.")
    expect(find_button(page, "Play from here")).to_be_disabled()
    for tool, square in (("White king", "f1"), ("White rook", "a1"), ("White queen", "e3"), ("Black king", "j8")):
        tap(find_button(page, tool))
        touch(page, square)
    expect(verdict).to_have_text("Black is in check, but it’s White’s turn.")
    tap(find_button(page, "Erase"))
    touch(page, "e3")
    page.get_by_label("White, a-file side").check()
    expect(verdict).to_have_text("You can play this position.")
    expect(page.locator("#edit-text")).to_have_value("9k/10/10/10/10/10/10/R4K4 w Q - 0 1")
    reload(page)
    assert read_position(page) == "9k/10/10/10/10/10/10/R4K4 w Q - 0 1"
    tap(find_button(page, "Play from here"))
    page.locator(".page-new").wait_for()
    tap(find_button(page, "Play"))
    play(page, ["f1b1"])
    expect(page.locator(".ply")).to_have_text(["O-O-O~"])


def test_position_is_set_up_by_keyboard_and_text(desktop_page: Page):
    desktop_page.evaluate("location.hash = '#/edit/tensor-chess'")
    text = desktop_page.locator("#edit-text")
    text.fill("9k/10/10/10/10/10/10/5K4 w - - 0")
    expect(desktop_page.locator("#verdict")).to_contain_text("6 parts")
    text.press_sequentially(" 1")
    wait_for_position(desktop_page, "9k/10/10/10/10/10/10/5K4 w - - 0 1")
    expect(desktop_page.locator("#verdict")).to_contain_text("over")  # two bare kings
    desktop_page.locator('.bench [data-target="j8"]').focus()  # the board itself would restore its last focused square
    desktop_page.keyboard.press("Q")
    expect(find_button(desktop_page, "White queen")).to_have_attribute("aria-pressed", "true")
    first_square = desktop_page.evaluate("() => document.activeElement.dataset.target")
    desktop_page.keyboard.press("ArrowLeft")
    next_square = desktop_page.evaluate("() => document.activeElement.dataset.target")
    assert (first_square, next_square) == ("j8", "i8")
    desktop_page.keyboard.press("ArrowDown")
    desktop_page.keyboard.press("Enter")
    expect(text).to_have_value("9k/8Q1/10/10/10/10/10/5K4 w - - 0 1")
    desktop_page.keyboard.press("u")
    expect(text).to_have_value("9k/10/10/10/10/10/10/5K4 w - - 0 1")


def test_pieces_are_dragged_on_and_off_board(desktop_page: Page):
    desktop_page.evaluate("location.hash = '#/edit/tensor-chess'")
    text = desktop_page.locator("#edit-text")
    find_target(desktop_page, "c1").drag_to(find_target(desktop_page, "d3"))
    expect(text).to_have_value("rtnbqkbntr/pppppppppp/10/10/10/3N6/PPPPPPPPPP/RT1BQKBNTR w KQkq - 0 1")
    find_target(desktop_page, "d3").drag_to(desktop_page.locator("h1"))
    expect(text).to_have_value("rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RT1BQKBNTR w KQkq - 0 1")
