"""Take screenshots of every page in every state and on every device, and write them to build/gallery.

With ``--against``, compare them with the screenshots of an earlier version.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import film, setup

GALLERY_FOLDER = Path("build", "gallery")
"""The folder for screenshots, relative to the folder of a version."""
INDEX_FILE = setup.ROOT / GALLERY_FOLDER / "index.html"
WORKTREE_FOLDER = setup.BUILD / "against"
"""The Git worktree of the earlier version. Comparisons share it, so that each one builds only changes."""

EXIT_SAME, EXIT_DIFFERENT, EXIT_FAILED = 0, 1, 2
"""The exit codes of a comparison, like those of ``diff``."""


def main(arguments: list[str]) -> int:
    """Take the screenshots and print the path of their index page. With ``--film``, record the GIF for the README."""
    parser = argparse.ArgumentParser(prog="dev.py gallery", description="Photograph every page on every device.")
    parser.add_argument("--languages", default="en", help="codes of languages, with commas between them; default en")
    parser.add_argument("--only", default="", help="scenes whose names hold this (a regular expression)")
    parser.add_argument("--profile", default="", help="one of playwright.config.toml's profiles; default all")
    parser.add_argument("--against", metavar="REVISION", help="show what differs from this revision of Git")
    parser.add_argument("--film", action="store_true", help="write the moving picture in the README instead")
    options = parser.parse_args(arguments)
    if options.film:
        print(f"{film.GIF_FILE} has {film.record_gif():,} bytes.", flush=True)
        return 0
    if options.against:
        return compare_with(options.against, options)
    exit_code = take_screenshots(setup.ROOT, options)
    if exit_code == 0:
        print(f"The pictures hang in {INDEX_FILE}", flush=True)
    return exit_code


def take_screenshots(folder: Path, options: argparse.Namespace) -> int:
    """Build the version in a folder, take screenshots of the scenes that it defines, and return an exit code."""
    variables = {"RULEBOARD_GALLERY_LANGUAGES": options.languages, "RULEBOARD_GALLERY_ONLY": options.only}
    command = [sys.executable, "-m", "pytest", "-q", "tests/e2e/gallery.py"]
    if options.profile:
        command += ["-k", f"write_index or [{options.profile}-"]
    return subprocess.run(command, cwd=folder, env={**os.environ, **variables}).returncode


def compare_with(revision: str, options: argparse.Namespace) -> int:
    """Take screenshots of a revision and of this version, show the different ones, and return an exit code.

    Raises:
        SetupError: Git does not know the revision.
    """
    from tools import looks  # pixelmatch is not among the packages of the build

    check_out_revision(revision)
    for name, folder in ((revision, WORKTREE_FOLDER), ("this version", setup.ROOT)):
        print(f"Taking screenshots of {name}.", flush=True)
        shutil.rmtree(folder / GALLERY_FOLDER, ignore_errors=True)
        if take_screenshots(folder, options):
            return EXIT_FAILED
    differences = looks.find_differences(WORKTREE_FOLDER / GALLERY_FOLDER, setup.ROOT / GALLERY_FOLDER)
    if not differences:
        print("No scene differs.")
        return EXIT_SAME
    print(looks.format_table(differences))
    print(f"The differences hang in {looks.write_page(differences, revision)}")
    return EXIT_DIFFERENT


def check_out_revision(revision: str) -> None:
    """Check out a revision in ``WORKTREE``, with the npm packages of this version if it uses the same.

    Raises:
        SetupError: Git does not know the revision.
    """
    commit = _run_git("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if (WORKTREE_FOLDER / ".git").exists():
        _run_git("-C", str(WORKTREE_FOLDER), "checkout", "--quiet", "--force", "--detach", commit)
    else:
        shutil.rmtree(WORKTREE_FOLDER, ignore_errors=True)
        _run_git("worktree", "add", "--quiet", "--force", "--detach", str(WORKTREE_FOLDER), commit)
    packages = WORKTREE_FOLDER / setup.NODE_MODULES.name
    if packages.is_symlink():
        packages.unlink()
    names = ("package.json", "package-lock.json")
    if not packages.exists() and all(
        (WORKTREE_FOLDER / name).read_bytes() == (setup.ROOT / name).read_bytes() for name in names
    ):
        packages.symlink_to(setup.NODE_MODULES)


def _run_git(*arguments: str) -> str:
    """Run a command of Git in the project and return its output.

    Raises:
        SetupError: the command fails.
    """
    process = subprocess.run(["git", *arguments], cwd=setup.ROOT, capture_output=True, text=True)
    if process.returncode:
        raise setup.SetupError(f"Git cannot check out the revision: {process.stderr.strip()}")
    return process.stdout.strip()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except setup.SetupError as problem:
        print(f"dev.py gallery: {problem}", file=sys.stderr)
        sys.exit(EXIT_FAILED)
