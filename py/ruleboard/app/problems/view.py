"""The views of the problem pages: the list of games, the problems of one game, and one problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleboard.app.board import history
from ruleboard.app.board.exercise_choices import choices_details, embedding_fields
from ruleboard.app.board.exercise_view import (
    board_class,
    demonstration_text,
    exercise_board,
    exercise_buttons,
    exercise_feedback,
    next_frame_button,
    solution_list,
    task_paragraph,
)
from ruleboard.app.message_names import ProblemMessage
from ruleboard.app.problems.results import ids_marked_for_later, standing
from ruleboard.app.problems.session import (
    GRADE_NAMES,
    LATER_SET,
    RETRY_SET,
    ProblemList,
    ProblemSession,
    count_text,
    next_unsolved_problem,
    problems_in_set,
    solved_ids,
    standing_text,
    task_text,
)
from ruleboard.app.problems.session import title as problem_title
from ruleboard.app.routes import DAILY_PROBLEM_NAME, Route, format_route
from ruleboard.app.storage.progress import Progress
from ruleboard.app.ui.board_lines import EmbeddedExercise, ExerciseHtml, picture_ratio, snippets
from ruleboard.app.ui.components import (
    CopyState,
    Shell,
    back_link,
    button,
    done_sign,
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
from ruleboard.app.ui.copying import copyable_text_area
from ruleboard.app.ui.thumbnails import cover, problem_board
from ruleboard.i18n import _, pgettext
from ruleboard.learning.courses import problems
from ruleboard.learning.problems import FIND_GOAL, Problem, example_reply, play_turn
from ruleboard.links import encode_position
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el


def problem_games_page(shell: Shell, progress: Progress) -> Node:
    """Render the list of games with problems."""
    return page_frame(
        shell,
        "problems",
        el("h1", text=_("Puzzles")),
        el("p", cls="lead", text=_("Each puzzle shows a position with one thing to find.")),
        _standing(progress),
        el("div", link(_("Puzzle of the day"), DAILY_PROBLEM_ADDRESS, cls="button primary large"), cls="row"),
        el("ul", (_game(game, progress) for game in GAMES if problems(game)), cls="shelf tiles"),
        back=back_link(_("Games"), "#/"),
    )


def _game(game: str, progress: Progress) -> Node:
    address, next_problem, title = list_address(game), next_unsolved_problem(game, progress), _(GAMES[game].title)
    picture = problem_board(game, next_problem) if next_problem else cover(game)
    return tile(
        game,
        address,
        picture,
        el("h2", text=title),
        el("p", text=_("Next: {lesson}").format(lesson=problem_title(next_problem)) if next_problem else ""),
        progress_line(count_text(game, progress), len(solved_ids(game, progress)), len(problems(game))),
        buttons=(
            with_accessible_subject(
                title, link(_("Next unsolved"), problem_address(game, next_problem), cls="button primary")
            )
            if next_problem
            else None,
            with_accessible_subject(title, link(_("All puzzles"), address, cls="button")),
        ),
        cls=f"of-{game}",
    )


def problem_list_page(shell: Shell, page: ProblemList, progress: Progress) -> Node:
    """Render the links to the sets of a game's problems, and the problems of one set, grouped by grade."""
    game, chosen_problems = page.game, problems_in_set(page, progress)
    done_ids = solved_ids(game, progress)
    is_open = page.chosen_set in (LATER_SET, RETRY_SET)
    next_problem = next((problem for problem in chosen_problems if is_open or problem.id not in done_ids), None)
    title = _("Puzzles: {game}").format(game=_(GAMES[game].title))
    return page_frame(
        shell,
        "problems",
        el("h1", text=title),
        progress_line(count_text(game, progress), len(solved_ids(game, progress)), len(problems(game))),
        _standing(progress),
        el("div", link(_("Next unsolved"), problem_address(game, next_problem), cls="button primary large"), cls="row")
        if next_problem
        else None,
        _problem_set_links(page, progress),
        *(
            _grade_section(page, chosen_problems, grade, progress)
            for grade in sorted({problem.grade for problem in chosen_problems})
        ),
        None if chosen_problems else el("p", text=_("This set has no puzzles right now.")),
        button(_("Solve all puzzles again"), ProblemMessage.FORGET_PROGRESS, cls="quiet")
        if solved_ids(game, progress)
        else None,
        back=back_link(_("Puzzles"), list_address()),
        game=game,
    )


