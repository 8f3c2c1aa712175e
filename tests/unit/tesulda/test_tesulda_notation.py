"""Test the texts of Tesulda: positions, actions and move lists (spec: Text formats)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RuleboardError
from ruleboard.engine.move_text import Turn
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army, mirror_image
from ruleboard.games.tesulda.notation import format_move, parse_move
from ruleboard.games.tesulda.state import State
from tests.support.move_lists import move_list
from tests.unit.tesulda.positions import create_position, play

GAME = PACKAGE.game

START = (
    "(sssh)(scdz)(ccch)(scst)(sck)(ccdh)(ssdh)(ccch)(csdz)(sssh)/(tsh)(tcs)(tcs)(ccsz)(tch)(tcs)(ccsz)(tcs)(tcs)(tsh)"
    "/10/10/10/10/10/10/"
    "(Tsh)(Tcs)(Tcs)(Ccsz)(Tch)(Tcs)(Ccsz)(Tcs)(Tcs)(Tsh)/(Sssh)(Scdz)(Ccch)(Scst)(Sck)(Ccdh)(Ssdh)(Ccch)(Csdz)(Sssh)"
    " l - 0"
)


def test_start_position_matches_the_spec() -> None:
    """The start has the default setup, in which Dark's army mirrors Light's army on the same files."""
    assert GAME.format_position(GAME.initial({}, 0)) == START
    assert GAME.parse_position(START) == GAME.initial({}, 5)
    assert GAME.format_position(GAME.initial({"first": "dark"}, 0)).endswith(" d - 0")


@cache
def create_random_states() -> list[State]:
    """Return states of all kinds from random games."""
    states = []
    for seed in range(6):
        chance = random.Random(seed)
        state = GAME.initial({"setup": ("default", "shuffled", "build")[seed % 3]}, seed)
        for _ in range(70):
            states.append(state)
            actions = GAME.legal_actions(state)
            if not actions:
                break
            notable_actions = [action for action in actions if action.kind != "go" or action.text in ("done", "fill")]
            state = GAME.apply(
                state, chance.choice(notable_actions if notable_actions and chance.random() < 0.6 else actions)
            )
    return states


STATES = st.deferred(lambda: st.sampled_from(create_random_states()))


def test_every_state_survives_its_text() -> None:
    kinds = {(state.is_turn_start, bool(state.prey), bool(state.build)) for state in create_random_states()}
    assert len(kinds) == 4  # a turn's start, after an Attack, after a Move, building
    for state in create_random_states():
        assert GAME.parse_position(GAME.format_position(state)) == state


def test_states_within_a_turn_have_texts() -> None:
    state = play(create_position({"a1": "Ck", "j10": "ck", "e8": "Sc", "e9": "tss", "d9": "Cs"}), "e8-e9")
    assert GAME.format_position(state).endswith(" l ss 0 then:e9:(tss)")
    state = play(state, "take:s")
    assert GAME.format_position(state).endswith(" l s 0 then:e9:sr")
    assert GAME.format_position(play(state, "res:s")).endswith(" l - 0 then:e9:s")
    assert GAME.format_position(play(state, "swap:e9>d9:c")).endswith(" l s 0 then:e9:r")


def test_pieces_and_pool_may_come_in_any_order() -> None:
    state = GAME.parse_position("9(ckc)/10/10/10/10/10/10/10/10/(Tkhc)9 l zc 3")
    assert GAME.format_position(state) == "9(cck)/10/10/10/10/10/10/10/10/(Tchk)9 l cz 3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has 4 parts"),
        (START + " x y", "has 4 parts"),
        (START.replace("/10/", "/9/", 1), "rank 8: there are only 9 squares"),
        (START.replace("/10/", "/(S)10/", 1), "rank 8: there are more than 10 squares"),
        (START.replace("/10/", "/", 1), "rank"),
        (START.replace(" l ", " w "), "side: 'w' isn’t a side (expected l or d)"),
        (START.replace(" - 0", " q 0"), "pool: 'q' isn’t a piece"),
        (START.replace(" - 0", " - 151"), "turns: '151'"),
        (START.replace(" - 0", " - -1"), "turns: '-1'"),
        (START.replace("(Sck)", "(Sctk)").replace("(Scst)", "(Scs)"), "e1: the crown and the star share a figure"),
        (START.replace("(Sck)", "(Scccck)"), "there are 35 circles on the board and in the pool (expected at most 32"),
        (START.replace("/10/", "/(Sc)9/", 1), "Light has 7 square bases"),
        (START.replace(" - 0", " k 0"), "3 crowns"),
        (START.replace("(Sck)", "(Sc)").replace("(sck)", "(sc)"), "neither side has a crown"),
        ("9(tk)/10/10/10/10/10/10/10/10/(Tk)9 l - 1 then:a1:s", "nothing is left to do"),
        ("(sssssh)8(tk)/10/10/10/10/10/10/10/10/(Tk)9 l - 1 then:a1:s", "Prime under attack"),
        (START + " then:e5:s", "Light has no figure on e5"),
        (START + " then:d2:r", "'r' doesn’t say what’s left to do this turn (expected s)"),
        (START + " then:z9:s", "'z9' (expected a1 to j10)"),
        (START + " then:d2:(tcs)", "aren’t in the pool"),
        (START + " nonsense", "'nonsense' makes no sense"),
        (START + " build:l:0", "Dark can’t have this army"),
        ("10/10/10/10/10/10/10/10/10/10 l - 0", "neither side has a crown"),
        ("10/10/10/10/(S)9/10/10/10/10/10 l - 0 build:l:0", "a6: a figure is outside"),
        ("10/10/10/10/10/10/10/10/(s)9/10 l - 0 build:l:0", "a2: Dark has a figure"),
        (
            "10/10/10/10/10/10/10/10/(Tccc)9/10 l - 0 build:l:0",
            "a2: there are too many pieces on this figure: a triangle",
        ),
        ("10/10/10/10/10/10/10/10/10/10 l - 0 build:l:xyz", "'build:l:xyz' makes no sense"),
        ("10/10/10/10/10/10/10/10/10/10 l h 0 build:l:0", "nobody has moved or captured"),
        ("10/10/10/10/10/10/10/10/(S)9/10 d - 0 build:l:0", "Light can’t have this army"),
    ],
)
def test_invalid_positions_report_problem_and_field(text: str, message: str) -> None:
    with pytest.raises(PositionError) as error_info:
        GAME.parse_position(text)
    assert message in str(error_info.value)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.parse_position(text)


@given(STATES, st.data())
def test_any_changed_text_is_read_or_refused(state: State, data: st.DataObject) -> None:
    text = GAME.format_position(state)
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(text)))
        removed_count = data.draw(st.integers(0, 3))
        text = (
            text[:index]
            + data.draw(st.text(alphabet="()SCTsctdzhk/0123456789 ld-:then", max_size=3))
            + text[index + removed_count :]
        )
    try:
        parsed_state = GAME.parse_position(text)
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(parsed_state)) == parsed_state
    assert (GAME.outcome(parsed_state) is None) == bool(GAME.legal_actions(parsed_state))
    assert GAME.prompt(parsed_state) or GAME.outcome(parsed_state)


# --- actions


def test_action_texts_match_the_spec() -> None:
    state = create_position({"a1": "Ck", "j10": "ck", "b4": "Sssh", "b9": "tcs", "a8": "Cs"})
    assert GAME.parse_action(state, "b4-b9").kind == "capture"
    state = play(state, "b4-b9")
    assert GAME.parse_action(state, "take:c").text == "take:c"
    state = play(state, "take:-")
    assert GAME.parse_action(state, "swap:b9>a8:h").text == "swap:b9>a8:h"
    assert GAME.parse_action(state, "swap:b9>a8:hs").text == "swap:b9>a8:sh"
    assert GAME.parse_action(state, "res:sc").text == "res:cs"
    assert GAME.parse_action(state, "end").text == "end"


@pytest.mark.parametrize(
    "text", ["", "b2", "b2-b4-b6", "take:", "take:xx", "swap:b2>b4", "res:-", "b2-z9", "e1=e2", "ende"]
)
def test_unknown_action_texts_are_refused(text: str) -> None:
    with pytest.raises(ActionError):
        GAME.parse_action(GAME.initial({}, 0), text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("e5-e6", "no figure on e5"),
        ("a9-a8", "your opponent’s figure on a9"),
        ("a1-a3", "the figure on a2 is in the way"),
        ("a2-a4", None),
        ("b1-b2", "your own figure is already on b2"),
        ("end", "every turn begins with a Move"),
        ("take:c", "nothing to take"),
        ("swap:a1>a2:s", "only after a Move"),
        ("res:c", "only after a Move"),
        ("S>e1", "move first"),
        ("done", "already built"),
    ],
)
def test_illegal_actions_are_refused_with_a_reason(text: str, message: str | None) -> None:
    state = GAME.initial({}, 0)
    if message is None:
        assert GAME.parse_action(state, text)
        return
    with pytest.raises(IllegalAction) as error_info:
        GAME.parse_action(state, text)
    assert message in error_info.value.what


@given(STATES, st.text(alphabet="abceij0123489-:>tkshdwpres", max_size=14))
def test_any_action_text_is_read_or_refused(state: State, text: str) -> None:
    try:
        action = GAME.parse_action(state, text)
    except (ActionError, IllegalAction):
        return
    assert action in GAME.legal_actions(state)


def test_action_text_and_move_agree() -> None:
    """The text of an action determines its move in any position (Text formats)."""
    for state in create_random_states():
        for action in GAME.legal_actions(state):
            assert format_move(action.move) == action.text
            assert parse_move(action.text) == action.move


# --- move lists


def test_turn_is_a_line_with_x_for_attacks() -> None:
    start = create_position({"a1": "Ck", "j10": "ck", "b4": "Sssh", "b9": "tcs", "a8": "Cs"})
    actions = []
    state = start
    for text in ("b4-b9", "take:c", "swap:b9>a8:h", "end", "j10-i9", "a1-b2"):
        actions.append(GAME.parse_action(state, text))
        state = GAME.apply(state, actions[-1])
    lines = [str(turn) for turn in move_list(GAME, start, actions)]
    assert lines == ["b4-b9x take:c swap:b9>a8:h", "j10-i9", "a1-b2"]


def test_unfinished_turn_is_marked() -> None:
    start = create_position({"a1": "Ck", "j10": "ck", "e4": "Scc", "d5": "Cs"})
    move = GAME.parse_action(start, "e4-e5")
    (line,) = move_list(GAME, start, [move])
    assert str(line) == "e4-e5 …"
    assert GAME.parse_moves(start, str(line)) == (move,)
    assert [action.text for action in GAME.parse_moves(start, "e4-e5")] == ["e4-e5", "end"]


def _play_actions(state: State, actions: Iterable[Action]) -> State:
    for action in actions:
        state = GAME.apply(state, action)
    return state


def test_army_is_one_item_visible_when_both_are_ready() -> None:
    start = GAME.initial({"setup": "build"}, 3)
    texts = ("S>e1", "clear", "default", "mirror", "done", "T>a9", "fill", "done", "d2-e3")
    states, actions = [start], []
    for text in texts:
        actions.append(GAME.parse_action(states[-1], text))
        states.append(GAME.apply(states[-1], actions[-1]))
    for number in range(8):
        assert move_list(GAME, start, actions[:number]) == ()
    light, dark, move = move_list(GAME, start, actions)
    assert light == Turn("", 0, ((4, format_army(mirror_image(DEFAULT_ARMY))),))
    assert (dark.player, dark.items[0][0]) == (1, 7)
    assert move.items == ((8, "d2-e3 …"),)
    assert _play_actions(start, GAME.parse_moves(start, f"{light}\n{dark}\n{move}")) == states[-1]
    (only_turn,) = move_list(GAME, states[5], actions[5:8])
    assert only_turn.items == ((2, dark.items[0][1]),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(Tsh/10", "line 1, move 1, front rank"),
        ("10/(Sck)9", "line 1, move 1: Not placed yet"),
        ("(Tcsh)9/10", "line 1, move 1, a2: there are 3 pieces"),
    ],
)
def test_invalid_army_in_a_move_list_reports_its_position(text: str, message: str) -> None:
    with pytest.raises(RuleboardError) as error_info:
        GAME.parse_moves(GAME.initial({"setup": "build"}, 0), text)
    assert message in str(error_info.value)


@pytest.mark.parametrize("seed", range(8))
def test_move_lists_survive_their_text(seed: int) -> None:
    chance = random.Random(seed)
    start = GAME.initial({"setup": ("default", "shuffled", "build")[seed % 3]}, seed)
    state, actions = start, []
    for _ in range(90):
        legal = GAME.legal_actions(state)
        if not legal:
            break
        notable_actions = [action for action in legal if action.kind == "capture" or action.text in ("done", "default")]
        actions.append(chance.choice(notable_actions if notable_actions and chance.random() < 0.7 else legal))
        state = GAME.apply(state, actions[-1])
    turns = move_list(GAME, start, actions)
    parsed_state = GAME.parse_moves(start, "\n".join(map(str, turns)))
    assert _play_actions(start, parsed_state) == state
    if not start.build:
        assert parsed_state == tuple(actions)
    plies = [ply for turn in turns for ply, _ in turn.items]
    assert plies == sorted(set(plies))
    assert plies[-1] == len(actions) - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a2-a3\na9-a8 end a3-a4", "line 2, move 3: the turn is already over"),
        ("a2-a3x", "line 1, move 1: 'a2-a3x' is marked as a capture"),
        ("nonsense", "line 1, move 1: 'nonsense' isn’t an action"),
        ("a1-a5", "line 1, move 1: the figure on a2 is in the way"),
    ],
)
def test_invalid_move_list_reports_its_position(text: str, message: str) -> None:
    with pytest.raises(RuleboardError) as error_info:
        GAME.parse_moves(GAME.initial({}, 0), text)
    assert message in str(error_info.value)


@pytest.mark.parametrize(
    ("position", "moves", "message"),
    [
        ("9(ck)/10/10/10/10/4(tcs)5/4(Sc)5/10/10/(Ck)9 l - 0", "e4-e5 take:cs", "e4-e5x takes a circle and a square"),
        ("9(ck)/10/10/10/10/4(tcs)5/4(Sc)5/10/10/(Ck)9 l - 0", "e4-e5 take:-", "e4-e5x takes nothing"),
        (START, "d2-b3 swap:b3>c2:z", "d2-b3 hands over a trapezoid from b3 to c2"),
        ("9(ck)/10/4(Sc)5/10/10/10/10/10/10/(Ck)9 l cch 0", "e8-e9 res:cc", "e8-e9 brings back 2 circles"),
    ],
)
def test_consequences_of_a_move_are_listed_as_text(position: str, moves: str, message: str) -> None:
    start = GAME.parse_position(position)
    timeline = new_timeline(GAME, start)
    for text in moves.split():
        timeline = timeline.play(GAME.parse_action(timeline.state, text))
    (turn,) = timeline.turns()
    assert str(PACKAGE.view.readable_turn(turn, timeline.states, timeline.entries)) == message
