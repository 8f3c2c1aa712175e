"""Build dist/, which contains the app as files for any static host and any path."""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools import setup
from tools.archive import iter_browser_files, write_archive
from tools.catalogue import LOCALE_FOLDER
from tools.examples import EXAMPLES_FOLDER, write_examples, write_lab_samples
from tools.licences import TEXTS_FOLDER, write_licences
from tools.modules import bundle_modules, minify_scripts, write_loader_builds
from tools.offline import bundle_script as script
from tools.offline import minify_stylesheet, write_service_worker
from tools.onefile import write_one_file, write_script_hashes
from tools.pages import build_page_html, inline_security_policy
from tools.posters import create_facts_json, create_games_json, create_starts_json, write_posters
from tools.preload import write_preload_links
from tools.previews import parse_base_url, with_preview
from tools.progress import show_progress
from tools.setup import BUILD, ROOT
from tools.snapshot import copy_snapshot, update_snapshot
from tools.styles import bundle_styles
from tools.vendor import VENDOR_FOLDER, add_content_hashes, copy_vendor_files
from tools.versions import write_versions
from tools.wording import write_translations

DIST = ROOT / "dist"
PACKAGE_FOLDER = ROOT / "py" / "ruleboard"
PYSCRIPT_CONFIG = ROOT / "pyscript.toml"
SERVICE_WORKER_FILE = ROOT / "sw.js"

_TOP_LEVEL_PATTERNS = ("*.js", "*.webmanifest")
"""The files in the top folder of the site. The build minifies scripts and copies other files."""
_FINGERPRINT_FILE = BUILD / "dist.stamp"


def build(site: str = "") -> None:
    """Build dist/ from scratch. The complete new folder replaces the old one, so servers never see a partial build.

    Args:
        site: the address of the site, which ends in a slash, for previews of its links; empty for no previews.
    """
    with setup.hold_file_lock("build"):
        _build(site)


def build_if_changed() -> bool:
    """Build dist/ if a source file has changed since the last build. Return True if it was built."""
    with setup.hold_file_lock("build"):
        if DIST.exists() and _FINGERPRINT_FILE.exists() and _FINGERPRINT_FILE.read_text() == compute_fingerprint():
            return False
        _build()
        return True


def _build(site: str = "") -> None:
    current_fingerprint = compute_fingerprint()
    new_folder = BUILD / "dist.new"
    shutil.rmtree(new_folder, ignore_errors=True)
    new_folder.mkdir(parents=True)
    with show_progress("Building: PyScript and Pyodide"):
        copy_vendor_files()
    archive = new_folder / "ruleboard.zip"
    write_archive(PACKAGE_FOLDER, archive)
    with show_progress("Building: memory snapshot, pages and pictures"), ThreadPoolExecutor(1) as pool:
        snapshot = pool.submit(update_snapshot, archive)  # a separate process, so that it runs in parallel
        _write_pages(new_folder, site)
        snapshot.result()
    copy_snapshot(new_folder / "static")
    with show_progress("Building: single file and service worker"):
        write_one_file(new_folder)  # before add_content_hashes renames the folders that it reads
        bundle_modules(new_folder / "static")
        write_loader_builds(new_folder / "static")
        write_preload_links(new_folder)
        add_content_hashes(new_folder)
        write_versions(new_folder)
        write_script_hashes(new_folder)
        write_service_worker(SERVICE_WORKER_FILE, new_folder)
    shutil.rmtree(DIST, ignore_errors=True)
    new_folder.rename(DIST)
    _FINGERPRINT_FILE.write_text(current_fingerprint)


