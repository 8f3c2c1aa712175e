"""Write static/page/event_kinds.js, which contains the kinds of events in ``ruleboard.app.browser.events``."""

from __future__ import annotations

from ruleboard.app.browser.events import EventKind
from tools.setup import ROOT

FILE = ROOT / "static/page/event_kinds.js"
"""The script. A test compares it with the kinds of events in Python."""


def event_kinds_script() -> str:
    """Return the text of the script."""
    lines = "".join(f'  {kind.name}: "{kind.value}",\n' for kind in EventKind)
    return (
        "// The kinds of events that Python answers. `python -m tools.event_kinds` writes this file.\n\n"
        f"export const EventKind = Object.freeze({{\n{lines}}});\n"
    )


if __name__ == "__main__":
    FILE.write_text(event_kinds_script(), encoding="utf-8")
