"""Test the texts of the card game: positions, actions and move lists."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import replay
from ruleboard.games.tensor_cards import PACKAGE, library
from ruleboard.games.tensor_cards.state import State
from tests.support.move_lists import move_list

GAME = PACKAGE.game

START = "equilibrium-point first-star r4,1 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"
NARROW_BOARD_TEXT = "narrow=o-r-*-o-o/|.|.|.|.|/o-o-b-o-o/|.|.|.|.|/o-o-*-y-o"


def play_random_game(options: dict[str, str], seed: int, ply_count: int) -> tuple[list[State], list[Action]]:
    """Return the states and actions of a random game in which cards are sometimes placed one by one."""
    chance = random.Random(seed)
    states, actions = [GAME.initial(options, 0)], list[Action]()
    while len(actions) < ply_count and GAME.outcome(states[-1]) is None:
        legal = GAME.legal_actions(states[-1])
        placements = [action for action in legal if not action.text.startswith("lay")]
        confirmations = [action for action in legal if action.targets == ("do:lay",)]
        actions.append(chance.choice(confirmations or (placements if placements and chance.random() < 0.5 else legal)))
        states.append(GAME.apply(states[-1], actions[-1]))
    return states, actions


options = st.fixed_dictionaries(
    {
        "board": st.sampled_from(list(library.boards())),
        "goal": st.sampled_from(["first-star", "three-points", "three-points-reset"]),
        "stars": st.sampled_from(["any", "own-side", "far-side"]),
        "limit": st.sampled_from(["60", "none"]),
    }
)


# --- positions --------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(options, st.integers(0, 10_000))
def test_positions_between_turns_survive_their_text(chosen_options: dict[str, str], seed: int) -> None:
    states, _ = play_random_game(chosen_options, seed, 60)
    turn = states[0]
    for state in states:
        if state.is_between_turns:
            turn = state
            assert GAME.parse_position(GAME.format_position(state)) == state
        else:
            assert GAME.key(state) is None
            assert GAME.format_position(state) == GAME.format_position(turn)


@pytest.mark.parametrize(
    ("chosen_options", "variant"),
    [
        ({}, "first-star"),
        ({"stars": "own-side"}, "first-star+own-side"),
        ({"goal": "three-points", "stars": "far-side"}, "three-points+far-side"),
        ({"goal": "three-points-reset"}, "three-points-reset"),
        (
            {"goal": "three-points-reset", "stars": "own-side", "limit": "none"},
            "three-points-reset+own-side+endless",
        ),
    ],
)
def test_move_list_formats_base_variant_first(chosen_options: dict[str, str], variant: str) -> None:
    assert GAME.format_position(GAME.initial(chosen_options, 0)).split()[1] == variant


def test_fields_are_written_in_canonical_order() -> None:
    text = "  equilibrium-point  first-star+endless+own-side r4,1 b3,3 y2,5 WT987654 B1T23456 0-0 2.2\n"
    state = GAME.parse_position(text)
    assert GAME.format_position(state) == (
        "equilibrium-point first-star+own-side+endless r4,1 b3,3 y2,5 W456789T B123456T 0-0 2.2"
    )


@pytest.mark.parametrize("hand", [99_999, 999_999_999])
def test_endless_game_continues_after_any_hand(hand: int) -> None:
    """The parser accepts the position at the end of any hand, so a game can always continue."""
    state = GAME.parse_position(f"wide-gate first-star+endless r4,1 b3,2 y2,3 W1234 B1234 0-0 {hand}.3")
    chance = random.Random(1)
    while not (state.is_between_turns and state.turn == 1):
        state = GAME.apply(state, chance.choice(GAME.legal_actions(state)))
    assert GAME.parse_position(GAME.format_position(state)) == state


POSITION_MISTAKES = [
    ("equilibrium-point", "nowhere", "field 1", "no board 'nowhere'"),
    ("equilibrium-point", "Xy=o", "field 1", "isn’t a board name"),
    ("equilibrium-point", "x=o-o", "board", "start 'r' is missing"),
    ("equilibrium-point", "x=r.b.y", "board", "1 row of spaces"),
    ("equilibrium-point", "equilibrium-point=", "board", "the drawing is empty"),
    ("equilibrium-point", "wide-gate=", "board", "the drawing is empty"),
    ("equilibrium-point", "x=o-?", "board, row 1, column 3", "'?' can’t be here"),
    ("first-star", "second-star", "field 2", "no variant 'second-star'"),
    ("first-star", "own-side", "field 2", "no variant 'own-side'"),
    ("first-star", "first-star+own-side+far-side", "field 2", "don’t go together"),
    ("first-star", "first-star+any", "field 2", "no variant 'any'"),
    ("r4,1", "r7,1", "field r", "no space 7,1"),
    ("r4,1", "r4;1", "field r", "isn’t a space for red"),
    ("r4,1", "q4,1", "field r", "is where red should be"),
    ("r4,1", "rout", "field r", "red is out of play"),
    ("b3,3", "b4,1", "field b", "blue is on an occupied space"),
    ("W123456789T", "W12345678", "field W", "8 cards left instead of 10"),
    ("W123456789T", "W1123456789", "field W", "a card appears twice"),
    ("B123456789T", "B123456789X", "field B", "'X' isn’t a card"),
    ("B123456789T", "W123456789T", "field B", "is where B’s cards should be"),
    ("0-0", "1-1", "field 8", "both sides have won"),
    ("0-0", "2-0", "field 8", "isn’t a score"),
    ("0-0", "00", "field 8", "isn’t a score"),
    ("1.1", "1.4", "field 9", "isn’t a deal and turn"),
    ("1.1", "0.1", "field 9", "isn’t a deal and turn"),
    ("1.1", "61.2", "field 9", "ends after 60 deals"),
    (" 1.1", "", "", "8 fields"),
    ("1.1", "1.1 more", "field 10", "one field too many"),
    ("1.1", "1.1 deck=1t", "deck", "the deck has 1 card"),
    ("1.1", "1.1 deck=1t,1t,1t,1t1t,1t,1t,1t,1t,1t,1t", "card 4", "the same way"),
    ("1.1", "1.1 deck=1t,1t,1t,0t,1t,1t,1t,1t,1t,1t", "card 4", "isn’t a card"),
]


@pytest.mark.parametrize(("original", "replacement", "location", "problem"), POSITION_MISTAKES)
def test_errors_in_a_position_name_fault_and_field(
    original: str, replacement: str, location: str, problem: str
) -> None:
    assert original in START
    with pytest.raises(PositionError) as error_info:
        GAME.parse_position(START.replace(original, replacement, 1))
    assert error_info.value.where == location
    assert problem in error_info.value.what
    assert error_info.value.expected


def test_single_field_is_in_the_singular() -> None:
    with pytest.raises(PositionError, match="there’s 1 field "):
        GAME.parse_position("wide-gate")


def test_piece_with_a_free_start_cannot_wait() -> None:
    with pytest.raises(PositionError, match="is waiting, but its start is free"):
        GAME.parse_position(START.replace("first-star", "three-points").replace("r4,1", "rout"))
    waiting_position = START.replace("first-star", "three-points").replace("r4,1", "rout").replace("b3,3", "b4,1")
    assert GAME.parse_position(waiting_position).pieces[0] is None


def test_unfair_board_in_a_position_is_refused() -> None:
    with pytest.raises(PositionError, match="a star here, but no star at column 3, row 3"):
        GAME.parse_position(START.replace("equilibrium-point", NARROW_BOARD_TEXT.replace("o-o-*-y-o", "o-o-o-y-o")))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damaged_positions_raise_only_position_errors(data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from([START, START.replace("equilibrium-point", NARROW_BOARD_TEXT), START + " deck=1t,1t1r,2l"])
    )
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(text)))
        end = index + data.draw(st.integers(0, 5))
        text = text[:index] + data.draw(st.text("0123456789TWBrby,.-+=o*|/ \u0663é", max_size=4)) + text[end:]
    try:
        state = GAME.parse_position(text)
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(state)) == state


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.parse_position(text)
    with pytest.raises(ActionError):
        GAME.parse_action(GAME.initial({}, 0), text + "?")


# --- actions ----------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(options, st.integers(0, 10_000))
def test_parsing_the_text_of_a_legal_action_returns_the_action(chosen_options: dict[str, str], seed: int) -> None:
    states, _ = play_random_game(chosen_options, seed, 12)
    for state in states:
        legal = GAME.legal_actions(state)
        assert len({action.text for action in legal}) == len(legal)
        alternatives = [targets for action in legal for targets in (action.targets, *action.alternative_targets)]
        assert len(set(alternatives)) == len(alternatives)
        for action in legal[:: max(1, len(legal) // 40)]:
            assert GAME.parse_action(state, GAME.format_action(state, action)) == action
            assert GAME.describe(state, action).endswith(".")
            hash(GAME.apply(state, action))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay",
        "lay r9 b8",
        "lay b8 r9 yT",
        "lay r9 b8 y10",
        "put 9",
        "put r0",
        "take",
        "order up-first",
        "pass",
    ],
)
def test_other_texts_are_not_actions(text: str) -> None:
    with pytest.raises(ActionError, match="isn’t an action in this game"):
        GAME.parse_action(GAME.initial({}, 0), text)


def test_untimely_actions_are_refused_with_a_reason() -> None:
    state = GAME.initial({}, 0)
    for text in ("lay r5 b2 y9", "lay r9 b8 yT"):
        state = GAME.apply(state, GAME.parse_action(state, text))
    with pytest.raises(IllegalAction, match="First choose where blue goes"):
        GAME.parse_action(state, "put r9")
    with pytest.raises(IllegalAction, match="First choose"):
        GAME.parse_action(state, "order away-first")
    with pytest.raises(IllegalAction):
        GAME.apply(state, Action("lay r9 b8 yT", ("do:lay",), None))
    over = GAME.parse_position(START.replace("0-0", "1-0"))
    with pytest.raises(IllegalAction, match="The game is over"):
        GAME.parse_action(over, "put r9")


# --- records and move lists -------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(options, st.integers(0, 10_000), st.integers(0, 40))
def test_records_replay_to_the_same_state(chosen_options: dict[str, str], seed: int, plies: int) -> None:
    states, actions = play_random_game(chosen_options, seed, plies)
    record = Record(GAME.id, chosen_options, 0, ("", ""), tuple(action.text for action in actions))
    line = replay(parse_record(format_record(record)), {GAME.id: GAME})
    assert line.states == tuple(states)
    assert line.to_record() == record


@settings(max_examples=25, deadline=None)
@given(options, st.integers(0, 10_000))
def test_move_lists_reach_the_same_position(chosen_options: dict[str, str], seed: int) -> None:
    """A move list omits unconfirmed placements, and leads to the same states between turns."""
    states, actions = play_random_game(chosen_options, seed, 80)
    last_turn_start = max(index for index, state in enumerate(states) if state.is_between_turns)
    turns = move_list(GAME, states[0], actions[:last_turn_start])
    text = "\n".join(map(str, turns))
    parsed_actions = GAME.parse_moves(states[0], text)
    state = states[0]
    for action in parsed_actions:
        state = GAME.apply(state, action)
    assert state == states[last_turn_start]
    assert "\n".join(map(str, move_list(GAME, states[0], parsed_actions))) == text
    unfinished_list = "\n".join(map(str, move_list(GAME, states[0], actions)))
    assert GAME.parse_moves(states[0], unfinished_list)[: len(parsed_actions)] == parsed_actions


def test_move_list_has_a_line_for_each_turn() -> None:
    state = GAME.initial({}, 0)
    text = "1.1 Black r5 b2 y9 White r9 b8 yT right-first\n1.2 Black r1 b3 y4 White r1 b3 y4"
    actions = GAME.parse_moves(state, text)
    assert [action.text for action in actions] == [
        "lay r5 b2 y9",
        "lay r9 b8 yT",
        "order right-first",
        "lay r1 b3 y4",
        "lay r1 b3 y4",
    ]
    turns = move_list(GAME, state, actions)
    assert "\n".join(map(str, turns)) == text
    assert turns[0].items == ((1, "Black r5 b2 y9 White r9 b8 yT"), (2, "right-first"))
    assert turns[1].items[0][0] == 4


@pytest.mark.parametrize(
    ("text", "location", "problem"),
    [
        ("1.2 Black r5 b3 y9 White r9 b8 yT", "line 1", "numbered 1.2"),
        ("1.1 Black r5 b2 y9", "line 1", "isn’t a turn"),
        ("1.1 White r5 b2 y9 Black r9 b8 yT", "line 1", "isn’t a turn"),
        (
            "1.1 Black r5 b2 y9 White r9 b8 yT\n1.2 Black r1 b3 y4 White r1 b3 y4",
            "line 1",
            "choice of order",
        ),
        ("1.1 Black r5 b2 y9 White r9 b8 yT first", "line 1", "'first' isn’t an order"),
        ("1.1 Black r5 b2 y9 White r9 b8 yT left-first", "line 1", "First choose"),
        ("\n1.1 Black r5 b5 y9 White r9 b8 yT", "line 2", "one piece only"),
        (
            "1.1 Black r? b? y? White r? b? y?\n1.2 Black r5 b2 y9 White r9 b8 yT",
            "line 1",
            "only the last turn",
        ),
        ("1.1 Black rX b2 y9 White r9 b8 yT", "line 1", "isn’t an action in this game"),
    ],
)
def test_errors_in_a_move_list_name_fault_and_line(text: str, location: str, problem: str) -> None:
    with pytest.raises((ActionError, IllegalAction)) as error_info:
        GAME.parse_moves(GAME.initial({}, 0), text)
    assert error_info.value.where == location
    assert problem in error_info.value.what


def test_move_list_numbers_are_optional() -> None:
    state = GAME.parse_position(START.replace("1.1", "3.1"))
    actions = GAME.parse_moves(state, "Black r1 b3 y4 White r1 b3 y4\n\n  Black r5 b6 y7 White r5 b6 y7 \n")
    assert len(actions) == 4
    assert [turn.label for turn in move_list(GAME, state, actions)] == ["3.1", "3.2"]
