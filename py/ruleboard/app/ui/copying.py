"""Fields whose text can be copied, with the button, and advice for browsers that do not let scripts copy."""

from __future__ import annotations

from ruleboard.app.ui.components import Copied, button
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def copied_field(copied: Copied, id: str, label: str, text: str, rows: int) -> Node:
    """Return a read-only text area with a button that copies its text.

    Args:
        copied: the field that was copied last.
        id: the id of the text area.
        label: the label above it.
        text: its text.
        rows: its height in lines.
    """
    field = el("textarea", text=text, id=id, rows=rows, readonly=True, spellcheck="false", autocomplete="off")
    return with_copying(copied, id, field, label, key=id)


def with_copying(
    copied: Copied, id: str, field: Node, label: str, *, named: str = "", key: str = "", disabled: bool = False
) -> Node:
    """Return a field under its label, with a button that copies its text.

    Args:
        copied: the field that was copied last.
        id: the id of the field.
        field: the field.
        label: the label above it.
        named: the name of the field within the button's accessible name, if it is not the label.
        key: the key of the whole.
        disabled: True if the text is not to be copied as it stands.
    """
    return el(
        "div",
        el(
            "div",
            el("label", text=label, for_=id),
            _copy_button(copied, id, named or label, disabled),
            cls="copied-head",
        ),
        field,
        _copy_hint(copied, id),
        cls="copied",
        key=key,
    )


def _copy_button(copied: Copied, id: str, label: str, disabled: bool) -> Node:
    """Return the button that copies the text of a field."""
    field, done = copied
    word = _("Copied") if field == id and done else _("Copy")
    return button(word, "app.copy", id, aria_label=f"{word}: {label}", disabled=disabled)


def _copy_hint(copied: Copied, id: str) -> Node | None:
    """Return the advice to copy by hand, if the text of the field was only selected."""
    if copied != (id, False):
        return None
    return el("p", cls="small", text=_("The text is selected: hold it, or press Ctrl+C (⌘C), to copy it."))
