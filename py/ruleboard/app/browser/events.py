"""The kinds of events that the page sends to Python. ``tools/contract.py`` writes the same list for scripts."""

from __future__ import annotations

from enum import StrEnum


class EventKind(StrEnum):
    """A kind of event, with a name and a value. static/page/dispatch.js describes both for each kind."""

    PRESS = "press"
    """A press of a finger or mouse button on a target, which may become a tap."""
    TOUCH = "touch"
    """A tap on a target, or its activation by a key."""
    TAKE = "take"
    """The start of a drag from a target."""
    DROP = "drop"
    """A drop of the dragged piece on another target."""
    AWAY = "away"
    """A drop of the dragged piece outside of all targets."""
    POINT = "point"
    """A drag of an immovable piece to a target."""
    DO = "do"
    """A message of a button, form or field."""
    KEY = "key"
    """Any other key."""
    ADDRESS = "address"
    """A change of the address."""
    STORED = "stored"
    """A text that another tab stored."""
    RESTORED = "restored"
    """A text that the journal restored at the start."""
    UPDATE = "update"
    """A new version of the app that is ready to install."""
    MESSAGE = "message"
    """A message of the page around an embedded board."""


def parse_event_kind(text: str) -> EventKind | None:
    """Parse a kind of event; return None if this version does not know the kind."""
    try:
        return EventKind(text)
    except ValueError:
        return None
