"""The words of the product in the reader's language: every text that people read goes through here.

A text in the code is English and is looked up when it is shown: ``_("One back")``. Data that are made before a language
is known mark their texts with ``N_``, and whoever shows them looks them up. What varies is put in afterwards, by name,
so that a translation may order it anew: ``_("{piece} on {square}").format(piece=…, square=…)``.
"""

from __future__ import annotations

import gettext

_spoken = gettext.NullTranslations()


def use(translations: gettext.NullTranslations) -> None:
    """Speak with this catalogue from now on; a plain ``NullTranslations()`` is English."""
    global _spoken
    _spoken = translations


def spoken() -> gettext.NullTranslations:
    """The catalogue in use. A cache of what has words in it, such as pictures, has to tell catalogues apart by it."""
    return _spoken


class _Meant(str):
    """A marked text that has other meanings elsewhere, and so perhaps other translations.

    Attributes:
        context: which of its meanings it has here.
    """

    __slots__ = ("context",)

    context: str


def _(message: str) -> str:
    """The text in the language that is spoken; itself where the catalogue has none."""
    if isinstance(message, _Meant):
        return _spoken.pgettext(message.context, message)
    return _spoken.gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The one of two texts that fits a number, in the language that is spoken; put the number in afterwards."""
    return _spoken.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """The text in the language that is spoken, where the same English word has several meanings."""
    return _spoken.pgettext(context, message)


def decimal(value: float, digits: int = 1) -> str:
    """A number with so many decimals, at least one, as it is written in the language that is spoken."""
    whole, _point, decimals = f"{value:.{digits}f}".partition(".")
    return _("{whole}.{decimals}").format(whole=whole, decimals=decimals)


def N_(message: str) -> str:  # noqa: N802 (gettext's own name for it)
    """The text itself, marked for the catalogue: it is looked up where it is shown."""
    return message


def NP_(context: str, message: str) -> str:  # noqa: N802 (as N_)
    """A text marked as by ``N_``, where the same English word has several meanings: ``_`` finds the one meant here."""
    marked = _Meant(message)
    marked.context = context
    return marked
