"""The build of dist/: the app as files for any static host, under any path."""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from tools import setup
from tools.archive import archive, sources
from tools.catalogue import LOCALE
from tools.examples import EXAMPLES, examples
from tools.licences import TEXTS, licences
from tools.modules import minify, modules
from tools.offline import bundle as script
from tools.offline import minify_stylesheet, service_worker
from tools.onefile import one_file, seal
from tools.pages import inline_policy, page
from tools.posters import posters, titles
from tools.preload import preload
from tools.setup import BUILD, ROOT
from tools.snapshot import snapshot
from tools.styles import bundle
from tools.vendor import VENDOR, name_by_content, vendor
from tools.versions import bind
from tools.wording import wording

DIST = ROOT / "dist"
PACKAGE = ROOT / "py" / "ruleboard"
CONFIG = ROOT / "pyscript.toml"
WORKER = ROOT / "sw.js"

_TOP_LEVEL = ("*.js", "*.webmanifest")
"""Files served from the top level: scripts are minified, others copied."""
_STAMP = BUILD / "dist.stamp"


def build() -> None:
    """Build dist/ from scratch. It replaces the old one when it is complete, so a server never sees half of it."""
    with setup.exclusive("build"):
        _build()


def build_if_changed() -> bool:
    """Build dist/ if a source has changed since the last build; return True if one had."""
    with setup.exclusive("build"):
        if DIST.exists() and _STAMP.exists() and _STAMP.read_text() == fingerprint():
            return False
        _build()
        return True


def _build() -> None:
    made_of = fingerprint()
    new = BUILD / "dist.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    vendor()
    shutil.copytree(ROOT / "static", new / "static", ignore=shutil.ignore_patterns("css"))
    sheet = new / "static" / "ruleboard.css"
    sheet.write_text(bundle(ROOT / "static" / "css"), encoding="utf-8")
    minify_stylesheet(sheet)
    home, board = wording(new / "static")
    for html in ROOT.glob("*.html"):
        texts = board if html.name == "embed.html" else home
        (new / html.name).write_text(page(html, CONFIG, texts), encoding="utf-8")
    for pattern in _TOP_LEVEL:
        for file in ROOT.glob(pattern):
            if file.suffix == ".js" and file != WORKER:
                script(file, new / file.name, define=(f"RULEBOARD_TITLES={titles()}",))
                _shorten_style(new / file.name)
            elif file != WORKER:
                shutil.copyfile(file, new / file.name)
    minify(new / "static")
    inline_policy(new)
    posters(ROOT / "static" / "css", new / "static" / "posters")
    examples(new / "examples")
    licences(new / "static")
    archive(PACKAGE, new / "ruleboard.zip")
    snapshot(new / "ruleboard.zip", new / "static")
    one_file(new)  # before the folder is renamed: its parts have no addresses
    modules(new / "static")
    preload(new)
    name_by_content(new)
    bind(new)
    seal(new)
    service_worker(WORKER, new)
    shutil.rmtree(DIST, ignore_errors=True)
    new.rename(DIST)
    _STAMP.write_text(made_of)


def _shorten_style(script: Path) -> None:
    """Minify the stylesheet in embed.js, which the minifier treats as a string."""
    text = script.read_text(encoding="utf-8")
    short = re.sub(
        r"`\s*:host.*?`", lambda match: re.sub(r";\s*(?=})|\s*([{};,>])\s*|(?<=:) ", r"\1", match[0]), text, flags=re.S
    )
    script.write_text(short, encoding="utf-8")


def fingerprint() -> str:
    """Return a digest of the inputs of dist/: names, sizes and times of change."""
    digest = hashlib.sha256()
    for file in _inputs():
        state = file.stat()
        digest.update(f"{file.relative_to(ROOT)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _inputs() -> Iterator[Path]:
    yield from (CONFIG, ROOT / "package-lock.json")
    for pattern in ("*.html", *_TOP_LEVEL):
        yield from sorted(ROOT.glob(pattern))
    yield from sources(PACKAGE)
    yield from sorted(LOCALE.rglob("*.po"))
    for pattern in ("*.py", "*.mjs"):
        yield from sorted((ROOT / "tools").glob(pattern))
    yield from (ROOT / "LICENSE", *sorted(TEXTS.iterdir()))
    for file in sorted(EXAMPLES.rglob("*")) + sorted((ROOT / "static").rglob("*")):
        if file.is_file() and not file.is_relative_to(VENDOR):
            yield file


def main(arguments: list[str]) -> int:
    """Build from the command line."""
    parser = argparse.ArgumentParser(prog="dev.py build", description="Write dist/, ready for any static host.")
    parser.add_argument("--if-changed", action="store_true", help="only when a source is newer than dist/")
    if parser.parse_args(arguments).if_changed:
        build_if_changed()
    else:
        build()
        size = sum(file.stat().st_size for file in DIST.rglob("*") if file.is_file())
        print(f"dist/ is written: {size / 1e6:.1f} MB, ready for any static host.")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
