"""The clock field of a new game: no clock, a preset, or a custom time control."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ruleboard.app.message_names import NewGameMessage
from ruleboard.app.new_game.session import CLOCK_PRESETS, MINUTE_MS, SECOND_MS, NewGamePage
from ruleboard.app.ui.fields import choice_list
from ruleboard.app.ui.forms import is_number
from ruleboard.engine.clock import DELAY, INCREMENT, MOVE, TimeControl
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el
from ruleboard.wording import format_duration

CUSTOM_CLOCK: Final = "own"
"""The value of the choice "Custom"."""
_KIND_TITLES = {
    INCREMENT: N_("Total time with increment"),
    DELAY: N_("Total time with delay"),
    MOVE: N_("Time per turn"),
}
_MAX_MINUTES = 600
_MAX_SECONDS = 600


def with_clock(page: NewGamePage, value: str) -> NewGamePage:
    """Choose a clock. The value is an index of ``CLOCK_PRESETS``, ``CUSTOM_CLOCK``, or empty for no clock."""
    if value == CUSTOM_CLOCK:
        return replace(page, clock=page.clock or CLOCK_PRESETS[1], has_custom_clock=True)
    preset = CLOCK_PRESETS[int(value)] if is_number(value) and int(value) < len(CLOCK_PRESETS) else None
    return replace(page, clock=preset, has_custom_clock=False)


def with_control_part(page: NewGamePage, part: str, value: str) -> NewGamePage:
    """Change a part of the custom time control. Unknown parts and values change nothing.

    Args:
        page: the page.
        part: "kind", "minutes" or "seconds".
        value: the value: one of ``engine.clock.CONTROL_KINDS``, or a number.
    """
    control = page.clock
    if control is None:
        return page
    kind, (minutes, seconds) = control.kind, _minutes_and_seconds(control)
    if part == "kind" and value in _KIND_TITLES:
        kind = value
    elif part == "minutes" and is_number(value):
        minutes = min(int(value), _MAX_MINUTES)
    elif part == "seconds" and is_number(value):
        seconds = min(int(value), _MAX_SECONDS)
    if kind == MOVE:
        new_control = TimeControl(MOVE, max(minutes * MINUTE_MS + seconds * SECOND_MS, SECOND_MS))
    else:
        new_control = TimeControl(kind, max(minutes, 1) * MINUTE_MS, seconds * SECOND_MS)
    return replace(page, clock=new_control)


def _minutes_and_seconds(control: TimeControl) -> tuple[int, int]:
    """Return the minutes and seconds of a time control, as its fields show them."""
    if control.kind == MOVE:
        return control.time // MINUTE_MS, control.time % MINUTE_MS // SECOND_MS
    return control.time // MINUTE_MS, control.extra // SECOND_MS


def control_text(control: TimeControl) -> str:
    """Return a description of a time control."""
    time, extra_time = format_duration(control.time), format_duration(control.extra)
    if control.kind == MOVE:
        return _("{time} per turn").format(time=time)
    if not control.extra:
        return _("{time} each").format(time=time)
    if control.kind == DELAY:
        return _("{time} each, with a delay of {extra} per turn").format(time=time, extra=extra_time)
    return _("{time} each, plus {extra} per turn").format(time=time, extra=extra_time)


def clock_field(page: NewGamePage) -> Node:
    """Render the fields for the clock. They are collapsed if the game has no clock."""
    is_preset = page.clock in CLOCK_PRESETS and not page.has_custom_clock
    value = "" if page.clock is None else str(CLOCK_PRESETS.index(page.clock)) if is_preset else CUSTOM_CLOCK
    presets = [(str(number), control_text(control)) for number, control in enumerate(CLOCK_PRESETS)]
    choices = [("", _("No clock")), *presets, (CUSTOM_CLOCK, _("Custom"))]
    clock_text = control_text(page.clock) if page.clock else _("none")
    return el(
        "details",
        el("summary", text=_("Clock: {choice}").format(choice=clock_text)),
        choice_list(_("Clock"), NewGameMessage.CHOOSE_CLOCK, value, choices),
        _custom_fields(page.clock) if page.clock and page.has_custom_clock else None,
        el(
            "p",
            cls="small",
            text=_(
                "The clock starts with the first move. It stops while something covers the board or "
                "the game is paused. If a player runs out of time, you can end the game or play on without the clock."
            ),
        )
        if page.clock
        else None,
        open=page.clock is not None,
        cls="start clock-field",
        key="clock",
    )


def _custom_fields(control: TimeControl) -> Node:
    """Render the fields of a custom time control."""
    minutes, seconds = _minutes_and_seconds(control)
    is_per_turn = control.kind == MOVE
    is_delay = control.kind == DELAY
    extra_time_label = _("Delay per turn, in seconds") if is_delay else _("Increment per turn, in seconds")
    labels = (_("Minutes per turn"), _("Seconds")) if is_per_turn else (_("Minutes each"), extra_time_label)
    return el(
        "div",
        choice_list(
            _("Kind of clock"),
            f"{NewGameMessage.SET_CLOCK_PART}.kind",
            control.kind,
            [(kind, _(_KIND_TITLES[kind])) for kind in _KIND_TITLES],
        ),
        _number_field(labels[0], "minutes", minutes, _MAX_MINUTES),
        _number_field(labels[1], "seconds", seconds, _MAX_SECONDS),
        cls="own-clock",
    )


def _number_field(label: str, part: str, value: int, maximum: int) -> Node:
    return el(
        "label",
        el("span", text=label),
        el(
            "input",
            type="number",
            inputmode="numeric",
            min="0",
            max=str(maximum),
            value=str(value),
            data_do=f"{NewGameMessage.SET_CLOCK_PART}.{part}",
            data_on="change",
        ),
        cls="field",
        key=part,
    )
