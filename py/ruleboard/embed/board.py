"""Pure functions that open an embedded board and return the board after each change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.board import advice, gestures, history, opponents
from ruleboard.app.board import changes as tables
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.marks import board_marks, with_marked_targets
from ruleboard.app.board.orientation import last_hidden_player
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.messages import Gesture
from ruleboard.embed.parameters import (
    FIND_MODE,
    LINE_GOAL,
    PLAY_MODE,
    SHOW_MODE,
    WIN_GOAL,
    ErrorCollector,
    ParameterError,
    Parameters,
)
from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline, new_timeline, rules_for_options
from ruleboard.i18n import _, ngettext
from ruleboard.learning import problems
from ruleboard.learning.lessons import Task
from ruleboard.learning.problems import Line, Solution, Turn
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from ruleboard.thinking.questions import OPPONENTS_KEY

_RECORD_ID = "embedded"
_DEFAULT_SEED = 0
"""The default seed of a game that begins at its own start. All readers get the same deal, so the seed hides nothing."""


@dataclass(frozen=True, slots=True)
class Board:
    """The state of an embedded board.

    Attributes:
        parameters: the parameters from the URL or a message.
        start: the first position, to which "Start again" returns.
        table: the game on the board; the same object as ``exercise.table`` if there is an exercise.
        exercise: the task with the answers tried so far, or None if the board has no task.
        lesson: the lesson in progress, or None for other boards.
        is_enlarged: True if a person has enlarged a small board, which then scrolls.
    """

    parameters: Parameters
    start: Timeline[Any]
    table: Table
    exercise: Exercise | None = None
    lesson: LessonSession | None = None
    is_enlarged: bool = False

    @property
    def read_only(self) -> bool:
        """True if the board only shows moves and rejects actions."""
        return self.parameters.mode == SHOW_MODE

    @property
    def seat(self) -> int:
        """The player (0-based) at the bottom of the board, who stays the same during a task."""
        table = self.table
        timeline = (
            table.viewed_timeline
            if table.display.replay is None
            else table.timeline.jump(table.display.replay.first_ply)
        )
        default_player = self.lesson.seat if self.lesson else table.only_person or 0
        if (
            table.only_person is None
            and not self.read_only
            and not self.lesson
            and VIEWS[self.parameters.game].rotates_to_mover
        ):
            default_player = last_hidden_player(self.start if self.exercise else timeline)
        is_rotated = table.display.is_flipped != self.parameters.flip
        return (default_player + 1) % len(timeline.game.sides(timeline.state)) if is_rotated else default_player

    @property
    def viewer(self) -> int | None:
        """The player whose hidden information the board shows, or None.

        In a game against bots, this is the player of the only person. Otherwise, it is the player who makes a hidden
        decision, after the hand-over screen.
        """
        if self.table.only_person is not None:
            return self.table.only_person
        timeline = self.table.timeline
        can_see_hidden = not self.read_only and not self.table.display.awaits_handover and timeline.outcome is None
        return timeline.to_move if can_see_hidden and timeline.is_hidden() else None

    @property
    def marks(self) -> Marks:
        """The marks on the board. They come from the parameters until the first touch, then from the table."""
        table, marks = self.table, board_marks(self.table)
        if self.read_only or (self.exercise and self.exercise.is_locked):
            marks = replace(marks, next_targets=marks.next_targets if table.touches.targets else {}, read_only=True)
        if self.exercise:
            marks = replace(marks, highlighted=marks.highlighted | self.exercise.hint_targets)
        if can_restart(self) or table.touches.targets != self.parameters.selected:
            return marks
        return with_marked_targets(marks, self.parameters.marks)

    @property
    def has_controls(self) -> bool:
        """True if the board shows buttons to step, undo and start again."""
        setting = self.parameters.controls
        has_steps = bool(self.start.entries) and len(viewable_plies(self.table.timeline)) > 1
        return (not self.read_only or has_steps) if setting is None else setting

    @property
    def position(self) -> str:
        """The position text of the visible state, without hidden information."""
        timeline = self.table.viewed_timeline
        return timeline.game.format_position(timeline.public_state())


def open_board(
    parameters: Parameters, seed: int = 0, opponent_seed: int = 0, errors: Sequence[ParameterError] = ()
) -> Board:
    """Open the board that parameters describe.

    Args:
        parameters: the description of the board.
        seed: the seed of all hidden information, which the parameters do not contain.
        opponent_seed: the seed of the opponents' choices.
        errors: the errors in parameters that the caller could not parse. With any error, no board opens.

    Raises:
        ParameterErrors: there are errors, or a parameter is not valid for the game. The error names all of these.
    """
    collector = ErrorCollector(errors)
    if errors and (parameters.lesson or parameters.study or not parameters.game):
        collector.raise_all(parameters)
    if parameters.lesson:
        return _open_lesson_board(parameters, parameters.step - 1)
    unclear_names = collector.unclear_names()  # what depends on these is not checked
    start: Timeline[Any] | None = None
    with collector.check():
        start = None if unclear_names & {"options", "seed", "position"} else _create_start_timeline(parameters, seed)
    with collector.check():
        _check_seat(parameters, len(start.record.players) if start else max(GAMES[parameters.game].players))
    with collector.check():
        if "moves" not in unclear_names:
            _check_move_count(parameters)
    board: Board | None = None
    with collector.check():
        if start and not unclear_names & {"moves", "at", "mode"}:
            board = _open_plain_board(parameters, _play_moves(parameters, start), seed, opponent_seed)
    collector.raise_all(parameters)
    assert board is not None
    return board


def _open_plain_board(parameters: Parameters, start: Timeline[Any], seed: int, opponent_seed: int) -> Board:
    """Open a board that shows no lesson, and play its moves.

    Raises:
        ParameterErrors: the marks or the accepted answers do not fit the position.
    """
    start = start.jump(min(parameters.at, len(start.entries))) if parameters.at is not None else start
    if parameters.mode != SHOW_MODE:
        start = _redeal_hidden_information(
            start, seed, keeps_later_entries=parameters.mode == PLAY_MODE and not parameters.opponent
        )
    if parameters.opponent:
        start = _add_opponents(parameters, start, opponent_seed)
    collector = ErrorCollector()
    with collector.check():
        _check_marks(parameters, start)
    accepted_lines, solution = tuple[tuple[str, ...], ...](), None
    if parameters.mode == FIND_MODE:
        with collector.check():
            accepted_lines = _parse_accepted_lines(parameters, start)
            if parameters.goal != LINE_GOAL:
                solution = _parse_solution(parameters, start, accepted_lines)
    collector.raise_all(parameters)
    if parameters.mode == FIND_MODE:
        task = Task(parameters.ask, accepted_lines, hint=parameters.hint, praise=parameters.praise)
        exercise = exercises.begin(start, task, parameters.selected, id=_RECORD_ID, solution=solution)
        return Board(parameters, start, exercise.table, exercise)
    return Board(parameters, start, _create_start_table(parameters, start))


def _open_lesson_board(parameters: Parameters, step_index: int) -> Board:
    """Open the board for a step of a lesson. An index (0-based) out of range is clamped."""
    lesson = lessons.open_lesson(parameters.game, parameters.lesson, step_index)
    if lesson is None:
        raise ParameterError(_("there’s no such lesson"), where="lesson")
    step = lesson.step
    marks = (*(("shown", target) for target in step.highlighted), *(("taken", target) for target in step.selection))
    step_parameters = replace(parameters, mode=FIND_MODE, step=lesson.step_index + 1, marks=marks)
    return Board(step_parameters, lesson.exercise.start, lesson.exercise.table, lesson.exercise, lesson)


def step_lesson(board: Board, offset: int) -> Board:
    """Go ``offset`` steps forward in the lesson. A board without a lesson stays unchanged."""
    return _open_lesson_board(board.parameters, board.lesson.step_index + offset) if board.lesson else board


def _create_start_table(parameters: Parameters, start: Timeline[Any]) -> Table:
    """Create the table that shows the first position."""
    table = tables.open_table(_RECORD_ID, start)
    return replace(
        table,
        touches=replace(table.touches, targets=parameters.selected),
        display=replace(table.display, awaits_handover=table.display.awaits_handover and parameters.mode != SHOW_MODE),
    )


def _create_start_timeline(parameters: Parameters, seed: int) -> Timeline[Any]:
    """Create the timeline at the first position. The seed determines the deal in a game against an opponent."""
    game, options = GAMES[parameters.game], parameters.options
    if parameters.moves:  # the moves may come from a record with older rules
        game = rules_for_options(game, options)
    else:
        options = new_record_options(game.options, options)
    default_seed = seed if parameters.opponent and not parameters.moves else _DEFAULT_SEED
    deal_seed = default_seed if parameters.seed is None else parameters.seed
    try:
        state = game.initial(options, deal_seed)
    except RuleboardError as error:
        raise _convert_error("options", error) from error
    if parameters.position:
        try:
            state = game.parse_position(parameters.position)
            if not parameters.moves:
                # Drop a hidden order that the text contains, unless the moves that follow depend on it.
                state = new_timeline(game, state).public_state()
        except RuleboardError as error:
            raise _convert_error("position", error) from error
    record = Record(game.id, dict(options), deal_seed, ("",) * len(game.sides(state)))
    if parameters.position:
        record = replace(record, start=game.format_position(state))
    return new_timeline(game, state, record)


def _check_seat(parameters: Parameters, side_count: int) -> None:
    """Check that a game with ``side_count`` sides has the person's seat.

    Raises:
        ParameterError: there is no such seat.
    """
    if parameters.opponent and parameters.seat > side_count:
        raise ParameterError(
            ngettext("there’s only {n} side", "there are only {n} sides", side_count).format(n=side_count), where="seat"
        )


def _check_move_count(parameters: Parameters) -> None:
    """Check that the parameters contain at least ``at`` moves.

    Raises:
        ParameterError: there are fewer moves.
    """
    move_count = len(parameters.moves)
    if parameters.at is not None and parameters.at > move_count:
        message = ngettext("there’s only {n} move", "there are only {n} moves", move_count).format(n=move_count)
        raise ParameterError(message, where="at", expected=_("a number up to {n}").format(n=move_count))


def _add_opponents(parameters: Parameters, timeline: Timeline[Any], opponent_seed: int) -> Timeline[Any]:
    """Put bots in all seats except the person's."""
    player_count = len(timeline.record.players)
    seats = tuple(0 if player == parameters.seat - 1 else parameters.opponent for player in range(player_count))
    meta = {OPPONENTS_KEY: str(opponent_seed)}
    return replace(timeline, record=replace(timeline.record, seats=seats, meta=meta))


