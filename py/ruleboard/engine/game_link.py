"""Whole games in addresses: texts compressed by zlib, in base64url, behind the number of the form."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ruleboard.engine.errors import NewerRecord, RecordError
from ruleboard.engine.limits import at_most
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _

FORM: Final = "1"
_FORMED: Final = re.compile(r"([0-9]{1,3})([A-Za-z_-][A-Za-z0-9_-]*)", re.ASCII)
"""A packed text. The first letter of a text compressed by zlib is never a digit: its first byte is 0x78."""

LONGEST_LINK: Final = 12_000
"""Characters of a packed game."""
LONGEST_UNPACKED: Final = 200_000
"""Characters of what is packed: what a small text might unpack to is never made."""
MOST_LINKED: Final = 2_000
"""Actions of a game in an address."""
_LONGEST_TITLE: Final = 200
_LONGEST_PLAIN: Final = 3_000
"""Characters of moves that are not packed, so that people can read them."""
_PACKED: Final = "~"
"""The sign before packed moves; no action of a game begins with it."""


def pack(text: str) -> str:
    """Return a text as it stands in an address: letters, digits, ``-`` and ``_``."""
    return FORM + urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode().rstrip("=")


def unpack(packed: str) -> str:
    """Return the text that was packed, in time proportional to the length of both.

    Raises:
        NewerRecord: it was packed in a form that this version does not know.
        RecordError: it is cut off, damaged, or too long.
    """
    found = _FORMED.fullmatch(packed)
    if len(packed) > LONGEST_LINK:
        raise RecordError(_("this is too long to be a game in a link"), expected=at_most(LONGEST_LINK))
    if found and found[1] != FORM:
        raise NewerRecord(_("this link was made by a newer version of Ruleboard; reload this page to get it"))
    if not found:
        raise RecordError(_("this link does not contain a game"), expected=_("the whole text, as it was copied"))
    decompressor = zlib.decompressobj()
    try:
        data = urlsafe_b64decode(found[2] + "=" * (-len(found[2]) % 4))
        text = decompressor.decompress(data, 4 * LONGEST_UNPACKED).decode()
    except (ValueError, zlib.error):
        raise _damaged() from None
    if decompressor.unconsumed_tail or len(text) > LONGEST_UNPACKED:
        raise RecordError(_("this is too long to be a game in a link"), expected=at_most(LONGEST_UNPACKED))
    if not decompressor.eof:
        raise _damaged()
    return text


def _damaged() -> RecordError:
    what = _("it is damaged: a part is missing or has been changed")
    return RecordError(what, expected=_("the whole text, as it was copied"))


def format_moves(moves: Sequence[str]) -> str:
    """Return the texts of moves as an embedded board takes them: separated by semicolons, packed if they are long."""
    text = ";".join(moves)
    return text if len(text) <= _LONGEST_PLAIN else _PACKED + pack(text)


def parse_moves(text: str) -> tuple[str, ...]:
    """Return the texts of moves as they are given to an embedded board.

    Raises:
        RecordError: they are packed and cannot be unpacked, or are too many.
    """
    if len(text) > LONGEST_UNPACKED:
        raise RecordError(_("this is too long to be a game in a link"), expected=at_most(LONGEST_UNPACKED))
    plain = unpack(text.removeprefix(_PACKED)) if text.startswith(_PACKED) else text
    moves = tuple(move.strip() for move in plain.split(";") if move.strip())
    if len(moves) > MOST_LINKED:
        raise RecordError(_("there are too many moves"), expected=_("{n} at most").format(n=MOST_LINKED))
    return moves


def is_secret(timeline: Timeline[Any]) -> bool:
    """Return True if the record of a game, up to where it stands, tells something that is still hidden in it."""
    return timeline.outcome is None and (timeline.is_hidden() or timeline.has_secrets)


def linked_game(timeline: Timeline[Any]) -> str | None:
    """Return a game up to where it stands as it is put into a link; None if it is too long for one.

    Names, title, options, seed and opponents go along; clock and dates do not. What was taken back is left out.

    Raises:
        ValueError: the game holds a secret, see ``is_secret``.
    """
    if is_secret(timeline):
        raise ValueError("a game with something hidden in it")
    if timeline.at > MOST_LINKED:
        return None
    text = format_record(_linked(timeline.cut().to_record()))
    packed = pack(text) if len(text) <= LONGEST_UNPACKED else ""
    return packed if 0 < len(packed) <= LONGEST_LINK else None


def linked_record(packed: str) -> Record:
    """Return the record of a game from a link; ``timeline.replay`` checks its actions.

    Raises:
        NewerRecord: it was made by a newer version.
        RecordError: it cannot be unpacked, is no record, or has too many actions.
    """
    record = parse_record(unpack(packed))
    if len(record.actions) > MOST_LINKED:
        raise RecordError(
            _("it has {n} actions").format(n=len(record.actions)), expected=_("{n} at most").format(n=MOST_LINKED)
        )
    return _linked(replace(record, at=None))


def _linked(record: Record) -> Record:
    """Return the parts of a record that go into a link."""
    title = record.meta.get("title", "")[:_LONGEST_TITLE]
    return replace(record, clock=None, meta={"title": title} if title else {})
