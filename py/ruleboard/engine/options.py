"""Options chosen before a game: the values offered, completed with defaults, refused when unknown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleboard.engine.errors import RecordError
from ruleboard.i18n import _


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option: the value in the record, its title, and one sentence about it.

    Attributes:
        only_with: another option's id, and those of its values with which this choice means something of its
            own: it is offered with them alone. A record may hold it with any. None: it is always offered.
    """

    value: str
    title: str
    help: str = ""
    only_with: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice before the game begins; the first value is the default.

    Attributes:
        id: its name in records.
        title: its name for people.
        choices: its values.
        winner_chooses: True if it says which side begins, with a choice for each side in their order, and the winner
            of the last game chooses it in a rematch.
        before: gives the game by the rules of records without this option. There is nothing to choose then, and no
            page offers it: new records name it to say that they know a rule that older ones do not. None: it is a
            choice.
        absent: the value of records without this option, made before it could be chosen; new records name their
            value. Empty: such records have the default.
    """

    id: str
    title: str
    choices: tuple[Choice, ...]
    before: Callable[[], Any] | None = None
    winner_chooses: bool = False
    absent: str = ""

    @property
    def default(self) -> str:
        """The value used when nothing was chosen."""
        return self.choices[0].value

    @property
    def is_rule(self) -> bool:
        """True if there is nothing to choose."""
        return self.before is not None


def chosen(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every one of a game's ``options``: the given one, or that of records without it.

    Raises:
        RecordError: ``given`` names an option or a value the game does not have.
    """
    known = {option.id for option in options}
    for name in given:
        if name not in known:
            raise RecordError(
                _("there is no option {name}").format(name=repr(name[:30])),
                where=_("field {name}").format(name="options"),
                expected=", ".join(sorted(known)) or _("no options at all"),
            )
    values = {}
    for option in options:
        value = given.get(option.id, option.absent or option.default)
        allowed = [choice.value for choice in option.choices]
        if value not in allowed:
            raise RecordError(
                _("{value} is not a choice for {option}").format(value=repr(value[:30]), option=option.id),
                where=_("field {name}").format(name="options"),
                expected=", ".join(allowed),
            )
        values[option.id] = value
    return values


def with_rules(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a new record: the given ones, all that are rules, and those that it has to name."""
    named = {option.id: option.default for option in options if option.absent}
    return {**named, **given, **{option.id: option.default for option in options if option.is_rule}}


def as_before(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a record that names also what it has because it was made before there was a choice."""
    return {**{option.id: option.absent for option in options if option.absent}, **given}


def format_options(options: Mapping[str, str]) -> str:
    """Return options as an embedded board takes them: ``option:value``, separated by semicolons, or a JSON object."""
    plain = all(not set(";:{") & set(option + value) for option, value in options.items())
    if plain:
        return ";".join(f"{option}:{value}" for option, value in options.items())
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def offered(option: Option, given: Mapping[str, str]) -> tuple[Choice, ...]:
    """Return the choices of an option that apply with the values chosen for the others."""
    return tuple(choice for choice in option.choices if _is_offered(choice, given))


def settled(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return the given values, with the default for every choice that is not offered with the others."""
    values = dict(given)
    for option in options:
        for choice in option.choices:
            if choice.value == values.get(option.id) and not _is_offered(choice, values):
                values[option.id] = option.default
    return values


def _is_offered(choice: Choice, given: Mapping[str, str]) -> bool:
    if choice.only_with is None:
        return True
    option, values = choice.only_with
    return given.get(option) in values
