"""The pages of courses, lessons, quizzes, rules and problems."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board import exercise_update
from ruleboard.app.board.exercise_sharing import exercise_picture
from ruleboard.app.effects import Reveal, ScrollTarget
from ruleboard.app.lessons import check as quizzes
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons import update as lesson_updates
from ruleboard.app.lessons.check import QuizSession
from ruleboard.app.lessons.check_view import quiz_page
from ruleboard.app.lessons.reference_view import rules_page, rulings_page
from ruleboard.app.lessons.session import CourseList, CoursePage, LessonSession, RulesPage, RulingsPage
from ruleboard.app.lessons.view import course_list_page, course_page, lesson_page
from ruleboard.app.library.session import NotFoundPage
from ruleboard.app.problems import session as problems
from ruleboard.app.problems import update as problem_updates
from ruleboard.app.problems.session import ProblemGames, ProblemList, ProblemSession
from ruleboard.app.problems.view import problem_games_page, problem_list_page, problem_page
from ruleboard.app.routes import DAILY_PROBLEM_NAME, Route
from ruleboard.app.runtime.model import Page
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, Picture, StyleSheets, Visit
from ruleboard.app.storage.preferences import Settings
from ruleboard.i18n import _
from ruleboard.learning import courses
from ruleboard.learning.checks import Chapter
from ruleboard.learning.daily import local_date, problem_of_day
from ruleboard.registry import GAMES


def _page_entry_at_top(page: Page) -> PageEntry:
    return PageEntry(page, (Reveal(ScrollTarget.TOP),))


# --- courses and lessons ------------------------------------------------------------------------------------------


def _enter_course(visit: Visit) -> PageEntry | None:
    is_course_route = visit.route.page == "learn" and not visit.route.text and courses.course(visit.route.name)
    return _page_entry_at_top(CoursePage(visit.route.name)) if is_course_route else None


def _enter_lesson(visit: Visit) -> PageEntry | None:
    if visit.route.page != "learn" or visit.route.name not in GAMES or not visit.route.text:
        return None
    session = lessons.open_lesson(visit.route.name, visit.route.text, visit.route.index or 0)
    if session is None:
        return None
    quiz = _find_quiz_with_lesson(session, visit.previous_page)
    update = lesson_updates.on_opened(replace(session, site=visit.services.device.site(), quiz=quiz), visit.context)
    return PageEntry(update.session, update.effects, update.shared)


def _find_quiz_with_lesson(lesson: LessonSession, previous_page: Page | None) -> Chapter | None:
    """Return the chapter whose quiz the page of a lesson links back to, or None.

    There is no such link in lessons after the chapter, or after the person has passed the quiz.
    """
    if not isinstance(previous_page, QuizSession | LessonSession) or previous_page.game != lesson.game:
        return None
    if isinstance(previous_page, LessonSession):
        quiz = previous_page.quiz
    else:
        quiz = previous_page.chapter if previous_page.answers and not previous_page.is_passed else None
    if quiz is None:
        return None
    lessons = courses.course(lesson.game)
    return quiz if lessons.index(lesson.lesson) <= lessons.index(quiz.lessons[-1]) else None


def _enter_quiz(visit: Visit) -> PageEntry | None:
    """Open the page of a quiz, or a page with the reason why the course does not have it.

    A new quiz is stored at once, so that the person returns from a lesson to the same questions.
    """
    if visit.route.page != "learn" or visit.route.name not in GAMES or not visit.route.text:
        return None
    open_quiz = visit.context.shared.open_quiz
    if open_quiz and (open_quiz.game, open_quiz.chapter) == (visit.route.name, visit.route.text):
        quiz = quizzes.resume_quiz(open_quiz)
    else:
        quiz = quizzes.start_quiz(visit.route.name, visit.route.text, visit.services.device.seed())
    if quiz:
        shared = replace(visit.context.shared, open_quiz=quizzes.open_quiz(quiz))
        return replace(_page_entry_at_top(quiz), shared=shared)
    title = _(GAMES[visit.route.name].title)
    return PageEntry(NotFoundPage(_("{game} has no lesson “{id}”.").format(game=title, id=visit.route.text[:40])))


def _shared_picture(page: LessonSession | ProblemSession) -> Picture | None:
    if page.shared_picture is None:
        return None
    id = (page.lesson.id, page.step_index) if isinstance(page, LessonSession) else page.problem.id
    choices = replace(page.share_choices, caption="", language="")
    return Picture((type(page), page.game, id, choices), page.shared_picture)


def _with_lesson_picture(page: LessonSession, stylesheets: StyleSheets, _settings: Settings) -> LessonSession:
    start = lessons.open_lesson(page.game, page.lesson.id, page.step_index)
    if start is None:
        return page
    picture = exercise_picture(
        start, page.share_choices, stylesheets, frozenset(page.step.highlighted), shows_hidden=page.step.shows_hidden
    )
    return replace(page, shared_picture=picture)


COURSE_LIST_KIND = PageKind(
    CourseList,
    render=lambda shell, _page, shared: course_list_page(shell, shared.progress),
    enter=lambda visit: _page_entry_at_top(CourseList()) if visit.route == Route("learn") else None,
)
COURSE_KIND = PageKind(
    CoursePage,
    render=lambda shell, page, shared: course_page(shell, page, shared.progress),
    enter=_enter_course,
    messages=lesson_updates.COURSE_MESSAGE_HANDLERS,
)
LESSON_KIND = PageKind(
    LessonSession,
    render=lambda shell, page, shared: lesson_page(shell, page, shared.progress),
    enter=_enter_lesson,
    messages=lesson_updates.MESSAGE_HANDLERS,
    on_gesture=exercise_update.on_gesture,
    on_key=exercise_update.on_key,
    picture=_shared_picture,
    with_picture=_with_lesson_picture,
)
QUIZ_KIND = PageKind(
    QuizSession,
    render=lambda shell, page, shared: quiz_page(shell, page, shared.progress.get(page.game, ())),
    enter=_enter_quiz,
    messages=lesson_updates.QUIZ_MESSAGE_HANDLERS,
    on_gesture=lesson_updates.on_quiz_gesture,
)


# --- rules --------------------------------------------------------------------------------------------------------


def _is_rules_page(route: Route, page: str) -> bool:
    """Return True if a route leads to the rules of a game that has rules pages."""
    return route.page == page and route.name in GAMES and courses.reference(route.name) is not None


RULES_KIND = PageKind(
    RulesPage,
    render=lambda shell, page, _shared: rules_page(shell, page),
    enter=lambda visit: (
        _page_entry_at_top(RulesPage(visit.route.name)) if _is_rules_page(visit.route, "rules") else None
    ),
    messages=lesson_updates.RULES_MESSAGE_HANDLERS,
)
RULINGS_KIND = PageKind(
    RulingsPage,
    render=lambda shell, page, _shared: rulings_page(shell, page),
    enter=lambda visit: (
        _page_entry_at_top(RulingsPage(visit.route.name)) if _is_rules_page(visit.route, "rulings") else None
    ),
)


# --- problems -----------------------------------------------------------------------------------------------------


def _enter_problem_list(visit: Visit) -> PageEntry | None:
    has_problems = visit.route.page == "problems" and courses.problems(visit.route.name)
    if not has_problems:
        return None
    page = ProblemList(visit.route.name, visit.route.text, local_date(visit.services.device.now()))
    return PageEntry(page, (Reveal(ScrollTarget.TOP), *problem_updates.schedule_next_boards(page)))


def _enter_problem(visit: Visit) -> PageEntry | None:
    """Open the page of a problem or of the problem of the day, or a page for a problem that does not exist."""
    route, services = visit.route, visit.services
    if route.page != "problem" or route.name not in (DAILY_PROBLEM_NAME, *GAMES):
        return None
    game, id, is_daily = route.name, route.text, route.name == DAILY_PROBLEM_NAME
    if is_daily and (daily_problem := problem_of_day(local_date(services.device.now()))):
        game, id = daily_problem[0], daily_problem[1].id
    session = problems.open_problem(game, id)
    if session is None:
        title = _(GAMES[game].title) if game in GAMES else ""
        return PageEntry(NotFoundPage(_("{game} has no puzzle “{id}”.").format(game=title, id=id[:40])))
    update = problem_updates.on_opened(replace(session, is_daily=is_daily, site=services.device.site()), visit.context)
    return PageEntry(update.session, update.effects, update.shared)


def _with_problem_picture(page: ProblemSession, stylesheets: StyleSheets, _settings: Settings) -> ProblemSession:
    start = problems.open_problem(page.game, page.problem.id)
    return replace(page, shared_picture=exercise_picture(start, page.share_choices, stylesheets)) if start else page


PROBLEM_GAMES_KIND = PageKind(
    ProblemGames,
    render=lambda shell, _page, shared: problem_games_page(shell, shared.progress),
    enter=lambda visit: _page_entry_at_top(ProblemGames()) if visit.route == Route("problems") else None,
)
PROBLEM_LIST_KIND = PageKind(
    ProblemList,
    render=lambda shell, page, shared: problem_list_page(shell, page, shared.progress),
    enter=_enter_problem_list,
    messages=problem_updates.LIST_MESSAGE_HANDLERS,
)
PROBLEM_KIND = PageKind(
    ProblemSession,
    render=lambda shell, page, shared: problem_page(shell, page, shared.progress),
    enter=_enter_problem,
    messages=problem_updates.MESSAGE_HANDLERS,
    on_gesture=problem_updates.on_gesture,
    on_key=exercise_update.on_key,
    picture=_shared_picture,
    with_picture=_with_problem_picture,
)
