"""The help page: how to touch, keys, and where games are kept."""

from __future__ import annotations

from ruleboard.app.model import Model
from ruleboard.app.pages.parts import el, frame, link
from ruleboard.scene.node import Node

KEYS = (
    ("Tab", "goes to the board and from button to button"),
    ("Arrow keys", "move over the board"),
    ("Enter or Space", "touches where you are: takes a piece up, puts it down"),
    ("Escape", "puts down what was taken up, or goes back to the game"),
    ("U", "takes the last action back"),
    ("R", "plays it again"),
    ("[ and ]", "look one action back or on"),
    ("F", "turns the board"),
    ("?", "opens this page"),
)


def help(model: Model) -> Node:
    """The page that explains the page."""
    return frame(
        model,
        "help",
        el("h1", text="Help"),
        el("h2", text="Playing"),
        el(
            "p",
            text="Touch a piece: the places it can go are marked. Touch one of them, or drag the piece there. Touch the"
            " piece again to put it down. What is not allowed says why.",
        ),
        el(
            "p",
            text="Every action is saved as it is made. Undo takes back one action after the other; the list of moves"
            " lets you look at any of them, and play on from there.",
        ),
        el(
            "p",
            text="Share, in the game's menu, gives the position as a link, a picture or a text, and the moves. A"
            " position can be pasted where a new game is set up, a copied game in the settings.",
        ),
        el("h2", text="Keys"),
        el(
            "dl",
            (part for key, does in KEYS for part in (el("dt", text=key), el("dd", text=does))),
            cls="keys",
        ),
        el("h2", text="Your games"),
        el(
            "p",
            text="They are kept in this browser, on this device, and nowhere else. In the settings you can export them"
            " all into a file, and import them on another device.",
        ),
        tools=(link("Games", "#/", cls="button quiet", picture="back"),),
    )