def _play_moves(parameters: Parameters, timeline: Timeline[Any]) -> Timeline[Any]:
    for number, text in enumerate(parameters.moves, 1):
        timeline = _play_action(timeline, text, "moves", _("move {n}").format(n=number))
    return timeline


def _play_action(timeline: Timeline[Any], text: str, parameter: str, location: str) -> Timeline[Any]:
    """Play one more action on the timeline.

    Args:
        timeline: the timeline before the action.
        text: the action's text.
        parameter: the name of the parameter that contains the text, for errors.
        location: the part of the parameter that contains the text, for errors.

    Raises:
        ParameterError: the text is not an action, or the rules do not allow it.
    """
    try:
        if parameter == "moves" and is_ending(text):
            return timeline.end(text)
        return timeline.play(timeline.game.parse_action(timeline.state, text))
    except RuleboardError as error:
        message = _("{action} can’t be played: {why}").format(action=repr(text[:40]), why=error.what)
        raise ParameterError(message, where=f"{parameter}, {location}", expected=error.expected) from error


def _parse_accepted_lines(parameters: Parameters, start: Timeline[Any]) -> tuple[tuple[str, ...], ...]:
    """Parse the accepted answers, and return them in the game's notation."""
    lines = []
    for number, line in enumerate(parameters.accept, 1):
        timeline = start
        for text in line:
            timeline = _play_action(timeline, text, "accept", _("answer {n}").format(n=number))
        lines.append(tuple(map(str, timeline.entries[start.ply : timeline.ply])))
    return tuple(lines)


