"""The registered games. Every folder in ``ruleboard/games`` is a game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Final, cast

from ruleboard import games
from ruleboard.contract.extensions import BoardEditor, Editor, GameNotation, SavedArmies
from ruleboard.contract.package import Package
from ruleboard.contract.view import BaseView
from ruleboard.engine.game import Game
from ruleboard.engine.pgn_notation import MoveTokens


def _load_packages() -> tuple[Package[Any, Any], ...]:
    """Return the packages of all games, in the order of the home page."""
    folders = (module.name for module in pkgutil.iter_modules(games.__path__, f"{games.__name__}."))
    packages: list[Package[Any, Any]] = [importlib.import_module(name).PACKAGE for name in folders]
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


def add_package(package: Package[Any, Any]) -> None:
    """Register a game that is no folder of the project, such as the game of an author's file.

    Raises:
        ValueError: there is already a game with its id.
    """
    if package.id in PACKAGES:
        raise ValueError(f"there is already a game {package.id}")
    for mapping, part in _registrations(package):
        if part is not None:
            mapping[package.id] = part


def remove_package(id: str) -> None:
    """Remove a game that ``add_package`` has registered."""
    for mapping, _part in _registrations(PACKAGES[id]):
        mapping.pop(id, None)


def _registrations(package: Package[Any, Any]) -> list[tuple[dict[str, Any], object]]:
    """Return the mappings of this module, each with the part of a package that it registers."""
    pairs: list[tuple[Mapping[str, object], object]] = [
        (PACKAGES, package),
        (GAMES, package.game),
        (VIEWS, package.view),
        (NOTATIONS, package.notation),
        (MOVE_TOKENS, package.tokens),
        (EDITORS, package.editor),
        (SAVED_ARMIES, package.saved_armies),
        (BOARD_EDITORS, package.board_editor),
    ]
    return [(cast("dict[str, Any]", mapping), part) for mapping, part in pairs]
