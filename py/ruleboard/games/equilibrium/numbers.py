"""All numbers in the rules, with their provenance. No other module defines such numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Generic, TypeVar

from ruleboard.i18n import N_

T = TypeVar("T")

RULEBOOK_SOURCE = N_("rulebook")
RECONSTRUCTED_SOURCE = N_("reconstructed")


@dataclass(frozen=True, slots=True)
class Number(Generic[T]):
    """A number in the rules (or a few related numbers) and its provenance.

    Attributes:
        title: a description of the number for players, as a translatable message.
        value: the number.
        source: ``RULEBOOK_SOURCE`` for a number from the rulebook, ``RECONSTRUCTED_SOURCE`` for a number that
            replaces one in a lost picture.
        note: a sentence about the origin of the number, as a translatable message; may be empty.
    """

    title: str
    value: T
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tier:
    """A row of the confidence board. It applies if the player's highest token is in this row.

    Attributes:
        min_level: the lowest level of the row.
        max_hand: the maximum number of Operation cards in the hand.
        max_storage: the maximum number of stored tiles.
        income: the cycles that the player receives at the end of a round.
    """

    min_level: int
    max_hand: int
    max_storage: int
    income: int


@dataclass(frozen=True, slots=True)
class Card:
    """The cost and the effect of an Operation card.

    Attributes:
        cost: the cost in cycles to code the card.
        tweaks: the number of tweaks that the player gets for running the card.
    """

    cost: int
    tweaks: int


TYPES = "ITAVS"
"""The letters of the five tile types in type order. This order also breaks ties."""

OPERATION_CARDS = ("sub", "div", "add", "mul")
"""The names of the Operation cards, in display order."""

TYPE_ORDER = Number(
    N_("Order of the types"),
    TYPES,
    RECONSTRUCTED_SOURCE,
    N_("The rulebook shows this order only in its picture of the confidence board, and that picture is lost."),
)
TENSOR_CARDS = Number(
    N_("Tensor cards"),
    30,
    RECONSTRUCTED_SOURCE,
    N_("These are all the possible cards: 2 types on top, 2 others below."),
)
DEALT_TILES_PER_TYPE = Number(N_("Tiles of each type that a player takes"), 3, RULEBOOK_SOURCE)
NETWORK_RADIUS = Number(
    N_("Rings of hexes around the centre"), 2, RECONSTRUCTED_SOURCE, N_("The picture of the board is lost.")
)
MAX_CYCLES = Number(
    N_("Most GPU cycles you can have"),
    15,
    RECONSTRUCTED_SOURCE,
    N_("The picture of the counter is lost, so we don’t know where the counter ends."),
)
STARTER_CYCLES = Number(N_("Starting player’s GPU cycles at the start"), 6, RULEBOOK_SOURCE)
FOLLOWER_CYCLES = Number(N_("Everybody else’s GPU cycles at the start"), 7, RULEBOOK_SOURCE)
TOP_LEVEL = Number(
    N_("Highest level"),
    10,
    RECONSTRUCTED_SOURCE,
    N_("The picture of the confidence board is lost, so we don’t know its highest level."),
)
START_LEVEL = Number(N_("Level where all tokens start"), 3, RULEBOOK_SOURCE)
OPEN_TILE_COUNT = Number(N_("Face-up tiles on the action board"), 5, RULEBOOK_SOURCE)
MAX_RISING_TYPES = Number(N_("How many types can go up in training"), 3, RULEBOOK_SOURCE)
MAX_QUIET_ROUNDS = Number(
    N_("Rounds in a row with only passes before the endgame begins"),
    2,
    RECONSTRUCTED_SOURCE,
    N_("We added this rule so that every game ends."),
)
MAX_DRY_ROUNDS = Number(
    N_("Rounds in a row without a Download before the endgame begins"),
    3,
    RECONSTRUCTED_SOURCE,
    N_("We added this rule so that every game ends."),
)
DOWNLOAD_COST = Number(N_("Cycles for a Download"), 2, RULEBOOK_SOURCE)
LOAD_COST = Number(N_("Cycles for a Load"), 2, RULEBOOK_SOURCE)
HACK_COST = Number(N_("Cycles for a Hack"), 1, RULEBOOK_SOURCE)
RUN_COST = Number(N_("Cycles for a Run"), 1, RULEBOOK_SOURCE)
BONUS_TWEAKS = Number(N_("Tweaks for loading a type from your card’s top row"), 1, RULEBOOK_SOURCE)

CARDS_PER_KIND = {
    2: Number(N_("Operation cards of each kind, 2 players"), 1, RULEBOOK_SOURCE),
    3: Number(N_("Operation cards of each kind, 3 players"), 2, RULEBOOK_SOURCE),
    4: Number(N_("Operation cards of each kind, 4 players"), 2, RULEBOOK_SOURCE),
}


@dataclass(frozen=True, slots=True, eq=False)
class NumberSet:
    """A set of values for the numbers that the rulebook leaves open. Each game uses one set.

    Two sets are equal only if they are the same object.

    Attributes:
        id: its name in records and positions.
        title: its displayed name, as a translatable message.
        help: its description, as a translatable message.
        tiers: the rows of the confidence board, lowest first.
        cards: the Operation cards by name, in display order.
        pass_spots: for each number of players, the cycles for the first player to pass, the second, and so on.
        tiles: the number of tiles of each type in the game, by number of players.
    """

    id: str
    title: str
    help: str
    tiers: tuple[Number[Tier], ...]
    cards: Mapping[str, Number[Card]]
    pass_spots: Mapping[int, tuple[Number[int], ...]]
    tiles: Mapping[int, Number[int]]

    def __post_init__(self) -> None:
        """Validate that players can play a game with the numbers.

        Raises:
            ValueError: a number of the rulebook is missing, or no game can have these tiers, cards, spots or tiles.
        """
        min_levels = [tier.value.min_level for tier in self.tiers]
        tiers = [tier.value for tier in self.tiers]
        cards = [card.value for card in self.cards.values()]
        if min_levels != sorted(set(min_levels)) or min_levels[0] != 0 or min_levels[-1] > TOP_LEVEL.value:
            raise ValueError("the tiers must begin at level 0 and be in ascending order")
        if (2, 4, 2) not in [(tier.max_hand, tier.max_storage, tier.income) for tier in tiers]:
            raise ValueError("the rulebook has a tier of 2 cards, 4 tiles and 2 cycles")
        if min(min(tier.max_hand, tier.max_storage) for tier in tiers) < 1 or min(tier.income for tier in tiers) < 0:
            raise ValueError("each tier must allow a card and a tile, and its income must not be negative")
        if tuple(self.cards) != OPERATION_CARDS or min(min(card.cost, card.tweaks) for card in cards) < 0:
            raise ValueError("the four Operation cards must be in display order, without negative numbers")
        if 3 not in [card.cost for card in cards] or 2 not in [card.tweaks for card in cards]:
            raise ValueError("the rulebook has a card that costs 3, and a card with 2 tweaks")
        if {players: len(spots) for players, spots in self.pass_spots.items()} != {
            count: count for count in CARDS_PER_KIND
        }:
            raise ValueError("each player needs a pass spot")
        if any(spots[1].value != 4 or min(spot.value for spot in spots) < 1 for spots in self.pass_spots.values()):
            raise ValueError("the rulebook's second pass spot gives 4 cycles, and each spot must give at least one")
        if set(self.tiles) != set(CARDS_PER_KIND) or any(
            tile_count.value < DEALT_TILES_PER_TYPE.value * players for players, tile_count in self.tiles.items()
        ):
            raise ValueError("each number of players needs at least three tiles of each type for each player")

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the sets of this module by name, so that a copied state equals the original state."""
        if NUMBER_SETS.get(self.id) is self:
            return _number_set, (self.id,)
        return NumberSet, tuple(getattr(self, field.name) for field in fields(self))

    def tier(self, level: int) -> Tier:
        """Return the tier of a player whose highest token is on ``level``."""
        return _tiers_by_level(self)[level]

    def card(self, name: str) -> Card:
        """Return an Operation card by its name (``"sub"``, ``"div"``, ``"add"`` or ``"mul"``)."""
        return self.cards[name].value

    def all_numbers(self) -> tuple[Number[int] | Number[str] | Number[Tier] | Number[Card], ...]:
        """Return all numbers that apply to a game with this set, in the order of the reference note."""
        tiles = dict.fromkeys(self.tiles.values())
        spots = dict.fromkeys(spot for spots in zip_longest(*self.pass_spots.values()) for spot in spots if spot)
        return (*COMMON_NUMBERS, *tiles, *self.tiers, *self.cards.values(), *CARDS_PER_KIND.values(), *spots)


