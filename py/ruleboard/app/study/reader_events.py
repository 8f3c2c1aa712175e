"""Input events of a study's reader: touches, buttons and keys."""

from __future__ import annotations

from ruleboard.app.browser.events import EventKind
from ruleboard.app.study import reader as readers
from ruleboard.app.study.reader import Reader
from ruleboard.app.ui.forms import is_number


def reader_after_event(reader: Reader, kind: EventKind, name: str, value: str) -> Reader:
    """Return the reader of a study after an input event.

    Args:
        reader: the reader before the event.
        kind: the kind of the event.
        name: the target, the key, or the message of a button without the feature's prefix.
        value: the value of the button.

    Raises:
        StudyError: a move of the chapter to open is illegal.
        LongChapter: the chapter to open is long and has not been opened yet.
    """
    match kind, name:
        case EventKind.TOUCH, target:
            return readers.touch(reader, target)
        case EventKind.TAKE, target:
            return readers.begin_drag(reader, target)
        case EventKind.DROP, target:
            return readers.drop(reader, target)
        case EventKind.DO, "choose":
            return readers.choose_action(reader, value)
        case (EventKind.DO, "next") | (EventKind.KEY, "ArrowRight" | "]"):
            return readers.step(reader, 1)
        case (EventKind.DO, "previous") | (EventKind.KEY, "ArrowLeft" | "[" | "u" | "Ctrl+z"):
            return readers.step(reader, -1)
        case (EventKind.DO, "first") | (EventKind.KEY, "Home"):
            return readers.to_start(reader)
        case (EventKind.DO, "last") | (EventKind.KEY, "End"):
            return readers.to_end(reader)
        case EventKind.KEY, "v":
            return readers.next_alternative(reader)
        case EventKind.DO, "go" if is_number(value) and readers.can_go(reader, int(value)):
            return readers.go_to_node(reader, int(value))
        case EventKind.DO, "chapter" if is_number(value):
            return readers.choose_chapter(reader, int(value))
        case EventKind.DO, "back_to_study":
            return readers.back_to_study(reader)
        case EventKind.DO, "restart":
            return readers.restart(reader)
        case EventKind.DO, "hint":
            return readers.show_hint(reader)
        case EventKind.DO, "show_answer":
            return readers.show_answer(reader)
        case (EventKind.DO, "turn") | (EventKind.KEY, "f"):
            return readers.flip_board(reader)
        case EventKind.DO, "enlarge":
            return readers.toggle_enlarged(reader)
        case EventKind.KEY, "Escape":
            return readers.cancel_touch(reader)
    return reader
