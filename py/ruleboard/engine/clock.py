"""Clocks: the time control of a game and the players' remaining times, as values in whole milliseconds.

A turn lasts until another player decides. If a player runs out of time, their remaining time stays 0, and the players
decide how to continue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.engine.decoding import Value

INCREMENT: Final = "increment"
"""A total time, with a fixed addition after each turn (Fischer)."""
DELAY: Final = "delay"
"""A total time; after each turn the player gets back the time used, up to a limit (Bronstein)."""
MOVE: Final = "move"
"""The same time for each turn."""
CONTROL_KINDS: Final = (INCREMENT, DELAY, MOVE)

MAX_TIME_MS: Final = 24 * 3_600_000
"""The longest time in a record, in milliseconds: 24 hours."""

PlayerAtPly = Callable[[int], "int | None"]
"""A function that returns the player to move (0-based) after a number of entries, or None if the game is over."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The rules for the players' thinking time.

    Attributes:
        kind: one of ``CONTROL_KINDS``.
        time: the time of each player, in milliseconds: for each turn if the kind is ``MOVE``, otherwise for the whole
            game.
        extra: the milliseconds added after each turn (``INCREMENT``), or at most this many of those used (``DELAY``).
    """

    kind: str
    time: int
    extra: int = 0

    def time_after_turn(self, start_time: int, end_time: int) -> int:
        """Return a player's remaining time after a turn, in milliseconds. It stays 0 if the time ran out.

        Args:
            start_time: the remaining time at the start of the turn.
            end_time: the remaining time at the end of the turn, before any addition.
        """
        if end_time <= 0:
            return 0
        match self.kind:
            case "increment":
                return min(end_time + self.extra, MAX_TIME_MS)
            case "delay":
                return end_time + min(self.extra, max(start_time - end_time, 0))
        return self.time


@dataclass(frozen=True, slots=True)
class Clock:
    """The remaining times of the players in a game, in milliseconds.

    Attributes:
        control: the time control.
        remaining_times: for each entry of the game, the remaining time of the player who made it. The clock may have
            fewer times than the game has entries.
        remaining_time: the remaining time of the player to move, or None if they have used no time since the last
            entry.
        is_stopped: True if the players have switched the clock off.
    """

    control: TimeControl
    remaining_times: tuple[int, ...] = ()
    remaining_time: int | None = None
    is_stopped: bool = False

    def time_before_turn(self, player: int, ply: int, player_at: PlayerAtPly) -> int:
        """Return a player's remaining time after ``ply`` entries, before their next turn starts."""
        for index in range(min(ply, len(self.remaining_times)) - 1, -1, -1):
            if player_at(index) == player:
                return self.remaining_times[index]
        return self.control.time

    def times(self, player_count: int, ply: int, player_at: PlayerAtPly) -> tuple[int, ...]:
        """Return the remaining times of all players after ``ply`` entries, before the next turn starts."""
        return tuple(self.time_before_turn(player, ply, player_at) for player in range(player_count))

    def after_entries(self, ply: int, end_ply: int, remaining_time: int, player_at: PlayerAtPly) -> Clock:
        """Return the clock after a player has made one or more entries in one step.

        Args:
            ply: the number of entries before the step. The clock drops the times of later entries.
            end_ply: the number of entries after the step.
            remaining_time: the player's remaining time in milliseconds, before any addition.
            player_at: returns the player to move after a number of entries, up to ``end_ply``.
        """
        new_times = list(self.remaining_times[:ply])
        while len(new_times) < ply:  # the clock was off during these entries
            player_at_ply = player_at(len(new_times))
            new_times.append(
                self.control.time
                if player_at_ply is None
                else self.time_before_turn(player_at_ply, len(new_times), player_at)
            )
        player = player_at(ply)
        new_times += [remaining_time] * (end_ply - ply)
        if player is not None and player_at(end_ply) != player:
            turn_start = ply
            while turn_start and player_at(turn_start - 1) == player:
                turn_start -= 1
            new_times[-1] = self.control.time_after_turn(
                self.time_before_turn(player, turn_start, player_at), remaining_time
            )
        return replace(self, remaining_times=tuple(new_times), remaining_time=None)

    def truncate(self, end: int) -> Clock:
        """Return the clock without the times of the entries after the first ``end``."""
        return replace(self, remaining_times=self.remaining_times[:end])

    def reset(self) -> Clock:
        """Return a clock with the same time control for a new game."""
        return Clock(self.control)


def format_clock(clock: Clock) -> dict[str, Any]:
    """Return a clock as a JSON object, which ``parse_clock`` can parse."""
    control = clock.control
    data: dict[str, Any] = {"kind": control.kind, "time": control.time, "left": list(clock.remaining_times)}
    if control.extra:
        data["extra"] = control.extra
    if clock.remaining_time is not None:
        data["now"] = clock.remaining_time
    if clock.is_stopped:
        data["stopped"] = True
    return data


def parse_control(value: Value) -> TimeControl:
    """Parse a time control from an object whose members have the names of its attributes.

    Raises:
        RecordError: the kind is unknown, or a time is not a whole number of milliseconds up to ``MAX_TIME_MS``.
    """
    return TimeControl(
        value.field("kind").one_of(CONTROL_KINDS),
        value.field("time").integer(1, MAX_TIME_MS),
        value.field("extra", 0).integer(0, MAX_TIME_MS),
    )


def parse_clock(value: Value, entry_count: int) -> Clock:
    """Parse the clock of a record.

    Args:
        value: the field ``clock`` of the record.
        entry_count: the number of entries of the record; the clock has at most as many times.

    Raises:
        RecordError: the kind is unknown, a time is not a whole number of milliseconds up to ``MAX_TIME_MS``, or the
            clock has too many times.
    """
    return Clock(
        parse_control(value),
        tuple(time.integer(0, MAX_TIME_MS) for time in value.field("left", []).items(entry_count)),
        value.field("now").optional(lambda time: time.integer(0, MAX_TIME_MS)),
        value.field("stopped").data is True,
    )
