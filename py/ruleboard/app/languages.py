"""The languages of the app, and the catalogue that translates its texts."""

from __future__ import annotations

import gettext
import io
import struct
from collections.abc import Mapping

from ruleboard import i18n

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
"""The languages by code, each with its own name for itself."""


def use_catalogue(catalogue: bytes, *, figurines: bool = False) -> bool:
    """Use a catalogue (a .mo file) to translate all texts. An empty catalogue means English.

    With ``figurines``, moves show chess pieces as small figures. If the catalogue is truncated or is another kind of
    file, use English and return False.
    """
    english = gettext.NullTranslations()
    try:
        translations = gettext.GNUTranslations(io.BytesIO(catalogue)) if catalogue else english
        is_complete = translations is english or bool(translations.info())
    except (OSError, ValueError, LookupError, struct.error):  # what gettext raises depends on the bytes
        is_complete = False
    i18n.use_catalog(translations if is_complete else english, figurines=figurines)
    return is_complete
