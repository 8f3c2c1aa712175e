"""Somebody types in a field when the page goes from under it: what stands in it is told first, and nothing breaks."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import parse_record
from tests.e2e.at_table import RECORD, keep
from tests.e2e.conftest import OpenApp


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


@pytest.mark.profiles("phone")
def test_a_board_is_named_when_the_page_is_left(page: Page, open_app: OpenApp) -> None:
    open_app(page, "#/boards/tensor-cards")
    page.get_by_role("button", name="Draw a new board").click()
    title = page.locator('.page-bench [data-do="bench-title"]')
    title.fill("Snail")
    page.go_back()
    expect(page.locator(".page-workshop").get_by_role("link", name="Snail")).to_be_visible()


@pytest.mark.profiles("phone")
def test_a_picture_is_titled_when_the_table_is_left(page: Page, open_app: OpenApp) -> None:
    open_app(page, "#/")
    keep(page, parse_record(json.dumps(RECORD)))
    page.evaluate("() => document.getElementById('share').showPopover()")
    page.locator('[data-do="share-section"][data-value="picture"]').click()
    page.locator('[data-do="share-title"]').fill("The end")
    page.go_back()
    expect(page.locator(".page-home .entry")).to_be_visible()
