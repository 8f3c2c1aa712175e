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
        kind: "info", "warning", "undo" (the button undoes the last action), or "brief" (without buttons, next to the
            last press; it disappears by itself).
        action: the message of its button (``feature.message``), empty for no button.
        label: the label of its button.
        value: the value of the message, empty for the name of the notice.
    """

    text: str
    kind: str = "info"
    action: str = ""
    label: str = ""
    value: str = ""


def download_notice(name: str) -> Notice:
    """Return the notice that the browser has received a file."""
    return Notice(_("Saved to your downloads: {file}").format(file=name), "brief")


def storage_full_notice() -> Notice:
    """Return the notice that the storage is full."""
    return Notice(
        _(
            "The browser’s storage is full or blocked, so not everything is saved. You can play on. Export your "
            "games or delete some before you leave this page."
        ),
        "warning",
        LibraryMessage.EXPORT_ALL,
        _("Export all games"),
    )


def internal_error_notice() -> Notice:
    """Return the notice that a bug prevented an action."""
    return Notice(
        _(
            "Something went wrong. Your last action may not have worked. Your saved games are safe. If the page "
            "acts up, reload it."
        ),
        "warning",
    )


def png_failure_notice() -> Notice:
    """Return the notice that the browser could not convert a picture to PNG."""
    return Notice(_("The browser couldn’t draw the picture. Use the SVG file instead."), "warning")


def missing_styles_notice() -> Notice:
    """Return the notice that the stylesheet for pictures could not be loaded."""
    return Notice(
        _("The picture’s colours didn’t load. Try again, or reload the page."),
        "warning",
    )


def update_notice() -> Notice:
    """Return the notice that a new version of the app is ready."""
    text = _("A new version of Ruleboard is ready. Your games won’t change.")
    return Notice(text, "info", AppMessage.UPDATE, _("Update now"))


def no_storage_notice() -> Notice:
    """Return the notice that the browser cannot store anything."""
    return Notice(
        _(
            "This browser doesn’t let the page save anything. You can play. Export your games before "
            "you close the page, or you’ll lose them."
        ),
        "warning",
    )


def missing_translation_notice() -> Notice:
    """Return the notice that the texts of the chosen language could not be loaded."""
    return Notice(
        _("The text in your language didn’t load, so you’re seeing English."),
        "warning",
        SettingsMessage.RELOAD_LANGUAGE,
        _("Try again"),
    )


def unreadable_setups_notice() -> Notice:
    """Return the notice that saved armies, boards or decks are unreadable."""
    return _unreadable_document_notice(
        _(
            "Some armies, boards or decks saved in this browser can’t be read. They stay unchanged, and you can "
            "still save new ones."
        )
    )


def unreadable_settings_notice() -> Notice:
    """Return the notice that the stored settings are unreadable."""
    return _unreadable_document_notice(
        _("Your settings can’t be read. Please set them again. Your old settings aren’t deleted.")
    )


def unreadable_progress_notice() -> Notice:
    """Return the notice that the stored progress is unreadable."""
    return _unreadable_document_notice(
        _("Your progress in the lessons can’t be read, so the courses start over. Your old progress isn’t deleted.")
    )


def _unreadable_document_notice(text: str) -> Notice:
    """Return the notice about an unreadable document, with a button to download it."""
    return Notice(text, "warning", SettingsMessage.EXPORT_UNREADABLE, _("Download what was saved"))


def missing_game_notice() -> Notice:
    """Return the notice that the game in play has disappeared from the store."""
    return Notice(
        _("This game is no longer saved. Someone deleted it or cleared the browser’s storage."),
        "warning",
        PlayMessage.STORE_AGAIN,
        _("Save it again"),
    )


def other_tab_notice() -> Notice:
    """Return the notice that another tab has taken over the game in play."""
    return Notice(
        _("You continued this game in another tab. Nothing you do here is saved."),
        "warning",
        PlayMessage.CONTINUE_HERE,
        _("Continue here"),
    )


PAGE_NOTICES: Mapping[str, Callable[[], Notice]] = {
    "full": storage_full_notice,
    "bug": internal_error_notice,
    "update": update_notice,
    "not-stored": no_storage_notice,
    "no-translation": missing_translation_notice,
    "unreadable": unreadable_setups_notice,
    "unreadable-settings": unreadable_settings_notice,
    "unreadable-progress": unreadable_progress_notice,
}
"""The notices about the whole page, by name."""
