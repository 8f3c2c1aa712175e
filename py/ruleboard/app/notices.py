"""The notices that stand for a while: by name, so that they can be told anew when the language changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleboard.app.runtime.model import Notice
from ruleboard.i18n import _


def full() -> Notice:
    """The storage has no room."""
    return Notice(
        _(
            "Not everything could be saved: the browser's storage is full or closed. You can play on, but export your"
            " games or delete others before you leave the page."
        ),
        "warning",
        "export-all",
        _("Export all games"),
    )


def trouble() -> Notice:
    """An error of ours was met."""
    return Notice(
        _(
            "Something went wrong inside the page, and what you did last may not have happened. What was saved is safe:"
            " if the page behaves oddly, load it anew."
        ),
        "warning",
    )


def unpainted() -> Notice:
    """A picture could not be made of a drawing."""
    return Notice(_("The browser could not paint the picture. The SVG file holds the same."), "warning")


def update() -> Notice:
    """A new version waits."""
    said = _("A new version of Ruleboard is ready. Your games stay as they are.")
    return Notice(said, "info", "update", _("Use it now"))


def unkept() -> Notice:
    """Nothing can be kept."""
    return Notice(
        _(
            "This browser does not let the page keep anything. You can play, but games are gone when the page is"
            " closed, unless you export them."
        ),
        "warning",
    )


def speechless() -> Notice:
    """The words of the reader's language could not be had."""
    return Notice(
        _("The words of your language could not be loaded: English takes their place."),
        "warning",
        "speak",
        _("Try again"),
    )


def unreadable() -> Notice:
    """Kept setups cannot be read."""
    return _unread(
        _(
            "Armies, boards or decks kept in this browser cannot be read. What was stored stays unchanged beside those"
            " that are there, and new ones can be kept."
        )
    )


def unreadable_settings() -> Notice:
    """The settings cannot be read."""
    return _unread(
        _(
            "The settings kept in this browser cannot be read: choose anew what you had changed. What was stored stays"
            " unchanged beside your new choices."
        )
    )


def unreadable_progress() -> Notice:
    """Which lessons were gone through cannot be read."""
    return _unread(
        _(
            "Which lessons you have been through cannot be read, so that all courses begin anew. What was stored stays"
            " unchanged beside what you learn now."
        )
    )


def _unread(said: str) -> Notice:
    """Something that is kept cannot be read."""
    return Notice(said, "warning", "export-aside", _("Download what was saved"))


def gone() -> Notice:
    """The open game is no longer stored."""
    return Notice(
        _("This game is no longer in the browser's storage: it was deleted, or the storage was cleared."),
        "warning",
        "keep-again",
        _("Keep it again"),
    )


def elsewhere() -> Notice:
    """Another tab has the open game now."""
    return Notice(
        _("This game was continued in another tab. Nothing you do here would be saved."),
        "warning",
        "take-over",
        _("Continue here"),
    )


STANDING: Mapping[str, Callable[[], Notice]] = {
    "full": full,
    "trouble": trouble,
    "update": update,
    "unkept": unkept,
    "speechless": speechless,
    "unreadable": unreadable,
    "unreadable-settings": unreadable_settings,
    "unreadable-progress": unreadable_progress,
}
"""Those that tell of the page and not of one game."""
