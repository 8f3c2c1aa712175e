"""Messages between an embedded board and its host page: parsers and formatters.

Every message is a JSON object with ``ruleboard: 1`` and a ``type``. The board ignores objects without ``ruleboard``
and answers invalid messages with an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ruleboard.app.board.announcements import public_action_text
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.plies import continues_hidden_decision
from ruleboard.app.study.reader import Reader
from ruleboard.embed.board import Board
from ruleboard.embed.parameters import LOOK_NAMES
from ruleboard.embed.status import outcome_fields
from ruleboard.engine.action import Action
from ruleboard.engine.decoding import ErrorStyle, Value, decode_object
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.limits import MAX_ACTION_LENGTH, MAX_STUDY_LENGTH, max_length_phrase
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _

MESSAGE_VERSION = 1
MAX_MESSAGE_LENGTH = 100_000
"""The maximum number of characters of a message; ``static/boot/embed_frame.js`` also drops longer ones."""
MAX_STUDY_MESSAGE_LENGTH = 2 * MAX_STUDY_LENGTH + 1_000
"""The maximum number of characters of a message with a study; JSON escapes each line end and quote of its text as two
characters."""


class MessageError(RuleboardError):
    """Raised when a message from the host page is invalid."""


_ERROR_STYLE: Final = ErrorStyle(MessageError)


@dataclass(frozen=True, slots=True)
class ShowMessage:
    """A message to show the board that new parameters describe."""

    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PositionMessage:
    """A message to show a new position or new moves of the same game."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlayMessage:
    """A message to play an action."""

    action: str


@dataclass(frozen=True, slots=True)
class ResetMessage:
    """A message to start again."""


@dataclass(frozen=True, slots=True)
class LookMessage:
    """A message to change the appearance of the board."""

    parts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class StudyMessage:
    """A message that contains the text of a study to show."""

    text: str


@dataclass(frozen=True, slots=True)
class MissingStudyMessage:
    """A message that the host page could not load a study, perhaps because its security policy forbids it."""

    name: str
    is_blocked: bool = False


@dataclass(frozen=True, slots=True)
class GoMessage:
    """A message to go to a ply. In a study, the ply may belong to another chapter."""

    ply: int
    chapter: int | None


@dataclass(frozen=True, slots=True)
class UndoMessage:
    """A message to undo the last move."""


@dataclass(frozen=True, slots=True)
class DrawMessage:
    """A message to draw the board as a picture. The answer repeats the number of this message."""

    id: int


@dataclass(frozen=True, slots=True)
class ResumeMessage:
    """A message to continue from the state that another frame has saved."""

    state: str


Message: TypeAlias = (
    ShowMessage
    | PositionMessage
    | PlayMessage
    | ResetMessage
    | LookMessage
    | StudyMessage
    | MissingStudyMessage
    | GoMessage
    | UndoMessage
    | DrawMessage
    | ResumeMessage
)

EVENT_TYPES = ("ready", "action", "outcome", "missed", "found", "step", "undo", "reset", "change", "error")
"""The types of messages to the host page that are also the events of every <rule-board>."""
ANSWER_TYPES = ("state", "resumed", "picture", "checked")
"""The types of the other messages to the host page."""
FIELDS_BY_TYPE = {
    "show": ("parameters",),
    "position": ("position", "moves", "options", "at"),
    "play": ("action",),
    "reset": (),
    "look": LOOK_NAMES,
    "study": ("text", "missing", "policy"),
    "go": ("ply", "chapter"),
    "undo": (),
    "picture": ("id",),
    "resume": ("state",),
}
"""The types of messages from the host page, and the fields of each."""


