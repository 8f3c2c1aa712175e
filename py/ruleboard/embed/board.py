"""Embedded boards: the board of given parameters, and the changes to it. Pure functions from board to board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.play import advice, gestures, history, opponents
from ruleboard.app.play import session as tables
from ruleboard.app.play.orientation import last_to_decide_unseen
from ruleboard.app.play.table import Table
from ruleboard.embed.parameters import FIND, LINE, PLAY, SHOW, WIN, ParameterError, Parameters
from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.engine.options import with_rules
from ruleboard.engine.record import Record
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline, as_recorded, starting_at
from ruleboard.games import problems
from ruleboard.games.lessons import Task
from ruleboard.games.problems import Line, Solution, Turn
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _, ngettext
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in

_ID = "embedded"
_SEED = 0
"""Seed of a game that is shown from its own start, if none is given: the same for everybody, so it hides nothing."""


@dataclass(frozen=True, slots=True)
class Board:
    """An embedded board and the actions played on it.

    Attributes:
        parameters: the parameters it was made of.
        start: its first position; "begin anew" returns to it.
        table: the table with the board; ``exercise.table``, if there is an exercise.
        exercise: the task with the answers tried so far, None where nothing is to be found.
        lesson: the lesson in progress, None for other boards.
        enlarged: True if a board too small to be read is enlarged and panned.
    """

    parameters: Parameters
    start: Timeline[Any]
    table: Table
    exercise: Exercise | None = None
    lesson: LessonSession | None = None
    enlarged: bool = False

    @property
    def read_only(self) -> bool:
        """True if nobody plays here."""
        return self.parameters.mode == SHOW

    @property
    def seat(self) -> int:
        """The player whose side is nearest the reader, from 0."""
        table = self.table
        timeline = table.shown if table.replay is None else table.timeline.jump(table.replay.first)
        base = self.lesson.seat if self.lesson else table.only_person or 0
        if (
            table.only_person is None
            and not self.read_only
            and not self.lesson
            and VIEWS[self.parameters.game].faces_mover
        ):
            base = last_to_decide_unseen(timeline)
        turned = table.turned != self.parameters.flip
        return (base + 1) % len(timeline.game.sides(timeline.state)) if turned else base

    @property
    def viewer(self) -> int | None:
        """The player whose hidden information is shown: the one who decides unseen and has asked for it, or the one
        who plays against opponents; else None.
        """
        if self.table.only_person is not None:
            return self.table.only_person
        timeline = self.table.timeline
        asked = not self.read_only and not self.table.curtain and timeline.outcome is None
        return timeline.to_move if asked and timeline.is_hidden() else None

    @property
    def marks(self) -> Marks:
        """The marks on the board: those of the parameters until something is done, then those of the table."""
        table, marks = self.table, self.table.marks
        if self.read_only or (self.exercise and self.exercise.still):
            marks = replace(marks, next=marks.next if table.selected else {}, read_only=True)
        if self.exercise and self.exercise.hint_targets:
            marks = replace(marks, highlighted=marks.highlighted | self.exercise.hint_targets)
        if can_restart(self) or table.selected != self.parameters.taken:
            return marks
        given: dict[str, set[str]] = {"shown": set(), "danger": set(), "last": set()}
        for kind, target in self.parameters.marks:
            given.setdefault(kind, set()).add(target)
        return replace(
            marks,
            highlighted=marks.highlighted | given["shown"],
            danger=marks.danger | given["danger"],
            last=frozenset(given["last"]) or marks.last,
        )

    @property
    def controls(self) -> bool:
        """True if there are buttons to step, undo and begin anew."""
        asked = self.parameters.controls
        return (not self.read_only or bool(self.start.entries)) if asked is None else asked

    @property
    def position(self) -> str:
        """The text of the position that is shown, as everybody may know it."""
        timeline = self.table.shown
        return timeline.game.format_position(timeline.public_state())


def open_board(parameters: Parameters, seed: int = 0) -> Board:
    """Return the board of parameters.

    Args:
        parameters: the parameters.
        seed: the seed for a hidden order that is not in the parameters.

    Raises:
        ParameterError: a parameter does not fit the game; the error names it.
    """
    if parameters.lesson:
        return _lesson_board(parameters, parameters.step - 1)
    start = _with_moves(parameters, _first(parameters, seed))
    if parameters.at is not None:
        if parameters.at > len(start.entries):
            count = len(start.entries)
            what = ngettext("there is only {n} move", "there are only {n} moves", count).format(n=count)
            raise ParameterError(what, where="at", expected=_("a number up to {n}").format(n=count))
        start = start.jump(max(parameters.at, 0 if parameters.mode == SHOW else start.earliest))
    if parameters.opponent:
        start = _with_opponents(parameters, start, seed)
    elif parameters.mode != SHOW:
        start = _cut_and_reshuffled(start, seed)
    _check_marks(parameters, start)
    if parameters.mode == FIND:
        accepted = _accepted(parameters, start)
        task = Task(parameters.ask, accepted, hint=parameters.hint, praise=parameters.praise)
        solution = None if parameters.goal == LINE else _solution(parameters, start, accepted)
        exercise = exercises.begin(start, task, parameters.taken, id=_ID, solution=solution)
        return Board(parameters, start, exercise.table, exercise)
    return Board(parameters, start, _seated(parameters, start))


def _lesson_board(parameters: Parameters, at: int) -> Board:
    """Return the board of a lesson's step, from 0; of the first or the last if there is no such step."""
    lesson = lessons.opened(parameters.game, parameters.lesson, at)
    if lesson is None:
        raise ParameterError(_("there is no such lesson"), where="lesson")
    step = lesson.step
    marks = (*(("shown", target) for target in step.notice), *(("taken", target) for target in step.touched))
    of_step = replace(parameters, mode=FIND, step=lesson.at + 1, marks=marks)
    return Board(of_step, lesson.exercise.start, lesson.exercise.table, lesson.exercise, lesson)


