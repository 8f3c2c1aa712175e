"""The review at a table: opening and stopping it, its next verdict, and the turning point on the board. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.app.board.review import (
    REVIEW,
    Review,
    best_actions,
    consistent_verdicts,
    review_turns,
    turning_points,
)
from ruleboard.app.board.table import Table
from ruleboard.app.storage.reviews import Verdict
from ruleboard.engine.action import Action


def viewed_turning_point(table: Table) -> int | None:
    """Return the number of the turn of the viewed turning point, or None."""
    review = table.review
    if review is None or table.view.ply is None or table.notes.opened != REVIEW:
        return None
    return next(
        (number for number in turning_points(review) if review.turns[number].start == table.view.ply),
        None,
    )


def better_actions(table: Table) -> tuple[Action[Any], ...]:
    """Return the actions of the better turn at the viewed turning point, empty elsewhere."""
    number = viewed_turning_point(table)
    if number is None or table.review is None:
        return ()
    return best_actions(table.timeline, table.review.verdicts[number])


def open_review(table: Table, saved_verdicts: tuple[Verdict, ...] | None) -> Table:
    """Return the table with its review next to the board. The review starts unless it is complete.

    Args:
        table: the table of a finished game.
        saved_verdicts: the stored verdicts, of all turns or of the first ones, or None.
    """
    if not table.timeline.is_finished or table.saving.is_in_other_tab:
        return table
    review = table.review or Review(review_turns(table.timeline), saved_verdicts or ())
    if [(verdict.start, verdict.end) for verdict in review.verdicts] != [
        (turn.start, turn.end) for turn in review.turns[: len(review.verdicts)]
    ]:
        review = replace(review, verdicts=())
    review = replace(review, running=not review.is_complete)
    return replace(table, review=review, notes=replace(table.notes, opened=REVIEW, step=0))


def stop_review(table: Table) -> Table:
    """Return the table with its review stopped. Its verdicts stay."""
    return replace(table, review=replace(table.review, running=False)) if table.review else table


def with_verdict(table: Table, best: tuple[str, ...], score: int, played: int) -> Table:
    """Return the table with the verdict on the next turn.

    Args:
        table: the table.
        best: the texts of the best actions, empty if the bot cannot judge the turn.
        score: the chances with them.
        played: the chances with the turn in the game.
    """
    review = table.review
    turn = review.next_turn if review else None
    if review is None or turn is None:
        return table
    verdict = Verdict(turn.start, turn.end, turn.player, max(score, played), played, best)
    updated = replace(review, verdicts=(*review.verdicts, verdict))
    if updated.is_complete:
        updated = replace(updated, verdicts=consistent_verdicts(table.timeline, updated.verdicts))
    return replace(table, review=replace(updated, running=not updated.is_complete))
