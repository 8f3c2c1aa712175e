"""Install the packages and browsers that commands need: .venv, node_modules, Chromium.

This module uses only the standard library, because dev.py imports it before it installs packages.
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

from tools.progress import show_progress

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
_PYTHON_PATH = "Scripts/python.exe" if os.name == "nt" else "bin/python"
"""The path of Python in a virtual environment."""
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / _PYTHON_PATH
ADAPTERS_VENV = ROOT / ".venv-adapters"
ADAPTERS_PYTHON = ADAPTERS_VENV / _PYTHON_PATH
PICTURES_VENV = ROOT / ".venv-pictures"
PICTURES_PYTHON = PICTURES_VENV / _PYTHON_PATH
NODE_MODULES = ROOT / "node_modules"
LOG_FILE = BUILD / "setup.log"

_DIGEST_FILE_NAME = "ruleboard-setup"
"""The name of a file in .venv and node_modules with digests of the installed versions."""

_OFFLINE_MESSAGE_PATTERN = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|NewConnectionError|ConnectTimeout|ProxyError"
    r"|Failed to establish|from versions: none|Name or service not known|Temporary failure|Could not resolve",
    re.IGNORECASE,
)

_CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell")
_CHROMIUM_PATHS = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)


class SetupError(Exception):
    """Raised when a command needs something that is missing. The message says what it is and how to get it."""


@contextmanager
def hold_file_lock(name: str) -> Iterator[None]:
    """Hold a file lock during a ``with`` statement, so that two commands do not install packages at the same time."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / f"{name}.lock").open("w") as file:
        try:
            import fcntl
        except ImportError:  # on Windows, where the tests run in a single process
            pass
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install_build_packages() -> None:
    """Create .venv with the pinned Python packages of the build, unless it already has them."""
    _create_virtual_environment(VENV, "requirements-build.txt", superset="requirements.txt")


def install_python_packages() -> None:
    """Create .venv with all pinned Python packages, unless it already has them."""
    _create_virtual_environment(VENV, "requirements.txt", subset="requirements-build.txt")


def install_adapter_packages() -> None:
    """Create .venv-adapters with OpenSpiel, PettingZoo and their dependencies, unless it is up to date."""
    _create_virtual_environment(ADAPTERS_VENV, "requirements-adapters.txt")


def install_picture_packages() -> None:
    """Create .venv-pictures with the converter of pictures and its dependencies, unless it is up to date."""
    _create_virtual_environment(PICTURES_VENV, "requirements-pictures.txt")


def run_with_picture_packages(command: str, arguments: Sequence[str]) -> int:
    """Run a command of dev.py with the Python of .venv-pictures, and return its exit code.

    Raises:
        SetupError: the packages cannot be installed.
    """
    install_picture_packages()
    return subprocess.run([str(PICTURES_PYTHON), str(ROOT / "dev.py"), command, *arguments]).returncode


def _create_virtual_environment(folder: Path, requirements: str, *, subset: str = "", superset: str = "") -> None:
    """Create a virtual environment with pinned packages, unless it has them.

    Args:
        folder: the folder of the virtual environment.
        requirements: the name of the requirements file, with versions and hashes.
        subset: the name of a file with some of these requirements. An environment with only that subset gets the rest.
        superset: the name of a file with these and additional requirements.

    Raises:
        SetupError: the installation fails.
    """

    def compute_digests(*names: str) -> set[str]:
        key = (sys.version.encode(), str(folder).encode())
        return {_compute_digest((ROOT / name).read_bytes(), *key) for name in names if name}

    python = folder / _PYTHON_PATH
    with hold_file_lock("setup"):
        installed_digests = _read_installed_digests(folder) if python.exists() else set[str]()
        if installed_digests & compute_digests(requirements, superset):
            return
        if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
            raise SetupError(
                "Python's venv module is missing: please install it (on Debian and Ubuntu, as root: "
                "apt install python3-venv) and try again."
            )
        with show_progress(f"Setting up: Python packages into {folder.name} (once)"):
            if not installed_digests or installed_digests != compute_digests(subset):
                shutil.rmtree(folder, ignore_errors=True)
                _run_quietly(
                    [sys.executable, "-m", "venv", str(folder)],
                    f"The virtual environment {folder.name} could not be made",
                )
            install_command = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            install_command += ["--require-hashes", "-r", str(ROOT / requirements)]
            _run_quietly([str(python), *install_command], "The Python packages could not be installed")
        (folder / _DIGEST_FILE_NAME).write_text("\n".join(sorted(compute_digests(subset, requirements))))


def install_node_packages() -> None:
    """Install the pinned npm packages of the build into node_modules, unless they are up to date."""
    _install_node_packages(omit_dev=True)