def step_lesson(board: Board, by: int) -> Board:
    """Return the board of the lesson's step that comes ``by`` steps later; a board without a lesson stays."""
    return _lesson_board(board.parameters, board.lesson.at + by) if board.lesson else board


def _seated(parameters: Parameters, start: Timeline[Any]) -> Table:
    """Return the table as it is at first."""
    table = tables.open_table(_ID, start)
    return replace(table, selected=parameters.taken, curtain=table.curtain and parameters.mode != SHOW)


def _first(parameters: Parameters, seed: int) -> Timeline[Any]:
    """Return the timeline at the first position of the parameters; a game against an opponent is dealt by the seed."""
    game, options = GAMES[parameters.game], parameters.options
    if parameters.moves:  # they may be of a record that older rules hold for
        game = as_recorded(game, options)
    else:
        options = with_rules(game.options, options)
    drawn = seed if parameters.opponent and not parameters.moves else _SEED
    dealt = drawn if parameters.seed is None else parameters.seed
    try:
        state = game.initial(options, dealt)
    except RuleboardError as error:
        raise _error_in("options", error) from error
    if parameters.position:
        try:
            state = game.parse_position(parameters.position)
            if not parameters.moves:
                # A hidden order that the text contains all the same is dropped; moves made from there depend on it.
                state = starting_at(game, state).public_state()
        except RuleboardError as error:
            raise _error_in("position", error) from error
    record = Record(game.id, dict(options), dealt, ("",) * len(game.sides(state)))
    if parameters.position:
        record = replace(record, start=game.format_position(state))
    return starting_at(game, state, record)


def _with_opponents(parameters: Parameters, timeline: Timeline[Any], seed: int) -> Timeline[Any]:
    """Return the timeline up to the present position, with opponents in all seats but one.

    Raises:
        ParameterError: there is no such seat, or an order is hidden that opponents would have to know to play on.
    """
    count = len(timeline.record.players)
    if parameters.seat > count:
        raise ParameterError(
            ngettext("there is only {n} side", "there are only {n} sides", count).format(n=count), where="seat"
        )
    given = parameters.position or parameters.moves
    if given and timeline.game.reshuffled(timeline.state, seed) != timeline.state:
        what = _("this position has a hidden order, so no opponent can play from it")
        raise ParameterError(what, where="opponent", expected=_("the game's own start"))
    seats = tuple(0 if player == parameters.seat - 1 else parameters.opponent for player in range(count))
    return replace(timeline, record=replace(timeline.record, seats=seats)).cut()


