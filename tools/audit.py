"""Asks the package registries whether flaws are known of the packages that are pinned: for npm and for Python.

Where they cannot be asked, it says so and fails nothing: no answer is no finding.
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
from typing import Any

from tools import setup

ADVISORIES = os.environ.get("RULEBOARD_ADVISORIES", "https://api.osv.dev/v1/querybatch")
"""Where flaws of Python packages are looked up; many in one question."""
PATIENCE = 20
"""Seconds."""


class Unreachable(Exception):
    """Nobody answers, or not with an answer."""


def main(arguments: list[str]) -> int:
    """Ask both; 1 if a flaw is known, 0 if none is or nobody could be asked."""
    if arguments:
        print("dev.py audit takes no arguments.", file=sys.stderr)
        return 2
    known = 0
    for name, ask in (("npm", npm), ("Python", python)):
        try:
            found = ask()
        except Unreachable as problem:
            print(f"audit: {name} packages were not looked up: {problem}")
            continue
        known += len(found)
        print(f"audit: {len(found)} known flaws in {name} packages.")
        for line in found:
            print(f"  {line}")
    return int(bool(known))


def npm() -> list[str]:
    """The flaws npm knows of what package-lock.json names."""
    try:
        done = subprocess.run(
            ["npm", "audit", "--json", "--package-lock-only"],
            cwd=setup.ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE * 3,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Unreachable(type(problem).__name__) from None
    return read_npm(done.stdout)


def read_npm(text: str) -> list[str]:
    """The flaws in npm's answer."""
    try:
        data: dict[str, Any] = json.loads(text)
    except ValueError:
        raise Unreachable("npm gave no answer") from None
    flaws = data.get("vulnerabilities")
    if not isinstance(flaws, Mapping):
        raise Unreachable(str(data.get("message") or "npm gave no answer").splitlines()[0][:100])
    return [f"{name}: {flaw.get('severity', '')}, {flaw.get('range', '')}" for name, flaw in flaws.items()]


def python(post: Callable[[str, bytes], bytes] | None = None) -> list[str]:
    """The flaws known of what requirements.txt pins."""
    pins = pinned((setup.ROOT / "requirements.txt").read_text(encoding="utf-8"))
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in pins]
    answer = (post or _post)(ADVISORIES, json.dumps({"queries": queries}).encode())
    try:
        results = json.loads(answer)["results"]
        found = [[flaw["id"] for flaw in result.get("vulns", ())] for result in results]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Unreachable("the answer is none") from None
    if len(found) != len(pins):
        raise Unreachable("the answer is not complete")
    return [f"{name} {version}: {', '.join(ids)}" for (name, version), ids in zip(pins, found, strict=True) if ids]


def pinned(requirements: str) -> list[tuple[str, str]]:
    """The packages of a requirements file, with their versions."""
    return re.findall(r"(?m)^([\w.-]+)==([\w.!+-]+)", requirements)


def _post(address: str, data: bytes) -> bytes:
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError) as problem:
        raise Unreachable(str(getattr(problem, "reason", problem))[:100]) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
