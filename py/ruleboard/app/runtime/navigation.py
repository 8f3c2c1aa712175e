"""Navigation: the page of a route."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ruleboard.app.context import Context
from ruleboard.app.editor import session as editor
from ruleboard.app.effects import Effect, OpenInSteps, Place, Reveal
from ruleboard.app.help.session import HelpPage
from ruleboard.app.lessons import check
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.session import CourseList, CoursePage, RulesPage, RulingsPage
from ruleboard.app.lessons.update import entered
from ruleboard.app.library.session import Home, NotFound, Opening
from ruleboard.app.new_game import session as new_game
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.play import history
from ruleboard.app.play import session as tables
from ruleboard.app.problems import session as problem_pages
from ruleboard.app.problems.session import ProblemGames, ProblemList
from ruleboard.app.problems.update import entered as problem_entered
from ruleboard.app.routes import TODAY, Route
from ruleboard.app.runtime.model import Page, PlayPage
from ruleboard.app.settings.session import SettingsPage
from ruleboard.app.share import session as shares
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.studies import StudyStore
from ruleboard.app.study import session as studies
from ruleboard.app.study.own import own_study
from ruleboard.app.workshop import session as workshop
from ruleboard.app.workshop.session import SheetList
from ruleboard.engine.errors import RecordError, RuleboardError, StudyError
from ruleboard.engine.game_link import linked_record
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, finished, scaled
from ruleboard.engine.study import count_moves
from ruleboard.engine.study_tree import opening_chapter
from ruleboard.games.courses import course, problems, reference
from ruleboard.games.daily import daily
from ruleboard.games.links import unpacked
from ruleboard.games.registry import EDITORS, GAMES, WORKSHOPS
from ruleboard.i18n import _
from ruleboard.wording import sentence

_REPLAYED_AT_ONCE: Final = 100
"""Actions of a game in a link that are replayed before anything is shown."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A page that was entered.

    Attributes:
        page: its session.
        effects: the effects of entering it.
        suspended: the page for a new game to which it returns.
        route: the route that is shown in place of the one asked for, if it is another.
    """

    page: Page
    effects: tuple[Effect, ...] = ()
    suspended: NewGame | None = None
    route: Route | None = None


def enter(route: Route, context: Context, suspended: NewGame | None) -> Entered:
    """Return the page of a route, or the one that says why it cannot be shown.

    Args:
        route: the route.
        context: the app's state.
        suspended: the choices made for a new game so far; those of another game are dropped.
    """
    earlier = suspended if suspended and suspended.game == route.name else None
    match route.page:
        case "home":
            return Entered(Home())
        case "settings":
            return Entered(SettingsPage())
        case "help":
            return Entered(HelpPage())
        case "new" if route.name in GAMES:
            page = earlier or new_game.begun(route.name, context.settings.names, context.settings.seats)
            top = () if earlier else (Reveal(Place.TOP),)
            return Entered(new_game.checked(replace(page, start=route.text)), top)
        case "edit" if route.name in EDITORS:
            return_to = earlier.start if earlier else ""
            return Entered(editor.open_editor(route.name, unpacked(route.text), return_to), suspended=earlier)
        case "edit" if route.name in GAMES:
            return _not_found(_("There is no board editor for {game}.").format(game=_(GAMES[route.name].title)))
        case "boards" if route.name in WORKSHOPS:
            return replace(_workshop(route, context), suspended=earlier)
        case "boards" if route.name in GAMES:
            return _not_found(_("No boards are drawn for {game}.").format(game=_(GAMES[route.name].title)))
        case "from" if route.name in GAMES:
            return _position(route, context)
        case "game":
            return _linked_game(route, context)
        case "learn" if route.name in GAMES and route.text:
            return _lesson(route, context)
        case "learn" if not route.name:
            return Entered(CourseList(), (Reveal(Place.TOP),))
        case "learn" if course(route.name):
            return Entered(CoursePage(route.name), (Reveal(Place.TOP),))
        case "rules" if route.name in GAMES and reference(route.name):
            return Entered(RulesPage(route.name), (Reveal(Place.TOP),))
        case "rulings" if route.name in GAMES and reference(route.name):
            return Entered(RulingsPage(route.name), (Reveal(Place.TOP),))
        case "problems" if not route.name:
            return Entered(ProblemGames(), (Reveal(Place.TOP),))
        case "problems" if problems(route.name):
            return Entered(ProblemList(route.name), (Reveal(Place.TOP),))
        case "problem" if route.name in (TODAY, *GAMES):
            return _problem(route, context)
        case "play":
            return _game(route, context)
        case "study":
            return _study(route, context)
        case "missing":
            return _not_found(_("The address {address} leads to no page.").format(address=route.name[:60]))
    known = ", ".join(_(game.title) for game in GAMES.values())
    said = _("There is no game called “{name}” here. These are: {games}.")
    return _not_found(said.format(name=route.name[:40], games=known))


def _not_found(why: str) -> Entered:
    return Entered(NotFound(why))


def _game(route: Route, context: Context) -> Entered:
    """Return the page of a stored game; of a long one the page that is shown while it is opened."""
    if context.games.is_long(route.name):
        return Entered(Opening(route.name, route.at), (OpenInSteps(),))
    return finished(opening(route.name, route.at, context.games))


def opening(id: str, at: int | None, games: GameStore) -> Steps[Entered]:
    """Open a stored game in steps.

    Args:
        id: its id.
        at: the number of entries before the state to be shown, None for the current state.
        games: the stored games.

    Returns:
        The page of the game, or the one that says why it cannot be shown.
    """
    try:
        timeline = yield from games.opening(id)
    except KeyError:
        return _not_found(_("There is no saved game “{name}” in this browser.").format(name=id[:40]))
    except RecordError as error:
        return Entered(NotFound(sentence(str(error)), games.entry(id)))
    table = tables.open_table(id, timeline)
    page = PlayPage(table if at is None else history.view_at(table, table.entries_at(at)))
    return Entered(page, (Reveal(Place.CURRENT_MOVE),))


def _study(route: Route, context: Context) -> Entered:
    """Return the page of a study, stored or of the app's own; or the one that says why it cannot be shown."""
    number = int(route.text) - 1 if route.text else 0
    if context.studies.is_long(route.name):
        return Entered(Opening(route.name, route.at, chapter=number), (OpenInSteps(),))
    if context.studies.text(route.name) is None and (own := own_study(route.name)):
        context.studies.adopt(route.name)
        page = studies.with_mode(studies.open_session(route.name, own, number, route.at or 0), studies.READ)
        return Entered(page, (Reveal(Place.TOP),))
    return finished(opening_study(route.name, number, route.at or 0, context.studies))


