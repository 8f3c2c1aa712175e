"""Exercises: boards that are not saved, most of them with a task. All values are immutable, all functions pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from ruleboard.app.board import changes as tables
from ruleboard.app.board import gestures, history
from ruleboard.app.board.table import Table
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import N_, _
from ruleboard.learning.lessons import Task, TaskEffect
from ruleboard.learning.problems import FIND_GOAL, Assessment, Solution, Turn, Verdict, assess
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.wording import sentence

MISSES_BEFORE_HINT = 2
"""The number of wrong answers after which the hint appears without a request."""

OFF_TASK_TEXT = N_("You can do that, but the task asks for something else.")
NOT_WON_TEXT = N_("Your turn is over, but you haven’t won.")
TURN_OVER_TEXT = N_("Your turn is over, but the task isn’t solved yet.")
DEFAULT_PRAISE_TEXT = N_("Yes, that’s it!")
DEFAULT_HINT_TEXT = N_("Start here: {thing}.")
WRONG_SOLUTION_TEXT = N_("That isn’t the solution.")
CORRECT_WITH_REPLY_TEXT = N_("Right! Now the reply:")
CORRECT_TEXT = N_("Right! Keep going.")


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board with a task and the attempts at solving it.

    Attributes:
        start: the game before the first attempt; ``table`` continues it.
        table: the board and the selection. ``table.refusal`` says why a touch is not allowed.
        task: the task, None for a board without a task.
        miss_count: the number of wrong answers.
        feedback: the text about the last action: praise, or why the action is wrong; may be empty.
        is_solved: True once the task is solved.
        timeline_before_miss: the game before the wrong answer on the board; None if no wrong answer is on the board.
        is_hint_requested: True if the person has requested the hint.
        shows_targets: True if the board marks the legal targets of the selection.
        solution: the solution of a problem, used instead of ``task.accepted_lines``; None for a task of a lesson.
        pending_actions: the texts of the actions that the app will play, one at a time: a reply, or after the last turn
            a reply that shows why this turn solves the task.
        solution_line: the texts of all actions from the start to the end of the solution if the person has requested
            it; else empty. The board shows the position after one of these actions.
        initial_selection: the targets that the lesson selects at the start.
        has_initial_selection: True until the first touch, if there is an initial selection.
        hides_targets: True if the board marks the targets after a touch only on request.
    """

    start: Timeline[Any]
    table: Table
    task: Task | None = None
    miss_count: int = 0
    feedback: str = ""
    is_solved: bool = False
    timeline_before_miss: Timeline[Any] | None = None
    is_hint_requested: bool = False
    shows_targets: bool = True
    solution: Solution | None = None
    pending_actions: Turn = ()
    solution_line: Turn = ()
    initial_selection: tuple[str, ...] = ()
    has_initial_selection: bool = False
    hides_targets: bool = False

    @property
    def is_locked(self) -> bool:
        """True if the board ignores touches, because the task is solved, the app is playing, or the answer is wrong."""
        return self.is_solved or self.shows_wrong_answer or bool(self.pending_actions)

    @property
    def shows_wrong_answer(self) -> bool:
        """True while the board shows a wrong answer."""
        return self.timeline_before_miss is not None

    @property
    def is_solution_requested(self) -> bool:
        """True if the person has requested the solution."""
        return bool(self.solution_line)

    @property
    def has_praise(self) -> bool:
        """True if the feedback is praise."""
        return (self.is_solved and not self.is_solution_requested) or (
            self.solution is not None
            and not self.shows_wrong_answer
            and self.feedback in (_(CORRECT_WITH_REPLY_TEXT), _(CORRECT_TEXT))
        )

    @property
    def hint(self) -> str:
        """The hint if the person has requested it or given ``MISSES_BEFORE_HINT`` wrong answers; otherwise empty."""
        if self.task is None or self.is_solved or not (self.is_hint_requested or self.miss_count >= MISSES_BEFORE_HINT):
            return ""
        if self.task.hint:
            return _(self.task.hint)
        timeline = self.timeline_before_miss or self.table.timeline
        names = (timeline.game.name(timeline.state_for(timeline.to_move), target) for target in self._first_targets)
        return "".join(_(DEFAULT_HINT_TEXT).format(thing=name) for name in names)

    @property
    def hint_targets(self) -> frozenset[str]:
        """The first target of an accepted action if the hint has no text; may be empty."""
        highlights_first_targets = self.hint and self.task is not None and not self.task.hint and not self.is_locked
        return self._first_targets if highlights_first_targets else frozenset()

    @property
    def _first_targets(self) -> frozenset[str]:
        """The first target of the next accepted action, which a hint marks. A wrong answer does not count.

        If several actions are accepted, the hint marks the first step that all of them contain, such as a card.
        """
        if self.task is None:
            return frozenset()
        timeline = self.timeline_before_miss or self.table.timeline
        exercise_before = replace(self, table=replace(self.table, timeline=timeline), timeline_before_miss=None)
        lines = [sum(line, ()) for line in self.solution.lines] if self.solution else self.task.accepted_lines
        expected_text = _next_expected_action(exercise_before) if self.solution else None
        texts = [*filter(None, (expected_text, *_next_actions(lines, exercise_before.action_texts)))]
        view, state = VIEWS[timeline.game.id], timeline.state
        steps = {
            action.text: view.hint_steps(state, action) or (action,)
            for action in (() if timeline.outcome else timeline.game.legal_actions(state))
            if action.text in texts
        }
        if not texts or texts[0] not in steps:
            return frozenset()
        necessary_texts = set.intersection(*({step.text for step in action_steps} for action_steps in steps.values()))
        first_steps = steps[texts[0]]
        step = next((step for step in first_steps if step.text in necessary_texts), first_steps[0])
        return frozenset(view.hint_targets(state, step)[:1])

    @property
    def described_target(self) -> str:
        """The last touched target if no action begins with it, else empty. The page describes this target."""
        return "" if self.table.touches.targets else self.table.touches.refused_target

    @property
    def action_texts(self) -> tuple[str, ...]:
        """The texts of the actions since the start."""
        timeline = self.table.timeline
        return tuple(map(str, timeline.entries[self.start.ply : timeline.ply]))

    @property
    def has_changed(self) -> bool:
        """True if there are actions to take back."""
        return self.table.timeline.ply != self.start.ply