def _standing(progress: Progress) -> Node | None:
    text = standing_text(progress)
    return el("p", text=text, key="standing") if text else None


def _problem_set_links(page: ProblemList, progress: Progress) -> Node:
    """Render the links to the sets of problems: all, each theme, "Later" and "Try again"."""
    themes = dict.fromkeys(problem.theme for problem in problems(page.game))
    sets = {"": _("All"), **{theme.id: _(theme.title) for theme in themes}}
    sets |= {LATER_SET: _("Marked for later"), RETRY_SET: _("Try again")}
    counts = {id: len(problems_in_set(replace(page, chosen_set=id), progress)) for id in sets}
    return el(
        "nav",
        (
            el(
                "a",
                text=_("{set} ({n})").format(set=title, n=counts[id]),
                href=list_address(page.game, id),
                cls="button quiet",
                aria_current="page" if id == page.chosen_set else None,
                key=f"set-{id}",
            )
            for id, title in sets.items()
            if counts[id] or id == page.chosen_set
        ),
        cls="row sets",
        aria_label=_("Sets"),
    )


def _grade_section(page: ProblemList, chosen_problems: Sequence[Problem], grade: int, progress: Progress) -> Node:
    game = page.game
    done_ids = solved_ids(game, progress)
    numbered_problems = [
        (number, problem)
        for number, problem in enumerate(problems(game), 1)
        if problem.grade == grade and problem in chosen_problems
    ]
    done_count = sum(problem.id in done_ids for _number, problem in numbered_problems)
    count = len(numbered_problems)
    return el(
        "section",
        el(
            "header",
            el("h2", text=_(GRADE_NAMES[grade])),
            progress_line(_("{done} of {n} done").format(done=done_count, n=count), done_count, count),
        ),
        el(
            "ol",
            (
                _problem_item(
                    game,
                    number,
                    problem,
                    problem.id in done_ids,
                    has_board=bool(page.chosen_set) or number <= page.drawn_board_count,
                )
                for number, problem in numbered_problems
            ),
            cls="problems",
        ),
        key=f"grade-{grade}",
    )


def _problem_item(game: str, problem_number: int, problem: Problem, is_done: bool, *, has_board: bool) -> Node:
    """Render the link to a problem: its board, which may come later, its number, its theme, and a tick if solved."""
    return el(
        "li",
        el(
            "a",
            el("span", problem_board(game, problem) if has_board else None, cls="plate", aria_hidden="true"),
            el("span", text=str(problem_number), cls="number"),
            el("span", text=problem_title(problem), cls="name"),
            done_sign(pgettext("of a problem", "Solved")) if is_done else None,
            href=problem_address(game, problem),
        ),
        key=problem.id,
    )


def problem_page(shell: Shell, session: ProblemSession, progress: Progress) -> Node:
    """Render a problem: board, task with feedback, and links to other problems."""
    game, exercise, key = session.game, session.exercise, f"{session.game}-{session.problem.id}"
    game_problems, shows_whole_board = problems(game), exercise.table.display.shows_whole_board
    frames = history.replay_frames(exercise.table, session.seat)
    buttons = exercise_buttons(exercise, session.messages, frames)
    is_hosted = session.site.startswith("http")
    number_text = _("Puzzle {at} of {n}").format(at=game_problems.index(session.problem) + 1, n=len(game_problems))
    return page_frame(
        shell,
        "lesson",
        lesson_header(
            _("Puzzle of the day") if session.is_daily else problem_title(session.problem),
            f"{_(GRADE_NAMES[session.problem.grade])} · {number_text}",
            _("All puzzles"),
            list_address(game),
            zoom_button(shows_whole_board, session.messages.toggle_zoom),
            share_button() if is_hosted else None,
        ),
        el(
            "div",
            task_paragraph(exercise, task_text(session)),
            solution_list(exercise, session.seat),
            el("div", *exercise_feedback(exercise, session.seat), cls="answer", key="answer"),
            _rating_change(session, progress),
            demonstration_text(exercise.table, frames) if frames else None,
            cls="lesson-side",
            key=f"side-{key}",
        ),
        el("div", el("div", *buttons, cls="row lesson-acts", key="acts"), cls="lesson-task", key=f"task-{key}"),
        el(
            "div",
            exercise_board(exercise, session.seat, VIEWS[game]),
            cls=f"{board_class(exercise, session.seat)} of-problem{'' if shows_whole_board else ' closer'}",
            key="board",
        ),
        el(
            "nav",
            _mark_for_later_button(session, progress),
            next_frame_button(exercise, session.messages, frames) or _next_link(session, progress),
            cls="lesson-ways",
            aria_label=_("Puzzles"),
        ),
        _share_dialog(shell.copy_state, session) if is_hosted else None,
        back=back_link(_("All puzzles"), list_address(game)),
        game=game,
    )


