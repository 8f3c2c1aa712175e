"""Test Equilibrium's positions, actions and move lists: parsing reverts formatting, and invalid texts raise errors."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.engine.move_text import Turn
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.moves import Move
from ruleboard.games.equilibrium.state import State
from tests.support.move_lists import move_list
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, play, play_random_game

VIEW = PACKAGE.view
GAME = PACKAGE.game

SEEDS = st.tuples(st.integers(2, 4), st.integers(0, 5))


@lru_cache(maxsize=32)
def game(player_count: int, seed: int) -> tuple[list[State], list[Action[Move]]]:
    """Return a random game, cached for all tests."""
    return play_random_game(player_count, seed)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw a state of a random game."""
    states, _ = game(*draw(SEEDS))
    return states[draw(st.integers(0, len(states) - 1))]


def test_position_text_matches_the_spec() -> None:
    state = create_position(
        create_player(board={"0,0": "I", "1,-1": "t"}, storage="TIT", hand=["mul"], weights=[4, 3, 3, 3, 3]),
        create_player(),
    )
    data = json.loads(GAME.format_position(state))
    assert data["players"][0] == {
        "board": {"0,0": "I", "1,-1": "t"},
        "card": "IT/AV",
        "cycles": 7,
        "hand": ["mul"],
        "storage": "ITT",
        "weights": [4, 3, 3, 3, 3],
    }
    assert data["supply"] == {"I": 16, "T": 15, "A": 18, "V": 18, "S": 18}
    assert data["phase"] == ["action", 1]
    assert data["final"] is None
    fields = "players tiles cards pile supply bag order passed round quiet final phase"
    assert sorted(data) == sorted(fields.split(" "))
    text = GAME.format_position(state)
    assert text == json.dumps(data, sort_keys=True, separators=(",", ":"))


def test_phase_texts_match_the_spec() -> None:
    state_after_hack = play(
        create_position(create_player(storage="A"), create_player(card="AS/IT", board={"0,0": "S"})), "hack 2 A@1,0"
    )
    assert '"phase":["tweak",2,1,1]' in GAME.format_position(state_after_hack)
    start = GAME.initial({"start": "2"}, 1)
    assert '"phase":["setup",2]' in GAME.format_position(start)
    assert '"pile":""' in GAME.format_position(start)
    flip = create_position(
        create_player(board={"0,0": "I", "1,0": "I"}),
        create_player(board={"0,0": "T", "1,0": "T"}),
        passed=[2],
        acted=True,
    )
    flip = play(flip, "pass")
    assert '"phase":["flip",[[2,"T"],[1,"I"]]]' in GAME.format_position(flip)
    finished_state = create_position(
        create_player(), create_player(), create_player(weights=[4] * 5), pile="", final=[1], phase=["final", 1]
    )
    assert '"phase":["over",[[3],[1,2]]]' in GAME.format_position(play(finished_state, "skip"))


@given(states())
@settings(max_examples=150, deadline=None)
def test_positions_survive_their_text(state: State) -> None:
    text = GAME.format_position(state)
    assert GAME.parse_position(text) == state
    spaced_text = json.dumps(json.loads(text), indent=2)
    assert GAME.parse_position(spaced_text) == state


