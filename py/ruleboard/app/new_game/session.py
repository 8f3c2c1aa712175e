"""The session of the page for a new game: options, players, and the start position.

Pure: every function returns a new session.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app import positions
from ruleboard.engine.clock import TimeControl
from ruleboard.engine.options import settled
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON
from ruleboard.games.registry import GAMES

_SEEDS = 6
"""Number of seeds to try: enough for more than one player to begin, if that is drawn by lot."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choices made for a new game.

    Attributes:
        game: the game's id.
        options: the chosen values, by option id.
        names: the players' names, as many as were typed or remembered.
        start: the text of the start position; empty for the game's own start.
        error: the reason why the game cannot begin from that position, as a sentence; empty if it can.
        seats: the players' seats, ``PERSON`` or the level of an opponent, as many as were chosen or remembered.
        clock: the time control, None for a game without a clock.
        own_clock: True if the fields for a time control of one's own are shown.
    """

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...] = ()
    start: str = ""
    error: str = ""
    seats: tuple[int, ...] = ()
    clock: TimeControl | None = None
    own_clock: bool = False


def begun(game: str, names: tuple[str, ...], seats: tuple[int, ...] = ()) -> NewGame:
    """Return the page of a game with the default of each option.

    Args:
        game: the game's id.
        names: the names remembered from earlier games.
        seats: the seats remembered from the latest game.
    """
    return NewGame(game, {option.id: option.default for option in GAMES[game].options}, names, seats=seats)


def checked(page: NewGame) -> NewGame:
    """Return the page with ``error`` brought up to date."""
    return replace(page, error=positions.problem(page.game, page.start) if page.start else "")


def with_start(page: NewGame, start: str) -> NewGame:
    """Return the page with a start position, checked."""
    return checked(replace(page, start=start.strip()))


def with_option(page: NewGame, option: str, value: str) -> NewGame:
    """Return the page with the value of an option; choices not offered with it become defaults."""
    return replace(page, options=settled(GAMES[page.game].options, {**page.options, option: value}))


def with_name(page: NewGame, player: int, name: str) -> NewGame:
    """Return the page with the name of a player, 0-based."""
    names = padded_names(page)
    return replace(page, names=tuple(name if number == player else other for number, other in enumerate(names)))


def with_seat(page: NewGame, player: int, seat: int) -> NewGame:
    """Return the page with the seat of a player, 0-based; a seat that does not exist changes nothing."""
    if seat != PERSON and seat not in LEVELS:
        return page
    seats = padded_seats(page)
    return replace(page, seats=tuple(seat if number == player else other for number, other in enumerate(seats)))


def exchanged(page: NewGame) -> NewGame:
    """Return the page with each player moved one side up, the first to the last side."""
    names, seats = padded_names(page), padded_seats(page)
    return replace(page, names=(*names[1:], names[0]), seats=(*seats[1:], seats[0]))


def padded_seats(page: NewGame) -> tuple[int, ...]:
    """Return one seat for each side of the game; persons where none was chosen."""
    count = len(sides(page))
    return (*page.seats, *(PERSON,) * count)[:count]


def padded_names(page: NewGame) -> tuple[str, ...]:
    """Return one name for each side of the game; empty where none was given."""
    count = len(sides(page))
    return (*page.names, *("",) * count)[:count]


def sides(page: NewGame) -> tuple[str, ...]:
    """Return the names of the game's sides: those of the start position, if the game can begin from it."""
    return GAMES[page.game].sides(_first_states(page)[0])


def starting_player(page: NewGame) -> int | None:
    """Return the player who begins, 0-based; None if that is drawn by lot."""
    players = {GAMES[page.game].to_move(state) for state in _first_states(page)}
    return players.pop() if len(players) == 1 else None


def _first_states(page: NewGame) -> list[Any]:
    """Return states the game can begin with: only one from a start position, else those of a few seeds."""
    game = GAMES[page.game]
    if page.start and not positions.problem(page.game, page.start):
        return [game.parse_position(page.start)]
    return [game.initial(page.options, seed) for seed in range(_SEEDS)]
