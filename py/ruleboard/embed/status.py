"""The public status of a board: its position, moves and players, without hidden information.

The page also gets a text from which another frame can show the same board, unless that would reveal something.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from ruleboard import diagram
from ruleboard.app.board import changes as tables
from ruleboard.app.board import history
from ruleboard.app.board.plies import continues_hidden_decision, viewable_plies
from ruleboard.app.study import reader as readers
from ruleboard.app.study.reader import Reader
from ruleboard.embed import board as boards
from ruleboard.embed.board import Board
from ruleboard.engine.action import Action
from ruleboard.engine.decoding import ErrorStyle, Value, decode_object
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.engine.game import Outcome
from ruleboard.engine.seats import seat_of
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _, ngettext
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node


class StatusError(RuleboardError):
    """Raised when a text is not a valid status of a board."""


_ERROR_STYLE: Final = ErrorStyle(StatusError)


def board_status(board: Board | Reader) -> dict[str, object]:
    """Return the ``detail`` of the event ``change``: position, moves, players and outcome.

    While a player decides in secret, the status stays what it was before the decision.
    """
    shows_all, timeline = _hides_nothing(board), _find_public_timeline(board)
    plies = public_plies(timeline, shows_all=shows_all)
    entry_count = len(timeline.entries) if isinstance(board, Board) and board.read_only else timeline.ply
    record = timeline.record
    return {
        "game": timeline.game.id,
        "position": timeline.game.format_position(timeline.public_state()),
        "moves": [_find_public_text(timeline, ply - 1) for ply in plies if 0 < ply <= entry_count],
        "ply": sum(0 < ply <= timeline.ply for ply in plies),
        "player": timeline.to_move,
        "players": [
            {"name": name or _(side), "opponent": seat_of(record.seats, player)}
            for player, (side, name) in enumerate(
                zip(timeline.game.sides(timeline.state), record.players, strict=False)
            )
        ],
        "outcome": outcome_fields(timeline.outcome) if timeline.outcome else None,
    }


def _hides_nothing(board: Board | Reader) -> bool:
    """Return True if the board is a study or only shows moves, so that nothing on it is secret."""
    return isinstance(board, Reader) or board.read_only


def _find_public_timeline(board: Board | Reader) -> Timeline[Any]:
    """Return the visible timeline. While a player decides in secret, it ends before the decision."""
    timeline = board.table.timeline if isinstance(board, Reader) else board.table.viewed_timeline
    if _hides_nothing(board) or not timeline.is_hidden():
        return timeline
    return timeline.jump(viewable_plies(timeline).first_ply_of_step(timeline.ply))


def board_picture(board: Board | Reader, css: str, *, shows_coordinates: bool = False) -> Node:
    """Return a picture (see ``diagram.poster_node``) of a board without hidden information.

    While a player decides in secret, the picture shows no marks, since marks follow the player's touches.

    Args:
        board: the board.
        css: the text of the page's style sheet.
        shows_coordinates: True to show the coordinates of a game that hides them by default.
    """
    timeline = _find_public_timeline(board)
    is_secret = timeline.is_hidden() and not _hides_nothing(board)
    options = diagram.Diagram(
        seat=board.seat,
        marks=Marks(read_only=True) if is_secret else replace(board.marks, read_only=True, next_targets={}),
        coordinates=shows_coordinates or None,
        drawings=board.drawings if isinstance(board, Reader) and not board.is_outside_study else (),
    )
    sheet = diagram.parse_stylesheets_by_look(css)[diagram.LIGHT]
    if isinstance(board, Board) and board.lesson:  # it may show only a part of the table
        picture = board.lesson.board_view.picture(timeline.public_state(), board.seat, options.marks)
        picture = diagram.with_coordinates(picture) if shows_coordinates else picture
        return diagram.themed_picture(picture, sheet, options.width, "system")
    return diagram.poster_node(timeline.game, timeline.public_state(), sheet, options, "system")


def outcome_fields(outcome: Outcome) -> dict[str, object]:
    """Return the fields of a game's outcome for the host page."""
    return {
        "returns": outcome.returns,
        "winners": outcome.winners,
        "draw": outcome.is_draw,
        "reason": outcome.reason,
    }


