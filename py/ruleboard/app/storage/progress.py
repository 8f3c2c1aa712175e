"""Which lessons somebody has been through."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from ruleboard.app.storage.json_object import named

KEY = "ruleboard/1/progress"

Progress: TypeAlias = Mapping[str, tuple[str, ...]]
"""The ids of the lessons done, by game."""


def parse_progress(text: str | None) -> Progress:
    """The progress a text holds; whatever in it cannot be understood is left out."""
    return {
        game: tuple(dict.fromkeys(id for id in done if isinstance(id, str)))
        for game, done in (named(text) or {}).items()
        if isinstance(done, list)
    }


def format_progress(progress: Progress, over: str | None = None) -> str:
    """The progress as text, to be kept in place of another. What is not understood of that one stays."""
    said, before = named(over) or {}, parse_progress(over)
    stays = {game: done for game, done in said.items() if game in progress or game not in before}
    more = {game: [*done, *_others(said.get(game, []))] for game, done in progress.items() if done != before.get(game)}
    return json.dumps({**stays, **more}, ensure_ascii=False)


def _others(done: Any) -> list[Any]:
    """What stands for the lessons done in a game and is none of their ids: it goes on behind them."""
    return [id for id in done if not isinstance(id, str)] if isinstance(done, list) else [[done]]


def with_done(progress: Progress, game: str, lesson: str) -> Progress:
    """The progress after a lesson was gone through."""
    done = progress.get(game, ())
    return progress if lesson in done else {**progress, game: (*done, lesson)}


def without(progress: Progress, game: str) -> Progress:
    """The progress with the course of a game begun anew."""
    return {other: done for other, done in progress.items() if other != game}
