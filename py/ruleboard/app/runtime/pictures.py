"""Pictures for the dialog that shares a game, and for paper: drawn once the page's style sheets are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleboard.app import notices
from ruleboard.app.runtime.model import PlayPage
from ruleboard.app.share import pictures
from ruleboard.app.share.update import print_request
from ruleboard.app.study.embedding import Embedding, with_poster
from ruleboard.app.study.session import StudySession
from ruleboard.games.diagram import sheets
from ruleboard.scene.css import Sheet

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class Pictures:
    """Owns the style sheets, which are read when the first picture is asked for."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._sheets: Mapping[str, Sheet] | None = None
        self._subject: object = None
        self._is_reading_allowed = True  # not while the notice of a failure is drawn: the next event reads again

    def refresh(self) -> None:
        """Draw the picture that is shared, if it is shown and is not the one that was drawn last."""
        page, settings = self._app.model.page, self._app.model.settings
        if not self._is_reading_allowed:
            return
        if isinstance(page, StudySession) and page.embedding:
            self._refresh_study(page, page.embedding)
            return
        if not isinstance(page, PlayPage) or page.sharing is None or not pictures.is_shown(page.share_dialog):
            return
        if self._sheets is None:
            self._with_sheets(lambda _sheets: None)  # the page is drawn again when they are read
            return
        subject = pictures.subject(page.share_dialog)
        if subject != self._subject or not page.sharing.picture:
            self._subject = subject
            sharing = pictures.drawn(page.table, page.sharing, self._sheets, settings)
            self._app.model = replace(self._app.model, page=replace(page, sharing=sharing))

    def _refresh_study(self, page: StudySession, shown: Embedding) -> None:
        """Draw the poster of a study that is to be shown in another page."""
        if self._sheets is None:
            self._with_sheets(lambda _sheets: None)
        elif shown.subject != self._subject or not shown.picture:
            self._subject = shown.subject
            drawn = with_poster(shown, page.study, self._sheets)
            self._app.model = replace(self._app.model, page=replace(page, embedding=drawn))

    def print(self) -> None:
        """Print the position of the game that is played."""
        self._with_sheets(self._print)

    def _print(self, styles: Mapping[str, Sheet]) -> None:
        app, page = self._app, self._app.model.page
        if isinstance(page, PlayPage):
            asked = print_request(page.share_dialog)
            picture = pictures.drawn(page.table, asked, styles, app.model.settings).picture
            app.model = replace(app.model, page=replace(page, printing=picture))
            app.browser.print()

    def download(self, name: str, picture: str) -> None:
        """Hand out a picture as a PNG file."""

        def painted(done: bool) -> None:
            if not done:
                self._app.notify("unpainted", notices.no_png())
                self._app.draw()

        self._app.browser.download_png(name, picture, painted)

    def _with_sheets(self, act: Callable[[Mapping[str, Sheet]], None]) -> None:
        """Do something with the style sheets: at once, or, the first time, when they are read."""
        if self._sheets is not None:
            act(self._sheets)
            return

        def read(css: str) -> None:
            if css:
                self._sheets = sheets(css)
                self._app.dismiss("no-styles")
                act(self._sheets)
            else:
                self._app.notify("no-styles", notices.no_styles())
            self._is_reading_allowed = bool(css)
            self._app.draw()
            self._is_reading_allowed = True

        self._app.browser.read_styles(read)
