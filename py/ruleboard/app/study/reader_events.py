"""Messages and keys of a study's reader."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.messages import CANCEL, Gesture, GestureKind
from ruleboard.app.study import reader as readers
from ruleboard.app.study.cursor import line_end
from ruleboard.app.study.print_view import open_paper
from ruleboard.app.study.reader import Reader
from ruleboard.app.ui.forms import is_number


def handle_message(reader: Reader, name: str, value: str) -> Reader:
    """Return the reader of a study after a message. An unknown message changes nothing.

    Args:
        reader: the reader before the message.
        name: the name of the message without the feature's prefix.
        value: the value of the message.

    Raises:
        StudyError: a move of the chapter to open is illegal.
        LongChapter: the chapter to open is long and has not been opened yet.
    """
    match name:
        case "choose":
            return readers.handle_gesture(reader, Gesture(GestureKind.CHOOSE, value))
        case "next":
            return readers.step(reader, 1)
        case "previous":
            return readers.step(reader, -1)
        case "first":
            return readers.go_to_node(reader, 0)
        case "last":
            return readers.go_to_node(reader, line_end(reader))
        case "go" if is_number(value) and readers.can_go_to(reader, int(value)):
            return readers.go_to_node(reader, int(value))
        case "chapter" if is_number(value):
            return readers.choose_chapter(reader, int(value))
        case "back_to_study":
            return readers.go_to_node(reader, reader.node)
        case "restart":
            return readers.restart(reader)
        case "hint":
            return readers.show_hint(reader)
        case "show_answer":
            return readers.show_answer(reader)
        case "turn":
            return replace(reader, is_flipped=not reader.is_flipped)
        case "paper":
            return replace(reader, paper=None if reader.paper else open_paper(reader.study))
        case "enlarge":
            return replace(reader, is_enlarged=not reader.is_enlarged)
    return reader


def handle_key(reader: Reader, key: str) -> Reader:
    """Return the reader of a study after a key. An unknown key changes nothing."""
    match key:
        case "ArrowRight" | "]":
            return readers.step(reader, 1)
        case "ArrowLeft" | "[" | "u" | "Ctrl+z":
            return readers.step(reader, -1)
        case "Home":
            return readers.go_to_node(reader, 0)
        case "End":
            return readers.go_to_node(reader, line_end(reader))
        case "v":
            return readers.show_alternative(reader)
        case "f":
            return replace(reader, is_flipped=not reader.is_flipped)
        case "Escape":
            return readers.handle_gesture(reader, CANCEL)
    return reader
