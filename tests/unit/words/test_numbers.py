"""Test decimal numbers in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from ruleboard import i18n as speech
from ruleboard.i18n import decimal
from tests.support.catalogues import load_translations
from tools.fake_browser import Tab


@pytest.fixture(autouse=True)
def restored_english() -> Iterator[None]:
    """Restore English after a test."""
    yield
    speech.use_catalog(NullTranslations())


def test_english_uses_decimal_point() -> None:
    assert decimal(29.7) == "29.7"
    assert decimal(-0.25, 2) == "-0.25"
    assert decimal(3) == "3.0"


def test_french_uses_decimal_comma() -> None:
    speech.use_catalog(load_translations("fr"))
    assert decimal(29.7) == "29,7"
    assert decimal(-0.25, 2) == "-0,25"
    assert decimal(3) == "3,0"


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("fr", ",")])
def test_paper_sizes_follow_language(language: str, mark: str) -> None:
    tab = Tab(address="#/boards/tensor-cards", preferred_language=language)
    tab.click("workshop.new")
    number = rf"\d+{re.escape(mark)}\d"
    assert re.search(rf"{number}(?:\scm)? \w+ {number}\scm", tab.text)
