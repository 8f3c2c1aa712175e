"""The home page: the games that are kept, and the games there are."""

from __future__ import annotations

from datetime import datetime

from ruleboard.app.library.session import Home
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.games import Entry
from ruleboard.app.ui.components import Shell, about, button, frame, item, link, menu
from ruleboard.app.ui.names import UNOFFICIAL, called, makers, players, result
from ruleboard.app.ui.thumbnails import small_board, small_board_at
from ruleboard.games.courses import course
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _, ngettext
from ruleboard.scene.node import Node, el

FIRST = 12
"""How many kept games are listed before one asks for all."""


def home(shell: Shell, page: Home, entries: tuple[Entry, ...]) -> Node:
    """The page one comes to."""
    return frame(
        shell,
        "home",
        _kept(page, entries),
        _shelf(),
        tools=(
            link(_("Settings"), "#/settings", picture="settings", bare=True),
            link(_("Help"), "#/help", picture="help", bare=True),
        ),
    )


def _shelf() -> Node:
    return el(
        "section",
        el("h1", text=_("Games for a table")),
        el("p", cls="lead", text=_("Two to four people, one screen between you.")),
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


def _kept(page: Home, stored: tuple[Entry, ...]) -> Node | None:
    if not stored:
        return None
    entries = stored if page.show_all else stored[:FIRST]
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
                _about(entry),
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


def _about(entry: Entry) -> Node:
    title = _(GAMES[entry.record.game].title) if entry.record and entry.record.game in GAMES else ""
    day = _day(entry.changed)
    between = "\N{NO-BREAK SPACE}· " if title and day else ""  # no line begins with the dot
    parts = ((title + between, ""), (day, "day"))
    return el("span", (el("span", text=text, cls=cls) for text, cls in parts if text), cls="small")


def _day(time: str) -> str:
    """The day of a time in UTC, as the reader's own calendar has it; empty if it is no time at all."""
    try:
        there = datetime.fromisoformat(time).astimezone()
    except (ValueError, OverflowError, OSError):  # no time; before or after all years there are
        return ""
    year, month, day = f"{there:%Y-%m-%d}".split("-")
    return _("{year}-{month}-{day}").format(year=year.zfill(4), month=month, day=day)


def _state(entry: Entry) -> str:
    if entry.damage:
        return _("Cannot be opened: {why}.").format(why=entry.damage)
    if entry.record is None:
        return ""
    meta, names = entry.record.meta, players(entry.record)
    to_move = {str(number): name for number, name in enumerate(names)}.get(meta.get("turn", ""))
    return _("{player} to move").format(player=to_move) if to_move else result(entry.record)
