"""Form fields: text fields, text areas, switches, drop-down lists, file pickers, and the form for a pasted text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.i18n import _
from ruleboard.scene.node import Node, drawn_once, el


@drawn_once
def line(label: str, value: str, longest: int, *, problem: str = "", key: str = "", **more: Any) -> Node:
    """Return a text field of one line under its label.

    Args:
        label: the label.
        value: the text in the field.
        longest: the greatest number of characters.
        problem: the reason why the text is invalid; empty if it is valid.
        key: the key of the whole.
        more: further attributes of the field itself.
    """
    return el(
        "label",
        el("span", text=label),
        el(
            "input",
            type="text",
            value=value,
            maxlength=longest,
            autocomplete="off",
            aria_invalid="true" if problem else None,
            **more,
        ),
        el("span", text=problem, cls="error small", role="status") if problem else None,
        cls="field",
        key=key,
    )


def area(text: str = "", **more: Any) -> Node:
    """Return a text area without spelling aids, with further attributes."""
    return el("textarea", text=text, spellcheck="false", autocapitalize="off", autocomplete="off", **more)


def switch(
    inside: Node, do: str, on: bool, *, kind: str = "checkbox", cls: str = "segment", key: str = "", **more: Any
) -> Node:
    """Return a checkbox or a radio button that sends its message at every change.

    Args:
        inside: its label.
        do: the message.
        on: True if it is checked.
        kind: "checkbox" or "radio".
        cls: the class of the label.
        key: the key of the label.
        more: further attributes of the input, such as the name of a radio group, and the value.
    """
    return el(
        "label",
        el("input", type=kind, checked=on, data_do=do, data_on="change", **more),
        inside,
        cls=cls,
        key=key,
    )


def choice_list(label: str, do: str, value: str, choices: Sequence[tuple[str, str]], *, disabled: bool = False) -> Node:
    """Return a drop-down list that sends its message at every change; its label is only read by screen readers.

    Args:
        label: the label.
        do: the message.
        value: the chosen value.
        choices: the values, and their names for people.
        disabled: True if nothing can be chosen now.
    """
    return el(
        "select",
        (el("option", value=known, selected=known == value, text=name, key=known) for known, name in choices),
        data_do=do,
        data_on="change",
        disabled=disabled,
        aria_label=label,
    )


def file_button(label: str, do: str, accept: str, *, many: bool = False) -> Node:
    """Return a button that asks for a file, or for several with ``many``, and sends its message with their texts."""
    return el(
        "label",
        el("span", text=label),
        el("input", type="file", accept=accept, multiple=many, data_do=do, data_on="change", cls="unseen"),
        cls="button",
    )


def paste(label: str, do: str, problem: str = "") -> Node:
    """Return a form for a text from the clipboard.

    Args:
        label: the label of its field.
        do: the message.
        problem: the reason why the text sent last was refused; empty if it was not.
    """
    return el(
        "form",
        el(
            "label",
            el("span", text=label),
            area(
                name="text",
                rows=3,
                aria_describedby="unusable" if problem else None,
                aria_invalid="true" if problem else None,
            ),
            cls="field",
        ),
        el("p", cls="error", id="unusable", role="alert", text=problem) if problem else None,
        el("button", cls="button", type="submit", text=_("Import this text")),
        data_do=do,
        cls="paste",
    )
