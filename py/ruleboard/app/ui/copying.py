"""Texts that can be copied: the field, its button, and what to do where the browser does not let us copy."""

from __future__ import annotations

from ruleboard.app.ui.components import Copied, button
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def copied_field(copied: Copied, id: str, label: str, text: str, rows: int) -> Node:
    """A text to be read, with a button that copies it."""
    field = el("textarea", text=text, id=id, rows=rows, readonly=True, spellcheck="false", autocomplete="off")
    return with_copying(copied, id, field, label, key=id)


def with_copying(copied: Copied, id: str, field: Node, label: str, *, named: str = "", key: str = "") -> Node:
    """A field with that id under its label, with a button that copies its text.

    ``named`` is what the button calls it, where that is not the label.
    """
    return el(
        "div",
        el("div", el("label", text=label, for_=id), _copy_button(copied, id, named or label), cls="copied-head"),
        field,
        _copy_hint(copied, id),
        cls="copied",
        key=key,
    )


def _copy_button(copied: Copied, id: str, label: str) -> Node:
    """The button that copies the text of a field."""
    field, done = copied
    word = _("Copied") if field == id and done else _("Copy")
    return button(word, "app.copy", id, aria_label=f"{word}: {label}")


def _copy_hint(copied: Copied, id: str) -> Node | None:
    """What to do where the browser lets nobody but the person copy."""
    if copied != (id, False):
        return None
    return el("p", cls="small", text=_("The text is selected: hold it, or press Ctrl+C (⌘C), to copy it."))
