"""A stand-in for the app until it exists: says that Python answers."""

from __future__ import annotations


def start() -> None:
    """Mark the page as ready."""
    from js import document

    document.documentElement.dataset.ready = ""
