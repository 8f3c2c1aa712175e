"""Legends that explain a game's notation and marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleboard.app.ui.components import dialog, dialog_button, dialog_header, icon
from ruleboard.app.ui.prose import prose
from ruleboard.contract.view import BaseView
from ruleboard.i18n import N_, _, cached_by_language
from ruleboard.learning import courses
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.scene.node import Node, el, memoized

LEGEND_DIALOG = "legend"
"""The id of the dialog with the legend."""
_BUTTONS = {
    "undo": N_("Undo your last move."),
    "redo": N_("Redo the move you undid."),
    "again": N_("Replay your opponent’s last turn. Against the app, you also see why it played that way."),
    "hint": N_("Get a hint, step by step."),
    "threats": N_("See what your opponent threatens."),
    "target": N_("Touch a square to see what attacks it."),
    "turn": N_("Look at the board from the other side."),
    "sound": N_("Turn sounds on or off."),
    "more": N_("Open the menu: draw, resign, share, rules and more."),
}
"""The meanings of the buttons of a game, by the name of the icon."""


@cached_by_language(16)
def legend(game: str) -> tuple[Node, ...]:
    """Return the legend of a game: its marks and its notation. The legend may be empty."""
    return (*_marks_section(game), *_notation_section(game))


def _marks_section(game: str) -> tuple[Node, ...]:
    """Return the marks on a game's board; may be empty."""
    marks = [
        (sample, entry.text) for entry in courses.legend(game).marks if (sample := VIEWS[game].mark_sample(entry.mark))
    ]
    return (el("h3", text=_("Marks on the board")), _entries(marks, "marks")) if marks else ()


def _notation_section(game: str) -> tuple[Node, ...]:
    """Return the notation of a game's moves; may be empty."""
    entries, view = courses.legend(game), VIEWS[game]
    letters = [(_notation(view, entry.letter), entry.text) for entry in entries.letters]
    examples = [(_notation(view, entry.sign), entry.text) for entry in entries.signs]
    parts = (
        *prose(entries.text),
        _entries(letters, "letters") if letters else None,
        _entries(examples, "signs") if examples else None,
    )
    section = tuple(part for part in parts if part)
    return (el("h3", text=_("The list of moves")), *section) if section else ()


def _notation(view: BaseView[Any, Any], notation: str) -> Node:
    return el("code", text=view.displayed_notation(notation), cls="notation")


def _entries(entries: Iterable[tuple[Node, str]], cls: str) -> Node:
    return el(
        "dl",
        (el("div", el("dt", sample), el("dd", text=_(text))) for sample, text in entries),
        cls=f"entries {cls}",
    )


def legend_button() -> Node:
    """Return the button that opens the legend."""
    return _legend_button(_("What the marks mean"))


@memoized
def _legend_button(label: str) -> Node:
    return dialog_button(label, "help", LEGEND_DIALOG)


@cached_by_language(16)
def legend_dialog(game: str) -> Node:
    """Return the dialog with the legend of a game. Every page of the game contains it.

    The marks come first, since most people open the dialog for them.
    """
    title = _("What the marks mean")
    meanings = {**_BUTTONS, **VIEWS[game].button_meanings}
    names = [name for name in meanings if name != "target" or PACKAGES[game].attacks is not None]
    buttons = _entries([(icon(name), meanings[name]) for name in names], "buttons")
    return dialog(
        LEGEND_DIALOG,
        title,
        dialog_header(title, LEGEND_DIALOG),
        _marks_section(game),
        el("h3", text=_("Buttons")),
        buttons,
        _notation_section(game),
        cls="reference legend",
        key=LEGEND_DIALOG,
    )
