"""One version in a page and in all that it loads, however long a browser or a host keeps copies.

The pages name their own files with the build's version as a query, which the scripts pass on to what they load: a new
page never gets an older copy. With the hash of each file a browser refuses any other content: the file of a newer
version, a page of a captive portal in place of a script, a file that was cut off. Then static/boot/start_loader.js
loads the page again, once.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

_OWN = ("static/boot/*", "static/page/*", "static/posters/*", "static/words/*", "static/ruleboard.css", "ruleboard.zip")
"""Files of the app's own whose addresses get the version; those of PyScript and Pyodide have it in their folders."""
_LATE = ("static/boot/thinker_worker.mjs", "static/words/*", "static/licences.txt", "ruleboard.zip")
"""Files that scripts load, and whose hashes they take from the page (static/boot/own_files.mjs)."""
_LATE_IN_FRAMES = (*_LATE, "static/posters/*.js")
_HASHES = re.compile(r'(<script type="application/json" id="hashes">)\{.*?\}')
_TAG = re.compile(r"<(?:script|link)\b[^>]*>")
_ADDRESS = re.compile(r'\b(?:src|href)="\./([^"]+)"')
_CHECKED = re.compile(r'<script\b|rel="(?:stylesheet|modulepreload)"')
"""Elements whose files browsers check: scripts, modules and style sheets."""
_WATCH = "static/boot/start_loader.js"
"""The script that has a page of another version loaded again; so it may itself be another version's."""
_INTERPRETER = "./static/boot/interpreter.mjs"
"""PyScript imports it by the address that the page's script has: two addresses would be two modules."""
_FRAME = "embed.html"
"""The page that may be in a sandbox, where its own files come from elsewhere and are checked only as `crossorigin`."""
_BOUND = re.compile(r'\?v=[0-9a-f]+(?=["&])| integrity="[^"]*"(?: crossorigin)?')


def integrity(file: Path) -> str:
    """Return a file's hash as browsers check it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def bind(dist: Path, pages: tuple[str, ...] = ("index.html", _FRAME)) -> None:
    """Write the version and the hashes of the files of a folder into its pages, when nothing else changes them.

    Pages that have those of other files get the new ones instead.
    """
    own_files = {file.relative_to(dist).as_posix() for pattern in _OWN for file in dist.glob(pattern)}
    texts = {name: _unbound((dist / name).read_text(encoding="utf-8")) for name in pages}
    version = _version(
        [(dist / name).read_bytes() for name in sorted(own_files)] + [text.encode() for text in texts.values()]
    )
    for name, text in texts.items():
        frame = name == _FRAME
        for tag in set(_TAG.findall(text)):
            text = text.replace(tag, _bound(tag, dist, own_files, version, frame=frame))
        text = re.sub(rf"{re.escape(_INTERPRETER)}(?!\?)", f"{_INTERPRETER}?v={version}", text)
        late = sorted(file for pattern in (_LATE_IN_FRAMES if frame else _LATE) for file in dist.glob(pattern))
        hashes = {file.relative_to(dist).as_posix(): integrity(file) for file in late}
        text = _HASHES.sub(rf"\1{json.dumps(hashes, separators=(',', ':'))}", text)
        (dist / name).write_text(text, encoding="utf-8")


def _unbound(text: str) -> str:
    return _HASHES.sub(r"\1{}", _BOUND.sub("", text))


def _version(contents: list[bytes]) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]


def _bound(tag: str, dist: Path, own_files: set[str], version: str, *, frame: bool) -> str:
    address = _ADDRESS.search(tag)
    if not address:
        return tag
    name = address[1]
    bound = tag.replace(address[0], f'{address[0][:-1]}?v={version}"') if name in own_files else tag
    if not _CHECKED.search(tag) or name == _WATCH:
        return bound
    return f'{bound[:-1]} integrity="{integrity(dist / name)}"{" crossorigin" if frame else ""}>'
