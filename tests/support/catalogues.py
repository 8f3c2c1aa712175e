"""Compiled catalogues of the translations, each compiled once for all tests."""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations

from tools.catalogue import compile_language


@cache
def compile_catalogue(language: str) -> bytes:
    """Return the compiled catalogue of a language."""
    return compile_language(language)


def load_translations(language: str) -> GNUTranslations:
    """Return the translations of a language."""
    return GNUTranslations(io.BytesIO(compile_catalogue(language)))
