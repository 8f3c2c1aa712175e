"""Test clocks: remaining and used times with the kinds of clocks of FIDE and the US Chess Federation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.clock import (
    CONTROL_KINDS,
    DELAY,
    INCREMENT,
    MAX_TIME_MS,
    MOVE,
    Clock,
    TimeControl,
    format_clock,
    parse_clock,
)
from ruleboard.engine.decoding import ErrorStyle, Value
from ruleboard.engine.errors import RecordError

SECOND_MS = 1000
times = st.integers(0, MAX_TIME_MS)
controls = st.builds(TimeControl, st.sampled_from(CONTROL_KINDS), st.integers(1, MAX_TIME_MS), times)


def create_clock_after(control: TimeControl, *used_times: tuple[int, int], last: int) -> Clock:
    """Return a clock after decisions, each given as the player and the milliseconds used.

    ``last`` is the next player to decide.
    """
    players = [*(player for player, _used in used_times), last]
    clock = Clock(control)
    for at, (player, milliseconds) in enumerate(used_times):
        remaining = clock.time_before_turn(player, at, players.__getitem__) - milliseconds
        clock = clock.after_entries(at, at + 1, max(0, remaining), players.__getitem__)
    return clock


@pytest.mark.parametrize(
    ("control", "after"),
    [
        (TimeControl(INCREMENT, 60 * SECOND_MS), [56, 30]),
        (TimeControl(INCREMENT, 60 * SECOND_MS, 5 * SECOND_MS), [61, 35]),  # FIDE Laws, 6.3.2: more for each move
        (TimeControl(DELAY, 60 * SECOND_MS, 5 * SECOND_MS), [60, 35]),  # never more than before the move
        (TimeControl(MOVE, 60 * SECOND_MS), [60, 60]),
    ],
)
def test_used_time_is_subtracted_after_each_turn(control: TimeControl, after: list[int]) -> None:
    """A one-minute clock has 56 s left after a turn of 4 s, and 30 s after a turn of 30 s."""
    times = [control.time_after_turn(60 * SECOND_MS, remaining * SECOND_MS) for remaining in (56, 30)]
    assert times == [seconds * SECOND_MS for seconds in after]


@pytest.mark.parametrize("kind", CONTROL_KINDS)
def test_expired_flag_stays_down(kind: str) -> None:
    """A player who ran out of time gets no increment, so that the flag stays down (FIDE Laws, 6.8)."""
    assert TimeControl(kind, 60 * SECOND_MS, 5 * SECOND_MS).time_after_turn(SECOND_MS, 0) == 0


def test_turn_with_several_actions_is_one_turn() -> None:
    """A turn of two stones and its end counts as one: it uses 4 s, of which 3 s are free, and gains one increment."""
    used_times = ((0, 1 * SECOND_MS), (0, 2 * SECOND_MS), (0, 1 * SECOND_MS))
    delay_clock = create_clock_after(TimeControl(DELAY, 60 * SECOND_MS, 3 * SECOND_MS), *used_times, last=1)
    assert delay_clock.remaining_times == (59 * SECOND_MS, 57 * SECOND_MS, 59 * SECOND_MS)
    increment_clock = create_clock_after(TimeControl(INCREMENT, 60 * SECOND_MS, 3 * SECOND_MS), *used_times, last=1)
    assert increment_clock.remaining_times == (59 * SECOND_MS, 57 * SECOND_MS, 59 * SECOND_MS)
    assert create_clock_after(TimeControl(MOVE, 60 * SECOND_MS), *used_times, last=1).remaining_times == (
        59 * SECOND_MS,
        57 * SECOND_MS,
        60 * SECOND_MS,
    )


def test_each_ply_has_its_times() -> None:
    """Every ply has the times of all players, even of a player who has not yet played."""
    used_times = ((0, 10 * SECOND_MS), (2, 20 * SECOND_MS), (0, 5 * SECOND_MS))
    clock = create_clock_after(TimeControl(INCREMENT, 60 * SECOND_MS), *used_times, last=1)
    players = [0, 2, 0, 1]
    times = [clock.times(3, at, players.__getitem__) for at in range(4)]
    assert times == [(60_000,) * 3, (50_000, 60_000, 60_000), (50_000, 60_000, 40_000), (45_000, 60_000, 40_000)]


def test_action_after_undo_removes_undone_times() -> None:
    clock = create_clock_after(
        TimeControl(INCREMENT, 60 * SECOND_MS), (0, 10 * SECOND_MS), (1, 20 * SECOND_MS), (0, SECOND_MS), last=1
    )
    new_clock = clock.after_entries(1, 2, 55 * SECOND_MS, [0, 1, 0].__getitem__)
    assert new_clock.remaining_times == (50 * SECOND_MS, 55 * SECOND_MS)


def test_plies_without_times_use_earlier_ones() -> None:
    """Plies without times, as other versions save them, have the times of the last earlier ply."""
    clock = Clock(TimeControl(INCREMENT, 60 * SECOND_MS), (50 * SECOND_MS,))
    assert clock.after_entries(3, 4, 40 * SECOND_MS, [0, 1, 0, 1, 0].__getitem__).remaining_times == (
        50_000,
        60_000,
        50_000,
        40_000,
    )


@given(controls, times, times)
def test_turn_gains_at_most_the_increment(control: TimeControl, initial: int, milliseconds: int) -> None:
    remaining = max(0, initial - milliseconds)
    after = control.time_after_turn(initial, remaining)
    assert 0 <= after <= max(MAX_TIME_MS, remaining + control.extra)
    if control.kind == DELAY and remaining:
        assert after <= initial


clocks = st.builds(
    Clock, controls, st.lists(times, max_size=5).map(tuple), st.none() | st.integers(0, MAX_TIME_MS), st.booleans()
)


def read_clock_field(data: object) -> Value:
    """Return the field ``clock`` of a record."""
    return Value({"clock": data}, ErrorStyle(RecordError)).field("clock")


@given(clocks)
def test_clock_survives_its_json(clock: Clock) -> None:
    assert parse_clock(read_clock_field(format_clock(clock)), len(clock.remaining_times)) == clock


def fields(**changes: Any) -> dict[str, Any]:
    """Draw the JSON fields of a clock, some of which are invalid."""
    return {"kind": "move", "time": 5000, "left": [4000], **changes}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ([], "clock"),
        (fields(kind="hourglass"), "clock.kind"),
        (fields(kind=["move"]), "clock.kind"),
        (fields(time=0), "clock.time"),
        (fields(time=True), "clock.time"),
        (fields(time=MAX_TIME_MS + 1), "clock.time"),
        (fields(extra=-1), "clock.extra"),
        (fields(left=4000), "clock.left"),
        (fields(left=[4000, 3000]), "clock.left"),
        (fields(left=["4000"]), "clock.left[1]"),
        (fields(now=1.5), "clock.now"),
    ],
)
def test_wrong_field_is_named(data: object, where: str) -> None:
    with pytest.raises(RecordError) as error_info:
        parse_clock(read_clock_field(data), 1)
    assert error_info.value.where == where
