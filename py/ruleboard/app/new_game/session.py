"""The state of the page for a new game: options, players, clock and start position.

All functions are pure. Functions that change the page return a new page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.app import positions
from ruleboard.app.storage.preferences import GameChoices, Settings
from ruleboard.engine.clock import DELAY, INCREMENT, MOVE, TimeControl
from ruleboard.engine.options import select_available_choices
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON
from ruleboard.engine.timeline import new_timeline
from ruleboard.registry import GAMES

PERSONS_CHOICE: Final = "persons"
OPPONENT_CHOICE: Final = "opponent"
"""The values of the choice between persons at one screen and an opponent."""
SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
CLOCK_PRESETS: Final = (
    TimeControl(INCREMENT, 5 * MINUTE_MS),
    TimeControl(INCREMENT, 10 * MINUTE_MS, 5 * SECOND_MS),
    TimeControl(DELAY, 20 * MINUTE_MS, 10 * SECOND_MS),
    TimeControl(INCREMENT, 45 * MINUTE_MS, 30 * SECOND_MS),
    TimeControl(MOVE, MINUTE_MS),
)
"""The time controls that the page offers."""
_SEED_COUNT = 6
"""The number of seeds to try. With a random first player, they give different first players."""


@dataclass(frozen=True, slots=True)
class NewGamePage:
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
        level: the level of the last opponent.
        side: the last side of a person against opponents, from 0.
        armies: the texts of the armies that the players built last.
    """

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...] = ()
    start: str = ""
    error: str = ""
    seats: tuple[int, ...] = ()
    clock: TimeControl | None = None
    has_custom_clock: bool = False
    level: int = min(LEVELS)
    side: int = 0
    armies: tuple[str, ...] = ()


def default_page(game: str, names: tuple[str, ...], seats: tuple[int, ...] = ()) -> NewGamePage:
    """Return the page for a new game with default options.

    Args:
        game: the game's id.
        names: the players' names from earlier games.
        seats: the seats from the latest game.
    """
    return NewGamePage(game, {option.id: option.default for option in GAMES[game].options}, names, seats=seats)


def suggested_page(game: str, settings: Settings, custom_values: Mapping[str, Collection[str]]) -> NewGamePage:
    """Return the page for a new game with the choices for the last game of its kind.

    Without an earlier game, the options are the defaults, and the seats are from the latest game of any kind.

    Args:
        game: the game's id.
        settings: the person's settings.
        custom_values: the values of custom boards and decks, by the id of the option that can take them.
    """
    page, last_choices = default_page(game, settings.names, settings.seats), settings.new_games.get(game)
    if last_choices is None:
        return page
    options = {}
    for option in GAMES[game].options:
        value = last_choices.options.get(option.id, option.default)
        is_valid = value in custom_values.get(option.id, ()) or value in {choice.value for choice in option.choices}
        options[option.id] = value if is_valid else option.default
    return replace(
        page,
        options=select_available_choices(GAMES[game].options, options),
        seats=last_choices.seats,
        level=last_choices.level,
        side=last_choices.side,
        armies=last_choices.armies,
        clock=last_choices.clock,
        has_custom_clock=last_choices.clock is not None and last_choices.clock not in CLOCK_PRESETS,
    )


def game_choices(page: NewGamePage) -> GameChoices:
    """Return the choices on the page, which the page for the next game suggests."""
    return GameChoices(
        dict(page.options), padded_seats(page), opponent_level(page), page.clock, page.armies, suggested_side(page)
    )


def check_start(page: NewGamePage) -> NewGamePage:
    """Check the start position, and return the page with the resulting ``error``."""
    return replace(page, error=positions.position_error(page.game, page.start) if page.start else "")


def with_start(page: NewGamePage, start: str) -> NewGamePage:
    """Set the start position and check it."""
    return check_start(replace(page, start=start.strip()))


def with_option(page: NewGamePage, option: str, value: str) -> NewGamePage:
    """Set an option. Other options that its value makes impossible are reset to their defaults."""
    return replace(page, options=select_available_choices(GAMES[page.game].options, {**page.options, option: value}))


def with_name(page: NewGamePage, player: int, name: str) -> NewGamePage:
    """Set the name of a player (from 0)."""
    names = padded_names(page)
    return replace(page, names=tuple(name if index == player else old_name for index, old_name in enumerate(names)))


