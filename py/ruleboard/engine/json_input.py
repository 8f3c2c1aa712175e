"""Decoding of JSON that people provide, with readable errors."""

from __future__ import annotations

import json
from typing import Any

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _


def decode_as(text: str, error: type[RuleboardError], noun: str, expected: str) -> Any:
    """Return the value of a JSON text.

    Args:
        text: the text; the caller has checked its length.
        error: the class of the errors.
        noun: the expected kind of text, with an article ("a study").
        expected: a valid text, as a noun phrase.

    Raises:
        RuleboardError: an ``error``: the text is not JSON, is nested too deeply, or contains a number that is too long.
    """
    try:
        return decode(text)
    except RecursionError:
        raise error(_("this is nested too deeply to be {noun}").format(noun=noun)) from None
    except json.JSONDecodeError as problem:
        raise error(
            _("this is not {noun}: its text is cut off or not JSON").format(noun=noun),
            where=_("line {line}, column {column}").format(line=problem.lineno, column=problem.colno),
            expected=expected,
        ) from None
    except ValueError:  # a number beyond the limits
        raise error(_("this is not {noun}: it holds a number that is far too long").format(noun=noun)) from None
