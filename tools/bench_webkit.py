"""Measure first and second visits in WebKitGTK."""

from __future__ import annotations

import time
from contextlib import suppress

from tools.webkit import start_browser, virtual_display, visit

_MAX_ATTEMPTS = 3
"""The maximum number of attempts in a round, since the driver sometimes loses its browser."""


class DriverLost(Exception):
    """Raised when the browser ended early in every attempt of a round."""


def measure_starts(pages: dict[str, str], rounds: int, pause: float) -> dict[str, tuple[list[float], list[float]]]:
    """Measure first and second visits to pages in turns, in milliseconds.

    Args:
        pages: the URLs of the pages by name.
        rounds: the number of rounds.
        pause: the time between the two visits, in seconds.

    Raises:
        DriverLost: the browser ended early in every attempt of a round.
    """
    durations: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in pages}
    with virtual_display() as environment:
        for _ in range(rounds):
            for name, address in pages.items():
                first_visit_time, second_visit_time = _measure_round(environment, address, pause)
                durations[name][0].append(first_visit_time)
                durations[name][1].append(second_visit_time)
    return durations


def _measure_round(environment: dict[str, str], address: str, pause: float) -> tuple[float, float]:
    """Return the times of a first and a second visit, in milliseconds."""
    from selenium.common.exceptions import WebDriverException
    from urllib3.exceptions import HTTPError

    for _attempt in range(_MAX_ATTEMPTS):
        with suppress(WebDriverException, HTTPError, OSError), start_browser(environment) as driver:
            first_visit_time = visit(driver, address)
            time.sleep(pause)
            driver.get("about:blank")
            return first_visit_time, visit(driver, address)
    raise DriverLost(f"not measured: the driver lost its browser {_MAX_ATTEMPTS} times; please try again")
