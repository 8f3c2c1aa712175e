"""The pages that list courses, the page of a course, and the page of a lesson."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ruleboard.app.board import history
from ruleboard.app.board.exercise_choices import choices_details, embedding_fields
from ruleboard.app.board.exercise_view import (
    board_class,
    demonstration_text,
    exercise_board,
    exercise_buttons,
    exercise_feedback,
    next_frame_button,
    task_paragraph,
)
from ruleboard.app.lessons.session import CoursePage, LessonSession
from ruleboard.app.message_names import LessonMessage
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.progress import Progress
from ruleboard.app.ui.board_lines import EmbeddedExercise, ExerciseHtml, picture_ratio, snippets
from ruleboard.app.ui.components import (
    CopyState,
    Shell,
    back_link,
    button,
    done_sign,
    icon,
    lesson_header,
    link,
    page_frame,
    progress_line,
    share_button,
    share_dialog,
    tile,
    with_accessible_subject,
    zoom_button,
)
from ruleboard.app.ui.diagrams import lesson_thumbnail
from ruleboard.app.ui.prose import prose
from ruleboard.app.ui.thumbnails import cover
from ruleboard.i18n import _, ngettext, pgettext
from ruleboard.learning.checks import Chapter, chapters
from ruleboard.learning.courses import LEARNING_ORDER, guide, next_unread_lesson, problems, step_timeline, step_view
from ruleboard.learning.courses import course as lessons_of
from ruleboard.learning.first_game import FIRST_GAME_ID
from ruleboard.learning.lessons import ChapterTitle, Lesson, Step
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_MAX_SHORT_TEXT_LENGTH: Final = 160
"""The maximum number of characters in a step whose board has its full size on every phone."""

_MAX_LONG_TEXT_LENGTH: Final = 330
"""The maximum length of the texts in a step whose board has its full size on a tall phone."""

_TASK_LENGTH: Final = 140
"""The number of characters that would need as much room as the buttons and the answer of a task, or as a replay."""

_ITEM_LENGTH: Final = 30
"""The number of characters that would need as much room as the rest of the line after an item of a list or table."""

_ITEM_PATTERN: Final = re.compile(r"^[-|] ", re.MULTILINE)
"""The start of an item of a list, or of a row of a table."""


def course_list_page(shell: Shell, progress: Progress) -> Node:
    """Render the courses of all games."""
    return page_frame(
        shell,
        "learn",
        el("h1", text=_("Learn")),
        el("p", cls="lead", text=_("Short lessons on a board you can play on. Touch the board and try things out.")),
        None
        if progress
        else el("p", text=_("New here? Start with the first game. The next ones get harder and harder.")),
        el("ul", (_course(progress, game) for game in _learning_order()), cls="shelf tiles"),
        back=back_link(_("Games"), "#/"),
    )


def _learning_order() -> Sequence[str]:
    """Return the games with courses, the easiest first."""
    return [game for game in dict.fromkeys((*LEARNING_ORDER, *GAMES)) if lessons_of(game)]


def _course(progress: Progress, game: str) -> Node:
    address, lessons, completed_ids = course_address(game), lessons_of(game), progress.get(game, ())
    next_lesson = next_unread_lesson(game, completed_ids)
    title = _(GAMES[game].title)
    done_count = sum(lesson.id in completed_ids for lesson in lessons)
    rules_link = link(_("All the rules"), format_route(Route("rules", game)), cls="button")
    return tile(
        game,
        address,
        lesson_thumbnail(game, next_lesson.id) if completed_ids and next_lesson else cover(game),
        el("h2", text=title),
        el("p", text=_next_text(next_lesson) if progress or game != LEARNING_ORDER[0] else _("Start here")),
        progress_line(_progress_label(progress, game), done_count, len(lessons)),
        buttons=(
            with_accessible_subject(title, link(_("Lessons"), address, cls="button primary")),
            with_accessible_subject(title, rules_link),
        ),
        cls=f"of-{game}",
    )


def _next_text(lesson: Lesson | None) -> str:
    return _("Next: {lesson}").format(lesson=_(lesson.title)) if lesson else _("You’ve done all the lessons.")


def _progress_label(progress: Progress, game: str) -> str:
    lessons, checks, completed_ids = lessons_of(game), chapters(game), progress.get(game, ())
    done_count = sum(lesson.id in completed_ids for lesson in lessons)
    if not completed_ids:
        return ngettext("{n} lesson", "{n} lessons", len(lessons)).format(n=len(lessons))
    passed_count = sum(chapter.id in completed_ids for chapter in checks)
    lessons_text = _("{done} of {n} lessons done").format(done=done_count, n=len(lessons))
    return _("{lessons}, {passed} of {n} quizzes").format(lessons=lessons_text, passed=passed_count, n=len(checks))


def course_page(shell: Shell, page: CoursePage, progress: Progress) -> Node:
    """Render the course of one game."""
    game = page.game
    lessons, completed_ids = lessons_of(game), progress.get(game, ())
    next_lesson = next_unread_lesson(game, completed_ids)
    start_text = pgettext("of a course", "Start") if next_lesson == lessons[0] else _("Go on")
    return page_frame(
        shell,
        "course",
        el("h1", text=_("Learn {game}").format(game=_(GAMES[game].title))),
        el("p", cls="lead", text=_(VIEWS[game].tagline)),
        el(
            "div",
            link(start_text, lesson_address(game, next_lesson), cls="button primary large") if next_lesson else None,
            _first_game_button(is_done=FIRST_GAME_ID in completed_ids),
            cls="row",
        ),
        el(
            "div",
            link(_("New game"), format_route(Route("new", game)), cls="button" if next_lesson else "button primary"),
            link(_("All the rules"), format_route(Route("rules", game)), cls="button"),
            link(_("Rulings"), format_route(Route("rulings", game)), cls="button"),
            link(_("Puzzles"), format_route(Route("problems", game)), cls="button") if problems(game) else None,
            cls="row",
        ),
        *_chapter_sections(game, completed_ids),
        button(_("Start the course again"), LessonMessage.FORGET_PROGRESS, cls="quiet") if completed_ids else None,
        back=back_link(_("Learn"), "#/learn"),
    )


def _first_game_button(*, is_done: bool) -> Node:
    sign = _done_sign() if is_done else icon("start")
    return el(
        "button",
        sign,
        el("span", text=_("Your first game")),
        type="button",
        cls="button large",
        data_do=LessonMessage.START_GUIDED_GAME,
    )


def _chapter_sections(game: str, completed_ids: Collection[str]) -> Iterator[Node]:
    """Yield the chapters of a course, each with its quiz, and the lessons after the last chapter."""
    number = 1
    sections = [(chapter, chapter.lessons) for chapter in chapters(game)]
    remaining_lessons = lessons_of(game)[sum(len(lessons) for _chapter, lessons in sections) :]
    for index, (chapter, lessons) in enumerate(
        [*sections, *([(None, remaining_lessons)] if remaining_lessons else [])]
    ):
        yield _chapter_section(game, index, chapter, lessons, number, completed_ids)
        number += len(lessons)


def _chapter_title(game: str, index: int) -> ChapterTitle | None:
    titles = guide(game).chapters
    return titles[index] if index < len(titles) else None


def chapter_heading(game: str, index: int) -> str:
    """Return the heading of a chapter by its index: the number and, if the game has titles, the translated title."""
    title = _chapter_title(game, index)
    return f"{index + 1}. {_(title.title)}" if title else _("Chapter {n}").format(n=index + 1)


def _chapter_section(
    game: str,
    index: int,
    chapter: Chapter | None,
    lessons: Sequence[Lesson],
    first_number: int,
    completed_ids: Collection[str],
) -> Node:
    """Render a chapter: its heading, one sentence about it, the progress, the lessons and the quiz.

    Args:
        game: the game's id.
        index: the index of the chapter, from 0.
        chapter: the chapter with the quiz, None for the lessons after the last quiz.
        lessons: its lessons.
        first_number: the number of its first lesson.
        completed_ids: the ids of the completed lessons and quizzes.
    """
    ids = [*(lesson.id for lesson in lessons), *([chapter.id] if chapter else [])]
    done_count = sum(id in completed_ids for id in ids)
    count_text = _("{done} of {n} done").format(done=done_count, n=len(ids))
    title = _chapter_title(game, index)
    return el(
        "section",
        el(
            "header",
            el("h2", text=chapter_heading(game, index)),
            el("p", text=_(title.text)) if title else None,
            progress_line(count_text, done_count, len(ids)),
        ),
        el(
            "ol",
            (
                lesson_item(game, lesson, lesson.id in completed_ids, number)
                for number, lesson in enumerate(lessons, first_number)
            ),
            _quiz_item(game, chapter, chapter.id in completed_ids) if chapter else None,
            cls="lessons",
        ),
        key=f"chapter-{index + 1}",
        cls="course-chapter",
    )


def _quiz_item(game: str, chapter: Chapter, is_passed: bool) -> Node:
    return el(
        "li",
        el(
            "a",
            el("span", icon("quiz"), cls="plate", aria_hidden="true"),
            el("span", text=_("Quiz: 5 questions"), cls="name"),
            _done_sign() if is_passed else None,
            href=quiz_address(game, chapter),
        ),
        key=chapter.id,
        cls="check",
    )


def _done_sign() -> Node:
    return done_sign(pgettext("of a lesson", "Done"))


def lesson_item(
    game: str, lesson: Lesson, is_done: bool = False, lesson_number: int = 0, *, step: int | None = None
) -> Node:
    """Render the link to a lesson or to one of its steps: a picture, its number (0 for none), and its title."""
    return el(
        "li",
        el(
            "a",
            el("span", lesson_thumbnail(game, lesson.id), cls="plate", aria_hidden="true"),
            el("span", text=str(lesson_number), cls="number") if lesson_number else None,
            el("span", text=_(lesson.title), cls="name"),
            _done_sign() if is_done else None,
            href=lesson_address(game, lesson, step),
        ),
        key=lesson.id,
    )


def lesson_page(shell: Shell, session: LessonSession, progress: Progress) -> Node:
    """Render a lesson: board, text, task with feedback, and links to other steps."""
    game, lesson, step_index = session.game, session.lesson, session.step_index
    count, shows_whole_board = len(lesson.steps), session.exercise.table.display.shows_whole_board
    is_hosted = session.site.startswith("http")
    back = (
        (pgettext("of a course", "Quiz"), quiz_address(game, session.quiz))
        if session.quiz
        else (_("Lessons"), course_address(game))
    )
    return page_frame(
        shell,
        "lesson",
        lesson_header(
            _(lesson.title),
            _("Page {at} of {n}").format(at=step_index + 1, n=count) if count > 1 else "",
            *back,
            zoom_button(shows_whole_board, session.messages.toggle_zoom),
            share_button() if is_hosted else None,
        ),
        el(
            "div",
            el("div", *prose(session.step.text, has_links=True), cls="lesson-text prose"),
            cls=_side_class(session.step),
            key=f"side-{lesson.id}-{step_index}",
        ),
        el("div", *_task(session), cls=_task_class(session), key=f"task-{lesson.id}-{step_index}"),
        el(
            "div",
            _board(session),
            cls=f"{board_class(session.exercise, session.seat)}{'' if shows_whole_board else ' closer'}",
            key="board",
        ),
        el("nav", *_step_links(session, progress), cls="lesson-ways", aria_label=_("Lesson")),
        _share_dialog(shell.copy_state, session) if is_hosted else None,
        back=back_link(*back),
        game=game,
    )


def _side_class(step: Step) -> str:
    """Return the CSS classes of a step's text. On a phone, the board is smaller if the texts need more room.

    This is so on every phone with the class "longest", and on a phone of a small height with the class "long".
    """
    length = len(step.text) + (len(_(step.task.prompt)) if step.task else 0)
    if length <= _MAX_SHORT_TEXT_LENGTH and not step.replays_last_move:
        return "lesson-side"
    item_count = len(_ITEM_PATTERN.findall(step.text))
    task_count = (step.task is not None) + step.replays_last_move
    needed_length = length + _ITEM_LENGTH * item_count + _TASK_LENGTH * task_count
    return "lesson-side long longest" if needed_length > _MAX_LONG_TEXT_LENGTH else "lesson-side long"


def _share_dialog(copy_state: CopyState, session: LessonSession) -> Node:
    """Render the dialog with the HTML that embeds the lesson, starting at this step. A closed dialog is empty."""
    address = lesson_address(session.game, session.lesson, session.step_index)
    if session.shared_picture is None:
        return share_dialog(LessonMessage.SHARE, address)
    choices = choices_details(
        LessonMessage.CHANGE_SHARE_CHOICE, session.share_choices, session.exercise.start, can_flip=False
    )
    return share_dialog(
        LessonMessage.SHARE,
        address,
        *embedding_fields(copy_state, _("Put this lesson on your page"), lesson_snippets(session), choices),
    )


def _task_class(session: LessonSession) -> str:
    """Return the CSS classes of the task. Without a task, the next link is more prominent than the board's buttons."""
    return "lesson-task" if session.step.task or session.exercise.table.display.replay else "lesson-task free"


