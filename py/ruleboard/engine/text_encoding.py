"""The encoding of text files: UTF-8, or the encoding of an older program."""

from __future__ import annotations

from typing import Final

_LATIN_ENCODING: Final = "windows-1252"


def decode_text(data: bytes) -> tuple[str, str]:
    """Decode a text file.

    A byte order mark determines the encoding. Other data that is not UTF-8 is decoded as Windows-1252, a superset of
    Latin-1.

    Returns:
        The text, and the name of its encoding if it is not UTF-8, otherwise an empty string.
    """
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:].decode(encoding, "replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return "".join(map(_LATIN_LETTERS.__getitem__, data)), _LATIN_ENCODING


_LATIN_LETTERS: Final = tuple(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256))
"""The characters of Windows-1252 by byte; unused bytes are control characters, as in browsers."""
