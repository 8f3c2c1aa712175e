"""Clocks: the time control of a game and the players' remaining times, as values in whole milliseconds.

A turn lasts as long as the same player decides. A player whose time is up stays at 0: the players decide what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.engine.errors import RecordError
from ruleboard.i18n import _

INCREMENT: Final = "increment"
"""A total time, and a fixed addition after every turn (Fischer)."""
DELAY: Final = "delay"
"""A total time, and after every turn the time used in it is given back, up to a limit (Bronstein)."""
MOVE: Final = "move"
"""The same time for every turn."""
KINDS: Final = (INCREMENT, DELAY, MOVE)

LONGEST: Final = 24 * 3_600_000
"""The greatest time that a record may hold."""

Mover = Callable[[int], "int | None"]
"""The player to move after a number of entries, 0-based; None where nobody is."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The rule by which time is given.

    Attributes:
        kind: one of ``KINDS``.
        time: the time of each player for the whole game, or for each turn.
        extra: the addition after a turn, or its limit; 0 for ``MOVE``.
    """

    kind: str
    time: int
    extra: int = 0

    def after_turn(self, begun: int, left: int) -> int:
        """Return the remaining time of a player after the end of a turn; 0 stays 0.

        Args:
            begun: the time they had when the turn began.
            left: the time they had when it ended, before any addition.
        """
        if left <= 0:
            return 0
        match self.kind:
            case "increment":
                return min(left + self.extra, LONGEST)
            case "delay":
                return left + min(self.extra, max(begun - left, 0))
        return self.time


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game.

    Attributes:
        control: the time control.
        left: for each entry of the game, the remaining time after it of the player who made it. There may be fewer
            than entries.
        now: the remaining time of the player to move where the game stands, None if none of it was used since the last
            entry.
        stopped: True if the players have gone on without the clock.
    """

    control: TimeControl
    left: tuple[int, ...] = ()
    now: int | None = None
    stopped: bool = False

    def before_turn(self, player: int, at: int, mover: Mover) -> int:
        """Return the time that a player has after ``at`` entries, apart from what they use of it there."""
        for number in range(min(at, len(self.left)) - 1, -1, -1):
            if mover(number) == player:
                return self.left[number]
        return self.control.time

    def times(self, players: int, at: int, mover: Mover) -> tuple[int, ...]:
        """Return the remaining times of all players after ``at`` entries, as if nothing was used there yet."""
        return tuple(self.before_turn(player, at, mover) for player in range(players))

    def pressed(self, at: int, end: int, left: int, mover: Mover) -> Clock:
        """Return the clock after entries that were made in one step.

        Args:
            at: the number of entries before them; readings of others that were there are dropped.
            end: the number of entries after them.
            left: the remaining time of the player who made them, before any addition.
            mover: the player to move after each number of entries, up to ``end``.
        """
        readings = list(self.left[:at])
        while len(readings) < at:  # a line that was played without a clock for a while
            other = mover(len(readings))
            readings.append(self.control.time if other is None else self.before_turn(other, len(readings), mover))
        player = mover(at)
        readings += [left] * (end - at)
        if player is not None and mover(end) != player:
            first = at
            while first and mover(first - 1) == player:
                first -= 1
            readings[-1] = self.control.after_turn(self.before_turn(player, first, mover), left)
        return replace(self, left=tuple(readings), now=None)

    def cut(self, end: int) -> Clock:
        """Return the clock of the first ``end`` entries."""
        return replace(self, left=self.left[:end])

    def fresh(self) -> Clock:
        """Return the clock of another game with the same control."""
        return Clock(self.control)


def format_clock(clock: Clock) -> dict[str, Any]:
    """Return a clock as the JSON object that ``parse_clock`` reads."""
    control = clock.control
    data: dict[str, Any] = {"kind": control.kind, "time": control.time, "left": list(clock.left)}
    if control.extra:
        data["extra"] = control.extra
    if clock.now is not None:
        data["now"] = clock.now
    if clock.stopped:
        data["stopped"] = True
    return data


def parse_clock(data: object, entries: int) -> Clock:
    """Return the clock in a record.

    Args:
        data: the decoded JSON of the field ``clock``.
        entries: the number of entries of the record; there are at most as many readings.

    Raises:
        RecordError: the kind is unknown, a time is no number of milliseconds up to ``LONGEST``, or there are too many.
    """
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        raise RecordError(_("there is no such time control"), where=_where("clock"), expected=", ".join(KINDS))
    left = data.get("left", [])
    if not isinstance(left, list) or len(left) > entries:
        raise RecordError(_("it is not a list of times, or is longer than the game"), where=_where("clock.left"))
    time = _time(data.get("time"), "time")
    if not time:
        raise RecordError(_("it gives no time to play"), where=_where("clock.time"))
    return Clock(
        TimeControl(data["kind"], time, _time(data.get("extra", 0), "extra")),
        tuple(_time(one, "left") for one in left),
        None if data.get("now") is None else _time(data["now"], "now"),
        data.get("stopped") is True,
    )


def _time(value: object, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LONGEST:
        expected = _("milliseconds, {most} at most").format(most=LONGEST)
        raise RecordError(_("it is not a time"), where=_where(f"clock.{name}"), expected=expected)
    return value


def _where(name: str) -> str:
    return _("field {name}").format(name=name)
