"""Measure the caches of the package: maximum sizes, and the memory that full caches need.

``python -m research.caches`` plays games, draws every position and asks opponents, then prints the table of
``research/notes/caches.md``. The memory of a full cache is its maximum size times its average entry. An object that
several caches refer to counts in each of them.
"""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import random
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

import ruleboard
from ruleboard.engine.search.thinking import LEVELS, Question
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import new_timeline
from ruleboard.registry import PACKAGES
from ruleboard.scene.marks import Marks

ACTIONS: Final = 120
"""The number of actions in each random game."""

_PERMANENT_TYPES: Final = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    functools._lru_cache_wrapper,
)
"""The types of objects that live as long as the program, with or without a cache."""


class Cache(NamedTuple):
    """A cached function.

    Attributes:
        name: the dotted name of the function in the package.
        max_size: the maximum number of results; None if the cache has no limit.
        entry_count: the current number of results.
        entry_bytes: the average size of a result with its arguments, in bytes; 0 if there is no result.
    """

    name: str
    max_size: int | None
    entry_count: int
    entry_bytes: int

    @property
    def full_bytes(self) -> int:
        """The estimated size of the full cache, in bytes."""
        return self.entry_bytes * (self.entry_count if self.max_size is None else self.max_size)


def import_package() -> None:
    """Import all modules of the package that do not need a browser or other packages."""
    for module in pkgutil.walk_packages(ruleboard.__path__, "ruleboard."):
        if not module.name.startswith(("ruleboard.adapters", "ruleboard.__main__")) and not module.name.endswith(
            (".web", ".main")
        ):
            importlib.import_module(module.name)


def iter_cached_functions() -> Iterator[Any]:
    """Yield the cached functions of the package."""
    for item in gc.get_objects():
        if isinstance(item, functools._lru_cache_wrapper) and item.__module__.startswith("ruleboard."):
            yield item


def measure_deep_size(roots: Iterable[object]) -> int:
    """Return the size of some objects and of all objects that they refer to, directly or not, in bytes."""
    visited_ids: set[int] = set()
    pending_objects, size = list(roots), 0
    while pending_objects:
        item = pending_objects.pop()
        if id(item) in visited_ids or isinstance(item, _PERMANENT_TYPES):
            continue
        visited_ids.add(id(item))
        size += sys.getsizeof(item)
        pending_objects += gc.get_referents(item)
    return size


def measure_cache(function: Any) -> Cache:
    """Measure the cache of a function."""
    entries = function.cache_info().currsize
    results = [item for item in gc.get_referents(function) if isinstance(item, dict) and len(item) == entries]
    name = f"{function.__module__.removeprefix('ruleboard.')}.{function.__qualname__}".replace(".<locals>", "")
    size = measure_deep_size(results[:1]) // entries if entries else 0
    return Cache(name, function.cache_parameters()["maxsize"], entries, size)


def fill_caches() -> None:
    """Play a random game of each kind, draw and describe its positions, and let the bot think once."""
    for game_id, package in PACKAGES.items():
        game, view, rng = package.game, package.view, random.Random(game_id)
        timeline = new_timeline(game, game.initial({}, 1))
        for number in range(ACTIONS):
            player = timeline.to_move
            if player is None:
                break
            state = timeline.state_for(player)
            view.picture(state, player, Marks())
            game.prompt(state)
            if number == ACTIONS // 6:
                run_to_end(package.opponent.think(state, Question(player, LEVELS[-1], seed=1)))
            action = rng.choice(game.legal_actions(timeline.state))
            game.describe(timeline.state, action)
            timeline = timeline.play(action)


def format_table(caches: Iterable[Cache]) -> str:
    """Return a Markdown table of caches, the largest first."""
    lines = ["| cache | maximum | bytes of an entry | KB when full |", "|---|--:|--:|--:|"]
    for cache in sorted(caches, key=lambda cache: (-cache.full_bytes, cache.name)):
        max_size_text = "none" if cache.max_size is None else f"{cache.max_size:,}"
        cells = (f"{cache.entry_bytes:,}", f"{cache.full_bytes / 1000:,.0f}") if cache.entry_count else ("not used", "")
        lines.append(f"| `{cache.name}` | {max_size_text} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    import_package()
    fill_caches()
    gc.collect()
    print(format_table(map(measure_cache, iter_cached_functions())))


if __name__ == "__main__":
    main()
