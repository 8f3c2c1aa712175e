"""Test that a page never mixes versions: exactly one mechanism verifies the content of each file of the build.

The first test fails for a new file until the table has a row for it.
"""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from hashlib import sha256
from itertools import permutations
from urllib.parse import urlsplit

import pytest

from tools.modules import OWN_WORKER_FILE, THINKER_FILE
from tools.versions import compute_integrity

PAGES = ("index.html", "embed.html")
INTEGRITY, HASHES, IDENTITY, NAME, ADDRESS = "integrity", "hashes", "identity", "name", "address"
PAGE, BROWSER, STANDALONE = "page", "browser", "alone"
CHECK_BY_FILE = {
    "index.html": PAGE,
    "embed.html": PAGE,
    "static/boot/interpreter.mjs": INTEGRITY,
    "static/boot/start_message.js": INTEGRITY,
    "static/boot/user_preferences.js": INTEGRITY,
    "static/boot/embed_frame.js": INTEGRITY,
    "static/boot/own_frame.mjs": INTEGRITY,
    "static/page/main.js": INTEGRITY,
    "static/ruleboard.css": INTEGRITY,
    "static/boot/start_loader.js": IDENTITY,
    "static/boot/loader_worker.mjs": IDENTITY,
    "static/boot/thinker_worker.mjs": IDENTITY,
    "static/words/*.mo": HASHES,
    "static/licences.txt": HASHES,
    "ruleboard.zip": HASHES,
    "static/boot/own_worker.mjs": HASHES,
    "static/lab/*": HASHES,
    "static/posters/*.js": HASHES,
    "static/posters/*.svg": ADDRESS,
    "static/snapshot.*.bin": NAME,
    "static/vendor/*/*": NAME,
    "static/icon.svg": BROWSER,
    "static/icons/*.png": BROWSER,
    "manifest.webmanifest": BROWSER,
    "sw.js": BROWSER,
    "embed.js": STANDALONE,
    "embed_board.js": STANDALONE,
    "embed_checks.js": STANDALONE,
    "embed_words.js": STANDALONE,
    "examples/*": STANDALONE,
    "ruleboard.html": STANDALONE,
}
"""The way in which a page verifies the content of each file:

- integrity: the page contains its hash, which the browser checks;
- hashes: scripts take its hash from the page (static/boot/own_files.mjs);
- identity: the file names itself (static/boot/loader_build.mjs);
- name: its name or that of its folder contains a hash of its content;
- address: pages add the version to its address, which is a hash of all such files; for pictures alone;
- page: it is the version itself;
- browser: no page loads it. The browser compares sw.js, which has the hashes of all files that it caches;
- alone: no page of the app requests it. A page that embeds a board loads the scripts embed*.js, each of which is one
  function: the browser runs no part of a truncated one.
"""


def find_mechanisms(name: str) -> list[str]:
    """Return the checks that ``CHECK_BY_FILE`` lists for a file: exactly one if the table is complete."""
    return [mechanism for pattern, mechanism in CHECK_BY_FILE.items() if fnmatch(name, pattern)]


PAGE_BY_SINGLE_PAGE_FILE = {
    "static/lab/*": "index.html",
    f"static/{OWN_WORKER_FILE}": "embed.html",
    "static/posters/*": "embed.html",
}
"""The files with hashes in only one page."""


def find_page_names(names: list[str], page: str) -> set[str]:
    """Return the files whose hashes a page contains."""
    other_patterns = [pattern for pattern, owner in PAGE_BY_SINGLE_PAGE_FILE.items() if owner != page]
    expected = {name for name in select_names(names, HASHES) if not any(fnmatch(name, part) for part in other_patterns)}
    return {*expected, f"static/{THINKER_FILE}"}


@pytest.fixture(scope="module")
def names(dist):
    return sorted(file.relative_to(dist).as_posix() for file in dist.rglob("*") if file.is_file())


def select_names(names, mechanism):
    return [name for name in names if find_mechanisms(name) == [mechanism]]


def test_every_file_has_one_row(names):
    assert {name: find_mechanisms(name) for name in names if len(find_mechanisms(name)) != 1} == {}
    assert [pattern for pattern in CHECK_BY_FILE if not any(fnmatch(name, pattern) for name in names)] == []


def test_pages_contain_hashes(dist, names):
    texts = {page: (dist / page).read_text(encoding="utf-8") for page in PAGES}
    tags = {page: re.findall(r"<(?:script|link)[^>]*>", text) for page, text in texts.items()}
    for name in select_names(names, INTEGRITY):
        loading_tags = [tag for page in PAGES for tag in tags[page] if f'"./{name}' in tag]
        assert loading_tags
        assert all(f'integrity="{compute_integrity(dist / name)}"' in tag for tag in loading_tags)
    for page, text in texts.items():
        hashes = json.loads(re.findall(r'id="hashes">(.*?)</script>', text)[0])
        assert hashes == {name: compute_integrity(dist / name) for name in find_page_names(names, page)}


def test_identities_are_in_checking_script(dist, names):
    checking_script = (dist / "static" / "boot" / "interpreter.mjs").read_text(encoding="utf-8")
    for name in select_names(names, IDENTITY):
        identities = re.findall(r'"([0-9a-f]{16})"', (dist / name).read_text(encoding="utf-8"))
        assert len(set(identities)) == 1
        assert identities[0] in checking_script


def test_names_contain_hashes(dist, names):
    folders = {name.split("/")[2] for name in select_names(names, NAME) if name.startswith("static/vendor/")}
    for folder in folders:
        digest = sha256()
        for file in sorted((dist / "static" / "vendor" / folder).iterdir()):
            digest.update(f"{file.name}\0".encode() + sha256(file.read_bytes()).digest())
        assert folder.endswith(digest.hexdigest()[:12])
    contents = [(dist / name).read_bytes() for name in select_names(names, NAME) if "snapshot" in name]
    digests = {sha256(b"".join(order)).hexdigest()[:16] for order in permutations(contents)}
    assert {name.split(".")[1] for name in names if "snapshot" in name} <= digests


@pytest.mark.parametrize("shell", ["", "embed.html#game=sensei&opponent=1&mode=play", "#/help"])
def test_pages_request_only_files_of_the_table(new_browser, site, names, shell):
    page = new_browser(service_workers="block", locale="fr-FR").new_page()
    requested_urls = set()
    page.on("request", lambda request: requested_urls.add(urlsplit(request.url)))
    page.goto(site + shell)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    page.wait_for_timeout(2_000)
    prefix = urlsplit(site).path
    paths = {
        address.path.removeprefix(prefix) or "index.html" for address in requested_urls if address.scheme == "http"
    }
    assert paths <= set(names)
    assert {path for path in paths if STANDALONE in find_mechanisms(path)} == set()
    versioned_urls = {
        address for address in requested_urls if address.path.endswith(".svg") and "posters" in address.path
    }
    assert all(re.fullmatch(r"v=[0-9a-f]{12}", address.query) for address in versioned_urls)