def install_all_node_packages() -> None:
    """Install all pinned npm packages into node_modules, unless they are up to date."""
    _install_node_packages(omit_dev=False)


def _install_node_packages(*, omit_dev: bool) -> None:
    build_digest = _compute_digest((ROOT / "package.json").read_bytes(), (ROOT / "package-lock.json").read_bytes())
    digests = [build_digest] if omit_dev else [build_digest, f"{build_digest} all"]
    with hold_file_lock("setup"):
        if digests[-1] in _read_installed_digests(NODE_MODULES):
            return
        npm_path = shutil.which("npm")
        if not (npm_path and shutil.which("node")):
            raise SetupError(
                "Node.js with npm is missing, which fetches PyScript and Pyodide: please install it "
                "(on Debian and Ubuntu, as root: apt install nodejs npm) and try again."
            )
        install_command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        install_command += ["--omit=dev"] if omit_dev else []
        with show_progress("Setting up: npm packages into node_modules (once)"):
            _run_quietly([npm_path, *install_command], "The npm packages could not be installed")
        (NODE_MODULES / _DIGEST_FILE_NAME).write_text("\n".join(digests))


def find_or_install_chromium() -> str | None:
    """Find or install Chromium for the tests. Return its path, or None if Playwright has installed it."""
    with hold_file_lock("setup"):
        if path := _find_system_chromium():
            return path
        if _has_playwright_chromium():
            return None
        step_name = "Setting up: a Chromium for the tests (once)"
        try:
            with show_progress(step_name):
                install_command = [sys.executable, "-m", "playwright", "install", "chromium"]
                _run_quietly(install_command, "Chromium could not be installed")
        except SetupError:
            pass
        else:
            if _has_playwright_chromium():
                return None
        if _has_apt():
            with show_progress(step_name):
                _install_system_package("chromium")
            if path := _find_system_chromium():
                return path
        raise SetupError(
            "No Chromium was found for the browser tests and none could be installed: please install "
            "chromium or Google Chrome and try again."
        )


def find_headless_shell() -> str | None:
    """Return the path of Chromium's headless shell, which needs less CPU time, or None if it is not installed."""
    return next(filter(None, map(shutil.which, _SHELL_NAMES)), None)


def install_headless_shell() -> None:
    """Install Chromium's headless shell if the system offers it. Without the shell, tests take longer."""
    marker = BUILD / _SHELL_NAMES[0]
    with hold_file_lock("setup"):
        if find_headless_shell() or marker.exists() or not _has_apt():
            return
        marker.touch()
        with suppress(SetupError), show_progress("Setting up: Chromium's headless shell for the tests (tried once)"):
            _install_system_package(_SHELL_NAMES[0])


def _has_apt() -> bool:
    return os.name == "posix" and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def _install_system_package(package: str) -> None:
    """Install a Debian or Ubuntu package with apt."""
    environment = {"DEBIAN_FRONTEND": "noninteractive"}
    _run_quietly(["apt-get", "update", "-q"], "Chromium could not be installed", environment)
    install_command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", package]
    _run_quietly(install_command, "Chromium could not be installed", environment)


def _find_system_chromium() -> str | None:
    for name in _CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    return next((str(path) for path in _CHROMIUM_PATHS if path.exists()), None)


def _has_playwright_chromium() -> bool:
    # In a process of its own: Playwright runs once per process, and the tests run it too.
    code = (
        "from playwright.sync_api import sync_playwright as p\nwith p() as play: print(play.chromium.executable_path)"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return process.returncode == 0 and Path(process.stdout.strip()).exists()


def _run_quietly(command: Sequence[str], failure_clause: str, environment: Mapping[str, str] | None = None) -> None:
    """Run a command and write its output to the log file.

    Args:
        command: the command.
        failure_clause: a clause for the error message, such as "Chromium could not be installed".
        environment: additional environment variables.

    Raises:
        SetupError: the command fails. ``LOG_FILE`` contains the output.
    """
    process = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if process.returncode == 0:
        return
    BUILD.mkdir(exist_ok=True)
    LOG_FILE.write_text(f"$ {' '.join(command)}\n{process.stdout}", encoding="utf-8")
    log_path = LOG_FILE.relative_to(ROOT)
    if _OFFLINE_MESSAGE_PATTERN.search(process.stdout):
        raise SetupError(
            f"{failure_clause}, because the network (or the package index behind it) cannot be reached: "
            f"please check the connection and try again (details in {log_path})."
        )
    raise SetupError(f"{failure_clause}: please see {log_path} for what went wrong.")


def _read_installed_digests(folder: Path) -> set[str]:
    try:
        return set((folder / _DIGEST_FILE_NAME).read_text().splitlines())
    except OSError:
        return set()


def _compute_digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
