"""The view of the help page: how to use touches and keys, where games are stored, the version, and licences."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.ui.components import Shell, link, page_frame
from ruleboard.app.ui.legend import legend
from ruleboard.app.ui.names import UNOFFICIAL_NOTICE
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el
from ruleboard.version import VERSION

LICENCES_FILE = "licences.txt"
"""The file in static/ with the licences. The build writes it, and the page loads it when a reader opens it."""

KEYBOARD_SHORTCUTS = (
    (N_("Tab"), N_("goes to the board and from button to button")),
    (N_("Arrow keys"), N_("move over the board")),
    (N_("Enter or Space"), N_("touches where you are: takes a piece up, puts it down")),
    (N_("Escape"), N_("puts down what was taken up, or goes back to the game")),
    ("U", N_("takes the last action back")),
    ("R", N_("plays it again")),
    (N_("[ and ]"), N_("look one action back or on")),
    ("V", N_("leads to a variation of the move in a study, and back")),
    ("F", N_("turns the board")),
    ("T", N_("tells the times on the clock")),
    ("?", N_("opens this page")),
)
"""The keys and their effects."""


def help(shell: Shell) -> Node:
    """Render the help page."""
    return page_frame(
        shell,
        "help",
        el("h1", text=_("Help")),
        el("h2", text=_("Playing")),
        el(
            "p",
            text=_(
                "Touch a piece: the places it can go are marked. Touch one of them, or drag the piece there. Touch the"
                " piece again to put it down. What is not allowed says why."
            ),
        ),
        el(
            "p",
            text=_(
                "Every action is saved as it is made. Undo takes back one action after the other; the list of moves"
                " lets you look at any of them, and play on from there."
            ),
        ),
        el(
            "p",
            text=_(
                "Playing on from an earlier move makes a new game, and the old one stays in your list as it was; so"
                " does a game that had ended if you undo its end and play on. While something is still hidden in a game"
                ", the moves after it are taken back instead."
            ),
        ),
        el(
            "p",
            text=_(
                "To offer a draw, open the menu beside your name. All others must accept; you can withdraw the"
                " offer, and playing on declines it."
            ),
        ),
        el(
            "p",
            text=_(
                "A clock is chosen where a new game is set up. It stands still while something covers the board; the"
                " game's menu pauses it. When a player's time runs out, the other player claims the win or the game"
                " goes on without the clock. Sounds are switched on in the settings."
            ),
        ),
        el(
            "p",
            text=_(
                "Share, in the game's menu, gives the position as a link, a picture or a text, and the moves. A"
                " position can be pasted where a new game is set up, a copied game in the settings."
            ),
        ),
        el("h2", text=_("Keys")),
        el(
            "dl",
            (part for key, effect in KEYBOARD_SHORTCUTS for part in (el("dt", text=_(key)), el("dd", text=_(effect)))),
            cls="keys",
        ),
        el("h2", text=_("Signs and marks")),
        el("p", text=_("Every list of moves has a button for this, too.")),
        (
            el("details", el("summary", text=_(GAMES[game].title)), legend(game), cls="legend", key=f"legend-{game}")
            for game in sorted(GAMES, key=lambda game: VIEWS[game].order)
        ),
        el("h2", text=_("Your games")),
        el(
            "p",
            text=_(
                "They are kept in this browser, on this device, and nowhere else. In the settings you can export them"
                " all into a file, and import them on another device."
            ),
        ),
        el("h2", text=_("About Ruleboard")),
        el("p", text=_("Version {version}.").format(version=VERSION)),
        el("p", text=_(UNOFFICIAL_NOTICE)),
        el("h2", text=_("Licences")),
        el(
            "p",
            text=_(
                "Ruleboard is free software under the MIT licence. It contains Python, Pyodide, PyScript and other free"
                " software."
            ),
        ),
        el(
            "details",
            el("summary", text=_("The texts of all licences")),
            el(
                "pre",
                tabindex="0",
                aria_label=_("The texts of all licences"),
                data_failure=_("The texts could not be loaded. Close this and open it again to try once more."),
            ),
            cls="licences",
            data_loads=LICENCES_FILE,
        ),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help page."""