def begin(
    start: Timeline[Any],
    task: Task | None = None,
    initial_selection: tuple[str, ...] = (),
    *,
    id: str = "",
    solution: Solution | None = None,
) -> Exercise:
    """Return an exercise before the first attempt.

    Args:
        start: the game, at the position to show.
        task: the task, None for a board without a task.
        initial_selection: the targets that are selected at the start; the board marks the next targets.
        id: the table's id. The page animates changes between tables with the same id.
        solution: the solution if the exercise is a problem.
    """
    table = tables.open_board(id, start)
    table = replace(
        table,
        display=replace(table.display, shows_bottom_player_secrets=True),
        touches=table.touches.with_selection(initial_selection),
    )
    shows_targets = task is None or task.marks_targets or bool(initial_selection)
    return Exercise(
        start,
        table,
        task,
        shows_targets=shows_targets,
        solution=solution,
        initial_selection=initial_selection,
        has_initial_selection=bool(initial_selection),
        hides_targets=not shows_targets and any(len(action.targets) > 1 for action in table.actions),
    )


def restart(exercise: Exercise) -> Exercise:
    """Return the exercise at its start, with the same number of wrong answers and the requested help."""
    new_exercise = begin(
        exercise.start, exercise.task, exercise.initial_selection, id=exercise.table.id, solution=exercise.solution
    )
    table = replace(
        new_exercise.table,
        display=replace(new_exercise.table.display, shows_whole_board=exercise.table.display.shows_whole_board),
    )
    return replace(
        new_exercise,
        table=table,
        miss_count=exercise.miss_count,
        is_hint_requested=exercise.is_hint_requested,
        shows_targets=exercise.shows_targets or new_exercise.shows_targets,
    )


