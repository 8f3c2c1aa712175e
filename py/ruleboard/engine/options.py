"""Options chosen before a game: completed with their defaults, refused when the game does not know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleboard.engine.errors import RecordError
from ruleboard.engine.game import Option


def chosen(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """A value for every one of a game's ``options``: the given one, or its default.

    Raises:
        RecordError: ``given`` names an option or a value the game does not have.
    """
    known = {option.id for option in options}
    for name in given:
        if name not in known:
            raise RecordError(
                f"there is no option {name[:30]!r}",
                where="field options",
                expected=", ".join(sorted(known)) or "no options at all",
            )
    values = {}
    for option in options:
        value = given.get(option.id, option.default)
        allowed = [choice.value for choice in option.choices]
        if value not in allowed:
            raise RecordError(
                f"{value[:30]!r} is no choice for {option.id}",
                where="field options",
                expected=", ".join(allowed),
            )
        values[option.id] = value
    return values
