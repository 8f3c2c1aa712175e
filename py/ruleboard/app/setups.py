"""Setups kept under a name, for games in which players set up their side by hand. Pure: texts in, texts out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ruleboard.engine.jsontext import decode

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


Kept = tuple[Setup, ...]


def hand(id: str, player: int) -> str:
    """A player of a kept game."""
    return f"{id} {player}"


def parse_setups(text: str | None) -> Kept | None:
    """The setups of a stored text, None if it is none."""
    if text is None:
        return ()
    try:
        found = decode(text)["setups"]
        setups = [Setup(**{name: str(entry.get(name, "")) for name in Setup.__slots__}) for entry in found]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return _told_apart(setup for setup in setups if setup.game and setup.name and setup.text)


def _told_apart(setups: Iterable[Setup]) -> Kept:
    """The setups, with a number behind the name of each that another one of its game has already."""
    found: dict[tuple[str, str], Setup] = {}
    for setup in setups:
        name, number = setup.name, 2
        while (setup.game, name) in found:
            name, number = f"{setup.name} {number}", number + 1
        found[setup.game, name] = replace(setup, name=name)
    return tuple(found.values())


def format_setups(setups: Iterable[Setup]) -> str:
    """The text under which setups are stored."""
    entries = [{name: getattr(setup, name) for name in Setup.__slots__} for setup in setups]
    return json.dumps({"setups": entries}, ensure_ascii=True)


def listed(setups: Kept, game: str, hand: str) -> Kept:
    """A game's setups by name, without those the other players of the same kept game have made."""
    id = hand.rpartition(" ")[0]
    seen = (setup for setup in setups if setup.hand == hand or setup.hand.rpartition(" ")[0] != id)
    return tuple(sorted((setup for setup in seen if setup.game == game), key=lambda setup: setup.name.casefold()))


def with_setup(setups: Kept, setup: Setup) -> Kept:
    """The setups with one more; it takes the place of its player's own of that name, and of nobody else's."""
    seen = {other.name for other in listed(setups, setup.game, setup.hand)}
    taken = {other.name for other in setups if other.game == setup.game} - seen
    name, number = setup.name[:LONGEST_NAME].strip(), 2
    setup = replace(setup, name=name)
    while setup.name in taken:
        setup, number = replace(setup, name=f"{name} {number}"), number + 1
    return (*without(setups, setup.game, setup.name), setup)


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
