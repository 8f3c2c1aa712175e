"""The registered games: every folder beside this module is one, by being there."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Final

from ruleboard.engine.game import Game
from ruleboard.engine.pgn_notation import MoveTokens
from ruleboard.games.extensions import Editor, Scores, Setups, Workshop
from ruleboard.games.package import Package
from ruleboard.games.view import BaseView


def _packages() -> tuple[Package[Any, Any], ...]:
    """Return the packages of all folders, in the order of the home page."""
    parent = __name__.rpartition(".")[0]
    folders = (module.name for module in pkgutil.iter_modules(importlib.import_module(parent).__path__) if module.ispkg)
    found: list[Package[Any, Any]] = [importlib.import_module(f"{parent}.{name}").PACKAGE for name in folders]
    return tuple(sorted(found, key=lambda package: (package.view.order, package.game.title)))


_PACKAGES = _packages()
PACKAGES: Final[Mapping[str, Package[Any, Any]]] = {package.id: package for package in _PACKAGES}
GAMES: Final[Mapping[str, Game[Any, Any]]] = {package.id: package.game for package in _PACKAGES}
VIEWS: Final[Mapping[str, BaseView[Any, Any]]] = {package.id: package.view for package in _PACKAGES}
SCORES: Final[Mapping[str, Scores]] = {package.id: package.scores for package in _PACKAGES if package.scores}
TOKENS: Final[Mapping[str, MoveTokens]] = {package.id: package.tokens for package in _PACKAGES if package.tokens}
EDITORS: Final[Mapping[str, Editor]] = {package.id: package.editor for package in _PACKAGES if package.editor}
SETUPS: Final[Mapping[str, Setups[Any, Any]]] = {package.id: package.setups for package in _PACKAGES if package.setups}
WORKSHOPS: Final[Mapping[str, Workshop]] = {package.id: package.workshop for package in _PACKAGES if package.workshop}
