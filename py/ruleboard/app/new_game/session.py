"""The session of the page for a new game: the choices made so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ruleboard.app import positions
from ruleboard.engine.options import settled
from ruleboard.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game about to begin.

    Attributes:
        game: the game's id.
        options: the values chosen.
        names: the players' names typed so far.
        start: a position text to begin from, empty for the game's own start.
        error: why it cannot begin like this, as a sentence.
    """

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...] = ()
    start: str = ""
    error: str = ""


def begun(game: str, names: tuple[str, ...]) -> NewGame:
    """Return the page of a game of which nothing has been chosen yet."""
    return NewGame(game, {option.id: option.default for option in GAMES[game].options}, names)


def checked(page: NewGame) -> NewGame:
    """Return the page with the reason why the game cannot begin from the position typed."""
    return replace(page, error=positions.problem(page.game, page.start) if page.start else "")


def with_start(page: NewGame, start: str) -> NewGame:
    """Return the page with a position to begin from."""
    return checked(replace(page, start=start.strip()))


def with_option(page: NewGame, option: str, value: str) -> NewGame:
    """Return the page with the value of an option; a choice that is not offered with it gives way."""
    return replace(page, options=settled(GAMES[page.game].options, {**page.options, option: value}))


def with_name(page: NewGame, player: int, name: str) -> NewGame:
    """Return the page with the name of a player, 0-based."""
    names = padded_names(page)
    return replace(page, names=tuple(name if number == player else other for number, other in enumerate(names)))


def exchanged(page: NewGame) -> NewGame:
    """Return the page after everybody has moved up one side."""
    names = padded_names(page)
    return replace(page, names=(*names[1:], names[0]))


def padded_names(page: NewGame) -> tuple[str, ...]:
    """Return a name for every side of the game, empty where none was given."""
    game = GAMES[page.game]
    usual = not page.start or page.error or checked(page).error
    first = game.initial(page.options, 0) if usual else game.parse_position(page.start)
    count = len(game.sides(first))
    return (*page.names, *("",) * count)[:count]
