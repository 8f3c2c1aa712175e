"""The clock at the table: when it runs, the remaining times, and what follows when a time is up. Pure.

Times are whole milliseconds; ``now`` is the device's own (``Browser.milliseconds``). The record has the times as they
were when the clock was last read, and ``Table.clock_since`` the moment from which the player to move uses theirs.
"""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.play.table import Table
from ruleboard.app.ui.names import players
from ruleboard.engine.clock import Clock, Mover
from ruleboard.i18n import _
from ruleboard.wording import duration


def clock_of(table: Table) -> Clock | None:
    """Return the clock of a game, None if it has none or goes on without it."""
    clock = table.timeline.record.clock
    return None if clock is None or clock.stopped else clock


def _mover(table: Table) -> Mover:
    timeline = table.timeline
    return lambda at: timeline.game.to_move(timeline.states[at])


def left(table: Table, player: int) -> int:
    """Return the remaining time of a player (0-based) in the state that is shown, as the clock was last read."""
    clock = table.timeline.record.clock
    if clock is None:
        return 0
    if clock.now is not None and table.viewed_at is None and table.timeline.to_move == player:
        return clock.now
    return clock.before_turn(player, table.shown.at, _mover(table))


def flagged(table: Table) -> int | None:
    """Return the player whose time is up in a game that goes on, None if nobody's is."""
    clock, timeline = clock_of(table), table.timeline
    if clock is None or timeline.outcome is not None:
        return None
    times = clock.times(len(timeline.record.players), timeline.at, _mover(table))
    out = [player for player in table.persons if not times[player]]
    if clock.now == 0 and timeline.to_move is not None:
        out.append(timeline.to_move)
    return out[0] if out else None


def claimer(table: Table) -> int | None:
    """Return the player whose panel asks what is to follow when a time is up: the next person, else who ran out."""
    flag = flagged(table)
    if flag is None:
        return None
    count = len(table.timeline.record.players)
    others = ((flag + step) % count for step in range(1, count + 1))
    return next((player for player in others if player in table.persons), flag)


def runs(table: Table) -> bool:
    """Return True if the player to move uses their time now."""
    if clock_of(table) is None or table.clock_held or table.clock_away or table.learning or table.offer is not None:
        return False
    return not table.read_only and flagged(table) is None


def settled(table: Table, now: int) -> Table:
    """Return the table with the clock read: the time used since it began to run is in the record."""
    clock, to_move = table.timeline.record.clock, table.timeline.to_move
    if table.clock_since is None or clock is None or to_move is None:
        return replace(table, clock_since=None)
    rest = left(replace(table, viewed_at=None), to_move) - max(0, now - table.clock_since)
    return replace(_with_clock(table, replace(clock, now=max(0, rest))), clock_since=None)


def refreshed(table: Table, now: int) -> Table:
    """Return the table with its clock started or read, if it is to run or to stand still from now on."""
    if runs(table) == (table.clock_since is not None):
        return table
    return replace(table, clock_since=now) if table.clock_since is None else settled(table, now)


def recorded(before: Table, after: Table, now: int) -> Table:
    """Return a table that has changed with the times in its record: those used, or, after undo, those given back.

    Args:
        before: the table before the change.
        after: the table after it.
        now: the time of the change.
    """
    clock = clock_of(after)
    old, new = before.timeline, after.timeline
    same = new.entries is old.entries
    if clock is None or (same and new.at == old.at):
        return after
    if same:  # it has gone to another place of the line
        ending = new.at < len(new.entries) and isinstance(new.entries[new.at], str)
        used = clock.left[new.at] if ending and new.at < len(clock.left) else None  # an ending takes no time
        return replace(_with_clock(after, replace(clock, now=used)), clock_since=None)
    player = old.to_move
    read = settled(before, now)
    rest = clock.control.time if player is None else left(replace(read, viewed_at=None), player)
    pressed = clock.pressed(min(old.at, new.at), new.at, rest, _mover(after))
    held = after.clock_held and before.level_to_move > 0
    return replace(_with_clock(after, pressed), clock_since=None, clock_held=held)


def held(table: Table, yes: bool) -> Table:
    """Return the table with its clock paused by hand, or going on."""
    return replace(table, clock_held=yes)


def dropped(table: Table) -> Table:
    """Return the table of a game that goes on without its clock."""
    clock = table.timeline.record.clock
    return table if clock is None else _with_clock(table, replace(clock, now=None, stopped=True))


def _with_clock(table: Table, clock: Clock) -> Table:
    timeline = table.timeline
    return replace(table, timeline=replace(timeline, record=replace(timeline.record, clock=clock)))


# --- words ----------------------------------------------------------------------------------------------------


def told(table: Table) -> str:
    """Return the announcement of the remaining times, beginning with the player to move; empty without a clock."""
    if clock_of(table) is None:
        return ""
    first = table.timeline.to_move or 0
    order = sorted(table.persons, key=lambda player: (player != first, player))
    return " ".join(told_of(table, player) for player in order)


def told_of(table: Table, player: int) -> str:
    """Return the announcement of the remaining time of a player, 0-based."""
    name, rest = players(table.timeline.record)[player], left(table, player)
    if not rest:
        return _("{player}: out of time.").format(player=name)
    return _("{player}: {time} left.").format(player=name, time=duration(rest))
