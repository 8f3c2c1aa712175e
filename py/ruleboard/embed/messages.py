"""What an embedded board and the page around it say to each other: messages read, checked and written. Pure.

Every message is an object with ``ruleboard: 1`` and a ``type``. Whatever is not, is not for us; what is, but cannot be
understood, is answered with an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleboard.embed.board import Board, described
from ruleboard.engine.action import Action
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError, printable
from ruleboard.engine.limits import LONGEST_ACTION, at_most
from ruleboard.i18n import _

VERSION = 1
LONGEST = 100_000
"""Characters of a message; ``static/boot/embed_frame.js`` lets no longer one pass, either."""


class MessageError(RuleboardError):
    """A message that is meant for us and cannot be understood."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show what these parameters ask for, in place of all that was asked for before."""

    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Position:
    """Show another position, or other moves, of the same game and with all else as it is."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Play:
    """Make an action, given by its text."""

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
"""The types there are, and what belongs to each."""


def parse_message(text: str) -> Message | None:
    """The message in a JSON text; None if it is not one of ours.

    Raises:
        MessageError: it is too long, or one of ours, but of a version or a type that is not known, or something is
            wrong in it.
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


# --- what is told ----------------------------------------------------------------------------------------------------


def ready(board: Board | None) -> str:
    """The board answers: what it shows."""
    return _written("ready", **(_seen(board) if board else {}))


def error(problem: RuleboardError | str) -> str:
    """Something from outside could not be used."""
    if isinstance(problem, str):
        return _written("error", message=problem)
    return _written("error", message=str(problem), where=problem.where, expected=problem.expected)


def told(before: Board, after: Board) -> list[str]:
    """What has happened between two boards: actions, the end of the game, and whether it was found.

    What somebody decided unseen is told as having been done, and not what it was.
    """
    old, new = before.table.timeline, after.table.timeline
    messages = []
    if before.start == after.start and new.at > old.at and new.entries[: old.at] == old.entries[: old.at]:
        for at in range(old.at, new.at):
            entry, state = new.entries[at], new.states[at]
            if not isinstance(entry, Action):
                continue
            unseen = new.game.secret(state)
            public = new.game.view(new.states[at + 1], None)
            messages.append(
                _written(
                    "action",
                    action=None if unseen else new.game.format_action(state, entry),
                    player=new.game.to_move(state),
                    words=described(new.game, state, entry),
                    position=new.game.format_position(public),
                )
            )
        if (outcome := new.outcome) and not old.outcome:
            messages.append(
                _written(
                    "outcome",
                    returns=outcome.returns,
                    winners=outcome.winners,
                    draw=outcome.is_draw,
                    reason=outcome.reason,
                )
            )
    if (exercise := after.exercise) and before.exercise and before.start == after.start:
        if exercise.misses > before.exercise.misses:
            messages.append(_written("missed", misses=exercise.misses))
        if exercise.solved and not before.exercise.solved:
            messages.append(_written("found", misses=exercise.misses))
    return messages


def _seen(board: Board) -> dict[str, Any]:
    timeline = board.table.shown
    return {"game": timeline.game.id, "position": board.position, "player": timeline.to_move}


def _written(kind: str, **more: Any) -> str:
    return json.dumps({"ruleboard": VERSION, "type": kind, **more}, separators=(",", ":"))
