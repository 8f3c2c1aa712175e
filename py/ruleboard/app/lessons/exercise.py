"""Exercises: a board to play on that is not saved, with or without a task. Immutable values and pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from ruleboard.app.play import gestures, history
from ruleboard.app.play import session as tables
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.timeline import Timeline
from ruleboard.games.lessons import Effect, Task
from ruleboard.games.problems import FIND, Judgement, Solution, Turn, Verdict, judge
from ruleboard.games.registry import PACKAGES
from ruleboard.i18n import N_, _

HINT_AFTER = 2
"""The number of wrong answers after which the hint is shown unasked."""

NOT_ASKED = N_("That can be done, but it is not what is asked here.")
TURN_OVER = N_("The turn is over, and the task is not solved.")
SOLVED = N_("Yes, that is it.")
LOOK_HERE = N_("Begin where the board shows it.")
NOT_THE_ONE = N_("That turn does not solve it.")
RIGHT = N_("Right. Here is the reply:")
GO_ON = N_("Right. Go on.")


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board with its task and the attempts at it.

    Attributes:
        start: the game before the first attempt; ``table`` continues it.
        table: the board and the selection. ``table.refusal`` is the reason why a touch was refused.
        task: the task, None for a board to play on freely.
        misses: the number of wrong answers.
        feedback: the answer to the last action: praise, or the reason why it is not the solution; may be empty.
        solved: True once the task is solved.
        before_miss: the game before the wrong answer that the board shows, None while it shows none.
        hinted: True if the hint was asked for.
        places: True if the legal places of what is touched are shown.
        solution: the answers of a problem, which decide in place of what the task accepts; None for none.
        pending: the texts of actions that play themselves next: a reply, or a solution that is shown.
            A task that is solved may have some, which show the solution at work.
        revealed: True if the solution was asked for.
        touched: the targets that its step has taken up at the start.
        preselected: True while the board shows what its step has taken up, and nothing was touched.
    """

    start: Timeline[Any]
    table: Table
    task: Task | None = None
    misses: int = 0
    feedback: str = ""
    solved: bool = False
    before_miss: Timeline[Any] | None = None
    hinted: bool = False
    places: bool = True
    solution: Solution | None = None
    pending: Turn = ()
    revealed: bool = False
    touched: tuple[str, ...] = ()
    preselected: bool = False

    @property
    def still(self) -> bool:
        """True if nothing can be touched: the task is solved, actions play themselves, or a wrong answer is shown."""
        return self.solved or self.missed or bool(self.pending)

    @property
    def missed(self) -> bool:
        """True while the board shows a wrong answer, until that is taken back."""
        return self.before_miss is not None

    @property
    def praised(self) -> bool:
        """True if the feedback is on something right."""
        return self.solved or (self.solution is not None and not self.missed and self.feedback in (_(RIGHT), _(GO_ON)))

    @property
    def hint(self) -> str:
        """The hint, if it was asked for or after ``HINT_AFTER`` misses; else empty, as on a board without a task."""
        if self.task is None or self.solved or not (self.hinted or self.misses >= HINT_AFTER):
            return ""
        return _(self.task.hint or LOOK_HERE)

    @property
    def hint_targets(self) -> frozenset[str]:
        """The target with which an accepted action begins, if the hint has no words of its own."""
        if not self.hint or self.task is None or self.task.hint or self.still:
            return frozenset()
        text = _next_expected(self) if self.solution else _next_action(self.task, self.played)
        return frozenset(action.targets[0] for action in self.table.actions if action.text == text)

    @property
    def read(self) -> str:
        """The target that was touched though nothing can be begun with it: it is read, and no answer; may be empty."""
        return "" if self.table.selected else self.table.refused_target

    @property
    def played(self) -> tuple[str, ...]:
        """The texts of the actions since the start."""
        timeline = self.table.timeline
        return tuple(map(str, timeline.entries[self.start.at : timeline.at]))

    @property
    def changed(self) -> bool:
        """True if there are actions to take back."""
        return self.table.timeline.at != self.start.at