def _parse_solution(
    parameters: Parameters, start: Timeline[Any], accepted_lines: Sequence[tuple[str, ...]]
) -> Solution:
    """Split the accepted answers into turns. The board accepts every answer that leads to the same position.

    An answer may end with the other player's reply to a hidden turn. The board then shows the result of both turns.

    Raises:
        ParameterError: the player who starts an answer does not play its last turn. Also raised if the goal is
            ``WIN_GOAL`` and an answer ends in the middle of a turn.
    """
    lines, answers = list[Line](), list[tuple[Turn, Turn]]()
    for number, line in enumerate(accepted_lines, 1):
        timeline, turns, is_hidden = start, list[tuple[int | None, list[str]]](), False
        for text in line:
            if not turns or turns[-1][0] != timeline.to_move:
                turns.append((timeline.to_move, []))
                is_hidden = timeline.is_hidden()
            turns[-1][1].append(text)
            timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
        if turns[-1][0] != turns[0][0] and is_hidden:
            answers.append((tuple(turns[0][1]), tuple(turns.pop()[1])))
        if turns[-1][0] != turns[0][0]:
            message = _("the side that solves the task doesn’t play the last turn")
            raise ParameterError(message, where=f"accept, {_('answer {n}').format(n=number)}")
        is_mid_turn = timeline.to_move == turns[-1][0] and timeline.game.key(timeline.state) is None
        if parameters.goal == WIN_GOAL and timeline.outcome is None and is_mid_turn:
            message = _("the answer ends, but the turn isn’t over and the game isn’t won")
            raise ParameterError(message, where=f"accept, {_('answer {n}').format(n=number)}")
        lines.append(tuple(tuple(turn) for _mover, turn in turns))
    return Solution(
        tuple(lines), problems.WIN_GOAL if parameters.goal == WIN_GOAL else problems.FIND_GOAL, tuple(answers)
    )


