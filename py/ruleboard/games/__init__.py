"""The games: every folder in here is one, and registers itself by being there.

A game's package offers ``GAME`` (its rules, an ``engine.game.Game``) and ``FACE`` (how it is shown, a
``games.face.Face``), and may offer ``SCORES`` (records in a notation of its own, ``games.extras.Scores``),
``EDITOR`` (a board editor, ``games.extras.Editor``), ``SETUPS`` (what players set up by hand and may keep,
``games.extras.Setups``) and ``WORKSHOP`` (boards or decks of one's own, ``games.extras.Workshop``).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from ruleboard.engine.game import Game
from ruleboard.games.extensions import Editor, Scores, Setups, Workshop
from ruleboard.games.view import Face


def _registered() -> list[ModuleType]:
    packages = [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    ]
    return sorted(packages, key=lambda package: (package.FACE.shelf, package.GAME.title))


_PACKAGES = _registered()
GAMES: Mapping[str, Game[Any]] = {package.GAME.id: package.GAME for package in _PACKAGES}
FACES: Mapping[str, Face[Any]] = {package.GAME.id: package.FACE for package in _PACKAGES}


def _offering(name: str) -> dict[str, Any]:
    """What those games offer that have it, by their ids."""
    return {package.GAME.id: getattr(package, name) for package in _PACKAGES if hasattr(package, name)}


SCORES: Mapping[str, Scores] = _offering("SCORES")
EDITORS: Mapping[str, Editor] = _offering("EDITOR")
SETUPS: Mapping[str, Setups[Any]] = _offering("SETUPS")
WORKSHOPS: Mapping[str, Workshop] = _offering("WORKSHOP")
