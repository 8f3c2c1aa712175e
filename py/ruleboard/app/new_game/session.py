"""The state of the page for a new game: options, players, clock and start position.

All functions are pure; those that change the page return a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app import positions
from ruleboard.engine.clock import TimeControl
from ruleboard.engine.options import options_with_available_choices
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON
from ruleboard.registry import GAMES

_SEED_COUNT = 6
"""The number of seeds to try. With a random first player, they give different first players."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choices for a new game.

    Attributes:
        game: the game's id.
        options: the chosen values, by option id.
        names: the players' names from the fields or from earlier games; may be shorter than the number of sides.
        start: the text of the start position; empty for the game's own start.
        error: the reason why the game cannot start from the start position, as a sentence; may be empty.
        seats: the players' seats, ``PERSON`` or the level of a bot; may be shorter than the number of sides.
        clock: the time control, None for a game without a clock.
        has_custom_clock: True if the page shows the fields for a custom time control.
    """

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...] = ()
    start: str = ""
    error: str = ""
    seats: tuple[int, ...] = ()
    clock: TimeControl | None = None
    has_custom_clock: bool = False


def default_page(game: str, names: tuple[str, ...], seats: tuple[int, ...] = ()) -> NewGame:
    """Return the page for a new game with default options.

    Args:
        game: the game's id.
        names: the players' names from earlier games.
        seats: the seats from the latest game.
    """
    return NewGame(game, {option.id: option.default for option in GAMES[game].options}, names, seats=seats)


def check_start(page: NewGame) -> NewGame:
    """Return the page with ``error`` set according to its start position."""
    return replace(page, error=positions.position_error(page.game, page.start) if page.start else "")


def with_start(page: NewGame, start: str) -> NewGame:
    """Set the start position and check it."""
    return check_start(replace(page, start=start.strip()))


def with_option(page: NewGame, option: str, value: str) -> NewGame:
    """Set an option. Other options that its value makes impossible are reset to their defaults."""
    return replace(
        page, options=options_with_available_choices(GAMES[page.game].options, {**page.options, option: value})
    )


def with_name(page: NewGame, player: int, name: str) -> NewGame:
    """Set the name of a player (from 0)."""
    names = padded_names(page)
    return replace(page, names=tuple(name if index == player else current for index, current in enumerate(names)))


def with_seat(page: NewGame, player: int, seat: int) -> NewGame:
    """Set the seat of a player (from 0). An unknown seat changes nothing."""
    if seat != PERSON and seat not in LEVELS:
        return page
    seats = padded_seats(page)
    return replace(page, seats=tuple(seat if index == player else current for index, current in enumerate(seats)))


def exchange_sides(page: NewGame) -> NewGame:
    """Move each player to the previous side, and the first player to the last side."""
    names, seats = padded_names(page), padded_seats(page)
    return replace(page, names=(*names[1:], names[0]), seats=(*seats[1:], seats[0]))


def padded_seats(page: NewGame) -> tuple[int, ...]:
    """Return one seat for each side, with persons in place of missing seats."""
    count = len(sides(page))
    return (*page.seats, *(PERSON,) * count)[:count]


def padded_names(page: NewGame) -> tuple[str, ...]:
    """Return one name for each side, with empty texts in place of missing names."""
    count = len(sides(page))
    return (*page.names, *("",) * count)[:count]


def sides(page: NewGame) -> tuple[str, ...]:
    """Return the names of the sides in the start position, or in a game with the options if the position is invalid."""
    return GAMES[page.game].sides(_start_states(page)[0])


def redealt_start(page: NewGame, seed: int) -> str:
    """Return the text of the start position with all hidden items dealt again, since players may have read it.

    Args:
        page: the page, whose start position is valid.
        seed: the seed for dealing the hidden items.
    """
    game = GAMES[page.game]
    state = game.parse_position(page.start)
    redealt_state = game.with_hidden_redealt(state, seed)
    return page.start if redealt_state == state else game.format_position(redealt_state)


def starting_player(page: NewGame) -> int | None:
    """Return the player who begins (from 0), or None if that is random."""
    players = {GAMES[page.game].to_move(state) for state in _start_states(page)}
    return players.pop() if len(players) == 1 else None


def _start_states(page: NewGame) -> list[Any]:
    """Return the possible start states: the start position, or the starts of games with several seeds."""
    game = GAMES[page.game]
    if page.start and not positions.position_error(page.game, page.start):
        return [game.parse_position(page.start)]
    return [game.initial(page.options, seed) for seed in range(_SEED_COUNT)]
