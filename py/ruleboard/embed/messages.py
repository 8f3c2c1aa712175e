"""Messages between an embedded board and the page around it: reading, checking and writing. Pure functions.

Every message is a JSON object with ``ruleboard: 1`` and a ``type``. Objects without ``ruleboard`` are ignored; invalid
messages are answered with an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play.announcements import described
from ruleboard.app.study.reader import Reader
from ruleboard.embed.board import Board
from ruleboard.embed.parameters import LOOK
from ruleboard.engine.action import Action
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError, printable
from ruleboard.engine.limits import LONGEST_ACTION, LONGEST_STUDY, at_most
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _

VERSION = 1
LONGEST = 100_000
"""Characters of a message; ``static/boot/embed_frame.js`` drops longer ones, too."""
LONGEST_WITH_STUDY = 2 * LONGEST_STUDY + 1_000
"""Characters of a message with a study, whose line ends and quotes are escaped."""


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


@dataclass(frozen=True, slots=True)
class Look:
    """Show the same board in another look."""

    parts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ShowStudy:
    """Show a study, given as its text."""

    text: str


@dataclass(frozen=True, slots=True)
class StudyMissing:
    """Say that the study with a name could not be loaded."""

    name: str


Message: TypeAlias = Show | Position | Play | Reset | Look | ShowStudy | StudyMissing

_FIELDS = {
    "show": ("parameters",),
    "position": ("position", "moves", "options", "at"),
    "play": ("action",),
    "reset": (),
    "look": LOOK,
    "study": ("text", "missing"),
}
"""The types of messages, and the fields of each."""


def parse_message(text: str) -> Message | None:
    """Return the message in a JSON text; None if it is not for the board.

    Raises:
        MessageError: it is too long, its version or type is unknown, or one of its fields is invalid.
    """
    _check_length(text, LONGEST_WITH_STUDY)
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
    if kind != "study":
        _check_length(text, LONGEST)
    given = {name: value for name, value in data.items() if name not in ("ruleboard", "type")}
    for name in given:
        if name not in _FIELDS[kind]:
            expected = ", ".join(_FIELDS[kind]) or _("nothing more")
            raise MessageError(_("it does not belong in this message"), where=printable(name[:30]), expected=expected)
    match kind:
        case "show":
            parameters = given.get("parameters")
            if not isinstance(parameters, dict):
                raise MessageError(
                    _("is missing or not an object"), where="parameters", expected=_("an object of texts")
                )
            return Show(parameters)
        case "position":
            if not given:
                raise MessageError(_("it says nothing"), where="position", expected=", ".join(_FIELDS[kind]))
            return Position(given)
        case "play":
            action = given.get("action")
            if not isinstance(action, str) or not 0 < len(action) <= LONGEST_ACTION:
                raise MessageError(_("is missing or not a text"), where="action", expected=_("an action of the game"))
            return Play(action)
        case "look":
            return Look(given)
        case "study":
            return _study(given)
    return Reset()


def _check_length(text: str, longest: int) -> None:
    if len(text) > longest:
        raise MessageError(_("this is too long to be a message"), expected=at_most(longest))


def _study(given: Mapping[str, object]) -> ShowStudy | StudyMissing:
    for name, value in given.items():
        if len(given) == 1 and isinstance(value, str):
            return ShowStudy(value) if name == "text" else StudyMissing(value)
    raise MessageError(_("is missing or not a text"), where="text", expected=_("the text of a study"))


# --- messages to the page around -------------------------------------------------------------------------------------


def ready(board: Board | Reader | None) -> str:
    """Return the message that a board is ready, or that nothing can be shown yet, or at all."""
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
            messages.append(_action(new, at, entry))
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
    if before.start == after.start:
        messages += _answers(before.exercise, after.exercise)
    return messages


def study_events(before: Reader | None, after: Reader) -> list[str]:
    """Return the messages about a change: a step in the study, actions of the reader's own, and answers to a task."""
    messages = []
    if before is None or (before.number, before.place) != (after.number, after.place):
        messages.append(
            _format(
                "step",
                chapter=after.number + 1,
                ply=after.here.at,
                comment=after.note.comment,
                position=after.position,
            )
        )
    elif (new := after.table.timeline).at > (old := before.table.timeline).at:
        own = range(old.at, new.at)
        messages += [_action(new, at, entry) for at in own if isinstance(entry := new.entries[at], Action)]
    return messages + _answers(before.exercise if before else None, after.exercise)


def _action(timeline: Timeline[Any], at: int, entry: Action[Any]) -> str:
    """Return the message about the action after ``at`` entries."""
    game, state = timeline.game, timeline.states[at]
    return _format(
        "action",
        action=None if timeline.is_hidden(at) else game.format_action(state, entry),
        player=game.to_move(state),
        words=described(timeline, at),
        position=game.format_position(timeline.public_state(at + 1)),
    )


def _answers(before: Exercise | None, after: Exercise | None) -> list[str]:
    """Return the messages about answers to a task."""
    messages = []
    if before and after:
        if after.misses > before.misses:
            messages.append(_format("missed", misses=after.misses))
        if after.solved and not before.solved:
            messages.append(_format("found", misses=after.misses))
    return messages


def _shown(board: Board | Reader) -> Mapping[str, object]:
    timeline = board.table.shown
    return {"game": timeline.game.id, "position": board.position, "player": timeline.to_move}


def _format(kind: str, **more: object) -> str:
    return json.dumps({"ruleboard": VERSION, "type": kind, **more}, separators=(",", ":"))
