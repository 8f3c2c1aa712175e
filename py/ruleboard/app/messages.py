"""Messages from buttons, fields and forms to a feature, and the updates with which the feature responds.

The attribute ``data-do`` is ``feature.message`` or ``feature.message.argument``. The message carries ``data-value`` or
the value of the field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from ruleboard.app.browser.events import EventKind
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Effect, Reveal, RevealTarget
from ruleboard.app.notices import Notice
from ruleboard.app.shared import Shared
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.progress import Progress
from ruleboard.app.storage.setups import Setups
from ruleboard.scene.marks import Motion

S = TypeVar("S")
T = TypeVar("T")


class Input(NamedTuple):
    """The contents of a message: its argument (the last part of its name) and its value."""

    value: str = ""
    argument: str = ""


class GestureKind(StrEnum):
    """A kind of gesture on a board. All kinds except the last two are also kinds of events, under the same texts."""

    TOUCH = EventKind.TOUCH
    TAKE = EventKind.TAKE
    DROP = EventKind.DROP
    AWAY = EventKind.AWAY
    POINT = EventKind.POINT
    CHOOSE = "choose"
    """The choice of one of several possible actions. The target is the text of the action."""
    CANCEL = "cancel"
    """The cancellation of the last touch. It has no target."""


class Gesture(NamedTuple):
    """A gesture on a board: its kind and its target."""

    kind: GestureKind
    target: str


CANCEL = Gesture(GestureKind.CANCEL, "")
"""The gesture that cancels the last touch."""


@dataclass(frozen=True, slots=True)
class Update(Generic[S]):
    """The state after a message, and the effects to run.

    Attributes:
        session: the session of the page.
        shared: the state that all pages share.
        effects: the operations that the update requests of the browser or in the background.
    """

    session: S
    shared: Shared
    effects: tuple[Effect, ...] = ()

    def with_session(self, session: T) -> Update[T]:
        """Return the update with another session."""
        return Update(session, self.shared, self.effects)

    def with_shared(self, shared: Shared) -> Update[S]:
        """Return the update with another shared state."""
        return Update(self.session, shared, self.effects)  # each touch needs several, and replace() is slow

    def with_effects(self, *effects: Effect) -> Update[S]:
        """Return the update with more effects."""
        return Update(self.session, self.shared, (*self.effects, *effects))

    def with_announcement(self, text: str) -> Update[S]:
        """Return the update with a text that screen readers read afterwards."""
        return self.with_shared(self.shared.with_announcement(text))

    def with_motions(self, motions: tuple[Motion, ...]) -> Update[S]:
        """Return the update with motions to animate when the page is drawn."""
        return self.with_shared(replace(self.shared, motions=motions))

    def with_reveals(self, *targets: RevealTarget) -> Update[S]:
        """Return the update with effects that scroll parts of the page into view, one after the other."""
        return self.with_effects(*map(Reveal, targets))

    def with_notice(self, name: str, notice: Notice) -> Update[S]:
        """Return the update with a notice above the page, which replaces an earlier notice with the same name."""
        return self.with_shared(self.shared.with_notice(name, notice))

    def without_notice(self, *names: str) -> Update[S]:
        """Return the update without the notices with these names."""
        return self.with_shared(self.shared.without_notice(*names))

    def with_settings(self, settings: Settings) -> Update[S]:
        """Return the update with new settings, which the app stores and applies."""
        return self.with_shared(replace(self.shared, settings=settings))

    def with_progress(self, progress: Progress) -> Update[S]:
        """Return the update with new progress, which the app stores."""
        return self.with_shared(replace(self.shared, progress=progress))

    def with_setups(self, setups: Setups) -> Update[S]:
        """Return the update with new saved armies, boards and decks, which the app stores."""
        return self.with_shared(replace(self.shared, setups=setups))

    def without_copied_field(self) -> Update[S]:
        """Return the update without the message that the text of a field was copied."""
        return self.with_shared(replace(self.shared, copied_field=("", False)))


Handler = Callable[[S, Input, Context, Services], Update[S]]
"""Answers a message to a session."""


def session_handler(change: Callable[[S, Input], S]) -> Handler[S]:
    """Return the handler of a message that only changes the session."""
    return lambda session, message, context, _services: Update(change(session, message), context.shared)


def effect_handler(effect: Callable[[S, Input], Effect]) -> Handler[S]:
    """Return the handler of a message that only requests an effect."""
    return lambda session, message, context, _services: Update(session, context.shared, (effect(session, message),))