def take_back(exercise: Exercise) -> Exercise:
    """Return the exercise before the wrong answer on its board, with the feedback on that answer.

    Earlier actions stay on the board if they begin an accepted line. A task that asks for an effect restarts. In a
    problem, the whole turn is undone.
    """
    timeline_before = exercise.timeline_before_miss
    if timeline_before is None:
        return exercise
    restarted_exercise = restart(exercise)
    task, earlier_texts = exercise.task, exercise.action_texts[:-1]
    if exercise.solution or (task and any(line[: len(earlier_texts)] == earlier_texts for line in task.accepted_lines)):
        selected_targets = restarted_exercise.table.touches.targets if timeline_before.ply == exercise.start.ply else ()
        restarted_exercise = with_table(
            restarted_exercise,
            replace(
                restarted_exercise.table,
                timeline=timeline_before,
                touches=replace(restarted_exercise.table.touches, targets=selected_targets),
            ),
        )
    return replace(restarted_exercise, feedback=exercise.feedback)


def show_hint(exercise: Exercise) -> Exercise:
    """Return the exercise with its hint. If no accepted line contains the actions of this turn, undo the turn first."""
    if exercise.solution and not exercise.is_locked and _next_expected_action(exercise) is None:
        exercise = _undo_turn(exercise, _assess_turn(exercise))
    return replace(exercise, is_hint_requested=True)


def show_solution(exercise: Exercise) -> Exercise:
    """Return a problem's exercise after the first action of the rest of the solution."""
    if exercise.solution is None or exercise.is_solved:
        return exercise
    exercise = play_all_pending(take_back(exercise))
    assessment = _assess_turn(exercise)
    exercise = _undo_turn(exercise, assessment)
    args, line = _assessment_arguments(exercise), exercise.action_texts + assessment.expected_turn
    while (assessment := assess(*args, line)).verdict is Verdict.CORRECT:
        line += assessment.reply
        line += assess(*args, line).expected_turn
    line += assessment.reply
    return step_solution(replace(exercise, solution_line=line, is_solved=True, feedback=""), 1)


def step_solution(exercise: Exercise, offset: int) -> Exercise:
    """Return the exercise after ``offset`` more actions of the requested solution, or fewer if negative.

    The page replays the effects of the last action. At the end of the line, the feedback explains the solution.
    """
    line, start_ply, timeline = exercise.solution_line, exercise.start.ply, exercise.table.timeline
    count = max(0, min(timeline.ply - start_ply + offset, len(line)))
    table = history.skip_replay(exercise.table)
    if count <= timeline.ply - start_ply:
        table = replace(table, timeline=timeline.jump(start_ply + count).without_undone())
    for text in line[table.timeline.ply - start_ply : count]:
        action = table.timeline.game.parse_action(table.timeline.state, text)
        table = tables.uncover(tables.play_action(history.skip_replay(table), action))
    return replace(exercise, table=table, feedback=_praise(exercise) if count == len(line) else "")


def solution_sentences(exercise: Exercise, reader: int) -> tuple[str, ...]:
    """Return a sentence for each action of the requested solution that says what the action does.

    The description of a secret action names the player unless this is ``reader``.

    Args:
        exercise: the exercise.
        reader: the player whom the sentences call "you".
    """
    timeline, sentences = exercise.start.without_undone(), []
    game, view = timeline.game, VIEWS[timeline.game.id]
    for text in exercise.solution_line:
        action = game.parse_action(timeline.state, text)
        hidden_text = view.describe_hidden_actions((action,)) if timeline.is_hidden() else ""
        player = timeline.to_move
        if hidden_text and player is not None and player != reader:
            side = _(game.sides(timeline.state)[player])
            hidden_text = _("{turn}: {actions}").format(turn=side, actions=hidden_text)
        sentences.append(sentence(hidden_text or game.describe(timeline.state, action, reader)))
        timeline = timeline.play(action)
    return tuple(sentences)


def play_next_pending(exercise: Exercise) -> Exercise:
    """Return the exercise after its next pending action.

    The last pending action starts a replay of the turn, unless the task continues.
    """
    if not exercise.pending_actions:
        return exercise
    text, *pending_actions = exercise.pending_actions
    timeline = exercise.table.timeline
    action = timeline.game.parse_action(timeline.state, text)
    table = tables.play_action(exercise.table, action)
    if pending_actions or not (exercise.is_solved or exercise.shows_wrong_answer):
        table = history.skip_replay(table)
    table = _with_whole_replay(table)
    new_exercise = replace(exercise, table=tables.uncover(table), pending_actions=tuple(pending_actions))
    if new_exercise.is_solved and new_exercise.solution and not new_exercise.pending_actions:
        new_exercise = _mark_as_solved(new_exercise)
    if new_exercise.pending_actions or new_exercise.shows_wrong_answer or new_exercise.is_solved:
        return new_exercise
    return replace(new_exercise, feedback=_(CORRECT_TEXT))


