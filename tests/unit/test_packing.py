"""The two packings of the large files: made alike everywhere, and each browser's own chosen in one place."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.snapshot_file import unpacked
from tools import packing
from tools.setup import ROOT

CONTENT = (ROOT / "package-lock.json").read_bytes()
LOWER = {"gzip": 1, "zstd": 1}
CHOSEN = """
Object.defineProperty(globalThis, "navigator", { value: %s });
%s;
const { isUseless, packed } = await import("%s/static/boot/packing.mjs");
const files = ["a.gzip.bin", "a.zstd.bin", "static/vendor/zstd/zstd.wasm", "index.html", "static/vendor/pyodide/a.js"];
console.log(JSON.stringify([packed("a"), files.filter((file) => !isUseless(file))]));
"""
FILES = "{ storage: { getDirectory() {} } }"
OTHERS = ["index.html", "static/vendor/pyodide/a.js"]
ZSTD = ["a.zstd.bin", ["a.zstd.bin", "static/vendor/zstd/zstd.wasm", *OTHERS]]
GZIP = ["a.gzip.bin", ["a.gzip.bin", *OTHERS]]


def chosen(navigator: str, before: str = "") -> object:
    """Return the name of a large file in such a browser, and which of some files it has a use for."""
    command = ["node", "--input-type=module", "--eval", CHOSEN % (navigator, before, ROOT.as_posix())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_browser_that_keeps_the_unpacked_files_takes_the_smaller_packing() -> None:
    assert chosen(FILES) == ZSTD


@pytest.mark.parametrize("navigator", ["{ storage: {} }", "{}"])
def test_browser_that_unpacks_at_each_visit_takes_what_it_unpacks_by_itself(navigator: str) -> None:
    """As WebKitGTK, and any browser where the page does not come by https."""
    assert chosen(navigator) == GZIP


def test_browser_that_unpacks_nothing_by_itself_takes_what_the_page_has_a_decoder_for() -> None:
    assert chosen("{}", "delete globalThis.DecompressionStream") == ZSTD


def test_the_one_file_has_the_smaller_packing_alone() -> None:
    assert chosen("{}", "globalThis.ruleboardPyodide = () => {}") == ZSTD


@pytest.mark.parametrize("way", ["gzip", "zstd"])
def test_what_is_packed_twice_has_the_same_bytes_and_no_time_in_it(way: str) -> None:
    made = packing.pack(CONTENT, way)
    assert made == packing.pack(CONTENT, way)
    assert unpacked(made) == CONTENT
    assert len(made) < len(CONTENT) / 2
    if way == "gzip":
        assert made[3:8] == bytes(5)  # neither name nor time


def test_what_was_packed_is_not_taken_for_what_another_level_makes_nor_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever builds gets the same bytes, whatever was built before, and where that was broken off."""
    levels = packing._LEVELS
    monkeypatch.setattr(packing, "_CACHE", tmp_path)
    monkeypatch.setattr(packing, "_LEVELS", LOWER)
    packing.cached_packings(CONTENT)
    monkeypatch.setattr(packing, "_LEVELS", levels)
    assert packing.cached_packings(CONTENT) == packing.packings(CONTENT)
    kept = list(tmp_path.iterdir())
    assert len(kept) == 2  # the latest of each way
    for file in kept:
        file.unlink()
    monkeypatch.setattr(packing, "pack", lambda _content, _way: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        packing.cached_packings(CONTENT)
    assert not list(tmp_path.iterdir())