def _write_pages(new_folder: Path, site: str) -> None:
    """Write everything except PyScript, Pyodide and Python's sources."""
    shutil.copytree(ROOT / "static", new_folder / "static", ignore=shutil.ignore_patterns("css", "embed"))
    stylesheet = new_folder / "static" / "ruleboard.css"
    stylesheet.write_text(bundle_styles(ROOT / "static" / "css"), encoding="utf-8")
    minify_stylesheet(stylesheet)
    home_texts, board_texts = write_translations(new_folder / "static")
    for html_file in ROOT.glob("*.html"):
        texts = board_texts if html_file.name == "embed.html" else home_texts
        text = with_preview(build_page_html(html_file, PYSCRIPT_CONFIG, texts), html_file.name, site)
        (new_folder / html_file.name).write_text(text, encoding="utf-8")
    words_folder = new_folder / "static" / "words"
    defined_values = (
        f"RULEBOARD_GAMES={create_games_json()}",
        f"RULEBOARD_STARTS={create_starts_json(words_folder)}",
        f"RULEBOARD_FACTS={create_facts_json()}",
    )
    for pattern in _TOP_LEVEL_PATTERNS:
        for file in ROOT.glob(pattern):
            if file.suffix == ".js" and file != SERVICE_WORKER_FILE:
                script(file, new_folder / file.name, define=defined_values)
                _minify_style(new_folder / file.name)
            elif file != SERVICE_WORKER_FILE:
                shutil.copyfile(file, new_folder / file.name)
    minify_scripts(new_folder / "static")
    inline_security_policy(new_folder)
    write_posters(ROOT / "static" / "css", words_folder, new_folder / "static" / "posters")
    write_examples(new_folder / "examples")
    write_lab_samples(new_folder / "static" / "lab")
    write_licences(new_folder / "static")


def _minify_style(script: Path) -> None:
    """Minify the stylesheets in embed.js, which the script minifier treats as a string."""
    text = script.read_text(encoding="utf-8")
    stylesheet_pattern, space_pattern = r"`\s*(?::host|rule-board img) .*?`", r";\s*(?=})|\s*([{};,>])\s*|(?<=:) "
    minified_text = re.sub(stylesheet_pattern, lambda match: re.sub(space_pattern, r"\1", match[0]), text, flags=re.S)
    script.write_text(minified_text, encoding="utf-8")


def compute_fingerprint() -> str:
    """Return a digest of the names, sizes and modification times of all inputs of dist/."""
    digest = hashlib.sha256()
    for file in _iter_input_files():
        state = file.stat()
        digest.update(f"{file.relative_to(ROOT)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _iter_input_files() -> Iterator[Path]:
    yield from (PYSCRIPT_CONFIG, ROOT / "package-lock.json")
    for pattern in ("*.html", *_TOP_LEVEL_PATTERNS):
        yield from sorted(ROOT.glob(pattern))
    yield from iter_browser_files(PACKAGE_FOLDER)
    yield from sorted(LOCALE_FOLDER.rglob("*.po"))
    for pattern in ("*.py", "*.mjs"):
        yield from sorted((ROOT / "tools").glob(pattern))
    yield from (ROOT / "LICENSE", *sorted(TEXTS_FOLDER.iterdir()))
    for file in sorted(EXAMPLES_FOLDER.rglob("*")) + sorted((ROOT / "static").rglob("*")):
        if file.is_file() and not file.is_relative_to(VENDOR_FOLDER):
            yield file


def main(arguments: list[str]) -> int:
    """Build dist/ from the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py build", description="Write dist/, ready for any static host.")
    parser.add_argument("--if-changed", action="store_true", help="only when a source is newer than dist/")
    parser.add_argument("--base-url", type=parse_base_url, help="the site's address, for previews of its links")
    options = parser.parse_args(arguments)
    if options.if_changed:
        build_if_changed()
    else:
        build(options.base_url or "")
        if not options.base_url:
            print("Links to the site have no previews, which need its address: --base-url https://…")
        size = sum(file.stat().st_size for file in DIST.rglob("*") if file.is_file())
        print(f"dist/ is written: {size / 1e6:.1f} MB, ready for any static host.")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
