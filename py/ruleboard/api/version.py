"""The version of the package: that of the installed wheel, in a checkout the project's own."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"


def version() -> str:
    """Return the version, as pyproject.toml has it."""
    if _PROJECT.is_file():
        with _PROJECT.open("rb") as file:
            return str(tomllib.load(file)["project"]["version"])
    return metadata.version("ruleboard")
