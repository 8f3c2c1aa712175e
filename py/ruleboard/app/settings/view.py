"""The view of the settings page, with the export and import of all stored games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.message_names import LibraryMessage, SettingsMessage
from ruleboard.app.storage.preferences import SETTING_CHOICES, Settings, choice_text
from ruleboard.app.storage.quarantine import original_title as original_title
from ruleboard.app.storage.setups import Setups
from ruleboard.app.storage.unsupported import is_supported, setup_key
from ruleboard.app.ui.components import Shell, back_link, button, page_frame, with_accessible_subject
from ruleboard.app.ui.fields import file_button, paste_form, radio_buttons, radio_group
from ruleboard.i18n import N_, _, ngettext
from ruleboard.scene.node import Node, el

_SETTING_TITLES = {
    "theme": (N_("Appearance"), {"system": N_("Same as the device"), "light": N_("Light"), "dark": N_("Dark")}),
    "language": (N_("Language"), {"system": N_("Same as the browser"), **LANGUAGES}),
    "motion": (N_("Pieces"), {"on": N_("Slide"), "off": N_("Appear at once")}),
    "resign": (N_("Opponents"), {"on": N_("Resign lost games"), "off": N_("Play to the end")}),
    "hints": (N_("Hints and threats"), {"on": N_("Offered during a game"), "off": N_("Not offered")}),
    "sounds": (N_("Sounds"), {"off": N_("Off"), "on": N_("A few soft sounds")}),
    "haptics": (N_("Vibration"), {"off": N_("Off"), "on": N_("A short tick")}),
    "coordinates": (N_("Coordinates"), {"off": N_("On boards with squares"), "on": N_("In the card game Tensor, too")}),
    "figurines": (N_("Chess moves"), {"off": N_("With letters"), "on": N_("With piece symbols")}),
}
"""The title and the labels of each setting's values, by name."""

_HELP_TEXTS = {
    "haptics": N_("This works on devices that can vibrate."),
    "coordinates": N_("On Tensor’s board, numbers count the columns from the left and the rows from the far edge."),
    "motion": N_("If your device is set to reduce motion, pieces don’t slide."),
}


@dataclass(frozen=True, slots=True)
class StorageState:
    """The state of the browser's storage.

    Attributes:
        is_durable: True if the browser keeps texts after the page is closed.
        is_persistent: True if the browser never clears texts automatically; None if that is unknown.
        has_games: True if the person can export games.
        unreadable: the unreadable texts in quarantine, by key.
        setups: the stored setups.
    """

    is_durable: bool
    is_persistent: bool | None
    has_games: bool
    unreadable: Mapping[str, str]
    setups: Setups


def settings_page(shell: Shell, settings: Settings, storage: StorageState) -> Node:
    """Render the settings for all games, and the sections about stored data."""
    return page_frame(
        shell,
        "settings",
        el("h1", text=_("Settings")),
        (_setting(name, settings) for name in _SETTING_TITLES),
        _stored_games(storage, has_requested_persistence=settings.has_requested_persistence),
        _unreadable_section(storage.unreadable) if storage.unreadable else None,
        _unsupported_section(storage.setups),
        back=back_link(_("Games"), "#/"),
    )


def _setting(name: str, settings: Settings) -> Node:
    """Render a setting as radio buttons."""
    title, labels = _SETTING_TITLES[name]
    choices = [(text, _label(text, labels[text])) for text in map(choice_text, SETTING_CHOICES[name])]
    buttons = radio_buttons(f"{SettingsMessage.CHOOSE}.{name}", name, choices, settings.choices[name])
    notes = [el("p", cls="small", text=_(_HELP_TEXTS[name]))] if name in _HELP_TEXTS else []
    return radio_group(_(title), buttons, *notes, key=name)


def _label(text: str, label: str) -> Node:
    """Render the label of a value. The label of a language is in that language."""
    return el("span", text=label, lang=text) if text in LANGUAGES else el("span", text=_(label))


