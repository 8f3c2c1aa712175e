"""Which lessons somebody has been through."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from ruleboard.engine.jsontext import decode

KEY = "ruleboard/1/progress"

Progress: TypeAlias = Mapping[str, tuple[str, ...]]
"""The ids of the lessons done, by game."""


def parse_progress(text: str | None) -> Progress:
    """The progress a text holds; whatever in it cannot be understood is left out."""
    try:
        data: Any = decode(text or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        game: tuple(dict.fromkeys(id for id in done if isinstance(id, str)))
        for game, done in data.items()
        if isinstance(done, list)
    }


def format_progress(progress: Progress) -> str:
    """The progress as text."""
    return json.dumps({game: list(done) for game, done in sorted(progress.items())}, ensure_ascii=False)


def with_done(progress: Progress, game: str, lesson: str) -> Progress:
    """The progress after a lesson was gone through."""
    done = progress.get(game, ())
    return progress if lesson in done else {**progress, game: (*done, lesson)}


def without(progress: Progress, game: str) -> Progress:
    """The progress with the course of a game begun anew."""
    return {other: done for other, done in progress.items() if other != game}
