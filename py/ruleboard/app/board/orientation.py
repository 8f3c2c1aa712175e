"""The orientation of the board, and the player whose secrets are visible."""

from __future__ import annotations

from typing import Any

from ruleboard.app.board.parts import LineKind
from ruleboard.app.board.review import REVIEW_NOTE
from ruleboard.app.board.table import Table
from ruleboard.app.storage.preferences import Flip, Settings
from ruleboard.engine.timeline import Timeline
from ruleboard.registry import VIEWS


def last_hidden_player(timeline: Timeline[Any]) -> int:
    """Return the player who makes the current or made the last hidden decision; 0 if there was no hidden decision."""
    for ply in range(timeline.ply, -1, -1):
        to_move = timeline.game.to_move(timeline.states[ply])
        if to_move is not None and timeline.is_hidden(ply):
            return to_move
    return 0


def player_at_bottom(table: Table, settings: Settings) -> int:
    """Return the player at the bottom of the board.

    The only person in a game is always at the bottom. A board that rotates shows the side of the player to move. A
    board that rotates for hidden decisions also rotates for a person's visible decision, so that the hand below the
    board belongs to that person. During a review, the board keeps its orientation from the end of the game.
    """
    timeline = (
        table.viewed_timeline if table.display.replay is None else table.timeline.jump(table.display.replay.first_ply)
    )
    if table.review is not None and table.notes.open_note == REVIEW_NOTE:
        timeline = table.timeline
    side_count = len(timeline.game.sides(timeline.state))
    player = table.only_person or 0
    if table.only_person is None and VIEWS[timeline.game.id].rotates_to_mover:
        deciding_player = timeline.to_move
        player = (
            last_hidden_player(timeline)
            if deciding_player is None or deciding_player not in table.persons
            else deciding_player
        )
    elif table.only_person is None and settings.flip is Flip.TURN:
        deciding_player = timeline.game.to_move(timeline.state)
        if table.display.ply is None and table.draw_responder is not None:
            deciding_player = table.draw_responder  # the responder judges the position from their own side
        player = deciding_player if deciding_player is not None else 0
    return (player + 1) % side_count if table.display.is_flipped else player


def viewer_of(table: Table) -> int | None:
    """Return the player whose secrets the board shows, or None if the board shows only public information.

    The only person in a game always sees their own secrets. Several persons see the secrets of the player who makes
    a hidden decision, also in the line of a hint.
    """
    if table.only_person is not None:
        return table.only_person
    timeline, display = table.viewed_timeline, table.display
    is_at_decision = display.ply is None or (bool(display.variation) and display.variation_line is LineKind.HINT)
    shows_secrets = (
        not display.awaits_handover and is_at_decision and timeline.is_hidden() and not table.bot_level_to_move
    )
    return timeline.to_move if shows_secrets else None


def is_face_to_face(table: Table, settings: Settings) -> bool:
    """Return True if two people sit on opposite sides of the board, so that each needs a panel and tools."""
    return settings.flip is Flip.FACE and table.only_person is None and len(table.timeline.record.players) == 2


def starts_zoomed(table: Table) -> bool:
    """Return True if a small screen initially shows only a part of the board."""
    return VIEWS[table.timeline.game.id].starts_zoomed
