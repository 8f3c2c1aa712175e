"""Translation of texts through a gettext catalogue.

Texts in the code are English. ``_("One back")`` looks up the translation when the page needs it. Data that exist before
the language is known mark their texts with ``N_``, and the code that displays them looks them up. Values are inserted
after the lookup and by name, so that a translation can change their order: ``_("{piece} on {square}").format(piece=…,
square=…)``.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping

_catalog = gettext.NullTranslations()


def use(translations: gettext.NullTranslations) -> None:
    """Switch to a catalogue; ``NullTranslations()`` is English."""
    global _catalog
    _catalog = translations


def current_catalog() -> gettext.NullTranslations:
    """Return the current catalogue. Caches of values that contain texts, such as pictures, need it in their keys."""
    return _catalog


class _Contextual(str):
    """A marked text with a context, for an English text with several meanings.

    Attributes:
        context: the meaning, as catalogues name it.
    """

    __slots__ = ("context",)

    context: str


class _Filled(str):
    """A marked text whose translation receives values at the lookup.

    Attributes:
        values: the values by their names in the text's braces.
    """

    __slots__ = ("values",)

    values: Mapping[str, str]


def _(message: str) -> str:
    """Return the translation of a text, or the text itself if the catalogue does not contain it."""
    if isinstance(message, _Filled):
        return with_values(_catalog.gettext(message), message.values)
    if isinstance(message, _Contextual):
        return _catalog.pgettext(message.context, message)
    return _catalog.gettext(message) if message else ""


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the translation of the singular or the plural for a number. The caller inserts the number."""
    return _catalog.ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Return the translation of a text in a context, for an English word with several meanings."""
    return _catalog.pgettext(context, message)


def decimal(value: float, digits: int = 1) -> str:
    """Return a number with the decimal sign of the current language.

    Args:
        value: the number.
        digits: the number of decimals, at least 1.
    """
    integer_part, _point, decimals = f"{value:.{digits}f}".partition(".")
    return _("{whole}.{decimals}").format(whole=integer_part, decimals=decimals)


def N_(message: str) -> str:  # noqa: N802 (the name gettext uses)
    """Return the text itself. The mark puts it into the catalogue; the code that displays it looks it up."""
    return message


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Return a text with values in place of their names in braces; other braces stay unchanged."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def with_deferred_values(message: str, values: Mapping[str, str]) -> str:
    """Return a text of a data file for ``_`` to look up; ``_`` inserts the values into the translation."""
    if all(f"{{{name}}}" not in message for name in values):
        return message
    text = _Filled(message)
    text.values = values
    return text


def with_values_of(message: str, like: str) -> str:
    """Return a part of a text with the values of the whole text."""
    return with_deferred_values(message, like.values) if isinstance(like, _Filled) else message


def NP_(context: str, message: str) -> str:  # noqa: N802 (as N_)
    """Return a text with a mark and a context, for ``_`` to look up."""
    text = _Contextual(message)
    text.context = context
    return text