@lru_cache(maxsize=64)
def _tiers_by_level(numbers: NumberSet) -> tuple[Tier, ...]:
    levels = range(TOP_LEVEL.value + 1)
    return tuple(
        next(tier.value for tier in reversed(numbers.tiers) if level >= tier.value.min_level) for level in levels
    )


COMMON_NUMBERS: tuple[Number[int] | Number[str], ...] = (
    TYPE_ORDER,
    TENSOR_CARDS,
    DEALT_TILES_PER_TYPE,
    NETWORK_RADIUS,
    MAX_CYCLES,
    STARTER_CYCLES,
    FOLLOWER_CYCLES,
    TOP_LEVEL,
    START_LEVEL,
    OPEN_TILE_COUNT,
    MAX_RISING_TYPES,
    MAX_QUIET_ROUNDS,
    MAX_DRY_ROUNDS,
    DOWNLOAD_COST,
    LOAD_COST,
    HACK_COST,
    RUN_COST,
    BONUS_TWEAKS,
)
"""The numbers in all sets, in the order of the reference note."""

TIERS: tuple[Number[Tier], ...] = (
    Number(N_("Highest token on 0 to 2"), Tier(0, 1, 2, 0), RECONSTRUCTED_SOURCE),
    Number(N_("Highest token on 3 or 4"), Tier(3, 1, 3, 1), RECONSTRUCTED_SOURCE),
    Number(
        N_("Highest token on 5 or 6"),
        Tier(5, 2, 4, 2),
        RULEBOOK_SOURCE,
        N_("The rulebook shows these limits and this income as an example. We chose the levels."),
    ),
    Number(N_("Highest token on 7 or 8"), Tier(7, 2, 5, 3), RECONSTRUCTED_SOURCE),
    Number(N_("Highest token on 9 or 10"), Tier(9, 3, 6, 4), RECONSTRUCTED_SOURCE),
)

