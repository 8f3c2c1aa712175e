"""An embedded board: what the parameters ask for, and what becomes of it by touches. Pure: each gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.play import session as tables
from ruleboard.app.play.session import Table
from ruleboard.embed.parameters import FIND, SHOW, ParameterError, Parameters
from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.engine.record import Record
from ruleboard.engine.selection import pick
from ruleboard.engine.timeline import Timeline, starting_at
from ruleboard.games.lessons import Task
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _, ngettext
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_ID = "embedded"
_BEGUN = 0
"""What the chance of a game begins with that is shown from its own start: the same for everybody, so no secret."""


@dataclass(frozen=True, slots=True)
class Board:
    """An embedded board and what was done on it.

    Attributes:
        parameters: what was asked for.
        start: where it began; "begin anew" comes back to it.
        table: the board as it stands; in an exercise the exercise has it.
        exercise: the task and what was tried, where something is to be found.
        learning: the lesson that is gone through, if it is one.
        closer: whether a board too small to be read is enlarged and panned.
    """

    parameters: Parameters
    start: Timeline[Any]
    table: Table
    exercise: Exercise | None = None
    learning: LessonSession | None = None
    closer: bool = False

    @property
    def only_shown(self) -> bool:
        """Whether nobody plays here."""
        return self.parameters.mode == SHOW

    @property
    def seat(self) -> int:
        """The player whose side is nearest the reader."""
        table = self.table
        timeline = table.shown if table.showing is None else table.timeline.jump(table.showing.first)
        base = self.learning.seat if self.learning else 0
        if not self.only_shown and not self.learning and VIEWS[self.parameters.game].faces_mover:
            base = timeline.game.to_move(timeline.state) or 0
        turned = table.turned != self.parameters.flip
        return (base + 1) % len(timeline.game.sides(timeline.state)) if turned else base

    @property
    def viewer(self) -> int | None:
        """Whose secrets the board shows: those of who decides unseen and has asked for them; else nobody's."""
        timeline = self.table.timeline
        asked = not self.only_shown and not self.table.curtain and timeline.outcome is None
        return timeline.to_move if asked and timeline.is_hidden() else None

    @property
    def marks(self) -> Marks:
        """What the board points out: what the parameters say while it stands as it was asked for, then what is done."""
        table, marks = self.table, self.table.marks
        if self.only_shown or (self.exercise and self.exercise.still):
            marks = replace(marks, go=marks.go if table.touched else {}, still=True)
        if self.exercise and self.exercise.hint_targets:
            marks = replace(marks, shown=marks.shown | self.exercise.hint_targets)
        if can_begin_anew(self) or table.touched != self.parameters.taken:
            return marks
        given: dict[str, set[str]] = {"shown": set(), "danger": set(), "last": set()}
        for kind, target in self.parameters.marks:
            given.setdefault(kind, set()).add(target)
        return replace(
            marks,
            shown=marks.shown | given["shown"],
            danger=marks.danger | given["danger"],
            last=frozenset(given["last"]) or marks.last,
        )

    @property
    def controls(self) -> bool:
        """Whether there are buttons to step, undo and begin anew."""
        asked = self.parameters.controls
        return (not self.only_shown or bool(self.start.entries)) if asked is None else asked

    @property
    def position(self) -> str:
        """The position that is seen, as everybody may know it."""
        timeline = self.table.shown
        return timeline.game.format_position(timeline.public_state())


def opened(parameters: Parameters, seed: int = 0) -> Board:
    """The board that parameters ask for.

    Args:
        parameters: what is asked for.
        seed: what a hidden order is made anew from that the parameters do not tell.

    Raises:
        ParameterError: a parameter does not fit the game; the error names it.
    """
    if parameters.lesson:
        return _lesson(parameters, parameters.step - 1)
    start = _played(parameters, _first(parameters))
    if parameters.at is not None:
        if parameters.at > len(start.entries):
            count = len(start.entries)
            what = ngettext("there is only {n} move", "there are only {n} moves", count).format(n=count)
            raise ParameterError(what, where="at", expected=_("a number up to {n}").format(n=count))
        start = start.jump(max(parameters.at, 0 if parameters.mode == SHOW else start.earliest))
    if parameters.mode != SHOW:
        start = _to_play_on(start, seed)
    _check_marks(parameters, start)
    if parameters.mode == FIND:
        task = Task(parameters.ask, _accepted(parameters, start), hint=parameters.hint, praise=parameters.praise)
        exercise = exercises.begun(start, task, parameters.taken, id=_ID)
        return Board(parameters, start, exercise.table, exercise)
    return Board(parameters, start, _seated(parameters, start))


