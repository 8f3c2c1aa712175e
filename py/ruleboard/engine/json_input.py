"""A JSON decoder for input from people, with readable errors."""

from __future__ import annotations

import json
from typing import Any

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _


def decode_as(text: str, error_type: type[RuleboardError], noun: str, expected: str) -> Any:
    """Decode JSON, or raise a readable error.

    Args:
        text: the text; the caller has checked its length.
        error_type: the class of the error to raise.
        noun: a name for the expected kind of text, with an article ("a study").
        expected: a description of valid text, as a noun phrase.

    Raises:
        RuleboardError: an error of the class ``error_type``: the text is not JSON, is nested too deeply, or contains
            a number that is too long.
    """
    try:
        return decode(text)
    except RecursionError:
        raise error_type(_("this is nested too deeply to be {noun}").format(noun=noun)) from None
    except json.JSONDecodeError as problem:
        raise error_type(
            _("this is not {noun}: its text is cut off or not JSON").format(noun=noun),
            where=_("line {line}, column {column}").format(line=problem.lineno, column=problem.colno),
            expected=expected,
        ) from None
    except ValueError:  # a number beyond the limits
        raise error_type(_("this is not {noun}: it holds a number that is far too long").format(noun=noun)) from None
