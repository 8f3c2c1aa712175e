"""A pseudo-language for tests, in which texts that were looked up can be told from those that were not.

All letters of a text get accents, and the text stands in brackets; inserted values stay as they are. So letters without
accents on a page are a text that bypasses the catalogue, or one that is not to be translated.
"""

from __future__ import annotations

import gettext
import re

from tools.catalogue import LOCALE, parts, read

_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ACCENTED = "ÅƁÇĐÉƑĜĤÎĴĶĹṀÑÖƤɊŘŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķĺɱñöþɋřšţûṽŵẋýž"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_PARTS = re.compile(r"(\{[^{}]*\})")

OPEN, CLOSE = "⟦", "⟧"


def disguised(message: str) -> str:
    """Return a text in the pseudo-language; placeholders stay as they are."""
    parts = _PARTS.split(message)
    return OPEN + "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts) + CLOSE


def plain(text: str) -> list[str]:
    """Return the words of a text that were not looked up: two or more letters without accents in a row."""
    return re.findall(r"[A-Za-z][A-Za-z’']*[A-Za-z]", text)


class Pseudo(gettext.NullTranslations):
    """The catalogue of the pseudo-language. Texts that are in no template stay as they are."""

    def __init__(self) -> None:
        super().__init__()
        found = [message for part in parts() for message in read(LOCALE / f"{part}.pot").messages]
        self.known = frozenset(message.key for message in found)

    def gettext(self, message: str) -> str:
        """See ``gettext.NullTranslations``."""
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        """See ``gettext.NullTranslations``."""
        return disguised(message) if (context, message) in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """See ``gettext.NullTranslations``."""
        text = msgid1 if n == 1 else msgid2
        return disguised(text) if ("", msgid1) in self.known else text
