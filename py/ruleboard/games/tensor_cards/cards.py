"""Cards, directions and decks, and the format of a deck as one word."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import N_, _, ngettext

BLACK, WHITE = 0, 1
SIDES = (N_("Black"), N_("White"))
"""The names of the players in move lists, marked for translation."""
CARDS = tuple(range(1, 11))
DIRECTIONS = ("toward", "away", "left", "right")
MAX_STEPS = 9
"""The maximum number of steps in a part."""

_WHITE_VECTORS = {"toward": (1, 0), "away": (-1, 0), "left": (0, 1), "right": (0, -1)}
_PART_PATTERN = re.compile(r"([1-9])([talr])")
_CARD_PATTERN = re.compile(r"(?:[1-9][talr]){1,2}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a card: a number of steps in a direction, as seen by the card's player."""

    steps: int
    direction: str

    def __str__(self) -> str:
        return f"{self.steps} {self.direction}"


Card = tuple[Part, ...]
"""One or two parts. The player chooses the order of two parts."""

Deck = tuple[Card, ...]
"""The ten cards of each player. ``deck[n - 1]`` is card ``n``."""


def step_vector(player: int, direction: str) -> tuple[int, int]:
    """Return the change of x and y in one step of a player's card in a direction.

    Implements 'Material' (Directions).
    """
    x, y = _WHITE_VECTORS[direction]
    return (x, y) if player == WHITE else (-x, -y)


def expected_parts_text() -> str:
    """Return a noun phrase that states the requirement for the parts of a card, for error messages."""
    return _("1 or 2 parts of 1 to {n} steps, in different directions").format(n=MAX_STEPS)


def card_fault(parts: Card) -> str:
    """Return the reason why the parts do not form a valid card, as a clause; empty if they do."""
    if not 1 <= len(parts) <= 2:
        return _("a card has 1 or 2 parts, not {n}").format(n=len(parts))
    for part in parts:
        if not 1 <= part.steps <= MAX_STEPS:
            return _("a part has 1 to {most} steps, not {n}").format(most=MAX_STEPS, n=part.steps)
        if part.direction not in DIRECTIONS:
            return _("{text} isn’t a direction").format(text=repr(part.direction))
    if len(parts) == 2 and parts[0].direction == parts[1].direction:
        return _("both parts of the card go the same way")
    return ""


def format_deck_as_word(deck: Deck) -> str:
    """Format a deck as one word for position texts, such as ``3t,1t1r,…``. Card 1 comes first."""
    return ",".join("".join(f"{part.steps}{part.direction[0]}" for part in card) for card in deck)


def parse_deck_word(word: str) -> Deck:
    """Parse a deck from a word in the format of ``format_deck_as_word``.

    Raises:
        RuleboardError: the word does not describe ten cards. ``where`` names the card.
    """
    codes = word.split(",")
    if len(codes) != len(CARDS):
        raise RuleboardError(
            ngettext("the deck has {n} card", "the deck has {n} cards", len(codes)).format(n=len(codes)),
            expected=f"{len(CARDS)}",
        )
    return tuple(_parse_card(number, code) for number, code in zip(CARDS, codes, strict=True))


def _parse_card(number: int, code: str) -> Card:
    if not _CARD_PATTERN.fullmatch(code):
        raise RuleboardError(
            _("{text} isn’t a card").format(text=repr(code[:12])),
            where=_card_location(number),
            expected=_("such as 2t or 1t1r"),
        )
    directions_by_letter = {direction[0]: direction for direction in DIRECTIONS}
    card = tuple(Part(int(steps), directions_by_letter[letter]) for steps, letter in _PART_PATTERN.findall(code))
    fault = card_fault(card)
    if fault:
        raise RuleboardError(fault, where=_card_location(number), expected=expected_parts_text())
    return card


def _card_location(number: int) -> str:
    return _("card {card}").format(card=number)