def _with_moves(parameters: Parameters, timeline: Timeline[Any]) -> Timeline[Any]:
    for number, text in enumerate(parameters.moves, 1):
        timeline = _with_action(timeline, text, "moves", _("move {n}").format(n=number))
    return timeline


def _with_action(timeline: Timeline[Any], text: str, parameter: str, place: str) -> Timeline[Any]:
    """Return the timeline after one more action.

    Args:
        timeline: the timeline before.
        text: the action's text.
        parameter: the parameter it comes from, for errors.
        place: its place there, for errors.

    Raises:
        ParameterError: the action cannot be read, or is not allowed.
    """
    try:
        if parameter == "moves" and is_ending(text):
            return timeline.end(text)
        return timeline.play(timeline.game.parse_action(timeline.state, text))
    except RuleboardError as error:
        what = _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what)
        raise ParameterError(what, where=f"{parameter}, {place}", expected=error.expected) from error


def _accepted(parameters: Parameters, start: Timeline[Any]) -> tuple[tuple[str, ...], ...]:
    """Return the accepted lines in the game's own spelling."""
    lines = []
    for number, line in enumerate(parameters.accept, 1):
        timeline = start
        for text in line:
            timeline = _with_action(timeline, text, "accept", _("answer {n}").format(n=number))
        lines.append(tuple(map(str, timeline.entries[start.at : timeline.at])))
    return tuple(lines)


def _solution(parameters: Parameters, start: Timeline[Any], accepted: Sequence[tuple[str, ...]]) -> Solution:
    """Return accepted lines as turns, by which an answer is judged by where it leads.

    A line may end with an answer to a turn that is unseen until it is answered: against it the turn is shown.

    Raises:
        ParameterError: a line does not end with a turn of the player who begins it.
    """
    lines, answers = list[Line](), list[tuple[Turn, Turn]]()
    for number, line in enumerate(accepted, 1):
        timeline, turns, unseen = start, list[tuple[int | None, list[str]]](), False
        for text in line:
            if not turns or turns[-1][0] != timeline.to_move:
                turns.append((timeline.to_move, []))
                unseen = timeline.is_hidden()
            turns[-1][1].append(text)
            timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
        if turns[-1][0] != turns[0][0] and unseen:
            answers.append((tuple(turns[0][1]), tuple(turns.pop()[1])))
        if turns[-1][0] != turns[0][0]:
            what = _("it does not end with a turn of the side that has to find it")
            raise ParameterError(what, where=f"accept, {_('answer {n}').format(n=number)}")
        lines.append(tuple(tuple(turn) for _mover, turn in turns))
    return Solution(tuple(lines), problems.WIN if parameters.goal == WIN else problems.FIND, tuple(answers))


def _error_in(parameter: str, error: RuleboardError) -> ParameterError:
    """Return an error of the game as one of a parameter."""
    place = f"{parameter}, {error.where}" if error.where and error.where != f"field {parameter}" else parameter
    return ParameterError(error.what, where=place, expected=error.expected)


def _cut_and_reshuffled(timeline: Timeline[Any], seed: int) -> Timeline[Any]:
    """Return the timeline up to the present position, where a hidden order is shuffled anew if the game has one."""
    at = timeline.at
    state = timeline.game.reshuffled(timeline.state, seed)
    return replace(
        timeline, states=(*timeline.states[:at], state), keys=timeline.keys[: at + 1], entries=timeline.entries[:at]
    )


def _check_marks(parameters: Parameters, start: Timeline[Any]) -> None:
    """Check that the marked places are on the board, and that the targets to be taken up can be."""
    game = start.game
    seen = start.public_state()
    known = set(targets_in(VIEWS[game.id].picture(seen, 0, Marks())))
    known |= {target for action in game.legal_actions(seen) for target in action.targets}
    for _kind, target in parameters.marks:
        if target not in known:
            example = ", ".join(sorted(known)[:3])
            what = _("there is no place {target} on this board").format(target=repr(target[:30]))
            raise ParameterError(what, where="marks", expected=_("such as {example}").format(example=example))
    if parameters.taken and not select(game.legal_actions(start.state), parameters.taken).alive:
        what = _("{targets} cannot be taken up: {why}").format(
            targets=", ".join(parameters.taken), why=game.explain(seen, parameters.taken).sentence
        )
        raise ParameterError(what, where="marks")


