"""Check the message of a commit, and install a git hook that checks every message.

`dev.py` installs the hook, which runs `python3 tools/commit_message.py FILE` before each commit. CONTRIBUTING.md
contains the rules. This module uses only the standard library.
"""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

MAX_SUBJECT_LENGTH = 72

HOOK_SCRIPT = """#!/bin/sh
# Installed by Ruleboard's dev.py: checks the form of commit messages, see CONTRIBUTING.md.
root=$(git rev-parse --show-toplevel) && [ -f "$root/tools/commit_message.py" ] || exit 0
command -v python3 >/dev/null || exit 0
exec python3 "$root/tools/commit_message.py" "$1"
"""
_HOOK_MARKER = "Installed by Ruleboard's dev.py"
"""A text in the hook of dev.py, by which dev.py recognises it."""

_SUBJECT_PATTERN = re.compile(r"(?P<area>[\w.*/ -]+): (?P<change>\S.*)")
_EXEMPT_SUBJECT_PATTERN = re.compile(r"(Merge |Revert \"|(fixup|squash|amend)! )")
_OTHER_FIRST_WORDS = {
    *("a", "all", "an", "and", "another", "any", "each", "every", "he", "how", "if", "in", "it", "its", "more", "new"),
    *("no", "nobody", "nothing", "of", "on", "one", "only", "she", "somebody", "some", "that", "the", "their", "them"),
    *("there", "these", "they", "this", "those", "two", "what", "when", "where", "whether", "which", "who", "whoever"),
    *("whole", "whose", "why", "with", "without"),
}
"""Words with which a sentence in the imperative cannot begin."""
_VERBS_LIKE_PARTICIPLES = {"bring", "embed", "feed", "need", "seed", "shed", "speed", "string", "bypass", "ping"}
"""Imperatives that end like a participle."""


def find_faults(message: str) -> list[str]:
    """Return a sentence about each error in a commit message.

    Args:
        message: the whole text, with or without git's comment lines.
    """
    lines = [line for line in message.partition("\n# ---")[0].splitlines() if not line.startswith("#")]
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines or _EXEMPT_SUBJECT_PATTERN.match(lines[0]):
        return []
    subject = lines[0].rstrip()
    faults = []
    if len(subject) > MAX_SUBJECT_LENGTH:
        faults.append(f"The subject has {len(subject)} characters (expected at most {MAX_SUBJECT_LENGTH}).")
    if ";" in subject:
        faults.append("The subject has a semicolon: make a commit for each topic.")
    if subject.endswith("."):
        faults.append("The subject ends with a full stop.")
    if match := _SUBJECT_PATTERN.fullmatch(subject):
        if not _is_imperative(match["change"]):
            faults.append("The change is not in the imperative (expected, for example, “fix the score”).")
    else:
        faults.append("The subject has no area (expected, for example, “sensei: fix the score”).")
    if len(lines) > 1 and lines[1].strip():
        faults.append("The second line is not empty.")
    return faults


def _is_imperative(change: str) -> bool:
    """Return True if the first word may be a verb in the imperative."""
    word = change.split()[0].lower()
    return word in _VERBS_LIKE_PARTICIPLES or not (word in _OTHER_FIRST_WORDS or word.endswith(("ed", "ing")))


def install_hook(root: Path) -> bool:
    """Install the hook. Return False if the folder is not a git clone, git is missing, or another hook exists.

    Args:
        root: the project's folder.
    """
    try:
        if Path(_run_git(root, "rev-parse", "--show-toplevel")).resolve() != root.resolve():
            return False
        with suppress(subprocess.CalledProcessError):
            _run_git(root, "config", "core.hooksPath")
            return False  # the developer uses another folder for hooks
        file = root / _run_git(root, "rev-parse", "--git-path", "hooks") / "commit-msg"
        if file.exists() or file.is_symlink():
            text = file.read_text(encoding="utf-8")
            if text == HOOK_SCRIPT or _HOOK_MARKER not in text:
                return text == HOOK_SCRIPT
        file.parent.mkdir(exist_ok=True)
        file.write_text(HOOK_SCRIPT, encoding="utf-8")
        file.chmod(0o755)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return True


def _run_git(root: Path, *arguments: str) -> str:
    process = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return process.stdout.strip()


def main(arguments: list[str]) -> int:
    """Check the message in a file and print its errors. Return 1 if there are any."""
    sentences = find_faults(Path(arguments[0]).read_text(encoding="utf-8", errors="replace"))
    if sentences:
        print("The commit message does not follow CONTRIBUTING.md:", *sentences, sep="\n  ", file=sys.stderr)
    return int(bool(sentences))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
