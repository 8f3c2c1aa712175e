"""Pictures for the share dialogs and for paper, drawn once the page's stylesheets are read."""

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
from ruleboard.games.diagram import look_stylesheets
from ruleboard.scene.css import StyleSheet

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class PicturePainter:
    """Draws pictures with the page's stylesheets, which it reads for the first picture."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._stylesheets: Mapping[str, StyleSheet] | None = None
        self._last_subject: object = None
        self._may_read = True  # False while the page draws the notice of a failure; the next event reads again

    def refresh(self) -> None:
        """Draw the picture in the share dialog if its content has changed."""
        page, settings = self._app.model.page, self._app.model.settings
        if not self._may_read:
            return
        if isinstance(page, StudySession) and page.embedding:
            self._refresh_study(page, page.embedding)
            return
        if not isinstance(page, PlayPage) or page.sharing is None or not pictures.shows_picture(page.share_dialog):
            return
        if self._stylesheets is None:
            self._with_stylesheets(lambda _stylesheets: None)  # reading them draws the page again
            return
        subject = pictures.picture_key(page.share_dialog)
        if subject != self._last_subject or not page.sharing.picture:
            self._last_subject = subject
            sharing = pictures.with_picture(page.table, page.sharing, self._stylesheets, settings)
            self._app.model = replace(self._app.model, page=replace(page, sharing=sharing))

    def _refresh_study(self, page: StudySession, embedding: Embedding) -> None:
        """Draw the poster of a study in the embedding dialog if its content has changed."""
        if self._stylesheets is None:
            self._with_stylesheets(lambda _stylesheets: None)
        elif embedding.poster_key != self._last_subject or not embedding.picture:
            self._last_subject = embedding.poster_key
            with_picture = with_poster(embedding, page.study, self._stylesheets)
            self._app.model = replace(self._app.model, page=replace(page, embedding=with_picture))

    def print(self) -> None:
        """Print the position of the game in play."""
        self._with_stylesheets(self._print)

    def _print(self, stylesheets: Mapping[str, StyleSheet]) -> None:
        app, page = self._app, self._app.model.page
        if isinstance(page, PlayPage):
            sharing = print_request(page.share_dialog)
            picture = pictures.with_picture(page.table, sharing, stylesheets, app.model.settings).picture
            app.model = replace(app.model, page=replace(page, print_content=picture))
            app.browser.print()

    def download(self, name: str, picture: str) -> None:
        """Download a picture as a PNG file."""

        def on_painted(is_painted: bool) -> None:
            if not is_painted:
                self._app.notify("unpainted", notices.png_failed())
                self._app.draw_page()

        self._app.browser.download_png(name, picture, on_painted)

    def _with_stylesheets(self, use: Callable[[Mapping[str, StyleSheet]], None]) -> None:
        """Call a function with the stylesheets, the first time after reading them."""
        if self._stylesheets is not None:
            use(self._stylesheets)
            return

        def on_read(css: str) -> None:
            if css:
                self._stylesheets = look_stylesheets(css)
                self._app.dismiss("no-styles")
                use(self._stylesheets)
            else:
                self._app.notify("no-styles", notices.no_styles())
            self._may_read = bool(css)
            self._app.draw_page()
            self._may_read = True

        self._app.browser.read_styles(on_read)
