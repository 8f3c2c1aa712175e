"""The home page: the stored games, and the games to begin or learn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ruleboard.app.library.session import Home
from ruleboard.app.routes import TODAY, Route, format_route
from ruleboard.app.storage.games import Entry
from ruleboard.app.storage.studies import StudyEntry
from ruleboard.app.storage.summaries import TURNS
from ruleboard.app.ui.components import Shell, about, button, frame, icon, item, link, menu
from ruleboard.app.ui.fields import file_button
from ruleboard.app.ui.forms import is_number
from ruleboard.app.ui.names import UNOFFICIAL, called, makers, players, result
from ruleboard.app.ui.thumbnails import small_board, small_board_at
from ruleboard.games.courses import course, problems
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _, ngettext
from ruleboard.scene.node import Node, el
from ruleboard.wording import cleaned

_DIGITS = 6
"""The most digits of a number of turns: more are no number of a game's."""
_NEW = "new-study"
"""The id of the menu with the games of which a study can be begun."""
LISTED_AT_FIRST = 12
"""The number of stored games that are listed until all are asked for."""


def home(
    shell: Shell,
    page: Home,
    entries: tuple[Entry, ...],
    studies: tuple[StudyEntry, ...] = (),
    own: Sequence[tuple[str, str, str]] = (),
) -> Node:
    """Return the home page.

    Args:
        shell: the parts of the page around it.
        page: its session.
        entries: the stored games, the one changed last first.
        studies: the stored studies, the one made last first.
        own: the studies that come with the app: their ids, titles (translatable), and the ids of their games.
    """
    return frame(
        shell,
        "home",
        _stored_games(page, entries),
        _games(),
        _problems(),
        _studies(studies, own),
        tools=(
            link(_("Settings"), "#/settings", picture="settings", bare=True),
            link(_("Help"), "#/help", picture="help", bare=True),
        ),
    )


def _games() -> Node:
    return el(
        "section",
        el("h1", text=_("Games for a table")),
        el("p", cls="lead", text=_("Two to four people at one screen, or you alone against an opponent.")),
        el("ul", (_game(id) for id in GAMES), cls="shelf"),
        el("p", cls="small", text=_(UNOFFICIAL)),
        cls="games",
    )


def _game(id: str) -> Node:
    address, title = format_route(Route("new", id)), _(GAMES[id].title)
    return el(
        "li",
        el("a", small_board(id), href=address, cls="plate", tabindex="-1", aria_hidden="true"),
        el(
            "div",
            el("h2", text=title),
            el("p", text=_(VIEWS[id].tagline)),
            el("p", cls="small", text=makers(id)),
            el(
                "div",
                about(title, link(_("New game"), address, cls="button primary")),
                about(title, link(_("Learn"), format_route(Route("learn", id)), cls="button")) if course(id) else None,
                cls="row",
            ),
            cls="about",
        ),
        key=id,
        cls="game",
    )


def _problems() -> Node | None:
    """Return the line with the problem of the day; None if no game has problems."""
    if not any(map(problems, GAMES)):
        return None
    return el(
        "section",
        el("h1", text=_("Problems")),
        el(
            "div",
            link(_("Problem of the day"), format_route(Route("problem", TODAY)), cls="button"),
            link(_("All problems"), format_route(Route("problems")), cls="button quiet"),
            cls="row",
        ),
        cls="yours problems-of",
    )


def _stored_games(page: Home, stored: tuple[Entry, ...]) -> Node | None:
    """Return the list of stored games; None if there are none."""
    if not stored:
        return None
    entries = stored if page.show_all else stored[:LISTED_AT_FIRST]
    more = len(stored) - len(entries)
    return el(
        "section",
        el("h1", text=_("Your games")),
        el("ul", (_entry(entry) for entry in entries), cls="kept"),
        button(ngettext("Show {n} more", "Show {n} more", more).format(n=more), "library.show_all") if more else None,
        cls="yours",
    )


def _entry(entry: Entry) -> Node:
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
                el("strong", text=called(entry)),
                _game_and_day(entry),
                el("span", cls="small state", text=_state(entry)),
                cls="words",
            ),
            href=address,
        ),
        menu(
            id,
            _("More for {game}").format(game=called(entry)),
            (
                item(_("Export"), "library.export", entry.id, within=id),
                item(_("Delete"), "library.delete", entry.id, within=id, danger=True),
            ),
        ),
        key=entry.id,
        cls="entry damaged" if entry.damage and not entry.unsupported else "entry",
    )


