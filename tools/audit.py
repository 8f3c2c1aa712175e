"""Look up known vulnerabilities in the pinned npm and Python packages.

The exit code is 1 if a package has a known vulnerability, and 3 if a registry does not answer.
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

ADVISORIES_URL = os.environ.get("RULEBOARD_ADVISORIES", "https://api.osv.dev/v1/querybatch")
"""The address that answers batch queries about packages."""
TIMEOUT_S: Final = 20
"""The time limit of a query, in seconds."""
LOCK_FILE: Final = "package-lock.json"
REQUIREMENTS_FILES: Final = (
    "requirements-build.txt",
    "requirements.txt",
    "requirements-adapters.txt",
    "requirements-pictures.txt",
)
EXIT_UNREACHABLE: Final = 3
"""The exit code if no vulnerability is known, but a registry did not answer about some packages."""

Post = Callable[[str, bytes], bytes]
"""A function that sends data to an address and returns the answer."""


class RegistryUnreachable(Exception):
    """Raised when a registry does not answer, or when its answer has an unexpected form."""


def main(arguments: list[str]) -> int:
    """Query the registries about all pinned packages and return the exit code.

    The exit code is 1 if a package has a known vulnerability. Otherwise it is ``EXIT_UNREACHABLE`` if a registry does
    not answer, and 0 if all registries do.
    """
    if arguments:
        print("dev.py audit takes no arguments.", file=sys.stderr)
        return 2
    vulnerabilities, unreachable_count = 0, 0
    lookup_functions: dict[str, Callable[[], list[str]]] = {
        LOCK_FILE: find_npm_vulnerabilities,
        **{name: partial(find_python_vulnerabilities, name) for name in REQUIREMENTS_FILES},
    }
    for name, find_vulnerabilities in lookup_functions.items():
        try:
            lines = find_vulnerabilities()
        except RegistryUnreachable as error:
            print(f"audit: the packages of {name} were not looked up: {error}")
            unreachable_count += 1
            continue
        vulnerabilities += len(lines)
        print(f"audit: {len(lines)} known flaws in the packages of {name}.")
        for line in lines:
            print(f"  {line}")
    return 1 if vulnerabilities else EXIT_UNREACHABLE if unreachable_count else 0


def find_npm_vulnerabilities(post: Post | None = None) -> list[str]:
    """Return the known vulnerabilities of the packages in package-lock.json.

    The function queries npm first, and ``ADVISORIES_URL`` if npm does not answer.

    Args:
        post: sends data to a URL and returns the answer; by default over HTTPS.

    Raises:
        RegistryUnreachable: neither registry answers.
    """
    try:
        return parse_npm_audit(_run_npm_audit())
    except RegistryUnreachable as error:
        lock = json.loads((setup.ROOT / LOCK_FILE).read_text(encoding="utf-8"))
        try:
            return _query_advisories("npm", list_locked_packages(lock), post)
        except RegistryUnreachable as advisories_error:
            raise RegistryUnreachable(f"npm: {error}; advisories: {advisories_error}") from None


def _run_npm_audit() -> str:
    try:
        process = subprocess.run(
            ["npm", "audit", "--json", "--package-lock-only"],
            cwd=setup.ROOT,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S * 3,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RegistryUnreachable(type(error).__name__) from None
    return process.stdout


def parse_npm_audit(text: str) -> list[str]:
    """Parse the vulnerabilities from the JSON output of ``npm audit``.

    Raises:
        RegistryUnreachable: the output has an unexpected form.
    """
    try:
        data: dict[str, Any] = json.loads(text)
    except ValueError:
        raise RegistryUnreachable("npm gave no answer") from None
    vulnerabilities = data.get("vulnerabilities")
    if not isinstance(vulnerabilities, Mapping):
        raise RegistryUnreachable(str(data.get("message") or "npm gave no answer").splitlines()[0][:100])
    return [
        f"{name}: {vulnerability.get('severity', '')}, {vulnerability.get('range', '')}"
        for name, vulnerability in vulnerabilities.items()
    ]


def find_python_vulnerabilities(requirements: str, post: Post | None = None) -> list[str]:
    """Return the known vulnerabilities of the packages in a requirements file.

    Args:
        requirements: the name of the file.
        post: sends data to a URL and returns the answer; by default over HTTPS.

    Raises:
        RegistryUnreachable: the registry does not answer, or its answer has an unexpected form.
    """
    return _query_advisories(
        "PyPI", parse_pinned_packages((setup.ROOT / requirements).read_text(encoding="utf-8")), post
    )


def _query_advisories(ecosystem: str, pins: list[tuple[str, str]], post: Post | None) -> list[str]:
    """Return the vulnerabilities that ``ADVISORIES_URL`` lists for pinned packages.

    Raises:
        RegistryUnreachable: the registry does not answer, or its answer has an unexpected form.
    """
    queries = [{"package": {"name": name, "ecosystem": ecosystem}, "version": version} for name, version in pins]
    response = (post or _post)(ADVISORIES_URL, json.dumps({"queries": queries}).encode())
    try:
        results = json.loads(response)["results"]
        vulnerabilities = [[vulnerability["id"] for vulnerability in result.get("vulns", ())] for result in results]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise RegistryUnreachable("the answer is none") from None
    if len(vulnerabilities) != len(pins):
        raise RegistryUnreachable("the answer is not complete")
    return [
        f"{name} {version}: {', '.join(ids)}" for (name, version), ids in zip(pins, vulnerabilities, strict=True) if ids
    ]


def list_locked_packages(lock: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the name and version of each package in a package-lock.json, without duplicates."""
    pins = {(path.rpartition("node_modules/")[2], entry["version"]) for path, entry in lock["packages"].items() if path}
    return sorted(pins)


def parse_pinned_packages(requirements: str) -> list[tuple[str, str]]:
    """Parse the name and version of each package in a requirements file."""
    return re.findall(r"(?m)^([\w.-]+)==([\w.!+-]+)", requirements)


def _post(url: str, data: bytes) -> bytes:
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            return bytes(response.read())
    except (urllib.error.URLError, OSError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise RegistryUnreachable(str(reason)[:100]) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
