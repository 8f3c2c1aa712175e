"""Write static/boot/contract.mjs: the names and numbers that Python shares with the scripts.

Styles and documentation contain some of them, too. ``tests/unit/test_contract.py`` compares all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields

from ruleboard.app.browser.events import EventKind
from ruleboard.app.message_names import (
    AppMessage,
    LessonMessage,
    PlayMessage,
    ProblemMessage,
    ShareMessage,
    StudyMessage,
)
from ruleboard.app.storage import games, preferences, quarantine, reviews, studies, summaries
from ruleboard.embed import messages, parameters
from ruleboard.embed.look import COLOR_PATTERN, MAX_FONTS, MAX_RADIUS
from ruleboard.embed.parameters import Parameters
from ruleboard.engine.limits import MAX_STUDY_LENGTH
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.kit.source import MAX_SOURCE_LENGTH
from tools.setup import ROOT

CONTRACT_FILE = ROOT / "static/boot/contract.mjs"

FRAME_PARAMETERS = ("poster", "width", "autostart", "host")
"""The parameters of frames that are not attributes of <rule-board>, or whose attributes have another meaning."""

GAME_ACTIONS = [
    PlayMessage.CHOOSE_ACTION,
    PlayMessage.ANSWER_DRAW_OFFER,
    PlayMessage.WITHDRAW_DRAW_OFFER,
    PlayMessage.VIEW_CURRENT,
    PlayMessage.CONTINUE_FROM_VIEW,
    PlayMessage.TRY_AGAIN,
    PlayMessage.UNDO_ENDING,
    PlayMessage.SHOW_BOARD,
    PlayMessage.REMATCH,
    PlayMessage.CLAIM_TIME,
    PlayMessage.DROP_CLOCK,
    "embed.choose",
    "embed.uncover",
    LessonMessage.EXERCISE.choose_action,
    ProblemMessage.EXERCISE.choose_action,
    StudyMessage.CHOOSE_ACTION,
    f"{StudyMessage.READER_EVENT}.choose",
]
"""Actions in a game. After such an action, the button may belong to another player or have another effect."""

HISTORY_ACTIONS = [
    *(PlayMessage.UNDO, PlayMessage.REDO, "embed.undo", "embed.redo"),
    *(StudyMessage.UNDO, StudyMessage.REDO),
]
"""Actions that a player may repeat quickly to undo or redo several actions."""

CONSTANTS: dict[str, str | int | list[str]] = {
    # Keys in the storage.
    "STORAGE_PREFIX": preferences.STORAGE_KEY.removesuffix("settings"),
    "SETTINGS_KEY": preferences.STORAGE_KEY,
    "LISTED_PREFIXES": [games.KEY_PREFIX, studies.KEY_PREFIX],
    "DERIVED_PREFIXES": [summaries.KEY_PREFIX, reviews.KEY_PREFIX],
    "UNREADABLE_SUFFIX": quarantine.KEY_SUFFIX,
    # Messages of buttons.
    "GAME_ACTIONS": GAME_ACTIONS,
    "HISTORY_ACTIONS": HISTORY_ACTIONS,
    "CLOCK_ACTION": PlayMessage.CLOCK_EVENT,
    "DISMISS_ACTION": AppMessage.DISMISS,
    "PRINTING_ACTION": StudyMessage.DRAW_DIAGRAMS,
    "PRINTED_ACTION": ShareMessage.END_PRINT,
    # Embedded boards.
    "ATTRIBUTES": [field.name for field in fields(Parameters) if field.name not in (*FRAME_PARAMETERS, "captions")],
    "MODES": list(parameters.MODES),
    "LEVELS": [str(level) for level in LEVELS],
    "GOALS": list(parameters.GOALS),
    "THEMES": list(parameters.THEMES),
    "NUMBERS": [field.name for field in fields(Parameters) if field.type in ("int", "int | None")],
    "FLAGS": [field.name for field in fields(Parameters) if field.type in ("bool", "bool | None")],
    "TASK_TEXTS": list(parameters.TASK_TEXTS),
    "MARK_KINDS": list(parameters.MARK_KINDS),
    "LESSON_CONFLICTS": list(parameters.LESSON_CONFLICTS),
    "STUDY_PARAMETERS": list(parameters.STUDY_PARAMETERS),
    "MAX_NUMBER": parameters.MAX_NUMBER,
    "MAX_RADIUS": MAX_RADIUS,
    "MAX_FONTS": MAX_FONTS,
    "COLOR_PATTERN": COLOR_PATTERN,
    "MESSAGE_VERSION": messages.MESSAGE_VERSION,
    "FRAME_EVENTS": list(messages.EVENT_TYPES),
    "MAX_ADDRESS_LENGTH": parameters.MAX_ADDRESS_LENGTH,
    "MAX_POSTER_LENGTH": parameters.MAX_POSTER_LENGTH,
    "MAX_TEXT_LENGTH": parameters.MAX_TEXT_LENGTH,
    "MAX_MESSAGE_LENGTH": messages.MAX_MESSAGE_LENGTH,
    "MAX_STUDY_MESSAGE_LENGTH": messages.MAX_STUDY_MESSAGE_LENGTH,
    "MAX_STUDY_LENGTH": MAX_STUDY_LENGTH,
    "MAX_SOURCE_LENGTH": MAX_SOURCE_LENGTH,
    # Pixels of the layout of embedded boards.
    "WIDE_WIDTH": 640,
}


def format_contract_script() -> str:
    """Return the text of static/boot/contract.mjs."""
    return "\n".join(_format_lines())


def _format_lines() -> Iterator[str]:
    yield "// The names and numbers that Python shares with the scripts. `python -m tools.contract` writes this file.\n"
    for name, value in CONSTANTS.items():
        if isinstance(value, list):
            yield f'export const {name} = /* @__PURE__ */ "{" ".join(value)}".split(" ");'
        else:
            yield f"export const {name} = {json.dumps(value)};"
    yield "\n/** The kinds of events that Python answers. */"
    yield "export const EventKind = /* @__PURE__ */ Object.freeze({"
    yield from (f'  {kind.name}: "{kind.value}",' for kind in EventKind)
    yield "});\n"


if __name__ == "__main__":
    CONTRACT_FILE.write_text(format_contract_script(), encoding="utf-8")
