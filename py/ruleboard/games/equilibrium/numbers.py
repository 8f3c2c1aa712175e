"""Every number of the rules with its provenance. No other module holds any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from ruleboard.i18n import N_

T = TypeVar("T")

RULEBOOK = N_("rulebook")
RECONSTRUCTED = N_("reconstructed")


@dataclass(frozen=True, slots=True)
class Number(Generic[T]):
    """A number (or a few that belong together) and its provenance.

    Attributes:
        title: its meaning, as people read it (marked for the catalogue, as the note is).
        value: the number.
        source: ``RULEBOOK`` (written or pictured there) or ``RECONSTRUCTED`` (its picture is lost: ours).
        note: a sentence on what is known of it; empty if there is nothing to add.
    """

    title: str
    value: T
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tier:
    """The limits of hand and storage and the income that the highest token gives from level ``least`` on."""

    least: int
    hand: int
    storage: int
    income: int


@dataclass(frozen=True, slots=True)
class Card:
    """An Operation card: its cost in cycles when coded, and the number of tweaks when run."""

    cost: int
    tweaks: int


TYPES = "ITAVS"
"""The five tile types in their fixed order, which also breaks ties."""

TYPE_ORDER = Number(
    N_("The order of the types"), TYPES, RECONSTRUCTED, N_("The confidence board that showed the order is lost.")
)
TILES_EACH = Number(N_("Tiles of each type"), 20, RECONSTRUCTED, N_("The list of the material is lost."))
TENSOR_CARDS = Number(
    N_("Tensor cards"), 30, RECONSTRUCTED, N_("Every top pair with every bottom pair of the types that are left.")
)
DEALT_EACH = Number(N_("Tiles of each type a player brings into the draw pile"), 3, RULEBOOK)
RADIUS = Number(N_("Rings of hexes around a board's centre"), 2, RECONSTRUCTED, N_("The picture of the board is lost."))
MOST_CYCLES = Number(N_("Most GPU cycles a player can have"), 15, RECONSTRUCTED, N_("The end of the track is lost."))
FIRST_CYCLES = Number(N_("GPU cycles the starting player begins with"), 6, RULEBOOK)
OTHER_CYCLES = Number(N_("GPU cycles the others begin with"), 7, RULEBOOK)
TOP_LEVEL = Number(N_("Highest confidence level"), 10, RECONSTRUCTED, N_("The ends of the confidence board are lost."))
FIRST_LEVEL = Number(N_("Confidence level all tokens begin on"), 3, RULEBOOK)
OPEN_TILES = Number(N_("Tiles face up on the action board"), 5, RULEBOOK)
MOST_RISING = Number(N_("Types that go up in backpropagation, at most"), 3, RULEBOOK)
QUIET_ROUNDS = Number(
    N_("Rounds running with nothing but passes that end the game"),
    2,
    RECONSTRUCTED,
    N_("Ours, so that every game ends."),
)
DRY_ROUNDS = Number(
    N_("Rounds running without a Download that end the game"),
    3,
    RECONSTRUCTED,
    N_("Ours, so that every game ends."),
)
DOWNLOAD_COST = Number(N_("Cycles for Download"), 2, RULEBOOK)
LOAD_COST = Number(N_("Cycles for Load"), 2, RULEBOOK)
HACK_COST = Number(N_("Cycles for Hack"), 1, RULEBOOK)
RUN_COST = Number(N_("Cycles for Run"), 1, RULEBOOK)
BONUS_TWEAKS = Number(N_("Tweaks for a tile of the card's top row"), 1, RULEBOOK)

TIERS: tuple[Number[Tier], ...] = (
    Number(N_("Highest token on 0 to 2"), Tier(0, 1, 2, 0), RECONSTRUCTED),
    Number(N_("Highest token on 3 or 4"), Tier(3, 1, 3, 1), RECONSTRUCTED),
    Number(
        N_("Highest token on 5 or 6"),
        Tier(5, 2, 4, 2),
        RULEBOOK,
        N_("The row is the rulebook's example; the level it begins at is ours."),
    ),
    Number(N_("Highest token on 7 or 8"), Tier(7, 2, 5, 3), RECONSTRUCTED),
    Number(N_("Highest token on 9 or 10"), Tier(9, 3, 6, 4), RECONSTRUCTED),
)

CARDS: dict[str, Number[Card]] = {
    "sub": Number(N_("Subtraction"), Card(1, 1), RECONSTRUCTED),
    "div": Number(N_("Division"), Card(2, 1), RECONSTRUCTED),
    "add": Number(N_("Addition"), Card(2, 2), RECONSTRUCTED, N_("The rulebook pictures a card of 2 tweaks.")),
    "mul": Number(N_("Multiplication"), Card(3, 2), RECONSTRUCTED, N_("The rulebook pictures a card that costs 3.")),
}
"""The Operation cards, cheapest first."""

CARDS_EACH = {
    2: Number(N_("Operation cards of each kind, two players"), 1, RULEBOOK),
    3: Number(N_("Operation cards of each kind, three players"), 2, RULEBOOK),
    4: Number(N_("Operation cards of each kind, four players"), 2, RULEBOOK),
}

PASS_SPOTS = (
    Number(N_("Cycles for the first to pass"), 5, RECONSTRUCTED),
    Number(N_("Cycles for the second to pass"), 4, RULEBOOK),
    Number(N_("Cycles for the third to pass"), 3, RECONSTRUCTED),
    Number(N_("Cycles for the fourth to pass"), 2, RECONSTRUCTED),
)

ALL: tuple[Number[int] | Number[str] | Number[Tier] | Number[Card], ...] = (
    TYPE_ORDER,
    TILES_EACH,
    TENSOR_CARDS,
    DEALT_EACH,
    RADIUS,
    MOST_CYCLES,
    FIRST_CYCLES,
    OTHER_CYCLES,
    TOP_LEVEL,
    FIRST_LEVEL,
    OPEN_TILES,
    MOST_RISING,
    QUIET_ROUNDS,
    DRY_ROUNDS,
    DOWNLOAD_COST,
    LOAD_COST,
    HACK_COST,
    RUN_COST,
    BONUS_TWEAKS,
    *TIERS,
    *CARDS.values(),
    *CARDS_EACH.values(),
    *PASS_SPOTS,
)
"""All numbers, in the order of the reference note."""

_TIER_AT = tuple(
    next(tier.value for tier in reversed(TIERS) if level >= tier.value.least) for level in range(TOP_LEVEL.value + 1)
)


def tier(level: int) -> Tier:
    """Return the tier of a highest token on a level."""
    return _TIER_AT[level]


def card(name: str) -> Card:
    """Return the Operation card of a name (``"sub"``, ``"div"``, ``"add"`` or ``"mul"``)."""
    return CARDS[name].value
