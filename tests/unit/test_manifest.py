"""Test the manifest: it has all fields that browsers require for installation, and pictures of the declared sizes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools.setup import ROOT

MANIFEST = json.loads((ROOT / "manifest.webmanifest").read_text(encoding="utf-8"))
MANIFEST_PICTURES = [*MANIFEST["icons"], *MANIFEST["screenshots"]]


def read_size(file: Path) -> tuple[int, int]:
    """Return the width and height of a PNG file."""
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def test_names_fit_home_screen():
    assert MANIFEST["name"] == "Ruleboard"
    assert 0 < len(MANIFEST["short_name"]) <= 12  # home screens truncate longer names
    assert MANIFEST["description"]


def test_app_opens_standalone_at_any_path():
    assert MANIFEST["display"] == "standalone"
    for field in ("id", "start_url", "scope"):
        assert MANIFEST[field].startswith("./"), field
    assert MANIFEST["start_url"].startswith(MANIFEST["scope"])


def test_colours_match_the_page():
    assert re.fullmatch("#[0-9a-f]{6}", MANIFEST["background_color"])
    assert f'content="{MANIFEST["theme_color"]}"' in (ROOT / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", MANIFEST_PICTURES, ids=lambda picture: picture["src"])
def test_pictures_exist_in_declared_sizes(picture):
    file = ROOT / picture["src"]
    if picture["type"] == "image/svg+xml":
        assert picture["sizes"] == "any"
        assert file.read_text(encoding="utf-8").startswith("<svg")
    else:
        assert "x".join(map(str, read_size(file))) == picture["sizes"]


def test_icons_cover_all_purposes():
    unmasked_sizes = {icon["sizes"] for icon in MANIFEST["icons"] if "purpose" not in icon}
    assert {"192x192", "512x512"} <= unmasked_sizes
    assert [icon["sizes"] for icon in MANIFEST["icons"] if icon.get("purpose") == "maskable"] == ["512x512"]


def test_screenshots_cover_both_install_dialogues():
    """The screenshots are wide and narrow, of sizes that Chromium's install dialogues accept."""
    assert {screenshot["form_factor"] for screenshot in MANIFEST["screenshots"]} == {"wide", "narrow"}
    for screenshot in MANIFEST["screenshots"]:
        short_side, long_side = sorted(read_size(ROOT / screenshot["src"]))
        assert short_side >= 320
        assert long_side <= min(3840, 2.3 * short_side)
        assert screenshot["label"]


def test_page_links_manifest_and_ios_icon():
    text = (ROOT / "index.html").read_text(encoding="utf-8")
    assert '<link rel="manifest" href="./manifest.webmanifest">' in text
    [icon] = re.findall(r'<link rel="apple-touch-icon" href="\./([^"]+)">', text)
    assert read_size(ROOT / icon) == (180, 180)
