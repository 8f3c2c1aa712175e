"""The languages of the app, and the catalogue that translates its texts."""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping

from ruleboard import i18n

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
"""The languages by code, each with its own name for itself."""


def use_catalogue(catalogue: bytes) -> None:
    """Translate all texts by a catalogue (a .mo file) from now on. An empty one means English."""
    i18n.use(gettext.GNUTranslations(io.BytesIO(catalogue)) if catalogue else gettext.NullTranslations())
