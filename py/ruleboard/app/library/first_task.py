"""The task on the home page for people who have not played yet: its start, its updates and its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import exercise_update
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_view import exercise_board, exercise_feedback
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import StartGame
from ruleboard.app.first_game import is_guided_game_done, start_first_game
from ruleboard.app.message_names import ExerciseMessages, LessonMessage, LibraryMessage
from ruleboard.app.messages import Handler, Input, Update
from ruleboard.app.ui.components import button
from ruleboard.contract.view import INVITATION_FOCUS, BaseView, Invitation
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.i18n import _
from ruleboard.learning.courses import find_lesson, step_timeline
from ruleboard.learning.first_game import first_game_record
from ruleboard.opponents import opponent_name
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el


@dataclass(frozen=True, slots=True)
class FirstTask:
    """The task on the home page.

    Attributes:
        game: the game's id.
        invitation: the lesson and step of the task, and its texts.
        exercise: the board, with the attempts so far.
        seat: the player at the bottom of the board.
        board_view: the view of the board.
    """

    game: str
    invitation: Invitation
    exercise: Exercise
    seat: int
    board_view: BaseView[Any, Any]
    messages: ClassVar[ExerciseMessages] = LessonMessage.EXERCISE

    @property
    def progress_entry(self) -> tuple[str, str] | None:
        """None, since the task is only a part of its lesson."""
        return None

    def with_exercise(self, exercise: Exercise) -> FirstTask:
        """Return the task with a changed exercise."""
        return replace(self, exercise=exercise)


@cache
def initial_task() -> FirstTask | None:
    """Return the task before the first touch, or None if no game has an invitation."""
    for game, view in VIEWS.items():
        invitation = view.invitation
        entry = find_lesson(game, invitation.lesson) if invitation else None
        task = entry.steps[invitation.step_index].task if entry and invitation else None
        if invitation and task:
            timeline, seat = step_timeline(game, invitation.lesson, invitation.step_index)
            invitation_task = replace(task, prompt=invitation.prompt, hint=invitation.help, praise=invitation.praise)
            exercise = exercises.begin(timeline, invitation_task, invitation.selected, id=f"{game} invitation")
            return FirstTask(
                game, invitation, replace(exercise, shows_targets=False), seat, view.focused_view(INVITATION_FOCUS)
            )
    return None


# --- updates ------------------------------------------------------------------------------------------------------


def _play_opponent(first_task: FirstTask, _message: Input, context: Context, services: Services) -> Update[FirstTask]:
    """Start a game against the weakest opponent, with a guide until the person has finished such a game."""
    is_guided = not is_guided_game_done(first_task.game, context.shared)
    return start_first_game(first_task, first_task.game, context, services, is_guided=is_guided)


def _play_together(first_task: FirstTask, _message: Input, context: Context, services: Services) -> Update[FirstTask]:
    """Start a game of two people at one screen."""
    record = first_game_record(first_task.game, services.device.seed(), is_guided=False)
    return Update(first_task, context.shared, (StartGame(replace(record, seats=())),))


MESSAGE_HANDLERS: Mapping[str, Handler[FirstTask]] = {
    **exercise_update.handlers(LessonMessage.EXERCISE),
    LibraryMessage.PLAY_OPPONENT: _play_opponent,
    LibraryMessage.PLAY_TOGETHER: _play_together,
}


# --- view ---------------------------------------------------------------------------------------------------------


def first_task_section(first_task: FirstTask, introduction: tuple[Node, ...], *, is_guided: bool) -> Node:
    """Render the board, and next to it the introduction, the task with its feedback, and the games to play next.

    ``is_guided`` is True if the next game against an opponent is a guided one.
    The style sheet plays the excerpt while the root element has ``data-excerpt`` (static/page/excerpt.js).
    """
    exercise, invitation = first_task.exercise, first_task.invitation
    answer = exercise_feedback(exercise, first_task.seat)
    return el(
        "section",
        el("div", introduction, cls="first-task-introduction"),
        el("div", _board(first_task), cls="first-task-board"),
        el(
            "div",
            el(
                "div",
                el("p", text=_(invitation.excerpt)),
                el("button", text=_("Stop"), type="button", cls="button", data_stops=True),
                cls="first-task-excerpt",
            ),
            _result(answer, is_guided=is_guided) if exercise.is_solved else _task(invitation, answer),
            cls="first-task-side",
        ),
        cls="first-task won" if exercise.is_solved else "first-task",
        key="first-task",
    )


def _board(first_task: FirstTask) -> Node:
    """Render the board with the solution marked. After the solution, the board cannot get the focus."""
    exercise = first_task.exercise
    if exercise.is_solved:
        board = exercise_board(exercise, first_task.seat, first_task.board_view)
        return board._replace(attrs={name: value for name, value in board.attrs.items() if name != "tabindex"})
    return exercise_board(exercise, first_task.seat, first_task.board_view, _solving_targets(exercise))


def _solving_targets(exercise: Exercise) -> frozenset[str]:
    """Return the targets that solve the task when a person touches one after the initial selection."""
    start = exercise.start
    lines = exercise.task.accepted_lines if exercise.task else ()
    actions = (start.game.parse_action(start.state, line[0]) for line in lines)
    return frozenset(action.targets[len(exercise.initial_selection)] for action in actions)


def _task(invitation: Invitation, answer: tuple[Node | None, ...]) -> Node:
    """Render the task with the feedback on a wrong answer or, without one, with the touch that solves the task."""
    feedback = [node for node in answer if node]
    return el(
        "div",
        el("p", text=_(invitation.prompt), cls="ask"),
        el("div", feedback or el("p", text=_(invitation.help)), cls="answer"),
        cls="first-task-prompt",
        key="prompt",
    )


def _result(answer: tuple[Node | None, ...], *, is_guided: bool) -> Node:
    """Render the praise, and the games to play next. The label says who the opponent is, and whether there are tips."""
    template = (
        _("Play a whole game against {opponent}, with tips")
        if is_guided
        else _("Play a whole game against {opponent}, a beginner")
    )
    label = template.format(opponent=opponent_name(LEVELS[0]))
    return el(
        "div",
        el("div", answer, cls="answer"),
        el(
            "div",
            button(label, LibraryMessage.PLAY_OPPONENT, cls="primary large"),
            button(_("Two players on this device"), LibraryMessage.PLAY_TOGETHER, cls="large"),
            cls="row lesson-acts",
        ),
        cls="first-task-prompt",
        key="result",
    )
