"""The forecast of the page after a touch, computed while the finger is still down.

A forecast changes nothing: it calls the update with stores that write nothing, and runs no effects. When the finger
lifts, the app handles the touch as always. If the resulting model equals that of the forecast, the page and its patch
are ready, otherwise the app drops the forecast. A wrong forecast therefore only costs time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any, NoReturn, cast

from ruleboard.app.board import clocks
from ruleboard.app.browser.screen import patch_operations
from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page_kind import PageKinds
from ruleboard.app.runtime.page_kinds import kind_of, page_view
from ruleboard.app.runtime.pages.play import table_of
from ruleboard.i18n import current_catalog
from ruleboard.scene.node import Node


class _UnforeseeableError(Exception):
    """The update depends on a value that the forecast must not use, such as a random number or a stored text."""


class _ForecastService:
    """A store that writes nothing and reports success. Most of its other methods raise ``_UnforeseeableError``."""

    def save(self, _id: str, _value: object) -> None:
        """Pretend to save a game or a study."""

    def retry(self) -> bool:
        """Pretend that the store has room for all texts."""
        return True

    def milliseconds(self) -> int:
        """Return an arbitrary time, which no forecast uses."""
        return 0

    def __getattr__(self, name: str) -> NoReturn:
        raise _UnforeseeableError(name)


_SERVICES = Services(*(cast("Any", _ForecastService()) for _ in range(4)))


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """The page after a touch.

    Attributes:
        base: the model before the touch.
        target: the target of the touch.
        model: the model after the touch.
        drawn_page: the page on the screen before the touch.
        page: the page after the touch.
        operations: the patch between the two pages, as JSON; empty without a difference.
        catalog: the translations that the page uses.
    """

    base: Model
    target: str
    model: Model
    drawn_page: Node
    page: Node
    operations: str
    catalog: NullTranslations

    def is_for_touch(self, base: Model, target: str) -> bool:
        """Return True if this is the forecast of a touch of the target in the model."""
        return self.base is base and self.target == target

    def is_drawable(self, model: Model, drawn_page: Node | None) -> bool:
        """Return True if the forecast has the page of the model, and its patch fits the page on the screen."""
        return self.drawn_page is drawn_page and self.catalog is current_catalog() and self.model == model


def forecast_touch(model: Model, target: str, context: Context, drawn_page: Node, kinds: PageKinds) -> Forecast | None:
    """Return the forecast of a touch, or None if the update needs more than the model, or fails."""
    on_gesture, table = kind_of(model.page, kinds).on_gesture, table_of(model.page)
    if on_gesture is None or (table and clocks.is_running(table)):
        return None
    try:
        update = on_gesture(model.page, Gesture(GestureKind.TOUCH, target), context, _SERVICES)
        after = replace(model, page=update.session, shared=replace(update.shared, motions=()))
        page = page_view(after, kinds)
    except Exception:  # an error of the app itself occurs again when the finger lifts, and the app reports it then
        return None
    return Forecast(model, target, after, drawn_page, page, patch_operations(drawn_page, page), current_catalog())
