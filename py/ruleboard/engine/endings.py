"""Endings of a game that are not moves: resignation, loss on time, and draws by agreement, claim or repetition."""

from __future__ import annotations

from typing import Any, TypeVar

from ruleboard.engine.errors import RecordError
from ruleboard.engine.game import Game, Outcome
from ruleboard.i18n import _, ngettext

S = TypeVar("S")

DRAW_AGREED = "draw agreed"
"""The entry of a draw by agreement."""
DRAW_CLAIMED = "draw claimed"
"""The entry of a draw that the player to move claims."""
RESIGN = "resign"
"""The first word of a resignation in a record; the player's number follows, from 1."""
OUT_OF_TIME = "time"
"""The first word of a loss on time in a record; the number, from 1, of the player who lost follows."""


def is_ending(text: str) -> bool:
    """Return True if the text of an entry has the form of an ending. The ending may still be invalid."""
    return text in (DRAW_AGREED, DRAW_CLAIMED) or text.startswith((RESIGN + " ", OUT_OF_TIME + " "))


def rules_outcome(game: Game[S, Any], state: S, occurrences: int) -> Outcome | None:
    """Return the outcome by the game's rules or by repetition, or None while the game continues.

    Args:
        game: the rules of the game.
        state: the current state.
        occurrences: the number of times the position has occurred, including now; 0 if the game does not count
            repetitions.
    """
    outcome = game.outcome(state)
    limit = game.repetition.draw_count
    if outcome is None and limit and occurrences >= limit:
        reason = ngettext(
            "Drawn: this position has come up {n} time.", "Drawn: this position has come up {n} times.", limit
        )
        return _create_draw_outcome(game, state, reason.format(n=limit))
    return outcome


def claim_reason(game: Game[S, Any], state: S, occurrences: int) -> str | None:
    """Return a sentence that says why the player to move may claim a draw, or None if they have no right to.

    Args:
        game: the rules of the game.
        state: the current state of a game that is not over.
        occurrences: the number of times the position has occurred, including now; 0 if the game does not count
            repetitions.
    """
    limit = game.repetition.claim_count
    if limit and occurrences >= limit:
        reason = ngettext("This position has come up {n} time.", "This position has come up {n} times.", occurrences)
        return reason.format(n=occurrences)
    return game.draw_claim_reason(state)


def check_ending(game: Game[S, Any], state: S, entry: str, *, is_over: bool, occurrences: int) -> None:
    """Check that an ending that is not a move is valid in a state.

    Args:
        game: the rules of the game.
        state: the current state.
        entry: the text of the ending.
        is_over: True if the game has already ended.
        occurrences: the number of times the position has occurred, including now; 0 if the game does not count
            repetitions.

    Raises:
        RecordError: the game is over, the player cannot claim a draw, or the text is not an ending of this game.
    """
    if is_over:
        raise RecordError(_("the game is already over"))
    if entry == DRAW_CLAIMED and claim_reason(game, state, occurrences) is None:
        raise RecordError(_("there’s no draw to claim here"))
    ending_outcome(game, state, entry)


def ending_outcome(game: Game[S, Any], state: S, entry: str) -> Outcome:
    """Return the result of a game after an ending that is not a move.

    Raises:
        RecordError: the text is not an ending, or names no player of this game.
    """
    if entry in (DRAW_AGREED, DRAW_CLAIMED):
        return _create_draw_outcome(game, state, ending_sentence(game, state, entry))
    sides = game.sides(state)
    _keyword, player = _parse_loss(entry, len(sides))
    returns = tuple(-1.0 if index == player else 1.0 for index in range(len(sides)))
    reasons = tuple(ending_sentence(game, state, entry, reader) for reader in range(len(sides)))
    return Outcome(returns, ending_sentence(game, state, entry), player_reasons=reasons)


def ending_sentence(game: Game[S, Any], state: S, entry: str, reader: int | None = None) -> str:
    """Describe an ending in a sentence. If ``reader`` is the player who lost, the sentence calls this player "you".

    Raises:
        RecordError: the text is not an ending, or names no player of this game.
    """
    if entry == DRAW_AGREED:
        return _("Draw agreed.")
    if entry == DRAW_CLAIMED:
        return _("Draw claimed.")
    sides = game.sides(state)
    keyword, player = _parse_loss(entry, len(sides))
    is_two_player = len(sides) == 2
    if player == reader:
        if keyword == OUT_OF_TIME:
            return _("You ran out of time.") if is_two_player else _("You ran out of time. The others share the win.")
        return _("You resigned.") if is_two_player else _("You resigned. The others share the win.")
    if keyword == OUT_OF_TIME:
        template = (
            _("{side} ran out of time.") if is_two_player else _("{side} ran out of time. The others share the win.")
        )
    else:
        template = _("{side} resigned.") if is_two_player else _("{side} resigned. The others share the win.")
    return template.format(side=_(sides[player]))


def _create_draw_outcome(game: Game[S, Any], state: S, reason: str) -> Outcome:
    return Outcome((0.0,) * len(game.sides(state)), reason)


def _parse_loss(entry: str, player_count: int) -> tuple[str, int]:
    """Parse a resignation or a loss on time; return ``RESIGN`` or ``OUT_OF_TIME``, and the loser (0-based).

    Raises:
        RecordError: the text is neither, or names no player.
    """
    keyword, number = (*entry.split(" ", 1), "")[:2]
    if keyword in (RESIGN, OUT_OF_TIME) and number in {str(player) for player in range(1, player_count + 1)}:
        return keyword, int(number) - 1
    raise RecordError(
        _("{entry} isn’t a way to end this game").format(entry=repr(entry[:40])),
        expected=_("{first} to {last}, {agreed} or {claimed}").format(
            first=f"{RESIGN} 1", last=player_count, agreed=DRAW_AGREED, claimed=DRAW_CLAIMED
        ),
    )
