"""Navigation: the page of a route."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ruleboard.app.context import Context
from ruleboard.app.editor import session as editor
from ruleboard.app.effects import Effect, OpenLongGame, Reveal, ScrollTarget
from ruleboard.app.help.session import HelpPage
from ruleboard.app.lessons import check
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.session import CourseList, CoursePage, RulesPage, RulingsPage
from ruleboard.app.lessons.update import on_opened
from ruleboard.app.library.session import Home, NotFound, OpeningPage
from ruleboard.app.new_game import session as new_game
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.play import history
from ruleboard.app.play import session as tables
from ruleboard.app.problems import session as problem_pages
from ruleboard.app.problems.session import ProblemGames, ProblemList
from ruleboard.app.problems.update import on_opened as problem_entered
from ruleboard.app.routes import TODAY, Route
from ruleboard.app.runtime.model import Page, PlayPage
from ruleboard.app.settings.session import SettingsPage
from ruleboard.app.share import session as shares
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.studies import StudyStore
from ruleboard.app.study import session as studies
from ruleboard.app.study.own import load_built_in_study
from ruleboard.app.workshop import session as workshop
from ruleboard.app.workshop.session import CustomBoardList
from ruleboard.engine.errors import RecordError, RuleboardError, StudyError
from ruleboard.engine.game_link import parse_game_link
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end, scale_progress
from ruleboard.engine.study import count_moves
from ruleboard.engine.study_tree import opening_chapter
from ruleboard.games.courses import course, problems, reference
from ruleboard.games.daily import problem_of_day
from ruleboard.games.links import decode_position
from ruleboard.games.registry import BOARD_EDITORS, EDITORS, GAMES
from ruleboard.i18n import _
from ruleboard.wording import sentence

_MAX_ACTIONS_AT_ONCE: Final = 100
"""The maximum number of actions of a linked game that the app replays before it draws a page."""


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page that the app enters.

    Attributes:
        page: its session.
        effects: the effects of entering it.
        suspended_new_game: the page for a new game to which it returns, or None.
        route: the route of the page if it is not the requested one, else None.
    """

    page: Page
    effects: tuple[Effect, ...] = ()
    suspended_new_game: NewGame | None = None
    route: Route | None = None


def enter(route: Route, context: Context, suspended_new_game: NewGame | None) -> PageEntry:
    """Return the page of a route, or a page that says why it cannot be shown.

    Args:
        route: the route.
        context: the app's state.
        suspended_new_game: the choices for a new game so far, or None. Those for another game are dropped.
    """
    new_game_page = suspended_new_game if suspended_new_game and suspended_new_game.game == route.name else None
    match route.page:
        case "home":
            return PageEntry(Home())
        case "settings":
            return PageEntry(SettingsPage())
        case "help":
            return PageEntry(HelpPage())
        case "new" if route.name in GAMES:
            page = new_game_page or new_game.default_page(route.name, context.settings.names, context.settings.seats)
            top = () if new_game_page else (Reveal(ScrollTarget.TOP),)
            return PageEntry(new_game.check_start(replace(page, start=route.text)), top)
        case "edit" if route.name in EDITORS:
            return_to = new_game_page.start if new_game_page else ""
            return PageEntry(
                editor.open_editor(route.name, decode_position(route.text), return_to), suspended_new_game=new_game_page
            )
        case "edit" if route.name in GAMES:
            return _not_found(_("There is no board editor for {game}.").format(game=_(GAMES[route.name].title)))
        case "boards" if route.name in BOARD_EDITORS:
            return replace(_board_entry(route, context), suspended_new_game=new_game_page)
        case "boards" if route.name in GAMES:
            return _not_found(_("No boards are drawn for {game}.").format(game=_(GAMES[route.name].title)))
        case "from" if route.name in GAMES:
            return _position_entry(route, context)
        case "game":
            return _linked_game_entry(route, context)
        case "learn" if route.name in GAMES and route.text:
            return _lesson_entry(route, context)
        case "learn" if not route.name:
            return PageEntry(CourseList(), (Reveal(ScrollTarget.TOP),))
        case "learn" if course(route.name):
            return PageEntry(CoursePage(route.name), (Reveal(ScrollTarget.TOP),))
        case "rules" if route.name in GAMES and reference(route.name):
            return PageEntry(RulesPage(route.name), (Reveal(ScrollTarget.TOP),))
        case "rulings" if route.name in GAMES and reference(route.name):
            return PageEntry(RulingsPage(route.name), (Reveal(ScrollTarget.TOP),))
        case "problems" if not route.name:
            return PageEntry(ProblemGames(), (Reveal(ScrollTarget.TOP),))
        case "problems" if problems(route.name):
            return PageEntry(ProblemList(route.name), (Reveal(ScrollTarget.TOP),))
        case "problem" if route.name in (TODAY, *GAMES):
            return _problem_entry(route, context)
        case "play":
            return _game_entry(route, context)
        case "study":
            return _study_entry(route, context)
        case "missing":
            return _not_found(_("The address {address} leads to no page.").format(address=route.name[:60]))
    game_titles = ", ".join(_(game.title) for game in GAMES.values())
    template = _("There is no game called “{name}” here. These are: {games}.")
    return _not_found(template.format(name=route.name[:40], games=game_titles))


