"""Test that Python and the page's scripts define the same kinds of events."""

from __future__ import annotations

import re

from ruleboard.app.browser.events import EventKind
from tools.event_kinds import FILE, event_kinds_script
from tools.setup import ROOT

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static/page").glob("*.js")}


def test_script_of_event_kinds_is_current() -> None:
    """The script equals the output of ``python -m tools.event_kinds``."""
    assert FILE.read_text(encoding="utf-8") == event_kinds_script()


def test_scripts_send_no_literal_kinds() -> None:
    assert not [name for name, text in SCRIPTS.items() if re.search(r'\bsend(?:Click)?\((?:event, )?"', text)]
    used_kinds = {kind for text in SCRIPTS.values() for kind in re.findall(r"EventKind\.(\w+)", text)}
    assert used_kinds == {kind.name for kind in EventKind if kind is not EventKind.MESSAGE}


def test_embed_frame_sends_messages() -> None:
    """The frame's own script sends only events of the kind "message".

    The script is not a module, so it cannot import the kinds.
    """
    script = (ROOT / "static/boot/embed_frame.js").read_text(encoding="utf-8")
    assert re.findall(r'\.send\("(\w+)"', script) == [EventKind.MESSAGE]


def test_reference_in_dispatch_lists_all_kinds() -> None:
    kinds = re.findall(r"^//   (\w+)", SCRIPTS["dispatch.js"], flags=re.MULTILINE)
    assert kinds[0] == "kind"
    assert set(kinds[1:]) == set(EventKind)
