"""What is done with kept setups: keeping, using, forgetting, taking out and in."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.context import Desk, TableHandler
from ruleboard.app.play import session as tables
from ruleboard.app.play.session import Table
from ruleboard.app.play.update import TableHandlers
from ruleboard.app.runtime.documents_reader import read
from ruleboard.app.storage.setups import (
    KEY,
    Setups,
    format_lines,
    format_setups,
    is_readable,
    owner_id,
    parse_lines,
    parse_setups,
    visible,
    with_setups,
    with_unique_names,
    without,
)
from ruleboard.app.ui.forms import fields
from ruleboard.app.workshop import session as benches
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.registry import SETUPS
from ruleboard.i18n import _
from ruleboard.wording import sentence


def read_setups(desk: Desk) -> None:
    """Take over what is stored, on the bench too."""
    setups = parse_setups(read(desk, KEY, "unreadable", is_readable)) or ()
    desk.change(setups=setups, bench=benches.followed(desk.model.bench, setups))


def keep_setups(desk: Desk, kept: Setups, earlier: str | None = None) -> None:
    """Let these be the setups there are; what an ``earlier`` text has told of one that was gone is told again."""
    desk.change(setups=kept)
    desk.keep(KEY, format_setups(kept, desk.shelf.last_known(KEY), earlier))


def delete_setup(desk: Desk, game: str, name: str) -> None:
    """Forget a game's setup of that name, and offer to bring it back."""
    setups, earlier = desk.model.setups, desk.shelf.last_known(KEY)
    gone = tuple(setup for setup in setups if (setup.game, setup.name) == (game, name))

    def bring_back() -> bool:
        keep_setups(desk, with_unique_names((*desk.model.setups, *gone)), earlier)
        return True

    if gone:
        keep_setups(desk, without(setups, game, name))
        desk.deleted(f"{game}-{name}", name, bring_back)


class SetupHandlers:
    """Sets up the table of who is to move, and keeps what that player has set up."""

    def __init__(self, desk: Desk, playing: TableHandlers) -> None:
        self._desk = desk
        self._playing = playing
        self.at_table: Mapping[str, TableHandler] = {
            "setup-keep": lambda table, form: self._keep(table, fields(form).get("name", "").strip()),
            "setup-use": self._use,
            "setup-forget": self._forget,
            "setup-text": lambda table, form: self._paste(table, fields(form).get("text", "")),
            "setup-export": self._export,
        }

    def _keep(self, table: Table, name: str) -> None:
        game = table.timeline.game.id
        if name and not table.still and game in SETUPS:
            text = SETUPS[game].text(table.timeline.state)
            keep_setups(self._desk, with_setups(self._desk.model.setups, game, _hand(table), [(name, text)]))
            self._desk.announce(_("“{name}” is kept.").format(name=name))

    def _use(self, table: Table, name: str) -> None:
        for setup in visible(self._desk.model.setups, table.timeline.game.id, _hand(table)):
            if setup.name == name:
                self._set_up(table, setup.text)

    def _forget(self, table: Table, name: str) -> None:
        delete_setup(self._desk, table.timeline.game.id, name)

    def _set_up(self, table: Table, text: str) -> None:
        """Set up what a text describes, or say why not."""
        timeline = table.timeline
        if table.still or timeline.game.id not in SETUPS:
            return
        try:
            steps = SETUPS[timeline.game.id].steps(timeline.state, text)
        except RuleboardError as error:
            self._refuse(error)
            return
        self._desk.change(unusable="")
        self._playing.change(tables.set_up(table, steps))

    def _refuse(self, error: RuleboardError) -> None:
        why = sentence(str(error))
        self._desk.change(unusable=why)
        self._desk.announce(why)

    def _paste(self, table: Table, text: str) -> None:
        """Use a pasted setup; lines with names are kept instead."""
        lines = parse_lines(text)
        if not lines or not all(line[0] for line in lines):
            self._set_up(table, text)
            return
        game, state = table.timeline.game.id, table.timeline.state
        for number, (_name, line) in enumerate(lines, 1):
            try:
                SETUPS[game].steps(state, line)
            except RuleboardError as error:
                self._refuse(error.within(_("line {number}").format(number=number)))
                return
        self._desk.change(unusable="")
        keep_setups(self._desk, with_setups(self._desk.model.setups, game, _hand(table), lines))

    def _export(self, table: Table, name: str) -> None:
        """Hand out the setup of that name, or all if there is no name."""
        game = table.timeline.game.id
        found = [setup for setup in visible(self._desk.model.setups, game, _hand(table)) if name in ("", setup.name)]
        title = SETUPS[game].title.lower() if game in SETUPS else "setups"
        self._desk.browser.download(f"{game}-{title}.txt", "text/plain", format_lines(found))


def _hand(table: Table) -> str:
    """The player to move, to whom a setup of this game is shown."""
    return owner_id(table.id, table.timeline.to_move or 0)
