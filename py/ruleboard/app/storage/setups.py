"""Setups kept under a name, for games in which players set up their side by hand. Pure: texts in, texts out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from ruleboard.app.storage.json_object import named

KEY = "ruleboard/1/setups"
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Setup:
    """One kept setup.

    Attributes:
        game: the game it is for.
        name: what its player calls it.
        text: what is set up, as the game writes it.
        hand: the game and the player it was kept by, as ``hand`` writes them: in that game it is shown to nobody else.
    """

    game: str
    name: str
    text: str
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A kept setup whose text cannot be read, or not by this version.

    Attributes:
        title: what its player calls it.
        text: the text, which stays as it is.
        why: what is wrong with it, as a clause.
    """

    title: str
    text: str
    why: str


Kept = tuple[Setup, ...]


def hand(id: str, player: int) -> str:
    """A player of a kept game."""
    return f"{id} {player}"


def parse_setups(text: str | None) -> Kept | None:
    """The setups of a stored text, without what is none of them; None if it holds no setups at all."""
    entries = _entries(text)
    return None if entries is None else told_apart(setup for setup in map(_setup, entries) if setup)


def legible(text: str) -> bool:
    """Whether a stored text holds setups and nothing in their place that is none."""
    entries = _entries(text)
    return entries is not None and all(map(_setup, entries))


def _entries(text: str | None) -> list[Any] | None:
    """What stands for setups in a stored text; None if nothing does."""
    found = [] if text is None else (named(text) or {}).get("setups")
    return found if isinstance(found, list) else None


def _setup(entry: Any) -> Setup | None:
    """The setup that an entry describes; None if it is none."""
    if not isinstance(entry, dict):
        return None
    game, name, text, hand = (entry.get(field, "") for field in Setup.__slots__)
    if not all(isinstance(value, str) for value in (game, name, text, hand)) or not (game and name and text):
        return None
    return Setup(game, name, text, hand)


def told_apart(setups: Iterable[Setup]) -> Kept:
    """The setups, with a number behind the name of each that another one of its game has already."""
    found: dict[tuple[str, str], Setup] = {}
    numbers: dict[tuple[str, str], int] = {}
    for setup in setups:
        name, number = setup.name, numbers.get((setup.game, setup.name), 2)
        while (setup.game, name) in found:
            name, number = f"{setup.name} {number}", number + 1
        numbers[setup.game, setup.name] = number
        found[setup.game, name] = replace(setup, name=name)
    return tuple(found.values())


def format_setups(setups: Iterable[Setup], over: str | None = None, earlier: str | None = None) -> str:
    """The text under which setups are stored, in place of another. What that one tells more of them stays.

    Of what is not in that one an ``earlier`` one may tell more.
    """
    before = {**_by_name(earlier), **_by_name(over)}
    setups = tuple(setups)
    entries = [{**before.get(name, {}), **asdict(setup)} for name, setup in zip(_names(setups), setups, strict=True)]
    return json.dumps({**(named(over) or {}), "setups": entries}, ensure_ascii=True)


def _by_name(text: str | None) -> dict[tuple[str, str], Any]:
    """What a stored text tells of each setup."""
    return dict(zip(_names(parse_setups(text) or ()), filter(_setup, _entries(text) or ()), strict=True))


def _names(setups: Iterable[Setup]) -> list[tuple[str, str]]:
    """What tells setups apart."""
    return [(setup.game, setup.name) for setup in setups]


def listed(setups: Kept, game: str, hand: str) -> Kept:
    """A game's setups by name, without those the other players of the same kept game have made."""
    id = hand.rpartition(" ")[0]
    seen = (setup for setup in setups if setup.hand == hand or setup.hand.rpartition(" ")[0] != id)
    return tuple(sorted((setup for setup in seen if setup.game == game), key=lambda setup: setup.name.casefold()))


def with_setups(setups: Kept, game: str, hand: str, more: Iterable[tuple[str, str]]) -> Kept:
    """Add setups to those there are; each takes the place of its player's own of that name, and of nobody else's.

    Args:
        setups: those there are.
        game: the game they are for.
        hand: whose they are, see ``Setup``.
        more: pairs of a name and a text.
    """
    seen = {other.name for other in listed(setups, game, hand)}
    taken = {other.name for other in setups if other.game == game} - seen
    found = {(other.game, other.name): other for other in setups}
    for wanted, text in more:
        wanted = wanted[:LONGEST_NAME].strip()
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted} {number}", number + 1
        found.pop((game, name), None)
        found[game, name] = Setup(game, name, text, hand)
    return tuple(found.values())


def without(setups: Kept, game: str, name: str) -> Kept:
    """The setups without a game's of that name."""
    return tuple(setup for setup in setups if (setup.game, setup.name) != (game, name))


def format_lines(setups: Iterable[Setup]) -> str:
    """Setups as lines ``name: text``, to be kept elsewhere."""
    return "".join(f"{setup.name}: {setup.text}\n" for setup in setups)


def parse_lines(text: str) -> list[tuple[str, str]]:
    """Names and texts of lines ``name: text``; where a line has no name, it is empty."""
    parts = [line.rpartition(":") for line in text.splitlines() if line.strip()]
    return [(name.strip()[:LONGEST_NAME].strip(), rest.strip()) for name, _, rest in parts]
