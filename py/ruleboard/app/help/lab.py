"""The view of the lab, the page where people write games in Python. static/lab/ has its content."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.ui.components import Shell, back_link, page_frame
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


@dataclass(frozen=True, slots=True)
class LabPage:
    """The session of the lab page, which has no state."""


def lab_page(shell: Shell) -> Node:
    """Render the lab. The page loads its script, which fills the element."""
    return page_frame(
        shell,
        "lab",
        el("h1", text=_("A game of your own")),
        el(
            "rule-lab",
            data_failure=_("The editor didn’t load. Reload the page to try again."),
            data_absence=_(
                "This file contains the app without the editor for games of your own. You can open "
                "that editor on a Ruleboard website. Or write your game in any other editor, and try "
                "it with Ruleboard’s Python package."
            ),
        ),
        back=back_link(_("Help"), "#/help"),
    )
