"""Form fields: text fields, text areas, switches, drop-down lists, file pickers, and a form for pasting a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from ruleboard.app.storage.preferences import Flip
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el, memoized

_SEATINGS: Final = {
    Flip.NEVER: N_("Sit on the same side"),
    Flip.FACE: N_("Sit face to face"),
    Flip.TURN: N_("Flip the board after each turn"),
}
"""The ways to share a screen, by the setting for the rotation of the board."""


def seatings(player_count: int) -> Iterator[tuple[Flip, str]]:
    """Yield the possible seatings, each as a setting with its label. Only two players can sit face to face."""
    for flip, label in _SEATINGS.items():
        if flip is not Flip.FACE or player_count == 2:
            yield flip, _(label)


@memoized
def text_field(label: str, value: str, max_length: int, *, error: str = "", key: str = "", **attributes: Any) -> Node:
    """Return a single-line text field under its label.

    Args:
        label: the label.
        value: the text in the field.
        max_length: the maximum number of characters.
        error: the reason why the text is invalid; empty if it is valid.
        key: the key of the node.
        attributes: additional attributes of the field.
    """
    return el(
        "label",
        el("span", text=label),
        el(
            "input",
            type="text",
            value=value,
            maxlength=max_length,
            autocomplete="off",
            aria_invalid="true" if error else None,
            **attributes,
        ),
        el("span", text=error, cls="error small", role="status") if error else None,
        cls="field",
        key=key,
    )


def text_area(text: str = "", **attributes: Any) -> Node:
    """Return a text area without spell checking."""
    return el("textarea", text=text, spellcheck="false", autocapitalize="off", autocomplete="off", **attributes)


def switch(
    label: Node,
    message: str,
    is_checked: bool,
    *,
    kind: str = "checkbox",
    cls: str = "segment",
    key: str = "",
    **attributes: Any,
) -> Node:
    """Return a checkbox or a radio button that sends a message at every change.

    Args:
        label: the node with its label.
        message: the message.
        is_checked: True if the box or button is checked.
        kind: "checkbox" or "radio".
        cls: the class of the label.
        key: the key of the label.
        attributes: additional attributes of the input, such as the name of a radio group, and the value.
    """
    return el(
        "label",
        el("input", type=kind, checked=is_checked, data_do=message, data_on="change", **attributes),
        label,
        cls=cls,
        key=key,
    )


def radio_buttons(
    message: str, group: str, choices: Iterable[tuple[str, Node]], value: str, *, cls: str = "segment"
) -> Node:
    """Return radio buttons that send a message at every change.

    Args:
        message: the message.
        group: the name that the buttons share.
        choices: the values and the nodes with their labels.
        value: the current value.
        cls: the class of each button; the class of the node around the buttons is its plural.
    """
    buttons = (
        switch(label, message, choice == value, kind="radio", name=group, value=choice, cls=cls, key=choice)
        for choice, label in choices
    )
    return el("div", buttons, cls=f"{cls}s")


def radio_group(label: str, buttons: Node, *notes: Node, key: str) -> Node:
    """Return a group of radio buttons under its label and above notes."""
    return el("fieldset", el("legend", text=label), buttons, *notes, key=key)


def choice_list(
    label: str, message: str, value: str, choices: Sequence[tuple[str, str]], *, disabled: bool = False
) -> Node:
    """Return a drop-down list that sends a message at every change. Only screen readers read its label.

    Args:
        label: the label.
        message: the message.
        value: the current value.
        choices: the values and their labels.
        disabled: True to disable the list.
    """
    return el(
        "select",
        (el("option", value=choice, selected=choice == value, text=name, key=choice) for choice, name in choices),
        data_do=message,
        data_on="change",
        disabled=disabled,
        aria_label=label,
    )


def file_button(label: str, message: str, accept: str, *, accepts_several_files: bool = False) -> Node:
    """Return a button with which a person chooses files; it sends a message with the texts of the files."""
    return el(
        "label",
        el("span", text=label),
        el(
            "input",
            type="file",
            accept=accept,
            multiple=accepts_several_files,
            data_do=message,
            data_on="change",
            cls="unseen",
        ),
        cls="button",
    )


def paste_form(label: str, message: str, error: str = "") -> Node:
    """Return a form into which a person pastes a text.

    Args:
        label: the label of its field.
        message: the message.
        error: the reason why the last import failed; may be empty.
    """
    return el(
        "form",
        el(
            "label",
            el("span", text=label),
            text_area(
                name="text",
                rows=3,
                aria_describedby="unusable" if error else None,
                aria_invalid="true" if error else None,
            ),
            cls="field",
        ),
        el("p", cls="error", id="unusable", role="alert", text=error) if error else None,
        el("button", cls="button", type="submit", text=_("Import this text")),
        data_do=message,
        cls="paste",
    )
