"""What all tests share: how Hypothesis looks for examples, and that each begins in English."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from hypothesis import HealthCheck, settings

from ruleboard import i18n as speech

# A busy machine is no bug; and what passes here passes there: the same examples everywhere.
settings.register_profile("ruleboard", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ruleboard")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """No test leaves another language behind."""
    yield
    speech.use(NullTranslations())