# --- opponents --------------------------------------------------------------------------------------------


def with_choice(board: Board, actions: Sequence[str], score: int) -> Board:
    """Return the board after the opponent to move has chosen its next actions, or a hint was found.

    An opponent neither resigns nor offers a draw here: there is no room for the answer.
    """
    table = opponents.with_choice(board.table, actions, score, resigns=False)
    return with_table(board, replace(table, draw_offered_by=None))


def take_step(board: Board, step: opponents.Step) -> Board:
    """Return the board after a step of an opponent that needs no thought."""
    match step:
        case opponents.Act():
            return with_table(board, opponents.next_action(board.table)[0])
        case opponents.AnswerOffer():
            return with_table(board, opponents.answer_offer(board.table))
        case opponents.AdvanceReplay():
            return step_replay(board, 1)
    return board


def pause(board: Board) -> Board:
    """Return the board with its opponents waiting, until it is begun anew; without the hint that was not found."""
    asked = board.table.advice is not None
    return with_table(board, advice.close(board.table) if asked else replace(board.table, paused=True))


# --- hints -----------------------------------------------------------------------------------------------------------


def advise(board: Board, step: str) -> Board:
    """Return the board with advice to the player to move.

    Args:
        board: the board.
        step: "hint" asks for a hint, "next" shows its next step, "threats" shows the threats, "close" ends all that.
    """
    if not board.parameters.hints:
        return board
    known = {"hint": advice.ask, "next": advice.advance, "threats": advice.show_threats, "close": advice.close}
    return with_table(board, known[step](board.table)) if step in known else board


# --- changes ----------------------------------------------------------------------------------------------


def with_table(board: Board, table: Table) -> Board:
    """Return the board with another state of its table that no action has led to."""
    exercise = exercises.with_table(board.exercise, table) if board.exercise else None
    return replace(board, table=table, exercise=exercise)


def _with_exercise(board: Board, exercise: Exercise) -> Board:
    """Return the board with another state of its exercise; replies are played at once."""
    exercise = exercise if exercise.missed else exercises.settled(exercise)
    return replace(board, table=exercise.table, exercise=exercise)


def touch(board: Board, target: str) -> Board:
    """Return the board after a touch."""
    if board.read_only:
        return board
    if board.exercise:
        return _with_exercise(board, exercises.touch(board.exercise, target))
    return with_table(board, gestures.touch(board.table, target)[0])


def begin_drag(board: Board, target: str) -> Board:
    """Return the board after a drag has begun on a target."""
    if board.read_only:
        return board
    if board.exercise:
        return _with_exercise(board, exercises.begin_drag(board.exercise, target))
    return with_table(board, gestures.begin_drag(board.table, target))


def drop(board: Board, target: str) -> Board:
    """Return the board after a drag has ended on a target."""
    if board.read_only:
        return board
    if board.exercise:
        return _with_exercise(board, exercises.drop(board.exercise, target))
    return with_table(board, gestures.drop(board.table, target)[0])


def point(board: Board, target: str) -> Board:
    """Return the board after a drag of a piece that cannot be dragged has ended on a target."""
    if board.read_only:
        return board
    if board.exercise:
        return _with_exercise(board, exercises.point(board.exercise, target))
    return with_table(board, gestures.point(board.table, target))


def choose(board: Board, text: str) -> Board:
    """Return the board after one of several complete actions was chosen by its text."""
    if board.read_only:
        return board
    if board.exercise:
        return _with_exercise(board, exercises.choose(board.exercise, text))
    return with_table(board, gestures.choose(board.table, text)[0])


