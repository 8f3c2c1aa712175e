"""The side panel: notes of the game, the lesson behind a refusal, the move list; and the reference dialog."""

from __future__ import annotations

from ruleboard.app.play.move_list import moves
from ruleboard.app.play.review import REVIEW
from ruleboard.app.play.review_view import panel
from ruleboard.app.play.side_notes import MOVES, RULE
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import button, dialog_head, link, tab
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import SideNote
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def beside(table: Table) -> Node:
    """Return the side panel."""
    notes = table.side_notes
    if not notes and not table.review:
        return el("section", moves(table), cls="beside", aria_label=_("Moves"))
    aside = None if table.opened_note == MOVES else table.side_note
    tabs = [(other.id, other.title) for other in notes] + [(MOVES, _("Moves"))]
    reviewed = table.review is not None and table.opened_note == REVIEW
    if table.review is not None:
        tabs.insert(0, (REVIEW, _("Review")))
    at = REVIEW if reviewed else aside.id if aside else MOVES
    story = table.recent_events.id if table.recent_events else None
    return el(
        "section",
        el(
            "div",
            (
                tab(title, "play.read", id, id == at, cls="tab story" if id == story else "tab", key=f"tab-{id}")
                for id, title in tabs
            ),
            cls="tabs",
        ),
        panel(table) if reviewed else _told(table, aside) if aside else moves(table),
        cls="beside resting" if table.nothing_opened else "beside",
        aria_label=_("Review") if reviewed else aside.title if aside else _("Moves"),
    )


def _told(table: Table, aside: SideNote) -> Node:
    """Return the step of a note that is shown, with the buttons to the others."""
    at, last = table.page, len(aside.steps) - 1
    story = aside is table.recent_events
    closes = story or aside.id == RULE
    return el(
        "div",
        el("h2", text=aside.title, cls="unseen"),
        el("div", aside.steps[at].node, cls="telling", key=f"{aside.id}-{at}", tabindex="0"),
        el(
            "div",
            button(_("Back"), "play.page", str(at - 1), picture="previous", bare=True, disabled=at == 0)
            if last
            else None,
            el("span", text=_("{n} of {all}").format(n=at + 1, all=last + 1), cls="small") if last else None,
            button(_("Next"), "play.page", str(at + 1), cls="primary") if at < last else None,
            button(_("Close"), "play.read", "", cls="primary" if at == last else "quiet") if closes else None,
            cls="steps",
        )
        if last or closes
        else None,
        _whole_lesson(table) if aside.id == RULE else None,
        cls=f"aside{' story' if story else ''}",
        key=f"aside-{aside.id}",
    )


def _whole_lesson(table: Table) -> Node:
    address = format_route(Route("learn", table.timeline.game.id, text=table.rule))
    return link(_("Open the lesson"), address, cls="button quiet")


def reference(table: Table) -> Node | None:
    """Return the dialog with the game's reference, None if it has none."""
    aside = VIEWS[table.timeline.game.id].reference_note(table.timeline.public_state())
    if aside is None:
        return None
    return el(
        "div",
        dialog_head(aside.title, "reference"),
        aside.steps[0].node,
        id="reference",
        popover="auto",
        role="dialog",
        aria_label=aside.title,
        cls="dialog reference",
    )
