"""Somebody types in a field when the page goes from under it: what stands in it is told first, and nothing breaks."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.engine.record import parse_record
from tests.e2e.at_table import RECORD, go, keep
from tests.e2e.conftest import OpenApp


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_names_are_typed_when_the_page_is_left(page: Page, open_app: OpenApp) -> None:
    open_app(page, "#/")
    page.locator('a[href="#/new/sensei"]').first.click()
    name = page.locator('input[name="name-0"]')
    name.fill("Anna")
    expect(name).to_be_focused()
    page.go_back()
    expect(page.locator(".page-home h1").first).to_be_visible()
    page.locator('a[href="#/new/tesulda"]').first.click()  # everything goes on
    expect(page.locator(".page-new h1")).to_have_text("Tesulda")


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_a_board_is_named_when_the_page_is_left(page: Page, open_app: OpenApp) -> None:
    open_app(page, "#/boards/tensor-cards")
    page.get_by_role("button", name="Draw a new board").click()
    title = page.locator('.page-bench [data-do="workshop.title"]')
    title.fill("Snail")
    page.go_back()
    expect(page.locator(".page-workshop").get_by_role("link", name="Snail")).to_be_visible()


def share(page: Page, open_app: OpenApp, section: str) -> None:
    """Sit down at a kept game and open a section of the dialog that shares it."""
    open_app(page, "#/")
    keep(page, parse_record(json.dumps(RECORD)))
    page.evaluate("() => document.getElementById('share').showPopover()")
    page.locator(f'[data-do="share.choose.section"][data-value="{section}"]').click()


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_a_picture_is_titled_when_the_table_is_left(page: Page, open_app: OpenApp) -> None:
    share(page, open_app, "picture")
    page.locator('[data-do="share.choose.title"]').fill("The end")
    page.go_back()
    expect(page.locator(".page-home .entry")).to_be_visible()


def speak_french(page: Page, open_app: OpenApp, without: str = "") -> None:
    """Choose French in another tab; before that, take away what is kept under a key."""
    other = page.context.new_page()
    open_app(other, "#/settings")
    page.bring_to_front()
    other.evaluate("key => localStorage.removeItem(key)", without)
    other.locator('input[name="language"][value="fr"]').dispatch_event("click")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.profiles("desktop")
def test_a_board_is_gone_while_it_is_named(page: Page, open_app: OpenApp) -> None:
    """The field is taken away with all that was typed in it: the browser tells of that amid the new page's making."""
    open_app(page, "#/boards/tensor-cards")
    page.get_by_role("button", name="Draw a new board").click()
    page.locator('.page-bench [data-do="workshop.title"]').press_sequentially("Snail")
    speak_french(page, open_app, SETUPS)
    expect(page.locator(".page-missing")).to_be_visible()
    go(page, "#/")
    expect(page.locator(".page-home h1").first).to_be_visible()


@pytest.mark.profiles("desktop")
def test_a_caption_is_half_typed_when_the_language_changes(page: Page, open_app: OpenApp) -> None:
    share(page, open_app, "embed")
    caption = page.locator('[data-do="share.choose.caption"]')
    caption.press_sequentially("The mid")
    speak_french(page, open_app)
    expect(page.locator("#share h2")).to_have_text("Partager")
    caption.press_sequentially("dle")
    expect(caption).to_have_value("The middle")
