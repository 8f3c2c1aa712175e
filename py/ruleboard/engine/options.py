"""The options of a new game: the choices that they offer, their defaults and their validation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleboard.engine.errors import RecordError
from ruleboard.i18n import _


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option.

    Attributes:
        value: the value in records.
        title: the name that people read.
        help: a sentence that explains the choice; may be empty.
        required_option: the id of another option, and the values of that option for which pages offer this choice.
            Records may also combine the choice with other values. None if pages always offer the choice.
    """

    value: str
    title: str
    help: str = ""
    required_option: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a new game. The first choice is the default.

    Attributes:
        id: the name of the option in records.
        title: the name that people read.
        choices: the possible values.
        legacy_game: returns the game with the older rules, which apply to records without this option. Pages do not
            offer such an option: new records contain it to state that they follow the newer rule. None for an option
            that people choose.
        winner_chooses: True if the option says which side begins, with one choice for each side, in the order of the
            sides. In a rematch, the winner of the last game then chooses.
        legacy_default: the value for records that are older than the option. New records name their value. Empty if
            older records have the default.
    """

    id: str
    title: str
    choices: tuple[Choice, ...]
    legacy_game: Callable[[], Any] | None = None
    winner_chooses: bool = False
    legacy_default: str = ""

    @property
    def default(self) -> str:
        """The value in new games unless the player chooses a different one."""
        return self.choices[0].value

    @property
    def is_rule(self) -> bool:
        """True if the option states which version of a rule applies, so that people cannot choose its value."""
        return self.legacy_game is not None


def resolve_options(options: Sequence[Option], values: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every option of a game. An option missing from ``values`` gets its value for old records.

    Raises:
        RecordError: ``values`` contains an option or a value that the game does not have.
    """
    names = {option.id for option in options}
    for name in values:
        if name not in names:
            raise RecordError(
                _("there’s no option {name}").format(name=repr(name[:30])),
                where=_("field {name}").format(name="options"),
                expected=", ".join(sorted(names)) or _("no options at all"),
            )
    resolved_options = {}
    for option in options:
        value = values.get(option.id, option.legacy_default or option.default)
        choices = [choice.value for choice in option.choices]
        if value not in choices:
            raise RecordError(
                _("{value} isn’t a choice for {option}").format(value=repr(value[:30]), option=option.id),
                where=_("field {name}").format(name="options"),
                expected=", ".join(choices),
            )
        resolved_options[option.id] = value
    return resolved_options


def new_record_options(options: Sequence[Option], values: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a new record: ``values``, all rule options, and all options with a legacy default."""
    defaults = {option.id: option.default for option in options if option.legacy_default}
    return {**defaults, **values, **{option.id: option.default for option in options if option.is_rule}}


def rematch_options(options: Sequence[Option], values: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a rematch: ``values`` from the last record, and legacy defaults for the missing options."""
    return {**{option.id: option.legacy_default for option in options if option.legacy_default}, **values}


def format_options(options: Mapping[str, str]) -> str:
    """Format options for an embedded board: ``option:value`` pairs separated by semicolons, or a JSON object."""
    contains_no_separators = all(not set(";:{") & set(option + value) for option, value in options.items())
    if contains_no_separators:
        return ";".join(f"{option}:{value}" for option, value in options.items())
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def available_choices(option: Option, values: Mapping[str, str]) -> tuple[Choice, ...]:
    """Return the choices that pages offer for an option, given the values of the other options."""
    return tuple(choice for choice in option.choices if _is_available(choice, values))


def select_available_choices(options: Sequence[Option], values: Mapping[str, str]) -> dict[str, str]:
    """Return ``values``, with the default in place of each value that the other values make unavailable."""
    available_values = dict(values)
    for option in options:
        for choice in option.choices:
            if choice.value == available_values.get(option.id) and not _is_available(choice, available_values):
                available_values[option.id] = option.default
    return available_values


def _is_available(choice: Choice, values: Mapping[str, str]) -> bool:
    if choice.required_option is None:
        return True
    option, required_values = choice.required_option
    return values.get(option) in required_values
