"""Control WebKitGTK, the Linux port of Safari's engine, with WebDriver on a virtual display."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_BROWSER_PATHS = ("/usr/lib/*/webkit2gtk-*/MiniBrowser", "/usr/libexec/webkit2gtk-*/MiniBrowser")
_PACKAGES_BY_PROGRAM = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
_SOFTWARE_RENDERING = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
_READY_SCRIPT = "return 'ready' in document.documentElement.dataset ? performance.now() : 0"
_TIMEOUT_S = 120.0
"""The time limit of a page in seconds."""


def format_install_request() -> str:
    """Return a sentence that asks the user to install missing programs, or an empty string if none is missing."""
    packages = [package for program, package in _PACKAGES_BY_PROGRAM.items() if not shutil.which(program)]
    if not _find_browser() and "webkit2gtk-driver" not in packages:
        packages.append("webkit2gtk-driver")
    return f"please install {' and '.join(packages)} (Debian, Ubuntu)" if packages else ""


def _find_browser() -> str | None:
    paths = (path for pattern in _BROWSER_PATHS for path in sorted(Path("/").glob(pattern[1:])))
    return next((str(path) for path in paths), None)


@contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """Start a virtual display, and yield the environment variables with which a browser uses it."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write_end,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as output:
            number = output.readline().strip()
        yield {**os.environ, **_SOFTWARE_RENDERING, "DISPLAY": f":{number}"}
    finally:
        server.terminate()
        server.wait()


@contextmanager
def start_browser(environment: dict[str, str]) -> Iterator[Any]:
    """Start a browser with an empty profile and yield its WebDriver."""
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    options.binary_location = _find_browser() or ""
    options.add_argument("--automation")
    service = Service(shutil.which("WebKitWebDriver") or "", env=environment)
    driver = webdriver.WebKitGTK(options=options, service=service)
    executor: Any = driver.command_executor
    executor.client_config.timeout = _TIMEOUT_S
    try:
        yield driver
    finally:
        with suppress(Exception):  # the processes end with the service in any case
            driver.quit()
        service.stop()


def visit(driver: Any, address: str) -> float:
    """Open a page and return the time until it is ready, in milliseconds."""
    driver.get(address)
    return wait_until_ready(driver)


def wait_until_ready(driver: Any) -> float:
    """Wait until the page is ready, and return the time since the browser requested it, in milliseconds.

    Raises:
        TimeoutError: the page is not ready in time.
    """
    deadline = time.monotonic() + _TIMEOUT_S
    while time.monotonic() < deadline:
        if duration := driver.execute_script(_READY_SCRIPT):
            return float(duration)
        time.sleep(0.02)
    raise TimeoutError(f"{driver.current_url} did not get ready in {_TIMEOUT_S:.0f} seconds in WebKitGTK.")