def _lesson(parameters: Parameters, at: int) -> Board:
    """The board of a lesson's step, numbered from 0; one that is not there is the first or the last."""
    learning = learnings.opened(parameters.game, parameters.lesson, at)
    if learning is None:
        raise ParameterError(_("there is no such lesson"), where="lesson")
    step = learning.step
    marks = (*(("shown", target) for target in step.notice), *(("taken", target) for target in step.touched))
    shown = replace(parameters, mode=FIND, step=learning.at + 1, marks=marks)
    return Board(shown, learning.exercise.start, learning.exercise.table, learning.exercise, learning)


def leafed(board: Board, by: int) -> Board:
    """The lesson so many steps on."""
    return _lesson(board.parameters, board.learning.at + by) if board.learning else board


def _seated(parameters: Parameters, start: Timeline[Any]) -> Table:
    """The table as it is at first."""
    table = tables.open_table(_ID, start)
    return replace(table, touched=parameters.taken, curtain=table.curtain and parameters.mode != SHOW)


def _first(parameters: Parameters) -> Timeline[Any]:
    """The timeline that stands where the parameters begin."""
    game = GAMES[parameters.game]
    try:
        state = game.initial(parameters.options, _BEGUN)
    except RuleboardError as error:
        raise _at("options", error) from error
    if parameters.position:
        try:
            # An order that is in the text although nobody is to know it is forgotten here.
            state = starting_at(game, game.parse_position(parameters.position)).public_state()
        except RuleboardError as error:
            raise _at("position", error) from error
    record = Record(game.id, dict(parameters.options), _BEGUN, ("",) * len(game.sides(state)))
    return starting_at(game, state, record)


def _played(parameters: Parameters, timeline: Timeline[Any]) -> Timeline[Any]:
    for number, text in enumerate(parameters.moves, 1):
        timeline = _made(timeline, text, "moves", _("move {n}").format(n=number))
    return timeline


def _made(timeline: Timeline[Any], text: str, parameter: str, place: str) -> Timeline[Any]:
    """The timeline after the action of a text."""
    try:
        return timeline.play(timeline.game.parse_action(timeline.state, text))
    except RuleboardError as error:
        what = _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what)
        raise ParameterError(what, where=f"{parameter}, {place}", expected=error.expected) from error


def _accepted(parameters: Parameters, start: Timeline[Any]) -> tuple[tuple[str, ...], ...]:
    """The accepted lines in the game's own spelling."""
    lines = []
    for number, line in enumerate(parameters.accept, 1):
        timeline = start
        for text in line:
            timeline = _made(timeline, text, "accept", _("answer {n}").format(n=number))
        lines.append(tuple(map(str, timeline.entries[start.at : timeline.at])))
    return tuple(lines)


def _at(parameter: str, error: RuleboardError) -> ParameterError:
    place = f"{parameter}, {error.where}" if error.where and error.where != f"field {parameter}" else parameter
    return ParameterError(error.what, where=place, expected=error.expected)


def _to_play_on(timeline: Timeline[Any], seed: int) -> Timeline[Any]:
    """The timeline up to where it stands; an order that nobody shall know is made anew there, if the game has one."""
    at = timeline.at
    state = timeline.game.reshuffled(timeline.state, seed)
    return replace(
        timeline, states=(*timeline.states[:at], state), keys=timeline.keys[: at + 1], entries=timeline.entries[:at]
    )


def _check_marks(parameters: Parameters, start: Timeline[Any]) -> None:
    """Make sure that what is to be marked is there."""
    game = start.game
    seen = start.public_state()
    known = set(targets_in(VIEWS[game.id].picture(seen, 0, Marks())))
    known |= {target for action in game.legal_actions(seen) for target in action.targets}
    for _kind, target in parameters.marks:
        if target not in known:
            example = ", ".join(sorted(known)[:3])
            what = _("there is no place {target} on this board").format(target=repr(target[:30]))
            raise ParameterError(what, where="marks", expected=_("such as {example}").format(example=example))
    if parameters.taken and not pick(game.legal_actions(start.state), parameters.taken).alive:
        what = _("{targets} cannot be taken up: {why}").format(
            targets=", ".join(parameters.taken), why=game.explain(seen, parameters.taken).sentence
        )
        raise ParameterError(what, where="marks")


def described(timeline: Timeline[Any], at: int) -> str:
    """Return the action after ``at`` entries in words that everybody may read; empty if the entry is no action."""
    game, state, entry = timeline.game, timeline.states[at], timeline.entries[at]
    if not isinstance(entry, Action):
        return ""
    mover = game.to_move(state)
    if timeline.is_hidden(at) and mover is not None:
        return _("{side} has decided something unseen").format(side=_(game.sides(state)[mover]))
    return game.describe(state, entry)