def _stored_games(storage: StorageState, *, has_requested_persistence: bool) -> Node:
    """Render the section about stored games, with export and import.

    Args:
        storage: the state of the storage.
        has_requested_persistence: True if the app has requested persistent storage from the browser.
    """
    if not storage.is_durable:
        text = _(
            "This browser doesn’t let the page save anything. Perhaps this is a private window, or a "
            "setting of the browser forbids it. Your games last until you close the page. Export what "
            "you want to keep."
        )
    elif storage.is_persistent:
        text = _("Your games are saved in this browser. The browser has promised to keep them.")
    else:
        state = _("Your games are saved in this browser.")
        if has_requested_persistence and storage.is_persistent is False:
            state = _("Your games are saved in this browser. The browser hasn’t promised to keep them.")
        risk_text = _(
            "The browser can delete your games when space runs low. Safari deletes them after 7 days "
            "without a visit. To prevent that, install Ruleboard (on an iPad or iPhone: “Add to Home "
            "Screen”)."
        )
        text = f"{state} {risk_text}"
    return el(
        "section",
        el("h2", text=_("Your games")),
        el("p", text=text),
        el(
            "div",
            button(_("Ask the browser to keep your games"), SettingsMessage.PERSIST_STORAGE)
            if storage.is_durable and not storage.is_persistent
            else None,
            button(_("Export all games"), LibraryMessage.EXPORT_ALL, disabled=not storage.has_games),
            file_button(
                _("Import games"),
                LibraryMessage.IMPORT_FILES,
                ".json,.pgn,.txt,application/json,text/plain",
                accepts_several_files=True,
            ),
            cls="row",
        ),
        paste_form(_("You can also paste an exported or copied game"), LibraryMessage.IMPORT_PASTED),
        cls="keeping",
    )


def _unreadable_section(texts: Mapping[str, str]) -> Node:
    """Render the section with quarantined texts."""
    return el(
        "section",
        el("h2", text=_("What couldn’t be read")),
        el(
            "p",
            text=_(
                "Ruleboard can’t read this saved data. The data stays unchanged, and everything "
                "works without it. Download it if you know someone who might repair it. Delete it "
                "when you no longer need it."
            ),
        ),
        el("ul", (_unreadable_line(key, text) for key, text in texts.items()), cls="put-aside"),
        cls="keeping",
    )


def _unreadable_line(key: str, text: str) -> Node:
    character_count = len(text)
    return _stored_line(
        original_title(key),
        ngettext("{n} character", "{n} characters", character_count).format(n=character_count),
        SettingsMessage.EXPORT_UNREADABLE,
        SettingsMessage.DELETE_UNREADABLE,
        key,
    )


def _unsupported_section(setups: Setups) -> Node | None:
    """Render the armies, boards and decks that this version cannot use; return None if all are supported."""
    unsupported_setups = [setup for setup in setups if not is_supported(setup.game)]
    if not unsupported_setups:
        return None
    return el(
        "section",
        el("h2", text=_("For unknown games")),
        el(
            "p",
            text=_(
                "Armies, boards and decks for games that this version doesn’t have. They stay until you delete them."
            ),
        ),
        el(
            "ul",
            (
                _stored_line(
                    setup.name,
                    setup.game,
                    SettingsMessage.EXPORT_UNSUPPORTED,
                    SettingsMessage.DELETE_UNSUPPORTED,
                    setup_key(setup),
                )
                for setup in unsupported_setups
            ),
            cls="put-aside",
        ),
        cls="keeping",
    )


def _stored_line(title: str, detail: str, export_message: str, delete_message: str, key: str) -> Node:
    """Render a text that this version cannot use, with buttons to download and delete it.

    Args:
        title: its title.
        detail: its size or its game.
        export_message: the message of the download button.
        delete_message: the message of the delete button.
        key: the value of both messages.
    """
    return el(
        "li",
        el("div", el("strong", text=title), el("span", cls="small", text=detail)),
        el(
            "div",
            with_accessible_subject(title, button(_("Download"), export_message, key)),
            with_accessible_subject(title, button(_("Delete"), delete_message, key, cls="danger-text")),
            cls="row",
        ),
        key=key,
        cls="row",
    )


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings page."""
