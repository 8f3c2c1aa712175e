"""The views of the home page, of the loading page, and of the page for missing or unreadable items."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ruleboard.app.first_game import is_guided_game_done
from ruleboard.app.library.first_task import first_task_section
from ruleboard.app.library.session import GamesList, HomePage, LoadingPage, NotFoundPage
from ruleboard.app.message_names import LibraryMessage, StudyMessage
from ruleboard.app.routes import DAILY_PROBLEM_NAME, Route, format_route
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import GameEntry
from ruleboard.app.storage.studies import StudyEntry
from ruleboard.app.ui.components import (
    Shell,
    button,
    icon,
    link,
    menu,
    menu_item,
    menu_list,
    page_frame,
    tile,
    with_accessible_subject,
)
from ruleboard.app.ui.fields import file_button
from ruleboard.app.ui.game_entries import day_text, entry_game_title, length_text
from ruleboard.app.ui.names import (
    UNOFFICIAL_NOTICE,
    credits_text,
    entry_title,
    player_names,
    result_text,
    short_name,
    title_names,
)
from ruleboard.app.ui.thumbnails import cover, problem_board, small_board_at
from ruleboard.engine.record import Record
from ruleboard.engine.seats import person_players
from ruleboard.i18n import _, ngettext
from ruleboard.learning.courses import LEARNING_ORDER, course, next_unread_lesson, problems
from ruleboard.learning.daily import problem_of_day
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name, join_as_list

_STUDY_MENU = "new-study"
"""The id of the menu with the games for a new study."""
MAX_INITIAL_GAMES = {GamesList.ONGOING: 4, GamesList.EARLIER: 8}
"""The number of games in each list until the person requests all of them."""


class BundledStudy(NamedTuple):
    """A study that comes with the app.

    Attributes:
        id: its id.
        title: its title, in English.
        game: the id of its game.
        position: the position for its picture.
    """

    id: str
    title: str
    game: str
    position: str


def home_page(shell: Shell, page: HomePage, shared: Shared, bundled_studies: Sequence[BundledStudy] = ()) -> Node:
    """Render the home page.

    It begins with the ongoing games, or with a first task for people without games. Then come the games to play, a
    problem, the earlier games and the studies.

    Args:
        shell: the parts of the page around it.
        page: its session.
        shared: the stored games and studies, and the day.
        bundled_studies: the studies that come with the app.
    """
    introduction = (
        el("h1", text=_("Tabletop games")),
        el("p", cls="lead", text=_("2 to 4 people at one screen, or just you against the app.")),
    )
    first_task = None if shared.entries else page.first_task
    return page_frame(
        shell,
        "home",
        _games_list(page, GamesList.ONGOING, shared),
        first_task_section(first_task, introduction, is_guided=not is_guided_game_done(first_task.game, shared))
        if first_task
        else None,
        el(
            "section",
            None if first_task else introduction,
            el("h2", text=_("All the games"), cls="" if first_task else "unseen"),
            el(
                "ul",
                (_game_tile(id, shared) for id in GAMES),
                _problem_tile(shared.home_day if shared.home_picture_count else None),
                cls="shelf tiles",
            ),
            el("p", cls="small", text=_(UNOFFICIAL_NOTICE)),
            cls="games",
        ),
        _games_list(page, GamesList.EARLIER, shared),
        _study_list(shared.studies, bundled_studies, shared.home_picture_count - 1),
        tools=(
            link(_("Learn"), format_route(Route("learn")), cls="button quiet"),
            link(_("Settings"), "#/settings", picture="settings", icon_only=True),
            link(_("Help"), "#/help", picture="help", icon_only=True),
        ),
    )


def draw_home_picture(picture_number: int, day: date | None, studies: Sequence[BundledStudy]) -> None:
    """Draw a picture of the lower part of the home page, so that ``home_page`` finds it in the cache of ``thumbnails``.

    Args:
        picture_number: 0 for the problem of the day, from 1 for the studies.
        day: today.
        studies: the studies that come with the app.
    """
    if picture_number:
        small_board_at(studies[picture_number - 1].game, studies[picture_number - 1].position)
    elif daily_problem := problem_of_day(day) if day else None:
        problem_board(*daily_problem)


def _game_tile(id: str, shared: Shared) -> Node:
    """Render a game with the title of the next lesson once the person has begun a course, or else with its tagline.

    A course that the person has not begun keeps the tagline, too.
    """
    address, title = format_route(Route("new", id)), _(GAMES[id].title)
    completed_ids = shared.progress.get(id, ())
    has_begun_course = any(shared.progress.get(game) for game in GAMES)
    next_lesson = next_unread_lesson(id, completed_ids) if has_begun_course else None
    next_text = _("Next: {lesson}").format(lesson=_(next_lesson.title)) if next_lesson else ""
    is_first_game = id == LEARNING_ORDER[0] and not (shared.entries or has_begun_course)
    tagline = " ".join(filter(None, (_("Start here.") if is_first_game else "", _(VIEWS[id].tagline))))
    learn_address = format_route(Route("learn", id, text=next_lesson.id if next_lesson and completed_ids else ""))
    return tile(
        id,
        address,
        cover(id),
        el("h3", text=title),
        None if next_text and completed_ids else el("p", text=tagline),
        el("p", text=next_text) if next_text else None,
        el("p", cls="small", text=credits_text(id)),
        buttons=(
            with_accessible_subject(title, link(_("New game"), address, cls="button primary")),
            with_accessible_subject(title, link(_("Learn"), learn_address, cls="button")) if course(id) else None,
        ),
        cls=f"of-{id}",
    )


def _problem_tile(day: date | None) -> Node | None:
    """Render the problem of the day, without its board if the day is None; return None if no game has problems."""
    if not any(map(problems, GAMES)):
        return None
    daily_problem = problem_of_day(day) if day else None
    address = format_route(Route("problem", DAILY_PROBLEM_NAME))
    game, problem = daily_problem or ("", None)
    return tile(
        "problem",
        address,
        problem_board(game, problem) if problem else None,
        el("h3", text=_("Puzzle of the day")),
        el("p", text=f"{_(GAMES[game].title)} · {_(problem.theme.title)}" if problem else ""),
        el("p", cls="small", text=_("A new puzzle every day, in a different game.")),
        buttons=(
            with_accessible_subject(_("Puzzle of the day"), link(_("Solve"), address, cls="button primary")),
            link(_("All puzzles"), format_route(Route("problems")), cls="button"),
        ),
        cls=f"of-problem of-{game}" if game else "of-problem",
    )


def _games_list(page: HomePage, list_name: GamesList, shared: Shared) -> Node | None:
    """Render the ongoing games, or the finished and unreadable games. Return None if the list is empty."""
    is_ongoing = list_name is GamesList.ONGOING
    entries = [entry for entry in shared.entries if (_ongoing_record(entry) is not None) == is_ongoing]
    if not entries:
        return None
    visible_entries = entries if list_name in page.expanded_lists else entries[: MAX_INITIAL_GAMES[list_name]]
    hidden_count = len(entries) - len(visible_entries)
    more_text = ngettext("Show {n} more", "Show {n} more", hidden_count).format(n=hidden_count)
    return el(
        "section",
        el("h2", text=_("Your games") if is_ongoing else _("Earlier games")),
        el("ul", (_game_entry(entry, shared.home_day) for entry in visible_entries), cls="kept"),
        button(more_text, LibraryMessage.SHOW_ALL, list_name.value) if hidden_count else None,
        cls="yours",
    )


def _game_entry(entry: GameEntry, today: date | None) -> Node:
    address = format_route(Route("play", entry.id))
    record = entry.record
    picture = small_board_at(record.game, record.meta.get("position", "")) if record else None
    id = f"menu-{entry.id}"
    return el(
        "li",
        el(
            "a",
            el("span", picture, cls="plate", aria_hidden="true"),
            el(
                "span",
                el("strong", text=entry_game_title(entry) if _opponents_text(entry) else entry_title(entry)),
                _game_name_and_day(entry, today),
                el("span", cls="small state", text=_error_text(entry)) if entry.damage else None,
                cls="words",
            ),
            el("span", text=_("Continue"), cls="button onward") if _ongoing_record(entry) else None,
            href=address,
        ),
        menu(
            id,
            _("More for {game}").format(game=entry_title(entry)),
            (
                menu_item(_("Export"), LibraryMessage.EXPORT, entry.id, menu_id=id),
                menu_item(_("Delete"), LibraryMessage.DELETE, entry.id, menu_id=id, is_dangerous=True),
            ),
        ),
        key=entry.id,
        cls="entry damaged" if entry.damage and not entry.unsupported_part else "entry",
    )


def _game_name_and_day(entry: GameEntry, today: date | None) -> Node:
    """Render the game or the opponents, the player to move or the result, the day of the last change, and the length.

    No line begins with a separator.
    """
    parts = [
        (text, cls)
        for text, cls in (
            (_opponents_text(entry) or entry_game_title(entry), ""),
            (_mover_or_result_text(entry), "state"),
            (day_text(entry.changed_at, today), "day"),
            (length_text(entry), "day"),
        )
        if text
    ]
    separated_texts = [f"{text}\N{NO-BREAK SPACE}· " for text, _cls in parts[:-1]] + [text for text, _cls in parts[-1:]]
    nodes = (el("span", text=text, cls=cls) for text, (_text, cls) in zip(separated_texts, parts, strict=True))
    return el("span", nodes, cls="small")


def _error_text(entry: GameEntry) -> str:
    return _("Can’t be opened: {why}.").format(why=entry.damage) if entry.unsupported_part else _("Can’t be opened")


def _ongoing_record(entry: GameEntry) -> Record | None:
    """Return the record of a game, or None if the game is over or cannot be read."""
    record = entry.record
    return None if entry.damage or record is None or record.meta.get("result") else record


def _player_to_move(entry: GameEntry) -> int | None:
    """Return the player to move (0-based), or None if the game is over or cannot be read."""
    if (record := _ongoing_record(entry)) is None:
        return None
    turn = record.meta.get("turn", "")
    return next((player for player in range(len(record.players)) if str(player) == turn), None)


def _opponents_text(entry: GameEntry) -> str:
    """Return "against" and the bots of a game of one person without a name; empty for other games and titles."""
    record = entry.record
    if record is None or record.game not in GAMES or not title_names(record):
        return ""
    persons = person_players(record.seats, len(record.players))
    if len(persons) != 1 or len(record.players) == 1 or record.players[persons[0]]:
        return ""
    names = [short_name(record, player) for player in range(len(record.players)) if player not in persons]
    return _("against {names}").format(names=join_as_list(names))


def _mover_or_result_text(entry: GameEntry) -> str:
    """Return a text that names the player to move or the result; empty for a damaged game.

    The text calls the only person in a game "you".
    """
    record = entry.record
    if entry.damage or record is None:
        return ""
    player = _player_to_move(entry)
    if player is None:
        return result_text(record).removesuffix(".")  # a separator follows
    if person_players(record.seats, len(record.players)) == (player,):
        return _("your move")
    return VIEWS[record.game].turn_text(player_names(record)[player])


# --- studies ----------------------------------------------------------------------------------------------------------


def _study_list(entries: tuple[StudyEntry, ...], bundled_studies: Sequence[BundledStudy], picture_count: int) -> Node:
    """Render the studies, the bundled studies last, and the buttons for a new study and an import."""
    stored_ids = {entry.id for entry in entries}
    bundled_items = [
        _bundled_study(study, has_picture=number < picture_count)
        for number, study in enumerate(bundled_studies)
        if study.id not in stored_ids
    ]
    introduction = _(
        "Games with your comments, variations, arrows and tasks. Use them to teach, to remember a game, or to show it "
        "on your own page."
    )
    return el(
        "section",
        el("h2", text=_("Studies")),
        el("p", cls="small", text=introduction) if not entries else None,
        el("ul", map(_study_item, entries), cls="kept") if entries else None,
        el("ul", bundled_items, cls="kept") if bundled_items else None,
        el(
            "div",
            el(
                "button",
                icon("plus"),
                el("span", text=_("New study")),
                type="button",
                cls="button",
                popovertarget=_STUDY_MENU,
                aria_haspopup="menu",
            ),
            menu_list(
                _STUDY_MENU,
                _("New study"),
                (menu_item(_(game.title), StudyMessage.CREATE, id, menu_id=_STUDY_MENU) for id, game in GAMES.items()),
            ),
            file_button(
                _("Import a study"),
                StudyMessage.IMPORT_FILES,
                ".json,.pgn,application/json",
                accepts_several_files=True,
            ),
            cls="row",
        ),
        cls="yours studies",
    )


def _bundled_study(study: BundledStudy, *, has_picture: bool) -> Node:
    """Render the link to a study that comes with the app."""
    picture = small_board_at(study.game, study.position) if has_picture else None
    return el(
        "li",
        el(
            "a",
            el("span", picture, cls="plate", aria_hidden="true"),
            el(
                "span",
                el("strong", text=_(study.title)),
                el("span", cls="small state", text=_(GAMES[study.game].title)),
                cls="words",
            ),
            href=format_route(Route("study", study.id)),
        ),
        key=f"own-{study.id}",
        cls="own-study",
    )


def _study_item(entry: StudyEntry) -> Node:
    id = f"menu-study-{entry.id}"
    name = clean_name(entry.title) or (_("A study from a newer version") if entry.is_newer else _("A damaged study"))
    game_titles = [_(GAMES[game].title) for game in entry.games if game in GAMES]
    picture = cover(entry.games[0]) if entry.games and entry.games[0] in GAMES else None
    count_text = ngettext("{n} chapter", "{n} chapters", entry.chapter_count).format(n=entry.chapter_count)
    state = " · ".join((*game_titles, count_text))
    if entry.damage:
        state = _("Can’t be opened: {why}.").format(why=entry.damage) if entry.is_newer else _("Can’t be opened")
    return el(
        "li",
        el(
            "a",
            el(
                "span",
                picture,
                cls="plate",
                aria_hidden="true",
            ),
            el("span", el("strong", text=name), el("span", cls="small state", text=state), cls="words"),
            href=format_route(Route("study", entry.id)),
        ),
        menu(
            id,
            _("More for {game}").format(game=name),
            (
                menu_item(_("Export"), StudyMessage.EXPORT_LISTED, entry.id, menu_id=id),
                menu_item(_("Delete"), StudyMessage.DELETE_LISTED, entry.id, menu_id=id, is_dangerous=True),
            ),
        ),
        key=f"study-{entry.id}",
        cls="entry damaged" if entry.damage and not entry.is_newer else "entry",
    )


def loading_page(shell: Shell, page: LoadingPage) -> Node:
    """Render the progress of loading, and a link to leave the page."""
    title = _("Opening a long game") if page.chapter is None else _("Opening a long study")
    return page_frame(
        shell,
        "opening",
        el("h1", text=title),
        el(
            "p",
            el("progress", max="100", value=str(page.percent), aria_label=title),
            el("span", cls="small", text=_("{n}%").format(n=page.percent)),
            cls="row",
        ),
        el("div", link(_("All games"), "#/", cls="button"), cls="row"),
    )


def not_found_page(shell: Shell, page: NotFoundPage) -> Node:
    """Render the reason why the app cannot open something, and links to other pages."""
    entry, game = page.entry, page.game
    if page.study:
        heading = _("This study can’t be opened")
    elif game or page.is_linked_game:
        heading = _("This link can’t be opened")
    else:
        heading = _("This game can’t be opened") if entry else _("There’s nothing here")
    return page_frame(
        shell,
        "missing",
        el("h1", text=heading),
        None if entry or page.study else el("p", cls="lead", text=page.reason),
        el("p", cls="lead", text=_advice(entry.unsupported_part != "")) if entry else None,
        el("p", cls="lead", text=_advice(page.study.is_newer)) if page.study else None,
        el("details", el("summary", text=_("Details")), el("p", text=page.reason)) if entry or page.study else None,
        el(
            "div",
            button(_("Download what was saved"), LibraryMessage.EXPORT, entry.id) if entry else None,
            button(_("Delete it"), LibraryMessage.DELETE, entry.id, cls="danger-text") if entry else None,
            button(_("Download what was saved"), StudyMessage.EXPORT_LISTED, page.study.id) if page.study else None,
            button(_("Delete it"), StudyMessage.DELETE_LISTED, page.study.id, cls="danger-text")
            if page.study
            else None,
            link(
                _("Start a new game of {game}").format(game=_(GAMES[game].title)),
                format_route(Route("new", game)),
                cls="button primary",
            )
            if game
            else None,
            link(_("All games"), "#/", cls="button" if game else "button primary"),
            cls="row",
        ),
    )


def _advice(is_unsupported: bool) -> str:
    """Return advice about an unreadable text. If it is unsupported, another version of the app may read it."""
    if is_unsupported:
        return _("Your saved data hasn’t changed, and a newer version can open it. You can also download it.")
    return _("Your saved data hasn’t changed. You can download it. Maybe someone can repair it.")