def opening_study(id: str, number: int, place: int, store: StudyStore) -> Steps[Entered]:
    """Open a stored study in steps.

    Args:
        id: its id.
        number: the number of the chapter, from 0.
        place: the number of the place in the chapter's tree.
        store: the stored studies.

    Returns:
        The page of the study, or the one that says why it cannot be shown.
    """
    try:
        study = yield from scaled(store.opening(id), 0, 0.2)
        number = number if 0 <= number < len(study.chapters) else 0
        chapter = study.chapters[number]
        steps = opening_chapter(chapter, GAMES, f"chapters[{number + 1}]")
        opened = yield from scaled(steps, 0.2, 0.8 / max(1, count_moves(chapter.moves)))
        return Entered(studies.open_session(id, study, number, place, opened), (Reveal(Place.TOP),))
    except KeyError:
        return _not_found(_("There is no study “{name}” in this browser.").format(name=id[:40]))
    except StudyError as error:
        return Entered(NotFound(sentence(str(error)), study=store.entry(id)))


def _position(route: Route, context: Context) -> Entered:
    """Return the page of a position that came with a link; it is saved with the first action."""
    try:
        record = shares.linked_record(route.name, route.text, context.device.seed())
        id, timeline = context.games.begin(record)
    except RuleboardError as error:
        return Entered(NotFound(sentence(str(error)), game=route.name))
    return Entered(PlayPage(replace(tables.open_table(id, timeline), unsaved=True)))


def _linked_game(route: Route, context: Context) -> Entered:
    """Return the page of a whole game that came with a link; of a long one the page shown while it is opened."""
    try:
        record = linked_record(route.name)
    except RuleboardError as error:
        return Entered(NotFound(sentence(str(error)), linked=True))
    if len(record.actions) > _REPLAYED_AT_ONCE:
        return Entered(Opening("", linked=record), (OpenInSteps(),))
    return finished(linked(record, context.games))


def linked(record: Record, games: GameStore) -> Steps[Entered]:
    """Open a whole game that came with a link, in steps; it is saved with the first action.

    Args:
        record: its record.
        games: the stored games.

    Returns:
        The page of the game at its end, or the one that says why it cannot be shown.
    """
    try:
        id, timeline = yield from games.beginning(record)
    except RuleboardError as error:
        return Entered(NotFound(sentence(str(error)), linked=True))
    table = replace(tables.open_table(id, timeline), unsaved=True)
    # An opponent's action would save the game before anybody has asked for it.
    table = replace(table, paused=table.level_to_move > 0)
    return Entered(PlayPage(table), (Reveal(Place.CURRENT_MOVE),))


def _workshop(route: Route, context: Context) -> Entered:
    """Return the page of a board, or of all boards of a game."""
    if not route.text:
        return Entered(SheetList(route.name))
    draft = workshop.open_draft(route.name, route.text, context.setups)
    if draft:
        return Entered(draft)
    if any(route.text == setup.name for setup in context.setups if setup.game == route.name):
        listed = replace(route, text="")  # an unreadable one is listed there, with what is wrong with it
        return Entered(SheetList(route.name), route=listed)
    return _not_found(_("There is no board “{name}” in this browser.").format(name=route.text[:40]))


def _lesson(route: Route, context: Context) -> Entered:
    session = lessons.opened(route.name, route.text, route.at or 0)
    if session is None:
        if asked := check.begun(route.name, route.text, context.device.seed()):
            return Entered(asked, (Reveal(Place.TOP),))
        title = _(GAMES[route.name].title)
        return _not_found(_("{game} has no lesson “{id}”.").format(game=title, id=route.text[:40]))
    updated = entered(replace(session, site=context.device.site()), context)
    return Entered(updated.session, updated.effects)


def _problem(route: Route, context: Context) -> Entered:
    """Return the page of a problem, or of that of the day; or the one that says that there is none."""
    game, id, is_daily = route.name, route.text, route.name == TODAY
    if is_daily and (found := daily(problem_pages.local_date(context.device.now()))):
        game, id = found[0], found[1].id
    session = problem_pages.opened(game, id)
    if session is None:
        title = _(GAMES[game].title) if game in GAMES else ""
        return _not_found(_("{game} has no problem “{id}”.").format(game=title, id=id[:40]))
    updated = problem_entered(replace(session, daily=is_daily, site=context.device.site()))
    return Entered(updated.session, updated.effects)
