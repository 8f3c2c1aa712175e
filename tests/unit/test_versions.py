"""Test that pages refer only to files of their own version, and reject files of other versions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools.versions import compute_integrity, write_versions

PAGE = """<html><head>
<script async src="./static/boot/start_loader.js" data-code="x"></script>
<link rel="icon" href="./static/icon.svg">
<link rel="stylesheet" href="./static/ruleboard.css">
<link rel="preload" as="script" href="./static/vendor/pyodide-1f/pyodide.asm.js">
<link rel="modulepreload" href="./static/vendor/pyscript-1f/core-A.js">
<script type="module" src="./static/boot/interpreter.mjs" async></script>
</head><script type="application/json" id="hashes">{}</script>
<script type="py" config="{&quot;interpreter&quot;:&quot;./static/boot/interpreter.mjs&quot;}"></script></html>
"""
CHECKED_FILES = ("static/ruleboard.css", "static/vendor/pyscript-1f/core-A.js", "static/boot/interpreter.mjs")
OWN_FILES = ("static/boot/start_loader.js", "static/ruleboard.css", "static/boot/interpreter.mjs")


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    files = (
        *CHECKED_FILES,
        *OWN_FILES,
        "static/icon.svg",
        "static/boot/thinker_worker.mjs",
        "static/posters/sensei.js",
    )
    for name in (*files, "static/words/fr.mo", "ruleboard.zip", "static/vendor/pyodide-1f/pyodide.asm.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    for page in ("index.html", "embed.html"):
        (tmp_path / page).write_text(PAGE)
    return tmp_path


def find_addresses(text: str) -> list[str]:
    return re.findall(r'(?:src|href)="\./([^"]+)"', text)


def test_own_files_have_versioned_addresses(dist: Path) -> None:
    write_versions(dist)
    for page in ("index.html", "embed.html"):
        parts = [address.partition("?v=") for address in find_addresses((dist / page).read_text())]
        assert {name for name, _, version in parts if version} == set(OWN_FILES)
        assert len({version for _, _, version in parts}) == 2  # one version, and files without any


def test_verifiable_files_have_integrity_hashes(dist: Path) -> None:
    """Tags of files that a browser can verify have integrity hashes, with ``crossorigin`` in the page of the frame.

    The script that reloads another version has no hash.
    """
    write_versions(dist)
    for page, tag_end in (("index.html", '"'), ("embed.html", '" crossorigin')):
        tags = [tag for tag in re.findall(r"<[^>]*>", (dist / page).read_text()) if "integrity" in tag]
        assert len(tags) == len(CHECKED_FILES)
        for name in CHECKED_FILES:
            assert [
                tag for tag in tags if name in tag and f'integrity="{compute_integrity(dist / name)}{tag_end}>' in tag
            ]


def test_scripts_contain_hashes_of_files_they_load(dist: Path) -> None:
    write_versions(dist)
    loaded_later = {"ruleboard.zip", "static/boot/thinker_worker.mjs", "static/words/fr.mo"}
    for page, extra_addresses in (("index.html", set()), ("embed.html", {"static/posters/sensei.js"})):
        [hashes] = re.findall(r'id="hashes">(.*?)</script>', (dist / page).read_text())
        assert json.loads(hashes) == {name: compute_integrity(dist / name) for name in loaded_later | extra_addresses}


def test_pyscript_reuses_module_of_page(dist: Path) -> None:
    write_versions(dist)
    assert len(set(re.findall(r"\./static/boot/interpreter\.mjs[^\"&]*", (dist / "index.html").read_text()))) == 1


@pytest.mark.parametrize("name", [*OWN_FILES, "static/boot/thinker_worker.mjs", "static/words/fr.mo", "ruleboard.zip"])
def test_changed_file_changes_every_address(dist: Path, name: str) -> None:
    write_versions(dist)
    before = (dist / "index.html").read_text()
    write_versions(dist)
    assert (dist / "index.html").read_text() == before
    (dist / name).write_text("changed")
    write_versions(dist)
    after = (dist / "index.html").read_text()
    versioned_addresses = [{address for address in find_addresses(text) if "?" in address} for text in (before, after)]
    assert versioned_addresses[0] & versioned_addresses[1] == set()
    assert len(versioned_addresses[0]) == len(versioned_addresses[1])
