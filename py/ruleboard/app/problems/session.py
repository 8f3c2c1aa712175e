"""The state of the problem pages: the list of games, the problems of one game, and one problem, with its texts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any, ClassVar, Final

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_choices import ExerciseChoices
from ruleboard.app.message_names import ProblemMessage
from ruleboard.app.problems.results import due_ids, ids_marked_for_later, standing
from ruleboard.app.storage.progress import Progress
from ruleboard.contract.view import BaseView
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import new_timeline
from ruleboard.i18n import N_, _, ngettext
from ruleboard.learning.courses import find_problem, problem_task, problems
from ruleboard.learning.lessons import Task
from ruleboard.learning.problems import Problem
from ruleboard.registry import GAMES, VIEWS


@dataclass(frozen=True, slots=True)
class ProblemGames:
    """The page that lists all games with problems."""


LATER_SET: Final = "later"
"""The id of the set of problems that a person has marked for later."""
RETRY_SET: Final = "again"
"""The id of the set of problems that a person should try again."""


@dataclass(frozen=True, slots=True)
class ProblemList:
    """The page that lists the problems of one game.

    Attributes:
        game: the game's id.
        chosen_set: the id of the set on the page: a theme, ``LATER_SET``, ``RETRY_SET``, or ``""`` for all problems.
        day: the day of the visit, which determines the problems to try again.
        drawn_board_count: the number of problems whose boards the page has drawn. The others follow while the page is
            open.
    """

    game: str
    chosen_set: str = ""
    day: date = date.max
    drawn_board_count: int = 8


@dataclass(frozen=True, slots=True)
class ProblemSession:
    """A problem in progress.

    Attributes:
        game: the game's id.
        problem: the problem.
        exercise: the board, with the attempts so far.
        is_daily: True if the page shows the problem as the problem of the day.
        is_judged: True if the attempt has a result, so that later attempts do not change the rating.
        rating_change: the change of the person's rating by the attempt, 0 for none.
        site: the URL of the app, for the HTML that embeds the problem; may be empty.
        shared_picture: the picture in the dialog for sharing, as SVG: empty until the app has drawn it, None while the
            dialog is closed.
        share_choices: the author's choices in that dialog.
    """

    game: str
    problem: Problem
    exercise: Exercise
    is_daily: bool = False
    is_judged: bool = False
    rating_change: int = 0
    site: str = ""
    shared_picture: str | None = None
    share_choices: ExerciseChoices = field(default_factory=ExerciseChoices)
    messages: ClassVar = ProblemMessage.EXERCISE

    @property
    def seat(self) -> int:
        """The player at the bottom of the board, who has to find the solution."""
        return self.exercise.start.to_move or 0

    @property
    def board_view(self) -> BaseView[Any, Any]:
        """The view of the board."""
        return VIEWS[self.game]

    @property
    def progress_entry(self) -> tuple[str, str] | None:
        """The progress key and the id of the problem if the person has solved it without requesting the solution."""
        is_completed = self.exercise.is_solved and not self.exercise.is_solution_requested
        return (progress_key(self.game), self.problem.id) if is_completed else None

    def with_exercise(self, exercise: Exercise) -> ProblemSession:
        """Return the session with a changed exercise."""
        return replace(self, exercise=exercise)


def open_problem(game: str, id: str) -> ProblemSession | None:
    """Open a problem; return None if the game has no such problem."""
    if (result := find_problem(game, id)) is None:
        return None
    rules = GAMES[game]
    state = rules.parse_position(result.position)
    options = {option.id: option.default for option in rules.options}
    record = Record(game, MappingProxyType(options), 0, ("",) * len(rules.sides(state)), start=result.position)
    task = Task(result.theme.task, praise=result.theme.explanation)
    start_timeline = new_timeline(rules, state, record)
    exercise = exercises.begin(start_timeline, task, id=f"{game} {id}", solution=result.solution)
    return ProblemSession(game, result, exercise)


def progress_key(game: str) -> str:
    """Return the key in the progress for a game's solved problems. The game's id is the key for its lessons."""
    return f"{game}/problems"


def solved_ids(game: str, progress: Progress) -> Collection[str]:
    """Return the ids of a game's solved problems."""
    return progress.get(progress_key(game), ())


def problems_in_set(page: ProblemList, progress: Progress) -> tuple[Problem, ...]:
    """Return the problems of the set on a page, in order."""
    if page.chosen_set in (LATER_SET, RETRY_SET):
        is_later_set = page.chosen_set == LATER_SET
        ids = ids_marked_for_later(page.game, progress) if is_later_set else due_ids(page.game, progress, page.day)
        return tuple(problem for problem in problems(page.game) if problem.id in ids)
    return tuple(problem for problem in problems(page.game) if page.chosen_set in ("", problem.theme.id))


def title(problem: Problem) -> str:
    """Return the title of a problem, which is unique among the problems of the game."""
    return (
        _("{theme} ({n})").format(theme=_(problem.theme.title), n=problem.number).replace(" (", "\N{NO-BREAK SPACE}(")
    )


def standing_text(progress: Progress) -> str:
    """Return the person's rating, if it is reliable, and the streak; empty before the first rated attempt."""
    value = standing(progress)
    if value is None:
        return ""
    streak = _("Solved in a row, in all games: {n}. Your best: {best}.").format(n=value.streak, best=value.best_streak)
    rating = _("Your puzzle rating, for all games: {n}.").format(n=round(value.rating.rating))
    return f"{rating} {streak}" if value.rating.is_reliable else streak


def next_unsolved_problem(game: str, progress: Progress, after: Problem | None = None) -> Problem | None:
    """Return the next unsolved problem, or None if all other problems are solved.

    Args:
        game: the game's id.
        progress: the person's progress.
        after: the problem after which the search starts; None to start with the first problem.
    """
    all_problems, solved_problem_ids = problems(game), solved_ids(game, progress)
    start_index = all_problems.index(after) + 1 if after else 0
    candidates = (*all_problems[start_index:], *all_problems[:start_index])
    return next((problem for problem in candidates if problem.id not in solved_problem_ids and problem != after), None)


GRADE_NAMES = {1: N_("Easy"), 2: N_("Medium"), 3: N_("Hard")}
"""The names of the grades, in English."""


def task_text(session: ProblemSession) -> str:
    """Return the task of a problem as a sentence, after the mode if the game has several modes."""
    start = session.exercise.start
    return problem_task(start.game, start.state_for(session.seat), session.seat, session.problem)


def count_text(game: str, progress: Progress) -> str:
    """Return a text with the number of a game's problems, and the number of solved problems if there are any."""
    ids = {problem.id for problem in problems(game)}
    solved_count = len(ids.intersection(solved_ids(game, progress)))
    if not solved_count:
        return ngettext("{n} puzzle", "{n} puzzles", len(ids)).format(n=len(ids))
    return _("{done} of {n} puzzles solved").format(done=solved_count, n=len(ids))
