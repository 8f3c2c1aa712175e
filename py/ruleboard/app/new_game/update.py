"""What is done to begin a game: choosing, naming, beginning, and beginning the same once more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Desk, Handler, TableHandler
from ruleboard.app.editor import session as editings
from ruleboard.app.play import session as tables
from ruleboard.app.play.session import Table
from ruleboard.app.play.update import TableHandlers
from ruleboard.app.routes import Route, format_route
from ruleboard.app.runtime.model import Draft
from ruleboard.app.settings.update import remember
from ruleboard.app.ui.forms import fields, is_number, names
from ruleboard.engine.options import settled
from ruleboard.engine.record import Record
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _


def drafted(game: str, names: tuple[str, ...]) -> Draft:
    """A game of which nothing has been chosen yet."""
    return Draft(game, {option.id: option.default for option in GAMES[game].options}, names)


def checked(draft: Draft) -> Draft:
    """The draft with why a game cannot begin from the position typed, as a sentence; empty if it can."""
    return replace(draft, error=editings.trouble(draft.game, draft.start) if draft.start else "")


class NewHandlers:
    """Makes a game of a draft, and sits down at it."""

    def __init__(self, desk: Desk, playing: TableHandlers) -> None:
        self._desk = desk
        self._playing = playing
        self.handlers: Mapping[str, Handler] = {"begin": self._begin, "exchange": lambda _value: self._exchange()}
        self.at_table: Mapping[str, TableHandler] = {"rematch": lambda table, _value: self._rematch(table)}

    def choose(self, field: str, value: str) -> None:
        """Take a choice of the page for a new game."""
        draft = self._desk.model.draft
        if draft is None:
            return
        kind, which = (*field.split("-", 1), "")[:2]
        match kind:
            case "option":
                draft = self._chosen(draft, which, value)
            case "name" if is_number(which):
                given = enumerate(_padded(draft))
                draft = replace(draft, names=tuple(value if number == int(which) else name for number, name in given))
            case "start":
                draft = replace(draft, start=value.strip())
        self._desk.change(draft=checked(draft))

    def _chosen(self, draft: Draft, which: str, value: str) -> Draft:
        """The draft with an option's value; a choice that is not offered with it gives way, and that is told."""
        options = GAMES[draft.game].options
        given = {**draft.options, which: value}
        values = settled(options, given)
        for option in options:
            if values.get(option.id) != given.get(option.id):
                title = next(choice.title for choice in option.choices if choice.value == values[option.id])
                self._desk.announce(_("{option}: {choice}").format(option=_(option.title), choice=_(title)))
        return replace(draft, options=values)

    def _exchange(self) -> None:
        """Let everybody move up one side."""
        if draft := self._desk.model.draft:
            names = _padded(draft)
            self._desk.change(draft=replace(draft, names=(*names[1:], names[0])))

    def _begin(self, form: str) -> None:
        draft = self._desk.model.draft
        if draft is None:
            return
        told = fields(form)
        given = names(told, len(_padded(draft)))
        draft = checked(replace(draft, names=given, start=told.get("start", "").strip()))
        if draft.error:
            self._desk.change(draft=draft)
            self._desk.announce(draft.error)
            return
        remember(self._desk, given)
        self._play(
            Record(draft.game, draft.options, self._desk.browser.seed(), given, start=draft.start or None), instead=True
        )

    def _rematch(self, table: Table) -> None:
        """The same game once more; everybody moves up one side."""
        record = table.timeline.record
        players = (*record.players[1:], record.players[0])
        self._play(Record(record.game, record.options, self._desk.browser.seed(), players, start=record.start))

    def _play(self, record: Record, *, instead: bool = False) -> None:
        """Begin a game, keep it, and go to its table; with ``instead``, in place of the page where it was set up.

        That page, reached by going back, would be a form in which nothing is chosen: the game would seem lost.
        """
        id, timeline = self._desk.library.begin(record)
        table, route = tables.seated(id, timeline), Route("play", id)
        self._playing.keep(table)
        self._desk.change(route=route, table=table, draft=None, announced="")
        self._desk.name_page()
        self._desk.browser.go(format_route(route), replace=instead)


def _padded(draft: Draft) -> tuple[str, ...]:
    """A name for every side of the drafted game, empty where none was given."""
    game = GAMES[draft.game]
    usual = not draft.start or draft.error or checked(draft).error
    first = game.initial(draft.options, 0) if usual else game.parse_position(draft.start)
    count = len(game.sides(first))
    return (*draft.names, *("",) * count)[:count]