def _with_whole_replay(table: Table) -> Table:
    """Return the table whose replay, if it shows one, begins with the first card of the turn."""
    return history.show_replay(table) if table.display.replay else table


def play_all_pending(exercise: Exercise) -> Exercise:
    """Return the exercise after all pending actions."""
    while exercise.pending_actions:
        exercise = play_next_pending(exercise)
    return exercise


def handle_gesture(exercise: Exercise, gesture: Gesture) -> Exercise:
    """Return the exercise after a gesture on its board.

    A touch or the start of a drag first takes back a wrong answer. A touch outside all targets, which has an empty
    target, does nothing else. The first touch does not cancel the initial selection if it touches a selected target.
    During a demonstration, a touch shows the next frame. At the last frame, the touch may play an action if the task
    needs the board. After a wrong answer, a refused touch shows no reason, since the answer may have moved the touched
    piece.
    """
    if gesture.kind is GestureKind.CANCEL:
        return with_table(exercise, gestures.cancel_touch(exercise.table))
    if exercise.table.display.replay and gesture.kind is GestureKind.TOUCH and not exercise.pending_actions:
        new_exercise = with_table(exercise, history.advance_replay(exercise.table, 1))
        if new_exercise.table.display.replay:
            return new_exercise
        if exercise.task is None or exercise.is_solved:
            return exercise
        exercise = new_exercise
    takes_back = exercise.shows_wrong_answer
    if gesture.kind in (GestureKind.TOUCH, GestureKind.TAKE):
        exercise = take_back(play_all_pending(exercise))
    if exercise.is_locked or gesture.kind is GestureKind.AWAY or not gesture.target:
        return exercise
    touches_selection = exercise.table.touches.targets[-1:] == (gesture.target,)
    if gesture.kind is GestureKind.TOUCH and exercise.has_initial_selection and touches_selection:
        return replace(exercise, has_initial_selection=False)
    new_exercise = _exercise_after_touch(exercise, *gestures.handle_gesture(exercise.table, gesture))
    return exercise if takes_back and new_exercise.table.touches.refusal else new_exercise


def complete_action(exercise: Exercise, action: Action[Any]) -> Exercise:
    """Return the exercise after an action, of which only the last target is not selected yet."""
    new_exercise = handle_gesture(exercise, Gesture(GestureKind.TOUCH, action.targets[-1]))
    if new_exercise.table.timeline is not exercise.table.timeline:
        return new_exercise
    return handle_gesture(exercise, Gesture(GestureKind.CHOOSE, action.text))


def toggle_zoom(exercise: Exercise) -> Exercise:
    """Toggle between the whole board and the enlarged board."""
    return with_table(exercise, tables.toggle_zoom(exercise.table))


def with_table(exercise: Exercise, table: Table) -> Exercise:
    """Return the exercise with a table that differs in its selection, replay or zoom, but not in its actions."""
    return replace(exercise, table=table)


def _exercise_after_touch(exercise: Exercise, table: Table, action: Action[Any] | None) -> Exercise:
    """Return the exercise after a touch, with feedback if the touch has completed an action.

    Args:
        exercise: the exercise before the touch.
        table: the table after the touch.
        action: the completed action, None if the touch has completed none.
    """
    exercise = replace(exercise, has_initial_selection=False)
    if action is None:
        # The feedback on the last answer stays until the board accepts a touch or another text replaces it.
        replaces_feedback = table.touches.refusal or table.touches.targets
        return replace(exercise, table=table, feedback="" if replaces_feedback else exercise.feedback)
    new_exercise = replace(exercise, table=tables.uncover(table), feedback="")
    task = exercise.task
    if exercise.solution:
        return _check_solution(new_exercise)
    if task is None:
        return new_exercise
    new_exercise = _with_forced_end(task, new_exercise)
    if _is_solved(task, new_exercise):
        return _mark_as_solved(new_exercise)
    if _can_be_solved(task, new_exercise):
        return _with_replies(task, new_exercise)
    default_reason = OFF_TASK_TEXT
    if task.effect and _is_turn_over(new_exercise):
        default_reason = NOT_WON_TEXT if task.effect.outcome == "win" else TURN_OVER_TEXT
    text = (task.effect and _judged_action(task.effect, new_exercise)) or action.text
    reason = next(
        (
            wrong_action.error_explanation
            for wrong_action in task.wrong_actions
            if fnmatchcase(text, wrong_action.action)
        ),
        default_reason,
    )
    table = history.skip_replay(new_exercise.table)  # People should read the reason before they see a replay.
    timeline_before = exercise.table.timeline
    return replace(
        new_exercise,
        table=table,
        timeline_before_miss=timeline_before,
        miss_count=exercise.miss_count + 1,
        feedback=_(reason),
    )


