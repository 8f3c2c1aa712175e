"""Messages between an embedded board and the page around it: reading, checking and writing. Pure functions.

Every message is a JSON object with ``ruleboard: 1`` and a ``type``. Objects without ``ruleboard`` are ignored; invalid
messages are answered with an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ruleboard.embed.board import Board, described
from ruleboard.engine.action import Action
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError, printable
from ruleboard.engine.limits import LONGEST_ACTION, at_most
from ruleboard.i18n import _

VERSION = 1
LONGEST = 100_000
"""Characters of a message; ``static/boot/embed_frame.js`` drops longer ones, too."""


class MessageError(RuleboardError):
    """A message for the board that is invalid."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show the board of other parameters."""

    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Position:
    """Show another position or other moves of the same game, without other changes."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Play:
    """Play an action, given by its text."""

    action: str


@dataclass(frozen=True, slots=True)
class Reset:
    """Begin anew."""


Message: TypeAlias = Show | Position | Play | Reset

_FIELDS = {
    "show": ("parameters",),
    "position": ("position", "moves", "options", "at"),
    "play": ("action",),
    "reset": (),
}
"""The types of messages, and the fields of each."""


def parse_message(text: str) -> Message | None:
    """Return the message in a JSON text; None if it is not for the board.

    Raises:
        MessageError: it is too long, its version or type is unknown, or one of its fields is invalid.
    """
    if len(text) > LONGEST:
        raise MessageError(_("this is too long to be a message"), expected=at_most(LONGEST))
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or "ruleboard" not in data:
        return None
    if data["ruleboard"] != VERSION or isinstance(data["ruleboard"], bool):
        raise MessageError(_("this version of messages is not known"), where="ruleboard", expected=str(VERSION))
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise MessageError(
            _("there is no such message"), where="type", expected=_("one of {names}").format(names=", ".join(_FIELDS))
        )
    given = {name: value for name, value in data.items() if name not in ("ruleboard", "type")}
    for name in given:
        if name not in _FIELDS[kind]:
            expected = ", ".join(_FIELDS[kind]) or _("nothing more")
            raise MessageError(_("it does not belong in this message"), where=printable(name[:30]), expected=expected)
    match kind:
        case "show":
            parameters = given.get("parameters")
            if not isinstance(parameters, dict):
                raise MessageError(_("is missing or no object"), where="parameters", expected=_("an object of texts"))
            return Show(parameters)
        case "position":
            if not given:
                raise MessageError(_("it says nothing"), where="position", expected=", ".join(_FIELDS[kind]))
            return Position(given)
        case "play":
            action = given.get("action")
            if not isinstance(action, str) or not 0 < len(action) <= LONGEST_ACTION:
                raise MessageError(_("is missing or no text"), where="action", expected=_("an action of the game"))
            return Play(action)
    return Reset()


# --- messages to the page around -------------------------------------------------------------------------------------


def ready(board: Board | None) -> str:
    """Return the message that a board is ready, or that nothing can be shown."""
    return _format("ready", **(_shown(board) if board else {}))


def error(problem: RuleboardError | str) -> str:
    """Return the message that an address or a message could not be used."""
    if isinstance(problem, str):
        return _format("error", message=problem)
    return _format("error", message=str(problem), where=problem.where, expected=problem.expected)


def events(before: Board, after: Board) -> list[str]:
    """Return the messages about a change: actions, the end of the game, and answers to a task.

    The message about a decision that is still hidden does not contain it. Where somebody plays, there is one for all
    actions of a player in a row, after the last of them: their number would tell of the decision.

    Args:
        before: the board before the change.
        after: the board after it.
    """
    old, new = before.table.timeline, after.table.timeline
    messages = []
    if before.start == after.start and new.at > old.at and new.entries[: old.at] == old.entries[: old.at]:
        for at in range(old.at, new.at):
            entry, state = new.entries[at], new.states[at]
            if not isinstance(entry, Action):
                continue
            hidden = new.is_hidden(at)
            following = new.states[at + 1]
            is_partial = hidden and new.is_hidden(at + 1) and new.game.to_move(state) == new.game.to_move(following)
            if is_partial and not after.read_only:
                continue
            public = new.public_state(at + 1)
            messages.append(
                _format(
                    "action",
                    action=None if hidden else new.game.format_action(state, entry),
                    player=new.game.to_move(state),
                    words=described(new, at),
                    position=new.game.format_position(public),
                )
            )
        if (outcome := new.outcome) and not old.outcome:
            messages.append(
                _format(
                    "outcome",
                    returns=outcome.returns,
                    winners=outcome.winners,
                    draw=outcome.is_draw,
                    reason=outcome.reason,
                )
            )
    if (exercise := after.exercise) and before.exercise and before.start == after.start:
        if exercise.misses > before.exercise.misses:
            messages.append(_format("missed", misses=exercise.misses))
        if exercise.solved and not before.exercise.solved:
            messages.append(_format("found", misses=exercise.misses))
    return messages


def _shown(board: Board) -> Mapping[str, object]:
    timeline = board.table.shown
    return {"game": timeline.game.id, "position": board.position, "player": timeline.to_move}


def _format(kind: str, **more: object) -> str:
    return json.dumps({"ruleboard": VERSION, "type": kind, **more}, separators=(",", ":"))
