"""The page for an address, a game or a save that is not there or cannot be opened."""

from __future__ import annotations

from ruleboard.app.library.session import NotFound
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import Shell, button, frame, link
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def not_found(shell: Shell, page: NotFound) -> Node:
    """Return the page that says what does not exist or cannot be opened, and why."""
    entry, lost = page.entry, page.game
    heading = _("This game cannot be opened") if entry else _("There is nothing here")
    return frame(
        shell,
        "missing",
        el("h1", text=_("This link cannot be opened") if lost else heading),
        el("p", cls="lead", text=page.why),
        el(
            "p",
            text=_("What was saved has not been touched, and a version that knows it can open it. You can download it.")
            if entry.unsupported
            else _("What was saved has not been touched. You can download it, and perhaps somebody can mend it."),
        )
        if entry
        else None,
        el(
            "div",
            button(_("Download what was saved"), "library.export", entry.id) if entry else None,
            button(_("Delete it"), "library.delete", entry.id, cls="danger-text") if entry else None,
            link(
                _("Begin {game} from its start").format(game=_(GAMES[lost].title)),
                format_route(Route("new", lost)),
                cls="button primary",
            )
            if lost
            else None,
            link(_("All games"), "#/", cls="button" if lost else "button primary"),
            cls="row",
        ),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )
