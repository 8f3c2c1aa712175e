"""Test both compressions of the large files: their bytes are reproducible, and each browser selects one of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.snapshot_file import decompress
from tools import compression
from tools.setup import ROOT

FILE_CONTENT = (ROOT / "package-lock.json").read_bytes()
FAST_COMPRESSION_LEVELS = {"gzip": 1, "zstd": 1}
CHOICE_SCRIPT = """
Object.defineProperty(globalThis, "navigator", { value: %s });
%s;
const { isOtherCompression, compressedName } = await import("%s/static/boot/compression.mjs");
const files = ["a.gzip.bin", "a.zstd.bin", "static/vendor/zstd/zstd.wasm", "index.html", "static/vendor/pyodide/a.js"];
console.log(JSON.stringify([compressedName("a"), files.filter((file) => !isOtherCompression(file))]));
"""
FILES = "{ storage: { getDirectory() {} } }"
OTHER_FILES = ["index.html", "static/vendor/pyodide/a.js"]
ZSTD_FILES = ["a.zstd.bin", ["a.zstd.bin", "static/vendor/zstd/zstd.wasm", *OTHER_FILES]]
GZIP_FILES = ["a.gzip.bin", ["a.gzip.bin", *OTHER_FILES]]


def choose_files_in_browser(navigator: str, before: str = "") -> object:
    """Return the large file that suits a browser, and the other files that it loads."""
    command = ["node", "--input-type=module", "--eval", CHOICE_SCRIPT % (navigator, before, ROOT.as_posix())]
    process = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def test_caching_browser_gets_smaller_compression() -> None:
    assert choose_files_in_browser(FILES) == ZSTD_FILES


@pytest.mark.parametrize("navigator", ["{ storage: {} }", "{}"])
def test_browser_without_cache_gets_native_compression(navigator: str) -> None:
    """A browser without a cache gets the compression that it supports itself.

    WebKitGTK has no cache, and neither has any browser on a page without https.
    """
    assert choose_files_in_browser(navigator) == GZIP_FILES


def test_browser_without_decompression_gets_script_decoder() -> None:
    assert choose_files_in_browser("{}", "delete globalThis.DecompressionStream") == ZSTD_FILES


def test_single_file_contains_smaller_compression_only() -> None:
    assert choose_files_in_browser("{}", "globalThis.ruleboardPyodide = () => {}") == ZSTD_FILES


@pytest.mark.parametrize("method", ["gzip", "zstd"])
def test_compression_is_reproducible_without_timestamp(method: str) -> None:
    compressed = compression.compress(FILE_CONTENT, method)
    assert compressed == compression.compress(FILE_CONTENT, method)
    assert decompress(compressed) == FILE_CONTENT
    assert len(compressed) < len(FILE_CONTENT) / 2
    if method == "gzip":
        assert compressed[3:8] == bytes(5)  # neither name nor time


def test_cache_separates_levels_and_ignores_partial_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache gives the same bytes after builds with other levels and after interrupted builds."""
    levels = compression._COMPRESSION_LEVELS
    monkeypatch.setattr(compression, "_CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(compression, "_COMPRESSION_LEVELS", FAST_COMPRESSION_LEVELS)
    compression.cached_compress_all(FILE_CONTENT)
    monkeypatch.setattr(compression, "_COMPRESSION_LEVELS", levels)
    assert compression.cached_compress_all(FILE_CONTENT) == compression.compress_all(FILE_CONTENT)
    cached_files = list(tmp_path.iterdir())
    assert len(cached_files) == 2  # the latest file of each compression
    for file in cached_files:
        file.unlink()
    monkeypatch.setattr(compression, "compress", lambda _content, _method: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        compression.cached_compress_all(FILE_CONTENT)
    assert not list(tmp_path.iterdir())
