"""Fixtures for tests in WebKitGTK. Each test has a browser with empty storage.

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
    """Return the environment variables for browsers on a virtual display."""
    if reason := webkit.format_install_request():
        pytest.skip(f"WebKit is missing: {reason}")
    with webkit.virtual_display() as variables:
        yield variables


@pytest.fixture(scope="session")
def dist(environment: dict[str, str]) -> Path:
    """Build dist/ if necessary and return its path."""
    setup.install_node_packages()
    if message := serve.rebuild():
        pytest.exit(f"The build failed.\n{message}", returncode=1)
    return DIST


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """Serve the app under a path and return its URL."""
    with serve.serve_folder(dist, "/some/sub/path/") as url:
        yield url


@pytest.fixture
def new_user(environment: dict[str, str]) -> Callable[[], AbstractContextManager[User]]:
    """Return a function that starts a browser for a user. Errors in its pages fail the test."""

    @contextmanager
    def open_browser() -> Iterator[User]:
        with webkit.start_browser(environment) as driver:
            user = User(driver)
            yield user
            assert user.errors() == []

    return open_browser


@pytest.fixture
def user(new_user: Callable[[], AbstractContextManager[User]]) -> Iterator[User]:
    """Start a browser for a user."""
    with new_user() as user:
        yield user
