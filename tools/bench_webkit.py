"""Durations of first and second visits in WebKitGTK."""

from __future__ import annotations

import time
from contextlib import suppress

from tools.webkit import display, fresh, visit

_ATTEMPTS = 3
"""The number of attempts of a round: now and then the driver loses its browser."""


class DriverLost(Exception):
    """The driver has lost its browser in every attempt of a round."""


def starts(pages: dict[str, str], rounds: int, pause: float) -> dict[str, tuple[list[float], list[float]]]:
    """Return the durations of first and second visits to pages, measured in turns, in milliseconds.

    Args:
        pages: the addresses of the pages by name.
        rounds: the number of rounds.
        pause: the seconds between the two visits.

    Raises:
        DriverLost: a browser was lost too often.
    """
    durations: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in pages}
    with display() as environment:
        for _ in range(rounds):
            for name, address in pages.items():
                cold, warm = _round(environment, address, pause)
                durations[name][0].append(cold)
                durations[name][1].append(warm)
    return durations


def _round(environment: dict[str, str], address: str, pause: float) -> tuple[float, float]:
    """Return the durations of a first and a second visit."""
    from selenium.common.exceptions import WebDriverException
    from urllib3.exceptions import HTTPError

    for _attempt in range(_ATTEMPTS):
        with suppress(WebDriverException, HTTPError, OSError), fresh(environment) as driver:
            cold = visit(driver, address)
            time.sleep(pause)
            driver.get("about:blank")
            return cold, visit(driver, address)
    raise DriverLost(f"not measured: the driver lost its browser {_ATTEMPTS} times; please try again")