def parse_message(text: str) -> Message | None:
    """Parse a message from JSON; return None if the text is not a message for the board.

    Raises:
        MessageError: the text is too long, its version or type is unknown, or one of its fields is invalid.
    """
    _check_length(text, MAX_STUDY_MESSAGE_LENGTH)
    data = decode_object(text)
    if data is None or "ruleboard" not in data:
        return None
    value = Value(data, _ERROR_STYLE)
    if data["ruleboard"] != MESSAGE_VERSION or isinstance(data["ruleboard"], bool):
        raise value.field("ruleboard").error(_("this message version is unknown"), str(MESSAGE_VERSION))
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in FIELDS_BY_TYPE:
        raise value.field("type").error(
            _("there’s no such message"), _("one of {names}").format(names=", ".join(FIELDS_BY_TYPE))
        )
    if kind != "study":
        _check_length(text, MAX_MESSAGE_LENGTH)
    fields = {name: part for name, part in data.items() if name not in ("ruleboard", "type")}
    for name in fields:
        if name not in FIELDS_BY_TYPE[kind]:
            raise value.field(name).error(
                _("this field doesn’t belong in the message"), ", ".join(FIELDS_BY_TYPE[kind]) or _("nothing more")
            )
    match kind:
        case "show":
            return ShowMessage(value.field("parameters").members(_("an object with text values")))
        case "position":
            if not fields:
                raise value.field("position").error(_("it’s empty"), ", ".join(FIELDS_BY_TYPE[kind]))
            return PositionMessage(fields)
        case "play":
            return PlayMessage(value.field("action").nonempty_text(MAX_ACTION_LENGTH))
        case "look":
            return LookMessage(fields)
        case "study" if "missing" in fields and "text" not in fields:
            return MissingStudyMessage(value.field("missing").text(), value.field("policy", False).flag())
        case "study":
            return StudyMessage(value.field("text").text())
        case "go":
            chapter = value.field("chapter").optional(lambda number: number.integer(1))
            return GoMessage(value.field("ply", 0 if chapter else None).integer(), chapter)
        case "undo":
            return UndoMessage()
        case "picture":
            return DrawMessage(value.field("id", 0).integer())
        case "resume":
            return ResumeMessage(value.field("state").text())
    return ResetMessage()


def _check_length(text: str, max_length: int) -> None:
    if len(text) > max_length:
        raise MessageError(_("this is too long to be a message"), expected=max_length_phrase(max_length))


# --- messages to the page around -------------------------------------------------------------------------------------


def ready_message(board: Board | Reader | None) -> str:
    """Return the message that the frame is ready, with a description of its board or study if it shows one."""
    return _format_message("ready", **(_collect_board_fields(board) if board else {}))


def error_message(problem: RuleboardError | str, **fields: object) -> str:
    """Return a message about an error, with any additional fields."""
    if isinstance(problem, str):
        return _format_message("error", message=problem)
    return _format_message("error", message=str(problem), where=problem.where, expected=problem.expected, **fields)


def change_messages(before: Board, after: Board) -> list[str]:
    """Return messages about actions, steps, undo, the end of the game and answers to a task.

    A message about a hidden decision does not contain the decision. On a board for play, a hidden turn of several
    actions has only one message, after its last action, since the number of messages could reveal something.

    Args:
        before: the board before the change.
        after: the board after the change.
    """
    shows_same_moves = before.table.timeline is after.table.timeline or _differ_only_in_replay_ply(before, after)
    if after.read_only and shows_same_moves:
        ply = after.table.viewed_timeline.ply
        has_moved = ply != before.table.viewed_timeline.ply
        return [_format_message("step", ply=ply, position=after.position)] if has_moved else []
    if before.start != after.start:
        return []
    old_timeline, new_timeline = (
        table.viewed_timeline if after.read_only else table.timeline for table in (before.table, after.table)
    )
    messages = _format_move_messages(old_timeline, new_timeline, after.start, shows_all=after.read_only)
    return messages + _format_answer_messages(before.exercise, after.exercise)


def _differ_only_in_replay_ply(before: Board, after: Board) -> bool:
    """Return True if the parameters of two boards differ only in ``at``, the number of moves to show."""
    parameters, other_parameters = before.parameters, after.parameters
    return parameters.at != other_parameters.at and replace(parameters, at=other_parameters.at).has_same_board(
        other_parameters
    )


def reset_messages(before: Board | Reader, after: Board | Reader) -> list[str]:
    """Return a message if a study or a board in show mode has returned to its start.

    For other boards, ``change_messages`` has this message.
    """
    if isinstance(before, Reader) and isinstance(after, Reader):
        ply, has_moved = after.study_node.ply, (before.number, before.node) != (after.number, after.node)
    else:
        ply = after.table.viewed_timeline.ply
        has_moved = before.table.timeline is after.table.timeline and ply != before.table.viewed_timeline.ply
    return [_format_message("reset", ply=ply, position=after.position)] if has_moved else []


