"""What is done to give a game away: the dialog that shares it, pictures, prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleboard.app import notices as standing
from ruleboard.app.context import Desk, TableHandler
from ruleboard.app.play.animation import roads
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.session import Table
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import Sharing
from ruleboard.app.ui.names import title
from ruleboard.games.diagram import sheets
from ruleboard.scene.css import Sheet


class ShareHandlers:
    """Draws pictures with the page's style sheets, which are read when the first one is asked for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheets: Mapping[str, Sheet] | None = None
        self._pictured: object = None
        self.at_table: Mapping[str, TableHandler] = {
            "share": self._open,
            "print-position": lambda _table, _value: self._with_styles(self._print_position),
            "print-record": lambda _table, _value: self._print_record(),
            "printed": lambda _table, _value: self._desk.change(printing=""),
        }

    def _open(self, table: Table, value: str) -> None:
        """Open the dialog, or close it."""
        browser = self._desk.browser
        sharing = shares.begun(table, browser.site(), browser.can_share())
        self._desk.change(copied=("", False), sharing=sharing if value == "open" else None)

    def do(self, what: str, value: str) -> None:
        """Do what a button of the dialog says, or take a choice."""
        table, sharing = self._desk.model.table, self._desk.model.sharing
        if table is None or sharing is None:
            return
        name = shares.file_name(table)
        match what:
            case "svg":
                self._desk.browser.download(f"{name}.svg", "image/svg+xml", sharing.picture)
            case "png":
                self._desk.browser.paint(f"{name}.png", sharing.picture, self._painted)
            case "native":
                self._desk.browser.share(title(table.timeline.record), shares.link(table, sharing))
            case _:
                self._desk.change(copied=("", False), sharing=shares.chosen(sharing, what, value))

    def _painted(self, done: bool) -> None:
        if not done:
            self._desk.tell("unpainted", standing.unpainted())
            self._desk.draw()

    # --- pictures --------------------------------------------------------------------------------------------

    def picture(self) -> None:
        """Draw the picture that is shared, if it is looked at and is not the one that was drawn last."""
        table, sharing = self._desk.model.table, self._desk.model.sharing
        if table is None or sharing is None or sharing.section not in ("picture", "embed"):
            return
        if self._sheets is None:
            self._with_styles(lambda _styles: None)  # this is drawn again when they are there
            return
        about = (table.shown, table.marks, replace(sharing, picture="", section="", caption="", accept=""))
        if about != self._pictured or not sharing.picture:
            self._pictured = about
            self._desk.change(sharing=self._drawn(table, sharing, self._sheets))

    def _with_styles(self, act: Callable[[Mapping[str, Sheet]], None]) -> None:
        """Do something with the style sheets: at once, or, the first time, when they are read."""
        if self._sheets is not None:
            act(self._sheets)
            return

        def read(css: str) -> None:
            self._sheets = sheets(css)
            act(self._sheets)
            self._desk.draw()

        self._desk.browser.styles(read)

    def _drawn(self, table: Table, sharing: Sharing, styles: Mapping[str, Sheet]) -> Sharing:
        here = seat(replace(table, turned=sharing.flipped), self._desk.model.settings)
        return shares.drawn(table, sharing, styles, here, roads(table, here))

    # --- prints ----------------------------------------------------------------------------------------------

    def _print_position(self, styles: Mapping[str, Sheet]) -> None:
        """Print the position one looks at, as the dialog has it if that is open, always made for paper."""
        if table := self._desk.model.table:
            asked = self._desk.model.sharing or shares.begun(table, "", native=False)
            heading = shares.heading(table, asked.title)
            drawn = self._drawn(table, replace(asked, title=heading, paper=True), styles)
            self._desk.change(printing=drawn.picture)
            self._desk.browser.print()

    def _print_record(self) -> None:
        self._desk.change(printing="record")
        self._desk.browser.print()
