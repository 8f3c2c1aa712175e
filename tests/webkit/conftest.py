"""Fixtures of the tests in WebKitGTK: each has a browser with empty storage, from tools/webkit.py.

`python3 dev.py test --browser webkit` runs these tests. The ordinary run leaves them out (`norecursedirs` in
pyproject.toml).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.webkit.user import User
from tools import serve, setup, webkit
from tools.build import DIST


@pytest.fixture(scope="session")
def environment() -> Iterator[dict[str, str]]:
    """The environment of the browsers, with a display."""
    if reason := webkit.install_request():
        pytest.skip(f"WebKit is missing: {reason}")
    with webkit.virtual_display() as variables:
        yield variables


@pytest.fixture(scope="session")
def dist(environment: dict[str, str]) -> Path:
    """The built app, up to date."""
    setup.node_packages()
    if message := serve.rebuild():
        pytest.exit(f"The build failed.\n{message}", returncode=1)
    return DIST


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """The address of the app on its own server, under a path."""
    with serve.serving(dist, "/some/sub/path/") as url:
        yield url


@pytest.fixture
def new_user(environment: dict[str, str]) -> Callable[[], AbstractContextManager[User]]:
    """Return a context manager for a user with their own browser. Errors on their pages fail the test."""

    @contextmanager
    def open_browser() -> Iterator[User]:
        with webkit.new_browser(environment) as driver:
            user = User(driver)
            yield user
            assert user.problems() == []

    return open_browser


@pytest.fixture
def user(new_user: Callable[[], AbstractContextManager[User]]) -> Iterator[User]:
    """One user with a browser."""
    with new_user() as user:
        yield user
