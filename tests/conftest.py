"""Settings of all tests: Hypothesis, garbage collection, English at each start; and how long each file takes."""

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
from tools.quick import DURATIONS, durations

# A busy machine is no bug; and what passes here passes there: the same examples everywhere.
settings.register_profile("ruleboard", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ruleboard")

# Python looks for garbage in cycles after every 700 new objects, and again and again through all that the tests of all
# files have imported: a third of the processor time of a test of pages.
gc.set_threshold(50_000, 20, 20)

PER_TEST = {True: 2.0, False: 0.04}
"""The assumed duration of a test in a file that was never run, in a browser and without one, in seconds."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """No test leaves another language behind."""
    yield
    speech.use(NullTranslations())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix the tests in browsers, which often wait, with the others, which compute, so that no processor is idle.

    Of both the longest files come first: short ones at the end fill all processes.
    """
    took = durations()
    files = Counter(item.nodeid.split("::")[0] for item in items)
    place: dict[str, float] = {}
    for in_browser in (True, False):
        some = {
            file: took.get(file) or tests * PER_TEST[in_browser]
            for file, tests in files.items()
            if file.startswith("tests/e2e/") == in_browser
        }
        longest_first = sorted(some, key=lambda file: -some[file])
        before = accumulate((some[file] for file in longest_first), initial=0.0)
        place |= {file: time / sum(some.values()) for file, time in zip(longest_first, before, strict=False)}
    items.sort(key=lambda item: place[item.nodeid.split("::")[0]])


def pytest_collection_finish() -> None:
    """Leave what was collected alone from now on when looking for garbage: tests and modules stay to the end."""
    gc.collect()
    gc.freeze()


_took: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up how long a file takes; with several processes this is told to the first of them."""
    _took[report.nodeid.split("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Note how long the files took, for the choice of ``dev.py test --quick``; of part of a file nothing is learnt."""
    part = session.config.option.keyword or session.config.option.markexpr or "::" in " ".join(session.config.args)
    if exitstatus or part or "PYTEST_XDIST_WORKER" in os.environ:
        return
    DURATIONS.parent.mkdir(exist_ok=True)
    DURATIONS.write_text(json.dumps({**durations(), **_took}, indent=0, sort_keys=True), encoding="utf-8")
