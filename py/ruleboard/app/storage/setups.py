"""Setups saved by name: armies for games that players set up by hand, boards and decks. Pure: texts in, texts out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.storage.json_object import parse_object
from ruleboard.engine.limits import check_record
from ruleboard.wording import cleaned

KEY = "ruleboard/1/setups"
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Setup:
    """One saved setup.

    Attributes:
        game: the id of the game it is for.
        name: the name its player gave it, unique among the setups of the game.
        text: the setup in the game's notation.
        owner: the saved game in which it was made, and the player who made it, as ``owner_id`` formats them; empty if
            none. The other players of that game do not see it.
    """

    game: str
    name: str
    text: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class UnreadableSetup:
    """A saved setup whose text cannot be read, or not by this version.

    Attributes:
        title: its name.
        text: the text, which is preserved.
        reason: the error for which it cannot be read, as a clause.
    """

    title: str
    text: str
    reason: str


Setups = tuple[Setup, ...]


def owner_id(game_id: str, player: int) -> str:
    """Return the ``owner`` that stands for a player of a saved game."""
    return f"{game_id} {player}"


def parse_setups(text: str | None) -> Setups | None:
    """Return the setups in a stored text, without entries that are not valid; None if it has no list of setups."""
    entries = _entries(text)
    return None if entries is None else with_unique_names(setup for setup in map(_parse_entry, entries) if setup)


def is_readable(text: str) -> bool:
    """Return whether a stored text has a list of setups in which each entry is valid."""
    entries = _entries(text)
    return entries is not None and all(map(_parse_entry, entries))


def _entries(text: str | None) -> list[Any] | None:
    """Return the list of setups in a stored text, its entries not validated; None if there is none."""
    found = [] if text is None else (parse_object(text) or {}).get("setups")
    return found if isinstance(found, list) else None


def _parse_entry(entry: Any) -> Setup | None:
    """Return the setup that an entry describes; None if it is not valid."""
    if not isinstance(entry, dict):
        return None
    game, name, text, owner = (entry.get(field, "") for field in ("game", "name", "text", "hand"))
    if not all(isinstance(value, str) for value in (game, name, text, owner)) or not (game and name and text):
        return None
    return Setup(game, name, text, owner)


def _format_entry(setup: Setup) -> dict[str, str]:
    """Return the entry of a setup, whose owner is called ``hand`` in stored texts."""
    return {"game": setup.game, "name": setup.name, "text": setup.text, "hand": setup.owner}


def with_unique_names(setups: Iterable[Setup]) -> Setups:
    """Return the setups, numbered where one has the same game and name as another before it."""
    found: dict[tuple[str, str], Setup] = {}
    numbers: dict[tuple[str, str], int] = {}
    for setup in setups:
        name, number = setup.name, numbers.get((setup.game, setup.name), 2)
        while (setup.game, name) in found:
            name, number = f"{setup.name} {number}", number + 1
        numbers[setup.game, setup.name] = number
        found[setup.game, name] = replace(setup, name=name)
    return tuple(found.values())


def format_setups(setups: Iterable[Setup], previous: str | None = None, earlier: str | None = None) -> str:
    """Return the text of the setups.

    Args:
        setups: the setups to be stored.
        previous: the text that they replace. Its unknown fields, and those of its setups, are preserved.
        earlier: a text that was replaced before, for the unknown fields of setups that are brought back.
    """
    before = {**_entries_by_name(earlier), **_entries_by_name(previous)}
    entries = [{**before.get((setup.game, setup.name), {}), **_format_entry(setup)} for setup in setups]
    return json.dumps({**(parse_object(previous) or {}), "setups": entries}, ensure_ascii=True)


def _entries_by_name(text: str | None) -> dict[tuple[str, str], Any]:
    """Return the entries in a stored text by the game and the name that ``parse_setups`` gives their setups."""
    names = ((setup.game, setup.name) for setup in parse_setups(text) or ())
    return dict(zip(names, filter(_parse_entry, _entries(text) or ()), strict=True))


def visible(setups: Setups, game: str, owner: str) -> Setups:
    """Return a game's setups by name, without those of the owner's opponents in the same saved game."""
    id = owner.rpartition(" ")[0]
    seen = (setup for setup in setups if setup.owner == owner or setup.owner.rpartition(" ")[0] != id)
    return tuple(sorted((setup for setup in seen if setup.game == game), key=lambda setup: setup.name.casefold()))


def with_setups(setups: Setups, game: str, owner: str, more: Iterable[tuple[str, str]]) -> Setups:
    """Return the setups with others added.

    One replaces a setup of the same name that is visible to its owner; it is numbered if an opponent's has that name.

    Args:
        setups: the setups there are.
        game: the id of the game that the others are for.
        owner: the owner of the others.
        more: their names and texts.
    """
    replaceable = {other.name for other in visible(setups, game, owner)}
    taken = {other.name for other in setups if other.game == game} - replaceable
    found = {(other.game, other.name): other for other in setups}
    for wanted, text in more:
        wanted = wanted[:LONGEST_NAME].strip()
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted} {number}", number + 1
        found.pop((game, name), None)
        found[game, name] = Setup(game, name, text, owner)
    return tuple(found.values())


def without(setups: Setups, game: str, name: str) -> Setups:
    """Return the setups without a game's setup of a name."""
    return tuple(setup for setup in setups if (setup.game, setup.name) != (game, name))


def format_lines(setups: Iterable[Setup]) -> str:
    """Return setups as lines ``name: text``, for a file."""
    return "".join(f"{setup.name}: {setup.text}\n" for setup in setups)


def parse_lines(text: str) -> list[tuple[str, str]]:
    """Return the names and texts of lines ``name: text``; a name is empty if its line has none.

    Raises:
        RecordError: the text is longer than any that is read.
    """
    check_record(text)
    parts = [line.rpartition(":") for line in text.splitlines() if line.strip()]
    return [(cleaned(name)[:LONGEST_NAME].strip(), rest.strip()) for name, _, rest in parts]
