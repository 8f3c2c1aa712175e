"""Setups: the saved armies, custom boards and custom decks of players."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.engine.decoding import ErrorStyle, Value, decode_object
from ruleboard.engine.errors import RecordError
from ruleboard.engine.limits import check_record_length
from ruleboard.engine.plain_text import plain_characters
from ruleboard.wording import clean_name

STORAGE_KEY = "ruleboard/1/setups"
MAX_NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Setup:
    """A saved army, a custom board or a custom deck.

    Attributes:
        game: the id of its game.
        name: its name, unique among the setups of the game.
        text: its text in the game's notation.
        owner: the saved game and the player who saved the setup, as ``owner_id`` formats them; may be empty. The other
            players of that game do not see the setup.
    """

    game: str
    name: str
    text: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class UnreadableSetup:
    """A saved setup whose text this version cannot read.

    Attributes:
        title: its name.
        text: its text, which stays stored.
        reason: the error in its text, as a clause.
    """

    title: str
    text: str
    reason: str


Setups = tuple[Setup, ...]


def owner_id(game_id: str, player: int) -> str:
    """Format a saved game's id and a player as the ``owner`` of setups."""
    return f"{game_id} {player}"


def parse_setups(text: str | None) -> Setups | None:
    """Parse stored setups, and drop invalid entries; return None if the text does not contain a list of setups."""
    entries = _entries(text)
    return None if entries is None else with_unique_names(setup for setup in map(_parse_entry, entries) if setup)


def is_readable(text: str) -> bool:
    """Return True if a stored text contains a list of setups without invalid entries."""
    entries = _entries(text)
    return entries is not None and all(map(_parse_entry, entries))


def _entries(text: str | None) -> list[Any] | None:
    """Return the unvalidated list of setups in a stored text, or None if the text contains no list."""
    entries = [] if text is None else (decode_object(text) or {}).get("setups")
    return entries if isinstance(entries, list) else None


def _parse_entry(entry: Any) -> Setup | None:
    """Parse an entry of the stored list; return None if it is invalid."""
    value = Value(entry, ErrorStyle(RecordError))
    try:
        return Setup(
            value.field("game").nonempty_text(),
            value.field("name").nonempty_text(),
            value.field("text").nonempty_text(),
            value.field("hand", "").text(),
        )
    except RecordError:
        return None


def _format_entry(setup: Setup) -> dict[str, str]:
    """Format a setup as an entry of the stored list, which names the owner ``hand``."""
    return {"game": setup.game, "name": setup.name, "text": setup.text, "hand": setup.owner}


def with_unique_names(setups: Iterable[Setup]) -> Setups:
    """Return the setups with unique names: a number follows each name that an earlier setup of the game has."""
    setups_by_name: dict[tuple[str, str], Setup] = {}
    numbers: dict[tuple[str, str], int] = {}
    for setup in setups:
        name, number = setup.name, numbers.get((setup.game, setup.name), 2)
        while (setup.game, name) in setups_by_name:
            name, number = f"{setup.name} {number}", number + 1
        numbers[setup.game, setup.name] = number
        setups_by_name[setup.game, name] = replace(setup, name=name)
    return tuple(setups_by_name.values())


def format_setups(setups: Iterable[Setup], previous_text: str | None = None, earlier_text: str | None = None) -> str:
    """Format setups for storage.

    Args:
        setups: the setups to store.
        previous_text: the stored text to replace. Its unknown fields stay, including those of its setups.
        earlier_text: an earlier stored text that contains the unknown fields of restored setups.
    """
    entries_by_name = {**_entries_by_name(earlier_text), **_entries_by_name(previous_text)}
    entries = [{**entries_by_name.get((setup.game, setup.name), {}), **_format_entry(setup)} for setup in setups]
    return json.dumps({**(decode_object(previous_text or "{}") or {}), "setups": entries}, ensure_ascii=True)


def _entries_by_name(text: str | None) -> dict[tuple[str, str], Any]:
    """Return the entries in a stored text by game and name, with the names that ``parse_setups`` gives them."""
    names = ((setup.game, setup.name) for setup in parse_setups(text) or ())
    return dict(zip(names, filter(_parse_entry, _entries(text) or ()), strict=True))


def visible_setups(setups: Setups, game: str, owner: str) -> Setups:
    """Return the setups of a game that an owner may see, sorted by name. Those of opponents are hidden."""
    id = owner.rpartition(" ")[0]
    setups_of_owner = (setup for setup in setups if setup.owner == owner or setup.owner.rpartition(" ")[0] != id)
    return tuple(
        sorted((setup for setup in setups_of_owner if setup.game == game), key=lambda setup: setup.name.casefold())
    )


def with_setups(setups: Setups, game: str, owner: str, new_setups: Iterable[tuple[str, str]]) -> Setups:
    """Return the stored setups with new setups added.

    A new setup replaces a setup with the same name that its owner can see. If an opponent's setup or another new setup
    has the same name, the name gets a number.

    Args:
        setups: the stored setups.
        game: the id of the new setups' game.
        owner: the owner of the new setups.
        new_setups: the names and texts of the new setups.
    """
    replaceable_names = {setup.name for setup in visible_setups(setups, game, owner)}
    reserved_names = {setup.name for setup in setups if setup.game == game} - replaceable_names
    setups_by_name = {(setup.game, setup.name): setup for setup in setups}
    for title, text in new_setups:
        title = title[:MAX_NAME_LENGTH].strip()
        name, number = title, 2
        while name in reserved_names:
            name, number = f"{title} {number}", number + 1
        setups_by_name.pop((game, name), None)
        setups_by_name[game, name] = Setup(game, name, text, owner)
        reserved_names.add(name)
    return tuple(setups_by_name.values())


def without_setup(setups: Setups, game: str, name: str) -> Setups:
    """Return the setups without the setup of a game that has a name."""
    return tuple(setup for setup in setups if (setup.game, setup.name) != (game, name))


def format_lines(setups: Iterable[Setup]) -> str:
    """Format setups as ``name: text`` lines for a file."""
    return "".join(f"{setup.name}: {setup.text}\n" for setup in setups)


def parse_lines(text: str) -> list[tuple[str, str]]:
    """Parse ``name: text`` lines as pairs of a name and a text. Without a colon, the name is empty.

    ``with_setups`` cuts names that are too long.

    Raises:
        RecordError: the text is too long.
    """
    check_record_length(text)
    parts = [line.rpartition(":") for line in text.splitlines() if line.strip()]
    return [(clean_name(name).strip(), plain_characters(setup_text).strip()) for name, _, setup_text in parts]
