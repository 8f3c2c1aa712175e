"""WebKitGTK for the tests of this folder: a browser that has never been anywhere for each, by tools/webkit.py.

Not among the ordinary tests (see `norecursedirs` in pyproject.toml): `python3 dev.py test --browser webkit` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.webkit.hands import Hands
from tools import serve, setup, webkit
from tools.build import DIST


@pytest.fixture(scope="session")
def environment() -> Iterator[dict[str, str]]:
    """A display for the browsers."""
    if why := webkit.missing():
        pytest.skip(f"WebKit is not here: {why}")
    with webkit.display() as found:
        yield found


@pytest.fixture(scope="session")
def dist(environment: dict[str, str]) -> Path:
    """The built app, up to date."""
    setup.node_packages()
    if trouble := serve.rebuild():
        pytest.exit(f"The build failed.\n{trouble}", returncode=1)
    return DIST


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """The address of the app on a server of its own, under a path."""
    with serve.serving(dist, "/some/sub/path/") as url:
        yield url


@pytest.fixture
def somebody(environment: dict[str, str]) -> Callable[[], AbstractContextManager[Hands]]:
    """Give a pair of hands in a browser of their own; what goes wrong unnoticed in its pages fails the test."""

    @contextmanager
    def give() -> Iterator[Hands]:
        with webkit.fresh(environment) as driver:
            found = Hands(driver)
            yield found
            assert found.problems() == []

    return give


@pytest.fixture
def hands(somebody: Callable[[], AbstractContextManager[Hands]]) -> Iterator[Hands]:
    """The hands of one person."""
    with somebody() as found:
        yield found
