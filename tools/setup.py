"""Installation of what commands need, once: Python packages in .venv, npm packages in node_modules, a browser.

Standard library only: dev.py imports this before anything is installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
ADAPTERS_VENV = ROOT / ".venv-adapters"
ADAPTERS_PYTHON = ADAPTERS_VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NODE_MODULES = ROOT / "node_modules"
LOG = BUILD / "setup.log"

_STAMP = "ruleboard-setup"
"""A file in .venv and node_modules with a digest of the pinned versions they were made for."""

_OFFLINE = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|NewConnectionError|ConnectTimeout|ProxyError"
    r"|Failed to establish|from versions: none|Name or service not known|Temporary failure|Could not resolve",
    re.IGNORECASE,
)

_CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell")
_CHROMIUM_PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)


class SetupError(Exception):
    """A missing requirement; the message is a sentence that names it and says what to do."""


@contextmanager
def exclusive(name: str) -> Iterator[None]:
    """Lock a section against other processes, so that commands started together do not interfere."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / f"{name}.lock").open("w") as file:
        try:
            import fcntl
        except ImportError:  # Windows, where the tests never run in several processes
            pass
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def python_packages() -> None:
    """Make .venv with the pinned Python packages, unless it is there already."""
    _virtual_environment(VENV, VENV_PYTHON, ROOT / "requirements.txt")


def adapter_packages() -> None:
    """Make .venv-adapters with the libraries that accept the rules (OpenSpiel and others), unless it exists."""
    _virtual_environment(ADAPTERS_VENV, ADAPTERS_PYTHON, ROOT / "requirements-adapters.txt")


def _virtual_environment(folder: Path, python: Path, requirements: Path) -> None:
    """Make a virtual environment with pinned packages, unless it is there already.

    Args:
        folder: its folder.
        python: the path of its Python.
        requirements: the file with the packages, their versions and hashes.

    Raises:
        SetupError: it cannot be made.
    """
    digest = _digest(requirements.read_bytes(), sys.version.encode(), str(folder).encode())
    with exclusive("setup"):
        if python.exists() and _stamp(folder) == digest:
            return
        if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
            raise SetupError(
                "Python's venv module is missing: please install it (on Debian and Ubuntu, as root: "
                "apt install python3-venv) and try again."
            )
        print(f"Setting up: Python packages into {folder.name} (once) ...", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(folder)], f"The virtual environment {folder.name} could not be made")
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        install += ["--require-hashes", "-r", str(requirements)]
        _run([str(python), *install], "The Python packages could not be installed")
        (folder / _STAMP).write_text(digest)


def node_packages() -> None:
    """Install the pinned npm packages into node_modules, unless they are there already."""
    digest = _digest((ROOT / "package.json").read_bytes(), (ROOT / "package-lock.json").read_bytes())
    with exclusive("setup"):
        if _stamp(NODE_MODULES) == digest:
            return
        npm = shutil.which("npm")
        if not (npm and shutil.which("node")):
            raise SetupError(
                "Node.js with npm is missing, which fetches PyScript and Pyodide: please install it "
                "(on Debian and Ubuntu, as root: apt install nodejs npm) and try again."
            )
        print("Setting up: npm packages into node_modules (once) ...", flush=True)
        install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _run([npm, *install], "The npm packages could not be installed")
        (NODE_MODULES / _STAMP).write_text(digest)


def chromium() -> str | None:
    """Find a Chromium for the tests, or install one; return its path, None for Playwright's own."""
    with exclusive("setup"):
        if path := _system_chromium():
            return path
        if _playwright_chromium():
            return None
        print("Setting up: a Chromium for the tests (once) ...", flush=True)
        try:
            _run([sys.executable, "-m", "playwright", "install", "chromium"], "Chromium could not be installed")
        except SetupError:
            pass
        else:
            if _playwright_chromium():
                return None
        if _may_install():
            _install("chromium")
            if path := _system_chromium():
                return path
        raise SetupError(
            "No Chromium was found for the browser tests and none could be installed: please install "
            "chromium or Google Chrome and try again."
        )


def headless_shell() -> str | None:
    """Return the path of Chromium's headless shell, or None. It draws no windows and needs less processor time."""
    return next(filter(None, map(shutil.which, _SHELL_NAMES)), None)


def install_headless_shell() -> None:
    """Install Chromium's headless shell where the system has one and lets us; without it the tests take longer."""
    marker = BUILD / _SHELL_NAMES[0]
    with exclusive("setup"):
        if headless_shell() or marker.exists() or not _may_install():
            return
        print("Setting up: Chromium's headless shell for the tests (tried once) ...", flush=True)
        marker.touch()
        with suppress(SetupError):
            _install(_SHELL_NAMES[0])


def _may_install() -> bool:
    return os.name == "posix" and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def _install(package: str) -> None:
    """Install a package of Debian's or Ubuntu's that is a Chromium."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "update", "-q"], "Chromium could not be installed", quiet)
    install = ["apt-get", "install", "-q", "-y", "--no-install-recommends", package]
    _run(install, "Chromium could not be installed", quiet)


def _system_chromium() -> str | None:
    for name in _CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    return next((str(path) for path in _CHROMIUM_PLACES if path.exists()), None)


def _playwright_chromium() -> bool:
    # In a process of its own: Playwright runs once per process, and the tests run it too.
    code = (
        "from playwright.sync_api import sync_playwright as p\nwith p() as play: print(play.chromium.executable_path)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return answer.returncode == 0 and Path(answer.stdout.strip()).exists()


def _run(command: Sequence[str], trouble: str, environment: Mapping[str, str] | None = None) -> None:
    """Run a command without output.

    Args:
        command: the command.
        trouble: the failure as a clause ("Chromium could not be installed").
        environment: additional environment variables.

    Raises:
        SetupError: the command fails; its output is in ``LOG``.
    """
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode == 0:
        return
    BUILD.mkdir(exist_ok=True)
    LOG.write_text(f"$ {' '.join(command)}\n{done.stdout}", encoding="utf-8")
    log_path = LOG.relative_to(ROOT)
    if _OFFLINE.search(done.stdout):
        raise SetupError(
            f"{trouble}, because the network (or the package index behind it) cannot be reached: "
            f"please check the connection and try again (details in {log_path})."
        )
    raise SetupError(f"{trouble}: please see {log_path} for what went wrong.")


def _stamp(folder: Path) -> str:
    try:
        return (folder / _STAMP).read_text()
    except OSError:
        return ""


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
