"""The visible part of the board, in games whose pages show one player's part at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ruleboard.app.board import guide
from ruleboard.app.board.clocks import time_claimer
from ruleboard.app.board.marks import highlighted_targets
from ruleboard.app.board.orientation import is_face_to_face, player_at_bottom
from ruleboard.app.board.side_notes import recent_event_targets
from ruleboard.app.board.table import Table
from ruleboard.app.storage.preferences import Settings
from ruleboard.contract.view import BaseView
from ruleboard.engine.action import Action
from ruleboard.registry import VIEWS


def player_with_question(table: Table) -> int | None:
    """Return the player who must decide about a draw offer or a win on time, or None."""
    if table.display.ply is not None or table.display.replay:
        return None
    return time_claimer(table) if table.draw_responder is None else table.draw_responder


def front_player(table: Table, seat: int) -> int:
    """Return the player whose messages the near panel shows: a person who has to answer, or else the main player."""
    responder = player_with_question(table)
    return responder if responder in table.persons else _main_player(table, seat)


def _main_player(table: Table, seat: int) -> int:
    """Return the player whose panel the page shows if it shows only one.

    This is the player to move, the only person during a bot's turn, or the winner at the end.
    """
    timeline = table.viewed_timeline
    if timeline.outcome:
        winners = timeline.outcome.winners
        return seat if seat in winners else winners[0]
    if timeline.to_move is None:
        return seat
    if table.display.ply is not None:
        return timeline.to_move
    is_bot_turn = table.bot_level_of(timeline.to_move) > 0
    return table.only_person if is_bot_turn and table.only_person is not None else timeline.to_move


def shows_one_part(table: Table, settings: Settings) -> bool:
    """Return True if the page shows one player's part of the board, and strips for the other players."""
    return _board_part_view(table, 0, settings) is not None


def part_player(table: Table, seat: int) -> int:
    """Return the player whose part of the board the page shows.

    A part that a person has opened comes first. The next choices are the owner of the targets in a hint, review or
    note, the player who made the viewed past action, and the front player.
    """
    if table.display.opened_part is not None:
        return table.display.opened_part
    default_player = front_player(table, seat)
    is_new_note = table.notes.step == 0 and not (table.advice or guide.consequence(table).targets)
    targets = frozenset() if is_new_note and recent_event_targets(table) else highlighted_targets(table)
    owners = _owners(table, targets)
    if owners:
        return default_player if default_player in owners else owners[0]
    timeline = table.viewed_timeline
    if (
        table.display.ply is not None
        and timeline.ply
        and isinstance(entry := timeline.entries[timeline.ply - 1], Action)
    ):
        mover = timeline.game.to_move(timeline.states[timeline.ply - 1])
        return next(iter(_owners(table, entry.targets[-1:])), default_player if mover is None else mover)
    return default_player


def board_view(table: Table, seat: int, settings: Settings) -> BaseView[Any, Any]:
    """Return the view that draws the board of a table."""
    return _board_part_view(table, part_player(table, seat), settings) or VIEWS[table.timeline.game.id]


def toggle_part(table: Table, player: int, seat: int) -> Table:
    """Return the table with a player's part of the board open, or closed if the page shows it already."""
    is_open = part_player(table, seat) == player
    return with_part(table, None if is_open or player == _default_part_player(table, seat) else player)


def with_part(table: Table, player: int | None) -> Table:
    """Return the table with an opened part of the board, or with the usual part if the player is None."""
    return replace(table, display=replace(table.display, opened_part=player))


def with_next_part(before: Table, after: Table, settings: Settings) -> Table:
    """Return the table with the part of the board that the next touch needs.

    When the selection ends, the usual part opens again.
    """
    if not shows_one_part(after, settings) or after.timeline is not before.timeline:
        return after
    if not after.touches.targets:
        return with_part(after, None) if before.touches.targets else after
    targets = after.selection.next_targets
    owners = _owners(after, targets)
    view = VIEWS[after.timeline.game.id]
    are_all_on_parts = all(view.part_owner(target) is not None for target in targets)
    if not owners or not are_all_on_parts or part_player(after, player_at_bottom(after, settings)) in owners:
        return after
    return with_part(after, owners[0])


def players_with_next_targets(table: Table) -> tuple[int, ...]:
    """Return the players on whose parts of the board the current selection may continue."""
    return _owners(table, table.selection.next_targets) if table.touches.targets else ()


def _default_part_player(table: Table, seat: int) -> int:
    return part_player(with_part(table, None), seat)


def _owners(table: Table, targets: Iterable[str]) -> tuple[int, ...]:
    part_owner = VIEWS[table.timeline.game.id].part_owner
    owners = {part_owner(target) for target in targets}
    return tuple(sorted(owner for owner in owners if owner is not None))


def _board_part_view(table: Table, player: int, settings: Settings) -> BaseView[Any, Any] | None:
    if is_face_to_face(table, settings):
        return None  # each person needs their part, and the page has no strips
    timeline, display = table.viewed_timeline, table.display
    view = VIEWS[timeline.game.id]
    return view.part_view(timeline.state, player, shows_whole_board=display.shows_whole_board)
