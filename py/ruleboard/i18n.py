"""Translation of user texts through a gettext catalogue.

A text in the code is English and is looked up when it is shown: ``_("One back")``. Data that are made before the
language is known mark their texts with ``N_``; the code that shows them looks them up. Values are inserted afterwards,
by name, so that a translation can order them anew: ``_("{piece} on {square}").format(piece=…, square=…)``.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping

_spoken = gettext.NullTranslations()


def use(translations: gettext.NullTranslations) -> None:
    """Use this catalogue from now on; ``NullTranslations()`` is English."""
    global _spoken
    _spoken = translations


def spoken() -> gettext.NullTranslations:
    """Return the catalogue in use. Caches of values that contain words, such as pictures, need it in their keys."""
    return _spoken


class _Contextual(str):
    """A marked text with a context, because the same English text has other meanings elsewhere.

    Attributes:
        context: the meaning it has here, as catalogues name it.
    """

    __slots__ = ("context",)

    context: str


class _Filled(str):
    """A text whose translation has values put in where it is shown.

    Attributes:
        values: the values by their names, which stand in braces in the text.
    """

    __slots__ = ("values",)

    values: Mapping[str, str]


def _(message: str) -> str:
    """Return the translation of a text; the text itself where the catalogue has none."""
    if isinstance(message, _Filled):
        return with_values(_spoken.gettext(message), message.values)
    if isinstance(message, _Contextual):
        return _spoken.pgettext(message.context, message)
    return _spoken.gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """Return the translation of the singular or the plural for a number; insert the number afterwards."""
    return _spoken.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """Return the translation of a text in a context, where the same English word has several meanings."""
    return _spoken.pgettext(context, message)


def decimal(value: float, digits: int = 1) -> str:
    """Return a number with the decimal sign of the language in use.

    Args:
        value: the number.
        digits: the number of decimals, at least 1.
    """
    whole, _point, decimals = f"{value:.{digits}f}".partition(".")
    return _("{whole}.{decimals}").format(whole=whole, decimals=decimals)


def N_(message: str) -> str:  # noqa: N802 (the name gettext uses)
    """Return the text itself: it is marked for the catalogue and looked up where it is shown."""
    return message


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Return a text with the values put in whose names stand in it in braces; other braces stay as they are."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def filled(message: str, values: Mapping[str, str]) -> str:
    """Return a text of a data file for ``_`` to look up, which puts the values into the translation."""
    if all(f"{{{name}}}" not in message for name in values):
        return message
    marked = _Filled(message)
    marked.values = values
    return marked


def refilled(message: str, like: str) -> str:
    """Return a part of a text with the values of the whole."""
    return filled(message, like.values) if isinstance(like, _Filled) else message


def NP_(context: str, message: str) -> str:  # noqa: N802 (as N_)
    """Return a text marked as by ``N_`` with a context, which ``_`` looks up with it."""
    marked = _Contextual(message)
    marked.context = context
    return marked