def _rating_change(session: ProblemSession, progress: Progress) -> Node | None:
    """Render the person's new rating and its change, or return None if the attempt has not changed the rating."""
    value = standing(progress)
    if not (value and value.rating.is_reliable and session.rating_change and session.exercise.is_solved):
        return None
    text = _("Your puzzle rating: {n} ({change}).").format(
        n=round(value.rating.rating), change=f"{session.rating_change:+d}".replace("-", "−")
    )
    return el("p", text=text, cls="small", key="rating")


def _mark_for_later_button(session: ProblemSession, progress: Progress) -> Node:
    is_marked = session.problem.id in ids_marked_for_later(session.game, progress)
    label = _("Remove the mark") if is_marked else _("Mark for later")
    return button(label, ProblemMessage.TOGGLE_LATER_MARK, cls="quiet", key="later")


def _next_link(session: ProblemSession, progress: Progress) -> Node | None:
    """Render the link to the next unsolved problem; return None if all other problems are solved."""
    next_problem = next_unsolved_problem(session.game, progress, session.problem)
    if next_problem is None:
        return None
    address = problem_address(session.game, next_problem)
    if session.exercise.is_solved:
        return link(_("Next puzzle"), address, cls="button primary")
    return link(_("Skip this puzzle"), address, cls="skip")


def _share_dialog(copy_state: CopyState, session: ProblemSession) -> Node:
    """Render the dialog with the problem's URL and the HTML that embeds the problem. A closed dialog is empty."""
    route = problem_address(session.game, session.problem)
    if session.shared_picture is None:
        return share_dialog(ProblemMessage.SHARE, route)
    address = session.site + route
    choices = choices_details(
        ProblemMessage.CHANGE_SHARE_CHOICE, session.share_choices, session.exercise.start, can_flip=True
    )
    return share_dialog(
        ProblemMessage.SHARE,
        route,
        copyable_text_area(copy_state, "problem-link", _("Link to this puzzle"), address, 2, summary=_("Show link")),
        *embedding_fields(copy_state, _("Put this puzzle on your page"), problem_snippets(session), choices),
    )


DAILY_PROBLEM_ADDRESS = format_route(Route("problem", DAILY_PROBLEM_NAME))
"""The address of the problem of the day."""


def list_address(game: str = "", set_id: str = "") -> str:
    """Return the URL of a list of problems: of all games if ``game`` is empty, of a game, or of a set."""
    return format_route(Route("problems", game, text=set_id))


def problem_address(game: str, problem: Problem) -> str:
    """Return the URL of a problem."""
    return format_route(Route("problem", game, text=problem.id))


def problem_snippets(session: ProblemSession) -> ExerciseHtml:
    """Return the HTML that embeds a problem in another page.

    It contains the position, the task, all accepted lines, and the picture if the page has drawn it. If the last turn
    stays hidden until the reply, the first line includes a reply.
    """
    problem, choices = session.problem, session.share_choices
    lines = [[text for turn in line for text in turn] for line in problem.solution.lines]
    start = session.exercise.start
    lines[0] += example_reply(start.game, problem.solution, play_turn(start.game, start.state, lines[0]))
    attributes = {
        "game": session.game,
        "position": encode_position(problem.position),
        "mode": "find",
        "goal": "position" if problem.solution.goal == FIND_GOAL else "win",
        "ask": task_text(session),
        "accept": " | ".join(map("; ".join, lines)),
        "praise": _(problem.theme.explanation),
        **replace(choices, is_flipped=choices.is_flipped != (session.seat > 0)).board_attributes(),
    }
    picture = session.shared_picture or ""
    address, title, ask = problem_address(session.game, problem), _(problem.theme.title), attributes["ask"]
    board = VIEWS[session.game].picture(start.public_state(), session.seat, Marks(read_only=True))
    exercise = EmbeddedExercise(address, title, ask, attributes, start, picture, choices.width, picture_ratio(board))
    return snippets(session.site, exercise)