def _convert_error(parameter: str, error: RuleboardError) -> ParameterError:
    """Convert an error in the rules' input to an error in a parameter."""
    location = f"{parameter}, {error.where}" if error.where and error.where != f"field {parameter}" else parameter
    return ParameterError(error.what, where=location, expected=error.expected)


def _redeal_hidden_information(timeline: Timeline[Any], seed: int, *, keeps_later_entries: bool) -> Timeline[Any]:
    """Deal all hidden information in the current position again.

    If ``keeps_later_entries`` is True, the later entries stay for redo, unless one depends on hidden information.
    """
    state = timeline.game.with_hidden_redealt(timeline.state, seed)
    if keeps_later_entries and state == timeline.state and not timeline.earliest_ply:
        return timeline
    return timeline.without_undone().with_state(state)


def _check_marks(parameters: Parameters, start: Timeline[Any]) -> None:
    """Check that marked targets are on the board, and that targets with the mark "taken" form a legal selection."""
    game = start.game
    public_state = start.public_state()
    board_targets = set(targets_in(VIEWS[game.id].picture(public_state, 0, Marks())))
    board_targets |= {target for action in game.legal_actions(public_state) for target in action.targets}
    for _kind, target in parameters.marks:
        if target not in board_targets:
            example = ", ".join(sorted(board_targets)[:3])
            message = _("there’s no place {target} on this board").format(target=repr(target[:30]))
            raise ParameterError(message, where="marks", expected=_("such as {example}").format(example=example))
    if parameters.selected and not select(game.legal_actions(start.state), parameters.selected).is_possible:
        message = _("{targets} can’t be picked up: {why}").format(
            targets=", ".join(parameters.selected), why=game.explain(public_state, parameters.selected).sentence
        )
        raise ParameterError(message, where="marks")