def begin(
    start: Timeline[Any],
    task: Task | None = None,
    touched: tuple[str, ...] = (),
    *,
    id: str = "",
    solution: Solution | None = None,
) -> Exercise:
    """Return an exercise before the first attempt.

    Args:
        start: the game, standing at the position to be shown.
        task: the task.
        touched: the targets selected from the beginning; their legal places are shown.
        id: the table's name; motions are animated between tables of the same name.
        solution: the answers, if the task is a problem's.
    """
    table = replace(tables.open_table(id, start), curtain=False, selected=touched, shows_whole_board=True)
    places = task is None or task.places or bool(touched)
    return Exercise(start, table, task, places=places, solution=solution, touched=touched, preselected=bool(touched))


def restart(exercise: Exercise) -> Exercise:
    """Return the exercise at its start again; the count of misses and what was asked for are preserved."""
    fresh = begin(exercise.start, exercise.task, exercise.touched, id=exercise.table.id, solution=exercise.solution)
    table = replace(fresh.table, shows_whole_board=exercise.table.shows_whole_board)
    return replace(
        fresh, table=table, misses=exercise.misses, hinted=exercise.hinted, places=exercise.places or fresh.places
    )


def take_back(exercise: Exercise) -> Exercise:
    """Return the exercise before the wrong answer that it shows, with the reason against that answer.

    Actions before it that belong to a listed solution stay; where the effect of all actions is judged, they go as well.
    Of a problem the whole turn is taken back.
    """
    before = exercise.before_miss
    if before is None:
        return exercise
    again = restart(exercise)
    task, played = exercise.task, exercise.played[:-1]
    if exercise.solution or (task and any(line[: len(played)] == played for line in task.accept)):
        selected = again.table.selected if before.at == exercise.start.at else ()
        again = with_table(again, replace(again.table, timeline=before, selected=selected))
    return replace(again, feedback=exercise.feedback)


def show_hint(exercise: Exercise) -> Exercise:
    """Return the exercise with its hint shown; a turn that no hint can follow is put back."""
    if exercise.solution and not exercise.still and _next_expected(exercise) is None:
        exercise = _at_turn(exercise, _judgement(exercise))
    return replace(exercise, hinted=True)


def show_solution(exercise: Exercise) -> Exercise:
    """Return the exercise of a problem with the rest of its solution to be played by itself."""
    if exercise.solution is None or exercise.solved:
        return exercise
    exercise = settled(take_back(exercise))
    found = _judgement(exercise)
    exercise = _at_turn(exercise, found)
    played, rest = exercise.played, found.expected
    while (after := judge(*_judged_by(exercise), (*played, *rest))).verdict is Verdict.RIGHT:
        rest = (*rest, *after.reply)
        rest = (*rest, *judge(*_judged_by(exercise), (*played, *rest)).expected)
    return replace(exercise, pending=(*rest, *after.reply), revealed=True, feedback="")


def next_pending(exercise: Exercise) -> Exercise:
    """Return the exercise after the next action that plays itself; the last one of a shown solution solves it.

    What the last one sets off is replayed, unless the task goes on.
    """
    if not exercise.pending:
        return exercise
    text, *rest = exercise.pending
    timeline = exercise.table.timeline
    action = timeline.game.parse_action(timeline.state, text)
    table = tables.play(exercise.table, action)
    if rest or not (exercise.solved or exercise.missed or exercise.revealed):
        table = history.skip_replay(table)
    after = replace(exercise, table=replace(table, curtain=False), pending=tuple(rest))
    if after.pending or after.missed or after.solved:
        return after
    return _solved(after) if after.revealed else replace(after, feedback=_(GO_ON))


def settled(exercise: Exercise) -> Exercise:
    """Return the exercise after all actions that play themselves."""
    while exercise.pending:
        exercise = next_pending(exercise)
    return exercise


