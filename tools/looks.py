"""Compare the screenshots of two versions, and write a page with the different ones.

The measure is pixelmatch's: the share of pixels whose colours a person can tell apart, without edges that the browser
smooths differently.
"""

from __future__ import annotations

import html
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops
from pixelmatch.contrib.PIL import pixelmatch

from tools import setup

DIFFERENCES_FOLDER = setup.BUILD / "differences"
"""The folder of the page with the screenshots that differ."""

NEIGHBOUR_PIXELS = 3
"""The pixels around a changed area that pixelmatch reads to recognize anti-aliased edges."""

_PAGE_STYLE = (
    "body{font:14px system-ui;margin:16px;background:#777;color:#fff}h2{font-size:15px;margin:20px 0 6px}"
    "figure{display:flex;gap:8px;margin:0 0 12px;overflow-x:auto}"
    "img{height:420px;display:block;background:#fff}figcaption{width:9em;flex:none}"
)


class Difference(NamedTuple):
    """A screenshot that differs between two versions.

    Attributes:
        language: the language of the page.
        device: the profile of the device and the theme, such as "tablet-light".
        scene: the name of the scene in file names.
        share: the share of visibly different pixels, from 0 to 1; 1 if one version lacks the scene.
        before: the screenshot of the earlier version, or None if it lacks the scene.
        after: the screenshot of this version, or None if it lacks the scene.
        picture: the picture of the difference, or None if a version lacks the scene.
    """

    language: str
    device: str
    scene: str
    share: float
    before: Path | None
    after: Path | None
    picture: Image.Image | None


def compare_screenshots(before: Path, after: Path) -> tuple[float, Image.Image]:
    """Return the share of visibly different pixels in two screenshots, and a picture that shows these pixels in red.

    If the screenshots have different sizes, all pixels outside the smaller one differ.
    """
    images = [Image.open(file).convert("RGB") for file in (before, after)]
    size = max(image.width for image in images), max(image.height for image in images)
    canvases = [Image.new("RGB", size, color) for color in ("black", "white")]
    for canvas, image in zip(canvases, images, strict=True):
        canvas.paste(image)
    picture = Image.blend(canvases[1].convert("L").convert("RGB"), Image.new("RGB", size, "white"), 0.9)
    box = ImageChops.difference(*canvases).getbbox()
    if box is None:
        return 0.0, picture
    left, top, right, bottom = box
    area = (
        max(0, left - NEIGHBOUR_PIXELS),
        max(0, top - NEIGHBOUR_PIXELS),
        min(size[0], right + NEIGHBOUR_PIXELS),
        min(size[1], bottom + NEIGHBOUR_PIXELS),
    )
    part_before, part_after = (canvas.crop(area) for canvas in canvases)
    part_picture = Image.new("RGBA", part_before.size)
    pixel_count = pixelmatch(part_before, part_after, part_picture)
    picture.paste(part_picture.convert("RGB"), area[:2])
    return pixel_count / (size[0] * size[1]), picture


def find_differences(before: Path, after: Path) -> list[Difference]:
    """Return the screenshots that differ between two galleries, worst first."""

    def find_screenshot_names(gallery: Path) -> set[Path]:
        return {file.relative_to(gallery) for file in gallery.glob("*/*/*.png")}

    def iter_differences() -> Iterator[Difference]:
        names_before, names_after = find_screenshot_names(before), find_screenshot_names(after)
        for name in names_before ^ names_after:
            old_file, new_file = (file if (file := gallery / name).exists() else None for gallery in (before, after))
            yield Difference(*_split_path(name), 1.0, old_file, new_file, None)
        for name in names_before & names_after:
            if (before / name).read_bytes() != (after / name).read_bytes():
                share, picture = compare_screenshots(before / name, after / name)
                if share:
                    yield Difference(*_split_path(name), share, before / name, after / name, picture)

    return sorted(iter_differences(), key=lambda difference: (-difference.share, *difference[:3]))


def _split_path(name: Path) -> tuple[str, str, str]:
    """Return the language, the device and the scene of a screenshot's path in the gallery."""
    language, device, file = name.parts
    return language, device, file.removesuffix(".png")


def group_by_scene(differences: list[Difference]) -> dict[str, list[Difference]]:
    """Return the differences of each scene. Scenes and their differences are in the order of the list."""
    scenes: dict[str, list[Difference]] = {}
    for difference in differences:
        scenes.setdefault(difference.scene, []).append(difference)
    return scenes


def format_table(differences: list[Difference]) -> str:
    """Return a table for the shell with one line for each scene that differs, worst first."""
    rows = [
        f"{_format_percentage(pictures[0]):>8}  {len(pictures):>8}  {scene}"
        for scene, pictures in group_by_scene(differences).items()
    ]
    return "\n".join([f"{'at most':>8}  {'pictures':>8}  scene", *rows])


def _format_percentage(difference: Difference) -> str:
    if difference.before is None:
        return "new"
    return "gone" if difference.after is None else f"{100 * difference.share:.2f} %"


def write_page(differences: list[Difference], revision: str, folder: Path = DIFFERENCES_FOLDER) -> Path:
    """Write a page with each differing screenshot before, after, and their difference. Return the page's path.

    Args:
        differences: the screenshots that differ, worst first.
        revision: the name of the earlier version.
        folder: the folder for the page and its pictures, which the function replaces.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    title = f"Ruleboard: differences from {html.escape(revision)}"
    body = [f"<!doctype html><meta charset=utf-8><title>{title}</title><style>{_PAGE_STYLE}</style><h1>{title}</h1>"]
    number = 0
    for scene, pictures in group_by_scene(differences).items():
        body.append(f"<h2>{html.escape(scene)}</h2>")
        for difference in pictures:
            number += 1
            caption = html.escape(f"{difference.device}, {difference.language}: {_format_percentage(difference)}")
            body.append(f"<figure><figcaption>{caption}</figcaption>")
            body += _write_images(difference, folder, number)
            body.append("</figure>")
    page = folder / "index.html"
    page.write_text("\n".join(body), encoding="utf-8")
    return page


def _write_images(difference: Difference, folder: Path, number: int) -> Iterator[str]:
    """Write the pictures of a difference into a folder, and yield the HTML that shows them."""
    for version in ("before", "after", "difference"):
        name = f"{number}-{version}.png"
        if version == "difference":
            if difference.picture is None:
                continue
            difference.picture.save(folder / name)
        elif file := getattr(difference, version):
            shutil.copyfile(file, folder / name)
        else:
            continue
        yield f'<a href="{name}"><img src="{name}" loading="lazy" alt="{version}" title="{version}"></a>'
