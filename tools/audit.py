"""Look-up of known vulnerabilities in the pinned npm and Python packages.

The exit code is 1 for known vulnerabilities and 3 for registries that do not answer.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tools import setup

ADVISORIES = os.environ.get("RULEBOARD_ADVISORIES", "https://api.osv.dev/v1/querybatch")
"""The address that answers batch queries about packages."""
TIMEOUT_S: Final = 20
"""The time limit of a query, in seconds."""
LOCK: Final = "package-lock.json"
REQUIREMENTS: Final = ("requirements.txt", "requirements-adapters.txt")
NOT_ASKED: Final = 3
"""The exit code if no vulnerability is known, but a registry did not answer about some packages."""

Post = Callable[[str, bytes], bytes]
"""A function that sends data to an address and returns the answer."""


class Unreachable(Exception):
    """A registry that does not answer, or not in the expected form."""


def main(arguments: list[str]) -> int:
    """Query the registries about all pinned packages.

    Return 1 if a vulnerability is known; otherwise ``NOT_ASKED`` if a registry does not answer, and 0 if all do.
    """
    if arguments:
        print("dev.py audit takes no arguments.", file=sys.stderr)
        return 2
    flaws, unanswered = 0, 0
    lookups: dict[str, Callable[[], list[str]]] = {LOCK: npm, **{name: partial(python, name) for name in REQUIREMENTS}}
    for name, ask in lookups.items():
        try:
            lines = ask()
        except Unreachable as problem:
            print(f"audit: the packages of {name} were not looked up: {problem}")
            unanswered += 1
            continue
        flaws += len(lines)
        print(f"audit: {len(lines)} known flaws in the packages of {name}.")
        for line in lines:
            print(f"  {line}")
    return 1 if flaws else NOT_ASKED if unanswered else 0


def npm(post: Post | None = None) -> list[str]:
    """Return the known vulnerabilities in the packages of package-lock.json: npm's answer, or that of ``ADVISORIES``.

    Args:
        post: sends data to an address and returns the answer; by default over HTTPS.

    Raises:
        Unreachable: neither answers.
    """
    try:
        return read_npm(_npm_audit())
    except Unreachable as problem:
        lock = json.loads((setup.ROOT / LOCK).read_text(encoding="utf-8"))
        try:
            return _advisories("npm", locked(lock), post)
        except Unreachable as other:
            raise Unreachable(f"npm: {problem}; advisories: {other}") from None


def _npm_audit() -> str:
    try:
        done = subprocess.run(
            ["npm", "audit", "--json", "--package-lock-only"],
            cwd=setup.ROOT,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S * 3,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Unreachable(type(problem).__name__) from None
    return done.stdout


def read_npm(text: str) -> list[str]:
    """Return the vulnerabilities in npm's answer.

    Raises:
        Unreachable: the answer has another form.
    """
    try:
        data: dict[str, Any] = json.loads(text)
    except ValueError:
        raise Unreachable("npm gave no answer") from None
    flaws = data.get("vulnerabilities")
    if not isinstance(flaws, Mapping):
        raise Unreachable(str(data.get("message") or "npm gave no answer").splitlines()[0][:100])
    return [f"{name}: {flaw.get('severity', '')}, {flaw.get('range', '')}" for name, flaw in flaws.items()]


def python(requirements: str = REQUIREMENTS[0], post: Post | None = None) -> list[str]:
    """Return the known vulnerabilities in the packages of a requirements file.

    Args:
        requirements: the name of the file.
        post: sends data to an address and returns the answer; by default over HTTPS.

    Raises:
        Unreachable: the registry does not answer, or not in the expected form.
    """
    return _advisories("PyPI", pinned((setup.ROOT / requirements).read_text(encoding="utf-8")), post)


def _advisories(ecosystem: str, pins: list[tuple[str, str]], post: Post | None) -> list[str]:
    """Return the vulnerabilities that ``ADVISORIES`` lists for pinned packages.

    Raises:
        Unreachable: it does not answer, or not in the expected form.
    """
    queries = [{"package": {"name": name, "ecosystem": ecosystem}, "version": version} for name, version in pins]
    answer = (post or _post)(ADVISORIES, json.dumps({"queries": queries}).encode())
    try:
        results = json.loads(answer)["results"]
        flaws = [[flaw["id"] for flaw in result.get("vulns", ())] for result in results]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Unreachable("the answer is none") from None
    if len(flaws) != len(pins):
        raise Unreachable("the answer is not complete")
    return [f"{name} {version}: {', '.join(ids)}" for (name, version), ids in zip(pins, flaws, strict=True) if ids]


def locked(lock: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the packages of a package-lock.json with their versions, each once."""
    pins = {(path.rpartition("node_modules/")[2], entry["version"]) for path, entry in lock["packages"].items() if path}
    return sorted(pins)


def pinned(requirements: str) -> list[tuple[str, str]]:
    """Return the packages of a requirements file with their versions."""
    return re.findall(r"(?m)^([\w.-]+)==([\w.!+-]+)", requirements)


def _post(address: str, data: bytes) -> bytes:
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError) as problem:
        reason = problem.reason if isinstance(problem, urllib.error.URLError) else problem
        raise Unreachable(str(reason)[:100]) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