@given(states())
@settings(max_examples=100, deadline=None)
def test_actions_survive_their_text(state: State) -> None:
    actions = GAME.legal_actions(state)
    assert len({action.text for action in actions}) == len(actions)
    for action in actions[:: max(1, len(actions) // 12)]:
        text = GAME.format_action(state, action)
        assert text == action.text
        assert GAME.parse_action(state, text) == action


@given(st.tuples(st.integers(2, 4), st.integers(0, 5)), st.integers(0, 60))
@settings(max_examples=25, deadline=None)
def test_move_lists_survive_their_text(players_and_seed: tuple[int, int], start_ply: int) -> None:
    states, actions = game(*players_and_seed)
    start_ply = min(start_ply, len(actions))
    lines = move_list(GAME, states[start_ply], actions[start_ply:])
    assert GAME.parse_moves(states[start_ply], "\n".join(map(str, lines))) == tuple(actions[start_ply:])
    plies = [ply for line in lines for ply, _ in line.items]
    assert plies == list(range(len(actions) - start_ply))
    for line in lines:
        deciders = {states[start_ply + ply].phase.player for ply, _text in line.items}
        assert deciders == {line.player}
        phase = states[start_ply + line.items[0][0]].phase
        is_tweak_by_opponent = phase.kind == "tweak" and phase.turn_player != phase.player
        assert line.is_out_of_turn == (is_tweak_by_opponent or phase.kind == "flip")


def test_tweaks_are_in_the_turn_of_their_player() -> None:
    """A turn of the move list has its player's tweaks. The tweak that a hack gives to another player is separate."""
    start = create_position(create_player(storage="A"), create_player(card="AS/IT", board={"0,0": "S"}, hand=["sub"]))
    texts = ("hack 2 A@1,0", "tweak I", "run sub 0,0", "tweak T", "pass", "pass")
    state, actions = start, []
    for text in texts:
        actions.append(GAME.parse_action(state, text))
        state = GAME.apply(state, actions[-1])
    lines = [str(turn) for turn in move_list(GAME, start, actions)]
    assert lines[:3] == ["Round 1: hack 2 A@1,0", "Round 1: tweak I", "Round 1: run sub 0,0 tweak T"]


def test_move_list_may_have_answers_on_the_line_of_the_hack() -> None:
    """Lists from earlier versions have the other player's tweak on the line of the hack."""
    start = create_position(create_player(storage="A"), create_player(card="AS/IT", board={"0,0": "S"}))
    actions = GAME.parse_moves(start, "Round 1: hack 2 A@1,0 tweak I\nRound 1: pass")
    assert [action.text for action in actions] == ["hack 2 A@1,0", "tweak I", "pass"]


@pytest.mark.parametrize("text", ["Round 1: jump", "download X", "Round 1: pass pass pass code", "hello pass"])
def test_invalid_move_list_reports_its_line(text: str) -> None:
    with pytest.raises((ActionError, IllegalAction)) as error_info:
        GAME.parse_moves(create_position(), f"Round 1: pass\n{text}")
    assert error_info.value.where.startswith("line 2")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def find_paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all values in JSON data."""
    all_paths = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        all_paths += find_paths(item, (*path, key))
    return all_paths


@given(states(), st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_position_is_refused_or_valid(state: State, data: st.DataObject) -> None:
    """With any value at any path, the parser raises PositionError or returns a playable state.

    Formatting and parsing that state does not change it.
    """
    fields = json.loads(GAME.format_position(state))
    *parent_keys, last_key = data.draw(st.sampled_from(find_paths(fields)))
    container = fields
    for key in parent_keys:
        container = container[key]
    if data.draw(st.booleans()):
        container[last_key] = data.draw(JSON_VALUES)
    else:
        del container[last_key]
    assert check(json.dumps(fields))


@given(st.text(max_size=60) | st.text(alphabet='{}[]",:0123456789playerstiles', max_size=80))
@settings(max_examples=120, deadline=None)
def test_any_text_is_refused_as_a_position(text: str) -> None:
    assert check(text)


@given(states(), st.integers(0, 1400), st.text(alphabet='ITAVSitavs0123456789",[]{}:-', max_size=3))
@settings(max_examples=120, deadline=None)
def test_changed_texts_are_refused_or_valid(state: State, index: int, replacement: str) -> None:
    text = GAME.format_position(state)
    assert check(text[:index] + replacement + text[index + 1 :])


def check(text: str) -> str:
    """Return the reason if the parser rejects a text. Otherwise check the state and return an empty text."""
    try:
        state = GAME.parse_position(text)
    except PositionError as error:
        return str(error)
    assert GAME.parse_position(GAME.format_position(state)) == state
    for action in GAME.legal_actions(state)[:3]:
        GAME.format_position(GAME.apply(state, action))
    assert bool(GAME.legal_actions(state)) == (GAME.to_move(state) is not None)
    GAME.outcome(state)
    assert GAME.explain(state, ("hex:1:0,0",)).sentence.endswith(".")
    return "whole"


@given(states(), st.text(max_size=30) | st.text(alphabet="loadhckrun IT@0,1-+sb", max_size=20))
@settings(max_examples=120, deadline=None)
def test_any_text_is_refused_as_an_action(state: State, text: str) -> None:
    try:
        action = GAME.parse_action(state, text)
    except (ActionError, IllegalAction) as error:
        reason = str(error)
    else:
        reason = "it is legal" if action in GAME.legal_actions(state) else ""
    assert reason


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"round": 0}, "round"),
        ({"quiet": 5}, "quiet"),
        ({"tiles": "ITAV"}, ""),
        ({"order": [1, 1]}, "order"),
        ({"order": [1]}, "order"),
        ({"passed": [1]}, "phase"),
        ({"phase": ["action", 3]}, "phase"),
        ({"phase": ["dance", 1]}, "phase"),
        ({"phase": ["tweak", 1]}, "phase"),
        ({"phase": ["flip", []]}, "phase"),
        ({"phase": ["over", [[1], [2]]]}, "final"),
        ({"final": [1, 2]}, "final"),
        ({"cards": ["add", "div", "mul"]}, ""),
        ({"bag": "I"}, ""),
        ({"players": []}, "players"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_impossible_positions_report_the_field(changes: dict[str, Any], where: str) -> None:
    data = json.loads(GAME.format_position(create_position())) | changes
    with pytest.raises(PositionError) as error_info:
        GAME.parse_position(json.dumps(data))
    assert where in error_info.value.where


@pytest.mark.parametrize("letter", ["\u0131", "\u017f"])
def test_letters_uppercasing_to_tiles_are_refused(letter: str) -> None:
    """The parser rejects the dotless i and the long s, whose uppercase letters are I and S."""
    data = json.loads(GAME.format_position(create_position(create_player(board={"0,0": "T"}), create_player())))
    data["players"][0]["board"]["0,0"] = letter
    with pytest.raises(PositionError, match="isn’t a tile"):
        GAME.parse_position(json.dumps(data))


@pytest.mark.parametrize(
    ("changes", "what"), [({"players": [{}]}, "the game has 1 player"), ({"phase": ["action"]}, "this has 1 part")]
)
def test_single_item_is_in_the_singular(changes: dict[str, Any], what: str) -> None:
    data = json.loads(GAME.format_position(create_position())) | changes
    with pytest.raises(PositionError) as error_info:
        GAME.parse_position(json.dumps(data))
    assert error_info.value.what == what


def test_game_continues_after_any_round() -> None:
    """The parser accepts the position after the maximum round number."""
    state = create_position(
        create_player(board={"0,0": "T"}), create_player(), round=999_999_999, passed=[2], acted=True
    )
    assert find_reason_against(play(state, "pass")) == "read"


def find_reason_against(state: State | str, **changes: Any) -> str:
    """Return the reason why the parser rejects a position with changed fields, or "read" if it accepts the position."""
    text = state if isinstance(state, str) else GAME.format_position(state)
    try:
        GAME.parse_position(json.dumps(json.loads(text) | changes))
    except PositionError as error:
        return f"{error.where}: {error.what}"
    return "read"


def test_position_may_exceed_its_limit() -> None:
    """A position may exceed its limit, because a falling limit discards nothing (rulebook and our rule)."""
    assert create_position(create_player(hand=["mul", "sub"], weights=[4, 3, 3, 3, 3])).players[0].hand == (
        "mul",
        "sub",
    )
    assert create_position(create_player(storage="IITTA", weights=[0, 0, 0, 0, 0])).players[0].storage == "IITTA"


def test_first_tiles_are_placed_clockwise() -> None:
    """Players place their first tiles in clockwise order (rulebook: Setup)."""
    start = GAME.initial({"players": "3", "start": "2"}, 4)
    assert find_reason_against(start, order=[2, 3, 1]) == "read"
    assert find_reason_against(start, order=[2, 1, 3]).startswith("order: ")


def test_flips_follow_turn_order_then_type_order() -> None:
    """Players decide on flips in the new turn order, each player in the order of the types (Round end, our rule)."""
    board = {"0,0": "I", "1,0": "I", "0,1": "T", "1,1": "T"}
    state = play(
        create_position(create_player(board=board), create_player(board=board), acted=True, passed=[2]), "pass"
    )
    flips = [[2, "I"], [2, "T"], [1, "I"], [1, "T"]]
    assert json.loads(GAME.format_position(state))["phase"] == ["flip", flips]
    assert find_reason_against(state, phase=["flip", flips[1:]]) == "read"
    for wrong_flips in ([flips[2], flips[0]], [flips[1], flips[0]]):
        assert find_reason_against(state, phase=["flip", wrong_flips]).startswith("phase: ")


def test_final_actions_go_around_in_turn_order() -> None:
    """Final actions follow the turn order, but the player who drew the last tile acts last (rulebook: Game end)."""
    end = create_position(
        create_player(), create_player(), create_player(), pile="", order=[2, 3, 1], final=[3, 1, 2], phase=["final", 3]
    )
    for final_players in ([3, 1], [3]):
        assert find_reason_against(end, final=final_players) == "read"
    for final_players in ([3, 2, 1], [3, 2]):
        assert find_reason_against(end, final=final_players).startswith("final: ")


def test_very_long_game_is_readable() -> None:
    """The parser accepts a very long game, since players may code in every round and never draw the last tile."""
    state = create_position(round=9999)
    state = play(state, "code sub", "pass", "pass")
    assert state.round == 10_000
    assert GAME.parse_position(GAME.format_position(state)) == state


def test_too_large_json_is_a_position_error() -> None:
    for text in ("[" * 100_000, '{"round":' + "9" * 5000 + "}"):
        with pytest.raises(PositionError):
            GAME.parse_position(text)


def test_turn_for_its_victim_says_you() -> None:
    """A Hack in a list for its victim says "you" instead of the name of the victim's side."""
    state = create_position(create_player(storage="ITAVS"), create_player(board={"0,0": "T"}))
    action = next(action for action in GAME.legal_actions(state) if action.text.startswith("hack"))
    (turn,) = move_list(GAME, state, [action])
    texts = [VIEW.readable_turn(turn, [state], [action], reader).items[0][1] for reader in (None, 0, 1)]
    assert texts[0] == texts[1]
    assert texts[2] == texts[0].replace("Teal", "you")
    assert "you" in texts[2]


def test_move_list_with_names_has_the_same_plies() -> None:
    """A move list with long names contains all actions, with each tweak in the turn of its action."""
    state = create_position(create_player(board={"0,0": "T", "1,0": "A"}, storage="I"), create_player())
    states, actions = [state], []
    for text in ("load I@0,1", "tweak I", "pass", "code mul"):
        actions.append(GAME.parse_action(states[-1], text))
        states.append(GAME.apply(states[-1], actions[-1]))
    turns = move_list(GAME, state, actions)
    readable_turns = [VIEW.readable_turn(turn, states, actions) for turn in turns]
    assert [[ply for ply, _text in turn.items] for turn in readable_turns] == [
        [ply for ply, _text in turn.items] for turn in turns
    ]
    assert readable_turns[0].label == "Round 1"
    assert [text for _ply, text in readable_turns[0].items] == [
        "load an image tile (inner ring, 5 o’clock)",
        "tweak image",
    ]
    assert [text for _ply, text in readable_turns[1].items] == ["pass"]
    assert [text for _ply, text in readable_turns[2].items] == ["code Multiplication"]
    turn = VIEW.readable_turn(Turn("", None, ((0, "Draw agreed."),)), [state], ["draw agreed"])
    assert turn.items == ((0, "Draw agreed."),)