_LOST_LIST_NOTE = N_("The list of components is lost.")
TILES = dict.fromkeys(CARDS_PER_KIND, Number(N_("Tiles of each type"), 20, RECONSTRUCTED_SOURCE, _LOST_LIST_NOTE))

_SECOND_SPOT = Number(N_("Cycles for passing second"), 4, RULEBOOK_SOURCE)


def pass_spots_by_players(spots: tuple[Number[int], ...]) -> Mapping[int, tuple[Number[int], ...]]:
    """Return the pass spots for each number of players.

    Games with fewer than four players use only the first of the four spots, one for each player.
    """
    return {players: spots[:players] for players in CARDS_PER_KIND}


PASS_SPOTS = pass_spots_by_players(
    (
        Number(N_("Cycles for passing first"), 5, RECONSTRUCTED_SOURCE),
        _SECOND_SPOT,
        Number(N_("Cycles for passing third"), 3, RECONSTRUCTED_SOURCE),
        Number(N_("Cycles for passing fourth"), 2, RECONSTRUCTED_SOURCE),
    )
)

_COST_3_NOTE = N_("The rulebook shows a card that costs 3.")
_TWO_TWEAKS_NOTE = N_("The rulebook shows a card with 2 tweaks.")
_COST_3_AND_TWO_TWEAKS_NOTE = N_("The rulebook shows a card that costs 3 and a card with 2 tweaks.")

