"""Stored texts of older versions (see ``tests/saved_games``), and their expected content."""

from __future__ import annotations

import json
from pathlib import Path

from ruleboard.app.storage.games import KEY_PREFIX

SAVED_GAMES_FOLDER = Path(__file__).parents[1] / "saved_games"
SAVED_FILES = sorted((SAVED_GAMES_FOLDER / "ruleboard-1").rglob("*.json"))
TEXTS = {
    f"ruleboard/1/{path.relative_to(SAVED_GAMES_FOLDER / 'ruleboard-1').with_suffix('').as_posix()}": path.read_text(
        "utf-8"
    )
    for path in SAVED_FILES
}
GAME_IDS = sorted(key.removeprefix(KEY_PREFIX) for key in TEXTS if key.startswith(KEY_PREFIX))
LINKS: dict[str, str] = json.loads((SAVED_GAMES_FOLDER / "ruleboard-1-links.json").read_text("utf-8"))
"""Links to whole games, by the ids of the same games in the storage."""
EXPECTED_CONTENT = json.loads((SAVED_GAMES_FOLDER / "ruleboard-1-meaning.json").read_text("utf-8"))