def _not_found(reason: str) -> PageEntry:
    return PageEntry(NotFound(reason))


def _game_entry(route: Route, context: Context) -> PageEntry:
    """Return the page of a stored game. A long one starts with a page that shows its loading."""
    if context.games.is_long(route.name):
        return PageEntry(OpeningPage(route.name, route.index), (OpenLongGame(),))
    return run_to_end(open_stored_game(route.name, route.index, context.games))


def open_stored_game(id: str, viewable_index: int | None, games: GameStore) -> Steps[PageEntry]:
    """Open a stored game in steps.

    Args:
        id: its id.
        viewable_index: the index of the state to show (see ``Table.viewable_plies``), None for the current state.
        games: the stored games.

    Returns:
        The page of the game, or a page that says why it cannot be shown.
    """
    try:
        timeline = yield from games.open_steps(id)
    except KeyError:
        return _not_found(_("There is no saved game “{name}” in this browser.").format(name=id[:40]))
    except RecordError as error:
        return PageEntry(NotFound(sentence(str(error)), games.entry(id)))
    table = tables.open_table(id, timeline)
    page = PlayPage(table if viewable_index is None else history.view_at(table, table.viewable_ply(viewable_index)))
    return PageEntry(page, (Reveal(ScrollTarget.CURRENT_MOVE),))


def _study_entry(route: Route, context: Context) -> PageEntry:
    """Return the page of a stored or built-in study, or a page that says why it cannot be shown."""
    number = int(route.text) - 1 if route.text else 0
    if context.studies.is_long(route.name):
        return PageEntry(OpeningPage(route.name, route.index, chapter=number), (OpenLongGame(),))
    if context.studies.text(route.name) is None and (built_in_study := load_built_in_study(route.name)):
        context.studies.adopt(route.name)
        session = studies.open_session(route.name, built_in_study, number, route.index or 0)
        return PageEntry(studies.with_mode(session, studies.READ), (Reveal(ScrollTarget.TOP),))
    return run_to_end(open_stored_study(route.name, number, route.index or 0, context.studies))


def open_stored_study(id: str, number: int, node: int, store: StudyStore) -> Steps[PageEntry]:
    """Open a stored study in steps.

    Args:
        id: its id.
        number: the number of the chapter, from 0.
        node: the number of the node in the chapter's tree.
        store: the stored studies.

    Returns:
        The page of the study, or a page that says why the app cannot show it.
    """
    try:
        study = yield from scale_progress(store.opening(id), 0, 0.2)
        number = number if 0 <= number < len(study.chapters) else 0
        chapter = study.chapters[number]
        steps = opening_chapter(chapter, GAMES, f"chapters[{number + 1}]")
        opened = yield from scale_progress(steps, 0.2, 0.8 / max(1, count_moves(chapter.moves)))
        return PageEntry(studies.open_session(id, study, number, node, opened), (Reveal(ScrollTarget.TOP),))
    except KeyError:
        return _not_found(_("There is no study “{name}” in this browser.").format(name=id[:40]))
    except StudyError as error:
        return PageEntry(NotFound(sentence(str(error)), study=store.entry(id)))


