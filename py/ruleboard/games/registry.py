"""The registered games. Every folder next to this module is a game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Final

from ruleboard.engine.game import Game
from ruleboard.engine.pgn_notation import MoveTokens
from ruleboard.games.extensions import BoardEditor, Editor, GameNotation, SavedArmies
from ruleboard.games.package import Package
from ruleboard.games.view import BaseView


def _load_packages() -> tuple[Package[Any, Any], ...]:
    """Return the packages of all games, in the order of the home page."""
    parent = __name__.rpartition(".")[0]
    folders = (module.name for module in pkgutil.iter_modules(importlib.import_module(parent).__path__) if module.ispkg)
    packages: list[Package[Any, Any]] = [importlib.import_module(f"{parent}.{name}").PACKAGE for name in folders]
    return tuple(sorted(packages, key=lambda package: (package.view.order, package.game.title)))


_PACKAGES = _load_packages()
PACKAGES: Final[Mapping[str, Package[Any, Any]]] = {package.id: package for package in _PACKAGES}
GAMES: Final[Mapping[str, Game[Any, Any]]] = {package.id: package.game for package in _PACKAGES}
VIEWS: Final[Mapping[str, BaseView[Any, Any]]] = {package.id: package.view for package in _PACKAGES}
NOTATIONS: Final[Mapping[str, GameNotation]] = {
    package.id: package.notation for package in _PACKAGES if package.notation
}
MOVE_TOKENS: Final[Mapping[str, MoveTokens]] = {package.id: package.tokens for package in _PACKAGES if package.tokens}
EDITORS: Final[Mapping[str, Editor]] = {package.id: package.editor for package in _PACKAGES if package.editor}
SAVED_ARMIES: Final[Mapping[str, SavedArmies[Any, Any]]] = {
    package.id: package.saved_armies for package in _PACKAGES if package.saved_armies
}
BOARD_EDITORS: Final[Mapping[str, BoardEditor]] = {
    package.id: package.board_editor for package in _PACKAGES if package.board_editor
}
