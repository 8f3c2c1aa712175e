"""The view of the app: the view of the current page, with the settings that affect every page."""

from __future__ import annotations

from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page_kind import PageKinds
from ruleboard.app.runtime.page_kinds import PAGE_KINDS, kind_of
from ruleboard.app.ui.components import Shell
from ruleboard.scene.node import Node


def page_view(model: Model, kinds: PageKinds = PAGE_KINDS) -> Node:
    """Render the page of a model."""
    shared = model.shared
    shell = Shell(shared.notices, shared.announcement, shared.copied_field)
    page = kind_of(model.page, kinds).render(shell, model.page, shared)
    if not shared.settings.coordinates:
        return page
    return page._replace(attrs={**page.attrs, "data-coordinates": ""})


def page_title(model: Model, kinds: PageKinds = PAGE_KINDS) -> str:
    """Return the title of the browser window."""
    title = kind_of(model.page, kinds).title(model.page)
    return f"{title} · Ruleboard" if title else "Ruleboard"
