"""Hints and threats at a table: requests for them, and their steps. Pure: each function returns another table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleboard.app.board.advice import Advice, AdviceKind
from ruleboard.app.board.review import legal_actions_of
from ruleboard.app.board.table import Table


def request_hint(table: Table) -> Table:
    """Return the table with a request for a hint, or with the next step of the current hint."""
    if table.read_only:
        return table
    if table.advice is not None and table.advice.kind is not AdviceKind.THREATS:
        return show_next_step(table)
    return _with_request(table, AdviceKind.SEARCHING)


def _with_request(table: Table, kind: AdviceKind) -> Table:
    """Return the table with a request for advice in place of earlier messages."""
    return replace(table, advice=Advice(kind), message="", touches=table.touches.cleared())


def with_hint(table: Table, texts: Sequence[str]) -> Table:
    """Return the table with the first step of a hint, or without advice if the actions are not legal.

    Args:
        table: the table with the request for a hint.
        texts: the texts of the recommended actions, in order.
    """
    actions = legal_actions_of(table.timeline, texts)
    return replace(table, advice=Advice(AdviceKind.TARGET, actions) if len(actions) == len(texts) else None)


def show_next_step(table: Table) -> Table:
    """Return the table with the next step of the hint."""
    advice = table.advice
    if advice is None or not AdviceKind.TARGET <= advice.kind < AdviceKind.REASONS:
        return table
    return replace(table, advice=replace(advice, kind=AdviceKind(advice.kind + 1)))


def show_threats(table: Table) -> Table:
    """Return the table with the threats against the player to move."""
    return table if table.read_only else _with_request(table, AdviceKind.THREATS)


def close_advice(table: Table) -> Table:
    """Return the table without advice."""
    return replace(table, advice=None)
