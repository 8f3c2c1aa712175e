"""Texts that can be copied: the field, its button, and what to do where the browser does not let us copy."""

from __future__ import annotations

from ruleboard.app.runtime.model import Model
from ruleboard.app.ui.components import button
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def copied_field(model: Model, id: str, label: str, text: str, rows: int) -> Node:
    """A text to be read, with a button that copies it."""
    field = el("textarea", text=text, id=id, rows=rows, readonly=True, spellcheck="false", autocomplete="off")
    return with_copying(model, id, field, label, key=id)


def with_copying(model: Model, id: str, field: Node, label: str, *, named: str = "", key: str = "") -> Node:
    """A field with that id under its label, with a button that copies its text.

    ``named`` is what the button calls it, where that is not the label.
    """
    return el(
        "div",
        el("div", el("label", text=label, for_=id), _copy_button(model, id, named or label), cls="copied-head"),
        field,
        _copy_hint(model, id),
        cls="copied",
        key=key,
    )


def _copy_button(model: Model, id: str, label: str) -> Node:
    """The button that copies the text of a field."""
    field, done = model.copied
    word = _("Copied") if field == id and done else _("Copy")
    return button(word, "copy", id, aria_label=f"{word}: {label}")


def _copy_hint(model: Model, id: str) -> Node | None:
    """What to do where the browser lets nobody but the person copy."""
    if model.copied != (id, False):
        return None
    return el("p", cls="small", text=_("The text is selected: hold it, or press Ctrl+C (⌘C), to copy it."))