def show_places(exercise: Exercise) -> Exercise:
    """Return the exercise with the legal places of what is touched shown."""
    return replace(exercise, places=True)


def touch(exercise: Exercise, target: str) -> Exercise:
    """Return the exercise after a touch; a wrong answer that is still shown is taken back first.

    A first touch on what the step has taken up keeps it: the reader means to take it up.
    """
    exercise = take_back(settled(exercise))
    if exercise.solved:
        return exercise
    if exercise.preselected and exercise.table.selected[-1:] == (target,):
        return replace(exercise, preselected=False)
    return _judged(exercise, *gestures.touch(exercise.table, target))


def begin_drag(exercise: Exercise, target: str) -> Exercise:
    """Return the exercise after the start of a drag; a wrong answer that is still shown is taken back first."""
    exercise = take_back(settled(exercise))
    if exercise.solved:
        return exercise
    return _judged(exercise, gestures.begin_drag(exercise.table, target), None)


def drop(exercise: Exercise, target: str) -> Exercise:
    """Return the exercise after a drop on a target."""
    return exercise if exercise.still else _judged(exercise, *gestures.drop(exercise.table, target))


def point(exercise: Exercise, target: str) -> Exercise:
    """Return the exercise after a drag of a piece that cannot be dragged has ended on a target."""
    return exercise if exercise.still else _judged(exercise, gestures.point(exercise.table, target), None)


def choose(exercise: Exercise, text: str) -> Exercise:
    """Return the exercise after one of several complete actions was chosen, by its text."""
    return exercise if exercise.still else _judged(exercise, *gestures.choose(exercise.table, text))


def zoomed(exercise: Exercise) -> Exercise:
    """Return the exercise with a board too small to be read enlarged, or shown whole again."""
    table = exercise.table
    return with_table(exercise, replace(table, shows_whole_board=not table.shows_whole_board))


def with_table(exercise: Exercise, table: Table) -> Exercise:
    """Return the exercise with its table changed by something other than an action: a selection, a replay, a zoom."""
    return replace(exercise, table=table)


def _judged(exercise: Exercise, table: Table, action: Action[Any] | None) -> Exercise:
    """Return the exercise after a touch, with feedback on the action that it completed, if any."""
    exercise = replace(exercise, preselected=False)
    if action is None:  # the reason against the last answer stays until the next one is under way, or another is read
        over = table.refusal or len(table.selected) > 1
        return replace(exercise, table=table, feedback="" if over else exercise.feedback)
    after = replace(exercise, table=replace(table, curtain=False), feedback="")
    task = exercise.task
    if exercise.solution:
        return _by_solution(after)
    if task is None:
        return after
    if _is_solved(task, after):
        return _solved(after)
    if _can_be_solved(task, after):
        return _with_replies(task, after)
    unlisted = TURN_OVER if task.effect and _is_turn_over(after) else NOT_ASKED
    why = next((wrong.why for wrong in task.wrong if fnmatchcase(action.text, wrong.action)), unlisted)
    shown = history.skip_replay(after.table)  # the reason first
    before = exercise.table.timeline
    return replace(after, table=shown, before_miss=before, misses=exercise.misses + 1, feedback=_(why))


def _by_solution(after: Exercise) -> Exercise:
    """Return the exercise of a problem after an action, with the answer to a turn that is over."""
    found = _judgement(after)
    match found.verdict:
        case Verdict.SOLVED:
            return _solved(replace(after, pending=found.reply))
        case Verdict.RIGHT:
            return replace(after, pending=found.reply, feedback=_(RIGHT))
        case Verdict.WRONG:
            before = after.table.timeline.jump(after.start.at + found.at).cut()
            shown = history.skip_replay(after.table)
            said = " ".join(filter(None, (_(NOT_THE_ONE), _why(after))))
            missed = replace(after, table=shown, before_miss=before, misses=after.misses + 1, feedback=said)
            return replace(missed, pending=found.reply)
    return after