def _format_move_messages(
    old_timeline: Timeline[Any], new_timeline: Timeline[Any], start: Timeline[Any], *, shows_all: bool
) -> list[str]:
    """Return messages about undone and played moves, and about the end of the game."""
    messages = []
    common_ply = 0
    for old_entry, new_entry in zip(
        old_timeline.entries[: old_timeline.ply], new_timeline.entries[: new_timeline.ply], strict=False
    ):
        if old_entry != new_entry:
            break
        common_ply += 1
    hides_undo = not shows_all and (old_timeline.is_hidden() or new_timeline.is_hidden())
    if common_ply < old_timeline.ply and not hides_undo:
        is_at_start = new_timeline.ply == start.ply and new_timeline.entries == start.entries
        is_reset = is_at_start or (
            common_ply == start.ply and len(new_timeline.entries) in (start.ply, new_timeline.ply)
        )
        fields = {
            "ply": common_ply,
            "position": new_timeline.game.format_position(new_timeline.public_state(common_ply)),
        }
        messages.append(_format_message("reset", **fields) if is_reset else _format_message("undo", **fields))
    for ply in range(common_ply, new_timeline.ply):
        entry = new_timeline.entries[ply]
        if isinstance(entry, Action) and (shows_all or not continues_hidden_decision(new_timeline, ply + 1)):
            messages.append(_format_action_message(new_timeline, ply, entry))
    if (outcome := new_timeline.outcome) and not old_timeline.outcome:
        messages.append(_format_message("outcome", **outcome_fields(outcome)))
    return messages


def study_messages(before: Reader | None, after: Reader) -> list[str]:
    """Return messages about steps in a study, actions on its board, and answers to its tasks."""
    messages = []
    if before and before.exercise and after.exercise and before.exercise.start is after.exercise.start:
        start = after.exercise.start
        messages += _format_move_messages(before.table.timeline, after.table.timeline, start, shows_all=True)
    if before is None or (before.number, before.node) != (after.number, after.node):
        messages.append(
            _format_message(
                "step",
                chapter=after.number + 1,
                ply=after.study_node.ply,
                comment=after.note.comment,
                position=after.position,
            )
        )
    elif before and not messages:
        start = after.chapter.timeline(after.node)
        messages += _format_move_messages(before.table.timeline, after.table.timeline, start, shows_all=True)
    return messages + _format_answer_messages(before.exercise if before else None, after.exercise)


def change_message(status: Mapping[str, object]) -> str:
    """Return a message that the board has changed, with its whole status. See ``status.board_status``."""
    return _format_message("change", **status)


def state_message(state: str) -> str:
    """Return a message with a text from which another frame can show the board. The host page gets no event for it."""
    return _format_message("state", state=state)


def resumed_message() -> str:
    """Return the answer to ``ResumeMessage``. The host page gets no event for it."""
    return _format_message("resumed")


def checked_message(faults: Sequence[Mapping[str, object]], position_count: int) -> str:
    """Return the result of checking the host page's game: the faults, and the number of checked positions."""
    return _format_message("checked", faults=faults, positions=position_count)


def picture_message(id: int, svg: str) -> str:
    """Return the answer to ``DrawMessage``: the picture of the board as the text of an SVG file.

    This message is not an event.
    """
    return _format_message("picture", id=id, svg=svg)


def no_picture_message(id: int, message: str) -> str:
    """Return the answer to ``DrawMessage`` if there is no picture. The host page gets no event for it."""
    return _format_message("picture", id=id, message=message)


def _format_action_message(timeline: Timeline[Any], ply: int, entry: Action[Any]) -> str:
    """Return a message about the action at a ply."""
    game, state = timeline.game, timeline.states[ply]
    return _format_message(
        "action",
        action=None if timeline.is_hidden(ply) else game.format_action(state, entry),
        player=game.to_move(state),
        words=public_action_text(timeline, ply),
        position=game.format_position(timeline.public_state(ply + 1)),
    )


def _format_answer_messages(before: Exercise | None, after: Exercise | None) -> list[str]:
    """Return messages about answers to a task."""
    messages = []
    if before and after:
        if after.miss_count > before.miss_count:
            messages.append(_format_message("missed", misses=after.miss_count))
        if after.is_solved and not before.is_solved:
            messages.append(_format_message("found", misses=after.miss_count))
    return messages


def _collect_board_fields(board: Board | Reader) -> Mapping[str, object]:
    timeline = board.table.viewed_timeline
    return {"game": timeline.game.id, "position": board.position, "player": timeline.to_move}


def _format_message(kind: str, **fields: object) -> str:
    return json.dumps({"ruleboard": MESSAGE_VERSION, "type": kind, **fields}, separators=(",", ":"))
