"""Endings of a game that are no moves: resignation, loss on time, agreed and claimed draws, draws by repetition."""

from __future__ import annotations

from typing import Any, TypeVar

from ruleboard.engine.errors import RecordError
from ruleboard.engine.game import Game, Outcome
from ruleboard.i18n import _, ngettext

S = TypeVar("S")

DRAW_AGREED = "draw agreed"
"""The entry of a draw that the players agreed on."""
DRAW_CLAIMED = "draw claimed"
"""The entry of a draw that the player to move claimed."""
RESIGN = "resign"
"""The first word of the entry of a resignation; the player's number from 1 follows."""
OUT_OF_TIME = "time"
"""The first word of the entry of a win on time that was claimed; the number, from 1, of the player who lost follows."""


def is_ending(text: str) -> bool:
    """Return True if the text of an entry is meant as an ending that is no move, well formed or not."""
    return text in (DRAW_AGREED, DRAW_CLAIMED) or text.startswith((RESIGN + " ", OUT_OF_TIME + " "))


def rules_outcome(game: Game[S, Any], state: S, occurrences: int) -> Outcome | None:
    """Return the result of a game by its rules or by repetition, None while it goes on.

    Args:
        game: the rules.
        state: the current state.
        occurrences: the number of times its position has occurred, this one included; 0 where nothing is counted.
    """
    found = game.outcome(state)
    limit = game.repetition.draw
    if found is None and limit and occurrences >= limit:
        reason = ngettext(
            "Drawn: this position has come about {n} time.", "Drawn: this position has come about {n} times.", limit
        )
        return _draw(game, state, reason.format(n=limit))
    return found


def claim_reason(game: Game[S, Any], state: S, occurrences: int) -> str | None:
    """Return the reason why a draw may be claimed in a game that goes on, as a sentence; None if it may not.

    Args:
        game: the rules.
        state: the current state.
        occurrences: the number of times its position has occurred, this one included; 0 where nothing is counted.
    """
    limit = game.repetition.claim
    if limit and occurrences >= limit:
        reason = ngettext(
            "This position has come about {n} time.", "This position has come about {n} times.", occurrences
        )
        return reason.format(n=occurrences)
    return game.claimable(state)


def check_ending(game: Game[S, Any], state: S, entry: str, *, over: bool, occurrences: int) -> None:
    """Refuse an ending that is not possible.

    Args:
        game: the rules.
        state: the current state.
        entry: the text of the ending.
        over: True if the game has already ended.
        occurrences: the number of times the position has occurred, this one included; 0 where nothing is counted.

    Raises:
        RecordError: the game is over, no draw can be claimed, or the text is no ending of this game.
    """
    if over:
        raise RecordError(_("the game is already over"))
    if entry == DRAW_CLAIMED and claim_reason(game, state, occurrences) is None:
        raise RecordError(_("no draw can be claimed here"))
    ending_outcome(game, state, entry)


def ending_outcome(game: Game[S, Any], state: S, entry: str) -> Outcome:
    """Return the result of an ending that is no move.

    Raises:
        RecordError: it is no ending, or names no player of this game.
    """
    if entry in (DRAW_AGREED, DRAW_CLAIMED):
        return _draw(game, state, ending_words(game, state, entry))
    sides = game.sides(state)
    _word, player = _lost(entry, len(sides))
    returns = tuple(-1.0 if other == player else 1.0 for other in range(len(sides)))
    return Outcome(returns, ending_words(game, state, entry))


def ending_words(game: Game[S, Any], state: S, entry: str) -> str:
    """Return an ending as a sentence.

    Raises:
        RecordError: it is no ending, or names no player of this game.
    """
    if entry == DRAW_AGREED:
        return _("Draw agreed.")
    if entry == DRAW_CLAIMED:
        return _("Draw claimed.")
    sides = game.sides(state)
    word, player = _lost(entry, len(sides))
    two = len(sides) == 2
    if word == OUT_OF_TIME:
        words = _("{side}: out of time.") if two else _("{side}: out of time. The others share the win.")
    else:
        words = _("{side} resigned.") if two else _("{side} resigned: the others share the win.")
    return words.format(side=_(sides[player]))


def _draw(game: Game[S, Any], state: S, reason: str) -> Outcome:
    return Outcome((0.0,) * len(game.sides(state)), reason)


def _lost(entry: str, players: int) -> tuple[str, int]:
    """Return ``RESIGN`` or ``OUT_OF_TIME``, and the player who has lost so, 0-based.

    Raises:
        RecordError: the text is neither, or names no player.
    """
    word, number = (*entry.split(" ", 1), "")[:2]
    if word in (RESIGN, OUT_OF_TIME) and number in {str(player) for player in range(1, players + 1)}:
        return word, int(number) - 1
    raise RecordError(
        _("{entry} is not a way to end this game").format(entry=repr(entry[:40])),
        expected=_("{first} to {last}, {agreed} or {claimed}").format(
            first=f"{RESIGN} 1", last=players, agreed=DRAW_AGREED, claimed=DRAW_CLAIMED
        ),
    )