def _with_forced_end(task: Task, exercise: Exercise) -> Exercise:
    """Return the exercise after the decisions that the task's turn requires of other players.

    Each player makes the first legal decision, since the task accepts the turn after any decision.
    """
    while _is_turn_unfinished(task, exercise) and exercise.table.timeline.to_move != exercise.start.to_move:
        timeline = exercise.table.timeline
        action = next(iter(timeline.game.legal_actions(timeline.state)))
        table = _with_whole_replay(tables.play_action(exercise.table, action))
        exercise = replace(exercise, table=tables.uncover(table))
    return exercise


def _is_turn_unfinished(task: Task, exercise: Exercise) -> bool:
    """Return True if the turn of the task still needs decisions, such as the order of a card's parts."""
    timeline, effect = exercise.table.timeline, task.effect
    if effect is None or not effect.checked_actions or timeline.outcome or timeline.is_hidden():
        return False
    return timeline.game.key(timeline.state) is None and _judged_action(effect, exercise) is not None


def _judged_action(effect: TaskEffect, exercise: Exercise) -> str | None:
    """Return the text of the action after which the page checks the effect, or None before this action."""
    texts = reversed(exercise.action_texts)
    return next(
        (text for text in texts if not effect.checked_actions or fnmatchcase(text, effect.checked_actions)), None
    )


def _check_solution(exercise: Exercise) -> Exercise:
    """Return a problem's exercise after an action, with feedback and a reply if the turn is complete."""
    assessment = _assess_turn(exercise)
    match assessment.verdict:
        case Verdict.SOLVED:
            return _mark_as_solved(replace(exercise, pending_actions=assessment.reply))
        case Verdict.CORRECT:
            return replace(exercise, pending_actions=assessment.reply, feedback=_(CORRECT_WITH_REPLY_TEXT))
        case Verdict.WRONG:
            return replace(
                exercise,
                table=history.skip_replay(exercise.table),
                timeline_before_miss=_undo_turn(exercise, assessment).table.timeline,
                miss_count=exercise.miss_count + 1,
                feedback=" ".join(filter(None, (_(WRONG_SOLUTION_TEXT), _refutation(exercise, assessment)))),
                pending_actions=assessment.reply,
            )
    return exercise


def _refutation(exercise: Exercise, assessment: Assessment) -> str:
    """Return the reason why a turn is wrong; may be empty.

    The reason is the end of the game, a remaining threat in a problem that asks for a position, or why the last turn of
    a problem that asks for a win has not won.
    """
    timeline, player = exercise.table.timeline, exercise.start.to_move
    if timeline.outcome:
        return timeline.outcome.reason_for(player)
    if exercise.solution is None or player is None:
        return ""
    if exercise.solution.goal != FIND_GOAL:
        if all(line[-1] != assessment.expected_turn for line in exercise.solution.lines):
            return ""  # the turn did not have to win yet
        return VIEWS[timeline.game.id].failed_win_reason(timeline.state) or _(NOT_WON_TEXT)
    threats = PACKAGES[timeline.game.id].opponent.threats(timeline.state_for(player), player)
    return threats[0].sentence if threats else ""


def _assessment_arguments(exercise: Exercise) -> tuple[Game[Any, Any], Any, Solution]:
    """Return the first three arguments of ``assess``: the rules, the first state and the solution."""
    assert exercise.solution is not None, "a problem has a solution"
    return exercise.start.game, exercise.start.state, exercise.solution


def _assess_turn(exercise: Exercise) -> Assessment:
    return assess(*_assessment_arguments(exercise), exercise.action_texts)


