"""The games in examples/games, which are not registered."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from ruleboard.contract.package import Package
from ruleboard.kit.source import load_source
from tools.setup import ROOT

FOLDER = ROOT / "examples" / "games"
EXAMPLES = {
    "noughts": "noughts",
    "hex": "hex",
    "fox": "fox-and-geese",
    "amazons": "amazons",
    "sprint": "sprint",
    "ghosts": "ghosts",
}
"""The ids of the example games by the names of their files, the simplest first."""


def read_registered_text(path: Path, order: int) -> str:
    """Return the text of an example game as the ``__init__.py`` of a folder among the games."""
    text = path.read_text(encoding="utf-8")
    game_class = re.findall(r"^class (\w+)\(BoardGame\)", text, re.MULTILINE)[0]
    return f"{text}\n\nfrom ruleboard.own import package\n\nPACKAGE = package({game_class}(), order={order})\n"


@cache
def load_example_package(name: str) -> Package[Any, Any]:
    """Run the file of an example game, and return its package."""
    path = FOLDER / f"{name}.py"
    return load_source(path.read_text(encoding="utf-8"), str(path))
