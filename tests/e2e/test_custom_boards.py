"""Test custom boards: drawing by touch, saving, export, import, print at actual size, and play."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.helpers import find_target, reload, replay_saved_game, touch

WORKSHOP_ADDRESS = "#/boards/tensor-cards"


def read_errors(page: Page) -> list[str]:
    """Return the visible error messages about the custom board."""
    return page.locator(".verdict .error").all_inner_texts()


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("phone")
def test_custom_board_is_drawn_saved_and_played(page: Page, open_app):
    open_app(page, WORKSHOP_ADDRESS)
    page.get_by_role("button", name="Draw a new board").click()
    touch(page, "1,1")
    expect(find_target(page, "5,5")).to_have_attribute(
        "aria-label", "column 6, row 6: nothing"
    )  # the opposite space changes, too
    touch(page, "2,2-3,2")
    page.get_by_role("button", name="Stars").click()
    mirror_choice = page.get_by_text("Change the other side the same way")
    mirror_choice.scroll_into_view_if_needed()  # Firefox loses a click that scrolls the page
    mirror_choice.click()
    expect(page.get_by_role("checkbox")).not_to_be_checked()
    touch(page, "0,0")
    assert read_errors(page) == [
        "Column 1, row 1: there’s a star here, but no star at column 7, row 7."
        " Needed: a board that looks the same when rotated by half a turn."
    ]
    expect(page.get_by_role("button", name="Play on this board")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    assert read_errors(page) == []
    page.get_by_label("Name").fill("Corner Shop")
    page.get_by_label("Name").blur()
    expect(page.get_by_role("heading", name="Corner Shop")).to_be_visible()
    reload(page)
    expect(find_target(page, "5,5")).to_have_attribute("aria-label", "column 6, row 6: nothing")
    page.get_by_role("button", name="Play on this board").click()
    expect(page.locator("input:checked[name=option-board] + span")).to_contain_text("Corner Shop")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()
    timeline = replay_saved_game(page)
    assert timeline.game.format_position(timeline.state).startswith("corner-shop=")


@pytest.mark.shared
@pytest.mark.profiles("desktop")
def test_import_error_names_line_and_field(page: Page, open_app, tmp_path: Path):
    open_app(page, WORKSHOP_ADDRESS)
    entry = page.locator(".sheet-entry", has_text="Wide Gate")
    with page.expect_download() as download_info:
        entry.get_by_role("button", name="Export").click()
    file = tmp_path / "board.json"
    download_info.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"o-o-o-r-o"', '"o-o-o-r-r"'), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    error = page.locator("#unusable")
    expect(error).to_contain_text("Nothing was imported. Line 14, field drawing[3]: column 9: there’s a second start")
    file.write_text(text.replace("Wide Gate", "My Gate"), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", name="My Gate")).to_be_visible()
    assert page.url.endswith("/My%20Gate")


@pytest.mark.shared
@pytest.mark.profiles("desktop")
def test_board_prints_alone_at_true_size(page: Page, open_app):
    open_app(page, WORKSHOP_ADDRESS + "/Equilibrium%20Point")
    page.get_by_label("Distance between spaces").select_option("25")
    page.emulate_media(media="print")
    expect(page.locator(".bench-side")).to_be_hidden()
    expect(page.locator(".masthead")).to_be_hidden()
    box = page.locator(".sheet svg").bounding_box()
    assert box
    pixels_per_millimetre = 96 / 25.4
    assert box["width"] == pytest.approx((6 + 1.68) * 25 * pixels_per_millimetre, abs=1)
    scale = page.locator(".sheet-scale").bounding_box()
    assert scale
    assert scale["width"] == pytest.approx((50 + 0.75) * pixels_per_millimetre, abs=1)  # with the thickness of the line
    page.emulate_media(media="screen")


@pytest.mark.shared
@pytest.mark.profiles("tablet")
def test_table_links_to_cards(page: Page, open_app):
    open_app(page, "#/new/tensor-cards")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="This game").click()
    page.get_by_role("menuitem", name="Boards and cards").click()
    cards = page.locator(".looks li")
    expect(cards).to_have_count(10)
    assert [number for number, text in enumerate(cards.all_inner_texts(), 1) if "From the rulebook." in text] == [
        2,
        5,
        8,
        9,
    ]
    assert sum("Reconstructed" in text for text in cards.all_inner_texts()) == 6
