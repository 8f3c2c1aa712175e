"""Test that the rules on one page and the lessons state the numbers of new games, in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from ruleboard import i18n
from ruleboard.games.equilibrium.lesson_values import lesson_values
from ruleboard.games.equilibrium.numbers import NUMBER_SETS, TOP_LEVEL, NumberSet
from ruleboard.i18n import _
from ruleboard.learning.courses import reference, rulings
from ruleboard.learning.lesson_reader import read_lessons, with_lesson_values
from ruleboard.learning.lessons import RulesSection, Step, Task, text_blocks
from tests.support.catalogues import load_translations

DEFAULT_NUMBERS = next(iter(NUMBER_SETS.values()))


@pytest.fixture(params=["", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    old_catalog = i18n.current_catalog()
    if request.param:
        i18n.use_catalog(load_translations(request.param))
    yield
    i18n.use_catalog(old_catalog)


def find_section(id: str) -> RulesSection:
    return next(section for section in reference("equilibrium") if section.id == id)


def parse_table_rows(text: str) -> list[list[str]]:
    """Return the rows of a table, each as a list of cells, without the header."""
    tables = [_(block) for block in text_blocks(text) if block.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in tables[1:]]


def parse_numbers_in_text(text: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", text)]


def contains_numbers(text: str, *numbers: int) -> bool:
    """Return True if a text contains the numbers in this order, with any numbers between them."""
    remaining = iter(parse_numbers_in_text(text))
    return all(number in remaining for number in numbers)


@pytest.mark.usefixtures("language")
def test_rules_state_new_game_numbers() -> None:
    tiers = [number.value for number in DEFAULT_NUMBERS.tiers]
    ends = [*(tier.min_level - 1 for tier in tiers[1:]), TOP_LEVEL.value]
    assert parse_table_rows(find_section("limits").text) == [
        [
            "–".join(dict.fromkeys((str(tier.min_level), str(end)))),
            str(tier.max_hand),
            str(tier.max_storage),
            str(tier.income),
        ]
        for tier, end in zip(tiers, ends, strict=True)
    ]
    cards = [row[1:] for row in parse_table_rows(find_section("code").text)]
    printed_numbers = {
        name: [str(number.value.cost), str(number.value.tweaks)] for name, number in DEFAULT_NUMBERS.cards.items()
    }
    assert cards == [printed_numbers["sub"], printed_numbers["div"], printed_numbers["add"], printed_numbers["mul"]]
    spots_for_two, spots_for_four = ([spot.value for spot in DEFAULT_NUMBERS.pass_spots[players]] for players in (2, 4))
    assert [spot.value for spot in DEFAULT_NUMBERS.pass_spots[3]] == spots_for_four[:3]
    all_spots = [*spots_for_two, *spots_for_four]
    assert contains_numbers(_(next(text_blocks(find_section("pass").text))), *all_spots)
    pass_ruling = next(part for part in rulings("equilibrium").reconstructed_parts if part.title == "The pass spots")
    assert contains_numbers(_(next(text_blocks(pass_ruling.text))), 2, *spots_for_two, 4, *spots_for_four, 4)


@pytest.mark.usefixtures("language")
def test_captions_state_new_game_numbers() -> None:
    def find_caption(id: str) -> str:
        return _(find_section(id).diagrams[0].caption)

    tier = DEFAULT_NUMBERS.tier(5)
    assert contains_numbers(find_caption("limits"), 5, tier.max_hand, tier.max_storage, tier.income)
    assert contains_numbers(find_caption("download"), 2, DEFAULT_NUMBERS.tier(4).max_storage)
    assert contains_numbers(find_caption("pass"), DEFAULT_NUMBERS.pass_spots[2][1].value)


def test_rules_write_out_no_reconstructed_number() -> None:
    """The texts contain placeholders for reconstructed numbers, so that they follow the default set.

    The only other numbers are numbers of players.
    """
    data: dict[str, Any] = tomllib.loads(files("ruleboard.games.equilibrium").joinpath("reference.toml").read_text())
    texts = {section["id"]: section["text"] for section in data["section"]}
    for id in ("limits", "code", "pass"):
        assert not parse_numbers_in_text(re.sub(r"\{\w+\}|2 players|3 or 4", "", texts[id]))


def create_steps(numbers: NumberSet) -> dict[str, tuple[Step, ...]]:
    """Return the steps of each lesson with the numbers of a set."""
    file = files("ruleboard.games.equilibrium").joinpath("lessons.toml")
    lessons = read_lessons(with_lesson_values(tomllib.loads(file.read_text("utf-8")), lesson_values(numbers)))
    return {lesson.id: lesson.steps for lesson in lessons}


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("numbers", NUMBER_SETS.values(), ids=NUMBER_SETS)
def test_lessons_state_the_numbers_of_the_set(numbers: NumberSet) -> None:
    steps = create_steps(numbers)

    def step_text(lesson: str, number: int) -> str:
        return " ".join(_(block) for block in text_blocks(steps[lesson][number].text))

    def find_task(lesson: str, number: int) -> Task:
        step_task = steps[lesson][number].task
        assert step_task
        return step_task

    tier_by_level = {level: numbers.tier(level) for level in range(TOP_LEVEL.value + 1)}
    minimums = [number.value.min_level for number in numbers.tiers]
    cards = [card.value for card in numbers.cards.values()]
    minimum_above_five = next(minimum for minimum in minimums if minimum > 5)
    equal_levels = [level for level in tier_by_level if tier_by_level[level] == tier_by_level[6]]
    best = max(card.tweaks for card in cards if card.cost <= 3)
    assert contains_numbers(step_text("turn", 1), 2, min(card.cost for card in cards))
    assert contains_numbers(step_text("download", 0), 2, tier_by_level[4].max_storage)
    assert contains_numbers(step_text("download", 1), *[tier_by_level[4].max_storage] * 2)
    assert contains_numbers(
        step_text("limits", 1), 5, tier_by_level[5].max_hand, tier_by_level[5].max_storage, tier_by_level[5].income
    )
    assert contains_numbers(_(find_task("limits", 1).prompt), tier_by_level[6].max_storage)
    assert contains_numbers(_(find_task("limits", 1).hint), minimum_above_five)
    assert contains_numbers(
        _(find_task("limits", 1).praise),
        equal_levels[0],
        equal_levels[-1],
        tier_by_level[6].max_hand,
        tier_by_level[6].max_storage,
        tier_by_level[6].income,
    )
    assert contains_numbers(step_text("limits", 2), tier_by_level[4].max_storage, 5)
    assert contains_numbers(_(find_task("code", 0).prompt), 3, best)
    assert contains_numbers(_(find_task("code", 0).hint), best)
    assert contains_numbers(step_text("code", 1), 3, tier_by_level[3].max_hand)
    assert contains_numbers(step_text("round-end", 0), 5, tier_by_level[5].income)
    assert contains_numbers(
        _(find_task("round-end", 0).praise), 7 + tier_by_level[5].income, 3, 4, tier_by_level[5].income
    )
    assert contains_numbers(step_text("players", 0), *[numbers.tiles[players].value for players in (3, 4, 2)])
