"""Translation of texts with gettext.

Texts in the code are English. ``_("One back")`` looks up the translation when the page needs it. Data that are created
before the language is known mark their texts with ``N_``, and the code that displays them looks them up. Values are
inserted after the lookup and by name, so that a translation can change their order:
``_("{piece} on {square}").format(piece=…, square=…)``.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_catalog = gettext.NullTranslations()
_uses_figurines = False


def use_catalog(translations: gettext.NullTranslations, *, figurines: bool = False) -> None:
    """Set the current catalogue. Use ``NullTranslations()`` for English.

    Args:
        translations: a catalogue that has not been set before, since caches recognize the language by the catalogue.
        figurines: True to write chess pieces as small figures in moves, where Unicode has them.
    """
    global _catalog, _uses_figurines
    _catalog, _uses_figurines = translations, figurines


def uses_figurines() -> bool:
    """Return True if moves show chess pieces as small figures."""
    return _uses_figurines


def current_catalog() -> gettext.NullTranslations:
    """Return the current catalogue."""
    return _catalog


def cached_by_language(max_size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that caches the results of a function by its arguments and the current language.

    Functions that translate texts must use it in place of ``lru_cache``.

    Args:
        max_size: the maximum number of results.
    """

    def decorator(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(max_size)
        @wraps(function)
        def cached_function(_translations: gettext.NullTranslations, *args: P.args, **kwargs: P.kwargs) -> T:
            return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return cached_function(_catalog, *args, **kwargs)  # type: ignore[arg-type]

        return call

    return decorator


class _TextWithContext(str):
    """A text with a context for its translation, since the English text has several meanings.

    Attributes:
        context: the context in the catalogue.
    """

    __slots__ = ("context",)

    context: str


class _TextWithValues(str):
    """A text with values that are inserted into its translation.

    Attributes:
        values: the values, by the names in braces.
    """

    __slots__ = ("values",)

    values: Mapping[str, str]


def _(message: str) -> str:
    """Translate a text; return it unchanged if the catalogue does not contain it."""
    if type(message) is not str:  # rare: a page translates hundreds of plain texts
        if isinstance(message, _TextWithValues):
            return with_values(_catalog.gettext(message), message.values)
        if isinstance(message, _TextWithContext):
            return _catalog.pgettext(message.context, message)
    return _catalog.gettext(message) if message else ""


def ngettext(singular: str, plural: str, count: int) -> str:
    """Translate the singular or plural form of a text, depending on a number. The caller inserts the number."""
    return _catalog.ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Translate a text in a context, for English texts that have several meanings."""
    return _catalog.pgettext(context, message)


def decimal(value: float, digits: int = 1) -> str:
    """Format a number with the decimal separator of the current language.

    Args:
        value: the number.
        digits: the number of decimals, at least 1.
    """
    integer_part, _point, decimals = f"{value:.{digits}f}".partition(".")
    return _("{whole}.{decimals}").format(whole=integer_part, decimals=decimals)


def N_(message: str) -> str:  # noqa: N802 (the name gettext uses)
    """Mark a text for the catalogue, and return it unchanged. The code that displays the text must translate it."""
    return message


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Replace names in braces by their values. Other braces stay unchanged."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def with_deferred_values(message: str, values: Mapping[str, str]) -> str:
    """Return a text that ``_`` translates before it inserts the values."""
    if all(f"{{{name}}}" not in message for name in values):
        return message
    text = _TextWithValues(message)
    text.values = values
    return text


def with_values_of(message: str, whole_text: str) -> str:
    """Attach the values of ``whole_text`` to a part of that text."""
    return with_deferred_values(message, whole_text.values) if isinstance(whole_text, _TextWithValues) else message


def NP_(context: str, message: str) -> str:  # noqa: N802 (as N_)
    """Mark a text with a context for the catalogue, and return it for ``_`` to translate."""
    text = _TextWithContext(message)
    text.context = context
    return text
