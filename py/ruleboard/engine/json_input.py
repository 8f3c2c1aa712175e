"""The decoding of JSON that people hand in, with errors in sentences."""

from __future__ import annotations

import json
from typing import Any

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _


def decode_as(text: str, error: type[RuleboardError], noun: str, expected: str) -> Any:
    """Return the value of a JSON text that is meant as something.

    Args:
        text: the text; its length has been checked.
        error: the class of the errors.
        noun: the thing it is meant as, with its article ("a study").
        expected: a valid text, as a noun phrase.

    Raises:
        RuleboardError: of the class ``error``: it is not JSON, nested too deeply, or holds a number too long to read.
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
