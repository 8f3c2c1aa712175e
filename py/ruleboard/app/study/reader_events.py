"""The events of a study's reader: touches, buttons and keys."""

from __future__ import annotations

from ruleboard.app.study import reader as readers
from ruleboard.app.study.reader import Reader
from ruleboard.app.ui.forms import is_number


def reader_after_event(reader: Reader, kind: str, name: str, value: str) -> Reader:
    """Return the reader of a study after an input event.

    Args:
        reader: the reader before the event.
        kind: the kind of the event, as in static/page/dispatch.js.
        name: the target or the key; for a button, its message without the prefix of the feature.
        value: the value of the button.

    Raises:
        StudyError: the rules do not allow a move of the chapter to open.
        LongChapter: the chapter to open is long and was not opened yet.
    """
    match kind, name:
        case "touch", target:
            return readers.touch(reader, target)
        case "take", target:
            return readers.begin_drag(reader, target)
        case "drop", target:
            return readers.drop(reader, target)
        case "do", "choose":
            return readers.choose_action(reader, value)
        case ("do", "next") | ("key", "ArrowRight" | "]"):
            return readers.step(reader, 1)
        case ("do", "previous") | ("key", "ArrowLeft" | "[" | "u" | "Ctrl+z"):
            return readers.step(reader, -1)
        case ("do", "first") | ("key", "Home"):
            return readers.to_start(reader)
        case ("do", "last") | ("key", "End"):
            return readers.to_end(reader)
        case "key", "v":
            return readers.next_alternative(reader)
        case "do", "go" if is_number(value) and readers.can_go(reader, int(value)):
            return readers.go_to_node(reader, int(value))
        case "do", "chapter" if is_number(value):
            return readers.choose_chapter(reader, int(value))
        case "do", "back_to_study":
            return readers.back_to_study(reader)
        case "do", "restart":
            return readers.restart(reader)
        case "do", "hint":
            return readers.show_hint(reader)
        case "do", "show_answer":
            return readers.show_answer(reader)
        case ("do", "turn") | ("key", "f"):
            return readers.flip_board(reader)
        case "do", "enlarge":
            return readers.toggle_enlarged(reader)
        case "key", "Escape":
            return readers.cancel_touch(reader)
    return reader
