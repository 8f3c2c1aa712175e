"""The choice of a clock for a new game: none, a preset, or a time control of one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ruleboard.app.new_game.session import NewGame
from ruleboard.app.ui.fields import choice_list
from ruleboard.app.ui.forms import is_number
from ruleboard.engine.clock import DELAY, INCREMENT, MOVE, TimeControl
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el
from ruleboard.wording import duration

_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
PRESETS: Final = (
    TimeControl(INCREMENT, 5 * _MINUTE),
    TimeControl(INCREMENT, 10 * _MINUTE, 5 * _SECOND),
    TimeControl(DELAY, 20 * _MINUTE, 10 * _SECOND),
    TimeControl(INCREMENT, 45 * _MINUTE, 30 * _SECOND),
    TimeControl(MOVE, _MINUTE),
)
"""The time controls that are offered."""
OWN: Final = "own"
"""The value of the choice of another time control."""
_KINDS = {
    INCREMENT: N_("Total time with increment"),
    DELAY: N_("Total time with delay"),
    MOVE: N_("Time per turn"),
}
_MOST_MINUTES = 600
_MOST_SECONDS = 600


def with_clock(page: NewGame, value: str) -> NewGame:
    """Return the page with the clock of a choice: a number of ``PRESETS``, ``OWN``, or empty for none."""
    if value == OWN:
        return replace(page, clock=page.clock or PRESETS[1], own_clock=True)
    preset = PRESETS[int(value)] if is_number(value) and int(value) < len(PRESETS) else None
    return replace(page, clock=preset, own_clock=False)


def with_part(page: NewGame, part: str, value: str) -> NewGame:
    """Return the page with another part of its own time control; what is no part, or no value of it, changes nothing.

    Args:
        page: the page.
        part: "kind", "minutes" or "seconds".
        value: the value: one of ``engine.clock.KINDS``, or a number.
    """
    control = page.clock
    if control is None:
        return page
    kind, (minutes, seconds) = control.kind, _parts(control)
    if part == "kind" and value in _KINDS:
        kind = value
    elif part == "minutes" and is_number(value):
        minutes = min(int(value), _MOST_MINUTES)
    elif part == "seconds" and is_number(value):
        seconds = min(int(value), _MOST_SECONDS)
    if kind == MOVE:
        changed = TimeControl(MOVE, max(minutes * _MINUTE + seconds * _SECOND, _SECOND))
    else:
        changed = TimeControl(kind, max(minutes, 1) * _MINUTE, seconds * _SECOND)
    return replace(page, clock=changed)


def _parts(control: TimeControl) -> tuple[int, int]:
    """Return the minutes and the seconds in the fields of a time control."""
    if control.kind == MOVE:
        return control.time // _MINUTE, control.time % _MINUTE // _SECOND
    return control.time // _MINUTE, control.extra // _SECOND


def control_words(control: TimeControl) -> str:
    """Return a time control in words."""
    time, extra = duration(control.time), duration(control.extra)
    if control.kind == MOVE:
        return _("{time} per turn").format(time=time)
    if not control.extra:
        return _("{time} each").format(time=time)
    if control.kind == DELAY:
        return _("{time} each, {extra} delay per turn").format(time=time, extra=extra)
    return _("{time} each, plus {extra} per turn").format(time=time, extra=extra)


def clock_field(page: NewGame) -> Node:
    """Return the fields for the clock, folded as long as none is chosen."""
    known = page.clock in PRESETS and not page.own_clock
    value = "" if page.clock is None else str(PRESETS.index(page.clock)) if known else OWN
    presets = [(str(number), control_words(control)) for number, control in enumerate(PRESETS)]
    choices = [("", _("No clock")), *presets, (OWN, _("Custom"))]
    told = control_words(page.clock) if page.clock else _("none")
    return el(
        "details",
        el("summary", text=_("Clock: {choice}").format(choice=told)),
        choice_list(_("Clock"), "new_game.clock", value, choices),
        _own(page.clock) if page.clock and page.own_clock else None,
        el(
            "p",
            cls="small",
            text=_(
                "It starts with the first move, and stands still while nobody can play. When a player's time runs out,"
                " you decide what follows."
            ),
        )
        if page.clock
        else None,
        open=page.clock is not None,
        cls="start clock-field",
        key="clock",
    )


def _own(control: TimeControl) -> Node:
    """Return the fields of a time control of one's own."""
    minutes, seconds = _parts(control)
    per_turn = control.kind == MOVE
    free = control.kind == DELAY
    extra = _("Delay per turn, in seconds") if free else _("Increment per turn, in seconds")
    labels = (_("Minutes per turn"), _("Seconds")) if per_turn else (_("Minutes each"), extra)
    return el(
        "div",
        choice_list(
            _("Kind of clock"), "new_game.clock_part.kind", control.kind, [(kind, _(_KINDS[kind])) for kind in _KINDS]
        ),
        _number(labels[0], "minutes", minutes, _MOST_MINUTES),
        _number(labels[1], "seconds", seconds, _MOST_SECONDS),
        cls="own-clock",
    )


def _number(label: str, part: str, value: int, most: int) -> Node:
    return el(
        "label",
        el("span", text=label),
        el(
            "input",
            type="number",
            inputmode="numeric",
            min="0",
            max=str(most),
            value=str(value),
            data_do=f"new_game.clock_part.{part}",
            data_on="change",
        ),
        cls="field",
        key=part,
    )
