"""The games: every folder in here is one, and registers itself by being there.

A game's package offers ``GAME`` (its rules, an ``engine.game.Game``) and ``FACE`` (how it is shown, a
``games.face.Face``).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from ruleboard.engine.game import Game
from ruleboard.games.face import Face


def _registered() -> dict[str, tuple[Game[Any], Face[Any]]]:
    packages = [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    ]
    packages.sort(key=lambda package: (package.FACE.shelf, package.GAME.title))
    return {package.GAME.id: (package.GAME, package.FACE) for package in packages}


_ALL = _registered()
GAMES: Mapping[str, Game[Any]] = {id: game for id, (game, _) in _ALL.items()}
FACES: Mapping[str, Face[Any]] = {id: face for id, (_, face) in _ALL.items()}
