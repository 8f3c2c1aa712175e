"""Test refused and accepted touches in the card game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.selection import select
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.state import State
from tests.unit.tensor_cards.positions import play

GAME = PACKAGE.game

START = GAME.initial({}, 0)

REFUSALS = [
    ((), (), "laying", "nothing"),
    ((), ("card:9", "card:8"), "laying", "on a piece"),
    ((), ("5,0",), "laying", "Only cards"),
    ((), ("hand",), "laying", "Pick up one of your cards"),
    (("put r9",), ("hand",), "laying", "from one of the pieces"),
    ((), ("card:9", "hand"), "laying", "in your hand"),
    ((), ("do:lay",), "laying", "on red, blue and yellow"),
    (("put r9",), ("do:lay",), "laying", "on blue and yellow"),
    (("put r9",), ("do:row",), "laying", "one by one"),
    (("put r9",), ("card:9", "piece:red"), "laying", "Your 9 is already on red"),
    (("put r9",), ("piece:red", "piece:blue"), "laying", "Pick up one of your cards"),
    ((), ("do:row", "card:9", "card:9"), "laying", "one piece only"),
    ((), ("nonsense",), "laying", "nothing"),
    (("lay r1 b3 y4", "lay r1 b3 y4"), ("card:1",), "hands", "used your 1"),
    (("lay r5 b2 y9", "lay r9 b8 yT"), ("card:1",), "either-order", "where blue goes"),
]
"""The actions before a touch, the touched targets, the lesson that teaches the rule, and some words of the reason."""


@pytest.mark.parametrize(("previous_actions", "targets", "lesson", "expected_text"), REFUSALS)
def test_refusals_name_the_rule(
    previous_actions: tuple[str, ...], targets: tuple[str, ...], lesson: str, expected_text: str
) -> None:
    state = play(START, *previous_actions)
    if targets:
        assert not select(GAME.legal_actions(state), targets).is_possible
    refusal = GAME.explain(state, targets)
    assert refusal.lesson == lesson
    assert expected_text in refusal.sentence


@pytest.mark.parametrize(
    ("options", "lesson", "expected_text"),
    [
        ({}, "goal", "you win"),
        ({"goal": "three-points"}, "points", "score a point"),
        ({"stars": "far-side"}, "goal", "you win"),
        ({"stars": "own-side"}, "sides", "only for White"),
    ],
)
def test_touched_star_says_what_it_is(options: dict[str, str], lesson: str, expected_text: str) -> None:
    """The star on (6,0) is near White's edge, and Black is to move."""
    refusal = GAME.explain(GAME.initial(options, 0), ("6,0",))
    assert refusal.lesson == lesson
    assert expected_text in refusal.sentence


TARGETS = [
    "card:1",
    "card:9",
    "card:10",
    "piece:red",
    "slot:blue",
    "hand",
    "do:lay",
    "do:row",
    "2,4",
    "0,0",
    "?",
]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([(), ("put r9",), ("put r9", "put b1", "put y2"), ("lay r5 b2 y9", "lay r9 b8 yT")]),
    st.lists(st.sampled_from(TARGETS), max_size=4),
)
def test_every_touch_gets_a_sentence(previous_actions: tuple[str, ...], targets: list[str]) -> None:
    state = play(START, *previous_actions)
    if not select(GAME.legal_actions(state), targets).is_possible:
        reason = GAME.explain(state, targets).sentence
        assert reason[0].isupper()
        assert reason.endswith(".")


def test_finished_game_has_no_targets() -> None:
    over = GAME.parse_position(GAME.format_position(START).replace("0-0", "0-1"))
    assert GAME.explain(over, ("card:1",)).sentence == "The game is over."


# --- touching ---------------------------------------------------------------------------


def find_decided_text(state: State, *touches: str) -> str | None:
    action = select(GAME.legal_actions(state), touches).only_action
    return action.text if action else None


def test_two_touches_place_a_card_on_piece_or_slot() -> None:
    for touches in (
        ("card:9", "piece:red"),
        ("card:9", "slot:red"),
        ("piece:red", "card:9"),
        ("slot:red", "card:9"),
    ):
        assert find_decided_text(START, *touches) == "put r9"


def test_placed_cards_can_be_moved_swapped_and_confirmed() -> None:
    first_state = play(START, "put r9")
    second_state = play(first_state, "put b8")
    assert find_decided_text(second_state, "card:9", "card:8") == "put b9"
    assert find_decided_text(second_state, "card:7", "card:8") == "put b7"
    assert find_decided_text(first_state, "card:9", "hand") == "take r"
    assert find_decided_text(play(second_state, "put yT"), "do:lay") == "lay r9 b8 yT"


def test_three_cards_can_be_placed_in_sequence() -> None:
    touches = ("do:row", "card:9", "card:8", "card:10")
    assert find_decided_text(START, *touches) is None
    assert find_decided_text(START, *touches, "do:lay") == "lay r9 b8 yT"
