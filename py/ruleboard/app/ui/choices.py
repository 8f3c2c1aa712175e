"""Forms for choices. The description of a field determines its nodes and the change that its message makes.

The values of a form are the fields of a frozen dataclass. Messages and radio buttons contain values as texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from ruleboard.app.ui.fields import radio_buttons, radio_group, switch, text_field
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name

S = TypeVar("S")

MAX_TEXT_LENGTH = 200
"""The maximum length of a text field, in characters."""


@dataclass(frozen=True, slots=True)
class RadioField:
    """Radio buttons for one of several values.

    Attributes:
        label: the label of the group.
        choices: the label of each value.
        attribute: the attribute of the dataclass that holds the value; empty if it is named like the field.
    """

    label: str
    choices: Mapping[Any, str]
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class SwitchField:
    """A checkbox, which a message toggles; see ``RadioField`` for the attributes."""

    label: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class LineField:
    """A field for a line of text; see ``RadioField`` for the attributes."""

    label: str
    attribute: str = ""


Field: TypeAlias = RadioField | SwitchField | LineField


@dataclass(frozen=True, slots=True)
class Form:
    """The description of a form.

    Attributes:
        message: the message that a field sends after a change, without the name of the field.
        group: the prefix of the names of radio groups.
        fields: the fields by name. Their labels are not translated.
    """

    message: str
    group: str
    fields: Mapping[str, Field]

    def update(self, values: S, name: str, text: str) -> S:
        """Return the values after a change of one field. An unknown name or value changes nothing.

        Args:
            values: the values before the change, a dataclass.
            name: the name of the field.
            text: the new value as text; ignored for a switch.
        """
        field = self.fields.get(name)
        match field:
            case RadioField():
                new_value = next((value for value in field.choices if str(value) == text), None)
                if new_value is None:
                    return values
            case SwitchField():
                new_value = not getattr(values, field.attribute or name)
            case LineField():
                new_value = " ".join(clean_name(text).split())[:MAX_TEXT_LENGTH].strip()
            case None:
                return values
        return replace(values, **{field.attribute or name: new_value})  # type: ignore[type-var]

    def node(
        self,
        values: object,
        name: str,
        *,
        label: str = "",
        text: str | None = None,
        error: str = "",
        choices: Mapping[Any, str] | None = None,
    ) -> Node:
        """Render a field.

        Args:
            values: the current values, a dataclass.
            name: the name of the field.
            label: a translated label; empty for the label of the field.
            text: the text in a text field if it differs from the value.
            error: the reason why the text in a text field is invalid; may be empty.
            choices: the translated labels of a radio group's values; None for the labels of the field.
        """
        field, message = self.fields[name], f"{self.message}.{name}"
        value, label = getattr(values, field.attribute or name), label or _(field.label)
        match field:
            case RadioField():
                if choices is None:
                    choices = {choice: _(title) for choice, title in field.choices.items()}
                labels = [(str(choice), el("span", text=title)) for choice, title in choices.items()]
                buttons = radio_buttons(message, f"{self.group}-{name}", labels, str(value))
                return radio_group(label, buttons, key=name)
            case SwitchField():
                return switch(el("span", text=label), message, value, key=name)
        return text_field(
            label,
            value if text is None else text,
            MAX_TEXT_LENGTH,
            error=error,
            key=name,
            data_do=message,
            data_on="change",
        )