# --- opponents --------------------------------------------------------------------------------------------


def with_choice(board: Board, actions: Sequence[str], score: int) -> Board:
    """Apply the actions that a bot has chosen, either as the bot's turn or as a hint.

    A bot on an embedded board neither resigns nor offers a draw, since the page has no room for an answer.
    """
    table = opponents.with_choice(board.table, actions, score, may_resign=False)
    return with_table(board, replace(table, draw_offer=None))


def run_bot_step(board: Board, step: opponents.Step) -> Board:
    """Carry out a step of a bot's turn for which no search is necessary."""
    match step:
        case opponents.PlayPlannedAction():
            return with_table(board, opponents.play_planned_action(board.table)[0])
        case opponents.AnswerDrawOffer():
            return with_table(board, opponents.answer_offer(board.table))
        case opponents.AdvanceReplay():
            return step_replay(board, 1)
    return board


def pause(board: Board) -> Board:
    """Close the advice if the board shows any. Otherwise pause the bots until a person restarts the board."""
    has_advice = board.table.advice is not None
    return with_table(
        board,
        advice.close_advice(board.table)
        if has_advice
        else replace(board.table, bots=replace(board.table.bots, are_paused=True)),
    )


# --- hints -----------------------------------------------------------------------------------------------------------


def show_advice(board: Board, step: str) -> Board:
    """Show advice for the player to move.

    Args:
        board: the board.
        step: "hint" requests a hint, "next" shows its next step, "threats" shows the threats, "close" removes all
            advice.
    """
    if not board.parameters.hints:
        return board
    updates = {
        "hint": advice.request_hint,
        "next": advice.show_next_step,
        "threats": advice.show_threats,
        "close": advice.close_advice,
    }
    return with_table(board, updates[step](board.table)) if step in updates else board


# --- changes ----------------------------------------------------------------------------------------------


def with_table(board: Board, table: Table) -> Board:
    """Replace the table after a change that is not an answer to the exercise."""
    exercise = exercises.with_table(board.exercise, table) if board.exercise else None
    return replace(board, table=table, exercise=exercise)


def _replace_exercise(board: Board, exercise: Exercise) -> Board:
    """Replace the exercise, and play the pending replies."""
    exercise = exercise if exercise.shows_wrong_answer else exercises.play_all_pending(exercise)
    return replace(board, table=exercise.table, exercise=exercise)


def handle_gesture(board: Board, gesture: Gesture) -> Board:
    """Handle a gesture on the board."""
    if board.read_only:
        return board
    if board.exercise:
        return _replace_exercise(board, exercises.handle_gesture(board.exercise, gesture))
    return with_table(board, gestures.handle_gesture(board.table, gesture)[0])


def play(board: Board, text: str) -> Board:
    """Play the action in a message from the host page.

    Raises:
        ActionError: the text is not an action of the game.
        IllegalAction: the rules do not allow the action, a player makes a hidden decision, or the game or task is over.
    """
    if board.table.timeline.is_hidden() and not board.read_only:
        # Even a refusal would reveal the hidden decisions made so far.
        raise _create_hidden_decision_error()
    if board.exercise and board.exercise.shows_wrong_answer:
        board = _replace_exercise(board, exercises.restart(board.exercise))
    if board.exercise and board.exercise.is_solved:
        raise IllegalAction(_("it’s already solved"))
    timeline = board.table.viewed_timeline
    if timeline.outcome:
        raise IllegalAction(_("the game is over"))
    if board.table.bot_level_to_move:
        raise IllegalAction(_("it’s an opponent’s turn"))
    action: Action[Any] = timeline.game.parse_action(timeline.state, text)
    table = replace(
        board.table,
        timeline=timeline,
        touches=replace(board.table.touches, targets=action.targets[:-1]),
        display=replace(board.table.display, ply=None, awaits_handover=False, replay=None),
    )
    if board.read_only:
        return with_table(board, tables.uncover(history.skip_replay(tables.play_action(table, action))))
    if not board.exercise:
        return with_table(board, tables.play_action(table, action))
    return _replace_exercise(board, exercises.complete_action(exercises.with_table(board.exercise, table), action))


