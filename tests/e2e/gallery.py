"""Take screenshots of every page in every state on every device, for `python3 dev.py gallery`.

An ordinary test run does not include this file. build/gallery/index.html has a row for each scene, with one
screenshot for each device and theme.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from ruleboard.registry import GAMES
from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tests.e2e.scenes import create_scenes, visit
from tools import setup

GALLERY_FOLDER = setup.BUILD / "gallery"
LANGUAGES = os.environ.get("RULEBOARD_GALLERY_LANGUAGES", "en").split(",")
SELECTED_SCENES = os.environ.get("RULEBOARD_GALLERY_ONLY", "")
THEMES = ("light", "dark")
EMBEDDED_SCENES = {
    **{f"embedded {game}": f"game={game}&mode=play" for game in GAMES},
    "embedded, step through": "game={game}&mode=show&moves={action}&caption=Step%20through%20it",
    "embedded, find the move": "game={game}&mode=find&accept={action}&ask=Find%20the%20move.",
    "embedded, bad parameters": "game={game}&mode=nosuchmode",
}

PRINTED_SCENES = {"table, midway", "rules", "rulings", "course", "lesson, asked", "workshop, a board"}
"""The names of scenes that also have a screenshot of the printed page."""


def _is_selected(name: str) -> bool:
    return re.search(SELECTED_SCENES, name) is not None


def _screenshot_path(language: str, profile: str, theme: str, name: str) -> Path:
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return GALLERY_FOLDER / language / f"{profile}-{theme}" / f"{slug}.png"


def _take_screenshots(page: Page, language: str, profile: str, name: str) -> None:
    for theme in THEMES:
        page.evaluate("theme => ruleboard.setTheme(theme)", theme)
        page.screenshot(path=_screenshot_path(language, profile, theme, name))


def _take_print_screenshot(page: Page, language: str, profile: str, name: str) -> None:
    page.emulate_media(media="print")
    page.screenshot(path=_screenshot_path(language, profile, THEMES[0], _print_name(name)), full_page=True)
    page.emulate_media(media="screen")


def _print_name(name: str) -> str:
    return f"{name}, on paper"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.profiles(*PLAYWRIGHT_CONFIG["profiles"])
def test_screenshots_are_taken(
    new_context: Callable[..., BrowserContext],
    open_app: Callable[..., Page],
    site: str,
    profile: str,
    language: str,
) -> None:
    page = new_context(profile, reduced_motion="reduce", locale=language, device_scale_factor=1).new_page()
    open_app(page, "#/")
    for scene in create_scenes():
        if _is_selected(str(scene)):
            visit(page, scene)
            _take_screenshots(page, language, profile, str(scene))
    for name, address in _find_embedded_addresses().items():
        if _is_selected(name):
            page.goto("about:blank")
            page.goto(f"{site}embed.html#{address}")
            page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
            _take_screenshots(page, language, profile, name)
    if _is_selected("the sample article"):
        page.goto(site + "examples/explainer.html")
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.screenshot(path=_screenshot_path(language, profile, theme, "the sample article"))
    # These come last: after a full-page screenshot, Chromium no longer emulates touch.
    open_app(page, "#/")
    for scene in create_scenes():
        if scene.name in PRINTED_SCENES and _is_selected(str(scene)):
            visit(page, scene)
            _take_print_screenshot(page, language, profile, str(scene))
    page.context.close()


def _find_embedded_addresses() -> dict[str, str]:
    game = next(iter(GAMES.values()))
    start = game.initial({option.id: option.default for option in game.options}, 1)
    action = game.legal_actions(start)[0].text
    return {name: address.format(game=game.id, action=action) for name, address in EMBEDDED_SCENES.items()}


def test_index_page_is_written() -> None:
    """Write a page with all screenshots, with one row for each scene."""
    names = [*EMBEDDED_SCENES, "the sample article"]
    for scene in reversed(create_scenes()):
        names[:0] = [str(scene), _print_name(str(scene))] if scene.name in PRINTED_SCENES else [str(scene)]
    columns = [(profile, theme) for profile in PLAYWRIGHT_CONFIG["profiles"] for theme in THEMES]
    body = []
    for language in LANGUAGES:
        for name in filter(_is_selected, names):
            body.append(f'<h2 id="{html.escape(language + name)}">{html.escape(name)} ({language})</h2><div>')
            for profile, theme in columns:
                file = _screenshot_path(language, profile, theme, name)
                if file.exists():
                    address = file.relative_to(GALLERY_FOLDER).as_posix()
                    label = html.escape(f"{name}, {profile}, {theme}")
                    body.append(
                        f'<a href="{address}"><img src="{address}" loading="lazy" alt="{label}" title="{label}"></a>'
                    )
            body.append("</div>")
    style = (
        "body{font:14px system-ui;margin:16px;background:#777;color:#fff}h2{font-size:15px;margin:20px 0 6px}"
        "div{display:flex;flex-wrap:wrap;gap:8px}img{height:300px;display:block}"
    )
    page = f"<!doctype html><meta charset=utf-8><title>Ruleboard: gallery</title><style>{style}</style>"
    (GALLERY_FOLDER / "index.html").write_text(page + "\n".join(body), encoding="utf-8")
