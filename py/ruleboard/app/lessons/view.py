"""The pages of the courses: all of them, one with its lessons, and a lesson with its board."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.lessons.session import CoursePage, LessonSession
from ruleboard.app.lessons.snippet import lesson_snippet
from ruleboard.app.play import session as tables
from ruleboard.app.play.action_buttons import choices
from ruleboard.app.play.animation import roads
from ruleboard.app.play.replay_view import show_panel
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.progress import Progress
from ruleboard.app.ui.components import Copied, Shell, button, closer, drags, frame, icon, link
from ruleboard.app.ui.copying import copied_field
from ruleboard.app.ui.diagrams import diagram
from ruleboard.app.ui.prose import prose
from ruleboard.app.ui.thumbnails import small_board
from ruleboard.games.courses import course as lessons_of
from ruleboard.games.lessons import Lesson
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _, ngettext, pgettext
from ruleboard.scene.node import Node, el


def course_list(shell: Shell, progress: Progress) -> Node:
    """The page with the courses of all games."""
    return frame(
        shell,
        "learn",
        el("h1", text=_("Learn")),
        el("p", cls="lead", text=_("Short lessons on a living board. Touch it: it tells you what it allows.")),
        el("ul", (_course(progress, game) for game in GAMES if lessons_of(game)), cls="shelf"),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )


def _course(progress: Progress, game: str) -> Node:
    address = format_route(Route("learn", game))
    return el(
        "li",
        el("a", small_board(game), href=address, cls="plate", tabindex="-1", aria_hidden="true"),
        el(
            "div",
            el("h2", text=_(GAMES[game].title)),
            el("p", cls="small", text=_how_far(progress, game)),
            el(
                "div",
                link(_("Lessons"), address, cls="button primary"),
                link(_("All the rules"), format_route(Route("rules", game)), cls="button"),
                cls="row",
            ),
            cls="about",
        ),
        key=game,
        cls="game",
    )


def _how_far(progress: Progress, game: str) -> str:
    lessons = lessons_of(game)
    done = sum(lesson.id in progress.get(game, ()) for lesson in lessons)
    if not done:
        return ngettext("{n} lesson", "{n} lessons", len(lessons)).format(n=len(lessons))
    return _("{done} of {n} lessons done").format(done=done, n=len(lessons))


def course(shell: Shell, page: CoursePage, progress: Progress) -> Node:
    """The page with the lessons of one game."""
    game = page.game
    lessons, done = lessons_of(game), progress.get(game, ())
    following = next((lesson for lesson in lessons if lesson.id not in done), None)
    start = pgettext("of a course", "Start") if following == lessons[0] else _("Go on")
    return frame(
        shell,
        "course",
        el("h1", text=_("Learn {game}").format(game=_(GAMES[game].title))),
        el("p", cls="lead", text=_(VIEWS[game].tagline)),
        el(
            "div",
            link(start, _address(game, following), cls="button primary large") if following else None,
            link(
                _("New game"), format_route(Route("new", game)), cls="button" if following else "button primary large"
            ),
            link(_("All the rules"), format_route(Route("rules", game)), cls="button"),
            link(_("Rulings"), format_route(Route("rulings", game)), cls="button"),
            cls="row",
        ),
        el("ol", (_line(game, lesson, lesson.id in done) for lesson in lessons), cls="lessons"),
        button(_("Begin the course anew"), "lessons.restart", cls="quiet") if done else None,
        tools=(link(_("Learn"), "#/learn", cls="button quiet", picture="back"),),
    )


def _address(game: str, lesson: Lesson, step: int | None = None) -> str:
    return format_route(Route("learn", game, text=lesson.id, at=step))


def _line(game: str, lesson: Lesson, done: bool) -> Node:
    return el(
        "li",
        el(
            "a",
            el("span", diagram(game, lesson.id, 0), cls="plate", aria_hidden="true"),
            el("span", text=_(lesson.title), cls="name"),
            el("span", icon("done"), el("span", text=pgettext("of a lesson", "Done"), cls="unseen"), cls="done")
            if done
            else None,
            href=_address(game, lesson),
        ),
        key=lesson.id,
    )


def lesson(shell: Shell, session: LessonSession) -> Node:
    """The page of a lesson: what is said, the board, what is to be done."""
    game, current, at = session.game, session.lesson, session.at
    count, whole = len(current.steps), session.exercise.table.whole
    return frame(
        shell,
        "lesson",
        el(
            "header",
            el("h1", text=_(current.title)),
            el("p", cls="small", text=_("{at} of {n}").format(at=at + 1, n=count)) if count > 1 else None,
            closer(whole, "lessons.whole"),
            cls="lesson-head",
        ),
        el("div", *prose(session.step.text), cls="lesson-text prose", key=f"text-{current.id}-{at}"),
        el("div", _board(session), cls="lesson-board" if whole else "lesson-board closer", key="board"),
        el("div", *_below(session), cls=_task_class(session), key=f"task-{current.id}-{at}"),
        el("nav", *_ways(session), cls="lesson-ways", aria_label=_("Lesson")),
        _elsewhere(shell.copied, session) if session.site.startswith("http") else None,
        tools=(link(_(GAMES[game].title), format_route(Route("learn", game)), cls="button quiet", picture="back"),),
        game=game,
    )


def _elsewhere(copied: Copied, session: LessonSession) -> Node:
    """How the lesson is shown in another page."""
    title = _(session.lesson.title)
    lines = lesson_snippet(session.game, session.lesson.id, title, session.site)
    return el(
        "details",
        el("summary", text=_("In your own page")),
        copied_field(copied, "lesson-snippet", _("Lines for your page"), lines, 4),
        cls="elsewhere",
        key=f"elsewhere-{session.lesson.id}",
    )


def _task_class(session: LessonSession) -> str:
    """Where nothing is asked, what can be done is not the way on, and does not look like it."""
    return "lesson-task" if session.step.task else "lesson-task free"


def _board(session: LessonSession) -> Node:
    table, seat = session.exercise.table, session.seat
    if table.showing:
        return tables.frames(table, seat)[table.showing.step].picture._replace(key="picture")
    timeline = table.timeline
    marks = table.marks
    notice = frozenset(session.step.notice) if not session.exercise.changed else frozenset()
    marks = replace(
        marks,
        roads=roads(table, seat, session.face),
        shown=session.exercise.hinted_at or notice or marks.shown,
        last=frozenset() if notice else marks.last,
        still=session.exercise.still or marks.still,
    )
    seen = timeline.state
    if not session.step.open:
        seen = timeline.game.view(seen, timeline.to_move if timeline.game.secret(seen) else None)
    picture = session.face.picture(seen, seat, marks)
    carriable = frozenset() if marks.still else table.carriable
    return picture._replace(attrs={**picture.attrs, "tabindex": "0", **drags(carriable)}, key="picture")


def _below(session: LessonSession) -> tuple[Node | None, ...]:
    """What is asked, what is said to what was done, and what can be done besides touching the board."""
    board, table = session.exercise, session.exercise.table
    task = session.step.task
    if table.showing:
        return (show_panel(table, tables.frames(table, session.seat), "lessons"),)
    return (
        el("p", text=_(task.ask), cls="ask") if task else None,
        el("div", *_said(session), cls="answer", aria_live="polite"),
        el(
            "div",
            *(() if board.still else choices(table, "lessons", tables.dialog_targets(table))),
            button(_("Try again"), "lessons.again", cls="primary") if board.missed else None,
            button(_("Put everything back"), "lessons.again", cls="quiet")
            if board.changed and not board.missed and not board.solved
            else None,
            button(_("Do it again"), "lessons.again", cls="quiet") if board.solved else None,
            button(_("A hint"), "lessons.hint", cls="quiet") if task and not board.hint and not board.still else None,
            button(_("Show the last turn again"), "lessons.show_again", cls="quiet") if tables.latest(table) else None,
            cls="row",
        ),
    )


def _said(session: LessonSession) -> tuple[Node | None, ...]:
    board, table = session.exercise, session.exercise.table
    outcome = table.timeline.outcome
    found = table.pick
    ambiguous = len(found.complete) > 1 or bool(found.complete and found.next)
    hint = "" if board.still or table.said else table.hint
    return (
        el("p", text=board.said, cls="praise" if board.solved else "miss", key="said") if board.said else None,
        el("p", text=table.said.sentence, cls="miss", key="refused") if table.said else None,
        el("p", text=outcome.reason, key="outcome") if outcome and not board.said else None,
        el("p", text=_("Which of these?"), key="which") if ambiguous and not board.still else None,
        el("p", text=hint, cls="small", key="next") if hint else None,
        el("p", text=board.hint, cls="hint", key="hint") if board.hint else None,
    )


def _ways(session: LessonSession) -> tuple[Node | None, ...]:
    """The ways on and back."""
    game, current, at = session.game, session.lesson, session.at
    back = link(_("Back"), _address(game, current, at - 1 or None), cls="button quiet", picture="back") if at else None
    done = session.step.task is None or session.exercise.solved
    primary = "button primary" if done and not session.exercise.table.showing else "button"
    if not session.is_last:
        return back, link(_("Next"), _address(game, current, at + 1), cls=primary)
    following = session.following
    if following:
        return back, link(_("Next: {lesson}").format(lesson=_(following.title)), _address(game, following), cls=primary)
    return back, link(_("To the lessons"), format_route(Route("learn", game)), cls=primary)
