"""The view of the loading page for a long game or study."""

from __future__ import annotations

from ruleboard.app.library.session import OpeningPage
from ruleboard.app.ui.components import Shell, link, page_frame
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def opening(shell: Shell, page: OpeningPage) -> Node:
    """Render the progress of loading, and a link to leave the page."""
    title = _("Opening a long game") if page.chapter is None else _("Opening a long study")
    return page_frame(
        shell,
        "opening",
        el("h1", text=title),
        el(
            "p",
            el("progress", max="100", value=str(page.percent), aria_label=title),
            el("span", cls="small", text=_("{n}%").format(n=page.percent)),
            cls="row",
        ),
        el("div", link(_("All games"), "#/", cls="button"), cls="row"),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )
