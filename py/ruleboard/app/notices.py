"""Notices above the page. Notices about the whole page have names, so that they can be translated again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ruleboard.app.message_names import AppMessage, LibraryMessage, PlayMessage, SettingsMessage
from ruleboard.i18n import _


@dataclass(frozen=True, slots=True)
class Notice:
    """A message above the page until a person closes it or presses its button.

    Attributes:
        text: one or more sentences.
        kind: "info", "warning" or "undo" (the button undoes the last action).
        action: the message of its button (``feature.message``), empty for no button.
        label: the label of its button.
        value: the value of the message, empty for the name of the notice.
    """

    text: str
    kind: str = "info"
    action: str = ""
    label: str = ""
    value: str = ""


def storage_full() -> Notice:
    """Return the notice that the storage is full."""
    return Notice(
        _(
            "Not everything could be saved: the browser's storage is full or closed. You can play on, but export your"
            " games or delete others before you leave the page."
        ),
        "warning",
        LibraryMessage.EXPORT_ALL,
        _("Export all games"),
    )


def internal_error() -> Notice:
    """Return the notice that a bug prevented an action."""
    return Notice(
        _(
            "Something went wrong inside the page, and what you did last may not have happened. What was saved is"
            " safe: if the page behaves oddly, reload it."
        ),
        "warning",
    )


def png_failed() -> Notice:
    """Return the notice that the browser could not convert a picture to PNG."""
    return Notice(_("The browser could not paint the picture. The SVG file holds the same."), "warning")


def no_styles() -> Notice:
    """Return the notice that the stylesheet for pictures could not be loaded."""
    return Notice(
        _("The colours of the picture could not be loaded. Please try again, or reload the page."),
        "warning",
    )


def update_ready() -> Notice:
    """Return the notice that a new version of the app is ready."""
    text = _("A new version of Ruleboard is ready. Your games stay as they are.")
    return Notice(text, "info", AppMessage.UPDATE, _("Use it now"))


def nothing_stored() -> Notice:
    """Return the notice that the browser cannot store anything."""
    return Notice(
        _(
            "This browser does not let the page keep anything. You can play, but games are gone when the page is"
            " closed, unless you export them."
        ),
        "warning",
    )


def translation_failed() -> Notice:
    """Return the notice that the texts of the chosen language could not be loaded."""
    return Notice(
        _("The texts in your language could not be loaded: they are shown in English instead."),
        "warning",
        SettingsMessage.RELOAD_LANGUAGE,
        _("Try again"),
    )


def unreadable_setups() -> Notice:
    """Return the notice that saved armies, boards or decks are unreadable."""
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
    return Notice(text, "warning", SettingsMessage.EXPORT_UNREADABLE, _("Download what was saved"))


def missing_in_storage() -> Notice:
    """Return the notice that the game in play has disappeared from the store."""
    return Notice(
        _("This game is no longer in the browser's storage: it was deleted, or the storage was cleared."),
        "warning",
        PlayMessage.STORE_AGAIN,
        _("Keep it again"),
    )


def continued_in_other_tab() -> Notice:
    """Return the notice that another tab has taken over the game in play."""
    return Notice(
        _("This game was continued in another tab. Nothing you do here would be saved."),
        "warning",
        PlayMessage.CONTINUE_HERE,
        _("Continue here"),
    )


PAGE_NOTICES: Mapping[str, Callable[[], Notice]] = {
    "full": storage_full,
    "bug": internal_error,
    "update": update_ready,
    "not-stored": nothing_stored,
    "no-translation": translation_failed,
    "unreadable": unreadable_setups,
    "unreadable-settings": unreadable_settings,
    "unreadable-progress": unreadable_progress,
}
"""The notices about the whole page, by name."""
