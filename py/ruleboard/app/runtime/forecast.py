"""The forecast of the page after a touch, computed while the finger is still down.

A forecast changes nothing: it calls the update with stores that write nothing, and runs no effects. When the finger
lifts, the app repeats the calls with the real stores. If they succeed, as the forecast assumed, the app applies the
forecast's update. If they fail, the app computes the update again. The page and its patch are ready if the new model
equals the forecast's model. If not, the app drops the forecast, so a wrong forecast only costs time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from gettext import NullTranslations
from operator import attrgetter
from typing import Any, NoReturn, TypeAlias, cast

from ruleboard.app.board import clocks
from ruleboard.app.browser.screen import patch_operations
from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Gesture, GestureKind, Update
from ruleboard.app.runtime.model import Model, Page
from ruleboard.app.runtime.page_kind import PageKinds
from ruleboard.app.runtime.page_kinds import page_kind_of, page_view
from ruleboard.app.runtime.pages.play import table_of
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.store import StoreFull
from ruleboard.i18n import current_catalog
from ruleboard.scene.node import Node


class _UnforeseeableError(Exception):
    """The update depends on a value that the forecast must not use, such as a random number or a stored text."""


StoreCall: TypeAlias = Callable[[Services], object]
"""A call of a method of one of the services."""


class _ForecastService:
    """A store that writes nothing and reports success. Most of its other methods raise ``_UnforeseeableError``.

    Args:
        store: returns the real store.
        calls: the list to which it appends each call.
    """

    def __init__(self, store: Callable[[Services], Any], calls: list[StoreCall]) -> None:
        self._store = store
        self._calls = calls

    def save(self, id: str, value: object) -> None:
        """Pretend to save a game or a study."""
        self._calls.append(lambda services: self._store(services).save(id, value))

    def retry(self) -> bool:
        """Pretend that the store has room for all texts."""
        self._calls.append(lambda services: self._store(services).retry())
        return True

    def milliseconds(self) -> int:
        """Return an arbitrary time, which no forecast uses."""
        return 0

    def __getattr__(self, name: str) -> NoReturn:
        raise _UnforeseeableError(name)


_STORE_GETTERS: tuple[Callable[[Services], Any], ...] = tuple(attrgetter(field.name) for field in fields(Services))


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """The page after a touch.

    Attributes:
        model_before: the model before the touch.
        target: the target of the touch.
        update: the update of the touch.
        calls: the update's calls to the stores, which reported success.
        model: the model after the touch, without motions.
        drawn_page: the page on the screen before the touch.
        page: the page after the touch.
        operations: the patch between the two pages, as JSON; empty without a difference.
        catalog: the translations that the page uses.
    """

    model_before: Model
    target: str
    update: Update[Page]
    calls: Sequence[StoreCall]
    model: Model
    drawn_page: Node
    page: Node
    operations: str
    catalog: NullTranslations

    def is_for_touch(self, model_before: Model, target: str) -> bool:
        """Return True if the forecast is for a touch of this target, and neither model nor language has changed."""
        return self.model_before is model_before and self.target == target and self.catalog is current_catalog()

    def repeat_calls(self, services: Services) -> bool:
        """Repeat the calls to the stores. Return False if a store does not report success."""
        try:
            return all(call(services) is not False for call in self.calls)
        except (Conflict, StoreFull):
            return False

    def is_drawable(self, model: Model, drawn_page: Node | None) -> bool:
        """Return True if the forecast has the page of the model, and its patch fits the page on the screen."""
        return self.drawn_page is drawn_page and self.catalog is current_catalog() and self.model == model


def forecast_touch(model: Model, target: str, context: Context, drawn_page: Node, kinds: PageKinds) -> Forecast | None:
    """Return the forecast of a touch, or None if the update needs more than the model, or fails."""
    on_gesture, table = page_kind_of(model.page, kinds).on_gesture, table_of(model.page)
    if on_gesture is None or (table and clocks.clock_of(table)):
        return None
    calls = list[StoreCall]()
    services = Services(*(cast("Any", _ForecastService(store, calls)) for store in _STORE_GETTERS))
    try:
        update = on_gesture(model.page, Gesture(GestureKind.TOUCH, target), context, services)
        model_after = replace(model, page=update.session, shared=replace(update.shared, motions=()))
        page = page_view(model_after, kinds)
    except Exception:  # an error of the app itself occurs again when the finger lifts, and the app reports it then
        return None
    operations = patch_operations(drawn_page, page)
    return Forecast(model, target, update, calls, model_after, drawn_page, page, operations, current_catalog())
