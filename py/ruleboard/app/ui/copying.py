"""Fields with a button that copies their text, and a hint for browsers that do not allow it."""

from __future__ import annotations

from ruleboard.app.ui.components import Copied, button
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def copied_field(copied: Copied, id: str, label: str, text: str, rows: int) -> Node:
    """Return a read-only field with a button that copies its text."""
    field = el("textarea", text=text, id=id, rows=rows, readonly=True, spellcheck="false", autocomplete="off")
    return with_copying(copied, id, field, label, key=id)


def with_copying(copied: Copied, id: str, field: Node, label: str, *, named: str = "", key: str = "") -> Node:
    """Return a field with an id under its label, with a button that copies its text.

    ``named`` is its name on the button, if that is not the label.
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
    """Return the button that copies the text of a field."""
    field, done = copied
    word = _("Copied") if field == id and done else _("Copy")
    return button(word, "app.copy", id, aria_label=f"{word}: {label}")


def _copy_hint(copied: Copied, id: str) -> Node | None:
    """Return the hint how to copy a selected text by hand."""
    if copied != (id, False):
        return None
    return el("p", cls="small", text=_("The text is selected: hold it, or press Ctrl+C (⌘C), to copy it."))
