"""The settings page, and what can be done with all kept games at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.storage.preferences import CHOICES, Settings
from ruleboard.app.storage.quarantine import title
from ruleboard.app.storage.setups import Setups
from ruleboard.app.storage.unsupported import is_supported, setup_key
from ruleboard.app.ui.components import Shell, about, button, frame, link
from ruleboard.app.ui.fields import file_button, paste, switch
from ruleboard.i18n import N_, _, ngettext
from ruleboard.scene.node import Node, el

_TITLES = {
    "theme": (N_("Appearance"), {"system": N_("As the device"), "light": N_("Light"), "dark": N_("Dark")}),
    "flip": (
        N_("The board"),
        {"never": N_("Stays as it is"), "turn": N_("Turns after each turn"), "face": N_("Face to face")},
    ),
    "language": (N_("Language"), {"system": N_("As the browser"), **LANGUAGES}),
    "motion": (N_("Pieces"), {"on": N_("Travel"), "off": N_("Are there at once")}),
}
_HELP = {
    "flip": N_(
        "Face to face, for a tablet lying between you: the far player's name, buttons and messages stand upside down"
        " for you and upright for them."
    ),
    "motion": N_("If your device asks for less motion, pieces never travel."),
}


@dataclass(frozen=True, slots=True)
class Stored:
    """State of the browser's storage.

    Attributes:
        lasting: True if the browser keeps texts when the page is closed.
        persisted: True if it has promised never to clear them by itself; None if it does not say.
        has_games: True if there are games to export.
        unreadable: the unreadable texts that were set aside, by key.
        setups: the stored setups.
    """

    lasting: bool
    persisted: bool | None
    has_games: bool
    unreadable: Mapping[str, str]
    setups: Setups


def settings(shell: Shell, settings: Settings, stored: Stored) -> Node:
    """Return the page of choices that hold for all games, and of what is stored."""
    return frame(
        shell,
        "settings",
        el("h1", text=_("Settings")),
        (_choice(name, settings) for name in CHOICES),
        _keeping(stored, asked=settings.asked),
        _aside(stored.unreadable) if stored.unreadable else None,
        _unknown(stored.setups),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )


def _choice(name: str, settings: Settings) -> Node:
    title, labels = _TITLES[name]
    return el(
        "fieldset",
        el("legend", text=_(title)),
        el(
            "div",
            (
                switch(
                    el(
                        "span",
                        text=labels[value] if value in LANGUAGES else _(labels[value]),
                        lang=value if value in LANGUAGES else None,
                    ),
                    f"settings.choose.{name}",
                    settings.with_choice(name, value) == settings,
                    kind="radio",
                    name=name,
                    value=value,
                    key=value,
                )
                for value in CHOICES[name]
            ),
            cls="segments",
        ),
        el("p", cls="small", text=_(_HELP[name])) if name in _HELP else None,
        key=name,
    )


def _keeping(stored: Stored, *, asked: bool) -> Node:
    if not stored.lasting:
        said = _(
            "This browser does not let the page keep anything (a private window, or a page inside another). Your games"
            " last until you close it: export what you want to keep."
        )
    elif stored.persisted:
        said = _("Your games are kept in this browser, which has promised not to clear them by itself.")
    else:
        kept = _("Your games are kept in this browser.")
        if asked and stored.persisted is False:
            kept = _("Your games are kept in this browser. It was asked never to clear them, and has not promised it.")
        may = _(
            "It may clear them when space is short, and Safari does after seven days without a visit. Installing"
            " Ruleboard (on an iPad or iPhone: “Add to Home Screen”) prevents that."
        )
        said = f"{kept} {may}"
    return el(
        "section",
        el("h2", text=_("Your games")),
        el("p", text=said),
        el(
            "div",
            button(_("Ask the browser to keep them"), "settings.persist")
            if stored.lasting and not stored.persisted
            else None,
            button(_("Export all games"), "library.export_all", disabled=not stored.has_games),
            file_button(
                _("Import games"), "library.import_files", ".json,.pgn,.txt,application/json,text/plain", many=True
            ),
            cls="row",
        ),
        paste(_("Or paste a game here, as exported or as copied"), "library.import_pasted"),
        cls="keeping",
    )


def _aside(texts: Mapping[str, str]) -> Node:
    """What was put aside because it could not be read, until it is deleted."""
    return el(
        "section",
        el("h2", text=_("What could not be read")),
        el(
            "p",
            text=_(
                "This was put aside as it was stored, and the page goes on without it. Download it if somebody could"
                " mend it, and delete it when it is of no use any more."
            ),
        ),
        el("ul", (_put_aside(name, text) for name, text in texts.items()), cls="put-aside"),
        cls="keeping",
    )


def _put_aside(name: str, text: str) -> Node:
    count = len(text)
    return _line(title(name), ngettext("{n} character", "{n} characters", count).format(n=count), "unreadable", name)


def _unknown(setups: Setups) -> Node | None:
    """The setups that no other page lists, for want of their game; None if there are none."""
    found = [setup for setup in setups if not is_supported(setup.game)]
    if not found:
        return None
    return el(
        "section",
        el("h2", text=_("For games that are not known here")),
        el(
            "p",
            text=_(
                "Armies, boards and decks for games that this version of Ruleboard does not have. They stay as they are"
                " until you delete them."
            ),
        ),
        el("ul", (_line(each.name, each.game, "unsupported", setup_key(each)) for each in found), cls="put-aside"),
        cls="keeping",
    )


def _line(what: str, more: str, kind: str, name: str) -> Node:
    """Something that is kept and of no use here: what it is, what can be told of it, and what can be done with it."""
    return el(
        "li",
        el("div", el("strong", text=what), el("span", cls="small", text=more)),
        el(
            "div",
            about(what, button(_("Download"), f"settings.export_{kind}", name)),
            about(what, button(_("Delete"), f"settings.delete_{kind}", name, cls="danger-text")),
            cls="row",
        ),
        key=name,
        cls="row",
    )
