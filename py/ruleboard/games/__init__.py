"""The games: every folder in here is one, and registers itself by being there.

A game's package offers ``GAME`` (its rules, an ``engine.game.Game``) and ``FACE`` (how it is shown, a
``games.face.Face``); where players set up their side by hand, ``SETUPS`` too (a ``games.setups.Setups``).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from ruleboard.engine.game import Game
from ruleboard.games.face import Face
from ruleboard.games.setups import Setups


def _registered() -> dict[str, tuple[Game[Any], Face[Any], Setups[Any] | None]]:
    packages = [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    ]
    packages.sort(key=lambda package: (package.FACE.shelf, package.GAME.title))
    return {package.GAME.id: (package.GAME, package.FACE, getattr(package, "SETUPS", None)) for package in packages}


_ALL = _registered()
GAMES: Mapping[str, Game[Any]] = {id: game for id, (game, _, _) in _ALL.items()}
FACES: Mapping[str, Face[Any]] = {id: face for id, (_, face, _) in _ALL.items()}
SETUPS: Mapping[str, Setups[Any]] = {id: setups for id, (_, _, setups) in _ALL.items() if setups}
