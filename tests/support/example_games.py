"""The games in tests/example_game, which are not registered."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import Any

from ruleboard.contract.package import Package
from tools.setup import ROOT

FOLDER = ROOT / "tests" / "example_game"
EXAMPLES = ("noughts", "hex", "amazons")
"""The folders of the example games, the simplest first."""


@cache
def example_package(name: str) -> Package[Any, Any]:
    """Import an example game from its folder, and return its package."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / name / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    package: Package[Any, Any] = module.PACKAGE
    return package
