"""The view of the page for a URL or a saved game that does not exist or cannot be opened."""

from __future__ import annotations

from ruleboard.app.library.session import NotFound
from ruleboard.app.message_names import LibraryMessage, StudyMessage
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import Shell, button, link, page_frame
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def not_found(shell: Shell, page: NotFound) -> Node:
    """Render the reason why the app cannot open something, and links to other pages."""
    entry, game = page.entry, page.game
    if page.study:
        heading = _("This study cannot be opened")
    elif game or page.is_linked_game:
        heading = _("This link cannot be opened")
    else:
        heading = _("This game cannot be opened") if entry else _("There is nothing here")
    return page_frame(
        shell,
        "missing",
        el("h1", text=heading),
        el("p", cls="lead", text=page.reason),
        el("p", text=_advice(entry.unsupported != "")) if entry else None,
        el("p", text=_advice(page.study.is_newer)) if page.study else None,
        el(
            "div",
            button(_("Download what was saved"), LibraryMessage.EXPORT, entry.id) if entry else None,
            button(_("Delete it"), LibraryMessage.DELETE, entry.id, cls="danger-text") if entry else None,
            button(_("Download what was saved"), StudyMessage.EXPORT_LISTED, page.study.id) if page.study else None,
            button(_("Delete it"), StudyMessage.DELETE_LISTED, page.study.id, cls="danger-text")
            if page.study
            else None,
            link(
                _("Begin {game} from its start").format(game=_(GAMES[game].title)),
                format_route(Route("new", game)),
                cls="button primary",
            )
            if game
            else None,
            link(_("All games"), "#/", cls="button" if game else "button primary"),
            cls="row",
        ),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )


def _advice(is_unsupported: bool) -> str:
    """Return advice about an unreadable text. If it is unsupported, another version of the app may read it."""
    if is_unsupported:
        return _("What was saved has not been touched, and a version that knows it can open it. You can download it.")
    return _("What was saved has not been touched. You can download it, and perhaps somebody can mend it.")
