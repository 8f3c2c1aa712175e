"""Updates of the problem pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.board import exercise_update
from ruleboard.app.board.exercise_sharing import change_share_choice, toggle_sharing
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget, SendLater
from ruleboard.app.message_names import ProblemMessage
from ruleboard.app.messages import Gesture, Handler, Input, Update
from ruleboard.app.problems.results import (
    Standing,
    due_ids,
    has_rated_result,
    standing,
    toggle_later_mark,
    with_rated_problems,
    with_result,
)
from ruleboard.app.problems.session import ProblemList, ProblemSession, progress_key, solved_ids, task_text
from ruleboard.app.storage.progress import without_game
from ruleboard.learning.courses import problems
from ruleboard.learning.daily import local_date


def on_opened(session: ProblemSession, context: Context) -> Update[ProblemSession]:
    """Return the update that starts effects after a person has opened a problem."""
    update = Update(session, context.shared).with_reveals(ScrollTarget.TOP)
    return update.with_announcement(text) if (text := task_text(session)) else update


def _forget_solved_problems(
    page: ProblemList, _message: Input, context: Context, _services: Services
) -> Update[ProblemList]:
    """Forget which problems the person has solved. New results of these problems do not change the rating."""
    progress = with_rated_problems(context.progress, page.game, solved_ids(page.game, context.progress))
    return Update(page, context.shared).with_progress(without_game(progress, progress_key(page.game)))


_BOARDS_AT_ONCE = 4
"""The number of boards that the list draws in one step, so that no step takes long."""
_BOARDS_DELAY_MS = 40
"""The pause before the next boards, in which the page can handle touches."""


def schedule_next_boards(page: ProblemList) -> tuple[SendLater, ...]:
    """Return the effect that draws the next boards of a list, or no effect if the list is complete."""
    if page.chosen_set or page.drawn_board_count >= len(problems(page.game)):
        return ()
    return (SendLater(ProblemMessage.DRAW_BOARDS, str(page.drawn_board_count), _BOARDS_DELAY_MS),)


def _draw_boards(page: ProblemList, message: Input, context: Context, _services: Services) -> Update[ProblemList]:
    """Draw the next boards, unless the message belongs to an earlier visit of the page."""
    if message.value != str(page.drawn_board_count):
        return Update(page, context.shared)
    new_page = replace(page, drawn_board_count=page.drawn_board_count + _BOARDS_AT_ONCE)
    return Update(new_page, context.shared, schedule_next_boards(new_page))


def _toggle_later(
    session: ProblemSession, _message: Input, context: Context, _services: Services
) -> Update[ProblemSession]:
    progress = toggle_later_mark(context.progress, session.game, session.problem)
    return Update(session, context.shared).with_progress(progress)


def on_gesture(session: ProblemSession, event: Gesture, context: Context, services: Services) -> Update[ProblemSession]:
    """Handle a gesture on the board."""
    return _with_attempt_result(exercise_update.on_gesture(session, event, context, services), context, services)


def _with_attempt_result(
    update: Update[ProblemSession], context: Context, services: Services
) -> Update[ProblemSession]:
    """Return the update with the result of the person's attempt at the problem, if the attempt has a result now.

    A wrong turn or a request for the solution is a failure. Only the first result of a problem changes the rating, and
    only without a hint.
    """
    session = update.session
    exercise, has_failed = session.exercise, bool(session.exercise.miss_count or session.exercise.is_solution_requested)
    if session.is_judged or not (has_failed or exercise.is_solved or exercise.is_hint_requested):
        return update
    game, problem, day = session.game, session.problem, local_date(services.device.now())
    changes_rating = not has_rated_result(context.progress, game, problem)
    if exercise.is_hint_requested and not has_failed:
        update = update.with_session(replace(session, is_judged=exercise.is_solved))
        return update.with_progress(with_rated_problems(update.shared.progress, game, (problem.id,)))
    is_due = problem.id in due_ids(game, context.progress, day)
    if problem.id in solved_ids(game, context.progress) and not is_due:
        return update.with_session(replace(session, is_judged=True))
    progress = with_result(
        update.shared.progress, game, problem, day, is_success=not has_failed, changes_rating=changes_rating
    )
    ratings = [
        (standing(progress_state) or Standing()).rating.rating for progress_state in (context.progress, progress)
    ]
    judged_session = replace(session, is_judged=True, rating_change=round(ratings[1]) - round(ratings[0]))
    return update.with_session(judged_session).with_progress(progress)


def _result_handler(handler: Handler[ProblemSession]) -> Handler[ProblemSession]:
    """Return a handler that also stores the result of the attempt."""
    return lambda session, message, context, services: _with_attempt_result(
        handler(session, message, context, services), context, services
    )


MESSAGE_HANDLERS: Mapping[str, Handler[ProblemSession]] = {
    **{name: _result_handler(handler) for name, handler in exercise_update.handlers(ProblemMessage.EXERCISE).items()},
    ProblemMessage.TOGGLE_LATER_MARK: _toggle_later,
    ProblemMessage.SHARE: toggle_sharing,
    ProblemMessage.CHANGE_SHARE_CHOICE: change_share_choice,
}
LIST_MESSAGE_HANDLERS: Mapping[str, Handler[ProblemList]] = {
    ProblemMessage.FORGET_PROGRESS: _forget_solved_problems,
    ProblemMessage.DRAW_BOARDS: _draw_boards,
}