def _create_hidden_decision_error() -> IllegalAction:
    return IllegalAction(_("this is a secret choice, so only the players at the board can make it"))


def check_no_hidden_decision(board: Board) -> None:
    """Check that the host page can replace the board without losing a hidden decision.

    Raises:
        IllegalAction: a player has made, or started, a decision since the start that is still hidden.
    """
    timeline, start_ply = board.table.timeline, board.start.ply
    if board.parameters.mode != PLAY_MODE or not timeline.is_hidden():
        return
    first_ply = viewable_plies(timeline).first_ply_of_step(timeline.ply)
    if timeline.ply > max(first_ply, start_ply) or (
        first_ply > start_ply and timeline.game.hides(timeline.states[first_ply])
    ):
        raise _create_hidden_decision_error()


def undo(board: Board) -> Board:
    """Undo the last action, but not the moves from the parameters. A read-only board goes one step back."""
    if board.exercise:
        return restart(board)
    if board.read_only:
        return step(board, -1)
    return with_table(board, history.undo(board.table)) if can_undo(board) else board


def can_undo(board: Board) -> bool:
    """Return True if a person can undo an action."""
    if board.read_only or board.table.display.covers_board:
        return False
    return board.table.timeline.ply > board.start.ply and history.can_undo(board.table)


def redo(board: Board) -> Board:
    """Redo the last undone action."""
    return board if board.read_only or board.exercise else with_table(board, history.redo(board.table))


def step(board: Board, offset: int) -> Board:
    """Go ``offset`` steps forward on a read-only board, as defined by ``viewable_plies``."""
    if not board.read_only:
        return board
    table = board.table
    plies = viewable_plies(table.timeline)
    return with_table(
        board, tables.uncover(history.view_at(table, plies.at(plies.index_of(table.viewed_timeline.ply) + offset)))
    )


def restart(board: Board) -> Board:
    """Return to the first position. An exercise keeps its count of wrong answers."""
    if board.exercise:
        return _replace_exercise(board, exercises.restart(board.exercise))
    table = _create_start_table(board.parameters, board.start)
    return replace(board, table=tables.flip(table) if board.table.display.is_flipped else table)


def can_restart(board: Board) -> bool:
    """Return True if the board differs from its start.

    A hidden decision that a player has only begun does not count, since it must stay secret.
    """
    table, start = board.table, board.start
    line = table.timeline
    if line.is_hidden() and board.viewer != line.to_move:
        first_ply = viewable_plies(line).first_ply_of_step(line.ply)
        line = line.jump(max(first_ply, start.ply)).without_undone()
    return (line.ply, line.entries) != (start.ply, start.entries) or table.display.ply is not None


def flip(board: Board) -> Board:
    """Rotate the board, so that another side is at the bottom."""
    return with_table(board, tables.flip(board.table))


def toggle_enlarged(board: Board) -> Board:
    """Switch between the enlarged board and the whole board."""
    return replace(board, is_enlarged=not board.is_enlarged)


def show_hint(board: Board) -> Board:
    """Show the hint of the exercise, if there is one."""
    return _replace_exercise(board, exercises.show_hint(board.exercise)) if board.exercise else board


def uncover(board: Board) -> Board:
    """Show the hidden information of the player to move."""
    return with_table(board, tables.uncover(board.table))


def step_replay(board: Board, offset: int) -> Board:
    """Go ``offset`` frames forward in a replay."""
    return with_table(board, history.advance_replay(board.table, offset))


def skip_replay(board: Board) -> Board:
    """Go to the end of the replay."""
    return with_table(board, history.skip_replay(board.table))