FIRST_SET = NumberSet(
    "first",
    N_("As in older games"),
    N_("Addition is cheap and by far the strongest card. Choose these numbers if you know them from older games."),
    TIERS,
    {
        "sub": Number(N_("Subtraction"), Card(1, 1), RECONSTRUCTED_SOURCE),
        "div": Number(N_("Division"), Card(2, 1), RECONSTRUCTED_SOURCE),
        "add": Number(N_("Addition"), Card(2, 2), RECONSTRUCTED_SOURCE, _TWO_TWEAKS_NOTE),
        "mul": Number(N_("Multiplication"), Card(3, 2), RECONSTRUCTED_SOURCE, _COST_3_NOTE),
    },
    PASS_SPOTS,
    TILES,
)
"""The first reconstruction. It applies to records, positions and links without a number set."""

BALANCED_SET = NumberSet(
    "balanced",
    N_("Balanced, version 1"),
    N_("Good opponents often bring their tokens to the top early."),
    TIERS,
    {
        "sub": Number(N_("Subtraction"), Card(2, 2), RECONSTRUCTED_SOURCE, _TWO_TWEAKS_NOTE),
        "div": Number(N_("Division"), Card(1, 1), RECONSTRUCTED_SOURCE),
        "add": Number(N_("Addition"), Card(3, 2), RECONSTRUCTED_SOURCE),
        "mul": Number(N_("Multiplication"), Card(3, 2), RECONSTRUCTED_SOURCE, _COST_3_NOTE),
    },
    PASS_SPOTS,
    TILES,
)
"""A former default, chosen by measurement; see docs/equilibrium-balance.md."""

EVEN_SET = NumberSet(
    "even",
    N_("Balanced, version 2"),
    N_("Every Operation card is worth its cost. But 2-player games often end early, because neither player downloads."),
    TIERS,
    {
        "sub": Number(N_("Subtraction"), Card(2, 2), RECONSTRUCTED_SOURCE, _TWO_TWEAKS_NOTE),
        "div": Number(N_("Division"), Card(1, 1), RECONSTRUCTED_SOURCE),
        "add": Number(N_("Addition"), Card(3, 1), RECONSTRUCTED_SOURCE),
        "mul": Number(N_("Multiplication"), Card(3, 1), RECONSTRUCTED_SOURCE, _COST_3_NOTE),
    },
    PASS_SPOTS,
    TILES,
)
"""A former default, chosen by measurement with bots that plan; see docs/equilibrium-balance.md."""

BRISK_SET = NumberSet(
    "brisk",
    N_("Balanced, version 3"),
    N_("You have a lot to do from the start. But with 3 or 4 players, tokens often reach the top early."),
    (
        Number(N_("Highest token on 0 to 2"), Tier(0, 1, 2, 0), RECONSTRUCTED_SOURCE),
        Number(
            N_("Highest token on 3 or 4"),
            Tier(3, 2, 4, 2),
            RULEBOOK_SOURCE,
            N_("The rulebook shows these limits and this income as an example. We chose the levels."),
        ),
        Number(N_("Highest token on 5 or 6"), Tier(5, 2, 5, 2), RECONSTRUCTED_SOURCE),
        Number(N_("Highest token on 7 or 8"), Tier(7, 2, 5, 3), RECONSTRUCTED_SOURCE),
        Number(N_("Highest token on 9 or 10"), Tier(9, 3, 6, 3), RECONSTRUCTED_SOURCE),
    ),
    {
        "sub": Number(N_("Subtraction"), Card(3, 2), RECONSTRUCTED_SOURCE, _COST_3_AND_TWO_TWEAKS_NOTE),
        "div": Number(N_("Division"), Card(2, 1), RECONSTRUCTED_SOURCE),
        "add": Number(N_("Addition"), Card(2, 1), RECONSTRUCTED_SOURCE),
        "mul": Number(N_("Multiplication"), Card(2, 1), RECONSTRUCTED_SOURCE),
    },
    pass_spots_by_players(
        (
            Number(N_("Cycles for passing first"), 9, RECONSTRUCTED_SOURCE),
            _SECOND_SPOT,
            Number(N_("Cycles for passing third"), 5, RECONSTRUCTED_SOURCE),
            Number(N_("Cycles for passing fourth"), 6, RECONSTRUCTED_SOURCE),
        )
    ),
    TILES,
)
"""A former default, chosen by thousands of games between bots that plan their rounds."""

