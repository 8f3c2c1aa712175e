"""Take screenshots of every page in every state and on every device, and write them to build/gallery."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from tools import film, setup

INDEX_FILE = setup.BUILD / "gallery" / "index.html"


def main(arguments: list[str]) -> int:
    """Take the screenshots and print the path of their index page. With ``--film``, record the GIF for the README."""
    parser = argparse.ArgumentParser(prog="dev.py gallery", description="Photograph every page on every device.")
    parser.add_argument("--languages", default="en", help="codes of languages, with commas between them; default en")
    parser.add_argument("--only", default="", help="scenes whose names hold this (a regular expression)")
    parser.add_argument("--profile", default="", help="one of playwright.config.toml's profiles; default all")
    parser.add_argument("--film", action="store_true", help="write the moving picture in the README instead")
    options = parser.parse_args(arguments)
    if options.film:
        print(f"{film.GIF_FILE} has {film.record_gif():,} bytes.", flush=True)
        return 0
    variables = {"RULEBOARD_GALLERY_LANGUAGES": options.languages, "RULEBOARD_GALLERY_ONLY": options.only}
    command = [sys.executable, "-m", "pytest", "-q", "tests/e2e/gallery.py"]
    if options.profile:
        command += ["-k", f"hang or {options.profile}"]
    done = subprocess.run(command, cwd=setup.ROOT, env={**os.environ, **variables})
    if done.returncode == 0:
        print(f"The pictures hang in {INDEX_FILE}", flush=True)
    return done.returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except setup.SetupError as problem:
        print(f"dev.py gallery: {problem}", file=sys.stderr)
        sys.exit(1)
