"""A game as texts to be copied: the position one looks at, and the game up to where it stands."""

from __future__ import annotations

from ruleboard.app.model import Model
from ruleboard.app.pages.parts import button, el
from ruleboard.app.table import Table
from ruleboard.engine.game import Action
from ruleboard.engine.record import format_record
from ruleboard.games import SCORES
from ruleboard.scene.node import Node
from ruleboard.speech import _

ID = "texts"


def texts(model: Model, table: Table) -> Node:
    """The dialog with a game's texts; empty while it is closed, since they take time to write."""
    return el(
        "div",
        _inside(model, table) if table.texts else (),
        id=ID,
        popover="auto",
        cls="dialog wide",
        data_do="texts",
        data_on="toggle",
    )


def _inside(model: Model, table: Table) -> list[Node]:
    game, state = table.shown.game, table.shown.state
    scores = SCORES.get(game.id)
    position = game.format_position(game.view(state, None))
    nodes = [
        el("h2", text=_("Position and moves as text")),
        copied_field(model, "text-position", _("The position you see"), position, 2),
    ]
    if scores:
        nodes.append(copied_field(model, "text-record", _("The game"), scores.format(table.timeline), 9))
    else:
        nodes.append(copied_field(model, "text-moves", _("The moves"), _moves(table), 6))
        hidden = _pending(table) or game.view(table.timeline.state, None) != table.timeline.state
        nodes.append(
            el("p", cls="small", text=_("The whole game is not shown here: its record tells what is still hidden."))
            if hidden
            else copied_field(model, "text-record", _("The game as it is kept"), _record(table), 3)
        )
    nodes.append(
        el(
            "p",
            cls="small",
            text=_(
                "A position can be pasted where a new game is set up; a game in the settings, here or in any other"
                " browser."
            ),
        )
    )
    return nodes


def copied_field(model: Model, id: str, label: str, text: str, rows: int) -> Node:
    """A text to be read, with a button that copies it."""
    return el(
        "div",
        el(
            "div",
            el("label", text=label, for_=id),
            copy_button(model, id, label),
            cls="copied-head",
        ),
        el(
            "textarea",
            text=text,
            id=id,
            rows=rows,
            readonly=True,
            spellcheck="false",
            autocomplete="off",
        ),
        copy_hint(model, id),
        cls="copied",
        key=id,
    )


def copy_button(model: Model, id: str, label: str) -> Node:
    """The button that copies the text of a field."""
    field, done = model.copied
    copied = field == id and done
    said = _("Copied: {what}") if copied else _("Copy: {what}")
    return button(_("Copied") if copied else _("Copy"), "copy", id, aria_label=said.format(what=label))


def copy_hint(model: Model, id: str) -> Node | None:
    """What to do where the browser lets nobody but the person copy."""
    if model.copied != (id, False):
        return None
    return el("p", cls="small", text=_("The text is selected: hold it, or press Ctrl+C (⌘C), to copy it."))


def _moves(table: Table) -> str:
    timeline = table.timeline
    actions = [entry for entry in timeline.entries[: timeline.at] if isinstance(entry, Action)]
    return "\n".join(map(str, timeline.game.format_moves(timeline.states[0], actions)))


def _pending(table: Table) -> bool:
    """Whether somebody decides unseen just now, and somebody may have done so: a record would tell."""
    timeline = table.timeline
    return timeline.outcome is None and timeline.game.secret(timeline.state)


def _record(table: Table) -> str:
    return format_record(table.timeline.to_record())