def _undo_turn(exercise: Exercise, assessment: Assessment) -> Exercise:
    """Return the exercise before the assessed turn."""
    timeline = exercise.table.timeline.jump(exercise.start.ply + assessment.turn_start).without_undone()
    return with_table(
        exercise, replace(exercise.table, timeline=timeline, touches=replace(exercise.table.touches, targets=()))
    )


def _next_expected_action(exercise: Exercise) -> str | None:
    """Return the next action of an accepted turn that begins with the actions played so far, or None."""
    assessment = _assess_turn(exercise)
    played_texts, expected_turn = exercise.action_texts[assessment.turn_start :], assessment.expected_turn
    return (
        expected_turn[len(played_texts)]
        if expected_turn[: len(played_texts)] == played_texts and len(played_texts) < len(expected_turn)
        else None
    )


def _mark_as_solved(exercise: Exercise) -> Exercise:
    praise = _praise(exercise)
    feedback = " ".join((_("Correct!"), praise)) if exercise.solution else praise
    return replace(exercise, is_solved=True, feedback=feedback)


def _praise(exercise: Exercise) -> str:
    """Return the praise of the task. For a problem, the praise explains the solution.

    After secret decisions, the praise also says how the game has ended.
    """
    praise = _((exercise.task and exercise.task.praise) or DEFAULT_PRAISE_TEXT)
    timeline, outcome = exercise.start, exercise.table.timeline.outcome
    if not (exercise.solution and outcome and timeline.is_hidden()):
        return praise
    return " ".join((outcome.reason_for(timeline.to_move), praise))


def _is_solved(task: Task, exercise: Exercise) -> bool:
    if exercise.action_texts in task.accepted_lines:
        return True
    return task.effect is not None and not _is_turn_unfinished(task, exercise) and _has_effect(task.effect, exercise)


def _has_effect(effect: TaskEffect, exercise: Exercise) -> bool:
    """Return True if the actions played so far have the required effect."""
    timeline, game = exercise.table.timeline, exercise.table.timeline.game
    judged_action = _judged_action(effect, exercise)
    if judged_action is None or (effect.action and not fnmatchcase(judged_action, effect.action)):
        return False
    if effect.position and not fnmatchcase(game.format_position(timeline.state), effect.position):
        return False
    return not effect.outcome or effect.outcome == _player_result(exercise)


def _player_result(exercise: Exercise) -> str:
    """Return the result for the player who solves the task: "win", "loss" or "draw", or "" during the game."""
    outcome, player = exercise.table.timeline.outcome, exercise.start.to_move
    if outcome is None or player is None:
        return ""
    if outcome.is_draw:
        return "draw"
    return "win" if player in outcome.winners else "loss"


def _can_be_solved(task: Task, exercise: Exercise) -> bool:
    """Return True if more actions may solve the task."""
    if exercise.table.timeline.outcome:
        return False
    played_texts = exercise.action_texts
    if any(line[: len(played_texts)] == played_texts for line in task.accepted_lines):
        return True
    effect = task.effect
    if effect is None:
        return False
    if effect.checked_actions:
        return _judged_action(effect, exercise) is None or _is_turn_unfinished(task, exercise)
    return len(played_texts) < effect.max_decisions and not _is_turn_over(exercise)


def _is_turn_over(exercise: Exercise) -> bool:
    """Return True if the player to move is not the solver of the task."""
    return exercise.table.timeline.to_move not in (exercise.start.to_move, None)


def _with_replies(task: Task, exercise: Exercise) -> Exercise:
    """Return the exercise after the other players' replies in an accepted line."""
    while exercise.table.timeline.to_move not in (exercise.start.to_move, None):
        texts = _next_actions(task.accepted_lines, exercise.action_texts)
        if not texts:
            break
        timeline = exercise.table.timeline
        action = timeline.game.parse_action(timeline.state, texts[0])
        table = _with_whole_replay(tables.play_action(exercise.table, action))
        exercise = replace(exercise, table=tables.uncover(table))
    return _mark_as_solved(exercise) if exercise.action_texts in task.accepted_lines else exercise


def _next_actions(lines: Sequence[tuple[str, ...]], played_texts: tuple[str, ...]) -> list[str]:
    """Return the next action of each line that begins with the played actions."""
    count = len(played_texts)
    return [line[count] for line in lines if line[:count] == played_texts and len(line) > count]