def _board(session: LessonSession) -> Node:
    highlighted = frozenset(session.step.highlighted) if not session.exercise.has_changed else frozenset()
    return exercise_board(
        session.exercise, session.seat, session.board_view, highlighted, shows_hidden=session.step.shows_hidden
    )


def _task(session: LessonSession) -> tuple[Node | None, ...]:
    """Render the task with its feedback, and the buttons of the board or of a demonstration."""
    task, table = session.step.task, session.exercise.table
    frames = history.replay_frames(table, session.seat) if table.display.replay else ()
    return (
        el(
            "div",
            task_paragraph(session.exercise, _(task.prompt)) if task else None,
            el("div", *exercise_feedback(session.exercise, session.seat), cls="answer", key="answer"),
            demonstration_text(table, frames) if frames else None,
            cls="lesson-words",
            key="words",
        ),
        el(
            "div",
            *exercise_buttons(session.exercise, session.messages, frames),
            cls="row lesson-acts",
            key="acts",
        ),
    )


def _step_links(session: LessonSession, progress: Progress) -> tuple[Node | None, ...]:
    """Render the links to the previous and the next step.

    The next step may be the quiz at the end of a chapter unless the person has passed it, the next lesson, or, after
    the course, the guided first game (another game once the guided one is finished). Until the task is solved, the link
    says "Skip", except in a completed lesson. During a demonstration, the button for the next frame replaces the link.
    If the task goes on after it, the button stays, disabled, next to the link. In a lesson that a quiz's link opened,
    the link back to the quiz is more prominent than the one to the next step, and no link leads to other lessons.
    """
    game, lesson, step_index = session.game, session.lesson, session.step_index
    back_step_link = (
        link(_("Back"), lesson_address(game, lesson, step_index - 1 or None), cls="button quiet", picture="back")
        if step_index
        else None
    )
    table, completed_ids = session.exercise.table, progress.get(game, ())
    frames = history.replay_frames(table, session.seat) if table.display.replay else ()
    if frame_button := next_frame_button(session.exercise, session.messages, frames):
        return back_step_link, frame_button
    is_task_open = session.step.task is not None and not session.exercise.is_solved and lesson.id not in completed_ids
    # If the task goes on after a demonstration, a disabled button takes the place of the one for the next frame. So the
    # next tap does not skip the task.
    disabled_button = (
        button(_("Next"), session.messages.step_replay, disabled=True)
        if is_task_open and history.latest_replay(table)
        else None
    )
    quiz_link = (
        link(_("Back to the quiz"), quiz_address(game, session.quiz), cls="button primary") if session.quiz else None
    )
    if not session.is_last_step:
        label = _("Skip this task") if is_task_open else _("Next")
        cls = "skip" if is_task_open or quiz_link else "button primary"
        next_link = link(label, lesson_address(game, lesson, step_index + 1), cls=cls)
        return back_step_link, next_link, disabled_button or quiz_link
    if quiz_link:
        return back_step_link, disabled_button or quiz_link
    chapter = next((chapter for chapter in chapters(game) if chapter.lessons[-1].id == lesson.id), None)
    if chapter and chapter.id not in completed_ids:
        title = pgettext("of a course", "Quiz")
        return (
            back_step_link,
            next_step_link(title, quiz_address(game, chapter), is_skip_link=is_task_open),
            disabled_button,
        )
    if session.next_lesson:
        address = lesson_address(game, session.next_lesson)
        return (
            back_step_link,
            next_step_link(_(session.next_lesson.title), address, is_skip_link=is_task_open),
            disabled_button,
        )
    return (
        back_step_link,
        button(_("Play now"), LessonMessage.PLAY_NOW, cls="primary")
        if FIRST_GAME_ID in completed_ids
        else button(
            _("Skip to “{lesson}”").format(lesson=_("Your first game")) if is_task_open else _("Your first game"),
            LessonMessage.START_GUIDED_GAME,
            cls="skip" if is_task_open else "primary",
        ),
        disabled_button,
    )


