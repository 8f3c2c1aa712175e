"""What an embedded board needs of a browser: a protocol, so that it runs without one in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Browser(Protocol):
    """A part of ``app.browser.Browser``, and the page around. Nothing is ever stored."""

    def seed(self) -> int:
        """A number nobody can foresee, from 0, below 2**32."""
        ...

    def address(self) -> str:
        """What follows the page's own address, # included."""
        ...

    def set_title(self, text: str) -> None:
        """Name the page."""
        ...

    def mount(self, tree: str) -> None:
        """Show a first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change what is shown; then let things travel (empty: none do)."""
        ...

    def set_language(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        """Get the catalogue of a language, as ``app.browser.Browser`` does."""
        ...

    def set_theme(self, name: str) -> None:
        """Dress the page: "system", "light" or "dark"."""
        ...

    def prefers_reduced_motion(self) -> bool:
        """Whether less motion was asked of the system."""
        ...

    def post(self, message: str) -> None:
        """Tell the page around, as ``protocol`` writes it; without one nobody hears it."""
        ...

    def guest_of(self, origin: str) -> None:
        """Hear and tell a page of that origin only; empty for any."""
        ...
