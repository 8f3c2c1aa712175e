"""A person's progress: completed lessons, solved problems, and the results of attempts at problems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from ruleboard.engine.decoding import decode_object

STORAGE_KEY = "ruleboard/1/progress"

Progress: TypeAlias = Mapping[str, tuple[str, ...]]
"""The ids of the completed lessons, by game, and those of the solved problems, by ``<game>/problems``.

Other keys contain the results of attempts at problems (see ``problems.results``). No list contains a text twice.
"""


def parse_progress(text: str | None) -> Progress:
    """Parse stored progress, and drop invalid parts."""
    return {
        game: tuple(dict.fromkeys(id for id in texts if isinstance(id, str)))
        for game, texts in (decode_object(text or "{}") or {}).items()
        if isinstance(texts, list)
    }


def format_progress(progress: Progress, previous_text: str | None = None) -> str:
    """Format progress for storage.

    Args:
        progress: the progress to store.
        previous_text: the stored text to replace. Its unknown games and values stay.
    """
    stored_fields, previous_progress = decode_object(previous_text or "{}") or {}, parse_progress(previous_text)
    other_fields = {
        game: texts for game, texts in stored_fields.items() if game in progress or game not in previous_progress
    }
    changed_fields = {
        game: [*texts, *_unknown_values(stored_fields.get(game, []))]
        for game, texts in progress.items()
        if texts != previous_progress.get(game)
    }
    return json.dumps({**other_fields, **changed_fields}, ensure_ascii=False)


def _unknown_values(texts: Any) -> list[Any]:
    """Return the values in a stored list that are not ids."""
    return [id for id in texts if not isinstance(id, str)] if isinstance(texts, list) else [[texts]]


def with_completed_lesson(progress: Progress, game: str, lesson: str) -> Progress:
    """Return the progress with a completed lesson.

    The result is a new object even if the lesson was completed before, so that the app stores a lost text again.
    """
    texts = progress.get(game, ())
    return {**progress, game: texts if lesson in texts else (*texts, lesson)}


def without_game(progress: Progress, game: str) -> Progress:
    """Return the progress without the lessons (or the problems) under a key."""
    return {key: texts for key, texts in progress.items() if key != game}