def next_step_link(title: str, address: str, *, is_skip_link: bool) -> Node:
    """Render the link to the next lesson or quiz of a course, with its translated title.

    Args:
        title: the title of the lesson or quiz.
        address: its URL.
        is_skip_link: True for a link that skips an unsolved task or unanswered questions.
    """
    if is_skip_link:
        return link(_("Skip to “{lesson}”").format(lesson=title), address, cls="skip")
    return link(_("Next: {lesson}").format(lesson=title), address, cls="button primary")


def course_address(game: str) -> str:
    """Return the URL of a course."""
    return format_route(Route("learn", game))


def lesson_address(game: str, lesson: Lesson, step: int | None = None) -> str:
    """Return the URL of a lesson, or of one of its steps (from 0)."""
    return format_route(Route("learn", game, text=lesson.id, index=step))


def quiz_address(game: str, chapter: Chapter) -> str:
    """Return the URL of the quiz on a chapter."""
    return format_route(Route("learn", game, text=chapter.id))


def lesson_snippets(session: LessonSession) -> ExerciseHtml:
    """Return the HTML that embeds a lesson in another page, starting at the current step.

    The HTML contains the picture if the page has drawn it, and the step's task or else the lesson's title.
    """
    game, lesson, index = session.game, session.lesson, session.step_index
    title, task = _(lesson.title), session.step.task
    attributes = {"game": game, "lesson": lesson.id, **({"step": str(index + 1)} if index else {})}
    attributes |= session.share_choices.board_attributes()
    address, text = lesson_address(game, lesson, index or None), _(task.prompt) if task else title
    start, picture = session.exercise.start, session.shared_picture or ""
    width, ratio = session.share_choices.width, _highest_ratio(game, lesson.id, len(lesson.steps))
    return snippets(session.site, EmbeddedExercise(address, title, text, attributes, start, picture, width, ratio))


@lru_cache(maxsize=16)
def _highest_ratio(game: str, lesson: str, step_count: int) -> float:
    """Return the greatest ratio of height to width among the boards of a lesson."""
    ratios = []
    for index in range(step_count):
        timeline, seat = step_timeline(game, lesson, index)
        picture = step_view(game, lesson, index).picture(timeline.public_state(), seat, Marks(read_only=True))
        ratios.append(picture_ratio(picture))
    return max(ratios)
