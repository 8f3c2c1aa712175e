"""A board to try something on, with or without a task: what was tried, what is said to it. Pure, like the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from ruleboard.app.play import session as tables
from ruleboard.app.play.session import Table
from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games.lessons import Effect, Task
from ruleboard.i18n import N_, _

HINT_AFTER = 2
"""After so many misses the hint is given unasked."""

NOT_ASKED = N_("That can be done, but it is not what is asked here.")
SOLVED = N_("Yes, that is it.")
LOOK_HERE = N_("Begin where the board shows it.")


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board somebody tries things on.

    Attributes:
        start: where it begins; ``table`` goes on from there.
        table: the board, and what is taken up. What it says (``table.said``) is why a touch was refused.
        task: what is to be done, None for a board on which one may do what one likes.
        misses: how often something was done that was not asked.
        said: what is said to what was done last: praise, or why it is not the answer.
        solved: whether the task is done.
        missed: whether the board shows a wrong answer, until it is taken back.
        hinted: whether the hint was asked for.
    """

    start: Timeline[Any]
    table: Table
    task: Task | None = None
    misses: int = 0
    said: str = ""
    solved: bool = False
    missed: bool = False
    hinted: bool = False

    @property
    def still(self) -> bool:
        """Whether nothing more can be touched: it is solved, or a wrong answer stands there."""
        return self.solved or self.missed

    @property
    def hint(self) -> str:
        """The hint, once it was asked for or after two misses; empty before, and for a board without a task."""
        if self.task is None or self.solved or not (self.hinted or self.misses >= HINT_AFTER):
            return ""
        return _(self.task.hint or LOOK_HERE)

    @property
    def hinted_at(self) -> frozenset[str]:
        """The target an accepted action begins with, where the hint has no words of its own."""
        if not self.hint or self.task is None or self.task.hint or self.still:
            return frozenset()
        done = self.done
        following = [
            line[len(done)] for line in self.task.accept if line[: len(done)] == done and len(line) > len(done)
        ]
        actions = self.table.actions
        return frozenset(action.targets[0] for action in actions if action.text in following[:1])

    @property
    def done(self) -> tuple[str, ...]:
        """The texts of what was done since the start."""
        timeline = self.table.timeline
        return tuple(map(str, timeline.entries[self.start.at : timeline.at]))

    @property
    def changed(self) -> bool:
        """Whether there is anything to put back."""
        return self.table.timeline.at != self.start.at


def begun(start: Timeline[Any], task: Task | None = None, touched: tuple[str, ...] = (), *, id: str = "") -> Exercise:
    """A board as it is first shown.

    Args:
        start: what it shows; it stands at its end.
        task: what is to be done on it.
        touched: the targets taken up from the beginning.
        id: the table's name: tables with the same name are the same board, between which pieces travel.
    """
    table = replace(tables.seated(id, start), curtain=False, touched=touched, whole=True)
    return Exercise(start, table, task)


def again(exercise: Exercise) -> Exercise:
    """The board as it was at first; what was missed so far is remembered."""
    fresh = begun(exercise.start, exercise.task, id=exercise.table.id)
    table = replace(fresh.table, whole=exercise.table.whole)
    return replace(fresh, table=table, misses=exercise.misses, hinted=exercise.hinted)


def hinted(exercise: Exercise) -> Exercise:
    """The board with its hint."""
    return replace(exercise, hinted=True)


def touched(exercise: Exercise, target: str) -> Exercise:
    """The board after a touch; one on a wrong answer takes that back and does no more."""
    if exercise.missed:
        return again(exercise)
    if exercise.solved:
        return exercise
    return _judged(exercise, *tables.touched(exercise.table, target))


def taken_up(exercise: Exercise, target: str) -> Exercise:
    """The board when a drag begins on a target; on a wrong answer it takes that back and does no more."""
    if exercise.missed:
        return again(exercise)
    return exercise if exercise.solved else replace(exercise, table=tables.taken_up(exercise.table, target), said="")


def dropped(exercise: Exercise, target: str) -> Exercise:
    """The board after what is carried was dropped on a target."""
    return exercise if exercise.still else _judged(exercise, *tables.dropped(exercise.table, target))


def chosen(exercise: Exercise, text: str) -> Exercise:
    """The board after one of several complete actions was chosen by its text."""
    return exercise if exercise.still else _judged(exercise, *tables.chosen(exercise.table, text))


def with_table(exercise: Exercise, table: Table) -> Exercise:
    """The board with its table changed by something that is no action: a piece taken up or put down, a show."""
    return replace(exercise, table=table)


def _judged(exercise: Exercise, table: Table, action: Action[Any] | None) -> Exercise:
    """The board after a touch, which may have made an action: is it what is asked?"""
    if action is None:
        return replace(exercise, table=table, said="")
    after = replace(exercise, table=replace(table, curtain=False), said="")
    task = exercise.task
    if task is None:
        return after
    if _is_solved(task, after):
        return replace(after, solved=True, said=_(task.praise or SOLVED))
    if _may_go_on(task, after):
        return _answered(task, after)
    why = next((wrong.why for wrong in task.wrong if fnmatchcase(action.text, wrong.action)), NOT_ASKED)
    return replace(after, missed=True, misses=exercise.misses + 1, said=_(why))


def _is_solved(task: Task, after: Exercise) -> bool:
    if after.done in task.accept:
        return True
    return task.effect is not None and _has(task.effect, after)


def _has(effect: Effect, after: Exercise) -> bool:
    """Whether what was done has brought about all that is asked."""
    timeline, game = after.table.timeline, after.table.timeline.game
    if effect.when and not fnmatchcase(after.done[-1], effect.when):
        return False
    if effect.action and not fnmatchcase(after.done[-1], effect.action):
        return False
    if effect.position and not fnmatchcase(game.format_position(timeline.state), effect.position):
        return False
    return not effect.outcome or effect.outcome == _outcome(after)


def _outcome(after: Exercise) -> str:
    """What the end of the game is to whoever has the task; empty while it goes on."""
    outcome, player = after.table.timeline.outcome, after.start.to_move
    if outcome is None or player is None:
        return ""
    if outcome.is_draw:
        return "draw"
    return "win" if player in outcome.winners else "loss"


def _may_go_on(task: Task, after: Exercise) -> bool:
    """Whether what was done may still become what is asked."""
    if after.table.timeline.outcome:
        return False
    done = after.done
    if any(line[: len(done)] == done for line in task.accept):
        return True
    effect = task.effect
    if effect is None:
        return False
    return not fnmatchcase(done[-1], effect.when) if effect.when else len(done) < effect.within


def _answered(task: Task, after: Exercise) -> Exercise:
    """The board after the others have done in an accepted line what is theirs to do."""
    while after.table.timeline.to_move not in (after.start.to_move, None):
        text = _next(task, after.done)
        if text is None:
            break
        timeline = after.table.timeline
        action = timeline.game.parse_action(timeline.state, text)
        after = replace(after, table=replace(tables.played(after.table, action), curtain=False))
    return replace(after, solved=True, said=_(task.praise or SOLVED)) if after.done in task.accept else after


def _next(task: Task, done: tuple[str, ...]) -> str | None:
    """What comes next in the first accepted line that begins with what was done, None if none does."""
    return next((line[len(done)] for line in task.accept if line[: len(done)] == done and len(line) > len(done)), None)
