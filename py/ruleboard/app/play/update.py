"""What is done at the table: playing, going to and fro, looking at it from all sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ruleboard.app import notices as standing
from ruleboard.app.context import Desk, TableHandler
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import session as tables
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.session import Table
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.settings.update import remember
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.forms import fields, is_number, names
from ruleboard.app.ui.names import players
from ruleboard.engine.action import Action
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.i18n import _
from ruleboard.wording import sentence


class TableHandlers:
    """Takes over tables: each that differs in what was played is kept before it is shown."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.at_table: Mapping[str, TableHandler] = {
            # what is played, or taken back
            "choose": lambda table, value: self.act(*tables.chosen(table, value)),
            "undo": lambda _table, _value: self.undo(),
            "redo": lambda _table, _value: self.redo(),
            "continue": lambda table, _value: self.change(tables.continued(table)),
            "resign": _numbered(lambda table, player: self.change(tables.resigned(table, player))),
            "offer": self._offer,
            "answer": self._answer,
            "agree": lambda table, _value: self.change(tables.agreed(table)),
            "claim": lambda table, _value: self.change(tables.claimed(table)),
            "rename": self._rename,
            # how it is looked at
            "look": _numbered(self._look),
            "now": lambda table, _value: self._look(table, table.timeline.at),
            "turn": lambda _table, _value: self.turn_board(),
            "uncover": self._uncover,
            "whole": lambda table, _value: self.set(replace(table, whole=not table.whole)),
            "bring": _numbered(lambda _table, player: self.bring(f'[data-player="{player}"]')),
            # what is seen in place of the board, or read beside it
            "show-step": lambda table, value: self._leaf(table, value),
            "show-skip": lambda table, _value: self._show(tables.skipped(table)),
            "show-again": lambda table, value: self._show(
                tables.shown_again(table, int(value) if is_number(value) else None)
            ),
            "story": lambda table, value: self.set(tables.recounted(table, value == "open")),
            "read": lambda table, value: self._read(tables.read(table, value)),
            "teach": lambda table, value: self._read(tables.taught(table, value)),
            "step": _numbered(self._turn_over),
        }

    # --- taking over a table ---------------------------------------------------------------------------------

    def set(self, table: Table) -> None:
        """Take over a table of which nothing is to be kept; the address always names where one looks."""
        self._desk.change(table=table)
        if table.fresh:
            return
        address = format_route(Route("play", table.id, table.looking))
        if self._desk.model.route != parse_route(address):
            self._desk.change(route=parse_route(address))
            self._desk.browser.go(address, replace=True)

    def act(self, table: Table, action: Action[Any] | None) -> None:
        """Take over a table on which an action may just have been made."""
        before = self._desk.model.table
        if before is None or action is None:
            self.set(table)
            if before is not None and (said := announcing.touched(before, table)):
                self._desk.announce(said)
            if table.said:
                self._desk.reveal(".player:has(.said)")
        elif self.save(table):
            done = before.timeline.game.describe(before.timeline.state, action)
            if table.showing:
                self._desk.announce(f"{sentence(done)} {self._told(table)}")
            else:
                self._desk.announce(announcing.standing(table, done, announcing.retold(before, table)))

    def change(self, table: Table, done: str = "") -> None:
        """Take over a table whose timeline may have been moved, and tell how things stand after what was done."""
        before = self._desk.model.table
        if before is None or table.timeline is before.timeline:
            self.set(table)
        elif self.save(table):
            self._desk.announce(announcing.standing(table, done))

    def save(self, table: Table) -> bool:
        """Keep the game and show it; False if another tab has it now, and nothing was changed."""
        if not self.keep(table):
            return False
        self._desk.change(unusable="")
        self.set(replace(table, fresh=False))
        self.reveal_move()
        return True

    def keep(self, table: Table) -> bool:
        """Write a game into the store; False if another tab has it now. A full store is told, and no failure."""
        try:
            self._desk.library.save(table.id, table.timeline)
        except Conflict:
            if self._desk.model.table:
                self.give_way(self._desk.model.table)
            return False
        except StoreFull:
            self._desk.tell("full", standing.full())
        else:
            self._desk.retry()
        self._desk.untell("elsewhere")
        return True

    def give_way(self, table: Table) -> None:
        """Let another tab have the game: nothing more is saved here until it is taken over."""
        self.set(tables.yielded(table))
        gone = self._desk.library.entry(table.id) is None
        self._desk.tell("elsewhere", standing.gone() if gone else standing.elsewhere())

    def _show(self, table: Table) -> None:
        """Take over a table whose show may have begun, gone on or ended, and tell of it."""
        before = self._desk.model.table
        self.set(table)
        if table.showing:
            self._desk.announce(self._told(table))
            self.reveal_move()
        elif before and before.showing:
            self._desk.announce(announcing.standing(table))

    def _told(self, table: Table) -> str:
        """What the frame says that is seen."""
        frames = tables.frames(table, seat(table, self._desk.model.settings))
        return frames[table.showing.step].words if table.showing else ""

    # --- what keys do as well as buttons ---------------------------------------------------------------------

    def undo(self) -> None:
        """Take back what was played last, where one does not look back."""
        if (table := self._desk.model.table) and table.looking is None:
            self.change(tables.undone(table), _("Taken back."))

    def redo(self) -> None:
        """Play again what was taken back."""
        if (table := self._desk.model.table) and table.looking is None:
            self.change(tables.redone(table), _("Done again."))

    def step(self, by: int) -> None:
        """Go to and fro, in a show or in the game."""
        if (table := self._desk.model.table) and table.showing:
            self._show(tables.advanced(table, by))
        elif table:
            self._look(table, table.shown.at + by)

    def turn_board(self) -> None:
        """Let the other side be nearest."""
        if table := self._desk.model.table:
            self.set(replace(table, turned=not table.turned))

    def put_down(self) -> None:
        """Leave what is seen in place of the board, or what one looks back at, or put down what was taken up."""
        if (table := self._desk.model.table) is None:
            return
        if table.showing or table.recounting:
            self._show(tables.recounted(table, False))
            return
        if table.looking is not None:
            self._look(table, table.timeline.at)
        else:
            self.act(tables.put_down(table), None)

    # --- what only buttons do --------------------------------------------------------------------------------

    def _look(self, table: Table, at: int) -> None:
        after = tables.looked(table, at)
        self.set(after)
        self._desk.announce(announcing.looked(after))  # what was said to who decides is not for who looks back
        self.reveal_move()

    def _turn_over(self, table: Table, step: int) -> None:
        """Read another step of what stands beside the board."""
        after = tables.stepped(table, step)
        self.set(after)
        if told := announcing.retold(table, after):
            self._desk.announce(told)

    def _uncover(self, table: Table, _value: str) -> None:
        after = tables.uncovered(table)
        self.set(after)
        self._desk.announce(announcing.standing(after))

    def _leaf(self, table: Table, by: str) -> None:
        if by in ("1", "-1"):
            self._show(tables.advanced(table, int(by)))

    def _offer(self, table: Table, _value: str) -> None:
        after = tables.offered(table)
        self.set(after)
        if after.offer is not None:
            name = players(table.timeline.record)[after.offer]
            self._desk.announce(_("{player} offers a draw.").format(player=name))

    def _answer(self, table: Table, value: str) -> None:
        after = tables.answered(table, value == "yes")
        if after.timeline.outcome:
            self.change(after)
        else:
            self.set(after)
            self._desk.announce(announcing.standing(after, _("The draw is declined.")))

    def _rename(self, table: Table, form: str) -> None:
        told = fields(form)
        given = names(told, len(table.timeline.record.players))
        self.save(tables.named(table, told.get("title", "").strip()[:LONGEST_NAME], given))
        self._desk.name_page()
        remember(self._desk, given)

    # --- bringing into sight: on a phone, what answers a touch may lie below the screen ----------------------

    def _read(self, table: Table) -> None:
        """Take over a table beside which something else is read."""
        self.set(table)
        self._desk.reveal(".page-table > .beside")

    def reveal_move(self) -> None:
        """Scroll the move list to where one looks."""
        self._desk.reveal(".moves .now")

    def bring(self, selector: str) -> None:
        """Pan the board to what a CSS selector finds there."""
        self._desk.reveal(f".stage {selector}")


def _numbered(do: Callable[[Table, int], None]) -> TableHandler:
    """Do something with the number a button gives; nothing if it is none."""

    def handler(table: Table, value: str) -> None:
        if is_number(value):
            do(table, int(value))

    return handler
