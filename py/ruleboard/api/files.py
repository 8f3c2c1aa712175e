"""File access for the API: reading up to a size limit, and atomic replacement."""

from __future__ import annotations

import os
import stat
from errno import EACCES
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Final

from ruleboard.api.values import quote
from ruleboard.engine.errors import RecordError
from ruleboard.engine.limits import MAX_RECORD_LENGTH, max_length_phrase
from ruleboard.engine.text_encoding import decode_text

MAX_BYTES: Final = 4 * MAX_RECORD_LENGTH
"""Maximum number of bytes of a file: the longest text, with four bytes for each character."""
_CHUNK_SIZE: Final = 1 << 20


def read_text(path: str | PathLike[str]) -> str:
    """Read a text file of at most ``MAX_BYTES``, without its byte order mark.

    Raises:
        RecordError: the file is unreadable, longer than ``MAX_BYTES``, or not UTF-8 text.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")  # as Python does for text files


def read_text_in_any_encoding(path: str | PathLike[str]) -> tuple[str, tuple[str, ...]]:
    """Read a text file of at most ``MAX_BYTES``; return the text, and a notice if its encoding is not UTF-8.

    Raises:
        RecordError: the file is unreadable, or longer than ``MAX_BYTES``.
    """
    text, encoding = decode_text(read_bytes(path))
    return text, (f"it is not UTF-8, and was read as {encoding}",) if encoding else ()


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Read a file of at most ``MAX_BYTES``.

    Raises:
        RecordError: the file is unreadable, or longer than ``MAX_BYTES``.
    """
    try:
        with Path(path).open("rb") as file:
            data = _read_bounded(file)
    except (OSError, TypeError, ValueError) as error:
        raise RecordError(f"{_format_path(path)} cannot be read: {_describe_failure(error)}") from None
    if data is None:
        raise RecordError(f"{path} is too long to be read", expected=max_length_phrase(MAX_RECORD_LENGTH))
    return data


def _read_bounded(file: BinaryIO) -> bytes | None:
    """Read a file; return None if it has more than ``MAX_BYTES``."""
    chunks: list[bytes] = []
    size = 0
    while chunk := file.read(_CHUNK_SIZE):
        size += len(chunk)
        if size > MAX_BYTES:
            return None
        chunks.append(chunk)
    return b"".join(chunks)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write text to a file as UTF-8. If an error occurs, an existing file stays unchanged.

    Raises:
        RecordError: the text is not valid Unicode, or the file is not writable.
    """
    write_bytes(path, encode(text, path))


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Write data to a file. Replace a regular file atomically, but write directly to a pipe or device.

    Raises:
        RecordError: the file is not writable.
    """
    try:
        target = Path(path).resolve()
        status = target.stat() if target.exists() else None
        if status and not stat.S_ISREG(status.st_mode):
            target.write_bytes(data)
        else:
            _replace_file(target, data, stat.S_IMODE(status.st_mode) if status else None)
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise RecordError(f"{_format_path(path)} cannot be written: {_describe_failure(error)}") from None


def _replace_file(target: Path, data: bytes, mode: int | None) -> None:
    """Write a temporary file and move it to ``target``. ``mode`` is the file's permissions, or None for a new file.

    Raises:
        OSError: the file is not writable.
    """
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    temporary_file = target.with_name(f".{target.name[:50]}.{token_hex(4)}")
    try:
        with temporary_file.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary_file.chmod(mode)
        temporary_file.replace(target)
    except BaseException:
        temporary_file.unlink(missing_ok=True)
        raise


def encode(text: str, name: object, encoding: str = "utf-8") -> bytes:
    """Encode text for a file.

    Args:
        text: the text.
        name: the name of the file, for the error.
        encoding: the encoding of the file.

    Raises:
        RecordError: the encoding does not support a character; the error names the character and its line.
    """
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        message = f"line {line} has {text[error.start]!a}, which is not a character of {encoding.upper()}"
        raise RecordError(f"{name} cannot be written: {message}") from None


def _format_path(path: object) -> str:
    return str(path) if isinstance(path, str | PathLike) else quote(path)


def _describe_failure(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