def _position_entry(route: Route, context: Context) -> PageEntry:
    """Return the page of a position from a link. The first action saves it as a game."""
    try:
        record = shares.linked_record(route.name, route.text, context.device.seed())
        id, timeline = context.games.begin(record)
    except RuleboardError as error:
        return PageEntry(NotFound(sentence(str(error)), game=route.name))
    return PageEntry(PlayPage(replace(tables.open_table(id, timeline), is_unsaved=True)))


def _linked_game_entry(route: Route, context: Context) -> PageEntry:
    """Return the page of a whole game from a link. A long one starts with a page that shows its loading."""
    try:
        record = parse_game_link(route.name)
    except RuleboardError as error:
        return PageEntry(NotFound(sentence(str(error)), is_linked_game=True))
    if len(record.actions) > _MAX_ACTIONS_AT_ONCE:
        return PageEntry(OpeningPage("", linked_record=record), (OpenLongGame(),))
    return run_to_end(open_linked_game(record, context.games))


def open_linked_game(record: Record, games: GameStore) -> Steps[PageEntry]:
    """Open a whole game from a link, in steps. The first action saves it.

    Args:
        record: its record.
        games: the stored games.

    Returns:
        The page of the game at its end, or a page that says why it cannot be shown.
    """
    try:
        id, timeline = yield from games.begin_steps(record)
    except RuleboardError as error:
        return PageEntry(NotFound(sentence(str(error)), is_linked_game=True))
    table = replace(tables.open_table(id, timeline), is_unsaved=True)
    # A bot's action would save the game before the person decides to.
    table = replace(table, is_paused=table.bot_level_to_move > 0)
    return PageEntry(PlayPage(table), (Reveal(ScrollTarget.CURRENT_MOVE),))


def _board_entry(route: Route, context: Context) -> PageEntry:
    """Return the page of a custom board, or of all custom boards of a game."""
    if not route.text:
        return PageEntry(CustomBoardList(route.name))
    draft = workshop.open_board(route.name, route.text, context.setups)
    if draft:
        return PageEntry(draft)
    if any(route.text == setup.name for setup in context.setups if setup.game == route.name):
        list_route = replace(route, text="")  # the list explains what is wrong with an unreadable board
        return PageEntry(CustomBoardList(route.name), route=list_route)
    return _not_found(_("There is no board “{name}” in this browser.").format(name=route.text[:40]))


def _lesson_entry(route: Route, context: Context) -> PageEntry:
    session = lessons.open_lesson(route.name, route.text, route.index or 0)
    if session is None:
        if quiz := check.start_check(route.name, route.text, context.device.seed()):
            return PageEntry(quiz, (Reveal(ScrollTarget.TOP),))
        title = _(GAMES[route.name].title)
        return _not_found(_("{game} has no lesson “{id}”.").format(game=title, id=route.text[:40]))
    updated = on_opened(replace(session, site=context.device.site()), context)
    return PageEntry(updated.session, updated.effects)


def _problem_entry(route: Route, context: Context) -> PageEntry:
    """Return the page of a problem or of the problem of the day, or a page that says that it does not exist."""
    game, id, is_daily = route.name, route.text, route.name == TODAY
    if is_daily and (daily_problem := problem_of_day(problem_pages.local_date(context.device.now()))):
        game, id = daily_problem[0], daily_problem[1].id
    session = problem_pages.open_problem(game, id)
    if session is None:
        title = _(GAMES[game].title) if game in GAMES else ""
        return _not_found(_("{game} has no problem “{id}”.").format(game=title, id=id[:40]))
    updated = problem_entered(replace(session, is_daily=is_daily, site=context.device.site()))
    return PageEntry(updated.session, updated.effects)