_FIRST_SPOT_FOR_3_OR_4 = Number(N_("Cycles for passing first, 3 or 4 players"), 10, RECONSTRUCTED_SOURCE)
_THIRD_SPOT = Number(N_("Cycles for passing third"), 7, RECONSTRUCTED_SOURCE)

SCARCE_SET = NumberSet(
    "scarce",
    N_("Balanced"),
    N_(
        "We recommend these numbers, and the lessons use them. They give you a lot to do from the "
        "start, but few tiles to spare."
    ),
    (
        Number(N_("Highest token on 0 to 2"), Tier(0, 1, 2, 0), RECONSTRUCTED_SOURCE),
        Number(N_("Highest token on 3"), Tier(3, 2, 3, 2), RECONSTRUCTED_SOURCE),
        Number(
            N_("Highest token on 4 or 5"),
            Tier(4, 2, 4, 2),
            RULEBOOK_SOURCE,
            N_("The rulebook shows these limits and this income as an example. We chose the levels."),
        ),
        Number(N_("Highest token on 6 or 7"), Tier(6, 2, 5, 3), RECONSTRUCTED_SOURCE),
        Number(N_("Highest token on 8 to 10"), Tier(8, 2, 6, 3), RECONSTRUCTED_SOURCE),
    ),
    BRISK_SET.cards,
    {
        2: (Number(N_("Cycles for passing first, 2 players"), 9, RECONSTRUCTED_SOURCE), _SECOND_SPOT),
        3: (_FIRST_SPOT_FOR_3_OR_4, _SECOND_SPOT, _THIRD_SPOT),
        4: (
            _FIRST_SPOT_FOR_3_OR_4,
            _SECOND_SPOT,
            _THIRD_SPOT,
            Number(N_("Cycles for passing fourth"), 7, RECONSTRUCTED_SOURCE),
        ),
    },
    {
        2: Number(N_("Tiles of each type, 2 players"), 10, RECONSTRUCTED_SOURCE, _LOST_LIST_NOTE),
        3: Number(N_("Tiles of each type, 3 players"), 13, RECONSTRUCTED_SOURCE, _LOST_LIST_NOTE),
        4: Number(N_("Tiles of each type, 4 players"), 16, RECONSTRUCTED_SOURCE, _LOST_LIST_NOTE),
    },
)
"""The default, chosen by a search for each number of players; see docs/equilibrium-balance.md."""

NUMBER_SETS = {numbers.id: numbers for numbers in (SCARCE_SET, BRISK_SET, EVEN_SET, BALANCED_SET, FIRST_SET)}
"""The number sets by id. The default of new games comes first."""


def _number_set(id: str) -> NumberSet:
    return NUMBER_SETS[id]


MAX_STORAGE = max(tier.value.max_storage for numbers in NUMBER_SETS.values() for tier in numbers.tiers)
MAX_HAND = max(tier.value.max_hand for numbers in NUMBER_SETS.values() for tier in numbers.tiers)
