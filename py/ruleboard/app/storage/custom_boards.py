"""Functions that find unused names for custom boards and decks, and create setups with these names."""

from __future__ import annotations

from collections.abc import Iterable

from ruleboard.app.storage.setups import MAX_NAME_LENGTH, Setup, Setups
from ruleboard.i18n import _
from ruleboard.registry import BOARD_EDITORS


def used_names(game: str, setups: Setups) -> set[str]:
    """Return the names of a game's stored boards and decks, and the titles of built-in boards and decks."""
    return {setup.name for setup in setups if setup.game == game} | {
        board.title for board in BOARD_EDITORS[game].presets()
    }


def unused_name(title: str, used_names: Iterable[str]) -> str:
    """Return an unused name: the title, followed by a number if necessary."""
    title = join_lines(title)[: MAX_NAME_LENGTH - 4] or _("Board")
    names, name, number = set(used_names), title, 2
    while name in names:
        name, number = f"{title} {number}", number + 1
    return name


def join_lines(text: str) -> str:
    """Join the lines of a text with spaces, and remove unprintable characters."""
    return " ".join("".join(char if char.isprintable() else " " * char.isspace() for char in text).split())


def new_setup(game: str, text: str, setups: Setups) -> Setup:
    """Return a setup with an unused name for a board or a deck.

    Args:
        game: the id of its game.
        text: its text.
        setups: the stored setups.

    Raises:
        RuleboardError: the text is invalid; the error names the line and the field.
    """
    editor = BOARD_EDITORS[game]
    board = editor.parse(text)
    name = unused_name(board.title, used_names(game, setups))
    return Setup(game, name, editor.rename(board.text, name, board.author))
