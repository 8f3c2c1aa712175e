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
    module_names = (module.name for module in pkgutil.iter_modules(games.__path__, f"{games.__name__}."))
    packages: list[Package[Any, Any]] = [importlib.import_module(name).PACKAGE for name in module_names]
    return tuple(sorted(packages, key=lambda package: (package.view.order, package.game.title)))


PACKAGES: Final[Mapping[str, Package[Any, Any]]] = {}
GAMES: Final[Mapping[str, Game[Any, Any]]] = {}
VIEWS: Final[Mapping[str, BaseView[Any, Any]]] = {}
NOTATIONS: Final[Mapping[str, GameNotation]] = {}
MOVE_TOKENS: Final[Mapping[str, MoveTokens]] = {}
EDITORS: Final[Mapping[str, Editor]] = {}
SAVED_ARMIES: Final[Mapping[str, SavedArmies[Any, Any]]] = {}
BOARD_EDITORS: Final[Mapping[str, BoardEditor]] = {}


def add_package(package: Package[Any, Any]) -> None:
    """Register a game from a folder of the project or from an author's file.

    Raises:
        ValueError: there is already a game with its id.
    """
    if package.id in PACKAGES:
        raise ValueError(f"there is already a game {package.id}")
    for mapping, part in _list_registrations(package):
        if part is not None:
            mapping[package.id] = part


def remove_package(id: str) -> None:
    """Remove a game that ``add_package`` has registered."""
    for mapping, _part in _list_registrations(PACKAGES[id]):
        mapping.pop(id, None)


def _list_registrations(package: Package[Any, Any]) -> list[tuple[dict[str, Any], object]]:
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


for _package in _load_packages():
    add_package(_package)

BUILT_IN_GAMES: Final = frozenset(GAMES)
"""The ids of the games that do not come from an author's file."""