def public_plies(timeline: Timeline[Any], *, shows_all: bool) -> list[int]:
    """Return the plies that the host page counts, including undone plies.

    Unless ``shows_all``, the actions of one hidden decision count as one, since their number could reveal something.
    """
    count = len(timeline.entries)
    return [ply for ply in range(count + 1) if shows_all or ply == 0 or not continues_hidden_decision(timeline, ply)]


def _find_public_text(timeline: Timeline[Any], ply: int) -> str | None:
    """Return the text of the entry at a ply, or None for a hidden decision."""
    entry = timeline.entries[ply]
    if not isinstance(entry, Action):
        return entry
    return None if timeline.is_hidden(ply) else timeline.game.format_action(timeline.states[ply], entry)


def go_to(board: Board, host_ply: int) -> Board:
    """Return a board at a ply, as the host page counts plies.

    A board for play undoes or redoes moves. A task only goes back to its start.

    Raises:
        IllegalAction: the board cannot show this ply.
    """
    timeline = board.table.timeline
    plies = public_plies(timeline, shows_all=board.read_only)
    if host_ply >= len(plies):
        raise IllegalAction(_create_too_few_moves_error(len(plies) - 1))
    ply = plies[host_ply]
    if board.read_only:
        return boards.with_table(board, tables.uncover(history.view_at(board.table, ply)))
    if board.exercise and ply == board.start.ply:
        return boards.restart(board)
    while ply < board.table.timeline.ply and (next_board := boards.undo(board)) is not board and not board.exercise:
        board = next_board
    while ply > board.table.timeline.ply and not board.table.timeline.is_at_end:
        if (next_board := boards.redo(board)) is board:
            break
        board = next_board
    if board.table.timeline.ply > ply or (board.exercise and board.table.timeline.ply != ply):
        raise IllegalAction(_("you can’t go back to that move on this board"))
    return board


def _create_too_few_moves_error(move_count: int) -> str:
    return ngettext("there’s only {n} move", "there are only {n} moves", move_count).format(n=move_count)


def _create_too_few_chapters_error(chapter_count: int) -> str:
    return ngettext("there’s only {n} chapter", "there are only {n} chapters", chapter_count).format(n=chapter_count)


def start_error(reader: Reader, chapter: int, start: int) -> RuleboardError | None:
    """Return an error if a study lacks the chapter or the ply at which a host page opens it, else None.

    Args:
        reader: a reader of the study.
        chapter: the number of the chapter, from 1. The function checks ``start`` only if the reader is in this chapter.
        start: the ply.
    """
    chapter_count = len(reader.study.chapters)
    if chapter > chapter_count:
        return RuleboardError(_create_too_few_chapters_error(chapter_count), where="chapter")
    last_ply = reader.chapter.nodes[reader.chapter.main_line_node(start)].ply
    if chapter == reader.number + 1 and start > last_ply:
        return RuleboardError(_create_too_few_moves_error(last_ply), where="start")
    return None


def go_to_chapter(reader: Reader, chapter: int) -> Reader:
    """Return a reader at the start of a chapter, whose number counts from 1.

    Raises:
        IllegalAction: the study has no such chapter.
        StudyError: the rules do not allow a move of the chapter.
        LongChapter: the chapter is long and was not opened yet.
    """
    chapter_count = len(reader.study.chapters)
    if chapter > chapter_count:
        raise IllegalAction(_create_too_few_chapters_error(chapter_count))
    return readers.choose_chapter(reader, chapter - 1)


def go_to_study_ply(reader: Reader, ply: int) -> Reader:
    """Return a reader at a ply of the current line, or of the line that continues it.

    Raises:
        IllegalAction: the line ends, or a task is still open, before that ply.
    """
    nodes, node = reader.chapter.nodes, reader.node
    while nodes[node].ply > ply and (parent := nodes[node].parent) is not None:
        node = parent
    while nodes[node].ply < ply and nodes[node].children:
        node = nodes[node].children[0]
    if not readers.can_go_to(reader, node):
        raise IllegalAction(_("there’s a task to solve first"))
    if nodes[node].ply < ply:
        raise IllegalAction(_create_too_few_moves_error(nodes[node].ply))
    return readers.go_to_node(reader, node)


# --- boards in another frame -----------------------------------------------------------------------------------------


