"""The situation at a table: who acts now, and on which state the board stands."""

from __future__ import annotations

from ruleboard.app.board.table import Table
from ruleboard.games.registry import VIEWS


def is_looking_back(table: Table) -> bool:
    """Return True if the board shows an earlier state, or one that was taken back."""
    return table.view.ply is not None and not table.view.covers_board and not table.saving.is_in_other_tab


def waits_for_opponent(table: Table) -> bool:
    """Return True if persons play here, but a bot is to move."""
    is_blocked = (
        table.view.covers_board
        or table.saving.is_in_other_tab
        or table.view.ply is not None
        or table.guided_turn.mistake is not None
    )
    return bool(table.persons) and table.bot_level_to_move > 0 and not is_blocked


def viewer_of(table: Table) -> int | None:
    """Return the player whose secrets the board shows, None for public knowledge only.

    A person who plays alone always sees their own secrets. Several persons see the secrets of the player who makes
    a hidden decision.
    """
    if table.only_person is not None:
        return table.only_person
    timeline, view = table.viewed_timeline, table.view
    shows_secrets = (
        not view.awaits_handover and view.ply is None and timeline.is_hidden() and not table.bot_level_to_move
    )
    return timeline.to_move if shows_secrets else None


def starts_zoomed(table: Table) -> bool:
    """Return True if a small screen shows a part of the board first."""
    return VIEWS[table.timeline.game.id].starts_zoomed
