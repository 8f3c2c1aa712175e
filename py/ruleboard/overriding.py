"""The decorator ``override`` of Python 3.12 for Python 3.11, which marks a method that overrides an inherited one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override as override
else:
    F = TypeVar("F")

    def override(method: F) -> F:
        """Return the method unchanged."""
        return method
