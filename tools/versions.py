"""Add the build's version to the URLs in a page, so that a page never loads files of another version.

The version is a query parameter of the URLs, and scripts pass it on to the files that they load. Therefore a new page
never gets an old cached copy. With the hash of each file, a browser rejects any other content: the file of a newer
version, the page of a captive portal, a truncated file. Then static/boot/start_loader.js reloads the page, once.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

_OWN_FILES = (
    "static/boot/*",
    "static/lab/*",
    "static/page/*",
    "static/posters/*",
    "static/words/*",
    "static/ruleboard.css",
    "ruleboard.zip",
)
"""The app's files, whose URLs get the version. The folders of PyScript and Pyodide have hashes in their names."""
_SCRIPT_LOADED_FILES = ("static/boot/thinker_worker.mjs", "static/words/*", "static/licences.txt", "ruleboard.zip")
"""Files that scripts load. The scripts get the hashes of these files from the page (static/boot/own_files.mjs)."""
_APP_LOADED_FILES = (*_SCRIPT_LOADED_FILES, "static/lab/*")
_FRAME_LOADED_FILES = (*_SCRIPT_LOADED_FILES, "static/boot/own_worker.mjs", "static/posters/*.js")
_HASHES_ELEMENT_PATTERN = re.compile(r'(<script type="application/json" id="hashes">)\{.*?\}')
_TAG_PATTERN = re.compile(r"<(?:script|link)\b[^>]*>")
_ADDRESS_PATTERN = re.compile(r'\b(?:src|href)="\./([^"]+)"')
_CHECKED_ELEMENT_PATTERN = re.compile(r'<script\b|rel="(?:stylesheet|modulepreload)"')
"""Elements with an integrity check in browsers: scripts, modules and style sheets."""
_START_LOADER = "static/boot/start_loader.js"
"""The script that reloads a page whose files have another version. It may differ in version from the page itself."""
_INTERPRETER_URL = "./static/boot/interpreter.mjs"
"""PyScript must import this module by the URL in the page, or the browser would load the module twice."""
_FRAME_PAGE = "embed.html"
"""The page for sandboxed frames, in which integrity checks need the attribute `crossorigin`."""
_VERSION_ATTRIBUTES_PATTERN = re.compile(r'\?v=[0-9a-f]+(?=["&])| integrity="[^"]*"(?: crossorigin)?')


def compute_integrity(file: Path) -> str:
    """Return the hash of a file for an ``integrity`` attribute."""
    return "sha256-" + base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def write_versions(dist: Path, pages: tuple[str, ...] = ("index.html", _FRAME_PAGE)) -> None:
    """Write the version and the hashes of the files into the pages of dist/. The files must not change after that.

    The function replaces an older version and its hashes.
    """
    own_files = {file.relative_to(dist).as_posix() for pattern in _OWN_FILES for file in dist.glob(pattern)}
    texts = {name: _remove_versions((dist / name).read_text(encoding="utf-8")) for name in pages}
    version = _compute_version(
        [(dist / name).read_bytes() for name in sorted(own_files)] + [text.encode() for text in texts.values()]
    )
    for name, text in texts.items():
        is_frame = name == _FRAME_PAGE
        for tag in set(_TAG_PATTERN.findall(text)):
            text = text.replace(tag, _add_version(tag, dist, own_files, version, is_frame=is_frame))
        text = re.sub(rf"{re.escape(_INTERPRETER_URL)}(?!\?)", f"{_INTERPRETER_URL}?v={version}", text)
        loaded_files = sorted(
            file for pattern in (_FRAME_LOADED_FILES if is_frame else _APP_LOADED_FILES) for file in dist.glob(pattern)
        )
        hashes = {file.relative_to(dist).as_posix(): compute_integrity(file) for file in loaded_files}
        text = _HASHES_ELEMENT_PATTERN.sub(rf"\1{json.dumps(hashes, separators=(',', ':'))}", text)
        (dist / name).write_text(text, encoding="utf-8")


def _remove_versions(text: str) -> str:
    return _HASHES_ELEMENT_PATTERN.sub(r"\1{}", _VERSION_ATTRIBUTES_PATTERN.sub("", text))


def _compute_version(contents: list[bytes]) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]


def _add_version(tag: str, dist: Path, own_files: set[str], version: str, *, is_frame: bool) -> str:
    address = _ADDRESS_PATTERN.search(tag)
    if not address:
        return tag
    name = address[1]
    versioned_tag = tag.replace(address[0], f'{address[0][:-1]}?v={version}"') if name in own_files else tag
    if not _CHECKED_ELEMENT_PATTERN.search(tag) or name == _START_LOADER:
        return versioned_tag
    return f'{versioned_tag[:-1]} integrity="{compute_integrity(dist / name)}"{" crossorigin" if is_frame else ""}>'
