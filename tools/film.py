"""The moving picture in the README: a few turns of Sensei on the built page, as an animated GIF.

`python3 dev.py gallery --film` builds the app and writes docs/images/play.gif.
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tools import serve, setup

FILM = setup.ROOT / "docs" / "images" / "play.gif"
MAX_BYTES = 400_000
SIZE = ViewportSize(width=800, height=500)
COLORS = 96
TOUCHES = ["b1", "b6", "b6", "d6", "d1", "d6", "f7", "f2", "a7", "a4", "d7", "a4"]
"""The squares of two turns, touched one after the other."""
PAUSE_MS, LAST_PAUSE_MS = 700, 2500


def frames(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Play the turns and yield the pictures of the page, each with its duration in milliseconds."""
    yield _picture(page), 2 * PAUSE_MS
    for square in TOUCHES:
        page.locator(f'[data-target="{square}"]').first.click()
        end = time.monotonic() + 0.9
        shot_at = time.monotonic()
        while time.monotonic() < end:
            picture = _picture(page)
            duration = round(1000 * (time.monotonic() - shot_at))
            shot_at = time.monotonic()
            yield picture, duration
        yield _picture(page), PAUSE_MS // 2
    yield _picture(page), LAST_PAUSE_MS


def _picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def without_repeats(pictures: Iterator[tuple[Image.Image, int]]) -> list[tuple[Image.Image, int]]:
    """Merge equal consecutive pictures and add up their durations."""
    joined: list[tuple[Image.Image, int]] = []
    for picture, duration in pictures:
        if joined and joined[-1][0].tobytes() == picture.tobytes():
            joined[-1] = (picture, joined[-1][1] + duration)
        else:
            joined.append((picture, duration))
    return joined


def write(pictures: list[tuple[Image.Image, int]], file: Path) -> int:
    """Write an animated GIF whose pictures share one palette; return its size in bytes."""
    palette = pictures[len(pictures) // 2][0].quantize(COLORS, dither=Image.Dither.NONE)
    first_picture, *other_pictures = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture, _ in pictures
    )
    durations = [duration for _, duration in pictures]
    first_picture.save(
        file, save_all=True, append_images=other_pictures, duration=durations, loop=0, optimize=True, disposal=1
    )
    return file.stat().st_size


def record(file: Path = FILM) -> int:
    """Build the app, film it and return the size of the file in bytes.

    Raises:
        setup.SetupError: the build failed, there is no browser, or the file is too large.
    """
    if trouble := serve.rebuild():
        raise setup.SetupError(f"The build failed.\n{trouble}")
    with serve.serving(setup.ROOT / "dist") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=setup.chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{url}#/new/sensei")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
        for number, name in enumerate(("Anna", "Ben")):
            page.locator(f'input[name="name-{number}"]').fill(name)
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator(".page-table").wait_for()
        page.wait_for_timeout(2000)
        size = write(without_repeats(frames(page)), file)
        browser.close()
    if size > MAX_BYTES:
        raise setup.SetupError(f"{file.name} has {size:,} bytes (expected at most {MAX_BYTES:,}).")
    return size