def targets_in(picture: Node) -> Sequence[str]:
    """The targets a picture has."""
    found = [picture.attrs["data-target"]] if "data-target" in picture.attrs else []
    for child in picture.children:
        found += targets_in(child)
    return found


# --- what is done on it ----------------------------------------------------------------------------------------------


def with_table(board: Board, table: Table) -> Board:
    """The board with its table changed by something that is no action."""
    exercise = exercises.with_table(board.exercise, table) if board.exercise else None
    return replace(board, table=table, exercise=exercise)


def _tried(board: Board, exercise: Exercise) -> Board:
    return replace(board, table=exercise.table, exercise=exercise)


def touched(board: Board, target: str) -> Board:
    """The board after a touch."""
    if board.only_shown:
        return board
    if board.exercise:
        return _tried(board, exercises.touched(board.exercise, target))
    return with_table(board, tables.touched(board.table, target)[0])


def taken_up(board: Board, target: str) -> Board:
    """The board when a drag begins on a target."""
    if board.only_shown:
        return board
    if board.exercise:
        return _tried(board, exercises.taken_up(board.exercise, target))
    return with_table(board, tables.taken_up(board.table, target))


def dropped(board: Board, target: str) -> Board:
    """The board after what is carried was dropped on a target."""
    if board.only_shown:
        return board
    if board.exercise:
        return _tried(board, exercises.dropped(board.exercise, target))
    return with_table(board, tables.dropped(board.table, target)[0])


def chosen(board: Board, text: str) -> Board:
    """The board after one of several complete actions was chosen by its text."""
    if board.only_shown:
        return board
    if board.exercise:
        return _tried(board, exercises.chosen(board.exercise, text))
    return with_table(board, tables.chosen(board.table, text)[0])


def played(board: Board, text: str) -> Board:
    """The board after an action was made by its text.

    Raises:
        ActionError, IllegalAction: it cannot be made here.
    """
    if board.exercise and board.exercise.missed:
        board = _tried(board, exercises.restarted(board.exercise))
    if board.exercise and board.exercise.solved:
        raise IllegalAction(_("it is found already"))
    timeline = board.table.shown
    if timeline.outcome:
        raise IllegalAction(_("the game is over"))
    action: Action[Any] = timeline.game.parse_action(timeline.state, text)
    table = replace(
        board.table, timeline=timeline, touched=action.targets[:-1], looking=None, curtain=False, showing=None
    )
    if board.only_shown:
        return with_table(board, replace(tables.played(table, action), curtain=False, showing=None))
    if not board.exercise:
        return with_table(board, tables.played(table, action))
    exercise = exercises.with_table(board.exercise, table)
    after = exercises.touched(exercise, action.targets[-1])
    return _tried(board, after if after.table.timeline != timeline else exercises.chosen(exercise, action.text))


def undone(board: Board) -> Board:
    """The board with the last action taken back, not further than to where it began."""
    if board.exercise:
        return again(board)
    return with_table(board, tables.undone(board.table)) if can_undo(board) else board


def can_undo(board: Board) -> bool:
    """Whether there is anything to take back."""
    timeline = board.table.timeline
    return not board.only_shown and not board.table.covered and timeline.at > max(timeline.earliest, board.start.at)


def redone(board: Board) -> Board:
    """The board with what was taken back done again."""
    return board if board.only_shown or board.exercise else with_table(board, tables.redone(board.table))


def stepped(board: Board, by: int) -> Board:
    """The board looking so many moves on."""
    if not board.only_shown:
        return board
    table = board.table
    return with_table(board, replace(tables.looked(table, table.shown.at + by), curtain=False))


def put_down(board: Board) -> Board:
    """The board after Escape."""
    return board if board.only_shown else with_table(board, tables.cancelled(board.table))


def again(board: Board) -> Board:
    """The board as it was at first; an exercise remembers what was missed."""
    if board.exercise:
        return _tried(board, exercises.restarted(board.exercise))
    return replace(board, table=replace(_seated(board.parameters, board.start), turned=board.table.turned))


def can_begin_anew(board: Board) -> bool:
    """Whether anything was done."""
    timeline = board.table.timeline
    return (timeline.at, timeline.entries) != (board.start.at, board.start.entries) or board.table.looking is not None


def turned(board: Board) -> Board:
    """The board from the other side."""
    return with_table(board, replace(board.table, turned=not board.table.turned))
