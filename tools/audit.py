"""Look-up of known vulnerabilities in the pinned npm and Python packages.

An unreachable registry is reported, but is no failure.
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
"""The address that answers batch queries about Python packages."""
PATIENCE = 20
"""The time limit of a query, in seconds."""


class Unreachable(Exception):
    """A registry that does not answer, or not in the expected form."""


def main(arguments: list[str]) -> int:
    """Query both registries; return 1 if a vulnerability is known, 0 if not or if no registry answers."""
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
    """Return the vulnerabilities that npm knows in the packages of package-lock.json.

    Raises:
        Unreachable: npm cannot be run or does not answer.
    """
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


def python(post: Callable[[str, bytes], bytes] | None = None) -> list[str]:
    """Return the known vulnerabilities in the packages of requirements.txt.

    Args:
        post: sends data to an address and returns the answer; by default over HTTPS.

    Raises:
        Unreachable: the registry does not answer, or not in the expected form.
    """
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
    """Return the packages of a requirements file with their versions."""
    return re.findall(r"(?m)^([\w.-]+)==([\w.!+-]+)", requirements)


def _post(address: str, data: bytes) -> bytes:
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError) as problem:
        reason = problem.reason if isinstance(problem, urllib.error.URLError) else problem
        raise Unreachable(str(reason)[:100]) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
