"""Record the animated GIF for the README, which shows a few turns of Sensei on the built page.

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

GIF_FILE = setup.ROOT / "docs" / "images" / "play.gif"
MAX_BYTES = 400_000
VIEWPORT = ViewportSize(width=960, height=600)
COLOR_COUNT = 96
TOUCHED_SQUARES = ["b1", "b6", "b6", "d6", "d1", "d6", "f7", "f2", "a7", "a4", "d7", "a4"]
"""The squares to touch, one after the other, to play two turns."""
PAUSE_MS, LAST_PAUSE_MS = 700, 2500


def play_frames(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Play the turns; yield screenshots, each with the milliseconds for which the film shows it."""
    yield _take_screenshot(page), 2 * PAUSE_MS
    for square in TOUCHED_SQUARES:
        page.locator(f'[data-target="{square}"]').first.click()
        end = time.monotonic() + 0.9
        screenshot_time = time.monotonic()
        while time.monotonic() < end:
            picture = _take_screenshot(page)
            duration = round(1000 * (time.monotonic() - screenshot_time))
            screenshot_time = time.monotonic()
            yield picture, duration
        yield _take_screenshot(page), PAUSE_MS // 2
    yield _take_screenshot(page), LAST_PAUSE_MS


def _take_screenshot(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def merge_equal_frames(pictures: Iterator[tuple[Image.Image, int]]) -> list[tuple[Image.Image, int]]:
    """Merge consecutive equal screenshots and add up their durations."""
    merged_frames: list[tuple[Image.Image, int]] = []
    for picture, duration in pictures:
        if merged_frames and merged_frames[-1][0].tobytes() == picture.tobytes():
            merged_frames[-1] = (picture, merged_frames[-1][1] + duration)
        else:
            merged_frames.append((picture, duration))
    return merged_frames


def write_gif(pictures: list[tuple[Image.Image, int]], file: Path) -> int:
    """Write an animated GIF with one palette for all pictures, and return its size in bytes."""
    (width, height), samples = pictures[0][0].size, pictures[:: max(1, len(pictures) // 4)]
    sample_sheet = Image.new("RGB", (width, height * len(samples)))  # the panels of both sides have their own colours
    for number, (picture, _) in enumerate(samples):
        sample_sheet.paste(picture, (0, height * number))
    palette = sample_sheet.quantize(COLOR_COUNT, dither=Image.Dither.NONE)
    first_picture, *other_pictures = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture, _ in pictures
    )
    durations = [duration for _, duration in pictures]
    first_picture.save(
        file, save_all=True, append_images=other_pictures, duration=durations, loop=0, optimize=True, disposal=1
    )
    return file.stat().st_size


def record_gif(file: Path = GIF_FILE) -> int:
    """Build the app, record the turns, and return the size of the GIF in bytes.

    Raises:
        setup.SetupError: the build failed, there is no browser, or the file is too large.
    """
    if build_error := serve.rebuild():
        raise setup.SetupError(f"The build failed.\n{build_error}")
    with serve.serve_folder(setup.ROOT / "dist") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=setup.find_or_install_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=VIEWPORT)
        page.goto(f"{url}#/new/sensei")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
        page.locator('[data-key="names"] > summary').click()
        for number, name in enumerate(("Anna", "Ben")):
            page.locator(f'input[name="name-{number}"]').fill(name)
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator(".page-table").wait_for()
        page.wait_for_timeout(2000)
        size = write_gif(merge_equal_frames(play_frames(page)), file)
        browser.close()
    if size > MAX_BYTES:
        raise setup.SetupError(f"{file.name} has {size:,} bytes (expected at most {MAX_BYTES:,}).")
    return size