def format_saved_board(board: Board | Reader) -> str:
    """Return a text from which ``restore_board`` or ``restore_reader`` shows the same board in another frame.

    The text is empty if the board has, or had, hidden information that the text would reveal or lose.
    """
    timeline, exercise = board.table.timeline, board.exercise
    if timeline.is_hidden() or timeline.has_secrets:
        return ""
    if exercise:
        timeline = exercise.timeline_before_miss or timeline
    if isinstance(board, Reader):
        closed_tasks = sorted(map(list, board.closed_tasks))
        data: dict[str, object] = {"chapter": board.number, "node": board.node, "closed": closed_tasks}
        start_ply, is_flipped = board.chapter.timeline(board.node).ply, board.is_flipped
    else:
        start = board.start
        plies = range(start.ply, len(timeline.entries) + 1)
        if any(timeline.is_hidden(ply) for ply in plies) or start.public_state() != start.state:
            return ""
        start_ply, is_flipped = start.ply, board.table.display.is_flipped
        data = {
            "ply": board.table.viewed_timeline.ply if exercise is None else timeline.ply,
            "misses": exercise.miss_count if exercise else 0,
            "step": board.lesson.step_index if board.lesson else 0,
        }
    data["moves"] = list(map(str, timeline.entries[start_ply:]))
    return json.dumps({**data, "flipped": is_flipped}, separators=(",", ":"))


def restore_board(board: Board, text: str) -> Board:
    """Restore the board that another frame has saved as a text.

    Args:
        board: the board at its start.
        text: the text of ``format_saved_board``.

    Raises:
        StatusError: the text is malformed.
        RuleboardError: the rules do not allow one of its moves.
    """
    saved_value = _parse_saved(text)
    if board.lesson:
        board = boards.step_lesson(board, saved_value.field("step").integer() - board.lesson.step_index)
    moves = saved_value.field("moves").texts()
    if board.exercise is None:
        timeline = board.start
        for move in moves:
            timeline = timeline.play_text(move)
        ply = saved_value.field("ply").integer()
        if board.read_only:
            table = tables.uncover(history.view_at(replace(board.table, timeline=timeline), ply))
        else:
            table = replace(board.table, timeline=timeline.jump(max(ply, board.start.ply)))
        board = boards.with_table(board, table)
    else:
        for ply, move in enumerate(moves, board.start.ply):
            if ply >= board.table.timeline.ply:  # the board plays the other side's moves itself
                board = boards.play(board, move)
        exercise = board.exercise
        board = replace(
            board, exercise=exercise and replace(exercise, miss_count=saved_value.field("misses").integer())
        )
    if board.table.timeline.is_hidden() and not board.read_only:
        raise StatusError(_("this is a secret choice, so only the players at the board can make it"))
    return boards.flip(board) if saved_value.field("flipped").flag() != board.table.display.is_flipped else board


def restore_reader(reader: Reader, text: str) -> Reader:
    """Return the reader of a study in the state that another frame has saved.

    Raises:
        StatusError: the text is malformed.
        RuleboardError: the rules do not allow one of its moves.
        LongChapter: the chapter is long and has not been opened yet.
    """
    saved_value = _parse_saved(text)
    number, node = saved_value.field("chapter").integer(), saved_value.field("node").integer()
    if number != reader.number:
        reader = readers.choose_chapter(reader, number)
    closed_tasks = map(_parse_task, saved_value.field("closed").items(1_000))
    reader = replace(reader, closed_tasks=reader.closed_tasks.union(closed_tasks))
    if readers.can_go_to(reader, node):
        reader = readers.go_to_node(reader, node)
    for move in saved_value.field("moves").texts():
        reader = readers.play(reader, move)
    return replace(reader, is_flipped=saved_value.field("flipped").flag())


def _parse_task(value: Value) -> tuple[int, int]:
    """Parse the number of a chapter and the index of its node with a task."""
    numbers = value.items()
    if len(numbers) != 2:
        raise value.error(_("Ruleboard can’t read this"), _("a list"))
    return numbers[0].integer(), numbers[1].integer()


def _parse_saved(text: str) -> Value:
    data = decode_object(text)
    if data is None:
        raise StatusError(_("Ruleboard can’t read this"), where="state", expected=_("the text of a state message"))
    return Value(data, _ERROR_STYLE)
