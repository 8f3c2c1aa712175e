"""The clock of a game: when it runs, the remaining times, and what happens when a player runs out of time.

All functions are pure. Times are whole milliseconds. ``now`` is the device's time (``Browser.milliseconds``). The
record stores the remaining times when the clock was last read; ``Table.clock.running_since`` is the moment from which
the time of the player to move runs.
"""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board.table import Table
from ruleboard.app.ui.names import player_names
from ruleboard.engine.clock import Clock, PlayerAtPly
from ruleboard.i18n import _
from ruleboard.wording import format_duration


def clock_of(table: Table) -> Clock | None:
    """Return the clock of a game, or None if the game has no clock or continues without it."""
    clock = table.timeline.record.clock
    return None if clock is None or clock.is_stopped else clock


def _mover(table: Table) -> PlayerAtPly:
    timeline = table.timeline
    return lambda ply: timeline.game.to_move(timeline.states[ply])


def remaining_ms(table: Table, player: int) -> int:
    """Return the milliseconds that a player (from 0) had left in the viewed state at the last reading of the clock."""
    clock = table.timeline.record.clock
    if clock is None:
        return 0
    if table.display.ply is None:
        return _current_ms(table, clock, player)
    return clock.time_before_turn(player, table.display.ply, _mover(table))


def _current_ms(table: Table, clock: Clock, player: int) -> int:
    """Return the milliseconds that a player had left in the current state at the last reading of the clock."""
    if clock.remaining_time is not None and table.timeline.to_move == player:
        return clock.remaining_time
    return clock.time_before_turn(player, table.timeline.ply, _mover(table))


def player_out_of_time(table: Table) -> int | None:
    """Return the player who has run out of time in a game in progress, or None."""
    clock, timeline = clock_of(table), table.timeline
    if clock is None or timeline.outcome is not None:
        return None
    times = clock.times(len(timeline.record.players), timeline.ply, _mover(table))
    players = [player for player in table.persons if not times[player]]
    if clock.remaining_time == 0 and timeline.to_move is not None:
        players.append(timeline.to_move)
    return players[0] if players else None


def time_claimer(table: Table) -> int | None:
    """Return the player who may claim a win on time, or None if all players have time.

    This is the next person after the player out of time, or the same player if there is no other person.
    """
    loser = player_out_of_time(table)
    if loser is None:
        return None
    player_count = len(table.timeline.record.players)
    next_players = ((loser + step) % player_count for step in range(1, player_count + 1))
    return next((player for player in next_players if player in table.persons), loser)


def is_running(table: Table) -> bool:
    """Return True if the clock of the player to move is running."""
    if (
        clock_of(table) is None
        or table.clock.is_paused
        or table.clock.is_player_away
        or table.notes.is_reading_lesson
        or table.draw_offer is not None
    ):
        return False
    return not table.read_only and player_out_of_time(table) is None


def with_clock_read(table: Table, now: int) -> Table:
    """Stop the clock of a table, and record the time that has passed since the clock started."""
    clock, to_move = table.timeline.record.clock, table.timeline.to_move
    if table.clock.running_since is None or clock is None or to_move is None:
        return _with_clock_stopped(table)
    remaining_time = _current_ms(table, clock, to_move) - max(0, now - table.clock.running_since)
    return _with_clock_stopped(_with_clock(table, replace(clock, remaining_time=max(0, remaining_time))))


def _with_clock_stopped(table: Table) -> Table:
    """Return the table with its clock stopped."""
    return replace(table, clock=replace(table.clock, running_since=None))


def with_clock_updated(table: Table, now: int) -> Table:
    """Return the table with its clock started or stopped if necessary."""
    if is_running(table) == (table.clock.running_since is not None):
        return table
    return (
        replace(table, clock=replace(table.clock, running_since=now))
        if table.clock.running_since is None
        else with_clock_read(table, now)
    )


def with_clock_recorded(before: Table, after: Table, now: int) -> Table:
    """Return a changed table with the remaining times in its record. Undo gives a player's time back.

    Args:
        before: the table before the change.
        after: the table after the change.
        now: the device's time of the change.
    """
    clock = clock_of(after)
    old_timeline, new_timeline = before.timeline, after.timeline
    is_same_line = new_timeline.entries is old_timeline.entries
    if clock is None or (is_same_line and new_timeline.ply == old_timeline.ply):
        return after
    if is_same_line:  # undo or redo
        next_entry = new_timeline.entries[new_timeline.ply] if new_timeline.ply < len(new_timeline.entries) else None
        is_next_entry_ending = isinstance(next_entry, str)
        # An ending takes no time.
        time_at_end = (
            clock.remaining_times[new_timeline.ply]
            if is_next_entry_ending and new_timeline.ply < len(clock.remaining_times)
            else None
        )
        return _with_clock_stopped(_with_clock(after, replace(clock, remaining_time=time_at_end)))
    player = old_timeline.to_move
    table_before = with_clock_read(before, now)
    clock_before = table_before.timeline.record.clock or clock
    remaining_time = clock.control.time if player is None else _current_ms(table_before, clock_before, player)
    new_clock = clock.after_entries(
        min(old_timeline.ply, new_timeline.ply), new_timeline.ply, remaining_time, _mover(after)
    )
    is_paused = after.clock.is_paused and before.bot_level_to_move > 0
    return with_clock_paused(_with_clock_stopped(_with_clock(after, new_clock)), is_paused)


def with_clock_paused(table: Table, is_paused: bool) -> Table:
    """Return the table after a person paused or resumed its clock."""
    return replace(table, clock=replace(table.clock, is_paused=is_paused))


def without_clock(table: Table) -> Table:
    """Return the table of a game that continues without its clock."""
    clock = table.timeline.record.clock
    return table if clock is None else _with_clock(table, replace(clock, remaining_time=None, is_stopped=True))


def _with_clock(table: Table, clock: Clock) -> Table:
    timeline = table.timeline
    return replace(table, timeline=replace(timeline, record=replace(timeline.record, clock=clock)))


# --- texts ----------------------------------------------------------------------------------------------------


def remaining_times_text(table: Table) -> str:
    """Return the announcement of the remaining times, beginning with the player to move; empty without a clock."""
    if clock_of(table) is None:
        return ""
    mover = table.timeline.to_move or 0
    players = sorted(table.persons, key=lambda player: (player != mover, player))
    return " ".join(time_text(table, player) for player in players)


def time_text(table: Table, player: int) -> str:
    """Return the announcement of the remaining time of a player (from 0)."""
    name, remaining_time = player_names(table.timeline.record)[player], remaining_ms(table, player)
    if not remaining_time:
        return _("{player} is out of time.").format(player=name)
    return _("{player}: {time} left.").format(player=name, time=format_duration(remaining_time))
