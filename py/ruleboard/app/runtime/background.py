"""Background work in slices: checks of the stored games, imports of files, and computations for a page."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from ruleboard.app.browser.slices import IDLE_PAUSE_MS, IDLE_SLICE_MS, READ_SLICE_MS, AnyTask, Scheduler, Task
from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Update
from ruleboard.app.runtime.model import Page
from ruleboard.app.storage.imports import FileText, Imports, import_file_steps, is_short
from ruleboard.engine.steps import Steps, run_to_end, scale_progress

UpdateBuilder = Callable[[Any, Page, Context, Services], Update[Page]]
"""Returns the update of a page from the result of a computation."""

_SLICES_WITHOUT_NOTICE = 8
"""The number of slices after which a notice appears, so that it does not flash up during a short computation."""

_MIN_LIST_INTERVAL = 0.5
"""The minimum number of seconds between two refreshes of the list of games while the app checks them."""


class GameChecker:
    """Checks the stored games and studies while the page is idle.

    Args:
        browser: schedules the slices.
        services: the stored games and studies.
        refresh_list: updates the lists on the page with the results so far.
    """

    def __init__(self, browser: Scheduler, services: Services, refresh_list: Callable[[], None]) -> None:
        self._browser = browser
        self._services = services
        self._refresh_list = refresh_list
        self._task: AnyTask | None = None

    def start(self) -> None:
        """Check all games and studies that are still unchecked."""
        listed_change_count, last_refresh = 0.0, perf_counter()

        def on_progress(change_count: float) -> None:
            nonlocal listed_change_count, last_refresh
            if change_count > listed_change_count and perf_counter() > last_refresh + _MIN_LIST_INTERVAL:
                listed_change_count, last_refresh = change_count, perf_counter()
                # Not in this slice, since the list of hundreds of games takes long.
                self._browser.call_later(self._refresh_list, 0)

        def on_done(change_count: int) -> None:
            self._task = None
            if change_count > listed_change_count:
                self._browser.call_later(self._refresh_list, 0)

        if self._task:
            self._task.cancel()
        task = Task(
            self._browser,
            self._check_steps(),
            slice_ms=IDLE_SLICE_MS,
            pause_ms=IDLE_PAUSE_MS,
            on_progress=on_progress,
            on_done=on_done,
        )
        self._task = task.start()

    def _check_steps(self) -> Steps[int]:
        """Check the stored games, then the stored studies; yield and return the number of changes in the lists."""
        changes = yield from self._services.games.check_steps()
        return changes + (yield from scale_progress(self._services.studies.check_steps(), changes, 1))


class ImportQueue:
    """Imports files, one request after the other.

    Args:
        browser: schedules the slices.
        services: the stores that receive the games and studies.
        on_progress: receives the completed share of the running import, from 0 to 1.
        on_done: receives the result of an import.
        draw_page: draws the page after an import that took several slices.
    """

    def __init__(
        self,
        browser: Scheduler,
        services: Services,
        on_progress: Callable[[float], None],
        on_done: Callable[[Imports], None],
        draw_page: Callable[[], None],
    ) -> None:
        self._browser = browser
        self._services = services
        self._on_progress = on_progress
        self._on_done = on_done
        self._draw_page = draw_page
        self._task: AnyTask | None = None
        self._pending: list[tuple[tuple[FileText, ...], str]] = []

    def add(self, files: tuple[FileText, ...], place: str) -> None:
        """Import games and studies, in slices if the texts are long. If an import is running, queue the request."""
        if self._task:
            self._pending.append((files, place))
            return
        steps = import_file_steps(files, place, self._services.games, self._services.studies)
        if is_short(files):
            self._on_done(run_to_end(steps))
            return
        self._on_progress(0)
        task = Task(
            self._browser,
            steps,
            slice_ms=READ_SLICE_MS,
            pause_ms=0,
            on_progress=self._on_progress,
            on_done=self._finish,
        )
        self._task = task.start()

    def _finish(self, result: Imports) -> None:
        self._task = None
        self._on_done(result)
        if self._pending:
            self.add(*self._pending.pop(0))
        self._draw_page()

    def stop(self) -> None:
        """Stop the running import and drop waiting imports, but keep the imported items."""
        if self._task:
            self._task.cancel()
        self._task = None
        self._pending.clear()


class PageWork:
    """Runs one computation at a time for the current page, in slices.

    Args:
        browser: schedules the slices.
        show_notice: shows a notice about the progress; an empty text removes it.
        on_done: receives the function that handles the result, and the result.
    """

    def __init__(
        self, browser: Scheduler, show_notice: Callable[[str], None], on_done: Callable[[UpdateBuilder, object], None]
    ) -> None:
        self._browser = browser
        self._show = show_notice
        self._on_done = on_done
        self._task: AnyTask | None = None

    def start(self, text: str, steps: Steps[Any], build_update: UpdateBuilder) -> None:
        """Start a computation, which replaces the running one; see ``effects.RunInSlices``."""
        self.cancel()
        slice_count = 0

        def on_progress(share: float) -> None:
            nonlocal slice_count
            slice_count += 1
            if slice_count >= _SLICES_WITHOUT_NOTICE:
                self._show(text.format(n=int(100 * share)))

        def on_done(result: object) -> None:
            self.cancel()
            self._on_done(build_update, result)

        task = Task(self._browser, steps, slice_ms=READ_SLICE_MS, pause_ms=0, on_progress=on_progress, on_done=on_done)
        self._task = task.start()

    def cancel(self) -> None:
        """Cancel the running computation, and remove its notice."""
        if self._task:
            self._task.cancel()
        self._task = None
        self._show("")
