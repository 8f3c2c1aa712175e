"""The languages of the app."""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping

from ruleboard import i18n as speech

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
"""Codes and native names: whoever looks for their language may read no other."""


def speak(catalogue: bytes) -> None:
    """Use the language of a catalogue (a .mo file) from now on; English if it is empty."""
    speech.use(gettext.GNUTranslations(io.BytesIO(catalogue)) if catalogue else gettext.NullTranslations())
