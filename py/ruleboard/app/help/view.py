"""The view of the help page: how to use touches and keys, where games are stored, the version, and licences."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.ui.components import Shell, back_link, page_frame
from ruleboard.app.ui.legend import legend
from ruleboard.app.ui.names import UNOFFICIAL_NOTICE
from ruleboard.i18n import N_, _
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.version import VERSION

LICENCES_FILE = "licences.txt"
"""The file in static/ with the licences. The build writes it, and the page loads it when a reader opens it."""

KEYBOARD_SHORTCUTS = (
    (N_("Tab"), N_("goes to the board, then from button to button")),
    (N_("Arrow keys"), N_("move around the board, a list of moves or a menu")),
    (N_("Enter or Space"), N_("picks up a piece where you are, or puts it down")),
    (N_("Escape"), N_("puts back what you picked up, or goes back to the game")),
    ("U", N_("undoes the last action")),
    ("R", N_("redoes it")),
    (N_("[ and ]"), N_("step one action back or forward")),
    ("V", N_("go to a variation in a study, and back")),
    ("F", N_("flips the board")),
    ("T", N_("tells you the time on the clock")),
    ("W", N_("tells you where the pieces are")),
    ("?", N_("opens this page")),
)
"""The keys and their effects."""


def help_page(shell: Shell) -> Node:
    """Render the help page."""
    return page_frame(
        shell,
        "help",
        el("h1", text=_("Help")),
        el("h2", text=_("Playing")),
        el(
            "p",
            text=_(
                "Touch a piece to see where it can go. Touch one of those squares, or drag the piece there. Touch "
                "the piece again to put it back. If something isn’t allowed, you’ll see why."
            ),
        ),
        el(
            "p",
            text=_(
                "Every action is saved at once. Undo goes back one action at a time. In the list of moves, you can "
                "go to any point in the game and play on from there."
            ),
        ),
        el(
            "p",
            text=_(
                "If you play on from an earlier move, you get a new game. The old one stays in your "
                "list. The same happens if you step back through a finished game and play on. But while cards or "
                "choices are still hidden, playing on from an earlier move keeps you in the same game and undoes "
                "its later moves."
            ),
        ),
        el(
            "p",
            text=_(
                "To offer a draw, open the game’s menu (…). If you sit face to face, each of you has a menu "
                "next to the other buttons. Everyone else has to accept. You "
                "can withdraw your offer. Anyone who plays on declines the offer."
            ),
        ),
        el(
            "p",
            text=_(
                "Choose a clock when you set up a new game. The clock stops while something covers "
                "the board. You can also pause it in the game’s menu. If a player runs out of time, "
                "another player can claim the win or play on without the clock. You can turn on "
                "sounds in Settings."
            ),
        ),
        el(
            "p",
            text=_(
                "“Share” in the game’s menu gives you the list of moves. It also gives you the position "
                "as a link, a picture or text. To use a copied position, paste it when you "
                "set up a new game. To open a copied game, paste it in Settings."
            ),
        ),
        el("h2", text=_("Keys")),
        el(
            "dl",
            (part for key, effect in KEYBOARD_SHORTCUTS for part in (el("dt", text=_(key)), el("dd", text=_(effect)))),
            cls="keys",
        ),
        el("h2", text=_("What the marks mean")),
        el("p", text=_("The list of moves in every game also has a button that explains the marks.")),
        (
            el("details", el("summary", text=_(GAMES[game].title)), legend(game), cls="legend", key=f"legend-{game}")
            for game in sorted(GAMES, key=lambda game: VIEWS[game].order)
        ),
        el("h2", text=_("Your games")),
        el(
            "p",
            text=_(
                "Your games are saved in this browser on this device, and nowhere else. In Settings, you can "
                "export them all to a file and import it on another device."
            ),
        ),
        el("h2", text=_("Games of your own")),
        el(
            "p",
            text=_("A game is a single Python file. You say which moves are legal, and the board does the rest."),
        ),
        el("a", text=_("Write a game of your own"), cls="button", href="#/lab"),
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
            el("summary", text=_("The full text of all licences")),
            el(
                "pre",
                tabindex="0",
                aria_label=_("The full text of all licences"),
                data_failure=_("The text didn’t load. Close this and open it again."),
            ),
            cls="licences",
            data_loads=LICENCES_FILE,
        ),
        back=back_link(_("Games"), "#/"),
    )


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The session of the help page, which has no state."""
