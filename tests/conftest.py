"""Settings of all tests: Hypothesis profile, garbage collection, language reset, and durations of files."""

from __future__ import annotations

import gc
import json
import os
from collections import Counter
from collections.abc import Iterator
from gettext import NullTranslations
from itertools import accumulate

import pytest
from hypothesis import HealthCheck, settings

from ruleboard import i18n as speech
from tools.quick import DURATIONS_FILE, read_durations
from tools.test import FAULT_TESTS

# No deadline, since a busy machine is no bug. Every machine tries the same examples.
settings.register_profile("ruleboard", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ruleboard")

# By default Python looks for reference cycles after every 700 new objects, in all imported modules. That takes a third
# of the processor time of a test of pages.
gc.set_threshold(50_000, 20, 20)

DEFAULT_TEST_SECONDS = {True: 2.0, False: 0.04}
"""The assumed seconds of a test in a file without a measured duration, in a browser (True) and without one (False)."""


LONG_FILES = {
    "tests/e2e/test_scenes.py": 130.0,
    "tests/e2e/test_embed.py": 110.0,
    "tests/e2e/test_start.py": 80.0,
    "tests/e2e/test_tensor_cards.py": 50.0,
    "tests/e2e/test_offline.py": 45.0,
    "tests/e2e/test_extensions.py": 25.0,
    "tests/conformance/test_views.py": 35.0,
    "tests/unit/words/test_untranslated_texts.py": 35.0,
    "tests/unit/app/test_soak.py": 25.0,
    "tests/unit/test_clauses.py": 20.0,
}
"""The seconds of files whose tests take longer than the default, for the order of the first run on a machine."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Switch back to English after each test."""
    yield
    speech.use_catalog(NullTranslations())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix the tests in browsers, which often wait, with the others, which compute, so that all processors stay busy.

    In both groups the longest files come first, so that short files fill the processes at the end.
    """
    seconds_by_file = read_durations()
    test_counts = Counter(item.nodeid.split("::")[0] for item in items)
    start_shares: dict[str, float] = {}
    for uses_browser in (True, False):
        seconds = {
            file: seconds_by_file.get(file) or LONG_FILES.get(file) or tests * DEFAULT_TEST_SECONDS[uses_browser]
            for file, tests in test_counts.items()
            if file.startswith("tests/e2e/") == uses_browser
        }
        files_by_duration = sorted(seconds, key=lambda file: -seconds[file])
        starts = accumulate((seconds[file] for file in files_by_duration), initial=0.0)
        start_shares |= {
            file: time / sum(seconds.values()) for file, time in zip(files_by_duration, starts, strict=False)
        }
    items.sort(key=lambda item: start_shares[item.nodeid.split("::")[0]])


def pytest_collection_finish() -> None:
    """Exclude the collected tests and modules from garbage collection: they stay to the end."""
    gc.collect()
    gc.freeze()


_seconds_by_file: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the duration of a file; with several processes, pytest-xdist reports to the first of them."""
    _seconds_by_file[report.nodeid.split("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Save the durations of whole files, from which ``dev.py test --quick`` chooses, even if tests have failed."""
    is_partial = (
        session.config.option.keyword
        or session.config.option.markexpr not in ("", f"not {FAULT_TESTS}")
        or "::" in " ".join(session.config.args)
    )
    if (
        exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        or is_partial
        or "PYTEST_XDIST_WORKER" in os.environ
    ):
        return
    DURATIONS_FILE.parent.mkdir(exist_ok=True)
    DURATIONS_FILE.write_text(
        json.dumps({**read_durations(), **_seconds_by_file}, indent=0, sort_keys=True), encoding="utf-8"
    )
