"""The side panel with the game's notes, lessons and the move list, and the reference dialog."""

from __future__ import annotations

from ruleboard.app.board.review import REVIEW_NOTE
from ruleboard.app.board.side_notes import (
    LESSON_NOTE,
    MOVE_LIST_NOTE,
    current_note_step,
    current_side_note,
    has_no_open_note,
    side_notes,
)
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.play.move_list import move_list
from ruleboard.app.play.review_view import review_panel
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import button, dialog, dialog_header, link, tab
from ruleboard.contract.view import SideNote
from ruleboard.i18n import _
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el


def side_panel(table: Table) -> Node:
    """Return the side panel: the move list, a note or the review, with tabs to switch between them."""
    notes = side_notes(table)
    if not notes and not table.review:
        return el("section", move_list(table), cls="beside", aria_label=_("Moves"))
    note = None if table.notes.open_note == MOVE_LIST_NOTE else current_side_note(table)
    tabs = [(note.id, note.title) for note in notes] + [(MOVE_LIST_NOTE, _("Moves"))]
    shows_review = table.review is not None and table.notes.open_note == REVIEW_NOTE
    if table.review is not None:
        tabs.insert(0, (REVIEW_NOTE, _("Review")))
    open_tab = REVIEW_NOTE if shows_review else note.id if note else MOVE_LIST_NOTE
    events_id = table.notes.recent_events.id if table.notes.recent_events else None
    return el(
        "section",
        el(
            "div",
            (
                tab(
                    title,
                    PlayMessage.TOGGLE_NOTE,
                    id,
                    id == open_tab,
                    cls="tab story" if id == events_id else "tab",
                    key=f"tab-{id}",
                )
                for id, title in tabs
            ),
            cls="tabs",
        ),
        review_panel(table) if shows_review else _note_panel(table, note) if note else move_list(table),
        cls="beside resting" if has_no_open_note(table) else "beside",
        aria_label=_("Review") if shows_review else note.title if note else _("Moves"),
    )


def _note_panel(table: Table, note: SideNote) -> Node:
    """Return the current step of a note, with buttons for its other steps."""
    step, last_step = current_note_step(table), len(note.steps) - 1
    shows_events = note is table.notes.recent_events
    can_close = shows_events or note.id == LESSON_NOTE
    return el(
        "div",
        el("h2", text=note.title, cls="unseen"),
        el("div", note.steps[step].node, cls="telling", key=f"{note.id}-{step}", tabindex="0"),
        el(
            "div",
            button(
                _("Back"),
                PlayMessage.SHOW_NOTE_STEP,
                str(step - 1),
                picture="previous",
                icon_only=True,
                disabled=step == 0,
            )
            if last_step
            else None,
            el("span", text=_("{n} of {all}").format(n=step + 1, all=last_step + 1), cls="small")
            if last_step
            else None,
            button(_("Next"), PlayMessage.SHOW_NOTE_STEP, str(step + 1), cls="primary") if step < last_step else None,
            button(_("Close"), PlayMessage.TOGGLE_NOTE, "", cls="primary" if step == last_step else "quiet")
            if can_close
            else None,
            cls="steps",
        )
        if last_step or can_close
        else None,
        _lesson_link(table) if note.id == LESSON_NOTE else None,
        cls=f"aside{' story' if shows_events else ''}",
        key=f"aside-{note.id}",
    )


def _lesson_link(table: Table) -> Node:
    address = format_route(Route("learn", table.timeline.game.id, text=table.notes.lesson))
    return link(_("Open the lesson"), address, cls="button quiet")


def reference_dialog(table: Table) -> Node | None:
    """Return the dialog with the game's reference, or None if the game has no reference."""
    note = VIEWS[table.timeline.game.id].reference_note(table.timeline.public_state())
    if note is None:
        return None
    return dialog("reference", note.title, dialog_header(note.title, "reference"), note.steps[0].node, cls="reference")