def _game_and_day(entry: Entry) -> Node:
    """Return the line with the game, the day of its last change, and its length once it has ended."""
    title = _(GAMES[entry.record.game].title) if entry.record and entry.record.game in GAMES else ""
    parts = [(text, cls) for text, cls in ((title, ""), (_day(entry.changed), "day"), (_length(entry), "day")) if text]
    separated = [f"{text}\N{NO-BREAK SPACE}· " for text, _cls in parts[:-1]] + [text for text, _cls in parts[-1:]]
    nodes = (el("span", text=text, cls=cls) for text, (_text, cls) in zip(separated, parts, strict=True))
    return el("span", nodes, cls="small")


def _day(time: str) -> str:
    """Return the day of a time in UTC in the reader's time zone; empty if it is not a valid time."""
    try:
        local = datetime.fromisoformat(time).astimezone()
    except (ValueError, OverflowError, OSError):  # not a time; outside of the years that a date can have
        return ""
    year, month, day = f"{local:%Y-%m-%d}".split("-")
    return _("{year}-{month}-{day}").format(year=year.zfill(4), month=month, day=day)


def _state(entry: Entry) -> str:
    """Return the damage of a stored game, or its player to move, or its result; empty if nothing is known."""
    if entry.damage:
        return _("Cannot be opened: {why}.").format(why=entry.damage)
    if entry.record is None:
        return ""
    meta, names = entry.record.meta, players(entry.record)
    to_move = {str(number): name for number, name in enumerate(names)}.get(meta.get("turn", ""))
    return _("{player} to move").format(player=to_move) if to_move else result(entry.record)


def _length(entry: Entry) -> str:
    """Return the number of turns of a game that has ended; empty if it goes on, or the record does not tell."""
    count = entry.record.meta.get(TURNS, "") if entry.record and not entry.damage else ""
    if len(count) > _DIGITS or not is_number(count) or not int(count):
        return ""
    return ngettext("{n} turn", "{n} turns", int(count)).format(n=int(count))


# --- studies ----------------------------------------------------------------------------------------------------------


def _studies(entries: tuple[StudyEntry, ...], own: Sequence[tuple[str, str, str]]) -> Node:
    """Return the lists of studies, with the buttons that begin and import one; the app's own are listed last."""
    stored = {entry.id for entry in entries}
    offered = [_own_study(*one) for one in own if one[0] not in stored]
    told = _("Games with your comments, variations, arrows and tasks: to teach, to remember, to show on your own page.")
    return el(
        "section",
        el("h1", text=_("Studies")),
        el("p", cls="small", text=told) if not entries else None,
        el("ul", map(_study, entries), cls="kept") if entries else None,
        el("ul", offered, cls="own-studies") if offered else None,
        el(
            "div",
            el(
                "button", icon("plus"), el("span", text=_("New study")), type="button", cls="button", popovertarget=_NEW
            ),
            el(
                "div",
                (item(_(game.title), "study.new", id, within=_NEW) for id, game in GAMES.items()),
                id=_NEW,
                popover="auto",
                cls="menu-list",
            ),
            file_button(_("Import a study"), "study.import_files", ".json,application/json", many=True),
            cls="row",
        ),
        cls="yours studies",
    )


def _own_study(id: str, title: str, game: str) -> Node:
    """Return a study that comes with the app, as a link to it."""
    return el(
        "li",
        el("a", text=_(title), href=format_route(Route("study", id))),
        el("span", text=_(GAMES[game].title), cls="small"),
        key=f"own-{id}",
    )


def _study(entry: StudyEntry) -> Node:
    id = f"menu-study-{entry.id}"
    name = cleaned(entry.title) or (_("A study of a newer version") if entry.is_newer else _("A damaged study"))
    known = [_(GAMES[game].title) for game in entry.games if game in GAMES]
    picture = small_board(entry.games[0]) if entry.games and entry.games[0] in GAMES else None
    count = ngettext("{n} chapter", "{n} chapters", entry.chapters).format(n=entry.chapters)
    state = _("Cannot be opened: {why}.").format(why=entry.damage) if entry.damage else " · ".join((*known, count))
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
                item(_("Export"), "study.export_listed", entry.id, within=id),
                item(_("Delete"), "study.delete_listed", entry.id, within=id, danger=True),
            ),
        ),
        key=f"study-{entry.id}",
        cls="entry damaged" if entry.damage and not entry.is_newer else "entry",
    )
