"""The languages the app speaks, and how it begins to speak one."""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping

from ruleboard import i18n as speech

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
"""Their codes, and what they call themselves: whoever looks for theirs may read no other."""


def speak(catalogue: bytes) -> None:
    """Speak the language of a catalogue (a .mo file) from now on; English if it is empty."""
    speech.use(gettext.GNUTranslations(io.BytesIO(catalogue)) if catalogue else gettext.NullTranslations())
