"""Files of people: read up to a limit, and replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from errno import EACCES
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Final

from ruleboard.api.values import quoted
from ruleboard.engine.errors import RecordError
from ruleboard.engine.limits import LONGEST_RECORD, at_most

MAX_BYTES: Final = 4 * LONGEST_RECORD
"""Bytes of a file that is read: the longest text of all, at four bytes a character."""
_PART: Final = 1 << 20


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a file, without a byte order mark. A file without an end is read up to the limit.

    Raises:
        RecordError: it cannot be read, is longer than ``MAX_BYTES``, or is no text in UTF-8.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")  # as files opened as texts


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the content of a file. A file without an end is read up to the limit.

    Raises:
        RecordError: it cannot be read, or is longer than ``MAX_BYTES``.
    """
    try:
        with Path(path).open("rb") as file:
            data = _bounded(file)
    except (OSError, TypeError, ValueError) as error:
        raise RecordError(f"{_name(path)} cannot be read: {_reason(error)}") from None
    if data is None:
        raise RecordError(f"{path} is too long to be read", expected=at_most(LONGEST_RECORD))
    return data


def _bounded(file: BinaryIO) -> bytes | None:
    """Return the content of a file, None if it has more than ``MAX_BYTES``."""
    parts: list[bytes] = []
    size = 0
    while part := file.read(_PART):
        size += len(part)
        if size > MAX_BYTES:
            return None
        parts.append(part)
    return b"".join(parts)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a text into a file as UTF-8; whatever goes wrong, the file that was there before stays as it was.

    Raises:
        RecordError: the text has no form in UTF-8, or the file cannot be written.
    """
    write_bytes(path, encoded(text, path))


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Write a file next to the one that it replaces. What is no plain file, such as a pipe, is written itself.

    Raises:
        RecordError: the file cannot be written.
    """
    try:
        target = Path(path).resolve()
        before = target.stat() if target.exists() else None
        if before and not stat.S_ISREG(before.st_mode):
            target.write_bytes(data)
        else:
            _replace(target, data, stat.S_IMODE(before.st_mode) if before else None)
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise RecordError(f"{_name(path)} cannot be written: {_reason(error)}") from None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    """Replace a file of a mode; without one, make a file.

    Raises:
        OSError: it cannot be written.
    """
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    unfinished = target.with_name(f".{target.name[:50]}.{token_hex(4)}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            unfinished.chmod(mode)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def encoded(text: str, name: object, encoding: str = "utf-8") -> bytes:
    """Return a text as bytes.

    Args:
        text: the text.
        name: the name of the file that is to hold it, for the error.
        encoding: the encoding of the file.

    Raises:
        RecordError: a character has no form in the encoding; the error names the character and its line.
    """
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        fault = f"line {line} has {text[error.start]!a}, which is no character of {encoding.upper()}"
        raise RecordError(f"{name} cannot be written: {fault}") from None


def _name(path: object) -> str:
    return str(path) if isinstance(path, str | PathLike) else quoted(path)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
