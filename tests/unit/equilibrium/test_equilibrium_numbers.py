"""Test the sets of numbers: they are valid and named in records and positions, and older sets never change."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ruleboard.engine.errors import PositionError
from ruleboard.engine.options import new_record_options, rematch_options
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import replay
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.action_guide import action_statuses
from ruleboard.games.equilibrium.numbers import (
    FIRST_SET,
    NUMBER_SETS,
    RECONSTRUCTED_SOURCE,
    SCARCE_SET,
    Card,
    Number,
    NumberSet,
    Tier,
    pass_spots_by_players,
)
from ruleboard.i18n import _
from ruleboard.learning.courses import reference, rulings
from ruleboard.registry import GAMES
from tests.unit.equilibrium.equilibrium_help import GAME, create_player, create_position, play

NEW_OPTIONS = new_record_options(GAME.options, {"players": "2", "start": "1"})


def create_number(value: int) -> Number[int]:
    return Number("", value, RECONSTRUCTED_SOURCE)


@pytest.mark.parametrize("numbers", NUMBER_SETS.values(), ids=lambda numbers: numbers.id)
def test_record_stores_its_numbers(numbers: NumberSet) -> None:
    options = {**NEW_OPTIONS, "numbers": numbers.id}
    state = GAME.initial(options, 3)
    actions = []
    for _step in range(12):
        action = GAME.legal_actions(state)[-2 if state.phase.kind == "action" else 0]
        actions.append(action.text)
        state = GAME.apply(state, action)
    record = Record("equilibrium", options, 3, ("", ""), tuple(actions))
    replayed_state = replay(parse_record(format_record(record)), GAMES).state
    assert replayed_state == state
    assert replayed_state.numbers is numbers


def test_record_without_numbers_uses_the_first_reconstruction() -> None:
    """Older records, which name no set, replay with the first set. New records name the default set."""
    old = replay(Record("equilibrium", {"players": "2", "start": "1", "end": "dry"}, 3, ("", "")), GAMES)
    assert old.state.numbers is FIRST_SET
    assert NEW_OPTIONS["numbers"] == "scarce"
    assert GAME.initial(NEW_OPTIONS, 3).numbers is SCARCE_SET
    options = new_record_options(GAME.options, rematch_options(GAME.options, old.record.options))
    assert options["numbers"] == "first", "a rematch has the numbers of the game before"


def test_position_states_numbers_except_the_first_set() -> None:
    for numbers in NUMBER_SETS.values():
        state = create_position(create_player(hand=["add"]), create_player(), numbers=numbers.id)
        text = GAME.format_position(state)
        assert GAME.parse_position(text) == state
        assert ('"numbers"' in text) == (numbers is not FIRST_SET)
        assert GAME.parse_position(text).numbers is numbers
    with pytest.raises(PositionError):
        create_position(numbers="second")


@pytest.mark.parametrize("numbers", NUMBER_SETS.values(), ids=lambda numbers: numbers.id)
@pytest.mark.parametrize("card", ["sub", "div", "add", "mul"])
def test_costs_and_tweaks_follow_the_number_set(numbers: NumberSet, card: str) -> None:
    """Coding costs the number on the card, and a run gives at most the number of tweaks on the card (rulebook)."""
    printed_card = numbers.card(card)
    boards = {"0,0": "I", "1,0": "A"}
    state_without_cycles = create_position(
        create_player(board=boards, cycles=max(printed_card.cost - 1, 0)), create_player(), numbers=numbers.id
    )
    assert f"code {card}" not in {action.text for action in GAME.legal_actions(state_without_cycles)}
    state_after_code = play(
        create_position(create_player(board=boards, cycles=printed_card.cost), create_player(), numbers=numbers.id),
        f"code {card}",
    )
    assert state_after_code.players[0].cycles == 0
    state_with_card = create_position(
        create_player(board=boards, hand=[card], cycles=1), create_player(), numbers=numbers.id
    )
    run = next(action for action in GAME.legal_actions(state_with_card) if action.text.startswith("run"))
    assert GAME.apply(state_with_card, run).phase.tweaks == printed_card.tweaks
    assert f"costs {printed_card.cost} " in GAME.name(state_without_cycles, f"card:{card}")
    costs = [card_number.value.cost for card_number in numbers.cards.values()]
    assert next(status.cost for status in action_statuses(state_without_cycles) if status.verb == "code") == (
        min(costs),
        max(costs),
    )


@pytest.mark.parametrize(("player_count", "spots"), [(2, (9, 4)), (3, (10, 4, 7)), (4, (10, 4, 7, 7))])
def test_new_games_scale_tiles_and_pass_spots(player_count: int, spots: tuple[int, ...]) -> None:
    """A new game has three tiles of each type for each player, and the second pass gives 4 cycles (rulebook)."""
    state = GAME.initial({**NEW_OPTIONS, "players": str(player_count)}, 3)
    assert state.supply == (4, 4, 4, 4, 4)
    assert [state.bag.count(kind) for kind in "ITAVS"] == [3 * player_count] * 5
    state = create_position(
        *(create_player(board={"0,0": "T", "1,0": "A"}, cycles=0) for _seat in range(player_count)), numbers="scarce"
    )
    for gain in spots:
        mover = state.phase.player
        assert GAME.name(state, "do:pass") == f"Pass (+{gain} cycles)"
        state = play(state, "pass")
        assert state.players[mover].cycles >= gain
    with pytest.raises(PositionError):
        create_position(*(create_player() for _seat in range(player_count)), numbers="scarce", supply={"I": 12})


def test_older_sets_ignore_the_number_of_players() -> None:
    for numbers in NUMBER_SETS.values():
        if numbers is not SCARCE_SET:
            assert {number.value for number in numbers.tiles.values()} == {20}
            assert all(spots == numbers.pass_spots[4][:players] for players, spots in numbers.pass_spots.items())


def test_number_set_needs_the_rulebooks_numbers() -> None:
    """A set is valid only with the numbers in the rulebook.

    They are the row 2/4/2, 4 cycles for the second pass, and the values of two cards.
    """
    cheap_cards = {
        name: Number("", Card(min(number.value.cost, 2), 2), RECONSTRUCTED_SOURCE)
        for name, number in FIRST_SET.cards.items()
    }
    weak_cards = {name: Number("", Card(3, 1), RECONSTRUCTED_SOURCE) for name in FIRST_SET.cards}
    row = Number("", Tier(5, 2, 3, 2), RECONSTRUCTED_SOURCE)
    for wrong_parts in (
        {"cards": cheap_cards},
        {"cards": weak_cards},
        {"cards": {name: number for name, number in FIRST_SET.cards.items() if name != "div"}},
        {"tiers": (*FIRST_SET.tiers[:2], row, *FIRST_SET.tiers[3:])},
        {"tiers": FIRST_SET.tiers[1:]},
        {"pass_spots": pass_spots_by_players(tuple(map(create_number, (5, 3, 3, 2))))},
        {"pass_spots": dict.fromkeys((2, 3, 4), FIRST_SET.pass_spots[2])},
        {"tiles": {2: create_number(20), 3: create_number(20)}},
        {"tiles": {players: create_number(3 * players - 1) for players in (2, 3, 4)}},
    ):
        with pytest.raises(ValueError, match=r"^(the (rulebook|tiers|four)|each )"):
            replace(FIRST_SET, **wrong_parts)


def test_one_page_rules_state_new_game_numbers() -> None:
    """The rules on one page state the costs, tweaks, limits, pass spots and tiles of the default set."""
    text = {section.id: _(section.text) for section in reference("equilibrium")}
    assert "10 of each for 2 players, 13 for 3, 16 for 4" in text["material"]
    assert "| 3 | 2 | 3 | 2 |" in text["limits"]
    assert "| 4–5 | 2 | 4 | 2 |" in text["limits"]
    assert "| 8–10 | 2 | 6 | 3 |" in text["limits"]
    assert "| Subtraction | 3 | 2 |" in text["code"]
    assert "| Division | 2 | 1 |" in text["code"]
    assert "9 and 4. With 3 or 4 players they give 10, 4, 7 and 7" in text["pass"]
    rulings_text = "".join(_(number.text) for number in rulings("equilibrium").reconstructed_parts)
    assert "10 tiles of each type for 2 players" in rulings_text
    assert "With 2 players, the spots give 9 and 4 cycles" in rulings_text


@pytest.mark.parametrize(("cycles", "gain"), [(0, 9), (6, 9), (10, 5), (15, 0)])
def test_pass_button_counts_cycles_that_fit(cycles: int, gain: int) -> None:
    """The track ends at 15 cycles, so that a pass may give less than its spot promises (our rule)."""
    state = create_position(create_player(cycles=cycles), create_player(), numbers="scarce")
    label = GAME.name(state, "do:pass")
    assert re.findall("[0-9]+", label) == (["9"] if gain == 9 else [str(gain), str(9 - gain)])
    assert play(state, "pass").players[0].cycles == cycles + gain
    reasons = PACKAGE.opponent.reasons(state, [GAME.parse_action(state, "pass")])
    assert any(re.search(rf"\b{gain} cycle", reason) for reason in reasons) == bool(gain)
