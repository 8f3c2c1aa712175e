"""WebKitGTK (the engine of Apple's tablets, on Linux), driven by WebDriver on a virtual display."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_BROWSERS = ("/usr/lib/*/webkit2gtk-*/MiniBrowser", "/usr/libexec/webkit2gtk-*/MiniBrowser")
_PROGRAMS = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
_WITHOUT_GRAPHICS = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
_READY = "return 'ready' in document.documentElement.dataset ? performance.now() : 0"
_TIMEOUT = 120.0
"""The time limit in seconds."""


def missing_programs() -> str:
    """Return a request to install the missing programs; empty if none is missing."""
    packages = [package for program, package in _PROGRAMS.items() if not shutil.which(program)]
    if not _browser() and "webkit2gtk-driver" not in packages:
        packages.append("webkit2gtk-driver")
    return f"please install {' and '.join(packages)} (Debian, Ubuntu)" if packages else ""


def _browser() -> str | None:
    paths = (path for pattern in _BROWSERS for path in sorted(Path("/").glob(pattern[1:])))
    return next((str(path) for path in paths), None)


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """Start a virtual display; yield the environment of a browser on it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as output:
            number = output.readline().strip()
        yield {**os.environ, **_WITHOUT_GRAPHICS, "DISPLAY": f":{number}"}
    finally:
        server.terminate()
        server.wait()


@contextmanager
def fresh(environment: dict[str, str]) -> Iterator[Any]:
    """Yield a browser with an empty profile."""
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    options.binary_location = _browser() or ""
    options.add_argument("--automation")
    service = Service(shutil.which("WebKitWebDriver") or "", env=environment)
    driver = webdriver.WebKitGTK(options=options, service=service)
    executor: Any = driver.command_executor
    executor.client_config.timeout = _TIMEOUT
    try:
        yield driver
    finally:
        with suppress(Exception):  # whatever it answers: its processes end with its service
            driver.quit()
        service.stop()


def visit(driver: Any, address: str) -> float:
    """Open a page; return the milliseconds until it was ready."""
    driver.get(address)
    return ready(driver)


def ready(driver: Any) -> float:
    """Wait until the page is ready; return the milliseconds it took.

    Raises:
        TimeoutError: it takes too long.
    """
    end = time.monotonic() + _TIMEOUT
    while time.monotonic() < end:
        if duration := driver.execute_script(_READY):
            return float(duration)
        time.sleep(0.02)
    raise TimeoutError(f"{driver.current_url} did not get ready in {_TIMEOUT:.0f} seconds in WebKitGTK.")
