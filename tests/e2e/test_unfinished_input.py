"""Test that the app receives a half-typed text when a person leaves or changes the page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.engine.record import parse_record
from tests.e2e.conftest import OpenApp
from tests.e2e.helpers import RECORD, go, save_and_open


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_typed_name_is_saved_on_leaving_page(page: Page, open_app: OpenApp) -> None:
    open_app(page, "#/")
    page.locator('a[href="#/new/sensei"]').first.click()
    page.locator('[data-key="names"] > summary').click()
    name = page.locator('input[name="name-0"]')
    name.fill("Anna")
    expect(name).to_be_focused()
    page.go_back()
    expect(page.locator(".page-home h1").first).to_be_visible()
    page.locator('a[href="#/new/tesulda"]').first.click()  # the app still works
    expect(page.locator(".page-new h1")).to_have_text("Tesulda")


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_typed_board_name_is_saved_on_leaving_page(page: Page, open_app: OpenApp) -> None:
    open_app(page, "#/boards/tensor-cards")
    page.get_by_role("button", name="Draw a new board").click()
    title = page.locator('.page-bench [data-do="workshop.title"]')
    title.fill("Snail")
    page.go_back()
    expect(page.locator(".page-workshop").get_by_role("link", name="Snail")).to_be_visible()


def open_share_section(page: Page, open_app: OpenApp, section: str) -> None:
    """Open a saved game and a section of its share dialog."""
    open_app(page, "#/")
    save_and_open(page, parse_record(json.dumps(RECORD)))
    page.locator("#share").evaluate("dialog => { dialog.showModal(); dialog.dispatchEvent(new Event('opened')); }")
    page.locator(f'[data-do="share.choose.section"][data-value="{section}"]').click()


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_table_can_be_left_while_typing_picture_title(page: Page, open_app: OpenApp) -> None:
    open_share_section(page, open_app, "picture")
    page.locator('[data-do="share.choose.title"]').fill("The end")
    page.go_back()
    expect(page.locator(".page-home .entry")).to_be_visible()


def switch_to_french(page: Page, open_app: OpenApp, removed_key: str = "") -> None:
    """Choose French in another tab. Before that, remove the stored text under ``removed_key`` unless it is empty."""
    other_tab = page.context.new_page()
    open_app(other_tab, "#/settings")
    page.bring_to_front()
    other_tab.evaluate("key => localStorage.removeItem(key)", removed_key)
    other_tab.locator('input[name="language"][value="fr"]').dispatch_event("click")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.profiles("desktop")
def test_board_can_be_deleted_while_typing_its_name(page: Page, open_app: OpenApp) -> None:
    """A board can be deleted although the browser sends the field's change event while the app replaces the page."""
    open_app(page, "#/boards/tensor-cards")
    page.get_by_role("button", name="Draw a new board").click()
    page.locator('.page-bench [data-do="workshop.title"]').press_sequentially("Snail")
    switch_to_french(page, open_app, SETUPS_KEY)
    expect(page.locator(".page-missing")).to_be_visible()
    go(page, "#/")
    expect(page.locator(".page-home h1").first).to_be_visible()


@pytest.mark.profiles("desktop")
def test_language_can_change_while_typing_caption(page: Page, open_app: OpenApp) -> None:
    open_share_section(page, open_app, "embed")
    caption = page.locator('[data-do="share.choose.caption"]')
    caption.press_sequentially("The mid")
    switch_to_french(page, open_app)
    expect(page.locator("#share h2")).to_have_text("Partager")
    caption.press_sequentially("dle")
    expect(caption).to_have_value("The middle")
