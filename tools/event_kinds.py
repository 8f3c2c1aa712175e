"""Write static/page/event_kinds.js: the kinds of events of ``ruleboard.app.browser.events`` for the page's scripts."""

from __future__ import annotations

from pathlib import Path

from ruleboard.app.browser.events import EventKind
from tools.setup import ROOT

FILE = Path("page") / "event_kinds.js"
"""The script, relative to the folder of static files."""


def event_kinds_script() -> str:
    """Return the text of the script."""
    lines = "".join(f'  {kind.name}: "{kind.value}",\n' for kind in EventKind)
    return (
        "// The kinds of events that Python answers. `python -m tools.event_kinds` writes this file.\n\n"
        f"export const EventKind = Object.freeze({{\n{lines}}});\n"
    )


def write_event_kinds(static: Path) -> None:
    """Write the script into a folder of static files."""
    (static / FILE).write_text(event_kinds_script(), encoding="utf-8")


if __name__ == "__main__":
    write_event_kinds(ROOT / "static")
