"""Updates that change how the game that is played is seen: looking back, replays, notes, hints and reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Animate,
    Announce,
    Reveal,
    RevealElement,
    RevealPlayer,
)
from ruleboard.app.effects import Place as Show
from ruleboard.app.messages import Handler, Input, Updated
from ruleboard.app.play import advice, animation, history, inquiry, review
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import session as tables
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.saving import animated, frame_words, shown
from ruleboard.app.play.side_notes import MOVES
from ruleboard.app.play.table import Table
from ruleboard.app.ui.forms import is_number


def went(table: Table, stop: int | None, context: Context) -> Updated[Table]:
    """Return the update when an address leads to a stop (see ``Table.stops``), or to the current state."""
    after = history.view_at(table, table.timeline.at if stop is None else table.entries_at(stop))
    return shown(after, animated(table, after, context))


def look(table: Table, at: int, context: Context) -> Updated[Table]:
    """Return the update that shows the state after ``at`` entries."""
    after = history.view_at(table, at)
    # What was said to who decides is not for who looks back.
    said = Announce(announcing.past_move(after))
    return shown(after, animated(table, after, context), said, Reveal(Show.CURRENT_MOVE))


def replayed(before: Table, after: Table, context: Context) -> Updated[Table]:
    """Return the update to a table whose replay may have begun, gone on or ended."""
    if after.replay:
        moved = Animate(animation.replayed(before, after, seat(after, context.settings)))
        return shown(after, moved, Announce(frame_words(after, context)), Reveal(Show.CURRENT_MOVE))
    # The list of moves comes back with the end of a replay, and begins at its top.
    return (
        shown(after, Announce(announcing.situation(after)), Reveal(Show.CURRENT_MOVE))
        if before.replay
        else shown(after)
    )


def _look(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Show another state; from a review beside the moves, whose buttons lead on, and with the board in view."""
    if not is_number(given.value):
        return Updated(table)
    at = table.entries_at(int(given.value))
    if table.opened_note != review.REVIEW:
        return look(table, at, context)
    return with_board(look(replace(table, opened_note=MOVES, inquiry=None), at, context))


def _now(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Show the current state again, with the board in view."""
    return with_board(look(replace(table, inquiry=None), table.timeline.at, context))


def with_board(updated: Updated[Table]) -> Updated[Table]:
    """Return an update that has the board in view, too."""
    return replace(updated, effects=(*updated.effects, Reveal(Show.BOARD)))


def turn(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    """Turn the board round."""
    return shown(replace(table, turned=not table.turned))


def _uncover(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    after = tables.uncover(table)
    return shown(after, Announce(announcing.situation(after)))


def _pan(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Pan the board to a player's part of it; the value is 1-based."""
    return Updated(table, (RevealPlayer(int(given.value) - 1),) if is_number(given.value) else ())


def _show_step(table: Table, given: Input, context: Context) -> Updated[Table]:
    by = {"1": 1, "-1": -1}.get(given.value, 0)
    return replayed(table, history.advance_replay(table, by), context) if by else Updated(table)


def _show_skip(table: Table, _given: Input, context: Context) -> Updated[Table]:
    return replayed(table, history.skip_replay(table), context)


def _show_again(table: Table, given: Input, context: Context) -> Updated[Table]:
    last = int(given.value) if is_number(given.value) else None
    return replayed(table, history.show_replay(table, last), context)


def _turn_again(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Show the opponents' last turn again, action by action."""
    after = history.show_turn_again(table)
    return (
        shown(after, animated(table, after, context), Announce(announcing.past_move(after)))
        if after.again
        else shown(table)
    )


def _story(table: Table, given: Input, _context: Context) -> Updated[Table]:
    return shown(history.show_history(table, given.value == "open"))


def _read(table: Table, given: Input, _context: Context) -> Updated[Table]:
    after = tables.toggle_note(table, given.value)
    return shown(after, Reveal(Show.SIDE_PANEL if after.opened_note != MOVES else Show.CURRENT_MOVE))


def _teach(table: Table, given: Input, _context: Context) -> Updated[Table]:
    return shown(tables.open_lesson(table, given.value), Reveal(Show.SIDE_PANEL))


def _page(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Show another step of the side note that is read."""
    if not is_number(given.value):
        return Updated(table)
    after = tables.go_to_note_step(table, int(given.value))
    told = announcing.new_event(table, after)
    return shown(after, Announce(told)) if told else shown(after)


def advised(table: Table) -> Updated[Table]:
    """Return the update to a table with a hint, or with threats."""
    return shown(table, Announce(advice.words(table)), Reveal(Show.REFUSAL))


def _hint(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Ask for a hint, or show its next step."""
    return advised(advice.advance(table) if given.value == "next" else advice.ask(table))


def _threats(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return advised(advice.show_threats(table))


def _close_advice(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(advice.close(table))


def _inquire(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    """Open or close the inquiry, in which a touch asks what attacks a square."""
    after = inquiry.toggle(table)
    return shown(after) if after.inquiry is None else shown(after, Announce(inquiry.words(after)))


def _review(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Open the review of the finished game; it begins, or goes on, unless it is there."""
    reviews, record = context.games.reviews, table.timeline.to_record()
    after = review.begin(table, reviews.get(table.id, record) or reviews.begun(table.id, record))
    if after.review is None:
        return Updated(table)
    told = (Announce(announcing.reviewed(after)),) if after.review.is_complete else ()
    return shown(after, *told, Reveal(Show.SIDE_PANEL))


def _stop_review(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(review.stop(table))


def _point(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Show the position before a turn of the review, with the better turn; the value is the turn's number, from 0."""
    turns = table.review.turns if table.review else ()
    if not is_number(given.value) or int(given.value) >= len(turns):
        return Updated(table)
    viewed = history.view_at(table, turns[int(given.value)].first)
    after = replace(viewed, opened_note=review.REVIEW, inquiry=None)
    moved, told = animated(table, after, context), Announce(announcing.point(after))
    return shown(after, moved, told, Reveal(Show.TURNING_POINT), Reveal(Show.BOARD))


def _list(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Show the part of a long move list around a turn, by its number from 0."""
    if not is_number(given.value):
        return Updated(table)
    number = int(given.value)
    return shown(replace(table, listed=number), RevealElement(f"turn-{number}"))


MESSAGES: Mapping[str, Handler[Table]] = {
    "list": _list,
    "look": _look,
    "now": _now,
    "hint": _hint,
    "inquire": _inquire,
    "threats": _threats,
    "close_advice": _close_advice,
    "review": _review,
    "stop_review": _stop_review,
    "point": _point,
    "turn": turn,
    "uncover": _uncover,
    "whole": lambda table, _given, _context: shown(replace(table, shows_whole_board=not table.shows_whole_board)),
    "pan": _pan,
    "show_step": _show_step,
    "show_skip": _show_skip,
    "show_again": _show_again,
    "turn_again": _turn_again,
    "story": _story,
    "read": _read,
    "teach": _teach,
    "page": _page,
}
