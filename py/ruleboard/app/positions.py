"""Positions as texts: the start of a game, and whether a game can begin from a text."""

from __future__ import annotations

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.registry import EDITORS, GAMES
from ruleboard.i18n import _
from ruleboard.wording import sentence


def start(game: str) -> str:
    """Return the position a game begins with."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    return rules.format_position(rules.initial(options, 0))


def problem(game: str, text: str) -> str:
    """Return why a game cannot begin from a position text, as a sentence; empty if it can."""
    rules = GAMES[game]
    try:
        state = rules.parse_position(text)
    except RuleboardError as error:
        return sentence(str(error) if _is_unreadable(game, text) else error.what)
    outcome = rules.outcome(state)
    if outcome is None:
        return ""
    return _("In this position the game is already over: {reason}").format(reason=outcome.reason)


def _is_unreadable(game: str, text: str) -> bool:
    """Return True if a text is at fault, and so its place is worth telling, and not the position it describes."""
    try:
        EDITORS[game].read(text)
    except (RuleboardError, KeyError):  # a game without an editor has only texts
        return True
    return False
