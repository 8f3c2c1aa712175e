"""Position texts: the start of a game, and a check whether a game can begin from a text."""

from __future__ import annotations

from ruleboard.engine.decoding import decode_or_none
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.pgn_tokens import has_tags
from ruleboard.i18n import _
from ruleboard.registry import EDITORS, GAMES
from ruleboard.text_kinds import Kind, TextKind, kind_phrase, recognize
from ruleboard.wording import sentence, with_full_stop


def start_position(game: str) -> str:
    """Return the position text for the start of a game with its default options."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    return rules.format_position(rules.initial(options, 0))


def misplaced_kind(game: str, text: str) -> TextKind | None:
    """Return the kind of a text in a game's position field, or None if it is a position, even a malformed one."""
    text_kind = recognize(text)
    is_json = isinstance(decode_or_none(text), dict | list)
    is_move_list = text_kind.kind is Kind.GAME and not (has_tags(text) or is_json)
    if is_move_list or text_kind in (TextKind(Kind.POSITION, game), TextKind(Kind.OTHER), TextKind(Kind.EMPTY)):
        return None
    return text_kind


def is_misplaced(game: str, text: str) -> bool:
    """Return True if a text in a game's position field is not a position, but the app can open it."""
    text_kind = misplaced_kind(game, text)
    return text_kind is not None and text_kind.kind not in (Kind.PICTURE, Kind.APP_DATA)


def position_error(game: str, text: str) -> str:
    """Return a sentence that says why a game cannot begin from a position text; empty if it can.

    For a malformed text, the sentence says where in the text the error is. For a well-formed position, it names the
    square of the error if a piece is there.
    """
    rules = GAMES[game]
    try:
        state = rules.parse_position(text)
    except RuleboardError as error:
        if not _is_well_formed(game, text):
            text_kind = misplaced_kind(game, text)
            if text_kind is not None:
                return _("This is {thing}, not a position from {game}.").format(
                    thing=kind_phrase(text_kind), game=_(rules.title)
                )
            return sentence(str(error))
        if error.where and EDITORS[game].has_piece(text, error.where):
            return with_full_stop(_("{where}: {what}").format(where=error.where, what=error.what))
        return sentence(error.what)
    outcome = rules.outcome(state)
    if outcome is None:
        return ""
    return _("In this position the game is already over. {reason}").format(reason=outcome.reason)


def _is_well_formed(game: str, text: str) -> bool:
    """Return True if the game has an editor that can show the position."""
    if game not in EDITORS:
        return False
    try:
        EDITORS[game].normalize(text)
    except RuleboardError:
        return False
    return True
