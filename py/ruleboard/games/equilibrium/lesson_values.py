"""The values of a number set that appear in lessons and on rules pages."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.games.equilibrium.numbers import TOP_LEVEL, NumberSet

_LESSON_CYCLES = 3
"""The cycles of the reader in the lessons on coding and on the end of a round."""
_LESSON_LEVEL = 5
"""The level of the reader's highest token in the lessons on limits and on the end of a round."""


def lesson_values(numbers: NumberSet) -> Mapping[str, str]:
    """Map the placeholders in the texts and positions of lessons to the values of a number set."""
    cards = {name: number.value for name, number in numbers.cards.items()}
    tiers = [number.value for number in numbers.tiers]
    card_costs = [card.cost for card in cards.values()]
    affordable_cards = [name for name, card in cards.items() if card.cost <= _LESSON_CYCLES]
    best_card = max(affordable_cards, key=lambda name: cards[name].tweaks)
    values = {"numbers": numbers.id, "best": best_card, "best_tweaks": str(cards[best_card].tweaks)}
    values |= {"least_cost": str(min(card_costs)), "most_cost": str(max(card_costs))}
    for name, card in cards.items():
        values |= {f"{name}_cost": str(card.cost), f"{name}_tweaks": str(card.tweaks)}
    values["pass_1_of_two"] = str(numbers.pass_spots[2][0].value)
    for index, spot in enumerate(numbers.pass_spots[4], 1):
        values[f"pass_{index}"] = str(spot.value)
    values |= {f"tiles_{players}": str(number_of_tiles.value) for players, number_of_tiles in numbers.tiles.items()}
    for index, tier in enumerate(tiers, 1):
        max_level = tiers[index].min_level - 1 if index < len(tiers) else TOP_LEVEL.value
        values[f"levels_{index}"] = (
            f"{tier.min_level}" if max_level == tier.min_level else f"{tier.min_level}–{max_level}"
        )
        values |= {f"hand_{index}": str(tier.max_hand), f"storage_{index}": str(tier.max_storage)}
        values[f"income_{index}"] = str(tier.income)
    for level in range(TOP_LEVEL.value + 1):
        tier = numbers.tier(level)
        values[f"levels_at_{level}"] = values[f"levels_{tiers.index(tier) + 1}"]
        values |= {f"hand_at_{level}": str(tier.max_hand), f"storage_at_{level}": str(tier.max_storage)}
        values[f"income_at_{level}"] = str(tier.income)
    values["next_level"] = str(min(tier.min_level for tier in tiers if tier.min_level > _LESSON_LEVEL))
    values["after_passing"] = str(_LESSON_CYCLES + numbers.pass_spots[2][1].value + numbers.tier(_LESSON_LEVEL).income)
    return values
