"""Notices above the page. Those about the whole page have names, so that they can be translated again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ruleboard.i18n import _


@dataclass(frozen=True, slots=True)
class Notice:
    """A message above the page, until it is dismissed or its button is used.

    Attributes:
        text: whole sentences.
        kind: "info", "warning" or "undo" (something was done that its button undoes).
        action: the message of its button (``feature.message``), empty for no button.
        label: the label of its button.
        value: the value that goes with the message; empty for the notice's own name.
    """

    text: str
    kind: str = "info"
    action: str = ""
    label: str = ""
    value: str = ""


def full() -> Notice:
    """Return the notice that the storage is full."""
    return Notice(
        _(
            "Not everything could be saved: the browser's storage is full or closed. You can play on, but export your"
            " games or delete others before you leave the page."
        ),
        "warning",
        "library.export_all",
        _("Export all games"),
    )


def bug() -> Notice:
    """Return the notice that an event could not be handled because of a bug."""
    return Notice(
        _(
            "Something went wrong inside the page, and what you did last may not have happened. What was saved is"
            " safe: if the page behaves oddly, reload it."
        ),
        "warning",
    )


def no_png() -> Notice:
    """Return the notice that no PNG file could be made of a picture."""
    return Notice(_("The browser could not paint the picture. The SVG file holds the same."), "warning")


def no_styles() -> Notice:
    """Return the notice that the style sheet for pictures could not be loaded."""
    return Notice(
        _("The colours of the picture could not be loaded. Please try again, or reload the page."),
        "warning",
    )


def update() -> Notice:
    """Return the notice that a new version of the app is ready."""
    text = _("A new version of Ruleboard is ready. Your games stay as they are.")
    return Notice(text, "info", "app.update", _("Use it now"))


def not_stored() -> Notice:
    """Return the notice that nothing can be stored."""
    return Notice(
        _(
            "This browser does not let the page keep anything. You can play, but games are gone when the page is"
            " closed, unless you export them."
        ),
        "warning",
    )


def no_translation() -> Notice:
    """Return the notice that the texts of the chosen language could not be loaded."""
    return Notice(
        _("The texts in your language could not be loaded: they are shown in English instead."),
        "warning",
        "settings.reload_language",
        _("Try again"),
    )


def unreadable_setups() -> Notice:
    """Return the notice that stored setups are unreadable."""
    return _unreadable(
        _(
            "Armies, boards or decks kept in this browser cannot be read. What was stored stays unchanged beside those"
            " that are there, and new ones can be kept."
        )
    )


def unreadable_settings() -> Notice:
    """Return the notice that the stored settings are unreadable."""
    return _unreadable(
        _(
            "The settings kept in this browser cannot be read: please make your changes again. The old settings are"
            " left unchanged, and your new choices are kept beside them."
        )
    )


def unreadable_progress() -> Notice:
    """Return the notice that the stored progress is unreadable."""
    return _unreadable(
        _(
            "Your progress in the lessons cannot be read, so all courses start from the beginning. The old record"
            " is left unchanged, and new progress is kept beside it."
        )
    )


def _unreadable(text: str) -> Notice:
    """Return the notice about an unreadable document, with a button to download it."""
    return Notice(text, "warning", "settings.export_unreadable", _("Download what was saved"))


def deleted_elsewhere() -> Notice:
    """Return the notice that the open game is not stored any more."""
    return Notice(
        _("This game is no longer in the browser's storage: it was deleted, or the storage was cleared."),
        "warning",
        "play.keep_again",
        _("Keep it again"),
    )


def taken_over() -> Notice:
    """Return the notice that another tab has taken the open game over."""
    return Notice(
        _("This game was continued in another tab. Nothing you do here would be saved."),
        "warning",
        "play.take_over",
        _("Continue here"),
    )


PAGE_NOTICES: Mapping[str, Callable[[], Notice]] = {
    "full": full,
    "bug": bug,
    "update": update,
    "not-stored": not_stored,
    "no-translation": no_translation,
    "unreadable": unreadable_setups,
    "unreadable-settings": unreadable_settings,
    "unreadable-progress": unreadable_progress,
}
"""The notices that concern the page and not one game."""