def with_seat(page: NewGamePage, player: int, seat: int) -> NewGamePage:
    """Set the seat of a player (from 0). An unknown seat changes nothing."""
    if seat != PERSON and seat not in LEVELS:
        return page
    seats = padded_seats(page)
    return replace(page, seats=tuple(seat if index == player else old_seat for index, old_seat in enumerate(seats)))


def with_persons(page: NewGamePage) -> NewGamePage:
    """Let persons play all sides."""
    return replace(page, level=opponent_level(page), side=suggested_side(page), seats=())


def with_opponent(page: NewGamePage, level: int) -> NewGamePage:
    """Let bots of a level play all sides except one person's. An unknown level changes nothing."""
    if level not in LEVELS:
        return page
    seats = padded_seats(page)
    if any(seats):
        return replace(page, level=level, seats=tuple(seat and level for seat in seats))
    side = min(page.side, len(seats) - 1)
    return replace(page, level=level, seats=tuple(PERSON if player == side else level for player in range(len(seats))))


def with_side(page: NewGamePage, side: int) -> NewGamePage:
    """Let the only person change sides with a bot. An unknown side changes nothing."""
    current_side, side_count = person_side(page), len(sides(page))
    if current_side is None or not 0 <= side < side_count:
        return page
    return _with_player_order(
        page, [{current_side: side, side: current_side}.get(player, player) for player in range(side_count)]
    )


def _with_player_order(page: NewGamePage, order: Sequence[int]) -> NewGamePage:
    """Return the page with the players in another order: their names, seats and armies."""
    names, seats, armies = padded_names(page), padded_seats(page), (*page.armies, *("",) * len(order))
    return replace(
        page,
        names=tuple(names[player] for player in order),
        seats=tuple(seats[player] for player in order),
        armies=tuple(armies[player] for player in order) if page.armies else (),
    )


def person_side(page: NewGamePage) -> int | None:
    """Return the side of the only person, or None if several persons or only bots play."""
    seats = padded_seats(page)
    return seats.index(PERSON) if seats.count(PERSON) == 1 else None


def suggested_side(page: NewGamePage) -> int:
    """Return the side of the only person, or the side that the page suggests if several persons or only bots play."""
    side = person_side(page)
    return page.side if side is None else side


def exchange_sides(page: NewGamePage) -> NewGamePage:
    """Move each player to the previous side, and the first player to the last side."""
    return _with_player_order(page, [*range(1, len(sides(page))), 0])


def opponent_level(page: NewGamePage) -> int:
    """Return the highest level of the opponents, or the level of the last opponent if only persons play."""
    return max(padded_seats(page)) or page.level


def padded_seats(page: NewGamePage) -> tuple[int, ...]:
    """Return one seat for each side, with persons in place of missing seats."""
    count = len(sides(page))
    return (*page.seats, *(PERSON,) * count)[:count]


def padded_names(page: NewGamePage) -> tuple[str, ...]:
    """Return one name for each side, with empty texts in place of missing names."""
    count = len(sides(page))
    return (*page.names, *("",) * count)[:count]


def sides(page: NewGamePage) -> tuple[str, ...]:
    """Return the names of the sides in the start position. If it is invalid, only the options determine the sides."""
    return GAMES[page.game].sides(_start_states(page)[0])


def redealt_start(page: NewGamePage, seed: int) -> str:
    """Return the text of the start position with all hidden items dealt again, since players may have read the text.

    Args:
        page: the page, whose start position is valid.
        seed: the seed for dealing the hidden items.
    """
    game = GAMES[page.game]
    state = game.parse_position(page.start)
    redealt_state = game.with_hidden_redealt(state, seed)
    return page.start if redealt_state == state else game.format_position(redealt_state)


def starting_player(page: NewGamePage) -> int | None:
    """Return the first player (from 0), or None if the first player is random or the players choose simultaneously."""
    game = GAMES[page.game]
    has_order = any(option.winner_chooses for option in game.options)
    if not has_order and all(new_timeline(game, state).is_hidden() for state in _start_states(page)):
        return None
    players = {game.to_move(state) for state in _start_states(page)}
    return players.pop() if len(players) == 1 else None


def _start_states(page: NewGamePage) -> list[Any]:
    """Return the possible start states: the start position, or the starts of games with several seeds."""
    game = GAMES[page.game]
    if page.start and not positions.position_error(page.game, page.start):
        return [game.parse_position(page.start)]
    return [game.initial(page.options, seed) for seed in range(_SEED_COUNT)]