def play(board: Board, text: str) -> Board:
    """Return the board after an action was played by its text, as a message asks for it.

    Raises:
        ActionError: the text cannot be read.
        IllegalAction: the action is not allowed, a player decides unseen, or the game or the task is over.
    """
    if board.table.timeline.is_hidden() and not board.read_only:
        # Whatever the action is: its legality would tell of what has been decided so far.
        raise _decided_unseen()
    if board.exercise and board.exercise.missed:
        board = _with_exercise(board, exercises.restart(board.exercise))
    if board.exercise and board.exercise.solved:
        raise IllegalAction(_("it is found already"))
    timeline = board.table.shown
    if timeline.outcome:
        raise IllegalAction(_("the game is over"))
    if board.table.level_to_move:
        raise IllegalAction(_("an opponent is to move"))
    action: Action[Any] = timeline.game.parse_action(timeline.state, text)
    table = replace(
        board.table, timeline=timeline, selected=action.targets[:-1], viewed_at=None, curtain=False, replay=None
    )
    if board.read_only:
        return with_table(board, replace(tables.play(table, action), curtain=False, replay=None))
    if not board.exercise:
        return with_table(board, tables.play(table, action))
    exercise = exercises.with_table(board.exercise, table)
    after = exercises.touch(exercise, action.targets[-1])
    return _with_exercise(board, after if after.table.timeline != timeline else exercises.choose(exercise, action.text))


def _decided_unseen() -> IllegalAction:
    return IllegalAction(_("this is decided unseen, by the players at the board alone"))


def check_nothing_lost(board: Board) -> None:
    """Check that the page around may replace the board: nothing is lost that a player has decided unseen.

    Raises:
        IllegalAction: a decision that is still hidden has been made, or begun, since the board was shown.
    """
    timeline = board.table.timeline
    if board.parameters.mode == PLAY and timeline.at > board.start.at and timeline.is_hidden() and timeline.has_secrets:
        raise _decided_unseen()


def undo(board: Board) -> Board:
    """Return the board with the last action taken back; never one that was played before its start."""
    if board.exercise:
        return restart(board)
    return with_table(board, history.undo(board.table)) if can_undo(board) else board


def can_undo(board: Board) -> bool:
    """Return True if an action can be taken back."""
    if board.read_only or board.table.covered:
        return False
    return board.table.timeline.at > board.start.at and history.can_undo(board.table)


def redo(board: Board) -> Board:
    """Return the board with the last undone action played again."""
    return board if board.read_only or board.exercise else with_table(board, history.redo(board.table))


def step(board: Board, by: int) -> Board:
    """Return the read-only board with the position ``by`` moves later."""
    if not board.read_only:
        return board
    table = board.table
    return with_table(board, replace(history.view_at(table, table.shown.at + by), curtain=False))


def cancel(board: Board) -> Board:
    """Return the board with nothing taken up, as after Escape."""
    return board if board.read_only else with_table(board, gestures.cancel(board.table))


def restart(board: Board) -> Board:
    """Return the board as it was at first; an exercise still counts the wrong answers."""
    if board.exercise:
        return _with_exercise(board, exercises.restart(board.exercise))
    return replace(board, table=replace(_seated(board.parameters, board.start), turned=board.table.turned))


def can_restart(board: Board) -> bool:
    """Return True if the board is not as it was at first."""
    timeline = board.table.timeline
    return (timeline.at, timeline.entries) != (board.start.at, board.start.entries) or board.table.viewed_at is not None


def turn(board: Board) -> Board:
    """Return the board seen from the other side."""
    return with_table(board, replace(board.table, turned=not board.table.turned))


def toggle_enlarged(board: Board) -> Board:
    """Return the board enlarged, or as a whole again."""
    return replace(board, enlarged=not board.enlarged)


def show_hint(board: Board) -> Board:
    """Return the board with the hint of its exercise, if it has one."""
    return _with_exercise(board, exercises.show_hint(board.exercise)) if board.exercise else board


def uncover(board: Board) -> Board:
    """Return the board with the hidden information of the player who decides unseen."""
    return with_table(board, tables.uncover(board.table))


def step_replay(board: Board, by: int) -> Board:
    """Return the board with the frame of a replay ``by`` frames later."""
    return with_table(board, history.advance_replay(board.table, by))


def skip_replay(board: Board) -> Board:
    """Return the board after the replay."""
    return with_table(board, history.skip_replay(board.table))
