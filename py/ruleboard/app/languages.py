"""The languages of the app, and the choice of the catalogue that translates its texts."""

from __future__ import annotations

import gettext
import io
import struct
from collections.abc import Mapping

from ruleboard import i18n

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
"""The languages by code, each named in itself for readers of no other."""


def use_catalogue(catalogue: bytes) -> bool:
    """Translate all texts by a catalogue (a .mo file) from now on; an empty one leaves them in English.

    Anything else leaves them in English, too, and False is returned: a part of a catalogue, or another file that a host
    has sent in its place.
    """
    english = gettext.NullTranslations()
    try:
        translations = gettext.GNUTranslations(io.BytesIO(catalogue)) if catalogue else english
        whole = translations is english or bool(translations.info())
    except (OSError, ValueError, LookupError, struct.error):  # whatever the bytes are taken for
        whole = False
    i18n.use(translations if whole else english)
    return whole
