"""A pseudo-language for tests, which reveals untranslated texts.

The pseudo-translation of a text has accents on all letters and brackets around the text. Inserted values have no
accents. Therefore plain letters on a page show that a text has no translation or bypasses the catalogue.
"""

from __future__ import annotations

import gettext
import re

from tools.catalogue import LOCALE_FOLDER, list_part_names, read_catalogue

_PLAIN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ACCENTED_LETTERS = "ÅƁÇĐÉƑĜĤÎĴĶĹṀÑÖƤɊŘŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķĺɱñöþɋřšţûṽŵẋýž"
_ACCENT_TABLE = str.maketrans(_PLAIN_LETTERS, _ACCENTED_LETTERS)
_PLACEHOLDER_PATTERN = re.compile(r"(\{[^{}]*\})")

OPENING_BRACKET, CLOSING_BRACKET = "⟦", "⟧"


def pseudo_translate(message: str) -> str:
    """Translate a text into the pseudo-language. Placeholders stay unchanged."""
    pieces = _PLACEHOLDER_PATTERN.split(message)
    return (
        OPENING_BRACKET
        + "".join(piece if piece.startswith("{") else piece.translate(_ACCENT_TABLE) for piece in pieces)
        + CLOSING_BRACKET
    )


def find_plain_words(text: str) -> list[str]:
    """Return the untranslated words of a text, which are two or more plain letters in a row."""
    return re.findall(r"[A-Za-z][A-Za-z’']*[A-Za-z]", text)


class PseudoTranslations(gettext.NullTranslations):
    """The message catalogue of the pseudo-language. Texts that are not in the templates stay unchanged."""

    def __init__(self) -> None:
        super().__init__()
        messages = [
            message for part in list_part_names() for message in read_catalogue(LOCALE_FOLDER / f"{part}.pot").messages
        ]
        self.keys = frozenset(message.key for message in messages)

    def gettext(self, message: str) -> str:
        """Translate a message into the pseudo-language."""
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        """Translate a message with a context into the pseudo-language."""
        return pseudo_translate(message) if (context, message) in self.keys else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate the singular or plural form of a message into the pseudo-language, depending on ``n``."""
        text = msgid1 if n == 1 else msgid2
        return pseudo_translate(text) if ("", msgid1) in self.keys else text
