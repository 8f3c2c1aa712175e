"""Links that contain a whole game: a version number and the record, compressed with zlib and encoded in base64url."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ruleboard.engine.errors import NewerRecord, RecordError
from ruleboard.engine.limits import max_count_phrase, max_length_phrase
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _

FORMAT_VERSION: Final = "1"
_COMPRESSED_TEXT_PATTERN: Final = re.compile(r"([0-9]{1,3})([A-Za-z_-][A-Za-z0-9_-]*)", re.ASCII)
"""A compressed text. The first letter of text compressed by zlib is never a digit, since its first byte is 0x78."""

MAX_LINK_LENGTH: Final = 12_000
"""Maximum number of characters of a game in a URL."""
MAX_DECOMPRESSED_LENGTH: Final = 200_000
"""Maximum number of characters before compression. ``decompress`` stops here, since a link may contain a huge text."""
MAX_LINKED_ACTIONS: Final = 2_000
"""Maximum number of actions of a game in a URL."""
_MAX_TITLE_LENGTH: Final = 200
_MAX_UNCOMPRESSED_LENGTH: Final = 3_000
"""Maximum number of characters of uncompressed moves, which people can read."""
COMPRESSED_PREFIX: Final = "~"
"""The prefix that marks a compressed parameter of an embedded board. No action of a game begins with it."""


def compress(text: str) -> str:
    """Compress a string for use in a URL. The result contains only letters, digits, ``-`` and ``_``."""
    return FORMAT_VERSION + urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode().rstrip(
        "="
    )


def decompress(compressed: str, max_length: int = MAX_LINK_LENGTH) -> str:
    """Decompress a string from ``compress``, in time proportional to the length of input and output.

    Args:
        compressed: the compressed text.
        max_length: the maximum number of characters in ``compressed``.

    Raises:
        NewerRecord: a newer version of the program compressed the text in an unknown way.
        RecordError: the compressed text is incomplete, damaged, or too long.
    """
    match = _COMPRESSED_TEXT_PATTERN.fullmatch(compressed)
    if len(compressed) > max_length:
        raise RecordError(_("this is too long to be a game in a link"), expected=max_length_phrase(max_length))
    if match and match[1] != FORMAT_VERSION:
        raise NewerRecord(_("this link needs a newer version of Ruleboard, so reload this page"))
    if not match:
        raise RecordError(_("this link doesn’t contain a game"), expected=_("the complete link"))
    decompressor = zlib.decompressobj()
    try:
        data = urlsafe_b64decode(match[2] + "=" * (-len(match[2]) % 4))
        text = decompressor.decompress(data, 4 * MAX_DECOMPRESSED_LENGTH).decode()
    except (ValueError, zlib.error):
        raise _create_damaged_link_error() from None
    if decompressor.unconsumed_tail or len(text) > MAX_DECOMPRESSED_LENGTH:
        raise RecordError(
            _("this is too long to be a game in a link"), expected=max_length_phrase(MAX_DECOMPRESSED_LENGTH)
        )
    if not decompressor.eof:
        raise _create_damaged_link_error()
    return text


def _create_damaged_link_error() -> RecordError:
    message = _("the text is damaged: a part is missing or has changed")
    return RecordError(message, expected=_("the complete link"))


def format_moves(moves: Sequence[str]) -> str:
    """Join the texts of moves with semicolons for an embedded board, and compress the result if it is long."""
    text = ";".join(moves)
    return text if len(text) <= _MAX_UNCOMPRESSED_LENGTH else COMPRESSED_PREFIX + compress(text)


def parse_moves(text: str) -> tuple[str, ...]:
    """Split a string from ``format_moves`` into the texts of its moves.

    Raises:
        RecordError: the string is damaged, or has too many moves.
    """
    if len(text) > MAX_DECOMPRESSED_LENGTH:
        raise RecordError(
            _("this is too long to be a game in a link"), expected=max_length_phrase(MAX_DECOMPRESSED_LENGTH)
        )
    plain_text = decompress(text.removeprefix(COMPRESSED_PREFIX)) if text.startswith(COMPRESSED_PREFIX) else text
    moves = tuple(move.strip() for move in plain_text.split(";") if move.strip())
    if len(moves) > MAX_LINKED_ACTIONS:
        raise RecordError(_("there are too many moves"), expected=max_count_phrase(MAX_LINKED_ACTIONS))
    return moves


def contains_hidden_information(timeline: Timeline[Any]) -> bool:
    """Return True if the game, up to its current ply, contains information that is still hidden from a player."""
    return timeline.outcome is None and (timeline.is_hidden() or timeline.has_secrets)


def format_game_link(timeline: Timeline[Any]) -> str | None:
    """Compress a game up to its current ply for use in a link, or return None if the result would be too long.

    The link contains names, title, options, seed and bots, but no clock, dates or undone entries.

    Raises:
        ValueError: the game contains hidden information, see ``contains_hidden_information``.
    """
    if contains_hidden_information(timeline):
        raise ValueError("a game with something hidden in it")
    if timeline.ply > MAX_LINKED_ACTIONS:
        return None
    text = format_record(_remove_details(timeline.without_undone().to_record()))
    compressed = compress(text) if len(text) <= MAX_DECOMPRESSED_LENGTH else ""
    return compressed if 0 < len(compressed) <= MAX_LINK_LENGTH else None


def parse_game_link(compressed: str) -> Record:
    """Parse the record that a link contains. The function does not check the actions; ``timeline.replay`` does.

    Raises:
        NewerRecord: a newer version of the program created the link.
        RecordError: the link is damaged, is not a record, or has too many actions.
    """
    record = parse_record(decompress(compressed))
    if len(record.actions) > MAX_LINKED_ACTIONS:
        raise RecordError(
            _("the game has {n} actions").format(n=len(record.actions)),
            expected=max_count_phrase(MAX_LINKED_ACTIONS),
        )
    return _remove_details(replace(record, ply=None))


def _remove_details(record: Record) -> Record:
    """Remove the fields from a record that a link does not contain."""
    title = record.meta.get("title", "")[:_MAX_TITLE_LENGTH]
    return replace(record, clock=None, meta={"title": title} if title else {})