def _why(after: Exercise) -> str:
    """Return the threat after a wrong turn by which a position was to be reached; empty if there is none."""
    timeline, player = after.table.timeline, after.start.to_move
    if timeline.outcome:
        return timeline.outcome.reason
    if after.solution is None or after.solution.goal != FIND or player is None:
        return ""
    threats = PACKAGES[timeline.game.id].opponent.threats(timeline.state_for(player), player)
    return threats[0].sentence if threats else ""


def _judged_by(exercise: Exercise) -> tuple[Game[Any, Any], Any, Solution]:
    """Return the rules, the first state and the solution by which a problem's turns are judged."""
    assert exercise.solution is not None, "a problem has a solution"
    return exercise.start.game, exercise.start.state, exercise.solution


def _judgement(exercise: Exercise) -> Judgement:
    return judge(*_judged_by(exercise), exercise.played)


def _at_turn(exercise: Exercise, found: Judgement) -> Exercise:
    """Return the exercise with the turn that is under way put back."""
    timeline = exercise.table.timeline.jump(exercise.start.at + found.at).cut()
    return with_table(exercise, replace(exercise.table, timeline=timeline, selected=()))


def _next_expected(exercise: Exercise) -> str | None:
    """Return the next action of an accepted turn that begins with the played ones, None if none is known."""
    found = _judgement(exercise)
    begun, expected = exercise.played[found.at :], found.expected
    return expected[len(begun)] if expected[: len(begun)] == begun and len(begun) < len(expected) else None


def _solved(after: Exercise) -> Exercise:
    return replace(after, solved=True, feedback=_((after.task and after.task.praise) or SOLVED))


def _is_solved(task: Task, after: Exercise) -> bool:
    if after.played in task.accept:
        return True
    return task.effect is not None and _has_effect(task.effect, after)


def _has_effect(effect: Effect, after: Exercise) -> bool:
    """Return True if the actions had all that the effect asks for."""
    timeline, game = after.table.timeline, after.table.timeline.game
    if effect.when and not fnmatchcase(after.played[-1], effect.when):
        return False
    if effect.action and not fnmatchcase(after.played[-1], effect.action):
        return False
    if effect.position and not fnmatchcase(game.format_position(timeline.state), effect.position):
        return False
    return not effect.outcome or effect.outcome == _outcome(after)


def _outcome(after: Exercise) -> str:
    """Return the result for the player who has the task: "win", "loss" or "draw"; empty while the game goes on."""
    outcome, player = after.table.timeline.outcome, after.start.to_move
    if outcome is None or player is None:
        return ""
    if outcome.is_draw:
        return "draw"
    return "win" if player in outcome.winners else "loss"


def _can_be_solved(task: Task, after: Exercise) -> bool:
    """Return True if further actions may still solve the task."""
    if after.table.timeline.outcome:
        return False
    played = after.played
    if any(line[: len(played)] == played for line in task.accept):
        return True
    effect = task.effect
    if effect is None:
        return False
    if effect.when:
        return not fnmatchcase(played[-1], effect.when)
    return len(played) < effect.within and not _is_turn_over(after)


def _is_turn_over(after: Exercise) -> bool:
    """Return True if the game goes on with another player than the one who has the task."""
    return after.table.timeline.to_move not in (after.start.to_move, None)


def _with_replies(task: Task, after: Exercise) -> Exercise:
    """Return the exercise after the other players' actions in an accepted line."""
    while after.table.timeline.to_move not in (after.start.to_move, None):
        text = _next_action(task, after.played)
        if text is None:
            break
        timeline = after.table.timeline
        action = timeline.game.parse_action(timeline.state, text)
        after = replace(after, table=replace(tables.play(after.table, action), curtain=False))
    return _solved(after) if after.played in task.accept else after


def _next_action(task: Task, played: tuple[str, ...]) -> str | None:
    """Return the next action in the first accepted line that begins with the played ones, None if there is none."""
    at = len(played)
    return next((line[at] for line in task.accept if line[:at] == played and len(line) > at), None)
